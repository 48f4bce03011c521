"""Channels: where an account, or the seat of a guest, wants to be told."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from hexfront.core.documents.strictjson import write_json
from hexfront.core.errors import InputError
from hexfront.people.accounts import Account, new_id
from hexfront.people.notices.consents import Consents, address_key, drop_channels
from hexfront.people.notices.news import News, tell_side, write
from hexfront.play.storage.records import SeatRecord
from hexfront.play.storage.store import Store

Way = Literal["email", "webhook", "push"]

MAX_BROWSERS: Final = 10
"""Of one account; the oldest gives way."""
DIGEST_HOUR: Final = 7
"""UTC."""
DAY: Final = 24 * 3600
_EMAIL: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", re.ASCII
)
_UPWARD: Final = re.compile(r"(^|[/\\])(\.|%2e){1,2}([/\\]|%2f|%5c|$)", re.IGNORECASE)
"""A step of a path that leads to another folder, by which one could leave an allowed one."""


@dataclass(frozen=True)
class Channel:
    """One way to tell somebody, as its owner sees it."""

    id: str
    way: Way
    address: str
    label: str
    confirmed: bool
    """Whether the owner of the address has agreed; before that nothing is sent."""
    daily: bool
    """Whether one e-mail a day tells all."""
    files: bool
    """Whether turns are sent as files, to be answered by e-mail."""
    note: str
    """Why something could not be sent; empty where all could."""


@dataclass(frozen=True)
class Allowed:
    """What the operator's settings let notices go to."""

    email: bool = False
    webhooks: Sequence[str] = ()
    """What addresses begin with."""
    push: Sequence[str] = ()
    """Services of browsers: `https://HOST`, where HOST may begin with `*.`."""

    def check_email(self, address: str) -> None:
        """Errors: `InputError`."""
        if not self.email:
            raise InputError.at("body: /email", address, "none: this server sends no e-mail")
        if not _EMAIL.fullmatch(address):
            raise InputError.at("body: /email", address, "one e-mail address")

    def check_webhook(self, address: str) -> None:
        """Errors: `InputError` for an address that the operator has not allowed."""
        allowed = ", ".join(self.webhooks) or "none: this server calls no webhooks"
        try:
            parts = urlsplit(address)
            plain = f"{parts.scheme}://{parts.netloc.lower()}{parts.path}"
        except ValueError:
            plain = ""
        known = any(plain.startswith(webhook) for webhook in self.webhooks)
        if not known or not address.isascii() or not address.isprintable():
            raise InputError.at("body: /webhook", address, f"an address that begins with {allowed}")
        if _UPWARD.search(parts.path):
            raise InputError.at("body: /webhook", address, "an address without . or .. as a step")
        if " " in address or parts.fragment:
            raise InputError.at("body: /webhook", address, "an address without space or #")

    def check_push(self, endpoint: str) -> None:
        """Errors: `InputError` for what is no service of a browser."""
        place, expected = "body: /browser/endpoint", f"an address at {', '.join(self.push)}"
        if not self.push:
            raise InputError.at(place, endpoint, "none: this server sends nothing to browsers")
        try:
            parts = urlsplit(endpoint)
            here = (parts.scheme, parts.hostname or "", parts.port)
        except ValueError:
            here = ("", "", None)
        plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
        if not plain or "@" in endpoint or not any(_is_at(here, one) for one in self.push):
            raise InputError.at(place, endpoint, expected)


def _is_at(here: tuple[str, str, int | None], service: str) -> bool:
    """Whether an address is one of a service.

    >>> _is_at(("https", "db5p.notify.windows.com", None), "https://*.notify.windows.com")
    True
    >>> _is_at(("https", "notify.windows.com.evil.example", None), "https://*.notify.windows.com")
    False
    """
    scheme, host, port = here
    parts = urlsplit(service)
    name = parts.hostname or ""
    fits = host.endswith(name[1:]) if name.startswith("*.") else host == name
    return scheme == parts.scheme and port == parts.port and fits


