"""Notices with a mail server and a web server of our own: consent, delivery, and their ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.people import clocks, passwords
from hexfront.people.accounts import Account, Accounts
from hexfront.people.clocks import Deadline
from hexfront.people.notices import News, Notices, Outside, tell
from hexfront.people.notices.consents import NOTICES_AN_HOUR
from hexfront.people.notices.sending import BACKOFF, CLAIM_SECONDS, RELAY_SECONDS, claim
from hexfront.people.notices.transports import Relay, email_of
from hexfront.people.notices.words import Message, as_html
from hexfront.people.players import Players
from hexfront.people.results import Results
from hexfront.people.seats import seat_accounts
from hexfront.play.storage.records import SeatPlan, SeatRecord
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import hash_token
from tests.people.outside import HOME, NOON, Clock, Mailbox, free_port, mail_server, web_server
from tests.postgresql import PostgreSQL

DAY = 24 * 3600
SECRET = "five quiet hexes"


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """An empty place for a store: in a file but where a test asks for PostgreSQL, too."""
    if getattr(request, "param", "") != "postgresql":
        return tmp_path / "data"
    server: PostgreSQL = request.getfixturevalue("postgres")
    return server.database()


both = pytest.mark.parametrize("where", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def store(where: str | Path, duel: None) -> Iterator[Store]:
    store = Store(where)
    yield store
    store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def box() -> Iterator[tuple[Mailbox, int]]:
    with mail_server() as found:
        yield found


@pytest.fixture
def anna(store: Store, monkeypatch: pytest.MonkeyPatch) -> Account:
    monkeypatch.setattr(passwords, "hash_password", lambda password: "none that fits")
    return Accounts(store).sign_up("Anna", SECRET, "Firefox").account


def relay(port: int, **more: Any) -> Outside:
    usual = {"security": "none", "user": "", "password": "", "sender": "us@games.example"}
    return Outside(Relay(**{"host": "127.0.0.1", "port": port, **usual, **more}))


def hooks(*addresses: str) -> Outside:
    return Outside(webhooks=addresses)


def notices(store: Store, outside: Outside, clock: Clock | None = None) -> Notices:
    return Notices(store, outside, HOME, clock=clock or Clock())


def match(store: Store, *accounts: Account, title: str = "Two sides") -> list[SeatRecord]:
    """A new match between Left and Right; the accounts play its first sides."""
    seats = [SeatPlan("person"), SeatPlan("person", name="Bob")]
    sides: dict[str, Any] = {"sides": ["Left", "Right"], "rounds": 3, "lives": 3}
    scenario = {"format": "duel-scenario/1", "name": "pair", "title": title, **sides}
    made = store.create("duel", "1", scenario, bytes(32), seats)
    with store.transaction() as db:
        seat_accounts(db, made.match, {side: one.id for side, one in enumerate(accounts)})
    found = [store.seat(made.tokens[side]) for side in (0, 1)]
    return [seat for seat in found if seat is not None]


def pass_turn(store: Store, match_id: str, *must_act: int) -> None:
    number = len(store.load(match_id).steps)
    store.append(match_id, number, [Step(0, 1)], ["aa"], [number + 1], must_act=must_act)


def begin(store: Store, told: Notices, seat: SeatRecord, present: set[int] | None = None) -> None:
    """Let a turn of a seat begin, and send what is due."""
    pass_turn(store, seat.match, 1 - seat.side)
    pass_turn(store, seat.match, seat.side)
    told.turn(seat.match, (seat.side,), present or set())
    told.send_all()


def link_of(told: Notices, box: Mailbox) -> str:
    """The token of the link in the newest e-mail."""
    found = re.search(rf"{HOME}mail#(\S+)", box.text())
    assert found is not None
    return found[1]


def with_email(store: Store, told: Notices, box: Mailbox, account: Account, address: str) -> str:
    """Let an account get e-mails, confirmed by the link of the first; its token."""
    told.channels.set_email(account, address)
    told.send_all()
    token = link_of(told, box)
    told.consents.answer(token, True)
    box.mails.clear()
    return token


@both
def test_an_account_hears_of_a_turn_only_at_a_confirmed_address_and_once(
    store: Store, box: tuple[Mailbox, int], anna: Account
) -> None:
    mailbox, port = box
    told = notices(store, relay(port))
    red, _ = match(store, anna)
    told.channels.set_email(anna, "Anna@example.org")
    begin(store, told, red)
    (asking,) = mailbox.mails  # nothing but the question
    assert "Anna, who plays at" in mailbox.text()
    assert asking[0] == ["Anna@example.org"]
    told.channels.set_email(anna, "anna@example.org")
    told.send_all()
    assert len(mailbox.mails) == 1  # asked once a day
    told.consents.answer(link_of(told, mailbox), True)
    for _ in range(2):
        told.turn(red.match, (0,), set())  # known, since she asked in this turn
        told.send_all()
    assert len(mailbox.mails) == 1
    begin(store, told, red)
    notices(store, relay(port)).turn(red.match, (0,), set())  # as after a restart
    told.send_all()
    assert len(mailbox.mails) == 2
    sent = mailbox.message()
    assert sent["Subject"] == "Your turn: Two sides"
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent["Auto-Submitted"] == "auto-generated"
    html = sent.get_body(("html",))
    assert html is not None
    assert "<p>It is your turn in “Two sides”, as" in html.get_content()
    for text in (mailbox.text(), html.get_content()):
        assert red.match not in text
        assert "Bob" not in text
    begin(store, told, red, present={0})
    assert len(mailbox.mails) == 2  # who looks on is not told


def test_one_click_ends_the_notices_and_nobody_is_asked_again(
    store: Store, box: tuple[Mailbox, int], anna: Account
) -> None:
    mailbox, port = box
    told = notices(store, relay(port))
    red, _ = match(store, anna)
    token = with_email(store, told, mailbox, anna, "anna@example.org")
    assert hash_token(token) in {row[0] for row in store.read("SELECT token_hash FROM consents")}
    kept = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    assert token.encode() not in kept
    begin(store, told, red)
    link = mailbox.message()["List-Unsubscribe"].strip("<>")
    (clicked,) = parse_qs(urlsplit(link).query)["token"]
    pass_turn(store, red.match, 1)
    pass_turn(store, red.match, 0)
    told.turn(red.match, (0,), set())  # waits to be sent when it is ended
    assert told.consents.answer(clicked, False).state == "refused"
    told.send_all()
    assert len(mailbox.mails) == 1
    assert told.channels.of(anna.id) == []
    with pytest.raises(InputError, match="has not ended"):
        told.channels.set_email(anna, "ANNA@example.org")
    with pytest.raises(InputError, match="link of one"):
        told.consents.answer("t" * 43, True)
    told.consents.answer(token, True)  # the link takes it back
    told.channels.set_email(anna, "anna@example.org")


def test_an_address_that_another_has_confirmed_is_asked_again(
    store: Store, box: tuple[Mailbox, int], anna: Account, clock: Clock
) -> None:
    mailbox, port = box
    told = notices(store, relay(port), clock)
    with_email(store, told, mailbox, anna, "anna@example.org")
    eve = Accounts(store).sign_up("Eve", SECRET, "Opera").account
    red, _ = match(store, eve)
    told.channels.set_email(eve, "anna@example.org")
    begin(store, told, red)
    assert mailbox.mails == []  # asked less than a day ago: that link would do
    assert [one.confirmed for one in told.channels.of(eve.id)] == [False]
    assert [one.confirmed for one in told.channels.of(anna.id)] == [True]


def test_what_another_does_unseen_sends_no_notice(store: Store, anna: Account) -> None:
    """The time of a notice would tell when the other plans."""
    with web_server() as (got, origin):
        told = notices(store, hooks(f"{origin}/"))
        red, blue = match(store, anna)
        told.channels.keep_seat(blue, None, f"{origin}/blue")
        pass_turn(store, red.match, 0, 1)
        told.turn(red.match, (0, 1), {0, 1})  # Blue sees it begin, and leaves
        told.channels.set_webhook(anna, f"{origin}/red")  # Red knows it, and asks to be told
        pass_turn(store, red.match, 0, 1)
        told.turn(red.match, (0, 1), set())
        told.send_all()
        assert got == []
        pass_turn(store, red.match, 1)
        pass_turn(store, red.match, 0, 1)
        told.turn(red.match, (0, 1), set())
        told.send_all()
        assert [call.path for call in got] == ["/red"]


def test_a_webhook_gets_title_text_and_the_link_that_ends_it(store: Store) -> None:
    with web_server() as (got, origin):
        told = notices(store, hooks(f"{origin}/"))
        _, blue = match(store)
        told.channels.keep_seat(blue, None, f"{origin}/hook?to=blue")
        begin(store, told, blue)
        (call,) = got
        body = json.loads(call.body)
        end = body.pop("end")
        text = body.pop("text")
        assert (call.path, body) == (
            "/hook?to=blue",
            {"title": "Your turn: Two sides", "address": HOME},
        )
        assert text.startswith("It is your turn in “Two sides”, as Right.\n")
        (token,) = parse_qs(urlsplit(end).query)["token"]
        said = told.consents.answer(token, False)
        assert (said.address, said.state) == (f"{origin}/hook?to=blue", "refused")
        begin(store, told, blue)
        assert len(got) == 1
        with pytest.raises(InputError, match="webhook"):
            told.channels.keep_seat(blue, None, f"{origin}/hook?to=blue")


@pytest.mark.parametrize(
    ("beginning", "words"),
    [
        (News("begun", "Two sides"), "It has just begun."),
        (News("round", "Autumn cup, round 2"), "“Autumn cup, round 2” has just begun."),
    ],
    ids=["game", "round"],
)
def test_a_beginning_is_told_with_the_turn_that_comes_with_it(
    store: Store, anna: Account, beginning: News, words: str
) -> None:
    with web_server() as (got, origin):
        told = notices(store, hooks(f"{origin}/"))
        told.channels.set_webhook(anna, f"{origin}/anna")
        red, other = match(store, anna), match(store, anna)
        for first, _ in (red, other):
            with store.transaction() as db:
                tell(db, anna.id, replace(beginning, match=first.match, side=0))
        begin(store, told, red[0])
        bodies = [json.loads(call.body) for call in got]
    turn, alone = sorted(bodies, key=lambda body: str(body["title"]), reverse=True)
    assert turn["title"] == "Your turn: Two sides"
    assert turn["text"].startswith(f"It is your turn in “Two sides”, as Left. {words}\n")
    assert "has begun" in alone["text"]


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest",
        "http://listed.example.evil.example/x",
        "http://listed.example@evil.example/",
        "https://listed.example/",
        "http://listed.example:81/",
        "http://listed.example/club",
        "http://listed.example/club/../admin",
        "http://listed.example/club/%2E%2e/admin",
        "http://listed.example/club/..\\admin",
        "http://listed.example/ x",
        "http://listed.example/\r\nHost: evil",
        "http://listed.example/#x",
        "//listed.example/",
        "http://[",
        "file:///etc/passwd",
    ],
)
def test_only_listed_addresses_are_called(address: str) -> None:
    allowed = hooks("http://listed.example/club/").allowed
    with pytest.raises(InputError, match="webhook"):
        allowed.check_webhook(address)
    allowed.check_webhook("http://listed.example/club/ok?a=b")


@pytest.mark.parametrize(
    "address",
    ["x", "a@b@c", "a@b.c\nBcc: d@e.f", "a@b.c\r\n", "a@b.c,d@e.f", "<a@b.c>", "“a”@b.c"],
)
def test_only_one_plain_address_gets_mail(address: str) -> None:
    with pytest.raises(InputError, match="email"):
        relay(1).allowed.check_email(address)


def test_no_header_and_no_page_takes_what_stands_in_a_title() -> None:
    """Titles of scenarios and names come out of somebody's files."""
    title = "Your turn: A\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>"
    message = Message("m1", title, f"{title}\n", as_html(title), f"{HOME}end", HOME)
    settings = relay(25).relay
    assert settings is not None
    made = email_of(settings, "anna@example.org", message)
    assert made["Bcc"] is None
    assert "\n" not in made["Subject"]
    html = made.get_body(("html",))
    assert html is not None
    assert "<script>" not in html.get_content()
    for bad in ("a@b.c\r\nBcc: x@y.z", "a@b.c, x@y.z"):
        with pytest.raises(ValueError):
            email_of(settings, bad, message)


