"""Scores and laws against cases that can be worked out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hexfront.data.battles import Battle, load_battles
from hexfront.history.judging import parts
from hexfront.history.laws import LAWS, least_squares, regress_casualties
from hexfront.history.question import Band, Forecast, Question
from hexfront.history.scores import calibration, score
from hexfront.history.simple import SIMPLE, BaseRate, fit_logistic
from hexfront.history.systems import quantile


def battle(winner: int = 1, casualties: tuple[float, float] = (100, 100), km: float = 1) -> Battle:
    return Battle(
        {
            "WINA": str(winner),
            "CASA": float(casualties[0]),
            "CASD": float(casualties[1]),
            "KMDA": float(km),
        }
    )


def test_scores_by_hand() -> None:
    forecasts = [
        (battle(1, (math.e * 100, 100), 3), Forecast(0.8, Band(0, -1, 1.5), Band(1, 0, 2))),
        (battle(-1, (100, 100), 0), Forecast(0.5, Band(2, 1, 3), Band(1, 0, 2))),
        (battle(0, (0, 100)), Forecast(0.9, Band(2, 1, 3))),
    ]
    found = score(forecasts)
    assert (found.battles, found.winners, found.casualties, found.advances) == (2, 2, 2, 2)
    assert found.log_loss == pytest.approx(-(math.log(0.8) + math.log(0.5)) / 2)
    assert found.brier == pytest.approx((0.04 + 0.25) / 2)
    assert found.casualty_error == pytest.approx(math.sqrt((1 + 4) / 2))
    assert found.coverage_80 == 0.5
    assert (found.advance_error, found.advance_coverage_80) == (1.5, 0.5)
    nothing = score([(battle(0, (0, 0)), Forecast())])
    assert nothing.battles == 0
    assert nothing.log_loss is nothing.coverage_80 is None


def test_a_sure_forecast_that_fails_costs_much_and_not_all() -> None:
    assert score([(battle(-1), Forecast(1.0))]).log_loss == pytest.approx(math.log(1e6))


def test_calibration() -> None:
    bins = calibration([(0.1, 0.0), (0.15, 1.0), (1.0, 1.0), (0.8, 1.0)])
    assert [(b.battles, b.happened) for b in bins] == [(2, 0.5), (2, 1.0)]
    assert bins[0].forecast == pytest.approx(0.125)


def made_up(
    own: float, enemy: float, wars: int = 40, each: int = 10, seed: int = 1
) -> list[Battle]:
    """Battles with the mixed law's exponents, and errors that battles of a war share."""
    dice = np.random.default_rng(seed)
    found = []
    for war in range(wars):
        shared = dice.normal(0, 0.5)
        for _ in range(each):
            a, d = np.exp(dice.normal(9, 1, 2))
            lost = np.exp(
                -2 + own * math.log(a) + enemy * math.log(d) + shared + dice.normal(0, 0.5)
            )
            values = {"WAR": f"war {war}", "STRA": float(a), "STRD": float(d)}
            found.append(Battle(values | {"CASA": float(lost), "CASD": 100.0}))
    return found


def test_exponents_are_found_with_errors_that_hold() -> None:
    """About nineteen of twenty intervals hold the truth, though battles of a war are alike."""
    inside = 0
    for seed in range(60):
        found = regress_casualties(made_up(0.7, 0.4, 25, 6, seed), "attacker")
        inside += abs(found.value("own") - 0.7) < 2 * found.error("own")
        assert found.value("enemy") == pytest.approx(0.4, abs=0.3)
    assert 52 <= inside <= 60


