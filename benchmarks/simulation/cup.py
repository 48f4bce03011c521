"""A tournament whose games are opened by the servers themselves, and what must be true of it.

Whatever is killed, each round is paired once, each game has one match, no match is without a game,
and the points of a game are those of its match. What was once so stays so.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from benchmarks.simulation.scenarios import ford
from benchmarks.simulation.shared import shared_system

from hexfront.core.dice import SECRET_BYTES
from hexfront.core.errors import HexfrontError
from hexfront.people.accounts import Account, today
from hexfront.people.tournaments.model import Form, Game, Terms, Tournament
from hexfront.people.tournaments.tournaments import Tournaments
from hexfront.play.live import LiveMatch
from hexfront.play.storage.records import NewTokens
from hexfront.play.storage.store import Store
from hexfront.server.people.ends import settle, take_up
from hexfront.server.people.sessions import People
from hexfront.server.people.tournament_director import TournamentDirector
from hexfront.server.settings import ServerSettings
from hexfront.server.tables.tables import Tables

LEAVING: Final = 0.3
"""How likely somebody leaves it."""
FORMS: Final[tuple[Form, ...]] = ("swiss", "round-robin", "knockout")


class Cup:
    """The tournament of a simulation."""

    def __init__(self, store: Store, clock: Callable[[], float], random: Random) -> None:
        self._random = random
        self._tournaments = Tournaments(store, clock)
        players = [_account(store, name) for name in "abcd"[: random.choice((3, 4))]]
        terms = Terms(name="The cup", system="brigade", form=random.choice(FORMS))
        made = self._tournaments.make(players[0], terms, title="The ford", sides=2, agent="random")
        for player in players:
            self._tournaments.enter(player, made.id, 1500.0)
        self.seen = self._tournaments.start(players[0], made.id)
        """As it was when it was looked at last."""
        self.tokens: dict[str, dict[int, str]] = {}
        """Of the seats of each match that a server has made, or has tried to make."""
        self._leaver = players[-1] if random.random() < LEAVING else None
        self._left = False
        """Whether he was told that he has left."""
        self.wrong: list[str] = []

    @property
    def over(self) -> bool:
        """Whether all its rounds have been played."""
        return self.seen.over

    def direct(self, store: Store, tables: Tables, notices: Any) -> list[Coroutine[Any, Any, None]]:
        """What lets it go on in a process, as the application does when it starts."""
        people = People.over(store, tables, ServerSettings(), notices)
        hub: Any = SimpleNamespace(wake=lambda: None)
        director = TournamentDirector(people, hub)

        def ended(live: LiveMatch) -> None:
            settle(people, live)
            director.wake()

        tables.ended = ended
        return [director.follow(), take_up(people), self._leave(people, director)]

    async def _leave(self, people: People, director: TournamentDirector) -> None:
        """Somebody may leave the tournament, as by his page."""
        await asyncio.sleep(4 * self._random.random())
        if self._leaver is not None:
            with suppress(HexfrontError):  # also where he has left already
                await asyncio.to_thread(people.tournaments.leave, self._leaver, self.seen.id)
                self._left = True
                await director.conduct(self.seen.id)

    def create_match(self, store: Store, *about: Any, also: Any) -> tuple[NewTokens, str]:
        """In place of the server's: make a match of a short scenario."""
        system = shared_system("brigade")
        scenario = system.scenarios.load(ford("igougo"), None, "scenario")

        def note(db: Any, made: NewTokens) -> None:
            self.tokens[made.match] = made.tokens
            also(db, made)

        secret, seats = self._random.randbytes(SECRET_BYTES), about[2]
        what = (system.name, system.version, scenario.document, secret, seats)
        return store.create(*what, also=note), scenario.title

    def look(self, store: Store) -> list[str]:
        """The matches that have been opened since the last look; nothing else has changed back."""
        before, now = self.seen, Tournaments(store).find(self.seen.id)
        games = {game.key: game for game in now.games}
        for game in before.games:
            if not _goes_on(game, games.get(game.key)):
                self.wrong.append(f"{game} has become {games.get(game.key)}")
        if now.round < before.round or (before.over and not now.over):
            self.wrong.append(f"round {before.round} is followed by round {now.round}")
        self.seen = now
        known = {game.match for game in before.games}
        return [game.match for game in now.games if game.match and game.match not in known]

    def check(self, store: Store) -> None:
        """What must be true when all is over."""
        found = self.seen
        if found.state != "done":
            self.wrong.append(f"the tournament is {found.state} in round {found.round}")
        own = sorted(game.match for game in found.games if game.match)
        if own != [str(row[0]) for row in store.read("SELECT id FROM matches ORDER BY id")]:
            self.wrong.append(f"the matches are not those of the games: {own}")
        if self._left and not found.entrants[-1].out:
            self.wrong.append("who has left a tournament is still in it")
        _check_rounds(found, self.wrong)
        for game in found.games:
            if game.match:
                self._check_game(store, game)

    def _check_game(self, store: Store, game: Game) -> None:
        """Its points are those of its match, which was noted once for each player."""
        ((text,),) = store.read("SELECT result FROM matches WHERE id = ?", (game.match,))
        winners = json.loads(text)["winners"]
        one = len(winners) == 1
        expected = tuple(float(side in winners) if one else 0.5 for side in (0, 1))
        if game.points != expected:
            self.wrong.append(f"{game}, and its match was won by {winners}")
        rows = store.read("SELECT side FROM played WHERE match = ? ORDER BY side", (game.match,))
        # Where it could not be written when the match ended, the next start writes it.
        if rows not in ([], [(0,), (1,)]):
            self.wrong.append(f"{game}: its result is noted for {rows}")


def _goes_on(before: Game, now: Game | None) -> bool:
    """Whether a game is the one that it was, or has gone on."""
    return (
        now is not None
        and (now.seats, now.began) == (before.seats, before.began)
        and before.match in ("", now.match)
        and (before.open or (now.how, now.points) == (before.how, before.points))
    )


def _check_rounds(found: Tournament, wrong: list[str]) -> None:
    """Everybody has one game in a round, and meets everybody once where that is the form."""
    everybody = [one.number for one in found.entrants]
    out = any(one.out for one in found.entrants)
    for number in range(1, found.round + 1):
        games = [game for game in found.of_round(number) if game.number == 1]
        seats = sorted(seat for game in games for seat in game.seats)
        whole = number == 1 or (found.terms.form != "knockout" and not out)
        if len(set(seats)) < len(seats) or (whole and seats != everybody):
            wrong.append(f"round {number}: {games}")
    if found.terms.form == "round-robin":
        met = Counter(tuple(sorted(game.seats)) for game in found.games if len(game.seats) == 2)
        if met != Counter(combinations(everybody, 2)):
            wrong.append(f"they have met: {met}")


def _account(store: Store, name: str) -> Account:
    with store.transaction() as db:
        row = (name, name, name, name, "", today())
        db.execute("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)", row)
    return Account(name, name)
