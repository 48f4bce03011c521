"""Whole frames of engagements, and what follows from them (5.1 to 5.3)."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.core.events import EventLog
from hexfront.systems.idahex.rules.combat.engagements import (
    CombatFought,
    WipedOut,
    assess,
    defeated,
    weak,
)
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.initial_state import make_scratch, open_war
from hexfront.systems.idahex.scenario.state import ATTACKERS, DEFENDERS
from tests.amounts import amount
from tests.idahex.combat_oracle import War, frame
from tests.idahex.designs import as_printed, make_design, unit
from tests.idahex.fights import PLACE, duel, engagement, fight, random_war

FIGURES = {
    "feba": ("feba",),
    "fgrd": ("value", 0),
    "ggrd": ("value", 1),
    "fair": ("air", 0),
    "gair": ("air", 1),
    "FRGRD": ("ratio",),
    "FRGA": ("ratio_air",),
    "alpha": ("alpha",),
    "front": ("front_length",),
    "defdepth": ("defence_depth",),
    "TI": ("intensity",),
    "scalarA": ("scale", 0),
    "scalarD": ("scale", 1),
    "speed": ("velocity",),
}


@pytest.mark.clause("IDX-5.1", "IDX-5.1.1", "IDX-5.1.2", "IDX-5.1.3", "IDX-5.2", "IDX-5.4.3")
@pytest.mark.parametrize("seed", range(amount(15, 45)))
@pytest.mark.parametrize("printed", [False, True])
def test_a_frame_is_what_the_manual_makes_of_it(seed: int, printed: bool) -> None:
    design, state = random_war(seed)
    design = as_printed(design) if printed else design
    expected = frame(War(design, state), 0)
    before = state.stock.copy()
    fight_at_once(design, state)
    attacker = int(state.engagements.attacker[0])
    counts = design.forces.counts
    m, n = int(counts[attacker, d.NGG]), int(counts[1 - attacker, d.NGG])
    a, b = state.kills[0, attacker], state.kills[0, 1 - attacker]
    assert a[:m, :n] == pytest.approx(expected.A, rel=1e-6, abs=1e-12)
    assert b[:n, :m] == pytest.approx(expected.D, rel=1e-6, abs=1e-12)
    assert state.values[0, attacker] == pytest.approx(expected.vala, rel=1e-5, abs=1e-9)
    assert state.values[0, 1 - attacker] == pytest.approx(expected.vald, rel=1e-5, abs=1e-9)
    for name, column in FIGURES.items():
        name_of, *role = column
        found = getattr(state.figures, name_of)[0, *role]
        assert found == pytest.approx(expected.figures[name], rel=1e-5, abs=1e-9), name
    assert state.engagements.posture[0, ATTACKERS] == expected.figures["postA"]
    assert state.engagements.posture[0, DEFENDERS] == expected.figures["postD"]
    for u, loss in expected.loss.items():
        assert state.lost[u] == pytest.approx(loss, rel=1e-5, abs=1e-6)
        assert state.stock[u] == pytest.approx(before[u] - loss, abs=1e-4)
    for u, entry in expected.tentry.items():
        assert state.units.entry[u] == pytest.approx(entry)


def fight_at_once(design: d.Design, state: s.State) -> None:
    """One frame that ends now."""
    state.game.time -= design.area.clock[d.FRAME]
    fight(design, state)


@pytest.mark.clause("IDX-5.1")
def test_the_same_war_gives_the_same_numbers() -> None:
    found = []
    for _ in range(2):
        design, state = random_war(7)
        fight(design, state, 3)
        found.append(b"".join(np.asarray(array).tobytes() for array in state))
    assert found[0] == found[1]


@pytest.mark.clause("IDX-5.3")
@pytest.mark.parametrize(
    ("vanish", "left", "expected"),
    [
        (0.05, 5.1, False),
        (0.05, 4.9, True),
        (0.0, 0.0, False),
        (0.05, 5.0, False),
        (0.05, 4.99999, False),
        (0.05, 4.99998, True),
        (1.0, 99.0, True),
    ],
)
def test_a_unit_is_eliminated_below_its_share_of_standard_value(
    vanish: float, left: float, expected: bool
) -> None:
    design = make_design(resources=((1, 0, 1, 0, 0),) * 2)
    design.combat.value_defence[:] = [1.0, 0.0]
    design.forces.vanish[:] = vanish
    state = open_war(design, [unit(1, 0, 17, 10, (left, 500.0))])
    assert weak(design, state, 0) is expected


@pytest.mark.clause("IDX-5.3")
@pytest.mark.parametrize(("feba", "expected"), [(0.98, False), (0.99, True), (1.0, True)])
def test_the_defenders_are_beaten_at_febad(feba: float, expected: bool) -> None:
    design = make_design()
    state = duel(design)
    state.figures.feba[0] = feba
    assert defeated(design, state, 0) is expected


@pytest.mark.clause("IDX-5.2")
@pytest.mark.parametrize(("red", "blue", "loser"), [(0.0, 100.0, 0), (100.0, 0.0, 1)])
def test_events_tell_where_there_was_fighting_and_who_was_wiped_out(
    red: float, blue: float, loser: int
) -> None:
    design = make_design()
    design.combat.speed[:] = 6.0
    state = duel(design, red, blue)
    log = EventLog(9)
    state.game.time = 0.25
    assess(design, state, make_scratch(design, 2), 0, log.rows)
    told = [(type(event.what), event.audience, event.what) for event in log.events()]
    assert told == [
        (CombatFought, -1, (0, PLACE, 40, 10, 1)),
        (WipedOut, -1, (0, PLACE, loser)),
    ]


@pytest.mark.clause("IDX-5.1")
def test_a_passenger_neither_fights_nor_is_hit() -> None:
    design = make_design(types=((0, (100.0,)), (0, (100.0,)), (1, (100.0,))))
    design.delays.unit_class[:] = [0, 1, 0]
    state = engagement(
        design, d.RED, [unit(1, 0, 18, 40), unit(2, 1, 18, 40), unit(3, 2, PLACE, 10)]
    )
    state.units.force[:2] = 0
    state.forces.mode[0] = 1
    fight(design, state)
    assert state.lost[:, 0] == pytest.approx([0.0, 2.5, 2.5])
    assert state.figures.ratio[0] == pytest.approx(1.0)
