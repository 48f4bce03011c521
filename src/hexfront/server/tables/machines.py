"""What acts at a table by itself: machine opponents, prepared orders, and orders that stand.

Machines act only while no person must. An order that stands is given in the same loop.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from hexfront.agents.agent_pool import AgentPool, AgentQuery
from hexfront.core.contract import OpponentViews
from hexfront.core.errors import HexfrontError
from hexfront.play.live import LiveMatch
from hexfront.play.match import Refused
from hexfront.server.tables.client import Client
from hexfront.server.tables.standing import StandingOrder, ran
from hexfront.server.wire.frames import Run, error_message

log = logging.getLogger(__name__)
T = TypeVar("T")

MAX_MACHINE_ORDERS: Final = 100_000
"""In a row, without a person's order between; an opponent that never ends is stopped."""


class MachineFailed(HexfrontError):
    """A machine opponent that cannot go on."""


class _Table(Protocol):
    match_id: str
    clients: dict[Client, None]

    async def read(self, question: Callable[[LiveMatch], T]) -> T:
        """An answer from the match."""

    async def change(self, change: Callable[[LiveMatch], None], *, quiet: bool = False) -> None:
        """Change the match and tell all; `quiet`: they are shown it at another time."""


class _Thought(NamedTuple):
    """What a machine thinks about."""

    end: tuple[int, str]
    """Where the match stood."""
    query: AgentQuery


class Machines:
    """The machines of one table, and the order that stands there.

    The table has them, and not they the table: so it is out of memory as soon as it is dropped.
    """

    def __init__(self, pool: AgentPool) -> None:
        self._pool = pool
        self._loop: asyncio.Task[None] | None = None
        self._thinking: tuple[_Thought, asyncio.Future[Any]] | None = None
        self._orders = 0
        self._given: dict[int, int] = {}
        """By side how many of the orders that its machine had queued have been given."""
        self._standing: StandingOrder | None = None

    @property
    def busy(self) -> bool:
        """Whether something acts."""
        return self._loop is not None and not self._loop.done()

    def wake(self, table: _Table) -> None:
        """Let act what must."""
        if not self.busy:
            self._loop = asyncio.create_task(self._run(table))

    def cancel(self) -> None:
        """The match has been deleted."""
        if self._loop is not None:
            self._loop.cancel()

    def left(self, client: Client) -> None:
        """A screen has left: what it let run ends."""
        if self._standing is not None and self._standing.client is client:
            self._standing = None

    def ordered(self, seat: int) -> None:
        """A person has ordered something: what stood for the seat ends."""
        self._orders = 0
        if self._standing is not None and self._standing.seat == seat:
            self._standing = None

    async def let_run(self, table: _Table, client: Client, frame: Run) -> None:
        """Let an order stand, or stop it; who had let one run before is told of its end."""
        if frame.order is not None:
            if self._standing is not None:
                self._standing.client.put(ran("refused", self._standing.seat))
            self._standing = await table.read(lambda live: StandingOrder.of(client, frame, live))
        client.put({"type": "done", "key": frame.key, "accepted": 0})

    def stop_overtaken(self, live: LiveMatch) -> None:
        """Stop a machine that thinks of a match which has gone another way meanwhile."""
        if self._thinking is not None and self._thinking[0].end != live.end:
            future = self._thinking[1]
            future.get_loop().call_soon_threadsafe(future.cancel)

    async def _run(self, table: _Table) -> None:
        """Let machines act while only machines must.

        A match that no person plays rests while nobody watches.
        """
        try:
            while await _is_wanted(table) and (
                await self._give_due(table) or await self._serve(table)
            ):
                pass
        except HexfrontError as error:
            log.warning("match %s: %s", table.match_id, error)
            _tell_all(table, error)
        except Exception:
            log.exception("match %s", table.match_id)
            _tell_all(table, HexfrontError("The server made an error; see its log."))

    async def _give_due(self, table: _Table) -> bool:
        """Give what is due by itself: prepared orders, or a machine's; whether there is any."""
        due = await table.read(_due)
        if isinstance(due, _Thought):
            await self._move(table, due)
        elif due is not None:
            await _give_prepared(table, due)
        return due is not None

    async def _serve(self, table: _Table) -> bool:
        """Give the order that stands, if there is one; whether it goes on."""
        standing = self._standing
        if standing is None:
            return False
        acted = False

        def change(live: LiveMatch) -> None:
            nonlocal acted
            acted = standing.seat in live.match.decision.sides
            if acted:
                standing.serve(live)

        await table.change(change, quiet=standing.quiet)
        await self._served(table, standing)
        return acted and not standing.ended

    async def _served(self, table: _Table, standing: StandingOrder) -> None:
        """An order that stands may have been given; who let it run is told where that is over."""
        self._orders = 0
        if standing.ended and self._standing is standing:
            self._standing = None
            await table.change(_nothing)
            standing.client.put(ran(standing.ended, standing.seat))

    async def _move(self, table: _Table, thought: _Thought) -> None:
        """Let the machine whose turn it is think, with the match open to others meanwhile."""
        side, name = thought.query.side, thought.query.agent
        if self._orders >= MAX_MACHINE_ORDERS:
            raise MachineFailed(f"opponent {name}: gave {MAX_MACHINE_ORDERS} orders and no end")
        given = self._given.pop(side, 0)
        future = asyncio.wrap_future(self._pool.submit(thought.query, given))
        self._thinking = thought, future
        try:
            await asyncio.wait([future])
        finally:
            self._thinking = None
            future.cancel()
        if future.cancelled():
            self._given[side] = given
            return  # The match has gone another way: what must be done now?
        orders, standing = future.result(), self._standing

        def change(live: LiveMatch) -> None:
            # Meanwhile a person may have taken orders back, and given others.
            if live.end != thought.end or live.match.ending is not None:
                return
            with live.together():
                try:
                    count = live.move_machine(side, orders)
                except Refused as refused:
                    # Why would tell its enemies of its plan.
                    log.warning("match %s: opponent %s: refused: %s", live.record.id, name, refused)
                    raise MachineFailed(
                        f"opponent {name}: gave an order that is not legal"
                    ) from None
                self._orders += count
                self._given[side] = count - 1
                if standing is not None and standing is self._standing:
                    standing.serve(live)

        await table.change(change, quiet=standing is not None and standing.quiet)
        if standing is not None:
            await self._served(table, standing)


