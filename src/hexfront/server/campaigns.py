"""Campaigns at this server: what can be played, and one's own between battles."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Iterator

from hexfront.agents import agent_factories
from hexfront.agents.levels import levels_of
from hexfront.campaigns.kept import opened
from hexfront.campaigns.model import Battle, LoadedCampaign, campaign_names, load_campaign
from hexfront.campaigns.progress import Progress, battle_at, ending_at, growth
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system, system_names
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import token_again
from hexfront.server.matches import scenario_named
from hexfront.server.pages.pictures import draw_scenario
from hexfront.server.wire.campaigns import (
    CampaignBattle,
    CampaignEnding,
    CampaignInfo,
    CampaignState,
    CampaignUnit,
    FoughtInfo,
)

log = logging.getLogger(__name__)


def shipped_campaigns() -> list[CampaignInfo]:
    """The campaigns of all systems, with those of installed packs."""
    return [*_shipped()]


def _shipped() -> Iterator[CampaignInfo]:
    for system_name in system_names():
        try:
            names = campaign_names(find_system(system_name))
        except (HexfrontError, ImportError):
            log.exception("campaigns of %s cannot be used", system_name)
            continue
        for name in names:
            try:
                yield _info(load_campaign(system_name, name))
            except HexfrontError:
                log.exception("campaign %s of %s cannot be used", name, system_name)


def _info(campaign: LoadedCampaign) -> CampaignInfo:
    file = campaign.file
    return CampaignInfo(
        system=campaign.system.name,
        system_title=campaign.system.title,
        name=campaign.name,
        title=file.title,
        description=file.description.strip(),
        battles=len(file.battle),
        opponent=file.opponent,
        opponents=[*levels_of(campaign.system)] or [*agent_factories(campaign.system)],
        picture=_picture(campaign, file.battle[-1].scenario),
    )


def _picture(campaign: LoadedCampaign, scenario: str) -> str:
    return f"/api/pictures/{campaign.system.name}/{scenario}.svg"


def _battle_picture(campaign: LoadedCampaign, battle: Battle) -> str:
    """The address of a battle's picture; where its scenario is another one by now, the picture
    itself, as it was when the campaign was begun."""
    begun = campaign.scenarios[battle.name]
    try:
        same = scenario_named(campaign.system, battle.scenario).document == begun.document
    except InputError:
        same = False
    if same:
        return _picture(campaign, battle.scenario)
    drawn = draw_scenario(campaign.system, begun, dark=False)
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"


def state_of(store: Store, token: str) -> CampaignState:
    """What a player is shown between battles. Errors: `InputError`, `NotSaved`."""
    kept, campaign, progress = opened(store, token)
    file, battle, ending = (
        campaign.file,
        battle_at(campaign, progress),
        ending_at(campaign, progress),
    )
    fought = []
    for past in progress.fought:
        of = file.battles[past.battle]
        text = (of.won if past.won else of.lost).strip()
        fought.append(FoughtInfo(title=of.title, won=past.won, losses=past.losses, text=text))
    return CampaignState(
        token=token,
        system=kept.system,
        title=file.title,
        opponent=kept.opponent,
        points=progress.points,
        figure=file.experience.figure,
        units=_units(campaign, progress),
        fought=fought,
        battle=battle
        and CampaignBattle(
            number=len(progress.fought) + 1,
            title=battle.title,
            text=battle.before.strip(),
            scenario=campaign.scenarios[battle.name].title,
            about=str(campaign.scenarios[battle.name].document.get("description", "")),
            picture=_battle_picture(campaign, battle),
        ),
        ending=ending
        and CampaignEnding(title=ending.title, text=ending.text.strip(), victory=ending.victory),
        match=kept.match,
        match_token=token_again(token, kept.match) if kept.match else "",
    )


def _units(campaign: LoadedCampaign, progress: Progress) -> list[CampaignUnit]:
    battle = battle_at(campaign, progress)
    scenario = campaign.scenarios[battle.name if battle else campaign.file.battle[-1].name]
    forces = campaign.forces_form.read(scenario)
    figure, file = campaign.file.experience.figure, campaign.file
    base = {
        unit.name: unit.figures.get(figure)
        for force in forces
        if force.name == file.side
        for unit in force.units
    }
    known, found = {unit.name: unit for unit in file.unit}, []
    for unit in progress.units:
        value, more = base.get(unit.name), growth(campaign, unit)
        found.append(
            CampaignUnit(
                name=unit.name,
                title=known[unit.name].title,
                value=None if value is None else value + more,
                battles=unit.battles,
                more=more,
                lost=unit.lost,
                cost=known[unit.name].cost,
            )
        )
    return found
