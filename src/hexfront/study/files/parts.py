"""Parquet tables that grow in parts, so that an interrupted run can go on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from hexfront.core.documents.files import whole_file
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.study.files.tables import (
    GROUP_ROWS,
    GroupedFile,
    Layout,
    check_belongs,
    series_path,
    table_path,
)
from hexfront.study.games import Record, Row

FLUSH_SECONDS = 5.0
"""So much work at most is lost by a kill, and the games that wait for an earlier one."""
FLUSH_FIRST = 0.2
"""At the start of a run it is so much: a short one is not to lose all."""
FLUSH_SHARE = 0.1
"""Between these, the share of the time that the run has taken."""
FLUSH_ROWS = 10_000
FLUSH_RECORDED = 1_000_000
"""Rows that a recorder wrote."""


class WriteFailed(HexfrontError):
    """A disk that does not take what is written; the parts written before stay usable."""


class PartedTable:
    """The games of one run on disk.

    Until the run is finished they lie in the folder `NAME.parts` beside the
    file, each part written under a temporary name and renamed; then they
    become one file, or two where there are curves, also by renaming.  What a
    recorder writes lies in a folder for each of its tables, in parts of the same
    names, which are there before the part with the games.
    """

    def __init__(
        self, path: Path, layout: Layout, metadata: Json, games: range, *, resume: bool
    ) -> None:
        self._folder = parts_folder(path, resume=resume)
        self.path = path
        self._layout = layout
        self._metadata = metadata
        self._games = games
        self._next = games.start
        self._rows: list[Row] = []
        self._recorded: dict[str, list[Any]] = {table.name: [] for table in layout.tables}
        self._recorded_rows = 0
        self._began_at = monotonic()
        self._flushed_at: float | None = None
        self._resume = resume
        try:
            tidy_folder(self._folder)
            if not resume:
                self._drop_strays()
        except OSError as error:
            raise write_failed(self._folder, error) from None

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
            remove_if_empty(self._folder)

    def kept(self) -> Iterator[list[Record]]:
        """Games that an earlier run left, finished or not, in their order.

        Errors: `InputError` where they belong to another run or are damaged.
        """
        if not self._parts() and self._resume and self.path.exists():
            self._reopen()
        self._drop_strays()
        for path in self._parts():
            table = self._read_kept(path, self._layout.part)
            for name in self._recorded:
                self._check(self._record_path(name, path.stem), self._layout.records_of[name])
            self._next += len(table)
            yield from self._layout.records(table)

    def _reopen(self) -> None:
        """Make a part of finished files."""
        import pyarrow.parquet as pq

        self._folder.mkdir(exist_ok=True)
        games = self._read_kept(self.path, self._layout.games)
        part = self._part_path(self._next, self._next)
        for name, schema in self._layout.records_of.items():
            target = self._record_path(name, part.stem)
            if not target.exists():  # Else an earlier try got so far.
                whole = table_path(self.path, name)
                self._check(whole, schema)
                target.parent.mkdir(exist_ok=True)
                whole.replace(target)
        if not self._layout.curves:
            self.path.replace(part)
            return
        readings = series_path(self.path)
        whole = self._layout.join(games, self._read(readings, self._layout.series))
        self._write(part, lambda temporary: pq.write_table(whole, temporary))
        self.path.unlink()
        readings.unlink()

    def add(self, records: list[Record]) -> None:
        """Take games; they reach the disk every few seconds. Errors: `WriteFailed`."""
        for record in records:
            self._rows.append(self._layout.part_row(record))
            pairs = zip(self._layout.tables, record.tables, strict=True)
            for table, columns in pairs if self._layout.tables else ():
                rows = self._layout.rows_of(table, record.row["game"], columns)
                self._recorded[table.name].append(rows)
                self._recorded_rows += len(rows)
        full = len(self._rows) >= FLUSH_ROWS or self._recorded_rows >= FLUSH_RECORDED
        if full or self._is_due():
            self.flush()

    def _is_due(self) -> bool:
        """Whether what was taken should not wait any longer; the first games never do."""
        now = monotonic()
        wait = min(max(FLUSH_FIRST, FLUSH_SHARE * (now - self._began_at)), FLUSH_SECONDS)
        return self._flushed_at is None or now - self._flushed_at >= wait

    def flush(self) -> None:
        """Write what was taken as a part. Errors: `WriteFailed`."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._flushed_at = monotonic()
        if not self._rows:
            return
        path = self._part_path(self._next, self._next + len(self._rows) - 1)
        for name, tables in self._recorded.items():
            target = self._record_path(name, path.stem)
            self._write_recorded(target, pa.concat_tables(tables))
        table = pa.Table.from_pylist(self._rows, self._layout.part)
        self._write(path, lambda temporary: pq.write_table(table, temporary))
        count = len(self._rows)
        self._rows = []  # First, so that an interrupt between the two writes nothing twice.
        self._next += count
        self._recorded = {name: [] for name in self._recorded}
        self._recorded_rows = 0

    def _write_recorded(self, path: Path, table: Any) -> None:
        import pyarrow.parquet as pq

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise write_failed(path.parent, error) from None
        self._write(path, lambda temporary: pq.write_table(table, temporary, GROUP_ROWS))

    def finish(self) -> None:
        """Make whole files of all parts and remove them. Errors: `WriteFailed`, `InputError`."""
        self.flush()
        for name in self._recorded:
            self._write(table_path(self.path, name), partial(self._write_whole_record, name))
        if self._layout.curves:
            self._write(series_path(self.path), lambda path: self._write_whole(path, 1))
        self._write(self.path, lambda path: self._write_whole(path, 0))
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, path: Path, write: Callable[[Path], Any]) -> None:
        """Let `write` fill a file. What a kill leaves of it stands in the folder of parts."""
        try:
            self._folder.mkdir(exist_ok=True)
            with whole_file(path, self._folder) as temporary:
                write(temporary)
        except OSError as error:
            raise write_failed(path, error) from None

    def _write_whole(self, temporary: Path, which: int) -> None:
        """Write the table of games (0) or of series (1)."""
        layout = self._layout
        with GroupedFile(temporary, (layout.games, layout.series)[which]) as file:
            for path in self._parts():
                file.add(layout.split(self._read(path, layout.part))[which])

    def _write_whole_record(self, name: str, temporary: Path) -> None:
        """Write one of the recorder's tables."""
        schema = self._layout.records_of[name]
        paths = [self._record_path(name, path.stem) for path in self._parts()]
        if len(paths) == 1:
            self._check(paths[0], schema)
            shutil.copyfile(paths[0], temporary)
            return
        with GroupedFile(temporary, schema) as file:
            for path in paths:
                file.add(self._read(path, schema))

    def _read_kept(self, path: Path, schema: Any) -> Any:
        """A table that must hold the next games of this run."""
        table = self._read(path, schema)
        found = table.column("game").to_pylist()
        if not found or found != list(self._games[self._next - self._games.start :][: len(found)]):
            raise InputError.at(
                str(path),
                f"<games {min(found, default=0)} to {max(found, default=0)}>",
                f"games from {self._next} on, at most {self._games.stop - 1}",
            )
        return table

    def _read(self, path: Path, schema: Any) -> Any:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._check(path, schema)
        try:
            return pq.read_table(path).cast(schema)
        except (OSError, pa.ArrowException) as error:
            raise InputError.at(str(path), f"<{error}>", "a part of this run") from None

    def _check(self, path: Path, schema: Any) -> None:
        """Whether a file belongs to this run. Errors: `InputError`."""
        check_belongs(path, schema, self._metadata)

    def _parts(self) -> list[Path]:
        return sorted(self._folder.glob("*.parquet"))

    def _drop_strays(self) -> None:
        """Remove what a recorder wrote of games whose own part was never written."""
        known = {path.name for path in self._parts()}
        for stray in self._folder.glob("*/*.parquet"):
            if stray.name not in known:
                stray.unlink()

    def _record_path(self, name: str, stem: str) -> Path:
        return self._folder / name / f"{stem}.parquet"

    def _part_path(self, first: int, last: int) -> Path:
        return self._folder / f"{first:012}-{last:012}.parquet"


