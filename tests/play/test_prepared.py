"""Orders that are prepared, and cases: what is chosen, given and told, and what is not learnt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hexfront.core.contract import Refusal
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.cases import read_plan
from hexfront.play.doubts import MOST, doubts
from hexfront.play.live import LiveMatch
from hexfront.play.prepared import GIVEN, NO_CASE, NONE_GIVEN, NOT_ALL_GIVEN
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.play.typed import typed_forms

RED, BLUE = range(2)
TEXT = """\
3 hold
if 4 moves, 0505
    9 attack 0505
    done

    IF 9 retreats
        9 move 0101
    otherwise
        done
otherwise
    done
"""


@pytest.fixture
def live(tmp_path: Path, duel: Callable[..., None]) -> LiveMatch:
    store, system = Store(tmp_path / "data"), find_system("duel")
    document, person = load_scenario(system).document, SeatPlan("person")
    made = store.create("duel", system.version, document, bytes(32), [person, person])
    return LiveMatch(store, store.load(made.match))


def words(live: LiveMatch, side: int) -> list[str]:
    """What a side could type now."""
    return typed_forms(live.offers(live.match.view(side)))


def order(live: LiveMatch, side: int, text: str) -> None:
    key = f"{side}-{len(live.match.journal.steps):07}"
    assert live.typed(side, text, key).refusal is None


def end_turn(live: LiveMatch, side: int) -> None:
    order(live, side, words(live, side)[-1])  # lays a card and commits


def served(live: LiveMatch) -> str:
    """What red is told when his turn has come."""
    assert live.prepared.due(live) == RED
    live.prepared.give(live, RED)
    return live.prepared.of[RED].said


def test_a_text_says_orders_and_cases_for_several_turns() -> None:
    plan = read_plan(TEXT.splitlines())
    assert plan.orders == ("3 hold",)
    first, other = plan.cases
    assert first.plan.orders == ("9 attack 0505", "done")
    assert [case.line for case in first.plan.cases] == ["IF 9 retreats", "otherwise"]
    assert read_plan(first.plan.rest).cases == first.plan.cases
    assert plan.fitting(["4 Armor moves from 0404 to 0505."]) is first
    assert plan.fitting(["0505: 4 moves.", "14 moves to 0505."]) is other
    assert first.plan.fitting([]) is first.plan.cases[1]
    assert read_plan(["  done", "  if 4 moves", "     done"]).orders == ("done",)


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["if", " done"], "line 1"),
        (["if ,", " done"], "line 1"),
        (["if 4", "done"], "line 1"),
        (["otherwise 4", " done"], "line 1"),
        (["otherwise", " done", "if 4", " done"], "line 3"),
        (["if 4", " done", "done"], "line 3"),
        (["if 4", " if 5", "  done"], "line 1"),
        (["done", " done"], "line 2"),
        (["  done", "done"], "line 2"),
        (["  if 4", "    done", " done"], "line 3"),
        ([f"{' ' * n}{what}" for n in range(10) for what in ("done", "if 4")] + [" " * 11], "line"),
    ],
)
def test_a_mistake_in_it_names_its_line(lines: Sequence[str], place: str) -> None:
    with pytest.raises(InputError, match=place):
        read_plan(lines)


@pytest.mark.parametrize(("condition", "fits"), [("Blue 1 red", True), ("blue shows 3", False)])
def test_the_case_that_the_log_fits_is_given(live: LiveMatch, condition: str, fits: bool) -> None:
    """By the words of the log, also after the match has been loaded again."""
    turn = words(live, RED)[-1]
    end_turn(live, RED)
    case = [f"if {condition}", f"  {turn}", "otherwise", f"  {turn}", f"  if {condition}"]
    live.prepared.keep(RED, [*case, f"    {turn}"])
    assert live.prepared.due(live) is None
    end_turn(live, BLUE)
    live = LiveMatch(live._store, live._store.load(live.record.id))
    before = len(live.match.journal.steps)
    said = served(live)
    assert (condition in said, "otherwise" in said, GIVEN in said) == (fits, not fits, True)
    assert [step.actor for step in live.match.journal.steps[before:]] == [RED, RED]
    # For the turn after something is prepared for `otherwise` alone.
    assert live.prepared.of[RED].lines == (() if fits else (f"if {condition}", f"  {turn}"))


def test_where_no_case_has_come_about_none_is_given(live: LiveMatch) -> None:
    end_turn(live, RED)
    live.prepared.keep(RED, ["if green shows", f"  {words(live, BLUE)[0]}"])
    end_turn(live, BLUE)
    before = len(live.match.journal.steps)
    assert served(live) == NO_CASE
    assert (len(live.match.journal.steps), live.prepared.of[RED].lines) == (before, ())


def test_what_another_does_unseen_lets_no_case_come_about(live: LiveMatch) -> None:
    live.prepared.keep(RED, ["otherwise", "  plan commit"])
    order(live, RED, words(live, RED)[0])
    assert live.prepared.due(live) is None
    end_turn(live, BLUE)
    assert live.waiting == (RED,)
    assert live.prepared.due(live) is None


def test_what_is_not_possible_then_is_dropped_and_told(live: LiveMatch) -> None:
    now = words(live, RED)[0]
    live.prepared.keep(RED, [now, "nonsense"])
    before = len(live.match.journal.steps)
    said = served(live)
    assert (NONE_GIVEN in said, "line 2" in said) == (True, True)
    assert len(live.match.journal.steps) == before


def test_what_could_not_be_taken_back_is_not_tried_for_nothing(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one could learn by a line that is never given."""
    taught = Refusal("DUE-2", "a test")
    monkeypatch.setattr(live.match.rules, "irrevocable", lambda event, side: taught)
    live.prepared.keep(RED, [words(live, RED)[0], "nonsense"])
    before = len(live.match.journal.steps)
    said = served(live)
    assert (NOT_ALL_GIVEN in said, "line 2" in said) == (True, True)
    assert len(live.match.journal.steps) > before


