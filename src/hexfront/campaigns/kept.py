"""Campaigns that are played at a server or a terminal: begun, fought on, and settled.

A campaign is kept whole with how far it has come: it goes on as it was begun, also where its pack
was replaced by another version since, or removed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from hexfront.agents import agent_factories, usual_opponent
from hexfront.agents.levels import levels_of, seat_of
from hexfront.campaigns.model import LoadedCampaign, frozen, load_campaign, thawed
from hexfront.campaigns.progress import (
    Progress,
    battle_at,
    begin,
    conclude,
    raise_again,
    scenario_of_battle,
    survivors,
)
from hexfront.core.dice import SECRET_BYTES
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.play.live import LiveMatch
from hexfront.play.storage.campaigns import KeptCampaign, go_on, keep_campaign, kept_campaign
from hexfront.play.storage.records import NewTokens, SeatPlan
from hexfront.play.storage.store import Store

_CAMPAIGN: Final = "campaign"


def begin_campaign(store: Store, system_name: str, name: str, opponent: str) -> str:
    """Keep a new campaign; its token. Errors: `InputError`, `NotSaved`."""
    campaign = load_campaign(system_name, name)
    chosen = opponent or campaign.file.opponent
    known = _opponents(campaign.system)
    if chosen not in known:
        raise InputError.at("opponent", chosen, f"one of: {', '.join(known)}")
    progress = _kept(begin(campaign), frozen(campaign))
    return keep_campaign(store, system_name, name, chosen, progress)


def _kept(progress: Progress, campaign: Json) -> Json:
    """Progress as the store keeps it, with the campaign itself."""
    return {**progress.model_dump(mode="json"), _CAMPAIGN: campaign}


def _opponents(system: System) -> list[str]:
    return [*dict.fromkeys((usual_opponent(system), *levels_of(system), *agent_factories(system)))]


def opened(store: Store, token: str) -> tuple[KeptCampaign, LoadedCampaign, Progress]:
    """The campaign that a token opens. Errors: `InputError`, `NotSaved`."""
    kept = kept_campaign(store, token)
    whole = kept.progress.get(_CAMPAIGN)
    # One that was begun before campaigns were kept whole goes on with what is there now.
    campaign = thawed(kept.system, whole) if whole else load_campaign(kept.system, kept.name)
    return kept, campaign, _progress(kept)


def _progress(kept: KeptCampaign) -> Progress:
    return Progress.model_validate({k: v for k, v in kept.progress.items() if k != _CAMPAIGN})


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
    go_on(store, kept, _kept(progress, frozen(campaign)), "")


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
        kept = go_on(store, kept, _kept(progress, frozen(campaign)), made.match)
    return store.seat_again(kept.match, {side: token}), _title(campaign, kept)


def _title(campaign: LoadedCampaign, kept: KeptCampaign) -> str:
    battle = battle_at(campaign, _progress(kept))
    return campaign.file.title if battle is None else battle.title
