"""Aggressor: battalions under the fog of war, on both sides of a border."""

from __future__ import annotations

from hexfront.core.force_list import ForceList
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Learning, Playing, Studying, System
from hexfront.mechanics.file_model import schema_of
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.forces_exchange import forces_form
from hexfront.systems.aggressor.knowledge.inquiry import FIGHT_ODDS
from hexfront.systems.aggressor.opponents.agents import CommanderAgent, GreedyAgent
from hexfront.systems.aggressor.opponents.search import AggressorSearch
from hexfront.systems.aggressor.scenario.exchange import map_form
from hexfront.systems.aggressor.scenario.loader import load, with_options
from hexfront.systems.aggressor.scenario.map_layers import map_layers
from hexfront.systems.aggressor.scenario.mapmaker import random_map
from hexfront.systems.aggressor.scenario.model import ScenarioFile
from hexfront.systems.aggressor.scenario.state import FOLDER
from hexfront.systems.aggressor.scenario.terrain import Terrain, hex_lists, load_terrain
from hexfront.systems.aggressor.scenario.warnings import scenario_warnings
from hexfront.systems.aggressor.study.batch import batch_game
from hexfront.systems.aggressor.study.engagement import fight
from hexfront.systems.aggressor.study.measures import (
    copies,
    listings,
    looks,
    observed_steps,
    state_copies,
    views,
)
from hexfront.systems.aggressor.study.playouts import random_playouts
from hexfront.systems.aggressor.study.setups import setup_of
from hexfront.systems.aggressor.study.tally import AggressorTally
from hexfront.systems.aggressor.table.rule_tables import aggressor_tables

SYSTEM = System(
    name="aggressor",
    title="Aggressor",
    summary="Two armies of battalions search for each other in the fog and fight for nine sectors.",
    version="2",
    sides=("west", "east"),
    folder=FOLDER,
    rules=AggressorRules,
    scenarios=ScenarioFiles(
        default="standard",
        load=load,
        warnings=scenario_warnings,
        map_layers=map_layers,
        hex_lists=hex_lists,
        schemas={"scenario": schema_of(ScenarioFile), "terrain": schema_of(Terrain)},
        documents={"hexfront-aggressor-terrain/1": load_terrain},
        with_options=with_options,
        maps={"random": random_map},
        map_form=map_form,
        forces_form=forces_form,
        force_lists=tuple(
            ForceList(
                f"/armies/{side}", title=f"Army of the {side}", side=side, name="", groups=("type",)
            )
            for side in ("west", "east")
        ),
        options={
            "observation": ("true", "false"),
            "die": ("d10", "d8", "d12"),
            "aa_loss": ("dice", "classic"),
            "mobile_attacks": ("false", "true"),
            "decon": ("false", "true"),
            "first": ("random", "west", "east"),
            "rounds": ("60",),
        },
        from_setup=setup_of,
    ),
    playing=Playing(
        tables=aggressor_tables,
        agents={"search": AggressorSearch, "greedy": GreedyAgent, "commander": CommanderAgent},
        odds=FIGHT_ODDS,
    ),
    studying=Studying(
        engagement=fight,
        playouts=random_playouts,
        tally=AggressorTally,
        measures={
            "state copy": state_copies,
            "state copy in a kernel": copies,
            "choices of a side in a kernel": listings,
            "planes and mask of a learner": looks,
            "steps with planes and mask in a kernel": observed_steps,
            "view for the screen": views,
        },
        variations=("/options/rounds:=10,20,30",),
    ),
    learning=Learning(batch=batch_game),
)
