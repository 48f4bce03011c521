"""IDAHEX (1976): a theatre model of conventional land warfare in continuous time."""

from __future__ import annotations

from hexfront.core.force_list import ForceList
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Learning, Playing, Studying, System
from hexfront.mechanics.file_model import schema_of
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.inquiry import FIGHT_ODDS
from hexfront.systems.idahex.opponents.commander import CommanderAgent
from hexfront.systems.idahex.opponents.greedy import GreedyAgent
from hexfront.systems.idahex.opponents.scripts import script_agent
from hexfront.systems.idahex.opponents.search import IdahexSearch
from hexfront.systems.idahex.scenario.card_files import make_decks
from hexfront.systems.idahex.scenario.exchange import map_form
from hexfront.systems.idahex.scenario.loader import NUMBERS, hex_lists, load, with_options
from hexfront.systems.idahex.scenario.model import ScenarioFile
from hexfront.systems.idahex.scenario.warnings import scenario_warnings
from hexfront.systems.idahex.study.batch import batch_game
from hexfront.systems.idahex.study.engagement import fight
from hexfront.systems.idahex.study.printouts import WarReport
from hexfront.systems.idahex.study.recorder import WarRecorder
from hexfront.systems.idahex.study.tally import WarTally
from hexfront.systems.idahex.study.team import team
from hexfront.systems.idahex.table.board import INACTIVE
from hexfront.systems.idahex.table.language import CommandLanguage
from hexfront.systems.idahex.table.map_layers import map_layers
from hexfront.systems.idahex.table.rule_tables import idahex_tables

SYSTEM = System(
    name="idahex",
    title="IDAHEX",
    summary="A theatre of war in continuous time: task forces, missions, engagements, supplies.",
    version="2",
    sides=("red", "blue"),
    folder=FOLDER,
    rules=IdahexRules,
    scenarios=ScenarioFiles(
        default="sinai",
        load=load,
        warnings=scenario_warnings,
        map_layers=map_layers,
        map_form=map_form,
        hex_lists=hex_lists,
        schemas={"scenario": schema_of(ScenarioFile)},
        with_options=with_options,
        options={"as_printed": ("false", "true"), "until": ("0",)},
        older_format=make_decks(),
        numbers=NUMBERS,
        force_lists=(
            ForceList(
                "/war/units", place="cell", number=True, groups=("type",), barred=(INACTIVE,)
            ),
        ),
    ),
    playing=Playing(
        tables=idahex_tables,
        agents={"search": IdahexSearch, "greedy": GreedyAgent, "commander": CommanderAgent},
        language=CommandLanguage,
        reports=WarReport,
        odds=FIGHT_ODDS,
    ),
    studying=Studying(
        engagement=fight,
        tally=WarTally,
        recorder=WarRecorder,
        team=team,
        agents={"script": script_agent},
        variations=("katk=0.5..2:9", "katk[1,2]=0.5,1,2", "depth:=15..25:3"),
        chance=False,
    ),
    learning=Learning(batch=batch_game),
)
