"""The rows of an experiment in a folder: a game a line, in an order that nothing changes."""

from __future__ import annotations

import hashlib
import heapq
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront import __version__
from hexfront.core.documents.files import write_whole
from hexfront.core.documents.strictjson import Json, parse_json, read_bytes
from hexfront.core.errors import InputError
from hexfront.experiments.experiment import Experiment
from hexfront.study.files.parts import write_failed

ROWS: Final = "games.ndjson"
HEAD: Final = "experiment.json"
Shard = tuple[int, int]
"""Which part, counted from 1, of how many."""
WHOLE: Final[Shard] = (1, 1)


class GameRow(NamedTuple):
    """A game of an experiment."""

    point: int
    row: dict[str, Any]
    """Its figures, without those that all games of an experiment share."""
    responses: list[float]

    @property
    def line(self) -> str:
        """As a line of JSON."""
        return json.dumps(self._asdict(), sort_keys=True, separators=(",", ":"))


def read_row(line: str, place: str, responses: int) -> GameRow:
    """A line as `GameRow.line` makes it. Errors: `InputError`."""
    match parse_json(line, place):
        case {"point": int(point), "row": {"game": int()} as row, "responses": list(values)}:
            if len(values) == responses and all(isinstance(v, int | float) for v in values):
                return GameRow(point, row, values)
    raise InputError.at(place, line, f"a game of this experiment, with {responses} responses")


class Rows:
    """The rows of an experiment, kept in a folder if it has one."""

    def __init__(
        self, out: Path | None, experiment: Experiment, shard: Shard, *, resume: bool
    ) -> None:
        """Errors: `InputError` for a folder that holds something else; `WriteFailed`."""
        self._out, self._hash = out, hashlib.blake2b(digest_size=16)
        self._names = experiment.reader.names
        self._kept: Iterator[str] = iter(())
        self._file: Any = None
        self._head = head_of(experiment, shard)
        if out is None:
            return
        try:
            out.mkdir(parents=True, exist_ok=True)
            path = out / ROWS
            if resume and path.exists():
                _check_head(out, self._head)
                self._kept = _whole_lines(path)
            write_head(out, self._head, finished=False)
            self._file = path.open("a" if resume else "w", encoding="utf-8")
        except OSError as error:
            raise write_failed(out, error) from None

    def __enter__(self) -> Rows:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def kept(self, point: int, games: range) -> list[GameRow]:
        """The first of some games that an earlier run has left. Errors: `InputError`."""
        found: list[GameRow] = []
        for game in games:
            line = next(self._kept, None)
            if line is None:
                break
            one = read_row(line, f"{self._out}: {ROWS}", len(self._names))
            if one.point != point or one.row["game"] != game:
                where = f"{self._out}: {ROWS}: point {one.point}, game {one.row['game']}"
                raise InputError.at("--resume", where, f"point {point}, game {game}")
            self._hash.update(line.encode())
            found.append(one)
        return found

    def add(self, row: GameRow) -> None:
        """Keep a row. Errors: `WriteFailed`."""
        line = row.line
        self._hash.update(line.encode())
        if self._out is not None:
            try:
                self._file.write(line + "\n")
                self._file.flush()
            except OSError as error:
                raise write_failed(self._out / ROWS, error) from None

    def finish(self) -> None:
        """Say that no row is missing. Errors: `WriteFailed`."""
        if self._out is not None:
            try:
                write_head(self._out, self._head, finished=True)
            except OSError as error:
                raise write_failed(self._out / HEAD, error) from None

    @property
    def digest(self) -> str:
        """Of all rows so far, as hex digits."""
        return self._hash.hexdigest()


def _whole_lines(path: Path) -> Iterator[str]:
    """The lines that an earlier run has written whole; what it left of another is cut off."""
    with path.open("rb+") as file:
        end = 0
        for line in file:
            if line.endswith(b"\n"):
                end += len(line)
        file.truncate(end)
        os.fsync(file.fileno())
    left = end
    with path.open(encoding="utf-8") as lines:
        # Rows that are added meanwhile are not among them.
        while left > 0:
            text = lines.readline()
            left -= len(text.encode())
            yield text.removesuffix("\n")


