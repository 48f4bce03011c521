"""Aggressor: battalions under the fog of war, on both sides of a border."""

from __future__ import annotations

from hexfront.core.system import System
from hexfront.mechanics.file_model import schema_of
from hexfront.systems.aggressor.commander import CommanderAgent
from hexfront.systems.aggressor.greedy import GreedyAgent
from hexfront.systems.aggressor.mapmaker import random_map
from hexfront.systems.aggressor.measures import copies, listings, looks, state_copies, views
from hexfront.systems.aggressor.playout import random_playouts
from hexfront.systems.aggressor.rules import AggressorRules
from hexfront.systems.aggressor.scenario import load, with_options
from hexfront.systems.aggressor.scenario_model import ScenarioFile
from hexfront.systems.aggressor.scenario_warnings import scenario_warnings
from hexfront.systems.aggressor.setup import setup_of
from hexfront.systems.aggressor.sight import AggressorSight
from hexfront.systems.aggressor.state import FOLDER
from hexfront.systems.aggressor.tally import AggressorTally
from hexfront.systems.aggressor.terrain_model import Terrain, load_terrain

SYSTEM = System(
    name="aggressor",
    title="Aggressor",
    summary="Two armies of battalions search for each other in the fog and fight for nine sectors.",
    version="1",
    sides=("west", "east"),
    folder=FOLDER,
    default_scenario="standard",
    load=load,
    warnings=scenario_warnings,
    rules=AggressorRules,
    agents={"greedy": GreedyAgent, "commander": CommanderAgent},
    playouts=random_playouts,
    schemas={"scenario": schema_of(ScenarioFile), "terrain": schema_of(Terrain)},
    documents={"hexfront-aggressor-terrain/1": load_terrain},
    with_options=with_options,
    maps={"random": random_map},
    tally=AggressorTally,
    measures={
        "state copy": state_copies,
        "state copy in a kernel": copies,
        "choices of a side in a kernel": listings,
        "planes and mask of a learner": looks,
        "view for the screen": views,
    },
    options={
        "observation": ("true", "false"),
        "die": ("d10", "d8", "d12"),
        "aa_loss": ("dice", "classic"),
        "mobile_attacks": ("false", "true"),
        "decon": ("false", "true"),
        "first": ("random", "west", "east"),
        "rounds": ("60",),
    },
    setup_of=setup_of,
    variations=("/options/rounds:=10,20,30",),
    sight=AggressorSight,
)
