"""Tournaments over HTTP: from registration to the final table, through restarts and deadlines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.people import passwords
from hexfront.people.tournaments.model import Tournament
from hexfront.server.people.sessions import LIMITS
from tests.server.conftest import OWN, Guest, House
from tests.server.people.test_timekeeping import TimedHouse, house

__all__ = ["house"]
pytestmark = pytest.mark.usefixtures("same_dice")

NAMES = ("Anna", "Berta", "Cleo", "Dora", "Elsa")
HOUR = 3600


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that cost nothing, and no limits of requests."""
    monkeypatch.setattr(passwords, "hash_password", lambda password: password)
    monkeypatch.setitem(LIMITS, "new accounts", (1e9, 1e9))
    monkeypatch.setitem(LIMITS, "changes in the lobby", (1e9, 1e9))


@pytest.fixture
def clock(house: TimedHouse) -> Callable[[float], None]:
    """Lets time pass."""

    def pass_by(seconds: float) -> None:
        house.time += seconds

    return pass_by


class Club:
    """Players of a house, and the tournament that they play in."""

    def __init__(self, house: House, count: int) -> None:
        self.house = house
        self.players = {name: Guest(house).sign_up(name) for name in NAMES[:count]}
        self.id = ""

    def hold(self, **terms: Any) -> dict[str, Any]:
        """Let the first player announce one, and all enter it."""
        host = self.players["Anna"]
        wanted = {"name": "Autumn cup", "system": "duel", "rated": False} | terms
        made = host.post("tournaments", 201, **wanted)
        self.id = made["info"]["id"]
        for player in self.players.values():
            made = player.post("tournaments/enter", tournament=self.id)
        return dict(made)

    def do(self, what: str, who: str = "Anna", status: int = 200, **more: Any) -> Any:
        return self.players[who].post(f"tournaments/{what}", status, tournament=self.id, **more)

    @property
    def page(self) -> dict[str, Any]:
        self.house.call(self.house.app.state.director.look)
        answer = self.house.client.get(f"/api/tournaments/page?tournament={self.id}")
        return dict(answer.json())

    @property
    def found(self) -> Tournament:
        return self.house.app.state.people.tournaments.find(self.id)  # type: ignore[no-any-return]

    def name(self, page: dict[str, Any], number: int) -> str:
        return next(str(one["name"]) for one in page["entrants"] if one["number"] == number)

    def resign(self, page: dict[str, Any], loser: Callable[[list[str]], str]) -> None:
        """Let one player of each open game resign."""
        tables = self.house.app.state.tables
        for game in page["games"]:
            if game["how"]:
                continue
            players = [self.name(page, number) for number in game["seats"]]
            self.house.call(tables.resign, game["match"], players.index(loser(players)))

    def again(self) -> None:
        """Start the server again, with everybody signed in."""
        self.house.restart()
        for player in self.players.values():
            player.client.app = self.house.app
            player.client.portal = self.house.client.portal


def later(players: list[str]) -> str:
    """Who comes later in the alphabet."""
    return max(players)


def table(page: dict[str, Any]) -> list[tuple[str, float]]:
    names = {one["number"]: one["name"] for one in page["entrants"]}
    return [(names[one["entrant"]], one["points"]) for one in page["standings"]]


def test_a_swiss_of_four_from_registration_to_the_table(house: House) -> None:
    club = Club(house, 4)
    page = club.hold()
    assert (page["info"]["state"], page["info"]["entrants"]) == ("open", 4)
    (listed,) = house.client.get("/api/tournaments").json()
    assert listed == house.client.get("/api/lobby").json()["tournaments"][0] == page["info"]
    club.do("start", "Berta", 400)
    page = club.do("start")
    assert [game["seats"] for game in page["games"]] == [[1, 3], [4, 2]]
    assert all(game["match"] and game["spectator"] for game in page["games"])
    (own,) = club.players["Dora"].post("people/games")
    assert own["info"]["sides"] == [0]
    assert own["title"] == "Autumn cup, round 1"
    said = house.client.post("/api/matches/delete", json={"tokens": own["tokens"]}).json()
    assert "tournament" in said["text"]
    assert page["info"]["rounds"] == 2
    club.resign(page, later)
    page = club.page
    assert page["info"]["round"] == 2
    assert sorted(table(page)) == [("Anna", 1.0), ("Berta", 1.0), ("Cleo", 0.0), ("Dora", 0.0)]
    club.resign(page, later)
    page = club.page
    assert page["info"]["state"] == "done"
    assert table(page) == [("Anna", 2.0), ("Berta", 1.0), ("Cleo", 1.0), ("Dora", 0.0)]
    assert page["standings"][0]["tie_breaks"] == [2.0, 2.0, 2.0]
    assert [one["rank"] for one in page["standings"]] == [1, 2, 2, 4]
    club.do("enter", "Dora", 400)
    live = house.client.get("/api/lobby").json()
    assert (live["tournaments"], live["live"]) == ([], [])


