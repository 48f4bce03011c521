"""Scenario and terrain files of Brigade Operations: what ships, and what is refused."""

from __future__ import annotations

import base64
import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.documents.strictjson import parse_json, read_json
from hexfront.core.errors import InputError
from hexfront.core.rulebook import load_rulebook
from hexfront.core.scenario import documents_in
from hexfront.systems.brigade import SYSTEM
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.scenario.enclosures import DATA
from hexfront.systems.brigade.scenario.loader import (
    BrigadeScenario,
    default_results,
    load,
    load_terrain,
    with_options,
)

SCENARIOS = sorted(path.stem for path in (DATA / "scenarios").glob("*.json"))
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def shipped(name: str) -> BrigadeScenario:
    path = DATA / "scenarios" / f"{name}.json"
    return load(read_json(path), path.parent, str(path))


def small() -> dict[str, Any]:
    """A scenario of four columns and four rows with its terrain inside."""
    return {
        "format": "hexfront-scenario/1",
        "system": "brigade",
        "name": "small",
        "title": "Small",
        "sides": [{"name": "red", "title": "Red"}, {"name": "blue", "title": "Blue"}],
        "terrain": {
            "format": "hexfront-terrain/1",
            "system": "brigade",
            "name": "field",
            "title": "A field",
            "columns": 4,
            "rows": 4,
            "types": [
                {"id": 0, "name": "clear", "title": "Clear", "cost": 1, "art": "clear"},
                {
                    "id": 1,
                    "name": "woods",
                    "title": "Woods",
                    "cost": 2,
                    "closed_in": ["standard"],
                    "retreat": False,
                    "art": "woods",
                },
                {"id": 2, "name": "town", "title": "Town", "cost": 2, "town": True, "art": "town"},
            ],
            "hexes": [
                {"hex": f"{column:02}{row:02}", "terrain": "clear"}
                for column in range(1, 5)
                for row in range(1, 5)
                if (column, row) not in ((2, 2), (3, 3))
            ]
            + [
                {"hex": "0202", "terrain": "woods"},
                {"hex": "0303", "terrain": "town", "name": "Mill"},
            ],
        },
        "units": [
            {"name": "R1", "side": "red", "hex": "0101", "strength": 4, "sidc": "1" * 20},
            {"name": "B1", "side": "blue", "hex": "0404", "strength": 4, "sidc": "1" * 20},
        ],
        "objective": {"side": "red", "towns": 1},
    }


def problems(document: Any, folder: Path | None = None) -> dict[str, str]:
    """The place of each problem with what was expected."""
    with pytest.raises(InputError) as caught:
        load(document, folder, "s.json")
    return {problem.place: problem.expected for problem in caught.value.problems}


# What ships


@pytest.mark.clause("BRG-1", "BRG-3")
def test_the_default_map_has_68_hexes_3_towns_5_woods_and_the_rest_clear() -> None:
    terrain = shipped("three-towns").terrain
    assert (terrain.columns, terrain.rows) == (8, 9)
    assert Counter(entry.terrain for entry in terrain.hexes) == {
        "clear": 60,
        "woods": 5,
        "town": 3,
    }
    rows = Counter(entry.hex[:2] for entry in terrain.hexes)
    assert rows == {f"{column:02}": 8 + column % 2 for column in range(1, 9)}
    assert len({town.name for town in terrain.towns} - {None}) == 3


@pytest.mark.clause("BRG-2", "BRG-14")
def test_the_default_terrain_types_have_the_costs_of_the_rules() -> None:
    types = {kind.name: kind for kind in shipped("three-towns").terrain.types}
    assert {name: kind.cost for name, kind in types.items()} == {"clear": 1, "woods": 2, "town": 2}
    modifiers = {name: kind.modifier for name, kind in types.items()}
    assert modifiers == {"clear": 0, "woods": 0, "town": 1}
    assert types["woods"].closed_in == ("standard",)
    assert not types["woods"].retreat


