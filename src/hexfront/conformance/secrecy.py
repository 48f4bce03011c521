"""Checks of secrecy: what a viewer gets depends on what the viewer may know, and on nothing else.

Five kinds of pairs of states are compared.  They differ only in what the
viewer cannot know:

- a state, and one determinized from the viewer's own view by rules that have never
  seen the game (`check_determinized`);
- what the next steps of other sides and of chance make of both
  (`hexfront.conformance.foreign.check_foreign`);
- a state before and after somebody else's order in a simultaneous decision
  that is still open (`check_simultaneous`);
- the states after two steps of somebody else, or two answers of chance, of
  which something is withheld from the viewer and the rest told alike
  (`hexfront.conformance.foreign.check_untold`);
- the states after an order that can be taken back, given in the true state and
  in determinized ones (`check_revocable`).

And the truth must be among what can be determinized (`check_truth_drawn`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from hexfront.conformance.foreign import check_foreign, check_untold
from hexfront.conformance.knowledge import Pairs, after_step, events_for, known_to
from hexfront.conformance.orders import asked_codes
from hexfront.conformance.snapshot import Snapshot, payload
from hexfront.core.contract import Kind, Refusal, Rules, Step
from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.events import EventLog
from hexfront.core.state import digest
from hexfront.play.revocation import Revocation

REFUSALS = 16
"""Order codes whose refusal is compared in each pair, unless it is a thorough one."""

FEW = 12
"""So many different determinized states of a view are few: the truth must be among them."""

DRAWS = 30
"""So often as many states are drawn as were different, before the truth counts as missing."""


def check_determinized(
    snapshot: Snapshot, twin: Rules[Any], dice: Dice, draws: int = 1, *, thorough: bool = False
) -> Pairs:
    """Determinized states look, to the viewer, exactly as the true one does.

    `twin` is a second `Rules` object of the same scenario that has never seen
    the game: it determinizes and makes offers, so nothing can be remembered.
    Compared are view and choices, byte for byte, once for each viewer the offers
    too, refusals (those of `asked_codes` if `thorough`), and what the viewer's own orders
    tell him.
    """
    rules, state = snapshot.rules, snapshot.state
    pairs = Pairs()
    for viewer in snapshot.watchers:
        view = rules.view(state, viewer)
        own = digest(state)
        for number in range(draws):
            determinized = twin.determinize(view, dice)
            where = f"viewer {viewer}: a determinized state gives another view, choices or offers"
            truth = known_to(snapshot.system, rules, state, viewer, offers=not number)
            snapshot.same(
                truth,
                known_to(snapshot.system, twin, determinized, viewer, offers=not number),
                where,
            )
            if viewer >= 0:
                _same_refusals(snapshot, twin, determinized, viewer, dice, thorough)
                _same_events(snapshot, twin, determinized, viewer, dice)
            pairs += Pairs(1, int(digest(determinized) != own))
    return pairs


def _same_refusals(
    snapshot: Snapshot, twin: Rules[Any], determinized: Any, side: int, dice: Dice, thorough: bool
) -> None:
    rules = snapshot.rules
    codes: Sequence[int] = asked_codes(snapshot) if thorough else range(rules.actions)
    if not thorough and rules.actions > REFUSALS:
        codes = [int(draw(dice, rules.actions)) for _ in range(REFUSALS)]
    for code in codes:
        truth = rules.refuse(snapshot.state, side, code)
        other = twin.refuse(determinized, side, code)
        if truth != other:
            snapshot.fail(f"side {side}, order {code}: refused by {truth}, determinized by {other}")


def _same_events(
    snapshot: Snapshot, twin: Rules[Any], determinized: Any, side: int, dice: Dice
) -> None:
    """A random own order, given in both states: if nothing new is seen, the same is told.

    An order may reveal what was hidden, and then the two states part.  So the
    demand is: as long as the order leaves the side with equal views, it leaves
    him with equal events.  In a simultaneous decision that others keep open it
    cannot reveal anything, and the views must be equal too.
    """
    rules = snapshot.rules
    choices = rules.choices(snapshot.state, side)
    if not len(choices):
        return
    step = Step(side, int(choices[int(draw(dice, len(choices)))]))
    here, there = after_step(rules, snapshot.state, step), after_step(twin, determinized, step)
    same_view = payload(rules.view(here[0], side)) == payload(twin.view(there[0], side))
    where = f"side {side}, order {step.order}"
    if _kept_open(rules, snapshot.state, side) and _kept_open(twin, determinized, side):
        snapshot.demand(same_view, f"{where}: the view after it depends on what is hidden")
    if same_view:
        events_told, twin_told = events_for(rules, here[1], side), events_for(twin, there[1], side)
        snapshot.demand(
            events_told == twin_told,
            f"{where}: told {events_told}, in a determinized state {twin_told}",
        )


def _kept_open(rules: Rules[Any], state: Any, side: int) -> bool:
    """Whether other sides must act too, so that no order of this side ends the decision."""
    return bool(set(rules.decision(state).sides) - {side})


def check_truth_drawn(snapshot: Snapshot, twin: Rules[Any], dice: Dice) -> int:
    """Where a view allows few states, the true one is among them. Returns for how many viewers.

    As many states are determinized as it takes to meet the true one; where more than
    `FEW` come that are different, nothing is demanded.  If all are equally
    likely, a true one is missed once in e**`DRAWS` views.  Asked of a side that
    alone may give orders: what others have planned so far and not yet carried
    out is unseen, and `determinize` need not invent it.
    """
    rules, state = snapshot.rules, snapshot.state
    truth = digest(state)
    able = {side for side in snapshot.sides if len(rules.choices(state, side))}
    found = 0
    for viewer in snapshot.sides:
        if able != {viewer}:
            continue
        view = rules.view(state, viewer)
        determinized: set[str] = set()
        drawn = 0
        while len(determinized) <= FEW and drawn < DRAWS * (len(determinized) + 1):
            drawn += 1
            determinized.add(digest(twin.determinize(view, dice)))
            if truth in determinized:
                found += 1
                break
        else:
            snapshot.demand(
                len(determinized) > FEW,
                f"viewer {viewer}: the true state is none of the {len(determinized)} "
                f"that were determinized in {drawn} draws",
            )
    return found


def check_simultaneous(snapshot: Snapshot, dice: Dice, orders: int = 12) -> Pairs:
    """In a simultaneous decision the orders of one side change nothing for anybody else.

    From a position where several sides must act, random orders are given as
    long as more than one side must act, or a side that is done takes back.
    """
    rules, state = snapshot.rules, snapshot.copy()
    log = EventLog(256)
    pairs = Pairs()
    for number in range(orders):
        decision = rules.decision(state)
        if decision.kind != Kind.ORDERS or (not number and len(decision.sides) < 2):
            return pairs
        step = _order_that_keeps_open(rules, state, decision.sides, dice)
        if step is None:
            return pairs
        others = [viewer for viewer in snapshot.watchers if viewer != step.actor]
        offers = not number % 4
        before = {
            viewer: known_to(snapshot.system, rules, state, viewer, offers=offers)
            for viewer in others
        }
        was = digest(state)
        log.clear()
        rules.apply(state, step, log)
        where = f"order {step.order} of side {step.actor} in a simultaneous decision"
        different = int(digest(state) != was)
        for viewer in others:
            events_told = events_for(rules, log.events(), viewer)
            snapshot.demand(not events_told, f"{where}: viewer {viewer} is told {events_told}")
            after = known_to(snapshot.system, rules, state, viewer, offers=offers)
            snapshot.same(before[viewer], after, f"{where}: viewer {viewer} sees it")
            pairs += Pairs(1, different)
    return pairs


def _order_that_keeps_open(
    rules: Rules[Any], state: Any, sides: Sequence[int], dice: Dice
) -> Step | None:
    """A random order of a side that does not have the last word."""
    able = [
        side
        for side in range(len(rules.sides))
        if set(sides) - {side} and len(rules.choices(state, side))
    ]
    if not able:
        return None
    side = able[int(draw(dice, len(able)))]
    choices = rules.choices(state, side)
    return Step(side, int(choices[int(draw(dice, len(choices)))]))


def check_revocable(snapshot: Snapshot, twin: Rules[Any], dice: Dice, draws: int = 3) -> Pairs:
    """An order that can be taken back teaches its side nothing, and neither does why it cannot.

    It is given in states determinized from the side's view, too: if it can be taken
    back, the side must see and be told the same there; and where it sees and is told
    the same, the answer must be the same.  `twin` as in `check_determinized`.
    """
    rules, state = snapshot.rules, snapshot.state
    pairs = Pairs()
    for side in snapshot.sides:
        choices = rules.choices(state, side)
        if not len(choices):
            continue
        view = rules.view(state, side)
        step = Step(side, int(choices[int(draw(dice, len(choices)))]))
        learnt, refusal = _after_order(rules, state, step, snapshot.watchers)
        for _ in range(draws):
            determinized = twin.determinize(view, dice)
            other, other_refusal = _after_order(twin, determinized, step, snapshot.watchers)
            if refusal is None:
                where = f"side {side} can take order {step.order} back, but learns from it"
                snapshot.same(learnt, other, where)
            if learnt == other:
                where = f"side {side} learns from why it cannot take order {step.order} back"
                snapshot.same(refusal, other_refusal, where)
            pairs += Pairs(1, int(digest(determinized) != digest(state)))
    return pairs


def _after_order(
    rules: Rules[Any], state: Any, step: Step, viewers: Sequence[int]
) -> tuple[list[Any], Refusal | None]:
    """What a side sees and is told of its order, and why it cannot take it back."""
    after, events = after_step(rules, state, step)
    known = {viewer: events_for(rules, events, viewer) for viewer in viewers}
    past = Revocation(rules, state)
    past.note(1, step, 1, after, {viewer: what for viewer, what in known.items() if what})
    learnt = [payload(rules.view(after, step.actor)), known[step.actor]]
    return learnt, past.refusal(step.actor)


def check_secrecy(
    snapshots: Sequence[Snapshot],
    pairs: int,
    draws: int = 4,
    *,
    fleeting: Collection[str] = (),
    plans: bool = False,
) -> Pairs:
    """All checks of secrecy over some positions, again and again up to a number of pairs.

    `fleeting` are clauses of events that tell what no view keeps (`check_untold`).
    `plans` says that states keep unseen what other sides have planned, now or in
    earlier turns, and that `determinize` need not invent it: then the truth is not looked for among
    what is determinized (`check_truth_drawn`).

    Fails too where something is hidden, and yet no determinized state ever differed
    from the true one: then `determinize` draws nothing, and nothing was examined.
    """
    if not snapshots:
        raise AssertionError("no positions to compare")
    twins = {id(s.rules): s.system.rules(s.rules.scenario) for s in snapshots}
    determinized, others = Pairs(), Pairs()
    turn = 0
    while determinized.compared + others.compared < pairs:
        snapshot = snapshots[turn % len(snapshots)]
        dice = dice_from_seed(snapshot.seed, turn, "conformance secrecy")
        thorough = turn < len(snapshots) and not turn % 4
        twin = twins[id(snapshot.rules)]
        determinized += check_determinized(snapshot, twin, dice, draws, thorough=thorough)
        others += check_simultaneous(snapshot, dice)
        others += check_untold(snapshot, dice, fleeting=fleeting)
        others += check_revocable(snapshot, twin, dice)
        determinized += check_foreign(snapshot, twin, dice, offers=not turn % 4)
        if turn < len(snapshots) and not plans:
            check_truth_drawn(snapshot, twin, dice)
        turn += 1
    if others.different and not determinized.different:
        snapshots[0].fail(
            "something is hidden, but no determinized state ever differs from the true one"
        )
    return determinized + others
