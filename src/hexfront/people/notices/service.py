"""The notices of a server: who wants to be told, and the thread that tells them."""

from __future__ import annotations

import http.client
import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hexfront.core.documents.strictjson import parse_json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system
from hexfront.people import clocks
from hexfront.people.notices import sending, webpush, words
from hexfront.people.notices.channels import Allowed, Channels
from hexfront.people.notices.consents import Consents, store_key
from hexfront.people.notices.sending import Due
from hexfront.people.notices.transports import (
    GivenUp,
    Gone,
    NoRelay,
    Relay,
    post_push,
    post_webhook,
    send_email,
)
from hexfront.people.notices.words import Attachment, Message
from hexfront.play.endings import side_titles
from hexfront.play.shared import shared_scenario
from hexfront.play.storage.store import Store

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 5.0
"""How often it is looked for what other processes have left, and for digests and warnings."""
WARN_SECONDS: Final = 30.0
"""How often it is looked for moves whose time is nearly gone."""
TurnFile = Callable[[str, int], tuple[str, Sequence[Attachment]]]
"""Makes the turn file of a side of a match: what an e-mail says more, and its attachments."""


@dataclass(frozen=True)
class Outside:
    """What a server may send by, as its operator has set it up."""

    relay: Relay | None = None
    webhooks: Sequence[str] = ()
    push: Sequence[str] = ()
    """Services of browsers."""
    contact: str = ""
    """Whom such a service may write to: `mailto:…` or `https://…`."""

    @property
    def allowed(self) -> Allowed:
        """What notices may go to."""
        return Allowed(self.relay is not None, self.webhooks, self.push)


