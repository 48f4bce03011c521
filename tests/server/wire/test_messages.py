"""What is sent to a page is what its types say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexfront.core.board_document import Board
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.server.browser_types import FILE, declarations
from hexfront.server.wire.frames import write_frame
from tests.server.conftest import House
from tests.server.wire.fitting import check_fit, misfit


def test_the_pages_types_are_made_from_the_servers() -> None:
    assert FILE.read_text(encoding="utf-8") == declarations(), "make types"


@pytest.mark.parametrize("name", system_names())
def test_every_board_fits(name: str) -> None:
    system = find_system(name)
    for scenario in scenario_names(system):
        board = system.rules(load_scenario(system, scenario)).board()
        assert misfit(as_sent(board), Board) == "", scenario


@pytest.mark.parametrize("name", system_names())
def test_every_message_of_a_system_fits(house: House, name: str) -> None:
    system = find_system(name)
    sides = system.rules(load_scenario(system)).sides
    _, tokens = house.match([("person", "")] * len(sides), system=name)
    house.begin({"tokens": tokens})
    with house.player(tokens[0]) as player:
        board = player.until("board")
        update = player.until("update")
        standing = [c["id"] for c in update["view"]["counters"] if c["place"]]
        subject = standing[0] if standing else "none"
        place = board["board"]["places"][0]["id"]
        for number, overlay in enumerate(board["overlays"]):
            of = subject if overlay["of_counter"] else place if overlay["of_place"] else ""
            player.send(type="overlay", seat=0, name=overlay["name"], subject=of, number=number)
        player.send(type="time_series", seat=0, number=99)
        seen = {message["type"] for message in (player.take() for _ in board["overlays"])}
        assert seen <= {"overlay", "error", "time_series"}
        if update["offers"] and update["offers"][0]["orders"]:
            orders = update["offers"][0]["orders"]
            player.orders(0, orders)
            player.until("update")


def test_what_does_not_fit_is_found() -> None:
    with pytest.raises(AssertionError, match="turn: Turn lacks"):
        check_fit({"type": "turn"})
    with pytest.raises(AssertionError, match="turn/waiting/1: 'x' is no int"):
        check_fit({"type": "turn", "waiting": [1, "x"]})
    with pytest.raises(AssertionError, match="are no members of Turn"):
        check_fit({"type": "turn", "waiting": [], "secret": 1})


def as_sent(value: Any) -> Any:
    """A document as it comes out of a frame."""
    return json.loads(write_frame(value))
