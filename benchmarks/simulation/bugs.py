"""Mistakes that are put into the server, to see whether simulations find them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final
from unittest.mock import patch

from hexfront.people.chat import Place, place_of
from hexfront.people.notices.channels import Channels
from hexfront.people.timepiece import Timepiece
from hexfront.people.timing import MatchClock
from hexfront.people.tournaments.model import Game
from hexfront.people.tournaments.records import Records
from hexfront.play.live import LiveMatch, Outcome
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.leases import Lease
from hexfront.play.storage.store import Store
from hexfront.server.people.timekeeper import Timekeeper
from hexfront.server.tables import chat
from hexfront.server.tables.chat import TableChat
from hexfront.server.tables.client import Client
from hexfront.server.tables.snapshots import Snapshot
from hexfront.server.tables.table import Table


@contextmanager
def _answered_before_saved() -> Iterator[None]:
    give = LiveMatch.give

    def hasty(self: LiveMatch, side: int, orders: Sequence[int], key: str) -> Outcome:
        try:
            return give(self, side, orders, key)
        except NotSaved:
            return Outcome(len(orders))

    with patch.object(LiveMatch, "give", hasty):
        yield


@contextmanager
def _forgetful() -> Iterator[None]:
    def known(self: Store, match: str, side: int, key: str) -> None:
        with self.transaction(match) as db:
            db.execute("DELETE FROM requests WHERE match_id = ?", (match,))

    with patch.object(Store, "accepted", known):
        yield


@contextmanager
def _kept_in_memory() -> Iterator[None]:
    messages = Table._messages

    def stubborn(self: Table, change: Any, clients: Any) -> Any:
        live = self._loaded()
        try:
            return messages(self, change, clients)
        except NotSaved:
            self._live = live
            raise

    with patch.object(Table, "_messages", stubborn):
        yield


@contextmanager
def _nothing_taken_back() -> Iterator[None]:
    update = Client.update

    def deaf(self: Client, live: LiveMatch, snapshot: Snapshot) -> str:
        if self._shown is not None:
            live.match.taken_back[snapshot.view.viewer].clear()
        return update(self, live, snapshot)

    with patch.object(Client, "update", deaf):
        yield


@contextmanager
def _unfenced() -> Iterator[None]:
    with patch.object(Lease, "check", lambda *_: None):
        yield


@contextmanager
def _downtime_charged() -> Iterator[None]:
    with patch.object(Timepiece, "begin", lambda *_: None):
        yield


@contextmanager
def _orders_after_the_flag() -> Iterator[None]:
    with patch.object(MatchClock, "refusal", lambda *_: None):
        yield


@contextmanager
def _flags_stay() -> Iterator[None]:
    async def stay(*_: object) -> None:
        """Nobody ends the match."""

    with patch.object(Timekeeper, "_end", stay):
        yield


@contextmanager
def _lines_lost() -> Iterator[None]:
    say = TableChat.say

    def hasty(self: TableChat, *about: Any) -> Any:
        try:
            return say(self, *about)
        except NotSaved:
            return []

    with patch.object(TableChat, "say", hasty):
        yield


@contextmanager
def _rooms_open_to_all() -> Iterator[None]:
    def anywhere(seats: Collection[int], **_: bool) -> Place:
        return place_of(seats, plays=True, over=True)

    with patch.object(chat, "place_of", anywhere):
        yield


@contextmanager
def _turns_told_again() -> Iterator[None]:
    begin = Channels.begin_turns

    def forgetful(self: Channels, match: str, *about: Any) -> int:
        with self._store.transaction(match) as db:
            db.execute("UPDATE seats SET noticed = 0 WHERE match_id = ?", (match,))
        return begin(self, match, *about)

    with patch.object(Channels, "begin_turns", forgetful):
        yield


@contextmanager
def _games_opened_again() -> Iterator[None]:
    def opened(db: Any, ident: str, game: Game, match: str) -> None:
        db.execute(
            "UPDATE tournament_games SET match = ? WHERE tournament = ? AND round = ?"
            " AND board = ? AND number = ?",
            (match, ident, *game.key),
        )

    with patch.object(Records, "opened", staticmethod(opened)):
        yield


BUGS: Final[dict[str, Callable[[], AbstractContextManager[None]]]] = {
    "an order is acknowledged although it could not be saved": _answered_before_saved,
    "requests that come again are not known": _forgetful,
    "a match that could not be saved stays in memory": _kept_in_memory,
    "screens are not told what was taken back": _nothing_taken_back,
    "a process writes under a fence that has been superseded": _unfenced,
    "clocks run on while no server does": _downtime_charged,
    "whose time is over may order until that is found": _orders_after_the_flag,
    "nobody ends a match whose time is over": _flags_stay,
    "what is said is acknowledged although it could not be saved": _lines_lost,
    "players and those who watch hear each other before the end": _rooms_open_to_all,
    "a turn is told after every change": _turns_told_again,
    "each process opens the games of a tournament": _games_opened_again,
}
"""By what is wrong."""
