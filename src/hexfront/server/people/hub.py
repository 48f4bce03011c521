"""The WebSockets of the lobby and of tournaments: what has changed is sent to all who look.

Nothing is read from it. Changes of this process wake it; those of other processes that
share the store are found by looking from time to time while somebody is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

from pydantic import BaseModel
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfront.core.errors import HexfrontError
from hexfront.core.registry import find_system
from hexfront.people.accounts import Account
from hexfront.people.lobby import LiveGame, OpenGame
from hexfront.people.paces import paces
from hexfront.people.players import machine_levels
from hexfront.people.ratings import MACHINE, numbers
from hexfront.people.results import player_names
from hexfront.server.access.addresses import address_of, client_of, is_within
from hexfront.server.access.security import same_origin
from hexfront.server.people.bodies import (
    LiveGameInfo,
    LobbyState,
    OpenGameInfo,
    PaceInfo,
    PlayerInfo,
)
from hexfront.server.people.sessions import People
from hexfront.server.people.tournament_bodies import TournamentInfo
from hexfront.server.people.tournament_pages import info_of, page_of
from hexfront.server.tables.tables import Banished

log = logging.getLogger(__name__)

MAX_SOCKETS: Final = 1000
LEAST_SECONDS: Final = 0.3
"""From one message to the next."""
LOOK_SECONDS: Final = 5.0
"""How often it is looked for changes that nobody here has made."""
SEND_SECONDS: Final = 10.0
MAX_TOURNAMENTS: Final = 12
"""That the lobby shows."""
POLICY_VIOLATION: Final = 1008
TRY_LATER: Final = 1013


@dataclass(frozen=True)
class Common:
    """What all in the lobby see alike."""

    games: list[tuple[OpenGame, list[PlayerInfo], str]]
    """With those who have joined, and the name of the player whom it is for."""
    live: list[LiveGameInfo]
    present: list[str]
    guests: int
    tournaments: list[TournamentInfo]


class Hub:
    """Everybody who is in the lobby, or looks at a tournament."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._here: dict[WebSocket, Account | None] = {}
        self._tournament: dict[WebSocket, str] = {}
        """Of those who look at one; the others see the lobby."""
        self._shown: dict[WebSocket, str] = {}
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def __len__(self) -> int:
        """How many sockets are open there."""
        return len(self._here)

    def wake(self) -> None:
        """The lobby has changed. From any thread."""
        self._loop.call_soon_threadsafe(self._news.set)

    async def follow(self) -> None:
        """Show everybody there what is news, for ever."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._news.wait()
            self._news.clear()
            if self._here:
                await self._show_all()
            await asyncio.sleep(LEAST_SECONDS)

    async def serve(self, socket: WebSocket, tournament: str = "") -> None:
        """Show the lobby, or a tournament, to a socket until it closes."""
        people = self._people
        if not same_origin(socket.headers):
            await socket.close(POLICY_VIOLATION)
            return
        if len(self._here) >= MAX_SOCKETS or not people.tables.arrivals.take(client_of(socket)):
            await socket.close(TRY_LATER)
            return
        await socket.accept()
        try:
            account = await asyncio.to_thread(people.account, socket)
            make: Callable[[], BaseModel] = partial(self.state, account)
            if tournament:
                await asyncio.to_thread(people.tournaments.find, tournament)
                self._tournament[socket] = tournament
                make = partial(page_of, people, tournament)
            self._here[socket] = None if account and account.banned else account
            await self._show(socket, make)
            self.wake()  # the others see who is here
            while (await socket.receive())["type"] != "websocket.disconnect":
                pass
        except HexfrontError:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(POLICY_VIOLATION)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._here.pop(socket, None)
            self._tournament.pop(socket, None)
            self._shown.pop(socket, None)
            self.wake()

    async def banish(self, whom: Banished) -> None:
        """Close the sockets of an account or a network."""
        for socket, account in list(self._here.items()):
            his = account is not None and account.id == whom.account
            if his or (whom.network and is_within(address_of(socket), [whom.network])):
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await socket.close(POLICY_VIOLATION)

    async def _show_all(self) -> None:
        try:
            common = await asyncio.to_thread(self._common)
            pages = {
                ident: await asyncio.to_thread(page_of, self._people, ident)
                for ident in set(self._tournament.values())
            }
        except HexfrontError as error:
            log.warning("the lobby could not be shown: %s", error)
            return
        sent = []
        for socket, account in list(self._here.items()):
            ident = self._tournament.get(socket)
            if ident is None:
                sent.append(self._show(socket, partial(self.state, account, common)))
            elif page := pages.get(ident):
                sent.append(self._show(socket, partial(_same, page)))
        await asyncio.gather(*sent)

    async def _show(self, socket: WebSocket, make: Callable[[], BaseModel]) -> None:
        try:
            text = (await asyncio.to_thread(make)).model_dump_json()
            if self._shown.get(socket) == text:
                return
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(text)
            if socket in self._here:
                self._shown[socket] = text
        except HexfrontError as error:
            log.warning("the lobby could not be shown: %s", error)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            self._here.pop(socket, None)

    def _common(self) -> Common:
        """What all see alike, looked up once for everybody. Errors: `NotSaved`."""
        lobby = self._people.lobby
        games, live = lobby.games(), lobby.live()
        keys = {key for game in live for _, key in game.players if key}
        keys |= {account for game in games for account, _ in game.seats}
        keys |= {game.invited for game in games if game.invited}
        names = player_names(self._people.store, sorted(keys))
        here = list(self._here.values())
        return Common(
            [
                (
                    game,
                    [self._player(game.system, account, names) for account in game.accounts],
                    names.get(game.invited, ""),
                )
                for game in games
            ],
            [self._live(game, names) for game in sorted(live, key=self._worth, reverse=True)],
            sorted({one.name for one in here if one}),
            sum(one is None for one in here),
            [info_of(one) for one in self._people.tournaments.going(MAX_TOURNAMENTS)],
        )

    def state(self, viewer: Account | None, common: Common | None = None) -> LobbyState:
        """The lobby as somebody sees it; `common` where that is known. Errors: `NotSaved`."""
        people = self._people
        common = common or self._common()
        own, turns = people.seats.counts(viewer.id) if viewer else (0, 0)
        avoided = people.lobby.avoided(viewer.id) if viewer else set()
        return LobbyState(
            games=[
                _open(game, players, invited, viewer)
                for game, players, invited in common.games
                if _is_shown(game, viewer) and not avoided.intersection(game.accounts)
            ],
            live=common.live,
            present=common.present,
            guests=common.guests,
            tournaments=common.tournaments,
            paces=[
                PaceInfo(name=name, title=pace.title, about=pace.about)
                for name, pace in paces().items()
            ],
            own=own,
            turns=turns,
            announcement=people.tables.announcement,
        )

    def _worth(self, game: LiveGame) -> float:
        """How well a game is worth watching: strong players, and begun not long ago."""
        system = find_system(game.system)
        ratings = [self._people.results.rating(system, key)[0].rating for _, key in game.players]
        age = datetime.now(UTC) - datetime.fromisoformat(game.created)
        days = max(0.0, age.total_seconds() / 86400)
        return sum(ratings) / max(1, len(ratings)) - numbers().fades * days

    def _live(self, game: LiveGame, names: dict[str, str]) -> LiveGameInfo:
        return LiveGameInfo(
            match=game.match,
            system=game.system,
            title=game.title,
            rated=game.rated,
            pace=game.pace,
            players=[self._player(game.system, key, names) for _, key in game.players],
            spectator=self._people.store.spectator_token(game.match),
        )

    def _player(self, system: str, key: str, names: dict[str, str]) -> PlayerInfo:
        played = find_system(system)
        rating, _ = self._people.results.rating(played, key)
        return PlayerInfo(
            name=names.get(key, "").removeprefix(MACHINE),
            machine=key.startswith(MACHINE),
            level=machine_levels(played).get(key, ""),
            rating=round(rating.rating),
            deviation=round(rating.deviation),
            sure=rating.deviation <= numbers().shown,
        )


def _same(page: BaseModel) -> BaseModel:
    return page


def _is_shown(game: OpenGame, viewer: Account | None) -> bool:
    """Whether somebody may know of a game; what he has declined is shown to him no more."""
    own = viewer.id if viewer else ""
    return not game.invited or game.host == own or game.waits_for(own)


def _open(
    game: OpenGame, players: list[PlayerInfo], invited: str, viewer: Account | None
) -> OpenGameInfo:
    own = viewer.id if viewer else ""
    sides = dict(game.seats)
    return OpenGameInfo(
        id=game.id,
        system=game.system,
        scenario=game.scenario,
        title=game.title,
        persons=game.persons,
        pace=game.pace,
        rated=game.rated,
        players=players,
        sides=[sides[account] for account in game.accounts],
        mine=game.host == own,
        joined=own in game.accounts,
        invited=invited,
        declined=game.declined,
    )