class Notices:
    """Everything about notices in one server. Blocks; safe to use from several threads."""

    def __init__(
        self,
        store: Store,
        outside: Outside,
        home: str,
        turn_file: TurnFile | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`home`: the address of the home page, for the links."""
        self._store, self._outside, self._home = store, outside, home
        self._turn_file, self._clock = turn_file, clock
        self.consents = Consents(store, home)
        self.channels = Channels(store, self.consents, outside.allowed)
        self._warned = 0.0
        self._titles = lru_cache(maxsize=1024)(self._read_titles)
        self._news, self._ended = threading.Event(), threading.Event()
        self._sender = threading.Thread(target=self._follow, daemon=True, name="notices")

    @property
    def possible(self) -> bool:
        """Whether this server can tell anybody anything."""
        outside = self._outside
        return bool(outside.relay or outside.webhooks or outside.push)

    @property
    def push_key(self) -> str:
        """What browsers need to subscribe; empty where nothing is sent to them."""
        if not self._outside.push:
            return ""
        return webpush.encoded(webpush.public_point(self._vapid()))

    def _vapid(self) -> bytes:
        return store_key(self._store, webpush.VAPID_KEY, webpush.new_vapid_key)

    def start(self) -> None:
        """Begin to send, where anything can be sent."""
        if self.possible:
            self._sender.start()

    def close(self) -> None:
        """Stop; what was not sent yet is kept."""
        self._ended.set()
        self._news.set()
        if self._sender.is_alive():
            self._sender.join(2)

    def wake(self) -> None:
        """Something may have been written that is to be sent. From any thread."""
        self._news.set()

    def turn(self, match_id: str, waiting: Sequence[int], present: Collection[int]) -> None:
        """Tell the players of some sides, if they are away, of a turn that has begun.

        Called after every change of a match, from any thread; never fails.
        """
        if not waiting or not self.possible:
            return
        try:
            if self.channels.begin_turns(match_id, waiting, present):
                self.wake()
        except HexfrontError as error:
            log.warning("match %s: no notice of a turn: %s", match_id, error)

    def _follow(self) -> None:
        while not self._ended.is_set():
            try:
                self.send_all()
            except Exception as error:
                log.warning("notices were not sent: %s", type(error).__name__)
            self._news.wait(LOOK_SECONDS)
            self._news.clear()

    def send_all(self) -> None:
        """Send all that is due. Errors: `NotSaved`."""
        now = self._clock()
        if now - self._warned >= WARN_SECONDS:
            self._warned = now
            sending.warn(self._store, clocks.deadlines(self._store), now)
            sending.begin_digests(self._store, now)
        while not self._ended.is_set() and (due := sending.claim(self._store, self._clock())):
            self._send(due)

    def _send(self, due: Due) -> None:
        """Send one notice that is claimed."""
        if sending.stale(self._store, due):
            sending.done(self._store, due)
            return
        try:
            message, held = self._message(due)
            if message is not None:
                self._hand_over(due, message)
        except GivenUp as error:
            log.warning("a notice by %s was given up: %s", due.way, error)
            sending.given_up(self._store, due, str(error), gone=isinstance(error, Gone))
        except Exception as error:
            # Its kind alone: the text of an error may hold addresses and passwords.
            kind = type(error).__name__ if not isinstance(error, NoRelay) else str(error)
            last = sending.failed(
                self._store,
                due,
                self._clock(),
                "nobody answered, at several tries",
                relay=isinstance(error, NoRelay),
            )
            what = "given up" if last else "not sent yet"
            log.warning("a notice by %s was %s: %s", due.way, what, kind)
        else:
            sending.done(self._store, due, held)

    def _hand_over(self, due: Due, message: Message) -> None:
        outside = self._outside
        try:
            # The operator's settings may have changed since the address was kept.
            if due.way == "email":
                outside.allowed.check_email(due.address)
                assert outside.relay is not None  # noqa: S101  (else it is not allowed)
                send_email(outside.relay, due.address, message)
            elif due.way == "webhook":
                outside.allowed.check_webhook(due.address)
                post_webhook(due.address, message)
            else:
                outside.allowed.check_push(due.address)
                post_push(due.address, due.keys, message, outside.contact, self._vapid())
        except InputError:
            raise GivenUp("this server sends nothing there any more") from None
        except http.client.InvalidURL:
            raise GivenUp("its address is none") from None

    def _message(self, due: Due) -> tuple[Message | None, list[str]]:
        """What is said, None for nothing; and the notices that it tells besides itself."""
        news, now = due.news, self._clock()
        if due.way != "email":
            self.consents.open(due.address)
        page = self.consents.page(due.address)
        held: list[str] = []
        more: Sequence[Attachment] = ()
        if news.kind == "ask":
            text = words.question(news.detail, self._home, page)
        elif news.kind == "digest":
            text, held = self._digest(due, now)
            if not text:
                return None, held
        else:
            left = {(d.match_id, d.side): d.due for d in clocks.deadlines(self._store)}
            side = self._side(news.match, news.side)
            text = words.sentence(news, side, left.get((news.match, news.side)), now)
        if due.files and news.kind in {"turn", "orders"} and self._turn_file is not None:
            said, more = self._turn_file(news.match, news.side)
            text += f"\n\n{said}" if said else ""
        if news.kind != "ask":
            text += f"\n\n{words.closing(self._home, page)}"
        end = self.consents.one_click(due.address)
        title = words.headline(news)
        html = words.as_html(text)
        return Message(due.id, title, text + "\n", html, end, self._home, more), held

    def _digest(self, due: Due, now: float) -> tuple[str, list[str]]:
        left = {(d.match_id, d.side): d.due for d in clocks.deadlines(self._store)}
        turns = [
            (title, self._side(match, side), left.get((match, side)))
            for match, side, title in sending.turns_of(self._store, due.account)
        ]
        held = sending.held_for(self._store, due.channel)
        told = [
            words.sentence(news, self._side(news.match, news.side), None, now)
            for _, news in held
            if news.kind != "turn"
        ]
        return words.digest(turns, told, now), [ident for ident, _ in held]

    def _side(self, match_id: str, side: int) -> str:
        """What a side is called on its board; empty where that is not known."""
        titles = self._titles(match_id) if match_id else ()
        return titles[side] if 0 <= side < len(titles) else ""

    def _read_titles(self, match_id: str) -> tuple[str, ...]:
        rows = self._store.read("SELECT system, scenario FROM matches WHERE id = ?", (match_id,))
        if not rows:
            return ()
        name, text = rows[0]
        place = f"match {match_id}: scenario"
        try:
            system = find_system(name)
            shared = shared_scenario(system, parse_json(text, place), place)
            return tuple(side_titles(system.rules(shared.scenario)))
        except HexfrontError:  # of a system or a version that is not there any more
            return ()
