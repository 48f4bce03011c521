"""Checks of offers: what the screen and the terminal show can be ordered, and typed."""

from __future__ import annotations

import itertools
from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from fractions import Fraction

from hexfront.conformance.knowledge import after_step
from hexfront.conformance.snapshot import Snapshot
from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, Kind, Offer, Step, View
from hexfront.core.dice import dice_from_seed, draw
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.table.aim import aimed
from hexfront.core.table.barred import barred
from hexfront.play.typed import read_typed, typed_forms

ROUNDING = Fraction(1, 10_000)
"""By so much rounded chances may add to more than 1."""

TYPED = 12
"""So many offers of a position are typed and read again."""


def check_offers(snapshot: Snapshot) -> None:
    """Offers begin with choices, can be carried out to their end, and explain themselves.

    A side that must act has at least one.  An offer of several orders may break
    off where chance, another side or the end comes between, or where a step
    showed the side something new about a counter that is not its own.  An offer
    that leaves the place open has no orders; its order at every place that it
    aims at is a choice.  A single order stands in one offer alone, and every
    choice is covered (`_check_covered`).
    """
    rules, state = snapshot.rules, snapshot.state
    for side in snapshot.sides:
        view = rules.view(state, side)
        offers = rules.offers(view)
        legal = {int(code) for code in rules.choices(state, side)}
        snapshot.demand(
            bool(offers) or side not in snapshot.decision.sides, f"side {side}: no offers"
        )
        single: Tally[int] = Tally()
        begun: set[int] = set()
        for offer in offers:
            _check_words(snapshot, side, view, offer)
            codes = _check_codes(snapshot, view, offer, legal)
            begun.update(codes if offer.aim is not None else codes[:1])
            _check_odds(snapshot, side, offer)
            single.update(codes if offer.aim is not None or len(codes) == 1 else ())
        twice = [code for code, count in single.items() if count > 1]
        snapshot.demand(not twice, f"side {side}: orders {twice[:9]} stand in several offers")
        _check_covered(snapshot, side, view, offers, legal - begun)
        _check_keys(snapshot, side, offers)
        _check_barred(snapshot, side, view, offers)
    for viewer in (SPECTATOR, UMPIRE):
        snapshot.demand(not rules.offers(rules.view(state, viewer)), f"offers to viewer {viewer}")


def _check_words(snapshot: Snapshot, side: int, view: View, offer: Offer) -> None:
    where = f"side {side}, offer {offer.caption!r}"
    snapshot.demand(
        bool(offer.kind and offer.caption), f"{where}: kind {offer.kind!r} or caption is missing"
    )
    clauses = snapshot.book.by_id
    snapshot.demand(offer.clause in clauses, f"{where}: clause {offer.clause!r} does not exist")
    known = {counter.id for counter in view.counters}
    snapshot.demand(
        not offer.subject or offer.subject in known, f"{where}: counter {offer.subject!r}"
    )
    single = not offer.key or (len(offer.key) == 1 and offer.key.isprintable())
    snapshot.demand(single, f"{where}: key {offer.key!r} is not one character")


def _check_codes(snapshot: Snapshot, view: View, offer: Offer, legal: set[int]) -> list[int]:
    """The orders that an offer of a view can begin with, all of them choices."""
    side = view.viewer
    where = f"side {side}, offer {offer.caption!r}"
    if offer.aim is None:
        snapshot.demand(bool(offer.orders), f"{where}: no orders")
        snapshot.demand(offer.orders[0] in legal, f"{where}: order {offer.orders[0]} is no choice")
        if len(offer.orders) > 1:
            _check_sequence(snapshot, view, offer, where)
        return list(offer.orders)
    snapshot.demand(not offer.orders, f"{where}: orders {offer.orders} beside an aim")
    snapshot.demand(not offer.place, f"{where}: place {offer.place!r} beside an aim")
    places = list(snapshot.places) if offer.aim.places is None else offer.aim.places
    snapshot.demand(
        bool(places) and len(set(places)) == len(places), f"{where}: aims at no place or twice"
    )
    codes = []
    for place in places:
        snapshot.demand(place in snapshot.places, f"{where}: aims at {place!r}, no place")
        code = aimed(offer, place, snapshot.places[place]).orders[0]
        snapshot.demand(code in legal, f"{where}: order {code} at {place} is no choice")
        codes.append(code)
    return codes


def _check_covered(
    snapshot: Snapshot, side: int, view: View, offers: Sequence[Offer], rest: set[int]
) -> None:
    """Every choice begins an offer, or is a step to a place where one leads by a better way.

    Such a step puts a counter there, plans it, or leaves an offer that leads on
    to there.  A system with a language of its own may leave to that what no
    offer says.
    """
    if snapshot.system.playing.language is not None:
        return
    led = {(offer.subject, offer.place) for offer in offers if offer.place}
    before = {counter.id: counter.place for counter in view.counters}
    for code in sorted(rest):
        after, _ = after_step(snapshot.rules, snapshot.state, Step(side, code))
        seen = snapshot.rules.view(after, side)
        ends = {(c.id, c.place) for c in seen.counters if before.get(c.id) != c.place}
        ends |= {(m.subject, m.places[-1]) for m in seen.marks if m.places and m not in view.marks}
        ends |= {(offer.subject, offer.place) for offer in snapshot.rules.offers(seen)}
        if led.isdisjoint(ends):
            words = snapshot.rules.write_order(code)
            snapshot.fail(f"side {side}: no offer covers order {code}, {words}")


