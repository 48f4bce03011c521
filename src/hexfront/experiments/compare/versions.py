"""Games of other versions of the rules: each plays in a process of its own, as `hexfront run`."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.study.tally import column_names
from hexfront.experiments.compare.arms import GIT, HERE
from hexfront.experiments.experiment import Experiment
from hexfront.experiments.responses import Reader
from hexfront.study.files.tables import series_path
from hexfront.study.games import Record

GIT_SECONDS: Final = 60
BATCH: Final = 5000
"""Rows of a table that are in memory at a time."""


@dataclass(frozen=True)
class Version:
    """What plays the games of an arm."""

    text: str
    """As typed."""
    python: Path
    source: Path | None = None
    """Where its modules lie, if not where the interpreter looks."""

    def environment(self) -> dict[str, str]:
        """That of its process."""
        found = dict(os.environ)
        if self.source is not None:
            known = found.get("PYTHONPATH")
            found["PYTHONPATH"] = os.pathsep.join([str(self.source), *([known] if known else [])])
        elif self.text != HERE:
            # Modules of this version must not stand before those that are installed there.
            found.pop("PYTHONPATH", None)
        return found


def find_version(text: str, scratch: Path) -> Version:
    """What plays a version; `scratch` takes what must be unpacked. Errors: `InputError`."""
    here = Path(sys.executable)
    if text == HERE:
        return Version(text, here)
    if text.startswith(GIT):
        return Version(text, here, _unpacked_revision(text.removeprefix(GIT), scratch))
    path = Path(text)
    if text.endswith(".whl"):
        return Version(text, here, _unpacked_wheel(path, scratch))
    for inside in ("bin/python", "Scripts/python.exe"):
        if (path / inside).exists():
            return Version(text, (path / inside).absolute())
    raise InputError.at("ARM", text, "a folder with bin/python, as python -m venv makes them")


def _git(words: Sequence[str], revision: str) -> bytes:
    """Errors: `InputError`."""
    try:
        found = subprocess.run(
            ["git", *words],
            capture_output=True,
            check=False,
            timeout=GIT_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError.at("ARM", f"{GIT}{revision}", f"git, which fails: {error}") from None
    if found.returncode:
        said = found.stderr.decode("utf-8", "replace").strip().splitlines() or [""]
        expected = f"a revision of the repository in which this is called ({said[-1]})"
        raise InputError.at("ARM", f"{GIT}{revision}", expected)
    return found.stdout


def _unpacked_revision(revision: str, scratch: Path) -> Path:
    """The sources of a revision. Errors: `InputError`."""
    name = f"{revision}^{{commit}}"
    commit = _git(["rev-parse", "--verify", "--end-of-options", name], revision).decode().strip()
    top = _git(["rev-parse", "--show-toplevel"], revision).decode().strip()
    folder = scratch / f"git-{commit[:12]}"
    packed = _git(["-C", top, "archive", "--format=tar", commit, "src/hexfront"], revision)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def _unpacked_wheel(path: Path, scratch: Path) -> Path:
    """Errors: `InputError`."""
    folder = scratch / path.stem
    try:
        with zipfile.ZipFile(path) as wheel:
            if not any(name.startswith("hexfront/") for name in wheel.namelist()):
                raise InputError.at("ARM", str(path), "a wheel of hexfront")
            wheel.extractall(folder)
    except (OSError, zipfile.BadZipFile) as error:
        raise InputError.at("ARM", str(path), f"a wheel that can be read ({error})") from None
    return folder


def play_version(
    version: Version, experiment: Experiment, table: Path, workers: int, *, resume: bool
) -> None:
    """Play the games of an arm into a Parquet table. Errors: `HexfrontError` with what it says."""
    entry = experiment.entry
    words = ["run", entry.system, "--seats", ",".join(experiment.agents)]
    if entry.scenario is not None:
        is_file = entry.scenario.endswith((".json", ".toml"))
        words += ["--scenario", str(Path(entry.scenario).absolute()) if is_file else entry.scenario]
    for factor, level in zip(experiment.factors, experiment.points[0], strict=True):
        words += ["--option", f"{factor.entry.option}={level}"]
    words += ["--games", str(entry.games), "--seed", str(entry.seed), "--workers", str(workers)]
    words += ["--step-limit", str(entry.step_limit), "--out", str(table), "--no-tables", "--quiet"]
    words.append("--resume" if resume else "--force")
    done = subprocess.run(
        [str(version.python), "-m", "hexfront", *words],
        capture_output=True,
        env=version.environment(),
        check=False,
    )
    if done.returncode or not table.exists():
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise HexfrontError(f"{version.text}: {' / '.join(said[-3:]) or 'it wrote no games'}")


def read_games(table: Path, reader: Reader, text: str) -> Iterator[Record]:
    """The games of an arm in their order. Errors: `InputError` for a column that it has not."""
    import pyarrow.parquet as pq

    file = pq.ParquetFile(table)
    ends = _ends(series_path(table), reader)
    _check_columns(file.schema_arrow.names, table, reader, text)
    for batch in file.iter_batches(BATCH):
        for row in batch.to_pylist():
            yield Record(row, (0,), (next(ends),)) if ends is not None else Record(row)


def _check_columns(names: Sequence[str], table: Path, reader: Reader, text: str) -> None:
    """Errors: `InputError` where a response asks for what that version does not write."""
    columns = column_names(reader.sides)
    made = {"draw", *(f"wins_{name}" for name in columns)}
    for response, formula in reader.formulas.items():
        for name in sorted(formula.names - made - set(names)):
            if not name.endswith("_at_end") or not series_path(table).exists():
                expected = f"a column that {text} writes too: {', '.join(names)}"
                raise InputError.at(f"--response {response}", name, expected)


def _ends(path: Path, reader: Reader) -> Iterator[tuple[float, ...]] | None:
    """How the curves of each game end, in the order of this version's tally."""
    if reader.tally is None or not reader.tally.curves or not path.exists():
        return None
    sides = reader.sides
    wanted = [
        (curve.name, None if curve.side is None else sides[curve.side])
        for curve in reader.tally.curves
    ]
    return _last_readings(path, wanted)


def _last_readings(
    path: Path, wanted: Sequence[tuple[str, str | None]]
) -> Iterator[tuple[float, ...]]:
    import pyarrow.parquet as pq

    game: Any = None
    last: dict[tuple[str, str | None], float] = {}
    for batch in pq.ParquetFile(path).iter_batches(BATCH):
        columns = [batch.column(name).to_pylist() for name in ("game", "side", "name", "value")]
        for number, side, name, value in zip(*columns, strict=True):
            if number != game and game is not None:
                yield tuple(last.get(key, float("nan")) for key in wanted)
                last = {}
            game = number
            last[name, side] = value
    if game is not None:
        yield tuple(last.get(key, float("nan")) for key in wanted)
