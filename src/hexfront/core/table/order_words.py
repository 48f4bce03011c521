"""Orders in JSON as most systems write them: a verb under `do`, and the keys that it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError

SHOWN: Final = 12
"""So many names of a long list are told to somebody who has given another one."""


class GivenOrder:
    """An order as somebody has given it, whose verb and keys are known; values are read by key.

    All errors are `InputError` and name the key.
    """

    def __init__(self, document: Json, keys: Mapping[str, Sequence[str]]) -> None:
        """`keys`: what each verb takes; a name that ends in a question mark may be left out."""
        if not isinstance(document, dict):
            raise InputError.at("order", document, "an object")
        verb = document.get("do")
        if not isinstance(verb, str) or verb not in keys:
            raise InputError.at("order /do", verb, f"one of: {', '.join(keys)}")
        needed = sorted({"do", *(key for key in keys[verb] if not key.endswith("?"))})
        more = sorted(key.removesuffix("?") for key in keys[verb] if key.endswith("?"))
        if not set(needed) <= set(document) <= {*needed, *more}:
            perhaps = f", and perhaps {more}" if more else ""
            expected = f"the keys {needed}{perhaps}"
            raise InputError.at("order", sorted(map(str, document)), expected)
        self.verb: str = verb
        self._values = document

    def __contains__(self, key: str) -> bool:
        """Whether a key that may be left out is there."""
        return key in self._values

    def index(self, key: str, known: Sequence[str] | Mapping[str, int], expected: str = "") -> int:
        """The place of a name in a list, or the number that it stands for."""
        value = self._values[key]
        if not isinstance(value, str) or value not in known:
            names = list(known)
            some = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
            usual = f"one of: {some}" if names else "nothing"
            raise InputError.at(f"order /{key}", value, expected or usual)
        return known[value] if isinstance(known, Mapping) else known.index(value)

    def whole(self, key: str, least: int, most: int) -> int:
        """A whole number."""
        value = self._values[key]
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InputError.at(f"order /{key}", value, f"a whole number from {least} to {most}")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._values[key]
        if not isinstance(value, bool):
            raise InputError.at(f"order /{key}", value, "true or false")
        return value
