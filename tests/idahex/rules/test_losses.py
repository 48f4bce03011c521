"""Actual losses, the square law, and the feba (5.1.3, 5.2)."""

from __future__ import annotations

from math import inf

import pytest

from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.state import ATTACKERS, DEFENDERS
from tests.idahex.designs import make_design, unit
from tests.idahex.fights import PLACE, duel, engagement, fight, random_war


@pytest.mark.clause("IDX-5.1")
@pytest.mark.parametrize(("red", "blue"), [(100.0, 100.0), (100.0, 60.0), (30.0, 100.0)])
def test_the_square_law(red: float, blue: float) -> None:
    """x' = x - k y and y' = y - k x give x'^2 - y'^2 = (1 - k^2) (x^2 - y^2), frame by frame."""
    design = make_design()
    state = duel(design, red, blue)
    k = float(design.combat.kill_attack[0, 0, 0])
    for frame in range(1, 11):
        fight(design, state)
        x, y = state.stock[:, 0]
        assert x * x - y * y == pytest.approx((1 - k * k) ** frame * (red**2 - blue**2), abs=1e-9)
    assert state.figures.ratio[0] == pytest.approx(
        (state.stock[0, 0] + state.lost[0, 0]) / (state.stock[1, 0] + state.lost[1, 0])
    )


@pytest.mark.clause("IDX-5.1")
def test_the_square_law_is_kept_the_better_the_shorter_the_frame() -> None:
    drift = []
    for frames in (4, 16, 64):
        design = make_design(frame=1.0 / frames)
        state = duel(design, 100.0, 60.0)
        fight(design, state, frames)
        x, y = state.stock[:, 0]
        drift.append(6400 - (x * x - y * y))
    assert drift[0] == pytest.approx(4 * drift[1], rel=0.01)
    assert drift[1] == pytest.approx(4 * drift[2], rel=0.01)


def prescribed() -> d.Design:
    """Attackers lose 20 % a day, defenders 40 %, whatever the force ratio."""
    design = make_design(npost=(2, 1, 1, 2))
    design.combat.loss_attack[:] = 0.2
    design.combat.loss_defence[:] = 0.4
    return design


@pytest.mark.clause("IDX-5.1.3")
def test_losses_are_scaled_to_what_the_force_ratio_prescribes() -> None:
    design = prescribed()
    state = duel(design, 100.0, 50.0)
    fight(design, state, 4)
    assert state.stock[:, 0] == pytest.approx([80.0, 30.0])
    for role, lost in ((0, 1 - 0.8**0.25), (1, 1 - 0.6**0.25)):
        assert state.figures.loss[0, role] == pytest.approx(lost)
        product = state.figures.scale[0, role] * state.figures.potential[0, role]
        assert product == pytest.approx(lost)


@pytest.mark.clause("IDX-5.1.3")
def test_each_side_may_be_left_unscaled() -> None:
    design = prescribed()
    design.combat.loss_defence[:] = -1.0
    state = duel(design, 100.0, 50.0)
    fight(design, state)
    assert state.lost[:, 0] == pytest.approx([100 * (1 - 0.8**0.25), 2.5])
    assert state.figures.scale[0, DEFENDERS] == 1.0


@pytest.mark.clause("IDX-5.1.3")
@pytest.mark.parametrize(
    ("feba", "zone", "inside", "intensity"),
    [(0.0, 0.5, 18, 0.2327), (0.05, 0.5, 18, 0.5817), (0.2, 0.0, 18, 1.0), (0.0, 0.0, PLACE, 1.0)],
)
def test_intensity_follows_the_overlap(
    feba: float, zone: float, inside: int, intensity: float
) -> None:
    design = make_design()
    design.combat.zone[1] = zone
    state = engagement(design, d.RED, [unit(1, 0, inside, 40), unit(2, 1, PLACE)])
    state.figures.feba[0] = feba
    fight(design, state)
    # The defence is 30 / 13.959 = 2.149 deep.
    assert state.figures.intensity[0] == pytest.approx(intensity, abs=1e-4)
    assert state.lost[:, 0] == pytest.approx(2.5 * state.figures.intensity[0])


@pytest.mark.clause("IDX-5.1.3")
def test_no_more_is_lost_than_is_involved() -> None:
    design = make_design(resources=((2, 0, 0, 0, 0),) * 2)
    design.support.group[1, 1] = 2
    design.support.protects[1, 1, 0] = 0.5
    design.combat.kill_attack[:] = 9.0
    state = engagement(
        design,
        d.RED,
        [unit(1, 0, 18, 40, (100.0, 100.0)), unit(2, 1, PLACE, 10, (20.0, 100.0))],
    )
    fight(design, state)
    assert state.stock[1] == pytest.approx([0.0, 90.0])
    assert state.shares[1] == pytest.approx([1.0, 1.0, 0.1])


@pytest.mark.clause("IDX-5.1.3")
def test_a_dummy_attack_loses_everything() -> None:
    design = make_design(resources=((1, 0, 1, 0, 0),) * 2)
    state = engagement(
        design,
        d.RED,
        [unit(1, 0, 18, 40, (0.0, 70.0)), unit(2, 1, PLACE, 10, (50.0, 10.0))],
    )
    fight(design, state)
    assert state.figures.ratio[0] == 0.0
    assert state.stock.tolist() == [[0.0, 0.0], [50.0, 10.0]]
    assert state.totals[0, s.GROUND].tolist() == [0.0, 70.0]


