"""Models of battles held against recorded ones: `python -m benchmarks.battles` writes
docs/battles-results.md.  It takes some minutes.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from hexfront.core.documents.files import write_whole
from hexfront.data.battles import ERAS, Battle, load_battles
from hexfront.history.judging import SPLITS, Forecasts, Split, all_models, forecast_all
from hexfront.history.laws import SIDES, Regression, regress_casualties
from hexfront.history.question import Model
from hexfront.history.scores import Difference, Scores, log_loss_difference, score
from hexfront.jit import compile_always

PAGE: Final = Path(__file__).parents[1] / "docs" / "battles-results.md"
SHORT: Final[dict[Split, str]] = {
    "fit": "fit",
    "war": "other wars",
    "era": "other eras",
    "later": "later eras",
}
CALIBRATED: Final = ("force ratio", "logistic", "forest", "malaya", "malaya, refitted", "idahex")
HEAD: Final = """# Models of battles, held against history

`make battles` makes this page anew; every number on it comes from that command. What the models
are, which data they read and what is left out stands in [the guide](guides/battles.md).

Four columns run through the tables. *Fit* judges a model on the battles that it was fitted to, and
tells how well it can be bent to them. The others are forecasts, and only they count: *other wars*
judges every whole war (theatres of a world war are one) by models fitted to all others, *other
eras* every era by models fitted to all others, *later eras* every era but the first by models
fitted to earlier ones alone.
"""
TAIL: Final = """
## What these data cannot say

- There is one row a battle, and no daily figures. Exponents here are of cross-sections: how losses
  of whole battles differ with strength. They do not tell how losses run within a battle, and they
  are no test of Lanchester's equations as laws of motion.
- Strengths and casualties are reconstructions with errors of tens of per cent, and errors in
  strength pull exponents toward 0.
- Who is called the winner, and which side the attacker, was judged afterwards by people who knew
  the end; battles are in the data because somebody found them worth a record.
- {most:.0%} of the battles are of two wars. What holds across wars rests on {wars} of them, most
  with few battles; intervals are by wars for that reason.
- The systems were not made for this. A die of Brigade is a company's battle, a table of Malaya a
  week, IDAHEX's rates are those of its sample of 1976; the mappings are ours, and another one would
  give other scores. A bad score tells of a system *with its mapping*.
"""


def main() -> None:
    """Judge all and write the page."""
    compile_always()
    battles = load_battles()
    found: dict[str, dict[Split, Forecasts]] = {}
    models = all_models()
    for model in models:
        print(model.name, file=sys.stderr, flush=True)
        found[model.name] = {split: forecast_all(model, battles, split) for split in SPLITS}
    scores = {
        name: {split: score(pairs) for split, pairs in by_split.items()}
        for name, by_split in found.items()
    }
    page = HEAD + _battles(battles) + _winners(models, found, scores) + _calibration(scores)
    page += (
        _casualties(models, scores)
        + _exponents(battles)
        + _advance(models, scores)
        + _tail(battles)
    )
    write_whole(PAGE, page, "docs")
    print(PAGE)


def _tail(battles: Sequence[Battle]) -> str:
    wars = Counter(battle.war for battle in battles)
    most = sum(count for _, count in wars.most_common(2)) / len(battles)
    return TAIL.format(most=most, wars=len(wars))


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    line = "| " + " | ".join(headings) + " |\n"
    rule = "| --- |" + " ---: |" * (len(headings) - 1) + "\n"
    return line + rule + "".join("| " + " | ".join(row) + " |\n" for row in rows)


def _number(value: float | None, digits: int = 3) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _battles(battles: Sequence[Battle]) -> str:
    rows = []
    for _, era in ERAS:
        inside = [b for b in battles if b.era == era]
        wins = [sum(b.winner == w for b in inside) for w in (1, 0, -1)]
        wars = len({b.war for b in inside})
        rows.append([era, str(wars), str(len(inside)), *map(str, wins)])
    headings = ["era", "wars", "battles", "attacker won", "neither", "defender won"]
    return f"\n## The battles\n\n{_table(headings, rows)}"


def _winners(
    models: Sequence[Model],
    found: dict[str, dict[Split, Forecasts]],
    scores: dict[str, dict[Split, Scores]],
) -> str:
    named = [m.name for m in models if scores[m.name]["fit"].log_loss is not None]
    rows, differences = [], {}
    for name in named:
        by = scores[name]
        difference = log_loss_difference(found[name]["war"], found["base rate"]["war"])
        if difference is not None and name != "base rate":
            differences[name] = difference
        rows.append(
            [
                name,
                *(_number(by[split].log_loss) for split in SPLITS),
                *(_number(by[split].brier) for split in ("fit", "war")),
                _number(by["war"].calibration_error),
                _interval(differences.get(name)),
            ]
        )
    headings = [
        "model",
        *(f"log-loss, {SHORT[split]}" for split in SPLITS),
        *(f"Brier, {SHORT[split]}" for split in ("fit", "war")),
        "calibration error, other wars",
        "log-loss less the base rate's, other wars",
    ]
    count = scores["base rate"]["fit"].winners
    return f"""
