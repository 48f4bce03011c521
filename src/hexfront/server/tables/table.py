"""Tables: the live matches, the sockets that look at them, and who is sent what.

A message leaves for a seat only when what this very seat may know has changed.
So a plan that is being made elsewhere causes no message, and no pause in one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from hexfront.agents.agent_pool import AgentPool
from hexfront.core.contract import SPECTATOR
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.play import retention
from hexfront.play.database import NotSaved, Superseded
from hexfront.play.live import LiveMatch
from hexfront.play.store import Store
from hexfront.server.access.security import Rate, Rates
from hexfront.server.peers.forward import HeldElsewhere
from hexfront.server.peers.membership import Membership
from hexfront.server.tables.analysis import Analysis
from hexfront.server.tables.answers import answer, carry_out, end_for, first_word
from hexfront.server.tables.client import Client
from hexfront.server.tables.hints import Hints
from hexfront.server.tables.machines import Machines
from hexfront.server.tables.snapshots import Snapshot, board_text, ends_text, take_snapshot
from hexfront.server.wire.frames import (
    MAX_ORDERS,
    AskHint,
    AskThoughts,
    AskTimeSeries,
    Orders,
    Question,
    Request,
    Run,
    Share,
    Thinking,
    Typed,
    write_frame,
)

log = logging.getLogger(__name__)
T = TypeVar("T")
Change = Callable[[LiveMatch], tuple[Client, dict[str, Json]] | None]
"""Changes a match; returns who is to be answered, and what."""

MAX_LIVE_MATCHES = 256
MAX_SOCKETS_A_SEAT = 5
MAX_WATCHERS = 25
"""Sockets of spectators, who share one token."""
FRAMES_A_SECOND = 20
"""Of all sockets of a seat together."""
ARRIVALS_A_SECOND = 50
ARRIVALS_AT_ONCE = 200
"""Sockets that one address opens without a wait."""
ORDERS_A_SECOND = 200
"""Of a seat; a frame may hold several."""
TIME_SERIES_A_SECOND = 5
"""Of a seat; they are the longest answers."""
SAVES_A_MINUTE = 12
"""Of a seat."""
COMPILING_SECONDS = 1.0
"""How often is it looked after whether rules have been compiled."""
STOPPING = (
    "This server will be started again in a moment. Your match is kept, and this page finds it"
    " again by itself."
)
DELETED = "This match has been deleted."


class Table:
    """A match with its lock, its clients and its machines."""

    def __init__(self, tables: Tables, match_id: str, fence: int = 0) -> None:
        self.match_id = match_id
        self.fence = fence
        """The fencing number under which the match is served here; 0 where there is one process."""
        self.clients: set[Client] = set()
        self._store = tables.store_of(match_id)
        self._closed = False
        self.used = time.monotonic()
        self._tables = tables
        self._lock = asyncio.Lock()
        self._live: LiveMatch | None = None
        self._board = ""
        self._ended = False
        """Whether others have been told of the end."""
        self._snapshots: dict[int, Snapshot] = {}
        self._rates: dict[int, Rate] = {}
        self._order_rates: dict[int, Rate] = {}
        self._save_rates: dict[int, Rate] = {}
        self._time_series_rates: dict[int, Rate] = {}
        self._hints = Hints(self, tables.agent_pool)
        self._analysis = Analysis(self, tables.agent_pool)
        self._machines = Machines(self, tables.agent_pool)

    @property
    def idle(self) -> bool:
        """Whether the match may be dropped from memory."""
        return not self.clients and not self._machines.busy and not self._lock.locked()

    @property
    def busy(self) -> bool:
        """Whether a machine thinks, or an order stands."""
        return self._machines.busy

    def rate(self, seat: int) -> Rate:
        """How many frames a seat may still send; spectators each for themselves."""
        if seat == SPECTATOR:
            return Rate(FRAMES_A_SECOND / 2, FRAMES_A_SECOND)
        return self._rates.setdefault(seat, Rate(FRAMES_A_SECOND, FRAMES_A_SECOND))

    async def read(self, question: Callable[[LiveMatch], T]) -> T:
        """An answer from the match. Errors: `InputError`, `NotSaved`."""
        self.used = time.monotonic()
        try:
            async with self._lock:
                return await asyncio.to_thread(lambda: question(self._loaded()))
        except Superseded:
            self._tables.lost(self)
            raise

    def _loaded(self) -> LiveMatch:
        """The match; resumed from the store where it is not in memory. Called under the lock.

        Errors: `InputError`, `NotSaved`; `Superseded` where this table serves it no more.
        """
        if self._closed:
            raise Superseded
        if self._live is None:
            store = self._store
            self._live = LiveMatch(store, store.load(self.match_id))
            self._board = board_text(self._live)
            self._snapshots.clear()
        return self._live

    async def join(self, client: Client, seen: int | None) -> None:
        """Seat a client: it gets the board, and its view where it holds one seat only.

        Errors: `InputError` where a seat has too many sockets already, `Superseded`.
        """
        board = await self.read(lambda live: self._visited(client.seats))
        if self._closed:
            raise Superseded
        for seat in client.seats:
            most = MAX_WATCHERS if seat == SPECTATOR else MAX_SOCKETS_A_SEAT
            if sum(seat in other.seats for other in self.clients) >= most:
                raise InputError.at(f"seat {seat}", f"<{most} open pages>", "fewer open pages")
        # Only now, with no wait between: the board must be the first message of all.
        self.clients.add(client)
        client.put_text(f'{{{board},"seats":{write_frame(client.seats)}}}')
        if len(client.seats) == 1:
            client.watch(client.seats[0], seen)
        await self._act(_nothing)

    def _visited(self, seats: Iterable[int]) -> str:
        """The board for somebody who opens the match. Called under the lock."""
        with suppress(NotSaved):  # who cannot be noted may still look
            retention.note_visit(self._tables.store, self.match_id, seats, datetime.now(UTC).date())
        return self._board

    async def delete(self, today: date | None = None) -> bool:
        """Delete the match; who looks at it is told, and leaves.

        With `today` only where nobody looks and nobody has opened it on that day.
        Returns whether it was deleted. Errors: `NotSaved`.
        """
        async with self._lock:
            if today is not None and self.clients:
                return False
            store = self._tables.store
            if not await asyncio.to_thread(retention.delete, store, self.match_id, today):
                return False
            self._live = None
        self._machines.cancel()
        for client in self.clients:
            client.put({"type": "deleted", "text": DELETED})
            client.end()
        return True

    def end(self) -> None:
        """Serve the match no more; who looks at it comes back, to the process that does."""
        self._closed, self._live = True, None
        self._machines.cancel()
        for client in self.clients:
            client.end()

    def wake(self) -> None:
        """Let its machines act."""
        self._machines.wake()

    async def leave(self, client: Client) -> None:
        """Forget a client."""
        self.clients.discard(client)
        self._machines.left(client)
        self.used = time.monotonic()

    async def sit(self, client: Client, viewer: int, seen: int | None) -> None:
        """Let a client look from one of its seats. Errors: `InputError`."""

        def change(live: LiveMatch) -> None:
            if not live.may_see(viewer, client.seats):
                raise InputError.at("frame: /seat", viewer, f"one of: {list(client.seats)}")
            client.watch(viewer, seen)

        await self._act(change)

    async def give(self, client: Client, frame: Request) -> None:
        """Carry a request of a client out, answer it, and show every seat what it may see."""
        if frame.seat not in client.sides:
            raise InputError.at("frame: /seat", frame.seat, f"one of: {client.sides}")
        burst = max(2 * ORDERS_A_SECOND, MAX_ORDERS)
        rate = self._order_rates.setdefault(frame.seat, Rate(ORDERS_A_SECOND, burst))
        if isinstance(frame, Orders) and not rate.take(len(frame.orders)):
            raise InputError.at(
                "frame: /orders", "<too many orders>", f"at most {ORDERS_A_SECOND} a second"
            )
        if isinstance(frame, Typed) and first_word(frame) == "save":
            self._check_saves(frame.seat)
        self._machines.ordered(frame.seat)
        if isinstance(frame, Run):
            await self._machines.let_run(client, frame)
            await self._act(_nothing)
            return
        store, began, outcome = self._tables.store, time.perf_counter(), "refused"
        try:
            await self._act(lambda live: (client, carry_out(live, frame, store)))
            outcome = "done"
        except NotSaved:
            outcome = "not_saved"
            raise
        finally:
            self._tables.order_took(outcome, time.perf_counter() - began)

    async def resign(self, side: int) -> None:
        """Resign for the person on a side, who has left this server."""

        def change(live: LiveMatch) -> None:
            end_for(live, side, "resign")

        await self._act(change)

    async def share(self, client: Client, frame: Share) -> None:
        """Take what a seat's screen adds to the dice, and tell all. Errors: `InputError`."""
        if frame.seat not in client.sides:
            raise InputError.at("frame: /seat", frame.seat, f"one of: {client.sides}")

        def change(live: LiveMatch) -> None:
            if frame.hash:
                live.promise_share(frame.seat, frame.hash)
            if frame.share:
                live.add_share(frame.seat, frame.share)

        await self._act(change)

    def _check_saves(self, seat: int) -> None:
        """Errors: `InputError` where a seat keeps situations too often."""
        usual = Rate(SAVES_A_MINUTE / 60, SAVES_A_MINUTE)
        if not self._save_rates.setdefault(seat, usual).take():
            expected = f"at most {SAVES_A_MINUTE} a minute"
            raise InputError.at("save", "<too many situations to keep>", expected)

    def _time_series_rate(self, seat: int) -> Rate:
        """How often a seat may still ask for time series."""
        return self._time_series_rates.setdefault(
            seat, Rate(TIME_SERIES_A_SECOND, 2 * TIME_SERIES_A_SECOND)
        )

    async def ask(self, client: Client, frame: Question) -> None:
        """Answer a question of a client from what its seat may know. Errors: `InputError`."""
        if client.watching is None or frame.seat != client.watching:
            raise InputError.at("frame: /seat", frame.seat, f"{client.watching}, which is shown")
        if isinstance(frame, AskTimeSeries) and not self._time_series_rate(frame.seat).take():
            raise InputError.at(
                "frame: /type",
                "<too many of `time_series`>",
                f"at most {TIME_SERIES_A_SECOND} a second",
            )
        client.put_text(await self.read(lambda live: answer(live, frame)))

    async def think(self, client: Client, frame: Thinking) -> None:
        """Let a machine think for somebody here. Errors: `InputError`."""
        if isinstance(frame, AskHint):
            await self._hints.ask(client, frame)
            return
        if client.watching is None or frame.seat != client.watching:
            raise InputError.at("frame: /seat", frame.seat, f"{client.watching}, which is shown")
        if isinstance(frame, AskThoughts):
            found = await self._analysis.so_far(frame.since)
        else:
            found = await self._analysis.one(frame.turn)
        client.put_text(write_frame({"type": frame.type, "number": frame.number} | found))

    async def seated(self, side: int, person: str) -> None:
        """Tell everybody here who has sat down on a seat that waited for him."""
        async with self._lock:
            if self._live is not None:
                record = self._live.record
                seats = await asyncio.to_thread(self._tables.store.seats, self.match_id)
                self._live.record = replace(record, seats=tuple(seats))
                self._board = board_text(self._live)
        for client in self.clients:
            client.put({"type": "seated", "side": side, "person": person})

    async def refresh(self) -> None:
        """Show everybody here what is news."""
        if self.clients:
            await self.change(_nothing)

    async def announce_next(self, match_id: str, title: str, *, restored: bool = False) -> None:
        """Tell everybody here that somebody wants to play again, or from where he once was."""
        for client in self.clients:
            message = {"type": "again", "match": match_id, "title": title}
            client.put(message | ({"restored": True} if restored else {}))

    async def _act(self, change: Change) -> None:
        """Change the match, answer, and show every client what it may see now."""
        await self.change(change)
        self._machines.wake()

    async def change(self, change: Change, *, quiet: bool = False) -> None:
        """Change the match and tell all; `quiet`: they are shown it at another time."""
        self.used = time.monotonic()
        try:
            async with self._lock:
                clients = [] if quiet else list(self.clients)
                messages = await asyncio.to_thread(self._messages, change, clients)
                for client, text in messages:
                    client.put_text(text)
        except Superseded:
            self._tables.lost(self)
            raise

    def _messages(self, change: Change, clients: list[Client]) -> list[tuple[Client, str]]:
        """Change the match; the messages that follow from it. In a thread, under the lock."""
        live = self._loaded()
        try:
            answer = change(live)
        except InputError:
            raise  # said before anything was changed
        except BaseException:
            self._live = None
            raise
        self._machines.stop_overtaken(live)
        messages = [] if answer is None else [(answer[0], write_frame(answer[1]))]
        for viewer in {c.watching for c in clients if c.watching is not None}:
            self._snapshots[viewer] = take_snapshot(live, viewer, self._snapshots.get(viewer))
        waiting = tuple(
            side for side in live.match.decision.sides if side not in live.agreements.machines
        )
        shares, ends = live.shares, ends_text(live)
        if live.match.result is not None and not self._ended:
            self._ended = True
            self._tables.ended(live)
        compiling = live.record.system in self._tables.agent_pool.compiling
        for client in clients:
            text = client.compiling(compiling)
            messages += [(client, text)] if text else []
            text = client.shares(shares)
            messages += [(client, text)] if text else []
            text = client.ends(ends)
            messages += [(client, text)] if text else []
            if client.watching is not None:
                text = client.update(live, self._snapshots[client.watching])
                messages += [(client, text)] if text else []
            text = client.turn([side for side in client.sides if side in waiting])
            messages += [(client, text)] if text else []
        present = {seat for client in self.clients for seat in client.seats}
        self._tables.turn(self.match_id, waiting, present)
        return messages


