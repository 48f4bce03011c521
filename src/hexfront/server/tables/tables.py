"""All tables of a server, and what other processes ask of them."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from typing import Any, Final, NamedTuple

from starlette.requests import HTTPConnection

from hexfront.agents.agent_pool import AgentPool
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.play.live import LiveMatch
from hexfront.play.storage import retention
from hexfront.play.storage.database import NotSaved, Superseded
from hexfront.play.storage.store import Store
from hexfront.server.access.addresses import is_within
from hexfront.server.access.security import Rates
from hexfront.server.peers.forward import HeldElsewhere
from hexfront.server.peers.membership import Membership
from hexfront.server.tables.chat import TableChat
from hexfront.server.tables.client import Client, Visitor, guest
from hexfront.server.tables.table import Agreed, Table

log = logging.getLogger(__name__)

MAX_LIVE_MATCHES: Final = 256
ARRIVALS_A_SECOND: Final = 50
ARRIVALS_AT_ONCE: Final = 200
"""Sockets that one address opens without a wait."""
COMPILING_SECONDS: Final = 1.0
"""How often is it looked after whether rules have been compiled."""
ANNOUNCED_SECONDS: Final = 600.0
"""So long who comes into the lobby is shown what the operator has told everybody."""
STOPPING: Final = (
    "This server will be started again in a moment. Your match is kept, and this page finds it"
    " again by itself."
)


class Banished(NamedTuple):
    """Whose sockets are closed: the operator has banned him, or sessions of his have ended."""

    account: str
    """Empty where it is a network."""
    network: str
    text: str
    """Why he may not come back; empty where he may, with what still opens a seat."""

    def is_met_by(self, client: Client) -> bool:
        """Whether a client is his."""
        if self.account:
            return client.account == self.account
        return is_within(client.address, [self.network])


async def _nobody(_: Banished) -> None:
    """Nobody has to be told."""


class Tables:
    """All tables of a server; idle ones are dropped from memory and come back by replay."""

    def __init__(
        self,
        store: Store,
        agent_pool: AgentPool,
        limit: int = MAX_LIVE_MATCHES,
        turn: Callable[[str, tuple[int, ...], set[int]], None] = lambda *_: None,
        membership: Membership | None = None,
        ended: Callable[[LiveMatch], None] = lambda _: None,
        *,
        now: Callable[[], float] = time.time,
        chat: bool = True,
    ) -> None:
        """`turn` is told after every change: match, sides that must act, seats that look.

        `now`: the time by which clocks go.

        `membership`: this process among others; None where it is the only one. `ended` is told
        of each match that is over when it is looked at, once as long as it is in memory; like
        `turn` from any thread.
        """
        self.membership = membership
        self.order_took: Callable[[str, float], None] = lambda *_: None
        """Is told of every frame with orders: an outcome as in `metrics`, and seconds."""
        self.ordering: Callable[[], AbstractContextManager[object]] = nullcontext
        """Within it each frame with orders is carried out."""
        self.stopping = False
        """Whether a server that is the only one takes no new matches, since it will be stopped."""
        self.store = store
        self.agent_pool = agent_pool
        self.turn = turn
        self.now = now
        self.ended = ended
        self.chat = TableChat(store, on=chat)
        self.agreed: Agreed = lambda *_: None
        self.terms: Callable[[LiveMatch, bool], str] = lambda *_: ""
        """The `terms` message of a match for who has taken hints or not; empty for none."""
        self.visitor: Callable[[HTTPConnection, str, tuple[int, ...]], Visitor] = guest
        """Whose a socket is that opens some seats of a match. Blocks."""
        self.banished: Callable[[Banished], Awaitable[None]] = _nobody
        """Is told whom the operator wants here no more, at every process."""
        self.announced: Callable[[], None] = lambda: None
        """Is told that `announcement` has changed."""
        self._announcement = ("", -math.inf)
        self.arrivals = Rates(ARRIVALS_A_SECOND, ARRIVALS_AT_ONCE)
        self.limit = limit
        """Matches in memory; those beyond are put away as soon as nobody looks at them."""
        self._tables: dict[str, Table] = {}

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def sockets(self) -> int:
        """How many sockets have joined."""
        return sum(len(table.clients) for table in self._tables.values())

    @property
    def thinking(self) -> int:
        """At how many tables something acts."""
        return sum(table.busy for table in self._tables.values())

    @property
    def draining(self) -> bool:
        """Whether no new matches are taken, since this process will be stopped."""
        return self.stopping or (self.membership is not None and self.membership.lease.draining)

    def present(self, match_id: str) -> set[int]:
        """The seats of a match from which somebody looks here."""
        table = self._tables.get(match_id)
        return set() if table is None else table.present

    def find(self, match_id: str) -> Table:
        """The table of a match, which need not be in memory yet."""
        if match_id not in self._tables:
            self._make_room()
            self._tables[match_id] = Table(self, match_id, self._fence(match_id))
        return self._tables[match_id]

    def store_of(self, match_id: str) -> Store:
        """The store for a table that serves a match from now on."""
        return self.store if self.membership is None else self.membership.lease.store(match_id)

    def _fence(self, match_id: str) -> int:
        return 0 if self.membership is None else self.membership.lease.fence(match_id)

    async def open(self, match_id: str) -> Table:
        """The table of a match that is served here from now on.

        Errors: `HeldElsewhere` where another process serves it, `InputError` where there is no
        such match, `NotSaved`.
        """
        if self.membership is not None:
            await self.membership.take(match_id)
            if not self._fence(match_id):
                raise Superseded  # it was lost again in the moment after it was taken
            table = self._tables.get(match_id)
            if table is not None and table.fence != self._fence(match_id):
                self._drop(table)  # Another process may have played on meanwhile.
        return self.find(match_id)

    async def begin(self, match_id: str) -> None:
        """Let chance begin a new match, so that lists of matches show whose turn it is.

        Where another process serves it already, that one is told. Errors: `NotSaved`.
        """
        try:
            table = await self.open(match_id)
        except HeldElsewhere:
            await self._tell(match_id, do="begin")
            return
        await table.begin()

    async def resign(self, match_id: str, side: int, *, left: bool = False) -> bool:
        """Resign for a person who has left this server; False where another process will do it.

        `left`: nobody has won by that; the match ends without a result.
        Errors: `InputError`, `NotSaved`.
        """
        try:
            table = await self.open(match_id)
        except HeldElsewhere:
            await self._tell(match_id, do="resign", side=side, left=left)
            return False
        await table.resign(side, left=left)
        return True

    async def resign_all(self, seats: Collection[tuple[str, int]]) -> list[tuple[str, int]]:
        """Resign on all these sides of matches; those of them for which another process does it.

        A match whose rules cannot be loaded any more, such as those of a system that is gone,
        stays as it is. Errors: `NotSaved`.
        """
        elsewhere = []
        for match_id, side in seats:
            try:
                if not await self.resign(match_id, side):
                    elsewhere.append((match_id, side))
            except NotSaved:
                raise
            except HexfrontError as error:
                log.warning("match %s: nobody could resign: %s", match_id, error)
        return elsewhere

    def lost(self, table: Table) -> None:
        """Another process serves the match of a table now."""
        if self.membership is not None and table.fence == self._fence(table.match_id):
            self.membership.lease.forget(table.match_id)
        self._drop(table)

    def _drop(self, table: Table) -> None:
        """Forget a table; who looks at it comes back, and finds the match as it is now."""
        if self._tables.get(table.match_id) is table:
            del self._tables[table.match_id]
            self.agent_pool.forget(table.match_id)
        table.end()

    async def drop_all(self) -> None:
        """Serve no match any more: others may."""
        for table in list(self._tables.values()):
            self.lost(table)

    async def resume(self, match_id: str) -> None:
        """Go on with a match in which a machine is to move."""
        try:
            table = await self.open(match_id)
        except HeldElsewhere:
            return
        await table.read(lambda _: None)
        table.wake()

    async def hear(self, message: Any) -> None:
        """Do what another process asks for: it has changed what is served here."""
        match_id = message.get("match", "")
        if message["do"] == "seated":
            await self.seated(match_id, message["side"], message["person"])
        elif message["do"] == "wish":
            await self.tell_wish(match_id, message["sides"])
        elif message["do"] == "next":
            await self.announce_next(
                match_id, message["next"], message["title"], restored=message["restored"]
            )
        elif message["do"] == "chat":
            await self.show_chat(match_id)
        elif message["do"] == "refresh":
            await self.refresh([match_id])
        elif message["do"] == "delete":
            await self.delete(match_id)
        elif message["do"] == "begin":
            await self.begin(match_id)
        elif message["do"] == "resign":
            await self.resign(match_id, message["side"], left=message.get("left", False))
        elif message["do"] == "banish":
            await self._banish(Banished(message["account"], message["network"], message["text"]))
        elif message["do"] == "announce":
            self._say(message["text"])
        elif message["do"] == "stopping":
            self._say(STOPPING)

    @property
    def announcement(self) -> str:
        """What all were told last, for those who come a little later."""
        text, said = self._announcement
        return text if time.monotonic() - said < ANNOUNCED_SECONDS else ""

    def _say(self, text: str) -> None:
        """Show a text on all pages here."""
        self._announcement = (text, time.monotonic())
        self.announced()
        for table in self._tables.values():
            for client in table.clients:
                client.put({"type": "announcement", "text": text})

    async def banish(self, whom: Banished) -> None:
        """Close the sockets of an account or a network at all processes. Errors: `NotSaved`."""
        await self._banish(whom)
        if self.membership is not None:
            await self.membership.send_all({"do": "banish", **whom._asdict()})

    async def _banish(self, whom: Banished) -> None:
        for table in self._tables.values():
            for client in [one for one in table.clients if whom.is_met_by(one)]:
                client.end({"type": "banned", "text": whom.text} if whom.text else None)
        if self.membership is not None:
            for pipe in self.membership.pipes:
                if is_within(pipe.client, [whom.network] if whom.network else []):
                    await pipe.banish(whom.text)
        await self.banished(whom)

    async def announce(self, text: str) -> None:
        """Show a text on all pages of all processes. Errors: `NotSaved`."""
        if self.membership is None:
            self._say(text)
        else:
            await self.membership.send_all({"do": "announce", "text": text})

    async def drain(self, on: bool) -> None:
        """Where this process is the only one: take no new matches, or take them again."""
        if on and not self.stopping:
            self._say(STOPPING)
        if not on:
            self._announcement = ("", -math.inf)
            self.announced()
        self.stopping = on

    async def check_new(self) -> None:
        """Whether new matches are taken here.

        Errors: `HeldElsewhere` where another process takes them, `NotSaved` where none does.
        """
        if self.draining:
            if self.membership is not None and (other := await self.membership.other()):
                raise HeldElsewhere(other)
            raise NotSaved("this server is about to be started again; try again in a few minutes")

    async def hand_over(self) -> None:
        """Let others go on with matches in which nothing acts, since this process will be stopped.

        Errors: `NotSaved`.
        """
        if self.membership is None or not await self.membership.other():
            return
        for table in [table for table in self._tables.values() if not table.busy]:
            await asyncio.to_thread(self.membership.lease.let_go, table.match_id)
            self.lost(table)

    async def _tell(self, match_id: str, **message: Json) -> Table | None:
        """The table of a match; where it is served elsewhere, the process there gets a message."""
        table = self._tables.get(match_id)
        if self.membership is None or self.membership.lease.holds(match_id):
            return table
        await self.membership.send(match_id, {"match": match_id, **message})
        return None

    async def follow_compiling(self) -> None:
        """Tell those at the tables when their rules have been compiled."""
        left = self.agent_pool.compiling
        while left:
            await asyncio.sleep(COMPILING_SECONDS)
            before, left = left, self.agent_pool.compiling
            if left != before:
                for table in list(self._tables.values()):
                    await table.refresh()

    def _make_room(self) -> None:
        idle = sorted((t for t in self._tables.values() if t.idle), key=lambda t: t.used)
        for table in idle[: max(0, len(self._tables) + 1 - self.limit)]:
            del self._tables[table.match_id]
            table.unload()
            self.agent_pool.forget(table.match_id)

    async def delete(self, match_id: str, today: date | None = None) -> bool:
        """Delete a match as `Table.delete` does, where it is served. Errors: `NotSaved`."""
        try:
            table = await self.open(match_id)
        except InputError:
            return False  # another has deleted it
        except HeldElsewhere:
            if today is None:
                await self._tell(match_id, do="delete")
            return False
        deleted = await table.delete(today)
        if deleted:
            self._tables.pop(match_id, None)
            self.agent_pool.forget(match_id)
            if self.membership is not None:
                self.membership.lease.forget(match_id)
        return deleted

    async def tell_wish(self, match_id: str, sides: list[int]) -> None:
        """Tell everybody who looks at a match that the persons on some sides want it deleted."""
        if table := await self._tell(match_id, do="wish", sides=sides):
            for client in table.clients:
                client.put({"type": "deletion", "sides": list(sides)})

    async def sweep(self, kept: retention.Retention, today: date) -> None:
        """Delete the matches that are too old or too many. Errors: `NotSaved`."""
        watched = {
            t.match_id: {s for c in t.clients for s in c.seats} for t in self._tables.values()
        }

        def look() -> list[str]:
            for match_id, seats in watched.items():
                retention.note_visit(self.store, match_id, seats, today, keeps=False)
            return kept.expired(today)

        for match_id in await asyncio.to_thread(look):
            await self.delete(match_id, today)

    async def refresh(self, matches: Collection[str]) -> None:
        """Show what is news at the tables of some matches, where they are served here."""
        for table in [self._tables[one] for one in matches if one in self._tables]:
            await table.refresh()

    async def refresh_everywhere(self, matches: Collection[str]) -> None:
        """Show what is news at the tables of some matches, wherever they are served.

        Errors: `NotSaved`.
        """
        for match_id in matches:
            if table := await self._tell(match_id, do="refresh"):
                await table.refresh()

    async def show_chat(self, match_id: str) -> None:
        """Show everybody who looks at a match whether one may talk there, which has changed."""
        if table := await self._tell(match_id, do="chat"):
            await table.show_chat()

    async def seated(self, match_id: str, side: int, person: str) -> None:
        """Tell everybody who looks at a match who has sat down on a side."""
        if table := await self._tell(match_id, do="seated", side=side, person=person):
            await table.seated(side, person)

    async def announce_next(
        self, match_id: str, new_match: str, title: str, *, restored: bool = False
    ) -> None:
        """Tell everybody who looks at a match that somebody goes on with another."""
        news = {"next": new_match, "title": title, "restored": restored}
        if table := await self._tell(match_id, do="next", **news):
            await table.announce_next(new_match, title, restored=restored)

    async def seats(self, tokens: list[str]) -> tuple[str, tuple[int, ...]]:
        """The match and the seats that tokens open. Errors: `InputError`."""

        def look() -> list[Any]:
            return [self.store.seat(token) for token in tokens]

        found = await asyncio.to_thread(look)
        seats = [seat for seat in found if seat is not None]
        if len(seats) < len(tokens):
            raise InputError.at("seat token", "<an unknown token>", "the token of a seat")
        if len({seat.match for seat in seats}) > 1:
            raise InputError.at("seat tokens", "<several matches>", "tokens of one match")
        return seats[0].match, tuple(sorted({seat.side for seat in seats}))
