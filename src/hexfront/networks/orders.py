"""Order codes as the slots that a network chooses among."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.core.batch.game import BatchGame

DENSE: Final = 256
"""So many kinds of orders of a unit have a weight each; more are taken apart: verb and place."""
NO_ORDER: Final = -1


class Slots(NamedTuple):
    """Orders in the order of a network's outputs.

    First those of no unit, then those of each unit: `plain` ones, and for each verb that is
    `aimed` one a place. The last slot is any order that has no slot of its own, such as one
    that takes another back: it is legal where no other is.
    """

    codes: Int
    """(slots,) the code; `NO_ORDER` for a slot that means none."""
    whole: tuple[int, int]
    """Plain orders and aimed verbs of no unit."""
    unit: tuple[int, int]
    """Those of each unit."""
    units: int
    places: int

    def mask(self, legal: NDArray[Any]) -> NDArray[np.bool_]:
        """(games, slots) which are open, of a mask over codes."""
        found: NDArray[np.bool_] = (legal[:, self.codes] == 1) & (self.codes != NO_ORDER)
        found[:, -1] = ~found[:, :-1].any(axis=1)
        return found

    def orders(self, chosen: NDArray[Any], legal: NDArray[Any]) -> NDArray[np.int64]:
        """(games,) the codes of slots; of the last slot the first that is legal."""
        found: NDArray[np.int64] = self.codes[chosen]
        other = chosen == len(self.codes) - 1
        found[other] = (legal[other] == 1).argmax(axis=1)
        return found

    def numbers(self, orders: NDArray[Any]) -> NDArray[np.int64]:
        """(games,) the slots of codes; the last one for those without a slot."""
        table = np.full(int(self.codes.max()) + 2, len(self.codes) - 1)
        used = np.flatnonzero(self.codes != NO_ORDER)
        table[self.codes[used]] = used
        found: NDArray[np.int64] = table[np.minimum(orders, len(table) - 1)]
        return found

    def as_one(self) -> Slots:
        """The same with a weight for every order, for sides without rows of units."""
        codes = self.codes[self.codes != NO_ORDER]
        return Slots(np.append(codes, NO_ORDER), (len(codes), 0), (0, 0), 0, 0)

    def of_units(self, own: Int) -> Slots:
        """Those of some units alone."""
        if not self.units:
            return self
        first = self.whole[0] + self.whole[1] * self.places
        each = self.codes[first:-1].reshape(self.units, -1)[own].ravel()
        codes = np.concatenate([self.codes[:first], each, self.codes[-1:]])
        return self._replace(codes=codes, units=len(own))


def slots_of(game: BatchGame) -> Slots:
    """The orders of a scenario, without those that take others back."""
    factors, actions = game.factors, game.rules.actions
    every = Slots(np.append(np.arange(actions), NO_ORDER), (actions, 0), (0, 0), 0, 0)
    if factors is None or "verb" not in factors.names:
        return every
    verb = factors.table[:, factors.names.index("verb")]
    used = ~np.isin(verb, factors.takes_back)
    if factors.names[:2] != ("unit", "verb") or len(factors.names) != 3:
        return Slots(np.append(np.flatnonzero(used), NO_ORDER), (int(used.sum()), 0), (0, 0), 0, 0)
    units, places = factors.sizes[0] - 1, factors.sizes[2] - 1
    codes = np.flatnonzero(used)
    table = factors.table[codes]
    whole, whole_form = _layout(table, codes, [0], places)
    each, unit_form = _layout(table, codes, list(range(1, units + 1)), places)
    return Slots(np.concatenate([whole, each, [NO_ORDER]]), whole_form, unit_form, units, places)


def _layout(table: Int, codes: Int, units: list[int], places: int) -> tuple[Int, tuple[int, int]]:
    """Codes of some units in the order of slots; how many are plain, and how many verbs aim."""
    mine = np.isin(table[:, 0], units)
    kinds = np.unique(table[mine][:, 1:], axis=0)
    plain = kinds if len(kinds) <= DENSE else kinds[kinds[:, 1] == 0]
    aimed = np.unique(kinds[kinds[:, 1] > 0][:, 0]) if len(kinds) > DENSE else np.zeros(0, int)
    known = {tuple(row): code for row, code in zip(table.tolist(), codes.tolist(), strict=True)}
    found = []
    for unit in units:
        found += [known.get((unit, *kind), NO_ORDER) for kind in plain.tolist()]
        found += [
            known.get((unit, verb, place), NO_ORDER)
            for verb in aimed.tolist()
            for place in range(1, places + 1)
        ]
    return np.array(found, dtype=np.int64), (len(plain), len(aimed))
