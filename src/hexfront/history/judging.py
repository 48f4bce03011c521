"""All models, fitted and judged: where they were fitted, and on wars and eras that they have not
seen; and on any file in the form of the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from hexfront.data.battles import ERAS, Battle, load_battles, read_battles
from hexfront.history.features import COLUMNS
from hexfront.history.laws import LAWS
from hexfront.history.learners import LEARNERS
from hexfront.history.pace import PACES
from hexfront.history.question import Fitted, Forecast, Model, ask
from hexfront.history.scores import Scores, score
from hexfront.history.simple import SIMPLE
from hexfront.history.systems import AsRuled, Refitted, able_systems

Split = Literal["fit", "war", "era", "later"]
SPLITS: Final[dict[Split, str]] = {
    "fit": "fit: judged on the battles that it was fitted to",
    "war": "forecast: each whole war by models fitted to all others",
    "era": "forecast: each era by models fitted to all others",
    "later": "forecast: each era but the first by models fitted to earlier ones alone",
}
OUTCOMES: Final = ("WINA", "CASA", "CASD", "KMDA")
NEEDED: Final = (*COLUMNS, *OUTCOMES)
"""Columns that a file must have to be judged."""


def all_models() -> tuple[Model, ...]:
    """Every model, those to beat first."""
    ruled: list[Model] = []
    for name in able_systems():
        ruled += [AsRuled(name), Refitted(name)]
    return (*SIMPLE, *LEARNERS, *ruled, *LAWS, *PACES)


Forecasts = list[tuple[Battle, Forecast]]
Parts = Iterator[tuple[Sequence[Battle], Sequence[Battle]]]


def parts(battles: Sequence[Battle], split: Split) -> Parts:
    """(fitted to, judged on), for each part of a split."""
    if split == "fit":
        yield battles, battles
        return
    of: Callable[[Battle], str] = (lambda b: b.war) if split == "war" else (lambda b: b.era)
    names = [name for _, name in ERAS] if split != "war" else sorted({b.war for b in battles})
    for number, name in enumerate(names):
        inside = [battle for battle in battles if of(battle) == name]
        others = [battle for battle in battles if of(battle) != name]
        if split == "later":
            others = [battle for battle in battles if of(battle) in names[:number]]
        if inside and others:
            yield others, inside


def forecast_all(model: Model, battles: Sequence[Battle], split: Split) -> Forecasts:
    """What a model says of every battle that a split judges, each with the battle."""
    pairs: Forecasts = []
    for fitted_to, judged_on in parts(battles, split):
        pairs += forecasts(model, model.fit(fitted_to), judged_on)
    return pairs


def forecasts(model: Model, fitted: Fitted, battles: Sequence[Battle]) -> Forecasts:
    """What a fitted model says of battles, each with the battle."""
    return [(battle, fitted.forecast(ask(battle, model))) for battle in battles]


class Judged(NamedTuple):
    """A model on somebody's file."""

    model: Model
    scores: Scores


def validate(path: Path) -> tuple[int, list[Judged]]:
    """Score every model on a file; all are fitted on the shipped data, none on the file.

    Returns: the number of battles in the file, and the models with their scores.
    Errors: `InputError` for a file that cannot be read or lacks columns.
    """
    from threadpoolctl import threadpool_limits

    battles = read_battles(path, NEEDED)
    shipped = load_battles()
    # Threads of linear algebra take longer to wait for each other than such small tables need.
    with threadpool_limits(1):
        return len(battles), [
            Judged(model, score(forecasts(model, model.fit(shipped), battles)))
            for model in all_models()
        ]