@both
def test_a_relay_that_is_down_loses_nothing_and_is_left_alone_for_a_while(
    store: Store, anna: Account, clock: Clock
) -> None:
    port = free_port()
    told = notices(store, relay(port), clock)
    with mail_server(port) as (mailbox, _):
        with_email(store, told, mailbox, anna, "anna@example.org")
    seats = [match(store, anna, title=title)[0] for title in ("One", "Two")]
    for seat in seats:
        pass_turn(store, seat.match, 0)
        told.turn(seat.match, (0,), set())
    told.send_all()
    rows = store.read("SELECT tries FROM notices ORDER BY tries")
    assert rows == [(0,), (1,)]  # the second was not even tried
    with mail_server(port) as (mailbox, _):
        told.send_all()
        assert mailbox.mails == []  # not yet
        clock.now += max(BACKOFF[0], RELAY_SECONDS) + 1
        told.send_all()
        assert sorted(mailbox.message(n)["Subject"] for n in (0, 1)) == [
            "Your turn: One",
            "Your turn: Two",
        ]
        told.send_all()
        assert len(mailbox.mails) == 2


def test_what_cannot_be_sent_is_given_up_with_a_note_on_the_account(
    store: Store, box: tuple[Mailbox, int], anna: Account, clock: Clock
) -> None:
    mailbox, port = box
    told = notices(store, relay(port), clock)
    red, _ = match(store, anna)
    with_email(store, told, mailbox, anna, "anna@example.org")
    mailbox.refuses = "550 nobody of that name"
    begin(store, told, red)
    (channel,) = told.channels.of(anna.id)
    assert "refuses the address (550)" in channel.note
    mailbox.refuses = "451 later"
    begin(store, told, red)
    for seconds in BACKOFF:
        clock.now += seconds + 1
        told.send_all()
    assert store.read("SELECT 1 FROM notices") == []
    (channel,) = told.channels.of(anna.id)
    assert "nobody answered" in channel.note
    mailbox.refuses = ""
    begin(store, told, red)
    assert [one.note for one in told.channels.of(anna.id)] == [""]


