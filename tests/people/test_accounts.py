"""Accounts over a store: what is kept, what ends, and what is told to nobody."""

from __future__ import annotations

from pathlib import Path

import pytest
from argon2 import extract_parameters

from hexfront.core.errors import InputError
from hexfront.people import accounts as module
from hexfront.people import moderation, passwords
from hexfront.people.accounts import SESSION_DAYS, Accounts, NotSignedIn, SignedIn
from hexfront.people.chat import Chat, Speaker
from hexfront.people.players import Players
from hexfront.people.results import Results
from hexfront.people.seats import Seats
from hexfront.people.signals import Signals
from hexfront.play.storage.operating import By
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store

SECRET = "five quiet hexes"
HASHER = passwords._hasher
"""That of a server; the tests themselves hash with less work (`cheap_passwords`)."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


@pytest.fixture
def accounts(store: Store) -> Accounts:
    return Accounts(store)


@pytest.fixture
def anna(accounts: Accounts) -> SignedIn:
    return accounts.sign_up("Anna", SECRET, "Firefox")


def players(store: Store) -> Players:
    return Players(store, Accounts(store), Results(store))


def test_nothing_that_proves_anything_is_kept_as_it_is(store: Store, anna: SignedIn) -> None:
    kept = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    for secret in (SECRET, anna.token, *anna.codes, *(c.replace("-", "") for c in anna.codes)):
        assert secret.encode() not in kept
    ((password,),) = store.read("SELECT password FROM accounts")
    assert password.startswith("$argon2id$")


def test_a_guess_at_a_password_costs_time_and_memory() -> None:
    """At least what RFC 9106 recommends where memory is scarce: three passes over 64 MiB."""
    found = extract_parameters(HASHER().hash(SECRET))
    assert found.type.name == "ID"
    assert found.time_cost >= 3
    assert found.memory_cost >= 64 * 1024


def test_sign_in_tells_nobody_whether_there_is_such_a_name(
    accounts: Accounts, anna: SignedIn
) -> None:
    assert accounts.sign_in("anna", SECRET, "").account.id == anna.account.id
    told = []
    for name in ("Anna", "Berta"):
        with pytest.raises(InputError) as caught:
            accounts.sign_in(name, "not the password", "")
        told.append(str(caught.value))
        with pytest.raises(InputError) as caught:
            accounts.recover(name, "AAAA-AAAA-AAAA-AAAA", "")
        told.append(str(caught.value))
    assert len(set(told)) == 1


@pytest.mark.parametrize("password", ["short", "x" * 300, "aaaaaaaaaaaa", "my name is ANNA"])
def test_weak_passwords_are_refused_and_not_repeated(accounts: Accounts, password: str) -> None:
    with pytest.raises(InputError) as caught:
        accounts.sign_up("Anna", password, "")
    assert password not in str(caught.value)


def test_a_name_is_taken_by_who_looks_like_it(accounts: Accounts, anna: SignedIn) -> None:
    accounts.sign_up("Nota", SECRET, "")
    for name in ("ANNA", "ΝΟΤΑ"):  # the second in Greek
        with pytest.raises(InputError, match="look like"):
            accounts.sign_up(name, SECRET, "")


def test_a_code_works_once_and_ends_other_sessions(accounts: Accounts, anna: SignedIn) -> None:
    again = accounts.recover("Anna", f" {anna.codes[0].lower()} ", "")
    assert accounts.session(anna.token) is None
    assert accounts.session(again.token) is not None
    with pytest.raises(InputError):
        accounts.recover("Anna", anna.codes[0], "")
    with pytest.raises(InputError):
        accounts.recover("Berta", anna.codes[1], "")
    assert accounts.codes_left(again.account) == len(anna.codes) - 1


def test_sessions_end_by_their_owner_and_by_time(
    accounts: Accounts, anna: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = accounts.sign_in("Anna", SECRET, "Chrome")
    berta = accounts.sign_up("Berta", SECRET, "")
    accounts.end_sessions(berta.account, anna.account.session)
    assert accounts.session(anna.token) is not None, "nobody ends another's session"
    accounts.end_sessions(anna.account, "")
    assert accounts.session(other.token) is None
    later = module.time.time() + (SESSION_DAYS + 1) * 24 * 3600
    monkeypatch.setattr(module.time, "time", lambda: later)
    assert accounts.session(anna.token) is None


def test_an_old_session_changes_no_way_to_sign_in(
    accounts: Accounts, anna: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = module.time.time() + module.FRESH_SECONDS + 1
    monkeypatch.setattr(module.time, "time", lambda: later)
    with pytest.raises(NotSignedIn):
        accounts.set_password(anna.account, "another quiet hex")
    with pytest.raises(NotSignedIn):
        accounts.new_codes(anna.account)
    accounts.end_sessions(anna.account, "")


def test_a_guest_keeps_his_seat_and_a_session_opens_it(
    store: Store, accounts: Accounts, anna: SignedIn
) -> None:
    made = store.create("duel", "1", {}, bytes(32), [SeatPlan("person"), SeatPlan("person")])
    seats = Seats(store)
    assert seats.claim(anna.account, made.tokens[0]).side == 0
    berta = accounts.sign_up("Berta", SECRET, "")
    for token in (made.tokens[0], made.tokens[-2], "unknown"):
        with pytest.raises(InputError):
            seats.claim(berta.account, token)
    (own,) = seats.of(anna.account, anna.token)
    seat = store.seat(own.token)
    assert seat is not None
    assert (seat.match, seat.side, seat.name) == (made.match, 0, "Anna")
    assert store.seat(made.tokens[0]) is not None, "the guest's link goes on"
    assert seats.of(anna.account, anna.token) == [own]
    accounts.end_sessions(anna.account, anna.account.session)
    assert store.seat(own.token) is None


def test_export_holds_all_and_deleting_leaves_nothing(
    store: Store, accounts: Accounts, anna: SignedIn
) -> None:
    berta = accounts.sign_up("Berta", SECRET, "")
    made = store.create("duel", "1", {}, bytes(32), [SeatPlan("person"), SeatPlan("person")])
    Seats(store).claim(anna.account, made.tokens[0])
    Seats(store).of(anna.account, anna.token)
    theirs = players(store)
    theirs.avoid(anna.account, "Berta", "blocks", True)
    theirs.avoid(anna.account, "Berta", "mutes", True)
    theirs.avoid(berta.account, "Anna", "blocks", True)
    theirs.report(anna.account, "Berta", "rude")
    chat, ours = Chat(store), (store, made.match, "players")
    chat.say(*ours, Speaker(0, anna.account.id, "Anna"), "Hello", "key-0001")
    chat.say(*ours, Speaker(1, berta.account.id, "Berta"), "Well?", "key-0002")
    moderation.report_words(store, "", made.match, "players", 2, "rude")
    moderation.mute(store, By("192.0.2.1"), "Anna", 1, "rude")
    Signals(store).note(anna.account.id, "192.0.2.7")
    told = theirs.export(anna.account)
    assert told["name"] == "Anna"
    assert told["seats"] == [{"match": made.match, "side": 0}]
    assert told["blocked"] == ["Berta"]
    assert told["reports"][0]["about"] == "rude"
    assert told["muted"] == ["Berta"]
    assert [line["text"] for line in told["chat"]] == ["Hello"]
    assert [one["reason"] for one in told["restricted"]] == ["rude"]
    assert len(told["networks"]) == 1
    assert "192.0.2.7" not in str(told)
    assert SECRET not in str(told)
    with pytest.raises(InputError, match="/name"):
        theirs.delete(anna.account, "Berta")
    theirs.delete(anna.account, "Anna")
    tables = [row[0] for row in store.read("SELECT name FROM sqlite_master WHERE type = 'table'")]
    left = [name for name in tables if anna.account.id in str(store.read(f"SELECT * FROM {name}"))]
    assert left == []
    assert "Anna" not in str([seat.name for seat in store.seats(made.match)])
    (report,) = moderation.open_reports(store)
    assert [line["text"] for line in report.said] == ["Well?"]
    assert [line.text for line in chat.lines(made.match, "players")] == ["Well?"]
    assert accounts.session(berta.token) is not None
    accounts.sign_up("Anna", SECRET, "")
