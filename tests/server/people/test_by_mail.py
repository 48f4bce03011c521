"""Play by e-mail: turn files out, orders in, and what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from hexfront.cli import app as commands
from hexfront.cli.commands import pbem
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.people import passwords
from hexfront.people.accounts import Account, Accounts
from hexfront.people.by_mail.message import MAX_MESSAGE, orders_in
from hexfront.people.by_mail.orders_file import read_orders, turn_token
from hexfront.people.by_mail.signature import check_signed
from hexfront.people.seats import seat_accounts
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.app import create_app
from hexfront.server.matches import described
from hexfront.server.people.notices.turn_files import match_now, seen, turn_file
from hexfront.server.settings import EmailSettings, ServerSettings
from tests.people.outside import HOME, Mailbox, free_port, mail_server

ADDRESS = "anna@example.org"


class Post:
    """A server that sends e-mails, and Anna, who lives there."""

    def __init__(self, folder: Path, mailbox: Mailbox, port: int) -> None:
        self.mailbox, self.store = mailbox, Store(folder)
        email = EmailSettings(
            host="127.0.0.1", port=port, security="none", sender="us@games.example"
        )
        self.app = create_app(self.store, settings=ServerSettings(email=email), home=HOME)

    def begin(self) -> Account:
        notices = self.app.state.people.notices
        anna = Accounts(self.store).sign_up("Anna", "five quiet hexes", "a mail program").account
        notices.channels.set_email(anna, ADDRESS)
        notices.consents.answer(notices.consents.token(ADDRESS), True)
        (channel,) = notices.channels.of(anna.id)
        notices.channels.change(anna, channel.id, daily=False, files=True)
        return anna

    def match(self, anna: Account, system: str) -> str:
        """A match in which all sides are Anna's."""
        rules = find_system(system)
        scenario = load_scenario(rules)
        sides = range(len(rules.rules(scenario).sides))
        plans = [SeatPlan("person") for _ in sides]
        made = self.store.create(system, rules.version, scenario.document, bytes(32), plans)
        with self.store.transaction() as db:
            seat_accounts(db, made.match, dict.fromkeys(sides, anna.id))
        return made.match

    def mail(self, subject: str, says: str = "") -> EmailMessage:
        """An e-mail with a subject that says something, once it is there; it is taken."""
        for _ in range(3000):
            for number, _ in reversed(list(enumerate(self.mailbox.mails))):
                message = self.mailbox.message(number)
                if str(message["Subject"]).startswith(subject) and says in body_of(message):
                    del self.mailbox.mails[number]
                    return message
            time.sleep(0.01)
        raise AssertionError(f"no e-mail {subject}")

    def steps(self, match_id: str) -> int:
        return len(self.store.load(match_id).steps)


@pytest.fixture
def post(
    tmp_path: Path, duel: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Post, TestClient]]:
    monkeypatch.setattr(passwords, "hash_password", lambda password: "none that fits")
    described.cache_clear()
    with mail_server() as (mailbox, port):
        made = Post(tmp_path / "data", mailbox, port)
        with TestClient(made.app) as client:
            yield made, client
        made.store.close()
    described.cache_clear()


def body_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def attached(message: EmailMessage) -> dict[str, str]:
    found = {}
    for part in message.iter_attachments():
        content = part.get_content()
        text = content if isinstance(content, str) else content.decode()
        found[part.get_filename() or ""] = text.replace("\r\n", "\n")
    return found


def answer_with(turn: dict[str, str], *orders: str) -> bytes:
    """An e-mail with the orders file filled in, from somebody or other."""
    reply = EmailMessage()
    reply["From"] = "Somebody Else <else@evil.example>"
    reply["To"] = "turns@games.example"
    quoted = "".join(f"> {line}\n" for line in turn["turn.txt"].splitlines())
    reply.set_content(f"Here they are.\n\nOn Monday the server wrote:\n{quoted}")
    filled = turn["orders.txt"].replace("\n\n\nEnd", "\n" + "\n".join(orders) + "\nEnd")
    reply.add_attachment(filled, filename="orders.txt")
    return reply.as_bytes()


def begun(post: Post, client: TestClient, system: str) -> tuple[str, int, dict[str, str]]:
    """A match whose first turn has gone out: its id, the side, and the files."""
    people = post.app.state.people
    match_id = post.match(post.begin(), system)
    assert client.portal is not None
    client.portal.call(people.tables.begin, match_id)
    side = match_now(post.store, match_id).decision.sides[0]
    people.notices.turn(match_id, (side,), set())
    files = attached(post.mail("Your turn"))
    assert sorted(files) == ["orders.txt", "turn.json", "turn.txt"]
    return match_id, side, files


