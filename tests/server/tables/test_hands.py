"""Hands of cards and seats for two to six over the socket: each player sees his own cards alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR
from tests.server.conftest import House, Player
from tests.server.secrecy.eavesdropping import unhurried

DECISIONS = 60
BACK = "OPs card"


def cards(update: dict[str, Any]) -> list[dict[str, Any]]:
    return [counter for counter in update["view"]["counters"] if counter["sign"] == "card"]


def hold_cards(viewer: int, update: dict[str, Any]) -> None:
    """Fail where a viewer sees more of a hand of others than how many cards it holds."""
    for card in cards(update):
        assert card["known"] is (card["side"] == viewer)
        assert (card["name"] == BACK) is not card["known"]
        assert card["values"] == {} and card["badges"] == []
    assert "hands" not in json.dumps(update["view"])


def drawn(updates: list[dict[str, Any]]) -> set[str]:
    return {t["text"] for update in updates for t in update["entries"] if t["kind"] == "drawn"}


@pytest.mark.clause("TKO-3")
def test_each_player_sees_his_own_cards_and_the_number_of_the_others(house: House) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    order = {"system": "takeover", "seats": seats, "options": {"players": "2"}}
    made = house.client.post("/api/matches", json=order).json()
    house.begin(made)
    tokens = {int(side): token for side, token in made["tokens"].items()}
    tokens[SPECTATOR] = made["spectator"]
    with (
        unhurried(),
        house.player(tokens[0]) as red,
        house.player(tokens[1]) as blue,
        house.player(tokens[SPECTATOR]) as spectator,
    ):
        players: dict[int, Player] = {0: red, 1: blue, SPECTATOR: spectator}
        told = {viewer: [player.until("update")] for viewer, player in players.items()}
        for _ in range(DECISIONS):
            now = {viewer: updates[-1] for viewer, updates in told.items()}
            for viewer, update in now.items():
                hold_cards(viewer, update)
            counts = {len(cards(update)) for update in now.values()}
            assert len(counts) == 1
            if now[0]["result"] or {card["side"] for card in cards(now[0])} == {0, 1}:
                break
            (mover,) = (side for side in (0, 1) if now[side]["view"]["must_act"])
            offers = now[mover]["offers"]
            chosen = next((o for o in offers if o["kind"] == "buy"), offers[0])
            players[mover].orders(mover, chosen["orders"])
            for viewer, player in players.items():
                told[viewer].append(player.until("update"))
        assert cards(told[0][-1]), "nobody has drawn a card"
        # What one has drawn is told to him alone.
        assert not drawn(told[SPECTATOR])
        both = {side: len(drawn(told[side])) for side in (0, 1)}
        assert sum(both.values()) > 0
        own = [card["name"] for card in cards(told[0][-1]) if card["known"]]
        told = json.dumps([update["entries"] for update in told[0]])
        assert all(name in told for name in own)


@pytest.mark.parametrize(("players", "seats"), [("2", 2), ("6", 6)])
def test_as_many_seats_as_the_option_says(house: House, players: str, seats: int) -> None:
    machines = [{"kind": "machine", "agent": "random"}] * (seats - 1)
    order = {
        "system": "takeover",
        "seats": [{"kind": "person"}, *machines],
        "options": {"players": players},
    }
    made = house.client.post("/api/matches", json=order)
    assert made.status_code == 201
    with house.player(made.json()["tokens"]["0"]) as red:
        board = red.until("board")
        assert len(board["sides"]) == len(board["board"]["sides"]) == seats
    order["seats"] = [{"kind": "person"}] * (seats - 1)
    refused = house.client.post("/api/matches", json=order)
    assert refused.status_code == 400
    assert f"{seats} seats" in refused.text


def test_the_catalogue_names_the_sides_for_every_number_of_players(house: House) -> None:
    systems = house.client.get("/api/systems").json()
    (takeover,) = (system for system in systems if system["name"] == "takeover")
    option = takeover["scenarios"][0]["options"]["players"]
    assert {count: len(titles) for count, titles in option["side_titles"].items()} == {
        count: int(count) for count in option["values"]
    }
    others = [s for system in systems if system["name"] == "brigade" for s in system["scenarios"]]
    assert not any(o["side_titles"] for s in others for o in s["options"].values())
