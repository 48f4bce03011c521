"""Tables: the live matches, the sockets that look at them, and who is sent what.

A message leaves for a seat only when what this very seat may know has changed.
So a plan that is being made elsewhere causes no message, and no pause in one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, TypeVar

from hexfront.agents.agent_pool import AgentPool
from hexfront.core.contract import SPECTATOR
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.table.answers import Answer
from hexfront.core.table.answers import Table as AnswerTable
from hexfront.play import retention, saves
from hexfront.play.database import NotSaved
from hexfront.play.live import LiveMatch, Undone
from hexfront.play.match import Refused
from hexfront.play.store import Store
from hexfront.play.time_series import thinned
from hexfront.server.access.security import Rate, Rates
from hexfront.server.tables.analysis import Analysis
from hexfront.server.tables.client import Client
from hexfront.server.tables.hints import Hints
from hexfront.server.tables.snapshots import Snapshot, board_text, take_snapshot
from hexfront.server.tables.standing import StandingOrder, ran
from hexfront.server.wire.frames import (
    MAX_ORDERS,
    AskAnswer,
    AskCompletions,
    AskHint,
    AskMoment,
    AskThoughts,
    AskTimeSeries,
    Orders,
    Question,
    Request,
    Run,
    Share,
    Thinking,
    Typed,
    error_message,
    refused_message,
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
MAX_COMPLETIONS = 50
COMPILING_SECONDS = 1.0
"""How often is it looked after whether rules have been compiled."""
DELETED = "This match has been deleted."
MAX_MACHINE_ORDERS = 100_000
"""In a row, without a person's order between; an opponent that never ends is stopped."""


class MachineFailed(HexfrontError):
    """A machine opponent that cannot go on."""


