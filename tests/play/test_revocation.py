"""Taking orders back: exactly the state before, and never past dice or things learnt."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.core.contract import CHANCE, Kind
from hexfront.core.dice import dice_from_seed, draw, secret_from_seed
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, EventLog
from hexfront.core.journal import verify
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.core.system import System
from hexfront.play.history import History
from hexfront.play.match import Match, Refused
from tests.kit.duel import SYSTEM as DUEL
from tests.kit.duel import Committed, DuelRules, Shown, State, make_system

BRIGADE = find_system("brigade")


def new_match(system: System, scenario: str | None = None, options: Any = None) -> Match:
    chosen = load_scenario(system, scenario)
    if options and system.scenarios.with_options is not None:
        chosen = system.scenarios.with_options(chosen, options)
    match = Match(system, system.rules(chosen), secret=secret_from_seed(5))
    match.settle()
    return match


def snapshot(match: Match) -> tuple[Any, ...]:
    told = {viewer: match.log_entries(viewer) for viewer in match.logs}
    return digest(match.state), list(match.journal.steps), list(match.journal.digests), told


CASES = [
    (DUEL, "three", None),
    (BRIGADE, None, None),
    (BRIGADE, "night-on-the-moor", None),
    (BRIGADE, None, {"sequence": "igougo", "detection": "true"}),
]


@pytest.mark.parametrize(("system", "scenario", "options"), CASES)
def test_whatever_is_taken_back_leaves_the_match_as_it_was(
    system: System, scenario: str | None, options: Any
) -> None:
    taken = barred = 0
    for seed in range(3):
        match, dice = new_match(system, scenario, options), dice_from_seed(seed)
        while match.decision.kind == Kind.ORDERS and len(match.journal.steps) < 400:
            side = match.decision.sides[int(draw(dice, len(match.decision.sides)))]
            before, first = snapshot(match), len(match.journal.steps)
            for _ in range(1 + int(draw(dice, 3))):
                choices = match.rules.choices(match.state, side)
                if side in match.decision.sides and len(choices):
                    match.order(side, int(choices[int(draw(dice, len(choices)))]), first + 1)
            if match.undoable(side) is not None:
                barred += 1
                continue
            given = [step.order for step in match.journal.steps[first:]]
            after = snapshot(match)
            orders = match.undo(side).orders
            if list(orders) == given:
                assert snapshot(match) == before
                taken += 1
            for order in orders:  # the redo
                match.order(side, order, first + 1)
            assert snapshot(match) == after
        while match.decision.kind == Kind.ORDERS:
            side = match.decision.sides[-1]
            match.order(side, int(match.rules.choices(match.state, side)[-1]))
        assert verify(match.journal, match.rules) == match.result
    assert taken > 20
    assert barred > 0


def test_one_sides_undo_leaves_what_the_other_plans_unseen() -> None:
    match = new_match(DUEL)
    rules = match.rules
    for side in (0, 1):
        match.order(side, rules.choices(match.state, side)[0])
    blue = match.view(1), match.log_entries(1), match.undoable(1)
    own = match.log_entries(0)
    match.undo(0)
    assert (match.view(1), match.log_entries(1), match.undoable(1)) == blue
    assert match.log_entries(0) == own[:-1]
    assert match.taken_back[0] == [len(own) - 1]
    assert match.taken_back[1] == []
    assert [step.actor for step in match.journal.steps if step.actor != CHANCE] == [1]


def test_an_undo_of_another_side_does_not_join_two_requests() -> None:
    match = new_match(DUEL)
    rules, first = match.rules, len(match.journal.steps) + 1
    for side in (0, 1):
        match.order(side, rules.choices(match.state, side)[0])
    match.undo(0)
    assert match.bundles[first - 1 :] == [first]
    match.order(1, rules.commit)  # type: ignore[attr-defined]
    assert match.undo(1).orders == (rules.commit,)  # type: ignore[attr-defined]
    assert len(match.undo(1).orders) == 1


class Whispers(DuelRules):
    """All hear of an order of side 1, and side 1 alone of something that stands for good."""

    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        if side == 1:
            note(out.rows, PUBLIC, Committed(side))
            note(out.rows, 1 << side, Shown(side, 0, 0, 0))


def test_why_nothing_can_be_taken_back_is_told_from_what_the_side_has_heard() -> None:
    match = new_match(make_system(Whispers))
    for side in (0, 1):
        match.order(side, match.rules.choices(match.state, side)[0])
    assert "the cards have been shown" in str(match.undoable(1))
    assert "another side has acted" in str(match.undoable(0))


def test_nothing_goes_behind_a_die() -> None:
    match = new_match(DUEL)
    rules = match.rules
    for side in (0, 1):
        match.order(side, rules.choices(match.state, side)[0])
        match.order(side, rules.commit)  # type: ignore[attr-defined]
    for side in (0, 1):
        refusal = match.undoable(side)
        assert refusal is not None
        before = snapshot(match)
        with pytest.raises(Refused, match="chance has decided"):
            match.undo(side)
        assert snapshot(match) == before


def test_a_match_that_was_resumed_takes_back_the_same() -> None:
    match = new_match(BRIGADE)
    for order in range(3):
        match.order(0, int(match.rules.choices(match.state, 0)[-1 - order % 2]), 1)
    again = Match.resume(BRIGADE, match.rules, match.journal, match.secret, match.bundles)
    assert again.undo(0) == match.undo(0)
    assert snapshot(again) == snapshot(match)


def test_the_past_is_seen_as_it_was_seen() -> None:
    match, dice = new_match(BRIGADE, "night-on-the-moor"), dice_from_seed(2)
    seen: dict[tuple[int, int], Any] = {}
    history = History(match)
    while match.decision.kind == Kind.ORDERS:
        side = match.decision.sides[int(draw(dice, len(match.decision.sides)))]
        choices = match.rules.choices(match.state, side)
        match.order(side, int(choices[int(draw(dice, len(choices)))]))
        if match.undoable(side) is None and not draw(dice, 4):
            match.undo(side)
        for viewer, told in match.logs.items():
            if told and told[-1].step == len(match.journal.steps):
                seen[viewer, len(told)] = match.view(viewer)
                assert history.view(viewer, len(told)) == match.view(viewer)
    for viewer, told in match.logs.items():
        for count in range(0, len(told) + 1, 7):
            view = history.view(viewer, count)
            assert view.viewer == viewer
            if (viewer, count) in seen and told[count - 1].step == len(match.journal.steps):
                assert view == seen[viewer, count]