## Who wins

{count} battles; draws are left out. The base rate says of every battle how often attackers won.
The last column has an interval of 95 % from resampling whole wars; below 0 is better than the base
rate.

{_table(headings, rows)}
{_winner_words(scores, differences)}"""


def _interval(found: Difference | None) -> str:
    if found is None:
        return "–"
    return f"{found.mean:+.3f} ({found.low:+.3f} … {found.high:+.3f})"


def _winner_words(
    scores: dict[str, dict[Split, Scores]], differences: dict[str, Difference]
) -> str:
    """What the table says, in words made of its numbers."""
    better = [name for name, d in differences.items() if d.high < 0]
    worse = [name for name, d in differences.items() if d.low > 0]
    best = min(differences, key=lambda name: differences[name].mean)
    bent = min((name for name in differences), key=lambda name: scores[name]["fit"].log_loss or 9.0)
    lines = [
        "On wars that they had not seen, "
        + (
            f"better than the base rate for sure: {', '.join(better)}."
            if better
            else "no model is better than the base rate for sure."
        ),
        f"The best there is *{best}*, {_interval(differences[best])}.",
        f"*{bent}* fits best ({_number(scores[bent]['fit'].log_loss)}) and forecasts "
        f"{_number(scores[bent]['war'].log_loss)}: what a model is bent to is no forecast.",
    ]
    if worse:
        lines.append(f"Worse than the base rate for sure: {', '.join(worse)}.")
    return "\n".join(f"- {line}" for line in lines) + "\n"


def _calibration(scores: dict[str, dict[Split, Scores]]) -> str:
    rows = []
    for name in CALIBRATED:
        for part in scores[name]["war"].calibration:
            between = f"{part.low:.0%} … {part.high:.0%}"
            rows.append(
                [name, between, str(part.battles), f"{part.forecast:.0%}", f"{part.happened:.0%}"]
            )
    headings = ["model", "forecast between", "battles", "mean forecast", "attackers won"]
    return f"\n## Calibration, other wars\n\n{_table(headings, rows)}"


def _errors(
    models: Sequence[Model],
    scores: dict[str, dict[Split, Scores]],
    measured: Callable[[Scores], tuple[float | None, float | None]],
    digits: int = 3,
) -> str:
    """Error and coverage in each split, of the models that say something."""
    rows = []
    for model in models:
        found = [measured(scores[model.name][split]) for split in SPLITS]
        if found[0][0] is not None:
            errors = [_number(error, digits) for error, _ in found]
            rows.append([model.name, *errors, *(_number(coverage, 2) for _, coverage in found)])
    headings = [
        "model",
        *(f"error, {SHORT[split]}" for split in SPLITS),
        *(f"coverage, {SHORT[split]}" for split in SPLITS),
    ]
    return _table(headings, rows)


def _casualties(models: Sequence[Model], scores: dict[str, dict[Split, Scores]]) -> str:
    table = _errors(models, scores, lambda one: (one.casualty_error, one.coverage_80))
    base = scores["base rate"]["war"].casualty_error or 0.0
    better = [
        name
        for name, by in scores.items()
        if (by["war"].casualty_error or 9.0) < base - 0.01 and name != "base rate"
    ]
    words = (
        f"better than the constant by a hundredth: {', '.join(better)}"
        if better
        else (
            "no model is better by a hundredth than the constant, which knows nothing of the battle"
        )
    )
    return f"""
