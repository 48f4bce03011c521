"""The HTTP requests: systems, new matches, seats, one's own matches, files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from fastapi import Request, Response

from hexfront.agents import agent_factories
from hexfront.agents.levels import levels_of, seat_of
from hexfront.campaigns import kept as kept_campaigns
from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.people.chat import close_chat
from hexfront.people.results import Results
from hexfront.people.seats import Seats
from hexfront.play import outputs
from hexfront.play.live import LiveMatch
from hexfront.play.storage.records import MatchSummary, NewTokens, SeatPlan, SeatRecord
from hexfront.play.storage.retention import Retention, agree_to_delete, with_closed
from hexfront.play.storage.store import Store
from hexfront.server import campaigns as campaigns_here
from hexfront.server.access.addresses import client_of
from hexfront.server.access.security import Rates
from hexfront.server.access.strict import BODY, TooMany, read_body, strict_router
from hexfront.server.matches import catalogue, create_match, rematch, restored
from hexfront.server.replays import MAX_FILE, Replays
from hexfront.server.tables.tables import Tables
from hexfront.server.wire.bodies import (
    Claim,
    Claimed,
    KeepingInfo,
    MatchDeleted,
    MatchInfo,
    MatchMade,
    NewMatch,
    NewSeat,
    OneToken,
    Printing,
    ReplayMade,
    Restoring,
    SystemInfo,
    TokenList,
)
from hexfront.server.wire.campaigns import CampaignInfo, CampaignState, NewBattle, NewCampaign

NEW_MATCHES_A_SECOND = 5
NEW_MATCHES_AT_ONCE = 50
CLAIMS_A_SECOND = 5
CLAIMS_AT_ONCE = 50
PRINTED_A_SECOND = 0.5
PRINTED_AT_ONCE = 10
UPLOAD_SECONDS = 60.0

router = strict_router("/api")


@dataclass
class Services:
    """What the requests are answered from; made with the loop that serves."""

    store: Store
    tables: Tables
    replays: Replays
    retention: Retention
    new_matches: Rates
    claims: Rates
    printings: Rates
    printer: asyncio.Lock


def make_services(store: Store, tables: Tables, retention: Retention) -> Services:
    """The services of one server."""
    return Services(
        store,
        tables,
        Replays(store),
        retention,
        Rates(NEW_MATCHES_A_SECOND, NEW_MATCHES_AT_ONCE),
        Rates(CLAIMS_A_SECOND, CLAIMS_AT_ONCE),
        Rates(PRINTED_A_SECOND, PRINTED_AT_ONCE),
        asyncio.Lock(),
    )


def services_of(request: Request) -> Services:
    """The services of this server."""
    services: Services = request.app.state.services
    return services


def _count(rates: Rates, request: Request, what: str) -> None:
    if not rates.take(client_of(request)):
        raise TooMany(f"too many {what} from one address; try again soon")


@router.get("/systems")
async def systems() -> list[SystemInfo]:
    """Every system with its scenarios, opponents and options."""
    return await asyncio.to_thread(catalogue)


@router.post("/matches", status_code=201)
async def new_match(order: NewMatch, request: Request) -> MatchMade:
    """Make a match and hand out, once, the tokens of seats at this screen and the invites."""
    services = services_of(request)
    _count(services.new_matches, request, "new matches")
    await services.tables.check_new()

    def make() -> tuple[NewTokens, str]:
        system = find_system(order.system)
        seats = [seat_plan(system, seat, side) for side, seat in enumerate(order.seats)]
        return create_match(
            *(services.store, system, order.scenario, seats, order.options),
            umpire=order.umpire,
            also=None if order.chat else close_chat,
        )

    made, title = await asyncio.to_thread(make)
    await services.tables.begin(made.match)
    return made_match(made, title)


def seat_plan(system: System, seat: NewSeat, side: int) -> SeatPlan:
    """The seat that somebody asks for. Errors: `InputError`."""
    if seat.name and seat.kind != "person":
        raise InputError.at(
            f"body: /seats/{side}/name", seat.name, "no name but that of a person at this screen"
        )
    if seat.kind == "machine":
        # Without parameters: a stranger does not say how long this machine thinks.
        known = [*levels_of(system), *agent_factories(system)]
        if seat.agent not in known:
            place = f"seats: /{side}/agent"
            raise InputError.at(place, seat.agent, f"one of: {', '.join(known)}")
        return seat_of(system, seat.agent)
    return SeatPlan("person", seat.agent, seat.name, seat.kind == "invited")


def made_match(made: NewTokens, title: str) -> MatchMade:
    """The answer with a new match."""
    return MatchMade(
        match=made.match,
        title=title,
        tokens=_by_side({s: t for s, t in made.tokens.items() if s >= 0}),
        invites=_by_side(made.invites),
        spectator=made.tokens[SPECTATOR],
        umpire=made.tokens.get(UMPIRE, ""),
    )


def _by_side(tokens: Mapping[int, str]) -> dict[str, str]:
    return {str(side): token for side, token in tokens.items()}


@router.post("/seats/claim")
async def claim(wanted: Claim, request: Request) -> Claimed:
    """Sit down by an invite, which works once."""
    services = services_of(request)
    _count(services.claims, request, "invites")

    def sit() -> tuple[Claimed, str]:
        seat, token = services.store.claim(wanted.invite, wanted.name, wanted.key)
        (summary,) = services.store.summaries([token])
        spectator = services.store.spectator_token(seat.match)
        claimed = Claimed(
            match=seat.match,
            title=summary.title,
            side=seat.side,
            token=token,
            spectator=spectator,
        )
        return claimed, seat.name

    claimed, name = await asyncio.to_thread(sit)
    await services.tables.seated(claimed.match, claimed.side, name)
    return claimed


@router.post("/matches/mine")
async def my_matches(wanted: TokenList, request: Request) -> list[MatchInfo]:
    """The matches that some tokens open: those with one's own turn first, then the newest."""
    services = services_of(request)

    def look() -> tuple[list[MatchSummary], dict[str, date]]:
        return (
            services.store.summaries(wanted.tokens),
            services.retention.last_days(wanted.tokens),
        )

    found, last = await asyncio.to_thread(look)
    found.sort(key=lambda match: (not match.must_act, match.over))
    return [
        MatchInfo.model_validate(
            asdict(match) | {"kept_until": last[match.id].isoformat() if match.id in last else ""}
        )
        for match in found
    ]


