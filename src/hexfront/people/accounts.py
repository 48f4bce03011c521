"""Accounts: who somebody is, how he proves it, and his sessions.

Whatever proves anything is kept as a hash: sessions, tickets and recovery codes are random, so
SHA-256 is enough; passwords are not, see `passwords`. Nothing says whether a name has an account
to who cannot prove that it is his, but for the pages of players, which are public.
"""

from __future__ import annotations

import secrets
import time
from base64 import b32encode
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

from hexfront.core.errors import InputError
from hexfront.people import passkeys, passwords
from hexfront.people.names import check_name, look_key, name_key
from hexfront.people.passkeys import Site
from hexfront.play.storage.database import Database
from hexfront.play.storage.tokens import TOKEN_BYTES, hash_token, new_token

SESSION_DAYS: Final = 180
"""Without a visit."""
FRESH_SECONDS: Final = 15 * 60
"""What changes how one signs in, or deletes the account, asks for a session not older than this."""
SEEN_SECONDS: Final = 60 * 60
"""A visit is noted so often."""
TICKET_SECONDS: Final = 5 * 60
"""For the browser to make or use a passkey."""
MAX_TICKETS: Final = 10_000
MAX_SESSIONS: Final = 50
"""Of one account; the longest unused ends."""
MAX_PASSKEYS: Final = 10
CODES: Final = 8
CODE_BYTES: Final = 10

Purpose = Literal["sign-up", "sign-in", "add"]


class NotSignedIn(InputError):
    """Somebody who must be signed in for this, and is not, or not lately enough."""


WRONG: Final = InputError.at(
    "sign-in",
    "<a name and a secret that do not fit>",
    "the name of an account with its password, passkey or recovery code",
)
STALE: Final = NotSignedIn.at(
    "session", "<a sign-in of some time ago>", "one of the last 15 minutes: sign in again"
)


@dataclass(frozen=True)
class Account:
    """Who is signed in, and by which session."""

    id: str
    name: str
    session: str = ""
    since: int = 0
    """When he signed in, in seconds since 1970."""
    banned: str = ""
    """Why the operator lets him do nothing; empty where he may."""

    def check_fresh(self, now: float | None = None) -> None:
        """Errors: `NotSignedIn` where the session is too old for what he wants."""
        if (time.time() if now is None else now) - self.since > FRESH_SECONDS:
            raise STALE


@dataclass(frozen=True)
class SignedIn:
    """A new session. The token is given once."""

    account: Account
    token: str
    codes: tuple[str, ...] = ()
    """Recovery codes of a new account, given once."""