class Table:
    """A match with its lock, its clients and its machines."""

    def __init__(self, tables: Tables, match_id: str) -> None:
        self.match_id = match_id
        self.clients: set[Client] = set()
        self.used = time.monotonic()
        self._tables = tables
        self._lock = asyncio.Lock()
        self._live: LiveMatch | None = None
        self._board = ""
        self._snapshots: dict[int, Snapshot] = {}
        self._rates: dict[int, Rate] = {}
        self._order_rates: dict[int, Rate] = {}
        self._save_rates: dict[int, Rate] = {}
        self._time_series_rates: dict[int, Rate] = {}
        self._hints = Hints(self, tables.agent_pool)
        self._analysis = Analysis(self, tables.agent_pool)
        self._machines: asyncio.Task[None] | None = None
        self._thinking: tuple[_Thought, asyncio.Future[int]] | None = None
        self._machine_orders = 0
        self._standing: StandingOrder | None = None

    @property
    def idle(self) -> bool:
        """Whether the match may be dropped from memory."""
        busy = self._machines is not None and not self._machines.done()
        return not self.clients and not busy and not self._lock.locked()

    def rate(self, seat: int) -> Rate:
        """How many frames a seat may still send; spectators each for themselves."""
        if seat == SPECTATOR:
            return Rate(FRAMES_A_SECOND / 2, FRAMES_A_SECOND)
        return self._rates.setdefault(seat, Rate(FRAMES_A_SECOND, FRAMES_A_SECOND))

    async def read(self, question: Callable[[LiveMatch], T]) -> T:
        """An answer from the match. Errors: `InputError`, `NotSaved`."""
        self.used = time.monotonic()
        async with self._lock:
            return await asyncio.to_thread(lambda: question(self._loaded()))

    def _loaded(self) -> LiveMatch:
        """The match; resumed from the store where it is not in memory. Called under the lock."""
        if self._live is None:
            store = self._tables.store
            self._live = LiveMatch(store, store.load(self.match_id))
            self._board = board_text(self._live)
            self._snapshots.clear()
        return self._live

    async def join(self, client: Client, seen: int | None) -> None:
        """Seat a client: it gets the board, and its view where it holds one seat only.

        Errors: `InputError` where a seat has too many sockets already.
        """
        board = await self.read(lambda live: self._visited(client.seats))
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
        if self._machines is not None:
            self._machines.cancel()
        for client in self.clients:
            client.put({"type": "deleted", "text": DELETED})
            client.end()
        return True

    async def leave(self, client: Client) -> None:
        """Forget a client."""
        self.clients.discard(client)
        if self._standing is not None and self._standing.client is client:
            self._standing = None
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
        if isinstance(frame, Typed) and _first_word(frame) == "save":
            self._check_saves(frame.seat)
        self._machine_orders = 0
        if self._standing is not None and self._standing.seat == frame.seat:
            self._standing = None
        if isinstance(frame, Run):
            await self._let_run(client, frame)
            return
        store = self._tables.store
        await self._act(lambda live: (client, _carry_out(live, frame, store)))

    async def _let_run(self, client: Client, frame: Run) -> None:
        """Let an order stand, or stop it; who had let one run before is told of its end."""
        if frame.order is not None:
            if self._standing is not None:
                self._standing.client.put(ran("refused", self._standing.seat))
            self._standing = await self.read(lambda live: StandingOrder.of(client, frame, live))
        client.put({"type": "done", "key": frame.key, "accepted": 0})
        await self._act(_nothing)

    async def _serve_standing(self) -> bool:
        """Give the order that stands, if there is one; whether it goes on."""
        standing = self._standing
        if (
            standing is None
            or self._live is None
            or standing.seat not in self._live.match.decision.sides
        ):
            return False
        why = ""

        def change(live: LiveMatch) -> None:
            nonlocal why
            why = standing.serve(live)

        await self._change(change, quiet=standing.quiet)
        self._machine_orders = 0
        if why and self._standing is standing:
            self._standing = None
            await self._change(_nothing)
            standing.client.put(ran(why, standing.seat))
        return not why

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
        client.put_text(await self.read(lambda live: _answer(live, frame)))

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
            await self._change(_nothing)

    async def announce_next(self, match_id: str, title: str, *, restored: bool = False) -> None:
        """Tell everybody here that somebody wants to play again, or from where he once was."""
        for client in self.clients:
            message = {"type": "again", "match": match_id, "title": title}
            client.put(message | ({"restored": True} if restored else {}))

    async def _act(self, change: Change) -> None:
        """Change the match, answer, and show every client what it may see now."""
        await self._change(change)
        self._wake_machines()

    async def _change(self, change: Change, *, quiet: bool = False) -> None:
        """Change the match and tell all; `quiet`: they are shown it at another time."""
        self.used = time.monotonic()
        async with self._lock:
            clients = [] if quiet else list(self.clients)
            messages = await asyncio.to_thread(self._messages, change, clients)
            for client, text in messages:
                client.put_text(text)

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
        self._stop_overtaken(live)
        messages = [] if answer is None else [(answer[0], write_frame(answer[1]))]
        for viewer in {c.watching for c in clients if c.watching is not None}:
            self._snapshots[viewer] = take_snapshot(live, viewer, self._snapshots.get(viewer))
        waiting = live.match.decision.sides
        shares = live.shares
        compiling = live.record.system in self._tables.agent_pool.compiling
        for client in clients:
            text = client.compiling(compiling)
            messages += [(client, text)] if text else []
            text = client.shares(shares)
            messages += [(client, text)] if text else []
            if client.watching is not None:
                text = client.update(live, self._snapshots[client.watching])
                messages += [(client, text)] if text else []
            text = client.turn([side for side in client.sides if side in waiting])
            messages += [(client, text)] if text else []
        present = {seat for client in self.clients for seat in client.seats}
        self._tables.turn(self.match_id, waiting, present)
        return messages

    def _stop_overtaken(self, live: LiveMatch) -> None:
        """Stop a machine that thinks of a match which has gone another way meanwhile."""
        if self._thinking is not None and self._thinking[0].end != live.end:
            future = self._thinking[1]
            future.get_loop().call_soon_threadsafe(future.cancel)

    def _wake_machines(self) -> None:
        if self._machines is None or self._machines.done():
            self._machines = asyncio.create_task(self._run_machines())

    async def _run_machines(self) -> None:
        """Let machines act while only machines must.

        A match that no person plays rests while nobody watches.
        """
        try:
            while await self._is_wanted() and (
                await self._move_machine() or await self._serve_standing()
            ):
                pass
        except HexfrontError as error:
            log.warning("match %s: %s", self.match_id, error)
            self._tell_all(error)
        except Exception:
            log.exception("match %s", self.match_id)
            self._tell_all(HexfrontError("The server made an error; see its log."))

    async def _is_wanted(self) -> bool:
        """Whether anybody watches, or a person plays who wants to find the machines' moves done."""
        return bool(self.clients) or await self.read(_has_persons)

    def _tell_all(self, error: HexfrontError) -> None:
        for client in self.clients:
            client.put(error_message(error))

    async def _move_machine(self) -> bool:
        """Let the machine whose turn it is think, with the match open to others meanwhile."""
        thought = await self.read(_thought)
        if thought is None:
            return False
        side, name = thought.side, thought.agent
        self._machine_orders += 1
        if self._machine_orders > MAX_MACHINE_ORDERS:
            raise MachineFailed(f"opponent {name}: gave {MAX_MACHINE_ORDERS} orders and no end")
        future = asyncio.wrap_future(self._tables.agent_pool.submit(*thought.question))
        self._thinking = thought, future
        try:
            await asyncio.wait([future])
        finally:
            self._thinking = None
            future.cancel()
        if future.cancelled():
            return True  # The match has gone another way: what must be done now?
        order = future.result()

        def change(live: LiveMatch) -> None:
            # Meanwhile a person may have taken orders back, and given others.
            if live.end == thought.end:
                try:
                    live.move_machine(side, order)
                except Refused as refused:
                    # Why would tell its enemies of its plan.
                    log.warning("match %s: opponent %s: refused: %s", live.record.id, name, refused)
                    raise MachineFailed(
                        f"opponent {name}: gave an order that is not legal"
                    ) from None

        await self._change(change, quiet=self._standing is not None and self._standing.quiet)
        return True


