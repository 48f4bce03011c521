"""The answer of a study in sentences, made from its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from hexfront.core.table.plurals import counted
from hexfront.experiments.analysis import Effect
from hexfront.experiments.exploration import Exploration
from hexfront.experiments.factors import level_text
from hexfront.experiments.models.tree import Tree
from hexfront.experiments.numbers import number_words
from hexfront.experiments.results import Results

MOST_RESPONSES: Final = 3
MOST_EFFECTS: Final = 2
STRAIGHT: Final = 0.7
"""An R² below which effects do not say what a response hangs on."""
WEAK: Final = 0.3
"""A Q² below which nothing is foretold worth the name."""


def value_words(value: float, *, is_rate: bool) -> str:
    """A mean, or a rate in percent."""
    return f"{value:.0%}" if is_rate else number_words(value)


def change_words(value: float, *, is_rate: bool) -> str:
    """A change, of a rate in points."""
    return f"{100 * value:+.0f} points" if is_rate else number_words(value, "+")


class StudyWords:
    """Sentences about a study."""

    def __init__(self, results: Results, exploration: Exploration) -> None:
        self._results, self._exploration = results, exploration
        self._experiment = results.outcome.experiment
        self._responses = self._experiment.reader.names[:MOST_RESPONSES]
        self._names = [factor.name for factor in self._experiment.factors]

    def sentences(self) -> list[str]:
        """What a reader who has a minute should know."""
        found = []
        for response in self._responses:
            is_same = float(np.ptp(self._exploration.values(response))) == 0.0
            causes = () if is_same else self._causes(response)
            found.append(" ".join([self._range(response), *causes]))
        found += self._choices()
        found += self._boxes()
        return found

    def _is_rate(self, response: str) -> bool:
        return self._experiment.reader.is_rate(response)

    def _range(self, response: str) -> str:
        values = self._exploration.values(response)
        is_rate = self._is_rate(response)
        name = response.replace("_", " ")
        name = name[:1].upper() + name[1:]
        low, high = int(values.argmin()), int(values.argmax())
        if values[low] == values[high]:
            return f"{name} is {value_words(values[low], is_rate=is_rate)} at every point."
        mean = value_words(float(values.mean()), is_rate=is_rate)
        ends = [
            f"{value_words(float(values[at]), is_rate=is_rate)} ({self._point(at)})"
            for at in (low, high)
        ]
        if len(self._experiment.factors) > 4:
            ends = [end.partition(" (")[0] for end in ends]
        return (
            f"{name} is {mean} on average over "
            f"{counted(len(values), 'point')}, from {ends[0]} to {ends[1]}."
        )

    def _point(self, point: int) -> str:
        """The levels of a point, as far as a sentence needs them."""
        pairs = zip(self._names, self._experiment.points[point], strict=True)
        return ", ".join(
            f"{name} {level if isinstance(level, str) else f'{level:.3g}'}" for name, level in pairs
        )

    def _causes(self, response: str) -> Iterator[str]:
        indices = self._results.indices.get(response)
        if indices:
            kind = self._experiment.design.kind
            ordered = sorted(indices, key=lambda one: -max(one.first, one.total))[:MOST_EFFECTS]
            if kind == "morris":
                names = " and ".join(one.name for one in ordered)
                yield f"What moves it most is {names}."
            else:
                parts = [f"{one.name} {one.total:.0%}" for one in ordered]
                yield f"Of its variance, with all that goes with them: {', '.join(parts)}."
            return
        effects = self._results.effects.get(response)
        if effects is None:
            yield from self._model(response)
            return
        tree = self._exploration.trees.get(response)
        if effects.explained < STRAIGHT and tree is not None:
            yield self._groups(tree, effects.explained, is_rate=self._is_rate(response))
            return
        certain = [one for one in effects.effects if self._is_certain(one)]
        ordered_effects = sorted(certain, key=lambda one: -abs(one.size))[:MOST_EFFECTS]
        if not ordered_effects:
            yield "No effect of a factor stands out from the rest."
            return
        parts = [self._effect(one, is_rate=self._is_rate(response)) for one in ordered_effects]
        yield f"What moves it most: {'; '.join(parts)}."
        yield from self._model(response)

    def _groups(self, tree: Tree, explained: float, *, is_rate: bool) -> str:
        """What divides the points, where effects that are straight lines say little."""
        groups = sorted(tree.groups, key=lambda one: one.mean)
        high, low = groups[-1], groups[0]
        return (
            f"No straight line: that explains {explained:.0%} of it. It is highest, "
            f"{value_words(high.mean, is_rate=is_rate)} on average, where "
            f"{' and '.join(high.conditions)}, and lowest, "
            f"{value_words(low.mean, is_rate=is_rate)}, where {' and '.join(low.conditions)}."
        )

    def _is_certain(self, one: Effect) -> bool:
        if one.low is None or one.high is None:
            return abs(one.size) > 1e-9
        return one.low > 0 or one.high < 0

    def _effect(self, one: Effect, *, is_rate: bool) -> str:
        size = change_words(one.size, is_rate=is_rate)
        bounds = ""
        if one.low is not None and one.high is not None:
            ends = [
                change_words(end, is_rate=is_rate).removesuffix(" points")
                for end in (one.low, one.high)
            ]
            bounds = f" ({ends[0]} to {ends[1]})"
        if len(one.names) > 1:
            return f"{' together with '.join(one.names)} {size}{bounds}"
        levels = self._exploration.inputs.levels(self._names.index(one.names[0]))
        first, last = level_text(levels[0]), level_text(levels[-1])
        if isinstance(levels[0], str):
            return f"{one.names[0]} {last} instead of {first} {size}{bounds}"
        return f"{one.names[0]} from {first} to {last} {size}{bounds}"

    def _model(self, response: str) -> Iterator[str]:
        models = self._exploration.metamodels.get(response)
        if models and models[0].explained < WEAK:
            yield (
                f"Take care: no model foretells points that it has not seen (Q² "
                f"{models[0].explained:.2f}), so most of what differs is chance or too crooked."
            )

    def _choices(self) -> Iterator[str]:
        for response, choices in self._exploration.choices.items():
            is_rate = self._is_rate(response)
            words = self._exploration.choice_words
            best, safe, calm = choices.by_expected, choices.by_worst, choices.by_regret
            mean = value_words(best.expected, is_rate=is_rate)
            if best is safe is calm:
                yield (
                    f"For {response}, {words(best)} is the robust choice: best on average "
                    f"({mean}), in the worst case ({value_words(best.worst, is_rate=is_rate)}) "
                    "and by regret."
                )
                continue
            yield (
                f"For {response}, {words(best)} is best on average ({mean}), {words(safe)} in the "
                f"worst case ({value_words(safe.worst, is_rate=is_rate)}), and {words(calm)} is "
                f"least regretted (at most {value_words(calm.most_regret, is_rate=is_rate)})."
            )

    def _boxes(self) -> Iterator[str]:
        found = self._exploration.discovery
        if found is None or not found.boxes:
            return
        box = found.boxes[0]
        where = " and ".join(limit.words for limit in box.limits)
        yield (
            f"{found.cases} holds at {box.density:.0%} of the points where {where}, and "
            f"{box.coverage:.0%} of all such points lie there."
        )
