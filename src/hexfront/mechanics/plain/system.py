"""The `System` of a small system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hexfront.core.agent import Agent
from hexfront.core.contract import Rules
from hexfront.core.dice import Dice
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Playing, System
from hexfront.mechanics.file_model import schema_of
from hexfront.mechanics.plain.scenario import PlainScenarioFile, plain_loader


def plain_system(
    name: str,
    title: str,
    summary: str,
    *,
    sides: tuple[str, str],
    folder: Path,
    rules: Callable[[Any], Rules[Any]],
    agents: Mapping[str, Callable[[Any, int, Dice], Agent]] | None = None,
    scenario: str = "standard",
    file: type[PlainScenarioFile] = PlainScenarioFile,
    version: str = "1",
) -> System:
    """A system whose scenarios are files of one model, `file`; `scenario` is the default one."""
    schemas = {"scenario": schema_of(file)}
    return System(
        name=name,
        title=title,
        summary=summary,
        version=version,
        sides=sides,
        folder=folder,
        rules=rules,
        scenarios=ScenarioFiles(default=scenario, load=plain_loader(file), schemas=schemas),
        playing=Playing(agents=dict(agents or {})),
    )