@pytest.mark.clause("BRG-5", "BRG-7", "BRG-8", "BRG-27")
def test_the_default_scenario_is_six_equal_companies_against_four_for_four_turns() -> None:
    file = shipped("three-towns").file
    assert Counter(unit.side for unit in file.units) == {"opfor": 6, "bluefor": 4}
    assert {(unit.strength, unit.movement) for unit in file.units} == {(4, 4)}
    assert (file.turns, file.objective.side, file.objective.towns) == (4, "opfor", 2)
    assert file.options.model_dump() == {
        "rules": "standard",
        "sequence": "plotted",
        "by_strength": False,
        "detection": False,
        "deal": "fixed",
    }


@pytest.mark.clause("BRG-7")
def test_a_meeting_engagement_an_unequal_one_and_a_large_one_ship_too() -> None:
    meeting = shipped("meeting-engagement").file
    assert Counter(unit.side for unit in meeting.units) == {"opfor": 6, "bluefor": 6}
    assert not {unit.hex for unit in meeting.units} & {town.hex for town in meeting.terrain.towns}
    few = shipped("iron-few").file
    strong = [unit.strength for unit in few.units if unit.side == "opfor"]
    weak = [unit.strength for unit in few.units if unit.side == "bluefor"]
    assert len(strong) < len(weak)
    assert min(strong) > max(weak)
    large = shipped("across-the-drau")
    assert large.terrain.columns >= 20
    assert large.terrain.rows >= 16
    assert len(large.terrain.hexes) == large.terrain.columns * large.terrain.rows
    assert Counter(unit.side for unit in large.file.units) == {"opfor": 20, "bluefor": 20}


def test_shipped_scenarios_use_every_value_of_every_option() -> None:
    used = [shipped(name).file.options.model_dump() for name in SCENARIOS]
    assert {options["rules"] for options in used} == {"standard", "advanced"}
    assert {options["sequence"] for options in used} == {"plotted", "igougo"}
    assert {options["deal"] for options in used} == {"fixed", "shuffled"}
    assert {options["detection"] for options in used} == {False, True}
    assert {options["by_strength"] for options in used} == {False, True}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_open_hex_of_a_shipped_map_can_be_reached(name: str) -> None:
    scenario = shipped(name)
    rules = scenario.file.options.rules
    closed = {kind.name for kind in scenario.terrain.types if rules in kind.closed_in}
    open_hexes = {entry.hex for entry in scenario.terrain.hexes if entry.terrain not in closed}
    reached: set[str] = set()
    waiting = [scenario.file.units[0].hex]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += [there for there in _neighbours(here) if there in open_hexes]
    assert reached == open_hexes


def _neighbours(label: str) -> list[str]:
    column, row = int(label[:2]), int(label[2:])
    up = -1 if column % 2 else 0
    steps = [(0, -1), (0, 1), (-1, up), (-1, up + 1), (1, up), (1, up + 1)]
    return [f"{column + x:02}{row + y:02}" for x, y in steps]


@pytest.mark.clause("BRG-23")
def test_the_shipped_results_are_those_of_the_rulebook() -> None:
    results = default_results()
    columns = [" ".join(column) for column in zip(*results.standard.rows, strict=True)]
    assert columns == [
        "DR DR AR AR AR AE",
        "DE DR DR DR AR AR",
        "DE DE DR DR DR AR",
        "DE DE DE DR DR DR",
    ]
    text = load_rulebook(DATA.parent).find("BRG-23").text
    assert all(column in text for column in columns)
    assert results.advanced.rows[:5] == results.standard.rows[:5]
    assert results.advanced.rows[5] == ("AE", "EX", "EX", "DR")


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_document_needs_no_file_and_gives_an_equal_scenario(name: str) -> None:
    scenario = shipped(name)
    text = json.dumps(scenario.document)
    again = load(parse_json(text, "journal"), None, "journal")
    assert again == scenario
    assert hash(again) == hash(scenario)
    assert json.dumps(again.document) == text
    assert scenario.name == name


@pytest.mark.parametrize("name", ["scenario", "terrain"])
def test_the_published_schemas_are_current(name: str) -> None:
    path = DATA / "schema" / f"{name}.json"
    wanted = json.dumps(SYSTEM.scenarios.file_schema(name), indent=2, ensure_ascii=False) + "\n"
    assert path.read_text(encoding="utf-8") == wanted, f"hexfront schema brigade {name} > {path}"


