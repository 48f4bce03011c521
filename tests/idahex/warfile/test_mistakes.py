"""Mistakes in wars by name are told, all at once, each with its place."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.errors import InputError
from hexfront.core.scenario import Reading, check_model
from hexfront.systems.idahex.deck.variables import VARIABLES
from hexfront.systems.idahex.warfile.conversion import read_values, values_of_war, war_of_values
from hexfront.systems.idahex.warfile.model import War
from hexfront.systems.idahex.warfile.places import Places
from hexfront.systems.idahex.warfile.reader import WarReader
from hexfront.systems.idahex.warfile.tables import FIELDS
from tests.idahex.war_files import (
    Json,
    drop,
    leaves,
    put,
    small_war,
    values_of,
)

GUN = ("red", "ground_weapons", 0)
WRONG: list[tuple[str, Callable[[Json], None], str]] = [
    ("form", put("clock", "frame", "x"), "/clock/frame: found 'x', expected a number"),
    ("key", put("clock", "tick", 1), "/clock/tick: found an unknown key, expected one of: "),
    ("nan", put(*GUN, "standard", float("nan")), "/red/ground_weapons/0/standard: found nan"),
    ("type", put("units", 0, "type", "x"), "/units/0/type: found 'x', expected one of: Type 1, "),
    ("unit twice", put("units", 1, "number", 2), "/units/1/number: found 2, expected each number"),
    ("cell", put("units", 0, "cell", 4), "/units/0/cell: found 4, expected a cell that is active"),
    ("posture", put("units", 0, "posture", 20), "/units/0/posture: found 20, expected at most 19"),
    ("stock", put("units", 0, "stock", "tank", 1), "/units/0/stock/tank: found 'tank', expected"),
    ("much", put("units", 0, "stock", "tanks", -1), "/units/0/stock/tanks: found -1.0, expected"),
    ("holds", put("types", 0, "holds", ["x"]), "/types/0/holds/0: found 'x', expected one of:"),
    ("toe", put("types", 2, "toe", "SAM", 1), "/types/2/toe/SAM: found 'SAM', expected one of:"),
    ("twice", put("types", 1, "name", "Type 1"), "/types/1/name: found 'Type 1', expected each"),
    ("weapon twice", put(*GUN, "name", "tanks"), "ground_weapons/1/name: found 'tanks', expected"),
    ("row", drop("red", "kills", "attack", "tanks"), "/red/kills/attack: found <nothing for tanks"),
    (
        "target",
        put("red", "kills", "attack", "tanks", "SAM", 1),
        "/red/kills/attack/tanks/SAM: found 'SAM', expected one of: small arms, tanks, guns, truck",
    ),
    (
        "below 0",
        put("red", "kills", "attack", "tanks", "guns", -1),
        "/red/kills/attack/tanks/guns: found -1.0, expected at least 0",
    ),
    ("speed", drop("types", 0, "speeds", "30", "poor"), "/types/0/speeds/30: found <nothing for p"),
    ("route", put("map", "links", 0, "route", "x"), "/map/links/0/route: found 'x', expected a nu"),
    ("pair", put("map", "links", 0, "cells", [1, 9]), "/map/links/0/cells: found <1 and 9>, expe"),
    ("inactive", put("map", "links", 0, "cells", [3, 4]), "4 is the last of its rank"),
    ("pair twice", put("map", "links", 0, "cells", [5, 1]), "found <1 and 5>, expected each pair"),
    ("no cell", put("map", "links", 0, "cells", [1, 99]), "expected two cells, 1 to 11"),
    ("cell twice", put("map", "cells", 0, "number", 2), "/map/cells/1/number: found 2, expected"),
    ("no such cell", put("map", "cells", 0, "number", 12), "/map/cells/0/number: found 12, expec"),
    ("ground", put("map", "cells", 0, "environment", "x"), "/map/cells/0/environment: found 'x'"),
    ("owner", put("map", "cells", 0, "owner", "pink"), "/map/cells/0/owner: found 'pink'"),
    ("cycle", put("map", "changes", 1, "cycle", 1), "/map/changes/1/cycle: found 1, expected each"),
    (
        "change",
        put("map", "changes", 0, "environments", {"sea": "open"}),
        "/map/changes/0/environments/sea: found 'sea', expected a number, or one of: plain, hills",
    ),
    ("count", put("postures", "hold", 11), "/postures/hold: found 11, expected 1 to 10"),
    (
        "by air",
        put("postures", "by_air", [32]),
        "/postures/by_air/0: found 32, expected a movement",
    ),
    ("up", put("postures", "up", {"flight": 3}), "/postures/up/flight: found 'flight', expected a"),
    ("column", put("postures", "columns", {"15": 99}), "/postures/columns/15: found 99, expected"),
    (
        "delay",
        put("postures", "delays", "hold", {"12": {}}),
        "/postures/delays/hold/12: found '12'",
    ),
    ("word twice", put("postures", "up", {"30": 40, "movement": 40}), "expected each posture once"),
    ("loads", put("red", "load_classes", 10**9), "/red/load_classes: found 1000000000, expected 0"),
    (
        "sizes",
        put(*GUN, "load_sizes", [1, 2]),
        "/red/ground_weapons/0/load_sizes: found <list of 2",
    ),
    (
        "need",
        put(*GUN, "needs_to_move", {"oil": 1}),
        "needs_to_move/oil: found 'oil', expected one",
    ),
    (
        "use",
        put(*GUN, "idle_use", {"fuel": {"rest": 1}}),
        "/idle_use/fuel/rest: found an unknown key, expected one of: hold",
    ),
    ("table", put("blue", "consumption", "tables", 0, "number", 1), "a number that no other table"),
    (
        "no table",
        put("red", "consumption", "postures", "10", 9),
        "/postures/10: found 9, expected one",
    ),
    ("front", put("red", "front", 0, "attack", "hold"), "/red/front/0/attack: found 10, expected"),
    ("against", put("red", "front", 0, "against", "attack"), "/red/front/0/against: found 40, exp"),
    ("front twice", put("red", "front", 1, "against", 10), "/red/front/1: found <40 against 10>"),
    (
        "no front",
        put("red", "front", []),
        "/red/front: found <no entry of Red for posture 40 again",
    ),
    (
        "points",
        put("red", "density", [[0, 1], [2, 1], [1, 1]]),
        "/red/density/2/0: found 1.0, expec",
    ),
    ("empty", put("red", "density", []), "/red/density: found <no entries>"),
    (
        "too many",
        put("red", "preparation", "tanks", [[n, 1] for n in range(8)]),
        "/red/preparation: found <more than 7 different x>, expected at most 7 over all curves",
    ),
    (
        "losses",
        drop("combat", "attack_losses", "40"),
        "/combat/attack_losses: found <nothing for 40",
    ),
    ("loss", put("combat", "attack_losses", "40", [[0, 2]]), "/combat/attack_losses/40"),
    ("periods", put("clock", "frame", 0.3), "/clock/period: found 0.5, expected a whole number"),
    (
        "air",
        put("red", "air", "kills", "bombs", {}),
        "/red/air/kills/bombs: found 'bombs', expecte",
    ),
    (
        "retreat",
        put("red", "retreat_towards", 7),
        "/red/retreat_towards: found 7, expected at most",
    ),
    ("blue", put("first_blue_unit", 3), "/units/1/type: found <unit 5 of type 2, which is Red>"),
]


@pytest.mark.parametrize(("edit", "words"), [pytest.param(e, w, id=n) for n, e, w in WRONG])
def test_a_mistake_is_told_with_its_place(edit: Callable[[Json], None], words: str) -> None:
    document = small_war()
    edit(document)
    with pytest.raises(InputError) as caught:
        values_of_war(document, "my.toml")
    told = [str(problem) for problem in caught.value.problems]
    assert any(words in line for line in told), told
    assert all(line.startswith("my.toml: /") for line in told)
    assert len(told) <= 5


def test_all_mistakes_of_names_are_told_at_once() -> None:
    document = small_war()
    edits = [edit for name, edit, _ in WRONG if name in ("type", "target", "ground", "up", "front")]
    edits.append(put("units", 1, "stock", "tank", 1))
    for edit in edits:
        edit(document)
    with pytest.raises(InputError) as caught:
        values_of_war(document, "x")
    assert len(caught.value.problems) == len(edits)


@settings(max_examples=80)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_any_document_gives_a_war_or_an_input_error(chance: random.Random, changes: int) -> None:
    document = small_war()
    for _ in range(changes):
        _spoil(document, chance)
    try:
        values = values_of_war(document, "x")
    except InputError:
        return
    assert values.keys() == VARIABLES.keys()
    again = values_of_war(war_of_values(values), "x")
    assert again == values


def _spoil(document: Json, chance: random.Random) -> None:
    """Change, drop or repeat something somewhere."""
    here: Any = document
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and chance.random() < 0.8:
            here = here[key]
            continue
        way = chance.random()
        if way < 0.25:
            del here[key]
        elif way < 0.4 and isinstance(here, list):
            here.append(copy.deepcopy(here[key]))
        else:
            here[key] = chance.choice([0, 1, -1, 3, 0.5, 10**9, "", "hold", "tanks", [], {}, True])
        return


def test_a_war_with_too_many_names_is_refused_at_once() -> None:
    document = small_war()
    kind, route = document["types"][0], document["map"]["routes"][0]
    document["types"] = [kind | {"name": str(n)} for n in range(900)]
    document["map"]["routes"] = [route | {"name": str(n)} for n in range(900)]
    with pytest.raises(InputError, match="at most 1600000 numbers of"):
        values_of_war(document, "x")


@pytest.mark.parametrize("name", ["sinai", "small"])
def test_pointers_lead_to_the_values_that_they_are_for(name: str) -> None:
    values = values_of(name)
    document = json.loads(json.dumps(war_of_values(values)))
    war = check_model(War, document, "x")
    whole = war.model_dump(mode="json", exclude_none=True)
    reader = WarReader(whole, "", Reading())
    read_values(reader)
    where = Places(whole, reader.labels, "")
    found = 0
    for field in FIELDS:
        for variable in field.variables:
            for flat, value in leaves(values[variable], ()):
                pointed = _follow(whole, where(variable, *flat))
                if pointed is not None:
                    assert pointed == value, (variable, flat)
                    found += 1
                else:
                    assert value == 0, (variable, flat)
    assert found > 500


def _follow(document: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        try:
            document = document[int(part)] if isinstance(document, list) else document[part]
        except KeyError:
            return None
    return document
