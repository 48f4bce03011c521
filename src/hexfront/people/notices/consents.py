"""Whether the owner of an address wants notices: asked once, and ended by one click.

Anybody can type anybody's e-mail address. So nothing but one e-mail of asking a day goes to it
until its owner has agreed, and none at all once he has refused. To webhooks and browsers, which
the operator's settings allow, notices go until they are ended. The link in every notice opens a
page where its reader can do either; it holds a token that only the notice and a key of the store
can tell, and its hash is what is stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

from hexfront.core.errors import InputError
from hexfront.play.storage.database import Database
from hexfront.play.storage.tokens import derived, hash_token, new_key

State = Literal["asked", "agreed", "refused"]

ASK_AGAIN: Final = timedelta(days=1)
KEY: Final = "mail"
NOTICES_AN_HOUR: Final = 20
"""To one address, whoever they are for."""
HOUR: Final = 3600
_OF: Final = "address = ? OR (way = 'email' AND lower(address) = ?)"
"""The channels to an address."""


class Consent(NamedTuple):
    """An address, and what its owner has said."""

    address: str
    state: State


def address_key(address: str) -> str:
    """What an address is kept by: e-mail addresses in small letters, others as they are."""
    return address if "://" in address else address.lower()


def store_key(store: Database, name: str, make: Callable[[], bytes] = new_key) -> bytes:
    """A secret of the store, made when it is first needed. Errors: `NotSaved`."""
    query = "SELECT key FROM keys WHERE name = ?"
    rows = store.read(query, (name,))
    if not rows:
        with store.transaction() as db:
            db.execute("INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", (name, make()))
        rows = store.read(query, (name,))
    return bytes(rows[0][0])


class Consents:
    """What the owners of addresses have said. Blocks; safe to use from several threads."""

    def __init__(self, store: Database, home: str) -> None:
        """`home`: the address of the home page, for the links."""
        self._store = store
        self._home = home

    def token(self, address: str) -> str:
        """The token of an address: the same in every notice."""
        return derived(store_key(self._store, KEY), f"mail:{address_key(address)}")

    def page(self, address: str) -> str:
        """The link to the page where the owner of an address agrees or refuses."""
        return f"{self._home}mail#{self.token(address)}"

    def one_click(self, address: str) -> str:
        """The link by which a program ends the notices to an address (RFC 8058)."""
        return f"{self._home}api/mail/end?token={self.token(address)}"

    def state(self, address: str) -> State | None:
        """What the owner of an address has said; None where nobody has asked."""
        query = "SELECT state FROM consents WHERE address = ?"
        rows = self._store.read(query, (address_key(address),))
        return rows[0][0] if rows else None

    def ask(self, address: str, *, anew: bool = False) -> bool:
        """Note that the owner is asked now; whether an e-mail of asking is to go out.

        `anew`: although he has agreed before, to what others wanted.
        Errors: `InputError` where he has refused.
        """
        now, token, key = datetime.now(UTC), self.token(address), address_key(address)
        with self._store.transaction() as db:
            query = "SELECT state, asked FROM consents WHERE address = ?"
            state, asked = db.execute(query, (key,)).fetchone() or (None, "")
            if state == "refused":
                raise _refused("email", address)
            if (state == "agreed" and not anew) or asked > (now - ASK_AGAIN).isoformat():
                return False
            self._note(db, key, token, state or "asked", now.isoformat())
        return True

    def open(self, address: str, *, again: bool = False) -> None:
        """Note an address of which nobody need be asked, so that it can be ended.

        `again`: whether it counts although it was ended before, as a browser that asks itself.
        Errors: `InputError` where it was ended.
        """
        token, key = self.token(address), address_key(address)
        with self._store.transaction() as db:
            query = "SELECT state FROM consents WHERE address = ?"
            (state,) = db.execute(query, (key,)).fetchone() or (None,)
            if state == "refused" and not again:
                raise _refused("webhook", address)
            if state != "agreed":
                self._note(db, key, token, "agreed", "")

    @staticmethod
    def _note(db: Any, key: str, token: str, state: State, asked: str) -> None:
        db.execute(
            "INSERT INTO consents (address, token_hash, state, asked) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (address) DO UPDATE SET token_hash = excluded.token_hash,"
            " state = excluded.state, asked = excluded.asked",
            (key, hash_token(token), state, asked),
        )

    def answer(self, token: str, agrees: bool | None) -> Consent:
        """Keep what the holder of a token says, or with None only look.

        Who refuses is told of nothing any more. Errors: `InputError`, `NotSaved`.
        """
        with self._store.transaction() as db:
            query = "SELECT address, state FROM consents WHERE token_hash = ?"
            found = db.execute(query, (hash_token(token),)).fetchone()
            if found is None:
                raise InputError.at("token", "<unknown>", "the link of one of our notices")
            address, state = found
            if agrees is not None:
                state = "agreed" if agrees else "refused"
                db.execute("UPDATE consents SET state = ? WHERE address = ?", (state, address))
            if agrees:
                db.execute(f"UPDATE channels SET confirmed = 1 WHERE {_OF}", (address, address))
            elif agrees is False:
                drop_channels(db, _OF, (address, address))
            waits = f"SELECT 1 FROM channels WHERE confirmed = 0 AND ({_OF})"
            if state == "agreed" and db.execute(waits, (address, address)).fetchone():
                state = "asked"
        return Consent(address, state)


def take_one(db: Any, address: str, now: float | None = None) -> float:
    """Count a notice to an address; seconds to wait where it has had enough of them, else 0."""
    now = time.time() if now is None else now
    hour, key = int(now // HOUR), address_key(address)
    query = "SELECT hour, sent FROM consents WHERE address = ?"
    last, sent = db.execute(query, (key,)).fetchone() or (0, 0)
    if last == hour and sent >= NOTICES_AN_HOUR:
        return (hour + 1) * HOUR - now
    db.execute(
        "UPDATE consents SET hour = ?, sent = ? WHERE address = ?",
        (hour, sent + 1 if last == hour else 1, key),
    )
    return 0


def drop_channels(db: Any, where: str, values: tuple[object, ...]) -> None:
    """End channels, with all that waits to be sent by them, in a transaction."""
    found = f"SELECT id FROM channels WHERE {where}"
    db.execute(f"DELETE FROM notices WHERE channel IN ({found})", values)
    db.execute(f"DELETE FROM channels WHERE {where}", values)


def forget_addresses(db: Any, account: str) -> None:
    """End the channels of an account, and forget addresses that nobody else uses.

    That somebody wants no more notices is kept.
    """
    mine = db.execute("SELECT address FROM channels WHERE account = ?", (account,)).fetchall()
    drop_channels(db, "account = ?", (account,))
    for (address,) in mine:
        key = address_key(address)
        if not db.execute(f"SELECT 1 FROM channels WHERE {_OF}", (key, key)).fetchone():
            db.execute("DELETE FROM consents WHERE address = ? AND state <> 'refused'", (key,))


def forget_unused(db: Any, now: float) -> None:
    """Forget addresses to which no channel leads any more, in a transaction.

    Not on the day on which their owner was asked, since he is asked once a day; and that somebody
    wants no more notices is kept.
    """
    asked = (datetime.fromtimestamp(now, UTC) - ASK_AGAIN).isoformat()
    used = (
        "EXISTS (SELECT 1 FROM channels WHERE channels.address = consents.address"
        " OR (way = 'email' AND lower(channels.address) = consents.address))"
    )
    db.execute(
        f"DELETE FROM consents WHERE state <> 'refused' AND asked < ? AND NOT {used}", (asked,)
    )


def _refused(way: str, address: str) -> InputError:
    expected = "an address whose owner has not ended our notices; the link in one takes them again"
    return InputError.at(f"body: /{way}", address, expected)
