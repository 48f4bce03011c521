"""Scenario files: what their parts mean, and every mistake told in one run: MAL-3 to MAL-6."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.rulebook import load_rulebook
from hexfront.systems.malaya import SYSTEM
from hexfront.systems.malaya.scenario.loader import DATA, MalayaScenario, load, with_options
from hexfront.systems.malaya.scenario.model import SIDE_NAMES
from hexfront.systems.malaya.scenario.setting import compile_setting
from hexfront.systems.malaya.scenario.state import FOLDER
from tests.malaya.small import Document, Table, compiled, cw, document, jp, the_map

GOOD = (jp("a", "0302"), cw("x", "0307"))
OPTION = {"name": "o", "side": "japan", "title": "O", "points": 1}


def problems(scenario: Any) -> dict[str, tuple[str, str]]:
    """Place, what was found and what was expected of each problem."""
    with pytest.raises(InputError) as caught:
        load(scenario, None, "file")
    told = caught.value.problems
    assert len({problem.place for problem in told}) == len(told), told
    return {p.place.removeprefix("file: "): (p.found, p.expected) for p in told}


def campaign() -> MalayaScenario:
    """The campaign as it ships."""
    return load(read_document(DATA / "scenarios" / "campaign.toml"), DATA, "campaign")


def changed(*units: Document, map: Document | None = None, **changes: Any) -> Document:
    """The small scenario, with another map taken whole."""
    made = document(*(units or GOOD), **changes)
    if map is not None:
        made["map"] = map
    return made


def test_the_small_scenario_is_right_and_its_document_too() -> None:
    scenario = load(changed(), None, "file")
    again = load(json.loads(json.dumps(scenario.document)), None, "file")
    assert again.file == scenario.file


@pytest.mark.clause("MAL-6")
def test_the_counters_and_their_order() -> None:
    setting = compiled(
        cw("x", "0307"), jp("a", "0302"), cw("y", "0306", steps=1), jp("b", arrives=2)
    )
    assert [entry.id for entry in setting.units] == ["a", "b", "x", "y"]
    units = setting.ground.units
    first = units.attack[0], units.defence[0], units.movement[0], units.stack[0]
    assert (*first, units.full_steps[0]) == (8, 6, 14, 2, 2)
    assert (units.full_steps[3], setting.ground.rules.second) == (1, 2)


@pytest.mark.clause("MAL-4")
def test_places_of_the_map() -> None:
    setting = compiled(*GOOD)
    hexes, at = setting.ground.hexes, setting.index_of
    assert [label for label in setting.labels if hexes.airfield[at[label]]] == ["0306", "0702"]
    assert [label for label in setting.labels if hexes.victory[at[label]]] == ["0308"]
    assert hexes.value[at["0305"]] == 400
    assert hexes.die[at["0308"]] == -1
    ports = setting.ground.ports
    rows = {name: ports.values(number) for number, name in enumerate(setting.ports)}
    assert rows["Kota"]["hex"] == at["0702"]
    seas = {name: row["sea"] for name, row in rows.items()}
    assert (seas["Kota"], seas["Penang"], seas["Singapore"]) == (0, 1, -1)
    assert rows["Burma"] == {"hex": len(setting.labels), "sea": 1, "owner": 0}
    assert rows["India"]["owner"] == 1


@pytest.mark.clause("MAL-7", "MAL-8")
def test_numbers_are_data() -> None:
    few = {"stacking": 3, "poor_allowance": 0.25}
    setting = compiled(*GOOD, numbers=few, strengths={"reduced": 0.75}, turns=9)
    rules = setting.ground.rules
    assert (rules.stacking, rules.reduced, rules.turns) == (3, 6, 9)


def test_an_order_of_battle_and_a_map_in_files_beside(tmp_path: Path) -> None:
    made = document(*GOOD)
    for key in ("map", "forces"):
        (tmp_path / f"{key}.json").write_text(json.dumps(made[key]))
        made[key] = f"{key}.json"
    assert len(load(made, tmp_path, "file").file.forces.units) == 2
    assert set(problems(made)) == {"/map", "/forces"}  # no files can be read there
    with pytest.raises(InputError, match=r"a path without \.\."):
        load(made | {"map": "../map.json"}, tmp_path, "file")
    assert "peninsula" in problems(made | {"map": "atlantis", "forces": "x.toml"})["/map"][1]


def test_options_of_a_command_line() -> None:
    scenario = load(changed(), None, "file")
    typed = {"turns": "7", "stacking": "6", "supply_reach": "8", "interception": "3"}
    file = with_options(scenario, typed).file
    assert (file.turns, file.numbers.stacking, file.numbers.supply_reach) == (7, 6, 8)
    assert (file.interception.last_turn, scenario.file.numbers.stacking) == (3, 4)
    own = {name: values[0] for name, values in SYSTEM.scenarios.options.items()}
    assert with_options(campaign(), own).document == campaign().document


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"turn": "7"}, "turns, stacking, supply_reach, interception"),
        ({"turns": "0"}, "1"),
        ({"turns": "9" * 5000}, "a whole number"),
        ({"turns": "many"}, "a whole number"),
        ({"stacking": "1"}, "at most 1"),  # units of the scenario hold two points
        ({"interception": "-1"}, "0"),
    ],
)
def test_options_that_cannot_be(typed: dict[str, str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        with_options(load(changed(), None, "file"), typed)


# Mistakes


def test_every_mistake_in_one_run() -> None:
    """A map with two mistakes, units with four, tables with three: each is told by its place."""
    ground = the_map()
    ground["river"].append({"sides": [["0303", "0306"]]})
    ground["place"][1]["hex"] = "0801"
    bad = document(
        jp("a", "0999"),
        jp("b", "0302", steps=0),
        jp("c", "0302", arrives=2),
        jp("d", "0303", stacking=3),
        jp("e", "0303"),
        cw("x", "0302"),
        cw("y"),
        cw("y", "0307"),
        sources={"japan": ["Atlantis"]},
    )
    bad["map"] = ground
    bad["results"] = copy.deepcopy(bad["results"])
    bad["results"]["rows"][2].pop()
    bad["results"]["columns"][4] = {"attacker": 1, "defender": 1}
    bad["air"]["defence"] = bad["air"]["defence"][:-1]
    bad["terrain"] = {k: v for k, v in bad["terrain"].items() if k != "swamp"}
    told = problems(bad)
    assert set(told) == {
        "/map: /river/3/sides/0",
        "/map: /place/1/hex",
        "/map/hex/0406/terrain",
        "/forces: /units/1/steps",
        "/forces/units/0/start",
        "/forces/units/2",
        "/forces/units/4/start",
        "/forces/units/5/start",
        "/forces/units/6",
        "/forces/units/7/id",
        "/results/columns/4",
        "/results/rows/2",
        "/air/defence",
        "/sources/japan/0",
    }
    assert told["/forces/units/0/start"][0] == "'0999'"
    assert told["/map/hex/0406/terrain"][0] == "'swamp'"
    assert "a side in common" in told["/map: /river/3/sides/0"][1]


@pytest.mark.parametrize(
    ("where", "value", "place", "expected"),
    [
        ("forces.units.0.start", "0999", "/forces/units/0/start", "number of a land hex"),
        ("forces.units.0.start", "0101", "/forces/units/0/start", "number of a land hex"),
        ("forces.units.0.start", "Atlantis", "/forces/units/0/start", "a place of the map"),
        ("forces.units.0.steps", 0, "/forces: /units/0/steps", "1 or more"),
        ("forces.units.0.steps", 3, "/forces: /units/0/steps", "2 or less"),
        ("forces.units.0.arrives", 2, "/forces/units/0", "one of start, box, arrives, offered"),
        ("forces.units.0.points", 2, "/forces/units/0/points", "MAL-3"),
        ("forces.units.0.stacking", 5, "/forces/units/0/stacking", "at most 4"),
        ("forces.units.0.start", "0307", "/forces/units/1/start", "without enemies"),
        ("forces.units.1.id", "a", "/forces/units/1/id", "each id once"),
        ("forces.units.0.arm", "air", "/forces: /units/0/arm", "infantry"),
        ("map.hex.0303.terrain", "ice", "/map/hex/0303/terrain", "a terrain of the chart"),
        ("map.river.0.sides.0", ["0303", "0305"], "/map: /river/0/sides/0", "a side in common"),
        ("map.river.0.sides.0", ["0303", "0203"], None, ""),
        ("map.road.0.path.3", "0403", "/map: /road/0/path/4", "a hex beside 0403"),
        ("map.place.0.seas", ["West"], "/map: /place/0/seas/0", "a sea beside 0701"),
        ("map.edge.0.hexes", ["0101"], "/map: /edge/0/hexes/0", "a land hex"),
        ("results.columns.3.attacker", 1, "/results/columns/3", "the column before"),
        ("results.columns.0", {"attacker": 1, "defender": 0}, "/results/columns/0/defender", "1"),
        ("results.rows.0.0", "1", "/results/rows/0/0", "text of the form"),
        ("results.rows.5", ["1/1"], "/results/rows/5", "9 entries"),
        ("results.rows", [["1/1"] * 9] * 5, "/results/rows", "6"),
        ("air.defence.0", [0, 0], "/air/defence/0", "not all 0"),
        ("air.defence.0", [1] * 11, "/air/defence/0", "1 to 10 weights"),
        ("sources.commonwealth", ["Atlantis"], "/sources/commonwealth/0", "a place of the map"),
        ("controlled", ["south"], "/controlled/0", "north"),
        ("shipping.place", "Lumpur", "/shipping/place", "Penang"),
        ("victory.place", "Atlantis", "/victory/place", "a place of the map"),
        ("victory.places", ["Atlantis"], "/victory/places/0", "a place of the map"),
        ("victory.values.1.place", "Atlantis", "/victory/values/1/place", "a place of the map"),
        ("victory.marginal", 1, "/victory/marginal", "2 or more"),
        ("victory.down", 20, "/victory/down", "less than 20"),
        ("entries.0.edge", "south", "/entries/0/edge", "north"),
        ("entries.0.port", "Burma", "/entries/0", "one of edge, place, port"),
        ("entries.2.place", "Atlantis", "/entries/2/place", "a place of the map"),
        ("entries.1.port", "India", "/entries/1/port", "Indo-China, Burma"),
        ("ports.0.name", "Kota", "/ports/0/name", "a name of its own"),
        ("strengths.reduced", 0.3, "/strengths/reduced", "multiple of 0.125"),
        ("ways.road", 0.25, "/ways/road", "0.5"),
        ("numbers.stacking", 1, "/forces/units/0/stacking", "at most 1"),
        ("sides.0.name", "commonwealth", "/sides", "japan, commonwealth"),
        ("seas.east", "North", "/seas/east", "East, West"),
        ("seas.east", "West", "/seas", "two names"),
        ("turns", 0, "/turns", "1"),
        ("first_day", "1942-02-30", "/first_day", "a day of the calendar"),
        ("first_day", "0000-01-01", "/first_day", "a day of the calendar"),
        ("first_day", "9999-12-10", "/first_day", "28 days before the year 10000"),
        ("options", [OPTION, OPTION], "/options/1/name", "each name once"),
        ("map.place.0.hex", "0702", "/map/place/1/hex", "a hex without another port"),
        ("map.edge.0.hexes", ["0301", "0301"], "/entries/0", "no other entry"),
        ("entries.2.place", "Jitra", None, ""),
        ("entries.2", {"side": "commonwealth", "title": "N", "edge": "north"}, "/entries/2", "no"),
        ("entries.2", {"side": "japan", "title": "N", "port": "Indo-China"}, "/entries/2", "no"),
        ("ports.0.name", "0302", "/ports/0/name", "a name of its own"),
        ("ports.0.name", "box-japan", "/ports/0/name", "a name of its own"),
        ("weather", 1, "/weather", ""),
    ],
)
def test_a_mistake(where: str, value: Any, place: str | None, expected: str) -> None:
    bad: Any = document(*GOOD)
    *path, last = where.split(".")
    part = bad
    for key in path:
        part = part[int(key) if isinstance(part, list) else key]
    part[int(last) if isinstance(part, list) else last] = value
    if place is None:
        load(bad, None, "file")
        return
    told = problems(bad)
    assert place in told, told
    assert expected in told[place][1]


@pytest.mark.parametrize("name", ["a\0.toml", "x" * 300 + ".toml", "/etc/passwd.toml", "."])
def test_a_name_that_no_file_can_have(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        load(document(*GOOD) | {"map": name}, tmp_path, "file")


def test_an_edge_without_hexes_is_nowhere() -> None:
    ground = the_map()
    ground["edge"].append({"name": "south", "hexes": []})
    made = changed(map=ground, controlled=["south", "Singora"], sources={"japan": ["south"]})
    assert len(compile_setting(load(made, None, "file")).ground.sources) == 1


def test_a_missing_part() -> None:
    for key in ("map", "forces", "results", "terrain"):
        bad = {k: v for k, v in document(*GOOD).items() if k != key}
        assert any(place.startswith(f"/{key}") for place in problems(bad))
    assert set(problems([])) == {"file"}
    # Without a map nothing is said of the names of its places.
    told = problems(changed(map={}))
    assert told and all(place.startswith("/map: ") for place in told)


@pytest.mark.clause("MAL-4", "MAL-5")
def test_the_campaign_loads() -> None:
    setting = compile_setting(campaign())
    assert len(setting.labels) > 300
    ports = {"Singora", "Patani", "Kota Bharu", "Kuantan", "Penang", "Mersing", "Singapore"}
    assert ports <= set(setting.ports)


@pytest.mark.clause("MAL-15")
def test_every_port_of_the_east_is_a_source_of_japan() -> None:
    file = campaign().file
    east = {p.name for p in file.map.place if "port" in p.kinds and file.seas.east in p.seas}
    assert set(file.sources.japan) == east | {"north"}


@pytest.mark.clause("MAL-23")
def test_jungle_alone_shields_from_armour() -> None:
    terrain = campaign().file.terrain
    assert [name for name, kind in terrain.items() if kind.covered] == ["jungle"]
    assert [name for name, kind in terrain.items() if kind.die == -1] == ["jungle", "mountain"]


@pytest.mark.clause("MAL-5", "MAL-6")
def test_the_order_of_battle() -> None:
    """The divisions of both sides, each unit with its source; a regiment as the source has it."""
    units = campaign().file.forces.units
    formations = {side: {u.formation for u in units if u.side == side} for side in SIDE_NAMES}
    assert {"5th Division", "18th Division", "Imperial Guards Division"} <= formations["japan"]
    assert {
        "9th Indian Division",
        "11th Indian Division",
        "8th Australian Division",
        "18th British Division",
        "Singapore fortress",
    } <= formations["commonwealth"]
    assert all(entry.source for entry in units)
    assert any(entry.arm == "armour" and entry.side == "japan" for entry in units)
    regiment = next(entry for entry in units if entry.id == "jp-11")
    assert (regiment.attack, regiment.defence, regiment.movement) == (8, 6, 7)
    assert (regiment.stacking, regiment.steps) == (2, 2)


@pytest.mark.clause("MAL-1", "MAL-32")
def test_the_calendar_of_the_campaign() -> None:
    scenario = campaign()
    assert scenario.dates(1)[0].isoformat() == "1941-12-08"
    assert scenario.dates(scenario.file.turns)[1].isoformat() == "1942-02-15"


def test_a_start_overstacked() -> None:
    told = problems(changed(jp("a", "0302"), jp("b", "0302"), jp("c", "0302", stacking=1)))
    assert told == {
        "/forces/units/2/start": ("'0302 with 5 stacking points'", "at most 4 (MAL-7)"),
    }


def test_the_rulebook_has_every_clause() -> None:
    book = load_rulebook(FOLDER)
    assert [clause.id for clause in book.clauses] == [f"MAL-{n}" for n in range(1, 33)]
    assert all("our decision" in c.source.lower() or "Combat" in c.source for c in book.clauses)


@pytest.mark.clause("MAL-12")
def test_what_the_table_reads_back() -> None:
    table = Table(*GOOD)
    for bad in ({"do": "fly"}, {"do": "move", "unit": "a"}, {"do": "air", "points": 10}, 7):
        with pytest.raises(InputError):
            table.words.read(bad)


def test_what_is_kept_of_a_map_suits_each_scenario_that_has_it() -> None:
    before = campaign()
    road = before.document | before.read_parts
    road["ways"] = {**road["ways"], "road": 1}
    after = load(road, None, "other roads")
    assert after.file.map is before.file.map
    first, second, again = (compile_setting(one).ground for one in (before, after, before))
    assert (first.words == again.words).all()
    roads = first.hexes.road == 1
    assert (second.hexes.march[roads] == 2).all() and (first.hexes.march[roads] == 1).all()
    assert (first.hexes.march[~roads] == second.hexes.march[~roads]).all()
    # As if it were read from its file, with nothing kept.
    document = json.loads(json.dumps(after.document))
    assert (compile_setting(load(document, None, "file")).ground.words == second.words).all()
