"""Seven Hexes: a game as small as tic-tac-toe, with a die and a secret."""

from __future__ import annotations

from pathlib import Path

from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Playing, System
from hexfront.mechanics.file_model import schema_of
from hexfront.mechanics.plain import PlainScenarioFile, plain_loader
from seven_hexes.greedy import GreedyAgent
from seven_hexes.rules import SevenRules

SYSTEM = System(
    name="seven",
    title="Seven Hexes",
    summary="Two sides fight for seven hexes, two of them mined.",
    version="1",
    sides=("Red", "Blue"),
    folder=Path(__file__).parent,
    rules=SevenRules,
    scenarios=ScenarioFiles(
        default="standard",
        load=plain_loader(PlainScenarioFile),
        schemas={"scenario": schema_of(PlainScenarioFile)},
    ),
    playing=Playing(
        agents={"greedy": GreedyAgent},
    ),
)
