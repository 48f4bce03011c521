"""The lobby: games that wait for players, and those that are played.

A game begins when as many persons have joined as it wants; machines play the sides that are left.
Who has blocked somebody does not meet him in an open game, and is not invited by him. A game to
which a player is invited is shown to him and to who has opened it alone.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexfront.core.errors import InputError
from hexfront.people.accounts import Account, new_id
from hexfront.people.chat import close_chat
from hexfront.people.clocks import create_clocks
from hexfront.people.notices.news import News, tell
from hexfront.people.paces import NO_CLOCK, paces
from hexfront.people.seats import check_room, seat_accounts
from hexfront.play.storage.database import Transaction
from hexfront.play.storage.records import NewTokens
from hexfront.play.storage.store import Store

MAX_OPEN: Final = 3
"""Games that one account may have open."""
MAX_OPEN_ALL: Final = 500
OPEN_DAYS: Final = 14
"""After so many days a game that nobody joined is taken off."""
ANY_SIDE: Final = -1
MAX_LIVE: Final = 12
"""Matches that are shown as being played."""


@dataclass(frozen=True)
class OpenGame:
    """A game that waits for players."""

    id: str
    host: str
    """The account of who has opened it."""
    system: str
    scenario: str
    title: str
    persons: int
    sides: int
    pace: str
    rated: bool
    seats: tuple[tuple[str, int], ...]
    """Accounts that play, with the side that each has chosen or `ANY_SIDE`."""
    chat: bool = True
    """Whether its players and watchers may talk."""
    invited: str = ""
    """The account that it is for; empty where anybody may join."""
    declined: bool = False
    """Whether that one does not want to play it."""

    def waits_for(self, account: str) -> bool:
        """Whether an account may join."""
        return self.invited in ("", account) and not self.declined and not self.full

    @property
    def accounts(self) -> list[str]:
        """The accounts that play, the host first."""
        return sorted((account for account, _ in self.seats), key=lambda one: one != self.host)

    @property
    def full(self) -> bool:
        """Whether it can begin."""
        return len(self.seats) >= self.persons

    def drawn(self) -> dict[int, str]:
        """The accounts by side: those that were chosen, the rest at random."""
        taken = {side: account for account, side in self.seats if side != ANY_SIDE}
        free = [side for side in range(self.sides) if side not in taken]
        secrets.SystemRandom().shuffle(free)
        rest = [account for account, side in self.seats if side == ANY_SIDE]
        return taken | dict(zip(free, rest, strict=False))


@dataclass(frozen=True)
class GameWish:
    """What somebody wants to play."""

    system: str
    scenario: str
    title: str
    sides: int
    persons: int
    side: int
    """A side, or `ANY_SIDE`."""
    pace: str
    rated: bool
    chat: bool = True
    """Whether its players and watchers may talk."""
    invited: Account | None = None
    """Whom it is for; None where anybody may join."""


@dataclass(frozen=True)
class LiveGame:
    """A match of the lobby that is played."""

    match: str
    system: str
    title: str
    rated: bool
    pace: str
    players: tuple[tuple[int, str], ...]
    """Side and key of each."""
    created: str
    """When it began; ISO, in UTC."""


class Lobby:
    """The open games of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        """`clock`: the time by which clocks of games go."""
        self._store = store
        self._clock = clock

    def open(self, account: Account, wish: GameWish) -> OpenGame:
        """Open a game. Errors: `InputError`, `NotSaved`."""
        if not 1 <= wish.persons <= wish.sides:
            raise InputError.at("body: /persons", wish.persons, f"1 to {wish.sides}")
        if wish.side != ANY_SIDE and not 0 <= wish.side < wish.sides:
            expected = f"0 to {wish.sides - 1}, or {ANY_SIDE} for any"
            raise InputError.at("body: /side", wish.side, expected)
        if wish.invited is not None:
            self._check_invitation(account, wish, wish.invited)
        now, ident = int(time.time()), new_id()
        with self._store.transaction() as db:
            _check_open_games(db, account)
            check_room(self._store, account.id)
            db.execute(
                "INSERT INTO open_games (id, account, system, scenario, title, persons, sides,"
                " pace, rated, created, chat) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(ident, account.id, wish.system, wish.scenario, wish.title),
                    *(wish.persons, wish.sides, wish.pace, int(wish.rated), now, int(wish.chat)),
                ),
            )
            db.execute("INSERT INTO open_seats VALUES (?, ?, ?)", (ident, account.id, wish.side))
            if wish.invited is not None:
                self._invite(db, account, ident, wish.title, wish.invited)
        return self.game(ident)

    def _check_invitation(self, account: Account, wish: GameWish, invited: Account) -> None:
        if wish.persons != 2:
            raise InputError.at("body: /persons", wish.persons, "2, where somebody is invited")
        if invited.id == account.id:
            raise InputError.at("body: /invite", invited.name, "the name of another player")
        blocked = "SELECT 1 FROM blocks WHERE account = ? AND other = ?"
        if self._store.read(blocked, (account.id, invited.id)):
            raise InputError.at("body: /invite", invited.name, "a player whom you have not blocked")

    def _invite(self, db: Any, host: Account, game: str, title: str, invited: Account) -> None:
        """Invite a player, in a transaction; of one who has blocked the host he learns nothing."""
        db.execute("INSERT INTO invitations (game, account) VALUES (?, ?)", (game, invited.id))
        if host.id not in self.avoided(invited.id):
            detail = f"{host.name} invites you: accept or decline in the lobby."
            tell(db, invited.id, News("invited", title, detail=detail))

    def decline(self, account: Account, game: str) -> None:
        """Decline an invitation, and let the host know. Errors: `InputError`, `NotSaved`."""
        with self._store.transaction() as db:
            found = self.game(game)
            if account.id != found.invited or found.declined or self._meets_avoided(account, found):
                raise _gone(game)
            db.execute("UPDATE invitations SET declined = 1 WHERE game = ?", (game,))
            tell(db, found.host, News("declined", found.title, detail=account.name))

    def _meets_avoided(self, account: Account, game: OpenGame) -> bool:
        return bool(self.avoided(account.id).intersection(other for other, _ in game.seats))

    def join(self, account: Account, game: str) -> OpenGame:
        """Join a game; it can begin where it is full then. Errors: `InputError`, `NotSaved`."""
        with self._store.transaction() as db:
            found = self.game(game)
            if account.id in [other for other, _ in found.seats]:
                return found
            if found.full:
                raise InputError.at("body: /game", "<a game that is full>", "one that waits")
            if not found.waits_for(account.id) or self._meets_avoided(account, found):
                # The same as for a game that is gone: nobody learns who has blocked him, or of
                # invitations of others.
                raise _gone(game)
            check_room(self._store, account.id)
            db.execute("INSERT INTO open_seats VALUES (?, ?, ?)", (game, account.id, ANY_SIDE))
        return self.game(game)

    def leave(self, account: Account, game: str) -> None:
        """Leave a game, or take it off where it is one's own. Errors: `InputError`, `NotSaved`."""
        with self._store.transaction() as db:
            if self.game(game).host == account.id:
                _drop(db, "id = ?", (game,))
                return
            db.execute("DELETE FROM open_seats WHERE game = ? AND account = ?", (game, account.id))

    def game(self, game: str) -> OpenGame:
        """A game that is open. Errors: `InputError`, `NotSaved`."""
        found = self._games("WHERE id = ?", (game,))
        if not found:
            raise _gone(game)
        return found[0]

    def games(self) -> list[OpenGame]:
        """The games that wait for players, the newest first."""
        return [game for game in self._games("", ()) if not game.full]

    def avoided(self, viewer: str) -> set[str]:
        """The accounts that one has blocked, and those that have blocked one."""
        rows = self._store.read(
            "SELECT other FROM blocks WHERE account = ?"
            " UNION SELECT account FROM blocks WHERE other = ?",
            (viewer, viewer),
        )
        return {str(row[0]) for row in rows}

    def full(self) -> list[OpenGame]:
        """Games that could begin and have not, as after a kill of the server."""
        return [game for game in self._games("", ()) if game.full]

    def _games(self, where: str, values: Sequence[object]) -> list[OpenGame]:
        rows = self._store.read(
            "SELECT id, account, system, scenario, title, persons, sides, pace, rated,"
            f" chat FROM open_games {where} ORDER BY created DESC, id",
            values,
        )
        seats: dict[str, list[tuple[str, int]]] = {}
        for game, account, side in self._store.read(
            "SELECT game, account, side FROM open_seats ORDER BY game, account"
        ):
            seats.setdefault(game, []).append((account, side))
        invited = {
            game: (account, bool(declined))
            for game, account, declined in self._store.read(
                "SELECT game, account, declined FROM invitations"
            )
        }
        found = []
        for ident, host, system, scenario, title, persons, sides, pace, rated, chat in rows:
            terms = (persons, sides, pace, bool(rated))
            whom, declined = invited.get(ident, ("", False))
            found.append(
                OpenGame(
                    *(ident, host, system, scenario, title),
                    *terms,
                    seats=tuple(seats.get(ident, ())),
                    chat=bool(chat),
                    invited=whom,
                    declined=declined,
                )
            )
        return found

    def begin(self, db: Any, made: NewTokens, game: OpenGame, accounts: Mapping[int, str]) -> None:
        """Make a new match the one of a game, in the transaction that makes it.

        Errors: `InputError` where the game is not open any more.
        """
        if not db.execute("SELECT 1 FROM open_games WHERE id = ?", (game.id,)).fetchone():
            raise _gone(game.id)
        _drop(db, "id = ?", (game.id,))
        set_terms(
            *(db, made.match, accounts, game.title, game.pace),
            rated=game.rated,
            now=self._clock(),
        )
        if not game.chat:
            close_chat(db, made)

    def live(self) -> list[LiveGame]:
        """The newest matches of the lobby that are played."""
        rows = self._store.read(
            "SELECT id, system, title, rated, pace, created FROM matches"
            " JOIN match_terms ON match_id = id WHERE over = 0 ORDER BY created DESC, id LIMIT ?",
            (MAX_LIVE,),
        )
        return [self._live(*row) for row in rows]

    def _live(
        self, match_id: str, system: str, title: str, rated: int, pace: str, created: str
    ) -> LiveGame:
        players = self._store.read(
            "SELECT seats.side, kind, agent, account FROM seats LEFT JOIN account_seats"
            " ON account_seats.match_id = seats.match_id AND account_seats.side = seats.side"
            " WHERE seats.match_id = ? AND seats.side >= 0 ORDER BY seats.side",
            (match_id,),
        )
        keys = tuple(
            (side, f"machine:{agent}" if kind == "machine" else account or "")
            for side, kind, agent, account in players
        )
        return LiveGame(match_id, system, title, bool(rated), pace, keys, created)


