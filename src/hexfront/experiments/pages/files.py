"""Writes reports, each with the command that makes it again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from hexfront.core.documents.files import write_whole
from hexfront.core.errors import HexfrontError
from hexfront.core.extras import how_to_install
from hexfront.experiments.compare.arms import ArmKind
from hexfront.experiments.compare.results import Results as Compared
from hexfront.experiments.exploration import Exploration
from hexfront.experiments.results import Results
from hexfront.study.files.parts import write_failed

PAGE: Final = "report.html"


def check_charts() -> None:
    """Errors: `HexfrontError` where what draws charts is missing, before any game."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        said = f"the page in --out needs altair and vl-convert; {how_to_install('study')}"
        raise HexfrontError(said) from None


def write_study_page(
    out: Path, results: Results, exploration: Exploration, file: Path, seconds: float
) -> Path:
    """The report of a study. Errors: `InputError`, `WriteFailed`."""
    from hexfront.experiments.pages.study_page import study_page

    command = shlex.join(["hexfront", "study", str(file), "--out", str(out)])
    return _write(out / PAGE, study_page(results, exploration, out, command, seconds))


def write_compare_page(out: Path, results: Compared, seconds: float) -> Path:
    """The report of a comparison. Errors: `InputError`, `WriteFailed`."""
    from hexfront.experiments.pages.compare_page import compare_page

    words = [*compare_command(results), "--out", str(out)]
    return _write(out / PAGE, compare_page(results, shlex.join(words), seconds))


def compare_command(results: Compared) -> list[str]:
    """What was typed, with all that was usual written out."""
    comparison = results.comparison
    experiment = comparison.experiment
    entry = experiment.entry
    words = ["hexfront", "compare", entry.system, *(arm.text for arm in comparison.arms)]
    if entry.scenario is not None:
        words += ["--scenario", entry.scenario]
    words += ["--seats", ",".join(experiment.agents)]
    for factor, level in zip(experiment.factors, experiment.points[0], strict=True):
        if factor.entry.option is not None and not (
            comparison.kind is ArmKind.OPTIONS and factor.entry.option in comparison.arms[0].options
        ):
            words += ["--option", f"{factor.entry.option}={level}"]
        if comparison.kind is ArmKind.AGENT and factor.seat > 0:
            words += ["--side", experiment.reader.sides[factor.seat]]
    words += ["--games", str(entry.games), "--seed", str(entry.seed)]
    words += ["--confidence", f"{entry.confidence:g}"]
    for name, formula in experiment.reader.formulas.items():
        words += ["--response", name if name == formula.text else f"{name}={formula.text}"]
    return words


def _write(path: Path, text: str) -> Path:
    try:
        write_whole(path, text)
    except OSError as error:
        raise write_failed(path, error) from None
    return path
