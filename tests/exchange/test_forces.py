"""Forces of MSDL and of ORBAT Mapper, codes of symbols, and how forces fit a scenario."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.core.force_list import Force
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.exchange.forces.earth import from_gcc, from_mgrs
from hexfront.exchange.forces.fitting import FittedForces, degrees_of, fit_forces
from hexfront.exchange.forces.msdl import export_msdl, import_msdl
from hexfront.exchange.forces.orbat_mapper import import_orbat
from hexfront.exchange.forces.read_forces import ReadForces
from hexfront.exchange.forces.symbols import to_digits, to_letters
from hexfront.exchange.table import Table
from hexfront.pictures.symbols.sidc import OLD_FUNCTIONS, read_sidc

pytest.importorskip("defusedxml")

SIDE = """<ForceSide><ObjectHandle>{0}</ObjectHandle><ForceSideName>{1}</ForceSideName>
<AllegianceHandle>{2}</AllegianceHandle></ForceSide>"""
UNIT = """<Unit><ObjectHandle>{0}</ObjectHandle><SymbolIdentifier>{1}</SymbolIdentifier>
<Name>{2}</Name><Disposition><Location>{3}</Location></Disposition><Relations><ForceRelation>
<ForceRelationData>{4}</ForceRelationData></ForceRelation></Relations></Unit>"""
OF_SIDE = "<ForceSideHandle>{}</ForceSideHandle>"
OF_UNIT = (
    "<CommandRelation><CommandingSuperiorHandle>\n {} </CommandingSuperiorHandle></CommandRelation>"
)
GDC = "<CoordinateData><GDC><Latitude>{}</Latitude><Longitude>{}</Longitude></GDC></CoordinateData>"


def msdl(sides: str, units: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<MilitaryScenario xmlns="urn:sisostds:scenario:military:data:draft:msdl:1" '
        'xmlns:modelID="http://www.sisostds.org/schemas/modelID"><ScenarioID><modelID:name>At the '
        f"ford</modelID:name></ScenarioID><ForceSides>{sides}</ForceSides><Organizations><Units>"
        f"{units}</Units><Equipment><EquipmentItem/></Equipment></Organizations></MilitaryScenario>"
    )


SIDES = (
    SIDE.format("b", "Blue", "b") + SIDE.format("r", "Red", "r") + SIDE.format("g", "Guard", "r")
)
UNITS = (
    UNIT.format("1", "SFGPUCI----H--G", "1 Brigade", "", OF_SIDE.format("b"))
    + UNIT.format("2", "SFGPUCI----F--G", "1st <Btn>", GDC.format(3.1, 101.7), OF_UNIT.format("1"))
    + UNIT.format("3", "SFGPUCIZ---FUSG", "2nd Btn", GDC.format(3.0, 101.7), OF_UNIT.format("1"))
    + UNIT.format("4", "SHGPUCA----E--G", "1st <Btn>", GDC.format(60, 10), OF_SIDE.format("r"))
    + UNIT.format("5", "SHGPUCFRMS-E--G", "Guns", "", OF_SIDE.format("g"))
    + UNIT.format("6", "SFGPUCI----F--G", "Lost", "", OF_UNIT.format("6"))
).replace("<Btn>", "&lt;Btn&gt;")


def read(folder: Path, text: str) -> ReadForces:
    (folder / "a.xml").write_text(text, "utf-8")
    return import_msdl(folder / "a.xml")


def test_msdl_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, msdl(SIDES, UNITS))
    assert found.title == "At the ford"
    blue, red, guard = found.forces
    assert [(u.name, u.above, u.leaf) for u in blue.units] == [
        ("1 Brigade", "", False),
        ("1st <Btn>", "1 Brigade", True),
        ("2nd Btn", "1 Brigade", True),
    ]
    assert blue.units[1].sidc == "10031000161211000000"
    assert blue.units[1].at == (101.7, 3.1)
    assert red.units[0].sidc == "10061000151205000000"
    assert found.loyal == {"g": "r"}
    assert found.notes == [
        "of symbols the country US: 1 unit",
        "1 unit that belong to no side",
        "1 piece of equipment",
    ]
    assert guard.title == "Guard"


def test_sides_say_who_is_hostile_where_codes_leave_it_open(tmp_path: Path) -> None:
    """As files of other programs have it: `S-G-UCI----F--G`, and relationships between sides."""
    toward = (
        "<Associations><Association><AffiliateHandle>{}</AffiliateHandle>"
        "<Relationship>{}</Relationship></Association></Associations></ForceSide>"
    )
    sides = (
        SIDE.format("b", "Blue", "b").replace("</ForceSide>", toward.format("n", "NEUTRL"))
        + SIDE.format("r", "Red", "r")
        + SIDE.format("g", "Guard", "r")
        + SIDE.format("n", "Monitors", "n")
    )
    units = "".join(
        UNIT.format(side, "S-G-UCI----F--G", f"Of {side}", "", OF_SIDE.format(side))
        for side in "brgn"
    ) + UNIT.format("5", "SFG-UCI----F--G", "Captured", "", OF_SIDE.format("r"))
    found = read(tmp_path, msdl(sides, units))
    identities = {unit.name: unit.sidc[3] for force in found.forces for unit in force.units}
    assert identities == {"Of b": "3", "Of r": "6", "Of g": "6", "Of n": "4", "Captured": "3"}


def fitted(system: str, scenario: str, found: ReadForces, table: Table = Table()) -> FittedForces:  # noqa: B008
    files = find_system(system).scenarios
    assert files.forces_form is not None and files.map_form is not None
    before = load_scenario(find_system(system), scenario)
    form = files.map_form()
    made = fit_forces(found, files.forces_form().read(before), form.read(before), form, table)
    document, _ = files.forces_form().put(before, made.forces)
    files.load(document, None, "made")
    return made


@pytest.mark.parametrize(
    ("system", "scenario"),
    [("brigade", "across-the-drau"), ("aggressor", "first-game"), ("malaya", "campaign")],
)
def test_forces_of_a_file_can_be_played(tmp_path: Path, system: str, scenario: str) -> None:
    made = fitted(system, scenario, read(tmp_path, msdl(SIDES, UNITS)))
    own = [force.name for force in made.forces]
    assert made.sides == {"Blue": own[0], "Red": own[1], "Guard": own[1]}
    assert [len(force.units) for force in made.forces] == [2, 2]
    names = [unit.name for force in made.forces for unit in force.units]
    assert names == ["1st Btn", "2nd Btn", "1st Btn 2", "Guns"]
    assert "1 formation that others belong to: only the lowest are units" in made.lost
    hexes = [unit.hex for force in made.forces for unit in force.units]
    assert all(hexes) and len(set(hexes)) == 4


def test_units_stand_where_they_are_on_the_earth(tmp_path: Path) -> None:
    made = fitted("malaya", "campaign", read(tmp_path, msdl(SIDES, UNITS)))
    malaya = find_system("malaya")
    form = malaya.scenarios.map_form
    assert form is not None
    grid = form().read(load_scenario(malaya, "campaign"))
    centres = {form().label(grid, spot): at for spot, at in degrees_of(grid).items()}
    at = centres[made.forces[0].units[0].hex]
    assert abs(at[0] - 101.7) < 0.1 and abs(at[1] - 3.1) < 0.1
    assert "the places of 1 unit, which lie off the map" in made.lost


def test_sides_are_named_by_a_table(tmp_path: Path) -> None:
    found = read(tmp_path, msdl(SIDES, UNITS))
    table = Table(sides={"Red": "opfor", "Blue": "bluefor", "Guard": ""})
    made = fitted("brigade", "three-towns", found, table)
    assert made.sides == {"Blue": "bluefor", "Red": "opfor", "Guard": ""}
    assert "Guard: 1 unit, on no side" in made.lost
    with pytest.raises(InputError, match="side Red: found 'yellow', expected nothing, or one of"):
        fitted("brigade", "three-towns", found, Table(sides={"Red": "yellow"}))
    with pytest.raises(InputError, match="found <no unit for Bluefor>"):
        fitted(
            "brigade", "three-towns", found, Table(sides=dict.fromkeys(["Red", "Blue"], "opfor"))
        )


@pytest.mark.parametrize(
    ("system", "scenario"),
    [("brigade", "across-the-drau"), ("aggressor", "first-game"), ("malaya", "first-game")],
)
def test_exported_forces_come_back(tmp_path: Path, system: str, scenario: str) -> None:
    """Names, sides, symbols; and what MSDL cannot say, from the scenario they go into."""
    files = find_system(system).scenarios
    before = load_scenario(find_system(system), scenario)
    assert files.forces_form is not None
    forces = files.forces_form().read(before)
    text, _ = export_msdl("A title", forces, lambda label: None)
    assert export_msdl("A title", forces, lambda label: None)[0] == text
    again = fitted(system, scenario, read(tmp_path, text))

    def units(all_: object) -> list[object]:
        return [
            (u.name, u.side, u.above, u.figures)
            for force in all_  # type: ignore[attr-defined]
            for u in force.units
        ]

    assert units(again.forces) == units(forces)
    symbols = [read_sidc(u.sidc) for force in forces for u in force.units]
    assert [read_sidc(u.sidc) for force in again.forces for u in force.units] == symbols
    hexes = {u.name: u.hex for force in forces for u in force.units if u.hex}
    assert {u.name: u.hex for f in again.forces for u in f.units if u.name in hexes} == hexes


# ---- codes


@pytest.mark.parametrize("function", [f for f in OLD_FUNCTIONS if f not in ("CL", "CA", "CP")])
def test_known_functions_come_back(function: str) -> None:
    digits, lost = to_digits(f"SHGP{function:-<6}-F---")
    assert not lost and len(digits) == 20
    letters, lost = to_letters(digits)
    assert not lost
    assert read_sidc(letters) == read_sidc(digits)


def test_what_codes_cannot_say_is_told() -> None:
    assert to_digits("SFGPUCIXXX-FUSG") == (
        "10031000161211000000",
        "the function UCIXXX in part, the country US",
    )
    assert to_letters("10161000161299005100")[1] == (
        "the modifiers of its icon, the exact kind of unit, that it is an exercise or a simulation"
    )
    assert to_digits("10031000161211000000") == ("10031000161211000000", "")


def test_places_in_other_coordinates() -> None:
    longitude, latitude = from_gcc(-1_388_000.0, 6_201_000.0, 552_000.0)
    assert abs(longitude - 102.617) < 0.01 and abs(latitude - 4.987) < 0.05
    pytest.importorskip("pyproj")
    longitude, latitude = from_mgrs(33, "U", "UP", 4824.0, 27_467.0)
    # The corner of square UP of zone 33U lies by 12° east and 48° north.
    assert 11.5 < longitude < 12.8 and 47.5 < latitude < 48.9
    longitude, latitude = from_mgrs(56, "H", "LH", 34_873.0, 52_266.0)
    assert 150 < longitude < 152 and -34.5 < latitude < -33


# ---- ORBAT Mapper


def orbat(version: str) -> str:
    unit = {"id": "u", "name": "A Company", "sidc": "10031000151211000000"}
    group = {
        "id": "g",
        "name": "Group",
        "subUnits": [
            {
                "id": "b",
                "name": "1 Battalion",
                "sidc": "10031000161211000000",
                "subUnits": [
                    {**unit, "location": [101.7, 3.1], "equipment": [{"name": "AT", "count": 2}]},
                    {**unit, "name": "B Company", "state": [{"t": 0, "location": [101.6, 3.1]}]},
                ],
            }
        ],
    }
    red = {"id": "r", "name": "Red", "standardIdentity": "6", "groups": []}
    blue = {"id": "b", "name": "Blue", "standardIdentity": "3", "groups": [group]}
    return json.dumps(
        {
            "type": "ORBAT-mapper",
            "id": "x",
            "version": version,
            "name": "Exercise",
            "sides": [blue, {**red, "subUnits": [{**unit, "name": "Red Company"}]}],
            "events": [{"title": "H hour", "startTime": 0}],
            "layers": [],
            "mapLayers": [],
        }
    )


@pytest.mark.parametrize("version", ["0.6.0", "1.0.0", "2.2.0", "3.6.0"])
def test_orbat_mapper_is_read(tmp_path: Path, version: str) -> None:
    (tmp_path / "a.json").write_text(orbat(version), "utf-8")
    found = import_orbat(tmp_path / "a.json")
    blue, red = found.forces
    assert [(u.name, u.above, u.leaf, u.at) for u in blue.units] == [
        ("1 Battalion", "Group", False, None),
        ("A Company", "1 Battalion", True, (101.7, 3.1)),
        ("B Company", "1 Battalion", True, (101.6, 3.1)),
    ]
    assert red.units[0].sidc == "10061000151211000000"
    assert found.notes == ["equipment: 1 unit", "the events of the scenario"]
    assert [len(force.units) for force in fitted("brigade", "three-towns", found).forces] == [2, 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (orbat("9.9.9"), "/version: found '9.9.9', expected 0.6.0 to 3.6.0"),
        ('{"type": "ORBAT-mapper-encrypted"}', "an encrypted scenario must be opened there"),
        ('{"type": "ORBAT-mapper", "version": "2.2.0"}', "/sides: found <no unit>"),
    ],
)
def test_what_is_no_scenario_of_orbat_mapper(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "a.json").write_text(text, "utf-8")
    with pytest.raises(InputError, match=expected):
        import_orbat(tmp_path / "a.json")


def test_orbat_mapper_of_tomorrow_is_read_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(orbat("3.40.1"), "utf-8")
    found = import_orbat(tmp_path / "a.json")
    assert len(found.forces) == 2
    assert "what versions after 3.6.0 have that those before had not" in found.notes


def test_an_empty_msdl_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="ForceSides: found <nothing>"):
        read(tmp_path, msdl("", UNITS))
    with pytest.raises(InputError, match="Organizations/Units: found <nothing>"):
        read(tmp_path, msdl(SIDES, ""))
    assert isinstance(read(tmp_path, msdl(SIDES, UNITS)).forces[0], Force)
