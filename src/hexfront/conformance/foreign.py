"""Checks of what a viewer gets of other sides' steps, and of chance's.

What he is told and what he sees must tell him the same: what sounds alike looks
alike, in two states and after two steps; and what looks alike although different
things are hidden sounds alike.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from hexfront.conformance.knowledge import Pairs, after_step, events_for, known_to
from hexfront.conformance.snapshot import Snapshot, payload
from hexfront.core.contract import CHANCE, Decision, Kind, Rules, Step
from hexfront.core.dice import Dice, draw, draw_outcome
from hexfront.core.events import Event
from hexfront.core.state import digest

STEPS = 3
"""So many steps of others are taken one after another in a pair of states."""

ANSWERS = 24
"""Where chance answers more often than this between two orders, a pair is left."""


def check_untold(
    snapshot: Snapshot, dice: Dice, alternatives: int = 6, *, fleeting: Collection[str] = ()
) -> Pairs:
    """Two steps of another: what the events withhold the view does not show, nor the other way.

    Random legal steps of the same actor are tried from the same position.
    Where a viewer is told the same of two of them, something is withheld from
    him, and the game then waits for the same, he gets the same view, choices
    and offers.  Where the view is the same after two of them and the states are
    not, he is told the same; only events of the clauses `fleeting` may tell what
    no view keeps, such as that a shot has hit something unseen.  This finds
    leaks that `determinize` plays along with, and hidden moves that are told to
    everybody.
    """
    rules, state = snapshot.rules, snapshot.state
    if snapshot.decision.kind == Kind.OVER:
        return Pairs()
    actor, codes = _steps(rules, state, dice)
    while len(codes) > alternatives:
        codes.pop(int(draw(dice, len(codes))))
    pairs = Pairs()
    alike: dict[object, tuple[int, str, str]] = {}
    looks: dict[object, tuple[int, tuple[Event, ...], str]] = {}
    for code in codes:
        after, events = after_step(rules, state, Step(actor, code))
        mark, waits = digest(after), rules.decision(after)
        for viewer in snapshot.watchers:
            if viewer == actor:
                continue
            events_told = tuple(events_for(rules, events, viewer))
            if len(events_told) < len(events):
                known = known_to(snapshot.system, rules, after, viewer)
                first, expected, other = alike.setdefault(
                    (viewer, waits, events_told), (code, known, mark)
                )
                where = f"actor {actor}, steps {first} and {code}: viewer {viewer} is told the same"
                snapshot.same(expected, known, f"{where}, but sees")
                pairs += Pairs(int(code != first), int(mark != other))
            events_told = _lasting(snapshot, events_told, fleeting)
            look = payload(rules.view(after, viewer))
            begun, words, hidden = looks.setdefault(
                (viewer, waits, look), (code, events_told, mark)
            )
            if mark != hidden and events_told != words:
                snapshot.fail(
                    f"actor {actor}, steps {begun} and {code}: viewer {viewer} sees the same, "
                    f"but is told {list(words)} and {list(events_told)}"
                )
    return pairs


def check_foreign(
    snapshot: Snapshot,
    twin: Rules[Any],
    dice: Dice,
    draws: int = 1,
    *,
    offers: bool = True,
) -> Pairs:
    """The next steps of others, taken in the true state and in determinized ones, tell alike.

    From a state and one determinized from a viewer's view the same steps of other
    sides are taken as long as they are legal in both, and chance answers both
    alike.  If the viewer is told the same of it all, in the same words, he gets
    the same view and choices, with `offers` the same offers too.  When he
    is told something else, something was revealed, the two part, and the pair
    ends.  `twin` as in `check_determinized`.
    """
    pairs = Pairs()
    rules, state = snapshot.rules, snapshot.state
    while rules.decision(state).kind == Kind.CHANCE:
        # Nobody is shown a state in which chance is due.
        outcome = draw_outcome(rules.chances(state).weights, dice)
        state, _ = after_step(rules, state, Step(CHANCE, outcome))
    for viewer in snapshot.watchers:
        view = rules.view(state, viewer)
        for _ in range(draws):
            both = _Both((rules, twin), [state, twin.determinize(view, dice)], viewer)
            for _ in range(STEPS):
                step = both.common_step(dice)
                if step is None:
                    break
                both.take(step, (True, True))
                if not both.settle(dice):
                    break
                if not both.tells_alike():
                    break
                pairs += both.compare(snapshot, offers)
    return pairs


@dataclass
class _Both:
    """A true state and a determinized one, and what a viewer is told of the steps taken in them."""

    rules: tuple[Rules[Any], Rules[Any]]
    states: list[Any]
    viewer: int
    taken: list[str] = field(default_factory=list)
    events: tuple[list[Event], list[Event]] = field(default_factory=lambda: ([], []))

    def common_step(self, dice: Dice) -> Step | None:
        """A random step that both wait for and allow, not the viewer's own; None if none is."""
        decision, other = self._decisions()
        if decision.kind == Kind.OVER or decision != other:
            # Who has yet to act in a simultaneous decision is hidden too.
            return None
        (rules, twin), (state, determinized) = self.rules, self.states
        actor, codes = _steps(rules, state, dice, self.viewer)
        if actor == self.viewer:
            return None
        there = {int(code) for code in twin.choices(determinized, actor)}
        codes = [code for code in codes if code in there]
        return Step(actor, codes[int(draw(dice, len(codes)))]) if codes else None

    def take(self, step: Step, where: tuple[bool, bool]) -> None:
        """Carry a step out in one or both."""
        self.taken.append(
            f"{'chance' if step.actor == CHANCE else f'side {step.actor}'} {step.order}"
        )
        for number, rules in enumerate(self.rules):
            if where[number]:
                self.states[number], events = after_step(rules, self.states[number], step)
                self.events[number].extend(events_for(rules, events, self.viewer))

    def settle(self, dice: Dice) -> bool:
        """Let chance answer until both wait for orders or are over.

        False where the viewer has been told what tells the two apart.
        """
        for _ in range(ANSWERS):
            if self.events[0] != self.events[1]:
                return False
            due = tuple(decision.kind == Kind.CHANCE for decision in self._decisions())
            if not any(due):
                return True
            weights = [
                self.rules[number].chances(self.states[number]).weights
                for number in range(2)
                if due[number]
            ]
            outcome = draw_outcome(weights[0], dice)
            if outcome >= len(weights[-1]):
                return False
            self.take(Step(CHANCE, outcome), (due[0], due[1]))
        return False

    def tells_alike(self) -> bool:
        """Whether what was told reads the same; an event may reveal what it says by an id."""
        words = []
        for rules, state, events in zip(self.rules, self.states, self.events, strict=True):
            view = rules.view(state, self.viewer)
            words.append([rules.describe(event, view) for event in events])
        for events in self.events:
            events.clear()
        return words[0] == words[1]

    def compare(self, snapshot: Snapshot, offers: bool) -> Pairs:
        """The viewer has been told the same, so he gets the same."""
        state, determinized = self.states
        where = f"viewer {self.viewer} is told the same of {', '.join(self.taken)}"
        where += " in the true state and a determinized one, but"
        known, other = (
            known_to(snapshot.system, which, at, self.viewer, offers=offers)
            for which, at in zip(self.rules, self.states, strict=True)
        )
        snapshot.same(known, other, f"{where} sees")
        return Pairs(1, int(digest(state) != digest(determinized)))

    def _decisions(self) -> tuple[Decision, Decision]:
        return self.rules[0].decision(self.states[0]), self.rules[1].decision(self.states[1])


def _lasting(
    snapshot: Snapshot, events: tuple[Event, ...], fleeting: Collection[str]
) -> tuple[Event, ...]:
    """Events without those that may tell what no view keeps."""
    if not fleeting:
        return events
    return tuple(event for event in events if event.clause not in fleeting)


def _steps(
    rules: Rules[Any], state: Any, dice: Dice, but: int | None = None
) -> tuple[int, list[int]]:
    """Who acts next, a random one of the sides that must, and all that it may do.

    Not the side `but`, where any other must act too.
    """
    decision = rules.decision(state)
    if decision.kind == Kind.CHANCE:
        return CHANCE, list(range(len(rules.chances(state).weights)))
    sides = [side for side in decision.sides if side != but] or list(decision.sides)
    side = sides[int(draw(dice, len(sides)))]
    return side, [int(code) for code in rules.choices(state, side)]
