"""Accounts, the lobby and rated games over HTTP."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.people import passkeys, passwords
from hexfront.server.settings import PeopleSettings, ServerSettings
from tests.server.conftest import OWN, SECRET, Guest, House, Player

pytestmark = pytest.mark.usefixtures("same_dice")


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(guest: Guest) -> None:
    answer = guest.client.post("/api/people/sign-up", json={"name": "Anna", "password": SECRET})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert guest.get("people/me")["name"] == "Anna"
    assert guest.post("people/sign-out")["name"] == ""
    assert guest.get("people/me")["name"] == ""
    guest.get("people/account", 401)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_post_that_is_not_of_our_page_changes_nothing(
    anna: Guest, headers: dict[str, str]
) -> None:
    del anna.client.headers["Origin"]
    answer = anna.client.post("/api/people/delete", json={"name": "Anna"}, headers=headers)
    assert answer.status_code == 400
    assert anna.get("people/me")["name"] == "Anna"


def test_sign_in_is_told_alike_for_a_wrong_name_and_a_wrong_password(
    anna: Guest, guest: Guest
) -> None:
    said = [
        guest.client.post("/api/people/sign-in", json={"name": name, "password": "x" * 12})
        for name in ("Anna", "Nobody")
    ]
    assert said[0].status_code == said[1].status_code == 400
    assert said[0].json() == said[1].json()
    assert guest.post("people/sign-in", name="ANNA", password=SECRET)["name"] == "Anna"


def test_guesses_are_limited(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "is_password", lambda *_: False)
    said = [
        guest.client.post("/api/people/sign-in", json={"name": "Anna", "password": "x"})
        for _ in range(25)
    ]
    assert [answer.status_code for answer in (said[0], said[-1])] == [400, 429]


def test_an_operator_lets_a_club_in_one_room_make_its_accounts(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "hash_password", lambda password: password)
    house.settings = ServerSettings(people=PeopleSettings(new_accounts=2))
    house.restart()
    said = [
        house.client.post(
            "/api/people/sign-up", json={"name": name, "password": SECRET}, headers=OWN
        )
        for name in ("Anna", "Berta", "Cleo")
    ]
    assert [answer.status_code for answer in said] == [201, 201, 429]
    assert "try again in 5 minutes" in said[-1].json()["text"]


def test_other_sessions_are_listed_and_ended(anna: Guest, guest: Guest) -> None:
    guest.post("people/sign-in", name="Anna", password=SECRET)
    sessions = anna.get("people/account")["sessions"]
    assert sorted(one["here"] for one in sessions) == [False, True]
    (other,) = (one["id"] for one in sessions if not one["here"])
    anna.post("lobby/open", 201, system="duel", persons=1)
    (own,), (theirs,) = (each.post("people/games") for each in (anna, guest))
    with anna.house.player(*theirs["tokens"]) as held:
        held.until("update")
        assert len(anna.post("people/sessions/end", id=other)["sessions"]) == 1
        with pytest.raises(WebSocketDisconnect):
            while held.take():
                pass
    with anna.house.player(*own["tokens"]) as mine, anna.house.player(*theirs["tokens"]) as held:
        mine.until("update")
        assert held.take()["type"] == "error", "its keys have ended with the session"
    assert guest.get("people/me")["name"] == ""


@pytest.mark.parametrize("way", ["password", "sign-out", "delete"])
def test_open_pages_of_a_session_close_when_it_ends(anna: Guest, guest: Guest, way: str) -> None:
    """Whoever holds an old session can neither order nor talk in the account's name any more."""
    guest.post("people/sign-in", name="Anna", password=SECRET)
    anna.post("lobby/open", 201, system="duel", persons=1)
    (theirs,) = guest.post("people/games")
    with anna.house.player(*theirs["tokens"]) as held:
        held.until("update")
        if way == "password":
            anna.post("people/password", password="another long secret")
        elif way == "delete":
            anna.post("people/delete", name="Anna")
        else:
            guest.post("people/sign-out")
        with pytest.raises(WebSocketDisconnect):
            while held.take():
                pass
    with anna.house.player(*theirs["tokens"]) as held:
        assert held.take()["type"] == "error"
    assert guest.get("people/me")["name"] == ""


