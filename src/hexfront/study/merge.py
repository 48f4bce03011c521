"""Shards put together: the files of several parts of a run, or of a sweep, as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from hexfront.core.documents.files import whole_file
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.study.files.parts import write_failed
from hexfront.study.files.runs import read_origin
from hexfront.study.files.tables import (
    GroupedFile,
    Layout,
    arrow,
    check_belongs,
    read_schema,
    series_path,
    table_path,
)
from hexfront.study.games import make_recorder, make_tally
from hexfront.study.sweeps.sweep_files import rows_of, value_columns, values_in
from hexfront.study.sweeps.vary import Values


@dataclass(frozen=True)
class Piece:
    """Games that follow each other, of one value of a sweep or of a run, in one of the files."""

    path: Path
    values: Values
    """Of what is varied; none in a run."""
    first: int
    last: int


def files_made(first: Path, out: Path) -> list[Path]:
    """What `merge` writes for files like the first one. Errors: `InputError`."""
    origin, about = read_origin(first)
    return [out, *(beside(out) for beside in _tables_beside(origin.system, origin.rules, about))]


def merge(files: Sequence[Path], out: Path) -> int:
    """Write the games of all files into one, with the tables beside them; how many they are.

    Shards in any order give what the whole run would have written; those of a sweep keep the
    order of their values, so they are to be given in theirs.
    Errors: `InputError` where files belong to different runs, or games are there twice or
    missing between others; `WriteFailed`.
    """
    _check_names(files, out)
    origin, about = read_origin(files[0])
    schema = read_schema(files[0])
    pieces = [piece for path in files for piece in _pieces(path, schema, about)]
    ordered = _in_order(pieces)
    for beside in _tables_beside(origin.system, origin.rules, about):
        paths = {path: beside(path) for path in files}
        _write(beside(out), paths, ordered, about)
    _write(out, {path: path for path in files}, ordered, about)
    return sum(piece.last - piece.first + 1 for piece in ordered)


def _check_names(files: Sequence[Path], out: Path) -> None:
    if len({path.resolve() for path in files}) < len(files):
        raise InputError.at("FILE…", ", ".join(map(str, files)), "each file once")
    if out.resolve() in {path.resolve() for path in files}:
        raise InputError.at("--out", str(out), "a file other than those that are merged")
    if out.suffix != ".parquet" or not out.parent.is_dir():
        raise InputError.at("--out", str(out), "a name ending in .parquet, in a folder that exists")


def _pieces(path: Path, schema: Any, about: Json) -> Iterator[Piece]:
    """What a file holds. Errors: `InputError`."""
    import pyarrow.parquet as pq

    check_belongs(path, schema, about)
    table = pq.read_table(path, columns=["game", *value_columns(schema.names)])
    if len(table) == 0:
        raise InputError.at(str(path), "<no games>", "a run with a game")
    for values in values_in(table) or [()]:
        own = rows_of(table, values).column("game").to_pylist()
        if own != list(range(own[0], own[0] + len(own))):
            raise InputError.at(str(path), "<games out of order>", "a table that hexfront wrote")
        yield Piece(path, values, own[0], own[-1])


def _in_order(pieces: Sequence[Piece]) -> list[Piece]:
    """Value by value, each by its games. Errors: `InputError` where they do not join."""
    points = list(dict.fromkeys(piece.values for piece in pieces))
    ordered = sorted(pieces, key=lambda piece: (points.index(piece.values), piece.first))
    for before, after in pairwise(ordered):
        if before.values == after.values and after.first != before.last + 1:
            of = " of ".join(["", *(f"{value:g}" for value in after.values)])
            raise InputError.at(
                str(after.path),
                f"<games {after.first} to {after.last}{of}>",
                f"games from {before.last + 1} on: {before.path} ends with {before.last}",
            )
    return ordered


def _tables_beside(system: Any, rules: Any, about: dict[str, Json]) -> Iterator[Any]:
    """Where each other table of the run stands, by the path of its games."""
    tally = make_tally(system, rules)
    recorder = make_recorder(system, rules) if about.get("recorded") else None
    if Layout(rules.sides, tally, about).curves:
        yield series_path
    for table in recorder.tables if recorder is not None else ():
        yield lambda path, name=table.name: table_path(path, name)


def _write(out: Path, paths: dict[Path, Path], ordered: Sequence[Piece], about: Json) -> None:
    """One table, of those of all files. Errors: `InputError`, `WriteFailed`."""
    import pyarrow.parquet as pq

    schema = read_schema(next(iter(paths.values())))
    for path in paths.values():
        check_belongs(path, schema, about)
    try:
        with whole_file(out) as temporary, GroupedFile(temporary, schema) as file:
            for piece in ordered:
                table = pq.read_table(paths[piece.path])
                file.add(rows_of(table, piece.values).cast(schema))
    except arrow().ArrowException as error:
        raise InputError.at(str(out), f"<{error}>", "tables of one run") from None
    except OSError as error:
        raise write_failed(out, error) from None
