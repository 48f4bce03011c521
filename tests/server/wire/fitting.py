"""Whether a message is as `hexfront.server.wire.messages` says, member by member."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hexfront.server.browser_types import members
from hexfront.server.wire.messages import MESSAGES

BY_TYPE = {get_args(get_type_hints(message)["type"])[0]: message for message in MESSAGES}


def check_fit(message: dict[str, Any]) -> None:
    """Fail unless a message has the members of its type, and they theirs."""
    assert message["type"] in BY_TYPE, f"no such message: {message['type']}"
    wrong = misfit(message, BY_TYPE[message["type"]])
    assert not wrong, f"{message['type']}{wrong}"


def misfit(value: Any, hint: Any) -> str:
    """Where a value differs from a type; empty where it fits."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return ""
    if hint in (str, int, float, bool, type(None)):
        kinds = (int, float) if hint is float else hint
        fits = isinstance(value, kinds) and (hint is bool or not isinstance(value, bool))
        return "" if fits else f": {value!r} is no {hint.__name__}"
    if origin is Literal:
        return "" if value in parts else f": {value!r} is none of {parts}"
    if origin in (Union, types.UnionType):
        wrong = [misfit(value, part) for part in parts]
        return "" if "" in wrong else " or ".join(wrong)
    if origin in (list, tuple, Sequence):
        return _misfit_of_list(value, origin, parts)
    if not isinstance(value, dict):
        return f": {value!r} is no object"
    if origin in (dict, Mapping):
        return _first({name: misfit(item, parts[1]) for name, item in value.items()})
    known = members(hint)
    if value.keys() - known.keys():
        return f": {sorted(value.keys() - known.keys())} are no members of {hint.__name__}"
    lacking = [name for name, (_, may) in known.items() if name not in value and not may]
    if lacking:
        return f": {hint.__name__} lacks {lacking}"
    return _first({name: misfit(item, known[name][0]) for name, item in value.items()})


def _misfit_of_list(value: Any, origin: Any, parts: tuple[Any, ...]) -> str:
    if not isinstance(value, list):
        return f": {value!r} is no list"
    one = parts
    if origin is not tuple or Ellipsis in parts:
        one = (parts[0],) * len(value)
    if len(one) != len(value):
        return f": {value!r} has not {len(one)} parts"
    found = zip(value, one, strict=True)
    return _first({number: misfit(item, part) for number, (item, part) in enumerate(found)})


def _first(wrong: Mapping[Any, str]) -> str:
    return next((f"/{name}{text}" for name, text in wrong.items() if text), "")
