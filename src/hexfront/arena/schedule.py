"""Which games an arena has: pairings of agents, their seatings, and blocks of games.

A **block** is the games of a pairing with the same dice: one for each seating, so that nobody has
the better side or the better luck. With two sides it is a pair of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from enum import StrEnum
from itertools import permutations
from typing import NamedTuple

from hexfront.core.errors import InputError


class Form(StrEnum):
    """Who plays whom."""

    ROUND_ROBIN = "round robin"
    GAUNTLET = "gauntlet"
    """The first against each of the others."""
    SPRT = "sequential test"
    """The first against the second, until it is known whether it is stronger."""
    TOGETHER = "all in one game"
    """Each game has all of them; what it tells of each pair counts."""


MOST_PERMUTED = 4
"""With more sides, agents sit in all rotations instead of all permutations."""


class Pairing(NamedTuple):
    """Two agents, by their places in the list, and how they sit."""

    first: int
    second: int
    seatings: tuple[tuple[int, ...], ...]
    """For each game of a block the agent on each side."""


class BlockName(NamedTuple):
    """Which block: its pairing, by its place, and the number of its dice."""

    pairing: int
    number: int


def pairings(agents: int, sides: int, form: Form) -> list[Pairing]:
    """All pairings of an arena.

    Where there are more than two sides, one of the two agents sits alone and the other on all
    other sides: the first on each side in turn, and in a round robin the second too.
    Where all are in one game, every pairing has the same seatings.
    Errors: `InputError` for a number of agents that does not fit the form.
    """
    if form == Form.SPRT and agents != 2:
        raise InputError.at("agents", f"<{agents} agents>", "two, with --sprt")
    pairs = [(a, b) for a in range(agents) for b in range(a + 1, agents)]
    if form == Form.TOGETHER:
        seatings = together(agents, sides)
        return [Pairing(a, b, seatings) for a, b in pairs]
    if form != Form.ROUND_ROBIN:
        pairs = [pair for pair in pairs if pair[0] == 0]
    both = form == Form.ROUND_ROBIN
    return [Pairing(a, b, _seatings(a, b, sides, both=both)) for a, b in pairs]


def _seatings(first: int, second: int, sides: int, *, both: bool) -> tuple[tuple[int, ...], ...]:
    def alone(one: int, others: int) -> list[tuple[int, ...]]:
        return [
            tuple(one if side == seat else others for side in range(sides)) for seat in range(sides)
        ]

    found = alone(first, second) + (alone(second, first) if both else [])
    return tuple(dict.fromkeys(found))


def together(agents: int, sides: int) -> tuple[tuple[int, ...], ...]:
    """How all agents sit in games that have all of them: everywhere, each as often.

    Where there are fewer agents than sides, some have a side more, each of them in turn.
    Errors: `InputError` for agents that do not fit.
    """
    if not sides > 2 or agents > sides:
        given = f"<{agents} agents, {sides} sides>"
        expected = "a game of more than two sides, and no more agents than sides"
        raise InputError.at("--together", given, expected)
    found = set[tuple[int, ...]]()
    for shift in range(agents):
        row = [(place + shift) % agents for place in range(sides)]
        if sides <= MOST_PERMUTED:
            found |= set(permutations(row))
        else:
            found |= {(*row[turn:], *row[:turn]) for turn in range(sides)}
    return tuple(sorted(found))


def blocks_for(games: int, pairing: Pairing) -> int:
    """How many blocks have at least so many games."""
    return -(-games // len(pairing.seatings))


def schedule(
    pairs: list[Pairing], blocks: int, begin: int, withdrawn: Set[int]
) -> Iterator[BlockName]:
    """The blocks in their order, from the one with number `begin` on.

    `pairs`: those that have blocks of their own.

    Each pairing has its block with some dice before the next dice come, so that all can be
    compared at any time. Agents may be `withdrawn` while the blocks are asked for.
    """
    for at in range(begin, blocks * len(pairs)):
        number, place = divmod(at, len(pairs))
        if not {pairs[place].first, pairs[place].second} & withdrawn:
            yield BlockName(place, number)
