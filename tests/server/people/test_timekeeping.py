"""Clocks over the socket: a loss on time, claims, pauses, and what a restart leaves of them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexfront.people.clocks import deadlines
from hexfront.people.timepiece import Timepiece
from hexfront.play.storage.store import Store
from hexfront.server.app import create_app
from hexfront.server.matches import described
from hexfront.server.people.timekeeper import UNCLAIMED_SECONDS, Timekeeper
from tests.server.conftest import Guest, House, Player

pytestmark = pytest.mark.usefixtures("same_dice")


class TimedHouse(House):
    """A server whose time is set."""

    time = 1_900_000_000.0  # 2030-03-17

    def start(self) -> None:
        self.store = Store(self.folder)
        clock = Timepiece(self.store, lambda: self.time, lambda: self.time)
        self.app, self.clock = create_app(self.store, timepiece=clock), clock
        self.client = self.stack.enter_context(TestClient(self.app))


@pytest.fixture
def house(tmp_path: Path, duel: Callable[..., None]) -> Iterator[TimedHouse]:
    described.cache_clear()
    house = TimedHouse(tmp_path / "data")
    yield house
    house.stop()
    described.cache_clear()


@pytest.fixture
def anna(house: TimedHouse) -> Guest:
    return Guest(house).sign_up("Anna")


@pytest.fixture
def berta(house: TimedHouse) -> Guest:
    return Guest(house).sign_up("Berta")


def begin(anna: Guest, berta: Guest, pace: str) -> tuple[str, str]:
    """Open a rated duel and join it; what opens the seats of both."""
    wanted = {"system": "duel", "side": 0, "pace": pace, "rated": True}
    anna.post("lobby/open", 201, **wanted)
    (game,) = anna.get("lobby")["games"]
    blue = berta.post("lobby/join", game=game["id"])["tokens"][0]
    (own,) = [one for one in anna.post("people/games") if not one["info"]["over"]]
    return own["tokens"][0], blue


def say(player: Player, seat: int, way: str, **more: Any) -> dict[str, Any]:
    """What becomes of something that is done with the clocks."""
    player.send(**{"type": "time", "seat": seat, "way": way, "key": secrets.token_hex(8)} | more)
    while (message := player.take())["type"] not in {"done", "refused"}:
        assert message["type"] != "error", message
    return message


def end_turn(player: Player, seat: int, shown: dict[str, Any]) -> dict[str, Any]:
    """Give the last orders open until it is not one's turn; what is shown then."""
    while shown["view"]["must_act"]:
        offers = [offer for offer in shown["offers"] if offer["kind"] != "take_back"]
        player.orders(seat, offers[-1]["orders"])
        moment = shown["view"]["time"]
        shown = player.until("update")
        if shown["view"]["time"] > moment:
            break
    return shown


def clocks(player: Player) -> dict[str, Any]:
    """The last message about clocks: the answer to a bad frame comes after all others."""
    player.socket.send_text("{}")
    while player.take()["type"] != "error":
        pass
    found = [json.loads(text) for text in player.raw if '"type":"clocks"' in text]
    return dict(found[-1])


def left(house: TimedHouse, player: Player) -> list[float]:
    """The seconds on each clock, as a player is shown them now."""
    return [
        one["remaining"] if one["due"] is None else one["due"] - house.time
        for one in clocks(player)["sides"]
    ]


def turn_of(player: Player, shown: dict[str, Any], moment: int) -> dict[str, Any]:
    """What a player is shown when he must act after a time of the game."""
    while not (shown["view"]["must_act"] and shown["view"]["time"] > moment):
        shown = player.until("update")
    return shown


def meet(players: list[Player]) -> list[dict[str, Any]]:
    """What each is shown when all have come and added to the dice."""
    shown = [player.until("update") for player in players]
    return [turn_of(*each, -1) for each in zip(players, shown, strict=True)]


def play_turns(players: list[Player], turns: int) -> list[dict[str, Any]]:
    """Let both end so many turns; what each is shown then."""
    shown = meet(players)
    for _ in range(turns):
        moment = shown[0]["view"]["time"]
        shown = [end_turn(player, seat, shown[seat]) for seat, player in enumerate(players)]
        shown = [turn_of(*each, moment) for each in zip(players, shown, strict=True)]
    return shown


def test_a_rated_game_is_lost_on_time_at_once(house: TimedHouse, anna: Guest, berta: Guest) -> None:
    first, second = begin(anna, berta, "quick")
    with house.player(first) as red, house.player(second) as blue:
        shown = play_turns([red, blue], 3)
        house.time += 60
        end_turn(red, 0, shown[0])
        # Blue does not learn that red is ready, though red's clock stands.
        assert blue.silent()
        assert left(house, red)[0] == left(house, red)[1] + 30
        house.time += 700
        result = red.until("update")["result"]
        assert (result["winners"], "run out of time" in result["reason"]) == ([0], True)
        assert blue.until("update")["result"] == result
        journal = house.client.post("/api/journal", json={"token": first})
        assert '"way":"time"' in journal.text
        assert house.client.post("/api/replays", content=journal.content).status_code == 201
    page = anna.get("people/player?name=Anna")
    assert (page["games"][0]["outcome"], page["games"][0]["unrated"]) == ("won", "")
    assert deadlines(house.store) == []


