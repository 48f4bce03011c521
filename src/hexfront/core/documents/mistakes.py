"""What is wrong with the form of a document, in words, and what can be put right for the rest.

A model finds what is wrong with the form, and stops there. What parts mean to each other is
looked at by functions of the systems, which need a whole model. So that both are told at
once, `repair` takes out or replaces what is wrong in a copy of the document.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.errors import Problem, shown

M = TypeVar("M", bound=BaseModel)
Loc = tuple[str | int, ...]

MAX_PROBLEMS: Final = 50
ROUNDS: Final = 4
"""So often what is wrong is put right: a new part may have mistakes that the old one hid."""
ALIKE: Final = 0.7
"""How much a key is like an unknown one that may be a slip for it, of 1."""
KEYS_SHOWN: Final = 12
NAMING: Final = ("name", "id", "hex", "label", "number")
"""Keys by which other parts of a document refer to an entry."""

_KINDS: Final = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}
_TYPES: Final = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "tuple_type": "a list",
    "list_type": "a list",
    "none_required": "null",
    "finite_number": "a finite number",
}
_LIMITS: Final = {
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "less_than": "less than {lt}",
    "string_too_short": "text of at least {min_length} characters",
    "string_too_long": "text of at most {max_length} characters",
    "too_short": "{min_length} or more entries",
    "too_long": "{max_length} entries or fewer",
    "literal_error": "{expected}",
}
_PATTERNS: Final = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "small letters and digits, with hyphens between words",
    r"^[^\x00-\x1f\x7f-\x9f]*$": "one line of text",
    r"^[0-9]{4}([0-9]{2})?$": "the four digits of a hex, such as 0405, or six on a large map",
    r"^#[0-9a-f]{6}$": "a colour, such as #1f77b4",
}


def model_problems(
    found: Sequence[Any], place: str, model: type[BaseModel] | None = None
) -> list[Problem]:
    """What a model found wrong, by place in the document.

    Args:
        found: the errors of pydantic, with their context.
        place: of the document.
        model: that found it, to tell what keys and values there are.
    """
    return [_problem(detail, place, model) for detail in found[:MAX_PROBLEMS]]


def _problem(detail: Mapping[str, Any], place: str, model: type[BaseModel] | None) -> Problem:
    loc: Loc = detail["loc"]
    at = f"{place}: {pointer(*loc) or '/'}"
    if detail["type"] == "extra_forbidden":
        return Problem(at, "an unknown key", _known_keys(model, loc))
    if detail["type"] == "missing":
        return Problem(at, "nothing", _wanted(model, loc))
    return Problem(at, _found(detail["input"]), _expected(detail))


def _known_keys(model: type[BaseModel] | None, loc: Loc) -> str:
    keys = [key for kind in _kinds_at(model, loc[:-1]) if _is_model(kind) for key in _fields(kind)]
    if not keys:
        return "no such key"
    close = get_close_matches(str(loc[-1]), keys, 1, ALIKE)
    if close:
        return f"another key; did you mean `{close[0]}`?"
    more = ", …" if len(keys) > KEYS_SHOWN else ""
    return f"one of: {', '.join(keys[:KEYS_SHOWN])}{more}"


def _wanted(model: type[BaseModel] | None, loc: Loc) -> str:
    """A key that is missing: its name, what it is, and what it means."""
    for kind in _kinds_at(model, loc[:-1]):
        if _is_model(kind) and loc[-1] in _fields(kind):
            info = _fields(kind)[str(loc[-1])]
            words = _kind_words(info.annotation)
            said = (info.description or "").split("\n\n")[0].replace("\n", " ").rstrip(".")
            return f"`{loc[-1]}`, {words}" + (f" ({said})" if said else "")
    if isinstance(loc[-1], int):
        return f"an entry of number {loc[-1] + 1}"
    return f"`{loc[-1]}`"


def _kind_words(annotation: Any) -> str:
    kinds = list(_unwrapped(annotation))
    literals = [
        str(word) for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)
    ]
    if literals:
        return f"one of: {', '.join(literals)}" if len(literals) > 1 else literals[0]
    for kind in kinds:
        if kind in _KINDS:
            return _KINDS[kind]
        if get_origin(kind) in (tuple, list):
            return "a list"
    return "an object"


def _found(value: object) -> str:
    if isinstance(value, BaseModel | dict):
        return "<object>"
    if isinstance(value, list | tuple):
        return f"<list of {len(value)}>" if value else "<no entries>"
    return shown(value)


def _expected(detail: Mapping[str, Any]) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind in _TYPES:
        return _TYPES[kind]
    if kind in _LIMITS:
        return _LIMITS[kind].format(**context).replace("'", "")
    if kind == "string_pattern_mismatch":
        pattern = context["pattern"]
        return _PATTERNS.get(pattern, f"text of the form {pattern}")
    message = str(detail["msg"])
    for start in ("Value error, ", "Input should be "):
        message = message.removeprefix(start)
    return message[:1].lower() + message[1:]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fields(kind: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a model by the keys of a document."""
    return {info.alias or name: info for name, info in kind.model_fields.items()}


