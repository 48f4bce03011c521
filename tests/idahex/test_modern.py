"""Wars by name: they say the same as decks of cards, and turn into them and back."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import random
import re
import tomllib
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import Reading, check_model, load_scenario
from hexfront.core.strictjson import parse_json, write_json
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex import state as s
from hexfront.systems.idahex.decks import GameDesign, read_deck, read_files, write_deck
from hexfront.systems.idahex.functions import paf
from hexfront.systems.idahex.modern import Cards, convert, design_of, from_modern, to_modern
from hexfront.systems.idahex.modern_curves import merge
from hexfront.systems.idahex.modern_guide import page
from hexfront.systems.idahex.modern_model import War
from hexfront.systems.idahex.modern_places import Places
from hexfront.systems.idahex.modern_reading import WarReader
from hexfront.systems.idahex.modern_tables import FIELDS
from hexfront.systems.idahex.modern_toml import write_toml
from hexfront.systems.idahex.rules import IdahexRules
from hexfront.systems.idahex.scenario import DECKS, load
from hexfront.systems.idahex.scenario_model import ScenarioFile
from hexfront.systems.idahex.talking import CommandLanguage
from hexfront.systems.idahex.variables import VARIABLES
from tests.idahex.small_deck import small_deck, small_values

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "idahex-designing.md"
EXAMPLE = DECKS.parent / "examples" / "first-war.toml"
Json = dict[str, Any]


@cache
def sinai() -> GameDesign:
    return read_files(DECKS / "sinai.50", DECKS / "sinai.60")


def values_of(name: str) -> dict[str, Any]:
    return copy.deepcopy(sinai().values) if name == "sinai" else small_values()


def small_war() -> Json:
    """The small deck as a document that may be changed."""
    document: Json = copy.deepcopy(_small_war())
    return document


@cache
def _small_war() -> Json:
    document: Json = to_modern(small_values())
    return document


# Both ways


@pytest.mark.clause("IDX-8")
@pytest.mark.parametrize("name", ["sinai", "small"])
def test_a_deck_turns_into_a_war_and_back(name: str) -> None:
    values = values_of(name)
    document = to_modern(values)
    # Over the wire nothing keeps the order of keys
    received = parse_json(write_json(document), "wire")
    again = from_modern(received, "x")
    assert {k for k in values if again[k] != values[k]} == set()
    assert again.keys() == values.keys()
    assert to_modern(again) == document
    deck = read_deck(*write_deck(GameDesign(again)))
    assert deck.values == values


@pytest.mark.parametrize("name", ["sinai", "small"])
def test_toml_says_the_same(name: str) -> None:
    document = to_modern(values_of(name))
    text = write_toml(document, War)
    assert tomllib.loads(text) == document
    assert from_modern(tomllib.loads(text), "x") == values_of(name)
    assert "#   fire_reach: How far the fire of attackers reaches into the defence. Unit" in text
    assert "[katk] (IDX-G45)" in text
    assert text.count("[toe] (IDX-G23)") == 1


def test_a_deck_without_whole_parts_turns_into_a_war_and_back() -> None:
    values = small_values()
    values["nbarty"], values["bname"], values["bname0"] = 0, [], {}
    values["basic_bartype"] = dict.fromkeys(values["basic_bartype"], 0)
    for name in ("bdelay", "barier"):
        values[name] = [[[] for _ in rows] for rows in values[name]]
    values["febab"] = []
    values["nactyp"], values["nagwep"] = [0, 2], [0, 3]
    for name in ("kag", "fcagrp", "fcagre", "agload", "aagatk", "aagdef"):
        values[name][0] = []
    values["aagred"], values["dgpblu"] = [], [[]]
    values["envmap"], values["rtemap"], values["barmap"] = [], [], []
    values["basic_env"][6] = 2
    assert from_modern(to_modern(values), "x") == values


def test_names_that_a_deck_has_twice_or_not_at_all() -> None:
    values = small_values()
    values["rsname"][0][:4] = ["gun", "gun", "", "gun- 2"]
    values["ename"] = ["open", "open"]
    values["ename0"] = {1: "plain", 2: "plain"}
    values["rname0"] = {1: "7", 2: ""}
    document = to_modern(values)
    names = [weapon["name"] for weapon in document["red"]["ground_weapons"]]
    assert names == ["gun", "gun 2", "resource 3", "gun-2"]
    assert document["map"]["cells"][0]["environment"] == 1
    assert document["map"]["changes"][0]["environments"] == {"3": "open 2"}
    assert from_modern(document, "x") == values


def test_any_numbers_turn_into_a_war_and_back() -> None:
    chance = random.Random(3)
    for _ in range(5):
        values = small_values()
        for name in ("toe", "katk", "fckar", "fckdc", "aysize", "ssvact", "frdval.fatk", "prot"):
            values[name] = _shaken(values[name], chance)
        assert from_modern(to_modern(values), "x") == values


def _shaken(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        return {key: _shaken(inner, chance) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shaken(inner, chance) for inner in value]
    return chance.choice([0.0, 1.0, round(chance.random(), 4)])


# What a war tells of itself


def test_the_schema_tells_every_variable_with_its_group() -> None:
    text = json.dumps(ScenarioFile.model_json_schema())
    told = re.findall(r"\[([^\[\]]*)\] \((IDX-G[^)]*)\)", text)
    found = {name: groups for names, groups in told for name in names.split(", ")}
    assert found.keys() == VARIABLES.keys()
    for name, groups in found.items():
        for group in VARIABLES[name].groups:
            assert f"IDX-G{group}" in groups.split(", "), name


def test_the_schema_accepts_what_is_accepted() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = ScenarioFile.model_json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)
    document["war"]["clock"]["frame"] = "short"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema)


def test_every_table_is_told_in_the_model() -> None:
    for field in FIELDS:
        assert all(name in VARIABLES for name in field.variables)
    page_text = page()
    for name in VARIABLES:
        row = next(line for line in page_text.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.split("|")[2].strip() not in ("", "``")


def test_the_page_of_variables_is_up_to_date() -> None:
    written = (ROOT / "docs" / "guides" / "idahex-variables.md").read_text(encoding="utf-8")
    command = "python -m hexfront.systems.idahex.modern_guide docs/guides/idahex-variables.md"
    assert written == page(), f"write it anew: {command}"


# Mistakes


def put(*steps: Any) -> Callable[[Json], None]:
    """A change: the last two are the key and its new value."""

    def edit(document: Json) -> None:
        here: Any = document
        for step in steps[:-2]:
            here = here[step]
        here[steps[-2]] = steps[-1]

    return edit


def drop(*steps: Any) -> Callable[[Json], None]:
    def edit(document: Json) -> None:
        here: Any = document
        for step in steps[:-1]:
            here = here[step]
        del here[steps[-1]]

    return edit


GUN = ("red", "ground_weapons", 0)
WRONG: list[tuple[str, Callable[[Json], None], str]] = [
    ("form", put("clock", "frame", "x"), "/clock/frame: found 'x', expected a valid number"),
    ("key", put("clock", "tick", 1), "/clock/tick: found 1, expected extra inputs are not"),
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
    ("use", put(*GUN, "idle_use", {"fuel": {"rest": 1}}), "/idle_use/fuel/rest: found 1, expected"),
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
    ("empty", put("red", "density", []), "/red/density: found <list of 0>"),
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
        from_modern(document, "my.toml")
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
        from_modern(document, "x")
    assert len(caught.value.problems) == len(edits)


@settings(max_examples=80, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_any_document_gives_a_war_or_an_input_error(chance: random.Random, changes: int) -> None:
    document = small_war()
    for _ in range(changes):
        _spoil(document, chance)
    try:
        values = from_modern(document, "x")
    except InputError:
        return
    assert values.keys() == VARIABLES.keys()
    again = from_modern(to_modern(values), "x")
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
        from_modern(document, "x")


@pytest.mark.parametrize("name", ["sinai", "small"])
def test_pointers_lead_to_the_values_that_they_are_for(name: str) -> None:
    values = values_of(name)
    document = json.loads(json.dumps(to_modern(values)))
    war = check_model(War, document, "x")
    whole = war.model_dump(mode="json", exclude_none=True)
    reader = WarReader(whole, "", Reading())
    reader.read()
    where = Places(whole, reader.labels, "")
    found = 0
    for field in FIELDS:
        for variable in field.variables:
            for flat, value in _leaves(values[variable], ()):
                pointed = _follow(whole, where(variable, *flat))
                if pointed is not None:
                    assert pointed == value, (variable, flat)
                    found += 1
                else:
                    assert value == 0, (variable, flat)
    assert found > 500


def _leaves(value: Any, flat: tuple[int, ...]) -> Any:
    if isinstance(value, list):
        for n, inner in enumerate(value, 1):
            yield from _leaves(inner, (*flat, n))
    else:
        yield flat, value


def _follow(document: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        try:
            document = document[int(part)] if isinstance(document, list) else document[part]
        except KeyError:
            return None
    return document


# Curves


curve_points = st.lists(
    st.tuples(st.integers(0, 6), st.integers(-3, 9)), min_size=1, max_size=4
).map(sorted)


@settings(max_examples=200, deadline=None)
@given(st.lists(curve_points, min_size=1, max_size=3), st.booleans())
@pytest.mark.clause("IDX-5.4")
def test_merged_curves_are_the_same_functions(curves: list[Any], from_zero: bool) -> None:
    merged = merge(curves, 20, from_zero=from_zero)
    assert merged is not None
    assert len(merged.at) == 20
    assert merged.at[0] == (0 if from_zero else min(c[0][0] for c in curves))
    assert all(a <= b for a, b in pairwise(merged.at))
    at = np.array(merged.at)
    for curve, row in zip(curves, merged.values, strict=True):
        own = [np.array(part, dtype=float) for part in zip(*curve, strict=True)]
        for x in np.arange(-0.25, 7.5, 0.5):
            assert paf(np.array(row), at, x) == pytest.approx(paf(own[1], own[0], x))


def test_more_points_than_there_is_room_for() -> None:
    assert merge([[(1, 0), (2, 0)], [(3, 0)]], 3, from_zero=True) is None
    assert merge([[(1, 0), (2, 0)], [(3, 0)]], 3, from_zero=False) is not None
    assert merge([], 3, from_zero=True) is not None


def test_what_is_left_out_says_what_the_guide_says() -> None:
    document = small_war()
    for side in ("red", "blue"):
        for key in ("factors", "density", "preparation", "support", "crews", "air"):
            document[side].pop(key, None)
    for kind in document["types"]:
        del kind["transport_effect"]
    for unit in document["units"]:
        del unit["stock"], unit["since"], unit["posture"]
    for key in ("first_blue_unit", "reports"):
        del document[key]
    values = from_modern(document, "x")
    assert values["freff.f0"] == [1.0, 1.0]
    assert _same(values["freff.f"]) == _same(values["prep.f"]) == {1.0}
    assert _same(values["frinv.f0"]) == _same(values["frinv.f"]) == {1.0}
    assert values["fmr.f0"] == [-1.0] * 4
    assert _same(values["fckdr"]) == _same(values["fckare"]) == _same(values["barier"]) == {1.0}
    assert values["fckar"][0][0] == [0.0, 0.0, 0.0, 1.0]
    assert _same(values["dpersr"]) == {0.0}
    assert values["nactyp"] == [0, 0]
    assert values["resources"][2] == small_values()["toe"][0]
    assert values["tentry"][2] == values["tinit"]
    assert values["bupost"][21] == 10
    assert values["iblul"] == 20
    assert values["nsyl"] == 2


def _same(value: Any) -> set[float]:
    return {leaf for _, leaf in _leaves(value, ())}


def test_postures_by_word() -> None:
    document = small_war()
    for kind in document["types"]:
        kind["speeds"]["movement"] = kind["speeds"].pop("30")
    losses = document["combat"]["defence_losses"]
    losses["hold"], losses["disengagement"] = losses.pop("10"), losses.pop("20")
    document["red"]["factors"]["attack_weapon"] = {
        gun: {"attack": row["40"]} | {k: v for k, v in row.items() if k != "40"}
        for gun, row in document["red"]["factors"]["attack_weapon"].items()
    }
    document["red"]["consumption"]["postures"] = {"hold": 1, "11": 1, "disengagement": 2, "40": 2}
    document["red"]["front"][0] |= {"attack": "attack", "against": "hold"}
    document["units"][0]["posture"] = "hold"
    document["units"][3]["posture"] = "inactive"
    assert from_modern(document, "x") == small_values()


# TOML

toml_values = st.recursive(
    st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("aB1-_ .\"'", max_size=5), inner)
    ),
    max_leaves=20,
)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.text("aB1-_ .é", max_size=5), toml_values, max_size=6))
def test_any_document_can_be_written_as_toml(document: Json) -> None:
    assert tomllib.loads(write_toml(document)) == document


def test_long_tables_and_lists_stay_what_they_are() -> None:
    row = {f"name of a weapon {n}": n / 7 for n in range(12)}
    document = {
        "a": {"b": {"c": row, "d": {}, "e": {"f": {"g": row}}}},
        "l": [row, {}, {"x": [row, row]}],
        "m": [[n, n + 0.5] for n in range(60)],
        "s": ["word " * 8 for _ in range(6)],
        "x": [1, row, "mixed" * 30],
        "q": "long text " * 40,
    }
    assert tomllib.loads(write_toml(document)) == document


# Scenarios


def test_a_scenario_may_hold_a_war() -> None:
    document = {
        "format": "hexfront-idahex/1",
        "system": "idahex",
        "name": "small",
        "title": "Small",
        "war": small_war(),
    }
    scenario = load(document, None, "x")
    assert scenario.game.values == small_values()
    again = load(parse_json(write_json(scenario.document), "x"), None, "y")
    assert again.document == scenario.document
    assert again.setting.names == scenario.setting.names
    assert scenario.setting.names.kinds == ("Type 1", "Type 2", "Type 3", "Type 4")
    assert scenario.setting.names.resources[1][-1] == "men"
    changed = SYSTEM.with_options(scenario, {"as_printed": "true"}) if SYSTEM.with_options else None
    assert changed is not None
    assert changed.document["options"]["as_printed"] is True
    for extra, words in (
        ({"deck": "sinai"}, "expected a war or a deck, and not both"),
        ({"units": {"1": {"title": "x", "symbol": "1" * 20}}}, "units only with a deck"),
    ):
        with pytest.raises(InputError, match=words):
            load(document | extra, None, "x")
    del document["war"]
    with pytest.raises(InputError, match="a war or a deck"):
        load(document, None, "x")
    document["war"] = small_war()
    put("units", 0, "type", "x")(document["war"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^x: /war/units/0/type: "):
        load(document, None, "x")


def test_the_first_war_is_what_its_guide_builds() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    pieces = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert "\n".join(pieces) == EXAMPLE.read_text(encoding="utf-8")


def test_the_mistakes_in_the_guide_are_told_as_it_says() -> None:
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    document["war"]["units"][0]["type"] = "Rifle divison"
    del document["war"]["red"]["kills"]["attack"]["tanks"]
    with pytest.raises(InputError) as caught:
        load(document, None, "first-war.toml")
    block = re.search(r"^```text\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    assert block is not None
    shown = [line.removeprefix("error: ") for line in block[1].splitlines()]
    for line, problem in zip(shown, caught.value.problems, strict=True):
        assert str(problem).startswith(line.removesuffix("…"))


def test_the_snippets_of_the_guide_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    monkeypatch.chdir(tmp_path)
    text = GUIDE.read_text(encoding="utf-8")
    play, cards = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(play, "play", "exec"), {})
        exec(compile(cards, "cards", "exec"), {})
    lines = told.getvalue().splitlines()
    assert lines[0] == "day  1.00: fighting in cell 5"
    assert lines[-2] == "day 10.00: fighting in cell 9"
    sinai_again = load_scenario(SYSTEM, tmp_path / "sinai.toml")
    assert sinai_again.game.values == sinai().values  # type: ignore[attr-defined]


def test_the_first_war_goes_as_its_guide_says() -> None:
    """Red is across the river on the third day, and bleeds to death before the reserve."""
    assert _first_war({}) == ({1: 5, 2: 5, 3: 5}, 9)
    places, _ = _first_war({13: "5 hold"})
    assert places == {}


def _first_war(blue: dict[int, str]) -> tuple[dict[int, int], int]:
    """Where the Red units are on day 10 that are left, and the cell of the last engagement."""
    rules = IdahexRules(load_scenario(SYSTEM, EXAMPLE))  # type: ignore[arg-type]
    language, state, log = CommandLanguage(rules), rules.start(), EventLog()

    def command(side: int, text: str) -> None:
        offer = language.read(rules.view(state, side), text)
        assert offer is not None
        for order in offer.orders:
            rules.apply(state, Step(side, order), log)

    for side in (0, 1):
        command(side, "go")
    for unit in (1, 2, 3):
        command(0, f"mission {unit}: 5 hold, 9 hold")
    for unit, orders in blue.items():
        command(1, f"mission {unit}: {orders}")
    fought = 0
    while state.time[0] < 10:
        for side in rules.decision(state).sides:
            command(side, "go")
        fought = max([int(row[s.WHERE]) for row in state.engagements] + [0]) or fought
    rows = [row for row in state.units if row[s.SIDE] == 0 and row[s.POSTURE] >= 10]
    return {int(row[s.NUMBER]): int(row[s.PLACE]) for row in rows}, fought


def test_the_first_war_is_clean_and_turns_into_cards() -> None:
    scenario = load_scenario(SYSTEM, EXAMPLE)
    assert scenario.game.warnings == []  # type: ignore[attr-defined]
    cards = convert(EXAMPLE)
    assert isinstance(cards, Cards)
    deck = read_deck(*cards)
    assert deck.values == scenario.game.values  # type: ignore[attr-defined]
    assert deck.warnings == []


# Converting files


def test_a_deck_becomes_a_scenario_file(tmp_path: Path) -> None:
    first, second = small_deck()
    (tmp_path / "My Deck_1.50").write_text(first)
    (tmp_path / "My Deck_1.60").write_text(second)
    text = convert(tmp_path / "My Deck_1.50")
    assert isinstance(text, str)
    path = tmp_path / "mine.toml"
    path.write_text(text)
    scenario = load_scenario(SYSTEM, path)
    assert scenario.game.values == small_values()  # type: ignore[attr-defined]
    assert (scenario.name, scenario.title) == ("my-deck-1", "My Deck_1")
    assert convert(path) == write_deck(GameDesign(small_values()))


def test_what_cannot_be_converted(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"ending in \.toml or \.json, or file 50 of a deck"):
        convert(tmp_path / "deck.txt")
    with pytest.raises(InputError, match="No such file"):
        convert(tmp_path / "deck.50")
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    del document["war"]["red"]["transport"][0]["card"]
    path = tmp_path / "long.json"
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match=r"long\.json: rsname.*'trucks', expected a name whose"):
        convert(path)


def test_a_design_says_how_it_was_read() -> None:
    design = design_of(check_model(War, small_war(), "x"), "x: ", as_printed=True)
    assert design.as_printed
    document = small_war()
    document["red"]["front"].pop()
    design = design_of(check_model(War, document, "x"), "x: ")
    assert [w.place for w in design.warnings] == ["x: /red/front"]
