"""What waits to be sent: taken by one sender at a time, tried again, and given up at last.

A row is claimed in the database before it is sent and deleted after it; a process that dies in
between leaves it to another, which sends it when the claim has run out. So everything is sent at
least once, and in ordinary operation not twice, however many processes there are.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

from hexfront.core.documents.strictjson import parse_json
from hexfront.people.clocks import Deadline
from hexfront.people.notices.channels import next_digest
from hexfront.people.notices.consents import take_one
from hexfront.people.notices.news import News, tell, write
from hexfront.play.storage.database import marks
from hexfront.play.storage.store import Store

log = logging.getLogger(__name__)

CLAIM_SECONDS: Final = 300.0
"""Longer than any try takes."""
BACKOFF: Final = (60.0, 300.0, 1800.0, 7200.0, 21600.0, 43200.0)
"""Seconds to the next try; after the last one it is given up."""
RELAY_SECONDS: Final = 60.0
"""So long no e-mail is tried after the mail server did not answer."""
WARN_LEFT: Final = 0.2
"""The part of a move's time that is left when a warning goes out."""
LEAST_ALLOWED: Final = 2 * 3600.0
"""Who has less time for a move plays live: he is not warned."""


@dataclass(frozen=True)
class Due:
    """A notice that is to be sent now, and where."""

    id: str
    news: News
    tries: int
    channel: str
    account: str
    """Empty for a guest."""
    way: str
    address: str
    keys: dict[str, str]
    files: bool


def claim(store: Store, now: float) -> Due | None:
    """Take one notice that is to be sent; None where there is none. Errors: `NotSaved`."""
    ready = "held = 0 AND ready <= ? AND claimed <= ?"
    if not store.read(f"SELECT 1 FROM notices WHERE {ready} LIMIT 1", (now, now)):
        return None
    with store.transaction() as db:
        while True:
            row = db.execute(
                "SELECT notices.id, kind, title, notices.match_id, notices.side, detail, tries,"
                " channel, account, way, address, keys, files FROM notices"
                f" LEFT JOIN channels ON channels.id = channel WHERE {ready}"
                " ORDER BY ready, notices.id LIMIT 1",
                (now, now),
            ).fetchone()
            if row is None:
                return None
            ident, kind, title, match_id, side, detail, tries, channel, account, *to = row
            if to[0] is None:  # the channel was ended
                db.execute("DELETE FROM notices WHERE id = ?", (ident,))
                continue
            wait = take_one(db, to[1], now) if not tries else 0
            if wait:
                db.execute("UPDATE notices SET ready = ? WHERE id = ?", (now + wait, ident))
                continue
            db.execute("UPDATE notices SET claimed = ? WHERE id = ?", (now + CLAIM_SECONDS, ident))
            news = News(kind, title, match_id, side, detail)
            keys = parse_json(to[2], "keys") if to[2] else {}
            return Due(ident, news, tries, channel, account or "", to[0], to[1], keys, bool(to[3]))


def done(store: Store, due: Due, held: list[str] | None = None) -> None:
    """It was sent, or need not be any more; `held`: what a digest has told. Errors: `NotSaved`."""
    gone = [due.id, *(held or [])]
    with store.transaction() as db:
        db.execute(f"DELETE FROM notices WHERE id IN ({marks(gone)})", gone)
        db.execute("UPDATE channels SET note = '' WHERE id = ?", (due.channel,))


def failed(store: Store, due: Due, now: float, reason: str, *, relay: bool = False) -> bool:
    """Try it again later, or give it up with a note; whether it was given up. Errors: `NotSaved`.

    `relay`: the mail server does not answer, so all other e-mails wait a while too.
    """
    last = due.tries >= len(BACKOFF)
    with store.transaction() as db:
        if relay:
            db.execute(
                "UPDATE notices SET ready = ? WHERE ready < ? AND id <> ? AND claimed <= ?"
                " AND channel IN (SELECT id FROM channels WHERE way = 'email')",
                (now + RELAY_SECONDS, now + RELAY_SECONDS, due.id, now),
            )
        if last:
            _give_up(db, due, reason)
        else:
            db.execute(
                "UPDATE notices SET ready = ?, claimed = 0, tries = tries + 1 WHERE id = ?",
                (now + BACKOFF[due.tries], due.id),
            )
    return last


