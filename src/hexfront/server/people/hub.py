"""The lobby's WebSocket: everybody there is sent the lobby when it has changed.

Nothing is read from it. Changes of this process wake it; those of other processes that
share the store are found by looking from time to time while somebody is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfront.core.errors import HexfrontError
from hexfront.core.registry import find_system
from hexfront.people.accounts import Account
from hexfront.people.lobby import LiveGame, OpenGame
from hexfront.people.paces import NO_CLOCK, paces
from hexfront.people.ratings import MACHINE, numbers
from hexfront.people.results import player_names
from hexfront.server.access.addresses import client_of
from hexfront.server.access.security import same_origin
from hexfront.server.people.bodies import (
    LiveGameInfo,
    LobbyState,
    OpenGameInfo,
    PaceInfo,
    PlayerInfo,
)
from hexfront.server.people.sessions import People

log = logging.getLogger(__name__)

MAX_SOCKETS: Final = 1000
LEAST_SECONDS: Final = 0.3
"""From one message to the next."""
LOOK_SECONDS: Final = 5.0
"""How often it is looked for changes that nobody here has made."""
SEND_SECONDS: Final = 10.0
POLICY_VIOLATION: Final = 1008
TRY_LATER: Final = 1013


class Hub:
    """Everybody who is in the lobby."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._here: dict[WebSocket, Account | None] = {}
        self._shown: dict[WebSocket, str] = {}
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()

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

    async def serve(self, socket: WebSocket) -> None:
        """Show the lobby to a socket until it closes."""
        people = self._people
        if not same_origin(socket.headers):
            await socket.close(POLICY_VIOLATION)
            return
        if len(self._here) >= MAX_SOCKETS or not people.tables.arrivals.take(client_of(socket)):
            await socket.close(TRY_LATER)
            return
        await socket.accept()
        try:
            self._here[socket] = await asyncio.to_thread(people.account, socket)
            await self._show(socket)
            self.wake()  # the others see who is here
            while (await socket.receive())["type"] != "websocket.disconnect":
                pass
        except (HexfrontError, WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._here.pop(socket, None)
            self._shown.pop(socket, None)
            self.wake()

    async def _show_all(self) -> None:
        await asyncio.gather(*(self._show(socket) for socket in list(self._here)))

    async def _show(self, socket: WebSocket) -> None:
        try:
            state = await asyncio.to_thread(self.state, self._here.get(socket))
            text = state.model_dump_json()
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

    def state(self, viewer: Account | None) -> LobbyState:
        """The lobby as somebody sees it. Errors: `NotSaved`."""
        people = self._people
        own, turns = people.seats.counts(viewer.id) if viewer else (0, 0)
        games = [game for game in people.lobby.games(viewer.id if viewer else "") if not game.full]
        live = people.lobby.live()
        keys = {key for game in live for _, key in game.players if key}
        keys |= {account for game in games for account, _ in game.seats}
        names = player_names(people.store, sorted(keys))
        here = list(self._here.values())
        return LobbyState(
            games=[self._open(game, viewer, names) for game in games],
            live=sorted((self._live(game, names) for game in live), key=_weakness),
            present=sorted({one.name for one in here if one}),
            guests=sum(one is None for one in here),
            paces=[
                PaceInfo(name=name, title=pace.title, about=pace.about, open=name == NO_CLOCK)
                for name, pace in paces().items()
            ],
            own=own,
            turns=turns,
        )

    def _open(self, game: OpenGame, viewer: Account | None, names: dict[str, str]) -> OpenGameInfo:
        seats = sorted(game.seats, key=lambda seat: seat[0] != game.host)
        own = viewer.id if viewer else ""
        return OpenGameInfo(
            id=game.id,
            system=game.system,
            scenario=game.scenario,
            title=game.title,
            persons=game.persons,
            pace=game.pace,
            rated=game.rated,
            players=[self._player(game.system, account, names) for account, _ in seats],
            sides=[side for _, side in seats],
            mine=game.host == own,
            joined=own in [account for account, _ in seats],
        )

    def _live(self, game: LiveGame, names: dict[str, str]) -> LiveGameInfo:
        return LiveGameInfo(
            match=game.match,
            system=game.system,
            title=game.title,
            rated=game.rated,
            players=[self._player(game.system, key, names) for _, key in game.players],
            spectator=self._people.store.spectator_token(game.match),
        )

    def _player(self, system: str, key: str, names: dict[str, str]) -> PlayerInfo:
        rating, _ = self._people.results.rating(find_system(system), key)
        return PlayerInfo(
            name=names.get(key, "").removeprefix(MACHINE),
            machine=key.startswith(MACHINE),
            rating=round(rating.rating),
            deviation=round(rating.deviation),
            sure=rating.deviation <= numbers().shown,
        )


def _weakness(game: LiveGameInfo) -> float:
    """The best to watch first: that of the strongest players."""
    return -sum(one.rating for one in game.players) / max(1, len(game.players))
