"""Finding and loading scenarios of any system, and turning model errors into places."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hexfront.core.contract import Scenario, System
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.strictjson import Json, pointer, read_json

M = TypeVar("M", bound=BaseModel)
MAX_PROBLEMS = 50


def scenario_names(system: System) -> list[str]:
    """The scenarios that ship with a system: its default first, then by name."""
    names = sorted(path.stem for path in (system.folder / "data" / "scenarios").glob("*.json"))
    return sorted(names, key=lambda name: name != system.default_scenario)


def load_scenario(system: System, name: str | Path | None = None) -> Scenario:
    """A shipped scenario by its name, or one from a file (a path that ends in .json).

    Errors: `InputError` with every problem of the file.
    """
    wanted = str(name or system.default_scenario)
    if wanted.endswith(".json"):
        path = Path(wanted)
    elif wanted in scenario_names(system):
        path = system.folder / "data" / "scenarios" / f"{wanted}.json"
    else:
        known = ", ".join(scenario_names(system))
        raise InputError.at("scenario", wanted, f"a file ending in .json, or one of: {known}")
    return system.load(read_json(path), path.parent, str(path))


def check_model(model: type[M], document: Json, place: str) -> M:
    """The document as a pydantic model. Errors: `InputError` with a JSON pointer a problem."""
    try:
        return model.model_validate(document, strict=True)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        raise InputError(model_problems(found, place)) from None


def model_problems(found: Sequence[Any], place: str) -> list[Problem]:
    """What a model found wrong, by place in the document."""
    return [
        Problem(
            f"{place}: {pointer(*detail['loc']) or '/'}",
            _found(detail["input"], detail["type"]),
            _expected(detail["msg"]),
        )
        for detail in found[:MAX_PROBLEMS]
    ]


def _found(value: object, kind: str) -> str:
    if kind == "missing":
        return "<nothing>"
    if isinstance(value, BaseModel | dict):
        return "<object>"
    if isinstance(value, list | tuple):
        return f"<list of {len(value)}>"
    return shown(value)


def _expected(message: str) -> str:
    for start in ("Value error, ", "Input should be "):
        message = message.removeprefix(start)
    return message[:1].lower() + message[1:]
