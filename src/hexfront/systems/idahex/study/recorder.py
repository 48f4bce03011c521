"""Tables of a war for studies: units, engagements and events (IDX-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.contract import UMPIRE, Kind, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import AUDIENCE, KIND, kind_of, read_event
from hexfront.core.study.recorder import Chart, Column, RecordTable, Repeated, Values, alike
from hexfront.core.study.tally import column_names
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.strength import Strengths
from hexfront.systems.idahex.knowledge.view import CLASSES
from hexfront.systems.idahex.rules.combat.engagements import CombatFought
from hexfront.systems.idahex.scenario import state as r
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import FRAME, NRS, SIDES, T_INIT, Float, Int

ROLES: Final = ("attackers", "defenders")
_FOUGHT: Final = kind_of(CombatFought).code
_OF_ONE_SIDE: Final = {1 << side: side for side in range(SIDES)}
FIGURES: Final = (
    ("feba", "feba", 0, "how far the attackers have come, as a share of the cell's depth"),
    ("feba_before", "feba_before", 0, "the same at the start of the frame"),
    ("velocity", "velocity", 0, "of the FEBA, in distance a unit of time (IDX-5.4.6)"),
    ("force_ratio", "ratio", 0, "of ground forces, attackers by defenders (IDX-5.1.3)"),
    ("force_ratio_with_air", "ratio_air", 0, "the same with close air support (IDX-5.2)"),
    ("value_attackers", "value", 0, "of what the attackers bring to bear (IDX-5.1.3)"),
    ("value_defenders", "value", 1, "of what the defenders bring to bear (IDX-5.1.3)"),
    ("air_attackers", "air", 0, "value of their close air support (IDX-5.2)"),
    ("air_defenders", "air", 1, "value of their close air support (IDX-5.2)"),
    ("intensity", "intensity", 0, "of combat (IDX-5.1.3)"),
    ("front", "front_length", 0, "length of the front, in distance (IDX-5.1.1)"),
)
"""Of an engagement's frame: column, its name and number in `Figures`, what it is."""
_PLACES: Final = {field.name: field.at for field in s.Figures.fields}