async def _is_wanted(table: _Table) -> bool:
    """Whether anybody watches, or a person plays who wants to find the machines' moves done."""
    return bool(table.clients) or await table.read(_has_persons)


def _tell_all(table: _Table, error: HexfrontError) -> None:
    for client in table.clients:
        client.put(error_message(error))


async def _give_prepared(table: _Table, side: int) -> None:
    """Give the orders that somebody has prepared whose turn it is."""

    def change(live: LiveMatch) -> None:
        if live.prepared.due(live) == side:
            live.prepared.give(live, side)

    await table.change(change)


def _nothing(live: LiveMatch) -> None:
    """The change that is none: clients are shown what they have not seen."""


def _due(live: LiveMatch) -> int | _Thought | None:
    """A side that has prepared orders for the turn that has come, or what a machine thinks about.

    Orders are prepared in a game with clocks alone.
    """
    side = None if live.timing is None else live.prepared.due(live)
    return _thought(live) if side is None else side


def _has_persons(live: LiveMatch) -> bool:
    """Whether a person plays a side."""
    return bool(live.persons)


def _thought(live: LiveMatch) -> _Thought | None:
    """What the machine to move must think about."""
    side = live.machine_to_move()
    if side is None:
        return None
    record, seat = live.record, live.match.seat(side)
    agent = live.agent_of(side)
    # Dice of the agent's own: the match's would tell it what chance will answer.
    secret = hashlib.sha256(b"hexfront:agent" + record.secret).digest()
    about = (record.id, record.system, record.scenario, agent, side, secret)
    rules, state = live.match.rules, live.match.state
    view = rules.opponent_view(state, side) if isinstance(rules, OpponentViews) else seat.view
    return _Thought(live.end, AgentQuery(*about, view, seat.choices))
