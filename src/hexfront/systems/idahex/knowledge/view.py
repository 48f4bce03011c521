"""What a viewer may know of a war, as an allow-list (IDX-4, IDX-8).

Where units stand, their postures and objectives, who is engaged with whom and
who owns a cell is known to both sides.  What a unit holds, and what it was
told to do, only its own side knows.  How much both are told of an engagement
follows from `Setting.detail`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np

from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, Kind, Track, View
from hexfront.core.documents.strictjson import Json
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.knowledge.descriptions import (
    draft_words,
    mission_words,
    next_words,
    posture_words,
)
from hexfront.systems.idahex.knowledge.gauges import gauges
from hexfront.systems.idahex.knowledge.marks import changed_types, marks, owners
from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import T_END
from hexfront.systems.idahex.scenario.setting import Setting

LOSSES_SHOWN: Final = 5
"""From this level of detail on, players are told the losses in an engagement (IDX-8)."""
VALUES_SHOWN: Final = 9
"""From here the values of weapons."""
KILLS_SHOWN: Final = 15
"""From here the average kill matrices."""
INACTIVE: Final = 0
HOLDING: Final = 1
"""The class of postures of units that neither move nor fight of their own accord."""
CLASSES: Final = ("inactive", "holding", "disengaging", "moving", "attacking")
_OPEN: Final = ("place", "posture", "objective", "engagement", "attacks")
"""Columns of a unit that both sides know."""
_POSTURE: Final = _OPEN.index("posture")


class KnownFacts(Mapping[str, Json]):
    """All that a viewer may know, as numbers; nothing else leaves the state.

    Each fact is made when it is first read; the state must not change before that.
    """

    def __init__(self, setting: Setting, state: s.State, viewer: int) -> None:
        self.setting, self.state, self.viewer = setting, state, viewer
        self._made: dict[str, Json] = {}

    def __getitem__(self, name: str) -> Json:
        if name not in self._made:
            self._made[name] = _FACTS[name](self)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_FACTS)

    def __len__(self) -> int:
        return len(_FACTS)

    def tells_all_of(self, side: int) -> bool:
        """Whether what a side knows of its own is known."""
        return self.viewer in (side, UMPIRE)

    @cached_property
    def units(self) -> Any:
        """The columns of the units as they are: of the enemy's not all may be told."""
        return self.state.units.lists()

    def _engagements(self) -> Json:
        fights = _fights(self.state)
        return [_engagement(self.setting, self.state, row, self.viewer) for row in fights]

    def _units(self) -> Json:
        knows = [self.tells_all_of(side) for side in range(2)]
        columns = zip(*(getattr(self.units, name) for name in _OPEN), strict=True)
        return [
            _status(list(unit), knows[side])
            for unit, side in zip(columns, self.units.side, strict=True)
        ]

    def _own(self) -> Json:
        sides = [side for side in range(2) if self.tells_all_of(side)]
        return {str(side): OwnFacts(self, side) for side in sides}


_FACTS: Final[Mapping[str, Callable[[KnownFacts], Json]]] = {
    "time": lambda known: float(known.state.game.time),
    "phase": lambda known: known.state.game.phase,
    "frames": lambda known: known.state.game.frames,
    "units": KnownFacts._units,
    "owner": lambda known: known.state.owner.tolist(),
    "maps": lambda known: known.state.maps.tolist(),
    "engagements": KnownFacts._engagements,
    "own": KnownFacts._own,
}


def known_facts(setting: Setting, state: s.State, viewer: int) -> dict[str, Json]:
    """`KnownFacts`, all of them made."""
    facts = dict(KnownFacts(setting, state, viewer))
    return facts | {"own": {side: dict(own) for side, own in facts["own"].items()}}


def _status(unit: list[int], own: bool) -> list[int]:
    """What is known of a unit; a reinforcement of the enemy does not exist yet (IDX-2.2.1)."""
    if not own and s.GONE < unit[_POSTURE] < 10:
        return [0, 0, 0, s.NONE, 0]
    return unit


def _fights(state: s.State) -> list[int]:
    """Rows of engagements in the order of their cells."""
    rows = np.flatnonzero(state.engagements.cell)
    return [int(row) for row in rows[np.argsort(state.engagements.cell[rows])]]