def test_a_loss_on_time_that_cannot_be_kept_is_kept_later(
    house: TimedHouse, anna: Guest, berta: Guest
) -> None:
    first, second = begin(anna, berta, "quick")
    with house.player(first) as red, house.player(second) as blue:
        play_turns([red, blue], 3)
        portal = house.client.portal
        assert portal is not None
        keeper = Timekeeper(house.store, house.app.state.tables, house.clock)
        with house.store.transaction() as db:
            refuse = "SELECT RAISE(FAIL, 'database or disk is full')"
            db.execute(f"CREATE TRIGGER full BEFORE INSERT ON endings BEGIN {refuse}; END")
        house.time += 1000
        for _ in range(4):
            assert portal.call(keeper.look) > 0.1
        with house.store.transaction() as db:
            db.execute("DROP TRIGGER full")
        portal.call(keeper.look)
        assert house.store.read("SELECT way FROM endings") == [("time",)]


def test_correspondence_survives_a_restart_and_is_claimed_by_hand(
    house: TimedHouse, anna: Guest, berta: Guest
) -> None:
    first, second = begin(anna, berta, "fast")
    hour = 3600.0
    with house.player(first) as red, house.player(second) as blue:
        play_turns([red, blue], 1)
        house.time += 10 * hour
        house.call(house.app.state.tables.refresh, [])
        assert "nobody" in say(red, 0, "claim")["reason"].lower()
    (game,) = anna.post("people/games")
    assert game["left"] == 18 * hour
    house.call(house.app.state.timekeeper.look)
    house.stop()
    house.time += 1000 * hour  # nobody pays for that
    house.start()
    with house.player(first) as red, house.player(second) as blue:
        shown = meet([red, blue])
        house.time += 1 * hour
        end_turn(red, 0, shown[0])
        assert left(house, red) == [21 * hour, 17 * hour]
        house.time += 17 * hour
        assert say(blue, 1, "claim")["type"] == "refused"  # his own time is over
        gift = {"to": 1, "key": secrets.token_hex(8)}
        assert say(red, 0, "give", **gift)["type"] == "done"
        on_the_clock = left(house, blue)[1]
        assert on_the_clock >= 24 * hour
        # The same request again, as of a page that has lost the answer, gives nothing more.
        assert say(red, 0, "give", **gift)["type"] == "done"
        assert left(house, blue)[1] == on_the_clock
        assert say(red, 0, "claim")["type"] == "refused"
        house.time += 24 * hour
        claim = secrets.token_hex(8)
        assert say(red, 0, "claim", key=claim)["type"] == "done"
        assert red.until("update")["result"]["winners"] == [0]
        # That, too, may come again when the match is over.
        on_the_clocks = left(house, red)
        assert say(red, 0, "claim", key=claim)["type"] == "done"
        assert say(red, 0, "claim")["type"] == "refused"
        assert left(house, red) == on_the_clocks
    page = house.client.get("/api/people/player?name=Anna").json()
    assert "fewer than 3 turns" in page["games"][0]["unrated"]


def test_a_pause_by_consent_and_holidays(house: TimedHouse, anna: Guest, berta: Guest) -> None:
    first, second = begin(anna, berta, "steady")
    day = 24 * 3600.0
    with house.player(first) as red, house.player(second) as blue:
        shown = meet([red, blue])
        assert say(red, 0, "pause")["type"] == "done"
        assert clocks(blue)["wants_pause"] == [0]
        assert say(blue, 1, "pause")["type"] == "done"
        house.time += 30 * day
        red.orders(0, shown[0]["offers"][-1]["orders"])
        assert "paused" in red.until("refused")["reason"]
        assert say(red, 0, "go_on")["type"] == "done"
        assert say(red, 0, "go_on")["type"] == "refused"

        state = berta.get("people/holidays")
        assert (state["holidays"], [one["left"] for one in state["left"]]) == ([], [28, 28])
        berta.post("people/holidays", 400, first="2030-04-17", last="2030-04-18")  # too soon
        berta.post("people/holidays", 400, first="2030-05-01", last="2030-06-01")  # too many
        berta.post("people/holidays", 400, first="tomorrow", last="2030-06-01")
        state = berta.post("people/holidays", first="2030-04-18", last="2030-04-24")
        assert state["left"][0] == {"year": 2030, "left": 21}
        berta.post("people/holidays", 400, first="2030-04-24", last="2030-04-25")
        assert left(house, blue)[1] - left(house, blue)[0] == 7 * day
        ident = state["holidays"][0]["id"]
        assert berta.post("people/holidays/end", id=ident)["holidays"] == []
        anna.post("people/holidays/end", 400, id=ident)

        # A page that is open knows when the clock stands.
        berta.post("people/holidays", first="2030-04-18", last="2030-04-24")
        house.call(house.app.state.timekeeper.look)
        while not (later := red.until("clocks"))["sides"][1]["stops"]:
            pass
        ((begins, ends),) = later["sides"][1]["stops"]
        assert ends - begins == 7 * day
        assert house.time < begins < ends < later["sides"][1]["due"]
        assert later["sides"][0]["stops"] == []