def _nothing(live: LiveMatch) -> None:
    """The change that is none: clients are shown what they have not seen."""


def _carry_out(live: LiveMatch, frame: Request, store: Store) -> dict[str, Any]:
    """Carry a request out; the answer to it."""
    if isinstance(frame, Typed) and (said := _said(live, frame, store)) is not None:
        return {"type": "answer", "key": frame.key, "answer": said}
    if isinstance(frame, Orders):
        outcome = live.give(frame.seat, frame.orders, frame.key)
    elif isinstance(frame, Typed):
        before = live.before(live.match.view(frame.seat), frame.text) if frame.script else None
        if before is None:
            outcome = live.typed(frame.seat, frame.text, frame.key)
        else:
            outcome = live.give(frame.seat, before.orders, frame.key)
            if outcome.refusal is None:
                return {"type": "done", "key": frame.key, "accepted": 0}
    else:
        return _undone(live.undo(frame.seat, frame.key), frame.key)
    if outcome.refusal is not None:
        return refused_message(frame.key, outcome.refusal, outcome.accepted, outcome.given)
    return {"type": "done", "key": frame.key, "accepted": outcome.accepted}


def _first_word(frame: Typed) -> str:
    return frame.text.strip().partition(" ")[0].lower()


def _said(live: LiveMatch, frame: Typed, store: Store) -> Answer | None:
    """What is answered to a line that orders nothing; None where it may be an order."""
    word, _, rest = frame.text.strip().partition(" ")
    if _first_word(frame) == "save":
        saved = saves.save(store, live, frame.seat, rest)
        return Answer(f"Kept as {saved.name}: {saved.about}. `restore {saved.name}` returns.")
    if word.lower() == "saves" and not rest:
        kept = saves.saves(store, live.record.id, [frame.seat])
        rows = tuple((saved.name, saved.about, saved.created) for saved in kept)
        table = AnswerTable("", ("name", "situation", "kept"), rows, "", 3)
        return Answer("Situations that you have kept", tables=(table,))
    return live.ask(live.match.view(frame.seat), frame.text)


def _undone(undone: Undone, key: str) -> dict[str, Json]:
    if undone.refusal is not None:
        return refused_message(key, undone.refusal)
    return {"type": "undone", "key": key, "orders": list(undone.orders)}