class Channels:
    """The channels of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store, consents: Consents, allowed: Allowed) -> None:
        self._store, self._consents, self.allowed = store, consents, allowed

    def of(self, account: str) -> list[Channel]:
        """Those of an account. Errors: `NotSaved`."""
        return self._find("account = ?", (account,))

    def of_seat(self, match_id: str, side: int) -> list[Channel]:
        """Those of a guest's seat. Errors: `NotSaved`."""
        return self._find("match_id = ? AND side = ?", (match_id, side))

    def _find(self, where: str, values: tuple[object, ...]) -> list[Channel]:
        rows: list[Any] = self._store.read(
            "SELECT id, way, address, label, confirmed, daily, files, note FROM channels"
            f" WHERE {where} ORDER BY way, id",
            values,
        )
        return [
            Channel(ident, way, to, label, bool(confirmed), bool(daily), bool(files), note)
            for ident, way, to, label, confirmed, daily, files, note in rows
        ]

    def set_email(self, account: Account, address: str) -> None:
        """Where an account gets e-mails; empty to end them. Its owner is asked first.

        Errors: `InputError`, `NotSaved`.
        """
        if address in {one.address for one in self.of(account.id) if one.confirmed}:
            return
        asks = False
        if address:
            self.allowed.check_email(address)
            asks = self._consents.ask(address, anew=True)
        self._replace(account.id, "email", address, confirmed=False)
        if asks:
            self.ask(address, account.name)

    def ask(self, address: str, name: str = "") -> None:
        """Write the e-mail that asks the owner of an address."""
        with self._store.transaction() as db:
            row = db.execute(
                "SELECT id FROM channels WHERE lower(address) = ? AND way = 'email' ORDER BY"
                " confirmed, id LIMIT 1",
                (address_key(address),),
            ).fetchone()
            if row is not None:
                write(db, "id = ?", (row[0],), News("ask", "", detail=name))

    def set_webhook(self, account: Account, address: str) -> None:
        """What is called for an account; empty to end it. Errors: `InputError`, `NotSaved`."""
        if address:
            self.allowed.check_webhook(address)
            self._consents.open(address)
        self._replace(account.id, "webhook", address, confirmed=True)

    def _replace(self, account: str, way: Way, address: str, *, confirmed: bool) -> None:
        with self._store.transaction() as db:
            drop_channels(db, "account = ? AND way = ?", (account, way))
            if address:
                db.execute(
                    "INSERT INTO channels (id, account, way, address, confirmed)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (new_id(), account, way, address, int(confirmed)),
                )
                note_seen(db, account)

    def add_browser(
        self, account: Account, endpoint: str, keys: dict[str, str], label: str
    ) -> None:
        """Send notices to a browser that asks for them itself. Errors: `InputError`, `NotSaved`."""
        self.allowed.check_push(endpoint)
        self._consents.open(endpoint, again=True)
        with self._store.transaction() as db:
            # A browser is told of one account: that of who has signed in there last.
            drop_channels(db, "way = 'push' AND address = ?", (endpoint,))
            old = db.execute(
                "SELECT id FROM channels WHERE account = ? AND way = 'push'"
                " ORDER BY added DESC, id",
                (account.id,),
            ).fetchall()
            for (ident,) in old[MAX_BROWSERS - 1 :]:
                drop_channels(db, "id = ?", (ident,))
            db.execute(
                "INSERT INTO channels (id, account, way, address, keys, label, confirmed,"
                " added) VALUES (?, ?, 'push', ?, ?, ?, 1, ?)",
                (new_id(), account.id, endpoint, write_json(keys), label, time.time()),
            )
            note_seen(db, account.id)

    def change(self, account: Account, ident: str, *, daily: bool, files: bool) -> None:
        """How an e-mail channel of an account tells. Errors: `InputError`, `NotSaved`."""
        with self._store.transaction() as db:
            changed = db.execute(
                "UPDATE channels SET daily = ?, files = ?, digest_at = ?"
                " WHERE id = ? AND account = ? AND way = 'email'",
                (int(daily), int(files), next_digest(time.time()), ident, account.id),
            )
            if not changed.rowcount:
                raise InputError.at("body: /id", "<an unknown channel>", "that of your e-mails")
            if not daily:
                db.execute("UPDATE notices SET held = 0 WHERE channel = ?", (ident,))

    def end(self, account: Account, ident: str) -> None:
        """End a channel of an account. Errors: `InputError`, `NotSaved`."""
        if ident not in {one.id for one in self.of(account.id)}:
            raise InputError.at("body: /id", "<an unknown channel>", "one of yours")
        with self._store.transaction() as db:
            drop_channels(db, "id = ? AND account = ?", (ident, account.id))

    def test(self, account: Account, ident: str) -> None:
        """Send a message to try a channel of an account. Errors: `InputError`, `NotSaved`."""
        with self._store.transaction() as db:
            if not write(db, "id = ? AND account = ?", (ident, account.id), News("test", "")):
                raise InputError.at("body: /id", "<not confirmed>", "a channel that is confirmed")

    # The seats of guests

    def keep_seat(self, seat: SeatRecord, email: str | None, webhook: str | None) -> None:
        """Where a guest is told of his turns in one match; empty ends it, None leaves it.

        Errors: `InputError`, `NotSaved`.
        """
        if seat.kind != "person":
            raise InputError.at("body: /token", "<a spectator's token>", "the token of a player")
        asks = False
        if email:
            self.allowed.check_email(email)
            asks = self._consents.ask(email)
        if webhook:
            self.allowed.check_webhook(webhook)
            self._consents.open(webhook)
        known = self._consents.state(email) == "agreed" if email else False
        with self._store.transaction() as db:
            for way, address in (("email", email), ("webhook", webhook)):
                if address is None:
                    continue
                where = "match_id = ? AND side = ? AND way = ?"
                drop_channels(db, where, (seat.match, seat.side, way))
                if address:
                    db.execute(
                        "INSERT INTO channels (id, match_id, side, way, address, confirmed)"
                        " VALUES (?, ?, ?, ?, ?, ?)",
                        (
                            *(new_id(), seat.match, seat.side, way, address),
                            int(known or way == "webhook"),
                        ),
                    )
            # Who asks now sees whose turn it is.
            db.execute(
                "UPDATE seats SET noticed = 1 WHERE match_id = ? AND side = ? AND must_act = 1",
                (seat.match, seat.side),
            )
        if asks and email:
            self.ask(email)

    # Turns

    def begin_turns(self, match_id: str, waiting: Sequence[int], present: Collection[int]) -> int:
        """Tell those who are away of turns that have begun; by how many channels. Once a turn.

        Who is there sees it and is not told later: the time would tell what another does.
        Errors: `NotSaved`.
        """
        rows = self._store.read(_WANTED, (match_id,))
        sides = sorted({int(row[0]) for row in rows} & set(waiting))
        if not sides:
            return 0
        title, count = str(rows[0][1]), 0
        with self._store.transaction(match_id) as db:
            for side in sides:
                if not db.execute(
                    "UPDATE seats SET noticed = 1"
                    " WHERE match_id = ? AND side = ? AND must_act = 1 AND noticed = 0",
                    (match_id, side),
                ).rowcount:
                    continue
                if side not in present:
                    news = News("turn", title, match_id, side)
                    count += tell_side(db, match_id, side, news)
        return count


