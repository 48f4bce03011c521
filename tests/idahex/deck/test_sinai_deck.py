"""The sample deck of section 9.2 as restored: sizes, consistency, values by hand."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any, Final

import pytest

from hexfront.systems.idahex.deck.decks import GameDesign, read_deck, write_deck
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.deck.ranks import cell_number, rank_and_row
from hexfront.systems.idahex.deck.variables import VARIABLES

DECKS: Final = FOLDER / "data" / "decks"
FILE50: Final = (DECKS / "sinai.50").read_text(encoding="ascii")
FILE60: Final = (DECKS / "sinai.60").read_text(encoding="ascii")
ERRATA: Final = tomllib.loads((DECKS / "sinai-errata.toml").read_text(encoding="utf-8"))
BOTTOMS: Final = (12, 23, 35, 46, 58, 69, 81, 92, 104, 115)
CANAL: Final = [
    *((26, 38), (27, 38), (27, 39), (28, 39), (28, 40), (29, 40), (29, 41), (30, 41)),
    *((55, 66), (55, 67), (56, 67)),
]


@pytest.fixture(scope="module")
def deck() -> GameDesign:
    return read_deck(FILE50, FILE60)


@pytest.fixture(scope="module")
def v(deck: GameDesign) -> dict[str, Any]:
    return deck.values


def is_active(v: dict[str, Any], cell: int) -> bool:
    return cell not in BOTTOMS and v["basic_env"].get(cell, 0) > 0


def successors(cell: int) -> list[int]:
    rank, row = rank_and_row(cell, 12)
    up = row - 1 + rank % 2
    below, right = cell_number(rank, row + 1, 12), (rank + 1, up)
    found = [below, cell_number(*right, 12), cell_number(rank + 1, up + 1, 12)]
    return [c for c in found if 0 < c <= 115]


# Reading and writing


@pytest.mark.clause("IDX-G1")
def test_the_deck_reads_with_these_warnings_only(deck: GameDesign) -> None:
    told = [(problem.place, problem.expected) for problem in deck.warnings]
    assert told == [
        (
            "file 50, card 219, group 14",
            "each number once in a list that -9 ends",
        ),
        (
            "file 50, card 156, columns 21-30, group 14 basic_rtetype(33,44)",
            "a type of route: nobody can march there",
        ),
        ("file 50, group 65 vfeba.f0(1,40,20)", "one; that for 40 against 10 is used"),
        ("file 50, group 65 vfeba.f0(2,40,20)", "one; that for 40 against 10 is used"),
    ]


@pytest.mark.clause("IDX-G1")
def test_writing_gives_the_same_cards(deck: GameDesign) -> None:
    assert write_deck(deck) == (FILE50, FILE60)


@pytest.mark.clause("IDX-G1")
def test_cards_have_80_columns_and_codes(deck: GameDesign) -> None:
    """The code of a group is no part of its first card, or in a field that is not read."""
    assert deck.source
    lines = FILE50.splitlines()
    assert all(line == line.rstrip() and len(line) in (*range(81), 82) for line in lines)
    at = -1
    for group in range(1, 94):
        code = f"{group:02}"
        at = next(
            n
            for n in range(at + 1, len(lines))
            if lines[n][78:80] + lines[n][80:] in ((code, lines[n][78:80] + code))
        )
        fields = deck.source.fields[0][at + 1]
        assert all(group in VARIABLES[field.name].groups for field in fields)
        assert (len(lines[at]) == 82) == any(field.slot.last == 80 for field in fields)


# Sizes


@pytest.mark.clause("IDX-2.1", "IDX-G4", "IDX-G5", "IDX-G6", "IDX-G8", "IDX-G9")
@pytest.mark.clause("IDX-G10", "IDX-G11", "IDX-G12", "IDX-G13")
def test_the_types_of_ground(v: dict[str, Any]) -> None:
    """Long names are for reports, short ones for maps."""
    assert (v["nenv"], v["nrtety"], v["nbarty"]) == (4, 6, 2)
    assert v["ename"] == ["clear", "open desert", "rough", "urban"]
    assert v["ename0"][3] == "hilly or mountainous"
    assert [v["rname0"][number] for number in range(1, 7)] == v["rname"]
    assert v["rname"][1::2] == ["poor roads", "loose sand, no roads", "mountainous"]
    assert v["bname"] == [v["bname0"][1], v["bname0"][2]] == ["Suez Canal", "impassable"]


@pytest.mark.clause("IDX-2.2.2", "IDX-G20")
def test_the_names_of_resources(v: dict[str, Any]) -> None:
    red, blue = v["rsname"]
    assert [name for name in red if name not in blue] == ["SAMS  & AAA", "trnpt"]
    assert red[5:] == ["trnpt", "ammo", "fuel& other", "pers"]


@pytest.mark.clause("IDX-2.1", "IDX-G3", "IDX-G7")
def test_the_area_of_war(v: dict[str, Any]) -> None:
    assert (v["ncells"], v["nrank1"], v["depth"]) == (115, 12, 15.0)
    inactive = {c for c in range(1, 116) if not is_active(v, c)}
    water = {1, 13, 25, 36, 37, 42, 47, 48, 59, 70, 71, 82, 93}
    assert inactive == {*BOTTOMS, *water, 11, 22, 57}
    assert [c for c, kind in v["basic_env"].items() if kind == 4] == [24, 56]


@pytest.mark.clause("IDX-2.2", "IDX-G16", "IDX-G17", "IDX-G19")
def test_the_sizes_of_the_forces(v: dict[str, Any]) -> None:
    assert (v["iblul"], v["nutype"], v["npost"], v["itrfp"]) == (150, 8, [2, 1, 1, 1], 11)
    counts = [v[n] for n in ("nggwep", "ngawep", "ntrpt", "nss", "npers")]
    assert counts == [[4, 4], [1, 0], [1, 1], [2, 2], [1, 1]]
    assert v["flag"] == [1, 1, 1, 1, 1, 2, 2, 2]
    assert v["nrst"] == [9, 9, 6, 7, 9, 8, 8, 8]
    assert len(v["butype"]) == 31
    assert sum(number < 150 for number in v["butype"]) == 19


@pytest.mark.clause("IDX-2.3", "IDX-G2")
def test_the_clock(v: dict[str, Any]) -> None:
    names = ("tinit", "tend", "tframe", "tpd", "tcycle", "delta")
    assert [v[n] for n in names] == [0, 1000, 0.25, 0.5, 1.0, 0.1]


@pytest.mark.clause("IDX-2.3", "IDX-G2")
def test_period_and_cycle_as_printed_are_swapped(deck: GameDesign) -> None:
    lines = FILE50.splitlines(keepends=True)
    for entry in ERRATA["entry"]:
        if entry["variable"] in ("tpd", "tcycle"):
            (first, last), row = entry["columns"], lines[entry["card"] - 1]
            lines[entry["card"] - 1] = row[: first - 1] + entry["as_printed"].rjust(10) + row[last:]
    printed = read_deck("".join(lines), FILE60)
    assert len(printed.warnings) == len(deck.warnings) + 1
    assert printed.values == deck.values


# Consistency


@pytest.mark.clause("IDX-2.1", "IDX-G14")
def test_every_pair_of_active_neighbours_is_on_a_card(v: dict[str, Any]) -> None:
    pairs = {
        (cell, other)
        for cell in range(1, 116)
        for other in successors(cell)
        if is_active(v, cell) and is_active(v, other)
    }
    # Cell 34 gives nothing, but its card is there
    assert set(v["basic_rtetype"]) == pairs == set(v["basic_bartype"])
    assert [arc for arc, kind in v["basic_rtetype"].items() if kind == 0] == [
        *((33, 44), (33, 45), (34, 45), (56, 68), (89, 101), (100, 111))
    ]
    assert set(v["basic_rtetype"].values()) == set(range(7))
    assert sorted(arc for arc, kind in v["basic_bartype"].items() if kind) == CANAL
    assert set(v["basic_bartype"].values()) == {0, 1}


@pytest.mark.clause("IDX-2.1", "IDX-G14")
def test_all_active_cells_but_port_said_can_be_reached(v: dict[str, Any]) -> None:
    seen, waiting = {26}, [26]
    while waiting:
        cell = waiting.pop()
        for (one, other), kind in v["basic_rtetype"].items():
            if kind and cell in (one, other) and not {one, other} <= seen:
                waiting += {one, other} - seen
                seen |= {one, other}
    assert {c for c in range(1, 116) if is_active(v, c)} - seen == {24}


@pytest.mark.clause("IDX-2.2.1", "IDX-G25", "IDX-G26")
def test_units_stand_in_active_cells_of_their_side(v: dict[str, Any]) -> None:
    for number, kind in v["butype"].items():
        cell = v["buloc"][number]
        side = v["flag"][kind - 1]
        owner = v["owner"].get(cell, v["side"] if cell <= v["border"] else 3 - v["side"])
        assert is_active(v, cell)
        assert owner == side == (1 if number < 150 else 2)
        assert v["bupost"][number] in (0, 10)
    assert (v["border"], v["side"]) == (35, 1)
    assert v["owner"] == dict.fromkeys((43, 44, 45, 46, 55, 56), 1)


@pytest.mark.clause("IDX-2.2.2", "IDX-G22", "IDX-G23")
def test_units_have_only_what_their_types_may(v: dict[str, Any]) -> None:
    for kind in range(8):
        allowed = v["iars"][kind]
        assert len(allowed) == v["nrst"][kind] == len(set(allowed))
        has = {r + 1 for r, amount in enumerate(v["toe"][kind]) if amount}
        assert has <= set(allowed)
    for number, kind in v["butype"].items():
        stock = v["resources"][number]
        assert len(stock) == (9, 8)[v["flag"][kind - 1] - 1]
        assert {r + 1 for r, a in enumerate(stock) if a} <= set(v["iars"][kind - 1])


@pytest.mark.clause("IDX-5.1.1", "IDX-G43", "IDX-G44")
def test_the_aim_adds_up_to_about_one(v: dict[str, Any]) -> None:
    for name in ("aggatk", "aggdef"):
        for side in (0, 1):
            for row in v[name][side]:
                assert len(row) == (7, 8)[side]
                assert sum(row) == pytest.approx(1, abs=0.0021)


@pytest.mark.clause("IDX-5.4", "IDX-G37", "IDX-G64", "IDX-G66", "IDX-G70", "IDX-G76", "IDX-G77")
def test_points_do_not_fall(v: dict[str, Any]) -> None:
    for name in ("fmr.x", "frdval.x", "vfeba.fr"):
        assert all(a <= b for a, b in pairwise(v[name])), name
    for name in ("frinv.x", "freff.x", "prep.x"):
        for row in v[name]:
            assert all(a <= b for a, b in pairwise(row)), name
    for rows in (v["frdval.fdef"], v["vfeba.f"][0].values(), v["vfeba.f"][1].values()):
        for row in rows:
            assert all(a <= b for a, b in pairwise(row))
    for row in v["freff.f"]:
        assert all(a >= b for a, b in pairwise(row))
    for side in (0, 1):
        for material in v["frinv.f0"][side][0], v["frinv.f0"][side][1]:
            assert all(0 <= f <= 1 for f in material)


# Values by hand


@pytest.mark.clause("IDX-G25")
def test_values_by_hand_of_the_forces(v: dict[str, Any]) -> None:
    assert v["buname"][5] == "5TH MOT RIFLE"
    assert v["resources"][5] == [175, 32, 32, 12, 6.5, 255, 85, 160, 2550]
    assert (v["butype"][39], v["buloc"][39], v["tentry"][39]) == (4, 43, -9.5)
    assert v["resources"][51] == [5.5, 0, 0, 0, 0, 445, 50000, 40000, 650]
    assert v["resources"][153] == [215, 49, 95, 18, 1080, 330, 380, 5550]
    assert v["resources"][160] == [150, 35, 127, 18, 1168, 400, 360, 5600]
    assert v["resources"][170] == [10, 0, 25, 0, 500, 41000, 54000, 750]
    assert v["resources"][174] == [11, 0, 0, 0, 500, 5, 30, 750]
    assert (v["butype"][176], v["buloc"][176], v["tentry"][176]) == (6, 67, -15)
    assert [n for n, posture in v["bupost"].items() if posture == 0] == [156, 158, 160]
    assert v["toe"][2] == [12, 0, 0, 55, 0, 275, 80, 75, 1250]
    assert v["toe"][6] == [130, 35, 127, 25, 1170, 400, 320, 5600]
    assert v["aysize"][7] == [2, 2, 1.9, 2]
    assert v["iars"][2:4] == [[1, 4, 6, 7, 8, 9], [1, 2, 5, 6, 7, 8, 9]]


@pytest.mark.clause("IDX-G32", "IDX-G33", "IDX-G36")
def test_values_by_hand_of_movement(v: dict[str, Any]) -> None:
    assert v["ptran"][0] == [[0, 0.16667], [0.041667, 0]]
    assert v["diseng"][2] == [0.2, 0.6]
    assert v["airmove"] == [False]
    assert v["bdelay"][4] == [[0.15, 100]]
    assert v["mr"][7] == [[480, 450, 268, 85, 55, 25]]
    assert v["trnreq"] == [
        [0, 0.001, 0, 0, 0, 0, 1, 1, 0.0875],
        [0, 0.001, 0, 0, 0, 1, 1, 0.088],
    ]
    assert v["trncap"] == [[0.96, 0, 0.55, 0, 0, 1, 0, 0, 0.001], [0.83, 0, 0.5, 0, 1, 0, 0, 0.001]]
    assert v["ssreqm"][0] == [[0] * 9, [0.0001] * 8 + [0]]
    assert v["ssreqm"][1] == [[0] * 8, [0.00001] * 7 + [0]]
    assert v["trptcl"] == [0, 0, 0, 0, 1, 0, 0, 1]
    assert v["loadcl"] == [[0, 0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0]]
    assert v["ldcap"] == [[0, 0, 0, 0, 0, 1.2, 0, 0, 0], [0, 0, 0, 0, 1.5, 0, 0, 0]]
    assert [size for (size,) in v["ldsize"][1]] == [
        *(999999999, 0.06, 999999999, 999999999, 999999999, 1, 1, 0.035)
    ]
    assert v["fmr.f0"] == [0, 0, 0, 0, -1, 0, 0, -1]
    assert v["fmr.x"] == [0.75, 1, 1, 1, 1, 1]


@pytest.mark.clause("IDX-7", "IDX-G38", "IDX-G39", "IDX-G40")
def test_values_by_hand_of_consumption(v: dict[str, Any]) -> None:
    for name, people, ammunition, fuel in (
        ("ssvncr", 9, 0.001, [0.01, 0.01, 0.034]),
        ("ssvncb", 8, 0.0005, [0.011, 0.011, 0.037]),
    ):
        for rows, last in zip(v[name], ([0, 0, ammunition], fuel), strict=True):
            assert rows == [[0, 0, 0]] * (people - 1) + [last]
    assert v["mapps"] == [{10: 1, 11: 2, 20: 3, 40: 4}, {10: 5, 11: 6, 20: 7, 40: 8}]
    guns = {1: 2.75, 2: 2, 3: 2, 4: 3, 5: 2.8, 6: 0, 7: 1.5, 8: 2.8}
    people_use = {  # Ammunition fighting and resting, fuel fighting and resting
        1: (0.02, 0.001, 0.020, 0.010),
        2: (0.02, 0.001, 0.020, 0.020),
        3: (0.01, 0.001, 0.030, 0.020),
        4: (0.02, 0.001, 0.024, 0.010),
        5: (0.02, 0.02, 0.023, 0.015),
        6: (0.001, 0.001, 0.017, 0.015),
        7: (0.015, 0.010, 0.022, 0.020),
        8: (0.025, 0.001, 0.030, 0.020),
    }
    for table, used in people_use.items():
        active, resting = v["ssvact"][table], v["ssvres"][table]
        assert (active[0][-1], resting[0][-1], active[1][-1], resting[1][-1]) == used
        assert active[0][:-1] == [0, 0, 0, guns[table], *[0] * (len(active[0]) - 5)]
        assert not any((*resting[0][:-1], *active[1][:-1], *resting[1][:-1]))


@pytest.mark.clause("IDX-G42", "IDX-G56", "IDX-G65")
def test_values_by_hand_of_combat(v: dict[str, Any]) -> None:
    assert v["stdtgt"] == [
        [512, 109, 193, 91, 45, 1200, 360, 600, 10650],
        [185, 50, 95, 20, 800, 330, 380, 5900],
    ]
    assert v["aggatk"][0][1] == [0.185, 0.505, 0.25, 0.02, 0.02, 0.01, 0.01]
    assert v["aggatk"][0][3] == [0.6, 0.1, 0.15, 0.045, 0.055, 0.025, 0.025]
    assert v["fckdre"][0][1] == [1, 1.3, 1.5, 1.4]
    assert v["fckace"][1][2] == [1, 1, 0.84, 0.99]
    assert [row[0] for side in v["barier"] for row in side] == [
        *(0.33, 0.30, 0.25, 0.60, 0.40, 0.35, 0.30, 0.50)
    ]
    assert v["dpersr"][0][3] == [15, 4, 3, 4, 5, 3, 0.01, 0.01]
    assert v["dpersb"][0][0] == [5, 4, 1, 8.5, 3, 0.01, 0.01]
    assert (v["td"], v["febab"], v["febad"]) == ([5, 5, 3, 2], [10, 15], 0.99)
    assert v["frdval.fdef"][0] == [0.04, 0.11, 0.16, 0.23, 0.28, 0.35, 0.80]
    assert v["frdval.f0atk"] == [1]
    assert [v["vfeba.f0"][s][40, p] for s in (0, 1) for p in (10, 11)] == [-20, -15, -21, -13]
    assert v["spdd"][0][0][3] == 3.5
    assert v["spdd"][1][2][0] == 8.6
    assert v["pg"] == [[1, 2, 2, 3, 4, 4], [1, 2, 3, 3, 4]]
    assert v["prot"][0][4] == [1.5, 1, 2, 1]
    assert v["prot"][1][4] == [5, 2, 10, 15]
    assert v["freff.x"] == [[1, 1.25, 1.5, 2, 2.5, 3, 3.5]] * 2
    assert v["prep.x"] == [[-1, -0.5, 0, 1, 2, 10, 60]] * 2


@pytest.mark.clause("IDX-6", "IDX-G79", "IDX-G86", "IDX-G91", "IDX-G92")
def test_values_by_hand_of_air_support(v: dict[str, Any]) -> None:
    assert (v["nactyp"], v["nagwep"]) == ([1, 3], [1, 3])
    assert v["kag"] == [
        [[0.004, 0.002, 0.001, 0.03, 0.05, 0.1, 0.11]],
        [
            [0.85, 0.65, 0.6, 0.84, 0.84, 0.9, 0.115, 0.01],
            [0.3, 0.2, 0.2, 0.35, 0.35, 0.45, 0.3, 0.025],
            [0.02, 0.2, 0.002, 0.03, 0.03, 0.05, 0.12, 0.1],
        ],
    ]
    assert v["agload"] == [[[6.2]], [[0.9, 1.8, 0.75], [0.19, 0.45, 0.2], [0.12, 0.25, 0.15]]]
    assert v["aagdef"][0] == [[0.6, 0, 0.29, 0.1, 0.1, 0.01, 0.01]]
    # Of interdiction, the second posture class has the numbers of close support in defence
    assert [row[1] for row in v["aagred"][0]] == v["aagdef"][0][0]
    assert v["aagblu"][2][5] == [0.1, 0.1, 0.3]
    assert (v["haven.zoc"], v["haven.pthome"]) == (True, [1, 5])


@pytest.mark.clause("IDX-G94", "IDX-G95", "IDX-G96")
def test_the_maps_of_file_60(v: dict[str, Any]) -> None:
    assert v["envmap"] == [{1: 2}, {}]
    assert v["rtemap"] == [{3: 4}, {3: 3}]
    assert v["barmap"] == [{}, {}]


# Totals of tables that the scan shows whole, added up from the manual's pages
TOTALS: Final = [
    (32, ("bdelay", "mr"), 8814.3),
    (51, ("fckare",), 28.31),
    (52, ("fckdre",), 32.92),
    (53, ("fckace",), 53.26),
    (54, ("fckdce",), 63.91),
    (56, ("dpersr",), 107.54),
    (57, ("dpersb",), 104.04),
    (69, ("frinv.f0", "frinv.f"), 126.19 + 114.20 - 2),  # Two 1s of Blue's are repaired to 0
    (71, ("spdd",), 33.04 + 29.67),
    (80, ("fcagrp",), 17.3),
    (81, ("fcagcp",), 61.9),
    (83, ("fcagce",), 50.7),
    (84, ("dgpred",), 91.36),
    (92, ("aagblu",), 9.35),
]


def leaves(value: Any) -> list[float]:
    if isinstance(value, list):
        return [number for item in value for number in leaves(item)]
    return [value]


@pytest.mark.clause("IDX-G32", "IDX-G53", "IDX-G69", "IDX-G81")
@pytest.mark.parametrize(("group", "names", "total"), TOTALS)
def test_totals_of_whole_tables(
    v: dict[str, Any], group: int, names: tuple[str, ...], total: float
) -> None:
    assert all(group in VARIABLES[name].groups for name in names)
    assert sum(sum(leaves(v[name])) for name in names) == pytest.approx(total, abs=1e-6)