@pytest.fixture
def brigade(tmp_path: Path) -> LiveMatch:
    store, system = Store(tmp_path / "data"), find_system("brigade")
    document, person = load_scenario(system).document, SeatPlan("person")
    made = store.create("brigade", system.version, document, bytes(32), [person, person])
    return LiveMatch(store, store.load(made.match))


@pytest.mark.parametrize(
    ("lines", "place", "found", "expected"),
    [
        (["1-44 mvoe 0302", "done"], "line 1", "mvoe", "`move`"),
        (["1-44 move 0302", "1-4 move 0302"], "line 2", "1-4", "`1-44`"),
        (["done", "if moves", "  2-44 move 03011"], "line 3", "03011", "`0301`"),
        (["if 1-44 retreets", "  done"], "line 1", "retreets", "`retreats`"),
        (["if moves 0302", "  qwxyz"], "line 2", "qwxyz", "an order, or a unit or place"),
    ],
)
def test_a_word_that_nothing_has_is_doubted_at_once(
    brigade: LiveMatch, lines: Sequence[str], place: str, found: str, expected: str
) -> None:
    (doubt,) = doubts(brigade, RED, brigade.prepared.keep(RED, lines))
    assert (doubt.place, doubt.found) == (place, found)
    assert expected in doubt.expected
    assert brigade.prepared.of[RED].lines == tuple(lines)  # it may come to be


def test_what_can_be_ordered_and_told_is_not_doubted(brigade: LiveMatch) -> None:
    """Also by who waits, of what he ordered and was told before."""
    typed = [*words(brigade, RED)[:20], *words(brigade, BLUE)[:20]]
    for side in (RED, BLUE):
        for text in [words(brigade, side)[5], "done"]:
            order(brigade, side, text)
    told = [f"if {line.entry.text}" for line in brigade.match.logs[RED][:3]]
    assert told
    assert doubts(brigade, RED, [*typed[:20], *told, "  done"]) == []
    assert doubts(brigade, BLUE, typed[20:]) == []


def test_doubts_tell_nothing_that_is_hidden(live: LiveMatch) -> None:
    """Whatever the other side has laid, which is not shown yet."""
    lines = ["lay 1", "commit 3", "if blue showed 3", "  qwxyz"]
    before = doubts(live, BLUE, lines)
    end_turn(live, RED)
    assert doubts(live, BLUE, lines) == before != []


def test_doubts_of_very_many_words_are_few(brigade: LiveMatch) -> None:
    assert len(doubts(brigade, RED, [" ".join(f"mvoe{n}" for n in range(300))] * 64)) <= MOST
