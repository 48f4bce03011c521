"""Brigade Operations: company-level plans, carried out together."""

from __future__ import annotations

from hexfront.core.force_list import ForceList
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Learning, Playing, Studying, System
from hexfront.mechanics.file_model import schema_of
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.inquiry import FIGHT_ODDS
from hexfront.systems.brigade.opponents.greedy import GreedyAgent
from hexfront.systems.brigade.opponents.search import BrigadeSearch
from hexfront.systems.brigade.scenario.exchange import forces_form, map_form
from hexfront.systems.brigade.scenario.loader import load, load_terrain, with_options
from hexfront.systems.brigade.scenario.map_layers import hex_lists, map_layers
from hexfront.systems.brigade.scenario.model import ScenarioFile, Terrain
from hexfront.systems.brigade.scenario.state import FOLDER
from hexfront.systems.brigade.scenario.warnings import scenario_warnings
from hexfront.systems.brigade.study.batch import batch_game
from hexfront.systems.brigade.study.engagement import fight
from hexfront.systems.brigade.study.playouts import random_playouts
from hexfront.systems.brigade.study.tally import BrigadeTally
from hexfront.systems.brigade.table.rule_tables import brigade_tables

SYSTEM = System(
    name="brigade",
    title="Brigade Operations",
    summary="Two brigades of companies plot their moves unseen and fight for three towns.",
    version="2",
    sides=("opfor", "bluefor"),
    folder=FOLDER,
    rules=BrigadeRules,
    scenarios=ScenarioFiles(
        default="three-towns",
        load=load,
        warnings=scenario_warnings,
        map_layers=map_layers,
        hex_lists=hex_lists,
        schemas={"scenario": schema_of(ScenarioFile), "terrain": schema_of(Terrain)},
        documents={"hexfront-terrain/1": load_terrain},
        with_options=with_options,
        map_form=map_form,
        forces_form=forces_form,
        force_lists=(ForceList("/units", side_member="side", symbol="sidc"),),
        options={
            "rules": ("standard", "advanced"),
            "sequence": ("plotted", "igougo"),
            "by_strength": ("false", "true"),
            "detection": ("false", "true"),
            "deal": ("fixed", "shuffled"),
        },
    ),
    playing=Playing(
        tables=brigade_tables,
        agents={"search": BrigadeSearch, "greedy": GreedyAgent},
        odds=FIGHT_ODDS,
    ),
    studying=Studying(
        engagement=fight,
        playouts=random_playouts,
        tally=BrigadeTally,
        variations=("/units/*/movement=1,1.5,2", "/turns:=4..8:3"),
    ),
    learning=Learning(batch=batch_game),
)
