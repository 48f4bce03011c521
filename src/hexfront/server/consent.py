"""Whether the owner of an e-mail address wants notices: asked once, and ended by one click.

Anybody can type anybody's address.  So nothing but one e-mail of asking a day
goes to an address until its owner has agreed, and none at all once he has
refused.  The link in every e-mail opens a page where he can do either; it
holds a token that only the e-mail and a key of the store can tell.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from hexfront.core.errors import InputError
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import derived, hash_token, new_key
from hexfront.server.wire.bodies import MailConsent

State = Literal["asked", "agreed", "refused"]

ASK_AGAIN: Final = timedelta(days=1)
KEY: Final = "mail"


class Consents:
    """What the owners of addresses have said."""

    def __init__(self, store: Store, home: str) -> None:
        """`home`: the address of the home page, for the links."""
        self._store = store
        self._home = home

    def token(self, address: str) -> str:
        """The token of an address: the same in every e-mail."""
        return derived(self._key(), f"mail:{address.lower()}")

    def page(self, address: str) -> str:
        """The link to the page where the owner of an address agrees or refuses."""
        return f"{self._home}mail#{self.token(address)}"

    def one_click(self, address: str) -> str:
        """The link by which a mail program ends the e-mails (RFC 8058)."""
        return f"{self._home}api/mail/end?token={self.token(address)}"

    def state(self, address: str) -> State | None:
        """What the owner of an address has said; None where nobody has asked."""
        rows = self._store.read("SELECT state FROM mail WHERE address = ?", (address.lower(),))
        return rows[0][0] if rows else None

    def ask(self, address: str) -> bool:
        """Note that the owner is asked now; whether an e-mail of asking is to go out.

        Errors: `InputError` where he has refused.
        """
        now, token = datetime.now(UTC), self.token(address)
        with self._store.transaction() as db:
            query = "SELECT state, asked FROM mail WHERE address = ?"
            found = db.execute(query, (address.lower(),)).fetchone()
            state, asked = found or (None, "")
            if state == "refused":
                raise InputError.at(
                    "body: /email", address, "an address whose owner has not refused our e-mails"
                )
            if state == "agreed" or asked > (now - ASK_AGAIN).isoformat():
                return False
            db.execute(
                "INSERT INTO mail VALUES (?, ?, 'asked', ?) ON CONFLICT (address) DO UPDATE SET"
                " token_hash = excluded.token_hash, state = 'asked', asked = excluded.asked",
                (address.lower(), hash_token(token), now.isoformat()),
            )
        return True

    def answer(self, token: str, agrees: bool | None) -> MailConsent:
        """Keep what the holder of a token says, or with None only look.

        Who refuses is told of no match any more. Errors: `InputError`.
        """
        with self._store.transaction() as db:
            query = "SELECT address, state FROM mail WHERE token_hash = ?"
            found = db.execute(query, (hash_token(token),)).fetchone()
            if found is None:
                raise InputError.at("token", "<unknown>", "the link of one of our e-mails")
            address, state = found
            if agrees is not None:
                state = "agreed" if agrees else "refused"
                db.execute("UPDATE mail SET state = ? WHERE address = ?", (state, address))
            if agrees is False:
                query = "DELETE FROM notices WHERE way = 'email' AND lower(address) = ?"
                db.execute(query, (address,))
        return MailConsent(address=address, state=state)

    def _key(self) -> bytes:
        """A secret of the store, made when it is first needed."""
        rows = self._store.read("SELECT key FROM keys WHERE name = ?", (KEY,))
        if not rows:
            with self._store.transaction() as db:
                db.execute(
                    "INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", (KEY, new_key())
                )
            rows = self._store.read("SELECT key FROM keys WHERE name = ?", (KEY,))
        key = rows[0][0]
        assert isinstance(key, bytes)  # noqa: S101  (a BLOB)
        return key