def head_of(experiment: Experiment, shard: Shard) -> dict[str, Json]:
    """What tells one experiment, and one shard of it, from another."""
    return {
        "engine_version": __version__,
        "rules_version": experiment.system.version,
        "agents": list(experiment.agents),
        "experiment": experiment.entry.model_dump(mode="json", exclude_none=True),
        "responses": experiment.reader.names,
        "points": [list(levels) for levels in experiment.points],
        "shard": list(shard),
    }


def write_head(out: Path, head: dict[str, Json], *, finished: bool) -> None:
    """Write it into a folder; `finished`: whether no row is missing there. Errors: `OSError`."""
    text = json.dumps(head | {"finished": finished}, indent=1, sort_keys=True)
    write_whole(out / HEAD, text + "\n")


def _check_head(out: Path, head: dict[str, Json]) -> None:
    """Errors: `InputError` where the folder is of another experiment."""
    found: Any = parse_json(read_bytes(out / HEAD), str(out / HEAD))
    for key, value in head.items():
        if not isinstance(found, dict) or found.get(key) != value:
            raise InputError.at("--resume", f"{out / HEAD}: another `{key}`", "the same experiment")


def merge_shards(folders: Sequence[Path], out: Path) -> tuple[int, str]:
    """Write the rows of all shards of an experiment into one folder; how many, and their digest.

    They are as if nobody had divided it, and what follows from them is written by going on with
    that folder. Errors: `InputError`, `WriteFailed`.
    """
    if out in folders:
        raise InputError.at("--out", str(out), "another folder than those of the shards")
    heads = [_finished_head(folder) for folder in folders]
    first = {**heads[0], "shard": list(WHOLE)}
    for folder, head in zip(folders, heads, strict=True):
        for key, value in first.items():
            if key != "shard" and head.get(key) != value:
                expected = f"shards of one experiment: that of {folders[0]}"
                raise InputError.at(str(folder), f"another `{key}`", expected)
    count = heads[0]["shard"][1]
    given = sorted((head["shard"] for head in heads), key=tuple)
    if given != [[part, count] for part in range(1, count + 1)]:
        texts = ", ".join(f"{part}/{of}" for part, of in given)
        raise InputError.at("FILE…", f"shards {texts}", f"each of the {count} once")
    streams = [_ordered(folder, first) for folder in folders]
    digest, games = hashlib.blake2b(digest_size=16), 0
    try:
        out.mkdir(parents=True, exist_ok=True)
        with (out / ROWS).open("w", encoding="utf-8") as file:
            for _, line in heapq.merge(*streams):
                digest.update(line.encode())
                file.write(line + "\n")
                games += 1
        write_head(out, first, finished=True)
    except OSError as error:
        raise write_failed(out, error) from None
    return games, digest.hexdigest()


def is_experiment(folder: Path) -> bool:
    """Whether a folder is what `run_experiment` writes."""
    return (folder / HEAD).is_file()


def _finished_head(folder: Path) -> dict[str, Any]:
    """Errors: `InputError`."""
    place = str(folder / HEAD)
    head: Any = parse_json(read_bytes(folder / HEAD), place)
    match head:
        case {"experiment": dict(), "responses": list(), "shard": [int(), int()]}:
            if head.get("finished") is not True:
                expected = "all its games: hexfront study … --resume plays what is missing"
                raise InputError.at(str(folder), "an unfinished experiment", expected)
            return dict(head)
    raise InputError.at(place, head, "the head of an experiment")


def _ordered(folder: Path, head: dict[str, Any]) -> Iterator[tuple[tuple[int, int, int], str]]:
    """Rows of a shard with what all are put in order by: look, point and game."""
    entry, responses = head["experiment"], len(head["responses"])
    batch = entry["stop"]["batch"] if "stop" in entry else entry["games"]
    with (folder / ROWS).open(encoding="utf-8") as lines:
        for number, text in enumerate(lines, 1):
            line = text.removesuffix("\n")
            one = read_row(line, f"{folder / ROWS}: line {number}", responses)
            # With dice of its own a point's games are counted on from those of the one before.
            game = one.row["game"]
            look = (game % entry["games"]) // batch
            yield (look, one.point, game), line