def set_terms(
    db: Transaction,
    match: str,
    accounts: Mapping[int, str],
    title: str,
    pace: str,
    *,
    rated: bool,
    now: float,
) -> None:
    """Say whose the sides of a new match are and how it is played, in the transaction."""
    seat_accounts(db, match, accounts)
    db.execute("INSERT INTO match_terms VALUES (?, ?, ?, ?, 0)", (match, title, pace, int(rated)))
    create_clocks(db, match, paces().get(pace, paces()[NO_CLOCK]), accounts, now)


def _check_open_games(db: Any, account: Account) -> None:
    (own,) = db.execute(
        "SELECT count(*) FROM open_games WHERE account = ?", (account.id,)
    ).fetchone()
    if own >= MAX_OPEN:
        raise InputError.at("lobby", f"<{own} open games of yours>", f"at most {MAX_OPEN}")
    (count,) = db.execute("SELECT count(*) FROM open_games").fetchone()
    if count >= MAX_OPEN_ALL:
        raise InputError.at("lobby", f"<{count} open games>", f"at most {MAX_OPEN_ALL}; join one")


def forget_open_games(db: Transaction, now: float) -> None:
    """Take games off that nobody joined for `OPEN_DAYS`, in a transaction."""
    _drop(db, "created < ?", (int(now) - OPEN_DAYS * 24 * 3600,))


def leave_lobby(db: Transaction, account: str) -> None:
    """Take an account out of all open games; those that are its own or for it are taken off."""
    own = "account = ? OR id IN (SELECT game FROM invitations WHERE account = ?)"
    _drop(db, own, (account, account))
    db.execute("DELETE FROM open_seats WHERE account = ?", (account,))


def _drop(db: Transaction, where: str, values: Sequence[object]) -> None:
    for game in db.execute(f"SELECT id FROM open_games WHERE {where}", values).fetchall():
        db.execute("DELETE FROM open_seats WHERE game = ?", game)
        db.execute("DELETE FROM invitations WHERE game = ?", game)
        db.execute("DELETE FROM open_games WHERE id = ?", game)


def _gone(game: str) -> InputError:
    return InputError.at("body: /game", game, "a game that waits in the lobby")