@pytest.mark.parametrize("system", ["brigade", "takeover"])
def test_a_turn_goes_out_and_its_orders_come_in(post: tuple[Post, TestClient], system: str) -> None:
    there, client = post
    match_id, side, files = begun(there, client, system)
    data = json.loads(files["turn.json"])
    assert check_signed(data, "turn.json") == client.get("/api/turn-files").json()["key"]
    with pytest.raises(InputError, match="changed after"):
        check_signed(data | {"side": 1 - side}, "turn.json")
    assert data["view"]["viewer"] == side
    assert "facts" not in data["view"] or set(data["view"]["facts"]) <= {"sectors"}
    order = data["orders"][-1]["typed"]
    for words in ("MAP", "UNITS", "ORDERS", "HOW TO ANSWER", order):
        assert words in files["turn.txt"]
    before = there.steps(match_id)
    text = orders_in(answer_with(files, order))
    answer = client.post("/api/turn-files", json={"text": text, "by_mail": True})
    assert answer.json()["done"] == [order], answer.text
    assert answer.json()["problem"] is None
    given = there.store.load(match_id).steps[before]
    assert given.actor == side
    back = there.mail("Your orders")
    assert back["To"] == ADDRESS  # and not who the e-mail said it was from
    said = body_of(back).splitlines()
    assert said[:2] == ["Carried out: 1 of your orders.", f"- {order}"]
    if answer.json()["your_turn"]:
        assert attached(back)["orders.txt"] != files["orders.txt"]
    after = there.steps(match_id)
    again = client.post("/api/turn-files", json={"text": text, "by_mail": True})
    assert again.status_code == 400
    assert "one that was used" in again.text
    assert there.steps(match_id) == after


def test_what_does_not_count_is_refused_with_a_reason_and_changes_nothing(
    post: tuple[Post, TestClient],
) -> None:
    there, client = post
    match_id, side, files = begun(there, client, "brigade")
    token = read_orders(orders_in(answer_with(files, "x"))).token
    before = there.steps(match_id)
    order = json.loads(files["turn.json"])["orders"][-1]["typed"]

    def refused(text: str, why: str, *, answered: bool = False) -> None:
        there.mailbox.mails.clear()
        answer = client.post("/api/turn-files", json={"text": text, "by_mail": True})
        assert answer.status_code == 400, answer.text
        assert why in answer.text
        assert there.steps(match_id) == before
        if answered:
            there.mail("Your orders: Three Towns", "nothing has changed")

    def file(token: str, *lines: str) -> str:
        return "\n".join((f"Turn: {token}", *lines, "End"))

    parts = token.split(".")
    forged = [
        ".".join((*parts[:-1], "A" * 32)),
        ".".join((parts[0], parts[1], str(1 - side), *parts[3:])),
        ".".join((parts[0], "another-match", *parts[2:])),
        "hxt1.x",
        token + "x",
    ]
    for each in forged:
        refused(file(each, order), "forged or damaged")
    refused(file(turn_token(there.store, "gone", side, parts[3]), order), "not kept")
    refused(file(turn_token(there.store, match_id, side, "s" * 16), order), "late", answered=True)
    refused(file(turn_token(there.store, match_id, 1 - side, "s" * 16), order), "late")
    refused(file(token, "3 dance"), "line 1", answered=True)
    refused(f"Turn: {token}\n{order}\n", "a line `End`")
    refused(file(token), "orders between")
    refused("hello", "begins with Turn:")
    refused(file(token, "x" * 2001), "printable letters")
    refused(file(token, *["done"] * 501), "501 lines")
    # A mistake after something that cannot be unsaid: what was done is told, and what was not.
    there.mailbox.mails.clear()
    mixed = {"text": file(token, order, "3 dance", order), "by_mail": True}
    answer = client.post("/api/turn-files", json=mixed).json()
    assert answer["done"] == [order]
    assert answer["problem"]["place"] == "orders: line 2"
    files = attached(there.mail("Your orders", "Then it stopped"))
    now = match_now(there.store, match_id)
    assert read_orders(files["orders.txt"].replace("End", "x\nEnd")).token == turn_token(
        there.store, match_id, side, seen(now, side)
    )


