"""What the start of a turn is worth, as learned from games, by a small network.

It takes who stands where, and the turn. `benchmarks/brigade_values.py` makes its weights, of one
scenario each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Float
from hexfront.by_reference import by_reference
from hexfront.core.errors import InputError
from hexfront.jit import outlined_kernel
from hexfront.networks.files import scenario_digest
from hexfront.networks.safetensors import read_tensors
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.scenario.state import FOLDER, BrigadeGround, BrigadeState

VALUES: Final = FOLDER / "data" / "values"
FORMAT: Final = "hexfront-brigade-values/1"
"""Rises whenever the same weights would mean something else."""


@by_reference
class TurnValues(NamedTuple):
    """The weights of the network, and where it computes; no turns where nothing was learned."""

    stands: Float
    """(sides, hexes, wide) of the first layer: what a unit of a side in a hex adds."""
    turn: Float
    """(turns, wide)"""
    inner: Float
    """(wide, narrow)"""
    inner_bias: Float
    """(narrow,)"""
    outer: Float
    """(sides, narrow)"""
    outer_bias: Float
    """(sides,)"""
    wide: Float
    narrow: Float


WEIGHTS: Final = TurnValues._fields[:6]


def no_values() -> TurnValues:
    """Where nothing was learned."""
    shapes = (2, 0, 0), (0, 0), (0, 0), (0,), (2, 0), (2,)
    return make_values({name: np.zeros(shape) for name, shape in zip(WEIGHTS, shapes, strict=True)})


def make_values(weights: Mapping[str, NDArray[Any]]) -> TurnValues:
    """The network of its weights."""
    arrays = [np.ascontiguousarray(weights[name], dtype=np.float64) for name in WEIGHTS]
    return TurnValues(*arrays, *map(np.zeros, weights["inner"].shape))


def own_space(values: TurnValues) -> TurnValues:
    """The same network with space of its own, for one thread."""
    return values._replace(wide=np.zeros_like(values.wide), narrow=np.zeros_like(values.narrow))


def values_of(rules: BrigadeRules) -> TurnValues:
    """What was learned of a scenario, with its options. Errors: `InputError`."""
    path = VALUES / f"{rules.scenario.name}.safetensors"
    if not path.is_file():
        return no_values()
    weights, notes = read_tensors(path)
    if notes.get("format") != FORMAT:
        raise InputError.at(f"{path}: format", notes.get("format"), FORMAT)
    if notes.get("scenario_digest") != scenario_digest(rules):
        return no_values()
    rows = rules.ground.rules
    inner = weights.get("inner", np.zeros(0)).shape
    wide, narrow = (*inner, 0, 0)[:2]
    shapes = (
        (2, rows.off_map, wide),
        (rows.turns, wide),
        (wide, narrow),
        (narrow,),
        (2, narrow),
        (2,),
    )
    for name, shape in zip(WEIGHTS, shapes, strict=True):
        found = list(weights[name].shape) if name in weights else None
        if found != [*shape]:
            raise InputError.at(f"{path}: {name}", found, f"an array of shape {[*map(int, shape)]}")
    return make_values(weights)


@outlined_kernel
def value_turn(ground: BrigadeGround, net: TurnValues, state: BrigadeState, values: Float) -> None:
    """What the start of a turn is worth to each side that searches, from 0 to 1."""
    wide, narrow = net.wide, net.narrow
    for number in range(len(wide)):
        wide[number] = net.turn[state.game.turn - 1, number]
    for side in range(2):
        for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
            place = state.units.place[unit]
            if place != ground.rules.off_map:
                for number in range(len(wide)):
                    wide[number] += net.stands[side, place, number]
    for column in range(len(narrow)):
        narrow[column] = net.inner_bias[column]
    for number in range(len(wide)):
        if wide[number] > 0.0:
            for column in range(len(narrow)):
                narrow[column] += wide[number] * net.inner[number, column]
    for side in range(2):
        lead = net.outer_bias[side]
        for column in range(len(narrow)):
            if narrow[column] > 0.0:
                lead += narrow[column] * net.outer[side, column]
        values[side] = 0.5 + 0.5 * lead / (1.0 + abs(lead))
