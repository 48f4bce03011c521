"""Two processes over one PostgreSQL: accounts, the lobby and campaigns are the same at both."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from typing import Any

from tests.server.test_processes import SECONDS, Process, holder, two
from tests.waiting import until

__all__ = ["two"]
Two = tuple[Process, Process]
SECRET = "five quiet hexes"


class Person:
    """A browser, which a proxy sends now here, now there."""

    def __init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, process: Process, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a GET, or to a POST with a body."""
        headers = {"Origin": f"http://{process.host}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{process.host}/api/{path}", data, headers)
        with self.opener.open(request, timeout=SECONDS) as answer:
            return json.load(answer)

    def status(self, process: Process, path: str) -> int:
        try:
            self.ask(process, path)
        except urllib.error.HTTPError as error:
            return error.code
        return 200


def test_a_game_of_the_lobby_is_played_and_left_by_way_of_both(two: Two) -> None:
    first, second = two
    anna, berta = Person(), Person()
    anna.ask(first, "people/sign-up", {"name": "Anna", "password": SECRET})
    berta.ask(second, "people/sign-up", {"name": "Berta", "password": SECRET})
    assert anna.ask(second, "people/me")["name"] == "Anna"
    wanted = {"system": "duel", "side": 0, "rated": True}
    assert anna.ask(first, "lobby/open", wanted)["began"] is False
    (game,) = berta.ask(second, "lobby")["games"]
    joined = berta.ask(second, "lobby/join", {"game": game["id"]})
    assert joined["began"]
    match = joined["match"]
    assert second.lease.holds(match)
    # Each finds it at either process, with the session that was begun at one.
    (game,) = anna.ask(first, "people/games", {})
    (hers,) = game["tokens"]
    with first.player(hers) as here, first.player(joined["tokens"][0]) as there:
        here.until("update")
        there.until("update")
        holding, other = holder(two, match)
        assert (holding, other) == (second, first)
        assert anna.ask(other, "people/delete", {"name": "Anna"})["name"] == ""
        while (update := there.until("update"))["result"] is None:
            pass
        assert update["result"]["winners"] == [1]
    for process in two:
        assert anna.status(process, "people/account") == 401
        assert anna.status(process, "people/player?name=Anna") == 400
        assert berta.ask(process, "people/me")["name"] == "Berta"
        # The result was noted while it was still known who had resigned: no guest has played.
        (game,) = berta.ask(process, "people/player?name=Berta")["games"]
        assert game["outcome"] == "won" and "fewer than 3 turns" in game["unrated"]
    until(lambda: first.store.read("SELECT over FROM matches WHERE id = ?", (match,)) == [(1,)])


def test_one_battle_of_a_campaign_is_fought_by_way_of_both(two: Two) -> None:
    first, second = two
    new = {"system": "brigade", "name": "third-battalion", "opponent": "easy"}
    token = first.post("campaigns", new)["token"]
    both = threading.Barrier(2)

    def at_once(process: Process, path: str, body: dict[str, Any]) -> Any:
        both.wait(SECONDS)
        return process.post(f"campaigns/{path}", body)

    with ThreadPoolExecutor() as pool:
        made = list(pool.map(at_once, two, ["battle"] * 2, [{"token": token, "units": []}] * 2))
        assert made[0] == made[1], "asked twice it is one match"
        match = made[0]["match"]
        (mine,) = made[0]["tokens"].items()
        with second.player(mine[1]) as player:
            player.until("update")
            player.send(type="end", seat=int(mine[0]), way="resign", key="a-resignation-01")
            while player.until("update")["result"] is None:
                pass
        states = list(pool.map(at_once, two, ["state"] * 2, [{"token": token}] * 2))
    assert states[0] == states[1]
    assert [one["won"] for one in states[0]["fought"]] == [False]
    assert first.store.read("SELECT count(*) FROM matches WHERE id = ?", (match,)) == [(1,)]
