"""Reports and what the operator does about them; what is told of ratings; signals."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.operating import deeds
from hexfront.server.settings import OperatorSettings, ServerSettings
from tests.server.conftest import OWN, Guest, House, Player
from tests.server.people.test_people import begin_rated, open_game, play_to_the_end

TOKEN = "an-operators-token-of-this-test"
SETTINGS = ServerSettings(
    operator=OperatorSettings(token_hash=hashlib.sha256(TOKEN.encode()).hexdigest())
)
pytestmark = pytest.mark.usefixtures("same_dice")
Operate = Callable[..., Any]


@pytest.fixture
def operate(house: House) -> Operate:
    """A server with an operator, who asks for something."""
    house.settings = SETTINGS
    house.restart()

    def ask(what: str, status: int = 200, **body: Any) -> Any:
        answer = house.client.post(f"/api/operator/{what}", json={"operator": TOKEN, **body})
        assert answer.status_code == status, answer.text
        return answer.json()

    return ask


@pytest.fixture
def two(operate: Operate, house: House) -> tuple[Guest, Guest]:
    return Guest(house).sign_up("Anna"), Guest(house).sign_up("Berta")


def say(player: Player, seat: int, text: str) -> str:
    """Say something; what is wrong with it."""
    key = secrets.token_hex(8)
    player.send(type="say", seat=seat, text=text, key=key)
    while (message := player.take()).get("key") != key:
        pass
    return str(message.get("text", ""))


def test_a_report_comes_with_what_was_said_before(
    house: House, operate: Operate, two: tuple[Guest, Guest]
) -> None:
    anna, berta = two
    tokens = begin_rated(house, anna, berta)
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        assert say(red, 0, "Good luck") == ""
        assert say(blue, 1, "You cheat") == ""
        words = {"token": tokens[0], "room": "players", "number": 2, "about": "\u202eRude\x1b"}
        assert anna.post("chat/report", **words)["sent"]
        anna.post("chat/report", 400, **words | {"number": 3})
        # What PostgreSQL could not keep, and what says nothing.
        for about in ("Ru\x00de", "\u202e"):
            anna.post("chat/report", 400, **words | {"about": about})
        house.client.post("/api/chat/report", json=words)  # a guest, who is asked for no name
        first, second = operate("state")["reports"]
        assert (first["name"], first["by"], first["about"]) == ("Berta", "Anna", "Rude")
        assert second["by"] == "Anna", "the seat says whose it is"
        assert [line["text"] for line in first["said"]] == ["Good luck", "You cheat"]
        assert [line["this"] for line in first["said"]] == [False, True]
        operate("mute", name="Berta", hours=24, reason="Be kind")
        assert "Be kind" in say(blue, 1, "Why?")
        (limited,) = operate("state")["restricted"]
        assert (limited["name"], limited["banned"]) == ("Berta", False)
        operate("mute", name="Berta", hours=0, reason="sorry")
        assert say(blue, 1, "Thanks") == ""
    assert len(operate("report", report=first["id"], note="spoken to")["reports"]) == 1
    assert house.store.read("SELECT said FROM reports WHERE id = ?", (first["id"],)) == [("[]",)]
    operate("report", 400, report=first["id"])
    told = [(deed, about) for _, _, deed, about in deeds(house.store)]
    assert told[0] == ("close report", "Berta spoken to")
    assert told[1:] == [("lift mute", "Berta sorry"), ("mute 24 h", "Berta Be kind")]


def test_a_ban_ends_pages_at_once_and_says_why(
    house: House, operate: Operate, two: tuple[Guest, Guest]
) -> None:
    anna, berta = two
    game = open_game(berta)
    tokens = begin_rated(house, anna, berta)
    with (
        house.player(tokens[1]) as blue,
        house.player(tokens[0]) as red,
        berta.client.websocket_connect("/api/lobby/live", headers=OWN) as lobby,
    ):
        blue.until("update")
        red.until("update")
        operate("ban-account", name="Berta", reason="Two accounts", banned=True)
        while (message := blue.take())["type"] != "banned":
            pass
        assert "Two accounts" in message["text"]
        with pytest.raises(WebSocketDisconnect):
            blue.take()
        with pytest.raises(WebSocketDisconnect):
            while True:
                lobby.receive_json()
        while (update := red.until("update"))["result"] is None:
            pass
        assert update["result"]["winners"] == [0], "he resigns"
    assert game not in [one["id"] for one in anna.get("lobby")["games"]]
    with house.player(tokens[1]) as blue:  # the key has ended with the session
        assert blue.take()["type"] == "error"
    berta.post("people/sign-in", name="Berta", password="five quiet hexes")
    assert berta.get("people/me")["banned"] == "Two accounts"
    assert "Two accounts" in berta.post("lobby/open", 403, system="duel")["text"]
    berta.post("people/games", 403)
    assert berta.get("people/export")["restricted"][0]["reason"] == "Two accounts"
    operate("ban-account", name="Berta", reason="-", banned=False)
    operate("ban-account", 400, name="Berta", reason="-", banned=False)
    assert berta.get("people/me")["banned"] == ""
    assert [deed for _, _, deed, _ in deeds(house.store)] == [
        "lift ban of account",
        "ban account",
    ]


def test_the_operator_finds_accounts_and_what_is_so_of_each(
    house: House, operate: Operate, two: tuple[Guest, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta = two
    for name in ("Ännchen", "Max_Power", "Annabel"):
        Guest(house).sign_up(name)
    begin_rated(house, anna, berta)
    operate("mute", name="Berta", hours=24, reason="Be kind")
    operate("ban-account", name="Annabel", reason="Spam", banned=True)

    def names(part: str, page: int = 0) -> list[str]:
        return sorted(one["name"] for one in operate("accounts", name=part, page=page)["accounts"])

    found = operate("accounts")
    assert (found["every"], found["found"], found["pages"]) == (5, 5, 1)
    known = {one["name"]: one for one in found["accounts"]}
    assert known["Anna"]["games"] == known["Berta"]["games"] == 1
    assert known["Anna"]["seen"] > 0
    assert known["Anna"]["created"].startswith("20")
    assert known["Berta"]["muted"] > known["Berta"]["seen"]
    assert (known["Anna"]["muted"], known["Anna"]["banned"]) == (0, False)
    annabel = known["Annabel"]
    assert (annabel["banned"], annabel["seen"]) == (True, 0), "its sessions have ended"
    assert "password" not in str(found)
    assert names("ANN") == ["Anna", "Annabel", "Ännchen"]
    assert names("änn") == ["Anna", "Annabel", "Ännchen"]
    assert names("ert") == ["Berta"]
    assert names("_") == ["Max_Power"]
    assert names("%") == names("Zoe") == []
    monkeypatch.setattr("hexfront.people.directory.PAGE", 2)
    pages = [names("", page) for page in range(4)]
    assert [len(one) for one in pages] == [2, 2, 1, 0]
    assert {name for page in pages for name in page} == set(known)
    assert operate("accounts", name="ann")["pages"] == 2
    operate("accounts", 400, name="\x00")
    operate("accounts", 400, page=-1)


def test_chat_is_turned_off_and_that_is_noted_or_neither(
    house: House, operate: Operate, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = house.match()

    def chat() -> bool:
        (found,) = operate("state")["matches"]
        return bool(found["chat"])

    def fail(*_: object) -> None:
        raise NotSaved("the disk is full")

    with house.player(tokens[0]) as red:
        red.until("update")
        with monkeypatch.context() as patches:
            patches.setattr("hexfront.people.moderation.record", fail)
            operate("chat", 503, match=match, on=False)
        assert chat()
        assert deeds(house.store) == []
        operate("chat", match=match, on=False)
        assert not chat()
        assert "The operator has turned chat off" in red.until("chat")["closed"]
    operate("chat", match=match, on=True)
    operate("chat", 400, match="nowhere", on=True)
    assert [done[2:] for done in deeds(house.store)] == [("chat on", match), ("chat off", match)]


def test_the_operator_sees_how_full_the_server_is(
    house: House, operate: Operate, two: tuple[Guest, Guest]
) -> None:
    anna, berta = two
    open_game(anna)
    tokens = begin_rated(house, anna, berta)
    with (
        house.player(tokens[0]) as red,
        anna.client.websocket_connect("/api/lobby/live", headers=OWN) as lobby,
    ):
        red.until("update")
        lobby.receive_json()
        found = {
            one["what"].partition(",")[0]: (one["now"], one["most"])
            for one in operate("state")["fullness"]
        }
    assert found["matches in memory"] == (1, 256)
    assert found["open pages at tables"] == (1, 2000)
    assert found["open pages in the lobby and at tournaments"] == (1, 1000)
    assert found["matches that go on"] == (1, None)
    assert found["games that wait in the lobby"] == (1, 500)
    assert found["accounts"] == (2, None)


def test_a_guests_link_does_not_open_the_seat_of_a_banned_account(
    house: House, operate: Operate, two: tuple[Guest, Guest]
) -> None:
    _, tokens = house.match()
    two[0].post("people/claim", token=tokens[0])
    operate("ban-account", name="Anna", reason="Spam", banned=True)
    with house.player(tokens[0]) as player:
        assert "Spam" in player.take()["text"]
    with house.player(tokens[1]) as player:
        assert player.take()["type"] == "board"


def test_a_hint_makes_a_match_unrated_and_who_took_it_is_told(
    house: House, two: tuple[Guest, Guest]
) -> None:
    tokens = begin_rated(house, *two)
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        for player in (red, blue):
            terms = player.until("terms")
            assert not terms["tournament"]
            assert (terms["rated"], terms["unrated"], terms["after"]) == (True, "", [])
            player.until("update")
        red.send(type="hint", seat=0, number=1)
        red.until("hint")
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        assert red.until("terms")["unrated"] == "played with hints"
        assert blue.until("terms")["unrated"] == "", "nobody learns of it before the end"
        red.send(type="end", seat=0, way="resign", key=secrets.token_hex(8))
        assert blue.until("terms")["unrated"] == "played with hints"
    page = two[0].get("people/player?name=Anna")
    assert page["games"][0]["unrated"] == "played with hints"


def test_what_a_match_did_to_ratings_is_told_at_the_table(
    house: House, two: tuple[Guest, Guest]
) -> None:
    tokens = begin_rated(house, *two)
    restored = {"tokens": [tokens[0]], "name": "before"}
    answer = house.client.post("/api/matches/restored", json=restored)
    assert "rated match" in answer.json()["text"], "who loses would begin it anew"
    play_to_the_end(house, tokens, 3)
    with house.player(tokens[0]) as red:
        after = red.until("terms")["after"]
    assert after[1]["rating"] > 1500 > after[0]["rating"]


def test_signals_are_for_the_operator_and_of_what_is_out_of_the_ordinary(
    house: House, operate: Operate, two: tuple[Guest, Guest]
) -> None:
    Guest(house).sign_up("Cleo")
    ids = dict(house.store.read("SELECT name, id FROM accounts"))
    assert operate("signals") == []
    signals = house.app.state.people.signals
    for name, address in (("Anna", "192.0.2.7"), ("Berta", "192.0.2.7"), ("Cleo", "192.0.2.8")):
        signals.note(ids[name], address)
    with house.store.transaction() as db:
        for number in range(6):
            for side, name in enumerate(("Anna", "Cleo")):
                db.execute(
                    "INSERT INTO played VALUES (?, ?, ?, 'duel', '', ?, '', '9', '', NULL, NULL)",
                    (f"m{number}", side, ids[name], "lost" if side else "won"),
                )
    found = {frozenset(one["names"]): one for one in operate("signals")}
    shared = found[frozenset(("Anna", "Berta"))]
    assert (shared["networks"], shared["games"]) == (1, 0)
    assert shared["signs"] == ["used from the same network"]
    met = found[frozenset(("Anna", "Cleo"))]
    assert (met["games"], sorted(met["wins"]), met["of_all"]) == (6, [0, 6], [6, 6])
    assert met["signs"] == ["play mostly with each other", "one wins nearly always"]
    assert len(found) == 2
    assert "192.0.2" not in str(house.store.read("SELECT * FROM account_networks"))


def test_the_best_live_game_is_of_strong_players_and_not_old(
    house: House, two: tuple[Guest, Guest]
) -> None:
    anna, berta = two
    begin_rated(house, anna, berta)
    game = open_game(anna)
    berta.post("lobby/join", game=game)
    first, second = anna.get("lobby")["live"]
    assert len({first["match"], second["match"]}) == 2
    with house.store.transaction() as db:
        db.execute(
            "UPDATE matches SET created = '2020-01-01T00:00:00+00:00' WHERE id = ?",
            (first["match"],),
        )
    assert anna.get("lobby")["live"][0]["match"] == second["match"]


def test_a_late_copy_of_a_refused_request_is_not_carried_out(house: House) -> None:
    match, tokens = house.match()
    house.begin({"tokens": {side: tokens[side] for side in (0, 1)}})
    with house.player(tokens[0]) as red:
        shown = red.until("update")
        assert shown["view"]["must_act"]
        key = red.orders(0, [9999])
        while (refused := red.take())["type"] != "refused":
            pass
        red.orders(0, shown["offers"][0]["orders"], key)
        while (again := red.take())["type"] != "refused":
            assert again["type"] != "done"
        assert refused["key"] == again["key"] == key
        assert again["reason"].startswith("This was refused before")
    assert not any(step.actor == 0 for step in house.store.load(match).steps)
