"""What game design data must keep besides the bounds of single values (2, 3, 5, 9.1, 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

from hexfront.core.errors import Problem, shown
from hexfront.systems.idahex.deck import known
from hexfront.systems.idahex.deck.errata import MENDED, Name
from hexfront.systems.idahex.deck.lookups import (
    MAPS,
    Values,
    attack_postures,
    consumption_table,
    defence_postures,
    first_map,
    speed_key,
)
from hexfront.systems.idahex.deck.statements import Flat

Where = Callable[..., str]
"""The place of a variable's value, by its name and its indices counted from 1."""
SIDES: Final = ("Red", "Blue")
CLASSES: Final = ("", "hold", "disengagement", "movement", "attack")
NEARLY: Final = 1e-9
"""How exactly lengths of time must divide each other."""


class Checks:
    """Gathers what is wrong with values."""

    def __init__(
        self, values: Mapping[str, Any], where: Where, *, as_printed: frozenset[Name]
    ) -> None:
        self.values = values
        self.known = Values(values)
        self.where = where
        self.as_printed = as_printed
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def wrong(self, name: str, flat: Flat, found: object, expected: str) -> None:
        """A problem."""
        self.problems.append(Problem(self.where(name, *flat), shown(found), expected))

    def odd(self, name: str, flat: Flat, found: object, expected: str) -> None:
        """A warning."""
        self.warnings.append(Problem(self.where(name, *flat), shown(found), expected))

    def has(self, *names: str) -> bool:
        """Whether variables are there, with no gap in them."""
        return all(_is_whole(self.values.get(name)) for name in names)


def check_values(
    values: Mapping[str, Any], where: Where, *, as_printed: frozenset[Name] = MENDED
) -> tuple[list[Problem], list[Problem]]:
    """Problems and warnings of values whose bounds are kept or were told already."""
    checks = Checks(values, where, as_printed=as_printed)
    for needs, check in _CHECKS:
        if checks.has(*needs):
            check(checks)
    return checks.problems, checks.warnings


def _is_whole(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_is_whole(v) for v in value.values())
    if isinstance(value, list):
        return all(_is_whole(v) for v in value)
    return value is not None


def _times(checks: Checks) -> None:
    """Cycles hold whole periods, periods whole frames (IDX-2.3)."""
    v = checks.values
    if v["tend"] < v["tinit"]:
        checks.wrong("tend", (), v["tend"], f"at least tinit, which is {v['tinit']:g}")
    for long, short in (("tcycle", "tpd"), ("tpd", "tframe")):
        if v[short] <= 0:
            continue
        ratio = v[long] / v[short]
        if not NEARLY < ratio < 1e12 or abs(ratio - round(ratio)) > NEARLY * ratio or ratio < 0.5:
            expected = f"a whole number of times {short}, which is {v[short]:g}"
            checks.wrong(long, (), v[long], expected)


def _maps(checks: Checks) -> None:
    """At the start every basic type that is in use has a type (IDX-2.1, groups 94 to 96)."""
    v = checks.values
    used = (
        ("basic_env", "nenv"),
        ("basic_rtetype", "nrtety"),
        ("basic_bartype", "nbarty"),
    )
    for which, (name, count) in enumerate(used):
        seen: set[int] = set()
        for place, basic in v[name].items():
            if basic <= 0 or basic in seen:
                continue
            if name == "basic_env" and not known.is_active(checks.known, place):
                continue
            seen.add(basic)
            kind = first_map(v, which, basic, as_printed="maps" in checks.as_printed)
            if not (0 if which == 2 else 1) <= kind <= v[count]:
                flat = place if isinstance(place, tuple) else (place,)
                expected = f"a type that {MAPS[which]} takes to 1 to {v[count]}; it gives {kind}"
                checks.wrong(name, flat, basic, expected)


def _routes(checks: Checks) -> None:
    """Cells that touch and have no route between them (IDX-2.1)."""
    v = checks.values
    lacking = [arc for arc, kind in v["basic_rtetype"].items() if kind == 0]
    if lacking:
        found = f"<0, for this and {len(lacking) - 1} more pairs of active cells>"
        checks.odd("basic_rtetype", lacking[0], found, "a type of route: nobody can march there")


