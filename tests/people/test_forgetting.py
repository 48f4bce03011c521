"""What is kept of people for a time only, over both databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hexfront.people.accounts import SESSION_DAYS, Accounts
from hexfront.people.forgetting import forget_old
from hexfront.people.lobby import ANY_SIDE, OPEN_DAYS, GameWish, Lobby
from hexfront.people.notices.consents import Consents
from hexfront.people.signals import KEPT_DAYS, Signals
from hexfront.play.storage.store import Store

DAY = 24 * 3600
WISH = GameWish("duel", "", "A duel", sides=2, persons=2, side=ANY_SIDE, pace="none", rated=False)


@pytest.fixture
def store(where: str | Path) -> Iterator[Store]:
    with closing(Store(where)) as store:
        yield store


def test_what_is_too_old_is_forgotten_and_nothing_else(store: Store) -> None:
    now = datetime.now(UTC).timestamp()
    accounts, lobby = Accounts(store), Lobby(store)
    anna = accounts.sign_up("Anna", "five quiet hexes", "Firefox")
    Signals(store).note(anna.account.id, "192.0.2.7")
    lobby.open(anna.account, WISH)
    kept = {
        "sessions": SESSION_DAYS,
        "open_games": OPEN_DAYS,
        "account_networks": KEPT_DAYS,
    }
    for table, days in sorted(kept.items(), key=lambda one: one[1]):
        forget_old(store, now + days * DAY - 60)
        assert store.read(f"SELECT count(*) FROM {table}") == [(1,)], table
        forget_old(store, now + (days + 1) * DAY)
        assert store.read(f"SELECT count(*) FROM {table}") == [(0,)], table
    assert accounts.named("anna").id == anna.account.id
    assert accounts.session(anna.token) is None


def test_an_address_to_which_nothing_leads_is_forgotten_a_day_after_it_was_asked(
    store: Store,
) -> None:
    anna = Accounts(store).sign_up("Anna", "five quiet hexes", "Firefox").account
    consents, now = Consents(store, "http://a.example/"), datetime.now(UTC).timestamp()
    for name in ("used", "unused", "refused"):
        assert consents.ask(f"{name}@example.org")
    consents.answer(consents.token("refused@example.org"), agrees=False)
    with store.transaction() as db:
        db.execute(
            "INSERT INTO channels (id, account, way, address) VALUES (?, ?, 'email', ?)",
            ("c", anna.id, "Used@example.org"),
        )
    forget_old(store, now + DAY - 60)
    # He is asked once a day, whatever becomes of the question meanwhile.
    assert not consents.ask("unused@example.org")
    forget_old(store, now + DAY + 60)
    rows = store.read("SELECT address FROM consents ORDER BY address")
    assert rows == [("refused@example.org",), ("used@example.org",)]