class OwnFacts(Mapping[str, Json]):
    """What a side knows of its own: stocks, task forces, missions, deliveries, strikes, draft.

    A task force goes by its first unit, and stands in the order of these: rows would tell how many
    the enemy has.  Each is made when it is first read, as in `KnownFacts`.
    """

    def __init__(self, known: KnownFacts, side: int) -> None:
        self.state, self.units, self.side = known.state, known.units, side
        self._made: dict[str, Json] = {}

    def __getitem__(self, name: str) -> Json:
        if name not in self._made:
            self._made[name] = _OWN[name](self)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_OWN)

    def __len__(self) -> int:
        return len(_OWN)

    @cached_property
    def rows(self) -> list[int]:
        """Its units."""
        return [row for row, side in enumerate(self.units.side) if side == self.side]

    @cached_property
    def leaders(self) -> dict[int, int]:
        """The first unit of each of its task forces."""
        first = self.state.forces.first
        forces = {self.units.force[row] for row in self.rows} - {s.NONE}
        return {force: int(first[force]) for force in forces}

    def _leader(self) -> Json:
        return [self.leaders.get(self.units.force[row], s.NONE) for row in self.rows]

    def _forces(self) -> Json:
        in_order = sorted(self.leaders, key=self.leaders.__getitem__)
        return {str(self.leaders[force]): _force(self.state, force) for force in in_order}

    def _deliveries(self) -> Json:
        carriers = self.state.deliveries.carrier
        return [
            _delivery(self.state, row, self.leaders)
            for row in np.flatnonzero(carriers != s.NONE).tolist()
            if int(carriers[row]) in self.leaders
        ]

    def _strikes(self) -> Json:
        strikes = self.state.strikes
        rows = np.flatnonzero((strikes.target != 0) & (strikes.striker == self.side)).tolist()
        return [
            strikes.values(row) | {"aircraft": self.state.sorties[row].tolist()} for row in rows
        ]

    def _draft(self) -> Json:
        draft = self.state.drafts[self.side]
        return draft[1 : 1 + int(draft[0])].tolist()

    def _fought(self) -> Json:
        return {
            str(row): [self.state.held[row].tolist(), self.state.shares[row].tolist()]
            for row in self.rows
            if self.units.engagement[row] != s.NONE
        }


_OWN: Final[Mapping[str, Callable[[OwnFacts], Json]]] = {
    "rows": lambda own: own.rows,
    "ready": lambda own: own.state.game.ready >> own.side & 1,
    "given": lambda own: int(own.state.game.given[own.side]),
    "stop": lambda own: own.state.game.stopped >> own.side & 1,
    "stock": lambda own: own.state.stock[own.rows].tolist(),
    "entry": lambda own: [float(own.units.entry[row]) for row in own.rows],
    "leader": OwnFacts._leader,
    "forces": OwnFacts._forces,
    "deliveries": OwnFacts._deliveries,
    "strikes": OwnFacts._strikes,
    "draft": OwnFacts._draft,
    "totals": lambda own: own.state.totals[own.side].tolist(),
    "fought": OwnFacts._fought,
}


def _delivery(state: s.State, row: int, leaders: dict[int, int]) -> Json:
    """A delivery order: leader of the carriers, destination, recipients, size."""
    order = state.deliveries.at(row)
    recipients = state.recipients[row, : order.named].tolist()
    return [leaders[order.carrier], order.destination, recipients, order.size]


def _force(state: s.State, force: int) -> Json:
    length = int(state.forces.length[force])
    due, begun = float(state.agenda[force, DUE]), float(state.waits.begun[force])
    bound = float(state.waits.not_before[force])
    return {
        "mode": int(state.forces.mode[force]),
        "next": list(s.next_status_of(state, force)),
        "due": due if np.isfinite(due) else None,
        "begun": begun,
        "not_before": bound if bound > state.game.time else 0.0,
        "orders": [
            [
                int(state.missions.aim[force, order]),
                int(state.missions.wanted[force, order]),
                float(state.missions.start[force, order]),
            ]
            for order in range(length)
        ],
    }


def _engagement(setting: Setting, state: s.State, row: int, viewer: int) -> Json:
    """What both sides are told of an engagement, and the umpire in any case (IDX-8)."""
    detail = KILLS_SHOWN if viewer == UMPIRE else setting.detail
    known: dict[str, Json] = {
        "row": row,
        "cell": int(state.engagements.cell[row]),
        "attacker": int(state.engagements.attacker[row]),
        "postures": state.engagements.posture[row].tolist(),
        "figures": _finite(state.figures.values(row)),
    }
    units = np.flatnonzero(state.units.engagement == row)
    if detail >= LOSSES_SHOWN:
        known["losses"] = {int(u): state.lost[u].tolist() for u in units}
    if detail >= VALUES_SHOWN:
        known["values"] = state.values[row].tolist()
    if detail >= KILLS_SHOWN:
        known["kills"] = state.kills[row].tolist()
    return known


def _finite(figures: dict[str, Any]) -> Json:
    """Figures as JSON, which has no infinite numbers: None for them."""
    return {
        name: [each if np.isfinite(each) else None for each in value]
        if isinstance(value, list)
        else value
        if np.isfinite(value)
        else None
        for name, value in figures.items()
    }