def test_without_the_packages_the_page_says_what_to_install(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "possible", lambda: False)
    monkeypatch.setattr(passkeys, "possible", lambda: False)
    passwords._hasher.cache_clear()
    assert guest.get("people/me")["ways"]["missing"] == passwords.INSTALL
    said = guest.post("people/sign-up", 400, name="Anna", password=SECRET)
    assert passwords.INSTALL in said["text"]
    passwords._hasher.cache_clear()


def test_a_passkey_asks_for_a_name_as_host(guest: Guest) -> None:
    guest.client.headers["Host"] = "127.0.0.1:8000"
    del guest.client.headers["Origin"]
    ways = guest.get("people/me")["ways"]
    assert (ways["passkey"], ways["named"]) == (False, "http://localhost:8000")
    guest.post("people/passkeys/begin", 400, purpose="sign-up", name="Anna")
    guest.client.headers["Host"] = "localhost:8000"
    task = guest.post("people/passkeys/begin", purpose="sign-up", name="Anna")
    wanted = task["options"]["authenticatorSelection"]
    assert wanted["userVerification"] == wanted["residentKey"] == "required"
    assert task["options"]["rp"]["id"] == "localhost"
    for credential in ({}, {"id": "x"}, {"id": 5, "response": []}, {"a": {"b": [None]}}):
        ticket = guest.post("people/passkeys/begin", purpose="sign-up", name="Anna")["ticket"]
        guest.post("people/passkeys/finish", 400, ticket=ticket, credential=credential)
        said = guest.post("people/passkeys/finish", 400, ticket=ticket, credential=credential)
        assert "used" in said["text"]


def test_a_guest_keeps_his_game(anna: Guest, house: House) -> None:
    match, tokens = house.match()
    anna.post("people/claim", token=tokens[0])
    (game,) = anna.post("people/games")
    assert game["info"]["id"] == match
    assert game["info"]["sides"] == [0]
    with house.player(*game["tokens"]) as player:
        assert player.until("board")["seats"] == [0]
    anna.post("people/sign-out")
    with house.player(*game["tokens"]) as player:
        assert player.take()["type"] == "error"


def open_game(guest: Guest, **others: Any) -> str:
    assert not guest.post("lobby/open", 201, system="duel", **others)["began"]
    return str(next(one["id"] for one in guest.get("lobby")["games"] if one["mine"]))


def test_a_game_begins_when_it_is_full(anna: Guest, berta: Guest, guest: Guest) -> None:
    game = open_game(anna, side=1, rated=True)
    (shown,) = guest.get("lobby")["games"]
    assert [one["name"] for one in shown["players"]] == ["Anna"]
    assert not shown["mine"]
    guest.post("lobby/join", 401, game=game)
    joined = berta.post("lobby/join", game=game)
    assert joined["began"]
    assert guest.get("lobby")["games"] == []
    (live,) = guest.get("lobby")["live"]
    assert [one["name"] for one in live["players"]] == ["Berta", "Anna"]
    (own,) = anna.post("people/games")
    assert own["info"]["sides"] == [1]
    assert anna.get("lobby")["own"] == 1
    berta.post("lobby/join", 400, game=game)


def test_blocked_players_do_not_meet(anna: Guest, berta: Guest) -> None:
    game = open_game(anna)
    anna.post("people/block", name="berta", on=True)
    assert berta.get("lobby")["games"] == []
    said = berta.post("lobby/join", 400, game=game)
    assert said == berta.post("lobby/join", 400, game=game)
    assert "block" not in str(said)
    anna.post("people/block", name="Berta", on=False)
    assert berta.post("lobby/join", game=game)["began"]


