"""What an operator does and sees in the store: bans, drains, and a record of every deed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple

from hexfront.play.storage.database import Transaction
from hexfront.play.storage.store import Store

MATCHES_SHOWN: Final = 100
DEEDS_SHOWN: Final = 50


class By(NamedTuple):
    """Who does something: from which address."""

    address: str


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def record(db: Transaction, by: By, deed: str, about: str) -> None:
    """Note a deed, in the transaction in which it is done."""
    db.execute(
        "INSERT INTO audit (number, happened, address, deed, about) VALUES"
        " ((SELECT coalesce(max(number), 0) + 1 FROM audit), ?, ?, ?, ?)",
        (_now(), by.address, deed, about),
    )


def note(store: Store, by: By, deed: str, about: str = "") -> None:
    """Note a deed that changes nothing in the store. Errors: `NotSaved`."""
    with store.transaction() as db:
        record(db, by, deed, about)


def ban(store: Store, by: By, network: str, reason: str) -> None:
    """Answer an address or a network no more. Errors: `NotSaved`."""
    with store.transaction() as db:
        db.execute(
            "INSERT INTO bans (network, reason, since) VALUES (?, ?, ?)"
            " ON CONFLICT (network) DO UPDATE SET reason = excluded.reason",
            (network, reason, _now()),
        )
        record(db, by, "ban", f"{network} {reason}".strip())


def lift(store: Store, by: By, network: str) -> bool:
    """Answer an address or a network again; whether it was banned. Errors: `NotSaved`."""
    with store.transaction() as db:
        lifted = db.execute("DELETE FROM bans WHERE network = ?", (network,)).rowcount
        if lifted:
            record(db, by, "lift ban", network)
    return bool(lifted)


def bans(store: Store) -> list[tuple[str, str, str]]:
    """Network, reason and day of every ban. Errors: `NotSaved`."""
    rows = store.read("SELECT network, reason, since FROM bans ORDER BY since DESC, network")
    return [(str(row[0]), str(row[1]), str(row[2])) for row in rows]


def drain(store: Store, by: By, process: str, draining: bool) -> bool:
    """Let a process take no new matches, or take them again; whether there is such a process.

    It learns of it when it renews its lease. Errors: `NotSaved`.
    """
    with store.transaction() as db:
        found = db.execute(
            "UPDATE processes SET draining = ? WHERE id = ? AND expires > unix_now()",
            (int(draining), process),
        ).rowcount
        if found:
            record(db, by, "drain" if draining else "end drain", process)
    return bool(found)


def deeds(store: Store) -> list[tuple[str, str, str, str]]:
    """Time, address, deed and what it was about, the newest first. Errors: `NotSaved`."""
    rows = store.read(
        "SELECT happened, address, deed, about FROM audit ORDER BY number DESC LIMIT ?",
        (DEEDS_SHOWN,),
    )
    return [(str(row[0]), str(row[1]), str(row[2]), str(row[3])) for row in rows]


class MatchRow(NamedTuple):
    """A match, with nothing of what is played in it."""

    match: str
    system: str
    title: str
    created: str
    over: bool
    chat: bool
    """Whether one may talk there."""
    process: str
    """That serves it; empty where none does."""


def newest(store: Store) -> list[MatchRow]:
    """The newest matches. Errors: `NotSaved`."""
    rows = store.read(
        "SELECT matches.id, system, json_extract(scenario, '$.title'), created, over, chat,"
        " coalesce(process, '') FROM matches LEFT JOIN holders ON match_id = matches.id"
        " ORDER BY made DESC LIMIT ?",
        (MATCHES_SHOWN,),
    )
    return [
        MatchRow(
            str(match), str(system), str(title or ""), str(made), bool(over), bool(chat), str(where)
        )
        for match, system, title, made, over, chat, where in rows
    ]


def counts(store: Store) -> tuple[int, int]:
    """How many matches go on, and how many are over. Errors: `NotSaved`."""
    found = {
        bool(over): int(count)
        for over, count in store.read("SELECT over, count(*) FROM matches GROUP BY over")
    }
    return found.get(False, 0), found.get(True, 0)