def test_a_restart_in_the_middle_of_a_round_changes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(house, 4)
    club.hold(form="round-robin")
    # The process is killed when the round is paired and one of its two matches is made.
    director = house.app.state.director
    make, made = director._make, []

    def killed(tournament: Tournament, game: Any) -> str:
        if made:
            raise SystemError("killed")
        made.append(game)
        return str(make(tournament, game))

    monkeypatch.setattr(director, "_make", killed)
    with pytest.raises(SystemError):
        club.do("start")
    assert [bool(game.match) for game in club.found.games] == [True, False]
    club.again()
    page = club.page
    assert all(game["match"] for game in page["games"])
    assert page["games"][0]["match"] == club.found.games[0].match
    # A result that has come while no director listens is found at the next start.
    monkeypatch.setattr(house.app.state.director, "wake", lambda: None)
    first = page["games"][0]
    house.call(house.app.state.tables.resign, first["match"], 0)
    club.again()
    page = club.page
    assert page["games"][0]["points"] == [0.0, 1.0]
    assert page["info"]["round"] == 1
    club.resign(page, later)
    assert club.page["info"]["round"] == 2
    assert len(house.store.read("SELECT id FROM matches")) == 4


def test_a_drawn_knockout_is_played_again_with_sides_exchanged(house: House) -> None:
    club = Club(house, 3)
    club.hold(form="knockout")
    page = club.do("start")
    assert [(game["seats"], game["how"]) for game in page["games"]] == [([1], "bye"), ([3, 2], "")]
    for replayed in (False, True):
        game = next(one for one in club.page["games"] if not one["how"])
        assert (game["number"], game["seats"]) == ((2, [2, 3]) if replayed else (1, [3, 2]))
        if not replayed:
            draw(club, game["match"])
    club.do("result", status=400, round=1, board=2, number=1, points=[1.0, 0.0])
    club.do("result", round=1, board=2, number=2, points=[0.5, 0.5])
    page = club.page
    assert page["record"][0]["deed"] == "sets round 1, board 2 to 0.5 – 0.5"
    (final,) = [one for one in page["games"] if one["round"] == 2]
    assert sorted(final["seats"]) == [1, 2], "the better seed goes on"
    club.do("result", status=400, round=1, board=2, number=2, points=[0.0, 1.0])
    club.resign(page, later)
    page = club.page
    assert [
        (name, one["rank"]) for (name, _), one in zip(table(page), page["standings"], strict=True)
    ] == [("Anna", 1), ("Berta", 2), ("Cleo", 3)]


def draw(club: Club, match: str) -> None:
    """Let both players of a match agree to a draw."""
    tokens = [
        token
        for player in club.players.values()
        for game in player.post("people/games")
        if game["info"]["id"] == match
        for token in game["tokens"]
    ]
    for token in tokens:
        with club.house.player(token) as player:
            player.until("update")
            side = player.seats[0]
            player.send(type="end", seat=side, way="draw", key=f"draw-of-{side}")
            player.until("done")


