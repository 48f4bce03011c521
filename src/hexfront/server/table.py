"""Tables: the live matches, the sockets that look at them, and who is sent what.

A message leaves for a seat only when what this very seat may know has changed.
So a plan that is being made elsewhere causes no message, and no pause in one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from typing import TypeVar

from hexfront.core.contract import UMPIRE
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.strictjson import Json
from hexfront.play.store import NotSaved, Store
from hexfront.server.live import LiveMatch, MachineFailed, Picture
from hexfront.server.messages import (
    Orders,
    error_message,
    plain,
    refused_message,
    write_frame,
)

log = logging.getLogger(__name__)
T = TypeVar("T")

MAX_LIVE_MATCHES = 256
MAX_SOCKETS_A_SEAT = 5
QUEUE_LENGTH = 32
TOO_SLOW = 1013


class Client:
    """One socket that has joined a match."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats
        """Sides, or `SPECTATOR`, whose tokens it brought."""
        self.watching: int | None = None
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue(QUEUE_LENGTH)
        """Texts to send; None closes the socket."""
        self.lost = False
        self._sent = ""
        self._told = 0
        self._waiting: list[int] | None = None

    @property
    def sides(self) -> list[int]:
        """The sides that it plays."""
        return sorted(seat for seat in self.seats if seat >= 0)

    def put(self, message: dict[str, Json]) -> None:
        """Queue a message; a client that does not keep up is closed and may come back."""
        if self.lost:
            return
        try:
            self.outgoing.put_nowait(write_frame(message))
        except asyncio.QueueFull:
            self.lost = True
            self.outgoing.get_nowait()
            self.outgoing.put_nowait(None)

    def watch(self, viewer: int) -> None:
        """Look from another seat: everything is sent again."""
        self.watching, self._sent, self._told = viewer, "", 0

    def show(self, live: LiveMatch, picture: Picture, before: Shown | None) -> bool:
        """Send what has changed since the last time; False if nothing has."""
        if self.watching is None or (picture.text == self._sent and picture.told == self._told):
            return False
        message: dict[str, Json] = {
            "type": "update",
            "seat": self.watching,
            **picture.body,
            "tellings": live.tellings(self.watching, self._told),
        }
        if self._sent == "" and before is not None and before.told < picture.told:
            message["before"] = {"view": before.view, "told": before.told}
        self._sent, self._told = picture.text, picture.told
        self.put(message)
        return True

    def show_waiting(self, waiting: list[int]) -> None:
        """Tell a shared screen which of its own seats must act."""
        if waiting != self._waiting:
            self._waiting = waiting
            self.put({"type": "turn", "waiting": plain(waiting)})


class Shown:
    """What a seat was shown last, so that its next look can play back what came after."""

    __slots__ = ("told", "view")

    def __init__(self, picture: Picture) -> None:
        self.view = picture.body["view"]
        self.told = picture.told


