"""Orders in words: `3 move 0504`, `3 attack 0505 then advance`, `deploy armor @HF`, `done`.

The words come from the offers, so every system has them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from hexfront.core.contract import Counter, Offer, View
from hexfront.core.errors import InputError
from hexfront.core.table.aim import aimed, aims_at

ARROWS = {"->", ">", "to", "→"}
"""Words that people like to type and that say nothing."""
SUGGESTIONS = 4
MAX_TYPED = 200
"""Letters of an order in the words of offers."""
MAX_LINE = 2000
"""Letters of a line that somebody types, which may be a command of a system's own."""


def typed_forms(offers: Sequence[Offer]) -> list[str]:
    """For each offer the words to type: who, what, where; what says more, such as `from @HF`, last.

    Where several have the same, those words of their captions are added in
    which they differ, or else a number. For an offer that leaves the place to
    the player, the place is to be typed after them.
    """
    plain = [_usual(offer) for offer in offers]
    groups: dict[str, list[int]] = {}
    for i, form in enumerate(plain):
        groups.setdefault(form, []).append(i)
    for form, members in groups.items():
        if len(members) > 1:
            for i, more in zip(members, _differences([offers[i] for i in members]), strict=True):
                plain[i] = f"{form} {more}".strip()
    return plain


def _usual(offer: Offer) -> str:
    ends = (offer.place, offer.word) if " " in offer.word else (offer.word, offer.place)
    return " ".join(filter(None, (offer.subject, offer.kind, *ends)))


def _differences(offers: Sequence[Offer]) -> list[str]:
    captions = [typed_words(offer.caption) for offer in offers]
    shared = 0
    while len({tuple(caption[: shared + 1]) for caption in captions}) == 1 and all(
        len(caption) > shared for caption in captions
    ):
        shared += 1
    ends = [" ".join(caption[shared:]) for caption in captions]
    if len(set(ends)) < len(ends):
        return [str(number) for number in range(1, len(offers) + 1)]
    return ends


def read_typed(
    text: str,
    offers: Sequence[Offer],
    view: View,
    names: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
) -> Offer:
    """The offer that some words mean; of one that leaves the place open, that at the place.

    A unit goes by its id or name, a place by its label or name (`names`: by
    label; `numbers`: of all places of the board, by label). What is clear
    without saying, such as `move`, may be left out.
    Errors: `InputError` with what could be typed instead.
    """
    if not offers:
        raise InputError.at("order", text, "nothing: there is no order to give now")
    if len(text) > MAX_TYPED:
        raise InputError.at("order", text, f"an order of at most {MAX_TYPED} letters")
    words = [word for word in typed_words(text) if word not in ARROWS]
    forms = typed_forms(offers)
    readings = _readings(offers, forms, view, names or {})
    found = {forms[i]: offers[i] for i in readings.fixed.get(" ".join(words), [])}
    ends = list(_ends(words, _labels(numbers or {}, names or {})))
    for start, label in ends:
        for i in readings.open.get(start, []):
            if aims_at(offers[i], label):
                found[f"{forms[i]} {label}"] = aimed(offers[i], label, (numbers or {})[label])
    if len(found) == 1:
        return next(iter(found.values()))
    example = ends[-1][1] if ends else next(iter(numbers or {}), "")
    if not found:
        _refuse_place(words, offers, readings, example)
    likely = list(found) or [
        _example(offers[i], forms[i], example) for i in _likely(words, forms, readings.all())
    ]
    raise InputError.at("order", text, _one_of(likely))


def _one_of(texts: Sequence[str]) -> str:
    shown = ", ".join(f"`{text}`" for text in texts[:SUGGESTIONS])
    return f"one of: {shown}{', …' if len(texts) > SUGGESTIONS else ''}"


def _example(offer: Offer, form: str, label: str) -> str:
    """What to type for an offer, with some place where the player chooses it."""
    if offer.aim is None:
        return form
    places = offer.aim.places
    return f"{form} {label if places is None or label in places else next(iter(places), '')}"


def typed_words(text: str) -> list[str]:
    """The words of a line that somebody types."""
    return text.lower().replace(",", " ").replace(";", " ").split()


def _joined(*parts: str) -> str:
    return " ".join(typed_words(" ".join(parts)))


def _labels(numbers: Mapping[str, int], names: Mapping[str, str]) -> dict[str, str]:
    """The labels of the board by everything that can be typed for them."""
    named = {_joined(name): label for label, name in names.items() if label in numbers}
    return {**named, **{_joined(label): label for label in numbers}}