def test_a_turn_that_was_taken_meanwhile_is_told_no_more(
    store: Store, anna: Account, clock: Clock
) -> None:
    port = free_port()
    told = notices(store, relay(port), clock)
    with mail_server(port) as (mailbox, _):
        with_email(store, told, mailbox, anna, "anna@example.org")
    red, _ = match(store, anna)
    begin(store, told, red)
    pass_turn(store, red.match, 1)
    clock.now += 3600
    with mail_server(port) as (mailbox, _):
        told.send_all()
        assert mailbox.mails == []
    assert store.read("SELECT 1 FROM notices") == []


@both
def test_two_processes_send_every_notice_once(
    store: Store, where: str | Path, box: tuple[Mailbox, int], anna: Account, clock: Clock
) -> None:
    """Each with connections of its own: only the database stands between them."""
    mailbox, port = box
    told = notices(store, relay(port), clock)
    with_email(store, told, mailbox, anna, "anna@example.org")
    for number in range(12):
        red, _ = match(store, anna, title=f"Game {number}")
        pass_turn(store, red.match, 0)
        told.turn(red.match, (0,), set())
    others = [Store(where) for _ in range(2)]
    try:
        senders = [notices(other, relay(port), clock) for other in others]
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(sender.send_all) for sender in senders]:
                done.result()
    finally:
        for other in others:
            other.close()
    titles = [mailbox.message(n)["Subject"] for n in range(len(mailbox.mails))]
    assert sorted(titles) == sorted(f"Your turn: Game {number}" for number in range(12))


