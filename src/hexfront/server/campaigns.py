"""Campaigns at this server: what can be played, and one's own between battles."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Sequence

from hexfront.agents import agent_factories, usual_opponent
from hexfront.agents.levels import levels_of, seat_of
from hexfront.campaigns.model import LoadedCampaign, campaign_names, load_campaign
from hexfront.campaigns.progress import (
    Progress,
    battle_at,
    begin,
    conclude,
    ending_at,
    growth,
    raise_again,
    scenario_of_battle,
    survivors,
)
from hexfront.core.dice import SECRET_BYTES
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.system import System
from hexfront.play.live import LiveMatch
from hexfront.play.storage.campaigns import KeptCampaign, go_on, keep_campaign, kept_campaign
from hexfront.play.storage.records import NewTokens, SeatPlan
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import token_again
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
    """The campaigns of all systems."""
    return [*_shipped()]


def _shipped() -> Iterator[CampaignInfo]:
    for system_name in system_names():
        try:
            system = find_system(system_name)
            for name in campaign_names(system):
                yield _info(load_campaign(system_name, name))
        except (HexfrontError, ImportError):
            log.exception("campaigns of %s cannot be used", system_name)


def _info(campaign: LoadedCampaign) -> CampaignInfo:
    file = campaign.file
    return CampaignInfo(
        system=campaign.system.name,
        system_title=campaign.system.title,
        name=file.name,
        title=file.title,
        description=file.description.strip(),
        battles=len(file.battle),
        opponent=file.opponent,
        opponents=[*levels_of(campaign.system)] or [*agent_factories(campaign.system)],
        picture=_picture(campaign, file.battle[-1].scenario),
    )


def _picture(campaign: LoadedCampaign, scenario: str) -> str:
    return f"/api/pictures/{campaign.system.name}/{scenario}.svg"


def begin_campaign(store: Store, system_name: str, name: str, opponent: str) -> str:
    """Keep a new campaign; its token. Errors: `InputError`, `NotSaved`."""
    campaign = load_campaign(system_name, name)
    chosen = opponent or campaign.file.opponent
    known = _opponents(campaign.system)
    if chosen not in known:
        raise InputError.at("body: /opponent", chosen, f"one of: {', '.join(known)}")
    progress = begin(campaign).model_dump(mode="json")
    return keep_campaign(store, system_name, name, chosen, progress)


def _opponents(system: System) -> list[str]:
    return [*dict.fromkeys((usual_opponent(system), *levels_of(system), *agent_factories(system)))]


def opened(store: Store, token: str) -> tuple[KeptCampaign, LoadedCampaign, Progress]:
    """The campaign that a token opens. Errors: `InputError`, `NotSaved`."""
    kept = kept_campaign(store, token)
    campaign = load_campaign(kept.system, kept.name)
    return kept, campaign, Progress.model_validate(kept.progress)


def outcome(live: LiveMatch, side: int) -> tuple[Sequence[int], set[str]] | None:
    """Who has won a battle, and which units of a side are on the board; None while it goes on."""
    match = live.match
    if (result := match.result) is None:
        return None
    return result.winners, survivors(match.rules, match.state, side)


def settle(
    store: Store, token: str, match: str, found: tuple[Sequence[int], set[str]] | None
) -> None:
    """Note how the battle has ended; without an outcome, that its match is no more.

    Errors: `InputError`, `NotSaved`.
    """
    kept, campaign, progress = opened(store, token)
    if kept.match != match:
        return  # another request has done it
    if found is not None:
        progress = conclude(campaign, progress, *found, match)
    go_on(store, kept, progress.model_dump(mode="json"), "")


def begin_battle(store: Store, token: str, raised: Sequence[str]) -> tuple[NewTokens, str]:
    """Make the match of the next battle, once some units are raised again; and its title.

    The one that is being fought where there is one. Errors: `InputError`, `NotSaved`.
    """
    kept, campaign, progress = opened(store, token)
    system, side = campaign.system, campaign.side
    if not kept.match:
        progress = raise_again(campaign, progress, raised)
        scenario = scenario_of_battle(campaign, progress)
        seats = [seat_of(system, kept.opponent)] * len(system.rules(scenario).sides)
        seats[side] = SeatPlan("person", adds=True)
        secret = secrets.token_bytes(SECRET_BYTES)
        made = store.create(system.name, system.version, scenario.document, secret, seats)
        kept = go_on(store, kept, progress.model_dump(mode="json"), made.match)
    return store.seat_again(kept.match, {side: token}), _title(campaign, kept)


def _title(campaign: LoadedCampaign, kept: KeptCampaign) -> str:
    battle = battle_at(campaign, Progress.model_validate(kept.progress))
    return campaign.file.title if battle is None else battle.title


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
            picture=_picture(campaign, battle.scenario),
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