def _ends(words: Sequence[str], labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Every way to take the last words for a place: the words before it, and its label."""
    for at in range(len(words)):
        label = labels.get(" ".join(words[at:]))
        if label is not None:
            yield " ".join(words[:at]), label


@dataclass
class _Readings:
    """For everything that can be typed the numbers of the offers that it may mean."""

    fixed: dict[str, list[int]] = field(default_factory=dict)
    open: dict[str, list[int]] = field(default_factory=dict)
    """What stands before the place, where the player chooses it."""

    def all(self) -> dict[str, list[int]]:
        return {**self.open, **self.fixed}


def _readings(
    offers: Sequence[Offer], forms: Sequence[str], view: View, names: Mapping[str, str]
) -> _Readings:
    counters = {counter.id: counter for counter in view.counters}
    found = _Readings()
    for i, (offer, form) in enumerate(zip(offers, forms, strict=True)):
        tail = form[len(_usual(offer)) :].strip()
        kept = found.fixed if offer.aim is None else found.open
        for reading in _ways_to_say(offer, tail, counters.get(offer.subject), names):
            kept.setdefault(reading, []).append(i)
    return found


def _ways_to_say(
    offer: Offer, tail: str, counter: Counter | None, names: Mapping[str, str]
) -> set[str]:
    """Everything that can be typed for an offer; without the place where that is open."""
    name = counter.name if counter is not None and counter.known else ""
    subjects = [s for s in (offer.subject, name) if s] or [""]
    ends = [p for p in (offer.place, names.get(offer.place) or "") if p] or [""]
    stands = counter is not None and offer.place == counter.place
    if offer.place and not offer.path and (stands or not offer.subject):
        # Clear without the place: where the unit stands, or the only one of its kind.
        ends.append("")
    named = " ".join(names.get(part, part) for part in offer.word.split(" "))
    spellings = dict.fromkeys((offer.word, named, ""))
    plain = {part: _joined(part) for part in (*subjects, offer.kind, "", *spellings, *ends, tail)}
    ways = {
        " ".join(filter(None, [plain[part] for part in (subject, kind, *more, tail)]))
        for subject, kind, word, end in product(subjects, (offer.kind, ""), spellings, ends)
        if kind or word or end or tail or (offer.aim is not None and subject)
        for more in ([(word, end), (end, word)] if word and end else [(word, end)])
    }
    if not offer.subject and not offer.place and offer.aim is None:
        ways.add(_joined(offer.caption))
    if counter is not None and counter.place and offer.aim is None:
        here = (counter.place, names.get(counter.place) or "")
        if offer.place in ("", counter.place):
            # An order where the unit stands: the place tells the unit.
            ways |= {_joined(offer.kind, offer.word, place, tail) for place in here if place}
    return ways


def _refuse_place(
    words: Sequence[str], offers: Sequence[Offer], readings: _Readings, example: str
) -> None:
    """Say what is wrong with the place, where the words before it mean an offer."""
    for at in range(len(words), 0, -1):
        meant = readings.open.get(" ".join(words[:at]), [])
        if len(meant) == 1:
            offer = offers[meant[0]]
            places = offer.aim.places if offer.aim is not None else None
            found = " ".join(words[at:]).upper() or "<none>"
            if places is None:
                raise InputError.at("order: place", found, f"a place of the board, as {example}")
            near = difflib.get_close_matches(found, places, SUGGESTIONS, 0.5)
            raise InputError.at("order: place", found, _one_of(near or places))


def _likely(
    words: Sequence[str], forms: Sequence[str], readings: Mapping[str, Sequence[int]]
) -> list[int]:
    """Which offers were perhaps meant: same beginning first, then similar letters."""
    text = " ".join(words)
    for count in range(len(words), 0, -1):
        start = " ".join(words[:count]) + " "
        begun = dict.fromkeys(
            i for reading in readings if f"{reading} ".startswith(start) for i in readings[reading]
        )
        if begun:
            return sorted(begun, key=lambda i: -_likeness(forms[i], text))
    close = difflib.get_close_matches(text, readings, n=SUGGESTIONS, cutoff=0.5)
    similar = dict.fromkeys(i for reading in close for i in readings[reading])
    return list(similar) or list(range(len(forms)))


def _likeness(form: str, text: str) -> float:
    return difflib.SequenceMatcher(None, form.lower(), text).ratio()
