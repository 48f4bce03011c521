"""What was repaired or filled in of the Sinai sample deck: stand-ins and the list of errata."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from hexfront.systems.idahex.deck.decks import GameDesign, read_deck
from tests.idahex.deck.test_sinai_deck import ERRATA, FILE50, FILE60


@pytest.fixture(scope="module")
def deck() -> GameDesign:
    return read_deck(FILE50, FILE60)


@pytest.fixture(scope="module")
def v(deck: GameDesign) -> dict[str, Any]:
    return deck.values


# Stand-ins

KILLS: Final = {
    "small arms": (0.090, 0.075, 0.0045, 0.045, 0.045, 0.45, 0.30, 0.30),
    "anti-tank": (0.075, 0.090, 0.240, 0.075, 0.075, 0.45, 0.15, 0.15),
    "tanks": (0.300, 0.270, 0.180, 0.225, 0.225, 1.35, 0.60, 0.60),
    "artillery": (0.450, 0.300, 0.060, 0.375, 0.375, 2.25, 1.20, 1.20),
}
SAM: Final = 4
BLUE_AIM: Final = [
    [0.785, 0.200, 0.001, 0.001, 0.001, 0.010, 0.001, 0.001],
    [0.240, 0.040, 0.700, 0.010, 0.001, 0.005, 0.001, 0.001],
    [0.21, 0.15, 0.55, 0.04, 0.01, 0.03, 0.005, 0.005],
    [0.60, 0.10, 0.15, 0.045, 0.02, 0.055, 0.015, 0.015],
]


@pytest.mark.clause("IDX-G45", "IDX-G46")
def test_the_kill_rates(v: dict[str, Any]) -> None:
    rows = list(KILLS.values())
    at_blue = [[rate for target, rate in enumerate(row) if target != SAM] for row in rows]
    assert v["kdef"] == [at_blue, [list(row) for row in rows]]
    for side in (0, 1):
        for factor, attack, defence in zip(
            (0.6, 0.6, 0.8, 0.9), v["katk"][side], v["kdef"][side], strict=True
        ):
            assert attack == pytest.approx([factor * rate for rate in defence], rel=1e-12)


@pytest.mark.clause("IDX-G43", "IDX-G47", "IDX-G48", "IDX-G49", "IDX-G50")
def test_the_other_stand_ins(v: dict[str, Any]) -> None:
    assert v["aggatk"][1] == BLUE_AIM
    assert v["aggdef"] == v["aggatk"]
    for side, materials in ((0, 8), (1, 7)):
        assert v["fckar"][side] == [[0, 0, 0, 1]] * 4
        assert v["fckdr"][side] == [[1, 0.5, 0.7]] * 4
        assert v["fckac"][side] == [[1, 1.2, 0.9]] * materials
        assert v["fckdc"][side] == [[0, 0, 0, 1]] * materials


# Errata


@pytest.mark.clause("IDX-G1")
def test_errata_are_complete() -> None:
    entries = ERRATA["entry"]
    assert len({(e["card"], *e["columns"]) for e in entries}) == len(entries)
    assert [e["card"] for e in entries] == sorted(e["card"] for e in entries)
    for entry in entries:
        assert entry["kind"] in ("ocr", "column", "lost", "printing")
        assert entry["reason"].endswith(".")
        assert ("as_printed" in entry) == (entry["kind"] == "printing")
        assert 1 <= entry["columns"][0] <= entry["columns"][1] <= 80
    printing = {e["variable"]: e["as_printed"] for e in entries if e["kind"] == "printing"}
    assert printing == {
        **{"tcycle": ".5", "tpd": "1.0", "haven.zoc": "4"},
        **dict.fromkeys([f"basic_rtetype({a})" for a in ("33,44", "89,101", "100,111")], "7"),
    }


@pytest.mark.clause("IDX-G1")
@pytest.mark.parametrize("kind", ["ocr", "column", "lost", "printing"])
def test_the_value_of_each_erratum_is_what_the_deck_reads(deck: GameDesign, kind: str) -> None:
    assert deck.source
    cards = FILE50.splitlines()
    fields, read = deck.source.fields[0], deck.source.values
    bare = []
    for entry in ERRATA["entry"]:
        if entry["kind"] != kind:
            continue
        first, last = entry["columns"]
        text = cards[entry["card"] - 1][first - 1 : last].strip()
        name, _, rest = entry["variable"].partition("(")
        found = [f for f in fields.get(entry["card"], ()) if f.slot.first == first]
        if not found:
            bare.append(entry["variable"])
            assert int(text) == entry["value"]
            continue
        assert [f.name for f in found] == [name]
        value = read[name, found[0].flat]
        expected = entry["value"]
        if name == "rsname":
            expected = expected[:5] + " " + expected[6:11].strip()
        if name == "buname":
            expected = expected[:16]
        assert value == (expected.strip() if isinstance(expected, str) else expected)
        assert isinstance(value, bool) == isinstance(expected, bool)
        index = sorted(int(n) for n in re.findall(r"\d+", rest))
        if name == "frinv.f0":  # Blue's resources come after Red's nine
            index = sorted((2, index[0], index[1] - 9))
        if name == "mapps":  # [kpost] of posture 10 is 1
            index = [1, 10]
        assert sorted(found[0].flat) == index
    # Numbers of cells and units, ends of lists, and what an inactive cell takes no part in
    allowed = r"cell \d+|number of unit 158|end of the list|basic_rtetype\(30,42\)"
    assert all(re.fullmatch(allowed, name) for name in bare), bare


@pytest.mark.clause("IDX-G43")
def test_the_lost_page_is_marked_as_ours(deck: GameDesign) -> None:
    """Fifty-nine cards from Blue's third row of group 43 to the second of group 50."""
    assert deck.source
    ours = {(e["card"], e["columns"][0]) for e in ERRATA["entry"] if e["kind"] == "lost"}
    names = ("aggatk", "aggdef", "katk", "kdef", "fckar", "fckdr", "fckac", "fckdc")
    cards = [
        number
        for number, fields in deck.source.fields[0].items()
        if fields and fields[0].name in names
    ]
    page = cards[6 : 6 + 59]
    for number in page:
        for field in deck.source.fields[0][number]:
            text = FILE50.splitlines()[number - 1][field.slot.first - 1 : field.slot.last]
            assert not text.strip() or (number, field.slot.first) in ours
    assert {number for number, _ in ours if number in cards} == set(page)
