"""Takeover: a dice duel over territories, for two to six players."""

from __future__ import annotations

from hexfront.core.system import System
from hexfront.mechanics.file_model import schema_of
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.encoder import TakeoverEncoder
from hexfront.systems.takeover.knowledge.inquiry import FIGHT_ODDS
from hexfront.systems.takeover.opponents.commander import CommanderAgent
from hexfront.systems.takeover.opponents.greedy import GreedyAgent
from hexfront.systems.takeover.scenario.loading import load, with_options
from hexfront.systems.takeover.scenario.model import ScenarioFile
from hexfront.systems.takeover.scenario.state import FOLDER
from hexfront.systems.takeover.scenario.warnings import scenario_warnings
from hexfront.systems.takeover.study.measures import battle_rounds, largest_odds
from hexfront.systems.takeover.study.playouts import random_playouts
from hexfront.systems.takeover.study.tally import TakeoverTally
from hexfront.systems.takeover.table.language import TakeoverLanguage

SYSTEM = System(
    name="takeover",
    title="Takeover",
    summary="Buy, build, infiltrate and take over: a dice duel with exact odds, for two to six.",
    version="2",
    sides=("red", "blue", "green", "gold"),
    folder=FOLDER,
    default_scenario="the-ring",
    load=load,
    warnings=scenario_warnings,
    rules=TakeoverRules,
    agents={"greedy": GreedyAgent, "commander": CommanderAgent},
    playouts=random_playouts,
    schemas={"scenario": schema_of(ScenarioFile)},
    encoder=TakeoverEncoder,
    with_options=with_options,
    tally=TakeoverTally,
    measures={
        "battle rounds": battle_rounds,
        "exact odds of the largest pools": largest_odds,
    },
    options={
        "players": ("4", "2", "3", "5", "6"),
        "rounds": ("30",),
        "aggressor_risks": ("true", "false"),
    },
    odds=FIGHT_ODDS,
    language=TakeoverLanguage,
)
