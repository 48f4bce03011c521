"""Force ratios of the sample deck that are known roughly: one pair of units, all of it involved."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import hexfront.systems.idahex
from hexfront.systems.idahex.deck.decks import read_files
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario.compilation import compile_design
from tests.idahex.designs import unit
from tests.idahex.fights import engagement, fight

DECKS = Path(hexfront.systems.idahex.__file__).parent / "data" / "decks"
DIVISION, BRIGADE = 0, 5
"""Types of the sample: a Red motor rifle division, a Blue mechanised brigade."""


@cache
def sample() -> d.Design:
    """The sample deck, in the open, with neither support nor protection nor preparation."""
    design = compile_design(read_files(DECKS / "sinai.50", DECKS / "sinai.60").values)
    design.support.demand[:] = 0.0
    design.support.group[:] = 1
    design.combat.prepared[:] = 1.0
    design.area.environment[19] = 1
    return design


@pytest.mark.clause("IDX-5.1.3")
@pytest.mark.parametrize(
    ("red", "blue", "ratio"),
    [("standard", "standard", 1.85), ("less", "standard", 0.74), ("divisions", "brigade", 1.19)],
)
def test_force_ratios_of_the_sample(red: str, blue: str, ratio: float) -> None:
    design = sample()
    forces = {
        "standard": np.array(design.combat.standard),
        "less": 0.4 * design.combat.standard,
        "divisions": np.array([3 * design.forces.toe[DIVISION]] * 2),
        "brigade": np.array([design.forces.toe[BRIGADE]] * 2),
    }
    units = [
        unit(1, DIVISION, 18, 40, forces[red][d.RED]),
        unit(2, BRIGADE, 19, 10, forces[blue][d.BLUE]),
    ]
    state = engagement(design, d.RED, units)
    fight(design, state)
    assert state.shares[0, 1:5].tolist() == [1.0] * 4
    assert state.figures.ratio[0] == pytest.approx(ratio, abs=0.015)
