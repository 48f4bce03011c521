"""People who see few colours tell sides and marks of the map apart.

What they see is simulated with the matrices of Machado, Oliveira and Fernandes (2009) for
protanopia, deuteranopia and tritanopia; differences are those of CIELAB (1976).
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.pictures.tables import table

PALETTE: Final = table("palette")
SIGHTS: Final = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ: Final = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE: Final = np.array([0.95047, 1.0, 1.08883])
LEAST_OF_SIDES: Final = 12.0
"""Far beyond what can just be told; sides have patterns and corners besides."""
LEAST_OF_MARKS: Final = 12.0


def linear(colour: str) -> NDArray[np.float64]:
    """Red, green and blue in 0 … 1, as light adds up."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lightness and two axes of colour."""
    part = TO_XYZ @ light / WHITE
    root = np.where(part > 216 / 24389, np.cbrt(part), (24389 / 27 * part + 16) / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def seen(colour: str, sight: str) -> NDArray[np.float64]:
    """How a colour looks to such eyes."""
    return lab(np.clip(SIGHTS[sight] @ linear(colour), 0, 1))


def nearest(colours: list[str], sight: str) -> tuple[float, str, str]:
    """The least difference of two of them."""
    return min(
        (float(np.linalg.norm(seen(a, sight) - seen(b, sight))), a, b)
        for a, b in combinations(colours, 2)
    )


def test_the_measure_knows_what_is_confused() -> None:
    red, green = "#b5452f", "#6f7a2f"
    assert nearest([red, green], "normal")[0] > 2 * nearest([red, green], "protanopia")[0]
    assert nearest(["#000000", "#ffffff"], "normal")[0] == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("sight", SIGHTS)
def test_six_sides_are_told_apart(sight: str) -> None:
    assert nearest(PALETTE["sides"], sight)[0] > LEAST_OF_SIDES


@pytest.mark.parametrize("name", system_names())
def test_the_sides_of_a_system_are_told_apart(name: str) -> None:
    system = find_system(name)
    sides = system.rules(load_scenario(system)).board()["sides"]
    own = [side.get("colour") or PALETTE["sides"][i] for i, side in enumerate(sides)]
    for sight in SIGHTS:
        assert nearest(own, sight)[0] > LEAST_OF_SIDES, sight


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_orders_and_marks_are_told_apart(theme: str, sight: str) -> None:
    colours = PALETTE[theme]
    names = ["reachEdge", "attackEdge", "otherEdge", "select", "glow"]
    assert nearest([colours[name] for name in names], sight)[0] > LEAST_OF_MARKS
