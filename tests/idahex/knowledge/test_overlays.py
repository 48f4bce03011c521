"""Overlays: every number is the war's own, opens into what it follows from, tells no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isclose, prod

import numpy as np
import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE, Figure, Kind, OverlayReading, Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG, EventLog
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.knowledge.determinization import determinize
from hexfront.systems.idahex.knowledge.overlays.figures import NOT_TOLD
from hexfront.systems.idahex.knowledge.view import known_facts
from hexfront.systems.idahex.rules.clock import run
from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.table.language import CommandLanguage
from tests.idahex.opponents.test_commander import headquarters, rules, stops

DAYS = 5.5


@cache
def moments() -> list[s.State]:
    """The sample war with commanders, at the start of each period."""
    return [state.copy() for state, side in stops(headquarters(), DAYS) if side == 0]


def fights() -> Iterator[tuple[s.State, int, int]]:
    """Moments with their engagements: state, row, cell."""
    for state in moments():
        for row in np.flatnonzero(state.engagements.cell).tolist():
            if state.figures.front_length[row] > 0:
                yield state, row, int(state.engagements.cell[row])


def ask(state: s.State, viewer: int, overlay: str, subject: str = "") -> OverlayReading:
    return rules().read_overlay(rules().view(state, viewer), overlay, subject)


def walk(figures: tuple[Figure, ...]) -> Iterator[Figure]:
    for figure in figures:
        yield figure
        yield from walk(figure.parts)


def find(figures: tuple[Figure, ...], words: str) -> Figure:
    return next(figure for figure in walk(figures) if words in figure.caption)


def number(figure: Figure) -> float:
    assert isinstance(figure.value, float), figure.caption
    return figure.value


@pytest.mark.clause("IDX-5.1.3")
def test_the_numbers_of_an_engagement_are_those_of_the_war() -> None:
    count = 0
    for state, row, cell in fights():
        for viewer in (0, 1, UMPIRE):
            figures = ask(state, viewer, "engagement", str(cell)).figures
            for words, column in (
                ("FRGRD", "ratio"),
                ("FRGA", "ratio_air"),
                ("Velocity of the FEBA", "velocity"),
                ("Intensity", "intensity"),
                ("Depth of the defence", "defence_depth"),
            ):
                assert number(find(figures, words)) == pytest.approx(
                    getattr(state.figures, column)[row], rel=1e-12
                )
            assert (
                number(next(f for f in figures if f.caption == "FEBA")) == state.figures.feba[row]
            )
            count += 1
    assert count > 20


@pytest.mark.clause("IDX-5.1.3")
def test_the_force_ratio_opens_into_weapons_units_and_values() -> None:
    for state, _, cell in fights():
        ratio = find(ask(state, UMPIRE, "engagement", str(cell)).figures, "FRGRD")
        above, below = (number(part) for part in ratio.parts)
        assert number(ratio) == pytest.approx(above / below, rel=1e-12)
        for value in ratio.parts:
            (table,) = value.parts
            total = 0.0
            for weapon in table.parts:
                firing, each, worth = weapon.parts
                assert number(worth) == pytest.approx(number(firing) * number(each), rel=1e-12)
                total += number(worth)
                (units,) = firing.parts
                by_unit = 0.0
                for unit in units.parts:
                    held, frinv, freff, ers = (number(cell) for cell in unit.parts)
                    assert ers == pytest.approx(held * frinv * freff, rel=1e-12)
                    by_unit += ers
                assert number(firing) == pytest.approx(by_unit, rel=1e-12)
            assert number(value) == pytest.approx(total, rel=1e-9)


@pytest.mark.clause("IDX-5.1.1")
def test_a_number_of_a_kill_matrix_is_the_product_of_its_factors() -> None:
    checked = 0
    for state, row, cell in fights():
        figures = ask(state, UMPIRE, "engagement", str(cell)).figures
        if any("is of now" in figure.caption for figure in walk(figures)):
            # At the very end of the frame the attackers broke in: so it is said.
            assert state.figures.feba[row] >= rules().setting.design.combat.limit[0]
            continue
        attacker = int(state.engagements.attacker[row])
        for name, side in (("A", attacker), ("D", 1 - attacker)):
            matrix = find(figures, f"Kill matrix {name}")
            for i, weapon in enumerate(matrix.parts):
                for j, entry in enumerate(weapon.parts):
                    assert number(entry) == state.kills[row, side, i, j]
                    rate, time, aim, of_weapon, of_target, power, firing, exposed = entry.parts
                    if number(firing) == 0.0:
                        continue
                    factors = (rate, time, aim, of_weapon, of_target, power, exposed)
                    product = prod(number(f) for f in factors) / number(firing)
                    assert product == pytest.approx(number(entry), rel=1e-9)
                    (powers,) = power.parts
                    total = sum(
                        prod(number(c) for c in unit.parts if c.value != "none")
                        for unit in powers.parts
                    )
                    assert number(power) == pytest.approx(total, rel=1e-9)
                    (exposures,) = exposed.parts
                    total = sum(prod(number(c) for c in unit.parts) for unit in exposures.parts)
                    assert number(exposed) == pytest.approx(total, rel=1e-9)
                    checked += 1
    assert checked > 200


@pytest.mark.clause("IDX-5.4.1")
def test_involvement_is_what_support_was_dealt_out_for() -> None:
    for state, _, cell in fights():
        for side in range(2):
            figures = ask(state, side, "engagement", str(cell)).figures
            own, other = (
                find(figures, f"Involvement of {rules().setting.names.sides[k]}")
                for k in (side, 1 - side)
            )
            assert other.value == NOT_TOLD
            assert other.parts == ()
            assert not any("is of now" in f.caption for f in walk((own,)))
            for figure in walk((own,)):
                if figure.caption == "frinv":
                    assert 0.0 <= number(figure) <= 1.0 + 1e-12


@pytest.mark.clause("IDX-5.1.3")
def test_losses_are_scaled_potential_losses() -> None:
    seen = 0
    for state, _, cell in fights():
        figures = ask(state, UMPIRE, "engagement", str(cell)).figures
        for figure in walk(figures):
            if " lost by " not in figure.caption:
                continue
            values = {part.caption: number(part) for part in figure.parts}
            if "Potential loss" in values:
                whole = values["Scale"] * values["TI"] * values["Potential loss"]
                assert number(figure) == pytest.approx(whole, rel=1e-9)
                seen += 1
    assert seen > 50


def test_every_datum_names_its_group_and_variable() -> None:
    sources = set()
    for state, _, cell in fights():
        for figure in walk(ask(state, UMPIRE, "engagement", str(cell)).figures):
            if figure.source:
                assert figure.clause.startswith("IDX-G")
                sources.add(figure.source.split("(")[0].split(": ")[1])
    assert {"katk", "kdef", "aggatk", "stdtgt", "fckar", "vfeba.f", "frdval.x", "td"} <= sources


@pytest.mark.clause("IDX-4")
def test_units_have_the_names_of_the_scenario() -> None:
    state, _, place = next(fights())
    figures = ask(state, UMPIRE, "engagement", str(place)).figures
    units = {figure.unit for figure in walk(figures)}
    assert {"day", "km a day"} <= units
    assert not any("time" in unit or "distance" in unit for unit in units)


def test_overlays_of_a_side_do_not_depend_on_what_it_may_not_know() -> None:
    setting, dice = rules().setting, dice_from_seed(3)
    for state, _, cell in list(fights())[::4]:
        for side in range(2):
            facts = known_facts(setting, state, side)
            other = determinize(setting, facts, dice)
            for overlay, subject in (("engagement", str(cell)), ("cell", str(cell))):
                assert ask(state, side, overlay, subject) == ask(other, side, overlay, subject)
            for counter in rules().view(state, side).counters[::3]:
                if counter.place:
                    for overlay in ("status", "march"):
                        one, two = (ask(k, side, overlay, counter.id) for k in (state, other))
                        assert one == two


@pytest.mark.clause("IDX-3.2")
def test_the_next_status_of_a_unit_comes_when_its_overlay_says() -> None:
    """The reading's delay, from when the transition began, is the time on the agenda."""
    seen = 0
    for state in moments():
        for force in np.flatnonzero(state.forces.first != s.NONE).tolist():
            unit, side = int(state.forces.first[force]), int(state.forces.side[force])
            if state.units.posture[unit] < 10 or not np.isfinite(state.agenda[force, DUE]):
                continue
            name = str(rules().setting.units[unit].number)
            found = find(ask(state, side, "status", name).figures, "Next status at")
            assert number(found) == state.agenda[force, DUE]
            _, begun, delay = found.parts
            due = number(begun) + number(delay)
            # Delays of now: supplies and transport may have changed since it began.
            seen += isclose(due, number(found), rel_tol=1e-9) or due >= state.game.time
    assert seen > 20