def test_what_the_other_side_plans_unseen_changes_nothing_of_a_turn_file(
    post: tuple[Post, TestClient],
) -> None:
    there, client = post
    match_id, side, files = begun(there, client, "brigade")
    _, other = turn_file(there.store, HOME, match_id, 1 - side)
    order = json.loads(other[2].text)["orders"][-1]["typed"]
    text = other[1].text.replace("End", f"{order}\nEnd")
    assert client.post("/api/turn-files", json={"text": text}).json()["done"] == [order]
    _, again = turn_file(there.store, HOME, match_id, side)
    assert {file.name: file.text for file in again} == files
    there.mailbox.mails.clear()
    mine = json.loads(files["turn.json"])["orders"][-1]["typed"]
    text = files["orders.txt"].replace("End", f"{mine}\nEnd")
    assert client.post("/api/turn-files", json={"text": text}).json()["done"] == [mine]
    # A file that was given in by hand is answered there alone.
    assert not any("Subject: Your orders" in mail for _, mail in there.mailbox.mails)


def test_an_e_mail_is_read_whatever_program_has_written_it() -> None:
    block = "Turn: hxt1.m.0.s.t\nmove 3\ndone\nEnd\n"
    want = "Turn: hxt1.m.0.s.t\nmove 3\ndone\nEnd\n"
    html = EmailMessage()
    html.set_content(f"Hello\n\n{block}\n-- \nAnna")
    html.add_alternative("<p>Hello</p>", subtype="html")
    quoted = EmailMessage()
    quoted.set_content("> > Turn: hxt1.m.0.s.t\n> > # remark\nmove 3\n\ndone\n> > End\n> Bye")
    octets = EmailMessage()
    octets.set_content("See the file.")
    octets.add_attachment(
        block.encode(), maintype="application", subtype="octet-stream", filename="Orders.TXT"
    )
    for message in (html, quoted, octets):
        assert orders_in(message.as_bytes()) == want
    both = EmailMessage()
    both.set_content(block)
    both.add_attachment(block.replace("move 3", "move 4"), filename="orders.txt")
    only_html = EmailMessage()
    only_html.set_content("<p>Turn: x</p>", subtype="html")
    for message, why in ((both, "different"), (only_html, "no plain text")):
        with pytest.raises(InputError, match=why):
            orders_in(message.as_bytes())
    for data in (b"", b"\xff\x00", b"Content-Type: multipart/mixed; boundary=x\n\n--x\n--x--\n"):
        with pytest.raises(InputError):
            orders_in(data)
    with pytest.raises(InputError, match="at most"):
        orders_in(b"x" * (MAX_MESSAGE + 1))


def test_the_command_of_the_mail_server_never_sends_an_e_mail_back(
    post: tuple[Post, TestClient], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there, client = post
    _, _, files = begun(there, client, "brigade")
    order = json.loads(files["turn.json"])["orders"][-1]["typed"]
    asked: list[Any] = []

    def hand_over(server: str, text: str) -> Any:
        asked.append(server)
        answer = client.post("/api/turn-files", json={"text": text, "by_mail": True}).json()
        return answer if "done" in answer else {"done": [], "refused": answer["text"]}

    post_really: Callable[..., Any] = pbem._post
    monkeypatch.setattr(pbem, "_post", hand_over)
    run = CliRunner().invoke
    received = ["pbem", "receive", "--server", "https://games.example"]
    done = run(commands, received, input=answer_with(files, order))
    assert (done.exit_code, done.stdout) == (0, f"Carried out: {order}\n")
    done = run(commands, received, input=answer_with(files, order))
    assert done.exit_code == 0
    assert "Refused: " in done.stdout
    done = run(commands, received, input=b"Subject: win a prize\n\nHello")
    assert done.exit_code == 0
    assert "Refused: e-mail" in done.stdout
    assert len(asked) == 2
    monkeypatch.setattr(pbem, "_post", post_really)
    gone = ["pbem", "receive", "--server", f"http://127.0.0.1:{free_port()}"]
    assert run(commands, gone, input=answer_with(files, order)).exit_code == 75
    turn = tmp_path / "turn.json"
    turn.write_text(files["turn.json"], encoding="utf-8")
    key = client.get("/api/turn-files").json()["key"]
    assert f"signed with {key}" in run(commands, ["pbem", "check", str(turn), "--key", key]).stdout
    assert run(commands, ["pbem", "check", str(turn), "--key", "00"]).exit_code != 0
