"""What goes between pages and server, as TypeScript: the pages' modules are checked against it.

Messages come from `wire`, frames from `messages`, requests and their answers
from the routes of `api`.  `python -m hexfront.server.browser_types` writes
`web/types.d.ts`.
"""

from __future__ import annotations

import ast
import inspect
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain, pairwise
from pathlib import Path
from textwrap import dedent
from typing import Annotated, Any, Final, Literal, NotRequired, Union, get_args, get_origin

from fastapi.routing import APIRoute
from pydantic import BaseModel

from hexfront.server import api
from hexfront.server.drafts import editing, files, previews, trying
from hexfront.server.operating import operator
from hexfront.server.people import (
    account_routes,
    chat_routes,
    holiday_routes,
    lobby_routes,
    tournament_routes,
)
from hexfront.server.people.notices import routes as notice_routes
from hexfront.server.wire.frames import FRAMES, Strict
from hexfront.server.wire.messages import MESSAGES

FILE: Final = Path(__file__).parents[1] / "web" / "types.d.ts"
ROUTERS: Final = (
    *(api.router, account_routes.router, chat_routes.router, holiday_routes.router),
    *(lobby_routes.router, notice_routes.router, tournament_routes.router),
    operator.router,
    *(editing.router, trying.router, previews.router, files.router, files.packs_router),
)
_HEAD: Final = (
    "/** What goes between pages and server: made by `make types` from `hexfront.server`. */\n"
)
_PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any"}
_PLAIN[type(None)] = "null"


def declarations() -> str:
    """The whole file."""
    found: dict[str, str] = {}
    unions = [
        _union("Message", "Any message of the server", MESSAGES, found),
        _union("Frame", "Any frame of a page", FRAMES, found),
        _requests(found),
    ]
    return "\n".join((_HEAD, *found.values(), *unions))


def _union(name: str, about: str, kinds: Sequence[type], found: dict[str, str]) -> str:
    for kind in kinds:
        _declare(kind, found)
    names = " | ".join(kind.__name__ for kind in kinds)
    return f"/** {about}. */\nexport type {name} =\n  {names};\n"


def _requests(found: dict[str, str]) -> str:
    """What each HTTP request with a JSON answer takes and gives, by its path."""
    lines: dict[str, list[str]] = {"GET": [], "POST": []}
    for route in chain.from_iterable(router.routes for router in ROUTERS):
        if not isinstance(route, APIRoute) or route.response_model is None:
            continue
        method = min(route.methods or ("",))
        answer = _written(route.response_model, found)
        if method == "POST":
            body, file = route.body_field, bool(route.openapi_extra)
            if body is None and not file:
                continue  # What mail programs send.
            taken = "Blob" if body is None else _written(body.field_info.annotation, found)
            answer = f"{{ body: {taken}; answer: {answer} }}"
        lines[method].append(f'  "{route.path}": {answer};\n')
    return (
        "/** Answers to GET requests by their path. */\n"
        f"export interface Answers {{\n{''.join(lines['GET'])}}}\n\n"
        "/** Bodies of POST requests, and answers to them, by their path. */\n"
        f"export interface Posts {{\n{''.join(lines['POST'])}}}\n"
    )


def members(kind: type) -> dict[str, tuple[Any, bool]]:
    """The members of a class that is sent as an object: the type of each, and if it may lack."""
    if issubclass(kind, BaseModel):
        # An answer is always sent whole.
        asked = issubclass(kind, Strict)
        return {
            name: (field.annotation, asked and not field.is_required())
            for name, field in kind.model_fields.items()
        }
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
    if origin is Annotated:
        return _written(parts[0], found)
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
