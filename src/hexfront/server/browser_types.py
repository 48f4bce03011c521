"""The types of `wire` as TypeScript, so that the pages' modules are checked against the server.

`python -m hexfront.server.browser_types` writes `web/types.d.ts`.
"""

from __future__ import annotations

import ast
import inspect
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin

from hexfront.server.wire import MESSAGES

FILE: Final = Path(__file__).parents[1] / "web" / "types.d.ts"
_HEAD: Final = "/** What the server sends: made by `make types` from `hexfront.server.wire`. */\n"
_PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any"}
_PLAIN[type(None)] = "null"


def declarations() -> str:
    """The whole file."""
    found: dict[str, str] = {}
    for message in MESSAGES:
        _declare(message, found)
    names = [message.__name__ for message in MESSAGES]
    union = f"/** Any of the messages. */\nexport type Message =\n  {' | '.join(names)};\n"
    return _HEAD + "\n" + "\n".join(found.values()) + "\n" + union


def members(kind: type) -> dict[str, tuple[Any, bool]]:
    """The members of a class that is sent as an object: the type of each, and if it may lack."""
    if is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return {field.name: (hints[field.name], False) for field in fields(kind)}
    hints = typing.get_type_hints(kind, include_extras=True)
    return {
        name: (get_args(hint)[0], True) if get_origin(hint) is NotRequired else (hint, False)
        for name, hint in hints.items()
    }


def _declare(kind: type, found: dict[str, str]) -> None:
    """Add the interface of a class and those of all that it holds."""
    if kind.__name__ in found:
        return
    found[kind.__name__] = ""
    notes = dict(_notes(kind))
    lines = []
    for name, (hint, may_lack) in members(kind).items():
        if name in notes:
            lines.append(f"  /** {notes[name]} */\n")
        lines.append(f"  {name}{'?' if may_lack else ''}: {_written(hint, found)};\n")
    about = (inspect.getdoc(kind) or "").split("\n")[0]
    found[kind.__name__] = (
        f"/** {about} */\nexport interface {kind.__name__} {{\n{''.join(lines)}}}\n"
    )


def _notes(kind: type) -> Iterator[tuple[str, str]]:
    """The first sentence that stands below a member, by its name."""
    (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for member, note in pairwise(body):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            match note:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield (
                        member.target.id,
                        " ".join(inspect.cleandoc(text).split("\n\n")[0].split()),
                    )


def _written(hint: Any, found: dict[str, str]) -> str:
    """A type as TypeScript."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_written(part, found) for part in parts))
    if origin is tuple and Ellipsis not in parts:
        return f"[{', '.join(_written(part, found) for part in parts)}]"
    if origin in (list, tuple, Sequence):
        one = _written(parts[0], found)
        return f"({one})[]" if "|" in one else f"{one}[]"
    if origin in (dict, Mapping):
        return f"Record<string, {_written(parts[1], found)}>"
    _declare(hint, found)
    return str(hint.__name__)


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