def _postures(checks: Checks) -> None:
    """The classes that pmapup and pmapdn lead to (IDX-3.1), and the transfer posture."""
    v = checks.values
    for name in ("pmapup", "pmapdn"):
        for posture, to in v[name].items():
            if not 10 <= posture <= 49:
                continue
            if name == "pmapup":
                first = posture // 10 % 4 * 10 + 10
                fits, expected = first <= to <= first + 9, f"{first} to {first + 9}"
            elif posture < 20:
                fits, expected = to == -10, "-10"
            else:
                fits, expected = 40 <= to <= 49, "40 to 49"
            if not fits:
                checks.wrong(name, (posture,), to, f"{expected}, from posture {posture}")
    transfer = v["itrfp"]
    if transfer > 0 and not 10 <= transfer <= 19:
        checks.wrong("itrfp", (), transfer, "a hold posture, 10 to 19, or 0 for none")


def _columns(checks: Checks) -> None:
    """Columns of the combat data that postures point to are read (groups 41, 62, 63)."""
    column = known.columns(checks.known)
    for start, stop, own in (
        (10, 30, defence_postures(checks.known)),
        (40, 50, attack_postures(checks.known)),
    ):
        filled = {column[p] for p in own}
        for posture in range(start, stop):
            if column[posture] not in filled:
                found = f"<{column[posture]} for posture {posture}>"
                given = ", ".join(map(str, sorted(filled)))
                place = (posture,) if posture in checks.values["poff"] else ()
                checks.wrong("poff", place, found, f"one of {given}, which groups 62 and 63 fill")


def _points(checks: Checks) -> None:
    """Points at which piecewise functions are given do not fall (IDX-5.4)."""
    for name in ("fmr.x", "frdval.x", "vfeba.fr", "frinv.x", "freff.x", "prep.x"):
        if not checks.has(name):
            continue
        rows = checks.values[name]
        whole = [((), rows)] if not rows or not isinstance(rows[0], list) else _rows(rows)
        for before, row in whole:
            for place, (one, other) in enumerate(pairwise(row), 2):
                if other < one:
                    expected = f"at least the one before, which is {one:g}"
                    checks.wrong(name, (*before, place), other, expected)


def _rows(rows: list[Any]) -> list[tuple[Flat, Any]]:
    return [((place,), row) for place, row in enumerate(rows, 1)]


def _units(checks: Checks) -> None:
    """Units stand in active cells, and their numbers tell their sides (IDX-2.2)."""
    v = checks.values
    if v["basic_env"] is None or v["butype"] is None:
        return
    kinds = {number: kind for number, kind in v["butype"].items() if kind is not None}
    for number, kind in kinds.items():
        cell = (v["buloc"] or {}).get(number)
        is_known = v["basic_env"].get(cell, 0) is not None
        if cell is not None and is_known and not known.is_active(checks.known, cell):
            checks.wrong(
                "buloc", (number,), cell, "a cell that is active and not the last of its rank"
            )
        posture = (v["bupost"] or {}).get(number)
        if posture is not None and 10 <= posture <= 19 and posture >= 10 + v["npost"][0]:
            checks.odd("bupost", (number,), posture, f"a posture below {10 + v['npost'][0]}")
        if not 1 <= kind <= len(v["flag"]):
            continue
        side, by_number = v["flag"][kind - 1], 2 if number >= v["iblul"] else 1
        if side != by_number:
            found = f"<unit {number} of type {kind}, which is {SIDES[side - 1]}>"
            expected = f"a type of {SIDES[by_number - 1]}, since Blue begins with {v['iblul']}"
            checks.wrong("butype", (number,), found, expected)
    lowest = min((n for n in kinds if n >= v["iblul"]), default=None)
    if lowest is not None and lowest != v["iblul"]:
        checks.odd("iblul", (), v["iblul"], f"the lowest Blue number, which is {lowest}")


def _holdings(checks: Checks) -> None:
    """Units and their types have only what iars lists (IDX-2.2.2)."""
    v = checks.values
    for kind, allowed in enumerate(v["iars"], 1):
        for place, resource in enumerate(allowed):
            if resource and resource in allowed[:place]:
                checks.odd("iars", (kind, place + 1), resource, "each resource once")
        for resource, amount in enumerate(v["toe"][kind - 1], 1):
            if amount > 0 and resource not in allowed:
                checks.odd("toe", (kind, resource), amount, "0, since iars does not list it")
    for number, stock in (v["resources"] or {}).items():
        kind = v["butype"].get(number, 0)
        if not 1 <= kind <= len(v["iars"]):
            continue
        for resource, amount in enumerate(stock, 1):
            if amount and amount > 0 and resource not in v["iars"][kind - 1]:
                expected = f"0, since iars of type {kind} does not list it"
                checks.wrong("resources", (number, resource), amount, expected)


