"""What studies write about wars: tables, tally, and commanders who play together (IDX-8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from hexfront.core.contract import UMPIRE, Kind, Step, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import AUDIENCE, KIND, EventLog, kind_of, read_event
from hexfront.core.registry import find_system
from hexfront.core.rulebook import load_rulebook
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.core.study.recorder import Repeated, Values
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner, Plan, Record
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.strength import Strengths
from hexfront.systems.idahex.knowledge.view import Viewer
from hexfront.systems.idahex.rules.combat.engagements import CombatFought
from hexfront.systems.idahex.rules.records import note_frame, note_time
from hexfront.systems.idahex.scenario import state as r
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.state import DEFENDERS

DAYS = 4


@cache
def runner(agent: str = "greedy") -> GameRunner:
    system = find_system("idahex")
    assert system.scenarios.with_options is not None
    scenario = system.scenarios.with_options(load_scenario(system), {"until": str(DAYS)})
    plan, _ = make_plan(system, scenario, [agent, agent], 1)
    return GameRunner(Plan(plan.system, plan.scenario, plan.seats, 1, recorded=True))


@cache
def record() -> Record:
    return runner().play(0)


@cache
def table(name: str) -> list[dict[str, Any]]:
    recorder = runner().recorder
    assert recorder is not None
    place = [one.name for one in recorder.tables].index(name)
    names = [column.name for column in recorder.tables[place].columns]
    columns = [values(column) for column in record().tables[place]]
    assert len({len(column) for column in columns}) == 1
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def values(column: Values) -> list[Any]:
    """None where one is masked."""
    return column.tolist() if isinstance(column, np.ndarray) else list(column)


class Follower:
    """The states of a war: after each step, and whenever a listener would be told."""

    tables = ()

    def __init__(self) -> None:
        self.states: list[s.State] = []

    def begin(self, state: s.State) -> None:
        self.states.append(state.copy())

    def take(self, time: int, rows: Any, state: s.State) -> None:
        self.states.append(state.copy())

    def written(self) -> tuple[()]:
        return ()


@cache
def stops() -> list[s.State]:
    """The states in which time had gone on, and the first."""
    follower = Follower()
    runner().play_out(0, listeners=[follower])
    times = [float(state.game.time) for state in follower.states]
    return [
        f
        for f, t, before in zip(follower.states, times, [-1.0, *times], strict=False)
        if t > before
    ]


class Crier:
    """Tells each event at once, and by itself."""

    tables = ()

    def __init__(self, rules: IdahexRules) -> None:
        self.rules = rules
        self.told: list[tuple[Any, ...]] = []

    def begin(self, state: s.State) -> None:
        self.time = float(state.game.time)

    def take(self, time: int, rows: Any, state: s.State) -> None:
        scratch, times = self.rules.setting.scratch, [self.time] * len(rows)
        frames: Iterator[Any] = iter(())
        if state.game.time != self.time:
            self.time = float(state.game.time)
            frames = iter(scratch.fought[1 : 1 + int(scratch.fought[0, 0])])
            for before, now in scratch.moments[1 : 1 + int(scratch.moments[0, 0])].tolist():
                times[int(before) :] = [now] * (len(rows) - int(before))
        for now, row in zip(times, rows.tolist(), strict=True):
            viewer = {1: 0, 2: 1}.get(row[AUDIENCE], UMPIRE)
            fights = []
            if row[KIND] == kind_of(CombatFought).code:
                frame = next(frames)
                figures = frame[r.FIGURES_OF : r.LOSSES_OF]
                places = {field.name: field.at for field in r.Figures.fields}
                known = {
                    name: float(figures[places[name]])
                    if np.isfinite(figures[places[name]])
                    else None
                    for name in ("ratio", "feba")
                }
                fights = [{"cell": int(frame[r.CELL_OF]), "figures": known}]
            facts: dict[str, Json] = {"engagements": fights}
            view = View(viewer, 0, Kind.ORDERS, False, "", "", (), facts=facts)
            told = self.rules.describe(read_event(row), view)
            cells, units = " ".join(told.places), " ".join(told.subjects)
            self.told.append((now, told.kind, told.clause, told.text, cells, units))

    def written(self) -> tuple[()]:
        return ()


def rules() -> IdahexRules:
    found = runner().rules
    assert isinstance(found, IdahexRules)
    return found


def test_commanders_play_together_as_they_do_one_by_one() -> None:
    together: list[Step] = []
    alone: list[Step] = []
    one, count = runner("commander").play_out(0, together.append)
    other, _ = runner("commander").play_out(0, alone.append, together=False)
    assert together == alone
    assert count == len(together) > 800
    assert digest(one) == digest(other)


def test_tables_are_the_same_whether_they_play_together_or_not() -> None:
    recorder, tally = runner("commander").recorder, runner("commander").tally
    assert recorder is not None and tally is not None
    first = runner("commander").play(0)
    runner("commander").play_out(0, listeners=[recorder, tally], together=False)
    for one, other in zip(first.tables, recorder.written(), strict=True):
        for column, twin in zip(one, other, strict=True):
            assert np.array_equal(
                np.asarray(column, object).astype(str), np.asarray(twin, object).astype(str)
            )
    count = tally.count()
    assert [tuple(values) for values in count.curves] == list(first.curves)
    assert [first.row[f.name] for f in tally.figures] == list(count.values)


def test_units_are_what_the_states_hold() -> None:
    setting, viewer = rules().setting, Viewer(rules().setting)
    rows = iter(table("units"))
    for state in stops():
        for row, unit in enumerate(setting.units):
            told, held = next(rows), state.units.at(row)
            assert told["time"] == state.game.time
            assert (told["unit"], told["name"]) == (unit.number, unit.name)
            assert told["posture"] == held.posture
            active = held.posture >= 10
            assert told["cell"] == (held.place if active else None)
            assert told["objective"] == (held.objective if active else None)
            fight = held.engagement
            where = state.engagements.cell[fight] if fight != s.NONE else None
            assert told["engagement"] == where
            assert told["strength"] == pytest.approx(viewer.strength(row, state.stock[row]))
            side = ("red", "blue").index(told["side"])
            assert setting.design.forces.side[unit.kind] == side
            last = "stock_pers"
            place = setting.names.resources[side].index("pers")
            assert told[last] == state.stock[row, place]
            assert np.isnan(told["stock_trans_port" if side == 0 else "stock_trnpt"])
    assert next(rows, None) is None
    assert any(told["engagement"] for told in table("units"))


@pytest.mark.clause("IDX-8")
def test_engagements_are_noted_frame_by_frame() -> None:
    """Also those that end before anybody is asked again; the last figures are the state's."""
    rows = table("engagements")
    assert {row["time"] * 4 % 2 for row in rows} == {0, 1}  # Two frames in a period
    told = {(row["time"], row["cell"]): row for row in rows}
    assert len(told) == len(rows) > 10
    compared = 0
    for state in stops()[1:]:
        time = float(state.game.time)
        for row in np.flatnonzero(state.engagements.cell):
            found = told.get((time, int(state.engagements.cell[row])))
            if found is None or state.figures.since[row] >= time:
                continue
            assert found["feba"] == state.figures.feba[row]
            assert found["since"] == state.figures.since[row]
            assert found["attacker"] == ("red", "blue")[state.engagements.attacker[row]]
            assert found["value_defenders"] == state.figures.value[row, DEFENDERS]
            compared += 1
    assert compared > 3


