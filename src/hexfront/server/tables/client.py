"""One socket that has joined a match: what it has been sent, and what waits to be sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final, NamedTuple
from weakref import ref

from starlette.requests import HTTPConnection

from hexfront.core.contract import SPECTATOR
from hexfront.core.documents.strictjson import Json
from hexfront.people.chat import Room
from hexfront.play.live import LiveMatch
from hexfront.play.prepared import Prepared
from hexfront.server.access.addresses import address_of
from hexfront.server.tables.snapshots import Snapshot, numbered
from hexfront.server.wire.frames import write_frame

QUEUE_LENGTH = 32
NOTHING_SAID = write_frame({"type": "ends", "draw": [], "abandon": [], "withdrawn": []})
"""All has been declined."""


class Visitor(NamedTuple):
    """Whose a socket is."""

    account: str = ""
    """Empty for a guest."""
    name: str = ""
    """Of the account."""
    address: str = ""
    barred: str = ""
    """Why he may open nothing here; empty where he may."""


def guest(connection: HTTPConnection, _match: str = "", _seats: tuple[int, ...] = ()) -> Visitor:
    """Somebody of whom nothing is known but where he comes from."""
    return Visitor(address=address_of(connection))


GUEST: Final = Visitor()


class Client:
    """A screen at a table."""

    def __init__(self, seats: tuple[int, ...], visitor: Visitor = GUEST) -> None:
        self.seats = seats
        """Sides, or `SPECTATOR`, whose tokens it brought."""
        self.account, self.name, self.address, _ = visitor
        self.rooms: tuple[Room, ...] = ()
        """Of the chat, that it reads."""
        self.told_chat: bool | None = None
        """Whether what it was told of the chat was told after the end; None before all."""
        self.silenced = ""
        """Why it was told that it may not speak."""
        self.watching: int | None = None
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue(QUEUE_LENGTH)
        """Texts to send; None closes the socket."""
        self.lost = False
        self._live: ref[LiveMatch] | None = None
        """The match in memory that it was shown; it goes when its table lets go of it."""
        self._shown: Snapshot | None = None
        self._log_length = 0
        self._seen: int | None = None
        self._waiting: list[int] | None = None
        self._shares: Sequence[Json] = []
        self._compiling = False
        self._ends = ""
        self._clocks: Json = None
        self._prepared: Prepared | None = None
        self._asked = (0, 0.0)
        """The number of the last message about clocks, and when it was queued."""
        self._terms = ""

    @property
    def sides(self) -> list[int]:
        """The sides that it plays."""
        return sorted(seat for seat in self.seats if seat >= 0)

    @property
    def looks_from(self) -> int:
        """The seat from which it looks; while the screen changes hands the spectator's."""
        return SPECTATOR if self.watching is None else self.watching

    def put(self, message: dict[str, Json]) -> None:
        """Queue a message; a client that does not keep up is closed and may come back."""
        self.put_text(write_frame(message))

    def put_text(self, text: str) -> None:
        """Queue a message that is text already."""
        if self.lost:
            return
        try:
            self.outgoing.put_nowait(text)
        except asyncio.QueueFull:
            self.end()

    def end(self, last: dict[str, Json] | None = None) -> None:
        """Close the socket when what waits has been sent, and the last message after it."""
        if self.lost:
            return
        self.lost = True
        ending = [None] if last is None else [write_frame(last), None]
        while self.outgoing.qsize() > QUEUE_LENGTH - len(ending):
            self.outgoing.get_nowait()
        for text in ending:
            self.outgoing.put_nowait(text)

    def watch(self, viewer: int, seen: int | None) -> None:
        """Look from another seat: everything is sent again.

        `seen`: how many things had been shown to the viewer, if that is known.
        """
        self.watching, self._shown, self._log_length, self._seen = viewer, None, 0, seen
        self._prepared = None

    def update(self, live: LiveMatch, snapshot: Snapshot) -> str:
        """The message with what has changed since the last one; empty where nothing has."""
        if self.watching is None or snapshot is self._shown:
            return ""
        first = self._log_length
        if self._shown is not None and self._live is not None and live is self._live():
            cut = live.match.taken_back[self.watching][self._shown.cuts :]
        else:
            cut = [0]  # All of it, also where the match had to be loaded again.
        kept = min([first, *cut])
        parts = [
            f'"type":"update","seat":{self.watching}',
            snapshot.text,
            f'"log_length":{snapshot.log_length}',
        ]
        if kept < first:
            parts.append(f'"kept":{kept}')
        entries = numbered(live.match.log_entries(self.watching, kept), kept)
        parts.append(f'"entries":{write_frame(entries)}')
        if self._shown is None and self._seen is not None and self._seen < snapshot.log_length:
            view = live.history.view(self.watching, self._seen)
            parts.append(f'"before":{{"view":{write_frame(view)},"log_length":{self._seen}}}')
        self._live, self._shown, self._log_length = ref(live), snapshot, snapshot.log_length
        return "{" + ",".join(parts) + "}"

    def shares(self, shares: Sequence[Json]) -> str:
        """The message with what screens have added to the dice, if it is news."""
        if shares == self._shares:
            return ""
        self._shares = shares
        return write_frame({"type": "shares", "shares": shares})

    def ends(self, text: str) -> str:
        """The message about what persons have said of the end, if it is news."""
        if text == self._ends:
            return ""
        self._ends = text
        return text or NOTHING_SAID

    def clocks(self, shown: dict[str, Json], now: float) -> str:
        """The message about clocks, if it is news."""
        if shown == self._clocks:
            return ""
        self._clocks = shown
        self._asked = self._asked[0] + 1, time.monotonic()
        return write_frame(shown | {"number": self._asked[0], "now": round(now, 3)})

    def prepared(self, seat: int, now: Prepared) -> str:
        """The message about prepared orders, if it is news."""
        if now == self._prepared:
            return ""
        self._prepared = now
        return write_frame({"type": "prepared", "seat": seat, "lines": now.lines, "said": now.said})

    def heard(self, number: int) -> float | None:
        """How long it took until the screen has heard of its clocks; None for an old message."""
        asked, queued = self._asked
        return time.monotonic() - queued if number == asked and queued else None

    def terms(self, text: str) -> str:
        """The message whether the match is rated, if it is news."""
        if text == self._terms:
            return ""
        self._terms = text
        return text

    def compiling(self, compiling: bool) -> str:
        """The message that the rules are compiled while they run as Python, if it is news."""
        if compiling == self._compiling:
            return ""
        self._compiling = compiling
        return write_frame({"type": "compiling", "compiling": compiling})

    def turn(self, waiting: list[int]) -> str:
        """The message that tells a shared screen which of its seats must act, if it is news."""
        if len(self.sides) < 2 or waiting == self._waiting:
            return ""
        self._waiting = waiting
        return write_frame({"type": "turn", "waiting": waiting})
