"""The values of a deck from a war file, with checks of all its names (9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.scenario import Reading
from hexfront.systems.idahex.deck import known
from hexfront.systems.idahex.deck.cards import REAL
from hexfront.systems.idahex.deck.lookups import Values
from hexfront.systems.idahex.deck.variables import VARIABLES
from hexfront.systems.idahex.warfile.labels import Labels, build, key_of, size
from hexfront.systems.idahex.warfile.tables import (
    CATEGORIES,
    CLASSES,
    COUNTS,
    FIELDS,
    GRIDS,
    SCALARS,
    SIDES,
    WORDS,
    CurveField,
    Field,
    Steps,
)

MOST_COLUMNS: Final = 30
MOST_CLASSES: Final = 100
MOST_VALUES: Final = 1_600_000
"""Numbers of a variable: as many as the cards of the longest deck have."""
POSTURE: Final = "a posture, 10 to 49, or hold, disengagement, movement or attack"


class WarReader:
    """Reads a war that has the right form; `reading` gets what is wrong with its names."""

    def __init__(self, document: Json, place: str, reading: Reading) -> None:
        self.document = document
        self.place = place
        self.reading = reading
        self.values: dict[str, Any] = {}
        self.labels = self._labels()

    def report(self, steps: Steps, found: object, expected: str) -> None:
        """Something that is wrong at a place of the document."""
        self.reading.report(f"{self.place}{pointer(*steps)}", found, expected)

    def read_clock_and_postures(self) -> None:
        """Values without names, and postures; the ground comes next (`grounds`)."""
        self._scalars()
        self._postures()

    def read_sides(self) -> None:
        """Resources, types, units, and what they use up."""
        self._resources()
        self._types()
        self._units()
        for side in (0, 1):
            self._use(side)
        self._use_by_posture()

    def is_too_large(self) -> bool:
        """Whether tables by so many names would be larger than any deck's; it is told."""
        entries: list[Field | CurveField] = [*FIELDS]
        entries += [curve for grid in GRIDS for curve in grid.curves]
        for entry in entries:
            count = size(entry, self.labels)
            if count > MOST_VALUES:
                expected = f"at most {MOST_VALUES} numbers of {'.'.join(map(str, entry.key))}"
                self.report((), f"<names for {count}>", expected)
                return True
        return False

    def read_tables(self) -> None:
        """Tables by names, but for curves (`points`)."""
        for field in FIELDS:
            self._table(field)

    # Names

    def _labels(self) -> Labels:
        d = self.document
        sides = [d[side] for side in SIDES]
        resources = [[[e["name"] for e in side[c]] for c in CATEGORIES] for side in sides]
        labels = Labels(
            resources=(resources[0], resources[1]),
            environments=[e["name"] for e in d["map"]["environments"]],
            routes=[e["name"] for e in d["map"]["routes"]],
            barriers=[e["name"] for e in d["map"]["barriers"]],
            kinds=[e["name"] for e in d["types"]],
            sides=[SIDES.index(e["side"]) for e in d["types"]],
            aircraft=(sides[0]["air"]["aircraft"], sides[1]["air"]["aircraft"]),
            air_weapons=(sides[0]["air"]["weapons"], sides[1]["air"]["weapons"]),
        )
        for names, steps in (
            (labels.environments, ("map", "environments")),
            (labels.routes, ("map", "routes")),
            (labels.barriers, ("map", "barriers")),
            (labels.kinds, ("types",)),
        ):
            self._once([((*steps, n, "name"), name) for n, name in enumerate(names)])
        for side, name in enumerate(SIDES):
            self._once(
                [
                    ((name, category, n, "name"), entry["name"])
                    for category in CATEGORIES
                    for n, entry in enumerate(d[name][category])
                ]
            )
            for key, words in (("aircraft", labels.aircraft), ("weapons", labels.air_weapons)):
                self._once([((name, "air", key, n), word) for n, word in enumerate(words[side])])
        return labels

    def _once(self, names: Sequence[tuple[Steps, str]]) -> None:
        places = [(f"{self.place}{pointer(*steps)}", name) for steps, name in names]
        self.reading.once(places, "each name once")

    def posture(self, steps: Steps, key: str | int) -> int | None:
        """A posture by number or word; None, which is told, where it is none."""
        if isinstance(key, int):
            return key
        if key in WORDS and key != "inactive":
            return WORDS[key]
        if key.isascii() and key.isdecimal() and len(key) == 2 and 10 <= int(key) <= 49:
            return int(key)
        self.report(steps, key, POSTURE)
        return None

    def by_posture(self, steps: Steps, row: Mapping[str, Any]) -> dict[int, Any]:
        """A table by posture."""
        found: dict[int, Any] = {}
        for key, value in row.items():
            posture = self.posture((*steps, key), key)
            if posture in found:
                self.report((*steps, key), key, "each posture once")
            elif posture is not None:
                found[posture] = value
        return found

    # Parts

    def _scalars(self) -> None:
        for name, steps in SCALARS.items():
            here = self.document
            for step in steps:
                here = here[step]
            self.values[name] = _typed(name, here)

    def _postures(self) -> None:
        v, given = self.values, self.document["postures"]
        v["npost"] = [given[name] for name in CLASSES]
        for name in CLASSES:
            if not 1 <= given[name] <= 10:
                self.report(("postures", name), given[name], "1 to 10")
        sizes = [min(10, max(1, count)) for count in v["npost"]]
        v["airmove"] = [30 + n in given["by_air"] for n in range(sizes[2])]
        for n, posture in enumerate(given["by_air"]):
            if not 30 <= posture < 30 + sizes[2]:
                expected = f"a movement posture, 30 to {29 + sizes[2]}"
                self.report(("postures", "by_air", n), posture, expected)
        up = self.by_posture(("postures", "up"), given["up"])
        down = self.by_posture(("postures", "down"), given["down"])
        both = dict.fromkeys([*up, *down])
        v["pmapup"] = {p: up.get(p, p // 10 % 4 * 10 + 10) for p in both}
        v["pmapdn"] = {p: down.get(p, -10 if p < 20 else 40) for p in both}
        v["poff"] = self._columns(given["columns"])
        v["ptran"] = []
        for place, name in enumerate(CLASSES):
            names = [str(10 * place + n + 10) for n in range(sizes[place])]
            steps = ("postures", "delays", name)
            rows = self.named(steps, given["delays"][name], names, "movement")
            table = []
            for one in names:
                row = self.named((*steps, one), rows.get(one, {}), names, "movement")
                table.append([float(row.get(other, 0.0)) for other in names])
            v["ptran"].append(table)
        self.labels.npost = sizes
        self.labels.columns = known.columns(Values({"npost": sizes, "poff": v["poff"]}))

    def _columns(self, given: Mapping[str, int]) -> dict[int, int]:
        steps = ("postures", "columns")
        found = self.by_posture(steps, given)
        for posture, column in found.items():
            if not 1 <= column <= MOST_COLUMNS:
                self.report((*steps, str(posture)), column, f"1 to {MOST_COLUMNS}")
        return {posture: column for posture, column in found.items() if column <= MOST_COLUMNS}

    def _resources(self) -> None:
        v, d = self.values, self.document
        sides = [[e for c in CATEGORIES for e in d[side][c]] for side in SIDES]
        for count, category in zip(COUNTS, CATEGORIES, strict=True):
            v[count] = [len(d[side][category]) for side in SIDES]
        v["rsname"] = [[card_of(e) for e in entries] for entries in sides]
        v["ldsize"] = [[], []]
        for side, entries in enumerate(sides):
            given = d[SIDES[side]]["load_classes"]
            classes = min(MOST_CLASSES, max(0, given))
            if given != classes:
                self.report((SIDES[side], "load_classes"), given, f"0 to {MOST_CLASSES}")
            for place, entry in enumerate(entries):
                sizes = [float(size) for size in entry["load_sizes"]]
                if sizes and len(sizes) != classes and 0 <= given <= MOST_CLASSES:
                    steps = (*self.labels.steps("resource", side, place), "load_sizes")
                    self.report(steps, f"<list of {len(sizes)}>", f"one for each of {classes}")
                v["ldsize"][side].append(sizes or [0.0] * classes)
        v["nactyp"] = [len(d[side]["air"]["aircraft"]) for side in SIDES]
        v["nagwep"] = [len(d[side]["air"]["weapons"]) for side in SIDES]

    def _types(self) -> None:
        v, kinds = self.values, self.document["types"]
        v["nutype"] = len(kinds)
        v["flag"] = [side + 1 for side in self.labels.sides]
        v["iars"] = []
        for place, kind in enumerate(kinds):
            names = self.labels.of("resource", self.labels.sides[place])
            row = []
            for n, name in enumerate(kind["holds"]):
                if name and name not in names:
                    self.report(("types", place, "holds", n), name, _one_of(names))
                else:
                    row.append(names.index(name) + 1 if name else 0)
            v["iars"].append(row)
        v["nrst"] = [len(row) for row in v["iars"]]
        v["diseng"] = [
            [float(kind["disengagement_delay"]), float(kind["disengagement_factor"])]
            for kind in kinds
        ]

    def _units(self) -> None:
        v, units = self.values, self.document["units"]
        names = ("buname", "butype", "buloc", "bupost", "tentry", "resources")
        v |= {name: {} for name in names}
        for place, unit in enumerate(units):
            number, kind = unit["number"], unit["type"]
            if number in v["buname"]:
                self.report(("units", place, "number"), number, "each number once")
            v["buname"][number] = unit["name"]
            v["buloc"][number] = unit["cell"]
            v["bupost"][number] = WORDS.get(unit["posture"], unit["posture"])
            v["tentry"][number] = float(unit.get("since", v["tinit"]))
            if kind not in self.labels.kinds:
                self.report(("units", place, "type"), kind, _one_of(self.labels.kinds))
                continue
            v["butype"][number] = self.labels.kinds.index(kind) + 1
            v["resources"][number] = self._stock(place, self.labels.kinds.index(kind))
        longest = max((len(unit["name"]) for unit in units), default=1)
        groups = self.document["reports"].get("name_groups")
        v["nsyl"] = groups if groups is not None else min(7, max(1, -(-longest // 8)))
        blue = [n for n, kind in v["butype"].items() if self.labels.sides[kind - 1] == 1]
        first = self.document.get("first_blue_unit")
        v["iblul"] = first if first is not None else min(blue, default=99_999)

    def _stock(self, place: int, kind: int) -> list[float]:
        unit, entry = self.document["units"][place], self.document["types"][kind]
        names = self.labels.of("resource", self.labels.sides[kind])
        if "stock" not in unit:
            return [float(entry["toe"].get(n, 0)) if n in entry["holds"] else 0.0 for n in names]
        stock = self.named(("units", place, "stock"), unit["stock"], names)
        return [float(stock.get(name, 0)) for name in names]

    def _use(self, side: int) -> None:
        v, steps = self.values, (SIDES[side], "consumption")
        given = self.document[SIDES[side]]["consumption"]
        for name in ("ssvact", "ssvres"):
            v.setdefault(name, {})
        supplies, resources = self.labels.of("supply", side), self.labels.of("resource", side)
        for place, table in enumerate(given["tables"]):
            number, at = table["number"], (*steps, "tables", place)
            if number in v["ssvact"]:
                self.report((*at, "number"), number, "a number that no other table has")
            for key, name in (("fighting", "ssvact"), ("others", "ssvres")):
                rows = self.named((*at, key), table[key], supplies)
                v[name][number] = []
                for supply in supplies:
                    row = self.named((*at, key, supply), rows.get(supply, {}), resources)
                    v[name][number].append([float(row.get(r, 0)) for r in resources])

    def _use_by_posture(self) -> None:
        """The numbers of tables by posture; either side may use the other's."""
        known_tables = self.values["ssvact"]
        self.values["mapps"] = [{}, {}]
        for side, name in enumerate(SIDES):
            steps = (name, "consumption", "postures")
            row = self.document[name]["consumption"]["postures"]
            self.values["mapps"][side] = self.by_posture(steps, row)
            for posture, number in row.items():
                if number not in known_tables:
                    numbers = [str(n) for n in known_tables]
                    self.report((*steps, posture), number, _one_of(numbers))

    # Tables

    def named(
        self, steps: Steps, row: Mapping[str, Any], names: Sequence[str], axis: str = ""
    ) -> dict[str, Any]:
        """A table whose keys must be names, of which any may be left out."""
        found: dict[str, Any] = {}
        for written, value in row.items():
            key = key_of(axis, written)
            if key not in names:
                self.report((*steps, written), written, _one_of(names))
            elif key in found:
                self.report((*steps, written), written, "each posture once")
            found[key] = value
        return found

    def _table(self, field: Field) -> None:
        trees = self.trees(field)

        def leaf(_: Sequence[int], side: int, own: int, names: tuple[str, ...]) -> Any:
            value = trees[side, own]
            for name in names:
                value = value.get(name) if value else None
            return _typed(field.variables[0], self._default(field, names, value))

        for at, name in enumerate(field.variables):
            self.values[name] = build(field, self.labels, leaf, side=at)

    def trees(self, entry: Field | CurveField) -> dict[tuple[int, int], Any]:
        """What the document has of a variable, by side and owner."""
        return {
            (side, own): self._tree(entry, side, own)
            for side, own in self.labels.all_owners(entry.owner)
        }

    def _default(self, field: Field, names: tuple[str, ...], value: Any) -> Any:
        """What holds where nothing was given; 0 where that was told."""
        if value is not None or not names:
            return value
        given = self.labels.column_default(field.free[-1], names[-1])
        return (field.default or 0.0) if given is None else given

    def _tree(self, entry: Field | CurveField, side: int, own: int) -> Any:
        """What the document has at a place, its keys looked at and postures as numbers."""
        here, steps = self.document, (*self.labels.steps(entry.owner, side, own), *entry.key)
        for step in steps:
            here = here.get(step) if isinstance(here, dict) else here[step]
            if here is None:
                return None
        needs = entry.needs if isinstance(entry, Field) else len(entry.free) * (not entry.default)
        return self._level(entry, steps, here, entry.free, side, needs)

    def _level(
        self,
        entry: Field | CurveField,
        steps: Steps,
        tree: Any,
        axes: tuple[str, ...],
        side: int,
        needs: int,
    ) -> Any:
        if not axes:
            return tree
        names = self.labels.of(axes[0], side)
        rows = self.named(steps, tree, names, axes[0])
        if needs > 0:
            lacking = [n for n in names if n not in rows and not self._flies(axes[0], n)]
            if lacking:
                found = f"<nothing for {', '.join(lacking)}>"
                self.report(steps, found, f"an entry for each of: {', '.join(names)}")
        written = {key_of(axes[0], key): key for key in tree}
        return {
            name: self._level(entry, (*steps, written[name]), row, axes[1:], side, needs - 1)
            for name, row in rows.items()
            if name in names
        }

    def _flies(self, axis: str, name: str) -> bool:
        """Whether a movement posture needs no rates on routes."""
        return axis == "movement" and int(name) in self.document["postures"]["by_air"]


def card_of(entry: Json) -> str:
    """The name as a card has it."""
    card = entry.get("card")
    return str(entry["name"] if card is None else card)


def _one_of(names: Sequence[str]) -> str:
    return f"one of: {', '.join(names)}" if names else "nothing: there is none"


def _typed(name: str, value: Any) -> Any:
    is_real = VARIABLES[name].kind == REAL and not isinstance(value, bool)
    return float(value) if is_real and value is not None else value
