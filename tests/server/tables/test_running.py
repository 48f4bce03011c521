"""Time that runs in the server: a page asks once, and is told how things stand and of the end."""

from __future__ import annotations

import secrets
from types import SimpleNamespace
from typing import Any, cast

from hexfront.server.tables.standing import AT_A_TIME, StandingOrder
from hexfront.systems.idahex.scenario import orders as o
from tests.server.conftest import House, Player


def run(player: Player, order: int | None, until: float | None = None, *, stops: bool) -> None:
    key = secrets.token_hex(8)
    player.send(type="run", seat=0, order=order, until=until, stops=stops, key=key)
    while (message := player.take())["type"] != "done":
        assert message["type"] != "error", message
    assert message["key"] == key


def test_time_runs_until_a_time_and_no_longer(house: House) -> None:
    _, tokens = house.match([("person", ""), ("machine", "greedy")], system="idahex")
    with house.player(tokens[0]) as red:
        day = float(red.until("board")["board"]["clock"]["ticks"])
        view = red.until("update")["view"]
        run(red, o.GO, view["time"] + day, stops=False)
        updates, message = [], red.take()
        while message["type"] != "ran":
            if message["type"] == "update":
                updates.append(message)
            message = red.take()
        assert message == {"type": "ran", "seat": 0, "why": "time"}
        # The last picture is that of the end, and a page is not shown each stop.
        assert updates[-1]["view"]["time"] >= view["time"] + day
        assert updates[-1]["view"]["time"] < view["time"] + 2 * day
        numbers = [entry["number"] for update in updates for entry in update["entries"]]
        assert numbers == sorted(set(numbers))


def test_an_entry_that_stops_ends_it_and_so_does_any_other_request(house: House) -> None:
    _, tokens = house.match([("person", ""), ("machine", "greedy")], system="idahex")
    with house.player(tokens[0]) as red:
        red.until("update")
        run(red, o.GO, stops=True)
        entries, message = [], red.take()
        while message["type"] != "ran":
            if message["type"] == "update":
                entries += message["entries"]
            message = red.take()
        assert message["why"] == "event"
        assert any(entry["stops"] for entry in entries)
        # An order that cannot be given ends it at once.
        run(red, o.END, stops=False)
        assert red.until("ran")["why"] == "refused"
        # What runs ends without a word when one says so: the next to end is the next to run.
        run(red, o.GO, stops=False)
        run(red, None, stops=False)
        run(red, o.END, stops=False)
        assert red.until("ran")["why"] == "refused"


def test_an_order_that_lets_no_time_go_on_ends_by_itself() -> None:
    given: list[int] = []

    def give(seat: int, order: int) -> None:
        given.append(order)

    decision = SimpleNamespace(time=3, sides=(0,))
    match = SimpleNamespace(result=None, decision=decision, log_entries=lambda seat, told: [])
    live = cast("Any", SimpleNamespace(match=match, give_standing=give))
    standing = StandingOrder(cast("Any", None), 0, o.GO, None, stops=False, told=0)
    for _ in range(AT_A_TIME):
        if not standing.ended:
            standing.serve(live)
    assert standing.ended == "refused"
    assert len(given) == AT_A_TIME
