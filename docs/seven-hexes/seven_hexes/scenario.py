"""The scenario file: its form, and how it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.core.scenario import FileScenario, check_model
from hexfront.core.strictjson import Json
from hexfront.mechanics.file_model import Items, Line, Model, Slug

FOLDER: Final = Path(__file__).parent


class ScenarioFile(Model):
    """A scenario of Seven Hexes."""

    format: Literal["hexfront-scenario/1"]
    system: Literal["seven"]
    name: Slug
    title: Line
    sides: Annotated[Items[Line], Field(min_length=2, max_length=2)]
    """Names of the first side and the second (SEV-3)."""
    turns: Annotated[int, Field(ge=1, le=50)]
    """Of each side (SEV-6)."""


class SevenScenario(FileScenario[ScenarioFile]):
    """A scenario that was checked."""


def load(document: Json, folder: Path | None, place: str) -> SevenScenario:
    """A scenario from JSON. Errors: `InputError` with every problem."""
    return SevenScenario(check_model(ScenarioFile, document, place))
