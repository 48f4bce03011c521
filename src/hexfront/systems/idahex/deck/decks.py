"""Decks of cards: files 50 and 60 read as game design data and written back (IDX-9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError, Problem
from hexfront.core.scenario import Reading
from hexfront.systems.idahex.deck.cards import Card, split_cards
from hexfront.systems.idahex.deck.checks import check_values
from hexfront.systems.idahex.deck.errata import MENDED, Name
from hexfront.systems.idahex.deck.fields import MOST_PROBLEMS, Field, Found, OutOfCards
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.deck.group_reader import GroupReader
from hexfront.systems.idahex.deck.groups import FIRST_OF_CYCLES, GROUPS
from hexfront.systems.idahex.deck.language import Unknown
from hexfront.systems.idahex.deck.lookups import MAPS
from hexfront.systems.idahex.deck.statements import Flat
from hexfront.systems.idahex.deck.variables import VARIABLES
from hexfront.systems.idahex.deck.writer import write_file

FILES: Final = ("FILE50", "FILE60")
MOST_CYCLES: Final = 10_000
MAX_BYTES: Final = 64 * 1024 * 1024
"""Of a file of cards: some times what the largest wars take."""
TURNED: Final = ("iars", "loadcl", "pg")
"""Variables whose indices the manual writes the other way round than `GameDesign.values`."""


@dataclass(frozen=True, slots=True)
class Source:
    """The cards that a design was read from."""

    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    """Of files 50 and 60."""
    fields: tuple[Mapping[int, Sequence[Field]], Mapping[int, Sequence[Field]]]
    """By the number of the card."""
    ends: tuple[Mapping[int, Field], Mapping[int, Field]]
    """Fields that end a list, by the number of the card."""
    values: Mapping[tuple[str, Flat], Any]
    """What was read."""


@dataclass(frozen=True, slots=True)
class GameDesign:
    """The game design data of one game.

    `values` holds them by the manual's names, as plain numbers and nested
    lists counted from 0, with the side outermost; `variables.VARIABLES` tells
    the indices of each.  Dictionaries hold what is given by number: names of
    basic types, cells, arcs by (cell, successor), units, and those postures
    and cells that differ from the usual.  `envmap`, `rtemap` and `barmap` are
    lists by cycle.
    """

    values: dict[str, Any]
    warnings: list[Problem] = field(default_factory=list)
    as_printed: frozenset[Name] = MENDED
    """The errata that are followed as the manual prints them."""
    source: Source | None = None


def read_deck(
    text50: str,
    text60: str,
    place: str = "",
    *,
    as_printed: frozenset[Name] = MENDED,
    files: tuple[str, str] = ("file 50", "file 60"),
) -> GameDesign:
    """The design that two files hold; `files` is what they are called in errors.

    Errors: `InputError` with every problem of both.
    """
    start = f"{place} " if place else ""
    first = _read_first(split_cards(text50), f"{start}{files[0]}")
    swapped = [] if "period" in as_printed else _swap_cycle(first)
    second = _read_second(split_cards(text60), f"{start}{files[1]}", first)
    problems = [found.problem for found in (*first.problems, *second.problems)]
    warnings = [found.problem for found in (*first.warnings, *second.warnings)]
    warnings += swapped + _adrift(first.adrift + second.adrift)
    values: dict[str, Any] = second.nested() | {
        n: v for n, v in first.nested().items() if n not in MAPS
    }

    for reader in (first, second):
        values |= dict.fromkeys(reader.unread)

    def where(name: str, *flat: int) -> str:
        reader = second if name in MAPS else first
        card, slot, number = reader.places.get((name, flat), (0, None, 0))
        flat = tuple(reversed(flat)) if name in TURNED else flat
        index = f"({','.join(map(str, flat))})" if flat else ""
        if slot is None:
            return f"{reader.place}, group {VARIABLES[name].groups[0]} {name}{index}"
        return f"{reader.place}, card {card}, {slot.columns}, group {number} {name}{index}"

    more, hints = check_values(values, where, as_printed=as_printed)
    reading = Reading()
    reading.problems = problems + more
    source = Source(
        (tuple(first.cards), tuple(second.cards)),
        (first.fields, second.fields),
        (first.ends, second.ends),
        {
            (name, flat): value
            for reader in (first, second)
            for name, found in reader.values.items()
            for flat, value in found.items()
        },
    )
    return reading.finish(GameDesign(values, warnings + hints, as_printed, source))


def write_deck(design: GameDesign) -> tuple[str, str]:
    """Files 50 and 60 of a design: what was read and not changed stands as it stood.

    Errors: `InputError` with every value that is missing or does not fit its field.
    """
    reading = Reading()
    source = design.source
    texts = [
        write_file(
            design.values,
            number,
            source.cards[number] if source else (),
            source.fields[number] if source else {},
            source.ends[number] if source else {},
            source.values if source else {},
            reading,
        )
        for number in (0, 1)
    ]
    return reading.finish((texts[0], texts[1]))


def read_files(
    path50: Path, path60: Path | None, *, as_printed: frozenset[Name] = MENDED
) -> GameDesign:
    """The design of two files; without a file 60 nothing changes from cycle to cycle.

    Errors name the files as they are given here, and which of the two it is.
    Errors: `InputError`, also where they cannot be read.
    """
    reading = Reading()
    text50 = reading.attempt(lambda: read_text(path50))
    text60 = reading.attempt(lambda: read_text(path60)) if path60 else ""
    if text50 is None or text60 is None:
        return reading.finish(None)
    called = (_called(path50, "file 50"), _called(path60, "file 60") if path60 else "file 60")
    return read_deck(text50, text60, as_printed=as_printed, files=called)


def _called(path: Path, which: str) -> str:
    """What a file is called in errors; a shipped one without the folder that it is in."""
    return f"{path.name if path.is_relative_to(FOLDER) else path}: {which}"


def read_text(path: Path) -> str:
    """A file of cards, byte for byte: what is no UTF-8 is kept in surrogates.

    Errors: `InputError`, also for a file that is larger than any deck.
    """
    data = read_bytes(path, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise InputError.at(str(path), f"<more than {MAX_BYTES} bytes>", "a file of cards")
    return data.decode("utf-8", "surrogateescape")


def _read_first(cards: Sequence[Card], place: str) -> GroupReader:
    """File 50."""
    reader = GroupReader(cards, place)
    previous = 0
    for number in range(1, FIRST_OF_CYCLES):
        start = reader.at
        try:
            reader.read_group(number, previous)
        except OutOfCards:
            reader.problems.append(_too_short(reader))
            break
        except Unknown as error:
            reader.problems.append(_not_known(reader, error))
            break
        previous = start
    else:
        _warn_of_rest(reader)
        return reader
    reader.unread = _names(reader.group.number, FIRST_OF_CYCLES)
    return reader


def _names(start: int, stop: int) -> list[str]:
    return [name for group in GROUPS[start - 1 : stop - 1] for name in group.names]


def _warn_of_rest(reader: GroupReader) -> None:
    for card in reader.cards[reader.at :]:
        if card.text.strip():
            place = f"{reader.place}, card {card.number}"
            reader.warn(card.number, place, card.text[:20], "nothing after group 93")
            break


def _too_short(reader: GroupReader) -> Found:
    count = len(reader.cards)
    expected = f"more cards of {reader.group.title}"
    if len(reader.problems) >= MOST_PROBLEMS:
        return Found(count, Problem(reader.place, "<too many problems>", "a deck of 96 groups"))
    return Found(
        count, Problem(f"{reader.place}, after card {count}", "<the end of the file>", expected)
    )


def _not_known(reader: GroupReader, error: Unknown) -> Found:
    number = reader.group.number
    return Found(
        len(reader.cards),
        Problem(
            f"{reader.place}, groups {number} to 93",
            f"<nothing, since {error} is not known>",
            "the problems above corrected first",
        ),
    )


def _read_second(cards: Sequence[Card], place: str, first: GroupReader) -> GroupReader:
    """File 60: three lists a cycle, to the end of the file."""
    reader = GroupReader(cards, place)
    reader.values = {name: dict(found) for name, found in first.values.items()}
    try:
        for cycle in range(1, MOST_CYCLES):
            if not any(card.text.strip() for card in cards[reader.at :]):
                break
            for group in GROUPS[FIRST_OF_CYCLES - 1 :]:
                reader.group, reader.words = group, {"c": cycle}
                reader.run(group.body)
    except OutOfCards:
        reader.problems.append(_too_short(reader))
        reader.unread = list(MAPS)
    except Unknown:
        # Told already, where file 50 ended too soon
        reader.unread = list(MAPS)
    return reader


def _adrift(places: Sequence[str]) -> list[Problem]:
    """One warning for all numbers that old compilers would have read with zeros behind."""
    if not places:
        return []
    found = f"<{len(places)} numbers that blanks follow in their fields>"
    return [Problem(places[0], found, "numbers without a point at the right end of their fields")]


def _swap_cycle(reader: GroupReader) -> list[Problem]:
    """The manual prints tcycle before tpd and has them the other way round in its sample (G2)."""
    cycle, period = reader.find("tcycle", ()), reader.find("tpd", ())
    if cycle is None or period is None or period <= cycle:
        return []
    reader.group = GROUPS[1]
    place = reader.where(reader.places["tcycle", ()][0])
    other = {"tcycle": "tpd", "tpd": "tcycle"}
    for table in (reader.values,):
        table["tcycle"], table["tpd"] = table["tpd"], table["tcycle"]
    places = reader.places
    places["tcycle", ()], places["tpd", ()] = places["tpd", ()], places["tcycle", ()]
    number = places["tcycle", ()][0]
    reader.fields[number] = [
        f._replace(name=other.get(f.name, f.name)) for f in reader.fields[number]
    ]
    found = f"<a cycle of {cycle:g} and a period of {period:g}>"
    return [Problem(place, found, "a cycle that holds whole periods: they are taken the other way")]


def summary(design: GameDesign) -> str:
    """What a design holds, by groups."""
    lines = []
    for group in GROUPS:
        counts = [f"{name} {_count(design.values.get(name))}" for name in group.names]
        lines.append(f"{group.number:3} {group.entry:8} {', '.join(counts)}")
    return "\n".join(lines)


def _count(value: Any) -> str:
    if isinstance(value, dict | list):
        sizes = _leaves(value)
        return f"[{sizes}]"
    return str(value)


def _leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(_leaves(v) for v in value.values())
    if isinstance(value, list):
        return sum(_leaves(v) for v in value)
    return 1
