"""Requests of notices: where somebody is told, consent and its end; orders that come by e-mail."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from hexfront.core.errors import InputError
from hexfront.people.accounts import Account
from hexfront.people.by_mail import signature
from hexfront.people.by_mail.orders_file import read_orders
from hexfront.people.notices import Notices, webpush
from hexfront.people.notices.consents import store_key
from hexfront.play.storage.records import SeatRecord
from hexfront.server.access.strict import strict_router
from hexfront.server.people.account_routes import people_of
from hexfront.server.people.notices.bodies import (
    ChannelChange,
    ChannelInfo,
    ChannelList,
    NewChannel,
    OrdersAnswer,
    OrdersGiven,
    TurnKey,
)
from hexfront.server.people.notices.by_mail import take_orders
from hexfront.server.people.sessions import People, device_of
from hexfront.server.wire.bodies import (
    MailAnswer,
    MailConsent,
    NewNotice,
    NoticesKept,
    NoticeWays,
)

router = strict_router("/api")


# Guests, by the token of a seat


@router.get("/notices")
async def notice_ways(request: Request) -> NoticeWays:
    """How this server can tell players that it is their turn."""
    allowed = people_of(request).notices.channels.allowed
    return NoticeWays(email=allowed.email, webhooks=[*allowed.webhooks])


@router.post("/notices")
def keep_notice(wanted: NewNotice, request: Request) -> NoticesKept:
    """Say where the guest on a seat is told of his turns, and answer what is kept."""
    people = people_of(request)
    people.count_address("changes of notices", request)
    seat = people.store.seat(wanted.token)
    if seat is None:
        raise InputError.at("body: /token", "<an unknown token>", "the token of a seat")
    if wanted.email:
        people.count_address("addresses for notices", request)
    people.notices.channels.keep_seat(seat, wanted.email, wanted.webhook)
    people.notices.wake()
    return kept_of(people.notices, seat)


def kept_of(notices: Notices, seat: SeatRecord) -> NoticesKept:
    """Where a guest is told."""
    kept = NoticesKept(email="", webhook="")
    for channel in notices.channels.of_seat(seat.match, seat.side):
        if channel.way == "email":
            kept.email, kept.email_waits = channel.address, not channel.confirmed
        else:
            kept.webhook = channel.address
    return kept


# Whoever holds a notice


@router.post("/mail")
def mail(said: MailAnswer, request: Request) -> MailConsent:
    """Agree to notices from this server, or refuse them, by the token of one of them."""
    return _answer(request, said.token, said.agrees)


@router.post("/mail/end")
def end_mail(token: str, request: Request) -> MailConsent:
    """End notices to an address, as a mail program does it by one click (RFC 8058)."""
    return _answer(request, token, False)


@router.get("/mail/end", include_in_schema=False, response_model=None)
def look_at_end(token: Annotated[str, Query(pattern="^[A-Za-z0-9_-]{20,64}$")]) -> Response:
    """Lead to the page where notices end: some mail programs open the link of one click."""
    return RedirectResponse(f"/mail#{token}", 303)


def _answer(request: Request, token: str, agrees: bool | None) -> MailConsent:
    people = people_of(request)
    people.count_address("changes of notices", request)
    said = people.notices.consents.answer(token, agrees)
    return MailConsent(address=said.address, state=said.state)


# Accounts


@router.get("/people/notices")
def channels(request: Request) -> ChannelList:
    """How one is told, and how one can be."""
    people = people_of(request)
    return _channels(people, people.signed_in(request))


def _channels(people: People, account: Account) -> ChannelList:
    notices = people.notices
    allowed = notices.channels.allowed
    return ChannelList(
        email=allowed.email,
        webhooks=[*allowed.webhooks],
        push_key=notices.push_key,
        channels=[
            ChannelInfo(
                id=one.id,
                way=one.way,
                address=one.label if one.way == "push" else one.address,
                confirmed=one.confirmed,
                daily=one.daily,
                files=one.files,
                note=one.note,
            )
            for one in notices.channels.of(account.id)
        ],
    )


@router.post("/people/notices")
def new_channel(wanted: NewChannel, request: Request) -> ChannelList:
    """Say where one wants to be told; the owner of an e-mail address is asked first."""
    people = people_of(request)
    account = people.signed_in(request)
    kept = people.notices.channels
    if wanted.email is not None:
        if wanted.email:
            people.count("addresses for notices", account.id)
        kept.set_email(account, wanted.email)
    if wanted.webhook is not None:
        kept.set_webhook(account, wanted.webhook)
    if wanted.browser is not None:
        given = wanted.browser
        kept.allowed.check_push(given.endpoint)
        keys = webpush.check_keys(given.p256dh, given.auth)
        kept.add_browser(account, given.endpoint, keys, device_of(request))
    people.notices.wake()
    return _channels(people, account)


@router.post("/people/notices/change")
def change_channel(wanted: ChannelChange, request: Request) -> ChannelList:
    """End a channel of one's own, try it, or say how it tells."""
    people = people_of(request)
    account = people.signed_in(request)
    kept = people.notices.channels
    if wanted.do == "end":
        kept.end(account, wanted.id)
    elif wanted.do == "test":
        people.count("test messages", account.id)
        kept.test(account, wanted.id)
        people.notices.wake()
    else:
        kept.change(account, wanted.id, daily=wanted.daily, files=wanted.files)
    return _channels(people, account)


# Play by e-mail


@router.get("/turn-files")
def turn_key(request: Request) -> TurnKey:
    """What turn files of this server are signed with."""
    people = people_of(request)
    if not webpush.possible():
        return TurnKey(key="")
    return TurnKey(
        key=signature.public_key(store_key(people.store, signature.KEY, signature.new_key))
    )


@router.post("/turn-files")
async def give_orders(given: OrdersGiven, request: Request) -> OrdersAnswer:
    """Carry out a filled in file of orders; its token says for which turn of which side."""
    people = people_of(request)
    people.count_address("files of orders", request)
    people.count("files of orders of one turn", read_orders(given.text).token[:100])
    return await take_orders(people, given.text, by_mail=given.by_mail)
