import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.hex.coordinates import Offset
from hexfront.hex.grid import Grid
from hexfront.hex.numbering import (
    ColumnRowNumbering,
    LabelError,
    LetterNumbering,
    Numbering,
    RankNumbering,
)

BRIGADE = ColumnRowNumbering(8, 9)
AGGRESSOR = LetterNumbering(21, 15)
FIGURE_2_1 = RankNumbering(60, 8)
FIGURE_3_3 = RankNumbering(18, 4)
SAMPLE = RankNumbering(115, 12)


@pytest.mark.parametrize(
    ("numbering", "columns", "rows"),
    [
        (BRIGADE, 8, 9),
        (ColumnRowNumbering(99, 99), 99, 99),
        (ColumnRowNumbering(200, 200), 200, 200),
        (AGGRESSOR, 21, 15),
        (LetterNumbering(26, 26), 26, 26),
        (LetterNumbering(27, 3), 27, 3),
        (LetterNumbering(676, 2), 676, 2),
    ],
)
def test_every_place_has_its_own_label_in_number_order(
    numbering: Numbering, columns: int, rows: int
) -> None:
    places = [(c, r) for c in range(columns) for r in range(rows)]
    labels = [numbering.label(*place) for place in places]
    assert labels == sorted(labels)
    assert len(set(labels)) == len(labels)
    assert [numbering.parse(label) for label in labels] == places
    grid = Grid(columns, rows)
    assert [grid.place(i) for i in range(grid.n)] == places


def test_known_labels() -> None:
    assert BRIGADE.label(0, 0) == "0101"
    assert BRIGADE.label(7, 8) == "0809"
    assert AGGRESSOR.label(0, 0) == "@AA"
    assert AGGRESSOR.label(20, 14) == "@UO"
    assert AGGRESSOR.parse("@hf") == (7, 5)
    assert LetterNumbering(99, 99).parse("@ABAC") == (1, 2)
    assert LetterNumbering(99, 99).label(98, 26) == "@DUBA"


@pytest.mark.parametrize(
    ("numbering", "text", "message"),
    [
        (BRIGADE, "", "hex number: found '', expected four digits CCRR, 0101 to 0809"),
        (BRIGADE, "101", "hex number: found '101', expected four digits"),
        (BRIGADE, "01 1", "hex number"),
        (BRIGADE, "+1-1", "hex number"),
        (BRIGADE, "٠١٠١", "hex number"),
        (BRIGADE, "0001", "column of a hex number: found '0001', expected column 01 to 08"),
        (BRIGADE, "0901", "column of a hex number"),
        (BRIGADE, "0100", "row of a hex number: found '0100', expected row 01 to 09"),
        (BRIGADE, "0110", "row of a hex number"),
        (AGGRESSOR, "AA", "hex letters: found 'AA', expected @ and 2 letters, @AA to @UO"),
        (AGGRESSOR, "@A", "hex letters"),
        (AGGRESSOR, "@AAAA", "hex letters"),
        (AGGRESSOR, "@A1", "hex letters"),
        (AGGRESSOR, "@ßA", "hex letters"),
        (AGGRESSOR, "@VA", "column of hex letters: found '@VA', expected column A to U"),
        (AGGRESSOR, "@AP", "row of hex letters: found '@AP', expected row A to O"),
        (LetterNumbering(99, 99), "@AA", "expected @ and 4 letters, @AAAA to @DUDU"),
        (SAMPLE, "0", "cell number: found 0, expected 1 to 115"),
        (SAMPLE, "116", "cell number"),
        (SAMPLE, "1.5", "cell number: found '1.5', expected 1 to 115"),
        (SAMPLE, "9" * 5000, "cell number"),
    ],
)
def test_other_texts_are_refused_with_place_found_expected(
    numbering: Numbering, text: str, message: str
) -> None:
    with pytest.raises(LabelError) as refused:
        numbering.parse(text)
    assert message in str(refused.value)
    assert len(str(refused.value)) < 150
    assert {refused.value.place, refused.value.expected} - {""}


