"""Ends games whose clock has run out, at that moment: also after a restart, or a move of the match;
and shows that holidays have begun or ended.

Whoever serves the match does it. All is read from the store, so nothing is lost with a process.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from hexfront.core.errors import HexfrontError
from hexfront.people.clocks import Deadline, deadlines, unclaimed
from hexfront.people.holidays import Holidays
from hexfront.people.paces import pace_data
from hexfront.people.timepiece import BEAT_SECONDS, Timepiece
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store
from hexfront.server.peers.forward import HeldElsewhere
from hexfront.server.tables.table import Table
from hexfront.server.tables.tables import Tables

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""From one look to the next; games that end before that are waited for."""


UNCLAIMED_SECONDS: Final = 600.0
"""How often it is looked for games that nobody could claim; first so long after the start, when
all pages have had the time to come back."""


class Timekeeper:
    """Looks at the clocks of a server."""

    def __init__(self, store: Store, tables: Tables, timepiece: Timepiece) -> None:
        self._store, self._tables, self._timepiece = store, tables, timepiece
        self._tried: dict[Deadline, int] = {}
        self._beat_at, self._unclaimed_at = 0.0, timepiece.now() + UNCLAIMED_SECONDS
        self._holidays, self._looked = Holidays(store), timepiece.now()

    async def follow(self) -> None:
        """End games as their time is over, for ever."""
        while True:
            wait = LOOK_SECONDS
            try:
                wait = await self.look()
            except HexfrontError as error:
                log.warning("clocks: %s", error)
            except Exception:
                log.exception("clocks")
            await asyncio.sleep(wait)

    async def look(self) -> float:
        """End what is due now; returns how many seconds later to look again. Errors: `NotSaved`."""
        now = self._timepiece.now()
        if now >= self._beat_at:
            await asyncio.to_thread(self._timepiece.beat)
            self._beat_at = now + BEAT_SECONDS
        await self._show_holidays(now)
        if now >= self._unclaimed_at:
            self._unclaimed_at = now + UNCLAIMED_SECONDS
            for match_id in await asyncio.to_thread(unclaimed, self._store, now):
                await self._end(match_id, Table.end_unclaimed)
        find = partial(deadlines, self._store, at_once=True, before=now + LOOK_SECONDS)
        found, wait = await asyncio.to_thread(find), LOOK_SECONDS
        self._tried = {one: self._tried[one] for one in found if one in self._tried}
        for one in found:
            # Once more after the longest way of an order; then it cannot be ended, and stays.
            tries = self._tried.get(one, 0)
            moment = one.due if tries == 0 else one.due + pace_data().lag
            if tries > 1:
                continue
            if moment > now:
                wait = min(wait, moment - now)
            elif await self._end(one.match_id):
                self._tried[one] = tries + 1
                wait = 0.0
        return max(wait, 0.001)

    async def _show_holidays(self, now: float) -> None:
        """Show the tables here that clocks have stopped for holidays, or go on."""
        turning = partial(self._holidays.turning, self._looked, now)
        await self._tables.refresh(await asyncio.to_thread(turning))
        self._looked = now

    async def _end(
        self, match_id: str, end: Callable[[Table], Awaitable[None]] = Table.end_late
    ) -> bool:
        """End a match for those who are late; whether trying again at once may help.

        It does not where nothing can be written now, or where another process is to do it.
        """
        try:
            await end(await self._tables.open(match_id))
        except HeldElsewhere:
            return False
        except HexfrontError as error:
            log.warning("match %s: its time is over, and it was not ended: %s", match_id, error)
            return not isinstance(error, NotSaved)
        return True
