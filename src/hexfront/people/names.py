"""Names of accounts: one script each, and no two that look alike."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from hexfront.core.errors import InputError

MIN_NAME: Final = 2
MAX_NAME: Final = 24
_BETWEEN: Final = " -_.'"
"""Marks that may stand between letters, one at a time; a key knows none of them."""
_DIGITS: Final = str.maketrans("015", "ols")
_ALIKE: Final = str.maketrans(
    # Cyrillic, then Greek, then Latin letters that are drawn as another Latin letter.
    "аевкмнорстухіїјѕԁԛԝһӏьзб" + "αβγεζηικμνοπρτυχωϲϳ" + "ıłøđħŧœæþ",
    "aebkmhopctyxiijsdqwhlb36" + "abyeznikmvonptuxwcj" + "ilodhtoap",
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))
"""Written together they look like the other; i and l are one."""
RESERVED: Final = (
    "admin",
    "administrator",
    "operator",
    "moderator",
    "hexfront",
    "system",
    "umpire",
    "spectator",
    "machine",
    "guest",
    "somebody",
    "nobody",
    "a former player",
    "former player",
)
"""What pages call others than players."""
_MARKS: Final = 3
"""Marks that may stand on one letter, in scripts that write vowels so."""


def name_key(name: str) -> str:
    """What two names that could be taken for each other have alike.

    >>> name_key("Oliver") == name_key("0LIVER") == name_key("Оliver") == name_key("o.liver")
    True
    >>> name_key("Oliver") == name_key("Olivia")
    False
    """
    folded = unicodedata.normalize("NFKD", name).casefold()
    folded = unicodedata.normalize("NFKD", folded)
    letters = "".join(mark for mark in folded if _tells_apart(mark))
    key = letters.translate(_DIGITS).translate(_ALIKE)
    for pair, one in _PAIRS:
        key = key.replace(pair, one)
    return key


def _tells_apart(mark: str) -> bool:
    """Letters, digits and the vowels of scripts that write them as marks; accents do not."""
    kind = unicodedata.category(mark)
    return kind[0] in "LN" or (
        kind in {"Mn", "Mc"} and not unicodedata.name(mark, "").startswith("COMBINING")
    )


_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХІЈЅ", "ABEZHIKMNOPTYXABEKMHOPCTYXIJS")


def look_key(name: str) -> str:
    """As `name_key`, by the capitals as they are written: the Greek Ν is no v then, but an N.

    >>> look_key("ΝΟΤΑ") == look_key("Nota")
    True
    """
    return name_key(unicodedata.normalize("NFKD", name).translate(_CAPITALS))


def check_name(name: str, place: str = "body: /name") -> str:
    """A name as it is shown. Errors: `InputError`."""
    shown = unicodedata.normalize("NFC", name)
    if not MIN_NAME <= len(shown) <= MAX_NAME:
        raise InputError.at(place, shown, f"{MIN_NAME} to {MAX_NAME} letters and digits")
    for number, mark in enumerate(shown):
        ends = number in (0, len(shown) - 1)
        if mark in _BETWEEN and not ends and shown[number - 1] not in _BETWEEN:
            continue
        if not mark.isalnum() and not _is_vowel_sign(shown, number):
            expected = "letters and digits, and between them one of: space - _ . '"
            raise InputError.at(place, shown, expected)
    scripts = {_script(mark) for mark in shown if mark.isalpha()}
    if len(scripts) != 1:
        raise InputError.at(place, shown, "letters of one script, such as Latin")
    # Guests are shown as `guest` with three signs.
    first = re.split(r"[ \-_.']", shown)[0]
    if not name_key(shown) or {name_key(shown), name_key(first)} & _RESERVED_KEYS:
        raise InputError.at(place, shown, "another name: this one is not for players")
    return shown


_RESERVED_KEYS: Final = {name_key(word) for word in RESERVED}


def _is_vowel_sign(shown: str, number: int) -> bool:
    """Whether a mark belongs to the letter before it, as in Hindi and Thai.

    >>> check_name("दिनेश"), check_name("กิตติ")
    ('दिनेश', 'กิตติ')
    """
    before = shown[max(0, number - _MARKS) : number]
    return (
        unicodedata.category(shown[number]) in {"Mn", "Mc"}
        and any(one.isalpha() for one in before)
        and _script(shown[number]) == _script(before[-1])
    )


_TOGETHER: Final = ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO")


def _script(mark: str) -> str:
    """The script of a letter, as its name in Unicode begins; those written together are one."""
    word = unicodedata.name(mark, "").partition(" ")[0]
    return "CJK" if word in _TOGETHER else word
