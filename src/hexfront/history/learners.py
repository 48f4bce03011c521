"""Models that learn from all that was known before a battle: a logistic, a tree, a forest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hexfront.data.battles import Battle
from hexfront.history.features import features
from hexfront.history.outcomes import (
    Pairs,
    around,
    attacker_won,
    band_of_errors,
    casualty_ratio,
    with_outcome,
)
from hexfront.history.question import Forecast, Question
from hexfront.history.simple import BaseRate

LEAF: Final = 15
"""Battles in a leaf, at least."""
TREES: Final = 50
PENALTY: Final = 0.1
"""C of scikit-learn for the logistic over all features: strong, for 400 battles."""


@dataclass(frozen=True, slots=True)
class _Learnt:
    """A pair of scikit-learn's estimators; None where there was nothing to learn from."""

    classifier: Any
    regressor: Any
    ends: tuple[float, float]
    base: Forecast

    def forecast(self, question: Question) -> Forecast:
        """By all features."""
        row = features(question.known)[None, :]
        wins, ratio = self.base.attacker_wins, self.base.casualty_ratio
        if self.classifier is not None:
            wins = float(self.classifier.predict_proba(row)[0, 1])
        if self.regressor is not None:
            ratio = around(float(self.regressor.predict(row)[0]), self.ends)
        return Forecast(wins, ratio)


@dataclass(frozen=True, slots=True)
class Learner:
    """A pair of estimators that can be fitted."""

    name: str
    about: str
    make: Callable[[], tuple[Any, Any]]
    """New estimators: of the winner, of the log casualty ratio."""
    given_duration: bool = False

    def fit(self, battles: Sequence[Battle]) -> _Learnt:
        """Fit both; bands come from errors in cross-validation, as forests know their battles."""
        classifier, regressor = self.make()
        won = with_outcome(battles, attacker_won)
        ratios = with_outcome(battles, casualty_ratio)
        base = BaseRate().fit(battles).answer
        ends = (0.0, 0.0)
        if len({value for _, value in won}) < 2:
            classifier = None
        else:
            classifier.fit(_rows(won), np.array([value for _, value in won]))
        if len(ratios) < 2 * LEAF:
            regressor = None
        else:
            ends = band_of_errors(_errors(regressor, ratios))
            regressor.fit(_rows(ratios), np.array([value for _, value in ratios]))
        return _Learnt(classifier, regressor, ends, base)


def _rows(pairs: Pairs) -> Any:
    return np.array([features(battle.known) for battle, _ in pairs])


def _errors(regressor: Any, pairs: Pairs) -> Any:
    from sklearn.model_selection import KFold, cross_val_predict

    values = np.array([value for _, value in pairs])
    parts = KFold(5, shuffle=True, random_state=1)
    return values - cross_val_predict(regressor, _rows(pairs), values, cv=parts)


def _filled(estimator: Any) -> Any:
    """With medians for what is not known, a mark for it, and features of one size."""
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    imputer = SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)
    return make_pipeline(imputer, StandardScaler(), estimator)


def _logistic() -> tuple[Any, Any]:
    from sklearn.linear_model import LogisticRegression, Ridge

    return _filled(LogisticRegression(C=PENALTY, max_iter=2000)), _filled(Ridge(alpha=1 / PENALTY))


def _tree() -> tuple[Any, Any]:
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    size = {"max_depth": 3, "min_samples_leaf": LEAF, "random_state": 1}
    return _filled(DecisionTreeClassifier(**size)), _filled(DecisionTreeRegressor(**size))


def _forest() -> tuple[Any, Any]:
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    size = {"n_estimators": TREES, "min_samples_leaf": LEAF, "random_state": 1}
    return _filled(RandomForestClassifier(**size)), _filled(RandomForestRegressor(**size))


LEARNERS: Final = (
    Learner(
        "logistic", "strength, equipment, posture, terrain, weather, air; penalised", _logistic
    ),
    Learner("tree", "the same, a tree of depth 3", _tree),
    Learner("forest", f"the same, {TREES} trees", _forest),
)
