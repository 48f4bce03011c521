"""Invites, names, lists of matches and rematches."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import dice_from_seed, draw, share_hash
from hexfront.play.live import LiveMatch
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from tests.server.conftest import SHARE, House

INVITED = {
    "system": "duel",
    "scenario": "pair",
    "seats": [{"kind": "person", "name": "Ann"}, {"kind": "invited"}],
}


def make(house: House, body: dict[str, Any] = INVITED) -> dict[str, Any]:
    answer = house.client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def claim(house: House, invite: str, name: str = "Bob") -> Any:
    return house.client.post("/api/seats/claim", json={"invite": invite, "name": name})


def mine(house: House, *tokens: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.client.post(
        "/api/matches/mine", json={"tokens": list(tokens)}
    ).json()
    return found


def again(house: House, *tokens: str) -> Any:
    return house.client.post("/api/matches/again", json={"tokens": list(tokens)})


def play_out(store: Store, match_id: str) -> None:
    """Let both sides take anything until the match is over."""
    live, dice = LiveMatch(store, store.load(match_id)), dice_from_seed(1)
    while live.match.result is None:
        side = live.match.decision.sides[0]
        choices = live.match.rules.choices(live.match.state, side)
        order = int(choices[int(draw(dice, len(choices)))])
        assert live.give(side, [order], secrets.token_hex(8)).accepted == 1


def test_an_invite_seats_one_person_once(house: House) -> None:
    made = make(house)
    assert set(made["tokens"]) == {"0"}
    assert set(made["invites"]) == {"1"}
    (waiting,) = mine(house, made["tokens"]["0"])
    assert (waiting["waits_for"], waiting["opponents"]) == ([1], [""])

    seated = claim(house, made["invites"]["1"]).json()
    assert (seated["match"], seated["title"], seated["side"]) == (made["match"], "Two sides", 1)
    assert seated["spectator"] == made["spectator"]
    (joined,) = mine(house, made["tokens"]["0"])
    assert (joined["waits_for"], joined["opponents"]) == ([], ["Bob"])
    (theirs,) = mine(house, seated["token"])
    assert (theirs["sides"], theirs["opponents"]) == ([1], ["Ann"])
    with house.player(seated["token"]) as bob:
        assert bob.until("board")["seats"] == [1]

    second = claim(house, made["invites"]["1"])
    assert second.status_code == 400
    assert "token" not in second.json()


def test_an_invite_opens_no_seat_by_itself(house: House) -> None:
    made = make(house)
    with house.player(made["invites"]["1"]) as stranger:
        assert stranger.take()["type"] == "error"
    assert mine(house, made["invites"]["1"]) == []
    assert claim(house, made["tokens"]["0"]).status_code == 400


def test_of_many_who_claim_at_once_one_is_seated(house: House) -> None:
    invite = make(house)["invites"]["1"]
    stores = [Store(house.folder) for _ in range(4)]

    def sit(number: int) -> bool:
        try:
            stores[number % 4].claim(invite, f"Person {number}")
        except Exception:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(sit, range(32))) == 1
    for store in stores:
        store.close()


def test_invites_are_stored_hashed(house: House) -> None:
    made = make(house)
    data = b"".join(path.read_bytes() for path in house.folder.iterdir())
    for token in (made["invites"]["1"], made["tokens"]["0"], made["spectator"]):
        assert token.encode() not in data


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\u202eb", "a\u0000", "\u2028"])
def test_a_name_that_cannot_be_shown_is_refused(house: House, name: str) -> None:
    invite = make(house)["invites"]["1"]
    refused = claim(house, invite, name)
    assert refused.status_code == 400
    assert "/name" in refused.json()["problems"][0]["place"]
    assert claim(house, invite, " <b>Bob</b> ").status_code == 200


@pytest.mark.parametrize(
    "seat",
    [{"kind": "invited", "name": "Eve"}, {"kind": "machine", "agent": "random", "name": "X"}],
)
def test_nobody_is_named_by_another(house: House, seat: dict[str, str]) -> None:
    answer = house.client.post("/api/matches", json={**INVITED, "seats": [seat, seat]})
    assert answer.status_code == 400
    assert answer.json()["problems"][0]["place"] == "body: /seats/0/name"


def test_the_name_of_a_person_reaches_the_table(house: House) -> None:
    made = make(house)
    with house.player(made["spectator"]) as watcher:
        sides = watcher.until("board")["sides"]
        assert [side["person"] for side in sides] == ["Ann", ""]


def test_whose_turn_it_is_stands_in_the_list_from_the_start(house: House) -> None:
    first, second = make(house), make(house)
    token = first["tokens"]["0"]
    # The invited person's page adds to the dice as well, before the first one.
    house.store.add_share(first["match"], 1, SHARE)
    assert [match["must_act"] for match in mine(house, token)] == [[0]]
    with house.player(token) as ann:
        update = ann.until("update")
        lay = [o for o in update["offers"] if o["caption"] != "Commit"]
        ann.orders(0, lay[0]["orders"])
        ann.until("done")
        update = ann.until("update")
        commit = next(o for o in update["offers"] if o["caption"] == "Commit")
        ann.orders(0, commit["orders"])
        ann.until("done")
    listed = mine(house, token, second["tokens"]["0"])
    assert [(match["id"], match["must_act"]) for match in listed] == [
        (second["match"], [0]),
        (first["match"], []),
    ]


def test_dice_wait_for_whose_page_has_not_come(house: House) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    tokens = make(house, {**INVITED, "seats": seats})["tokens"]
    shares = {"0": "1" * 32, "1": "2" * 32}

    def send(side: str, **what: str) -> None:
        with house.client.websocket_connect("/api/match") as socket:
            socket.send_json({"type": "join", "tokens": [tokens[side]]})
            while socket.receive_json()["type"] != "shares":
                pass
            socket.send_json({"type": "share", "seat": int(side), **what})
            while socket.receive_json()["type"] != "shares":
                pass

    def awaited() -> list[list[int]]:
        return [match["must_act"] for side in tokens for match in mine(house, tokens[side])]

    send("0", hash=share_hash(shares["0"]))
    assert awaited() == [[], [1]], "the first page has done all that it can"
    send("1", hash=share_hash(shares["1"]))
    send("1", share=shares["1"])
    assert awaited() == [[0], []], "now it must come back"


def test_whose_turn_it_is_is_known_once_a_match_was_opened(house: House) -> None:
    _, tokens = house.match()
    assert [match["must_act"] for match in mine(house, tokens[0])] == [[]]
    with house.player(tokens[SPECTATOR]) as watcher:
        watcher.until("update")
    assert [match["must_act"] for match in mine(house, tokens[0])] == [[0]]


def test_listing_matches_loads_none(house: House) -> None:
    tokens = [house.match()[1][0] for _ in range(20)]
    assert len(mine(house, *tokens)) == 20
    assert len(house.app.state.tables) == 0


def persons(store: Store, house: House) -> tuple[str, dict[int, str]]:
    """A finished match of two persons."""
    match, tokens = house.match()
    play_out(store, match)
    return match, tokens


def test_both_persons_meet_in_the_rematch(house: House) -> None:
    match, tokens = persons(house.store, house)
    (over,) = mine(house, tokens[0])
    assert over["over"]
    assert over["result"]["reason"]
    red, blue = again(house, tokens[0]).json(), again(house, tokens[1]).json()
    assert red["match"] == blue["match"] != match
    assert (set(red["tokens"]), set(blue["tokens"])) == ({"0"}, {"1"})
    assert red["spectator"] == blue["spectator"]
    assert again(house, tokens[0]).json() == red
    with house.player(red["tokens"]["0"]) as one, house.player(blue["tokens"]["1"]) as two:
        assert one.until("board")["seats"] == [0]
        assert two.until("board")["seats"] == [1]
    with house.player(red["spectator"]) as watcher:
        assert watcher.until("board")["seats"] == [SPECTATOR]


def test_of_many_who_ask_at_once_all_get_one_rematch(house: House) -> None:
    match, _ = persons(house.store, house)
    stores = [Store(house.folder) for _ in range(4)]
    with ThreadPoolExecutor(8) as threads:
        made = set(threads.map(lambda n: stores[n % 4].rematch(match), range(16)))
    assert len(made) == 1
    for store in stores:
        store.close()


def test_the_others_hear_of_a_rematch(house: House) -> None:
    _, tokens = persons(house.store, house)
    with house.player(tokens[1]) as blue:
        blue.until("update")
        made = again(house, tokens[0]).json()
        assert blue.until("again") == {
            "type": "again",
            "match": made["match"],
            "title": made["title"],
        }


def test_a_finished_rematch_is_followed_by_another(house: House) -> None:
    _, tokens = house.match([("person", ""), ("machine", "random")])
    first = again(house, tokens[0]).json()["match"]
    assert again(house, tokens[0]).json()["match"] == first
    house.restart()
    play_out(house.store, first)
    second = again(house, tokens[0]).json()["match"]
    assert second not in {first}
    assert again(house, tokens[0]).json()["match"] == second


def test_the_seat_in_a_rematch_is_the_same_from_whichever_match_one_asks(house: House) -> None:
    _, tokens = house.match([("person", ""), ("machine", "random")])
    first = again(house, tokens[0]).json()
    house.restart()
    play_out(house.store, first["match"])
    from_first = again(house, first["tokens"]["0"]).json()
    from_start = again(house, tokens[0]).json()
    assert from_start == from_first
    assert house.store.seat(from_first["tokens"]["0"]) is not None
    assert house.store.seat(first["tokens"]["0"]) is not None


def test_a_match_that_others_play_is_not_left_for_a_rematch(house: House) -> None:
    _, tokens = house.match()
    answer = again(house, tokens[0])
    assert answer.status_code == 400
    assert "over" in answer.json()["text"]


def test_a_watcher_and_a_mixture_of_matches_get_no_rematch(house: House) -> None:
    _, tokens = persons(house.store, house)
    _, others = persons(house.store, house)
    assert again(house, tokens[SPECTATOR]).status_code == 400
    assert again(house, tokens[0], others[0]).status_code == 400
    assert again(house).status_code == 400


def test_a_token_of_a_rematch_cannot_be_told_from_the_match(house: House) -> None:
    """Another player knows both matches' ids and his own tokens, and nothing of the others'."""
    made = house.store.create("duel", "1", {}, bytes(32), [SeatPlan("person")] * 2)
    follower = house.store.rematch(made.match)
    seated = house.store.seat_again(follower, {0: made.tokens[0]}).tokens
    assert house.store.seat(seated[0]) is not None
    assert len(set(seated.values()) | set(made.tokens.values())) == 5


def test_who_sits_down_is_told_to_the_table(house: House) -> None:
    made = make(house)
    with house.player(made["tokens"]["0"]) as ann:
        assert [side["person"] for side in ann.until("board")["sides"]] == ["Ann", ""]
        claim(house, made["invites"]["1"])
        assert ann.until("seated") == {"type": "seated", "side": 1, "person": "Bob"}
    with house.player(made["spectator"]) as watcher:
        assert [side["person"] for side in watcher.until("board")["sides"]] == ["Ann", "Bob"]


def test_a_lost_answer_to_a_claim_can_be_had_again_with_its_key(house: House) -> None:
    made, key = make(house), secrets.token_urlsafe(24)
    body = {"invite": made["invites"]["1"], "name": "Bob", "key": key}
    first = house.client.post("/api/seats/claim", json=body)
    assert house.client.post("/api/seats/claim", json=body).json() == first.json()
    with house.player(made["tokens"]["0"]) as ann:
        ann.until("update")
        house.client.post("/api/seats/claim", json={**body, "name": "Rob"})
        assert ann.until("seated")["person"] == "Bob"
    for other in ({"key": secrets.token_urlsafe(24)}, {"key": ""}):
        refused = house.client.post("/api/seats/claim", json={**body, **other})
        assert refused.status_code == 400
