"""`hexfront deck` and `hexfront run --deck`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from tests.conftest import Ended
from tests.idahex.small_deck import small_deck

Run = Callable[..., Ended]
DECKS = Path(__file__).parents[2] / "src/hexfront/systems/idahex/data/decks"
UNTIL = ("--red", "greedy", "--blue", "greedy", "--until", 1, "--json")


@pytest.fixture(autouse=True)
def idahex(register: Callable[[str, str], None]) -> None:
    """The system is known, whether its entry point is installed or not."""
    register("idahex", "hexfront.systems.idahex:SYSTEM")


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "small.50", tmp_path / "small.60"
    for path, text in zip(paths, small_deck(), strict=True):
        path.write_text(text)
    return paths


def test_a_deck_is_checked(hexfront: Run, small: tuple[Path, Path]) -> None:
    ended = hexfront("deck", "check", "idahex", *small)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("  1 cgcm     iprint")
    assert len(ended.out.splitlines()) == 96
    assert hexfront("deck", "check", "idahex", small[0]).out == ended.out
    (told,) = hexfront("deck", "check", "idahex", "sinai", "--json").objects
    assert told["valid"] is True
    assert "group 14" in told["warnings"][0]["place"]


def test_all_problems_are_told_in_one_run(hexfront: Run, small: tuple[Path, Path]) -> None:
    lines = small[0].read_text().splitlines()
    lines[1] = lines[1].replace("1", "Q", 1)
    lines[2] = " " * 9 + "0" + lines[2][10:]
    small[0].write_text("\n".join(lines) + "\n")
    ended = hexfront("deck", "check", "idahex", *small)
    assert ended.code == 2
    assert f"error: {small[0]}: file 50, card 2, columns" in ended.err
    assert (
        "file 50, card 3, columns 1-10, group 3 ncells: found 0, expected at least 1" in ended.err
    )
    run = hexfront("run", "idahex", "--deck", ",".join(map(str, small)))
    assert (run.code, run.err) == (2, ended.err)


def test_a_deck_becomes_a_scenario_and_a_deck_again(
    hexfront: Run, small: tuple[Path, Path], tmp_path: Path
) -> None:
    made = tmp_path / "made.toml"
    assert hexfront("deck", "to-toml", "idahex", *small, "--out", made).code == 0
    assert hexfront("validate", made).code == 0
    again = tmp_path / "again.50", tmp_path / "again.60"
    ended = hexfront("deck", "to-cards", made, *again)
    assert (ended.code, ended.err) == (0, "")
    contents = hexfront("deck", "check", "idahex", *small).out
    assert hexfront("deck", "check", "idahex", *again).out == contents


def test_a_scenario_of_cards_gives_the_same_cards(hexfront: Run, tmp_path: Path) -> None:
    files = tmp_path / "a.50", tmp_path / "a.60"
    scenario = DECKS.parent / "scenarios" / "sinai.json"
    assert hexfront("deck", "to-cards", scenario, *files).code == 0
    for file, shipped in zip(files, ("sinai.50", "sinai.60"), strict=True):
        assert file.read_bytes() == (DECKS / shipped).read_bytes()


def test_the_same_war_from_each_form(hexfront: Run, tmp_path: Path) -> None:
    made = tmp_path / "made.toml"
    hexfront("deck", "to-toml", "idahex", "sinai", "--out", made)
    forms = [
        ("--deck", "sinai"),
        ("--deck", DECKS / "sinai.50"),
        ("--deck", f"{DECKS / 'sinai.50'},{DECKS / 'sinai.60'}"),
        ("--scenario", made),
        (),
    ]
    told = [hexfront("run", "idahex", *form, *UNTIL).objects[-1] for form in forms]
    assert len({one["digest"] for one in told}) == 1
    assert told[0]["games"] == 1, "nothing is left to chance"
    assert [one["scenario"] for one in told] == ["sinai"] * 5


def test_without_chance_the_best_opponents_fight_one_war(hexfront: Run) -> None:
    told = hexfront("run", "idahex", "--until", 1, "--json").objects[-1]
    assert told["games"] == 1
    assert told["seats"] == {"red": "commander", "blue": "commander"}


def test_as_printed_is_another_war(hexfront: Run) -> None:
    ours = hexfront("run", "idahex", *UNTIL).objects[-1]
    printed = hexfront("run", "idahex", "--as-printed", *UNTIL).objects[-1]
    option = hexfront("run", "idahex", "--option", "as_printed=true", *UNTIL).objects[-1]
    assert printed["digest"] == option["digest"] != ours["digest"]
    some = hexfront("run", "idahex", "--as-printed=maps,steps", *UNTIL).objects[-1]
    assert some["digest"] != ours["digest"]
    wrong = hexfront("run", "idahex", "--as-printed=load-size", *UNTIL)
    assert wrong.code == 2
    assert "option as_printed: found 'load-size', expected one of: false" in wrong.err


def test_errata_are_listed_with_reasons(hexfront: Run) -> None:
    told = hexfront("rules", "idahex", "--errata").out
    assert "IDX-5.4.1  erratum overhead\n" in told
    assert "    as printed it cannot run: It has no value.\n" in told
    one = hexfront("rules", "idahex", "IDX-3.3.6").out
    assert "IDX-3.3.6  erratum entry\n" in one
    assert "erratum steps" not in one
    found = hexfront("rules", "idahex", "IDX-5.4.1", "--errata", "--json").objects
    assert [each["name"] for each in found] == [
        *("passengers", "overhead", "staffing", "fractions", "steps")
    ]
    assert all(bool(each["followed"]) != bool(each["cannot"]) for each in found)
    assert hexfront("rules", "brigade", "--errata").out == "no errata\n"


def test_a_shipped_deck_keeps_the_names_of_its_types(tmp_path: Path, hexfront: Run) -> None:
    made = tmp_path / "made.toml"
    hexfront("deck", "to-toml", "idahex", "sinai", "--out", made)
    assert 'name = "Motor rifle division"' in made.read_text()
    system = find_system("idahex")
    assert load_scenario(system, made).title == load_scenario(system, "sinai").title


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "idahex", "--deck", "moon"), "files of cards, or one of: sinai"),
        (("run", "idahex", "--deck", "moon.50"), "moon.50: found <No such file or directory>"),
        (("run", "idahex", "--deck", "a.toml"), "a file of cards; this is named like a scenario"),
        (
            ("run", "idahex", "--deck", "sinai", "--scenario", "sinai"),
            "either --deck or --scenario",
        ),
        (("run", "lanes", "--deck", "sinai"), "expected one that has decks of cards: idahex"),
        (("deck", "check", "lanes", "x"), "expected one that has decks of cards: idahex"),
        (("deck", "check", "idahex", "a", "b", "c"), "FILE50 and FILE60, or file 50 alone"),
        (
            ("deck", "check", "idahex", ""),
            "deck: found '', expected the names of FILE50 and FILE60",
        ),
        (("deck", "check", "idahex", "x" * 300), "files of cards, or one of: sinai"),
        (("deck", "check", "idahex", "x" * 300 + ".50"), "File name too long"),
        (("deck", "to-toml", "idahex", "sinai", "--out", "a.json"), "a name that ends in .toml"),
        (("deck", "to-cards", "a.toml", "a.50", "a.60"), "a.toml: found <No such file"),
        (("deck", "to-cards", "a.txt", "a.50", "a.60"), "a file ending in .json or .toml"),
        (
            ("deck", "to-cards", DECKS.parent / "scenarios" / "sinai.json", "a.50", "a.50"),
            "one for each of: FILE50, FILE60",
        ),
    ],
)
def test_what_cannot_be_done(hexfront: Run, arguments: tuple[object, ...], words: str) -> None:
    ended = hexfront(*arguments)
    assert ended.code == 2
    assert words in ended.err


def test_bytes_that_are_no_text(hexfront: Run, small: tuple[Path, Path]) -> None:
    small[0].write_bytes(small[0].read_bytes().replace(b"1ST RIFLE", b"1ST \xff\xe9FLE"))
    assert hexfront("run", "idahex", "--deck", small[0], *UNTIL).code == 0
