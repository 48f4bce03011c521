"""Where a value of a deck stands in a war file, so that errors can say it (9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexfront.core.documents.strictjson import Json, pointer
from hexfront.systems.idahex.warfile.labels import Labels, steps_to
from hexfront.systems.idahex.warfile.tables import (
    CLASSES,
    FIELDS,
    GRIDS,
    SCALARS,
    SIDES,
    CurveField,
    Field,
    Steps,
)

_BY_UNIT: Final = {
    "buname": "name",
    "butype": "type",
    "buloc": "cell",
    "bupost": "posture",
    "tentry": "since",
    "resources": "stock",
}
_BY_TYPE: Final = {
    "flag": "side",
    "nrst": "holds",
    "iars": "holds",
    "diseng": "disengagement_delay",
}
_BY_POSTURE: Final = {"pmapup": "up", "pmapdn": "down", "poff": "columns"}
_PARTS: Final[dict[str, Steps]] = {
    "nsyl": ("reports", "name_groups"),
    "iblul": ("first_blue_unit",),
    "nutype": ("types",),
    "side": ("map", "border", "side"),
    "nenv": ("map", "environments"),
    "ename": ("map", "environments"),
    "ename0": ("map", "basic_environments"),
    "nrtety": ("map", "routes"),
    "rname": ("map", "routes"),
    "rname0": ("map", "basic_routes"),
    "nbarty": ("map", "barriers"),
    "bname": ("map", "barriers"),
    "bname0": ("map", "basic_barriers"),
    "envmap": ("map", "changes"),
    "rtemap": ("map", "changes"),
    "barmap": ("map", "changes"),
    "airmove": ("postures", "by_air"),
    "vfeba.fr": ("red", "front"),
    "nactyp": ("red", "air", "aircraft"),
    "nagwep": ("red", "air", "weapons"),
}


class Places:
    """Pointers into one document."""

    def __init__(self, document: Json, labels: Labels, place: str) -> None:
        self.document = document
        self.labels = labels
        self.place = place
        self.entries: dict[str, tuple[Field | CurveField, int]] = {}
        for field in FIELDS:
            for side, name in enumerate(field.variables):
                self.entries[name] = (field, side)
        for grid in GRIDS:
            for curve in grid.curves:
                self.entries[curve.first] = self.entries[curve.others] = (curve, 0)
        area = document["map"]
        self.units = {unit["number"]: n for n, unit in enumerate(document["units"])}
        self.cells = {cell["number"]: n for n, cell in enumerate(area["cells"])}
        self.links = {tuple(sorted(link["cells"])): n for n, link in enumerate(area["links"])}

    def __call__(self, name: str, *flat: int) -> str:
        """The place of a variable's value, by its indices counted from 1."""
        return f"{self.place}{pointer(*self._steps(name, flat))}"

    def _steps(self, name: str, flat: tuple[int, ...]) -> Steps:
        if name in SCALARS:
            return SCALARS[name]
        if name in self.entries:
            return self._entry(name, flat)
        if name in _PARTS:
            return _PARTS[name]
        if name in _BY_POSTURE:
            return ("postures", _BY_POSTURE[name], *map(str, flat))
        if name in _BY_TYPE:
            return ("types", *(n - 1 for n in flat[:1]), _BY_TYPE[name])
        if name in _BY_UNIT:
            return self._unit(name, flat)
        if name in ("basic_env", "owner", "basic_rtetype", "basic_bartype"):
            return self._ground(name, flat)
        return self._other(name, flat)

    def _entry(self, name: str, flat: tuple[int, ...]) -> Steps:
        entry, side = self.entries[name]
        places = [n - 1 for n in flat[: len(entry.axes)]]
        try:
            steps, names = steps_to(entry, self.labels, places, side)
        except IndexError:
            return ()
        return (*steps, *entry.key, *names)

    def _unit(self, name: str, flat: tuple[int, ...]) -> Steps:
        if not flat or flat[0] not in self.units:
            return ("units",)
        place = self.units[flat[0]]
        steps: Steps = ("units", place, _BY_UNIT[name])
        kind = self.document["units"][place]["type"]
        if len(flat) > 1 and kind in self.labels.kinds:
            side = self.labels.sides[self.labels.kinds.index(kind)]
            return (*steps, self.labels.of("resource", side)[flat[1] - 1])
        return steps

    def _ground(self, name: str, flat: tuple[int, ...]) -> Steps:
        key = {"basic_env": "environment", "owner": "owner", "basic_rtetype": "route"}.get(name)
        if len(flat) == 1:
            return ("map", "cells", *self._found(self.cells, flat[0]), key or "")
        return ("map", "links", *self._found(self.links, flat), key or "barrier")

    @staticmethod
    def _found(places: Mapping[Any, int], number: object) -> tuple[int, ...]:
        return (places[number],) if number in places else ()

    def _other(self, name: str, flat: tuple[int, ...]) -> Steps:
        """Variables of which no more than the table is told."""
        side = SIDES[flat[0] - 1] if flat and flat[0] in (1, 2) else SIDES[0]
        if name in ("npost", "ptran") and flat:
            word = CLASSES[flat[0] - 1]
            return ("postures", word) if name == "npost" else ("postures", "delays", word)
        if name in ("mapps", "ssvact", "ssvres"):
            return (side if name == "mapps" else SIDES[0], "consumption")
        if name in ("vfeba.f0", "vfeba.f"):
            return (side, "front")
        if name in ("rsname", "ldsize"):
            place = flat[1] - 1 if len(flat) > 1 else 0
            return self.labels.steps("resource", SIDES.index(side), place)
        grids = [grid for grid in GRIDS if grid.at == name]
        if grids:
            curve = grids[0].curves[0]
            start: Steps = (side,) if grids[0].is_by_side else ()
            return ("types",) if curve.owner == "type" else (*start, *curve.key)
        return ()