class Viewer:
    """Makes the views of one war."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        forces = setting.design.forces
        values = setting.design.combat.value_defence[forces.side]
        self._standard = (forces.toe * values).sum(axis=1)
        """By type of unit: its value at toe strength (IDX-5.4.2)."""

    def facts(self, state: s.State, viewer: int) -> Mapping[str, Json]:
        """The facts of the view, each made when it is first read."""
        return KnownFacts(self._setting, state, viewer)

    def view(
        self, state: s.State, viewer: int, kind: Kind, ticks: int, must: bool, hint: str = ""
    ) -> View:
        """Everything that a viewer may know; `hint`: what a draft still needs."""
        facts = known_facts(self._setting, state, viewer)
        return View(
            viewer=viewer,
            time=ticks,
            kind=kind,
            must_act=must,
            title=self.clock(facts["time"]),
            prompt=f"{self._prompt(facts, viewer, must)} {hint}".rstrip(),
            counters=tuple(self._counters(facts)),
            marks=tuple(marks(self._setting, facts)),
            tracks=tuple(self._tracks(facts)),
            facts=facts,
            gauges=tuple(gauges(self._setting, facts)),
            owners=owners(self._setting, facts),
            terrain_overrides=changed_types(self._setting, facts["maps"]),
        )

    def clock(self, time: float) -> str:
        """A time in words."""
        return f"{self._setting.names.time.capitalize()} {time:g}"

    def strength(self, row: int, stock: Any) -> float:
        """The value of what a unit holds, as a share of its value at toe (IDX-5.4.2).

        1 where the toe has no value.
        """
        kind = self._setting.units[row].kind
        side = int(self._setting.design.forces.side[kind])
        value = float(np.dot(stock, self._setting.design.combat.value_defence[side]))
        standard = float(self._standard[kind])
        return value / standard if standard > 0 else 1.0

    def _prompt(self, facts: dict[str, Json], viewer: int, must: bool) -> str:
        if facts["phase"] == s.OVER:
            return "The war is over."
        if viewer in (UMPIRE, SPECTATOR):
            return "The sides give their commands."
        if not must:
            return "The other side gives its commands."
        drafted = facts["own"][str(viewer)]["draft"]
        if drafted:
            said = draft_words(self._setting, understand(self._setting.book, drafted))
            return said if said.endswith("…") else f"{said}."
        if facts["phase"] == s.STRIKES:
            return "A cycle begins: enter air strikes, then go."
        return "Give commands, then go."

    def _counters(self, facts: dict[str, Json]) -> Iterator[Counter]:
        stocks, engagements = self._stocks(facts), self._told(facts)
        names = self._setting.names
        for row, (unit, known) in enumerate(zip(self._setting.units, facts["units"], strict=True)):
            place, posture, _, engagement, attacks = known
            group = posture // 10
            if group < 1 and row not in stocks:
                continue
            side = int(self._setting.design.forces.side[unit.kind])
            values: dict[str, int | float | str] = {}
            if row in stocks:
                share = round(100 * self.strength(row, stocks[row]))
                # A depot holds many times what its kind stands for: no figure for the map.
                values["strength"] = share if share < 1000 else f"{share / 100:.0f} times"
            values["posture"] = posture_words(self._setting, posture)
            values |= engagements.get(row, {})
            badges = [] if group == HOLDING else [CLASSES[group] if group >= 0 else "destroyed"]
            if engagement != s.NONE:
                badges.append("attacker" if attacks else "defender")
            yield Counter(
                id=str(unit.number),
                side=side,
                place=str(place) if group >= 1 else "",
                name=unit.name,
                sidc=names.symbols[unit.kind] if names.symbols else _symbol(side),
                known=True,
                values=values,
                badges=tuple(badges),
                awaited=group == INACTIVE,
            )

    def _stocks(self, facts: dict[str, Json]) -> dict[int, Json]:
        """What the units of the viewer hold, by row."""
        return {
            row: stock
            for own in facts["own"].values()
            for row, stock in zip(own["rows"], own["stock"], strict=True)
        }

    def _told(self, facts: dict[str, Json]) -> dict[int, dict[str, str]]:
        """What the task forces of the viewer's units change to next, and their missions, by row."""
        found = {}
        for own in facts["own"].values():
            for row, leader in zip(own["rows"], own["leader"], strict=True):
                force = own["forces"].get(str(leader))
                if force is not None:
                    texts = {
                        "next": next_words(self._setting, force),
                        "mission": mission_words(self._setting, force["orders"]),
                    }
                    found[row] = {name: text for name, text in texts.items() if text}
        return found

    def _tracks(self, facts: dict[str, Json]) -> Iterator[Track]:
        clock = self._setting.design.area.clock
        end = float(clock[T_END])
        yield Track("Time", facts["time"], end, self.clock(facts["time"]))
        environment = self._setting.design.area.environment
        for side, name in enumerate(self._setting.names.sides):
            cells = sum(
                owner == side and bool(environment[cell] > 0)
                for cell, owner in enumerate(facts["owner"])
            )
            yield Track(f"{name} cells", cells)


def ticks_of(state: s.State) -> int:
    """The time of a decision in frames."""
    return state.game.frames


def _symbol(side: int) -> str:
    """A unit of which the design says no more than whose it is."""
    return f"100{'63'[side]}1000001500000000"[:20]
