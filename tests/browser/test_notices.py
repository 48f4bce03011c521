"""“Tell me” on the account page, the links of notices, and orders by file, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from hexfront.people.notices.webpush import encoded
from tests.browser.axe import faults
from tests.browser.conftest import Open, Server, make_match
from tests.browser.players import sign_up
from tests.people.outside import Mailbox, mail_server
from tests.people.test_webpush import AUTH, Browser

SETTINGS = """
webhooks = ["http://127.0.0.1:9/hook-"]
[email]
host = "127.0.0.1"
port = {port}
security = "none"
sender = "us@games.example"
[push]
contact = "mailto:us@games.example"
"""
# Headless, a browser has no service and allows no notices: these two are played for it.
PLAYED = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.subscribe = async function (options) {{
  window.subscribedWith = [options.userVisibleOnly, options.applicationServerKey.length];
  const endpoint = "https://fcm.googleapis.com/fcm/send/x";
  return {{ toJSON: () => ({{ endpoint, keys: {keys} }}) }};
}};
"""


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Mailbox]]:
    """A server that sends e-mails, and what it has sent."""
    with mail_server() as (box, port):
        data = tmp_path_factory.mktemp("notices") / "data"
        server = Server(data, settings=SETTINGS.format(port=port))
        yield server.address.replace("127.0.0.1", "localhost"), box
        server.kill()


def wait_for_mail(page: Page, box: Mailbox, subject: str) -> str:
    for _ in range(1500):
        for number in range(len(box.mails)):
            if box.message(number)["Subject"] == subject:
                return box.text(number)
        page.wait_for_timeout(20)
    raise AssertionError(f"no e-mail {subject}")


def shown_by_worker(context: BrowserContext, page: Page, address: str) -> Any:
    """What the service worker shows of a message that the browser hands to it."""
    (worker,) = context.service_workers
    worker.evaluate(
        "self.registration.showNotification = async (...told) => { self.shown = told; }"
    )
    session = context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"])
    )
    session.send("ServiceWorker.enable")
    for _ in range(500):
        if found:
            break
        page.wait_for_timeout(20)
    told = {"title": "Your turn: Three Towns", "text": "It is your turn.", "address": "https://e.x"}
    message = {
        "origin": address,
        "registrationId": found[0]["registrationId"],
        "data": json.dumps(told),
    }
    session.send("ServiceWorker.deliverPushMessage", message)
    for _ in range(500):
        if shown := worker.evaluate("self.shown"):
            return shown
        page.wait_for_timeout(20)
    raise AssertionError("nothing was shown")


def test_an_account_is_told_as_it_wants_and_ends_it(
    open_screen: Open, post: tuple[str, Mailbox], tmp_path: Path
) -> None:
    address, box = post
    phone = open_screen("/account", address, viewport={"width": 390, "height": 844})
    page = phone.page
    keys = {"p256dh": Browser().keys["p256dh"], "auth": encoded(AUTH) + "=="}
    page.add_init_script(PLAYED.format(keys=json.dumps(keys)))
    page.reload()
    sign_up(phone, "Anna")
    tell = page.get_by_test_id("tell-me")
    page.get_by_test_id("email").fill("anna@example.org")
    page.get_by_test_id("email-keep").click()
    expect(tell.get_by_test_id("waits")).to_be_visible()
    page.get_by_test_id("webhook").fill("http://127.0.0.1/other")
    page.get_by_test_id("webhook-keep").click()
    expect(tell.get_by_role("alert")).to_contain_text("begins with http://127.0.0.1:9/hook-")
    # The refusal is the server's; the browser notes its status too.
    phone.problems.clear()
    page.get_by_test_id("push").click()
    expect(tell.get_by_test_id("channel-push")).to_contain_text("Chrome")
    assert page.evaluate("window.subscribedWith") == [True, 65]
    title, more = shown_by_worker(page.context, page, address)
    assert (title, more["body"]) == ("Your turn: Three Towns", "It is your turn.")

    asked = wait_for_mail(page, box, "Do you want to be told of your turns?")
    link = re.search(r"/mail#\S+", asked)
    assert link is not None
    mail = open_screen(link[0], address)
    expect(mail.page.get_by_test_id("state")).to_contain_text("gets no notices before you say yes")
    mail.page.get_by_test_id("agree").click()
    expect(mail.page.get_by_test_id("state")).to_contain_text("gets notices of your games")
    assert faults(mail) == []

    page.reload()
    tell.get_by_test_id("daily").check()
    expect(page.get_by_test_id("said")).to_have_text("Kept.")
    tell.get_by_test_id("files").check()
    expect(tell.get_by_test_id("daily")).to_be_checked()
    expect(tell.get_by_role("link", name="Give in a file of orders")).to_be_visible()
    tell.get_by_test_id("channel-email").get_by_test_id("test").click()
    wait_for_mail(page, box, "A test of your notices")
    for dark in ("light", "dark"):
        page.emulate_media(color_scheme=dark)
        assert faults(phone) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    tell.get_by_test_id("channel-push").get_by_test_id("end").click()
    expect(tell.get_by_test_id("channel-push")).to_have_count(0)

    mail.page.get_by_test_id("refuse").click()
    expect(mail.page.get_by_test_id("state")).to_contain_text("gets no more notices")
    page.reload()
    expect(tell.get_by_test_id("email")).to_be_visible()
    expect(tell.get_by_test_id("channel-email")).to_have_count(0)

    mail.page.goto(f"{address}/by-mail")
    orders = tmp_path / "orders.txt"
    orders.write_text("Turn: hxt1.none\n3 move 0504\nEnd\n", encoding="utf-8")
    mail.page.get_by_test_id("file").set_input_files(orders)
    expect(mail.page.get_by_test_id("text")).to_have_value(re.compile("3 move 0504"))
    mail.page.get_by_test_id("give").click()
    expect(mail.page.get_by_test_id("refused")).to_contain_text("forged or damaged")
    assert faults(mail) == []
    mail.problems.clear()


def test_a_guest_is_asked_under_the_links_of_his_match(
    open_screen: Open, post: tuple[str, Mailbox]
) -> None:
    address, _ = post
    made = make_match(address, "person", "person")
    screen = open_screen(f"/play#{made['tokens']['0']}", address)
    screen.wait("window.hexfront && hexfront.state().open")
    # The other's page has not come.
    expect(screen.page.get_by_test_id("dice-wait")).to_contain_text("for the page of Bluefor:")
    screen.page.goto(address)
    screen.page.get_by_test_id("more").click()
    form = screen.page.get_by_test_id("notices-form")
    form.get_by_label("E-mail").fill("guest@example.org")
    form.get_by_role("button", name="Keep").click()
    waits = screen.page.get_by_test_id("email-waits")
    expect(waits).to_contain_text("An e-mail has gone to guest@example.org.")