def given_up(store: Store, due: Due, reason: str, *, gone: bool) -> None:
    """Another try would not help; `gone`: the channel ends. Errors: `NotSaved`."""
    with store.transaction() as db:
        _give_up(db, due, reason)
        if gone and due.way == "push":
            db.execute("DELETE FROM notices WHERE channel = ?", (due.channel,))
            db.execute("DELETE FROM channels WHERE id = ?", (due.channel,))


def _give_up(db: Any, due: Due, reason: str) -> None:
    db.execute("DELETE FROM notices WHERE id = ?", (due.id,))
    note = f"The last one could not be sent: {reason}."
    db.execute("UPDATE channels SET note = ? WHERE id = ?", (note, due.channel))


def stale(store: Store, due: Due) -> bool:
    """Whether what it says is no longer so: the turn was taken meanwhile. Errors: `NotSaved`."""
    if due.news.kind not in {"turn", "time"}:
        return False
    return not store.read(
        "SELECT 1 FROM seats WHERE match_id = ? AND side = ? AND must_act = 1",
        (due.news.match, due.news.side),
    )


def held_for(store: Store, channel: str) -> list[tuple[str, News]]:
    """What waits for the digest of a channel, but for turns, which it looks up itself."""
    rows: list[Any] = store.read(
        "SELECT id, kind, title, match_id, side, detail FROM notices WHERE channel = ?"
        " AND held = 1 ORDER BY ready, id",
        (channel,),
    )
    return [(row[0], News(*row[1:])) for row in rows]


def turns_of(store: Store, account: str) -> list[tuple[str, int, str]]:
    """Where it is an account's turn: match, side, title. Errors: `NotSaved`."""
    rows: list[Any] = store.read(
        "SELECT account_seats.match_id, account_seats.side, json_extract(scenario, '$.title')"
        " FROM account_seats JOIN matches ON matches.id = account_seats.match_id"
        " JOIN seats ON seats.match_id = account_seats.match_id"
        " AND seats.side = account_seats.side"
        " WHERE account = ? AND over = 0 AND must_act = 1",
        (account,),
    )
    return [(match, side, title) for match, side, title in rows]


def begin_digests(store: Store, now: float) -> None:
    """Write the digests that are due. Errors: `NotSaved`."""
    where = "daily = 1 AND confirmed = 1 AND digest_at <= ?"
    rows = store.read(f"SELECT id FROM channels WHERE {where}", (now,))
    for (channel,) in rows:
        with store.transaction() as db:
            if db.execute(
                f"UPDATE channels SET digest_at = ? WHERE id = ? AND {where}",
                (next_digest(now), channel, now),
            ).rowcount:
                write(db, "id = ?", (channel,), News("digest", ""), now)


def warn(store: Store, deadlines: list[Deadline], now: float) -> None:
    """Warn accounts of moves of which four fifths of the time are gone, once. Errors: `NotSaved`.

    Only where the account has a channel.
    """
    for one in deadlines:
        begins = one.due - WARN_LEFT * one.allowed
        if one.allowed < LEAST_ALLOWED or not begins <= now < one.due:
            continue
        rows: list[Any] = store.read(
            "SELECT account, json_extract(scenario, '$.title') FROM account_seats"
            " JOIN matches ON matches.id = match_id WHERE match_id = ? AND side = ? AND over = 0"
            " AND NOT EXISTS (SELECT 1 FROM warned WHERE warned.match_id = account_seats.match_id"
            " AND warned.side = account_seats.side AND warned.due = ?)",
            (one.match_id, one.side, one.due),
        )
        for account, title in rows:
            with store.transaction() as db:
                if db.execute(
                    "INSERT INTO warned VALUES (?, ?, ?) ON CONFLICT (match_id, side)"
                    " DO UPDATE SET due = excluded.due WHERE warned.due <> excluded.due",
                    (one.match_id, one.side, one.due),
                ).rowcount:
                    tell(db, account, News("time", title, one.match_id, one.side))