def test_who_misses_the_deadline_has_lost_and_waits(
    house: House, clock: Callable[[float], None]
) -> None:
    club = Club(house, 4)
    club.hold(deadline_hours=24, rounds=3)
    page = club.do("start")
    # Anna and Cleo come to their game, and Cleo orders; at the other board nobody comes.
    board = page["games"][0]
    assert [club.name(page, number) for number in board["seats"]] == ["Anna", "Cleo"]
    for name in ("Anna", "Cleo"):
        (own,) = club.players[name].post("people/games")
        with house.player(*own["tokens"]) as player:
            shown = player.until("update")
            if name == "Cleo":
                assert shown["view"]["must_act"]
                player.orders(1, shown["offers"][-1]["orders"])
                player.until("done")
    clock(23 * HOUR)
    assert club.page["info"]["round"] == 1
    clock(2 * HOUR)
    page = club.page
    assert [(game["how"], sum(game["points"])) for game in page["games"][:2]] == [
        ("missed", 1.0),
        ("missed", 0.0),
    ]
    assert page["games"][0]["points"] == [0.0, 1.0], "it waited for Anna"
    over = {one["info"]["id"]: one["info"] for one in club.players["Anna"].post("people/games")}
    assert "resigns" in over[board["match"]]["result"]["reason"]
    rows = house.store.read("SELECT over FROM matches WHERE id = ?", (page["games"][1]["match"],))
    assert rows == [(1,)], "what nobody has come to goes on no more"
    assert page["info"]["round"] == 2
    clock(25 * HOUR)
    page = club.page
    out = {one["name"] for one in page["entrants"] if one["out"]}
    assert out == {"Anna", "Berta", "Dora"}, "who misses two games is out"
    assert (page["info"]["state"], page["note"]) == ("done", "Too few were left to go on.")
    other = club.players["Anna"].post(
        "tournaments", 201, name="Another cup", system="duel", rated=False
    )
    said = club.players["Dora"].post("tournaments/enter", 400, tournament=other["info"]["id"])
    assert "may enter again from" in said["text"]
    clock(40 * 24 * HOUR)
    club.players["Dora"].post("tournaments/enter", tournament=other["info"]["id"])


def test_who_alone_has_come_to_a_game_wins_it_at_the_deadline(
    house: House, clock: Callable[[float], None]
) -> None:
    club = Club(house, 2)
    club.hold(deadline_hours=24, rounds=1)
    page = club.do("start")
    (own,) = club.players["Anna"].post("people/games")
    with house.client.websocket_connect("/api/match") as socket:
        socket.send_json({"type": "join", "tokens": own["tokens"]})
        # As a page does: it promises what it will add to the dice when all have promised.
        (side,) = own["info"]["sides"]
        socket.send_json({"type": "share", "seat": side, "hash": "0" * 64})
        while (message := socket.receive_json())["type"] != "shares" or not any(
            share["hash"] for share in message["shares"]
        ):
            pass
    clock(25 * HOUR)
    page = club.page
    assert page["games"][0]["points"] == [float(side == 0), float(side == 1)]


def test_leaving_late_entries_and_a_machine(house: House) -> None:
    club = Club(house, 5)
    elsa = club.players.pop("Elsa")
    club.hold(machines=True, rounds=4)
    club.do("leave", "Dora")
    page = club.do("start")
    assert [one["name"] for one in page["entrants"] if one["machine"]] == ["random"]
    assert all(len(game["seats"]) == 2 for game in page["games"])
    club.players["Elsa"] = elsa
    page = club.do("enter", "Elsa")
    assert page["info"]["entrants"] == 4
    assert len(page["games"]) == 2, "from the next round on"
    club.do("remove", entrant=2)
    page = club.page
    played = [game for game in page["games"] if 2 in game["seats"]]
    assert [game["how"] for game in played] == ["played"], "Berta has resigned"
    club.do("leave", "Berta", 400)
    club.resign(page, lambda players: max(one for one in players if one in NAMES))
    page = club.page
    second = [game["seats"] for game in page["games"] if game["round"] == 2]
    assert all(2 not in seats for seats in second)
    club.players["Cleo"].post("people/delete", name="Cleo")
    page = club.page
    assert {one["name"] for one in page["entrants"] if one["out"]} == {"Berta", ""}
    told = club.players["Elsa"].get("people/export")
    assert told["tournaments"] == [{"tournament": club.id, "entrant": 5}]


