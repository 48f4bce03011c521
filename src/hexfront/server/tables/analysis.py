"""After the end: what a searching opponent thinks of each turn, from what its side knew then.

It is not kept from the game: persons play too, and scripted opponents estimate nothing. For every
turn of every side a new search is asked anew, in the processes of opponents, while somebody waits.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from hexfront.agents import named_agent
from hexfront.agents.agent_pool import AgentPool, AgentQuery
from hexfront.agents.thoughts import Thought, estimator, in_words
from hexfront.core.contract import UMPIRE
from hexfront.core.dice import dice_from_secret
from hexfront.core.errors import HexfrontError, InputError
from hexfront.play.decisions import Turn, turns_of
from hexfront.play.live import LiveMatch
from hexfront.play.preview import preview
from hexfront.server.tables.client import Client

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_TURNS: Final = 60
"""Of all sides together; of a longer match not every turn is thought about."""
TRIALS: Final = 300
SECONDS: Final = 0.6
"""Of a turn, at most."""


class _Table(Protocol):
    clients: dict[Client, None]

    async def read(self, question: Callable[[LiveMatch], T]) -> T:
        """An answer from the match."""


class Considered(NamedTuple):
    """A turn, and what a search thinks of it."""

    turn: Turn
    title: str
    """What the side was told that it is time for."""
    thought: Thought


class Analysis:
    """The thoughts about one finished match, one turn after another.

    Its table has them, and not they it.
    """

    def __init__(self, pool: AgentPool) -> None:
        self._pool = pool
        self._turns: list[Turn] = []
        self._found: list[Considered] = []
        self._problem = ""
        self._task: asyncio.Task[None] | None = None

    async def so_far(self, table: _Table, since: int) -> dict[str, Any]:
        """What is known, from a number of turns on; the rest is thought about from now on.

        Errors: `InputError` before the end of the match.
        """
        if not self._turns:
            self._turns = await table.read(_turns)
        left = len(self._found) < len(self._turns) and not self._problem
        if left and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._go_on(table))
        return {
            "count": len(self._turns),
            "problem": self._problem,
            "points": [_point(one) for one in self._found[since:]],
        }

    async def one(self, table: _Table, number: int) -> dict[str, Any]:
        """A turn in full: the plan on the map, and a position that was taken for possible.

        Errors: `InputError`.
        """
        if not 0 <= number < len(self._found):
            raise InputError.at("frame: /turn", number, f"0 to {len(self._found) - 1}")
        considered = self._found[number]
        return await table.read(lambda live: _in_full(live, considered))

    async def _go_on(self, table: _Table) -> None:
        """Think about what is left, while anybody looks."""
        try:
            while len(self._found) < len(self._turns) and table.clients:
                turn = self._turns[len(self._found)]
                query = await table.read(partial(_query, turn))
                thought = await asyncio.wrap_future(self._pool.explain(query))
                self._found.append(Considered(turn, query.view.title, thought))
        except HexfrontError as error:
            self._problem = str(error)
        except Exception:
            log.exception("a match could not be thought about")
            self._problem = "The server made an error; see its log."


def _turns(live: LiveMatch) -> list[Turn]:
    """Errors: `InputError`."""
    if live.match.result is None or live.locked is not None:
        raise InputError.at("thoughts", "<a match in progress>", "a match that is over")
    if estimator(live.match.system) is None:
        raise InputError.at("thoughts", live.match.system.name, "a system with a search")
    return turns_of(live.match, max(2, MOST_TURNS // len(live.match.rules.sides)))


def _agent(live: LiveMatch) -> str:
    return f"{estimator(live.match.system)}:iterations={TRIALS},time={SECONDS}"


def _secret(live: LiveMatch) -> bytes:
    return hashlib.sha256(b"hexfront:analysis" + live.record.secret).digest()


def _query(turn: Turn, live: LiveMatch) -> AgentQuery:
    """What the search is asked about a turn."""
    record = live.record
    about = (record.id, record.system, record.scenario, _agent(live), turn.side, _secret(live))
    return AgentQuery(*about, *live.history.position(turn.side, turn.step))


def _point(considered: Considered) -> dict[str, Any]:
    turn = considered.turn
    return {
        "side": turn.side,
        "turn": turn.number,
        "time": turn.time,
        "title": considered.title,
        "estimate": considered.thought.best,
    }


def _in_full(live: LiveMatch, considered: Considered) -> dict[str, Any]:
    turn, title, thought = considered
    view, _ = live.history.position(turn.side, turn.step)
    rules, dice = live.match.rules, dice_from_secret(_secret(live), turn.side)
    shown = preview(rules, view, thought.orders, dice)
    believed = rules.view(rules.determinize(view, dice), UMPIRE)
    searching = named_agent(live.match.system, _agent(live).partition(":")[0])
    why = in_words(thought, searching, "its side knew")
    return {
        "title": title,
        "lines": shown.lines,
        "why": why,
        "view": shown.view,
        "believed": believed,
    }