_WANTED: Final = """
SELECT seats.side, json_extract(scenario, '$.title') FROM seats
JOIN matches ON matches.id = seats.match_id
LEFT JOIN account_seats ON account_seats.match_id = seats.match_id
    AND account_seats.side = seats.side
WHERE seats.match_id = ? AND seats.side >= 0 AND must_act = 1 AND noticed = 0
AND kind = 'person' AND (token_hash IS NOT NULL OR account_seats.account IS NOT NULL)
AND EXISTS (SELECT 1 FROM channels WHERE channels.account = account_seats.account
    OR (channels.match_id = seats.match_id AND channels.side = seats.side))
"""
"""Sides whose turn has begun, that nobody was told of, and that have channels."""


def note_seen(db: Any, account: str) -> None:
    """Count the turns of an account that have begun as known to it, in a transaction.

    Else a notice would come when another does something unseen.
    """
    db.execute(
        "UPDATE seats SET noticed = 1 WHERE must_act = 1 AND EXISTS (SELECT 1 FROM account_seats"
        " WHERE account = ? AND account_seats.match_id = seats.match_id"
        " AND account_seats.side = seats.side)",
        (account,),
    )


def next_digest(now: float) -> float:
    """When the next digest is due."""
    today = now // DAY * DAY + DIGEST_HOUR * 3600
    return today if now < today else today + DAY