def _loads(checks: Checks) -> None:
    """Load classes that ldsize knows (IDX-3.2.3.2)."""
    v = checks.values
    for side, classes in enumerate(v["loadcl"]):
        for resource, load in enumerate(classes, 1):
            if load > v["nlc"][side]:
                expected = f"at most nlc({side + 1}), which is {v['nlc'][side]}"
                checks.wrong("loadcl", (side + 1, resource), load, expected)
    for kind, (mode, side) in enumerate(zip(v["trptcl"], v["flag"], strict=False), 1):
        if mode > v["nlc"][side - 1]:
            expected = f"at most nlc({side}), which is {v['nlc'][side - 1]}"
            checks.wrong("trptcl", (kind,), mode, expected)


def _consumption(checks: Checks) -> None:
    """Every posture in which units fight has a table of consumption, and each is read (IDX-7)."""
    v = checks.values
    postures = [*defence_postures(checks.known), *attack_postures(checks.known)]
    for side in range(2):
        if v["nss"][side] == 0:
            continue
        for posture in postures:
            if consumption_table(checks.known, side, posture) is None:
                found = f"<no table for {SIDES[side]} posture {posture}>"
                checks.wrong("mapps", (side + 1, posture), found, "a table for each posture")
        supplies, resources = v["nss"][side], checks.known.number("nrs", side + 1)
        for posture, table in v["mapps"][side].items():
            for name in ("ssvact", "ssvres"):
                rows = v[name].get(table)
                if rows is None or len(rows) < supplies or any(len(r) < resources for r in rows):
                    found = f"<table {table}, not read for {SIDES[side]}>"
                    checks.wrong("mapps", (side + 1, posture), found, "a table read before")
                    break


def _speeds(checks: Checks) -> None:
    """Every pair of postures has a speed of the front (IDX-5.4.6)."""
    for side in range(2):
        for attack in attack_postures(checks.known):
            for defence in defence_postures(checks.known):
                key, is_other = speed_key(checks.known, side, attack, defence)
                found = f"<no entry of {SIDES[side]} for posture {attack} against {defence}>"
                if key is None:
                    checks.wrong(
                        "vfeba.f0", (side + 1, attack, defence), found, "one for each pair"
                    )
                elif is_other:
                    expected = f"one; that for {key[0]} against {key[1]} is used"
                    checks.odd("vfeba.f0", (side + 1, attack, defence), found, expected)


def _protection(checks: Checks) -> None:
    """Some weapon of each side can protect itself (IDX-5.4.1)."""
    v = checks.values
    for side in range(2):
        weapons = v["pg"][side][: v["nggwep"][side]]
        if weapons and 1 not in weapons:
            found = f"<no weapon of {SIDES[side]} in group 1>"
            checks.odd("pg", (side + 1, 1), found, "at least one in protection group 1")


def _entries(checks: Checks) -> None:
    """Units entered their cells before the war (IDX-2.2.1)."""
    v = checks.values
    for number, time in v["tentry"].items():
        if time is not None and time > v["tinit"]:
            checks.odd("tentry", (number,), time, f"at most tinit, which is {v['tinit']:g}")


_AREA = ("ncells", "nrank1", "basic_env")
_CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[[Checks], None]], ...]] = (
    (("tinit", "tend", "tframe", "tcycle", "tpd"), _times),
    (
        (*_AREA, "nenv", "nrtety", "nbarty", "basic_rtetype", "basic_bartype", *MAPS),
        _maps,
    ),
    (("basic_rtetype",), _routes),
    (("pmapup", "pmapdn", "itrfp"), _postures),
    (("npost", "poff"), _columns),
    ((), _points),
    (("ncells", "nrank1", "iblul", "npost", "flag"), _units),
    (("iars", "toe", "butype"), _holdings),
    (("nlc", "loadcl", "trptcl", "flag"), _loads),
    (
        ("npost", "nss", "nggwep", "ngawep", "ntrpt", "npers", "mapps", "ssvact", "ssvres"),
        _consumption,
    ),
    (("npost", "poff", "vfeba.f0"), _speeds),
    (("nggwep", "pg"), _protection),
    (("tinit", "tentry"), _entries),
)
