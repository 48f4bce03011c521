"""The requests of the operator's page, for who has the operator's token alone."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import math
from dataclasses import dataclass
from typing import Final

from fastapi import Request
from starlette.exceptions import HTTPException

from hexfront.core.errors import InputError
from hexfront.people import directory, moderation
from hexfront.play.storage import operating
from hexfront.play.storage.operating import By
from hexfront.server.access.addresses import address_of, client_of, is_within
from hexfront.server.access.security import Rates
from hexfront.server.access.strict import TooMany, strict_router
from hexfront.server.operating.bans import BANNED, Bans
from hexfront.server.operating.fullness import fullness
from hexfront.server.people.hub import Hub
from hexfront.server.people.sessions import LIMITS, People
from hexfront.server.settings import ServerSettings
from hexfront.server.tables.tables import Banished, Tables
from hexfront.server.wire.operating import (
    Announcing,
    Ban,
    Banning,
    BanningAccount,
    ClosingReport,
    Deed,
    Draining,
    KnownAccount,
    KnownAccounts,
    MutingAccount,
    OperatedMatch,
    OperatorState,
    OperatorToken,
    ProcessInfo,
    ReportInfo,
    RestrictedInfo,
    SeekingAccounts,
    SignalInfo,
    TurningChat,
)

TRIES_A_SECOND: Final = 1
TRIES_AT_ONCE: Final = 20

router = strict_router("/api/operator")


@dataclass
class Operating:
    """What the requests are answered from."""

    settings: ServerSettings
    tables: Tables
    people: People
    hub: Hub
    bans: Bans
    tries: Rates


def make_operating(
    settings: ServerSettings, tables: Tables, people: People, hub: Hub, bans: Bans
) -> Operating:
    """What the operator's page needs of one server."""
    return Operating(settings, tables, people, hub, bans, Rates(TRIES_A_SECOND, TRIES_AT_ONCE))


def _admitted(request: Request, given: OperatorToken) -> tuple[Operating, By]:
    """Errors: `InputError`, `TooMany`; 404 where this server has no operator's page."""
    found: Operating = request.app.state.operating
    wanted = found.settings.operator
    if wanted is None:
        raise HTTPException(404)
    if not found.tries.take(client_of(request)):
        raise TooMany("too many requests of an operator's from one address; try again soon")
    if not _opens(given.operator, wanted.token_hash):
        raise InputError.at("body: /operator", "<another token>", "the operator's token")
    return found, By(address_of(request))


def _opens(token: str, token_hash: str) -> bool:
    """Whether a token is the one with a hash, in a time that tells nothing."""
    return hmac.compare_digest(hashlib.sha256(token.encode()).hexdigest(), token_hash)


@router.post("/state")
async def state(given: OperatorToken, request: Request) -> OperatorState:
    """Processes, matches, limits, bans, and what was done here."""
    found, _ = _admitted(request, given)
    return await _state(found)


async def _state(found: Operating) -> OperatorState:
    return await asyncio.to_thread(_look, found)


def _look(found: Operating) -> OperatorState:
    """What the page shows. Errors: `NotSaved`."""
    tables, settings, store = found.tables, found.settings, found.tables.store
    unfinished, finished = operating.counts(store)
    return OperatorState(
        processes=_processes(tables),
        matches=[OperatedMatch(**one._asdict()) for one in operating.newest(store)],
        unfinished=unfinished,
        finished=finished,
        sockets=tables.sockets,
        thinking=tables.thinking,
        fullness=fullness(tables, found.people, found.hub, settings, unfinished),
        limits=settings.keep.limits.in_words(),
        connections=settings.connections,
        connections_per_address=settings.connections_per_address,
        accounts_per_address=int(settings.people.new_accounts or LIMITS["new accounts"][1]),
        bans=[Ban(network=n, reason=r, since=s) for n, r, s in operating.bans(store)],
        reports=[
            ReportInfo.model_validate(one._asdict()) for one in moderation.open_reports(store)
        ],
        restricted=[RestrictedInfo(**one._asdict()) for one in moderation.restricted(store)],
        deeds=[
            Deed(happened=when, address=address, deed=deed, about=about)
            for when, address, deed, about in operating.deeds(store)
        ],
    )


def _processes(tables: Tables) -> list[ProcessInfo]:
    if tables.membership is None:
        return [
            ProcessInfo(
                process="",
                address="",
                here=True,
                alive=True,
                draining=tables.draining,
                matches=len(tables),
            )
        ]
    here = tables.membership.lease.process
    return [
        ProcessInfo(
            process=each.id,
            address=each.address,
            here=each.id == here,
            alive=each.alive,
            draining=each.draining,
            matches=each.matches,
        )
        for each in tables.membership.lease.processes()
    ]