@router.post("/matches/delete")
async def delete_match(wanted: TokenList, request: Request) -> MatchDeleted:
    """Delete a match, once the persons of all its seats want that; the others are told.

    With it go earlier matches that all have left for it. Who opens it again
    meanwhile takes his wish back.
    """
    services = services_of(request)
    _count(services.claims, request, "wishes to delete")

    def agree() -> tuple[list[str], list[int], list[int]]:
        match_id, held = _held(services.store, wanted.tokens)
        waits_for = agree_to_delete(services.store, match_id, [*held])
        return with_closed(services.store, match_id), sorted(held), waits_for

    matches, sides, waits_for = await asyncio.to_thread(agree)
    if waits_for:
        await services.tables.tell_wish(matches[-1], [side for side in sides if side >= 0])
    else:
        for match_id in matches:
            await services.tables.delete(match_id)
    return MatchDeleted(deleted=not waits_for, waits_for=waits_for)


@router.get("/keeping")
async def keeping(request: Request) -> KeepingInfo:
    """When this server deletes matches."""
    return KeepingInfo(text=services_of(request).retention.limits.in_words())


@router.post("/matches/again", status_code=201)
async def play_again(wanted: TokenList, request: Request) -> MatchMade:
    """Sit down in the rematch of a match, on the sides whose tokens one holds.

    Whoever asks first makes it. One who holds the seats of all its persons may
    ask before the end, too.
    """
    services = services_of(request)
    _count(services.new_matches, request, "new matches")
    await services.tables.check_new()

    def seat() -> tuple[str, NewTokens, str]:
        match_id, held = _held(services.store, wanted.tokens)
        Results(services.store).check_not_rated(match_id)
        made, title = rematch(services.store, services.store.load(match_id), held)
        return match_id, made, title

    match_id, made, title = await asyncio.to_thread(seat)
    sides = [side for side in made.tokens if side >= 0]
    tables = services.tables
    about = (match_id, made.match, sides, tables.now(), tables.present(match_id))
    await asyncio.to_thread(Seats(services.store).follow, *about)
    await services.tables.begin(made.match)
    await services.tables.announce_next(match_id, made.match, title)
    return made_match(made, title)


@router.post("/matches/restored", status_code=201)
async def go_on_from(wanted: Restoring, request: Request) -> MatchMade:
    """Sit down in a match that goes on from a kept situation, on the sides whose tokens one holds.

    With a name a new match is made from it; the others are told, and may follow
    by its `match`. The old match is closed once all its persons have followed.
    """
    services = services_of(request)
    _count(services.new_matches, request, "new matches")
    await services.tables.check_new()

    def seat() -> tuple[str, NewTokens, str]:
        match_id, held = _held(services.store, wanted.tokens)
        if wanted.name:
            Results(services.store).check_not_rated(match_id)
        made, title = restored(services.store, match_id, held, wanted.name, wanted.match)
        return match_id, made, title

    match_id, made, title = await asyncio.to_thread(seat)
    await services.tables.begin(made.match)
    if not wanted.match:
        await services.tables.announce_next(match_id, made.match, title, restored=True)
    return made_match(made, title)


