"""Agents with parameters, as somebody types them: `search:iterations=2000,exploration=1.4`.

What may be set follows from the signature of what makes the agent: every parameter after rules,
side and dice, by its name, with a type of `int`, `float`, `bool`, `str`, a `Literal` of words, or
one of these or None. Every agent has `slips` besides: the part of its orders, from 0 to 1, in whose
place it gives any legal one (`hexfront.agents.slips`).
"""

from __future__ import annotations

import importlib
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from typing import Any, Final, Literal, Union

from hexfront.agents.slips import slipping
from hexfront.core.agent import AgentFactory
from hexfront.core.errors import InputError, Problem, shown

GIVEN: Final = 3
"""Rules, side and dice, which every agent gets."""
SLIPS: Final = "slips"
_TRUTH: Final = {"true": True, "yes": True, "false": False, "no": False}
_EXPECTED: Final = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
}


def parameters_of(factory: AgentFactory) -> dict[str, Any]:
    """The types of what may be set of an agent, by name; empty where there is nothing."""
    asked: Any = getattr(factory, "__init__", None) if isinstance(factory, type) else factory
    try:
        found = list(inspect.signature(factory).parameters.values())[GIVEN:]
        hints = typing.get_type_hints(asked or factory)
    except (TypeError, ValueError, NameError):
        return {}
    named = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    return {
        parameter.name: hints.get(parameter.name, _of_default(parameter.default))
        for parameter in found
        if parameter.kind in named
    }


def with_parameters(factory: AgentFactory, text: str, place: str, name: str) -> AgentFactory:
    """The agent with `key=value,key=value` set; `place` and `name` are those of errors.

    Errors: `InputError`, with everything that is wrong.
    """
    known = parameters_of(factory) | {SLIPS: float}
    values: dict[str, Any] = {}
    problems = []
    for part in text.split(","):
        key, mark, typed = (word.strip() for word in part.partition("="))
        if not mark or not key or key in values:
            problems.append(Problem(place, shown(part), f"key=value, each key of {name} once"))
            continue
        if key not in known:
            problems.append(Problem(f"{place}: {name}", shown(key), f"one of: {', '.join(known)}"))
            continue
        read, expected = _reader(known[key])
        values[key] = None
        try:
            values[key] = read(typed)
        except (ValueError, KeyError):
            problems.append(Problem(f"{place}: {name}: {key}", shown(typed), expected))
    slips = values.pop(SLIPS, None)
    if slips is not None and not 0 <= slips <= 1:
        problems.append(Problem(f"{place}: {name}: {SLIPS}", shown(str(slips)), "0 to 1"))
    if problems:
        raise InputError(problems)
    made = partial(factory, **values)
    return slipping(made, slips) if slips else made


def foreign_factory(text: str) -> AgentFactory:
    """The agent of `module:Class` or `module:Class:key=value`, which is imported.

    Errors: `InputError`; whatever the module raises.
    """
    module, _, more = text.partition(":")
    name, _, parameters = more.partition(":")
    factory = getattr(importlib.import_module(module), name, None)
    if not callable(factory):
        raise InputError.at("agent", text, f"module:Class; {module} has no class {name!r}")
    return with_parameters(factory, parameters, "agent", text) if parameters else factory


def words_of(known: Mapping[str, Any]) -> str:
    """Parameters with what each takes, for a help."""
    return ", ".join(f"{key} ({_reader(kind)[1]})" for key, kind in known.items())


def _of_default(default: Any) -> Any:
    return type(default) if type(default) in _EXPECTED else str


def _reader(kind: Any) -> tuple[Callable[[str], Any], str]:
    """What reads a value of a type, and what it expects in words."""
    origin = typing.get_origin(kind)
    if origin in (Union, types.UnionType):
        parts = [part for part in typing.get_args(kind) if part is not types.NoneType]
        read, expected = _reader(parts[0])
        if len(parts) < len(typing.get_args(kind)):
            return lambda text: None if text == "none" else read(text), f"{expected}, or none"
        return read, expected
    if origin is Literal:
        words = {str(word): word for word in typing.get_args(kind)}
        return words.__getitem__, f"one of: {', '.join(words)}"
    if kind is int:
        return _whole, _EXPECTED[int]
    if kind is float:
        return _number, _EXPECTED[float]
    if kind is bool:
        return _TRUTH.__getitem__, _EXPECTED[bool]
    return str, _EXPECTED[str]


def _whole(text: str) -> int:
    if not text.removeprefix("-").isdecimal():
        raise ValueError(text)
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value
