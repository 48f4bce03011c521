"""A table: a live match, the sockets that look at it, and who is sent what.

A message leaves for a seat only when what this very seat may know has changed.
So a plan that is being made elsewhere causes no message, and no pause in one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Protocol, TypeVar

from hexfront.agents.agent_pool import AgentPool
from hexfront.core.contract import SPECTATOR
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.people.timing import MatchClock
from hexfront.play.endings import Agreements
from hexfront.play.live import LiveMatch
from hexfront.play.storage import retention
from hexfront.play.storage.database import NotRead, NotSaved, Superseded, not_written
from hexfront.play.storage.store import Store
from hexfront.server.tables.allowances import Allowances
from hexfront.server.tables.analysis import Analysis
from hexfront.server.tables.answers import answer, carry_out, end_for
from hexfront.server.tables.chat import TableChat
from hexfront.server.tables.client import Client
from hexfront.server.tables.hints import Hints
from hexfront.server.tables.machines import Machines
from hexfront.server.tables.snapshots import Snapshot, board_text, ends_text, take_snapshot
from hexfront.server.tables.timekeeping import clock_of, end_late, end_unclaimed
from hexfront.server.wire.frames import (
    AskHint,
    AskThoughts,
    Question,
    Request,
    Run,
    Say,
    Share,
    Thinking,
    write_frame,
)

log = logging.getLogger(__name__)
T = TypeVar("T")
Change = Callable[[LiveMatch], tuple[Client, dict[str, Json]] | None]
"""Changes a match; returns who is to be answered, and what."""

MAX_SOCKETS_A_SEAT = 5
"""One more takes the place of the oldest, whose connection may be lost without notice."""
MAX_WATCHERS = 25
"""Sockets of spectators, who share one token."""
DELETED = "This match has been deleted."
REPLACED = "This seat has been opened on other pages since."


Agreed = Callable[[Any, LiveMatch, Agreements, Collection[int]], None]
"""Is told, in its transaction, of what persons have changed about the end of a match, or that the
rules have ended it: with what they had agreed to before, and the sides that look."""


class _Tables(Protocol):
    """What a table knows of all of them."""

    store: Store
    agent_pool: AgentPool
    turn: Callable[[str, tuple[int, ...], set[int]], None]
    ended: Callable[[LiveMatch], None]
    order_took: Callable[[str, float], None]
    now: Callable[[], float]
    chat: TableChat
    terms: Callable[[LiveMatch, bool], str]
    ordering: Callable[[], AbstractContextManager[object]]
    agreed: Agreed

    def store_of(self, match_id: str) -> Store:
        """The store for a table that serves a match from now on."""

    def lost(self, table: Table) -> None:
        """Another process serves the match of a table now."""


class Table:
    """A match with its lock, its clients and its machines."""

    def __init__(self, tables: _Tables, match_id: str, fence: int = 0) -> None:
        self.match_id = match_id
        self.fence = fence
        """The fencing number under which the match is served here; 0 where there is one process."""
        self.clients: dict[Client, None] = {}
        """The oldest first."""
        self._store = tables.store_of(match_id)
        self._closed = False
        self.used = time.monotonic()
        self._tables = tables
        self._lock = asyncio.Lock()
        self._live: LiveMatch | None = None
        self._terms: dict[tuple[bool, bool], str] = {}
        self._ended = False
        """Whether others have been told of the end."""
        self._snapshots: dict[int, Snapshot] = {}
        self._versions: dict[int, object] = {}
        """Of the match, which the snapshots show."""
        self.allowances = Allowances()
        self._hints = Hints(tables.agent_pool)
        self._analysis = Analysis(tables.agent_pool)
        self._machines = Machines(tables.agent_pool)

    @property
    def idle(self) -> bool:
        """Whether the match may be dropped from memory."""
        return not self.clients and not self._machines.busy and not self._lock.locked()

    @property
    def busy(self) -> bool:
        """Whether a machine thinks, or an order stands."""
        return self._machines.busy

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
            clock = MatchClock.read(store, self.match_id, self._tables.now)
            self._live = LiveMatch(store, store.load(self.match_id), clock)
            self._live.agreed = self._agreed
            self._terms.clear()
            self._snapshots.clear()
        return self._live

    def _agreed(self, live: LiveMatch, db: Any, before: Agreements) -> None:
        self._tables.agreed(db, live, before, self.present)

    @property
    def present(self) -> set[int]:
        """The seats from which somebody looks."""
        return {seat for client in self.clients for seat in client.seats}

    async def join(self, client: Client, seen: int | None) -> None:
        """Seat a client: it gets the board, and its view where it holds one seat only.

        Errors: `InputError` where too many watch already, `Superseded`.
        """
        board = await self.read(lambda live: self._visited(live, client.seats))
        if self._closed:
            raise Superseded
        self._make_room(client.seats)
        # Only now, with no wait between: the board must be the first message of all.
        self.clients[client] = None
        client.put_text(f'{{{board},"seats":{write_frame(client.seats)}}}')
        if len(client.seats) == 1:
            client.watch(client.seats[0], seen)
        await self._act(_nothing)

    def _make_room(self, seats: Iterable[int]) -> None:
        """See that one more screen may look from some seats. Errors: `InputError`."""
        screens = [one for one in self.clients if not one.lost]
        here = {seat: [one for one in screens if seat in one.seats] for seat in seats}
        if (most := len(here.pop(SPECTATOR, ()))) >= MAX_WATCHERS:
            raise InputError.at(f"seat {SPECTATOR}", f"<{most} open pages>", "fewer open pages")
        for oldest, *others in filter(None, here.values()):
            if len(others) + 1 >= MAX_SOCKETS_A_SEAT:
                oldest.end({"type": "replaced", "text": REPLACED})
                self.clients.pop(oldest, None)
                self._machines.left(oldest)

    def _visited(self, live: LiveMatch, seats: Iterable[int]) -> str:
        """The board for somebody who opens the match. Called under the lock."""
        with suppress(NotSaved):  # who cannot be noted may still look
            retention.note_visit(self._tables.store, self.match_id, seats, datetime.now(UTC).date())
            self._note_here(seats)
        return board_text(live)

    def _note_here(self, seats: Iterable[int]) -> None:
        """Keep that somebody is there, or has just left. Called under the lock."""
        clock = None if self._live is None else clock_of(self._live)
        if clock is not None and (sides := [seat for seat in seats if seat >= 0]):
            clock.note_seen(sides)

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
            client.end({"type": "deleted", "text": DELETED})
        return True

    def unload(self) -> None:
        """Drop the match of an idle table from memory now, and not when garbage is looked for."""
        self._live = None
        self._snapshots.clear()

    def end(self) -> None:
        """Serve the match no more; who looks at it comes back, to the process that does."""
        self._closed, self._live = True, None
        self._machines.cancel()
        for client in self.clients:
            client.end()

    def wake(self) -> None:
        """Let its machines act."""
        self._machines.wake(self)

    async def leave(self, client: Client) -> None:
        """Forget a client."""
        self.clients.pop(client, None)
        self._machines.left(client)
        self.used = time.monotonic()
        if self._live is not None and clock_of(self._live) is not None and client.sides:
            async with self._lock:
                with suppress(NotSaved):
                    await asyncio.to_thread(self._note_here, client.sides)

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
        self.allowances.request(frame)
        self._machines.ordered(frame.seat)
        if isinstance(frame, Run):
            await self._machines.let_run(self, client, frame)
            await self._act(_nothing)
            return
        began, outcome = time.perf_counter(), "failed"
        try:
            with self._tables.ordering():
                outcome = await self._carry_out(client, frame)
        except InputError:
            outcome = "refused"
            raise
        except NotSaved as error:
            outcome = "not_saved"
            if isinstance(error, NotRead):  # before anything was changed
                raise not_written(error.reason) from None
            raise
        finally:
            self._tables.order_took(outcome, time.perf_counter() - began)

    async def _carry_out(self, client: Client, frame: Request) -> str:
        """Carry a request out and answer it: `done`, or `refused` by the rules."""
        store, answers = self._tables.store, list[dict[str, Json]]()
        here = {side for each in self.clients for side in each.sides}

        def change(live: LiveMatch) -> tuple[Client, dict[str, Json]]:
            answers.append(carry_out(live, frame, store, here))
            return client, answers[0]

        await self._act(change)
        return "refused" if answers[0]["type"] == "refused" else "done"

    async def resign(self, side: int, *, left: bool = False) -> None:
        """Resign for the person on a side, who has left this server; see `Tables.resign`."""

        def change(live: LiveMatch) -> None:
            if left:
                live.call_off(side)
            else:
                end_for(live, side, "resign")

        await self._act(change)

    async def by_mail(self, side: int, orders: Callable[[LiveMatch], T]) -> T:
        """Carry out what a file orders for a side, and show everybody here what they may see.

        Errors: `InputError`, `NotSaved`.
        """
        found: list[T] = []

        def change(live: LiveMatch) -> None:
            found.append(orders(live))

        self._machines.ordered(side)
        await self._act(change)
        return found[0]

    async def end_late(self) -> None:
        """End the match for those whose time is over, where nobody has to claim it."""
        await self._act(end_late)

    async def end_unclaimed(self) -> None:
        """End the match for a person who is late or away where only machines play with him."""
        await self._act(lambda live: end_unclaimed(live, self.present))

    def heard(self, client: Client, number: int) -> None:
        """A screen has heard of its clocks."""
        lag, clock = client.heard(number), None if self._live is None else clock_of(self._live)
        if lag is not None and clock is not None:
            clock.lags.update(dict.fromkeys(client.sides, lag))

    async def begin(self) -> None:
        """The match is new, or has got clocks: it begins, and all here are shown that."""
        async with self._lock:
            self._live = None
        await self.change(_nothing)

    async def say(self, client: Client, frame: Say) -> None:
        """Tell those what somebody says who may hear it. Errors: `InputError`, `NotSaved`."""
        say = self._tables.chat.say
        told = await self.read(
            lambda live: say(live, self._store, client, frame, list(self.clients))
        )
        for other, text in told:
            other.put_text(text)
        client.put({"type": "done", "key": frame.key, "accepted": 0})

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

    async def ask(self, client: Client, frame: Question) -> None:
        """Answer a question of a client from what its seat may know. Errors: `InputError`."""
        if client.watching is None or frame.seat != client.watching:
            raise InputError.at("frame: /seat", frame.seat, f"{client.watching}, which is shown")
        self.allowances.question(frame)
        client.put_text(await self.read(lambda live: answer(live, frame)))

    async def think(self, client: Client, frame: Thinking) -> None:
        """Let a machine think for somebody here. Errors: `InputError`."""
        if isinstance(frame, AskHint):
            await self._hints.ask(self, client, frame)
            return
        if client.watching is None or frame.seat != client.watching:
            raise InputError.at("frame: /seat", frame.seat, f"{client.watching}, which is shown")
        if isinstance(frame, AskThoughts):
            found = await self._analysis.so_far(self, frame.since)
        else:
            found = await self._analysis.one(self, frame.turn)
        client.put_text(write_frame({"type": frame.type, "number": frame.number} | found))

    async def seated(self, side: int, person: str) -> None:
        """Tell everybody here who has sat down on a seat that waited for him."""
        async with self._lock:
            if self._live is not None:
                record = self._live.record
                seats = await asyncio.to_thread(self._tables.store.seats, self.match_id)
                self._live.record = replace(record, seats=tuple(seats))
        for client in self.clients:
            client.put({"type": "seated", "side": side, "person": person})

    async def refresh(self) -> None:
        """Show everybody here what is news."""
        if self.clients:
            await self.change(_nothing)

    async def show_chat(self) -> None:
        """Show everybody here whether one may talk, which has changed."""
        for client in self.clients:
            client.told_chat = None
        await self.refresh()

    async def announce_next(self, match_id: str, title: str, *, restored: bool = False) -> None:
        """Tell everybody here that somebody wants to play again, or from where he once was."""
        for client in self.clients:
            message = {"type": "again", "match": match_id, "title": title}
            client.put(message | ({"restored": True} if restored else {}))

    async def _act(self, change: Change) -> None:
        """Change the match, answer, and show every client what it may see now."""
        await self.change(change)
        self._machines.wake(self)

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
        try:
            return [*messages, *self._news(live, clients)]
        except NotSaved as error:
            # What was changed is kept. Who is here comes back, asks again with his key, sees it.
            raise Superseded from error

    def _news(self, live: LiveMatch, clients: list[Client]) -> list[tuple[Client, str]]:
        """What clients have not been shown yet. Errors: `NotSaved`."""
        messages = []
        for viewer in {c.watching for c in clients if c.watching is not None}:
            if self._versions.get(viewer) is not live.match.version:
                self._snapshots[viewer] = take_snapshot(live, viewer, self._snapshots.get(viewer))
                self._versions[viewer] = live.match.version
        waiting = live.waiting
        shares, ends = live.record.shares, ends_text(live)
        clock = clock_of(live)
        times = {} if clock is None else clock.shown({client.looks_from for client in clients})
        if live.match.result is not None and not self._ended:
            self._ended = True
            self._tables.ended(live)
        hinted = {seat.side for seat in live.record.side_seats if seat.hints}
        compiling = live.record.system in self._tables.agent_pool.compiling
        for client in clients:
            text = client.compiling(compiling)
            messages += [(client, text)] if text else []
            text = client.shares(shares)
            messages += [(client, text)] if text else []
            text = client.ends(ends)
            messages += [(client, text)] if text else []
            if clock is not None:
                text = client.clocks(times[client.looks_from], clock.now())
                messages += [(client, text)] if text else []
                found = live.prepared.of.get(client.looks_from)
                text = client.prepared(client.looks_from, found) if found else ""
                messages += [(client, text)] if text else []
            text = client.terms(self._terms_for(live, bool(hinted.intersection(client.sides))))
            messages += [(client, text)] if text else []
            text = self._tables.chat.news(live, client)
            messages += [(client, text)] if text else []
            if client.watching is not None:
                text = client.update(live, self._snapshots[client.watching])
                messages += [(client, text)] if text else []
            text = client.turn([side for side in client.sides if side in waiting])
            messages += [(client, text)] if text else []
        self._tables.turn(self.match_id, waiting, self.present)
        return messages

    def _terms_for(self, live: LiveMatch, hinted: bool) -> str:
        """The `terms` message; looked up once before the end and once after it."""
        about = (hinted, live.match.result is not None)
        if about not in self._terms:
            self._terms[about] = self._tables.terms(live, hinted)
        return self._terms[about]


def _nothing(live: LiveMatch) -> None:
    """The change that is none: clients are shown what they have not seen."""
