"""Turn notices: tell a player who is absent when his turn begins, once.

A notice names the match, the side and the server's home page: nothing hidden,
and no token of a seat. E-mail goes to those alone who have agreed, see
`consent`. That it was said is stored before it is sent, so that a restart does
not say it twice.
"""

from __future__ import annotations

import http.client
import json
import logging
import queue
import re
import smtplib
import ssl
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from urllib.parse import urlsplit

from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system
from hexfront.play.storage.database import marks
from hexfront.play.storage.records import SeatRecord
from hexfront.play.storage.store import Store
from hexfront.server.access.security import Rates
from hexfront.server.consent import Consents
from hexfront.server.settings import EmailSettings, ServerSettings
from hexfront.server.wire.bodies import NewNotice, NoticesKept, NoticeWays

log = logging.getLogger(__name__)

QUEUE_LENGTH = 1000
SECONDS = 15.0
TRY_AGAIN_SECONDS = 60.0
NOTICES_AN_HOUR = 20
"""To one address."""
_UPWARD = re.compile(r"(^|[/\\])(\.|%2e){1,2}([/\\]|%2f|%5c|$)", re.IGNORECASE)
"""A step of a path that leads to another folder, by which one could leave an allowed one."""
_EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


@dataclass(frozen=True)
class Notice:
    """One thing to say to one address."""

    way: str
    """`email` or `webhook`."""
    address: str
    title: str
    text: str
    end: str = ""
    """Of an e-mail: the link by which a mail program ends them."""
    tries: int = 1