@given(st.text(max_size=6), st.sampled_from([BRIGADE, AGGRESSOR, SAMPLE]))
def test_any_text_is_either_a_label_or_refused(text: str, numbering: Numbering) -> None:
    try:
        place = numbering.parse(text)
    except LabelError:
        return
    assert numbering.label(*place).lstrip("0") == text.upper().lstrip("0")


@pytest.mark.parametrize("numbering", [BRIGADE, AGGRESSOR, SAMPLE])
def test_places_off_the_map_have_no_label(numbering: Numbering) -> None:
    for place in ((-1, 0), (0, -1), (99, 0), (0, 99)):
        with pytest.raises(LabelError, match="place on the map"):
            numbering.label(*place)


def test_impossible_maps_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 1 to 999 of each"):
        ColumnRowNumbering(1000, 1)
    with pytest.raises(ValueError, match="expected 1 to 676 of each"):
        LetterNumbering(0, 1)
    with pytest.raises(ValueError, match="first rank: found 1, expected 2 or more"):
        RankNumbering(1, 1)
    with pytest.raises(ValueError, match="found 59, expected whole ranks of 8 and 7 cells"):
        RankNumbering(59, 8)
    with pytest.raises(ValueError, match="inactive cells: found 61, expected 1 to 60"):
        RankNumbering(60, 8, frozenset({61}))


def test_successors_of_the_manual() -> None:
    examples = {
        (12, 1): 13,
        (12, 2): 19,
        (12, 3): 20,
        (7, 3): -1,
        (46, 1): 47,
        (46, 2): -1,
        (46, 3): 54,
        (30, 2): -1,
    }
    assert {key: FIGURE_2_1.successor(*key) for key in examples} == examples


def test_successors_of_and_to_inactive_cells_do_not_exist() -> None:
    war = RankNumbering(60, 8, frozenset({12}))
    assert [war.successor(12, k) for k in (1, 2, 3)] == [-1, -1, -1]
    assert war.successor(11, 1) == -1
    assert FIGURE_2_1.successor(11, 1) == 12
    assert not war.is_active(12)
    assert war.is_active(11)
    with pytest.raises(ValueError, match="found 4, expected 1 to 3"):
        war.successor(1, 4)
    with pytest.raises(LabelError, match="cell number: found 61"):
        war.successor(61, 1)


def test_rim_cells_of_the_manual() -> None:
    assert [FIGURE_3_3.rim_cell(6, k) for k in range(1, 7)] == [2, 3, 5, 7, 9, 10]
    assert [FIGURE_3_3.rim_cell(1, k) for k in range(1, 7)] == [-1, -1, -1, 2, -1, 5]
    assert FIGURE_3_3.rim_cell(14, 5) == 17
    with pytest.raises(ValueError, match="found 0, expected 1 to 6"):
        FIGURE_3_3.rim_cell(1, 0)


def test_bottom_cells_are_always_inactive() -> None:
    assert FIGURE_2_1.bottom_cells == (8, 15, 23, 30, 38, 45, 53, 60)
    assert SAMPLE.bottom_cells == (12, 23, 35, 46, 58, 69, 81, 92, 104, 115)
    assert SAMPLE.ranks == 10
    idle = [cell for cell in range(1, 116) if not SAMPLE.is_active(cell)]
    assert idle == list(SAMPLE.bottom_cells)


@given(st.integers(2, 7), st.integers(1, 6))
def test_rim_cells_and_grid_agree(first_rank: int, ranks: int) -> None:
    cells = sum(first_rank - k % 2 for k in range(ranks))
    war = RankNumbering(cells, first_rank)
    grid = Grid(war.ranks, first_rank, Offset.ODD_Q, war.present())
    assert grid.n == cells
    for cell in range(1, cells + 1):
        assert grid.place(cell - 1) == war.position(cell) == war.parse(str(cell))
        adjacent = sorted(int(i) + 1 for i in grid.neighbours[cell - 1] if i != grid.n)
        rim = [war.rim_cell(cell, k) for k in range(1, 7)]
        assert [c for c in rim if c != -1] == adjacent
    assert np.count_nonzero(war.present()) == cells
