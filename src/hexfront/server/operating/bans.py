"""Addresses that this server does not answer."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from hexfront.core.errors import HexfrontError
from hexfront.play.storage import operating
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store
from hexfront.server.access.addresses import is_within
from hexfront.server.wire.frames import error_message

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 2.0
"""So long until other processes have heard of a ban."""
BANNED: Final = HexfrontError("The operator of this server does not answer your address.")


class Bans:
    """The networks that are banned now, as far as this process knows."""

    def __init__(self) -> None:
        self.networks: tuple[str, ...] = ()

    def look(self, store: Store) -> None:
        """Learn what is banned. Errors: `NotSaved`."""
        self.networks = tuple(network for network, _, _ in operating.bans(store))

    async def follow(self, store: Store) -> None:
        """Learn it from time to time: another process may have been told."""
        while True:
            try:
                await asyncio.to_thread(self.look, store)
            except NotSaved as error:
                log.warning("bans could not be looked at: %s", error)
            await asyncio.sleep(LOOK_SECONDS)


class WithoutBanned:
    """Answers 403 to who is banned."""

    def __init__(self, app: ASGIApp, bans: Bans) -> None:
        self._app = app
        self._bans = bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 403."""
        client = scope.get("client")
        if client and self._bans.networks and is_within(client[0], self._bans.networks):
            await JSONResponse(error_message(BANNED), 403)(scope, receive, send)
            return
        await self._app(scope, receive, send)
