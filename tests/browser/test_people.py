"""Accounts, the lobby and a rated game between two real browsers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import PATIENCE, Open, Screen, Server
from tests.browser.players import sign_up


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, at an address with a name: passkeys need one."""
    server = Server(tmp_path_factory.mktemp("people") / "data")
    yield server.address.replace("127.0.0.1", "localhost")
    server.kill()


def with_authenticator(screen: Screen) -> None:
    """Give a page's browser a keeper of passkeys that says yes by itself."""
    session = screen.page.context.new_cdp_session(screen.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_an_account_by_passkey_from_sign_up_to_its_end(club: str, open_screen: Open) -> None:
    screen = open_screen("/account", club)
    page = screen.page
    with_authenticator(screen)
    sign_up(screen, "Anna", passkey=True)
    expect(page.get_by_test_id("passkeys").locator("li")).to_have_count(1)
    expect(page.get_by_test_id("second")).to_be_visible()
    expect(page.get_by_test_id("corner")).to_contain_text("Anna")

    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")

    with page.expect_download() as download:
        page.get_by_test_id("export").click()
    told = json.loads(Path(download.value.path()).read_text())
    assert (told["name"], len(told["passkeys"])) == ("Anna", 1)

    expect(page.get_by_test_id("delete-account")).to_be_disabled()
    page.get_by_test_id("typed-name").fill("Anna")
    page.get_by_test_id("delete-account").click()
    expect(page.get_by_test_id("corner")).to_contain_text("Sign in")
    # What the page still asked while a session ended is refused.
    assert all("401" in problem for problem in screen.problems)
    screen.problems.clear()


def test_by_digits_the_page_leads_to_a_name(club: str, open_screen: Open) -> None:
    digits = club.replace("localhost", "127.0.0.1")
    screen = open_screen("/account", digits)
    expect(screen.page.get_by_test_id("named").get_by_role("link")).to_have_attribute(
        "href", f"{club}/account"
    )
    assert screen.page.get_by_test_id("passkey").count() == 0
    # What is wrong is said as somebody says it who sees the form.
    screen.page.get_by_test_id("to-up").click()
    screen.page.get_by_test_id("account-name").fill("<b>Anna</b>")
    screen.page.get_by_test_id("password").fill("abc")
    screen.page.get_by_test_id("enter").click()
    told = screen.page.get_by_role("alert")
    expect(told).to_contain_text("Name: needed is letters and digits")
    screen.page.get_by_test_id("account-name").fill("Anna")
    screen.page.get_by_test_id("enter").click()
    expect(told).to_have_text("Password: 3 characters. Needed: 10 to 200 characters.")
    assert all("400" in problem for problem in screen.problems)
    screen.problems.clear()


VIEWS = [(1280, 720, "light"), (390, 844, "dark")]


@pytest.mark.parametrize(("width", "height", "scheme"), VIEWS)
def test_axe_finds_no_fault(
    open_screen: Callable[..., Screen], club: str, width: int, height: int, scheme: str
) -> None:
    view = {"width": width, "height": height}
    settings: dict[str, Any] = {"viewport": view, "color_scheme": scheme, "bypass_csp": True}
    screen = open_screen("/account", club, **settings)
    page = screen.page
    page.get_by_test_id("enter").wait_for(timeout=PATIENCE * 1000)
    assert faults(screen) == []
    sign_up(screen, f"Cleo of {width}")
    assert faults(screen) == []
    page.goto(f"{club}/lobby")
    page.get_by_test_id("open-game").click()
    expect(page.get_by_test_id("leave")).to_be_visible()
    expect(page.get_by_test_id("ratings").locator("tbody tr").first).to_be_visible()
    assert faults(screen) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, "nothing lies beyond the edge"
    page.get_by_test_id("leave").click()
    page.get_by_test_id("wish-persons").select_option("1")
    page.get_by_test_id("open-game").click()
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    page.get_by_test_id("end").click()
    expect(page.get_by_test_id("end-dialog")).to_be_visible()
    assert faults(screen, within="[data-testid=end-dialog]") == []
    page.get_by_test_id("abandon").click()
    expect(page.get_by_test_id("result").locator("h2")).to_have_text("It is over")
    page.goto(f"{club}/player?name=Cleo%20of%20{width}")
    expect(page.get_by_test_id("games")).to_be_attached()
    assert faults(screen) == []
