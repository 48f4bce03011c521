"""The scenario file: its form, and how it is read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hexfront.core.scenario import FileScenario
from hexfront.mechanics.plain import PlainScenarioFile, plain_loader


class ScenarioFile(PlainScenarioFile):
    """A scenario of Seven Hexes."""

    system: Literal["seven"]
    turns: Annotated[int, Field(ge=1, le=50)]
    """Of each side (SEV-6)."""


SevenScenario = FileScenario[ScenarioFile]
load = plain_loader(ScenarioFile)
