"""The machine commander: what it knows, that it does nothing a player could not, how wars go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from hexfront.core.agent import Agent
from hexfront.core.contract import Kind, Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import NO_LOG, EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.core.study.self_play import Seat
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.determinization import determinize, reconstruct
from hexfront.systems.idahex.knowledge.view import known_facts
from hexfront.systems.idahex.opponents.agency import WarAgent
from hexfront.systems.idahex.opponents.commander import CommanderAgent, command
from hexfront.systems.idahex.opponents.greedy import GreedyAgent
from hexfront.systems.idahex.opponents.staff.commands import (
    CommandWorkspace,
    make_command_workspace,
)
from hexfront.systems.idahex.opponents.staff.headquarters import (
    BURDEN,
    Doctrine,
    Staff,
    StaffWorkspace,
    make_staff,
    make_staff_workspace,
)
from hexfront.systems.idahex.opponents.word_queue import MOST_WORDS
from hexfront.systems.idahex.rules import air
from hexfront.systems.idahex.rules.clock import run
from hexfront.systems.idahex.rules.combat.engagements import CombatFought
from hexfront.systems.idahex.rules.supply import allotment, transfers
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import list_movers
from hexfront.systems.idahex.scenario.design import NACTYP, NEQ, NMAT, NSS, Int
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.study.team import fight


def words_of(words: Int) -> list[list[int]]:
    """The commands that a kernel noted: of each its words, the last of them "end"."""
    commands: list[list[int]] = [[]]
    for code in words[1 : 1 + int(words[0])].tolist():
        commands[-1].append(code)
        if code == o.END:
            commands.append([])
    return commands[:-1]


BOLD = Doctrine(attack_at=0.9, hold_fast=0.2, guard=0.0, withdraw_at=1.5, break_off_at=1.1)
"""Another character, so that other branches are taken."""


@cache
def rules() -> IdahexRules:
    return IdahexRules(load_scenario(SYSTEM))


@dataclass
class Headquarters:
    """Both commanders of the sample war."""

    setting: Setting
    staff: Staff
    room: StaffWorkspace
    work: CommandWorkspace

    def words(self, state: s.State, side: int) -> list[list[int]]:
        """The commands of a side; the state is changed by them."""
        noted: Int = np.zeros(MOST_WORDS, dtype=np.int64)
        parts = (
            self.setting.design,
            self.staff,
            state,
            self.setting.scratch,
            self.room,
            self.work,
        )
        command(*parts, side, noted, NO_LOG)
        return words_of(noted)

    def fight(self, state: s.State, until: float, log: EventLog | None = None) -> int:
        """The whole war, up to a time."""
        parts = (
            self.setting.design,
            self.staff,
            state,
            self.setting.scratch,
            self.room,
            self.work,
        )
        words: Int = np.zeros(1, dtype=np.int64)
        return int(fight(*parts, until, words, log.rows if log is not None else NO_LOG))


def headquarters(red: Doctrine = Doctrine(), blue: Doctrine = Doctrine()) -> Headquarters:  # noqa: B008
    setting = rules().setting
    units = len(setting.units)
    design = setting.design
    return Headquarters(
        setting,
        make_staff(design, (red, blue)),
        make_staff_workspace(design, units),
        make_command_workspace(design, units),
    )


def stops(hq: Headquarters, days: float, seed: int = 0) -> Iterator[tuple[s.State, int]]:
    """Every stop of a war, for either side in turn; with a seed, units begin worn at random."""
    state = rules().start()
    if seed:
        rng = np.random.default_rng(seed)
        state.stock[:] *= rng.uniform(0.3, 1.2, state.stock.shape)
    while state.game.time < days and state.game.phase != s.OVER:
        for side in range(2):
            yield state, side
            hq.words(state, side)
        run(hq.setting.design, state, hq.setting.scratch, NO_LOG)


WARS = [
    (Doctrine(), Doctrine(), 0, 9.0),
    (BOLD, Doctrine(), 1, 4.0),
    (Doctrine(), BOLD, 2, 4.0),
    (BOLD, BOLD, 3, 4.0),
]


@pytest.mark.clause("IDX-4")
@pytest.mark.parametrize(("red", "blue", "seed", "days"), WARS)
def test_the_same_view_gives_the_same_commands(
    red: Doctrine, blue: Doctrine, seed: int, days: float
) -> None:
    hq, dice = headquarters(red, blue), dice_from_seed(seed)
    given = 0
    for state, side in stops(hq, days, seed):
        facts = known_facts(hq.setting, state, side)
        commands = hq.words(state.copy(), side)
        given += len(commands)
        for other in (
            reconstruct(hq.setting, facts),
            determinize(hq.setting, facts, dice),
            determinize(hq.setting, facts, dice),
        ):
            assert hq.words(other, side) == commands, f"day {state.game.time}, side {side}"
    assert given > 10 * days


@pytest.mark.clause("IDX-4")
def test_hidden_numbers_of_the_enemy_change_nothing() -> None:
    """Whatever stands where only the enemy may look, even nonsense."""
    hq, rng = headquarters(), np.random.default_rng(5)
    for state, side in stops(hq, 6.0):
        commands = hq.words(state.copy(), side)
        other = state.copy()
        enemy = other.units.side != side
        forces = other.forces.side != side
        other.stock[enemy] = rng.uniform(0.0, 9e9, other.stock[enemy].shape)
        other.units.entry[enemy] = rng.uniform(-9.0, 9.0)
        for orders in (other.missions.aim, other.missions.wanted):
            orders[forces] = rng.integers(0, 40, orders[forces].shape)
        other.missions.start[forces] = rng.uniform(0.0, 99.0)
        other.waits.begun[forces] = rng.uniform(-9.0, 9.0)
        other.totals[1 - side] = rng.uniform(0.0, 9e9)
        other.values[:] = other.kills[:] = other.lost[:] = other.shares[:] = np.nan
        assert hq.words(other, side) == commands, f"day {state.game.time}, side {side}"


def test_what_the_side_knows_does_change_commands() -> None:
    """So that the tests above can fail: own stocks, and where enemies are."""
    hq = headquarters()
    by_stock = by_place = 0
    for state, side in stops(hq, 6.0):
        commands = hq.words(state.copy(), side)
        poor = state.copy()
        poor.stock[poor.units.side == side] *= 0.2
        by_stock += hq.words(poor, side) != commands
        alone = state.copy()
        for unit in np.flatnonzero(alone.units.side != side):
            alone.units.posture[unit] = s.GONE
        by_place += hq.words(alone, side) != commands
    assert by_stock > 5
    assert by_place > 5


@pytest.mark.clause("IDX-4.1", "IDX-4.2.1", "IDX-4.2.2", "IDX-6")
def test_in_words_the_commands_do_the_same() -> None:
    """Given word by word through the rules, none is refused, and the state is the same."""
    hq, seen = headquarters(), set()
    for state, side in stops(hq, 5.0):
        done, told = state.copy(), state.copy()
        for words in hq.words(done, side):
            seen.add(words[0])
            for word in words:
                refusal = rules().refuse(told, side, word)
                assert refusal is None, (words, refusal)
                rules().apply(told, Step(side, word), EventLog(0))
        # Only the rules count the commands of a stop.
        told.game.given[:] = done.game.given
        assert digest(told) == digest(done), f"day {state.game.time}, side {side}"
    assert seen >= {o.MISSION, o.TRANSFER, o.DELIVERY, o.STRIKE}


# Played through views


def play(agents: Sequence[Agent], until: float) -> s.State:
    """Play with views only; every word is one of the choices."""
    state = rules().start()
    while state.game.time < until:
        decision = rules().decision(state)
        assert decision.kind != Kind.OVER
        side = decision.sides[0]
        seat = Seat(rules(), side, state)
        word = agents[side].decide(seat)
        assert word in seat.choices
        rules().apply(state, Step(side, word), EventLog(0))
    return state


@pytest.mark.clause("IDX-4")
def test_agents_fight_the_war_that_the_kernel_fights() -> None:
    agents = [CommanderAgent(rules(), side, dice_from_seed(side)) for side in range(2)]
    played = play(agents, 2.0)
    fought = rules().start()
    headquarters().fight(fought, 2.0)
    assert digest(played) == digest(fought)


@pytest.mark.clause("IDX-4.1")
def test_greedy_attacks() -> None:
    greedy = GreedyAgent(rules(), 0, dice_from_seed(1))
    commander = CommanderAgent(rules(), 1, dice_from_seed(2))
    state = play((greedy, commander), 2.0)
    home = rules().setting.design.area.owner
    taken = (state.owner == 0) & (home == 1)
    assert taken.any()


class Stubborn(WarAgent):
    """Says what no rules accept, and then something that they do."""

    def think(self, facts: dict[str, object]) -> list[list[int]]:
        book, side = self.rules.book, self.side
        mine = next(r for r, u in enumerate(self.setting.units) if (u.number >= 150) == (side == 1))
        nonsense = [o.MISSION, book.unit(mine), o.END]
        refused = [o.MISSION, book.unit(mine), book.cell(1), o.POSTURE + 10, o.END]
        return [nonsense, refused, [o.END], [o.STOP, o.END]]


def test_refused_commands_are_dropped() -> None:
    """And the rest is said."""
    state, side = rules().start(), 0
    agent = Stubborn(rules(), side, dice_from_seed(1))
    while state.game.phase == s.STRIKES:
        for actor in range(2):
            rules().apply(state, Step(actor, o.GO), EventLog(0))
    words = []
    while not words or words[-1] != o.GO:
        words.append(agent.decide(Seat(rules(), side, state)))
        rules().apply(state, Step(side, words[-1]), EventLog(0))
    assert words.count(o.ABANDON) == 2
    assert words[-3:] == [o.STOP, o.END, o.GO]


# How wars go


@pytest.mark.clause("IDX-2.3", "IDX-3.3.2")
def test_the_sample_war_develops() -> None:
    hq, log = headquarters(), EventLog(200_000)
    state, home = rules().start(), rules().setting.design.area.owner
    most, strength = 0, {}
    role = hq.staff.role[state.units.kind]
    ready: dict[int, float] = {}
    for day in range(1, 11):
        hq.fight(state, float(day), log)
        most = max(most, int(np.count_nonzero((state.owner == 0) & (home == 1))))
        for side in range(2):
            rows = (state.units.side == side) & (state.units.posture >= 10)
            rows &= role == 0
            fuel = 7 - side
            planned = hq.setting.design.forces.toe[state.units.kind[rows], fuel].sum()
            if day <= 5:  # later a side may have lost its depot
                ready[side] = float(state.stock[rows, fuel].sum() / planned)
            strength[side] = int(np.count_nonzero(rows))
    kinds = [type(event.what) for event in log.events()]
    assert most >= 3, "the canal is crossed"
    assert kinds.count(CombatFought) > 20, "and fought over"
    assert kinds.count(transfers.Delivered) > 20, "supplies flow"
    assert kinds.count(allotment.Transferred) > 20
    assert kinds.count(air.AirStrike) > 10, "aircraft fly"
    depot = next(r for r, unit in enumerate(hq.setting.units) if unit.number == 51)
    counts = hq.setting.design.forces.counts[0]
    left = state.stock[depot, counts[NEQ] : counts[NEQ] + counts[NSS]]
    assert (left > 20_000).all(), "Red's depot beside the canal is held"
    assert min(ready.values()) > 0.3, ready
    reserve = [r for r, unit in enumerate(hq.setting.units) if unit.number in (156, 158, 160)]
    assert (state.units.posture[reserve] != 0).all(), "reserves are called up"
    moved = [state.units.place[r] != hq.setting.units[r].place for r in reserve]
    assert all(moved)
    assert min(strength.values()) >= 4, "neither army is thrown away"


@pytest.mark.clause("IDX-5.4.1", "IDX-5.1.3")
def test_who_comes_to_each_cell_is_always_known() -> None:
    camp, state = headquarters(), rules().start()
    for day in range(1, 13):
        camp.fight(state, 2.0 * day)
        anew = state.copy()
        list_movers(anew)
        assert digest(anew) == digest(state)


def test_who_stands_beside_a_large_depot_does_not_count_as_its_guard() -> None:
    """In battle its supplies would tie down all people: the whole cell would be lost at once."""
    hq, state = headquarters(), rules().start()
    hq.words(state, 0)
    place = next(u.place for u in hq.setting.units if u.number == 51)
    supplies = state.units.place == place
    counts = hq.setting.design.forces.counts[0]
    tied = 0.1 * state.stock[supplies][:, counts[NEQ] : counts[NEQ] + counts[NSS]].sum()
    people = state.stock[supplies][:, counts[NMAT]].sum()
    assert tied > people
    assert hq.room.cells[BURDEN, place] == 1.0
    assert hq.room.cells[BURDEN].sum() == 1.0, "nowhere else"


@pytest.mark.clause("IDX-5.4.1", "IDX-4.2.1")
def test_units_are_given_what_their_weapons_need() -> None:
    """Red's divisions are planned with ammunition for half of theirs; near the depot they get it.

    A fifth more, once: in quiet, nobody is given anything twice.
    """
    hq, state = headquarters(), rules().start()
    rows = [r for r, u in enumerate(hq.setting.units) if u.number in (14, 15)]
    kind, counts = int(state.units.kind[rows[0]]), hq.setting.design.forces.counts[0]
    ammunition = int(counts[NEQ])
    wants = 1.2 * state.stock[rows] @ hq.staff.demand[0, :, 0]
    assert (wants > 1.5 * hq.setting.design.forces.toe[kind, ammunition]).all()
    for _ in range(4):
        hq.words(state, 0)
        run(hq.setting.design, state, hq.setting.scratch, NO_LOG)
    given = max(state.stock[row, ammunition] / want for row, want in zip(rows, wants, strict=True))
    assert 0.9 < given <= 1.01


@pytest.mark.clause("IDX-2.3")
def test_a_war_is_the_same_in_one_call_and_in_many() -> None:
    hq = headquarters()
    once, often = rules().start(), rules().start()
    stops_once = hq.fight(once, 4.0)
    stops_often = sum(hq.fight(often, day / 2) for day in range(1, 9))
    assert digest(once) == digest(often)
    assert stops_once == stops_often == 12, "four cycles with strikes, eight periods"


def test_sorties_of_the_sample() -> None:
    staff, counts = headquarters().staff, rules().setting.design.forces.counts
    assert staff.sorties.sum(axis=1).tolist() == [10.0, 20.0]
    for side in range(2):
        assert not staff.sorties[side, counts[side, NACTYP] :].any()
