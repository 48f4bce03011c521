"""Everything that is wrong with game design data is told, at once and with its place (9.1)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexfront.core.errors import InputError
from hexfront.systems.idahex.deck.decks import read_deck, write_deck
from hexfront.systems.idahex.deck.inspection import check_design
from hexfront.systems.idahex.deck.variables import VARIABLES
from tests.idahex.deck_edits import Groups, changed, put
from tests.idahex.small_deck import ints, small_deck, small_values

pytestmark = pytest.mark.clause("IDX-8")


def problems_of(edit: Callable[[Groups], object]) -> list[str]:
    """What is wrong with the small deck after a change."""
    with pytest.raises(InputError) as caught:
        read_deck(*changed(edit))
    return [str(problem) for problem in caught.value.problems]


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


def told(values: dict[str, Any]) -> list[str]:
    """What is wrong with values."""
    problems, _ = check_design(values, lambda name, *flat: f"{name}{list(flat)}")
    return [str(problem) for problem in problems]


LOWER = [
    name for name, v in VARIABLES.items() if v.kind == "f" and v.bounds and v.bounds[0].is_lower
]


@pytest.mark.parametrize("name", LOWER)
def test_negative_quantities_are_refused(name: str) -> None:
    values = small_values()
    _make_negative(values, name)
    assert any(
        problem.startswith(f"{name}[") and "found -0.5" in problem for problem in told(values)
    )


def test_the_small_design_has_nothing_wrong() -> None:
    assert told(small_values()) == []


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
    assert told(values) == []


@pytest.mark.parametrize("name", VARIABLES)
def test_values_of_another_type_are_told(name: str) -> None:
    values = small_values()
    values[name] = "text" if VARIABLES[name].kind != "a" else 5
    assert any(problem.startswith(f"{name}[]: found ") for problem in told(values))


def test_all_that_is_missing_is_told() -> None:
    missing = {problem.split("[")[0] for problem in told({})}
    assert missing >= VARIABLES.keys()


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
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


@settings(max_examples=30)
@given(st.text(alphabet="  01239.-EAT\n\t\u00e9", max_size=800), st.text(max_size=50))
def test_no_text_makes_it_stumble(first: str, second: str) -> None:
    with pytest.raises(InputError):
        read_deck(first, second)


def test_values_that_nothing_asks_for_are_told() -> None:
    values = small_values()
    values["katk"][1][2].append(0.5)
    values["basic_rtetype"][1, 8] = 1
    values["envmap"][0][1] = 9
    values["basic_env"][40] = 1
    values["febad"] = float("inf")
    values["toe"][0][0] = True
    assert told(values) == [
        "toe[1, 1]: found true, expected a number",
        "febad[]: found inf, expected a number",
        "basic_env[40]: found 40, expected 1 to 11",
        "envmap[1, 1]: found 9, expected at most nenv, which is 2",
        "basic_rtetype[1, 8]: found <a value>, expected nothing here, by the counts and the cells "
        "of the design",
        "katk[2, 3, 9]: found <a value>, expected nothing here, by the counts and the cells of "
        "the design",
    ]


def test_a_count_beyond_its_bound_is_not_followed() -> None:
    values = small_values()
    values["nutype"] = 10**12
    problems = told(values)
    assert problems[0] == "nutype[]: found 1000000000000, expected at most 1000"
    assert (
        problems[1] == "nutype: found <nothing>, expected a whole number that the other data need"
    )


def test_a_long_bad_deck_is_read_in_a_time_that_grows_with_its_length() -> None:
    """A trial reads no further than it takes; it once read all the rest for each place tried."""
    counted = []
    for cards in (500, 1000):
        seen = 0

        def count(frame: Any, event: str, argument: Any) -> None:
            nonlocal seen
            seen += event == "call"

        sys.setprofile(count)
        try:
            with pytest.raises(InputError):
                read_deck("  1  2  3  4\n" * cards, "")
        finally:
            sys.setprofile(None)
        counted.append(seen)
    assert counted[1] < 3 * counted[0]
