"""The manual's errata: each that can run, by hand from the print; and a whole war as printed."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import hexfront
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG
from hexfront.core.rulebook import load_rulebook
from hexfront.core.scenario import load_scenario
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.deck import errata
from hexfront.systems.idahex.opponents.staff.commands import make_command_workspace
from hexfront.systems.idahex.opponents.staff.headquarters import (
    Doctrine,
    make_staff,
    make_staff_workspace,
)
from hexfront.systems.idahex.rules import air
from hexfront.systems.idahex.rules.clock import begin
from hexfront.systems.idahex.rules.combat.involvement import involvement_of
from hexfront.systems.idahex.rules.maneuver import delays, entries
from hexfront.systems.idahex.rules.maneuver.forces import constitute, form
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import engage, open_engagement
from hexfront.systems.idahex.scenario.initial_state import make_scratch, open_war
from hexfront.systems.idahex.scenario.loader import IdahexScenario, load, with_options
from hexfront.systems.idahex.study.team import fight as fight_war
from tests.idahex.designs import as_printed, make_design, unit
from tests.idahex.fights import PLACE, engagement, fight
from tests.idahex.rules.test_air import assess as assess_strikes
from tests.idahex.rules.test_air import enter, simple, strike
from tests.idahex.rules.test_involvement import fractions, plain
from tests.idahex.rules.test_tactics import put, war_of
from tests.idahex.rules.test_transfers import transfer
from tests.idahex.wars import check_agenda, check_engagements, check_lists, set_next

HERE = 20
GUIDE = Path(hexfront.__file__).parents[2] / "docs" / "guides" / "idahex-designing.md"
ERRATA = load_rulebook(SYSTEM.folder).errata


# The list


def test_each_erratum_that_can_run_has_a_name_for_the_option_and_a_place() -> None:
    assert {one.name for one in ERRATA if one.followed} == set(errata.NAMES)
    places = {
        name.lower().replace("_", "-"): place
        for name, place in vars(errata).items()
        if name.isupper() and isinstance(place, int)
    }
    places["feba"] = places.pop("feba-at-end")
    assert places == {n: p for p, n in enumerate(errata.NAMES) if n not in ("period", "maps")}
    assert get_args(errata.Name) == errata.NAMES


def test_the_guide_lists_all_errata() -> None:
    """Its table says what the data say, in the same order."""
    rows = []
    for one in ERRATA:
        name = f"`{one.name}`" if one.followed else ""
        rows.append(f"| {one.clause} | {one.printed} | {one.ours} | {name} |")
    lines = GUIDE.read_text(encoding="utf-8").splitlines()
    start = lines.index(rows[0])
    assert lines[start : start + len(rows)] == rows
    assert not any(line.startswith("|") for line in lines[start + len(rows) :])


def test_the_option_names_all_errata_or_some() -> None:
    found = {
        word: with_options(sample(), {"as_printed": word}).setting.design.printed.tolist()
        for word in ("false", "true", "steps,Feba", "feba, steps,feba")
    }
    assert found["false"] == [0] * 12
    assert found["true"] == [1] * 12
    assert found["steps,Feba"] == found["feba, steps,feba"] == [0] * 9 + [1, 1, 0]
    document = sample().document
    document["options"]["as_printed"] = ["givers"]
    assert load(document, None, "file").setting.design.printed.tolist() == [0] * 5 + [1] + [0] * 6


@pytest.mark.parametrize("word", ["", "all", "steps,moon", "steps,,feba", "true,steps", "7"])
def test_an_erratum_that_is_none_or_cannot_run_is_refused(word: str) -> None:
    with pytest.raises(InputError) as caught:
        with_options(sample(), {"as_printed": word})
    expected = "one of: false, true; or some, with commas, of: period, maps, carriers"
    assert f"option as_printed: found '{word}', expected {expected}" in str(caught.value)
    document = sample().document
    for wrong in ([word], word, 3, {"steps": True}, None, [["steps"]]):
        document["options"]["as_printed"] = wrong
        with pytest.raises(
            InputError, match=r"/options/as_printed: found .*true, false, or a list"
        ):
            load(document, None, "file")


def sample() -> IdahexScenario:
    found = load_scenario(SYSTEM)
    assert isinstance(found, IdahexScenario)
    return found


# Decks


@pytest.mark.clause("IDX-2.1")
def test_maps_of_ones() -> None:
    printed, ours = (
        with_options(sample(), {"as_printed": name}).setting.design.area.changes.tolist()
        for name in ("maps", "steps")
    )
    environments = sorted({b for b in sample().game.values["basic_env"].values() if b > 0})
    assert printed[: len(environments)] == [[0, 0, basic, 1] for basic in environments]
    assert printed[len(printed) - len(ours) :] == ours
    routes = with_options(sample(), {"as_printed": "maps"}).game.values["basic_rtetype"]
    assert routes[33, 44] == 7


# Delays


def stacked() -> tuple[d.Design, s.State]:
    """100 carriers that can take 100, and 40 passengers; each carrier needs twice what it has."""
    design = make_design(types=((0, (100.0,)), (0, (100.0,)), (1, (100.0,))))
    design.delays.unit_class[:] = 1, 2, 0
    design.delays.load_class[0, 0] = 1
    design.delays.load_capacity[0, 0] = design.delays.carries[0, 0] = 1.0
    design.delays.load_size[0, 0, 1] = 1.0
    design.delays.needs[0, 0] = 2.0
    design.delays.fitness[:, 0] = -1.0
    units = [unit(1, 0, HERE), unit(2, 1, HERE, stock=(40.0,)), unit(9, 2, 42)]
    state = open_war(design, units)
    form(state, np.array([0, 1]), 2, 1)
    return design, state


@pytest.mark.clause("IDX-3.2.3.2", "IDX-3.2.4.2")
def test_carriers_move_with_the_part_that_is_loaded() -> None:
    """LOAD/CC = .4: TR = .6 · 100 / 200, or as printed .4 · 100 / 200; fmr = TR / (2 − TR)."""
    design, state = stacked()
    for war, ratio in ((design, 0.3), (as_printed(design, "carriers"), 0.2)):
        ground = delays.ground_of(war)
        fmr = ratio / (2 - ratio)
        assert delays.march_from(ground, state, 0, HERE, 21, 30)[0] == pytest.approx(1.5 / fmr)
        flight = delays.flight_from(ground, state, 0, HERE, 21)[0]
        assert flight == pytest.approx(0.15 / fmr)


@pytest.mark.clause("IDX-3.2.5.2")
def test_a_stacked_force_disengages_without_supplies() -> None:
    """Basic delay 2, factor .5, march 15 / 10."""
    design = make_design(
        resources=((1, 0, 0, 1, 0),) * 2, types=((0, (9.0, 9.0)), (0, (9.0, 9.0)), (1, (9.0,)))
    )
    design.delays.unit_class[:] = 1, 2, 0
    design.delays.supplies[0, 0, 0] = 1.0
    design.delays.disengage[:] = 2.0, 0.5
    units = [unit(1, 0, HERE, 20, (9.0, 0.0)), unit(2, 1, HERE, 20, (9.0, 0.0)), unit(9, 2, 42)]
    state = open_war(design, units)
    state.units.objective[:2] = 21
    form(state, np.array([0, 1]), 2, 1)
    fight_row = open_engagement(state, HERE, 1)
    for row in (0, 1):
        engage(state, fight_row, row, 0)
    printed = as_printed(design, "escape")
    parts = (state, 0, 21, 30, True)
    lacking = (inf, delays.NO_SUPPLIES)
    assert delays.withdrawal_delay(delays.ground_of(design), *parts) == lacking
    delay, reason = delays.withdrawal_delay(delays.ground_of(printed), *parts)
    assert (delay, reason) == (2.75, delays.NO_REASON)
    assert delays.march_from(delays.ground_of(printed), state, 0, HERE, 21, 30) == lacking
    state.forces.mode[0] = 0
    assert delays.withdrawal_delay(delays.ground_of(printed), *parts) == lacking


@pytest.mark.clause("IDX-3.3.6")
@pytest.mark.parametrize(("names", "entry"), [((), 6.5), (("entry",), 2.0)])
def test_giving_up_an_attack_costs_no_preparation(names: tuple[str, ...], entry: float) -> None:
    """At 5, from 21 back to 20 in 15 / 10, while an enemy comes to 20; entered at 2."""
    war = war_of([20], [12])
    war.design = as_printed(war.design, *names) if names else war.design
    put(war, 1, 30, 20)
    war.state.game.time = 5.0
    put(war, 0, 40, 21, 2.0)
    force = constitute(war.state, 0)
    set_next(war.state, force, 20, 40, 20)
    entries.set_entries(war.ground, war.state, force)
    assert war.state.units.entry[0] == entry


# Transfers


@pytest.mark.clause("IDX-4.2.1")
@pytest.mark.parametrize(
    ("names", "held", "left"),
    [
        ((), 100.0, [0.0, 80.0, 100.0]),
        (("givers",), 100.0, [0.0, 50.0, 100.0]),
        (("givers",), 40.0, [0.0, 0.0, 100.0]),
    ],
)
def test_givers_with_a_plan_give_the_whole_amount(
    names: tuple[str, ...], held: float, left: list[float]
) -> None:
    """50 are wanted; who has no plan gives his 30; as printed the other gives 50, and 30 vanish."""
    design = make_design(types=((0, (0.0,)), (0, (100.0,)), (1, (100.0,))))
    design = as_printed(design, *names) if names else design
    units = [unit(1, 0, 9, 11, (30.0,)), unit(2, 1, 9, 11, (held,)), unit(3, 1, 9, 10, (50.0,))]
    state = open_war(design, [*units, unit(90, 2, 42)])
    code, _ = transfer(design, state, 9, 0, [0, 1], [2], {0: 50.0})
    assert code == 0
    assert state.stock[:3, 0].tolist() == pytest.approx(left)


# Involvement


@pytest.mark.clause("IDX-5.4.1")
def test_carriers_stay_out_of_combat() -> None:
    design = make_design(types=((0, (100.0,)), (0, (100.0,)), (1, (100.0,))))
    design.delays.unit_class[:] = 1, 2, 0
    units = [unit(1, 0, HERE), unit(2, 1, HERE), unit(9, 2, 42)]
    state = open_war(design, units)
    form(state, np.array([0, 1]), 2, 1)
    for war, carrier, passenger in (
        (design, 1.0, 0.0),
        (as_printed(design, "passengers"), 0.0, 1.0),
    ):
        assert involvement_of(war, state, [0]).tolist() == [carrier]
        assert involvement_of(war, state, [1]).tolist() == [passenger]


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize(
    ("names", "weapons", "supplies", "people"),
    [((), 0.6, 0.6, 0.6), (("overhead",), 0.2, 0.2, 0.2)],
)
def test_overhead_is_taken_from_supplies(
    names: tuple[str, ...], weapons: float, supplies: float, people: float
) -> None:
    """100 weapons want a person and half a supply each; 100 people, 50 supplies, overhead 40.

    60 people serve 60 weapons; as printed 10 supplies serve 20.
    """
    design = plain()
    design.support.demand[0, 0] = 0.5, 1.0
    design.support.overhead[:] = 40.0
    design = as_printed(design, *names) if names else design
    found = fractions(design, 100.0, 0.0, 0.0, 50.0, 100.0)
    assert [found[0], found[3], found[4]] == pytest.approx([weapons, supplies, people])


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize(
    ("names", "found"),
    [((), [0.0, 0.0, 1.0]), (("staffing",), [0.1, 0.05, 1.0])],
)
def test_supplies_are_handled_by_as_many_as_there_are_supplies(
    names: tuple[str, ...], found: list[float]
) -> None:
    """20 supplies want 2 people each, and 30 people serve 15 of them; nobody is left.

    As printed 20 people serve 10 supplies, and 10 serve 10 of 100 weapons, which want a tenth
    of a supply each: 1 supply takes part.
    """
    design = plain()
    design.support.demand[0, 3, 1] = 2.0
    design.support.demand[0, 0] = 0.1, 1.0
    design = as_printed(design, *names) if names else design
    fi = fractions(design, 100.0, 0.0, 0.0, 20.0, 30.0)
    assert [fi[0], fi[3], fi[4]] == pytest.approx(found)


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize(
    ("names", "found"),
    [((), [1.0, 25.175 / 100.2]), (("steps",), [100 / 100.7, 99.5 / 100.2])],
)
def test_steps_as_large_as_all_that_can_be_protected(
    names: tuple[str, ...], found: list[float]
) -> None:
    """100.7 weapons each protect a quarter of one of 100.2 others; a step is 1 at most.

    As printed: 100 steps of the first; of the second .25, .5, .75, then 1 each as long as 100.2
    is not passed, which is 98 times: .25 + .5 + .75 + 98 = 99.5.
    """
    design = plain()
    design.support.group[0, 1] = 2
    design.support.protects[0, 1, 0] = 0.25
    design = as_printed(design, *names) if names else design
    assert fractions(design, 100.7, 100.2, 0.0, 0.0, 0.0)[:2] == pytest.approx(found)


# Combat


@pytest.mark.clause("IDX-5.1.3")
@pytest.mark.parametrize(("names", "before"), [((), 0.2), (("feba",), 1.0)])
@pytest.mark.parametrize("posture", [10, 40])
def test_the_feba_is_at_its_end_with_an_attacker_in_the_cell(
    names: tuple[str, ...], before: float, posture: int
) -> None:
    """Velocity −3 for a frame of a quarter, and depth 15: .05 back from where it was."""
    design = make_design()
    design.combat.speed[:] = -3.0
    design = as_printed(design, *names) if names else design
    place = PLACE if posture == 10 else 18
    state = engagement(design, d.RED, [unit(1, 0, place, posture), unit(2, 1, PLACE, 20)])
    state.figures.feba[0] = 0.2
    fight(design, state)
    start = before if posture == 10 else 0.2
    assert state.figures.feba_before[0] == start
    assert state.figures.feba[0] == pytest.approx(start - 0.05)


@pytest.mark.clause("IDX-5.2")
@pytest.mark.parametrize(("names", "counted"), [((), 120.0), (("close-support",), 100.0)])
def test_what_aircraft_destroyed_counts(names: tuple[str, ...], counted: float) -> None:
    """Two strikes could destroy 60 each, of 100."""
    design, state = simple(10)
    design = as_printed(design, *names) if names else design
    row = open_engagement(state, 10, 0)
    for place, attacks in ((0, 1), (1, 0)):
        engage(state, row, place, attacks)
    for _ in range(2):
        assert enter(design, state, strike(role=air.CLOSE_SUPPORT, aircraft=600.0)) == air.OK
    assess_strikes(design, state)
    assert state.close[row, 1, 0] == pytest.approx(counted)


# A whole war


@pytest.mark.clause("IDX-9.2")
@pytest.mark.parametrize("names", ["true", ",".join(n for n in errata.NAMES if n != "givers")])
def test_the_sample_war_is_fought_as_printed(names: str) -> None:
    """Nothing comes from nowhere, and but for givers nothing vanishes."""
    war = with_options(sample(), {"as_printed": names}).setting
    state = open_war(war.design, war.units)
    begin(war.design, state, NO_LOG)
    before = by_side(state)
    room, work = (
        make_staff_workspace(war.design, len(war.units)),
        make_command_workspace(war.design, len(war.units)),
    )
    staff = make_staff(war.design, (Doctrine(), Doctrine()))
    scratch, words = make_scratch(war.design, len(war.units)), np.zeros(1, dtype=np.int64)
    fight_war(war.design, staff, state, scratch, room, work, 8.0, words, NO_LOG)
    check_lists(state)
    check_agenda(state)
    check_engagements(state)
    assert (state.stock >= 0.0).all()
    assert np.isfinite(state.stock).all()
    lost = state.totals.sum(axis=1)
    assert lost[:, :5].sum() > 100.0
    left = by_side(state) + lost
    assert (left <= before * (1 + 1e-9)).all()
    if names != "true":
        assert left == pytest.approx(before)


def by_side(state: s.State) -> d.Float:
    """What the units of each side hold together."""
    return np.array([state.stock[state.units.side == side].sum(axis=0) for side in (0, 1)])
