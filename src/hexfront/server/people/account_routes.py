"""Requests of accounts: signing up and in, sessions, and all that belongs to one's own account."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Any, Final

from fastapi import Request, Response

from hexfront.core.errors import InputError
from hexfront.people.accounts import Account, NotSignedIn, SignedIn
from hexfront.people.clocks import deadlines
from hexfront.people.names import check_name
from hexfront.people.passwords import check_password
from hexfront.people.players import Players
from hexfront.play.storage.database import NotSaved
from hexfront.server.access.strict import strict_router
from hexfront.server.peers.membership import PATIENCE
from hexfront.server.people.bodies import (
    AccountInfo,
    Codes,
    GuestSeat,
    Me,
    NameAndCode,
    NameAndPassword,
    NewPassword,
    Nothing,
    OneId,
    OneName,
    OwnGame,
    PasskeyAnswer,
    PasskeyTask,
    PasskeyWish,
    SignedInAs,
)
from hexfront.server.people.sessions import People, device_of
from hexfront.server.tables.tables import Banished
from hexfront.server.wire.bodies import MatchInfo

router = strict_router("/api/people")
LOOK_AGAIN_SECONDS: Final = 0.1
"""Until it is looked again whether another process has done something."""


def people_of(request: Request) -> People:
    """What requests of people are answered from."""
    people: People = request.app.state.people
    return people


def _welcome(people: People, response: Response, signed: SignedIn) -> SignedInAs:
    people.remember(response, signed)
    return SignedInAs(name=signed.account.name, codes=list(signed.codes))


def _check_open(people: People) -> None:
    if not people.settings.people.sign_up:
        raise InputError.at("sign-up", "<a new account>", "none: the operator takes no new ones")


@router.get("/me")
def me(request: Request) -> Me:
    """Who is signed in, and how one can."""
    people = people_of(request)
    account = people.account(request)
    games, turns = people.seats.counts(account.id) if account else (0, 0)
    if account is not None:
        people.note_visit(account, request)
    return Me(
        name=account.name if account else "",
        ways=people.ways(request),
        games=games,
        turns=turns,
        banned=account.banned if account else "",
        announcement=people.tables.announcement,
    )


def _nobody(people: People, request: Request) -> Me:
    """Who is signed in no more."""
    return Me(
        name="",
        ways=people.ways(request),
        games=0,
        turns=0,
        banned="",
        announcement=people.tables.announcement,
    )


@router.post("/sign-up", status_code=201)
def sign_up(wanted: NameAndPassword, request: Request, response: Response) -> SignedInAs:
    """Make an account with a password."""
    people = people_of(request)
    # Who has mistyped has made none.
    check_password(wanted.password, check_name(wanted.name))
    people.count_address("new accounts", request)
    _check_open(people)
    signed = people.accounts.sign_up(wanted.name, wanted.password, device_of(request))
    return _welcome(people, response, signed)


@router.post("/sign-in")
def sign_in(given: NameAndPassword, request: Request, response: Response) -> SignedInAs:
    """Sign in by a password."""
    people = people_of(request)
    people.count_address("sign-ins", request)
    people.count_name("sign-ins as one player", given.name)
    signed = people.accounts.sign_in(given.name, given.password, device_of(request))
    return _welcome(people, response, signed)


@router.post("/recover")
async def recover(given: NameAndCode, request: Request, response: Response) -> SignedInAs:
    """Sign in by a recovery code, which counts once; all other sessions end."""
    people = people_of(request)
    people.count_address("recoveries", request)
    people.count_name("recoveries of one account", given.name)
    signed = await asyncio.to_thread(
        people.accounts.recover, given.name, given.code, device_of(request)
    )
    await _close_pages(people, signed.account)
    return _welcome(people, response, signed)


async def _close_pages(people: People, account: Account) -> None:
    """Close the sockets of an account; pages whose session goes on come back by themselves."""
    await people.tables.banish(Banished(account.id, "", ""))


@router.post("/passkeys/begin")
def begin_passkey(wish: PasskeyWish, request: Request) -> PasskeyTask:
    """What the browser needs to make a passkey, or to sign in by one."""
    people = people_of(request)
    account = people.account(request)
    if wish.purpose == "sign-up":
        people.count_address("new accounts", request)
        _check_open(people)
    else:
        people.count_address("sign-ins", request)
    site = people.site(request)
    ticket, options = people.accounts.begin_passkey(site, wish.purpose, wish.name, account)
    return PasskeyTask(ticket=ticket, options=options)


@router.post("/passkeys/finish")
def finish_passkey(given: PasskeyAnswer, request: Request, response: Response) -> SignedInAs:
    """Sign up or in by a passkey, or add one to the account, as the ticket says."""
    people = people_of(request)
    people.count_address("sign-ins", request)
    signed = people.accounts.finish_passkey(
        people.site(request),
        given.ticket,
        given.credential,
        given.label.strip() or device_of(request),
        device_of(request),
    )
    if not signed.token:
        return SignedInAs(name=signed.account.name, codes=[])
    return _welcome(people, response, signed)


@router.post("/sign-out")
async def sign_out(_: Nothing, request: Request, response: Response) -> Me:
    """End this session; pages that it has opened are closed."""
    people = people_of(request)

    def end() -> Account | None:
        account = people.account(request)
        if account is not None:
            people.accounts.end_sessions(account, account.session)
        return account

    account = await asyncio.to_thread(end)
    if account is not None:
        await _close_pages(people, account)
    people.forget(response)
    return _nobody(people, request)


@router.get("/account")
def accountinfo_of(request: Request) -> AccountInfo:
    """One's account: how one signs in, sessions, whom one has blocked."""
    people = people_of(request)
    return info_of(people, people.signed_in(request, banned=True))


