"""The Parquet tables of a run: `games`, one row a game, `series`, one row a reading, and more.

While a run goes on, the readings of a game stand in its row; in the end they
become a table of their own.  What a system's recorder writes are tables from
the start.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.extras import how_to_install
from hexfront.core.study.recorder import RecordTable, Repeated, Values
from hexfront.core.study.tally import Curve, Figure, Tally, column_names
from hexfront.study.games import END_COLUMNS, TEXT_COLUMNS, Record, Row

METADATA: Final = b"hexfront"
"""Which run a file belongs to."""
SCENARIO: Final = b"hexfront.scenario"
"""The whole scenario, in the file of games alone."""
GROUP_ROWS: Final = 65_536
"""Rows of a row group of a finished file: the same whatever parts it was made of."""
AT: Final = "curves_at"
VALUES: Final = "curves"
"""Columns of a part: the moments, and for each of them one value for each curve in a row."""


def arrow() -> Any:
    """The pyarrow module. Errors: `HexfrontError` where it is missing."""
    try:
        import pyarrow
    except ImportError:
        raise HexfrontError(f"writing tables needs pyarrow; {how_to_install('study')}") from None
    return pyarrow


class Layout:
    """The schemas of a run's tables, and the way from one to the other."""

    def __init__(
        self,
        sides: Sequence[str],
        tally: Tally | None,
        metadata: Json,
        tables: Sequence[RecordTable] = (),
        scenario: Json = None,
    ) -> None:
        """`metadata` says which run the tables belong to; `tables` are those of a recorder.

        Errors: `HexfrontError`.
        """
        self._sides = sides
        self.curves: Sequence[Curve] = tally.curves if tally else ()
        self.about = metadata
        self._about = {METADATA: json.dumps(metadata, sort_keys=True).encode()}
        pa = arrow()
        columns = _row_columns(sides, tally.figures if tally else ())
        self.games = self._schema(columns).with_metadata(
            self._about | {SCENARIO: json.dumps(scenario, sort_keys=True).encode()}
        )
        nested = [(AT, pa.list_(pa.int64())), (VALUES, pa.list_(pa.float64()))]
        self.part = self._schema(columns + nested) if self.curves else self.games
        self.tables = tables
        self.records_of = {table.name: self._record_schema(table) for table in tables}
        """The schemas of the recorder's tables, by name."""
        words = pa.dictionary(pa.int32(), pa.string())
        integers = [(name, pa.int64()) for name in ("game", "at")]
        self.series = self._schema(
            [*integers, ("side", words), ("name", words), ("value", pa.float64())]
        )

    def _schema(self, columns: Sequence[tuple[str, Any]]) -> Any:
        pa = arrow()
        return pa.schema([pa.field(name, kind) for name, kind in columns], self._about)

    def _record_schema(self, table: RecordTable) -> Any:
        pa = arrow()
        kinds = {"whole": pa.int64(), "number": pa.float64(), "words": pa.string()}
        fields = [
            pa.field(c.name, kinds[c.kind], metadata={"about": c.about} if c.about else None)
            for c in table.columns
        ]
        return pa.schema([pa.field("game", pa.int64()), *fields], self._about)

    def rows_of(self, table: RecordTable, game: int, columns: Sequence[Values]) -> Any:
        """What was recorded of a game, as Arrow rows."""
        pa = arrow()
        count = len(columns[0])
        values = [np.full(count, game), *columns]
        schema = self.records_of[table.name]
        arrays = [_array(column, kind) for column, kind in zip(values, schema.types, strict=True)]
        return pa.Table.from_arrays(arrays, schema=schema)

    def part_row(self, record: Record) -> Row:
        """A game as a row of a part."""
        if not self.curves:
            return record.row
        flat = [value for values in record.curves for value in values]
        return record.row | {AT: record.at, VALUES: flat}

    def records(self, part: Any) -> Iterator[list[Record]]:
        """The games of a part, many at a time."""
        width = len(self.curves)
        for batch in part.to_batches(max_chunksize=1000):
            rows = batch.to_pylist()
            if not width:
                yield [Record(row) for row in rows]
                continue
            yield [_record(row, width) for row in rows]

    def split(self, part: Any) -> tuple[Any, Any]:
        """The tables `games` and `series` of a part."""
        if not self.curves:
            return part, self.series.empty_table()
        pa = arrow()
        part = part.combine_chunks()
        width = len(self.curves)
        at = part.column(AT).combine_chunks()
        moments = np.diff(at.offsets.to_numpy())
        games = np.repeat(part.column("game").to_numpy(), moments)
        sides = [None if curve.side is None else self._sides[curve.side] for curve in self.curves]
        names = [curve.name for curve in self.curves]
        columns = [
            np.repeat(games, width),
            np.repeat(at.flatten().to_numpy(), width),
            _repeated(sides, len(games)),
            _repeated(names, len(games)),
            part.column(VALUES).combine_chunks().flatten(),
        ]
        return part.drop_columns([AT, VALUES]).cast(self.games), pa.table(
            columns, schema=self.series
        )

    def join(self, games: Any, series: Any) -> Any:
        """One part of the tables that `split` made."""
        if not self.curves:
            return games
        pa = arrow()
        width = len(self.curves)
        at = series.column("at").to_numpy()[::width]
        owners = series.column("game").to_numpy()[::width]
        numbers = games.column("game").to_numpy()
        starts = np.append(np.searchsorted(owners, numbers), len(owners)).astype(np.int32)
        values = series.column("value").combine_chunks()
        joined = games.append_column(AT, pa.ListArray.from_arrays(starts, at))
        lists = pa.ListArray.from_arrays(starts * width, values)
        return joined.append_column(VALUES, lists).cast(self.part)


