"""Hints during a match, and a search's thoughts about its turns after it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from hexfront.agents import make_agent
from hexfront.agents.agent_pool import AgentQuery, ThinkingFailed
from hexfront.agents.thoughts import Thought, thought_of
from hexfront.agents.worker import Seen
from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import dice_from_secret
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.server.tables import analysis
from tests.server.conftest import House, Player
from tests.waiting import until


class Thinkers:
    """Opponents that think in this process, and are asked what they were given."""

    compiling: tuple[str, ...] = ()

    def __init__(self, house: House) -> None:
        self.asked: list[AgentQuery] = []
        self.problem = ""
        self.waits = False
        self.future: Future[Thought] = Future()
        house.app.state.tables.agent_pool.close()
        house.app.state.tables.agent_pool = self

    def explain(self, query: AgentQuery) -> Future[Thought]:
        self.asked.append(query)
        side = query.side
        self.future = Future()
        if self.problem:
            self.future.set_exception(ThinkingFailed(self.problem))
        elif not self.waits:
            system = find_system(query.system)
            rules = system.rules(system.scenarios.load(query.scenario, None, "scenario"))
            agent = make_agent(system, "random", rules, side, dice_from_secret(query.secret, side))
            orders = thought_of(agent, Seen(rules, side, query.view, query.choices)).orders
            self.future.set_result(Thought(orders, 7, 50, 0.75, 0.5))
        return self.future

    def submit(self, query: AgentQuery, given: int) -> Future[list[int]]:
        orders: Future[list[int]] = Future()
        orders.set_result([query.choices[0]])
        return orders

    def forget(self, match: str) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def thinkers(house: House) -> Iterator[Thinkers]:
    yield Thinkers(house)


def ask_hint(player: Player, seat: int = 0, number: int = 5) -> dict[str, Any]:
    player.send(type="hint", seat=seat, number=number)
    return player.until("hint")


def test_a_hint_is_a_plan_with_its_reason_and_changes_nothing(
    house: House, thinkers: Thinkers
) -> None:
    match, tokens = house.match()
    with house.player(tokens[0]) as red:
        before = red.until("update")
        hint = ask_hint(red)
        assert (hint["number"], hint["problem"], hint["by"]) == (5, "", "random")
        assert "75% of what can be won; the best of the others 50%" in hint["why"]
        assert any(tuple(hint["orders"]) == tuple(o["orders"]) for o in before["offers"])
        assert len(hint["lines"]) == 1
        assert hint["view"]["viewer"] == 0
        assert hint["view"] != before["view"]
        red.orders(0, hint["orders"])
        assert red.until("done")["accepted"] == len(hint["orders"])
        assert red.until("update")["view"]["marks"] == hint["view"]["marks"]
    assert house.store.load(match).persons == [0, 1]


def test_a_machine_that_hints_is_told_what_the_seat_sees(house: House, thinkers: Thinkers) -> None:
    """The answer follows from the view of the seat, whatever the other side has in hand."""
    _, tokens = house.match()
    told = []
    for others in ((), (1,)):
        with house.player(tokens[0]) as red, house.player(tokens[1]) as blue:
            red.until("update")
            for _ in others:
                update = blue.until("update")
                blue.orders(1, update["offers"][0]["orders"])
                blue.until("done")
            told.append(ask_hint(red))
    assert told[0] == told[1]
    first, second = thinkers.asked
    assert (first.head, first.view) == (second.head, second.view)
    assert (first.side, first.view.viewer) == (0, 0)
    record = house.store.load(first.match)
    assert first.secret not in (record.secret, b"")


def test_a_match_with_hints_is_marked_and_others_see_it_at_the_end(
    house: House, thinkers: Thinkers
) -> None:
    match, tokens = house.match()

    def marked(side: int) -> list[int]:
        mine = house.client.post("/api/matches/mine", json={"tokens": [tokens[side]]}).json()
        found: list[int] = mine[0]["hinted"]
        return found

    with house.player(tokens[0]) as red:
        red.until("update")
        ask_hint(red)
    assert (marked(0), marked(1)) == ([0], [])
    assert [seat.hints for seat in house.store.seats(match) if seat.side >= 0] == [1, 0]
    with house.store.transaction() as db:
        db.execute("UPDATE matches SET over = 1 WHERE id = ?", (match,))
    assert marked(1) == [0]


def test_hints_have_limits(house: House, thinkers: Thinkers) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        red.until("update")
        thinkers.waits = True
        red.send(type="hint", seat=0, number=1)
        red.send(type="hint", seat=0, number=2)
        assert "one at a time" in red.take()["text"]
        thinkers.future.set_exception(ThinkingFailed("It made an error."))
        assert red.until("hint")["problem"] == "It made an error."
        thinkers.waits = False
        for number in (3, 4):
            assert ask_hint(red, number=number)["problem"] == ""
        red.send(type="hint", seat=0, number=6)
        assert "at most 6 a minute" in red.take()["text"]
        red.send(type="hint", seat=1, number=7)
        assert "the side that is shown" in red.take()["text"]
    assert len(thinkers.asked) == 3
    with house.player(tokens[SPECTATOR]) as watcher:
        watcher.until("update")
        watcher.send(type="hint", seat=SPECTATOR, number=8)
        assert "the side that is shown" in watcher.take()["text"]


def finished(house: House, watcher: Player) -> dict[str, Any]:
    update = watcher.until("update")
    while not update["result"]:
        update = watcher.until("update")
    return update


def test_after_the_end_every_turn_is_thought_about_from_its_sides_view(
    house: House, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "estimator", lambda system: "random")
    match, tokens = house.match([("machine", "random"), ("machine", "random")])
    with house.player(tokens[SPECTATOR]) as watcher:
        finished(house, watcher)
        watcher.send(type="thoughts", seat=SPECTATOR, since=0, number=1)
        count = watcher.until("thoughts")["count"]
        table = house.app.state.tables.find(match)
        until(table._analysis._task.done)
        watcher.send(type="thoughts", seat=SPECTATOR, since=0, number=1)
        found = watcher.until("thoughts")
        assert found["problem"] == ""
        points = found["points"]
        assert len(points) == count
        assert {point["side"] for point in points} == {0, 1}
        assert all(point["estimate"] == 0.75 for point in points)
        assert [point["turn"] for point in points] == sorted(point["turn"] for point in points)
        assert len(thinkers.asked) == count
        live = table._live
        for query, point in zip(thinkers.asked, points, strict=True):
            assert query.side == query.view.viewer == point["side"]
            assert list(query.choices) == list(
                live.match.rules.choices(_state(live, point), point["side"])
            )
        watcher.send(type="thought", seat=SPECTATOR, turn=0, number=2)
        turn = watcher.until("thought")
        assert "what its side knew" in turn["why"]
        assert turn["view"]["viewer"] == points[0]["side"]
        assert turn["believed"]["viewer"] == -3
        watcher.send(type="thought", seat=SPECTATOR, turn=count, number=3)
        assert f"0 to {count - 1}" in watcher.take()["text"]


def _state(live: Any, point: dict[str, Any]) -> Any:
    """The state at which a side had to order first, by playing the match again."""
    rules, state = live.match.rules, live.match.rules.start()
    for step in live.match.journal.steps:
        decision = rules.decision(state)
        if point["side"] in decision.sides and decision.time == point["time"]:
            return state
        rules.apply(state, step, EventLog())
    raise AssertionError("no such turn")


def test_there_are_no_thoughts_before_the_end(house: House, thinkers: Thinkers) -> None:
    _, tokens = house.match()
    with house.player(tokens[0]) as red:
        red.until("update")
        red.send(type="thoughts", seat=0, number=1)
        assert "a match that is over" in red.take()["text"]
        red.send(type="thought", seat=0, turn=0, number=1)
        assert red.take()["type"] == "error"
    assert thinkers.asked == []