def test_who_never_comes_loses_or_the_game_is_left(
    house: TimedHouse, anna: Guest, berta: Guest
) -> None:
    first, _ = begin(anna, berta, "none")
    with house.player(first) as red:
        shown = red.until("update")
        assert not clocks(red)["timed"]
        end_turn(red, 0, shown)
        house.time += 13 * 24 * 3600
        assert say(red, 0, "leave")["type"] == "refused"
        house.time += 24 * 3600
        assert say(red, 0, "leave")["type"] == "done"
        result = red.until("update")["result"]
        assert (result["winners"], result["names_winner"]) == ([], False)
        assert say(red, 0, "claim")["type"] == "refused"


@pytest.mark.parametrize(("pace", "days"), [("none", 14), ("fast", 1)])
def test_who_leaves_machines_alone_in_a_rated_game_has_lost_it(
    house: TimedHouse, anna: Guest, pace: str, days: int
) -> None:
    """Nobody could claim it, and who loses would only have to stay away."""
    anna.post("lobby/open", 201, system="duel", side=0, persons=1, rated=True, pace=pace)
    (own,) = anna.post("people/games")
    again = {"tokens": own["tokens"]}
    assert house.client.post("/api/matches/again", json=again).status_code == 400
    keeper = Timekeeper(house.store, house.app.state.tables, house.clock)
    portal = house.client.portal
    assert portal is not None
    house.time += days * 24 * 3600 - 60
    portal.call(keeper.look)
    assert not anna.post("people/games")[0]["info"]["over"]
    house.time += UNCLAIMED_SECONDS
    portal.call(keeper.look)
    assert anna.post("people/games")[0]["info"]["over"]
    (game,) = house.client.get("/api/people/player?name=Anna").json()["games"]
    assert game["outcome"] == "lost"


def prepare(player: Player, *lines: str) -> list[dict[str, str]]:
    """Keep orders; what is doubtful in them."""
    player.send(type="prepare", seat=0, lines=lines, key=secrets.token_hex(8))
    while (message := player.take())["type"] not in {"done", "refused"}:
        pass
    assert message["type"] == "done", message
    return message.get("doubts", [])


def told_of_prepared(player: Player) -> str:
    """What became of prepared orders."""
    while not (told := player.until("prepared"))["said"]:
        pass
    assert told["lines"] == []
    return str(told["said"])


def test_orders_are_prepared_for_the_next_turn_and_given_all_or_none(
    house: TimedHouse, anna: Guest, berta: Guest
) -> None:
    first, second = begin(anna, berta, "slow")
    with house.player(first) as red, house.player(second) as blue:
        shown = meet([red, blue])
        moment = shown[0]["view"]["time"]
        now = shown[0]["offers"][-1]  # lays a card and commits
        clocks(blue)
        red.orders(0, now["orders"])
        red.until("done")
        # What he takes back, he has thought about all the while, and nobody sees it.
        (back,) = red.until("update")["offers"]
        red.orders(0, back["orders"])
        red.until("done")
        red.orders(0, now["orders"])
        red.until("done")
        prepare(red, now["typed"])
        assert left(house, red) == [108 * 3600, 72 * 3600]
        assert blue.silent()
    house.restart()
    with house.player(first) as red, house.player(second) as blue:
        assert red.until("prepared")["lines"] == [now["typed"]]
        shown[1] = end_turn(blue, 1, blue.until("update"))
        assert "have been given" in told_of_prepared(red)
        update = red.until("update")
        assert (update["view"]["must_act"], update["view"]["time"]) == (False, moment + 1)
        # One of the lines means nothing: none is given.
        (doubt,) = prepare(red, "nonsense", now["typed"])
        assert (doubt["place"], doubt["found"]) == ("line 1", "nonsense")
        end_turn(blue, 1, turn_of(blue, shown[1], moment))
        assert "nonsense" in told_of_prepared(red)


def test_without_a_clock_there_is_none(house: TimedHouse) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        red.until("update")
        assert "no clock" in say(red, 0, "claim")["reason"]
        red.send(type="heard", number=1)
        assert red.silent()
