"""What a learner sees of Aggressor: planes over the map, and the mask of legal orders.

Both are written by one kernel into arrays that the caller keeps, from what the
side may know and nothing else.  The planes are bytes, a row a plane and a
column a hex; the mask has a bit for every order code (`unpack_mask`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.choices import count_cleanable, directions_of, has_target
from hexfront.systems.aggressor.rules.legality import (
    OK,
    changes_left,
    is_fresh,
    is_ready,
    may_act,
    partisan_refusal,
    replacement_refusal,
    set_up_refusal,
)
from hexfront.systems.aggressor.rules.observation import distance
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_DEPLOY,
    FIRST_TARGET,
    PRESS_ON,
    RECALL,
    REPLACE,
    RISE,
    SEEK_PARTISANS,
)
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARTILLERY,
    MISSILE,
    NOBODY,
    SECTORS,
    TYPES,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
)

Bytes = NDArray[np.int8]
Words = NDArray[np.uint32]

PLANES: Final = (
    "rough",
    "home",
    "contaminated",
    "watched",
    "own type",
    "own range",
    "own strength",
    "own moved",
    "own state",
    "enemy level",
    "enemy type",
    "enemy hits",
)
"""Types count from 1, 0 is none; home is 1 for one's own and −1 for the enemy's.

