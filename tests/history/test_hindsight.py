"""No model reads what was known only after a battle, fitting its outcome apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from hexfront.data.battles import Battle, HindsightError, load_battles, load_codebook
from hexfront.data.battles.battle import Value
from hexfront.history.judging import all_models
from hexfront.history.question import Fitted, Forecast, Model, Question, ask

SEEN = [battle for battle in load_battles() if battle.number("STRD")][::12]
UNSEEN = SEEN[5:8]
_DURATION = ("ATP", "NOATP")


def garbled(battle: Battle, *, with_duration: bool) -> Battle:
    """The battle with nonsense in every column of hindsight and in every name."""
    values: dict[str, Value] = dict(battle.values)
    for name, column in load_codebook().items():
        if column.known == "before" or (with_duration and name.startswith(_DURATION)):
            continue
        values[name] = 77.0 if column.kind == "number" else "nonsense"
    return Battle(values)


@pytest.mark.parametrize("model", all_models(), ids=lambda model: model.name)
def test_forecasts_do_not_depend_on_hindsight(model: Model) -> None:
    fitted = model.fit(SEEN)
    for battle in UNSEEN:
        other = garbled(battle, with_duration=model.given_duration)
        assert fitted.forecast(ask(battle, model)) == fitted.forecast(ask(other, model))


def test_models_that_are_told_the_duration_say_so() -> None:
    for model in all_models():
        told = ask(SEEN[0], model).days is not None
        assert told == model.given_duration
        assert told == ("given the duration" in f"{model.name} {model.about}")


@dataclass(frozen=True)
class Cheat:
    """A model that reads how leadership was judged afterwards."""

    name: str = "cheat"
    about: str = "reads LEADAA"
    given_duration: bool = False

    def fit(self, battles: Sequence[Battle]) -> Fitted:
        return self

    def forecast(self, question: Question) -> Forecast:
        return Forecast(0.9 if (question.known.code("LEADAA") or "0") > "0" else 0.5)


def test_a_model_that_reads_hindsight_is_stopped() -> None:
    model: Model = Cheat()
    with pytest.raises(HindsightError, match="LEADAA is hindsight"):
        model.fit(SEEN).forecast(ask(SEEN[0], model))
