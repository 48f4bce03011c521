"""The scenario file of a small system: who plays, and the system's own numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from hexfront.core.documents.strictjson import Json
from hexfront.core.scenario import FileScenario, check_model
from hexfront.mechanics.file_model import Items, Line, Model, Slug


class PlainScenarioFile(Model):
    """What every such file has; a system with more numbers derives its own from it."""

    format: Literal["hexfront-scenario/1"]
    system: Slug
    name: Slug
    title: Line
    sides: Annotated[Items[Line], Field(min_length=2, max_length=2)]
    """The names of the first side and the second."""
    turns: Annotated[int, Field(ge=1, le=1000)]


PlainScenario = FileScenario[PlainScenarioFile]
F = TypeVar("F", bound=PlainScenarioFile)


def plain_loader(model: type[F]) -> Callable[[Json, Path | None, str], FileScenario[F]]:
    """What a `System` loads scenarios with. Errors, of what it makes: `InputError`."""

    def load(document: Json, folder: Path | None, place: str) -> FileScenario[F]:
        return FileScenario(check_model(model, document, place))

    return load