def test_clusters_widen_the_error_of_what_they_share() -> None:
    dice = np.random.default_rng(3)
    wars = [str(n // 20) for n in range(400)]
    x = np.repeat(dice.normal(size=20), 20)
    y = x + np.repeat(dice.normal(size=20), 20) + dice.normal(0, 0.1, 400)
    table = np.column_stack([np.ones(400), x])
    alike = least_squares(["rate", "own"], table, y, wars)
    apart = least_squares(["rate", "own"], table, y, [str(n) for n in range(400)])
    assert alike.error("own") > 2.5 * apart.error("own")
    assert alike.values == apart.values


def test_exponents_of_history() -> None:
    """About .6 to .75 for own strength and .4 to .5 for the enemy's: between the named laws."""
    for side in ("attacker", "defender"):
        found = regress_casualties(load_battles(), side)  # type: ignore[arg-type]
        assert found.battles > 400
        assert 0.55 < found.value("own") < 0.8
        assert 0.35 < found.value("enemy") < 0.55
        assert 0.05 < found.error("own") < 0.3
        assert found.value("own") - 2 * found.error("own") > 0, "no square law"


def test_named_laws_have_their_exponents() -> None:
    """Doubling the attacker halves the ratio of losses by the square law, doubles it by the
    logarithmic, and leaves it by the linear."""
    fitted_to = load_battles()
    small, large = ({"STRA": a, "STRD": 1000.0} for a in (1000.0, 2000.0))
    for law, expected in (("linear", 0.0), ("square", -math.log(2)), ("logarithmic", math.log(2))):
        fitted = next(one for one in LAWS if one.name == f"{law} law").fit(fitted_to)
        middles = [
            fitted.forecast(Question(Battle(values).known)).casualty_ratio
            for values in (small, large)
        ]
        assert middles[0] is not None
        assert middles[1] is not None
        assert middles[1].middle - middles[0].middle == pytest.approx(expected)


def test_bands_hold_four_of_five() -> None:
    battles = load_battles()
    for model in (BaseRate(), *LAWS):
        fitted = model.fit(battles)
        pairs = [
            (b, fitted.forecast(Question(b.known, b.duration if model.given_duration else None)))
            for b in battles
        ]
        assert score(pairs).coverage_80 == pytest.approx(0.8, abs=0.01), model.name


def test_the_base_to_beat() -> None:
    """Log-loss of the force ratio about .62 where the base rate has .63, on what they were fitted
    to."""
    battles = load_battles()
    found = []
    for model in SIMPLE[:2]:
        fitted = model.fit(battles)
        found.append(score([(b, fitted.forecast(Question(b.known))) for b in battles]).log_loss)
    assert found == [pytest.approx(0.630, abs=0.001), pytest.approx(0.623, abs=0.001)]


def test_a_logistic_over_one_number() -> None:
    assert fit_logistic([(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]) is None
    assert fit_logistic([(1.0, 1.0), (1.0, 0.0), (1.0, 1.0)]) is None
    found = fit_logistic(
        [(math.log(3) * k, y) for k, y in [(0, 0), (0, 1)] + [(1, 1)] * 3 + [(1, 0)]]
    )
    assert found == (pytest.approx(0, abs=0.01), pytest.approx(1, abs=0.01))


@pytest.mark.parametrize("split", ["war", "era", "later"])
def test_no_battle_is_judged_by_a_model_that_has_seen_its_war(split: str) -> None:
    battles = load_battles()
    judged = 0
    for fitted_to, judged_on in parts(battles, split):  # type: ignore[arg-type]
        assert not {id(b) for b in fitted_to} & {id(b) for b in judged_on}
        if split == "war":
            assert not {b.war for b in fitted_to} & {b.war for b in judged_on}
        else:
            assert not {b.era for b in fitted_to} & {b.era for b in judged_on}
        if split == "later":
            assert max(b.year or 0 for b in fitted_to) < min(b.year or 0 for b in judged_on)
        judged += len(judged_on)
    assert judged == (len(battles) if split != "later" else len(battles) - 79)


def test_quantile() -> None:
    assert quantile([(1.0, 0.1), (2.0, 0.8), (3.0, 0.1)], 0.9) == 2.0


def test_a_law_that_needs_the_duration_stands_in_where_it_is_not_known() -> None:
    law = next(one for one in LAWS if one.given_duration)
    fitted = law.fit(load_battles())
    known = load_battles()[0].known
    assert fitted.forecast(Question(known)).stand_in
    assert not fitted.forecast(Question(known, 2.0)).stand_in
    assert fitted.forecast(Question(known, 2.0)) != fitted.forecast(Question(known, 20.0))


def test_one_war_has_no_error() -> None:
    one_war = [b for b in load_battles() if b.war == "WORLD WAR I"]
    found = regress_casualties(one_war, "attacker")
    assert found.wars == 1
    assert all(math.isinf(error) for error in found.errors)
