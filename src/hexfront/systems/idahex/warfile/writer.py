"""A war file from the values of a deck (9.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.scenario import check_model
from hexfront.systems.idahex.deck import known
from hexfront.systems.idahex.deck.lookups import MAPS, Values
from hexfront.systems.idahex.warfile.labels import Labels, build
from hexfront.systems.idahex.warfile.model import War
from hexfront.systems.idahex.warfile.tables import (
    CATEGORIES,
    CLASSES,
    COUNTS,
    FIELDS,
    GRIDS,
    SCALARS,
    SIDES,
    CurveField,
    Field,
    Grid,
    Steps,
    pick,
)
from hexfront.systems.idahex.warfile.terms import UnitKind

_LISTS: Final = (
    ("environments", "ename", "ename0"),
    ("routes", "rname", "rname0"),
    ("barriers", "bname", "bname0"),
)
"""Keys of the map, and the variables of the names of types and of basic types."""


def write_war(values: Mapping[str, Any], kinds: Mapping[str, UnitKind] | None = None) -> Json:
    """The document; `kinds` are the names of the types of units, by their numbers."""
    document = _Writer(values, kinds or {}).document
    # In the order of the model
    war = check_model(War, document, "deck")
    return war.model_dump(mode="json", exclude_unset=True)


class _Writer:
    def __init__(self, values: Mapping[str, Any], kinds: Mapping[str, UnitKind]) -> None:
        self.values = values
        self.named: dict[str, list[dict[str, Any]]] = {}
        self.labels = self._labels(kinds)
        self.document: dict[str, Any] = {
            "clock": {},
            "reports": {},
            "map": {},
            "postures": self._postures(),
            "types": self._types(kinds),
            "units": self._units(),
            "first_blue_unit": values["iblul"],
            "combat": {},
            "red": self._side(0),
            "blue": self._side(1),
        }
        for name, steps in SCALARS.items():
            put(self.document, steps, values[name])
        self.document["reports"]["name_groups"] = values["nsyl"]
        self._map()
        for field in FIELDS:
            self._table(field)
        for grid in GRIDS:
            self._grid(grid)

    # Names

    def _labels(self, kinds: Mapping[str, UnitKind]) -> Labels:
        v = self.values
        for key, name, _ in _LISTS:
            self.named[key] = unique(v[name], key.removesuffix("s"))
        resources: list[list[list[str]]] = []
        for side in (0, 1):
            entries = unique(v["rsname"][side], "resource")
            rows = []
            for category, count in zip(CATEGORIES, COUNTS, strict=True):
                row, entries = entries[: v[count][side]], entries[v[count][side] :]
                self.named[f"{SIDES[side]} {category}"] = row
                rows.append([entry["name"] for entry in row])
            resources.append(rows)
        titles = [
            kinds[str(n)].title if str(n) in kinds else f"Type {n}"
            for n in range(1, len(v["flag"]) + 1)
        ]
        self.kinds = [entry["name"] for entry in unique(titles, "type")]
        return Labels(
            resources=(resources[0], resources[1]),
            environments=[entry["name"] for entry in self.named["environments"]],
            routes=[entry["name"] for entry in self.named["routes"]],
            barriers=[entry["name"] for entry in self.named["barriers"]],
            kinds=self.kinds,
            sides=[side - 1 for side in v["flag"]],
            aircraft=(numbered("aircraft", v["nactyp"][0]), numbered("aircraft", v["nactyp"][1])),
            air_weapons=(
                numbered("air weapon", v["nagwep"][0]),
                numbered("air weapon", v["nagwep"][1]),
            ),
            npost=v["npost"],
            columns=known.columns(Values(v)),
        )

    def _basic(self, which: int, number: int) -> str | int:
        """A basic type by its name, or by its number where no other name is the same."""
        return self._references(which).get(number, number)

    def _references(self, which: int) -> dict[int, str]:
        key, _, basic = _LISTS[which]
        if self._is_plain(which):
            return {n: entry["name"] for n, entry in enumerate(self.named[key], 1)}
        names = list(self.values[basic].values())
        return {
            number: name
            for number, name in self.values[basic].items()
            if name and not name.isdecimal() and names.count(name) == 1
        }

    def _is_plain(self, which: int) -> bool:
        """Whether the basic types are the types."""
        _, name, basic = _LISTS[which]
        return bool(self.values[basic] == dict(enumerate(self.values[name], 1)))

    def _type(self, which: int, number: int) -> str | int:
        entries = self.named[_LISTS[which][0]]
        return entries[number - 1]["name"] if 1 <= number <= len(entries) else number

    # Parts

    def _postures(self) -> Json:
        v = self.values
        delays = {
            name: {
                str(10 * place + one + 10): {
                    str(10 * place + other + 10): delay for other, delay in enumerate(row)
                }
                for one, row in enumerate(v["ptran"][place])
            }
            for place, name in enumerate(CLASSES)
        }
        return {
            **dict(zip(CLASSES, v["npost"], strict=True)),
            "by_air": [30 + n for n, is_air in enumerate(v["airmove"]) if is_air],
            "up": {str(p): to for p, to in v["pmapup"].items()},
            "down": {str(p): to for p, to in v["pmapdn"].items()},
            "delays": delays,
            "columns": {str(p): column for p, column in v["poff"].items()},
        }

    def _map(self) -> None:
        v, place = self.values, self.document["map"]
        place["border"]["side"] = SIDES[v["side"] - 1]
        for which, (key, _, basic) in enumerate(_LISTS):
            place[key] = self.named[key]
            if not self._is_plain(which):
                entries = [{"number": n, "name": name} for n, name in v[basic].items()]
                place[f"basic_{key}"] = entries
        place["cells"] = [self._cell(n) for n in dict.fromkeys([*v["basic_env"], *v["owner"]])]
        pairs = dict.fromkeys([*v["basic_rtetype"], *v["basic_bartype"]])
        place["links"] = [self._link(pair) for pair in pairs]
        place["changes"] = self._changes()

    def _link(self, pair: tuple[int, int]) -> Json:
        route = self.values["basic_rtetype"].get(pair) or 0
        barrier = self.values["basic_bartype"].get(pair) or 0
        entry: dict[str, Any] = {"cells": list(pair), "route": self._basic(1, route)}
        if barrier:
            entry["barrier"] = self._basic(2, barrier)
        return entry

    def _cell(self, number: int) -> Json:
        entry: dict[str, Any] = {"number": number}
        if number in self.values["basic_env"]:
            entry["environment"] = self._basic(0, self.values["basic_env"][number])
        if number in self.values["owner"]:
            entry["owner"] = SIDES[self.values["owner"][number] - 1]
        return entry

    def _changes(self) -> Json:
        cycles = max(len(self.values[name]) for name in MAPS)
        entries = []
        for cycle in range(cycles):
            entry: dict[str, Any] = {"cycle": cycle + 1}
            for which, name in enumerate(MAPS):
                given = self.values[name][cycle] if cycle < len(self.values[name]) else {}
                row = {str(self._basic(which, b)): self._type(which, t) for b, t in given.items()}
                if row:
                    entry[_LISTS[which][0]] = row
            if len(entry) > 1 or cycle + 1 == cycles:
                entries.append(entry)
        return entries

    def _types(self, kinds: Mapping[str, UnitKind]) -> Json:
        v = self.values
        entries = []
        for place, side in enumerate(self.labels.sides):
            names = self.labels.of("resource", side)
            entry = {
                "name": self.kinds[place],
                "side": SIDES[side],
                "holds": [names[r - 1] if r else "" for r in v["iars"][place]],
                "disengagement_delay": v["diseng"][place][0],
                "disengagement_factor": v["diseng"][place][1],
            }
            if str(place + 1) in kinds:
                entry["symbol"] = kinds[str(place + 1)].symbol
            entries.append(entry)
        return entries

    def _units(self) -> Json:
        v = self.values
        entries = []
        for number, kind in v["butype"].items():
            names = self.labels.of("resource", self.labels.sides[kind - 1])
            stock = zip(names, v["resources"][number], strict=True)
            entries.append(
                {
                    "number": number,
                    "name": v["buname"][number],
                    "type": self.kinds[kind - 1],
                    "cell": v["buloc"][number],
                    "posture": v["bupost"][number],
                    "since": v["tentry"][number],
                    "stock": {name: amount for name, amount in stock if amount},
                }
            )
        return entries

    def _side(self, side: int) -> Json:
        v = self.values
        entry: dict[str, Any] = {
            category: [dict(e) for e in self.named[f"{SIDES[side]} {category}"]]
            for category in CATEGORIES
        }
        resources = [e for category in CATEGORIES for e in entry[category]]
        for place, resource in enumerate(resources):
            resource["load_sizes"] = list(v["ldsize"][side][place])
        entry["front"] = [
            {"attack": one, "against": other, "speed": self._points(first, others, "vfeba.fr")}
            for (one, other), first in v["vfeba.f0"][side].items()
            for others in [v["vfeba.f"][side][one, other]]
        ]
        entry["consumption"] = {
            "postures": {str(p): table for p, table in v["mapps"][side].items()},
            "tables": self._use(side),
        }
        entry["air"] = {
            "aircraft": self.labels.aircraft[side],
            "weapons": self.labels.air_weapons[side],
        }
        return entry

    def _use(self, side: int) -> Json:
        """The tables of consumption that a side is the first to use (group 40)."""
        v = self.values
        before = set(v["mapps"][0].values()) if side == 1 else set()
        entries = []
        for number in dict.fromkeys(v["mapps"][side].values()):
            if number in before:
                continue
            entry: dict[str, Any] = {"number": number}
            for key, name in (("fighting", "ssvact"), ("others", "ssvres")):
                rows = zip(self.labels.of("supply", side), v[name].get(number, ()), strict=False)
                resources = self.labels.of("resource", side)
                pairs = {supply: zip(resources, row, strict=True) for supply, row in rows}
                used = {supply: {r: n for r, n in row if n} for supply, row in pairs.items()}
                entry[key] = {supply: row for supply, row in used.items() if row}
            entries.append(entry)
        return entries

    # Tables and curves

    def _table(self, field: Field) -> None:
        for at, name in enumerate(field.variables):

            def leaf(
                places: Sequence[int], side: int, own: int, names: tuple[str, ...], name: str = name
            ) -> None:
                value = pick(self.values[name], tuple(places))
                steps = (*self.labels.steps(field.owner, side, own), *field.key, *names)
                if self._goes_without_saying(field, names, value):
                    # Only the rows that must be there
                    put(self.document, steps[: len(steps) - len(names) + field.needs], {})
                else:
                    put(self.document, steps, value)

            build(field, self.labels, leaf, side=at)

    def _goes_without_saying(self, field: Field, names: tuple[str, ...], value: Any) -> bool:
        """Whether a table says a 0 by leaving it out."""
        if not names:
            return False
        given = self.labels.column_default(field.free[-1], names[-1])
        return bool(value == (field.default if given is None else given) == 0)

    def _grid(self, grid: Grid) -> None:
        for curve in grid.curves:
            self._curve(grid, curve)

    def _curve(self, grid: Grid, curve: CurveField) -> None:
        def leaf(places: Sequence[int], side: int, own: int, names: tuple[str, ...]) -> None:
            first = pick(self.values[curve.first], tuple(places)) if curve.first else None
            others: Any = pick(self.values[curve.others], tuple(places))
            points = self._points(first, others, grid.at, side if grid.is_by_side else None)
            steps = (*self.labels.steps(curve.owner, side, own), *curve.key, *names)
            put(self.document, steps, points)

        build(curve, self.labels, leaf)

    def _points(
        self, first: Any, others: Iterable[float], at: str, side: int | None = None
    ) -> list[list[float]]:
        places = self.values[at] if side is None else self.values[at][side]
        rest = [[x, y] for x, y in zip(places, others, strict=True)]
        return rest if first is None else [[0.0, first], *rest]


def unique(cards: Sequence[str], kind: str) -> list[dict[str, Any]]:
    """Entries with names that differ from each other, and the card's where it is another."""
    entries: list[dict[str, Any]] = []
    seen: set[str] = set()
    for number, card in enumerate(cards, 1):
        plain = re.sub(r" *- *", "-", re.sub(r" +", " ", card)).strip() or f"{kind} {number}"
        name = f"{plain} {number}" if plain in seen else plain
        while name in seen:
            name += "'"
        seen.add(name)
        entries.append({"name": name} if name == card else {"name": name, "card": card})
    return entries


def numbered(word: str, count: int) -> list[str]:
    """Names for what has none in a deck."""
    return [f"{word} {number}" for number in range(1, count + 1)]


def put(document: Json, steps: Steps, value: Any) -> None:
    """Put a value at a place; an empty table leaves what is there already."""
    here = document
    for step in steps[:-1]:
        here = here.setdefault(step, {}) if isinstance(here, dict) else here[step]
    if value != {}:
        here[steps[-1]] = value
    else:
        here.setdefault(steps[-1], {})
