"""What a comparison has found, as sentences, tables for people and a document for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.study.tally import column_names
from hexfront.experiments.compare.playing import Played
from hexfront.experiments.differences import Difference, difference, holm
from hexfront.experiments.numbers import number_words
from hexfront.study.reports.report import Table

DIGITS: Final = 6
MOST_TOLD: Final = 4
"""Differences in a sentence; the table has all."""


@dataclass(frozen=True)
class Finding:
    """How one arm differs from the first in a response."""

    response: str
    is_rate: bool
    arm: int
    found: Difference
    corrected: float | None
    """Its p after Holm's correction for all that is asked."""

    def is_certain(self, confidence: float) -> bool:
        """Whether chance alone seldom does so, all that is asked taken together."""
        return self.corrected is not None and self.corrected <= 1 - confidence


class Results:
    """The figures of a comparison that has been played."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.comparison = played.comparison
        self.responses = played.comparison.experiment.reader.names
        self.confidence = played.comparison.experiment.entry.confidence

    @property
    def names(self) -> list[str]:
        """Of the arms."""
        return [arm.name for arm in self.comparison.arms]

    @cached_property
    def findings(self) -> list[Finding]:
        """Arm by arm after the first, each response in its order."""
        reader = self.comparison.experiment.reader
        found = [
            (name, reader.is_rate(name), arm, self._difference(arm, place))
            for arm in range(1, len(self.played.arms))
            for place, name in enumerate(self.responses)
        ]
        corrected = holm([one.p for *_, one in found])
        return [Finding(*one, p) for one, p in zip(found, corrected, strict=True)]

    def _difference(self, arm: int, place: int) -> Difference:
        is_rate = self.comparison.experiment.reader.is_rate(self.responses[place])
        return difference(self.played.arms[arm].pairs[place], self.confidence, is_rate=is_rate)

    def sentences(self) -> list[str]:
        """The answer in words, made from the figures."""
        first, *others = self.names
        found = []
        for arm, name in enumerate(others, 1):
            own = [one for one in self.findings if one.arm == arm]
            found.append(self._sentence(first, name, own))
        return found

    def _sentence(self, first: str, name: str, own: Sequence[Finding]) -> str:
        if all(one.found.p is None for one in own):
            parts = [self._change(one) for one in own if one.found.size][:MOST_TOLD]
            if not parts:
                return f"With {name} all is as with {first}: one game each, which has no chance."
            return f"With {name} instead of {first}, in one game each: {'; '.join(parts)}."
        if all(
            set(self.played.arms[own[0].arm].changes[place].counts) <= {0.0}
            for place in range(len(own))
        ):
            asked = "all that is asked" if len(own) > 1 else self._words(own[0])
            games = self.comparison.games
            return f"With {name} {asked} is the same as with {first}, in each of {games} games."
        certain = [one for one in own if one.is_certain(self.confidence)]
        asked = "what is asked" if len(own) == 1 else f"the {len(own)} things asked"
        if not certain:
            widest = max(own, key=lambda one: (not one.is_rate, one.is_rate and _width(one)))
            return (
                f"In {self.comparison.games} games each, {name} and {first} differ in nothing for "
                f"certain, of {asked}; {self._words(widest)} may differ by "
                f"{interval_words(widest)}."
            )
        parts = [f"{self._change(one)} ({interval_words(one)})" for one in certain[:MOST_TOLD]]
        more = len(certain) - len(parts)
        rest = len(own) - len(certain)
        told = f" {more} more of the {len(own)} things asked differ for certain." if more else ""
        told += f" In {rest} the difference may be chance." if rest else ""
        return f"With {name} instead of {first}: {'; '.join(parts)}.{told}"

    def _change(self, one: Finding) -> str:
        """A difference as a part of a sentence."""
        found = one.found
        before = value_words(found.first, is_rate=one.is_rate)
        after = value_words(found.other, is_rate=one.is_rate)
        return f"{self._words(one)} {after} instead of {before}"

    def _words(self, one: Finding) -> str:
        return response_words(one.response, self.comparison.experiment.reader.sides)

    def tables(self) -> Iterator[Table]:
        """A table for each arm after the first."""
        first = self.names[0]
        for arm, name in enumerate(self.names[1:], 1):
            rows = [self._row(one) for one in self.findings if one.arm == arm]
            percent = f"{self.confidence:.3g}".removeprefix("0.")
            heads = ["response", first, name, "difference", f"{percent} % interval", "p", "p, Holm"]
            heads.append("saved")
            yield Table(f"{name} against {first}", heads, rows)

    def _row(self, one: Finding) -> list[str]:
        found = one.found
        return [
            self._words(one),
            value_words(found.first, is_rate=one.is_rate),
            value_words(found.other, is_rate=one.is_rate),
            signed_words(found.size, is_rate=one.is_rate),
            interval_words(one),
            p_words(found.p),
            p_words(one.corrected),
            "–" if found.saved is None else f"{found.saved:.0%}",
        ]

    def document(self) -> dict[str, Json]:
        """The figures as JSON."""
        experiment = self.comparison.experiment
        arms = zip(self.comparison.arms, self.played.versions, strict=True)
        return {
            "system": experiment.system.name,
            "kind": str(self.comparison.kind),
            "arms": [{"arm": arm.text, **about} for arm, about in arms],
            "agents": list(experiment.agents),
            "games": self.comparison.games,
            "seed": experiment.entry.seed,
            "confidence": self.confidence,
            "digest": self.played.digest,
            "answer": list(self.sentences()),
            "comparisons": [self._document(one) for one in self.findings],
        }

    def _document(self, one: Finding) -> dict[str, Json]:
        pairs = self.played.arms[one.arm].pairs[self.responses.index(one.response)]
        counts: dict[str, Json] = {
            "both": pairs.both,
            "only_first": pairs.only_first,
            "only_other": pairs.only_other,
            "neither": pairs.neither,
        }
        found = one.found
        return {
            "response": one.response,
            "first": self.comparison.arms[0].text,
            "other": self.comparison.arms[one.arm].text,
            "first_mean": _rounded(found.first),
            "other_mean": _rounded(found.other),
            "difference": _rounded(found.size),
            "low": _rounded(found.low),
            "high": _rounded(found.high),
            "test": "mcnemar" if one.is_rate else "paired t",
            "p": found.p,
            "p_holm": one.corrected,
            "variance_saved": _rounded(found.saved),
            **({"pairs": counts} if one.is_rate else {}),
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _width(one: Finding) -> float:
    low, high = one.found.low, one.found.high
    return 0.0 if low is None or high is None else high - low


def value_words(value: float, *, is_rate: bool) -> str:
    """A mean or a rate, for people."""
    return f"{value:.1%}" if is_rate else number_words(value)


def signed_words(value: float, *, is_rate: bool) -> str:
    """A difference, for people."""
    if value == 0:
        return "0"
    return f"{100 * value:+.1f} points" if is_rate else number_words(value, "+")


def p_words(value: float | None) -> str:
    """A probability, for people."""
    if value is None:
        return "–"
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"


def interval_words(one: Finding) -> str:
    """The bounds of a difference, for people; a dash where there is no chance."""
    low, high = one.found.low, one.found.high
    if low is None or high is None:
        return "–"
    if one.is_rate:
        return f"{100 * low:+.1f} to {100 * high:+.1f} points"
    return f"{number_words(low, '+')} to {number_words(high, '+')}" if low or high else "0"


def response_words(name: str, sides: Sequence[str]) -> str:
    """The name of a response in a sentence: `losses_red` as `losses of Red`."""
    for column, side in zip(column_names(sides), sides, strict=True):
        for end, words in ((f"_{column}", ""), (f"_{column}_at_end", " at the end")):
            if name.endswith(end):
                return f"{name.removesuffix(end).replace('_', ' ')} of {side}{words}"
    return name.replace("_", " ").replace(" at end", " at the end")
