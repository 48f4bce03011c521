"""Whole matches over the socket: who learns what, and what survives."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.journal import parse_journal, verify
from hexfront.server.tables.client import QUEUE_LENGTH, Client
from hexfront.server.tables.table import MAX_SOCKETS_A_SEAT, Table
from tests.server.conftest import House, Player

COMMIT, TAKE_BACK = 7, 6


def lay(update: dict[str, Any]) -> list[list[int]]:
    """The orders of the offers that lay a card, without commitment."""
    return [o["orders"] for o in update["offers"] if o["kind"] == "lay" and len(o["orders"]) == 1]


def play_on(player: Player, seat: int, update: dict[str, Any]) -> None:
    orders = lay(update)
    player.orders(seat, [*orders[0], COMMIT] if orders else [COMMIT])


def next_round(player: Player, update: dict[str, Any]) -> dict[str, Any]:
    """The first update after a round is over."""
    title = update["view"]["title"]
    while update["view"]["title"] == title and not update["result"]:
        update = player.until("update")
    return update


def test_a_match_of_two_persons_to_its_end(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        updates = [red.until("update"), blue.until("update")]
        for _ in range(20):
            for seat, player in enumerate((red, blue)):
                play_on(player, seat, updates[seat])
            updates = [next_round(red, updates[0]), next_round(blue, updates[1])]
            if updates[0]["result"]:
                break
        assert updates[0]["result"] == updates[1]["result"]
        assert updates[0]["result"]["clause"] == "DUE-4"
    again = house.client.post("/api/journal", json={"token": tokens[0]})
    assert again.status_code == 200
    journal, rules, _ = parse_journal(again.text, "journal")
    assert journal.secret == bytes(32).hex()
    assert verify(journal, rules) is not None


def blue_hears(house: House, red_orders: list[list[int]]) -> list[str]:
    """Everything that Blue is sent while Red plans."""
    _, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        red.until("update")
        blue.until("update")
        for orders in red_orders:
            red.orders(0, orders)
            red.until("update")
            assert blue.silent()
        board = json.loads(blue.raw[0])
        del board["match"], board["commitment"]  # a match's own
        return [json.dumps(board), *blue.raw[1:]]


def test_a_plan_causes_no_message_to_the_other_side(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        first, *others = lay(red.until("update"))
    other = others[0] if others else first
    told = blue_hears(house, [first, [TAKE_BACK], other])
    assert told == blue_hears(house, [other, [COMMIT], [TAKE_BACK]])
    assert told == blue_hears(house, [other, [TAKE_BACK], first])


def test_nothing_hidden_is_sent_to_other_seats(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[1]) as blue, house.player(tokens[SPECTATOR]) as watcher:
        for player in (blue, watcher):
            update = player.until("update")
            (mine, *_) = [c for c in update["view"]["counters"] if c["side"] == 0]
            assert mine["known"] is False
            assert not any("Red gets a card worth" in t["text"] for t in update["entries"])
            assert "facts" not in update["view"]
        assert update["offers"] == []


def test_a_resend_is_not_carried_out_twice(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        orders = lay(red.until("update"))[0]
        key = red.orders(0, orders)
        assert red.until("done")["accepted"] == 1
        red.until("update")
        red.orders(0, orders, key)
        assert red.until("done")["accepted"] == 1
        assert red.silent()
    house.restart()
    with house.player(tokens[0]) as red:
        marks = red.until("update")["view"]["marks"]
        assert len(marks) == 1
        red.orders(0, orders, key)
        assert red.until("done")["accepted"] == 1
        assert red.silent()


def test_a_match_resumes_after_a_restart_as_it_was(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        play_on(red, 0, red.until("update"))
        red.until("done")
        before = red.until("update")
    house.restart()
    with house.player(tokens[0]) as red:
        after = red.until("update")
    assert after["view"] == before["view"]
    assert after["offers"] == before["offers"]
    assert [t["number"] for t in after["entries"]] == list(range(len(after["entries"])))


def test_an_idle_match_leaves_memory_and_comes_back(house: House) -> None:
    house.app.state.tables.limit = 1
    seats = [house.match()[1] for _ in range(4)]
    for tokens in seats * 2:
        with house.player(tokens[0]) as red:
            assert red.until("update")["view"]["title"] == "Round 1"
    assert len(house.app.state.tables) <= 2


def test_a_refused_order_names_its_clause_and_changes_nothing(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        red.until("update")
        red.orders(0, [TAKE_BACK])
        refused = red.take()
        assert (refused["type"], refused["clause"], refused["accepted"]) == ("refused", "DUE-2", 0)
        red.orders(0, [10**12])
        assert red.take()["reason"] == "There is no such order."
        assert red.silent()


def test_orders_before_a_refused_one_stand(house: House) -> None:
    match, tokens = house.match()
    with house.player(tokens[0]) as red:
        first = lay(red.until("update"))[0]
        red.orders(0, [*first, 6, 6, COMMIT])
        refused = red.until("refused")
        assert (refused["accepted"], refused["given"]) == (2, 4)
        assert refused["place"] == "order 3 of 4"
    assert [step.order for step in house.store.load(match).steps if step.actor == 0] == [*first, 6]


def test_a_seat_gives_orders_for_itself_alone(house: House) -> None:
    match, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[SPECTATOR]) as watcher:
        red.until("update")
        watcher.until("update")
        for player, seats in ((red, (1, SPECTATOR, 5)), (watcher, (0, 1, SPECTATOR))):
            for seat in seats:
                player.orders(seat, [COMMIT])
                assert player.take()["type"] == "error"
        red.send(type="sit", seat=1)
        assert red.take()["type"] == "error"
        red.send(type="sit", seat=UMPIRE)
        assert red.take()["type"] == "error"
    assert not [step for step in house.store.load(match).steps if step.actor >= 0]


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '"join"',
        "NaN",
        "{}",
        '{"type":"join"}',
        '{"type":"orders","seat":NaN,"orders":[1],"key":"12345678"}',
        '{"type":"orders","seat":0,"seat":1,"orders":[1],"key":"12345678"}',
        '{"type":"orders","seat":0,"orders":[],"key":"12345678"}',
        '{"type":"orders","seat":0,"orders":[true],"key":"12345678"}',
        '{"type":"orders","seat":0,"orders":[1.0],"key":"12345678"}',
        '{"type":"orders","seat":0,"orders":[1],"key":"12345678","more":1}',
        '{"type":"orders","seat":"0","orders":[1],"key":"12345678"}',
        '{"type":"orders","seat":0,"orders":[1],"key":"short"}',
        '{"type":["join"]}',
        '{"type":"sit","seat":1e400}',
        "[" * 5000,
        '{"type":"join","tokens":["' + "x" * 70_000 + '"]}',
        '{"type":"sit","seat":"\\ud800"}',
    ],
)
def test_a_bad_frame_gets_an_error_and_the_match_goes_on(house: House, frame: str) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        update = red.until("update")
        red.socket.send_text(frame)
        answer = red.take()
        assert answer["type"] == "error"
        assert "Traceback" not in answer["text"]
        red.socket.send_bytes(b"\xff\xfe")
        assert red.take()["type"] == "error"
        red.orders(0, lay(update)[0])
        assert red.until("done")["accepted"] == 1


def test_before_joining_only_join_is_answered(house: House) -> None:
    _, tokens = house.match()
    with house.client.websocket_connect("/api/match") as socket:
        for frame in ({"type": "sit", "seat": 0}, {"type": "join", "tokens": ["x" * 43]}):
            socket.send_text(json.dumps(frame))
            assert socket.receive_json()["type"] == "error"
        _, others = house.match()
        socket.send_text(json.dumps({"type": "join", "tokens": [tokens[0], others[1]]}))
        assert "tokens of one match" in socket.receive_json()["text"]
        socket.send_text(json.dumps({"type": "join", "tokens": [tokens[0]]}))
        assert socket.receive_json()["type"] == "board"


def test_too_many_frames_close_the_socket_but_not_the_match(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        red.until("update")
        for _ in range(60):
            red.socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                red.take()
        assert closed.value.code == 1008
    with house.player(tokens[0]) as red:
        assert red.until("update")["view"]["title"] == "Round 1"


def test_the_board_comes_first_whatever_happens_while_one_joins(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Table.read

    async def read_while_others_play(self: Table, question: Any) -> Any:
        answer = await read(self, question)
        await self.change(lambda live: None)
        return answer

    monkeypatch.setattr(Table, "read", read_while_others_play)
    _, tokens = house.match()
    with house.player(tokens[0], tokens[1]) as shared:
        assert shared.take()["type"] == "board"
        assert shared.take()["waiting"] == [0, 1]


def test_the_oldest_of_too_many_screens_of_a_seat_gives_way(house: House) -> None:
    _, tokens = house.match()
    with ExitStack() as others:

        def joined() -> Player:
            player = others.enter_context(house.player(tokens[0]))
            player.until("update")
            return player

        first, second, third, *_ = [joined() for _ in range(MAX_SOCKETS_A_SEAT)]
        with house.player(tokens[0], tokens[1]) as shared:
            assert [shared.take()["type"] for _ in range(2)] == ["board", "turn"]
            told = first.until("replaced")
            assert "other pages" in told["text"]
            with pytest.raises(WebSocketDisconnect):
                first.take()
            with house.player(tokens[0]) as again:
                assert again.until("update")
                assert second.until("replaced") == told
            joined()  # in the place of the one who has gone
            assert third.silent()
            assert shared.silent()


def test_who_does_not_keep_up_hears_the_last_message_all_the_same() -> None:
    client = Client((0,))
    for number in range(QUEUE_LENGTH):
        client.put({"number": number})
    client.end({"type": "replaced"})
    client.end()
    sent = [client.outgoing.get_nowait() for _ in range(client.outgoing.qsize())]
    assert sent[-3:] == ['{"number":31}', '{"type":"replaced"}', None]
    assert len(sent) == QUEUE_LENGTH


def test_foreign_pages_are_not_answered(house: House) -> None:
    for origin in ("http://evil.example", "null", "http://testserver.evil.example"):
        with (
            pytest.raises(WebSocketDisconnect),
            house.client.websocket_connect("/api/match", headers={"Origin": origin}),
        ):
            pass
    headers = {"Origin": "http://testserver"}
    with house.client.websocket_connect("/api/match", headers=headers) as socket:
        socket.send_text("{}")
        assert socket.receive_json()["type"] == "error"


def test_a_shared_screen_sees_one_seat_at_a_time(house: House) -> None:
    _, tokens = house.match()
    with house.player(tokens[0], tokens[1]) as screen:
        assert screen.take()["type"] == "board"
        assert screen.take() == {"type": "turn", "waiting": [0, 1]}
        assert screen.silent()
        screen.send(type="sit", seat=0)
        update = screen.take()
        assert (update["type"], update["seat"]) == ("update", 0)
        told = update["log_length"]
        play_on(screen, 0, update)
        assert screen.until("turn") == {"type": "turn", "waiting": [1]}
        screen.send(type="sit", seat=1)
        update = screen.take()
        assert (update["seat"], update["view"]["viewer"]) == (1, 1)
        assert update["view"]["marks"] == []
        play_on(screen, 1, update)
        screen.until("turn")
        screen.send(type="sit", seat=0, log_length=told)
        update = screen.until("update")
        assert update["seat"] == 0
        # What Red saw last, so that the screen can play back what came after.
        assert update["before"]["view"]["title"] == "Round 1"
        assert update["before"]["log_length"] < len(update["entries"])


def test_a_machine_answers_and_the_match_ends(house: House) -> None:
    match, tokens = house.match([("person", ""), ("machine", "random")])
    assert 1 not in tokens
    with house.player(tokens[0]) as red:
        update = red.until("update")
        while not update["result"]:
            mine = {"Take back", "Commit"}
            captions = {offer["caption"] for offer in update["offers"]}
            if update["view"]["must_act"] and captions != mine:
                play_on(red, 0, update)
            update = red.until("update")
        red.send(type="sit", seat=UMPIRE)
        umpire = red.until("update")
        assert umpire["seat"] == UMPIRE
        assert any("Blue lays" in entry["text"] for entry in umpire["entries"])
    record = house.store.load(match)
    assert record.seat_names == ["person", "random"]
    assert any(step.actor == 1 for step in record.steps)


def test_a_machine_acts_after_all_persons_have(house: House) -> None:
    match, tokens = house.match([("person", ""), ("machine", "random")])
    with house.player(tokens[0]) as red:
        red.orders(0, lay(red.until("update"))[0])
        red.until("update")
        assert red.silent()
        assert not [step for step in house.store.load(match).steps if step.actor == 1]


def test_machines_among_themselves_are_watched(house: House) -> None:
    _, tokens = house.match([("machine", "random"), ("machine", "random")])
    assert set(tokens) == {SPECTATOR}
    with house.player(tokens[SPECTATOR]) as watcher:
        while not watcher.until("update")["result"]:
            pass


def test_a_full_disk_is_told_and_the_match_stays_as_stored(house: House) -> None:
    match, tokens = house.match()
    with house.player(tokens[0]) as red:
        orders = lay(red.until("update"))[0]
        stored = house.store.load(match).steps
        house.store._db.execute("PRAGMA query_only = ON")
        key = red.orders(0, orders)
        answer = red.take()
        assert answer["type"] == "error"
        assert answer["text"].startswith("Not saved:")
        assert house.store.load(match).steps == stored
        house.store._db.execute("PRAGMA query_only = OFF")
        red.orders(0, orders, key)
        assert red.until("done")["accepted"] == 1
        assert len(red.until("update")["view"]["marks"]) == 1
