"""What may point to one person with several accounts, or to two who arrange results.

For the operator alone, who judges: nothing follows by itself. Only what is honestly known: that
two accounts were used from one network, of which a keyed hash is kept; that they play mostly with
each other; that one of them wins nearly always.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from hexfront.people.ratings import MACHINE
from hexfront.people.results import player_names
from hexfront.play.storage.store import Store

KEPT_DAYS: Final = 30
"""So long it is kept that an account was used from a network."""
GAMES_DAYS: Final = 365
"""So far back games count."""
MAX_SHARING: Final = 10
"""A network with more accounts, such as a school's, says nothing."""
LEAST_GAMES: Final = 5
MOSTLY: Final = 0.6
NEARLY_ALWAYS: Final = 0.9
SHOWN: Final = 50
_KEY: Final = "networks"


class Signal(NamedTuple):
    """What is known of two accounts."""

    names: tuple[str, str]
    networks: int
    """From how many networks both were used in the last days."""
    games: int
    """That they have finished with each other."""
    of_all: tuple[int, int]
    """How many games each has finished."""
    wins: tuple[int, int]
    signs: tuple[str, ...]
    """What is out of the ordinary, in words."""


class Signals:
    """The signals in a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""
        self._noted: set[tuple[str, str]] = set()
        self._day = ""
        self._lock = threading.Lock()

    def note(self, account: str, network: str) -> None:
        """Note from which network an account is used, once a day. Errors: `NotSaved`."""
        day = datetime.now(UTC).date()
        with self._lock:
            if self._day != day.isoformat():
                self._day = day.isoformat()
                self._noted.clear()
            if (account, network) in self._noted:
                return
            self._noted.add((account, network))
        key = self._secret()
        digest = hmac.new(key, network.encode(), hashlib.sha256).hexdigest()[:32]
        with self._store.transaction() as db:
            if not db.execute("SELECT 1 FROM accounts WHERE id = ?", (account,)).fetchone():
                return
            db.execute(
                "INSERT INTO account_networks VALUES (?, ?, ?)"
                " ON CONFLICT (account, network) DO UPDATE SET day = excluded.day",
                (account, digest, day.isoformat()),
            )

    def _secret(self) -> bytes:
        """The key of the hashes; made by whoever needs it first."""
        if not self._key:
            with self._store.transaction() as db:
                db.execute(
                    "INSERT INTO keys (name, key) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                    (_KEY, secrets.token_bytes(32)),
                )
                (found,) = db.execute("SELECT key FROM keys WHERE name = ?", (_KEY,)).fetchone()
            self._key = bytes(found)
        return self._key

    def pairs(self) -> list[Signal]:
        """The pairs of accounts of which something is out of the ordinary. Errors: `NotSaved`."""
        read = self._store.read
        shared = {
            (str(one), str(other)): int(count)
            for one, other, count in read(
                "SELECT a.account, b.account, count(*) FROM account_networks AS a"
                " JOIN account_networks AS b ON a.network = b.network AND a.account < b.account"
                " WHERE a.network IN (SELECT network FROM account_networks GROUP BY network"
                " HAVING count(*) <= ?) GROUP BY a.account, b.account",
                (MAX_SHARING,),
            )
        }
        since = (datetime.now(UTC) - timedelta(GAMES_DAYS)).isoformat()
        person = f"player <> '' AND substr(player, 1, {len(MACHINE)}) <> '{MACHINE}' AND ended > ?"
        rows = read(
            "SELECT a.player, b.player, count(*),"
            " sum(CASE WHEN a.outcome = 'won' THEN 1 ELSE 0 END),"
            " sum(CASE WHEN b.outcome = 'won' THEN 1 ELSE 0 END)"
            f" FROM (SELECT * FROM played WHERE {person}) AS a"
            f" JOIN (SELECT * FROM played WHERE {person}) AS b"
            " ON a.match = b.match AND a.player < b.player GROUP BY a.player, b.player",
            (since, since),
        )
        met = {(str(a), str(b)): (int(n), int(x), int(y)) for a, b, n, x, y in rows}
        total = {
            str(player): int(count)
            for player, count in read(
                f"SELECT player, count(*) FROM played WHERE {person} GROUP BY player", (since,)
            )
        }
        pairs = sorted({*shared, *met})
        names = player_names(self._store, [account for pair in pairs for account in pair])
        found = []
        for pair in pairs:
            games, *wins = met.get(pair, (0, 0, 0))
            of_all = (total.get(pair[0], 0), total.get(pair[1], 0))
            signs = tuple(_signs(shared.get(pair, 0), games, of_all, wins))
            if signs and pair[0] in names and pair[1] in names:
                called = (names[pair[0]], names[pair[1]])
                one, other = wins
                about = (shared.get(pair, 0), games, of_all, (one, other))
                found.append(Signal(called, *about, signs))
        return sorted(found, key=lambda one: (-len(one.signs), -one.games))[:SHOWN]


def forget_networks(db: Any, now: float) -> None:
    """Delete hashes of networks that are older than `KEPT_DAYS`, in a transaction."""
    oldest = datetime.fromtimestamp(now, UTC).date() - timedelta(KEPT_DAYS)
    db.execute("DELETE FROM account_networks WHERE day < ?", (oldest.isoformat(),))


def _signs(networks: int, games: int, of_all: tuple[int, int], wins: list[int]) -> list[str]:
    found = []
    if networks:
        found.append("used from the same network")
    if games >= LEAST_GAMES and games >= MOSTLY * min(of_all):
        found.append("play mostly with each other")
    if games >= LEAST_GAMES and max(wins) >= NEARLY_ALWAYS * games:
        found.append("one wins nearly always")
    return found