class GroupedFile:
    """A Parquet file whose row groups have a fixed size, however the rows come."""

    def __init__(self, path: Path, schema: Any) -> None:
        import pyarrow.parquet as pq

        self._writer = pq.ParquetWriter(path, schema)
        self._waiting = schema.empty_table()

    def __enter__(self) -> GroupedFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if kind is None and len(self._waiting):
            self._writer.write_table(self._waiting)
        self._writer.close()

    def add(self, table: Any) -> None:
        """Take rows."""
        self._waiting = arrow().concat_tables([self._waiting, table])
        while len(self._waiting) >= GROUP_ROWS:
            self._writer.write_table(self._waiting.slice(0, GROUP_ROWS))
            self._waiting = self._waiting.slice(GROUP_ROWS)


def table_path(path: Path, name: str) -> Path:
    """Where another table stands beside the table of games."""
    return path.with_name(f"{path.stem}.{name}{path.suffix}")


def series_path(path: Path) -> Path:
    """Where the table `series` stands."""
    return table_path(path, "series")


def check_belongs(path: Path, schema: Any, metadata: Json) -> None:
    """Whether a file is a table of a run, by the run's metadata. Errors: `InputError`."""
    found = read_schema(path)
    about = metadata_of(found, METADATA)
    if about != metadata:
        raise InputError.at(str(path), _difference(about, metadata), "a part of the same run")
    if found.names != schema.names:
        raise InputError.at(str(path), "<other columns>", "a part of the same run")


def read_schema(path: Path) -> Any:
    """The columns and metadata of a file. Errors: `InputError`."""
    pa = arrow()
    import pyarrow.parquet as pq

    try:
        return pq.read_schema(path)
    except (OSError, pa.ArrowException) as error:
        # What Arrow says itself goes over several lines.
        number = getattr(error, "errno", None)
        reason = os.strerror(number) if number else "no Parquet file"
        raise InputError.at(str(path), f"<{reason}>", "a table that hexfront run wrote") from None


def metadata_of(schema: Any, key: bytes) -> Json:
    """What a file says of itself; None where it says nothing."""
    return json.loads((schema.metadata or {}).get(key, b"null"))


def _difference(found: Any, expected: Any) -> str:
    if not isinstance(found, dict):
        return "<a table of something else>"
    keys = [key for key in {**expected, **found} if found.get(key) != expected.get(key)]
    return f"<another {', '.join(keys)}>"


def _array(column: Values, kind: Any) -> Any:
    pa = arrow()
    if isinstance(column, Repeated):
        return pa.array(column.known, kind, from_pandas=True).take(pa.array(column.places))
    return pa.array(column, kind, from_pandas=True)


def _row_columns(sides: Sequence[str], figures: Sequence[Figure]) -> list[tuple[str, Any]]:
    pa = arrow()
    columns = [("game", pa.int64()), ("seed", pa.int64())]
    columns += [(name, pa.string()) for name in (*TEXT_COLUMNS, *END_COLUMNS)]
    columns += [("steps", pa.int64()), ("end_time", pa.int64()), ("digest", pa.string())]
    for column in column_names(sides):
        columns.append((f"seat_{column}", pa.string()))
        columns.append((f"score_{column}", pa.float64()))
        columns.append((f"losses_{column}", pa.int64()))
    for figure in figures:
        number = pa.int64() if figure.whole else pa.float64()
        columns.append((figure.name, pa.string() if figure.words else number))
    return columns


def _record(row: Row, width: int) -> Record:
    at, values = row.pop(AT), row.pop(VALUES)
    curves = [tuple(values[place : place + width]) for place in range(0, len(values), width)]
    return Record(row, tuple(at), tuple(curves))


def _repeated(words: Sequence[str | None], times: int) -> Any:
    """The words again and again, as an Arrow dictionary of all of them in their order."""
    pa = arrow()
    known = list(dict.fromkeys(word for word in words if word is not None))
    codes = [None if word is None else known.index(word) for word in words]
    indices = pa.array(codes * times, pa.int32())
    return pa.DictionaryArray.from_arrays(indices, pa.array(known, pa.string()))
