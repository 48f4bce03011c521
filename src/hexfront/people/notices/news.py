"""What there is to tell, and the one way to tell an account: `tell` writes what is to be sent."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from hexfront.people.accounts import new_id

NewsKind = Literal[
    "turn",
    "time",
    "begun",
    "invited",
    "declined",
    "lost",
    "over",
    "round",
    "tournament",
    "test",
    "ask",
    "digest",
    "orders",
]
KINDS: Final = get_args(NewsKind)
MAX_WAITING: Final = 100
"""Notices that wait to be sent by one channel; the oldest give way."""
AT_ONCE: Final = ("time", "test", "ask", "digest", "orders")
"""What does not wait for the day's digest."""
_COLUMNS: Final = "id, channel, kind, match_id, side, title, detail, held, ready"


@dataclass(frozen=True)
class News:
    """Something to tell. Nothing hidden of a match may stand in it."""

    kind: NewsKind
    """`turn`: it is one's turn; `time`: four fifths of its time are gone; `begun`: a game has
    begun; `invited`: somebody wants to play; `declined`: somebody does not; `lost`: one has
    lost on time, by staying away or by resigning; `over`: a game is over, by its rules or since
    others have ended it; `round`: a round of a tournament has begun; `tournament`: what else
    happens in it. The rest is for the sender itself."""
    title: str
    """Of the game or the tournament."""
    match: str = ""
    side: int = -1
    detail: str = ""
    """What else is said, in one short line, such as who invites."""


def tell(db: Any, account: str, news: News) -> int:
    """Tell an account something, by all channels that it has agreed to.

    Within a transaction of the caller, which may be one of a match. Returns by how many channels.
    """
    return write(db, "account = ?", (account,), news)


def tell_side(db: Any, match_id: str, side: int, news: News) -> int:
    """Tell whoever plays a side of a match, with or without an account; as `tell`."""
    where = (
        "account = (SELECT account FROM account_seats WHERE match_id = ? AND side = ?)"
        " OR (match_id = ? AND side = ?)"
    )
    return write(db, where, (match_id, side, match_id, side), news)


def write(db: Any, where: str, values: tuple[object, ...], news: News, now: float = 0) -> int:
    """Tell something by some channels, in a transaction; returns by how many."""
    least = 0 if news.kind == "ask" else 1
    rows = db.execute(
        f"SELECT id, daily, files FROM channels WHERE ({where}) AND confirmed >= ? ORDER BY id",
        (*values, least),
    ).fetchall()
    for channel, daily, files in rows:
        said = news
        if news.kind in {"turn", "time"}:
            # One notice of a kind about a turn: what was not sent yet is overtaken.
            _overtake(db, channel, news, news.kind)
        if news.kind == "turn":
            # Nor is a beginning told besides the turn with which it comes.
            if _overtake(db, channel, news, "begun"):
                said = replace(news, detail="It has just begun.")
            if title := _overtake(db, channel, news, "round"):
                said = replace(news, detail=f"“{title}” has just begun.")
        # Who plays by e-mail needs each turn's file at once.
        at_once = news.kind in AT_ONCE or (files and news.kind == "turn")
        held = int(bool(daily) and not at_once)
        db.execute(
            f"INSERT INTO notices ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(new_id(), channel, said.kind, said.match, said.side, said.title, said.detail),
                *(held, now or time.time()),
            ),
        )
        db.execute(
            "DELETE FROM notices WHERE channel = ? AND id NOT IN (SELECT id FROM notices"
            " WHERE channel = ? ORDER BY ready DESC, id LIMIT ?)",
            (channel, channel, MAX_WAITING),
        )
    return len(rows)


def _overtake(db: Any, channel: str, news: News, kind: NewsKind) -> str:
    """Take back what a channel was not told yet of a kind about the same side; its title."""
    where = "channel = ? AND kind = ? AND match_id = ? AND side = ? AND claimed = 0"
    about = (channel, kind, news.match, news.side)
    found = db.execute(f"SELECT title FROM notices WHERE {where}", about).fetchone()
    if found is None:
        return ""
    db.execute(f"DELETE FROM notices WHERE {where}", about)
    return str(found[0])