def _held(store: Store, tokens: list[str]) -> tuple[str, dict[int, str]]:
    """The one match that tokens open, and the tokens by side. Errors: `InputError`."""
    found = [(_seat(store, token), token) for token in tokens]
    matches = {seat.match for seat, _ in found}
    if len(matches) != 1:
        raise InputError.at("body: /tokens", f"<of {len(matches)} matches>", "tokens of one match")
    return matches.pop(), {seat.side: token for seat, token in found}


def _seat(store: Store, token: str) -> SeatRecord:
    seat = store.seat(token)
    if seat is None:
        raise InputError.at("body: seat token", "<an unknown token>", "the token of a seat")
    return seat


_FILE: dict[str, Any] = {"schema": {"type": "string"}}


@router.post(
    "/journal",
    response_class=Response,
    responses={"200": {"content": {"application/x-ndjson": _FILE}}},
)
async def journal(wanted: OneToken, request: Request) -> Response:
    """The file of a finished match, for `hexfront verify`."""
    services = services_of(request)
    seat = await asyncio.to_thread(_seat, services.store, wanted.token)
    text = await (await services.tables.open(seat.match)).read(outputs.journal_file)
    return Response(
        text,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="hexfront-{seat.match}.jsonl"'},
    )


@router.post(
    "/printed",
    response_class=Response,
    responses={"200": {"content": {"text/plain": _FILE}}},
)
async def printed(wanted: Printing, request: Request) -> Response:
    """What a side has been told so far, in print, or the umpire; after the end any of them."""
    services = services_of(request)
    _count(services.printings, request, "printed outputs")

    def begin(live: LiveMatch, held: dict[int, str]) -> Iterator[str]:
        if wanted.seat == SPECTATOR or not live.may_see(wanted.seat, [*held]):
            raise InputError.at("body: /seat", wanted.seat, "a side whose token you hold")
        return outputs.printed(live.match, wanted.seat)

    match_id, held = await asyncio.to_thread(_held, services.store, wanted.tokens)
    table = await services.tables.open(match_id)
    lines = await table.read(lambda live: begin(live, held))
    # The war is played once more for it: one after another, and the match goes on meanwhile.
    async with services.printer:
        text = await asyncio.to_thread(lambda: "".join(f"{line}\n" for line in lines))
    name = f'attachment; filename="hexfront-{match_id}.txt"'
    return Response(text, media_type="text/plain", headers={"Content-Disposition": name})


@router.post(
    "/replays",
    status_code=201,
    openapi_extra={"requestBody": {"required": True, "content": {"application/x-ndjson": _FILE}}},
)
async def new_replay(request: Request) -> ReplayMade:
    """Verify the file of a finished match and keep it, to be looked at."""
    services = services_of(request)
    _count(services.new_matches, request, "new matches")
    with services.replays.place(client_of(request)):
        data = await read_body(request, MAX_FILE, UPLOAD_SECONDS)
        request.scope[BODY] = data
        await services.tables.check_new()
        made, title = await services.replays.keep(data)
    return ReplayMade(match=made.match, title=title, spectator=made.tokens[SPECTATOR])


@router.get("/campaigns")
async def shipped_campaigns() -> list[CampaignInfo]:
    """The campaigns that can be played."""
    return await asyncio.to_thread(campaigns_here.shipped_campaigns)


@router.post("/campaigns", status_code=201)
async def new_campaign(wanted: NewCampaign, request: Request) -> CampaignState:
    """Begin a campaign and hand out, once, the token that opens it."""
    services = services_of(request)
    _count(services.new_matches, request, "new campaigns")

    def make() -> CampaignState:
        begin = kept_campaigns.begin_campaign
        token = begin(services.store, wanted.system, wanted.name, wanted.opponent)
        return campaigns_here.state_of(services.store, token)

    return await asyncio.to_thread(make)


@router.post("/campaigns/state")
async def campaign_state(wanted: OneToken, request: Request) -> CampaignState:
    """How a campaign stands. A battle that is over by now is counted first."""
    services, token = services_of(request), wanted.token
    kept, campaign, _ = await asyncio.to_thread(kept_campaigns.opened, services.store, token)
    if kept.match:
        try:
            table = await services.tables.open(kept.match)
            found = await table.read(lambda live: kept_campaigns.outcome(live, campaign.side))
            settled = found is not None
        except InputError:
            found, settled = None, True  # the match has been deleted
        if settled:
            await asyncio.to_thread(kept_campaigns.settle, services.store, token, kept.match, found)
    return await asyncio.to_thread(campaigns_here.state_of, services.store, token)


@router.post("/campaigns/battle", status_code=201)
async def campaign_battle(wanted: NewBattle, request: Request) -> MatchMade:
    """Begin the next battle of a campaign, or sit down in the one that is being fought."""
    services = services_of(request)
    await services.tables.check_new()
    _count(services.new_matches, request, "new matches")

    def make() -> tuple[NewTokens, str]:
        return kept_campaigns.begin_battle(services.store, wanted.token, wanted.units)

    made, title = await asyncio.to_thread(make)
    await services.tables.begin(made.match)
    return made_match(made, title)