@pytest.mark.clause("IDX-8")
def test_losses_of_engagements_add_up_to_those_of_the_war() -> None:
    setting, lost = rules().setting, {0: {}, 1: {}}  # type: ignore[var-annotated]
    for row in table("engagements"):
        attacker = ("red", "blue").index(row["attacker"])
        for role, side in (("attackers", attacker), ("defenders", 1 - attacker)):
            for key, value in row.items():
                if key.startswith("lost_") and key.endswith(role) and value == value:
                    lost[side][key] = lost[side].get(key, 0.0) + value
    totals = stops()[-1].totals
    for side, names in enumerate(setting.names.resources):
        place = names.index("pers")
        summed = sum(
            lost[side].get(f"lost_pers_{role}", 0.0) for role in ("attackers", "defenders")
        )
        ground = float(totals[side, s.GROUND, place])
        assert summed == pytest.approx(ground, rel=1e-9) and ground > 0


def test_events_have_their_times_clauses_and_words() -> None:
    rows = table("events")
    times = [row["time"] for row in rows]
    assert times == sorted(times) and times[0] >= 0.0 and times[-1] <= DAYS
    assert any(time * 4 % 1 for time in times)  # Changes of status come between frames.
    clauses = set(load_rulebook(find_system("idahex").folder).by_id)
    assert {row["clause"] for row in rows} <= clauses
    fought = [row for row in rows if row["text"].startswith("Combat in")]
    frames = table("engagements")
    assert [(row["time"], row["cells"]) for row in fought] == [
        (frame["time"], str(frame["cell"])) for frame in frames
    ]
    for row, frame in zip(fought, frames, strict=True):
        if np.isfinite(frame["force_ratio"]):
            assert f"Force ratio {frame['force_ratio']:.3g}." in row["text"]
    begun = [row for row in rows if row["clause"] == "IDX-2.3" and row["kind"] == "time"]
    assert [row["time"] for row in begun] == sorted(row["time"] for row in begun)
    assert all(row["text"] == f"Day {row['time']:g}." for row in begun)


