"""What follows from the end of a match for those who played it, and what a kill has left undone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Any

from hexfront.core.contract import Result
from hexfront.core.errors import HexfrontError
from hexfront.people.notices import News, tell_side
from hexfront.play.endings import Agreements, side_titles
from hexfront.play.live import LiveMatch
from hexfront.server.peers.forward import HeldElsewhere
from hexfront.server.people.lobby_routes import begin
from hexfront.server.people.sessions import People

log = logging.getLogger(__name__)


def settle(people: People, live: LiveMatch) -> None:
    """Note the result of a match that is over. From any thread; never fails."""
    try:
        people.results.settle(live)
    except HexfrontError as error:
        # It stands as over and not settled in the store: the next start takes it up.
        log.warning("match %s: its result was not noted: %s", live.record.id, error)


def tell_end(db: Any, live: LiveMatch, before: Agreements, present: Collection[int]) -> None:
    """Tell persons who do not look at it that they have lost, or that a game is over.

    In the transaction in which it happens. `before`: what persons had agreed to; `present`: the
    sides that look.
    """
    now, title = live.agreements, live.match.rules.scenario.title
    ending, result = now.ending, live.match.result
    for side in set(live.record.persons) - set(before.machines) - set(present):
        lost = ending is not None and ending.winners and side not in ending.winners
        if lost or side in now.machines:
            reason = "" if ending is None else ending.reason
            tell_side(db, live.record.id, side, News("lost", title, live.record.id, side, reason))
        elif result is not None:
            words = result.reason if ending is not None else _words(live, result)
            tell_side(db, live.record.id, side, News("over", title, live.record.id, side, words))


def _words(live: LiveMatch, result: Result) -> str:
    """How the rules have ended a match."""
    titles = side_titles(live.match.rules)
    winners = " and ".join(titles[side] for side in result.winners)
    verb = "win" if len(result.winners) > 1 else "wins"
    won = f"{winners} {verb}." if winners else "A draw." if result.names_winner else ""
    return f"{won} {result.reason}".strip()


async def take_up(people: People) -> None:
    """Note results and begin games that the last process has left undone."""
    try:
        pending = await asyncio.to_thread(people.results.pending)
        full = await asyncio.to_thread(people.lobby.full)
    except HexfrontError as error:
        log.warning("games of the lobby were not taken up: %s", error)
        return
    # One that cannot be loaded keeps no other from being taken up.
    for match_id in pending:
        try:
            table = await people.tables.open(match_id)
            await table.read(lambda live: settle(people, live))
        except HeldElsewhere:
            continue  # the process that serves it notes it
        except HexfrontError as error:
            log.warning("match %s: its result was not noted: %s", match_id, error)
    for game in full:
        try:
            await begin(people, game)
        except HexfrontError as error:
            log.warning("a game of the lobby has not begun: %s", error)
