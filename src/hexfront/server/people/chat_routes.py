"""Requests about what others say: not to be shown it, and to tell the operator of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import Request

from hexfront.core.errors import InputError
from hexfront.people import moderation
from hexfront.people.accounts import Account
from hexfront.people.chat import place_of
from hexfront.people.players import Players
from hexfront.server.access.strict import strict_router
from hexfront.server.people.account_routes import info_of, people_of
from hexfront.server.people.bodies import (
    AccountInfo,
    Avoiding,
    ChatWish,
    ReportedWords,
    Reporting,
    Sent,
)
from hexfront.server.people.sessions import Banned

router = strict_router("/api")


@router.post("/people/block")
def block(wanted: Avoiding, request: Request) -> AccountInfo:
    """Block a player, or meet him again; his words are not shown either."""
    return _change(
        request, lambda who, players: players.avoid(who, wanted.name, "blocks", wanted.on)
    )


@router.post("/people/mute")
def mute(wanted: Avoiding, request: Request) -> AccountInfo:
    """Not to be shown what a player says, or to be shown it again."""
    return _change(
        request, lambda who, players: players.avoid(who, wanted.name, "mutes", wanted.on)
    )


@router.post("/people/report")
def report(wanted: Reporting, request: Request) -> AccountInfo:
    """Tell the operator of a player."""
    return _change(request, lambda who, players: players.report(who, wanted.name, wanted.about))


def _change(request: Request, change: Callable[[Account, Players], None]) -> AccountInfo:
    """Change what the account that is signed in has to do with others."""
    people = people_of(request)
    account = people.signed_in(request)
    change(account, people.players)
    return info_of(people, account)


@router.post("/chat/turn")
async def turn_chat(wanted: ChatWish, request: Request) -> Sent:
    """Turn chat off in a match in which one plays, for all; or what one has turned off on again."""
    people = people_of(request)
    people.count_address("turns of chat", request)

    def turn() -> str:
        seat = people.store.seat(wanted.token)
        if seat is None or seat.side < 0:
            raise InputError.at("body: /token", "<no token of a player>", "that of a player's seat")
        people.tables.chat.rows.turn(seat.match, seat.side, wanted.on)
        return seat.match

    await people.tables.show_chat(await asyncio.to_thread(turn))
    return Sent(sent=True)


@router.post("/chat/report")
def report_words(wanted: ReportedWords, request: Request) -> Sent:
    """Tell the operator of something that was said in a match, by a token that opens it."""
    people = people_of(request)
    people.count_address("reports", request)
    seat = people.store.seat(wanted.token)
    if seat is None:
        raise InputError.at("body: /token", "<an unknown token>", "the token of a seat")
    account = people.account(request)
    if account is not None and account.banned:
        raise Banned(moderation.words_of_ban(account.banned))
    own = account.id if account else ""
    players = people.tables.chat.rows.accounts(seat.match)
    plays = bool(own) and own in players.values()
    over = people.store.is_over(seat.match)
    if wanted.room not in place_of([seat.side], plays=plays, over=over).reads:
        raise InputError.at("body: /room", wanted.room, "a room that you may read")
    by = own or players.get(seat.side, "")
    about = (seat.match, wanted.room, wanted.number, wanted.about)
    moderation.report_words(people.store, by, *about)
    return Sent(sent=True)