def test_three_sides_play_at_tables_that_machines_fill(house: House) -> None:
    club = Club(house, 4)
    club.hold(scenario="three", rounds=1)
    page = club.do("start")
    assert [len(game["seats"]) for game in page["games"]] == [3, 3]
    assert sum(one["machine"] for one in page["entrants"]) == 2
    for board in (1, 2):
        club.do("result", round=1, board=board, points=[2.0, 1.0, 0.0])
    page = club.page
    assert page["info"]["state"] == "done"
    assert sorted(points for _, points in table(page)) == [0.0, 0.0, 1.0, 1.0, 2.0, 2.0]


def test_the_timetable_begins_and_goes_on_by_itself(
    house: House, clock: Callable[[float], None]
) -> None:
    club = Club(house, 4)
    now = int(TimedHouse.time)
    club.hold(closes=now + HOUR, starts=now + 2 * HOUR, round_hours=24)
    clock(HOUR + 60)
    club.do("leave", "Dora")
    club.do("enter", "Dora", 400)
    assert club.page["info"]["state"] == "open"
    clock(HOUR)
    page = club.page
    assert (page["info"]["state"], page["games"][-1]["how"]) == ("running", "bye")
    club.resign(page, later)
    page = club.page
    assert (page["info"]["round"], page["next"] > now) == (1, True), "the next round has its time"
    club.do("pair", "Berta", 400)
    club.do("pair")
    page = club.page
    assert page["info"]["round"] == 2
    byes = [game["seats"] for game in page["games"] if game["how"] == "bye"]
    assert len({seats[0] for seats in byes}) == 2, "no second bye for one"


def test_a_tournament_for_which_nobody_comes_is_called_off(
    house: House, clock: Callable[[float], None]
) -> None:
    club = Club(house, 1)
    club.hold(starts=int(TimedHouse.time) + HOUR)
    clock(2 * HOUR)
    page = club.page
    assert (page["info"]["state"], page["note"]) == ("cancelled", "Too few have entered.")


WRONG: list[dict[str, Any]] = [
    {"name": "x"},
    {"name": "a  b c"},
    {"system": "?"},
    {"scenario": "?"},
    {"form": "ladder"},
    {"pace": "?"},
    {"rounds": 16},
    {"rounds": 3, "form": "knockout"},
    {"double": True},
    {"most": 65},
    {"most": 17, "form": "round-robin"},
    {"closes": 5},
    {"starts": 2**39},
    {"deadline_hours": 2401},
    {"scenario": "three", "form": "knockout"},
]


def test_terms_that_no_tournament_can_have_are_refused(house: House) -> None:
    club = Club(house, 1)
    for wrong in WRONG:
        asked = {"name": "Autumn cup", "system": "duel"} | wrong
        said = club.players["Anna"].post("tournaments", 400, **asked)
        assert any(f"/{name}" in said["text"] or name in said["text"] for name in wrong), said
    assert house.client.get("/api/tournaments").json() == []


def test_strangers_use_up_little(house: House) -> None:
    club = Club(house, 1)
    for _ in range(2):
        club.hold()
    club.players["Anna"].post("tournaments", 400, name="A third", system="duel")
    for _ in range(8):
        club.do("cancel")
        club.hold()
    club.do("cancel")
    said = club.players["Anna"].post("tournaments", 400, name="One more", system="duel")
    assert "at most 10 in 30 days" in said["text"]
    house.client.post("/api/tournaments", json={"name": "A cup", "system": "duel"}, headers=OWN)
    assert house.client.get("/api/tournaments/page?tournament=x").status_code == 400


def test_a_page_is_told_what_happens(house: House) -> None:
    club = Club(house, 2)
    club.hold()
    path = f"/api/tournaments/live?tournament={club.id}"
    with house.client.websocket_connect(path, headers=OWN) as socket:
        assert socket.receive_json()["info"]["state"] == "open"
        club.do("start")
        while (page := socket.receive_json())["info"]["state"] != "running":
            pass
        assert page["games"][0]["match"]
        # Who asks for one that is not there is sent away, and the others go on.
        with (
            pytest.raises(WebSocketDisconnect),
            house.client.websocket_connect(path + "x", headers=OWN) as other,
        ):
            other.receive_json()
        club.do("result", round=1, board=1, points=[1.0, 0.0])
        while (page := socket.receive_json())["info"]["state"] != "done":
            pass
