"""Codes of NATO symbols: of 15 characters (MIL-STD-2525B, C) and of 20 digits (2525D), and back."""

from __future__ import annotations

from typing import Final

from hexfront.pictures.symbols.sidc import OLD_FUNCTIONS, Identity, read_sidc

_AFFILIATIONS: Final = {"0": "P", "1": "U", "2": "A", "3": "F", "4": "N", "5": "S", "6": "H"}
_DIGITS: Final = {
    Identity.UNKNOWN: "1",
    Identity.FRIEND: "3",
    Identity.NEUTRAL: "4",
    Identity.HOSTILE: "6",
}
_SETS: Final = {"01": "A", "10": "G", "15": "G", "30": "S"}
_STAFFS: Final = {"1": "F", "2": "A", "3": "C", "4": "E", "5": "G", "6": "B", "7": "D"}
_ECHELONS: Final = {
    str(number): letter
    for letter, number in zip("ABCDEFGHIJKLMN", [*range(11, 19), *range(21, 27)], strict=True)
}
_STAFF_DIGITS: Final = {letter: digit for digit, letter in _STAFFS.items()}
_SET_DIGITS: Final = {"G": "10", "F": "10", "S": "30", "A": "01"}
_FUNCTIONS: Final = {
    meaning: function
    for function, meaning in reversed(OLD_FUNCTIONS.items())
    if function not in ("CL", "CA", "CP", "UH")
}
LAND_UNIT: Final = "10031000000000000000"
"""A friendly land unit of which no more is said."""


def to_digits(code: str) -> tuple[str, str]:
    """The code of 20 digits for one of 15 characters, and what it cannot say, in words."""
    text = code.strip().upper().ljust(15, "-")
    if text.strip("-").isdigit() and len(code.strip()) in (20, 30):
        return code.strip()[:20], ""
    symbol = read_sidc(text)
    identity = next(d for d, letter in _AFFILIATIONS.items() if letter == _letter(text[1]))
    function = text[4:10].rstrip("-*")
    symbol_set = "15" if text[2] == "G" and function.startswith("E") else None
    symbol_set = symbol_set or _SET_DIGITS.get(text[2], "10")
    entity = symbol.entity if symbol.entity != "999999" else "000000"
    planned = "1" if text[3] == "A" else "0"
    staff = _STAFF_DIGITS.get(text[10], "0")
    made = f"100{identity}{symbol_set}{planned}{staff}{symbol.echelon}{entity}"
    lost = []
    if function and function not in OLD_FUNCTIONS:
        lost.append(f"the function {function} in part")
    if text[12:14].strip("-*"):
        lost.append(f"the country {text[12:14]}")
    if text[0] not in "S-":
        lost.append(f"the scheme {text[0]}")
    return made + "".join(symbol.modifiers), ", ".join(lost)


def _letter(affiliation: str) -> str:
    doubles = {"G": "P", "W": "U", "M": "A", "D": "F", "L": "N", "J": "F", "K": "F"}
    letter = doubles.get(affiliation, affiliation)
    return letter if letter in _AFFILIATIONS.values() else "U"


def to_letters(code: str) -> tuple[str, str]:
    """The code of 15 characters for one of 20 digits, and what it cannot say, in words."""
    symbol = read_sidc(code)
    text = code.ljust(20, "0")
    entity, modifiers = text[10:16], "".join(text[16:20])
    lost = []
    function = _FUNCTIONS.get(f"{entity}/{modifiers}")
    if function is None:
        if modifiers.strip("0"):
            lost.append("the modifiers of its icon")
        starts = (entity, f"{entity[:4]}00", f"{entity[:2]}0000")
        function = next((_FUNCTIONS[start] for start in starts if start in _FUNCTIONS), "U")
        if _FUNCTIONS.get(entity) is None and entity.strip("0"):
            lost.append("the exact kind of unit")
    if text[2] not in "0":
        lost.append("that it is an exercise or a simulation")
    echelon = _ECHELONS.get(symbol.echelon, "-")
    if echelon == "-" and symbol.echelon != "00":
        lost.append("its size")
    planned = "A" if text[6] == "1" else "P"
    letters = f"S{_AFFILIATIONS.get(text[3], 'U')}{_SETS.get(text[4:6], 'G')}{planned}"
    staff = _STAFFS.get(text[7], "-")
    return f"{letters}{function:-<6}{staff}{echelon}--G", ", ".join(lost)


def with_identity(code: str, digit: str) -> str:
    """A code of 20 digits in the frame of another identity."""
    return f"{code[:3]}{digit}{code[4:]}"
