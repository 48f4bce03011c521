"""Takeover: a dice duel over territories, for two to six players."""

from __future__ import annotations

from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Learning, Playing, Studying, System
from hexfront.mechanics.file_model import schema_of
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.inquiry import FIGHT_ODDS
from hexfront.systems.takeover.opponents.commander import CommanderAgent
from hexfront.systems.takeover.opponents.greedy import GreedyAgent
from hexfront.systems.takeover.opponents.search import TakeoverSearch
from hexfront.systems.takeover.scenario.blank import BLANK
from hexfront.systems.takeover.scenario.loader import load, with_options
from hexfront.systems.takeover.scenario.model import ScenarioFile
from hexfront.systems.takeover.scenario.state import FOLDER
from hexfront.systems.takeover.scenario.warnings import scenario_warnings
from hexfront.systems.takeover.study.batch import batch_game
from hexfront.systems.takeover.study.measures import battle_rounds, largest_odds
from hexfront.systems.takeover.study.playouts import random_playouts
from hexfront.systems.takeover.study.tally import TakeoverTally
from hexfront.systems.takeover.table.language import TakeoverLanguage
from hexfront.systems.takeover.table.map_layers import map_layers
from hexfront.systems.takeover.table.rule_tables import takeover_tables

SYSTEM = System(
    name="takeover",
    title="Takeover",
    summary="Buy, build, infiltrate and take over: a dice duel with exact odds, for two to six.",
    version="2",
    sides=("red", "blue", "green", "gold"),
    folder=FOLDER,
    rules=TakeoverRules,
    scenarios=ScenarioFiles(
        default="the-ring",
        load=load,
        warnings=scenario_warnings,
        map_layers=map_layers,
        blank=BLANK,
        schemas={"scenario": schema_of(ScenarioFile)},
        with_options=with_options,
        options={
            "players": ("4", "2", "3", "5", "6"),
            "rounds": ("30",),
            "aggressor_risks": ("true", "false"),
        },
    ),
    playing=Playing(
        tables=takeover_tables,
        agents={"search": TakeoverSearch, "greedy": GreedyAgent, "commander": CommanderAgent},
        odds=FIGHT_ODDS,
        language=TakeoverLanguage,
    ),
    studying=Studying(
        playouts=random_playouts,
        tally=TakeoverTally,
        measures={
            "battle rounds": battle_rounds,
            "exact odds of the largest pools": largest_odds,
        },
    ),
    learning=Learning(batch=batch_game),
)