class WarRecorder:
    """Records the wars of one scenario."""

    def __init__(self, rules: IdahexRules) -> None:
        self._rules, self._setting = rules, rules.setting
        setting = rules.setting
        self._strengths = Strengths(setting)
        self._resources = [column_names(names) for names in setting.names.resources]
        self._stocks = list(dict.fromkeys(name for names in self._resources for name in names))
        """What both sides hold, by the names that either uses for it."""
        self._kinds = np.array([unit.kind for unit in setting.units], dtype=np.int64)
        self._sides = setting.design.forces.side[self._kinds]
        self.tables: Sequence[RecordTable] = (
            self._units_table(),
            self._engagements_table(),
            _events_table(),
        )

    def _units_table(self) -> RecordTable:
        columns = (
            Column("time", "number", f"in {self._setting.names.time}s (IDX-2.3)"),
            Column("unit", "whole", "its number"),
            Column("name", "words"),
            Column("type", "words"),
            Column("side", "words"),
            Column("cell", "whole", "none for the inactive and the destroyed"),
            Column("posture", "whole", "-10 for the destroyed (IDX-2.2.1)"),
            Column("class", "words", "its posture class"),
            Column("objective", "whole", "a cell"),
            Column("engagement", "whole", "the cell it fights for"),
            Column("strength", "number", "its value on defence, as a share of its toe (IDX-5.4.2)"),
            *(Column(f"stock_{name}", "number", "what it holds of it") for name in self._stocks),
        )
        return RecordTable("units", "Units, at the start of each period and the end", columns)

    def _engagements_table(self) -> RecordTable:
        columns = (
            Column("time", "number", "when the frame ended"),
            Column("cell", "whole"),
            Column("attacker", "words", "the side that attacks"),
            *(Column(f"units_{role}", "whole") for role in ROLES),
            *(Column(f"posture_{role}", "whole", "representative (IDX-5.1.3)") for role in ROLES),
            Column("since", "number", "when the engagement began"),
            *(Column(name, "number", about) for name, _, _, about in FIGURES),
            *(Column(f"lost_value_{role}", "number", "of what they lost") for role in ROLES),
            *(
                Column(f"lost_{name}_{role}", "number", "lost in this frame")
                for role in ROLES
                for name in self._stocks
            ),
        )
        charts = (
            Chart("FEBA, as a share of the cell's depth", "feba", "time", "cell"),
            Chart("Force ratio, attackers by defenders", "force_ratio", "time", "cell"),
        )
        return RecordTable("engagements", "Engagements, frame by frame", columns, charts)

    def begin(self, state: s.State) -> None:
        """A war begins."""
        self._time = float(state.game.time)
        self._units: list[tuple[float, Int, Float, Int]] = []
        self._fought: list[Float] = []
        self._events: list[tuple[Float, Int]] = []
        self._frames: list[list[float] | None] = []
        self._read_units(state)

    def take(self, time: int, rows: NDArray[np.int64], state: s.State) -> None:
        """Note the events, and what a run found if there was one."""
        now, scratch = float(state.game.time), self._setting.scratch
        times: Float = np.full(len(rows), self._time)
        frames: list[list[float] | None] = []
        if now != self._time:
            fought = scratch.fought[1 : 1 + int(scratch.fought[0, 0])].copy()
            moments = scratch.moments[1 : 1 + int(scratch.moments[0, 0])]
            places = np.searchsorted(
                moments[:, r.EVENTS_BEFORE], np.arange(len(rows)), side="right"
            )
            times = np.concatenate(([self._time], moments[:, r.TIME_FROM]))[places]
            frames += fought.tolist()
            self._fought.append(fought)
            self._time = now
            self._read_units(state)
        self._events.append((times, rows.copy()))
        fights = int(np.count_nonzero(rows[:, KIND] == _FOUGHT))
        self._frames += [*frames[:fights], *[None] * (fights - len(frames))]

    def _read_units(self, state: s.State) -> None:
        fights = state.engagements.cell[state.units.engagement]
        self._units.append((self._time, state.units.words.copy(), state.stock.copy(), fights))

    def written(self) -> Sequence[Sequence[Values]]:
        """The tables of the war."""
        return self._unit_columns(), self._engagement_columns(), self._event_columns()

    def _unit_columns(self) -> list[Values]:
        setting, names = self._setting, self._setting.names
        count, moments = len(setting.units), len(self._units)
        times, *arrays = zip(*self._units, strict=True)
        which = np.tile(np.arange(count), moments)
        words, stock, cells = map(np.concatenate, arrays)
        units = s.Units(words)
        posture = units.posture
        active, group = posture >= 10, np.where(posture >= 0, posture // 10, len(CLASSES))
        kinds, sides = np.tile(self._kinds, moments), np.tile(self._sides, moments)
        fights = units.engagement != s.NONE
        return [
            np.repeat(times, count),
            np.tile([unit.number for unit in setting.units], moments),
            Repeated([unit.name for unit in setting.units], which),
            Repeated(names.kinds, kinds),
            Repeated([name.lower() for name in names.sides], sides),
            _where(active, units.place),
            posture,
            Repeated((*CLASSES, "destroyed"), group),
            _where(active, units.objective),
            _where(fights, cells),
            self._strengths.shares(kinds, stock),
            *self._by_resource(stock, sides),
        ]

    def _by_resource(self, amounts: Float, sides: Int) -> Iterator[Float]:
        """Amounts of sides' own resources by the names that both use; none where one has none."""
        for name in self._stocks:
            column: Float = np.full(len(amounts), np.nan)
            for side, known in enumerate(self._resources):
                if name in known:
                    own = sides == side
                    column[own] = amounts[own, known.index(name)]
            yield column

    def _engagement_columns(self) -> list[Values]:
        setting = self._setting
        resources = int(setting.design.forces.counts[:, NRS].max())
        wide = r.LOSSES_OF + SIDES * resources
        rows = np.concatenate([np.zeros((0, wide)), *self._fought])
        clock, whole = setting.design.area.clock, rows[:, : r.FIGURES_OF].astype(np.int64)
        attackers = whole[:, r.SIDE_OF]
        figures = np.where(np.isfinite(rows), rows, np.nan)[:, r.FIGURES_OF :]
        halves = [
            rows[:, r.LOSSES_OF + role * resources :][:, :resources] for role in range(len(ROLES))
        ]
        sides = [attackers, 1 - attackers]
        titles = [name.lower() for name in setting.names.sides]
        return [
            clock[T_INIT] + whole[:, r.FRAME_OF] * clock[FRAME],
            whole[:, r.CELL_OF],
            Repeated(titles, attackers),
            *(whole[:, r.UNITS_OF + role] for role in range(2)),
            *(whole[:, r.POSTURES_OF + role] for role in range(2)),
            figures[:, _PLACES["since"]],
            *(figures[:, _PLACES[name] + number] for _, name, number, _ in FIGURES),
            *(self._strengths.values(side, lost) for side, lost in zip(sides, halves, strict=True)),
            *(
                column
                for side, lost in zip(sides, halves, strict=True)
                for column in self._by_resource(lost, side)
            ),
        ]

    def _event_columns(self) -> list[Values]:
        """Events in words; those that are alike are told once."""
        times, rows = map(np.concatenate, zip(*self._events, strict=True))
        # A frame of combat is told from its own figures.
        frame = np.full(len(rows), -1)
        frame[rows[:, KIND] == _FOUGHT] = np.arange(len(self._frames))
        firsts, kinds = alike(np.column_stack((rows, frame)))
        entries = [
            self._tell(*row)
            for row in zip(rows[firsts].tolist(), frame[firsts].tolist(), strict=True)
        ]
        columns = (
            zip(*entries, strict=True) if entries else [()] * (len(_events_table().columns) - 1)
        )
        return [times, *(Repeated(column, kinds) for column in columns)]

    def _tell(self, row: list[int], place: int) -> tuple[str, ...]:
        # What concerns one side alone is told in the names that it uses.
        viewer = _OF_ONE_SIDE.get(row[AUDIENCE], UMPIRE)
        frame = self._frames[place] if place >= 0 else None
        view = _VIEWS[viewer] if frame is None else _view_of_frame(viewer, frame)
        entry = self._rules.describe(read_event(row), view)
        return (
            entry.kind,
            entry.clause,
            entry.text,
            " ".join(entry.places),
            " ".join(entry.subjects),
        )


def _view(viewer: int, engagements: Sequence[Json]) -> View:
    """As much of a view as entry an event needs."""
    facts = {"engagements": engagements}
    return View(viewer, 0, Kind.ORDERS, False, "", "", (), facts=facts)


_VIEWS: Final = {viewer: _view(viewer, ()) for viewer in (UMPIRE, *range(SIDES))}


def _view_of_frame(viewer: int, frame: Sequence[float]) -> View:
    values = {name: frame[r.FIGURES_OF + _PLACES[name]] for name in ("ratio", "feba")}
    figures = {name: value if isfinite(value) else None for name, value in values.items()}
    return _view(viewer, [{"cell": int(frame[r.CELL_OF]), "figures": figures}])


def _events_table() -> RecordTable:
    columns = (
        Column("time", "number"),
        Column("kind", "words"),
        Column("clause", "words", "of the rulebook"),
        Column("text", "words", "what happened"),
        Column("cells", "words", "where: numbers with a space between"),
        Column("units", "words", "to whom: numbers with a space between"),
    )
    return RecordTable("events", "Events, in their order", columns)


def _where(known: NDArray[np.bool_], values: Int) -> Values:
    """The values, masked where they are not known."""
    return np.ma.masked_array(values, ~known)