def today() -> str:
    """The moment as text, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Accounts:
    """The accounts of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Database) -> None:
        self._store = store

    # By password

    def sign_up(self, name: str, password: str, device: str) -> SignedIn:
        """A new account with a password. Errors: `InputError`, `NotSaved`."""
        shown = check_name(name)
        passwords.check_password(password, shown)
        kept = passwords.hash_password(password)
        with self._store.transaction() as db:
            account = self._create(db, new_id(), shown, kept)
            return self._signed_in(db, account, device, _new_codes(db, account.id))

    def sign_in(self, name: str, password: str, device: str) -> SignedIn:
        """Errors: `InputError`, the same whether there is such a name or not; `NotSaved`."""
        rows = self._store.read(
            "SELECT id, name, password FROM accounts WHERE name_key = ?", (name_key(name),)
        )
        ident, shown, kept = rows[0] if rows else ("", "", "")
        if not passwords.is_password(kept, password):
            raise WRONG
        with self._store.transaction() as db:
            return self._signed_in(db, Account(ident, shown), device)

    def set_password(self, account: Account, password: str) -> None:
        """Set a password, or another one; other sessions end. Errors: `InputError`, `NotSaved`."""
        account.check_fresh()
        passwords.check_password(password, account.name)
        kept = passwords.hash_password(password)
        with self._store.transaction() as db:
            db.execute("UPDATE accounts SET password = ? WHERE id = ?", (kept, account.id))
            _end_sessions(db, account.id, keep=account.session)

    # By passkey

    def begin_passkey(
        self, site: Site, purpose: Purpose, name: str, account: Account | None
    ) -> tuple[str, Any]:
        """A ticket, and what the browser needs to make or use a passkey.

        Errors: `InputError`, `NotSaved`.
        """
        challenge, ticket = secrets.token_bytes(TOKEN_BYTES), new_token()
        ident, shown = "", ""
        if purpose == "sign-in":
            options = passkeys.request_options(site, challenge)
        elif purpose == "add":
            if account is None:
                raise NotSignedIn.at("session", "<none>", "a session: sign in first")
            account.check_fresh()
            ident, shown = account.id, account.name
            known = [one["id"] for one in self.passkeys(account)]
            if len(known) >= MAX_PASSKEYS:
                raise InputError.at("passkeys", f"<{len(known)}>", f"at most {MAX_PASSKEYS}")
            options = passkeys.creation_options(site, ident, shown, challenge, known)
        else:
            shown, ident = check_name(name), new_id()
            self._check_free(shown)
            options = passkeys.creation_options(site, ident, shown, challenge)
        now = int(time.time())
        with self._store.transaction() as db:
            db.execute("DELETE FROM challenges WHERE expires < ?", (now,))
            (count,) = db.execute("SELECT count(*) FROM challenges").fetchone()
            if count >= MAX_TICKETS:
                raise InputError.at("passkeys", "<too many sign-ins at once>", "another try soon")
            db.execute(
                "INSERT INTO challenges VALUES (?, ?, ?, ?, ?, ?)",
                (hash_token(ticket), purpose, shown, ident, challenge, now + TICKET_SECONDS),
            )
        return ticket, options

    def finish_passkey(
        self, site: Site, ticket: str, credential: dict[str, Any], label: str, device: str
    ) -> SignedIn:
        """Sign up, sign in, or add a passkey, as the ticket says; it counts once.

        Errors: `InputError`, `NotSaved`.
        """
        purpose, name, ident, challenge = self._take_ticket(ticket)
        if purpose == "sign-in":
            return self._sign_in_by(site, challenge, credential, device)
        made = passkeys.check_new(site, challenge, credential)
        with self._store.transaction() as db:
            if db.execute(
                "SELECT 1 FROM passkeys WHERE credential = ?", (made.credential,)
            ).fetchone():
                raise InputError.at("body: /credential", "<one that is known>", "a new passkey")
            if purpose == "sign-up":
                account = self._create(db, ident, name, "")
            else:
                account = Account(ident, name)
            db.execute(
                "INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?)",
                (made.credential, account.id, made.public_key, made.uses, label, today()),
            )
            if purpose == "add":
                return SignedIn(account, "")
            return self._signed_in(db, account, device, _new_codes(db, account.id))

    def _take_ticket(self, ticket: str) -> tuple[str, str, str, bytes]:
        with self._store.transaction() as db:
            row = db.execute(
                "SELECT purpose, name, account, challenge, expires FROM challenges"
                " WHERE ticket_hash = ?",
                (hash_token(ticket),),
            ).fetchone()
            db.execute("DELETE FROM challenges WHERE ticket_hash = ?", (hash_token(ticket),))
        if row is None or row[4] < time.time():
            raise InputError.at("body: /ticket", "<one that is used or too old>", "another try")
        return str(row[0]), str(row[1]), str(row[2]), bytes(row[3])

    def _sign_in_by(
        self, site: Site, challenge: bytes, credential: dict[str, Any], device: str
    ) -> SignedIn:
        rows = self._store.read(
            "SELECT credential, public_key, uses, accounts.id, name FROM passkeys"
            " JOIN accounts ON accounts.id = account WHERE credential = ?",
            (str(credential.get("id", "")),),
        )
        if not rows:
            raise passkeys.REFUSED
        known, key, uses, ident, name = rows[0]
        uses = passkeys.check_use(site, challenge, credential, bytes(key), uses)
        with self._store.transaction() as db:
            db.execute("UPDATE passkeys SET uses = ? WHERE credential = ?", (uses, known))
            return self._signed_in(db, Account(ident, name), device)

    def passkeys(self, account: Account) -> list[dict[str, str]]:
        """Those of an account: `id`, `label`, `created`."""
        rows = self._store.read(
            "SELECT credential, label, created FROM passkeys WHERE account = ?"
            " ORDER BY created, credential",
            (account.id,),
        )
        return [{"id": one, "label": label, "created": made} for one, label, made in rows]

    def remove_passkey(self, account: Account, credential: str) -> None:
        """Errors: `InputError` for the only way to sign in, `NotSaved`."""
        account.check_fresh()
        with self._store.transaction() as db:
            (others,) = db.execute(
                "SELECT (SELECT count(*) FROM passkeys WHERE account = ? AND credential <> ?)"
                " + (SELECT count(*) FROM accounts WHERE id = ? AND password <> '')",
                (account.id, credential, account.id),
            ).fetchone()
            if not others:
                expected = "another passkey or a password first"
                raise InputError.at("body: /id", "<the only way to sign in>", expected)
            gone = db.execute(
                "DELETE FROM passkeys WHERE account = ? AND credential = ?",
                (account.id, credential),
            )
            if not gone.rowcount:
                raise InputError.at("body: /id", "<an unknown passkey>", "one of yours")

    # By recovery code

    def recover(self, name: str, code: str, device: str) -> SignedIn:
        """Sign in by a code that counts once; all other sessions end.

        Errors: `InputError`, the same whether there is such a name or not; `NotSaved`.
        """
        given = "".join(code.upper().split()).replace("-", "")
        with self._store.transaction() as db:
            row = db.execute(
                "SELECT id, name FROM accounts JOIN recovery_codes ON account = id"
                " WHERE code_hash = ? AND name_key = ?",
                (hash_token(given), name_key(name)),
            ).fetchone()
            if row is None:
                raise WRONG
            db.execute("DELETE FROM recovery_codes WHERE code_hash = ?", (hash_token(given),))
            _end_sessions(db, row[0])
            return self._signed_in(db, Account(row[0], row[1]), device)

    def new_codes(self, account: Account) -> tuple[str, ...]:
        """Recovery codes in place of the old ones, given once. Errors: `NotSaved`."""
        account.check_fresh()
        with self._store.transaction() as db:
            return _new_codes(db, account.id)

    # Sessions

    def session(self, token: str) -> Account | None:
        """Who holds the token of a session; None where it has ended."""
        now = int(time.time())
        rows = self._store.read(
            "SELECT accounts.id, name, sessions.id, sessions.created, seen,"
            " coalesce(reason, '') FROM sessions JOIN accounts ON accounts.id = sessions.account"
            " LEFT JOIN account_bans ON account_bans.account = sessions.account"
            " WHERE token_hash = ?",
            (hash_token(token),),
        )
        if not rows:
            return None
        ident, name, session, since, seen, banned = rows[0]
        if now - seen > SESSION_DAYS * 24 * 3600:
            return None
        if now - seen > SEEN_SECONDS:
            with self._store.transaction() as db:
                db.execute("UPDATE sessions SET seen = ? WHERE id = ?", (now, session))
        return Account(ident, name, session, since, banned)

    def sessions(self, account: Account) -> list[dict[str, Any]]:
        """Those of an account, the newest first: `id`, `device`, `created`, `seen`, `here`."""
        rows = self._store.read(
            "SELECT id, device, created, seen FROM sessions WHERE account = ?"
            " ORDER BY created DESC, id",
            (account.id,),
        )
        return [
            {
                "id": ident,
                "device": device,
                "created": _as_text(created),
                "seen": _as_text(seen),
                "here": ident == account.session,
            }
            for ident, device, created, seen in rows
        ]

    def end_sessions(self, account: Account, session: str) -> None:
        """End one session, or with an empty text all but this one. Errors: `NotSaved`."""
        with self._store.transaction() as db:
            if session:
                _end_sessions(db, account.id, only=session)
            else:
                _end_sessions(db, account.id, keep=account.session)

    def _signed_in(
        self, db: Any, account: Account, device: str, codes: tuple[str, ...] = ()
    ) -> SignedIn:
        token, now = new_token(), int(time.time())
        session = Account(account.id, account.name, new_id(), now)
        old = db.execute(
            "SELECT id FROM sessions WHERE account = ? ORDER BY seen DESC", (account.id,)
        ).fetchall()
        for (ident,) in old[MAX_SESSIONS - 1 :]:
            _end_sessions(db, account.id, only=ident)
        db.execute(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)",
            (hash_token(token), session.session, account.id, device, now, now),
        )
        return SignedIn(session, token, codes)

    # The account itself

    def _check_free(self, name: str) -> None:
        if self._store.read(_ALIKE, (name_key(name), look_key(name))):
            raise _taken(name)

    def _create(self, db: Any, ident: str, name: str, password: str) -> Account:
        if db.execute(_ALIKE, (name_key(name), look_key(name))).fetchone():
            raise _taken(name)
        db.execute(
            "INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)",
            (ident, name, name_key(name), look_key(name), password, today()),
        )
        return Account(ident, name)

    def named(self, name: str, place: str = "body: /name") -> Account:
        """The account of a name. Errors: `InputError`."""
        rows = self._store.read(
            "SELECT id, name FROM accounts WHERE name_key = ?", (name_key(name),)
        )
        if not rows:
            raise InputError.at(place, name, "the name of a player")
        return Account(rows[0][0], rows[0][1])

    def has_password(self, account: Account) -> bool:
        """Whether an account can be signed in to by a password."""
        query = "SELECT 1 FROM accounts WHERE id = ? AND password <> ''"
        return bool(self._store.read(query, (account.id,)))

    def codes_left(self, account: Account) -> int:
        """How many recovery codes of an account have not been used."""
        query = "SELECT count(*) FROM recovery_codes WHERE account = ?"
        return int(self._store.read(query, (account.id,))[0][0])


