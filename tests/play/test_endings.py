"""How matches end outside their rules, in the store, in the journal and for every viewer."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.core.contract import Kind
from hexfront.core.errors import InputError
from hexfront.core.journal import Journal, parse_journal, verify
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.endings import FIRST_TURNS, turns_taken
from hexfront.play.live import LiveMatch
from hexfront.play.match import Match
from hexfront.play.outputs import journal_file
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store

PERSON, MACHINE = SeatPlan("person"), SeatPlan("machine", "random")


@pytest.fixture
def store(tmp_path: Path, duel: Callable[..., None]) -> Store:
    return Store(tmp_path / "data")


def begun(store: Store, *seats: SeatPlan) -> LiveMatch:
    system = find_system("duel")
    scenario = load_scenario(system, "three" if len(seats) == 3 else None)
    made = store.create("duel", system.version, scenario.document, bytes(32), list(seats))
    return LiveMatch(store, store.load(made.match))


def opened_again(store: Store, live: LiveMatch) -> LiveMatch:
    return LiveMatch(store, store.load(live.record.id))


def read_back(live: LiveMatch) -> Journal:
    journal, rules, _ = parse_journal(journal_file(live), "file")
    assert verify(journal, rules) == live.match.result
    return journal


def play(live: LiveMatch, orders: int) -> None:
    """Let the sides take any orders, one after another."""
    for number in range(orders):
        (side, *_) = live.match.decision.sides
        order = int(live.match.rules.choices(live.match.state, side)[0])
        assert live.give(side, [order], f"order-{number:03}").refusal is None


def test_who_resigns_of_two_has_lost(store: Store) -> None:
    live = begun(store, PERSON, PERSON)
    play(live, 1)
    assert live.end_for(0, "resign", "random") is None
    for match in (live, opened_again(store, live)):
        result = match.match.result
        assert result is not None
        assert result.winners == (1,)
        assert match.match.decision.kind == Kind.OVER
        for viewer in (0, 1, -2):
            view = match.match.view(viewer)
            assert (view.kind, view.must_act) == (Kind.OVER, False)
            assert match.offers(view) == ()
        assert match.give(1, [0], "a later order").refusal is not None
        assert match.undo(0, "a later undo").refusal is not None
        assert match.end_for(1, "resign", "random") is not None
        assert match.may_see(-3, [0])
        assert read_back(match).ending is not None
    (summary,) = store.summaries([store.spectator_token(live.record.id)])
    assert summary.over
    assert summary.result["winners"] == [1]


def test_of_more_a_machine_plays_on_until_one_side_is_left(store: Store) -> None:
    live = begun(store, PERSON, PERSON, PERSON)
    assert live.end_for(0, "resign", "random") is None
    assert live.match.result is None
    live = opened_again(store, live)
    assert live.persons == [1, 2]
    assert live.agent_of(0) == "random"
    assert live.give(0, [0], "order of one gone").refusal is not None
    assert live.offers(live.match.view(0)) == ()
    assert live.end_for(0, "draw", "random") is not None
    assert live.end_for(2, "resign", "random") is None
    result = live.match.result
    assert result is not None
    assert result.winners == (1,)
    assert [one.side for one in read_back(live).withdrawn] == [0]


def test_the_last_person_ends_the_match_for_the_machines(store: Store) -> None:
    live = begun(store, PERSON, MACHINE, MACHINE)
    assert live.end_for(0, "resign", "random") is None
    result = live.match.result
    assert result is not None
    assert result.winners == (1, 2)


def test_a_draw_needs_all_persons(store: Store) -> None:
    live = begun(store, PERSON, PERSON)
    assert live.end_for(0, "draw", "random") is None
    live = opened_again(store, live)
    assert live.agreements.draw == {0}
    assert live.end_for(1, "decline", "random") is None
    assert opened_again(store, live).agreements.draw == set()
    assert live.end_for(1, "decline", "random") is not None
    for side in (1, 0):
        assert live.match.result is None
        assert live.end_for(side, "draw", "random") is None
    result = live.match.result
    assert result is not None
    assert (result.winners, result.names_winner) == ((), True)
    assert read_back(live).ending is not None


def test_a_machine_agrees_to_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    live = begun(store, PERSON, MACHINE)
    assert live.end_for(0, "draw", "random") is not None
    monkeypatch.setattr("hexfront.play.endings.turns_taken", lambda *_: [FIRST_TURNS, 0])
    assert live.end_for(0, "abandon", "random") is not None
    assert live.match.result is None
    monkeypatch.setattr("hexfront.play.endings.turns_taken", lambda *_: [FIRST_TURNS - 1, 0])
    assert live.end_for(0, "abandon", "random") is None


def test_who_has_hardly_begun_leaves_alone(store: Store) -> None:
    live = begun(store, PERSON, PERSON)
    assert live.end_for(0, "abandon", "random") is None
    result = live.match.result
    assert result is not None
    assert not result.names_winner
    assert read_back(live).ending is not None


def test_later_all_must_agree_to_leave(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    live = begun(store, PERSON, PERSON)
    monkeypatch.setattr("hexfront.play.endings.turns_taken", lambda *_: [FIRST_TURNS] * 2)
    assert live.end_for(0, "abandon", "random") is None
    assert live.match.result is None
    assert live.end_for(1, "abandon", "random") is None
    assert live.match.result is not None


def test_turns_are_moments_of_the_games_own_time() -> None:
    """However many orders one of them takes."""
    system = find_system("brigade")
    match = Match(system, system.rules(load_scenario(system)), secret=bytes(32))
    match.settle()
    moments: list[set[int]] = [set(), set()]
    choose = random.Random(1)
    while match.result is None:
        time, _, (side, *_) = match.decision
        match.order(side, int(choose.choice(list(match.rules.choices(match.state, side)))))
        moments[side].add(time)
    taken = turns_taken(match.rules, match.journal.steps)
    assert taken == [len(found) for found in moments]
    assert 0 < sum(taken) < len(match.journal.steps)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"winners":[1]', '"winners":[7]', "winners"),
        ('"winners":[1]', '"winners":[]', "winners"),
        ('"winners":[1]', '"winners":"all"', "winners"),
        ('"way":"resign"', '"way":"cheat"', "way"),
        ('"way":"resign"', '"way":"draw"', "winners"),
        ('"withdrawn":[]', '"withdrawn":[3]', "withdrawn"),
        ('"withdrawn":[]', '"withdrawn":[{"side":9,"agent":"x","step":0}]', "side"),
        ('"reason":"', '"reason":"not ', "sha256"),
    ],
)
def test_a_changed_file_is_refused(store: Store, old: str, new: str, place: str) -> None:
    live = begun(store, PERSON, PERSON)
    live.end_for(0, "resign", "random")
    text = journal_file(live)
    assert old in text
    with pytest.raises(InputError, match=place):
        journal, rules, _ = parse_journal(text.replace(old, new), "file")
        verify(journal, rules, "file")
