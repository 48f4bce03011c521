"""The kit passes a sound system, and each check of it fails for a system that breaks a promise."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot, snapshots
from hexfront.conformance.orders import asked_codes
from hexfront.core.contract import Chances, Decision, Offer, Refusal, View
from hexfront.core.event_rows import note
from hexfront.core.events import Event, EventLog, event
from hexfront.core.scenario import load_scenario
from tests.golden.make import make
from tests.kit.duel import CLASH, SYSTEM, DuelRules, State, make_system
from tests.kit.duel.aimed import AIMED, AimedRules

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


@pytest.mark.usefixtures("duel")
def test_a_sound_system_passes_the_whole_kit(tmp_path: Path) -> None:
    make(SYSTEM, tmp_path)
    conformance.check_system(SYSTEM, golden=tmp_path, plans=True)


def test_offers_that_aim_pass_the_whole_kit(register: Callable[[str, str], None]) -> None:
    register("aimed", "tests.kit.duel.aimed:AIMED")
    conformance.check_system(AIMED, plans=True)


class ManyCodes(DuelRules):
    """The duel with more order codes than are all asked about everywhere."""

    def __init__(self, scenario: Any) -> None:
        super().__init__(scenario)
        self.actions = 9000


def test_of_many_order_codes_a_sample_is_asked_about() -> None:
    rules = ManyCodes(load_scenario(SYSTEM))
    positions = [s for seed in range(3) for s in snapshots(make_system(ManyCodes), rules, seed, 20)]
    asked = [conformance.check_refusals(position) for position in positions]
    assert {count > 18_000 for count in asked} == {True, False}
    assert all(count > 18_000 for count, s in zip(asked, positions, strict=True) if s.step == 0)
    few = [list(asked_codes(s)) for s in positions if s.step % 16]
    assert all(codes == sorted(set(codes)) and len(codes) == 1024 for codes in few)
    assert few[0] != few[1]
    assert few[0] == list(asked_codes(next(s for s in positions if s.step % 16)))
    assert len(set().union(*few)) > 6000


class AcceptsOneMore(ManyCodes):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        return None if order == 8765 else super().refuse(state, side, order)


def test_what_is_wrong_with_one_code_of_many_is_found() -> None:
    with pytest.raises(AssertionError, match="order 8765: choices lack it"):
        at_positions(conformance.check_refusals)(AcceptsOneMore)


def test_option_variants_are_found() -> None:
    assert list(conformance.rules_of(SYSTEM)) == ["pair", "three", "pair:open=yes"]
    assert conformance.rules_of(SYSTEM)["pair:open=yes"].scenario.document["open"] is True


def test_positions_are_the_same_from_the_same_seed() -> None:
    rules = conformance.rules_of(SYSTEM)["pair"]
    first, second = (snapshots(SYSTEM, rules, 5, 9) for _ in range(2))
    assert [str(s) for s in first] == [str(s) for s in second]
    assert first[0].step == 0
    assert len({s.step for s in first}) == 9


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
        over = state.copy()
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
        return [replace(offer, orders=(self.actions,)) for offer in found[:1]]


class OffersDeadEnd(DuelRules):
    def offers(self, view: View) -> Sequence[Offer]:
        found = super().offers(view)
        return [replace(o, orders=(o.orders[0], o.orders[0])) for o in found]


class AimsOff(AimedRules):
    """Aims at a place that is not on the board."""

    def offers(self, view: View) -> Sequence[Offer]:
        return [_aimed_at(offer, "Nowhere") for offer in super().offers(view)]


class AimsAtSelf(AimedRules):
    """Aims at a place where its order is no choice."""

    def offers(self, view: View) -> Sequence[Offer]:
        return [_aimed_at(offer, self.sides[view.viewer]) for offer in super().offers(view)]


def _aimed_at(offer: Offer, place: str) -> Offer:
    if offer.aim is None:
        return offer
    return replace(offer, aim=replace(offer.aim, places=(*(offer.aim.places or ()), place)))


class AimsWithOrders(AimedRules):
    def offers(self, view: View) -> Sequence[Offer]:
        return [replace(o, orders=(0,)) if o.aim else o for o in super().offers(view)]


class AimsFromAPlace(AimedRules):
    def offers(self, view: View) -> Sequence[Offer]:
        return [replace(o, place="Red") if o.aim else o for o in super().offers(view)]


class AimsAtNothing(AimedRules):
    def offers(self, view: View) -> Sequence[Offer]:
        found = super().offers(view)
        return [replace(o, aim=replace(o.aim, places=())) if o.aim else o for o in found]


class OffersTwice(AimedRules):
    def offers(self, view: View) -> Sequence[Offer]:
        found = list(super().offers(view))
        return [*found, *(replace(o, word="again", key="") for o in found)]


class TriesWithOthers(DuelRules):
    def tries(self, view: View) -> dict[str, list[int]]:
        return {f"side-{(view.viewer + 1) % self.count}": [self.actions]}


class BarsByNoClause(DuelRules):
    def tries(self, view: View) -> dict[str, list[int]]:
        return {f"side-{view.viewer}": [self.actions]}

    def refuse(self, state: Any, side: int, order: int) -> Refusal | None:
        refusal = super().refuse(state, side, order)
        return refusal and replace(refusal, clause="DUE-99")


class SameKeyTwice(DuelRules):
    def offers(self, view: View) -> Sequence[Offer]:
        return [replace(o, key="7") for o in super().offers(view)]


class LongKey(AimedRules):
    def offers(self, view: View) -> Sequence[Offer]:
        return [replace(o, key="F7") for o in super().offers(view)]


class TypedAlike(DuelRules):
    """What is to be typed for the last offer is the caption of another."""

    def offers(self, view: View) -> Sequence[Offer]:
        found = super().offers(view)
        return [*found, Offer((0,), "commit", "Something else", "DUE-2")] if found else found


class ViewChangesState(DuelRules):
    def view(self, state: State, viewer: int) -> View:
        state.hands[0, 0] += 1
        return super().view(state, viewer)


class RefuseChangesState(DuelRules):
    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        state.plan[side, 0] += order == self.actions
        return super().refuse(state, side, order)


class TellChangesState(DuelRules):
    last: Any = None

    def view(self, state: State, viewer: int) -> View:
        self.last = state
        return super().view(state, viewer)

    def describe(self, event: Event, view: View) -> Any:
        self.last.lives[0] += 1
        return super().describe(event, view)


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


@event("DUE-9", "Something happens.")
class Lawless(NamedTuple):
    pass


class EventWithoutClause(DuelRules):
    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        note(out.rows, 1 << side, Lawless())


class TellsEverybody(DuelRules):
    def redact(self, event: Event, viewer: int) -> Event | None:
        return event


class TellsNothing(DuelRules):
    def describe(self, event: Event, view: View) -> Any:
        return replace(super().describe(event, view), text="")


class OtherClauseTold(DuelRules):
    def describe(self, event: Event, view: View) -> Any:
        return replace(super().describe(event, view), clause="DUE-4")


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
        return self.shared


class ObjectsInState(DuelRules):
    def start(self) -> State:
        found: Any = SimpleNamespace(lives=[3, 3])
        return found


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
    (AimsOff, at_positions(conformance.check_offers), "no place"),
    (AimsOff, at_positions(conformance.check_places), "no places"),
    (AimsAtSelf, at_positions(conformance.check_offers), "is no choice"),
    (AimsWithOrders, at_positions(conformance.check_offers), "beside an aim"),
    (AimsFromAPlace, at_positions(conformance.check_offers), "beside an aim"),
    (AimsAtNothing, at_positions(conformance.check_offers), "aims at no place"),
    (OffersTwice, at_positions(conformance.check_offers), "stand in several offers"),
    (TriesWithOthers, at_positions(conformance.check_offers), "no unit of its own"),
    (BarsByNoClause, at_positions(conformance.check_offers), "is barred by DUE-99"),
    (SameKeyTwice, at_positions(conformance.check_offers), "means both"),
    (LongKey, at_positions(conformance.check_offers), "not one character"),
    (TypedAlike, at_positions(conformance.check_typed), "'commit' is not understood"),
    (ViewChangesState, at_positions(conformance.check_questions), "view changed the state"),
    (RefuseChangesState, at_positions(conformance.check_questions), "refuse changed the state"),
    (TellChangesState, in_games(conformance.check_game), "describe changed the state"),
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
    (SharesArrays, at_positions(conformance.check_copies), "share the array state.clock"),
    (ObjectsInState, at_positions(conformance.check_state), "not a Block"),
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