The state of an own unit has the bits 1 attacked, 2 special function done, 4 acted otherwise,
8 halted, 16 frozen, 32 dug in.
"""
CHANGING: Final = 2
"""The first plane that changes in a game."""
GLOBALS: Final = 5 + 2 * SECTORS
"""Round, phase, aggressor (1 own, −1 enemy), groups, kills; then for each sector who is known to
control it (1 own, −1 enemy), and whether that is sure. The phase is −1 while others act."""
NUMBERS: Final = (
    "round",
    "phase",
    "aggressor",
    "partisan groups",
    "kills",
    *(f"control of sector {sector}" for sector in range(1, SECTORS + 1)),
    *(f"sector {sector} is sure" for sector in range(1, SECTORS + 1)),
)
WORD: Final = 32
ALL: Final = (1 << WORD) - 1


class Arrays(NamedTuple):
    """The arrays that a learner keeps for one side of one game."""

    planes: Bytes
    """(12, n)"""
    numbers: Int
    """(GLOBALS,)"""
    mask: Words
    """Words of 32 bits, in the order of the order codes, each part beginning a new word: the first
    8 codes; n for each of six types to deploy, and n to remove; then for each unit its 8 actions
    without a target, n targets, n strikes."""
    discs: Words
    """(n, words) the hexes that a launch from each hex reaches (AGR-33)."""


def new_arrays(ground: AggressorGround, side: int) -> Arrays:
    """Arrays for one side, with all that never changes written in."""
    count, army = ground.rules.hexes, ground.rules.army
    planes = np.zeros((len(PLANES), count), dtype=np.int8)
    planes[0] = ground.hexes.rough[:count]
    home = ground.hexes.home[:count]
    planes[1] = np.where(home == NOBODY, 0, np.where(home == side, 1, -1))
    words = words_of(count)
    mask = np.zeros(1 + (TYPES + 1) * words + army * (1 + 2 * words), dtype=np.uint32)
    return Arrays(planes, np.zeros(GLOBALS, dtype=np.int64), mask, _discs(ground, count, words))


def words_of(hexes: int) -> int:
    """Words that a bit for each hex takes."""
    return (hexes + WORD - 1) // WORD


def _discs(ground: AggressorGround, count: int, words: int) -> Words:
    q, r = ground.hexes.axial_q[:count], ground.hexes.axial_r[:count]
    bits = np.zeros((count, words * WORD), dtype=np.uint8)
    for place in range(count):
        dq, dr = q - q[place], r - r[place]
        far = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        bits[place, :count] = (far <= ground.rules.launch_reach) & (far > 0)
    packed = np.packbits(bits, axis=1, bitorder="little")
    discs: Words = packed.view("<u4").astype(np.uint32)
    return discs


def bit_numbers(ground: AggressorGround) -> Int:
    """(actions,) where the bit of each order code stands in the mask, counted from 0."""
    count, army = ground.rules.hexes, ground.rules.army
    words = words_of(count)
    units = 1 + (TYPES + 1) * words
    rows = np.arange((units + army * (1 + 2 * words)) * WORD).reshape(-1, WORD)
    set_up = rows[1:units].reshape(TYPES + 1, -1)[:, :count]
    orders = rows[units:].reshape(army, -1)
    targets = orders[:, WORD:].reshape(army, 2, -1)[:, :, :count].reshape(army, -1)
    own = np.concatenate((orders[:, :FIRST_TARGET], targets), axis=1)
    numbers: Int = np.concatenate((rows[0, :FIRST_DEPLOY], set_up.ravel(), own.ravel()))
    return numbers


def unpack_bits(arrays: Arrays) -> NDArray[np.uint8]:
    """The bits of the mask, one a byte."""
    return np.unpackbits(arrays.mask.astype("<u4", copy=False).view(np.uint8), bitorder="little")


def unpack_mask(ground: AggressorGround, arrays: Arrays) -> NDArray[np.bool_]:
    """(actions,) the mask, one truth value an order code."""
    return unpack_bits(arrays)[bit_numbers(ground)].astype(np.bool_)


@kernel
def encode(ground: AggressorGround, state: AggressorState, side: int, arrays: Arrays) -> None:
    """Write planes, numbers and mask of a side."""
    write_planes(ground, state, side, arrays.planes)
    write_numbers(state, side, arrays.numbers)
    write_mask(ground, state, side, arrays.mask, arrays.discs)


@inline_kernel
def write_planes(ground: AggressorGround, state: AggressorState, side: int, planes: Bytes) -> None:
    """The planes that change: terrain that was contaminated, own units, contacts."""
    army, hexes, units = ground.rules.army, ground.rules.hexes, state.units
    for place in range(hexes):
        planes[CHANGING, place] = state.hexes.contaminated[place]
        planes[CHANGING + 1, place] = (state.hexes.watched[place] >> side) & 1
    for plane in range(CHANGING + 2, planes.shape[0]):
        for place in range(hexes):
            planes[plane, place] = 0
    for unit in range(side * army, (side + 1) * army):
        place = units.place[unit]
        if place != hexes:
            planes[4, place] = units.kind[unit] + 1
            planes[5, place] = units.range[unit]
            planes[6, place] = units.strength[unit]
            planes[7, place] = units.moved[unit]
            planes[8, place] = (
                units.attacked[unit]
                + 2 * units.special[unit]
                + 4 * units.acted[unit]
                + 8 * units.halted[unit]
                + 16 * units.frozen[unit]
                + 32 * units.dug[unit]
            )
    for enemy in range((1 - side) * army, (2 - side) * army):
        if state.sightings.level[enemy] != UNSEEN:
            place = state.sightings.place[enemy]
            planes[9, place] = state.sightings.level[enemy]
            planes[10, place] = state.sightings.kind[enemy] + 1
            planes[11, place] = state.sightings.hits[enemy]


@inline_kernel
def write_numbers(state: AggressorState, side: int, numbers: Int) -> None:
    """Figures that belong to no hex."""
    game = state.game
    numbers[0] = game.round
    numbers[1] = game.phase if may_act(state, side) else NOBODY
    numbers[2] = relation(game.aggressor, side)
    numbers[3] = game.groups[side]
    numbers[4] = game.kills[side]
    for sector in range(SECTORS):
        numbers[5 + sector] = relation(state.known[side, sector], side)
        numbers[5 + SECTORS + sector] = (game.sure[side] >> sector) & 1


@inline_kernel
def relation(owner: int, side: int) -> int:
    """1 for one's own, −1 for the enemy's, 0 for nobody's."""
    if owner == NOBODY:
        return 0
    return 1 if owner == side else -1


