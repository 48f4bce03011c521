"""What a network of a side takes and gives, as follows from what the side observes and may order.

Nothing here knows a system. From names of features it follows which arrays are rows of units, where
these stand (`column` and `row`, also with a word before, such as `planned column`), and which
rows are `own`. Orders are told apart by the factors of their codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.core.batch.game import BatchGame
from hexfront.core.learning import ArraySpec
from hexfront.networks.board import Geometry, geometry_of
from hexfront.networks.encoding import Figures, Raster, entity_rasters, pairs_of
from hexfront.networks.observing import observe
from hexfront.networks.orders import Slots, slots_of

Seen = Mapping[str, NDArray[Any]]
Inputs = dict[str, NDArray[Any]]
AHEAD: Final = "planned "
"""Before the names of columns and rows where a unit will stand by its plan."""


class NetworkForm:
    """How observations of one side become inputs of its network, and outputs become orders."""

    def __init__(self, game: BatchGame, side: int) -> None:
        self.side = side
        self.geometry: Geometry = geometry_of(game)
        """The hexes over which planes stretch; without any where the board has none."""
        self.slots: Slots = slots_of(game)
        """What the network chooses among."""
        entities = [spec for spec in game.spec if pairs_of(spec)] if self.hexes else []
        units = self.slots.units
        self._units = next((s for s in entities if s.shape[0] == units), None) if units else None
        if self._units is None:
            self.slots, entities = self.slots.as_one(), []
        planes = [s for s in game.spec if self.hexes and _is_planes(s, self.hexes)]
        self._planes = [spec.name for spec in planes]
        self._rasters: list[Raster] = []
        own = np.arange(units)
        if self._units is not None and "own" in self._units.axis_names:
            seen = observe(game, game.start, side)[self._units.name][0]
            own = np.flatnonzero(seen[:, self._units.axis_names.index("own")])
        self.own: Int = own
        """The rows of the units that the side orders."""
        for spec in entities:
            self._rasters += entity_rasters(spec)
        self.slots = self.slots.of_units(self.own)
        self.planes = sum(spec.shape[0] for spec in planes)
        self.planes += sum(raster.planes for raster in self._rasters)
        """How many planes there are."""
        whole = [s for s in game.spec if s not in planes and s not in entities]
        self._figures = [(s.name, Figures(s)) for s in whole]
        self.figures = sum(each.size * int(np.prod(s.shape[:-1])) for s, (_, each) in
                           zip(whole, self._figures, strict=True))  # fmt: skip
        """How many figures of the whole there are."""
        self._row = Figures(self._units, skip_places=True) if self._units is not None else None
        self.row = self._row.size if self._row is not None else 0
        """How many figures a unit has."""
        self.pairs = pairs_of(self._units) if self._units is not None else []
        names = [self._units.axis_names[pair[0]] for pair in self.pairs] if self._units else []
        self.near = next((n for n, name in enumerate(names) if name.startswith(AHEAD)), 0)
        """The number of the place around which a unit looks."""

    @cached_property
    def hexes(self) -> int:
        """How many hexes there are; 0 where the network knows none."""
        return len(self.geometry.around)

    def inputs(self, seen: Seen) -> Inputs:
        """Observations, with an axis of games before, as the network takes them."""
        mask = self.slots.mask(seen["action_mask"])
        games = len(mask)
        figures = [each(seen[name]).reshape(games, -1) for name, each in self._figures]
        found: Inputs = {
            "figures": np.concatenate([np.zeros((games, 0), np.float32), *figures], axis=1),
            "mask": mask,
        }
        if self.hexes:
            found["planes"] = self._draw(seen, games)
        if self._units is not None and self._row is not None:
            rows = seen[self._units.name][:, self.own]
            found["rows"] = self._row(rows)
            places = [self.geometry.place(rows[..., a], rows[..., b]) for a, b in self.pairs]
            found["places"] = np.stack(places, axis=2)
            # Off the map nothing is near.
            around = np.append(self.geometry.around, np.full((1, 7), self.hexes), axis=0)
            found["around"] = around[places[self.near]]
        return found

    def _draw(self, seen: Seen, games: int) -> NDArray[np.float32]:
        """(games, hexes + 1, planes) what stands where; the last hex is off the map and empty."""
        planes = np.zeros((games, self.hexes + 1, self.planes), dtype=np.float32)
        at = 0
        for name in self._planes:
            array = seen[name].reshape(games, -1, self.hexes)
            planes[:, :-1, at : at + array.shape[1]] = array.swapaxes(1, 2)
            at += array.shape[1]
        for raster in self._rasters:
            raster.draw(seen[raster.array], self.geometry, planes[..., at : at + raster.planes])
            at += raster.planes
        planes[:, -1] = 0
        return planes


def _is_planes(spec: ArraySpec, hexes: int) -> bool:
    """Whether an array has a plane over all hexes for each of its features."""
    rest = int(np.prod(spec.shape[1:], dtype=int))
    return len(spec.shape) > 1 and len(spec.axis_names) == spec.shape[0] and rest == hexes
