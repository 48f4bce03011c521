"""Maps: their files, their fairness, the generator, the arrays (AGR-1 to AGR-5, AGR-46)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.documents.strictjson import read_json
from hexfront.core.errors import InputError
from hexfront.core.scenario_files import MapWishes
from hexfront.systems.aggressor.scenario.fairness import Range, fairness_problems, massifs
from hexfront.systems.aggressor.scenario.ground_tables import BORDER, EAST, WEST, bands, hex_tables
from hexfront.systems.aggressor.scenario.mapmaker import SPREAD, random_map, random_terrain
from hexfront.systems.aggressor.scenario.relief import PLAIN, depths, heights
from hexfront.systems.aggressor.scenario.state import FOLDER
from hexfront.systems.aggressor.scenario.terrain import Terrain, load_terrain
from tests.aggressor.hexes import DIRECTIONS, at, beside, where

SHIPPED = sorted((FOLDER / "data" / "terrain").glob("*.json"))
BLANK: dict[str, Any] = {
    "format": "hexfront-aggressor-terrain/1",
    "system": "aggressor",
    "name": "blank",
    "title": "Blank",
    "columns": 21,
    "rows": 15,
    "rough": [],
}
ODD = st.integers(4, 49).map(lambda half: 2 * half + 1)
ROWS = st.integers(9, 99)
SEEDS = st.integers(0, 2**63 - 1)


def made(**changes: Any) -> Terrain:
    return load_terrain({**BLANK, **changes}, None, "map")


def shipped(name: str) -> Terrain:
    path = FOLDER / "data" / "terrain" / f"{name}.json"
    return load_terrain(read_json(path), None, str(path))


def mirrored(terrain: Terrain, label: str) -> str:
    column, row = terrain.numbering.parse(label)
    return terrain.numbering.label(terrain.columns - 1 - column, row)


def problems(**changes: Any) -> list[str]:
    with pytest.raises(InputError) as found:
        made(**changes)
    return [str(problem) for problem in found.value.problems]


@pytest.mark.clause("AGR-1")
def test_the_standard_map_has_the_size_of_the_source() -> None:
    terrain = shipped("standard")
    assert (terrain.columns, terrain.rows) == (21, 15)
    assert (terrain.labels[0], terrain.labels[-1], terrain.labels[15]) == ("@AA", "@UO", "@BA")


@pytest.mark.clause("AGR-1")
def test_neighbours_lie_where_the_letters_say() -> None:
    terrain = shipped("standard")
    tables, labels = hex_tables(terrain), terrain.labels
    for number, label in enumerate(labels):
        near = {
            name: labels[there]
            for name, there in zip(DIRECTIONS, tables.neighbours[number].tolist(), strict=True)
            if there < tables.n
        }
        on_the_map = {name: there for name, there in beside(label).items() if there in labels}
        assert near == on_the_map, label
    assert (tables.neighbours[tables.n] == tables.n).all()


@pytest.mark.clause("AGR-4")
def test_the_border_column_parts_the_homes() -> None:
    tables = hex_tables(shipped("standard"))
    for number, label in enumerate(shipped("standard").labels):
        column = where(label)[0]
        home = BORDER if column == 10 else WEST if column < 10 else EAST
        assert tables.home[number] == home


@pytest.mark.clause("AGR-46")
def test_the_sectors_of_the_source() -> None:
    terrain = shipped("standard")
    tables = hex_tables(terrain)
    for number, label in enumerate(terrain.labels):
        down = next(i for i, rows in enumerate(("ABCDE", "FGHIJ", "KLMNO")) if label[2] in rows)
        across = next(i for i, part in enumerate(("ABCDEFG", "HIJKLMN", "OPQRSTU"))
                      if label[1] in part)  # fmt: skip
        assert tables.sector[number] == 3 * down + across, label


@pytest.mark.clause("AGR-46")
@given(st.integers(9, 99))
def test_bands_are_alike_at_both_ends(length: int) -> None:
    first, middle, last = bands(length)
    assert first == last
    assert first + middle + last == length
    assert abs(middle - first) <= 1


@pytest.mark.clause("AGR-2", "AGR-5")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_maps_are_symmetrical(path: Path) -> None:
    terrain = shipped(path.stem)
    assert terrain.name == path.stem
    assert {mirrored(terrain, label) for label in terrain.rough} == set(terrain.rough)


@pytest.mark.clause("AGR-5")
@pytest.mark.parametrize("name", ["standard", "narrow-front", "wide-country"])
def test_maps_like_the_standard_one_are_fair(name: str) -> None:
    """Others are plains, woods or towns, with more rough or less of it."""
    assert fairness_problems(shipped(name)) == []


@settings(max_examples=40)
@pytest.mark.clause("AGR-4", "AGR-5")
@given(ODD, ROWS, SEEDS)
def test_random_maps_of_any_size_are_fair(columns: int, rows: int, seed: int) -> None:
    terrain = random_terrain(columns, rows, seed)
    share = len(terrain.rough) / (columns * rows)
    assert 0.35 <= share <= 0.4
    assert fairness_problems(terrain) == []
    assert {mirrored(terrain, label) for label in terrain.rough} == set(terrain.rough)
    border = {terrain.numbering.label(columns // 2, row) for row in range(rows)}
    assert not border & set(terrain.rough)
    assert load_terrain(terrain.model_dump(mode="json"), None, "again") == terrain


@settings(max_examples=25)
@given(ODD, ROWS, SEEDS, st.integers(20, 50).map(lambda percent: percent / 100))
def test_random_maps_have_the_share_that_was_asked_for(
    columns: int, rows: int, seed: int, share: float
) -> None:
    terrain = random_terrain(columns, rows, seed, share)
    found = len(terrain.rough) / (columns * rows)
    assert found == pytest.approx(share, abs=SPREAD)
    assert fairness_problems(terrain, Range(share - SPREAD, share + SPREAD)) == []


@pytest.mark.clause("AGR-5")
@pytest.mark.parametrize("size", [(9, 9), (9, 99), (99, 9), (99, 99)])
def test_the_smallest_and_the_largest_maps(size: tuple[int, int]) -> None:
    for seed in range(6):
        assert fairness_problems(random_terrain(*size, seed)) == []


@pytest.mark.clause("AGR-5")
def test_labels_have_two_letters_where_a_side_passes_26() -> None:
    terrain = random_terrain(99, 99, 1)
    assert terrain.labels[99 + 2] == "@ABAC"
    assert {len(label) for label in terrain.rough} == {5}
    assert {len(label) for label in random_terrain(25, 26, 1).rough} == {3}
    assert {len(label) for label in random_terrain(25, 27, 1).rough} == {5}


@pytest.mark.clause("AGR-5")
def test_a_seed_gives_one_map() -> None:
    one, same, other = (random_terrain(21, 15, seed) for seed in (8, 8, 9))
    assert one == same
    assert one.rough != other.rough


RECORDED = (
    "@AC @AD @AE @BA @BC @BD @BF @BG @CA @CB @CF @CG @DA @DE @DG "
    "@FA @FE @FG @GA @GB @GF @GG @HA @HC @HD @HF @HG @IC @ID @IE"
)


def test_the_same_map_on_every_machine() -> None:
    assert " ".join(random_terrain(9, 9, 3).rough) == RECORDED


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((20, 15, 1), "columns: found 20, expected an odd number from 9 to 199"),
        ((201, 15, 1), "columns: found 201"),
        ((7, 15, 1), "columns: found 7"),
        ((21, 8, 1), "rows: found 8, expected 9 to 200"),
        ((21, 201, 1), "rows: found 201"),
        ((21, 15, -1), "seed: found -1"),
        ((21, 15, 2**63), "seed: found"),
        ((21, 15, 1, 0.9), "rough share: found 0.9, expected 0.2 to 0.5"),
        ((21, 15, 1, float("nan")), "rough share: found nan"),
    ],
)
def test_bad_wishes_are_refused(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        random_terrain(*arguments)


def test_every_bad_wish_is_named() -> None:
    with pytest.raises(InputError) as found:
        random_map(MapWishes(20, 3, -5, 2.0))
    assert len(found.value.problems) == 4


@pytest.mark.clause("AGR-4", "AGR-5")
def test_a_file_with_many_problems_names_them_all() -> None:
    found = problems(
        rough=["@AA", "@VA", "@AP", "@AA", "@KC", "AB", "@ABAC"],
        drawing={"heights": {"@XX": 1}, "roads": [{"path": ["@AA", "@AC"]}]},
        zone=1,
    )
    assert found == [
        "map: /rough/5: found 'AB', expected text of the form ^@([A-Z]{2}|[A-Z]{4})$",
        "map: /zone: found an unknown key, expected one of: format, system, name, title, "
        "columns, rows, rough, drawn_as, drawing",
        "map: /rough/1: found '@VA', expected column A to U",
        "map: /rough/2: found '@AP', expected row A to O",
        "map: /rough/3: found '@AA', expected each hex once",
        "map: /rough/4: found '@KC', expected a hex off the border column (AGR-4)",
        "map: /rough/6: found '@ABAC', expected @ and 2 letters, @AA to @UO",
        "map: /drawing/heights/@XX: found '@XX', expected a hex of the map",
        "map: /drawing/roads/0/path/1: found '@AC', expected a hex beside @AA",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"columns": 20}, "/columns: found 20, expected an odd number"),
        ({"columns": 201}, "/columns: found 201"),
        ({"columns": True}, "/columns: found true"),
        ({"rows": 8}, "/rows: found 8"),
        ({"rows": "15"}, "/rows: found '15'"),
        ({"rough": None}, "/rough: found null"),
        ({"system": "brigade"}, "/system: found 'brigade'"),
        ({"format": "hexfront-terrain/1"}, "/format: found 'hexfront-terrain/1'"),
        ({"rough": ["@AA"] * 40001}, "/rough: found <list of 40001>"),
    ],
)
def test_a_wrong_form_is_refused(change: dict[str, Any], words: str) -> None:
    assert any(words in problem for problem in problems(**change))


@pytest.mark.parametrize("document", [None, 3, [], "standard", {}])
def test_what_is_no_map_at_all(document: Any) -> None:
    with pytest.raises(InputError, match="map: "):
        load_terrain(document, None, "map")


STANDARD = shipped("standard").rough


@pytest.mark.clause("AGR-5")
@pytest.mark.parametrize(
    ("rough", "words"),
    [
        (STANDARD[:-1], r"sectors 7 and 9 have 16 and 15 rough hexes"),
        ((), r"0\.0% of the map is rough, expected 35\.0% to 40\.0%"),
        (tuple(at(c, r) for c in range(21) for r in range(15) if c != 10), r"95\.2% of the map"),
        (tuple(at(c, r) for c in (*range(3), *range(18, 21)) for r in range(15)),
         r"sector 2 has 0 rough hexes of 30 off the border, expected 5 to 20"),
        (tuple(at(c, r) for c in (*range(0, 10, 2), *range(12, 21, 2)) for r in range(0, 15, 2)),
         r"40 rough hexes in the west have no rough neighbour"),
        (tuple(at(c, r) for c in (*range(2, 8), *range(13, 19)) for r in range(3, 13)),
         r"one massif is 60 of the 60 rough hexes in the east"),
    ],
)  # fmt: skip
def test_what_is_unfair_is_named(rough: tuple[str, ...], words: str) -> None:
    terrain = made(rough=list(rough))
    found = fairness_problems(terrain)
    assert any(re.search(words, line) for line in found), found


def test_halves_of_a_middle_sector_are_compared() -> None:
    moved = tuple("@IK" if label == "@MN" else label for label in STANDARD)
    assert "the two halves of sector 8 have 9 and 7 rough hexes" in fairness_problems(
        made(rough=list(moved))
    )


def test_massifs_are_groups_that_touch() -> None:
    terrain = made(rough=["@AA", "@BA", "@CB", "@EE", "@EF", "@TO"])
    tables = hex_tables(terrain)
    labels = terrain.labels
    found = [[labels[i] for i in group] for group in massifs(tables, tables.rough == 1)]
    assert found == [["@AA", "@BA", "@CB"], ["@EE", "@EF"], ["@TO"]]


@pytest.mark.clause("AGR-2")
@settings(max_examples=20)
@given(ODD, ROWS, SEEDS)
def test_heights_rise_from_clear_ground(columns: int, rows: int, seed: int) -> None:
    tables = hex_tables(random_terrain(columns, rows, seed))
    depth, metres = depths(tables), heights(tables)
    assert ((depth > 0) == (tables.rough == 1)).all()
    assert (metres[tables.rough == 0] == PLAIN).all()
    assert (metres[tables.rough == 1] > 0).all()
    for here in np.flatnonzero(depth > 1).tolist():
        near = [n for n in tables.neighbours[here].tolist() if n < tables.n]
        assert min(depth[near]) == depth[here] - 1


@pytest.mark.parametrize(("name", "seed"), [("wide-country", 2), ("narrow-front", 5)])
def test_shipped_random_maps_are_those_of_their_seeds(name: str, seed: int) -> None:
    terrain = shipped(name)
    assert terrain.rough == random_terrain(terrain.columns, terrain.rows, seed).rough