@pytest.mark.clause("BRG-1", "BRG-4")
def test_the_map_image_travels_inside_the_document() -> None:
    image = shipped("across-the-drau").terrain.image
    assert image is not None
    content = (DATA / "terrain" / image.file).read_bytes()
    assert len(content) < 100 * 1024
    assert image.data == "data:image/webp;base64," + base64.b64encode(content).decode()


# What is refused

Change = Callable[[dict[str, Any]], object]


@pytest.mark.clause("BRG-4", "BRG-6")
@pytest.mark.parametrize(
    ("change", "place", "expected"),
    [
        (lambda d: d.update(turns=0), "/turns", "1 or more"),
        (lambda d: d.update(turns=4.0), "/turns", "a whole number"),
        (lambda d: d.update(turns=True), "/turns", "a whole number"),
        (lambda d: d.update(colour="red"), "/colour", "one of: format, system"),
        (lambda d: d.pop("objective"), "/objective", "`objective`, an object"),
        (lambda d: d.update(format="hexfront-scenario/2"), "/format", "hexfront-scenario/1"),
        (lambda d: d.update(title="a\x1b[2J"), "/title", "one line of text"),
        (lambda d: d["sides"].pop(), "/sides/1", "an entry of number 2"),
        (lambda d: d["sides"][1].update(name="red"), "/sides/1/name", "each name once"),
        (lambda d: d["units"][0].update(strength="4"), "/units/0/strength", "a whole number"),
        (lambda d: d["units"][0].update(strength=0), "/units/0/strength", "1 or more"),
        (lambda d: d["units"][0].update(sidc="SFGP"), "/units/0/sidc", "text of the form"),
        (lambda d: d["units"][0].update(side="green"), "/units/0/side", "one of: red, blue"),
        (lambda d: d["units"][0].update(hex="0105"), "/units/0/hex", "a hex of the map"),
        (lambda d: d["units"][0].update(hex="0202"), "/units/0/hex", "open in the standard"),
        (lambda d: d["units"][1].update(hex="0101"), "/units/1/hex", "without an enemy"),
        (lambda d: d["units"][1].update(name="R1"), "/units/1/name", "each name once"),
        (lambda d: d["units"][1].update(side="red"), "/units", "1 to 40 units"),
        (lambda d: d["objective"].update(towns=2), "/objective/towns", "at most 1"),
        (lambda d: d["objective"].update(side="green"), "/objective/side", "one of: red, blue"),
        (lambda d: d.update(units=[]), "/units", "1 to 40 units"),
        (lambda d: d["terrain"].update(hexes=[]), "/terrain/hexes", "at least one hex"),
        (lambda d: d["terrain"].update(rows=3), "/terrain/hexes/3/hex", "row 01 to 03"),
        (
            lambda d: d["terrain"]["hexes"][1].update(hex="0101"),
            "/terrain/hexes/1/hex",
            "each hex once",
        ),
        (
            lambda d: d["terrain"]["hexes"][1].update(terrain="swamp"),
            "/terrain/hexes/1/terrain",
            "one of: clear, woods, town",
        ),
        (
            lambda d: d["terrain"]["hexes"][-1].pop("name"),
            "/terrain/hexes/15/name",
            "the name of the town",
        ),
        (
            lambda d: d["terrain"]["hexes"][0].update(name="Nowhere"),
            "/terrain/hexes/0/name",
            "no town",
        ),
        (lambda d: d["terrain"]["types"][1].update(id=0), "/terrain/types/1/id", "each id once"),
        (lambda d: d["terrain"]["types"][1].update(cost=10), "/terrain/types/1/cost", "9 or less"),
        (
            lambda d: d.update(results={"standard": {"rows": []}, "advanced": {"rows": []}}),
            "/results/standard/rows/0",
            "an entry of number 1",
        ),
    ],
)
def test_a_mistake_is_told_with_its_pointer(change: Change, place: str, expected: str) -> None:
    document = small()
    change(document)
    found = problems(document)
    assert expected in found[f"s.json: {place}"]


