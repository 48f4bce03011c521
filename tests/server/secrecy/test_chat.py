"""Who hears what is said at a match: nothing passes between those who play and those who watch."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.people.chat import BY_OPERATOR, close_chat
from hexfront.play.storage.records import NewTokens, SeatPlan
from hexfront.server.tables.chat import LINES_AT_ONCE
from tests.server.conftest import House, Player
from tests.server.people.test_people import Guest, begin_rated, open_game

OWN_WORDS = "The bridge is a trap."


@contextmanager
def table(house: House, *tokens: str, of: Guest | None = None) -> Iterator[Player]:
    """A page that has been shown the match, in the browser of somebody."""
    client = of.client if of else house.client
    with client.websocket_connect("/api/match") as socket:
        player = Player(socket, list(tokens))
        player.until("update" if len(tokens) == 1 else "board")
        yield player


def said(player: Player, text: str, seat: int = SPECTATOR, key: str = "") -> str:
    """Say something; what is wrong with it, or the empty text."""
    key = key or secrets.token_hex(8)
    player.send(type="say", seat=seat, text=text, key=key)
    while (message := player.take()).get("key") != key:
        pass
    return str(message.get("text", ""))


def heard(player: Player) -> list[str]:
    """All that a page has ever been told of the chat."""
    player.socket.send_text("{}")
    while player.take()["type"] != "error":
        pass
    found = [text for text in player.raw if '"type":"chat"' in text]
    return [line for line in (OWN_WORDS, "Watch the hill!", "Well played.") if line in str(found)]


def test_players_and_watchers_hear_each_other_after_the_end_alone(house: House) -> None:
    _, tokens = house.match()
    with (
        table(house, tokens[0]) as red,
        table(house, tokens[1]) as blue,
        table(house, tokens[SPECTATOR]) as watcher,
    ):
        assert said(red, OWN_WORDS, 0) == ""
        assert said(watcher, "Watch the hill!") == ""
        assert heard(blue) == heard(red) == [OWN_WORDS]
        assert heard(watcher) == ["Watch the hill!"]
        with table(house, tokens[SPECTATOR]) as late, table(house, tokens[0]) as again:
            assert (heard(late), heard(again)) == (["Watch the hill!"], [OWN_WORDS])
        assert "seat" in said(red, "To those who watch", SPECTATOR)
        assert not any("Watch" in text or "guest" in text for text in (*red.raw, *blue.raw))
        red.send(type="end", seat=0, way="resign", key=secrets.token_hex(8))
        red.until("update")
        assert said(blue, "Well played.", 1) == ""
        everything = [OWN_WORDS, "Watch the hill!", "Well played."]
        assert heard(red) == heard(blue) == heard(watcher) == everything
    journal = house.client.post("/api/journal", json={"token": tokens[0]}).text
    assert OWN_WORDS not in journal
    for side in (0, 1):
        house.client.post("/api/matches/delete", json={"tokens": [tokens[side]]})
    assert house.store.read("SELECT count(*) FROM chat") == [(0,)]


def test_who_plays_reads_nothing_by_the_watchers_link(
    house: House, anna: Guest, berta: Guest
) -> None:
    tokens = begin_rated(house, anna, berta)
    (game,) = anna.post("people/games")
    watch = game["spectator"]
    with table(house, watch, of=anna) as spy, table(house, watch) as watcher:
        assert said(watcher, "Watch the hill!") == ""
        assert "You play" in said(spy, "What do you see?")
        assert heard(spy) == []
    with table(house, tokens[0], watch, of=anna) as both:
        assert heard(both) == []
    body = {"token": watch, "room": "watchers", "number": 1, "about": "?"}
    assert "may read" in anna.post("chat/report", 400, **body)["text"]


def test_an_umpire_says_nothing_before_the_end(house: House) -> None:
    made = house.store.create(
        "duel", "1", house.store.load(house.match()[0]).scenario, bytes(32),
        [SeatPlan("person"), SeatPlan("person")], umpire=True,
    )  # fmt: skip
    with table(house, made.tokens[UMPIRE]) as umpire, table(house, made.tokens[0]) as red:
        assert said(red, OWN_WORDS, 0) == ""
        assert heard(umpire) == [OWN_WORDS]
        assert "umpire" in said(umpire, "There is an ambush.", UMPIRE)


def test_lines_are_few_short_and_plain(house: House) -> None:
    _, tokens = house.match()
    with table(house, tokens[0]) as red, table(house, tokens[1]) as blue:
        key = secrets.token_hex(8)
        for _ in range(2):  # the second is a copy of the first
            assert said(red, "<b>bold</b>\n\u202e  and\x07 so on", 0, key) == ""
        (line,) = blue.until("chat")["lines"]
        assert (line["text"], line["name"]) == ("<b>bold</b> and so on", "")
        assert (line["room"], line["number"], line["side"]) == ("players", 1, 0)
        assert "line with something" in said(red, " \u200b ", 0)
        assert said(red, "x" * 301, 0)
        refused = [said(red, str(number), 0) for number in range(LINES_AT_ONCE)]
        assert (refused[0], "too many" in refused[-1]) == ("", True)
        # A copy of what is kept counts as no line more: its answer was lost.
        assert said(red, "so on", 0, key) == ""


@pytest.mark.parametrize("way", ["operator", "opener", "lobby"])
def test_chat_is_turned_off(house: House, anna: Guest, berta: Guest, way: str) -> None:
    if way == "lobby":
        game = open_game(anna, side=0, chat=False)
        token = berta.post("lobby/join", game=game)["tokens"][0]
        match, tokens = "", {1: token}
    else:
        match, tokens = house.match()
    if way == "opener":
        with house.store.transaction() as db:
            close_chat(db, NewTokens(match, {}, {}))
    elif way == "operator":
        house.app.state.tables.chat._on = False
    with table(house, tokens[1]) as player:
        assert "turned chat off" in said(player, "Hello?", 1)
        player.socket.send_text("{}")
        assert '"closed":"' in "".join(player.raw)
    assert house.store.read("SELECT count(*) FROM chat") == [(0,)]


def test_words_of_who_is_blocked_or_muted_are_not_shown(
    house: House, anna: Guest, berta: Guest
) -> None:
    tokens = begin_rated(house, anna, berta)
    with table(house, tokens[0]) as red, table(house, tokens[1]) as blue:
        for how in ("block", "mute"):
            anna.post(f"people/{how}", name="Berta", on=True)
            assert said(blue, OWN_WORDS, 1) == ""
            anna.post(f"people/{how}", name="Berta", on=False)
            assert heard(red) == []
        anna.post("people/mute", name="Berta", on=True)
        with table(house, tokens[0]) as again:
            assert heard(again) == []
        assert said(red, "Well played.", 0) == ""
        assert "Well played." in heard(blue)


def test_a_player_turns_chat_off_for_all_and_he_alone_turns_it_on(house: House) -> None:
    match, tokens = house.match()

    def turn(token: str, on: bool) -> int:
        body = {"token": token, "on": on}
        return int(house.client.post("/api/chat/turn", json=body).status_code)

    with table(house, tokens[0]) as red, table(house, tokens[SPECTATOR]) as watcher:
        assert turn(tokens[SPECTATOR], False) == 400
        assert turn(tokens[0], False) == 200
        message = red.until("chat")
        assert (message["speaks"], message["reopens"]) == (None, True)
        message = watcher.until("chat")
        assert (message["speaks"], message["reopens"]) == (None, False)
        assert "turned chat off" in said(red, OWN_WORDS, 0)
        assert turn(tokens[1], True) == 400
        assert turn(tokens[0], True) == 200
        assert watcher.until("chat")["speaks"] == "watchers"
        # The operator has the last word.
        house.app.state.tables.chat.rows.turn(match, BY_OPERATOR, False)
        house.call(house.app.state.tables.show_chat, match)
        while not (message := red.until("chat"))["closed"]:
            pass
        assert "operator" in message["closed"]
        assert turn(tokens[0], True) == 400
