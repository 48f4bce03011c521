"""The kit finds leaks: variants of the duel that each let something hidden out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from hexfront import conformance
from hexfront.conformance import snapshots
from hexfront.core.contract import Offer, Refusal, View
from hexfront.core.dice import Dice, dice_from_seed
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, EventLog, event
from hexfront.core.scenario import load_scenario
from tests.kit.duel import Committed, DuelRules, State, make_system


@event("DUE-2", "{best}")
class Bragged(NamedTuple):
    best: int


def secrecy(rules: type[DuelRules]) -> conformance.Pairs:
    system = make_system(rules)
    bound = system.rules(load_scenario(system, "three"))
    sample = [s for seed in range(4) for s in snapshots(system, bound, seed, 12)]
    return conformance.check_secrecy(sample, 1500, plans=True)


def test_secrecy_compares_states_that_differ() -> None:
    pairs = secrecy(DuelRules)
    assert pairs.compared >= 1500
    assert pairs.different > 300


class LeaksPlans(DuelRules):
    """The view says which card was laid, and `determinize` plays along."""

    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        return replace(found, facts={**found.facts, "laid": state.plan[:, 0].tolist()})


class LeaksThatACardIsLaid(DuelRules):
    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        return replace(found, prompt=f"{(state.plan[:, 0] >= 0).sum()} cards are laid")


class LeaksHands(DuelRules):
    """The view of a counter shows the best card, which `determinize` does not know."""

    def _counter(self, state: State, viewer: int, side: int) -> Any:
        found = super()._counter(state, viewer, side)
        return replace(found, badges=("ace",) if state.hands[side, 2] else ())


class LeaksHandsAndImaginesThem(DuelRules):
    """View and `determinize` agree about what should be hidden."""

    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        laid = state.hands.copy()
        for side in range(self.count):
            if state.plan[side, 0] >= 0:
                laid[side, state.plan[side, 0]] += 1
        return replace(found, facts={**found.facts, "all": laid.tolist()})

    def determinize(self, view: View, dice: Dice) -> State:
        hands = {str(side): hand for side, hand in enumerate(view.facts["all"])}
        own = {str(view.viewer): view.facts["hands"].get(str(view.viewer))}
        known = {**hands, **own} if view.viewer >= 0 else hands
        return super().determinize(replace(view, facts={**view.facts, "hands": known}), dice)


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
    """Whoever lays a card is told how good the best hand is."""

    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        best = int(state.hands[1 - min(side, 1), 2])
        note(out.rows, 1 << side, Bragged(best))


class LeaksCommitment(DuelRules):
    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        note(out.rows, PUBLIC, Committed(side))


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
        hidden = [state.hands.tolist(), state.plan.tolist(), state.committed.tolist()]
        return replace(found, facts={**found.facts, "peek": hidden})

    def determinize(self, view: View, dice: Dice) -> State:
        state = super().determinize(view, dice)
        state.hands[:], state.plan[:], state.committed[:] = view.facts["peek"]
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
        def determinize(self, view: View, dice: Dice) -> State:
            return self.truth

    system = make_system(AllKnown)
    bound = system.rules(load_scenario(system, "pair"))
    sample = snapshots(system, bound, 1, 6, lambda s: len(s.decision.sides) > 1)
    for snapshot in sample:
        AllKnown.truth = snapshot.copy()
        with pytest.raises(AssertionError, match="ever differs"):
            conformance.check_secrecy([snapshot], 60)


class PeeksAndTakesBack(DuelRules):
    """Who lays a card sees the hands of the others, and may take it back."""

    def view(self, state: State, viewer: int) -> View:
        found = super().view(state, viewer)
        if viewer < 0 or state.plan[viewer, 0] < 0:
            return found
        return replace(found, facts={**found.facts, "peek": state.hands.tolist()})


class TellsWhoHasAnAce(DuelRules):
    """Of a card that is laid is told, unknown to who lays it, who holds the best card."""

    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        super()._order(state, side, order, out)
        audience = sum(1 << s for s in range(self.count) if s != side and state.hands[s, 2])
        note(out.rows, audience, Committed(side))


@pytest.mark.parametrize(
    ("rules", "leak"),
    [
        (DuelRules, ""),
        (PeeksAndTakesBack, "back, but learns from it"),
        (TellsWhoHasAnAce, "learns from why it cannot take order"),
    ],
)
def test_what_can_be_taken_back_and_why_not_teaches_nothing(
    rules: type[DuelRules], leak: str
) -> None:
    system = make_system(rules)
    bound, twin = (system.rules(load_scenario(system, "three")) for _ in range(2))
    pairs = conformance.Pairs()
    found = []
    for seed in range(6):
        for snapshot in snapshots(system, bound, seed, 12):
            try:
                pairs += conformance.check_revocable(snapshot, twin, dice_from_seed(seed))
            except AssertionError as error:
                found.append(str(error))
    assert all(leak and leak in text for text in found)
    assert bool(found) == bool(leak)
    assert found or pairs.different > 20
