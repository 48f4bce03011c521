"""The accounts of a server, as its operator looks through them."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from hexfront.people.names import name_key
from hexfront.play.storage.store import Store

PAGE: Final = 50
"""Accounts that are shown at once."""


class Entry(NamedTuple):
    """An account, as an operator sees it: nothing of what it plays."""

    name: str
    created: str
    seen: int
    """When a browser of it was last here, in seconds since 1970; 0 where none is signed in."""
    games: int
    """Of its games, those that go on."""
    banned: bool
    muted: int
    """Until when, in seconds since 1970; 0 where it is not."""


class Directory(NamedTuple):
    """A page of accounts."""

    every: int
    """How many accounts there are."""
    found: int
    """How many of them have the part of a name that was looked for."""
    entries: list[Entry]
    """Those of the page, the newest first."""


def look(store: Store, part: str, page: int) -> Directory:
    """A page, from 0, of the accounts with some part of a name. Errors: `NotSaved`."""
    where, values = _named(part)
    ((every,),) = store.read("SELECT count(*) FROM accounts")
    ((found,),) = store.read(f"SELECT count(*) FROM accounts WHERE {where}", values)
    rows = store.read(
        "SELECT name, accounts.created,"
        " coalesce((SELECT max(seen) FROM sessions WHERE account = accounts.id), 0),"
        " (SELECT count(DISTINCT match_id) FROM account_seats"
        " JOIN matches ON matches.id = match_id WHERE account = accounts.id AND over = 0),"
        " (SELECT count(*) FROM account_bans WHERE account = accounts.id),"
        " coalesce((SELECT max(until) FROM account_mutes"
        " WHERE account = accounts.id AND until > ?), 0)"
        f" FROM accounts WHERE {where} ORDER BY accounts.created DESC, accounts.id"
        " LIMIT ? OFFSET ?",
        (int(time.time()), *values, PAGE, page * PAGE),
    )
    entries = [
        Entry(str(name), str(created), int(seen), int(games), bool(banned), int(muted))
        for name, created, seen, games, banned, muted in rows
    ]
    return Directory(int(every), int(found), entries)


def _named(part: str) -> tuple[str, tuple[str, ...]]:
    """SQL for the accounts with a part of a name: as it is written, or as names are compared."""
    written = part.strip().lower()
    for mark in "!%_":
        written = written.replace(mark, f"!{mark}")
    where, values = "lower(name) LIKE ? ESCAPE '!'", (f"%{written}%",)
    key = name_key(part)
    # Without letters there is nothing to compare but what is written.
    return (f"({where} OR name_key LIKE ?)", (*values, f"%{key}%")) if key else (where, values)