def info_of(people: People, account: Account) -> AccountInfo:
    """An account as its owner sees it."""
    accounts = people.accounts
    try:
        account.check_fresh()
        fresh = True
    except NotSignedIn:
        fresh = False
    return AccountInfo.model_validate(
        {
            "name": account.name,
            "password": accounts.has_password(account),
            "passkeys": accounts.passkeys(account),
            "codes_left": accounts.codes_left(account),
            "sessions": accounts.sessions(account),
            "blocked": people.players.avoided(account, "blocks"),
            "muted": people.players.avoided(account, "mutes"),
            "fresh": fresh,
        }
    )


@router.post("/passkeys/remove")
def remove_passkey(wanted: OneId, request: Request) -> AccountInfo:
    """Take a passkey off one's account."""
    people = people_of(request)
    account = people.signed_in(request)
    people.accounts.remove_passkey(account, wanted.id)
    return info_of(people, account)


async def _end_sessions_by(request: Request, change: Callable[[Account], None]) -> AccountInfo:
    """Change the account of who asks so that sessions of it end, and close its pages."""
    people = people_of(request)

    def signed_in() -> Account:
        account = people.signed_in(request)
        change(account)
        return account

    account = await asyncio.to_thread(signed_in)
    await _close_pages(people, account)
    return await asyncio.to_thread(info_of, people, account)


@router.post("/password")
async def set_password(wanted: NewPassword, request: Request) -> AccountInfo:
    """Set a password, or another one; other sessions end."""
    accounts = people_of(request).accounts
    return await _end_sessions_by(
        request, lambda account: accounts.set_password(account, wanted.password)
    )


@router.post("/codes")
def new_codes(_: Nothing, request: Request) -> Codes:
    """New recovery codes in place of the old ones."""
    people = people_of(request)
    return Codes(codes=list(people.accounts.new_codes(people.signed_in(request))))


@router.post("/sessions/end")
async def end_session(wanted: OneId, request: Request) -> AccountInfo:
    """End a session of one's account; with an empty id all but this one."""
    accounts = people_of(request).accounts
    return await _end_sessions_by(
        request, lambda account: accounts.end_sessions(account, wanted.id)
    )


@router.get("/export")
def export(request: Request) -> dict[str, Any]:
    """All that is kept about one."""
    people = people_of(request)
    return people.players.export(people.signed_in(request, banned=True))


@router.post("/claim")
async def claim_seat(wanted: GuestSeat, request: Request) -> OneName:
    """Keep in one's account a seat that one played as a guest."""
    people = people_of(request)

    def claim() -> tuple[str, str, int]:
        account = people.signed_in(request)
        seat = people.seats.claim(account, wanted.token)
        return account.name, seat.match, seat.side

    name, match_id, side = await asyncio.to_thread(claim)
    seats = await asyncio.to_thread(people.store.seats, match_id)
    shown = next(seat.name for seat in seats if seat.side == side)
    await people.tables.seated(match_id, side, shown)
    return OneName(name=name)


@router.post("/games")
def own_games(_: Nothing, request: Request) -> list[OwnGame]:
    """One's matches with what opens them here: those with one's turn first, by the time left."""
    people = people_of(request)
    account = people.signed_in(request)
    own = people.seats.of(account, people.token(request))
    mine, now = {(seat.match, seat.side) for seat in own}, people.tables.now()
    left: dict[str, float] = {}
    for one in deadlines(people.store):
        if (one.match_id, one.side) in mine:
            left.setdefault(one.match_id, round(max(0.0, one.due - now), 3))
    titles = people.seats.titles(account.id)
    summaries = people.store.summaries([seat.token for seat in own])
    summaries.sort(key=lambda m: (not m.must_act, m.over, left.get(m.id, math.inf)))
    found = []
    for summary in summaries:
        tokens = [seat.token for seat in own if seat.match == summary.id]
        fields = {name: getattr(summary, name) for name in summary.__dataclass_fields__}
        found.append(
            OwnGame(
                info=MatchInfo.model_validate({**fields, "kept_until": ""}),
                title=titles.get(summary.id, summary.title),
                tokens=tokens,
                spectator=people.store.spectator_token(summary.id),
                left=left.get(summary.id),
            )
        )
    return found


async def _wait_for_resignations(people: People, seats: list[tuple[str, int]]) -> None:
    """Wait until other processes have noted these resignations: what follows from them for the
    ratings of others needs to know who has resigned. Errors: `NotSaved`.
    """
    end = time.monotonic() + PATIENCE
    while left := await asyncio.to_thread(people.seats.not_resigned, seats):
        if time.monotonic() > end:
            raise NotSaved("another server process does not answer; try again in a moment")
        seats = left
        await asyncio.sleep(LOOK_AGAIN_SECONDS)


@router.post("/delete")
async def delete_account(typed: OneName, request: Request, response: Response) -> Me:
    """Delete one's account: `name` is its name, typed. Who plays on somewhere resigns there."""
    people = people_of(request)

    def check() -> tuple[Account, list[tuple[str, int]]]:
        account = people.signed_in(request, banned=True)
        Players.check_typed(account, typed.name)
        return account, people.seats.unfinished(account.id)

    account, seats = await asyncio.to_thread(check)
    elsewhere = await people.tables.resign_all(seats)
    await _wait_for_resignations(people, elsewhere)
    await asyncio.to_thread(people.players.delete, account, typed.name)
    await _close_pages(people, account)
    people.forget(response)
    return _nobody(people, request)