@pytest.mark.clause("IDX-3.2.3")
def test_a_foreseen_mission_takes_as_long_as_it_does() -> None:
    """A march in peace: what is foreseen is what the clock brings."""
    state = rules().start()
    language = CommandLanguage(rules())
    seen = 0
    state.game.phase = s.COMMANDS
    for row, unit in enumerate(rules().setting.units):
        side = int(state.units.side[row])
        if state.units.posture[row] // 10 != s.HOLD or state.units.force[row] != s.NONE:
            continue
        times = ask(state, side, "march", str(unit.number)).places
        near = sorted(times, key=times.__getitem__)[1:4]
        if not near:
            continue
        for cell in near:
            text = f"mission {unit.number}: {cell} 10"
            answer = ask(state, side, "foresee", text)
            takes = next((f for f in answer.figures if f.caption == "That takes"), None)
            if takes is None:
                continue
            assert number(takes) == pytest.approx(times[cell], rel=1e-9)
            copy = state.copy()
            offer = language.read(rules().view(copy, side), text)
            assert offer is not None
            command = understand(rules().book, offer.orders[:-1])
            assert rules()._commander.carry_out(copy, side, command, NO_LOG) is None
            due = float(state.game.time) + number(takes)
            while copy.game.time < due and copy.game.phase != s.OVER:
                run(rules().setting.design, copy, rules().setting.scratch, NO_LOG)
            assert copy.units.place[row] == int(cell)
            seen += 1
    assert seen > 10


