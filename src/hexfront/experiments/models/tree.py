"""A regression tree: into which few groups the points fall, and by which conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexfront.experiments.designs import Float
from hexfront.experiments.models.inputs import Column, Inputs
from hexfront.experiments.models.metamodels import LEAST_POINTS, cross_validated

Bounds = tuple[float | None, float | None]
"""More than, and at most, from 0 to 1."""
DEPTH: Final = 3
LEAST_SHARE: Final = 0.05
"""Of the points, in a group."""
LEAST_GAIN: Final = 0.01
"""Of the variance of all points, that a condition takes away."""


@dataclass(frozen=True)
class Group:
    """Points of which some conditions hold."""

    conditions: tuple[str, ...]
    points: int
    mean: float


@dataclass(frozen=True)
class Tree:
    """The groups, and how far they are off at points that were left out."""

    groups: Sequence[Group]
    error: float
    explained: float
    """Q²."""


def grow_tree(inputs: Inputs, values: Float, seed: int) -> Tree | None:
    """A tree of at most eight groups; None for few points, and where nothing divides them."""
    from sklearn.tree import DecisionTreeRegressor

    count, variance = len(values), float(values.var())
    if count < LEAST_POINTS or variance <= 0:
        return None
    model = DecisionTreeRegressor(
        max_depth=DEPTH,
        min_samples_leaf=max(2, int(LEAST_SHARE * count)),
        min_impurity_decrease=LEAST_GAIN * variance,
        random_state=seed % 2**32,
    )
    error, explained = cross_validated(model, inputs.matrix, values, seed)
    model.fit(inputs.matrix, values)
    groups = list(_groups(model.tree_, inputs.columns, 0, {}))
    return Tree(groups, error, explained) if len(groups) > 1 else None


def _groups(
    tree: Any, columns: Sequence[Column], node: int, known: Mapping[int, Bounds]
) -> Iterator[Group]:
    column = int(tree.feature[node])
    if column < 0:
        words = tuple(columns[place].condition(low, high) for place, (low, high) in known.items())
        yield Group(words, int(tree.n_node_samples[node]), float(tree.value[node].item()))
        return
    place = float(tree.threshold[node])
    low, high = known.get(column, (None, None))
    left, right = int(tree.children_left[node]), int(tree.children_right[node])
    yield from _groups(tree, columns, left, {**known, column: (low, place)})
    yield from _groups(tree, columns, right, {**known, column: (place, high)})
