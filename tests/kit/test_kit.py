"""The kit passes a sound system, and each check of it fails for a system that breaks a promise."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot, snapshots
from hexfront.core.contract import Chances, Decision, Offer, Refusal, View
from hexfront.core.dice import Dice
from hexfront.core.events import PUBLIC, Event, EventLog, note
from hexfront.core.scenario import load_scenario
from tests.golden.make import make
from tests.kit.duel import CLASH, COMMITTED, SYSTEM, DuelRules, State, make_system

Check = Callable[[type[DuelRules]], object]


def at_positions(check: Callable[[Snapshot], object], scenario: str = "three") -> Check:
    def run(rules: type[DuelRules]) -> None:
        system = make_system(rules)
        bound = system.rules(load_scenario(system, scenario))
        for seed in range(3):
            for snapshot in snapshots(system, bound, seed, 12):
                check(snapshot)

    return run


def in_games(check: Callable[..., object], **more: Any) -> Check:
    def run(rules: type[DuelRules]) -> None:
        system = make_system(rules)
        for scenario in ("pair", "three"):
            for seed in range(3):
                check(system, system.rules(load_scenario(system, scenario)), seed, **more)

    return run


def secrecy(rules: type[DuelRules]) -> conformance.Pairs:
    system = make_system(rules)
    bound = system.rules(load_scenario(system, "three"))
    sample = [s for seed in range(4) for s in snapshots(system, bound, seed, 12)]
    return conformance.check_secrecy(sample, 1500)


@pytest.mark.usefixtures("duel")
def test_a_sound_system_passes_the_whole_kit(tmp_path: Path) -> None:
    make(SYSTEM, tmp_path)
    conformance.check_system(SYSTEM, golden=tmp_path)


def test_option_variants_are_found() -> None:
    assert list(conformance.rules_of(SYSTEM)) == ["pair", "three", "pair:open=yes"]
    assert conformance.rules_of(SYSTEM)["pair:open=yes"].scenario.document["open"] is True


def test_positions_are_the_same_from_the_same_seed() -> None:
    rules = conformance.rules_of(SYSTEM)["pair"]
    first, second = (snapshots(SYSTEM, rules, 5, 9) for _ in range(2))
    assert [str(s) for s in first] == [str(s) for s in second]
    assert first[0].step == 0
    assert len({s.step for s in first}) == 9


def test_secrecy_compares_states_that_differ() -> None:
    pairs = secrecy(DuelRules)
    assert pairs.compared >= 1500
    assert pairs.different > 300


# --- variants that each break one promise -------------------------------------------------


class NoChoices(DuelRules):
    def choices(self, state: State, side: int) -> Sequence[int]:
        found = super().choices(state, side)
        return [] if state.clock[1] > 1 else found


class Unsorted(DuelRules):
    def choices(self, state: State, side: int) -> Sequence[int]:
        return list(reversed(super().choices(state, side)))


class Twice(DuelRules):
    def choices(self, state: State, side: int) -> Sequence[int]:
        return sorted([*super().choices(state, side)] * 2)


class OutOfRange(DuelRules):
    def choices(self, state: State, side: int) -> Sequence[int]:
        found = super().choices(state, side)
        return [*found, self.actions] if found else found


class EarlyChoices(DuelRules):
    def choices(self, state: State, side: int) -> Sequence[int]:
        return [self.commit] if state.clock[0] == CLASH else super().choices(state, side)


class RefusesAChoice(DuelRules):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        if order == self.commit:
            return Refusal("DUE-2", "never")
        return super().refuse(state, side, order)


class AcceptsMore(DuelRules):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        return None if order == -1 else super().refuse(state, side, order)


class UnknownClause(DuelRules):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        found = super().refuse(state, side, order)
        return found and replace(found, clause="DUE-9")


class NoReason(DuelRules):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        found = super().refuse(state, side, order)
        return found and replace(found, reason=" ")


class WrongSides(DuelRules):
    def decision(self, state: State) -> Decision:
        found = super().decision(state)
        return found._replace(sides=tuple(reversed(found.sides)))


class EarlyResult(DuelRules):
    def result(self, state: State) -> Any:
        return super().result(state) if state.clock[1] == 1 else self._always(state)

    def _always(self, state: State) -> Any:
        over = state._replace(clock=state.clock.copy())
        over.clock[0] = 3
        return super().result(over)


class WrongMustAct(DuelRules):
    def view(self, state: State, viewer: int) -> View:
        return replace(super().view(state, viewer), must_act=True)


class WordsDiffer(DuelRules):
    def write_order(self, order: int) -> Any:
        found = super().write_order(order)
        return {**found, "card": 1} if "card" in found else found

    def read_order(self, document: Any) -> int:
        for code in range(self.actions):
            if self.write_order(code) == document:
                return code
        return super().read_order(document)


class JunkCrashes(DuelRules):
    def read_order(self, document: Any) -> int:
        document["order"]
        return super().read_order(document)


class JunkAccepted(DuelRules):
    def read_order(self, document: Any) -> int:
        return -1 if document is None else super().read_order(document)


class OffersNothing(DuelRules):
    def offers(self, view: View) -> Sequence[Offer]:
        return []


class OffersIllegal(DuelRules):
    def offers(self, view: View) -> Sequence[Offer]:
        found = super().offers(view)
        return [replace(offer, orders=(self.commit,)) for offer in found]


class OffersDeadEnd(DuelRules):
    def offers(self, view: View) -> Sequence[Offer]:
        found = super().offers(view)
        return [replace(o, orders=(o.orders[0], o.orders[0])) for o in found]


class ViewChangesState(DuelRules):
    def view(self, state: State, viewer: int) -> View:
        state.hands[0, 0] += 1
        return super().view(state, viewer)


class RefuseChangesState(DuelRules):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        state.table.plan[side, 0] += order == self.actions
        return super().refuse(state, side, order)


class TellChangesState(DuelRules):
    last: Any = None

    def view(self, state: State, viewer: int) -> View:
        self.last = state
        return super().view(state, viewer)

    def tell(self, event: Event, view: View) -> Any:
        self.last.lives[0] += 1
        return super().tell(event, view)


class ViewNotJson(DuelRules):
    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        return replace(found, facts={**found.facts, "clock": state.clock[0]})


class ViewUnstable(DuelRules):
    asked = 0

    def view(self, state: State, viewer: int) -> View:
        self.asked += 1
        return replace(super().view(state, viewer), prompt=f"asked {self.asked}")


class CounterNowhere(DuelRules):
    def _counter(self, state: State, viewer: int, side: int) -> Any:
        return replace(super()._counter(state, viewer, side), place="9999")


class PlacesTwice(DuelRules):
    def board(self) -> Any:
        return {"places": super().board()["places"] * 2}


class NoWeights(DuelRules):
    def chances(self, state: State) -> Chances:
        return super().chances(state)._replace(weights=(1, 0, 1))


class FallingTime(DuelRules):
    def decision(self, state: State) -> Decision:
        found = super().decision(state)
        return found._replace(time=-found.time)


class NeverEnds(DuelRules):
    def _next_round(self, state: State, out: EventLog) -> None:
        state.lives[:] = 3
        state.clock[1] = 1
        super()._next_round(state, out)


class EventWithoutClause(DuelRules):
    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        note(out.rows, COMMITTED, 0, 1 << side, side, 0, 0, 0, 0)


class TellsEverybody(DuelRules):
    def redact(self, event: Event, viewer: int) -> Event | None:
        return event


class TellsNothing(DuelRules):
    def tell(self, event: Event, view: View) -> Any:
        return replace(super().tell(event, view), text="")


class OtherClauseTold(DuelRules):
    def tell(self, event: Event, view: View) -> Any:
        return replace(super().tell(event, view), clause="DUE-4")


class WinnerOfNoSide(DuelRules):
    def result(self, state: State) -> Any:
        found = super().result(state)
        return found and replace(found, winners=(7,))


class TooManyScores(DuelRules):
    def result(self, state: State) -> Any:
        found = super().result(state)
        return found and replace(found, scores=(1.0,) * 9)


class Remembers(DuelRules):
    """Keeps what it needs outside the state."""

    dealt = 0

    def _deal(self, state: State, card: int, out: EventLog) -> None:
        self.dealt += 1
        super()._deal(state, (card + self.dealt // 5) % 3, out)


class SharesArrays(DuelRules):
    shared: State | None = None

    def start(self) -> State:
        self.shared = self.shared or super().start()
        return super().start()._replace(lives=self.shared.lives)


class ObjectsInState(DuelRules):
    def start(self) -> State:
        return super().start()._replace(lives=super().start().lives.astype(object))


BROKEN: list[tuple[type[DuelRules], Check, str]] = [
    (NoChoices, in_games(conformance.check_game), "no choices"),
    (Unsorted, at_positions(conformance.check_choices), "not ascending"),
    (Twice, at_positions(conformance.check_choices), "not ascending"),
    (OutOfRange, at_positions(conformance.check_choices), "is not within"),
    (EarlyChoices, at_positions(conformance.check_choices), "no orders are due"),
    (RefusesAChoice, at_positions(conformance.check_refusals), "choices have it"),
    (AcceptsMore, at_positions(conformance.check_refusals), "choices lack it"),
    (UnknownClause, at_positions(conformance.check_refusals), "no such clause"),
    (NoReason, at_positions(conformance.check_refusals), "without a reason"),
    (WrongSides, at_positions(conformance.check_decision), "not ascending sides"),
    (EarlyResult, at_positions(conformance.check_decision), "result before the end"),
    (WrongMustAct, at_positions(conformance.check_decision), "must_act"),
    (WordsDiffer, at_positions(conformance.check_orders_in_words), "reads as"),
    (JunkCrashes, at_positions(conformance.check_orders_in_words), "TypeError"),
    (JunkAccepted, at_positions(conformance.check_orders_in_words), "reads as -1"),
    (OffersNothing, at_positions(conformance.check_offers), "no offers"),
    (OffersIllegal, at_positions(conformance.check_offers), "is no choice"),
    (OffersDeadEnd, at_positions(conformance.check_offers), "refused by"),
    (ViewChangesState, at_positions(conformance.check_questions), "view changed the state"),
    (RefuseChangesState, at_positions(conformance.check_questions), "refuse changed the state"),
    (TellChangesState, in_games(conformance.check_game), "tell changed the state"),
    (ViewNotJson, at_positions(conformance.check_questions), "not JSON"),
    (ViewUnstable, at_positions(conformance.check_questions), "asked twice"),
    (CounterNowhere, at_positions(conformance.check_places), "no place"),
    (PlacesTwice, at_positions(conformance.check_places), "ids of their own"),
    (NoWeights, at_positions(conformance.check_chances), "positive integers"),
    (FallingTime, in_games(conformance.check_game), "time falls"),
    (NeverEnds, in_games(conformance.check_game, limit=3000), "no end within 3000 steps"),
    (EventWithoutClause, in_games(conformance.check_game), "names no clause"),
    (TellsEverybody, in_games(conformance.check_game), "not in its audience"),
    (TellsNothing, in_games(conformance.check_game), "no text"),
    (OtherClauseTold, in_games(conformance.check_game), "the event has"),
    (WinnerOfNoSide, in_games(conformance.check_game), "are not sides"),
    (TooManyScores, in_games(conformance.check_game), "scores"),
    (SharesArrays, at_positions(conformance.check_copies), "share the array state.lives"),
    (ObjectsInState, at_positions(conformance.check_state), "not an array of numbers"),
]


@pytest.mark.parametrize(
    ("rules", "check", "words"), BROKEN, ids=[rules.__name__ for rules, _, _ in BROKEN]
)
def test_a_broken_promise_is_found(rules: type[DuelRules], check: Check, words: str) -> None:
    check(DuelRules)
    with pytest.raises(AssertionError, match=re.escape(words)) as failure:
        check(rules)
    assert re.search(r"duel \w+, seed \d+, step \d+", str(failure.value))


@pytest.mark.usefixtures("duel")
def test_a_system_that_remembers_fails_its_own_replay() -> None:
    in_games(conformance.check_journal)(DuelRules)
    with pytest.raises(AssertionError, match="its own journal is refused"):
        in_games(conformance.check_journal)(Remembers)
    with pytest.raises(AssertionError, match="differs after save and load"):
        in_games(conformance.check_saves)(Remembers)


# --- variants that leak -------------------------------------------------------------------


class LeaksPlans(DuelRules):
    """The view says which card was laid, and `imagine` plays along."""

    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        return replace(found, facts={**found.facts, "laid": state.table.plan[:, 0].tolist()})


class LeaksThatACardIsLaid(DuelRules):
    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        return replace(found, prompt=f"{(state.table.plan[:, 0] >= 0).sum()} cards are laid")


class LeaksHands(DuelRules):
    """The view of a counter shows the best card, which `imagine` does not know."""

    def _counter(self, state: State, viewer: int, side: int) -> Any:
        found = super()._counter(state, viewer, side)
        return replace(found, badges=("ace",) if state.hands[side, 2] else ())


class LeaksHandsAndImaginesThem(DuelRules):
    """View and `imagine` agree about what should be hidden."""

    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        laid = state.hands.copy()
        for side in range(self.count):
            if state.table.plan[side, 0] >= 0:
                laid[side, state.table.plan[side, 0]] += 1
        return replace(found, facts={**found.facts, "all": laid.tolist()})

    def imagine(self, view: View, dice: Dice) -> State:
        hands = {str(side): hand for side, hand in enumerate(view.facts["all"])}
        own = {str(view.viewer): view.facts["hands"].get(str(view.viewer))}
        known = {**hands, **own} if view.viewer >= 0 else hands
        return super().imagine(replace(view, facts={**view.facts, "hands": known}), dice)


class LeaksByRefusal(DuelRules):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        found = super().refuse(state, side, order)
        other = int(state.hands[1 - min(side, 1), 2])
        return found and replace(found, reason=f"{found.reason} {other}")


class LeaksByChoices(DuelRules):
    """One may not attack a side that holds the best card."""

    def choices(self, state: State, side: int) -> Sequence[int]:
        found = list(super().choices(state, side))
        return [c for c in found if c >= self.take_back or not state.hands[c % self.count, 2]]


class LeaksByEvents(DuelRules):
    """Whoever lays a card hears how good the best hand is."""

    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        best = int(state.hands[1 - min(side, 1), 2])
        note(out.rows, COMMITTED, 2, 1 << side, side, best, 0, 0, 0)


class LeaksCommitment(DuelRules):
    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        note(out.rows, COMMITTED, 2, PUBLIC, side, 0, 0, 0, 0)


class LeaksBySize(DuelRules):
    """The payload is padded by what is hidden, in a way that compares equal."""

    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        odd = bool(state.hands[:, 2].sum() % 2)
        return replace(found, facts={**found.facts, "pad": 1.0 if odd else 1})


class OffersFromMemory(DuelRules):
    """Offers look at the state that was viewed last."""

    last: State | None = None

    def view(self, state: State, viewer: int) -> View:
        self.last = state
        return super().view(state, viewer)

    def offers(self, view: View) -> Sequence[Offer]:
        found = super().offers(view)
        odds = None if self.last is None else {"best": int(self.last.hands[:, 2].sum())}
        return [replace(offer, odds=odds) for offer in found]


class ImaginesNothing(DuelRules):
    """Hidden hands are always of the same cards, taken from a peek at the true ones."""

    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        hidden = [state.hands.tolist(), state.table.plan.tolist(), state.table.committed.tolist()]
        return replace(found, facts={**found.facts, "peek": hidden})

    def imagine(self, view: View, dice: Dice) -> State:
        state = super().imagine(view, dice)
        state.hands[:], state.table.plan[:], state.table.committed[:] = view.facts["peek"]
        return state


@pytest.mark.parametrize(
    "rules",
    [
        LeaksPlans,
        LeaksThatACardIsLaid,
        LeaksHands,
        LeaksHandsAndImaginesThem,
        LeaksByRefusal,
        LeaksByChoices,
        LeaksByEvents,
        LeaksCommitment,
        LeaksBySize,
        OffersFromMemory,
        ImaginesNothing,
    ],
)
def test_a_leak_is_found(rules: type[DuelRules]) -> None:
    with pytest.raises(AssertionError, match=r"duel three, seed \d+, step \d+"):
        secrecy(rules)


def test_imagining_always_the_truth_is_found() -> None:
    """Nothing leaks, but nothing is examined either."""

    class AllKnown(DuelRules):
        def imagine(self, view: View, dice: Dice) -> State:
            return self.truth

    system = make_system(AllKnown)
    bound = system.rules(load_scenario(system, "pair"))
    sample = snapshots(system, bound, 1, 6, lambda s: len(s.decision.sides) > 1)
    for snapshot in sample:
        AllKnown.truth = snapshot.copy()
        with pytest.raises(AssertionError, match="never differ"):
            conformance.check_secrecy([snapshot], 60)


# --- rulebook and golden games ------------------------------------------------------------


def test_a_clause_without_code_or_test_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"DUE-1 \(no test\)"):
        conformance.check_rulebook(SYSTEM, tmp_path)
    cases = "\n".join(
        f'@pytest.mark.clause("DUE-{n}")\ndef test_{n}() -> None: ...' for n in range(1, 5)
    )
    (tmp_path / "test_duel.py").write_text(f"import pytest\n{cases}\n")
    conformance.check_rulebook(SYSTEM, tmp_path)


@pytest.mark.usefixtures("duel")
class TestGolden:
    def test_none_at_all(self, tmp_path: Path) -> None:
        with pytest.raises(AssertionError, match="no golden game of pair, three"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_one_scenario_without(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        for path in tmp_path.glob("three*"):
            path.unlink()
        with pytest.raises(AssertionError, match="no golden game of three"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_the_same_files_every_time(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path / "a")
        make(SYSTEM, tmp_path / "b")
        first, second = ({p.name: p.read_bytes() for p in (tmp_path / f).iterdir()} for f in "ab")
        assert first == second
        assert {"pair.jsonl", "pair.log.txt", "three.jsonl", "pair-open-yes.jsonl"} <= set(first)

    def test_other_words(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        log = tmp_path / "pair.log.txt"
        log.write_text(log.read_text().replace("commits", "is ready", 1))
        with pytest.raises(AssertionError, match=r"pair\.log\.txt: line \d+: .*commits.*is ready"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_other_behaviour(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        journal = tmp_path / "pair.jsonl"
        lines = journal.read_text().splitlines()
        lines[5] = lines[5].replace('"digest":"', '"digest":"0')
        journal.write_text("\n".join(lines))
        with pytest.raises(AssertionError, match="step 5 /digest"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_logs_name_those_who_were_told(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        text = (tmp_path / "pair.log.txt").read_text()
        assert re.search(r"DUE-1 +\[all\] Red gets a card$", text, re.MULTILINE)
        assert re.search(r"DUE-1 +\[Red, umpire\] Red gets a card worth \d$", text, re.MULTILINE)
