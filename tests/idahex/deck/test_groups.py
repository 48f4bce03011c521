"""The 96 data groups (9.1): what is read, and what is written back."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from hexfront.core.errors import InputError
from hexfront.systems.idahex.deck.decks import GameDesign, read_deck, read_files, write_deck
from hexfront.systems.idahex.deck.errata import followed
from hexfront.systems.idahex.deck.groups import GROUPS
from hexfront.systems.idahex.deck.variables import VARIABLES
from tests.idahex.deck_edits import Groups, changed, put
from tests.idahex.small_deck import (
    later,
    reals,
    small_deck,
    small_values,
)

WHOLE = read_deck(*small_deck())


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=pytest.mark.clause(f"IDX-G{n}")) for n in range(1, 97)]
)
def test_a_group_is_read_in_its_order(number: int) -> None:
    expected = small_values()
    names = GROUPS[number - 1].names
    assert names
    for name in names:
        assert WHOLE.values[name] == expected[name], name


def test_nothing_else_is_read_and_nothing_is_odd() -> None:
    assert WHOLE.values.keys() == small_values().keys() == VARIABLES.keys()
    assert WHOLE.warnings == []
    assert WHOLE.as_printed == frozenset()


def test_variables_stand_in_the_groups_that_their_table_tells() -> None:
    found: dict[str, list[int]] = {}
    for group in GROUPS:
        for name in group.names:
            found.setdefault(name, []).append(group.number)
    assert {name: list(v.groups) for name, v in VARIABLES.items()} == found
    for variable in VARIABLES.values():
        assert variable.text.endswith(".")
        assert variable.unit
        assert variable.sections


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_unchanged_deck_is_written_byte_by_byte(end: str) -> None:
    margin = [f"{card:<72}{n:08d}" for n, card in enumerate(small_deck()[0].split("\n")[:-1])]
    # The last lists of eight fields reach into the margin, so they have none
    rows = [
        old if len(old) > 70 else new
        for old, new in zip(small_deck()[0].split("\n"), margin, strict=False)
    ]
    first = end.join(rows) + end + "  TRAILING"
    second = small_deck()[1].replace("\n", end) + "   "
    design = read_deck(first, second)
    assert design.values == small_values()
    assert write_deck(design) == (first, second)
    assert [w.found for w in design.warnings] == ["'  TRAILING'"]


def test_a_changed_value_changes_only_its_field() -> None:
    design = copy.deepcopy(WHOLE)
    design.values["katk"][1][2][3] = 0.125
    design.values["resources"][5][8] = 77.0
    design.values["haven.zoc"] = False
    design.values["buname"][2] = "2ND RIFLE"
    first, second = write_deck(design)
    old = small_deck()
    assert second == old[1]
    pairs = [(a, b) for a, b in zip(old[0].split("\n"), first.split("\n"), strict=True) if a != b]
    assert [new for _, new in pairs] == [
        "    2     2ND RIFLE",
        "        77",
        pairs[2][0][:30] + "      .125" + pairs[2][0][40:],
        "         F         1         6",
    ]
    assert read_deck(first, second).values == design.values


def test_a_new_unit_leaves_the_other_cards_as_they_are() -> None:
    design = copy.deepcopy(WHOLE)
    for name in ("butype", "buloc", "bupost", "tentry", "resources"):
        design.values[name][22] = copy.deepcopy(design.values[name][20])
    design.values["buname"][22] = "NEW"
    first, _ = write_deck(design)
    old = small_deck()[0].split("\n")
    new = first.split("\n")
    at = next(n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
    assert new[at] == "   22     NEW"
    assert new[at + 3 :] == old[at:]
    assert read_deck(first, small_deck()[1]).values == design.values


def test_values_without_cards_are_written_and_read_alike() -> None:
    written = write_deck(GameDesign(small_values()))
    assert read_deck(*written).values == small_values()


def test_a_design_without_supplies_transport_barriers_or_aircraft() -> None:
    values = small_values()
    _drop_red_supplies(values)
    values["nbarty"], values["bname"], values["bname0"] = 0, [], {}
    values["basic_bartype"] = dict.fromkeys(values["basic_bartype"], 0)
    for name in ("bdelay", "barier"):
        values[name] = [[[] for _ in rows] for rows in values[name]]
    values["febab"] = []
    values["nactyp"], values["nagwep"] = [0, 2], [0, 3]
    for name in ("kag", "fcagrp", "fcagre", "agload", "aagatk", "aagdef"):
        values[name][0] = []
    values["aagred"] = []
    values["dgpblu"] = [[]]
    written = write_deck(GameDesign(values))
    design = read_deck(*written)
    differ = [name for name in values if design.values[name] != values[name]]
    assert differ == []
    assert design.warnings == []


def _drop_red_supplies(values: dict[str, Any]) -> None:
    """The small deck with both Red supplies taken out of every list."""
    values["nss"][0] = 0
    keep = [0, 1, 2, 3, 4, 5, 8]
    few = [0, 1, 2, 3, 4, 5]
    for name in ("rsname", "stdtgt", "trnreq", "trncap", "loadcl", "ldsize", "ldcap"):
        values[name][0] = [values[name][0][n] for n in keep]
    for k in (0, 1):
        values["toe"][k] = [values["toe"][k][n] for n in keep]
        values["iars"][k] = list(range(1, 8))
        values["nrst"][k] = 7
    for unit in (2, 5):
        values["resources"][unit] = [values["resources"][unit][n] for n in keep]
    for name in ("aggatk", "aggdef", "katk", "kdef", "kag", "aagatk", "aagdef"):
        values[name][1] = [[row[n] for n in few] for row in values[name][1]]
    for name in ("fckac", "fckdc", "fckace", "fckdce", "fcagcp", "fcagce", "prep.f"):
        values[name][0] = [values[name][0][n] for n in few]
    for name in ("dpersr", "dgpred"):
        values[name] = [[[row[n] for n in few] for row in rows] for rows in values[name]]
    values["aagblu"] = [[rows[n] for n in few] for rows in values["aagblu"]]
    values["ssreqm"][0], values["ssvncr"] = [], []
    values["ssvact"][1] = values["ssvres"][1] = values["ssvact"][2] = values["ssvres"][2] = []
    values["ssvact"] = {3: values["ssvact"][3]}
    values["ssvres"] = {3: values["ssvres"][3]}
    values["mapps"][0] = {}
    values["spdd"][0] = [[row[n] for n in keep] for row in values["spdd"][0][:1]]
    for name in ("frinv.f0", "frinv.f"):
        values[name][0] = [[row[n] for n in few] for row in values[name][0][:1]]


@pytest.mark.clause("IDX-G33")
def test_a_statement_that_reads_nothing_takes_a_blank_card_where_there_is_one() -> None:
    values = small_values()
    values["nbarty"], values["bname"], values["bname0"], values["febab"] = 0, [], {}, []
    values["basic_bartype"] = dict.fromkeys(values["basic_bartype"], 0)
    for name in ("bdelay", "barier"):
        values[name] = [[[] for _ in rows] for rows in values[name]]
    first, second = write_deck(GameDesign(values))
    lines = first.split("\n")
    assert lines.count("") == 8 + 7 + 1 + 1
    without = "\n".join(line for line in lines if line) + "\n"
    design = read_deck(without, second)
    assert design.values == values
    assert len(design.warnings) == 8 + 7 + 1


@pytest.mark.clause("IDX-G2", "IDX-2.3")
def test_cycle_and_period_in_the_printed_order_are_exchanged() -> None:
    text = changed(lambda g: g.update({2: reals(0, 100, 0.25, 0.5, 1, 0.1)}))
    design = read_deck(*text)
    assert design.values == small_values()
    assert [w.place for w in design.warnings] == ["file 50, card 2, group 2"]
    assert write_deck(design) == text
    design.values["tpd"] = 0.25
    line = write_deck(design)[0].split("\n")[1]
    assert line[30:50] == "       .25   1.00000"
    with pytest.raises(InputError) as caught:
        read_deck(*text, as_printed=followed(True))
    assert "a whole number of times tpd" in str(caught.value)


@pytest.mark.clause("IDX-G65", "IDX-5.4.6")
def test_pairs_of_postures_without_a_speed_use_that_of_posture_10() -> None:
    design = read_deck(*changed(lambda g: g.update({65: [*g[65][:4], *g[65][6:]]})))
    assert [str(w) for w in design.warnings] == [
        "file 50, group 65 vfeba.f0(1,40,20): found <no entry of Red for posture 40 against 20>, "
        "expected one; that for 40 against 10 is used"
    ]


def test_the_sample_s_ways_of_writing_numbers() -> None:
    def edit(g: Groups) -> None:
        put(60, 0, 10, ".99")(g)
        put(58, 0, 10, "5.")(g)
        put(58, 0, 20, "3.0E0")(g)
        put(15, 0, 10, "15")(g)
        put(1, 0, 10, "9 ")(g)
        put(18, 0, 10, "11 ")(g)

    design = read_deck(*changed(edit))
    assert design.values == small_values()
    assert [str(w) for w in design.warnings] == [
        "file 50, card 1, columns 1-10, group 1: found <2 numbers that blanks follow in their "
        "fields>, expected numbers without a point at the right end of their fields"
    ]


def test_files_on_disk(tmp_path: Any) -> None:
    one, two = tmp_path / "a.50", tmp_path / "a.60"
    one.write_bytes(small_deck()[0].encode().replace(b"1ST RIFLE", b"1ST \xff\xe9FLE"))
    two.write_text(small_deck()[1])
    design = read_files(one, two)
    written = [text.encode("utf-8", "surrogateescape") for text in write_deck(design)]
    assert written == [one.read_bytes(), two.read_bytes()]


def test_what_does_not_fit_its_field_is_told() -> None:
    values = small_values()
    values["febad"] = 1 / 3
    values["buname"][2] = "x" * 60
    values["depth"] = None
    with pytest.raises(InputError) as caught:
        write_deck(GameDesign(values))
    assert [p.place for p in caught.value.problems] == ["depth", "buname(2)", "febad"]


@pytest.mark.clause("IDX-G25")
def test_names_are_cut_as_nsyl_tells() -> None:
    design = read_deck(*changed(lambda g: g[25].__setitem__(0, "    2     RED TRANSPORT UNIT")))
    assert design.values["buname"][2] == "RED TRANSPORT UN"


@pytest.mark.clause("IDX-G64", "IDX-G66", "IDX-G70", "IDX-G73", "IDX-G76", "IDX-G37")
def test_what_stands_before_points_is_not_read() -> None:
    def edit(g: Groups) -> None:
        for number in (64, 66, 70, 73):
            g[number][0] = "anything!!" + g[number][0][10:]
        g[37][-1] = "   nothing" + g[37][-1][10:]
        assert later(1.0)[0][:10] == " " * 10

    assert read_deck(*changed(edit)).values == small_values()
