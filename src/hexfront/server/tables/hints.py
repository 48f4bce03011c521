"""Hints: what a strong machine opponent would do in a person's seat, and why.

It is asked as opponents are: in a process of its own, from the view of the seat alone. The preview
follows from the same view. That a hint was asked for is kept with the match.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from hexfront.agents import named_agent, strongest
from hexfront.agents.agent_pool import AgentPool, AgentQuery
from hexfront.agents.levels import agent_of
from hexfront.agents.thoughts import Thought, in_words
from hexfront.core.dice import dice_from_secret
from hexfront.core.errors import HexfrontError, InputError
from hexfront.play.live import LiveMatch
from hexfront.play.preview import preview
from hexfront.server.access.security import Rate
from hexfront.server.tables.client import Client
from hexfront.server.wire.frames import AskHint

log = logging.getLogger(__name__)
T = TypeVar("T")

HINTS_A_MINUTE: Final = 6
"""Of a seat, and never two at once: this machine thinks for a stranger."""


class _Asked(NamedTuple):
    """What is asked for a seat."""

    by: str
    """The level or agent who is asked."""
    query: AgentQuery
    """Its secret is that of the dice that the preview draws, too."""


class _Table(Protocol):
    async def read(self, question: Callable[[LiveMatch], T]) -> T:
        """An answer from the match."""


class Hints:
    """The hints of one table, which has them, and not they it."""

    def __init__(self, pool: AgentPool) -> None:
        self._pool = pool
        self._rates: dict[int, Rate] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def ask(self, table: _Table, client: Client, frame: AskHint) -> None:
        """Think for a seat, and answer when that is done. Errors: `InputError`."""
        seat = frame.seat
        if seat not in client.sides or seat != client.watching:
            raise InputError.at("frame: /seat", seat, "the side that is shown, with its token")
        if (task := self._tasks.get(seat)) is not None and not task.done():
            raise InputError.at("hint", "<another hint>", "one at a time")
        asked = await table.read(lambda live: _ask_for(live, seat))
        if not self._rates.setdefault(seat, Rate(HINTS_A_MINUTE / 60, HINTS_A_MINUTE / 2)).take():
            raise InputError.at("hint", "<too many hints>", f"at most {HINTS_A_MINUTE} a minute")
        await table.read(lambda live: live.note_hint(seat))
        thinking = asyncio.wrap_future(self._pool.explain(asked.query))
        self._tasks[seat] = asyncio.create_task(_answer(table, client, frame, asked, thinking))


async def _answer(
    table: _Table, client: Client, frame: AskHint, asked: _Asked, thinking: Awaitable[Thought]
) -> None:
    message: dict[str, Any] = {"type": "hint", "number": frame.number, "by": asked.by}
    message |= {"problem": "", "orders": [], "lines": [], "why": "", "view": None}
    try:
        thought = await thinking
        message |= await table.read(lambda live: _told(live, asked, thought))
    except HexfrontError as error:
        message["problem"] = str(error)
    except Exception:
        log.exception("a hint could not be given")
        message["problem"] = "The server made an error; see its log."
    if client.watching == frame.seat:
        client.put(message)


def _ask_for(live: LiveMatch, seat: int) -> _Asked:
    """What to ask. Errors: `InputError` where the seat has nothing to order."""
    record, position = live.record, live.match.seat(seat)
    if live.closed is not None or not position.view.must_act:
        raise InputError.at("hint", "<nothing to order now>", "a seat whose turn it is")
    system = live.match.system
    by = strongest(system)
    # Dice of its own: those of the opponents would tell what they will do.
    secret = hashlib.sha256(b"hexfront:hint" + record.secret).digest()
    about = (record.id, record.system, record.scenario, agent_of(system, by), seat, secret)
    return _Asked(by, AgentQuery(*about, position.view, position.choices))


def _told(live: LiveMatch, asked: _Asked, thought: Thought) -> dict[str, Any]:
    view = asked.query.view
    dice = dice_from_secret(asked.query.secret, view.viewer)
    shown = preview(live.match.rules, view, thought.orders, dice)
    why = in_words(thought, named_agent(live.match.system, asked.by))
    return {"orders": thought.orders, "lines": shown.lines, "why": why, "view": shown.view}