@inline_kernel
def set_bit(mask: Words, first: int, place: int) -> None:
    """Set the bit of a hex in a part of the mask."""
    mask[first + place // WORD] |= 1 << (place % WORD)


@inline_kernel
def write_mask(
    ground: AggressorGround, state: AggressorState, side: int, mask: Words, discs: Words
) -> None:
    """The legal orders of the side; none where it may not act."""
    for word in range(mask.shape[0]):
        mask[word] = 0
    phase = state.game.phase
    if not may_act(state, side):
        return
    if phase == Phase.SET_UP:
        mask_set_up(ground, state, side, mask)
        return
    mask[0] = 1 << DONE
    if phase == Phase.PARTISANS:
        mask[0] |= 1 << RISE
    elif phase == Phase.PRESS:
        mask[0] |= 1 << PRESS_ON
    elif phase == Phase.ACTION:
        words = discs.shape[1]
        first = 1 + (TYPES + 1) * words
        for number in range(ground.rules.army):
            unit = side * ground.rules.army + number
            if state.units.place[unit] != ground.rules.hexes:
                mask_unit(ground, state, unit, mask, first, discs)
            first += 1 + 2 * words


@inline_kernel
def mask_set_up(ground: AggressorGround, state: AggressorState, side: int, mask: Words) -> None:
    """The orders of a side that sets up (AGR-52)."""
    if is_ready(state, side):
        mask[0] = int(set_up_refusal(ground, state, side, RECALL) == OK) << RECALL
        return
    full = set_up_refusal(ground, state, side, DONE) == OK
    mask[0] = int(full) << DONE
    words = (ground.rules.hexes + WORD - 1) // WORD
    first = ground.rules.home_first[side]
    may_remove = changes_left(ground, state, side) > 0
    for place in range(first, first + ground.rules.home_hexes):
        if state.hexes.holder[place] != NOBODY:
            if may_remove:
                set_bit(mask, 1 + TYPES * words, place)
        elif not full:
            for kind in range(TYPES):
                set_bit(mask, 1 + kind * words, place)


@inline_kernel
def mask_unit(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    mask: Words,
    first: int,
    discs: Words,
) -> None:
    """The orders of one unit."""
    bits = directions_of(ground, state, unit)
    if is_fresh(state, unit):
        bits |= int(partisan_refusal(ground, state, unit) == OK) << SEEK_PARTISANS
        bits |= int(replacement_refusal(ground, state, unit) == OK) << REPLACE
        if has_target(ground, state, unit):
            mask_targets(ground, state, unit, mask, first + 1, discs)
    mask[first] = bits


@inline_kernel
def mask_targets(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    mask: Words,
    first: int,
    discs: Words,
) -> None:
    """Where a fresh unit can aim its special function (AGR-30 to AGR-37)."""
    kind, here, words = state.units.kind[unit], state.units.place[unit], discs.shape[1]
    hexes, army = ground.rules.hexes, ground.rules.army
    if kind == AIRBASE:
        for word in range(words):
            mask[first + word] = ALL
        if hexes % WORD > 0:
            mask[first + words - 1] = (1 << (hexes % WORD)) - 1
    elif kind == MISSILE:
        for word in range(words):
            mask[first + word] = discs[here, word]
    elif kind != ARTILLERY:
        if count_cleanable(ground, state, unit) > 0:
            mask_cleanable(ground, state, here, mask, first)
        return
    if kind == MISSILE:
        return
    start = first + words if kind == AIRBASE else first
    foes = (1 - unit // army) * army
    for enemy in range(foes, foes + army):
        if state.sightings.level[enemy] != UNSEEN:
            place = state.units.place[enemy]
            if place != hexes and (
                kind == AIRBASE or distance(ground, here, place) <= state.units.range[unit]
            ):
                set_bit(mask, start, place)


@inline_kernel
def mask_cleanable(
    ground: AggressorGround, state: AggressorState, here: int, mask: Words, first: int
) -> None:
    """Contaminated hexes in the reach of a Technical unit (AGR-37)."""
    if state.hexes.contaminated[here] == 1:
        set_bit(mask, first, here)
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        if state.hexes.contaminated[there] == 1:
            set_bit(mask, first, there)


@kernel
def encode_often(
    ground: AggressorGround, state: AggressorState, side: int, arrays: Arrays, times: int
) -> int:
    """Look many times, for the benchmark."""
    total = 0
    for _ in range(times):
        encode(ground, state, side, arrays)
        total += arrays.mask[0]
    return total
