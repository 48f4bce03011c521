"""What a table answers beside orders: words, undo, overlays, the past."""

from __future__ import annotations

import asyncio
import gc
import json
from concurrent.futures import Future
from contextlib import ExitStack
from typing import Any
from weakref import ref

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.agents.agent_pool import AgentQuery
from hexfront.core.contract import SPECTATOR, UMPIRE, Refusal
from hexfront.play.live import LiveMatch
from hexfront.play.storage.database import NotRead
from hexfront.server.access.security import Rates
from hexfront.server.tables import allowances, gateway, table, tables
from hexfront.server.tables.tables import Tables
from hexfront.server.wire.frames import MAX_ORDERS
from tests.server.conftest import House, Player
from tests.waiting import until

KEY = "a key of its own"


def lay(update: dict[str, Any]) -> dict[str, Any]:
    """An offer that lays a card."""
    offer: dict[str, Any] = next(o for o in update["offers"] if o["kind"] == "lay")
    return offer


def error_of(player: Player) -> str:
    while (message := player.take())["type"] != "error":
        pass
    text: str = message["text"]
    return text


def test_an_order_in_words(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        offer = lay(red.until("update"))
        words = f"{offer['subject']} {offer['kind']} {offer['place']} 1"
        red.send(type="typed", seat=0, text=words.upper(), key=KEY)
        assert red.until("done") == {"type": "done", "key": KEY, "accepted": len(offer["orders"])}
        assert len(red.until("update")["view"]["marks"]) == 1
        red.send(type="typed", seat=0, text="lay the table", key=KEY + "2")
        assert "lay the table" in error_of(red)
        red.send(type="typed", seat=0, text="anything", key=KEY)
        assert red.until("done")["accepted"] == len(offer["orders"])
        assert red.silent()


def test_undo_and_redo(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        first = red.until("update")
        blue.until("update")
        assert first["undo"]["can"] is False
        orders = lay(first)["orders"]
        red.orders(0, orders)
        laid = red.until("update")
        assert laid["undo"] == {"can": True}
        red.send(type="undo", seat=0, key=KEY)
        assert red.until("undone") == {"type": "undone", "key": KEY, "orders": orders}
        back = red.until("update")
        assert back["view"] == first["view"]
        assert back["offers"] == first["offers"]
        assert (back["kept"], back["log_length"], back["entries"]) == (
            first["log_length"],
            first["log_length"],
            [],
        )
        red.send(type="undo", seat=0, key=KEY)
        assert red.until("undone")["orders"] == []
        red.send(type="undo", seat=0, key=KEY + "2")
        refused = red.until("refused")
        assert (refused["clause"], refused["reason"]) == (
            back["undo"]["clause"],
            back["undo"]["reason"],
        )
        red.orders(0, orders)
        again = red.until("update")
        assert again["view"] == laid["view"]
        assert [t["text"] for t in again["entries"]] == [t["text"] for t in laid["entries"][-1:]]
        assert blue.silent()
    house.restart()
    with house.player(tokens[0]) as red:
        resumed = red.until("update")
        assert resumed["view"] == laid["view"]
        red.send(type="undo", seat=0, key=KEY + "3")
        assert red.until("undone")["orders"] == orders
        assert red.until("update")["view"] == first["view"]


def test_an_undo_after_the_match_was_loaded_again(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        first = red.until("update")
        orders = lay(first)["orders"]

        def laid() -> dict[str, Any]:
            red.orders(0, orders)
            return red.until("update")

        def undone(key: str) -> dict[str, Any]:
            red.send(type="undo", seat=0, key=key)
            red.until("undone")
            return red.until("update")

        laid()
        undone(KEY)
        house.store._db.execute("PRAGMA query_only = ON")
        red.orders(0, orders)
        assert "Not saved" in error_of(red)
        house.store._db.execute("PRAGMA query_only = OFF")
        again = laid()
        assert (again["kept"], len(again["entries"])) == (0, again["log_length"])
        back = undone(KEY + "2")
        assert (back["kept"], back["log_length"]) == (first["log_length"], first["log_length"])


def test_who_cannot_be_told_of_an_order_that_is_kept_comes_back_and_is_told_then(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = house.match()

    def unread(_: object) -> str:
        monkeypatch.undo()
        raise NotRead("the database is too slow")

    with house.player(tokens[0]) as red:
        orders = lay(red.until("update"))["orders"]
        monkeypatch.setattr(table, "ends_text", unread)
        key = red.orders(0, orders)
        with pytest.raises(WebSocketDisconnect):
            red.take()
    with house.player(tokens[0]) as red:
        shown = red.until("update")
        assert len(shown["view"]["marks"]) == 1
        red.orders(0, orders, key)
        assert red.until("done")["accepted"] == 1
    assert [step.actor for step in house.store.load(match).steps].count(0) == 1


def test_a_typed_order_of_several_steps_that_is_stopped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, tokens = house.match()
    stopped = Refusal("DUE-2", "stopped")
    tried = LiveMatch._try
    monkeypatch.setattr(
        LiveMatch,
        "_try",
        lambda live, side, order, bundle: (
            stopped if order == live.match.rules.commit else tried(live, side, order, bundle)
        ),
    )
    with house.player(tokens[0]) as red:
        offer = lay(red.until("update"))
        words = f"{offer['subject']} {offer['kind']} {offer['place']} 2"
        red.send(type="typed", seat=0, text=words, key=KEY)
        refused = red.until("refused")
        assert (refused["accepted"], refused["given"]) == (1, 2)
        assert refused["place"] == "order 2 of 2"


class Slow:
    """Machines that think until the test says what they order."""

    compiling: tuple[str, ...] = ()

    def __init__(self, house: House) -> None:
        self.asked: list[tuple[Future[list[int]], Any]] = []
        house.app.state.tables.agent_pool.close()
        house.app.state.tables.agent_pool = self

    def submit(self, query: AgentQuery, given: int) -> Future[list[int]]:
        self.asked.append((Future(), query.choices))
        return self.asked[-1][0]

    def forget(self, match: str) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_match_of_machines_rests_while_nobody_watches(house: House) -> None:
    """It would take the processors from who plays; where a person plays they go on."""
    match, tokens = house.match([("machine", "random"), ("machine", "random")])
    slow = Slow(house)
    with house.player(tokens[SPECTATOR]) as watcher:
        watcher.until("update")
        until(lambda: slow.asked)
    table = house.app.state.tables.find(match)
    until(lambda: not table.clients)
    future, choices = slow.asked[0]
    future.set_result([int(choices[0])])
    until(lambda: table.idle)
    assert len(slow.asked) == 1
    with house.player(tokens[SPECTATOR]) as watcher:
        watcher.until("update")
        until(lambda: len(slow.asked) == 2)


def test_a_page_is_told_that_the_rules_are_compiled(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        red.until("update")
        assert not any("compiling" in text for text in red.raw)
    slow = Slow(house)
    slow.compiling = ("another", "duel")
    with house.player(tokens[0]) as red:
        assert red.until("compiling") == {"type": "compiling", "compiling": True}
        orders = lay(red.until("update"))["orders"]
        slow.compiling = ("another",)
        red.orders(0, orders)
        assert red.until("compiling") == {"type": "compiling", "compiling": False}


def test_pages_hear_that_rules_have_been_compiled(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "COMPILING_SECONDS", 0)

    class Compiled:
        """All is compiled at the third look."""

        def __init__(self) -> None:
            self.left: list[tuple[str, ...]] = [("duel",), ("duel",), ()]

        @property
        def compiling(self) -> tuple[str, ...]:
            return self.left.pop(0)

    class Shown(table.Table):
        shown = 0

        async def refresh(self) -> None:
            self.shown += 1

    all_tables = tables.Tables(house.store, Compiled())  # type: ignore[arg-type]
    one = all_tables._tables["one"] = Shown(all_tables, "one")
    asyncio.run(all_tables.follow_compiling())
    assert one.shown == 1


@pytest.mark.parametrize("late", [False, True])
def test_a_machine_that_thinks_of_a_position_that_is_gone_is_stopped(
    house: House, late: bool
) -> None:
    """And where it cannot be stopped any more, its order is dropped."""
    match, tokens = house.match([("person", ""), ("machine", "random")])
    slow = Slow(house)
    with house.player(tokens[0]) as red:
        orders = next(o["orders"] for o in red.until("update")["offers"] if len(o["orders"]) == 2)
        red.orders(0, orders)
        red.until("done")
        until(lambda: slow.asked)
        if late:
            slow.asked[0][0].set_running_or_notify_cancel()
        red.send(type="undo", seat=0, key=KEY)
        red.until("undone")
        red.orders(0, [orders[0], orders[1] - 1])  # as many steps, and Red must act
        red.until("done")
        red.until("update")
        assert len(slow.asked) == 1
        if late:
            slow.asked[0][0].set_result([orders[0]])
        else:
            until(slow.asked[0][0].cancelled)
        assert red.silent()
        red.orders(0, orders)
        red.until("done")
        until(lambda: len(slow.asked) == 2)
        assert not [step for step in house.store.load(match).steps if step.actor == 1]


def test_an_overlay_is_answered_from_the_view_that_is_shown(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[SPECTATOR]) as watcher:
        for player, seat in ((red, 0), (watcher, SPECTATOR)):
            player.until("update")
            player.send(type="overlay", seat=seat, name="aim", number=7)
            answer = player.until("overlay")
            assert answer["number"] == 7
            assert answer["reading"]["places"] == {"Red": 1.0, "Blue": 1.0}
        red.send(type="overlay", seat=1, name="aim", number=8)
        assert "which is shown" in error_of(red)
        red.send(type="overlay", seat=0, name="no such", number=9)
        assert "no such" in error_of(red)


def test_the_past_is_shown_to_each_as_it_was_to_him(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        first, other = red.until("update"), blue.until("update")
        red.orders(0, lay(first)["orders"])
        laid = red.until("update")
        for told, view in (
            (first["log_length"], first["view"]),
            (laid["log_length"], laid["view"]),
        ):
            red.send(type="moment", seat=0, log_length=told, number=1)
            assert red.until("moment")["view"] == view
        red.send(type="moment", seat=0, log_length=laid["log_length"] + 1, number=1)
        assert f"0 to {laid['log_length']}" in error_of(red)
        blue.send(type="moment", seat=1, log_length=other["log_length"], number=2)
        assert blue.until("moment")["view"] == other["view"]
        blue.send(type="moment", seat=0, log_length=0, number=3)
        assert "which is shown" in error_of(blue)


def test_a_screen_that_says_what_it_has_shown_gets_what_came_after(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        first = red.until("update")
        red.orders(0, lay(first)["orders"])
        laid = red.until("update")
    house.restart()
    with house.client.websocket_connect("/api/match") as socket:
        join = {"type": "join", "tokens": [tokens[0]], "log_length": first["log_length"]}
        socket.send_text(json.dumps(join))
        assert json.loads(socket.receive_text())["type"] == "board"
        update = json.loads(socket.receive_text())
        assert update["before"] == {"view": first["view"], "log_length": first["log_length"]}
        assert len(update["entries"]) == update["log_length"] == laid["log_length"]
    for told in (laid["log_length"], laid["log_length"] + 99):
        with house.client.websocket_connect("/api/match") as socket:
            join = {"type": "join", "tokens": [tokens[0]], "log_length": told}
            socket.send_text(json.dumps(join))
            socket.receive_text()
            assert "before" not in json.loads(socket.receive_text())


def test_after_the_end_all_may_look_from_everywhere(house: House) -> None:
    _, tokens = house.match([("machine", "random"), ("machine", "random")])
    with house.player(tokens[SPECTATOR]) as watcher:
        while not watcher.until("update")["result"]:
            pass
        for seat in (0, 1, UMPIRE, SPECTATOR):
            watcher.send(type="sit", seat=seat)
            update = watcher.until("update")
            assert (update["seat"], update["view"]["viewer"]) == (seat, seat)
        watcher.send(type="sit", seat=2)
        assert "/seat" in error_of(watcher)


def test_while_it_is_played_nobody_looks_from_a_seat_of_another(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[1]) as blue:
        blue.until("update")
        for seat in (0, UMPIRE, SPECTATOR):
            blue.send(type="sit", seat=seat)
            assert "/seat" in error_of(blue)


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "undo", "seat": 1, "key": KEY},
        {"type": "undo", "seat": 0},
        {"type": "typed", "seat": 1, "text": "commit", "key": KEY},
        {"type": "typed", "seat": 0, "text": "x" * 10_000, "key": KEY},
        {"type": "typed", "seat": 0, "text": "", "key": KEY},
        {"type": "overlay", "seat": 0, "name": "aim", "subject": "side-1", "number": 1},
        {"type": "overlay", "seat": 0, "name": "aim", "number": -1},
        {"type": "moment", "seat": 0, "log_length": -1, "number": 1},
        {"type": "moment", "seat": 0, "log_length": 10**18, "number": 1},
        {"type": "moment", "seat": UMPIRE, "log_length": 0, "number": 1},
        {"type": "join", "tokens": [], "log_length": 0},
        {"type": "sit", "seat": 0, "log_length": "1"},
    ],
)
def test_a_bad_question_changes_nothing(house: House, frame: dict[str, Any]) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        first = red.until("update")
        red.send(**frame)
        assert error_of(red)
        red.orders(0, lay(first)["orders"])
        assert len(red.until("update")["view"]["marks"]) == 1


def test_a_seat_gives_so_many_orders_a_second(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowances, "ORDERS_A_SECOND", 2)
    _, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        orders = lay(red.until("update"))["orders"]
        red.orders(0, orders)
        red.until("done")
        red.orders(0, [6] * MAX_ORDERS)
        assert "at most 2 a second" in error_of(red)
        red.send(type="undo", seat=0, key=KEY)
        assert red.until("undone")["orders"] == orders
        blue.orders(1, lay(blue.until("update"))["orders"])
        blue.until("done")


def test_more_may_watch_than_sit_at_a_seat(house: House) -> None:
    _, tokens = house.match()
    with ExitStack() as stack:
        for _ in range(table.MAX_WATCHERS):
            watcher = stack.enter_context(house.player(tokens[SPECTATOR]))
            watcher.until("update")
        late = stack.enter_context(house.player(tokens[SPECTATOR]))
        assert f"<{table.MAX_WATCHERS} open pages>" in error_of(late)
        assert watcher.silent()  # nobody gives way to him


def test_an_umpire_sees_everything_and_all_are_told(house: House) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    body = {"system": "duel", "seats": seats}
    plain = house.client.post("/api/matches", json=body).json()
    assert plain["umpire"] == ""
    made = house.client.post("/api/matches", json={**body, "umpire": True}).json()
    house.begin(made)
    assert made["umpire"] not in (made["spectator"], *made["tokens"].values())
    with house.player(made["tokens"]["0"]) as red, house.player(made["umpire"]) as umpire:
        board = red.take()
        assert (board["type"], board["umpire"], board["seats"]) == ("board", True, [0])
        first = red.until("update")
        red.orders(0, lay(first)["orders"])
        red.until("done")
        seen = umpire.until("update")
        while not any("Red lays" in entry["text"] for entry in seen["entries"]):
            seen = umpire.until("update")
        assert (seen["seat"], seen["offers"]) == (UMPIRE, [])
        umpire.orders(0, lay(first)["orders"])
        assert "/seat" in error_of(umpire)
        red.send(type="sit", seat=UMPIRE)
        assert "/seat" in error_of(red)
    with house.player(plain["tokens"]["0"]) as red:
        assert red.take()["umpire"] is False
    mine = house.client.post("/api/matches/mine", json={"tokens": [made["umpire"]]}).json()
    assert [match["must_act"] for match in mine] == [[]]
    again = house.client.post("/api/matches/again", json={"tokens": [made["umpire"]]})
    assert again.status_code == 400 or again.json()["tokens"] == {}


def test_who_comes_back_too_often_waits_and_still_gets_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = 0.0625  # no other wait of the server is so long
    waits, sleep = 0, asyncio.sleep

    async def noted(seconds: float, result: object = None) -> object:
        nonlocal waits
        waits += seconds == late
        return await sleep(seconds, result)

    monkeypatch.setattr(gateway, "LATE_SECONDS", late)
    monkeypatch.setattr(asyncio, "sleep", noted)
    _, tokens = house.match()
    house.app.state.tables.arrivals = Rates(0.01, 3)
    found = []
    for _ in range(5):
        with house.player(tokens[0]) as red:
            assert red.until("update")["seat"] == 0
        found.append(waits)
    assert found == [0, 0, 0, 1, 2]


def test_a_match_that_makes_room_is_out_of_memory_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not only when garbage is looked for."""
    found: Tables = house.app.state.tables
    monkeypatch.setattr(found, "limit", 1)
    matches = [house.match() for _ in range(2)]
    gc.disable()
    try:
        for match, tokens in matches:
            with house.player(tokens[0]) as red:
                red.until("update")
                live = ref(house.call(found.find(match).read, lambda live: live))
            until(lambda match=match: found.find(match).idle)  # type: ignore[misc]
            if match == matches[0][0]:
                first = live
        assert first() is None
        assert live() is not None
    finally:
        gc.enable()
