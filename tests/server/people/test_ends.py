"""Ending a match over the socket: what every seat is told, and who plays on."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from tests.server.conftest import Guest, House, Player
from tests.server.people.test_timekeeping import begin, end_turn, play_turns

THREE = {"system": "duel", "scenario": "three", "seats": [{"kind": "person"}] * 3}


def end(player: Player, seat: int, way: str, key: str = "") -> dict[str, Any]:
    """The answer to it."""
    player.send(type="end", seat=seat, way=way, key=key or secrets.token_hex(8))
    while (message := player.take())["type"] not in {"done", "refused"}:
        assert message["type"] != "error", message
    return message


def test_a_machine_plays_on_for_who_resigns_of_three(house: House) -> None:
    made = house.client.post("/api/matches", json=THREE).json()
    house.begin(made)
    tokens = [made["tokens"][str(side)] for side in range(3)]
    with (
        house.player(tokens[0]) as red,
        house.player(tokens[1]) as blue,
        house.player(tokens[2]) as green,
    ):
        for player in (red, blue, green):
            player.until("update")
        assert end(red, 0, "resign")["type"] == "done"
        for player in (red, blue, green):
            assert player.until("ends")["withdrawn"] == [{"side": 0, "agent": "random"}]
        red.orders(0, [0])
        assert "resigned" in red.until("refused")["reason"]
        # The others lay a card and commit: then the machine does, and the cards clash.
        for seat, player in ((1, blue), (2, green)):
            player.orders(seat, first_offers(house, tokens[seat])[-1]["orders"])
            player.until("done")
        shown = green.until("update")
        while not any("shows" in entry["text"] for entry in shown["entries"]):
            shown = green.until("update")
        assert shown["result"] is None
        assert end(blue, 1, "resign")["type"] == "done"
        assert green.until("update")["result"]["winners"] == [2]


def first_offers(house: House, token: str) -> list[dict[str, Any]]:
    with house.player(token) as player:
        return list(player.until("update")["offers"])


def test_offers_of_a_draw_are_told_and_taken_back(house: House) -> None:
    match, tokens = house.match()
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        red.until("update")
        blue.until("update")
        assert end(red, 0, "draw")["type"] == "done"
        assert blue.until("ends")["draw"] == [0]
        decline = secrets.token_hex(8)
        assert end(blue, 1, "decline", decline)["type"] == "done"
        assert red.until("ends")["draw"] == [0]
        assert red.until("ends")["draw"] == []
        assert end(blue, 1, "decline")["type"] == "refused"
        assert end(blue, 1, "decline", decline)["type"] == "done"  # its answer was lost
        with house.player(house.store.spectator_token(match)) as watcher:
            watcher.until("update")
            watcher.send(type="end", seat=0, way="resign", key=secrets.token_hex(8))
            assert watcher.take()["type"] == "error"
        assert end(blue, 1, "draw")["type"] == "done"
        agreed = secrets.token_hex(8)
        assert end(red, 0, "draw", agreed)["type"] == "done"
        result = blue.until("update")["result"]
        assert end(red, 0, "draw", agreed)["type"] == "done"
        assert end(red, 0, "draw")["type"] == "refused"
        assert (result["winners"], result["names_winner"]) == ([], True)
        journal = house.client.post("/api/journal", json={"token": tokens[0]})
        assert '"way":"draw"' in journal.text
        kept = house.client.post("/api/replays", content=journal.content)
        assert kept.status_code == 201
        with house.player(kept.json()["spectator"]) as again:
            assert again.until("update")["result"] == result


@pytest.mark.usefixtures("same_dice")
def test_who_does_not_look_is_told_once_that_the_rules_have_ended_a_game(
    house: House, anna: Guest, berta: Guest
) -> None:
    first, second = begin(anna, berta, "none")
    with house.store.transaction() as db:
        db.execute(
            "INSERT INTO channels (id, account, way, address, confirmed)"
            " SELECT name, id, 'webhook', 'https://hooks.example/' || name, 1 FROM accounts"
        )
    with house.player(first) as red:
        with house.player(second) as blue:
            shown = play_turns([red, blue], 3)
            end_turn(blue, 1, shown[1])
        last = end_turn(red, 0, shown[0])
        while (result := last["result"]) is None:
            last = red.until("update")
    assert result["clause"] == "DUE-4"
    house.restart()
    with house.player(first) as red:
        red.until("update")
    rows = house.store.read("SELECT channel, detail FROM notices WHERE kind = 'over'")
    ((who, detail),) = rows
    assert (who, result["reason"] in detail, "win" in detail or "draw" in detail) == (
        *("Berta", True, True),
    )