@pytest.mark.parametrize("agent", ["greedy", "commander"])
def test_events_are_told_as_each_by_itself(agent: str) -> None:
    """A table tells once what happened often; the words are those of every single event."""
    recorder, own = runner(agent).recorder, runner(agent).rules
    assert recorder is not None and isinstance(own, IdahexRules)
    crier = Crier(own)
    runner(agent).play_out(0, listeners=[crier, recorder])
    columns = recorder.written()[2]
    assert list(zip(*map(values, columns), strict=True)) == crier.told
    words = columns[3]
    assert isinstance(words, Repeated)
    assert len(words.known) < len(words) > 50


def test_what_is_one_sides_is_told_in_its_words() -> None:
    """Blue's transport is called otherwise than Red's."""
    war = runner("commander").play(0)
    texts = war.tables[2][3]
    assert war.row["air_strikes"] == sum(text.startswith("Air strike on") for text in texts) > 0
    assert any("trans -port are lost" in text for text in texts)
    assert any("SAMS  & AAA are lost" in text for text in texts)


def test_the_tally_reads_the_states() -> None:
    active = rules().setting.design.area.environment > 0
    curves = runner().tally.curves  # type: ignore[union-attr]
    places = {(curve.name, curve.side): place for place, curve in enumerate(curves)}
    assert record().at == tuple(range(2 * DAYS + 1))
    for state, values in zip(stops(), record().curves, strict=True):
        for side in range(2):
            assert values[places["cells", side]] == np.count_nonzero(state.owner[active] == side)
            mine = np.count_nonzero(state.engagements.attacker[state.engagements.cell != 0] == side)
            assert values[places["engagements", side]] == mine
    row = record().row
    units = [u for u in table("units") if u["time"] == DAYS and u["posture"] >= 10]
    toe = rules().setting.design.forces.toe
    value = rules().setting.design.combat.value_defence
    kinds = {unit.number: unit.kind for unit in rules().setting.units}
    for side, name in enumerate(("red", "blue")):
        planned = {number: float(toe[kind] @ value[side]) for number, kind in kinds.items()}
        held = sum(u["strength"] * planned[u["unit"]] for u in units if u["side"] == name)
        assert row[f"strength_end_{name}"] == pytest.approx(held)
        assert row[f"score_{name}"] == record().curves[-1][places["cells", side]]
        causes = sum(
            row[f"lost_value_{cause}_{name}"] for cause in ("ground", "air", "elimination")
        )
        assert causes == pytest.approx(record().curves[-1][places["losses", side]])
    texts = [event["text"] for event in table("events")]
    assert row["attacks_blue"] == sum(text.startswith("Blue attacks") for text in texts) > 0
    assert row["cells_taken_blue"] == sum(text.startswith("Blue owns") for text in texts)


def test_a_record_that_is_full_loses_the_rest() -> None:
    state, scratch = stops()[-1], rules().setting.scratch
    scratch.fought[0, 0] = len(scratch.fought) - 1
    scratch.moments[0, 0] = len(scratch.moments) - 1
    scratch.moments[-1, r.EVENTS_BEFORE] = 7.0  # Not that of an empty log
    before = scratch.fought.copy(), scratch.moments.copy()
    note_frame(state, scratch, 0)
    note_time(state, scratch, EventLog().rows)
    assert np.array_equal(before[0], scratch.fought)
    assert np.array_equal(before[1], scratch.moments)


def test_hexfront_run_writes_the_tables(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from hexfront.cli import app

    out = tmp_path / "war.parquet"
    line = "run idahex --red commander --blue greedy --games 1 --option until=2 --out"
    assert CliRunner().invoke(app, [*line.split(), str(out)]).exit_code == 0
    names = ("", ".series", ".units", ".engagements", ".events")
    files = {f"war{name}.parquet" for name in names}
    assert {path.name for path in tmp_path.iterdir()} == files
    assert len(pq.read_table(tmp_path / "war.units.parquet")) == 5 * len(rules().setting.units)
    assert CliRunner().invoke(app, ["report", str(out)]).exit_code == 0
    page = (tmp_path / "war.html").read_text()
    assert page.count("<svg") == 5 and "FEBA" in page


@pytest.mark.clause("IDX-5.4.2")
def test_units_of_a_type_without_value_count_as_at_full_strength() -> None:
    """On the screen and in tables, as their area of influence does."""
    setting = rules().setting
    forces, combat = setting.design.forces, setting.design.combat
    combat = combat._replace(value_defence=np.zeros_like(combat.value_defence))
    worthless = replace(setting, design=setting.design._replace(combat=combat))
    stock = np.ones(forces.toe.shape[1])
    assert Viewer(worthless).strength(0, stock) == 1.0
    kinds = np.array([setting.units[0].kind])
    assert Strengths(worthless).shares(kinds, stock[None, :]).tolist() == [1.0]
