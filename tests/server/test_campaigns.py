"""A campaign over HTTP: begun, a battle fought, what it cost, and the next one."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import pytest

from hexfront.core.contract import Kind
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.live import LiveMatch
from hexfront.play.storage.store import Store
from hexfront.server import campaigns
from tests.server.conftest import House


def post(house: House, path: str, expected: int = 200, **body: Any) -> Any:
    answer = house.client.post(f"/api/campaigns{path}", json=body)
    assert answer.status_code == expected, answer.text
    return answer.json()


def fight(house: House, made: dict[str, Any]) -> LiveMatch:
    """Play a battle to its end while the server is away: nobody does more than he must."""
    house.begin(made)
    house.stop()
    store = Store(house.folder)
    live = LiveMatch(store, store.load(made["match"]))
    number = 0
    while (decision := live.match.decision).kind != Kind.OVER:
        side = decision.sides[0]
        order = live.match.seat(side).choices[0]
        number += 1
        if side in live.record.persons:
            assert live.give(side, [order], f"key-{number:020}").accepted == 1
        else:
            live.move_machine(side, [order])
    store.close()
    house.start()
    return live


def test_a_campaign_goes_from_battle_to_battle(house: House) -> None:
    (shipped,) = [
        one
        for one in house.client.get("/api/campaigns").json()
        if (one["system"], one["name"]) == ("brigade", "third-battalion")
    ]
    assert shipped["battles"] == 5
    new = {"system": "brigade", "name": "third-battalion", "opponent": "easy"}
    state = post(house, "", 201, **new)
    token = state["token"]
    assert state["battle"]["number"] == 1
    assert (state["match"], state["fought"]) == ("", [])

    made = post(house, "/battle", 201, token=token, units=[])
    assert post(house, "/battle", 201, token=token, units=[]) == made, "asked twice it is one match"
    during = post(house, "/state", token=token)
    assert during["match"] == made["match"]
    assert during["match_token"] in made["tokens"].values()

    live = fight(house, made)
    after = post(house, "/state", token=token)
    assert live.match.result is not None
    won = 1 in live.match.result.winners
    assert [one["won"] for one in after["fought"]] == [won]
    assert after["match"] == ""
    assert after["battle"]["number"] == 2
    assert after == post(house, "/state", token=token), "a battle counts once"
    lost = [unit["name"] for unit in after["units"] if unit["lost"]]
    assert after["fought"][0]["losses"] == lost
    grown = {unit["more"] for unit in after["units"] if not unit["lost"]}
    assert grown == {1}


def test_what_is_not_possible_is_refused_and_changes_nothing(house: House) -> None:
    new = {"system": "brigade", "name": "third-battalion"}
    assert "third-battalion" in post(house, "", 400, **{**new, "name": "moon"})["text"]
    assert "easy" in post(house, "", 400, **new, opponent="god")["text"]
    token = post(house, "", 201, **new)["token"]
    assert "were lost: none" in post(house, "/battle", 400, token=token, units=["A-3"])["text"]
    assert post(house, "/state", token=token)["match"] == ""
    assert "token of a campaign" in post(house, "/state", 400, token="x" * 32)["text"]


def test_a_battle_whose_match_is_deleted_can_be_fought_again(house: House) -> None:
    token = post(house, "", 201, system="brigade", name="third-battalion")["token"]
    made = post(house, "/battle", 201, token=token, units=[])
    answer = house.client.post("/api/matches/delete", json={"tokens": [*made["tokens"].values()]})
    assert answer.json()["deleted"]
    state = post(house, "/state", token=token)
    assert (state["match"], state["battle"]["number"]) == ("", 1)
    assert post(house, "/battle", 201, token=token, units=[])["match"] != made["match"]


def test_a_begun_campaign_shows_its_own_map_where_a_scenario_was_replaced(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = {"system": "brigade", "name": "third-battalion", "opponent": "easy"}
    begun = post(house, "", 201, **new)
    assert begun["battle"]["picture"].endswith(".svg")
    other = load_scenario(find_system("brigade"), "sattel-pass")
    monkeypatch.setattr(campaigns, "scenario_named", lambda *_: other)
    kind, _, data = post(house, "/state", token=begun["token"])["battle"]["picture"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    drawn = house.client.get(begun["battle"]["picture"]).text
    assert b64decode(data).decode() == drawn
