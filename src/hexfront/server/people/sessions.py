"""Whose a request is: the cookie of a session, the place it was made at, and limits.

The cookie is HttpOnly and SameSite=Strict: no script reads it, and no page of another site has it
sent. A POST counts as signed in only where the browser says that our own page has sent it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hexfront.core.errors import HexfrontError, InputError
from hexfront.people import passkeys, passwords
from hexfront.people.accounts import (
    SESSION_DAYS,
    Account,
    Accounts,
    NotSignedIn,
    SignedIn,
)
from hexfront.people.holidays import Holidays
from hexfront.people.lobby import Lobby
from hexfront.people.moderation import why_banned, words_of_ban
from hexfront.people.names import name_key
from hexfront.people.notices import Notices
from hexfront.people.passkeys import Site
from hexfront.people.players import Players
from hexfront.people.results import Results, player_names
from hexfront.people.seats import Seats
from hexfront.people.signals import Signals
from hexfront.people.tournaments.tournaments import Tournaments
from hexfront.play.live import LiveMatch
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store
from hexfront.server.access.addresses import client_of
from hexfront.server.access.security import Rates, same_origin
from hexfront.server.access.strict import TooMany
from hexfront.server.people.bodies import Ways
from hexfront.server.settings import ServerSettings
from hexfront.server.tables.client import Visitor, guest
from hexfront.server.tables.tables import Tables
from hexfront.server.wire.frames import write_frame

LIMITS: Final[dict[str, tuple[float, float]]] = {
    "new accounts": (1 / 300, 10),
    "sign-ins": (0.2, 20),
    "sign-ins as one player": (1 / 30, 10),
    "recoveries": (1 / 60, 10),
    "recoveries of one account": (1 / 300, 5),
    "changes": (1, 40),
    "changes in the lobby": (1, 20),
    "invitations": (1 / 300, 10),
    "invitations from one address": (1 / 60, 20),
    "looks at players": (10, 100),
    "changes of notices": (2, 20),
    "addresses for notices": (1 / 3600, 5),
    "test messages": (1 / 60, 5),
    "files of orders": (2, 30),
    "files of orders of one turn": (0.2, 20),
    "reports": (1 / 60, 5),
    "turns of chat": (0.2, 10),
}
"""How many a second, and at once: of an address, or of an account where it is known."""
MAX_DEVICE: Final = 60


class Banned(HexfrontError):
    """Somebody whom the operator has banned wants something."""


@dataclass
class People:
    """What the requests of people are answered from."""

    store: Store
    tables: Tables
    settings: ServerSettings
    accounts: Accounts
    seats: Seats
    lobby: Lobby
    results: Results
    players: Players
    tournaments: Tournaments
    notices: Notices
    holidays: Holidays
    signals: Signals
    rates: dict[str, Rates]

    @classmethod
    def over(
        cls, store: Store, tables: Tables, settings: ServerSettings, notices: Notices
    ) -> People:
        """Those of one server."""
        limits = dict(LIMITS)
        if (at_once := settings.people.new_accounts) is not None:
            limits["new accounts"] = (limits["new accounts"][0], at_once)
        accounts, results = Accounts(store), Results(store)
        players = Players(store, accounts, results)
        lobby, seats = Lobby(store, tables.now), Seats(store)
        common = (store, tables, settings, accounts, seats, lobby, results, players)
        others = (Tournaments(store, tables.now), notices, Holidays(store), Signals(store))
        rates = {name: Rates(*limit) for name, limit in limits.items()}
        return cls(*common, *others, rates)

    def now(self) -> float:
        """The time by which clocks go."""
        return self.tables.now()

    def names(self, accounts: list[str]) -> dict[str, str]:
        """What accounts are called."""
        return player_names(self.store, accounts)

    def count(self, what: str, key: str) -> None:
        """Errors: `TooMany`."""
        if not self.rates[what].take(key):
            minutes = round(1 / LIMITS[what][0] / 60)
            when = f"in {minutes} minutes" if minutes > 1 else "soon"
            raise TooMany(f"too many {what}; try again {when}")

    def count_address(self, what: str, connection: HTTPConnection) -> None:
        """Count something of an address. Errors: `TooMany`."""
        self.count(what, client_of(connection))

    def count_name(self, what: str, name: str) -> None:
        """Count something that is tried with a name, known or not. Errors: `TooMany`."""
        self.count(what, name_key(name))

    # The session

    @property
    def secure(self) -> bool:
        """Whether players come by https."""
        return (self.settings.address or "").startswith("https://")

    @property
    def cookie(self) -> str:
        """The name of the cookie."""
        return "__Host-hexfront" if self.secure else "hexfront"

    def token(self, connection: HTTPConnection) -> str:
        """The token of the session that comes with a request; empty for none.

        Errors: `InputError` for one that does not come from our own page.
        """
        token = connection.cookies.get(self.cookie, "")
        if token and connection.scope.get("method", "GET") not in {"GET", "HEAD"}:
            _check_own_page(connection.headers)
        return token

    def account(self, connection: HTTPConnection) -> Account | None:
        """Who is signed in. Errors: `InputError`, `NotSaved`."""
        token = self.token(connection)
        return self.accounts.session(token) if token else None

    def signed_in(
        self, connection: HTTPConnection, what: str = "changes", *, banned: bool = False
    ) -> Account:
        """Who is signed in, and must be; `banned`: also one whom the operator has banned.

        Errors: `NotSignedIn`, `Banned`, `TooMany`.
        """
        account = self.account(connection)
        if account is None:
            raise NotSignedIn.at("session", "<none>", "a session: sign in first")
        self.count(what, account.id)
        if account.banned and not banned:
            raise Banned(words_of_ban(account.banned))
        return account

    def terms(self, live: LiveMatch, hinted: bool) -> str:
        """The `terms` message of a match; empty where it is none of the lobby."""
        try:
            found = self.results.terms(live, hinted=hinted)
        except NotSaved:
            return ""
        return "" if found is None else write_frame(found)

    def note_visit(self, account: Account, connection: HTTPConnection) -> None:
        """Note from where an account is used; it holds nobody up where that cannot be."""
        with suppress(NotSaved):
            self.signals.note(account.id, client_of(connection))

    def visitor(self, socket: HTTPConnection, match_id: str, seats: tuple[int, ...]) -> Visitor:
        """Whose a socket is that opens some seats of a match: of a player his seat says it."""
        account = self.account(socket)
        players = self.tables.chat.rows.accounts(match_id)
        own = next((players[seat] for seat in seats if seat in players), "")
        ident = own or (account.id if account else "")
        name = account.name if account and account.id == ident else ""
        barred = why_banned(self.store, match_id, seats, ident)
        return guest(socket)._replace(account=ident, name=name, barred=barred)

    def remember(self, response: Response, signed: SignedIn) -> None:
        """Give the browser the cookie of a new session."""
        response.set_cookie(
            self.cookie,
            signed.token,
            max_age=SESSION_DAYS * 24 * 3600,
            secure=self.secure,
            httponly=True,
            samesite="strict",
        )

    def forget(self, response: Response) -> None:
        """Take the cookie back."""
        response.delete_cookie(self.cookie, secure=self.secure, httponly=True, samesite="strict")

    # The place

    def site(self, connection: HTTPConnection) -> Site:
        """Where the page stands that asks."""
        if self.settings.address:
            address = self.settings.address
            return Site(urlsplit(address).hostname or "", address)
        host = connection.headers.get("host", "")
        scheme = "https" if connection.url.scheme in {"https", "wss"} else "http"
        origin = connection.headers.get("origin") or f"{scheme}://{host}"
        return Site(_name_of(host), origin)

    def ways(self, connection: HTTPConnection) -> Ways:
        """How one can sign in at this address."""
        site = self.site(connection)
        port = site.origin.rpartition(":")[2]
        local = site.host in {"127.0.0.1", "::1"}
        missing = "" if passwords.possible() and passkeys.possible() else passwords.INSTALL
        return Ways(
            password=passwords.possible(),
            passkey=passkeys.possible() and site.takes_passkeys,
            sign_up=self.settings.people.sign_up,
            named=f"http://localhost{f':{port}' if port.isdecimal() else ''}" if local else "",
            missing=missing,
        )


def _name_of(host: str) -> str:
    """The name in a Host header, without the port; empty where it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _check_own_page(headers: Mapping[str, str]) -> None:
    named = "origin" in headers and same_origin(headers)
    if not named and headers.get("sec-fetch-site") != "same-origin":
        raise InputError.at("header Origin", headers.get("origin"), "this server's own page")


def device_of(connection: HTTPConnection) -> str:
    """What a browser calls itself, in a few words, for the list of sessions."""
    agent = connection.headers.get("user-agent", "")
    known = {
        "Firefox": "Firefox",
        "Edg/": "Edge",
        "OPR/": "Opera",
        "Chrome": "Chrome",
        "Safari": "Safari",
    }
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    browser = next((name for sign, name in known.items() if sign in agent), "A program")
    system = next((name for name in systems if name in agent), "")
    return f"{browser} on {system}"[:MAX_DEVICE] if system else browser
