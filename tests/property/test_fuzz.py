"""Fuzz: whatever a person may hand in is accepted or refused, never a traceback or a hang."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot, play_match, random_step
from hexfront.core.contract import SPECTATOR, UMPIRE, Refusal
from hexfront.core.dice import dice_from_seed
from hexfront.core.documents.strictjson import Json, parse_json, write_json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.events import EventLog
from hexfront.core.journal import parse_journal, verify
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.system import System
from tests.property.mutation import (
    CASES,
    Path,
    bent,
    damaged,
    damaged_text,
    find,
    junk,
    paths,
    watched,
)

SHARES = {"words": 52, "codes": 52, "documents": 4, "texts": 1, "journals": 1}
"""How the cases are shared out, per hundred and ten: the quick ones are most of them."""
SUFFIXES = (".json", ".toml")

Record = Callable[[str, object], None]
SYSTEMS = system_names()
every_system = pytest.mark.parametrize("name", SYSTEMS)


def cases(kind: str) -> range:
    return range(-(-CASES * SHARES[kind] // (110 * len(SYSTEMS))))


@cache
def positions(name: str) -> list[Snapshot]:
    """Positions of a random game of every shipped scenario."""
    system = find_system(name)
    rules = [system.rules(load_scenario(system, s)) for s in scenario_names(system)]
    return [s for bound in rules for s in conformance.snapshots(system, bound, 1, 12)]


class Sample(NamedTuple):
    """A JSON file of a system: what it is for, where, its value, and the ways into it."""

    kind: str
    folder: pathlib.Path | None
    value: Json
    ways: list[Path]


@cache
def documents(name: str) -> list[Sample]:
    """Every JSON or TOML file of a system's data that it reads by itself.

    Scenarios also in the form in which everything they refer to is inside.
    """
    system = find_system(name)
    samples = []
    for path in sorted(p for p in (system.folder / "data").rglob("*") if p.suffix in SUFFIXES):
        value = read_document(path)
        kind = value.get("format") if isinstance(value, dict) else None
        if path.parent.name == "scenarios":
            whole = load_scenario(system, path.stem).document
            samples.append(Sample("scenario", path.parent, value, _ways(value)))
            samples.append(Sample("scenario", None, whole, _ways(whole)))
        elif kind in system.scenarios.documents:
            samples.append(Sample(kind, path.parent, value, _ways(value)))
    return samples


@cache
def weights(name: str) -> list[float]:
    """How often each of them is taken: small files are read faster, and so more often."""
    return [len(sample.ways) ** -0.5 for sample in documents(name)]


def _ways(value: Json) -> list[Path]:
    """Half of them to the upper levels: a long list of like things would take all the damage."""
    ways = list(paths(value))
    upper = [way for way in ways if len(way) <= 2]
    return ways + upper * max(1, len(ways) // max(1, len(upper)) // 2)


def load(system: System, sample: Sample, document: Json, random: Random) -> None:
    """Read a document as its command would; what loads must also play, which one in four does."""
    if sample.kind != "scenario":
        system.scenarios.documents[sample.kind](document, sample.folder, "fuzz")
        return
    scenario = system.scenarios.load(document, sample.folder, "fuzz")
    if random.random() >= 0.25:
        return
    again = system.scenarios.load(parse_json(write_json(scenario.document), "fuzz"), None, "again")
    assert again.document == scenario.document
    play_a_little(system.rules(scenario))


def play_a_little(rules: Any, steps: int = 30) -> None:
    """Board, some random steps, and what all viewers see then."""
    state, log, dice = rules.start(), EventLog(), dice_from_seed(1)
    rules.board()
    for _ in range(steps):
        step = random_step(rules, state, dice)
        if step is None:
            break
        log.clear()
        rules.apply(state, step, log)
    for viewer in (*range(len(rules.sides)), SPECTATOR, UMPIRE):
        rules.offers(rules.view(state, viewer))


@every_system
def test_orders_in_words(name: str, record_property: Record) -> None:
    """Junk, and real orders with damage: a code in range, or an `InputError`."""
    samples = [
        (s.rules, [s.rules.write_order(int(c)) for c in s.rules.choices(s.state, side)])
        for s in positions(name)
        for side in s.sides
    ]
    samples = [(rules, words) for rules, words in samples if words]
    accepted = 0

    def case(random: Random) -> None:
        rules, words = random.choice(samples)
        document = random.choice(words)
        if random.random() < 0.4:
            document = junk(random)
        else:
            document = damaged(random, document, list(paths(document)))
        code = rules.read_order(document)
        assert type(code) is int and 0 <= code < rules.actions, (document, code)
        # Two ways of writing one order would hide a difference between journals.
        assert rules.read_order(rules.write_order(code)) == code

    with watched() as run:
        for number in cases("words"):
            accepted += run(f"{name} words", number, case)
    record_property("fuzz cases", len(cases("words")))
    assert 0 < accepted < len(cases("words"))


@every_system
def test_order_codes(name: str, record_property: Record) -> None:
    """Any whole number is legal and a choice, or refused with clause and reason."""
    known = [
        (s, side, set(map(int, s.rules.choices(s.state, side))))
        for s in positions(name)
        for side in s.sides
    ]

    def case(random: Random) -> None:
        snapshot, side, legal = random.choice(known)
        actions = snapshot.rules.actions
        code = random.choice(
            (
                random.randrange(actions),
                random.randrange(-3, actions + 3),
                random.randrange(-(2 ** random.randrange(1, 80)), 2 ** random.randrange(1, 80)),
                random.choice([2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**63) - 1]),
            )
        )
        refusal = snapshot.rules.refuse(snapshot.state, side, code)
        assert (refusal is None) == (code in legal), (str(snapshot), side, code, refusal)
        assert refusal is None or (isinstance(refusal, Refusal) and refusal.clause), code

    with watched() as run:
        for number in cases("codes"):
            run(f"{name} codes", number, case)
    record_property("fuzz cases", len(cases("codes")))


@pytest.mark.slow
@every_system
def test_documents(name: str, record_property: Record) -> None:
    """Scenario and other files with places deleted, replaced, doubled, swapped, nested or bent."""
    system = find_system(name)
    accepted = 0

    def case(random: Random) -> None:
        sample = random.choices(documents(name), weights(name))[0]
        load(system, sample, damaged(random, sample.value, sample.ways), random)

    with watched() as run:
        for number in cases("documents"):
            accepted += run(f"{name} documents", number, case)
    record_property("fuzz cases", len(cases("documents")))
    assert 0 < accepted < len(cases("documents")) * 0.9


@every_system
def test_texts_of_documents(name: str, record_property: Record) -> None:
    """The same files with bytes flipped, NaN and brackets put in, pieces cut out and repeated."""
    system = find_system(name)
    texts = [(sample, json.dumps(sample.value).encode()) for sample in documents(name)]
    accepted = 0

    def case(random: Random) -> None:
        sample, data = random.choices(texts, weights(name))[0]
        load(system, sample, parse_json(damaged_text(random, data), "fuzz"), random)

    with watched() as run:
        for number in cases("texts"):
            accepted += run(f"{name} texts", number, case)
    record_property("fuzz cases", len(cases("texts")))
    assert 0 < accepted < len(cases("texts")) * 0.9


@pytest.mark.slow
@every_system
def test_journals(name: str, record_property: Record) -> None:
    """Journals with fields, lines and bytes damaged: never a traceback, and never believed.

    A journal that is accepted tells the same game as before.
    """
    system = find_system(name)
    match = play_match(system, system.rules(load_scenario(system)), 3, tell=False)
    whole = [json.loads(line) for line in match.journal.lines(match.rules)]
    steps = match.journal.steps
    accepted = 0

    def case(random: Random) -> None:
        kind = random.random()
        # Mostly the first part, which is quicker to read again, and sometimes all.
        lines = whole if random.random() < 0.03 else whole[: random.randrange(2, 40)]
        if kind < 0.5:
            number = random.randrange(len(lines))
            line = damaged_line(random, lines[number])
            lines = [*lines[:number], line, *lines[number + 1 :]]
        elif kind < 0.7:
            number, other = random.randrange(len(lines)), random.randrange(len(lines))
            moved = list(lines)
            moved.insert(other, moved.pop(number) if random.random() < 0.5 else moved[number])
            lines = moved
        data = "\n".join(map(write_json, lines)).encode()
        if kind >= 0.7:
            data = damaged_text(random, data)
        journal, rules, _ = parse_journal(data, "fuzz")
        verify(journal, rules, "fuzz")
        if journal.scenario == match.journal.scenario:
            for step, found in zip(steps, journal.steps, strict=False):
                if step != found:
                    assert journal.commitment != match.journal.commitment or not journal.secret
                    break

    with watched() as run:
        for number in cases("journals"):
            accepted += run(f"{name} journals", number, case)
    record_property("fuzz cases", len(cases("journals")))
    assert 0 < accepted < len(cases("journals")) * 0.9


def damaged_line(random: Random, line: Json) -> Json:
    """A line of a journal with a field damaged; the scenario inside seldom."""
    ways = [way for way in paths(line) if way and (way[0] != "scenario" or len(way) == 1)]
    if "scenario" in line and random.random() < 0.3:
        ways = [way for way in paths(line) if way]
    if random.random() < 0.3:
        way = random.choice(ways)
        return {**line, str(way[0]): bent(random, find(line, way[:1]))}
    return damaged(random, line, ways)
