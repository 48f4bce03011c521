"""Breakout: a ship that its enemies do not see, on nineteen hexes."""

from __future__ import annotations

from pathlib import Path

from breakout.rules import BreakoutRules
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Playing, System
from hexfront.mechanics.file_model import schema_of
from hexfront.mechanics.plain import PlainScenarioFile, plain_loader

SYSTEM = System(
    name="breakout",
    title="Breakout",
    summary="A raider slips past two hunters who do not see it.",
    version="1",
    sides=("Raider", "Hunters"),
    folder=Path(__file__).parent,
    rules=BreakoutRules,
    scenarios=ScenarioFiles(
        default="standard",
        load=plain_loader(PlainScenarioFile),
        schemas={"scenario": schema_of(PlainScenarioFile)},
    ),
    playing=Playing(
        agents={},
    ),
)
