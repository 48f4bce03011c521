"""Who lets tournaments go on: results are noted, rounds paired, and their matches opened.

Everything that is to be done follows from the store, so a process that is killed in the middle
of a round leaves nothing that the next one, or another beside it, does not find.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from hexfront.core.errors import HexfrontError
from hexfront.core.registry import find_system
from hexfront.people.tournaments.model import Game, Tournament
from hexfront.people.tournaments.records import OpenedAlready
from hexfront.play.storage.records import NewTokens
from hexfront.server.matches import create_match
from hexfront.server.people.hub import Hub
from hexfront.server.people.lobby_routes import seat_plans
from hexfront.server.people.sessions import People

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 5.0
"""How often it is looked for what time or another process has made due."""
LEAST_SECONDS: Final = 0.2


class TournamentDirector:
    """The tournaments of a server."""

    def __init__(self, people: People, hub: Hub) -> None:
        self._people, self._hub = people, hub
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._lock = asyncio.Lock()
        """One tournament after another; between processes the store decides."""
        self._said: set[str] = set()

    def wake(self) -> None:
        """A match is over. From any thread."""
        self._loop.call_soon_threadsafe(self._news.set)

    async def follow(self) -> None:
        """Do what is due, for ever."""
        while True:
            await self.look()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._news.wait()
            self._news.clear()
            await asyncio.sleep(LEAST_SECONDS)

    async def look(self) -> None:
        """Do what is due. Never fails."""
        try:
            due = await asyncio.to_thread(self._people.tournaments.due)
        except HexfrontError as error:
            log.warning("tournaments do not go on: %s", error)
            return
        for ident in due:
            try:
                await self.conduct(ident)
            except HexfrontError as error:
                self._say(f"tournament {ident} does not go on: {error}")

    async def conduct(self, ident: str) -> None:
        """Let one tournament go on as far as it can now.

        Errors: `NotSaved`, and `HexfrontError` where the package for pairings is not there.
        """
        async with self._lock:
            await self._conduct(ident)
        self._people.notices.wake()
        self._hub.wake()

    async def _conduct(self, ident: str) -> None:
        tournaments = self._people.tournaments
        tournament = await asyncio.to_thread(tournaments.advance, ident)
        draining = self._people.tables.draining  # New matches are made by others then.
        for game in tournament.games:
            if game.open and not game.match and not tournament.over and not draining:
                await self._open(tournament, game)
        resigning = await asyncio.to_thread(tournaments.resigning, tournament)
        abandoned = await asyncio.to_thread(tournaments.abandoned, tournament)
        for match, side in [*resigning, *abandoned]:
            try:
                await self._people.tables.resign(match, side, left=(match, side) in abandoned)
            except HexfrontError as error:
                self._say(f"match {match}: side {side} did not resign: {error}")

    async def _open(self, tournament: Tournament, game: Game) -> None:
        """Make the match of a game; what hinders it is tried again at the next look."""
        try:
            match_id = await asyncio.to_thread(self._make, tournament, game)
            await self._people.tables.begin(match_id)
        except OpenedAlready:
            pass  # Another process was faster.
        except HexfrontError as error:
            self._say(f"tournament {tournament.id}: {game.key} was not opened: {error}")

    def _make(self, tournament: Tournament, game: Game) -> str:
        people = self._people
        system = find_system(tournament.terms.system)
        players = [tournament.entrant(number) for number in game.seats]
        accounts = {side: one.account for side, one in enumerate(players) if not one.agent}

        def also(db: object, made: NewTokens) -> None:
            people.tournaments.begin_match(db, made, tournament, game, accounts)

        plans = seat_plans(people, system, len(players), accounts)
        made, _ = create_match(
            people.store, system, tournament.terms.scenario, plans, {}, also=also
        )
        return made.match

    def _say(self, text: str) -> None:
        """Log something, once."""
        if text not in self._said:
            self._said.add(text)
            log.warning(text)
