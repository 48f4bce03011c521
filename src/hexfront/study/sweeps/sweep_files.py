"""The Parquet files of a sweep, which grow value by value, so that an interrupted one can go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.files import whole_file
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.study.files.parts import PartedTable, parts_folder, tidy_folder, write_failed
from hexfront.study.files.tables import (
    METADATA,
    SCENARIO,
    GroupedFile,
    Layout,
    arrow,
    check_belongs,
    series_path,
)
from hexfront.study.games import Record
from hexfront.study.sweeps.vary import Grid, Values

OUTCOMES: Final = b"hexfront.outcomes"
"""What was followed, in the file of games alone."""
VALUE: Final = "varied_value"


def value_columns(names: Sequence[str]) -> list[str]:
    """The columns that hold the values of what is varied: `varied_value`, `varied_value_2`, …"""
    return [name for name in names if name == VALUE or name.startswith(f"{VALUE}_")]


def values_in(table: Any) -> list[Values]:
    """The points of a sweep that a table has games of, in their order."""
    columns = [table.column(name).to_pylist() for name in value_columns(table.column_names)]
    return list(dict.fromkeys(zip(*columns, strict=True)))


def rows_of(table: Any, values: Values) -> Any:
    """The rows of one point."""
    pc = arrow().compute
    for name, value in zip(value_columns(table.column_names), values, strict=True):
        table = table.filter(pc.equal(table.column(name), value))
    return table


class SweepFiles:
    """The games of a sweep on disk.

    Until it is finished they lie in the folder `NAME.parts` beside the file, as
    one run for each value, named after it; then these become one file, or two
    where there are curves.
    """

    def __init__(
        self,
        out: Path,
        grid: Grid,
        layouts: Sequence[Layout],
        games: Sequence[range],
        metadata: Json,
        more: dict[str, Json],
        *,
        resume: bool,
    ) -> None:
        """`layouts` and `games` are those of each value; `more` has scenario and outcomes.

        Errors: `InputError`, `WriteFailed`.
        """
        self._out, self._grid, self._layouts = out, grid, layouts
        self._metadata = metadata
        about = {METADATA: json.dumps(metadata, sort_keys=True).encode()}
        head = {
            SCENARIO: json.dumps(more["scenario"], sort_keys=True).encode(),
            OUTCOMES: json.dumps(more["outcomes"]).encode(),
        }
        self._schemas = [
            self._whole_schema([layout.games for layout in layouts], about | head),
            self._whole_schema([layout.series for layout in layouts], about),
        ]
        self._folder = parts_folder(out, resume=resume)
        self._at: int | None = None
        try:
            tidy_folder(self._folder)
        except OSError as error:
            raise write_failed(self._folder, error) from None
        if resume and out.exists() and not self._folder.exists():
            self._take_apart()
        self._refuse_others()
        self._games = games
        self._tables: dict[int, PartedTable] = {}
        """By place, those that have games."""
        self._stack = ExitStack()

    def __enter__(self) -> SweepFiles:
        return self

    def _table(self, place: int) -> PartedTable:
        """The run of a value; folders are made no sooner than there are games for them."""
        if place not in self._tables:
            path, layout = self._paths()[place], self._layouts[place]
            try:
                self._folder.mkdir(exist_ok=True)
            except OSError as error:
                raise write_failed(self._folder, error) from None
            table = PartedTable(path, layout, layout.about, self._games[place], resume=True)
            self._tables[place] = self._stack.enter_context(table)
        return self._tables[place]

    def __exit__(self, *error: Any) -> None:
        """Keep what was taken so far, also when the sweep is broken off."""
        self._stack.__exit__(*error)
        with suppress(OSError):
            self._folder.rmdir()

    def kept(self, place: int) -> Iterator[list[Record]]:
        """Games of the value with this place that an earlier try left, in their order.

        Errors: `InputError` where they belong to another sweep or are damaged.
        """
        if self._folder.exists():
            yield from self._table(place).kept()

    def add(self, place: int, records: list[Record]) -> None:
        """Take games; values come in their order. Errors: `WriteFailed`."""
        if self._at is not None and place != self._at:
            self._table(self._at).flush()
        self._at = place
        self._table(place).add(records)

    def finish(self) -> None:
        """Make whole files of the games of all values. Errors: `WriteFailed`, `InputError`."""
        for place in range(len(self._layouts)):
            self._table(place).finish()
        if any(layout.curves for layout in self._layouts):
            self._write(series_path(self._out), 1)
        self._write(self._out, 0)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, path: Path, which: int) -> None:
        import pyarrow.parquet as pq

        schema = self._schemas[which]
        try:
            with (
                whole_file(path, self._folder) as temporary,
                GroupedFile(temporary, schema) as file,
            ):
                for part, layout, values in zip(
                    self._paths(), self._layouts, self._grid.points, strict=True
                ):
                    if which == 0 or layout.curves:
                        table = pq.read_table(series_path(part) if which else part)
                        file.add(self._with_values(table, values, schema))
        except OSError as error:
            raise write_failed(path, error) from None

    def _with_values(self, table: Any, values: Values, schema: Any) -> Any:
        pa = arrow()
        same: dict[str, Any] = {}
        pairs = zip(self._grid.variations, values, strict=True)
        for (variation, value), names in zip(pairs, self._columns(), strict=True):
            same |= dict(zip(names, (variation.what, variation.by, value), strict=True))
        for field in schema:
            if field.name in same:
                scalar = pa.scalar(same[field.name], field.type)
                table = table.append_column(field, pa.repeat(scalar, len(table)))
            elif field.name not in table.column_names:
                table = table.append_column(field, pa.nulls(len(table), field.type))
        return table.select(schema.names).cast(schema)

    def _whole_schema(self, schemas: Sequence[Any], metadata: dict[bytes, bytes]) -> Any:
        pa = arrow()
        whole = pa.unify_schemas([schema.remove_metadata() for schema in schemas])
        for what, by, value in self._columns():
            for name, kind in ((what, pa.string()), (by, pa.string()), (value, pa.float64())):
                whole = whole.append(pa.field(name, kind))
        return whole.with_metadata(metadata)

    def _columns(self) -> list[tuple[str, str, str]]:
        """What is varied, how, and the value, for each number."""
        ends = ["", *(f"_{number}" for number in range(2, len(self._grid.variations) + 1))]
        return [(f"varied{end}", f"varied_by{end}", f"{VALUE}{end}") for end in ends]

    def _take_apart(self) -> None:
        """Make a run for each value of finished files."""
        import pyarrow.parquet as pq

        self._folder.mkdir()
        for which, path in ((1, series_path(self._out)), (0, self._out)):
            if which == 1 and not any(layout.curves for layout in self._layouts):
                continue
            check_belongs(path, self._schemas[which], self._metadata)
            table = pq.read_table(path).cast(self._schemas[which])
            for values in values_in(table):
                part = self._path(values)
                if part not in self._paths():
                    raise self._strange(part)
                layout = self._layouts[self._paths().index(part)]
                schema = layout.series if which else layout.games
                rows = rows_of(table, values)
                target = series_path(part) if which else part
                with whole_file(target) as temporary:
                    pq.write_table(rows.select(schema.names).cast(schema), temporary)

    def _refuse_others(self) -> None:
        """Errors: `InputError` for games of values that are not asked for: they would be lost."""
        known = {path.name for path in self._paths()}
        known |= {series_path(path).name for path in self._paths()}
        for path in sorted(self._folder.glob("*")):
            if path.name.removesuffix(".parts") not in known:
                raise self._strange(path)

    def _strange(self, path: Path) -> InputError:
        expected = "games of the values that are asked for"
        return InputError.at(str(self._out), f"<games of {path.name}>", expected)

    def _paths(self) -> list[Path]:
        return [self._path(values) for values in self._grid.points]

    def _path(self, values: Values) -> Path:
        return self._folder / f"{','.join(map(repr, values))}.parquet"
