"""Orders in words: `3 move 0504`, `3 attack 0505 then advance`, `done`.

The words come from the offers, so every system has them.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from itertools import product

from hexfront.core.contract import Offer, View
from hexfront.core.errors import InputError

ARROWS = {"->", ">", "to", "→"}
"""Words that people like to type and that say nothing."""
SUGGESTIONS = 4
MAX_TYPED = 200


def typed_forms(offers: Sequence[Offer]) -> list[str]:
    """For each offer the words to type: who, what, where.

    Where several have the same, those words of their captions are added in
    which they differ, or else a number.
    """
    plain = [" ".join(filter(None, (o.subject, o.kind, o.place))) for o in offers]
    groups: dict[str, list[int]] = {}
    for i, form in enumerate(plain):
        groups.setdefault(form, []).append(i)
    for form, members in groups.items():
        if len(members) > 1:
            for i, more in zip(members, _differences([offers[i] for i in members]), strict=True):
                plain[i] = f"{form} {more}".strip()
    return plain


def _differences(offers: Sequence[Offer]) -> list[str]:
    captions = [_words(offer.caption) for offer in offers]
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
    places: Mapping[str, str] | None = None,
) -> Offer:
    """The offer that some words mean.

    A unit goes by its id or name, a place by its label or name (`places`: names
    by label); what is clear without saying, such as `move`, may be left out.
    Errors: `InputError` with what could be typed instead.
    """
    words = [word for word in _words(text[:MAX_TYPED]) if word not in ARROWS]
    forms = typed_forms(offers)
    if not offers:
        raise InputError.at("order", text[:MAX_TYPED], "nothing: there is no order to give now")
    readings = _readings(offers, forms, view, places or {})
    found = readings.get(" ".join(words), [])
    if len(found) == 1:
        return offers[found[0]]
    likely = [forms[i] for i in found] or _likely(words, forms, readings)
    shown = ", ".join(f"`{form}`" for form in likely[:SUGGESTIONS])
    more = ", …" if len(likely) > SUGGESTIONS else ""
    raise InputError.at("order", text[:MAX_TYPED], f"one of: {shown}{more}")


def _words(text: str) -> list[str]:
    return text.lower().replace(",", " ").replace(";", " ").split()


def _readings(
    offers: Sequence[Offer], forms: Sequence[str], view: View, places: Mapping[str, str]
) -> dict[str, list[int]]:
    """For everything that can be typed the offers that it may mean."""
    names = {counter.id: counter.name for counter in view.counters if counter.known}
    found: dict[str, list[int]] = {}
    for i, (offer, form) in enumerate(zip(offers, forms, strict=True)):
        usual = " ".join(filter(None, (offer.subject, offer.kind, offer.place)))
        tail = form[len(usual) :].strip()
        subjects = [s for s in (offer.subject, names.get(offer.subject, "")) if s] or [""]
        ends = [p for p in (offer.place, places.get(offer.place) or "") if p] or [""]
        readings = {
            _joined(subject, kind, end, tail)
            for subject, kind, end in product(subjects, (offer.kind, ""), ends)
            if kind or end or tail
        }
        if not offer.subject and not offer.place:
            readings.add(_joined(offer.caption))
        for reading in readings:
            found.setdefault(reading, []).append(i)
    return found


def _joined(*parts: str) -> str:
    return " ".join(_words(" ".join(parts)))


def _likely(
    words: Sequence[str], forms: Sequence[str], readings: Mapping[str, Sequence[int]]
) -> list[str]:
    """What was perhaps meant: same beginning first, then similar letters."""
    text = " ".join(words)
    for count in range(len(words), 0, -1):
        start = " ".join(words[:count]) + " "
        begun = dict.fromkeys(
            i for reading in readings if reading.startswith(start) for i in readings[reading]
        )
        if begun:
            return sorted((forms[i] for i in begun), key=lambda form: -_likeness(form, text))
    close = difflib.get_close_matches(text, readings, n=SUGGESTIONS, cutoff=0.5)
    similar = dict.fromkeys(i for reading in close for i in readings[reading])
    return [forms[i] for i in similar] or list(dict.fromkeys(forms))


def _likeness(form: str, text: str) -> float:
    return difflib.SequenceMatcher(None, form.lower(), text).ratio()
