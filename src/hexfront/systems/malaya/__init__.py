"""1942: Campaign for Malaya: stacks, steps, odds, supply and the sea."""

from __future__ import annotations

from hexfront.core.force_list import ForceList
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Learning, Playing, Studying, System
from hexfront.mechanics.file_model import schema_of
from hexfront.mechanics.hexmap import load_hexmap
from hexfront.mechanics.hexmap_model import CLOSED, SEA, HexMap
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.forces_exchange import forces_form
from hexfront.systems.malaya.knowledge.inquiry import FIGHT_ODDS
from hexfront.systems.malaya.opponents.commander import CommanderAgent
from hexfront.systems.malaya.opponents.greedy import GreedyAgent
from hexfront.systems.malaya.opponents.search import MalayaSearch
from hexfront.systems.malaya.scenario.exchange import map_form
from hexfront.systems.malaya.scenario.loader import load, load_forces, with_options
from hexfront.systems.malaya.scenario.map_layers import hex_lists, map_layers
from hexfront.systems.malaya.scenario.model import Forces, ScenarioFile
from hexfront.systems.malaya.scenario.state import FOLDER
from hexfront.systems.malaya.scenario.warnings import scenario_warnings
from hexfront.systems.malaya.study.batch import batch_game
from hexfront.systems.malaya.study.engagement import fight
from hexfront.systems.malaya.study.measures import odds, player_turns, retreats, supplies
from hexfront.systems.malaya.study.playouts import random_playouts
from hexfront.systems.malaya.study.tally import MalayaTally
from hexfront.systems.malaya.table.board import BOX
from hexfront.systems.malaya.table.language import MalayaLanguage
from hexfront.systems.malaya.table.rule_tables import malaya_tables

SYSTEM = System(
    name="malaya",
    title="1942: Campaign for Malaya",
    summary="Stacks, odds, supply and the sea: from the landings to the fall of Singapore.",
    version="2",
    sides=("japan", "commonwealth"),
    folder=FOLDER,
    rules=MalayaRules,
    scenarios=ScenarioFiles(
        default="campaign",
        load=load,
        warnings=scenario_warnings,
        map_layers=map_layers,
        hex_lists=hex_lists,
        schemas={
            "scenario": schema_of(ScenarioFile),
            "map": schema_of(HexMap),
            "forces": schema_of(Forces),
        },
        documents={"hexfront-malaya-forces/1": load_forces, "hexfront-map/1": load_hexmap},
        with_options=with_options,
        map_form=map_form,
        forces_form=forces_form,
        force_lists=(
            ForceList(
                "/units",
                "forces",
                name="id",
                side_member="side",
                place="start",
                groups=("formation",),
                elsewhere=("box", "arrives", "offered"),
                barred=(SEA, CLOSED, BOX),
            ),
        ),
        names_places=(
            "/controlled",
            "/entries",
            "/shipping",
            "/sources/commonwealth",
            "/sources/japan",
            "/victory/places",
            "/victory/values",
        ),
        options={
            "turns": ("10",),
            "stacking": ("4",),
            "supply_reach": ("10",),
            "interception": ("1",),
        },
    ),
    playing=Playing(
        tables=malaya_tables,
        agents={"search": MalayaSearch, "greedy": GreedyAgent, "commander": CommanderAgent},
        language=MalayaLanguage,
        odds=FIGHT_ODDS,
    ),
    studying=Studying(
        engagement=fight,
        playouts=random_playouts,
        tally=MalayaTally,
        measures={
            "player-turn of commander": player_turns,
            "exact odds of a battle": odds,
            "path of a retreat": retreats,
            "supply of a side": supplies,
        },
        variations=("/numbers/supply_reach:=6,10,14", "/capacities/japan/east:=3..7:3"),
    ),
    learning=Learning(batch=batch_game, horizon=20_000),
)