## Casualties

The error is the root mean square error of ln(attacker's casualties / defender's); 0.7 is a factor
of two. Coverage is how often that ratio lay in the band for four of five: .80 is right. The linear
law makes it a constant. Laws say nothing of who wins.

{table}
- On wars that they had not seen, {words}.
- Tables and dice as ruled have bands far too narrow, and IDAHEX none at all but for its two armies:
  history spreads more than they do.
"""


def _exponents(battles: Sequence[Battle]) -> str:
    rows = []
    for side in SIDES:
        rows.append([side, "all", *_of(regress_casualties(battles, side))])
        rows.append([side, "all", *_of(regress_casualties(battles, side, duration=True))])
        for _, era in ERAS:
            inside = [b for b in battles if b.era == era]
            rows.append([side, era, *_of(regress_casualties(inside, side))])
    headings = [
        "casualties of",
        "era",
        "own strength",
        "enemy strength",
        "days",
        "spread",
        "battles",
        "wars",
    ]
    return f"""
### Exponents

ln casualties of a side = rate + p ln own strength + q ln enemy strength (+ g ln days). The linear
law has p = q = 1, the square law p = 0, q = 1, the logarithmic law p = 1, q = 0. Behind ± is the
standard error with battles of a war as one cluster; where there are few wars it is a rough guess,
and of one war there is none. Spread is the standard deviation of what is left, in logarithms.

{_table(headings, rows)}
{_exponent_words(battles)}"""


def _exponent_words(battles: Sequence[Battle]) -> str:
    """What the exponents of all battles say, in words made of the numbers."""
    lines = []
    for side in SIDES:
        found = regress_casualties(battles, side)
        laws = {
            "linear": (1.0, 1.0),
            "square": (0.0, 1.0),
            "logarithmic": (1.0, 0.0),
        }
        off = [
            name
            for name, powers in laws.items()
            if any(
                abs(found.value(which) - power) > 2 * found.error(which)
                for which, power in zip(("own", "enemy"), powers, strict=True)
            )
        ]
        total = found.value("own") + found.value("enemy")
        lines.append(
            f"The {side}'s casualties: two standard errors away from the {', the '.join(off)} law; "
            f"p + q = {total:.2f}, so that battles twice as large on both sides cost "
            f"{2**total:.1f} times as much."
        )
        g = regress_casualties(battles, side, duration=True)
        lines.append(
            f"Time: g = {g.value('days'):.2f} ± {g.error('days'):.2f} for the {side}; a battle "
            f"twice as long has {2 ** g.value('days'):.2f} times the casualties, not twice. Long "
            "battles differ from short ones in more than their length, so this is no rate of loss."
        )
    return "\n".join(f"- {line}" for line in lines) + "\n"


def _of(found: Regression) -> list[str]:
    def part(name: str) -> str:
        if name not in found.names:
            return "–"
        error = "?" if math.isinf(found.error(name)) else f"{found.error(name):.2f}"
        return f"{found.value(name):.2f} ± {error}"

    return [
        *(part(name) for name in ("own", "enemy", "days")),
        f"{found.spread:.2f}",
        str(found.battles),
        str(found.wars),
    ]


def _advance(models: Sequence[Model], scores: dict[str, dict[Split, Scores]]) -> str:
    table = _errors(
        models, scores, lambda one: (one.advance_error, one.advance_coverage_80), digits=1
    )
    count = scores["base rate"]["fit"].advances
    return f"""
## Advance

{count} battles. The error is the mean absolute error in kilometres; the base rate says the median
of all. Brigade's rules give no size of a hex, so it says nothing.

{table}
- On other wars *advance* is {_number(scores["advance"]["war"].advance_error, 1)} km off where the
  median of all is {_number(scores["base rate"]["war"].advance_error, 1)} km; its band for four of
  five holds {_number(scores["advance"]["war"].advance_coverage_80, 2)}.
"""


if __name__ == "__main__":
    main()
