"""Chat at the tables of a server: who hears what, who may speak, and how often."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Any, Final

from hexfront.core.errors import InputError
from hexfront.people.chat import (
    CLOSED,
    CLOSED_BY_PLAYER,
    OFF,
    Chat,
    Line,
    Place,
    Speaker,
    cleaned,
    place_of,
)
from hexfront.play.live import LiveMatch
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store
from hexfront.server.access.addresses import limited
from hexfront.server.access.security import Rates
from hexfront.server.tables.client import Client
from hexfront.server.wire.frames import Say, write_frame

LINES_A_SECOND: Final = 0.5
LINES_AT_ONCE: Final = 6
"""Of an account, or of all guests at an address."""
MARK_DIGITS: Final = 3
"""Of what tells guests apart who watch a match."""


class TableChat:
    """Chat at all tables of a server; a table asks it, under its own lock."""

    def __init__(self, store: Store, *, on: bool = True) -> None:
        """`on`: whether the operator wants any."""
        self.rows = Chat(store)
        self._on = on
        self._rates = Rates(LINES_A_SECOND, LINES_AT_ONCE)

    def news(self, live: LiveMatch, client: Client) -> str:
        """What a client is told when it comes, and when rooms open to it; empty for nothing.

        Blocks. Where the store cannot be read it is told another time: it holds no order up.
        """
        over = live.match.result is not None
        if client.told_chat == over:
            return ""
        try:
            return self._news(live, client, over)
        except NotSaved:
            return ""

    def _news(self, live: LiveMatch, client: Client, over: bool) -> str:
        place = self._place(live, client)
        new = [room for room in place.reads if room not in client.rooms]
        unheard = self.rows.unheard(client.account) if new else set()
        lines = [
            line
            for room in new
            for line in self.rows.lines(live.record.id, room)
            if line.account not in unheard
        ]
        client.rooms, client.told_chat = place.reads, over
        was, client.silenced = client.silenced, place.why
        return _message(place, lines) if lines or was != place.why else ""

    def say(
        self, live: LiveMatch, store: Store, client: Client, frame: Say, others: Iterable[Client]
    ) -> list[tuple[Client, str]]:
        """Keep what somebody says; who is told what. Blocks. Errors: `InputError`, `NotSaved`."""
        match_id = live.record.id
        if frame.seat not in client.seats:
            raise InputError.at("frame: /seat", frame.seat, f"one of: {list(client.seats)}")
        if self.rows.is_kept(match_id, frame.key):
            return []  # its answer was lost
        place = self._place(live, client)
        if place.speaks is None:
            raise InputError.at("chat", f"<{place.why}>", "nothing said here")
        if not (text := cleaned(frame.text)):
            raise InputError.at("frame: /text", frame.text, "a line with something in it")
        by = self._speaker(live, client, frame.seat)
        if by.account:
            self.rows.check_heard(by.account)
        if not self._rates.take(by.account or limited(client.address)):
            raise InputError.at("chat", "<too many lines>", "a pause; try again in a moment")
        line = self.rows.say(store, match_id, place.speaks, by, text, frame.key)
        listeners = [one for one in others if place.speaks in one.rooms]
        deaf = self.rows.deaf(by.account, {one.account for one in listeners} - {by.account})
        return [
            (one, _message(self._place(live, one), [line]))
            for one in listeners
            if one.account not in deaf
        ]

    def _place(self, live: LiveMatch, client: Client) -> Place:
        """Where a client stands now."""
        if not self._on:
            return Place((), None, OFF)
        closer = self.rows.closer(live.record.id)
        if closer is not None:
            why = CLOSED.get(closer, CLOSED_BY_PLAYER)
            return Place((), None, why, reopens=closer in client.sides)
        players = self.rows.accounts(live.record.id)
        plays = bool(client.account) and client.account in players.values()
        return place_of(client.seats, plays=plays, over=live.match.result is not None)

    def _speaker(self, live: LiveMatch, client: Client, seat: int) -> Speaker:
        if seat < 0:
            name = client.name or _mark(live.record.secret, client.address)
            return Speaker(-1, client.account, name)
        account = self.rows.accounts(live.record.id).get(seat, client.account)
        return Speaker(seat, account, live.record.side_seats[seat].name)


def _mark(secret: bytes, address: str) -> str:
    """What a guest who watches is called: the same as long as he watches from one network."""
    digest = hmac.new(secret, b"hexfront:guest:" + limited(address).encode(), hashlib.sha256)
    return f"guest {digest.hexdigest()[:MARK_DIGITS]}"


def _message(place: Place, lines: Iterable[Line]) -> str:
    return write_frame(
        {
            "type": "chat",
            "speaks": place.speaks,
            "closed": place.why,
            "reopens": place.reopens,
            "lines": [_shown(line) for line in lines],
        }
    )


def _shown(line: Line) -> Mapping[str, Any]:
    shown = {name: getattr(line, name) for name in ("room", "number", "side", "name")}
    return shown | {"account": bool(line.account), "text": line.text, "said": line.said}