def test_open_games_are_few_and_taken_off(anna: Guest, berta: Guest) -> None:
    games = [open_game(anna)]
    for _ in range(2):
        anna.post("lobby/open", 201, system="duel")
    anna.post("lobby/open", 400, system="duel")
    berta.post("lobby/leave", game=games[0])
    assert len(berta.get("lobby")["games"]) == 3
    anna.post("lobby/leave", game=games[0])
    assert len(berta.get("lobby")["games"]) == 2
    for wrong in ({"persons": 3}, {"side": 2}, {"pace": "?"}, {"scenario": "?"}):
        anna.post("lobby/open", 400, system="duel", **wrong)


def test_who_plays_in_many_games_ends_some_before_the_next(
    anna: Guest, berta: Guest, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.people.seats.MAX_PLAYED", 2)
    open_game(anna)
    assert anna.post("lobby/open", 201, system="duel", persons=1)["began"]
    (game,) = [one["id"] for one in anna.get("lobby")["games"]]
    hers = open_game(berta)
    cup = berta.post("tournaments", 201, name="Cup", system="duel", rated=False)["info"]["id"]
    for path, wanted in (
        ("lobby/open", {"system": "duel", "persons": 1}),
        ("lobby/join", {"game": hers}),
        ("tournaments/enter", {"tournament": cup}),
    ):
        said = anna.post(path, 400, **wanted)
        assert "2 games of yours that go on or wait" in said["text"], path
        assert "end some first" in said["text"]
    anna.post("lobby/leave", game=game)
    assert anna.post("lobby/join", game=hers)["began"]


def play_to_the_end(house: House, tokens: dict[int, str], stop: int) -> None:
    """Take first choices for both until `stop` rounds are played, then let side 0 resign."""
    with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
        players = [red, blue]
        shown = [player.until("update") for player in players]
        while True:
            if not any(one["view"]["must_act"] for one in shown):
                shown = [latest(*pair) for pair in zip(players, shown, strict=True)]
            side = next(i for i in (0, 1) if shown[i]["view"]["must_act"])
            if shown[side]["view"]["time"] > stop:
                break
            offers = [o for o in shown[side]["offers"] if o["kind"] != "take_back"]
            players[side].orders(side, offers[-1]["orders"])
            shown[side] = players[side].until("update")
            other = 1 - side
            shown[other] = latest(players[other], shown[other])
        red.send(type="end", seat=0, way="resign", key=secrets.token_hex(8))
        result = red.until("update")["result"]
        assert result["winners"] == [1]
        assert "resigns" in result["reason"]


def latest(player: Player, known: dict[str, Any]) -> dict[str, Any]:
    """The last update that has come: the answer to a bad frame comes after all of them."""
    player.socket.send_text("{}")
    while (message := player.take())["type"] != "error":
        known = message if message["type"] == "update" else known
    return known


def begin_rated(house: House, anna: Guest, berta: Guest) -> dict[int, str]:
    game = open_game(anna, side=0, rated=True)
    blue = berta.post("lobby/join", game=game)["tokens"][0]
    (own,) = [one for one in anna.post("people/games") if not one["info"]["over"]]
    return {0: own["tokens"][0], 1: blue}


def test_a_rated_game_to_resignation_moves_ratings(house: House, anna: Guest, berta: Guest) -> None:
    play_to_the_end(house, begin_rated(house, anna, berta), 3)
    for name, outcome, sign in (("Anna", "lost", -1), ("Berta", "won", 1)):
        page = anna.get(f"people/player?name={name}")
        (game,) = page["games"]
        assert (game["outcome"], game["unrated"]) == (outcome, "")
        (rating,) = page["ratings"]
        assert sign * (rating["rating"] - 1500) > 50
        assert rating["deviation"] < 350
        assert not rating["sure"]
    assert [one["name"] for one in berta.get("people/ratings?system=duel")] == ["Berta", "Anna"]
    house.restart()
    assert house.client.get("/api/people/player?name=anna").json()["games"] == [*anna_games(house)]


def anna_games(house: House) -> list[Any]:
    rows = house.store.read("SELECT count(*) FROM played")
    assert rows == [(2,)], "noted once"
    return list(house.client.get("/api/people/player?name=Anna").json()["games"])


def test_a_short_game_moves_none(house: House, anna: Guest, berta: Guest) -> None:
    play_to_the_end(house, begin_rated(house, anna, berta), 1)
    page = anna.get("people/player?name=Anna")
    assert page["ratings"] == []
    assert "three" in page["games"][0]["unrated"] or "3" in page["games"][0]["unrated"]


def test_what_a_kill_has_left_is_noted_at_the_next_start(
    house: House, anna: Guest, berta: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.app.state.tables.ended = lambda live: None
    play_to_the_end(house, begin_rated(house, anna, berta), 3)
    assert house.store.read("SELECT count(*) FROM played") == [(0,)]
    house.restart()
    state = house.app.state
    for match_id in state.people.results.pending():
        house.call(state.tables.find(match_id).read, state.people.results.settle)
    assert house.store.read("SELECT count(*) FROM played") == [(2,)]


def test_export_and_delete(house: House, anna: Guest, berta: Guest) -> None:
    begin_rated(house, anna, berta)
    told = anna.get("people/export")
    assert told["name"] == "Anna"
    assert len(told["seats"]) == 1
    anna.post("people/delete", 400, name="anna")
    anna.post("people/delete", name="Anna")
    assert anna.get("people/me")["name"] == ""
    anna.get("people/player?name=Anna", 400)
    (game,) = berta.post("people/games")
    assert game["info"]["over"]
    assert game["info"]["result"]["winners"] == [1]
    assert berta.get("people/player?name=Berta")["games"][0]["players"] == [""]


def test_a_rematch_is_played_on_the_same_terms(house: House, anna: Guest, berta: Guest) -> None:
    tokens = begin_rated(house, anna, berta)
    play_to_the_end(house, tokens, 1)
    made = house.client.post("/api/matches/again", json={"tokens": [tokens[0]]}).json()
    with house.player(made["tokens"]["0"]) as red:
        assert red.until("terms")["unrated"] == "", "nobody is a guest because he has not come yet"
    for token in tokens.values():
        again = house.client.post("/api/matches/again", json={"tokens": [token]}).json()
    rows = house.store.read(
        "SELECT count(*), max(rated) FROM account_seats JOIN match_terms USING (match_id)"
        " WHERE match_id = ?",
        (again["match"],),
    )
    assert rows == [(2, 1)]


def test_the_lobby_is_sent_when_it_changes(house: House, anna: Guest) -> None:
    with house.client.websocket_connect("/api/lobby/live", headers=OWN) as socket:
        assert socket.receive_json()["games"] == []
        open_game(anna)
        while not (state := socket.receive_json())["games"]:
            pass
        assert state["games"][0]["players"][0]["name"] == "Anna"
        assert state["guests"] == 1
    with (
        pytest.raises(WebSocketDisconnect),
        house.client.websocket_connect(
            "/api/lobby/live", headers={"Origin": "http://evil.example"}
        ) as socket,
    ):
        socket.receive_json()


def test_a_machine_plays_rated_too(house: House, anna: Guest) -> None:
    begun = anna.post("lobby/open", 201, system="duel", persons=1, rated=True)
    assert begun["began"]
    with house.player(*begun["tokens"]) as player:
        board = player.until("board")
        assert [side["kind"] for side in board["sides"]].count("machine") == 1
    said = anna.post("matches/delete", 400, tokens=begun["tokens"])
    assert "rated" in said["text"]
    page = anna.get("people/player?name=machine:random")
    assert (page["machine"], page["games"]) == (True, [])