_ALIKE: Final = "SELECT 1 FROM accounts WHERE name_key = ? OR name_look = ?"


def _taken(name: str) -> InputError:
    return InputError.at("body: /name", name, "one that does not look like another player's")


def new_id() -> str:
    """What an account or a session is called where nobody sees it."""
    return secrets.token_urlsafe(12)


def _as_text(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _new_codes(db: Any, account: str) -> tuple[str, ...]:
    db.execute("DELETE FROM recovery_codes WHERE account = ?", (account,))
    codes = [b32encode(secrets.token_bytes(CODE_BYTES)).decode() for _ in range(CODES)]
    for code in codes:
        db.execute("INSERT INTO recovery_codes VALUES (?, ?)", (hash_token(code), account))
    return tuple("-".join(code[i : i + 4] for i in range(0, len(code), 4)) for code in codes)


def forget_sessions(db: Any, now: float) -> None:
    """Delete sessions that were not used for `SESSION_DAYS`, in a transaction."""
    old = (int(now) - SESSION_DAYS * 24 * 3600,)
    keys = "session IN (SELECT id FROM sessions WHERE seen < ?)"
    db.execute(f"DELETE FROM seat_keys WHERE {keys}", old)
    db.execute("DELETE FROM sessions WHERE seen < ?", old)


def end_all_sessions(db: Any, account: str) -> None:
    """Sign an account out everywhere, in a transaction."""
    _end_sessions(db, account)


def _end_sessions(db: Any, account: str, *, keep: str = "", only: str = "") -> None:
    """End the sessions of an account, with their keys of seats: all, all but one, or one."""
    where, values = "account = ? AND id <> ?", [account, keep]
    if only:
        where, values = "account = ? AND id = ?", [account, only]
    db.execute(
        f"DELETE FROM seat_keys WHERE session IN (SELECT id FROM sessions WHERE {where})", values
    )
    db.execute(f"DELETE FROM sessions WHERE {where}", values)