def _unwrapped(annotation: Any) -> Iterator[Any]:
    """What an annotation may be, without `Annotated`, and each part of a union."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _unwrapped(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(annotation):
            yield from _unwrapped(part)
    else:
        yield annotation


def _kinds_at(model: type[BaseModel] | None, loc: Loc) -> list[Any]:
    """What a model wants at a place; parts of a union that pydantic names are passed over."""
    kinds: list[Any] = [] if model is None else [model]
    for part in loc:
        inner = [k for kind in kinds for k in _step(kind, part)]
        kinds = inner or [k for k in kinds if _is_model(k) and k.__name__ == part] or []
    return kinds


def _step(kind: Any, part: str | int) -> list[Any]:
    arguments = get_args(kind)
    if _is_model(kind):
        field = _fields(kind).get(str(part))
        return [] if field is None else list(_unwrapped(field.annotation))
    if get_origin(kind) in (tuple, list) and isinstance(part, int) and arguments:
        same = len(arguments) == 1 or arguments[-1] is Ellipsis
        return list(_unwrapped(arguments[0 if same else min(part, len(arguments) - 1)]))
    if get_origin(kind) in (dict, Mapping) and len(arguments) == 2:
        return list(_unwrapped(arguments[1]))
    return []


class Repairs:
    """Where a document was put right, so that nobody is told of what was put there."""

    def __init__(self) -> None:
        self.places: set[Loc] = set()

    @property
    def names(self) -> bool:
        """Whether something that others may refer to was wrong, or a whole entry was."""
        return any(isinstance(loc[-1], int) or loc[-1] in NAMING for loc in self.places if loc)

    def covers(self, place: str) -> bool:
        """Whether a problem stands in what was put right, or around it."""
        return any(
            place == at or place.startswith(f"{at}/") or at.startswith(f"{place}/")
            for at in (pointer(*loc) for loc in self.places)
        )


def repair(model: type[M], document: Json, pattern: Mapping[str, Json]) -> tuple[M | None, Repairs]:
    """A model of a document whose form is wrong, with what is wrong put right.

    Unknown keys are left out; what may be left out is, where it is wrong; anything else is
    taken from an entry beside it, or from `pattern`, a sound document of the kind. None
    where that makes no model.
    """
    repairs = Repairs()
    trial = _copied(document)
    for _ in range(ROUNDS):
        try:
            return model.model_validate(trial, strict=True), repairs
        except ValidationError as error:
            for detail in error.errors(include_url=False, include_context=False):
                if not _put_right(trial, _real(trial, detail["loc"]), detail["type"], pattern):
                    return None, repairs
                repairs.places.add(_real(document, detail["loc"]))
    return None, repairs


def _copied(value: Json) -> Json:
    """The value with lists and objects of its own; models inside are shared: nobody writes them."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_copied(inner) for inner in value]
    return value


def _real(document: Json, loc: Loc) -> Loc:
    """The part of a place that is in the document: pydantic adds which part of a union it was."""
    found: list[str | int] = []
    value = document
    for number, part in enumerate(loc):
        inside = (isinstance(value, dict) and part in value) or (
            isinstance(value, list) and isinstance(part, int) and part < len(value)
        )
        if inside:
            value = value[part]
        elif number < len(loc) - 1:
            continue
        elif not isinstance(value, dict | list):
            break
        found.append(part)
    return tuple(found)


def _put_right(trial: Json, loc: Loc, kind: str, pattern: Mapping[str, Json]) -> bool:
    """Change the document at a place; whether there was something to change it to."""
    if not loc:
        return False
    holder = _at(trial, loc[:-1])
    if not isinstance(holder, dict | list):
        return False
    if kind == "extra_forbidden" and isinstance(holder, dict):
        holder.pop(loc[-1], None)
        return True
    for other in (*_beside(trial, loc), _at(pattern, loc)):
        if other is not None and other != _at(trial, loc):
            if isinstance(holder, dict):
                holder[loc[-1]] = _copied(other)
                return True
            if isinstance(loc[-1], int) and loc[-1] < len(holder):
                holder[loc[-1]] = _copied(other)
                return True
    if isinstance(holder, dict) and kind != "missing":
        holder.pop(loc[-1], None)
        return True
    return False


def _beside(document: Json, loc: Loc) -> Iterator[Json]:
    """The values at the same place of the entries beside the one that it lies in."""
    for depth in range(len(loc) - 1, -1, -1):
        entries = _at(document, loc[:depth])
        if isinstance(loc[depth], int) and isinstance(entries, list):
            for number, entry in enumerate(entries):
                if number != loc[depth]:
                    yield _at(entry, loc[depth + 1 :])


def _at(value: Json, loc: Sequence[str | int]) -> Json:
    """What stands at a place; None where nothing does."""
    for part in loc:
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value
