"""What is typed beside orders: questions, completions, situations that are kept and restored."""

from __future__ import annotations

import secrets

from tests.server.conftest import House, Player


def typed(player: Player, seat: int, text: str) -> None:
    player.send(type="typed", seat=seat, text=text, key=secrets.token_hex(8))


def test_questions_are_answered_to_who_asks_and_nothing_changes(house: House) -> None:
    _, tokens = house.match(system="idahex")
    with house.player(tokens[0]) as red:
        board = red.until("board")
        assert board["commands"]["show"].startswith("show units")
        red.until("update")
        typed(red, 0, "show units 2 153")
        answer = red.until("answer")["answer"]
        assert [table["caption"] for table in answer["tables"]] == [
            "Units",
            "2 7TH MOT RIFLE holds",
        ]
        red.send(type="complete", seat=0, text="show inv", number=7)
        assert red.until("completions") == {
            "type": "completions",
            "number": 7,
            "lines": ["show involvement"],
        }
        assert red.silent()


def test_a_situation_is_restored_at_another_table_and_the_other_may_follow(house: House) -> None:
    match, tokens = house.match(system="idahex")
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        red.until("update")
        blue.until("update")
        typed(red, 0, "save a")
        assert red.until("answer")["answer"]["title"].startswith("Kept as a: Day 0.")
        body = {"tokens": [tokens[0]], "name": "a"}
        made = house.client.post("/api/matches/restored", json=body)
        assert made.status_code == 201, made.text
        restored = made.json()
        assert restored["match"] != match
        told = blue.until("again")
        assert (told["match"], told["restored"]) == (restored["match"], True)
    body = {"tokens": [tokens[1]], "match": restored["match"]}
    with house.player(restored["tokens"]["0"]) as red:
        assert red.until("update")["view"]["title"] == "Day 0"
        # Nobody tries out alone what comes of the orders that the other had given.
        typed(red, 0, "go")
        assert "followed" in red.until("refused")["reason"]
        follows = house.client.post("/api/matches/restored", json=body).json()
        typed(red, 0, "go")
        assert red.until("done")["accepted"] == 1
    assert [*follows["tokens"]] == ["1"]
    # What Red has kept is not Blue's, and a watcher restores nothing.
    for wrong in (
        {"tokens": [tokens[1]], "name": "a"},
        {"tokens": [tokens[-2]], "name": "a"},
        {"tokens": [tokens[1]], "match": match},
    ):
        assert house.client.post("/api/matches/restored", json=wrong).status_code == 400
