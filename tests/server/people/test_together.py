"""What one part of the people's side does for another: notices, tournaments, clocks, bans, data."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.people import moderation
from hexfront.people.accounts import Account, Accounts
from hexfront.people.clocks import read_pace
from hexfront.people.players import Players
from hexfront.people.results import Results
from hexfront.play.storage.operating import By
from hexfront.server.tables.tables import Banished
from tests.server.conftest import OWN
from tests.server.people.test_timekeeping import TimedHouse, house, play_turns, say
from tests.server.people.test_tournaments import Club, later, quick

__all__ = ["house", "quick"]
pytestmark = pytest.mark.usefixtures("same_dice")


def listen(club: Club) -> None:
    """Let all players be told by a channel."""
    with club.house.store.transaction() as db:
        db.execute(
            "INSERT INTO channels (id, account, way, address, confirmed)"
            " SELECT name, id, 'webhook', 'https://hooks.example/' || name, 1 FROM accounts"
        )


def told(club: Club) -> list[tuple[str, str, str, str]]:
    """Who was told what since it was asked last: name, kind, title, detail."""
    rows: Any = club.house.store.read(
        "SELECT channel, kind, title, detail FROM notices WHERE kind <> 'turn'"
        " ORDER BY channel, kind, detail"
    )
    with club.house.store.transaction() as db:
        db.execute("DELETE FROM notices")
    return [tuple(row) for row in rows]


def tokens(club: Club, name: str) -> list[str]:
    """What opens the game of a player that goes on."""
    own = club.players[name].post("people/games")
    return [token for game in own if not game["info"]["over"] for token in game["tokens"]]


def waits(club: Club, name: str) -> bool:
    """Whether somebody must wait before he enters again. Results bear the time of this machine."""
    ((account,),) = club.house.store.read("SELECT id FROM accounts WHERE name = ?", (name,))
    return bool(club.house.app.state.people.tournaments.waits_until(account, time.time()))


def look(house: TimedHouse) -> None:
    house.call(house.app.state.timekeeper.look)


def test_a_tournament_at_a_pace_is_lost_on_time_and_all_are_told(house: TimedHouse) -> None:
    club = Club(house, 4)
    listen(club)
    club.hold(pace="quick", rated=True, rounds=2)
    assert told(club) == []
    page = club.do("start")
    first = "Autumn cup, round 1"
    assert told(club) == [(name, "round", first, "") for name in ("Anna", "Berta", "Cleo", "Dora")]
    for game in page["games"]:
        pace = read_pace(house.store, game["match"])
        assert pace is not None and pace[0].title == "10 min + 30 s a turn"
        assert house.store.read("SELECT chat FROM matches WHERE id = ?", (game["match"],)) == [(1,)]
    with house.player(*tokens(club, "Anna")) as anna, house.player(*tokens(club, "Cleo")) as cleo:
        assert anna.until("terms")["tournament"] == club.id
        shown = play_turns([anna, cleo], 1)
        assert shown[0]["view"]["must_act"]
        offer = shown[1]["offers"][-1]["orders"]
        cleo.orders(1, offer)
        cleo.until("done")
    told(club)
    house.time += 3600
    look(house)
    page = club.page
    reason = "Red has run out of time."
    of_both = [one for one in told(club) if one[0] in {"Anna", "Cleo"} and one[1] != "round"]
    assert of_both == [("Anna", "lost", "Two sides", reason), ("Cleo", "over", "Two sides", reason)]
    lost = next(game for game in page["games"] if 1 in game["seats"])
    assert (lost["how"], lost["points"]) == ("played", [0.0, 1.0])
    assert waits(club, "Anna") and not waits(club, "Cleo")


def test_who_stays_away_from_a_game_of_a_tournament_has_lost_it(house: TimedHouse) -> None:
    club = Club(house, 3)
    listen(club)
    club.hold(form="round-robin", pace="none")
    page = club.do("start")
    (bye,) = [game for game in page["games"] if game["how"] == "bye"]
    idle = club.name(page, bye["seats"][0])
    told(club)
    here, away = (name for name in ("Anna", "Berta", "Cleo") if name != idle)
    with house.player(*tokens(club, here)) as player:
        side = player.until("update")["view"]["viewer"]
        house.time += 15 * 24 * 3600
        assert say(player, side, "leave")["type"] == "done"
        assert "stays away" in player.until("update")["result"]["reason"]
    page = club.page
    news = told(club)
    (said,) = [one for one in news if one[1] == "over"]
    assert said[0] == away
    (bye,) = [game for game in page["games"] if (game["round"], game["how"]) == (2, "bye")]
    words = "In round 2 you have no opponent, and get 0 points."
    next_one = club.name(page, bye["seats"][0])
    assert (next_one, "tournament", "Autumn cup", words) in news
    game = next(one for one in page["games"] if len(one["seats"]) == 2 and one["round"] == 1)
    points = dict(zip((club.name(page, one) for one in game["seats"]), game["points"], strict=True))
    assert (game["how"], points) == ("left", {here: 1.0, away: 0.0})
    assert waits(club, away) and not waits(club, here)


def test_who_is_banned_is_out_of_tournaments_and_off_their_pages(house: TimedHouse) -> None:
    club = Club(house, 4)
    listen(club)
    club.hold()
    open_one = club.players["Berta"].post("tournaments", 201, name="Another cup", system="duel")
    for name in ("Berta", "Cleo"):
        club.players[name].post("tournaments/enter", tournament=open_one["info"]["id"])
    club.do("start")
    told(club)
    path = f"/api/tournaments/live?tournament={club.id}"
    with club.players["Berta"].client.websocket_connect(path, headers=OWN) as socket:
        socket.receive_json()
        account = moderation.ban(house.store, By("here"), "Berta", "rude")
        house.call(house.app.state.tables.banish, Banished(account, "", "rude"))
        with pytest.raises(WebSocketDisconnect):
            while True:
                socket.receive_json()
    for match, side in house.app.state.people.seats.unfinished(account):
        house.call(house.app.state.tables.resign, match, side)
    page = club.page
    assert {one["name"] for one in page["entrants"] if one["out"]} == {"Berta"}
    (played,) = [game for game in page["games"] if 2 in game["seats"]]
    assert played["how"] == "played"
    gone = house.app.state.people.tournaments.find(open_one["info"]["id"])
    assert (gone.state, len(gone.entrants)) == ("cancelled", 1)
    kinds = {(name, kind) for name, kind, _, _ in told(club)}
    assert kinds == {("Berta", "lost"), ("Cleo", "tournament"), ("Dora", "over")}


def test_leaving_removal_and_the_end_are_told_and_so_is_a_rematch(house: TimedHouse) -> None:
    club = Club(house, 3)
    listen(club)
    club.hold(rounds=1)
    club.do("remove", entrant=3)
    assert told(club) == [("Cleo", "tournament", "Autumn cup", "You play in it no more.")]
    page = club.do("start")
    told(club)
    club.resign(page, later)
    assert club.page["info"]["state"] == "done"
    over = "It is over: the final table stands on its page."
    assert {one for one in told(club) if one[1] == "tournament"} == {
        (name, "tournament", "Autumn cup", over) for name in ("Anna", "Berta")
    }
    (own,) = club.players["Anna"].post("people/games")
    for _ in range(2):
        again = house.client.post("/api/matches/again", json={"tokens": own["tokens"]})
        assert again.status_code == 201
    words = "Anna would play it again: the old game leads to the new one."
    assert told(club) == [("Berta", "invited", "Two sides", words)]


class Overheard:
    """A store, and the statements that are made of it."""

    def __init__(self, store: Any) -> None:
        self._store, self.said = store, ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, query: str, values: Any = ()) -> Any:
        self.said += query + "\n"
        return self._store.read(query, values)

    @contextmanager
    def transaction(self, *about: Any) -> Iterator[Any]:
        with self._store.transaction(*about) as db:
            heard = Overheard(db)
            yield heard
            self.said += heard.said

    def execute(self, query: str, values: Any = ()) -> Any:
        self.said += query + "\n"
        return self._store.execute(query, values)


def test_export_and_deletion_know_every_table_of_accounts(house: TimedHouse) -> None:
    club = Club(house, 1)
    store = house.store
    tables = [
        str(name)
        for name, made in store.read("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        if re.search(r"^\s*account TEXT|\(account TEXT", str(made), re.MULTILINE)
    ]
    assert {"passkeys", "chat", "holidays", "channels", "tournament_entrants"} <= set(tables)
    heard: Any = Overheard(store)
    players = Players(heard, Accounts(heard), Results(heard))
    ((ident,),) = store.read("SELECT id FROM accounts")
    (session,) = store.read("SELECT id, created FROM sessions")
    account = Account(ident, "Anna", *session)
    players.export(account)
    # A ticket is for five minutes, and says nothing but that somebody makes a passkey.
    missing = [one for one in tables if not re.search(rf"\b{one}\b", heard.said)]
    assert missing == ["challenges"]
    heard.said = ""
    players.delete(account, "Anna")
    assert [one for one in tables if not re.search(rf"\b{one}\b", heard.said)] == []
    assert club.players["Anna"].get("people/me")["name"] == ""
