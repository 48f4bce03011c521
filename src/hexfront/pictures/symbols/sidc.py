"""Codes of NATO symbols, read: 20 digits (APP-6D, MIL-STD-2525D) or 15 characters (2525B, C)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Identity(Enum):
    """Whose side a symbol is on."""

    UNKNOWN = "unknown"
    FRIEND = "friend"
    NEUTRAL = "neutral"
    HOSTILE = "hostile"


class Sort(Enum):
    """What a symbol stands for; each sort has frames of its own."""

    UNIT = "unit"
    EQUIPMENT = "equipment"
    SHIP = "ship"
    AIRCRAFT = "aircraft"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a code says, as far as these pictures show it."""

    identity: Identity = Identity.UNKNOWN
    sort: Sort = Sort.OTHER
    dashed: bool = False
    """Assumed, suspect, pending or planned."""
    headquarters: bool = False
    task_force: bool = False
    dummy: bool = False
    echelon: str = "00"
    """Two digits: `11` a team to `26` a command; `00` for none."""
    entity: str = ""
    """Six digits: entity, type, subtype; empty where nothing is known of it."""
    modifiers: tuple[str, str] = ("00", "00")
    """Two digits each, for the sectors above and below the icon."""


_IDENTITIES: Final = {
    "0": (Identity.UNKNOWN, True),
    "1": (Identity.UNKNOWN, False),
    "2": (Identity.FRIEND, True),
    "3": (Identity.FRIEND, False),
    "4": (Identity.NEUTRAL, False),
    "5": (Identity.HOSTILE, True),
    "6": (Identity.HOSTILE, False),
}
_SORTS: Final = {
    "10": Sort.UNIT,
    "15": Sort.EQUIPMENT,
    "30": Sort.SHIP,
    "01": Sort.AIRCRAFT,
}

_OLD_IDENTITIES: Final = {
    **dict.fromkeys("PG", "0"),
    **dict.fromkeys("UW", "1"),
    **dict.fromkeys("AM", "2"),
    **dict.fromkeys("FDJK", "3"),
    **dict.fromkeys("NL", "4"),
    "S": "5",
    "H": "6",
}
_OLD_SETS: Final = {"G": "10", "F": "10", "S": "30", "A": "01"}
_OLD_STAFFS: Final = {"A": "2", "B": "6", "C": "3", "D": "7", "E": "4", "F": "1", "G": "5"}
_OLD_ECHELONS: Final = dict(zip("ABCDEFGHIJKLMN", [*range(11, 19), *range(21, 27)], strict=True))
OLD_FUNCTIONS: Final = {
    "U": "000000",
    "UC": "120900",
    "UCA": "120500",
    "UCAA": "120400",
    "UCAAA": "120401",
    "UCAAL": "120400/0019",
    "UCAAM": "120400/0001",
    "UCAAO": "120402",
    "UCAAU": "120400/0027",
    "UCATA": "120500/0001",
    "UCATL": "120500/0019",
    "UCATM": "120500/0024",
    "UCATW": "120502",
    "UCAW": "120500/0051",
    "UCAWR": "120501/0051",
    "UCD": "130100",
    "UCDG": "130101",
    "UCDM": "130102",
    "UCE": "140700",
    "UCEC": "140700/0900",
    "UCECA": "140700/0001",
    "UCECL": "140700/0919",
    "UCECO": "140700/0027",
    "UCF": "130300",
    "UCFHA": "130300/0001",
    "UCFHE": "130301",
    "UCFHL": "130300/0019",
    "UCFHM": "130300/0024",
    "UCFHO": "130300/0027",
    "UCFM": "130800",
    "UCFMS": "130801",
    "UCFMSW": "130802",
    "UCFMT": "130803",
    "UCFMTA": "130803/0001",
    "UCFMTO": "130803/0027",
    "UCFO": "130600",
    "UCFR": "130300/4100",
    "UCFRMS": "130301/4100",
    "UCI": "121100",
    "UCIA": "121100/0001",
    "UCII": "121105",
    "UCIL": "121100/0019",
    "UCIM": "121104",
    "UCIN": "121100/4600",
    "UCIO": "121100/0027",
    "UCIS": "121100/8400",
    "UCIZ": "121102",
    "UCM": "130700",
    "UCR": "121300",
    "UCRA": "121300/0001",
    "UCRL": "121300/0019",
    "UCRO": "121300/0027",
    "UCRR": "121302",
    "UCRVA": "120501",
    "UCRVM": "121303",
    "UCS": "141700",
    "UCV": "120600",
    "UCVC": "120700",
    "UCVF": "120800",
    "UCVR": "120600",
    "UCVU": "121900",
    "UH": "000000",
    "US": "160600",
    "USA": "160100",
    "USM": "161300",
    "USMT": "161400",
    "USS": "163400",
    "UST": "163600",
    "USTS": "163600/4600",
    "USX": "161100",
    "UUA": "140100",
    "UUE": "140800",
    "UULM": "141200",
    "UUM": "151000",
    "UUMSE": "150500",
    "UUS": "111000",
    "GS": "121700",
    "CL": "120200",
    "CA": "120300",
    "CP": "120500",
}
"""Function ids and what replaced them; a longer id than these means the longest that begins it."""


def read_sidc(code: str) -> Symbol:
    """What a code says. A text that is no code says nothing: an unknown something."""
    text = code.strip().upper()
    if re.fullmatch("[0-9]{20}([0-9]{10})?", text):
        return _read_digits(text)
    if re.fullmatch("[A-Z0-9*-]{10,15}", text) and not text.isdigit():
        return _read_letters(text.ljust(15, "-"))
    return Symbol()


def _read_digits(text: str) -> Symbol:
    identity, dashed = _IDENTITIES.get(text[3], (Identity.UNKNOWN, False))
    staff = int(text[7])
    return Symbol(
        identity,
        _SORTS.get(text[4:6], Sort.OTHER),
        dashed or text[6] == "1",
        headquarters=staff in (2, 3, 6, 7),
        task_force=staff in (4, 5, 6, 7),
        dummy=staff in (1, 3, 5, 7),
        echelon=text[8:10],
        entity=text[10:16],
        modifiers=(text[16:18], text[18:20]),
    )


def _read_letters(text: str) -> Symbol:
    function = text[4:10].rstrip("-*")
    symbol_set = _OLD_SETS.get(text[2], "00")
    if text[2] == "G" and function.startswith("E"):
        symbol_set = "15"
    while function and function not in OLD_FUNCTIONS:
        function = function[:-1]
    entity, _, modifiers = OLD_FUNCTIONS.get(function, "999999").partition("/")
    staff = _OLD_STAFFS.get(text[10], "2" if function == "UH" else "0")
    return _read_digits(
        "100"
        + _OLD_IDENTITIES.get(text[1], "1")
        + symbol_set
        + ("1" if text[3] == "A" else "0")
        + staff
        + str(_OLD_ECHELONS.get(text[11], "00"))
        + entity
        + modifiers.ljust(4, "0")
    )