@router.post("/announce")
async def announce(wanted: Announcing, request: Request) -> OperatorState:
    """Show a message on every page, at every process."""
    found, by = _admitted(request, wanted)
    store = found.tables.store
    await asyncio.to_thread(operating.note, store, by, "announce", wanted.text)
    await found.tables.announce(wanted.text)
    return await _state(found)


@router.post("/drain")
async def drain(wanted: Draining, request: Request) -> OperatorState:
    """Let a process take no new matches, since it will be stopped; or take them again."""
    found, by = _admitted(request, wanted)
    tables, on = found.tables, wanted.draining
    known = not wanted.process
    if tables.membership is None and known:
        deed = "drain" if on else "end drain"
        await asyncio.to_thread(operating.note, tables.store, by, deed, "")
        await tables.drain(on)
    elif tables.membership is not None:
        known = await asyncio.to_thread(operating.drain, tables.store, by, wanted.process, on)
        if known and on:
            await tables.membership.send_to(wanted.process, {"do": "stopping"})
    if not known:
        raise InputError.at("body: /process", wanted.process, "a process that runs")
    return await _state(found)


@router.post("/ban")
async def ban(wanted: Banning, request: Request) -> OperatorState:
    """Answer an address or a network no more, or again. Open pages there are closed."""
    found, by = _admitted(request, wanted)
    store = found.tables.store
    if wanted.banned and is_within(by.address, [wanted.network]):
        raise InputError.at("body: /network", wanted.network, "not your own address")
    if wanted.banned:
        await asyncio.to_thread(operating.ban, store, by, wanted.network, wanted.reason)
    elif not await asyncio.to_thread(operating.lift, store, by, wanted.network):
        raise InputError.at("body: /network", wanted.network, "one that is banned")
    await asyncio.to_thread(found.bans.look, store)
    if wanted.banned:
        await found.tables.banish(Banished("", wanted.network, str(BANNED)))
    return await _state(found)


@router.post("/report")
async def close_report(wanted: ClosingReport, request: Request) -> OperatorState:
    """Have done with a report; the words in it are forgotten."""
    found, by = _admitted(request, wanted)
    store = found.tables.store
    await asyncio.to_thread(moderation.close_report, store, by, wanted.report, wanted.note)
    return await _state(found)


@router.post("/chat")
async def turn_chat(wanted: TurningChat, request: Request) -> OperatorState:
    """Turn chat off in a match, or on again, whoever has turned it off."""
    found, by = _admitted(request, wanted)
    about = (wanted.match, wanted.on)
    await asyncio.to_thread(moderation.turn_chat, found.tables.store, by, *about)
    await found.tables.show_chat(wanted.match)
    return await _state(found)


@router.post("/mute")
async def mute(wanted: MutingAccount, request: Request) -> OperatorState:
    """Let an account say nothing in any match for a time, or speak again."""
    found, by = _admitted(request, wanted)
    about = (wanted.name, wanted.hours, wanted.reason)
    await asyncio.to_thread(moderation.mute, found.tables.store, by, *about)
    return await _state(found)


@router.post("/ban-account")
async def ban_account(wanted: BanningAccount, request: Request) -> OperatorState:
    """Let an account do nothing any more, or again.

    It resigns where it plays, and its pages are closed at once.
    """
    found, by = _admitted(request, wanted)
    store, tables = found.tables.store, found.tables
    if not wanted.banned:
        await asyncio.to_thread(moderation.lift_ban, store, by, wanted.name)
        return await _state(found)
    account = await asyncio.to_thread(moderation.ban, store, by, wanted.name, wanted.reason)
    await tables.banish(Banished(account, "", moderation.words_of_ban(wanted.reason)))
    await tables.resign_all(await asyncio.to_thread(found.people.seats.unfinished, account))
    return await _state(found)


@router.post("/signals")
async def signals(given: OperatorToken, request: Request) -> list[SignalInfo]:
    """What may point to one person with several accounts. Nothing follows from it by itself."""
    found, _ = _admitted(request, given)
    pairs = await asyncio.to_thread(found.people.signals.pairs)
    return [
        SignalInfo(
            names=list(one.names),
            networks=one.networks,
            games=one.games,
            of_all=list(one.of_all),
            wins=list(one.wins),
            signs=list(one.signs),
        )
        for one in pairs
    ]


@router.post("/accounts")
async def accounts(wanted: SeekingAccounts, request: Request) -> KnownAccounts:
    """A page of the accounts with some part of a name, the newest first."""
    found, _ = _admitted(request, wanted)
    about = (found.tables.store, wanted.name, wanted.page)
    shown = await asyncio.to_thread(directory.look, *about)
    return KnownAccounts(
        every=shown.every,
        found=shown.found,
        page=wanted.page,
        pages=max(1, math.ceil(shown.found / directory.PAGE)),
        accounts=[KnownAccount(**one._asdict()) for one in shown.entries],
    )