def _check_odds(snapshot: Snapshot, side: int, offer: Offer) -> None:
    """A chance lies between 0 and 1, and outcomes that stand together have no more than 1."""
    where = f"side {side}, offer {offer.caption!r}: odds"
    waiting: list[tuple[str, Json]] = [("", dict(offer.odds or {}))]
    while waiting:
        name, part = waiting.pop()
        entries = part.items() if isinstance(part, Mapping) else enumerate(part)
        waiting += [(str(key), inner) for key, inner in entries if isinstance(inner, dict | list)]
        if not isinstance(part, Mapping):
            continue
        if "chance" in part:
            chance = _chance(part["chance"])
            snapshot.demand(
                chance is not None and 0 <= chance <= 1, f"{where}: chance {part['chance']!r}"
            )
        chances = [_chance(inner) for inner in part.values()]
        if name and chances and None not in chances:
            total = sum(chance for chance in chances if chance is not None)
            # Floats may be rounded for the screen; fractions are exact.
            rounded = any(isinstance(inner, float) for inner in part.values())
            snapshot.demand(
                total <= 1 + rounded * ROUNDING and all(c is not None and c >= 0 for c in chances),
                f"{where}: {name} {dict(part)} add to {total}",
            )


def _chance(value: Json) -> Fraction | None:
    """A chance as odds write it: a number with a point, or a fraction in words."""
    if not isinstance(value, str | float):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


def _check_keys(snapshot: Snapshot, side: int, offers: Sequence[Offer]) -> None:
    """Offers of one counter with the same key are told apart by kind, word and place."""
    keyed = [offer for offer in offers if offer.key]
    for one, other in itertools.combinations(keyed, 2):
        if (one.subject, one.key, one.kind, one.word) == (
            other.subject,
            other.key,
            other.kind,
            other.word,
        ):
            snapshot.demand(
                not _targets(snapshot, one) & _targets(snapshot, other),
                f"side {side}: key {one.key!r} of {one.subject!r} means both {one.caption!r} "
                f"and {other.caption!r}",
            )


def _check_barred(snapshot: Snapshot, side: int, view: View, offers: Sequence[Offer]) -> None:
    """Reasons why units can be given no order are told of own units, with clauses that exist."""
    clauses = snapshot.book.by_id
    own = {counter.id for counter in view.counters if counter.side == side}
    for unit, refusals in barred(snapshot.rules, view, offers).items():
        snapshot.demand(unit in own, f"side {side}: tries with {unit!r}, no unit of its own")
        for refusal in refusals:
            snapshot.demand(
                refusal.clause in clauses, f"side {side}: {unit!r} is barred by {refusal}"
            )


def _targets(snapshot: Snapshot, offer: Offer) -> set[str]:
    if offer.aim is None:
        return {offer.place}
    return set(snapshot.places if offer.aim.places is None else offer.aim.places)


def check_typed(snapshot: Snapshot) -> None:
    """Every offer can be typed: its words are read as this offer and no other.

    A sample of the offers is read; of one that leaves the place open, one place.
    The system's own language, which is asked first, may not forbid them.
    """
    rules, places = snapshot.rules, list(snapshot.places)
    make = snapshot.system.playing.language
    language = make(rules) if make is not None else None
    dice = dice_from_seed(snapshot.seed, snapshot.step, "conformance typed")
    for side in snapshot.sides:
        view = rules.view(snapshot.state, side)
        offers = list(rules.offers(view))
        forms = typed_forms(offers)
        snapshot.demand(len(set(forms)) == len(forms), f"side {side}: offers are typed alike")
        for _ in range(min(TYPED, len(offers))):
            number = int(draw(dice, len(offers)))
            text, wanted = forms[number], offers[number]
            if wanted.aim is not None:
                open_places = places if wanted.aim.places is None else wanted.aim.places
                place = open_places[int(draw(dice, len(open_places)))]
                text, wanted = f"{text} {place}", aimed(wanted, place, snapshot.places[place])
            try:
                command = language.read(view, text) if language and view.must_act else None
                found = command or read_typed(text, offers, view, None, snapshot.places)
            except InputError as error:
                snapshot.fail(f"side {side}: {text!r} is not understood: {error}")
            same = found == wanted if command is None else found.orders == wanted.orders
            snapshot.demand(same, f"side {side}: {text!r} is read as {found}")


def _check_sequence(snapshot: Snapshot, view: View, offer: Offer, where: str) -> None:
    rules, side = snapshot.rules, view.viewer
    state = snapshot.state.copy()
    log = EventLog()
    for number, order in enumerate(offer.orders):
        refusal = rules.refuse(state, side, order)
        if refusal is not None:
            now = rules.view(state, side)
            interrupted = not now.must_act or _foreign(now) != _foreign(view)
            snapshot.demand(
                interrupted, f"{where}: order {number + 1} of {offer.orders} refused by {refusal}"
            )
            return
        log.clear()
        rules.apply(state, Step(side, order), log)
        if rules.decision(state).kind != Kind.ORDERS:
            return


def _foreign(view: View) -> list[Counter]:
    return [counter for counter in view.counters if counter.side != view.viewer]