class Notices:
    """Who wants to be told, and the thread that tells them."""

    def __init__(self, store: Store, settings: ServerSettings, home: str) -> None:
        """`home`: the address of the home page, for the notice."""
        self._store = store
        self.consents = Consents(store, home)
        self._email = settings.email
        self._webhooks = settings.webhooks
        self._home = home
        self._queue: queue.Queue[Notice | None] = queue.Queue(QUEUE_LENGTH)
        self._rates = Rates(NOTICES_AN_HOUR / 3600, NOTICES_AN_HOUR)
        self._sender = threading.Thread(target=self._send_all, daemon=True, name="notices")
        if self.possible:
            self._sender.start()

    @property
    def possible(self) -> bool:
        """Whether this server can tell anybody anything."""
        return self._email is not None or bool(self._webhooks)

    @property
    def ways(self) -> NoticeWays:
        """How players can be told."""
        return NoticeWays(email=self._email is not None, webhooks=self._webhooks)

    def close(self) -> None:
        """Stop; what could not be sent yet is not sent."""
        if self._sender.is_alive():
            while True:
                try:
                    self._queue.put_nowait(None)
                    break
                except queue.Full:
                    self._queue.get_nowait()
            self._sender.join(2)

    def keep(self, seat: SeatRecord, wanted: NewNotice) -> NoticesKept:
        """Keep where a seat is to be told; an empty address ends it. Errors: `InputError`."""
        if seat.kind != "person":
            raise InputError.at("body: /token", "<a spectator's token>", "the token of a player")
        if wanted.email:
            self._check_email(wanted.email)
            self._ask(wanted.email)
        if wanted.webhook:
            self._check_webhook(wanted.webhook)
        for way, address in (("email", wanted.email), ("webhook", wanted.webhook)):
            if address is not None:
                self._set(seat, way, address)
        self._store_said(seat.match, [seat.side])  # who asks now sees whose turn it is
        rows = self._store.read(
            "SELECT way, address FROM notices WHERE match_id = ? AND side = ?",
            (seat.match, seat.side),
        )
        kept = NoticesKept(**{"email": "", "webhook": "", **dict(rows)})
        waits = bool(kept.email) and self.consents.state(kept.email) != "agreed"
        return kept.model_copy(update={"email_waits": waits})

    def _ask(self, address: str) -> None:
        """Let the owner of an address agree first, unless he has. Errors: `InputError`."""
        if self.consents.ask(address):
            text = (
                "Somebody who plays at "
                f"{self._home} wants notices of turns in a match to come to this address.\n\n"
                "If that is you, agree here; otherwise nothing is sent. You can refuse there, too:"
                f"\n{self.consents.page(address)}\n"
            )
            title = "Do you want to be told of your turns?"
            self._put(Notice("email", address, title, text, self.consents.one_click(address)))

    def _set(self, seat: SeatRecord, way: str, address: str) -> None:
        with self._store.transaction() as db:
            if address:
                db.execute(
                    "INSERT INTO notices VALUES (?, ?, ?, ?)"
                    " ON CONFLICT (match_id, side, way) DO UPDATE SET address = excluded.address",
                    (seat.match, seat.side, way, address),
                )
            else:
                db.execute(
                    "DELETE FROM notices WHERE match_id = ? AND side = ? AND way = ?",
                    (seat.match, seat.side, way),
                )

    def _check_email(self, address: str) -> None:
        if self._email is None:
            raise InputError.at("body: /email", address, "none: this server sends no e-mail")
        if not _EMAIL.fullmatch(address):
            raise InputError.at("body: /email", address, "one e-mail address")

    def _check_webhook(self, address: str) -> None:
        allowed = ", ".join(self._webhooks) or "none: this server calls no webhooks"
        try:
            parts = urlsplit(address)
            plain = f"{parts.scheme}://{parts.netloc.lower()}{parts.path}"
        except ValueError:
            plain = ""
        known = any(plain.startswith(webhook) for webhook in self._webhooks)
        if not known or not address.isascii() or not address.isprintable():
            raise InputError.at("body: /webhook", address, f"an address that begins with {allowed}")
        if _UPWARD.search(parts.path):
            raise InputError.at("body: /webhook", address, "an address without . or .. as a step")
        if " " in address or parts.fragment:
            raise InputError.at("body: /webhook", address, "an address without space or #")

    def turn(self, match_id: str, waiting: Sequence[int], present: Collection[int]) -> None:
        """Tell the players of some sides, if they are away, of a turn that has begun.

        Called after every change of a match, from any thread; never fails. Who is
        there sees it and is not told later: the time would tell what another does.
        """
        if not waiting or not self.possible:
            return
        try:
            for side, notice in self._due(match_id, waiting):
                if side not in present:
                    self._put(notice)
        except HexfrontError as error:
            log.warning("match %s: no notice of a turn: %s", match_id, error)

    def _due(self, match_id: str, sides: Sequence[int]) -> list[tuple[int, Notice]]:
        """By side the notices of turns that have begun; from here on they count as said."""
        rows = self._store.read(
            "SELECT side, way, notices.address, system, json_extract(scenario, '$.title')"
            " FROM notices JOIN seats USING (match_id, side)"
            " JOIN matches ON matches.id = match_id"
            " LEFT JOIN mail ON mail.address = lower(notices.address)"
            " WHERE match_id = ? AND must_act = 1 AND noticed = 0"
            " AND seats.token_hash IS NOT NULL AND (way <> 'email' OR state = 'agreed')"
            f" AND side IN ({marks(sides)})",
            (match_id, *sides),
        )
        if not rows:
            return []
        said = self._store_said(match_id, {row[0] for row in rows})
        return [(row[0], self._notice(*row)) for row in rows if row[0] in said]

    def _store_said(self, match_id: str, sides: Collection[int]) -> set[int]:
        """Store that sides know of their turn; returns those that did not and must act."""
        with self._store.transaction(match_id) as db:
            return {
                side
                for side in sides
                if db.execute(
                    "UPDATE seats SET noticed = 1"
                    " WHERE match_id = ? AND side = ? AND must_act = 1 AND noticed = 0",
                    (match_id, side),
                ).rowcount
            }

    def _notice(self, side: int, way: str, address: str, system: str, title: str) -> Notice:
        sides = find_system(system).sides
        seat = f", as {sides[side]}" if side < len(sides) else ""
        text = (
            f"It is your turn in “{title}”{seat}.\n\n"
            f"Your matches stand at {self._home} in the browser that you play with.\n"
        )
        end = ""
        if way == "email":
            text += f"\nTo get no more of these e-mails: {self.consents.page(address)}\n"
            end = self.consents.one_click(address)
        return Notice(way, address, f"Your turn: {title}", text, end)

    def _put(self, notice: Notice) -> None:
        if not self._rates.take(notice.address):
            log.warning("a notice by %s was not sent: too many to one address", notice.way)
            return
        try:
            self._queue.put_nowait(notice)
        except queue.Full:
            log.warning("a notice by %s was not sent: too many wait", notice.way)

    def _send_all(self) -> None:
        while (notice := self._queue.get()) is not None:
            try:
                self._send(notice)
            except Exception as error:
                # Its kind alone: the text of an error may hold addresses and passwords.
                log.warning("a notice by %s was not sent: %s", notice.way, type(error).__name__)
                if notice.tries > 0:
                    self._try_later(notice)

    def _try_later(self, notice: Notice) -> None:
        again = replace(notice, tries=notice.tries - 1)
        timer = threading.Timer(TRY_AGAIN_SECONDS, self._put, [again])
        timer.daemon = True
        timer.start()

    def _send(self, notice: Notice) -> None:
        if notice.way == "email" and self._email is not None:
            send_email(self._email, notice)
        elif notice.way == "webhook":
            # The operator's list may have changed since the address was kept.
            self._check_webhook(notice.address)
            post(notice, self._home)


def send_email(settings: EmailSettings, notice: Notice) -> None:
    """Hand a notice to the mail server. Errors: `OSError`, `smtplib.SMTPException`."""
    message = EmailMessage()
    message["From"] = settings.sender
    message["To"] = notice.address
    message["Subject"] = " ".join(notice.title.split())
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{notice.end}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(notice.text)
    context = ssl.create_default_context()
    if settings.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.host, settings.port, timeout=SECONDS, context=context
        )
    else:
        server = smtplib.SMTP(settings.host, settings.port, timeout=SECONDS)
    with server:
        if settings.security == "starttls":
            server.starttls(context=context)
        if settings.user:
            server.login(settings.user, settings.password)
        server.send_message(message)


def post(notice: Notice, home: str) -> None:
    """Post a notice to its webhook; a redirect is an error. Errors: `OSError`, `HTTPException`."""
    parts = urlsplit(notice.address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
    body = {"title": notice.title, "text": notice.text, "address": home}
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request(
            "POST", target, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        status = connection.getresponse().status
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise http.client.HTTPException(f"status {status}")