def parts_folder(path: Path, *, resume: bool) -> Path:
    """The folder of parts of a file that is to be written. Errors: `InputError`."""
    if not path.parent.is_dir():
        raise InputError.at("--out", str(path), "a file in a folder that exists")
    if path.is_dir():
        raise InputError.at("--out", str(path), "a file, not a folder")
    folder = path.with_name(path.name + ".parts")
    if not resume and any(folder.glob("*.parquet*")):
        raise InputError.at(
            str(folder),
            "<parts of an unfinished run>",
            "--resume to go on with it, or the folder removed",
        )
    return folder


def tidy_folder(folder: Path) -> None:
    """Remove what a kill left half written; a folder that is not there can be made.

    It is made when there is something to put into it. Errors: `OSError`.
    """
    if folder.exists():
        for leftover in folder.rglob("*.tmp"):
            leftover.unlink()
    else:
        folder.mkdir()
    remove_if_empty(folder)


def remove_if_empty(folder: Path) -> None:
    """Remove a folder, and those in it, where nothing is in them."""
    with suppress(OSError):
        for one in (*folder.glob("*/"), folder):
            one.rmdir()


def write_failed(path: Path, error: OSError) -> WriteFailed:
    """What to raise for a file that cannot be written."""
    return WriteFailed(f"{path}: cannot be written: {error.strerror or error}")
