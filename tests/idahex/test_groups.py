"""The 96 data groups (9.1): what is read, what is written back, what is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexfront.core.errors import InputError
from hexfront.systems.idahex.decks import GameDesign, main, read_deck, read_files, write_deck
from hexfront.systems.idahex.decks import write_files as write_both
from hexfront.systems.idahex.groups import GROUPS
from hexfront.systems.idahex.inspecting import check_design
from hexfront.systems.idahex.variables import VARIABLES
from tests.idahex.small_deck import (
    FILES,
    ints,
    later,
    reals,
    small_deck,
    small_groups,
    small_values,
)

Groups = dict[int, list[str]]
WHOLE = read_deck(*small_deck())


def texts(groups: Groups) -> tuple[str, str]:
    """Files 50 and 60 of cards by group."""
    first, second = ("".join(card + "\n" for g in part for card in groups[g]) for part in FILES)
    return first, second


def changed(edit: Callable[[Groups], object]) -> tuple[str, str]:
    """The small deck with a change."""
    groups = small_groups()
    edit(groups)
    return texts(groups)


def problems_of(edit: Callable[[Groups], object]) -> list[str]:
    """What is wrong with the small deck after a change."""
    with pytest.raises(InputError) as caught:
        read_deck(*changed(edit))
    return [str(problem) for problem in caught.value.problems]


def put(group: int, card: int, column: int, text: str) -> Callable[[Groups], None]:
    """A change of a field of ten columns, which ends at a column."""

    def edit(groups: Groups) -> None:
        old = groups[group][card].ljust(80)
        new = old[: column - 10] + text.rjust(10) + old[column:]
        groups[group][card] = new.rstrip()

    return edit


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
    assert WHOLE.as_printed is False


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
        read_deck(*text, as_printed=True)
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


WRONG: list[tuple[str, Callable[[Groups], object], str]] = [
    ("letter", put(45, 0, 30, "0.A34"), "columns 21-30, group 45 katk(1,3,1): found '0.A34'"),
    ("point", put(3, 0, 10, "11."), "group 3 ncells: found '11.', expected a whole number"),
    ("bound", put(25, 1, 20, "12"), "group 25 buloc(2): found 12, expected at most ncells, which"),
    ("low", put(45, 0, 10, "-1."), "group 45 katk(1,1,1): found -1.0, expected at least 0"),
    ("inactive", put(25, 1, 20, "4"), "group 25 buloc(2): found 4, expected a cell that is active"),
    ("bottom", put(25, 1, 20, "7"), "group 25 buloc(2): found 7, expected a cell that is active"),
    ("type", put(25, 1, 10, "5"), "group 25 butype(2): found 5, expected at most nutype"),
    ("posture", put(25, 1, 30, "20"), "group 25 bupost(2): found 20, expected at most 19"),
    ("side", put(25, 1, 10, "3"), "group 25 butype(2): found <unit 2 of type 3, which is Blue>"),
    ("order", put(16, 0, 10, "3"), "butype(5): found <unit 5 of type 2, which is Red>, expected a"),
    ("flag", put(21, 0, 10, "3"), "group 21 flag(1): found 3, expected at most 2"),
    (
        "not in iars",
        lambda g: g[22].__setitem__(slice(0, 2), ints(8, *range(1, 9))),
        "group 25 resources(2,9): found 1500.0, expected 0, since iars of type 1 does not list it",
    ),
    ("frames", put(2, 0, 30, ".3"), "group 2 tpd: found 0.5, expected a whole number of times"),
    (
        "periods",
        put(2, 0, 50, ".75"),
        "group 2 tcycle: found 1.0, expected a whole number of times",
    ),
    ("no frame", put(2, 0, 30, "0"), "group 2 tframe: found 0.0, expected more than 0"),
    ("end", put(2, 0, 20, "-1"), "group 2 tend: found -1.0, expected at least tinit"),
    (
        "poff",
        put(41, 0, 20, "9"),
        "group 41 poff(15): found 9, expected at most npost(1)+npost(2)+npost(4), which is 4",
    ),
    (
        "gap",
        put(41, 0, 20, "4"),
        "group 41 poff(15): found <4 for posture 15>, expected one of 1,",
    ),
    (
        "up",
        put(27, 0, 20, "30"),
        "group 27 pmapup(31): found 30, expected 40 to 49, from posture 31",
    ),
    ("down", put(27, 0, 30, "30"), "group 27 pmapdn(31): found 30, expected 40 to 49, from"),
    ("points", put(66, 0, 40, ".5"), "group 66 vfeba.fr(3): found 0.5, expected at least the one"),
    ("points of a side", put(70, 0, 40, ".1"), "group 70 frinv.x(1,3): found 0.1, expected at le"),
    ("transfer", put(18, 0, 10, "5"), "group 18 itrfp: found 5, expected a hold posture, 10 to 19"),
    ("one", put(60, 0, 10, "1."), "group 60 febad: found 1.0, expected less than 1"),
    ("barrier", put(59, 0, 10, "16"), "febab(1): found 16.0, expected at most depth, which is 15"),
    ("load", put(35, 0, 60, "2"), "group 35 loadcl(6,1): found 2, expected at most nlc(1), which"),
    ("mode", put(34, 0, 10, "2"), "group 34 trptcl(1): found 2, expected at most nlc(1), which"),
    ("half", put(74, 0, 10, "1.5"), "group 74 pg(1,1): found '1.5', expected a whole number"),
    ("map", lambda g: g[94].pop(0), "basic_env(6): found 3, expected a type that envmap takes to"),
    (
        "map beyond",
        put(94, 0, 20, "3"),
        "file 60, card 1, columns 11-20, group 94 envmap(3): found",
    ),
    (
        "no table",
        lambda g: g[40].__setitem__(slice(10, 12), []),
        "mapps(1,11): found <no table for",
    ),
    ("logical", put(93, 0, 10, "4"), "group 93 haven.zoc: found '4', expected T or F"),
    ("twice", lambda g: g[25].__setitem__(4, "    2     TWICE"), "found <2 a second time, after c"),
    ("cell", put(7, 0, 10, "40"), "card 11, group 7: found '40', expected i from 1 to 11"),
    ("speed", lambda g: g.update({65: [*ints(-9), *g[65][7:]]}), "no entry of Red for posture 40"),
    (
        "short",
        lambda g: [g.update({n: []}) for n in range(70, 94)],
        "expected more cards of group 7",
    ),
]


@pytest.mark.parametrize(
    ("edit", "expected"), [(e, x) for _, e, x in WRONG], ids=[w[0] for w in WRONG]
)
def test_a_mistake_is_told_with_its_place(edit: Callable[[Groups], object], expected: str) -> None:
    assert any(expected in problem for problem in problems_of(edit)), problems_of(edit)


SHIFTED: list[tuple[str, Callable[[Groups], object], str]] = [
    (
        "end of names",
        lambda g: g[8].pop(),
        "group 10: found <the start of this group, with 1 card m",
    ),
    ("end of cells", lambda g: g[7].pop(), "group 7: found '1     road', expected -9"),
    ("end of arcs", lambda g: g[14].pop(), "group 14: found '15.00000', expected -9"),
    ("end of units", lambda g: g[25].pop(), "group 25: found '5         1', expected -9"),
    ("end of postures", lambda g: g[27].pop(), "group 27: found '0.00000   0.20000', expected -9"),
    ("end of tables", lambda g: g[40].pop(), "group 40: found '15         2', expected -9"),
    ("end of Red speeds", lambda g: g[65].pop(6), "group 65: found '40        10', expected -9"),
    ("end of Blue speeds", lambda g: g[65].pop(), "group 65: found '1.00000', expected -9"),
    (
        "row of toe",
        lambda g: g[23].pop(),
        "group 24: found <the start of this group, with 1 card m",
    ),
    (
        "row of katk",
        lambda g: g[45].pop(),
        "group 63: found <the start of this group, with 1 card m",
    ),
    (
        "row twice",
        lambda g: g[45].append(g[45][0]),
        "with 1 card too many before it>, expected it a",
    ),
    (
        "card of a unit",
        lambda g: g[25].pop(3),
        "found <an entry of 3 cards>, expected one of 4 cards",
    ),
]


@pytest.mark.parametrize(
    ("edit", "expected"), [(e, x) for _, e, x in SHIFTED], ids=[s[0] for s in SHIFTED]
)
def test_missing_and_needless_cards_are_told_once(
    edit: Callable[[Groups], object], expected: str
) -> None:
    def edit_more(groups: Groups) -> None:
        put(91, 0, 10, "?")(groups)
        edit(groups)

    problems = problems_of(edit_more)
    assert any(expected in problem for problem in problems), problems
    assert any("group 91 aagred(1,1,1): found '?'" in problem for problem in problems), problems
    assert len(problems) == 2, problems


def test_every_problem_of_a_deck_is_told_at_once() -> None:
    def edit(groups: Groups) -> None:
        for change in (put(7, 0, 20, "x"), put(45, 3, 10, "1,5"), put(60, 0, 10, "2")):
            change(groups)
        put(25, 1, 20, "4")(groups)
        put(96, 0, 10, "y")(groups)

    places = [problem.split(": found")[0] for problem in problems_of(edit)]
    assert places == [
        "file 50, card 11, columns 11-20, group 7 basic_env(1)",
        "file 50, card 258, columns 1-10, group 45 katk(4,1,1)",
        "file 50, card 365, columns 1-10, group 60 febad",
        "file 60, card 4, columns 1-10, group 96 number",
        "file 50, card 79, columns 11-20, group 25 buloc(2)",
    ]


def test_without_a_count_reading_stops_and_says_so() -> None:
    problems = problems_of(put(16, 0, 30, "A"))
    assert "group 16 nutype: found 'A'" in problems[0]
    assert "groups 21 to 93: found <nothing, since nutype is not known>" in problems[1]


LOWER = [
    name for name, v in VARIABLES.items() if v.kind == "f" and v.bounds and v.bounds[0].is_lower
]


@pytest.mark.parametrize("name", LOWER)
def test_negative_quantities_are_refused(name: str) -> None:
    values = small_values()
    before, _ = check_design(values, lambda n, *flat: f"{n}{flat}")
    assert before == []
    _make_negative(values, name)
    after, _ = check_design(values, lambda n, *flat: f"{n}{flat}")
    assert any(p.place.startswith(f"{name}(") and p.found == "-0.5" for p in after), name


def _make_negative(values: dict[str, Any], name: str) -> None:
    """-0.5 at the first place of a variable."""
    at: Any = values
    key: Any = name
    while isinstance(at[key], list | dict):
        at = at[key]
        key = next(iter(at)) if isinstance(at, dict) else 0
    at[key] = -0.5


@pytest.mark.parametrize("name", ["frdval.f0atk", "frdval.fdef", "vfeba.f", "tentry", "prep.x"])
def test_some_negative_numbers_are_data(name: str) -> None:
    values = small_values()
    _make_negative(values, name)
    problems, _ = check_design(values, lambda n, *flat: f"{n}{flat}")
    assert problems == []


@pytest.mark.parametrize("name", [n for n in VARIABLES if n not in ("envmap", "rtemap", "barmap")])
def test_values_that_are_missing_or_of_another_type_are_told(name: str) -> None:
    for wrong in (None, "text" if VARIABLES[name].kind != "a" else 5, [], float("nan")):
        values: dict[str, Any] = small_values()
        if values[name] == wrong:
            continue
        values[name] = wrong
        problems, _ = check_design(values, lambda n, *flat: f"{n}{flat}")
        optional = ("ename0", "rname0", "bname0", "pmapup", "pmapdn", "poff", "owner")
        if name not in optional and "basic_" not in name:
            assert problems, (name, wrong)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_bytes_make_it_stumble(data: st.DataObject) -> None:
    lines = [line.encode() for line in small_deck()[0].split("\n")]
    cycles = small_deck()[1]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        act = data.draw(st.sampled_from(["byte", "cut", "twice", "swap", "noise", "number", "60"]))
        line = lines[at]
        if act == "byte" and line:
            place = data.draw(st.integers(0, len(line) - 1))
            lines[at] = (
                line[:place] + data.draw(st.binary(min_size=1, max_size=1)) + line[place + 1 :]
            )
        elif act == "cut":
            del lines[at]
        elif act == "twice":
            lines.insert(at, line)
        elif act == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif act == "noise":
            lines.insert(at, data.draw(st.binary(max_size=90)))
        elif act == "number":
            lines[at] = b"%10d" % data.draw(st.integers(-(10**9), 10**10)) + line[10:]
        else:
            cycles = data.draw(st.text(alphabet=" 0123456789-.TF\n", max_size=200))
    text = b"\n".join(lines).decode("utf-8", "surrogateescape")
    try:
        design = read_deck(text, cycles)
    except InputError as error:
        assert 1 <= len(error.problems) <= 50
        assert all(p.place and p.found and p.expected for p in error.problems)
        str(error).encode()
    else:
        assert write_deck(design) == (text, cycles)


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="  01239.-EAT\n\t\u00e9", max_size=800), st.text(max_size=50))
def test_no_text_makes_it_stumble(first: str, second: str) -> None:
    with pytest.raises(InputError):
        read_deck(first, second)


def test_files_on_disk(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "a.50", tmp_path / "a.60"
    one.write_bytes(small_deck()[0].encode().replace(b"1ST RIFLE", b"1ST \xff\xe9FLE"))
    two.write_text(small_deck()[1])
    design = read_files(one, two, "a deck")
    write_both(design, tmp_path / "b.50", tmp_path / "b.60")
    assert (tmp_path / "b.50").read_bytes() == one.read_bytes()
    assert (tmp_path / "b.60").read_bytes() == two.read_bytes()
    assert main([str(one), str(two)]) == 0
    assert " 45 cmbt0    katk [" in capsys.readouterr().out
    assert main([str(one), str(tmp_path / "none")]) == 1
    assert "expected a file of cards" in capsys.readouterr().out
    assert main([]) == 2


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