def _nothing(live: LiveMatch) -> None:
    """The change that is none: clients are shown what they have not seen."""


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
    ) -> None:
        """`turn` is told after every change: match, sides that must act, seats that look.

        `membership`: this process among others; None where it is the only one. `ended` is told
        of each match that is over when it is looked at, once as long as it is in memory; like
        `turn` from any thread.
        """
        self.membership = membership
        self.order_took: Callable[[str, float], None] = lambda *_: None
        """Is told of every frame with orders: `done`, `refused` or `not_saved`, and seconds."""
        self.stopping = False
        """Whether a server that is the only one takes no new matches, since it will be stopped."""
        self.store = store
        self.agent_pool = agent_pool
        self.turn = turn
        self.ended = ended
        self.arrivals = Rates(ARRIVALS_A_SECOND, ARRIVALS_AT_ONCE)
        self._limit = limit
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

        Errors: `HeldElsewhere` where another process serves it, `NotSaved`.
        """
        if self.membership is not None:
            await self.membership.take(match_id)
            table = self._tables.get(match_id)
            if table is not None and table.fence != self._fence(match_id):
                self._drop(table)  # Another process may have played on meanwhile.
        return self.find(match_id)

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
        elif message["do"] == "delete":
            await self.delete(match_id)
        elif message["do"] == "announce":
            self._say(message["text"])
        elif message["do"] == "stopping":
            self._say(STOPPING)

    def _say(self, text: str) -> None:
        """Show a text on all pages here."""
        for table in self._tables.values():
            for client in table.clients:
                client.put({"type": "announcement", "text": text})

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
        for table in idle[: max(0, len(self._tables) + 1 - self._limit)]:
            del self._tables[table.match_id]
            self.agent_pool.forget(table.match_id)

    async def delete(self, match_id: str, today: date | None = None) -> bool:
        """Delete a match as `Table.delete` does, where it is served. Errors: `NotSaved`."""
        try:
            table = await self.open(match_id)
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
