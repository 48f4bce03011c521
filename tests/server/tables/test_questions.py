"""What is typed beside orders: questions, completions, situations that are kept and restored."""

from __future__ import annotations

import secrets

from hexfront.core.contract import SPECTATOR, UMPIRE
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


def test_a_watcher_asks_about_what_all_may_see(house: House) -> None:
    _, tokens = house.match(system="idahex")
    with house.player(tokens[SPECTATOR]) as watcher:
        assert watcher.until("board")["questions"] == ["show", "help"]
        watcher.until("update")
        watcher.send(type="ask", seat=SPECTATOR, text="show units 2 153", number=1)
        answer = watcher.until("answer")
        assert answer["number"] == 1
        # Where they stand is known to all, and what they hold to their sides.
        assert [table["caption"] for table in answer["answer"]["tables"]] == ["Units"]
        for text in ("show involvement 2", "show losses", "go", "save a", "mission 2: 38 10"):
            watcher.send(type="ask", seat=SPECTATOR, text=text, number=2)
            answer = watcher.take()
            if answer["type"] == "answer":
                assert "7TH" not in str(answer), text
            else:
                assert answer["type"] == "error", text
        watcher.send(type="ask", seat=0, text="show units", number=3)
        assert "which is shown" in watcher.take()["text"]


def test_outputs_are_printed_for_those_who_hold_the_seat(house: House) -> None:
    _, tokens = house.match(system="idahex")

    def printed(seat: int, *held: int) -> tuple[int, str]:
        body = {"tokens": [tokens[side] for side in held], "seat": seat}
        answer = house.client.post("/api/printed", json=body)
        return answer.status_code, answer.text

    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        for player, seat in ((red, 0), (blue, 1)):
            player.until("update")
            typed(player, seat, "go")
            player.until("done")
        typed(red, 0, "mission 2: 38 10")
        red.until("done")
        for player, seat in ((red, 0), (blue, 1)):
            typed(player, seat, "go")
            player.until("done")
        assert "7TH MOT RIFLE" in (mine := printed(0, 0)[1])
        assert "mission" in mine.lower()
        status, theirs = printed(1, 0, 1)
        assert status == 200
        assert theirs != mine
        for seat, held in ((1, [0]), (UMPIRE, [0, 1]), (SPECTATOR, [SPECTATOR]), (0, [SPECTATOR])):
            status, text = printed(seat, *held)
            assert (status, "a side whose token you hold" in text) == (400, True), (seat, text)
    _, other = house.match()
    answer = house.client.post("/api/printed", json={"tokens": [other[0]], "seat": 0})
    assert "prints outputs" in answer.text


def test_a_line_of_a_script_gives_first_what_it_takes_for_granted(house: House) -> None:
    _, tokens = house.match(system="idahex")
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        red.until("update")
        blue.until("update")
        typed(blue, 1, "go")
        line = {"type": "typed", "seat": 0, "text": "mission 2: 38 10", "script": True}
        red.send(**line, key=secrets.token_hex(8))
        assert red.until("done")["accepted"] == 0  # the strikes are over, and nothing else
        red.until("update")
        red.send(**line, key=secrets.token_hex(8))
        assert red.until("done")["accepted"] > 0


def test_time_series_and_saves_have_their_rates(house: House) -> None:
    _, tokens = house.match(system="idahex")
    with house.player(tokens[0]) as red:
        red.until("update")
        red.send(type="time_series", seat=0, number=1)
        told = red.until("time_series")
        assert (told["since"], told["until"], len(told["points"])) == (0, 1, 1)
        red.send(type="time_series", seat=0, since=7, number=2)
        assert red.until("time_series")["since"] == 0
        for number in range(3, 15):
            red.send(type="time_series", seat=0, number=number)
        assert "at most 5 a second" in red.until("error")["text"]
    _, tokens = house.match(system="idahex")
    with house.player(tokens[0]) as red:
        red.until("update")
        for number in range(13):
            typed(red, 0, f"save s{number}")
        assert "at most 12 a minute" in red.until("error")["text"]