def test_what_would_be_refused_is_said_before() -> None:
    state = moments()[5]
    reading = ask(state, 0, "foresee", "7: 12 10")
    assert reading.figures[0].caption == "It would be refused"
    assert reading.figures[0].clause.startswith("IDX-")
    for text in ("", "7", "7: 999 10", "no 5: 4", "mission 7 12 10", "151: 50 10, 3"):
        with pytest.raises(InputError):
            ask(state, 0, "foresee", text)
    with pytest.raises(InputError):
        ask(state, SPECTATOR, "foresee", "7: 50 10")


def test_supplies_last_as_long_as_the_overlay_says() -> None:
    """What a unit at rest uses in a frame is what its reading says, of each type."""
    state = moments()[0].copy()
    names = rules().setting.names.resources
    before = state.stock.copy()
    clock = rules().setting.design.area.clock
    told = {}
    for row, unit in enumerate(rules().setting.units):
        if state.units.posture[row] >= 10 and state.units.engagement[row] == s.NONE:
            side = int(state.units.side[row])
            told[row] = find(ask(state, side, "status", str(unit.number)).figures, "Supplies, as")
    frames = state.game.frames
    while state.game.frames == frames:
        run(rules().setting.design, state, rules().setting.scratch, NO_LOG)
    days = (state.game.frames - frames) * clock[2]
    seen = 0
    for row, table in told.items():
        side = int(state.units.side[row])
        for supply in table.parts:
            item = names[side].index(supply.caption)
            used = before[row, item] - state.stock[row, item]
            if used > 0 and before[row, item] > used:
                rate = number(supply.parts[1])
                assert used / days == pytest.approx(rate, rel=0.05)
                seen += 1
    assert seen > 10


def test_orders_that_stand_in_a_draft_do_not_matter() -> None:
    game = rules()
    state, log = moments()[3].copy(), EventLog()
    if game.decision(state).kind == Kind.ORDERS and 0 in game.decision(state).sides:
        game.apply(state, Step(0, 3), log)
    assert ask(state, 0, "foresee", "7: 50 10").overlay == "foresee"
