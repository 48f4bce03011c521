"""Plays a comparison, and reads the games of its arms side by side."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hexfront.core.errors import HexfrontError
from hexfront.experiments.compare.arms import ArmKind
from hexfront.experiments.compare.comparison import Comparison
from hexfront.experiments.compare.versions import find_version, play_version, read_games
from hexfront.experiments.differences import Pairs
from hexfront.experiments.distributions import Distribution
from hexfront.experiments.playing import ROWS, GameRow, read_row, run_experiment
from hexfront.study.files.parts import write_failed
from hexfront.study.games import TEXT_COLUMNS

VERSIONS: Final = ("engine_version", "rules_version")


@dataclass
class ArmGames:
    """What the games of an arm have come to, response by response."""

    values: list[Distribution]
    pairs: list[Pairs]
    """With the games of the first arm; of the first arm with itself."""
    changes: list[Distribution]
    """This arm's value less the first's, game by game."""


@dataclass(frozen=True)
class Played:
    """A comparison that has been played."""

    comparison: Comparison
    arms: Sequence[ArmGames]
    digest: str
    """Of all rows in their order."""
    versions: Sequence[dict[str, str]]
    """By arm what it was played with."""


def play(
    comparison: Comparison,
    out: Path | None,
    *,
    workers: int = 1,
    resume: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Played:
    """Play all arms and read their games side by side; with `out`, a folder, rows are kept there.

    Errors: `InputError`, `WriteFailed`, `GameFailed`, `ResponseFailed`, `HexfrontError`.
    """
    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(TemporaryDirectory()))
        if comparison.kind is ArmKind.VERSION:
            digest, versions = _play_versions(comparison, folder, workers, resume, progress)
        else:
            outcome = run_experiment(
                comparison.experiment, folder, workers=workers, resume=resume, progress=progress
            )
            digest, versions = outcome.digest, [own_version(comparison)] * len(comparison.arms)
        arms = read_pairs(folder / ROWS, comparison)
        return Played(comparison, arms, digest, versions)


def own_version(comparison: Comparison) -> dict[str, str]:
    """The versions of what runs here."""
    from hexfront import __version__

    return dict(zip(VERSIONS, (__version__, comparison.experiment.system.version), strict=True))


def _play_versions(
    comparison: Comparison,
    folder: Path,
    workers: int,
    resume: bool,
    progress: Callable[[int], None],
) -> tuple[str, list[dict[str, str]]]:
    experiment, found = comparison.experiment, []
    hashed = hashlib.blake2b(digest_size=16)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as scratch, (folder / ROWS).open("w", encoding="utf-8") as rows:
            # What is wrong with a later version is found before the first one has played.
            versions = [find_version(arm.text, Path(scratch)) for arm in comparison.arms]
            for place, version in enumerate(versions):
                table = folder / f"arm{place + 1}.parquet"
                play_version(version, experiment, table, workers, resume=resume)
                about: dict[str, str] = {}
                for record in read_games(table, experiment.reader, version.text):
                    about = about or {name: str(record.row[name]) for name in VERSIONS}
                    row = {k: v for k, v in record.row.items() if k not in TEXT_COLUMNS}
                    line = GameRow(place, row, experiment.reader.values(record)).line
                    hashed.update(line.encode())
                    rows.write(line + "\n")
                found.append(about)
                progress((place + 1) * comparison.games)
    except OSError as error:
        raise write_failed(folder, error) from None
    return hashed.hexdigest(), found


def read_pairs(path: Path, comparison: Comparison) -> list[ArmGames]:
    """The games of all arms side by side, in memory that does not grow with their number.

    Errors: `InputError`; `HexfrontError` where an arm has fewer games than the first.
    """
    names = comparison.experiment.reader.names
    found = [
        ArmGames(
            [Distribution() for _ in names],
            [Pairs() for _ in names],
            [Distribution() for _ in names],
        )
        for _ in comparison.arms
    ]
    with ExitStack() as stack:
        readers = [
            _rows_of(stack.enter_context(path.open("rb")), place, len(names))
            for place in range(len(found))
        ]
        for rows in zip(*readers, strict=False):
            if len({row.row["game"] for row in rows}) > 1:
                raise HexfrontError(f"{path}: the arms have different games")
            for arm, row in zip(found, rows, strict=True):
                for place, value in enumerate(row.responses):
                    first = rows[0].responses[place]
                    arm.values[place].add(value)
                    arm.pairs[place].add(first, value)
                    arm.changes[place].add(value - first)
    return found


def _rows_of(file: Any, arm: int, responses: int) -> Iterator[GameRow]:
    """The rows of an arm, which stand together."""
    start = f'{{"point":{arm},'.encode()
    found = False
    for line in file:
        if line.startswith(start):
            found = True
            yield read_row(line.decode().removesuffix("\n"), file.name, responses)
        elif found:
            return


def head_document(comparison: Comparison) -> str:
    """What was compared, for the folder of a comparison."""
    about = {
        "arms": [{"text": arm.text, "kind": str(arm.kind)} for arm in comparison.arms],
        "experiment": comparison.experiment.entry.model_dump(mode="json", exclude_none=True),
        "agents": list(comparison.experiment.agents),
    }
    return json.dumps(about, indent=1, sort_keys=True) + "\n"