def test_what_a_killed_process_had_taken_is_sent_by_another_under_the_same_id(
    store: Store, box: tuple[Mailbox, int], anna: Account, clock: Clock
) -> None:
    mailbox, port = box
    told = notices(store, relay(port), clock)
    with_email(store, told, mailbox, anna, "anna@example.org")
    with store.transaction() as db:
        assert tell(db, anna.id, News("invited", "Two sides", detail="By Berta.")) == 1
    taken = claim(store, clock.now)  # and the process dies
    assert taken is not None
    told.send_all()
    assert mailbox.mails == []
    clock.now += CLAIM_SECONDS
    told.send_all()
    assert taken.id in mailbox.message()["Message-ID"]
    assert "You are invited to play “Two sides”. By Berta." in mailbox.text()


def test_a_redirect_is_not_followed(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with web_server(302) as (got, origin):
        told = notices(store, hooks(f"{origin}/"))
        red, _ = match(store)
        told.channels.keep_seat(red, None, f"{origin}/secret-path")
        begin(store, told, red)
        assert [call.path for call in got] == ["/secret-path"]
    assert "not sent yet" in caplog.text
    assert "secret-path" not in caplog.text


def test_a_wrong_password_is_logged_without_it(
    store: Store, anna: Account, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        return AuthResult(success=data.password == b"right", handled=False)

    with mail_server(authenticator=check, auth_require_tls=False) as (mailbox, port):
        told = notices(store, relay(port, user="us", password="wrong-password"), clock)
        told.channels.set_email(anna, "anna@example.org")
        told.send_all()
        assert mailbox.mails == []
        assert "not sent yet: SMTPAuthenticationError" in caplog.text
        for secret in ("wrong-password", "anna@example.org"):
            assert secret not in caplog.text
        clock.now += BACKOFF[0] + 1
        notices(store, relay(port, user="us", password="right"), clock).send_all()
        assert len(mailbox.mails) == 1


def test_one_address_gets_few_notices_in_an_hour_and_the_rest_later(
    store: Store, clock: Clock
) -> None:
    with web_server() as (got, origin):
        told = notices(store, hooks(f"{origin}/"), clock)
        for number in range(NOTICES_AN_HOUR + 3):
            red, _ = match(store, title=str(number))
            told.channels.keep_seat(red, None, f"{origin}/red")
            begin(store, told, red)
        assert len(got) == NOTICES_AN_HOUR
        clock.now += 3600
        told.send_all()
        assert len(got) == NOTICES_AN_HOUR + 3


def with_digest(
    store: Store, told: Notices, box: Mailbox, anna: Account, first: float, *, files: bool = False
) -> None:
    """Let Anna be told by one e-mail a day from a moment on; `files`: first of turns at once."""
    with_email(store, told, box, anna, "anna@example.org")
    (channel,) = told.channels.of(anna.id)
    if files:
        told.channels.change(anna, channel.id, daily=True, files=True)
        begin(store, told, match(store, anna, title="By e-mail")[0])
        assert box.mails.pop()  # its file is wanted at once
        with store.transaction() as db:
            db.execute("UPDATE seats SET must_act = 0")
    told.channels.change(anna, channel.id, daily=True, files=False)
    with store.transaction() as db:
        db.execute("UPDATE channels SET digest_at = ?", (first,))


@both
def test_one_digest_a_day_is_sorted_by_the_time_that_is_left(
    store: Store,
    box: tuple[Mailbox, int],
    anna: Account,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mailbox, port = box
    told = notices(store, relay(port), clock)
    with_digest(store, told, mailbox, anna, NOON + DAY, files=True)
    left = {"Slow": 50 * 3600.0, "Free": None, "Quick": 30 * 3600.0}
    due = []
    for title, seconds in left.items():
        red, _ = match(store, anna, title=title)
        begin(store, told, red)
        if seconds is not None:
            due.append(Deadline(red.match, 0, NOON + seconds, 3 * 3600.0))
    over, _ = match(store, anna, title="Taken")
    begin(store, told, over)
    pass_turn(store, over.match, 1)
    monkeypatch.setattr(clocks, "deadlines", lambda store: due)
    with store.transaction() as db:
        tell(db, anna.id, News("round", "Autumn cup"))
    told.send_all()
    assert mailbox.mails == []
    clock.now += DAY
    told.send_all()
    clock.now += 60
    told.send_all()
    (_,) = mailbox.mails
    text = mailbox.text()
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert [line.partition("“")[2].partition("”")[0] for line in lines] == [
        *("Quick", "Slow", "Free"),
        "Autumn cup",
    ]
    assert "(6 hours)" in lines[0]
    assert lines[2].endswith("no clock")
    assert store.read("SELECT 1 FROM notices") == []
    clock.now += DAY
    told.send_all()
    assert len(mailbox.mails) == 2


@both
def test_who_has_a_fifth_of_his_time_left_is_warned_once_also_with_a_digest(
    store: Store,
    box: tuple[Mailbox, int],
    anna: Account,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mailbox, port = box
    told = notices(store, relay(port), clock)
    with_digest(store, told, mailbox, anna, NOON + 30 * DAY)
    red, _ = match(store, anna)
    live, _ = match(store, anna, title="Live")
    pass_turn(store, red.match, 0)
    pass_turn(store, live.match, 0)
    due = [
        Deadline(red.match, 0, NOON + 10 * 3600, 10 * 3600.0),
        Deadline(live.match, 0, NOON + 9 * 3600, 600.0),
    ]
    monkeypatch.setattr(clocks, "deadlines", lambda store: due)
    for hours, count in ((7.9, 0), (8.1, 1), (8.9, 1), (11.0, 1)):
        clock.now = NOON + hours * 3600
        told.send_all()
        assert len(mailbox.mails) == count
    assert mailbox.message()["Subject"] == "Little time left: Two sides"
    assert "You have until" in mailbox.text()
    assert "1 hour 54 minutes" in mailbox.text()
    due[0] = Deadline(red.match, 0, NOON + 20 * 3600, 10 * 3600.0)  # the next turn
    clock.now = NOON + 19 * 3600
    told.send_all()
    assert len(mailbox.mails) == 2


def test_a_server_that_sends_nothing_tells_nobody(store: Store, anna: Account) -> None:
    told = notices(store, Outside())
    red, _ = match(store, anna)
    with pytest.raises(InputError, match="sends no e-mail"):
        told.channels.set_email(anna, "a@b.c")
    with pytest.raises(InputError, match="calls no webhooks"):
        told.channels.set_webhook(anna, "https://a.example/")
    with pytest.raises(InputError, match="sends nothing to browsers"):
        told.channels.add_browser(anna, "https://a.example/", {}, "")
    told.turn(red.match, (0,), set())
    told.start()
    told.close()
    assert told.push_key == ""


@both
def test_a_deleted_account_leaves_no_address_behind(
    store: Store, box: tuple[Mailbox, int], anna: Account
) -> None:
    mailbox, port = box
    told = notices(store, relay(port))
    red, _ = match(store, anna)
    with_email(store, told, mailbox, anna, "anna@example.org")
    pass_turn(store, red.match, 0)
    told.turn(red.match, (0,), set())
    players = Players(store, Accounts(store), Results(store))
    (kept,) = players.export(anna)["notices"]
    assert kept["address"] == "anna@example.org"
    players.delete(anna, "Anna")
    for table in ("channels", "notices", "consents"):
        assert store.read(f"SELECT * FROM {table}") == []