def _answer(live: LiveMatch, frame: Question) -> str:
    if isinstance(frame, AskMoment):
        view = live.history.view(frame.seat, frame.log_length)
        return write_frame(
            {"type": "moment", "number": frame.number, "log_length": frame.log_length, "view": view}
        )
    if isinstance(frame, AskTimeSeries):
        return write_frame(_time_series(live, frame))
    if isinstance(frame, AskAnswer):
        said = live.ask(live.match.view(frame.seat), frame.text)
        if said is None:
            raise InputError.at("question", frame.text, f"one of: {', '.join(live.questions)}")
        return write_frame({"type": "answer", "number": frame.number, "answer": said})
    if isinstance(frame, AskCompletions):
        lines = live.completions(live.match.view(frame.seat), frame.text)[:MAX_COMPLETIONS]
        return write_frame({"type": "completions", "number": frame.number, "lines": lines})
    reading = live.match.rules.read_overlay(live.match.view(frame.seat), frame.name, frame.subject)
    return write_frame({"type": "overlay", "number": frame.number, "reading": reading})


def _time_series(live: LiveMatch, frame: AskTimeSeries) -> dict[str, Any]:
    """What has come of a time series; all of it where less is there than the client has seen."""
    points = live.time_series.points(frame.seat)
    since = frame.since if frame.since <= len(points) else 0
    return {
        "type": "time_series",
        "number": frame.number,
        "since": since,
        "until": len(points),
        "points": thinned(points[since:]),
    }


class _Thought(NamedTuple):
    """What a machine thinks about."""

    side: int
    agent: str
    end: tuple[int, str]
    """Where the match stood."""
    question: tuple[Any, ...]
    """What `AgentPool.submit` takes."""


def _has_persons(live: LiveMatch) -> bool:
    """Whether a person plays a side."""
    return any(seat.kind == "person" and seat.side >= 0 for seat in live.record.seats)


def _thought(live: LiveMatch) -> _Thought | None:
    """What the machine to move must think about."""
    side = live.machine_to_move()
    if side is None:
        return None
    record, seat = live.record, live.match.seat(side)
    agent = next(entry.agent for entry in record.seats if entry.side == side)
    # Dice of the agent's own: the match's would tell it what chance will answer.
    secret = hashlib.sha256(b"hexfront:agent" + record.secret).digest()
    question = (record.id, record.system, record.scenario, agent, side, secret)
    return _Thought(side, agent, live.end, (*question, seat.view, seat.choices))


class Tables:
    """All tables of a server; idle ones are dropped from memory and come back by replay."""

    def __init__(
        self,
        store: Store,
        agent_pool: AgentPool,
        limit: int = MAX_LIVE_MATCHES,
        turn: Callable[[str, tuple[int, ...], set[int]], None] = lambda *_: None,
    ) -> None:
        """`turn` is told after every change: match, sides that must act, seats that look."""
        self.store = store
        self.agent_pool = agent_pool
        self.turn = turn
        self.arrivals = Rates(ARRIVALS_A_SECOND, ARRIVALS_AT_ONCE)
        self._limit = limit
        self._tables: dict[str, Table] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def find(self, match_id: str) -> Table:
        """The table of a match, which need not be in memory yet."""
        if match_id not in self._tables:
            self._make_room()
            self._tables[match_id] = Table(self, match_id)
        return self._tables[match_id]

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
        """Delete a match as `Table.delete` does. Errors: `NotSaved`."""
        deleted = await self.find(match_id).delete(today)
        if deleted:
            self._tables.pop(match_id, None)
            self.agent_pool.forget(match_id)
        return deleted

    def tell_wish(self, match_id: str, sides: list[int]) -> None:
        """Tell everybody who looks at a match that the persons on some sides want it deleted."""
        if match_id in self._tables:
            for client in self._tables[match_id].clients:
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
        if match_id in self._tables:
            await self._tables[match_id].seated(side, person)

    async def announce_next(
        self, match_id: str, new_match: str, title: str, *, restored: bool = False
    ) -> None:
        """Tell everybody who looks at a match that somebody goes on with another."""
        if match_id in self._tables:
            await self._tables[match_id].announce_next(new_match, title, restored=restored)

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