@pytest.mark.clause("BRG-4")
def test_all_mistakes_are_told_at_once() -> None:
    document = small()
    document["turns"] = 0
    document["units"][0].update(hex="0909")
    document["units"][1].update(strength=-1)
    document["terrain"]["hexes"][4].update(terrain="swamp")
    document["terrain"]["hexes"].append({"hex": "0505", "terrain": "clear"})
    document["objective"]["towns"] = 9
    assert set(problems(document)) == {
        "s.json: /turns",
        "s.json: /units/0/hex",
        "s.json: /units/1/strength",
        "s.json: /terrain/hexes/4/terrain",
        "s.json: /terrain/hexes/16/hex",
        "s.json: /objective/towns",
    }


def test_an_unsound_terrain_raises_no_false_alarms_elsewhere() -> None:
    document = small()
    document["terrain"]["types"][2]["cost"] = 0
    assert list(problems(document)) == ["s.json: /terrain/types/2/cost"]


@pytest.mark.clause("BRG-4")
def test_mistakes_of_a_terrain_file_are_told_with_its_own_name(tmp_path: Path) -> None:
    document = small()
    terrain = document["terrain"]
    terrain["types"][0]["cost"] = 0
    terrain["hexes"][1]["hex"] = "0101"
    (tmp_path / "field.json").write_text(json.dumps(terrain))
    document["terrain"] = "field.json"
    document["turns"] = 0
    file = tmp_path / "field.json"
    assert set(problems(document, tmp_path)) == {
        f"{file}: /types/0/cost",
        f"{file}: /hexes/1/hex",
        "s.json: /turns",
    }


@pytest.mark.clause("BRG-15")
def test_a_hex_holds_one_unit_or_two_under_the_advanced_rules() -> None:
    document = small()
    document["units"][1:1] = [{**document["units"][0], "name": name} for name in ("R2", "R3")]
    assert set(problems(document)) == {"s.json: /units/1/hex", "s.json: /units/2/hex"}
    document["options"] = {"rules": "advanced"}
    assert set(problems(document)) == {"s.json: /units/2/hex"}
    del document["units"][2]
    assert len(load(document, None, "s.json").file.units) == 3