class Table:
    """A match with its lock, its clients and its machines."""

    def __init__(self, store: Store, match_id: str, thinking: asyncio.Semaphore) -> None:
        self.match_id = match_id
        self.clients: set[Client] = set()
        self.used = time.monotonic()
        self._store = store
        self._thinking = thinking
        self._lock = asyncio.Lock()
        self._live: LiveMatch | None = None
        self._shown: dict[int, Shown] = {}
        self._machines: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether the match may be dropped from memory."""
        busy = self._machines is not None and not self._machines.done()
        return not self.clients and not busy and not self._lock.locked()

    async def _match(self) -> LiveMatch:
        """The match; resumed from the store where it is not in memory. Called under the lock."""
        if self._live is None:
            self._live = await asyncio.to_thread(
                lambda: LiveMatch(self._store, self._store.load(self.match_id))
            )
        return self._live

    async def read(self, question: Callable[[LiveMatch], T]) -> T:
        """An answer from the match. Errors: `InputError`, `NotSaved`."""
        self.used = time.monotonic()
        async with self._lock:
            live = await self._match()
            return await asyncio.to_thread(question, live)

    async def join(self, client: Client) -> None:
        """Seat a client: it gets the board, and its view where it holds one seat only.

        Errors: `InputError` where a seat has too many sockets already.
        """
        board = await self.read(LiveMatch.board)
        for seat in client.seats:
            if sum(seat in other.seats for other in self.clients) >= MAX_SOCKETS_A_SEAT:
                raise InputError.at(
                    f"seat {seat}", f"<{MAX_SOCKETS_A_SEAT} open pages>", "fewer open pages"
                )
        # Only now, with no wait between: the board must be the first message of all.
        self.clients.add(client)
        client.put({**board, "seats": plain(client.seats)})
        if len(client.seats) == 1:
            client.watch(client.seats[0])
        await self._show_all()
        self._wake_machines()

    async def leave(self, client: Client) -> None:
        """Forget a client."""
        self.clients.discard(client)
        self.used = time.monotonic()

    async def sit(self, client: Client, viewer: int) -> None:
        """Let a client look from one of its seats. Errors: `InputError`."""
        if not await self.read(lambda live: live.may_see(viewer, client.seats)):
            raise InputError.at("frame: /seat", viewer, f"one of: {list(client.seats)}")
        client.watch(viewer)
        await self._show_all()

    async def give(self, client: Client, frame: Orders) -> None:
        """Carry orders of a client out, answer it, and show every seat what it may see."""
        if frame.seat not in client.sides:
            raise InputError.at("frame: /seat", frame.seat, f"one of: {client.sides}")
        self.used = time.monotonic()
        async with self._lock:
            live = await self._match()
            try:
                outcome = await asyncio.to_thread(live.give, frame.seat, frame.orders, frame.key)
            except BaseException:
                self._live = None
                raise
        given = len(frame.orders)
        if outcome.refusal is not None:
            client.put(refused_message(frame.key, outcome.accepted, given, outcome.refusal))
        else:
            client.put({"type": "done", "key": frame.key, "accepted": outcome.accepted})
        await self._show_all()
        self._wake_machines()

    async def _show_all(self) -> None:
        async with self._lock:
            live = await self._match()
            clients = list(self.clients)
            viewers = {c.watching for c in clients if c.watching is not None}
            pictures = await asyncio.to_thread(lambda: {v: live.picture(v) for v in viewers})
            waiting = {
                client: await asyncio.to_thread(live.waiting, client.sides)
                for client in clients
                if len(client.sides) > 1
            }
            before = dict(self._shown)
            for client in clients:
                viewer = client.watching
                if viewer in pictures:
                    client.show(live, pictures[viewer], before.get(viewer))
                    if viewer != UMPIRE:
                        self._shown[viewer] = Shown(pictures[viewer])
                if client in waiting:
                    client.show_waiting(waiting[client])

    def _wake_machines(self) -> None:
        if self._machines is None or self._machines.done():
            self._machines = asyncio.create_task(self._run_machines())

    async def _run_machines(self) -> None:
        """Let machines act while only machines must."""
        try:
            while await self._move_machine():
                await self._show_all()
        except HexfrontError as error:
            log.warning("match %s: %s", self.match_id, error)
            for client in self.clients:
                client.put(error_message(error))
        except Exception:
            log.exception("match %s", self.match_id)
            for client in self.clients:
                client.put(error_message(HexfrontError("The server made an error; see its log.")))

    async def _move_machine(self) -> bool:
        async with self._thinking, self._lock:
            live = await self._match()
            side = live.machine_to_move()
            if side is None:
                return False
            try:
                await asyncio.to_thread(live.move_machine, side)
            except MachineFailed as error:
                if error.__cause__ is not None:
                    log.error("match %s", self.match_id, exc_info=error.__cause__)
                raise
            except NotSaved:
                self._live = None
                raise
            return True


class Tables:
    """All tables of a server; idle ones are dropped from memory and come back by replay."""

    def __init__(self, store: Store, limit: int = MAX_LIVE_MATCHES) -> None:
        self.store = store
        self._limit = limit
        self._tables: dict[str, Table] = {}
        self._thinking = asyncio.Semaphore(max(1, (os.cpu_count() or 2) - 1))

    def __len__(self) -> int:
        return len(self._tables)

    def find(self, match_id: str) -> Table:
        """The table of a match, which need not be in memory yet."""
        if match_id not in self._tables:
            self._make_room()
            self._tables[match_id] = Table(self.store, match_id, self._thinking)
        return self._tables[match_id]

    def _make_room(self) -> None:
        idle = sorted((t for t in self._tables.values() if t.idle), key=lambda t: t.used)
        for table in idle[: max(0, len(self._tables) + 1 - self._limit)]:
            del self._tables[table.match_id]

    async def seats(self, tokens: list[str]) -> tuple[str, tuple[int, ...]]:
        """The match and the seats that tokens open. Errors: `InputError`."""
        found = [await asyncio.to_thread(self.store.seat, token) for token in tokens]
        seats = [seat for seat in found if seat is not None]
        if len(seats) < len(tokens):
            raise InputError.at("seat token", "<an unknown token>", "the token of a seat")
        if len({seat.match for seat in seats}) > 1:
            raise InputError.at("seat tokens", "<several matches>", "tokens of one match")
        return seats[0].match, tuple(sorted({seat.side for seat in seats}))
