"""A Parquet table that grows in parts, so that an interrupted run can go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.strictjson import Json
from hexfront.study.games import Row, column_names

METADATA = b"hexfront"
FLUSH_SECONDS = 5.0
FLUSH_ROWS = 10_000
GROUP_ROWS = 65_536
"""Rows of a row group of the finished file: the same whatever parts it was made of."""


class WriteFailed(HexfrontError):
    """A disk that does not take what is written; the parts written before stay usable."""


def row_schema(sides: Sequence[str], metadata: Json) -> Any:
    """The Arrow schema of rows; `metadata` says which run they belong to.

    Errors: `HexfrontError` where pyarrow is missing.
    """
    try:
        import pyarrow as pa
    except ImportError:
        raise HexfrontError(
            "writing tables needs pyarrow; install it with: pip install 'hexfront[study]'"
        ) from None
    text = ("system", "scenario", "scenario_hash", "engine_version", "rules_version")
    fields = [("game", pa.int64()), ("seed", pa.int64())]
    fields += [(name, pa.string()) for name in (*text, "winner", "clause", "reason")]
    fields += [("steps", pa.int64()), ("end_time", pa.int64()), ("digest", pa.string())]
    for column in column_names(sides):
        fields.append((f"seat_{column}", pa.string()))
        fields.append((f"score_{column}", pa.float64()))
        fields.append((f"losses_{column}", pa.int64()))
    about = json.dumps(metadata, sort_keys=True).encode()
    return pa.schema([pa.field(name, kind) for name, kind in fields], {METADATA: about})


class PartedTable:
    """The rows of one run on disk.

    Until the run is finished they lie in the folder `NAME.parts` beside the
    file, each part written under a temporary name and renamed; then they
    become one file, also by renaming.
    """

    def __init__(
        self, path: Path, sides: Sequence[str], metadata: Json, games: range, *, resume: bool
    ) -> None:
        if not path.parent.is_dir():
            raise InputError.at("--out", str(path), "a file in a folder that exists")
        if path.is_dir():
            raise InputError.at("--out", str(path), "a file, not a folder")
        self.path = path
        self.schema = row_schema(sides, metadata)
        self._metadata = metadata
        self._games = games
        self._next = games.start
        self._folder = path.with_name(path.name + ".parts")
        self._rows: list[Row] = []
        self._flushed_at = monotonic()
        if self._parts() and not resume:
            raise InputError.at(
                str(self._folder),
                "<parts of an unfinished run>",
                "--resume to go on with it, or the folder removed",
            )
        self._resume = resume
        try:
            self._folder.mkdir(exist_ok=True)
            for leftover in self._folder.glob("*.tmp"):
                leftover.unlink()
        except OSError as error:
            raise _write_failed(self._folder, error) from None

    def __enter__(self) -> PartedTable:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Keep what was taken so far, also when the run is broken off."""
        try:
            self.flush()
        except WriteFailed:
            if kind is None:
                raise
        finally:
            with suppress(OSError):
                self._folder.rmdir()

    def kept(self) -> Iterator[list[Row]]:
        """Rows that an earlier run left, finished or not, in the order of their games.

        Errors: `InputError` where they belong to another run or are damaged.
        """
        if not self._parts() and self._resume and self.path.exists():
            self._read_kept(self.path)
            self.path.replace(self._part_path(self._next, self._next))
        for path in self._parts():
            table = self._read_kept(path)
            self._next += len(table)
            for batch in table.to_batches(max_chunksize=FLUSH_ROWS):
                yield batch.to_pylist()

    def add(self, rows: list[Row]) -> None:
        """Take rows; they reach the disk every few seconds. Errors: `WriteFailed`."""
        self._rows += rows
        if len(self._rows) >= FLUSH_ROWS or monotonic() - self._flushed_at >= FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what was taken as a part. Errors: `WriteFailed`."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._flushed_at = monotonic()
        if not self._rows:
            return
        path = self._part_path(self._next, self._next + len(self._rows) - 1)
        table = pa.Table.from_pylist(self._rows, self.schema)
        _write_renamed(path, lambda temporary: pq.write_table(table, temporary))
        count = len(self._rows)
        self._rows = []  # First, so that an interrupt between the two writes nothing twice.
        self._next += count

    def finish(self) -> None:
        """Make one file of all parts and remove them. Errors: `WriteFailed`, `InputError`."""
        self.flush()
        _write_renamed(self.path, self._write_whole)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write_whole(self, temporary: Path) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        with pq.ParquetWriter(temporary, self.schema) as writer:
            waiting = self.schema.empty_table()
            for path in self._parts():
                waiting = pa.concat_tables([waiting, self._read(path)])
                while len(waiting) >= GROUP_ROWS:
                    writer.write_table(waiting.slice(0, GROUP_ROWS))
                    waiting = waiting.slice(GROUP_ROWS)
            if len(waiting):
                writer.write_table(waiting)

    def _read_kept(self, path: Path) -> Any:
        """A table that must hold the next games of this run."""
        table = self._read(path)
        found = table.column("game").to_pylist()
        if not found or found != list(self._games[self._next - self._games.start :][: len(found)]):
            raise InputError.at(
                str(path),
                f"<games {min(found, default=0)} to {max(found, default=0)}>",
                f"games from {self._next} on, at most {self._games.stop - 1}",
            )
        return table

    def _read(self, path: Path) -> Any:
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            table = pq.read_table(path)
        except (OSError, pa.ArrowException) as error:
            raise InputError.at(str(path), f"<{error}>", "a part of this run") from None
        about = json.loads((table.schema.metadata or {}).get(METADATA, b"null"))
        if about != self._metadata:
            raise InputError.at(
                str(path), _difference(about, self._metadata), "a part of the same run"
            )
        return table.cast(self.schema)

    def _parts(self) -> list[Path]:
        return sorted(self._folder.glob("*.parquet"))

    def _part_path(self, first: int, last: int) -> Path:
        return self._folder / f"{first:012}-{last:012}.parquet"


def _difference(found: Any, expected: dict[str, Json]) -> str:
    if not isinstance(found, dict):
        return "<a table of something else>"
    keys = [key for key in expected if found.get(key) != expected[key]]
    return f"<another {', '.join(keys)}>"


def _write_renamed(path: Path, write: Any) -> None:
    """Let `write` fill a temporary file, then give it its name."""
    temporary = path.with_name(f"{path.name}.tmp")
    try:
        write(temporary)
        temporary.replace(path)
    except OSError as error:
        raise _write_failed(path, error) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _write_failed(path: Path, error: OSError) -> WriteFailed:
    return WriteFailed(f"{path}: cannot be written: {error.strerror or error}")