@pytest.mark.clause("BRG-7")
def test_a_side_has_at_most_forty_units() -> None:
    document = small()
    document["terrain"].update(columns=50, rows=4)
    document["terrain"]["hexes"] += [
        {"hex": f"{column:02}04", "terrain": "clear"} for column in range(5, 51)
    ]
    document["units"] += [
        {**document["units"][0], "name": f"X{column}", "hex": f"{column:02}04"}
        for column in range(5, 45)
    ]
    assert problems(document) == {"s.json: /units": "1 to 40 units of red (BRG-7)"}
    document["units"].pop()
    assert len(load(document, None, "s.json").file.units) == 41


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"turns": NaN}', "finite"),
        ('{"turns": 1e999}', "finite"),
        ('{"turns": 4, "turns": 5}', "each key once"),
        ("[" * 100_000, "flatter"),
        ('{"turns": ' + "9" * 5000 + "}", "digits"),
        ("", "JSON"),
    ],
)
@pytest.mark.parametrize("of", ["scenario", "terrain"])
def test_text_that_is_no_plain_json_is_refused(
    text: str, expected: str, of: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(InputError) as caught:
        if of == "scenario":
            load(read_json(tmp_path / "bad.json"), tmp_path, "bad.json")
        else:
            load({**small(), "terrain": "bad.json"}, tmp_path, "s.json")
    assert len(caught.value.problems) == 1
    assert "bad.json" in caught.value.problems[0].place
    assert expected in caught.value.problems[0].expected


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_are_not_finite_are_refused(number: float) -> None:
    document = small()
    document["terrain"]["image"] = {"file": "a.png", "x": number, "y": 0, "width": 1, "height": 1}
    assert "s.json: /terrain/image/x" in problems(document)


@pytest.mark.clause("BRG-1")
def test_hexes_of_large_maps_have_six_digits() -> None:
    document = json.loads(
        json.dumps(small()),
        object_hook=lambda entry: {
            key: f"{int(value[:2]) + 196:03}{int(value[2:]) + 196:03}" if key == "hex" else value
            for key, value in entry.items()
        },
    )
    document["terrain"].update(columns=200, rows=200)
    scenario = load(document, None, "large")
    assert scenario.terrain.hexes[-1].hex == "199199"
    board = BrigadeRules(scenario).board()["places"]
    assert (board[0]["id"], board[-1]["x"]) == ("197197", 198 * 1.5)
    document["terrain"].update(columns=198)
    assert problems(document)["s.json: /terrain/hexes/12/hex"] == "column 001 to 198"


@pytest.mark.parametrize("key", ["units", "types", "hexes", "sides"])
def test_a_list_of_a_million_is_refused_without_reading_it(key: str) -> None:
    document = small()
    inner = document["terrain"] if key in document["terrain"] else document
    inner[key] = [{}] * 1_000_000
    assert set(problems(document).values()) == {"a list of at most 40000 entries"}


# Files that it refers to

ESCAPES = [
    "../secret.json",
    "/etc/passwd.json",
    "a/../../secret.json",
    "./field.json",
    "..\\secret.json",
    "C:/secret.json",
    "field.json\0",
    "a" * 5000 + ".json",
    "missing.json",
    "link.json",
    "folder.json",
    "",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder beside a secret file, with a link to it, a terrain and a picture."""
    terrain = json.dumps(small()["terrain"])
    inside = tmp_path / "inside"
    (inside / "folder.json").mkdir(parents=True)
    (inside / "maps").mkdir()
    for path in (tmp_path / "secret.json", inside / "field.json", inside / "maps" / "field.json"):
        path.write_text(terrain)
    for path in (tmp_path / "secret.png", inside / "map.png", inside / "maps" / "map.png"):
        path.write_bytes(PNG)
    (inside / "link.json").symlink_to(tmp_path / "secret.json")
    (inside / "link.png").symlink_to(tmp_path / "secret.png")
    return inside


@pytest.mark.parametrize("reference", ["field.json", "maps/field.json"])
def test_a_terrain_file_beside_the_scenario_is_read(reference: str, folder: Path) -> None:
    scenario = load({**small(), "terrain": reference}, folder, "s.json")
    assert scenario == load(small(), None, "s.json")


@pytest.mark.parametrize("reference", ESCAPES)
def test_a_terrain_reference_never_leaves_the_folder(reference: str, folder: Path) -> None:
    assert list(problems({**small(), "terrain": reference}, folder)) == ["s.json: /terrain"]


@pytest.mark.parametrize("reference", ["field.json", *ESCAPES])
def test_without_a_folder_no_path_is_read(reference: str) -> None:
    expected = problems({**small(), "terrain": reference})["s.json: /terrain"]
    assert all(name in expected for name in documents_in(DATA / "terrain"))


def test_without_a_folder_a_shipped_terrain_may_be_named() -> None:
    document = {**small(), "terrain": "harnau"}
    assert load(document, None, "s.json").terrain == shipped("three-towns").terrain


@pytest.mark.clause("BRG-5")
def test_pictures_are_embedded_from_the_folder_of_their_file(folder: Path) -> None:
    document = small()
    terrain = document["terrain"]
    terrain["image"] = {"file": "map.png", "x": -1, "y": -0.87, "width": 6.5, "height": 7.8}
    (folder / "map.png").unlink()
    (folder / "maps" / "field.json").write_text(json.dumps(terrain))
    document["terrain"] = "maps/field.json"
    document["units"][0]["icon"] = "maps/map.png"
    scenario = load(document, folder, "s.json")
    uri = "data:image/png;base64," + base64.b64encode(PNG).decode()
    assert scenario.terrain.image is not None
    assert scenario.terrain.image.data == uri
    assert [unit.icon for unit in scenario.file.units] == [uri, None]
    assert load(scenario.document, None, "journal") == scenario


@pytest.mark.parametrize(
    "reference", [name.replace(".json", ".png") for name in ESCAPES if name] + ["field.json"]
)
def test_a_picture_never_leaves_the_folder_and_is_a_picture(reference: str, folder: Path) -> None:
    document = small()
    document["units"][0]["icon"] = reference
    document["terrain"]["image"] = {
        "file": reference[:200],
        "x": 0,
        "y": 0,
        "width": 1,
        "height": 1,
    }
    assert set(problems(document, folder)) == {
        "s.json: /units/0/icon",
        "s.json: /terrain/image/file",
    }


@pytest.mark.parametrize(
    "uri",
    [
        "map.png",
        "data:image/svg+xml;base64,PHN2Zy8+",
        "data:text/html;base64,PHN2Zy8+",
        "data:image/png;base64,@@@@",
        "data:image/png;base64,é",
        "data:image/jpeg;base64," + base64.b64encode(PNG).decode(),
        "data:image/png;base64," + base64.b64encode(PNG + bytes(2 * 1024 * 1024)).decode(),
    ],
)
def test_embedded_data_must_be_such_a_picture(uri: str, folder: Path) -> None:
    document = small()
    image = {"file": "map.png", "x": 0, "y": 0, "width": 1, "height": 1, "data": uri}
    document["terrain"]["image"] = image
    assert list(problems(document, folder)) == ["s.json: /terrain/image/data"]


@pytest.mark.clause("BRG-4")
def test_a_terrain_file_can_be_read_alone(folder: Path) -> None:
    terrain = small()["terrain"]
    assert load_terrain(terrain, folder, "t.json") == load(small(), None, "s.json").terrain
    terrain["hexes"][0]["hex"] = "0199"
    terrain["types"][0]["cost"] = 0
    with pytest.raises(InputError) as caught:
        load_terrain(terrain, folder, "t.json")
    places = {problem.place for problem in caught.value.problems}
    assert places == {"t.json: /types/0/cost", "t.json: /hexes/0/hex"}


# Options


@pytest.mark.clause("BRG-10", "BRG-28")
def test_options_can_be_set_as_typed() -> None:
    scenario = shipped("three-towns")
    words = {"sequence": "igougo", "detection": "true", "rules": "Advanced", "deal": "shuffled"}
    changed = with_options(scenario, words)
    assert changed.file.options.model_dump() == {
        "rules": "advanced",
        "sequence": "igougo",
        "by_strength": False,
        "detection": True,
        "deal": "shuffled",
    }
    assert scenario == shipped("three-towns")
    back = {"sequence": "plotted", "detection": "false", "rules": "standard", "deal": "fixed"}
    assert with_options(changed, back) == scenario


def test_unknown_options_and_values_are_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        with_options(shipped("three-towns"), {"sequence": "chess", "fog": "on", "detection": "1"})
    assert [(p.place, p.found, p.expected) for p in caught.value.problems] == [
        ("option sequence", "'chess'", "one of: plotted, igougo"),
        ("option", "'fog'", "one of: rules, sequence, by_strength, detection, deal"),
        ("option detection", "'1'", "one of: false, true"),
    ]


def test_options_that_the_units_do_not_fit_are_refused() -> None:
    document = small()
    document["options"] = {"rules": "advanced"}
    document["units"][0]["hex"] = "0202"
    with pytest.raises(InputError, match="BRG-14"):
        with_options(load(document, None, "s.json"), {"rules": "standard"})


# Anything at all

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(st.characters(exclude_categories=()), max_size=8)
    | st.sampled_from(["0101", "red", "clear", "harnau", "field.json", "data:image/png;base64,"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["hex", "name", "units", "terrain", "types"]) | st.text(max_size=4),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def _spots(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = document.items() if isinstance(document, dict) else enumerate(document)
    found = [path] if path else []
    for key, value in inner:
        if isinstance(value, dict | list):
            found += _spots(value, (*path, key))
        else:
            found.append((*path, key))
    return found


SPOTS = _spots(small())


@settings(max_examples=300)
@given(st.lists(st.tuples(st.sampled_from(SPOTS), VALUES), min_size=1, max_size=4))
def test_a_file_with_anything_anywhere_is_read_or_refused(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    document = small()
    for path, value in changes:
        inner: Any = document
        try:
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = copy.deepcopy(value)
        except (TypeError, IndexError, KeyError):
            continue  # an earlier change took this spot away
    try:
        scenario = load(document, DATA, "s.json")
    except InputError as error:
        assert 1 <= len(error.problems) <= 50
        assert all(problem.place.startswith(("s.json: /", str(DATA))) for problem in error.problems)
    else:
        assert load(scenario.document, None, "again") == scenario
