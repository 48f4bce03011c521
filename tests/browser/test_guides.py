"""The guided first games: who does what each step says comes to the free game at the end."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from hexfront.core.registry import find_system
from hexfront.core.table.guide import load_guide
from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import token

pytestmark = pytest.mark.browser
SYSTEMS = ("brigade", "aggressor", "idahex", "malaya", "takeover")
TRIES = 60
"""Times that something may have to be done, such as ending turns, before a step is over."""


def first_game(open_screen: Open, address: str, system: str) -> Screen:
    """Begin the first game of a system as the home page does."""
    guide: Any = load_guide(find_system(system).folder)
    with urllib.request.urlopen(f"{address}/api/systems") as answer:
        (info,) = (one for one in json.loads(answer.read()) if one["name"] == system)
    (scenario,) = (one for one in info["scenarios"] if one["name"] == guide["scenario"])
    seats = ["person", *[guide["opponent"]] * (len(scenario["sides"]) - 1)]
    match = make_match(address, *seats, system=system, scenario=guide["scenario"])
    screen = open_screen(f"/play?guide=0#{token(match)}")
    screen.wait("window.hexfront && hexfront.state().open && hexfront.guide()")
    screen.settle()
    screen.page.evaluate("hexfront.setLate(0)")  # a test is never late with its Enter
    return screen


def step_of(screen: Screen) -> dict[str, Any]:
    found: dict[str, Any] = screen.page.evaluate("hexfront.guide()")
    return found


def act(screen: Screen, step: dict[str, Any]) -> None:
    """Do what a step points at, as its reader would."""
    page = screen.page
    if step["unit"] and screen.state()["selected"] != step["unit"]:
        assert screen.choose(step["unit"]), step
    elif step["when"] == "selected":
        assert screen.choose(page.evaluate("hexfront.orderable()")[0]), step
    elif step["when"] == "pointed":
        point = page.evaluate("place => hexfront.placePoint(place)", step["at"][0])
        page.mouse.move(point["x"], point["y"])
    elif step["control"] and page.evaluate("hexfront.aim()") is None:
        screen.wait("document.querySelector('[data-meant]')")
        page.locator("[data-meant]").click()
    elif step["at"]:
        screen.click_place(step["at"][0])
        screen.rendered()
        if page.get_by_test_id("menu-item").count():
            page.get_by_test_id("menu-item").first.click()
    else:
        screen.click_main()
    screen.rendered()
    if screen.state()["asked"]:
        page.locator("[data-meant]").click()


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_does_what_it_says_comes_to_the_end(
    open_screen: Open, address: str, system: str
) -> None:
    screen = first_game(open_screen, address, system)
    steps = screen.page.evaluate("hexfront.guide().of")
    done = []
    for _ in range(steps * 2 + TRIES):
        screen.settle()
        step = step_of(screen)
        if step["when"] == "over":
            break
        done.append(step["number"])
        act(screen, step)
        if screen.page.get_by_test_id("why-dialog").count():
            screen.page.keyboard.press("Escape")
    assert step_of(screen)["when"] == "over", step_of(screen)
    assert sorted(set(done)) == list(range(steps - 1))