@pytest.mark.clause("IDX-5.1.3")
def test_defenders_who_cannot_fight_lose_everything() -> None:
    design = make_design(resources=((1, 0, 1, 0, 0),) * 2)
    state = engagement(
        design,
        d.RED,
        [unit(1, 0, 18, 40, (1.0, 7.0)), unit(2, 1, PLACE, 10, (0.0, 10.0))],
    )
    fight(design, state)
    assert state.figures.ratio[0] == state.figures.ratio_air[0] == inf
    assert state.stock.tolist() == [[1.0, 7.0], [0.0, 0.0]]


@pytest.mark.clause("IDX-5.1.3")
@pytest.mark.parametrize(
    ("red", "blue", "left"),
    [(1.0, 9_900.0, True), (1.0, 10_100.0, False), (9_900.0, 1.0, True), (10_100.0, 1.0, False)],
)
def test_the_bounds_of_the_force_ratio(red: float, blue: float, left: bool) -> None:
    design = make_design()
    design.combat.loss_attack[:] = design.combat.loss_defence[:] = 0.1
    state = duel(design, red, blue)
    fight(design, state)
    assert state.figures.ratio[0] == pytest.approx(red / blue)
    assert bool(state.stock.min() > 0.0) is left


@pytest.mark.clause("IDX-5.1.3")
def test_the_representative_posture_is_that_of_most_value() -> None:
    design = prescribed()
    design.combat.loss_attack[:, :] = [[0.1], [0.6]]
    for first, second, expected in ((60.0, 50.0, 40), (50.0, 60.0, 41), (50.0, 50.0, 40)):
        state = engagement(
            design,
            d.RED,
            [
                unit(1, 0, 18, 41, (second,)),
                unit(2, 0, 18, 40, (first / 2,)),
                unit(3, 0, 12, 40, (first / 2,)),
                unit(4, 1, PLACE, 11),
            ],
        )
        fight(design, state)
        assert state.engagements.posture[0, ATTACKERS] == expected
        assert state.engagements.posture[0, DEFENDERS] == 11
        daily = {40: 0.1, 41: 0.6}[expected]
        assert state.figures.loss[0, ATTACKERS] == pytest.approx(1 - (1 - daily) ** 0.25)


@pytest.mark.clause("IDX-5.2")
@pytest.mark.parametrize(
    ("speed", "before", "after"),
    [(6.0, 0.0, 0.1), (6.0, 0.95, 1.0), (-6.0, 0.3, 0.2), (-6.0, 0.05, 0.0), (0.0, 0.4, 0.4)],
)
def test_the_feba_stays_within_the_cell(speed: float, before: float, after: float) -> None:
    design = make_design()
    design.combat.speed[:] = speed
    state = duel(design)
    state.figures.feba[0] = before
    fight(design, state)
    assert state.figures.feba[0] == pytest.approx(after)
    assert state.figures.feba_before[0] == before


@pytest.mark.clause("IDX-3.3.6")
@pytest.mark.parametrize(("speed", "entry"), [(6.0, -1.75), (0.0, -2.0), (-6.0, -2.0)])
def test_no_preparation_while_the_feba_advances(speed: float, entry: float) -> None:
    design = make_design()
    design.combat.speed[:] = speed
    state = duel(design)
    state.units.entry[:] = -2.0
    state.figures.feba[0] = 0.5
    fight(design, state)
    assert state.units.entry.tolist() == [-2.0, entry]


@pytest.mark.clause("IDX-5.2")
def test_close_air_support_counts_as_the_weapons_that_would_kill_as_much() -> None:
    design = make_design()
    state = duel(design, 100.0, 50.0)
    # A day's strikes that kill what 40 Red weapons kill in a day's 4 frames.
    state.close[0, 1, 0] = 4 * 40 * 0.025
    state.close[0, 0, 0] = 4 * 20 * 0.025
    fight(design, state)
    assert state.figures.air[0, ATTACKERS] / state.figures.value[0, ATTACKERS] == pytest.approx(0.4)
    assert state.figures.air[0, DEFENDERS] / state.figures.value[0, DEFENDERS] == pytest.approx(0.4)
    assert state.figures.ratio[0] == pytest.approx(2.0)
    state.close[0, 0, 0] = 0.0
    state.stock[:, 0] = [100.0, 50.0]
    fight(design, state)
    assert state.figures.ratio_air[0] == pytest.approx(2.8)


@pytest.mark.clause("IDX-5.1.3")
@pytest.mark.parametrize("seed", range(100, 130))
def test_losses_never_exceed_stocks_and_add_up(seed: int) -> None:
    design, state = random_war(seed)
    design.combat.kill_attack[:] *= 50.0
    start = state.stock.copy()
    for _ in range(3):
        before = state.stock.copy()
        fight(design, state)
        assert (state.stock >= 0.0).all()
        assert (state.lost <= before).all()
        assert (state.shares[:, 1:] <= 1.0).all() and (state.shares >= 0.0).all()
        assert 0.0 <= state.figures.feba[0] <= 1.0
    lost = start - state.stock
    for side in range(2):
        rows = state.units.side == side
        assert state.totals[side, s.GROUND] == pytest.approx(lost[rows].sum(axis=0))
