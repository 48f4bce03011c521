"""What is said in matches: by those who play in one room, by those who watch in another.

Before the end nobody reads the other room: players are told nothing from outside, and watchers
nothing of what players tell each other. Lines are numbered in each room of a match; they are no
part of its journal, and go with it.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Collection
from typing import Any, Final, Literal, NamedTuple

from hexfront.core.contract import UMPIRE
from hexfront.core.errors import InputError
from hexfront.play.storage.database import Database, Transaction, marks
from hexfront.play.storage.records import NewTokens
from hexfront.play.storage.store import Store

Room = Literal["players", "watchers"]
ROOMS: Final[tuple[Room, ...]] = ("players", "watchers")
MAX_TEXT: Final = 300
MAX_LINES: Final = 2000
"""In a room of a match."""
SHOWN: Final = 100
"""Of a room, to who comes."""
CONTEXT: Final = 20
"""Lines before one that is reported, which the operator reads with it."""

OFF: Final = "The operator of this server has turned chat off."
BY_OPENER: Final = -1
BY_OPERATOR: Final = -2
CLOSED: Final = {
    BY_OPENER: "Whoever opened this match has turned chat off.",
    BY_OPERATOR: "The operator has turned chat off in this match.",
}
CLOSED_BY_PLAYER: Final = "A player has turned chat off in this match."
UMPIRES: Final = "An umpire sees everything, and says nothing before the end."
PLAYS: Final = "You play in this match: what watchers say is shown to you after the end."


class Line(NamedTuple):
    """Something that was said."""

    room: Room
    number: int
    """In its room of its match."""
    side: int
    """Of who plays; of a watcher -1."""
    account: str
    """Empty for a guest."""
    name: str
    """What the speaker was called then."""
    text: str
    said: int
    """In seconds since 1970."""


class Place(NamedTuple):
    """Where somebody stands in a match: what he reads, and where he may speak."""

    reads: tuple[Room, ...]
    speaks: Room | None
    why: str = ""
    """Why he may not speak."""
    reopens: bool = False
    """Whether he has turned it off himself, and may let all talk again."""


class Speaker(NamedTuple):
    """Who says something."""

    side: int
    account: str
    name: str


def place_of(seats: Collection[int], *, plays: bool, over: bool) -> Place:
    """Where a holder of some seats stands; `plays`: whether his account has a side there.

    >>> place_of([0], plays=True, over=False).reads
    ('players',)
    >>> place_of([-1], plays=True, over=False)
    Place(reads=(), speaks=None, why='You play in this match: what watchers say is ... the end.')
    """
    own: Room = "players" if any(seat >= 0 for seat in seats) else "watchers"
    if over:
        return Place(ROOMS, own)
    if own == "players":
        return Place(("players",), "players")
    if UMPIRE in seats:
        return Place(("players",), None, UMPIRES)
    if plays:
        return Place((), None, PLAYS)
    return Place(("watchers",), "watchers")


_JOINER: Final = "\u200d"
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def cleaned(text: str) -> str:
    """A line as it is shown: no controls, no marks that turn the text around them, one line.

    >>> cleaned("  well \\u202e played\\n")
    'well played'
    """
    spaced = " ".join(text.split())
    kept = (c for c in spaced if c == _JOINER or unicodedata.category(c) not in _UNSEEN)
    return " ".join("".join(kept).split())


def close_chat(db: Any, made: NewTokens) -> None:
    """Let nobody talk in a new match, in the transaction that makes it."""
    db.execute("UPDATE matches SET chat = 0 WHERE id = ?", (made.match,))


def set_chat(db: Transaction, match_id: str, by: int, on: bool) -> None:
    """Turn chat off in a match, or on again, in a transaction; `by`: a side, or `BY_OPERATOR`.

    Errors: `InputError`.
    """
    changed = db.execute(
        "UPDATE matches SET chat = ?, chat_closer = ? WHERE id = ?",
        (int(on), BY_OPENER if on else by, match_id),
    )
    if not changed.rowcount:
        raise InputError.at("body: /match", match_id, "a match of this server")


class Chat:
    """What is said in the matches of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Database) -> None:
        self._store = store

    def closer(self, match_id: str) -> int | None:
        """Who has turned chat off in a match: a side, or one of `CLOSED`; None where it is on."""
        rows = self._store.read("SELECT chat, chat_closer FROM matches WHERE id = ?", (match_id,))
        if not rows:
            return BY_OPENER
        return None if rows[0][0] else int(rows[0][1])

    def turn(self, match_id: str, by: int, on: bool) -> None:
        """Turn chat off in a match, or on again, for a side.

        Errors: `InputError` where another has turned it off, `NotSaved`.
        """
        with self._store.transaction() as db:
            closer = self.closer(match_id)
            if closer not in (None, by):
                why = CLOSED.get(closer, CLOSED_BY_PLAYER)
                raise InputError.at("body: /on", f"<{why}>", "the chat of a match that is on")
            set_chat(db, match_id, by, on)

    def accounts(self, match_id: str) -> dict[int, str]:
        """The accounts that play in a match, by side."""
        rows = self._store.read(
            "SELECT side, account FROM account_seats WHERE match_id = ?", (match_id,)
        )
        return {int(side): str(account) for side, account in rows}

    def check_heard(self, account: str) -> None:
        """Errors: `InputError` where the operator lets an account say nothing for a time."""
        rows = self._store.read(
            "SELECT until, reason FROM account_mutes WHERE account = ? AND until > ?",
            (account, int(time.time())),
        )
        if rows:
            until, reason = rows[0]
            day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(until))
            raise InputError.at(
                "chat", f"<you are muted: {reason}>", f"nothing said before {day} UTC"
            )

    def is_kept(self, match_id: str, key: str) -> bool:
        """Whether a line has come before, by its key, and was stored. Errors: `NotSaved`."""
        query = "SELECT 1 FROM chat WHERE match_id = ? AND request_key = ?"
        return bool(self._store.read(query, (match_id, key)))

    def say(
        self, store: Store, match_id: str, room: Room, by: Speaker, text: str, key: str
    ) -> Line:
        """Store a line, by the store of who serves the match. Errors: `InputError`, `NotSaved`."""
        with store.fenced(match_id) as db:
            query = "SELECT coalesce(max(number), 0) FROM chat WHERE match_id = ? AND room = ?"
            (last,) = db.execute(query, (match_id, room)).fetchone()
            if last >= MAX_LINES:
                raise InputError.at("chat", f"<{last} lines>", f"at most {MAX_LINES} in a match")
            line = Line(room, last + 1, *by, text, int(time.time()))
            db.execute(
                "INSERT INTO chat (match_id, room, number, side, account, name, text, said,"
                " request_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (match_id, *line, key),
            )
        return line

    def lines(
        self, match_id: str, room: Room, *, last: int | None = None, count: int = SHOWN
    ) -> list[Line]:
        """The last lines of a room, or those up to number `last`."""
        rows = self._store.read(
            "SELECT room, number, side, account, name, text, said FROM chat"
            " WHERE match_id = ? AND room = ? AND number <= ? ORDER BY number DESC LIMIT ?",
            (match_id, room, MAX_LINES if last is None else last, count),
        )
        return [Line(*row) for row in reversed(rows)]

    def unheard(self, account: str) -> set[str]:
        """The accounts whose words are not shown to one: those it has blocked or muted."""
        if not account:
            return set()
        rows = self._store.read(
            "SELECT other FROM blocks WHERE account = ? UNION SELECT other FROM mutes"
            " WHERE account = ?",
            (account, account),
        )
        return {str(row[0]) for row in rows}

    def deaf(self, account: str, among: Collection[str]) -> set[str]:
        """Those of some accounts that are not shown what one says."""
        listeners = [each for each in among if each]
        if not account or not listeners:
            return set()
        rows = self._store.read(
            f"SELECT account FROM blocks WHERE other = ? AND account IN ({marks(listeners)}) UNION"
            f" SELECT account FROM mutes WHERE other = ? AND account IN ({marks(listeners)})",
            (account, *listeners, account, *listeners),
        )
        return {str(row[0]) for row in rows}
