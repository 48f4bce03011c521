"""The recorded battles, their codebook, and files in the same form."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.data.battles import (
    Battle,
    HindsightError,
    load_battles,
    load_codebook,
    load_corrections,
    read_battles,
    whole_war,
)
from hexfront.data.battles.codebook import FOLDER
from hexfront.history.features import COLUMNS
from hexfront.history.judging import NEEDED

JUDGED_AFTERWARDS = [
    "CEA",
    "LEADA",
    "TRNGA",
    "MORALA",
    "LOGSA",
    "MOMNTA",
    "INTELA",
    "TECHA",
    "INITA",
    "QUALA",
    "RESA",
    "MOBILA",
    "AIRA",
    "FPREPA",
    "WXA",
    "TERRA",
    "LEADAA",
    "PLANA",
    "SURPAA",
    "MANA",
    "LOGSAA",
    "FORTSA",
    "DEEPA",
    "SURPA",
    "KMDA",
    "ACHA",
    "ACHD",
    "CRIT",
    "RESOA1",
    "RESOA2",
    "RESOA3",
    "RESOD1",
    "RESOD2",
    "RESOD3",
    "FINSTA",
    "FINSTD",
    "CASA",
    "CASD",
    "CTANKA",
    "CTANKD",
    "CARTYA",
    "CARTYD",
    "CFLYA",
    "CFLYD",
    "WINA",
    "NOATP",
    "ATPEYR1",
    "ATPEHR1",
    "ATPEDA10",
]
"""What the agency's pages and common sense call known only after a battle."""


def lines_of_data() -> list[str]:
    return (FOLDER / "cdb90.csv").read_text(encoding="utf-8").splitlines()


def test_every_column_is_in_the_codebook_and_has_a_meaning() -> None:
    headings = next(csv.reader(lines_of_data()))
    assert headings == list(load_codebook())
    assert len(headings) == 205
    assert all(column.meaning for column in load_codebook().values())
    assert {column.known for column in load_codebook().values()} == {"before", "hindsight", "label"}


def test_what_is_judged_afterwards_is_hindsight() -> None:
    for name in JUDGED_AFTERWARDS:
        assert load_codebook()[name].known == "hindsight", name
    for name in COLUMNS:
        assert load_codebook()[name].known == "before", name


def test_battles_are_whole_and_corrected() -> None:
    battles = load_battles()
    assert len(battles) == 418
    assert [sum(b.winner == w for b in battles) for w in (1, 0, -1, None)] == [263, 27, 126, 2]
    west_wood = next(b for b in battles if b.name == "WEST WOOD I")
    assert west_wood.number("STRA") == west_wood.number("INTSTA") == 1940
    assert west_wood.number("FINSTA") == 1579
    assert sum(len(each) for each in load_corrections().values()) == 7


def test_a_correction_is_for_its_battle_alone(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("ISQNO,NAME,STRA\n338,Another,5\n338,west wood i,5\n", encoding="utf-8")
    assert [battle.number("STRA") for battle in read_battles(path)] == [5, 1940]


def test_what_is_unknown_is_none() -> None:
    battles = load_battles()
    assert all((b.number("TANKA") or 0) >= 0 for b in battles)
    assert {b.text("AEROA") for b in battles} == {"", "1", "0", "-1"}
    assert "OO" not in {b.text("POST1") for b in battles}
    hermon = next(b for b in battles if b.name == "MOUNT HERMON II")
    assert hermon.number("STRA") == 5700, "numbers may have commas"


def cells(**values: float) -> Battle:
    return Battle({name: float(value) for name, value in values.items()})


def period(start: float, end: float, day: float = 6.0) -> Battle:
    begin = {"ATPBYR1": 1973.0, "ATPBMN1": 10.0, "ATPBDA1": 6.0, "ATPBHR1": start}
    return cells(**begin, ATPEYR1=1973.0, ATPEMN1=10.0, ATPEDA1=day, ATPEHR1=end)


def test_duration() -> None:
    assert period(600, 1800).duration == pytest.approx(0.5)
    assert period(600, 600, 7.0).duration == pytest.approx(1)
    assert period(5000, 5430).duration == pytest.approx(4.5 / 24), "only the duration is known"
    assert cells(ATPBYR1=1973.0).duration is None
    days = {"ATPBYR1": 1914.0, "ATPBMN1": 8.0, "ATPBDA1": 20.0}
    days |= {"ATPEYR1": 1914.0, "ATPEMN1": 8.0, "ATPEDA1": 22.0}
    assert cells(**days).duration == 3, "without hours whole days count"


def test_theatres_are_one_war() -> None:
    wars = {battle.war for battle in load_battles()}
    assert sum(war.startswith("WORLD WAR") for war in wars) == 2
    assert whole_war("ARAB-ISRAELI, 1948") == "ARAB-ISRAELI, 1948"


def test_models_get_no_hindsight() -> None:
    known = load_battles()[0].known
    assert known.number("STRA")
    for name in ("LEADAA", "WINA", "CASA", "NAME", "ATPEYR1"):
        with pytest.raises(HindsightError):
            known.number(name)
    with pytest.raises(KeyError):
        known.number("NO SUCH")


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "battles.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_files_of_other_machines_read_alike(tmp_path: Path) -> None:
    lines = lines_of_data()[:6]
    plain = [b.values for b in read_battles(written(tmp_path, "\n".join(lines)))]
    ends = ("\r\n", "\r")
    for text in [b"\xef\xbb\xbf" + end.join(["", *lines, "", ""]).encode() for end in ends]:
        assert [b.values for b in read_battles(written(tmp_path, text))] == plain
    more = "\n".join([f"NEW,{lines[0]}", *(f"anything,{line}" for line in lines[1:])])
    assert [b.values for b in read_battles(written(tmp_path, more))] == plain


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("", "an empty file", "a line of headings"),
        ("\n\n", "an empty file", "a line of headings"),
        ("A,B\n1,2\n", "A, B", "also the columns STRA"),
        (b"\xff\xfe\x00", "not UTF-8", "UTF-8"),
        ("STRA\0", "a zero byte", "CSV"),
        (",".join(NEEDED) + "\n", "no battles", "a line for each battle"),
        (",".join(NEEDED) + "\n1,2\n", "2 cells", f"{len(NEEDED)}"),
        (",".join([*NEEDED, "STRA"]) + "\n", "twice", "once"),
        (",".join(NEEDED) + "\nmany" + "," * (len(NEEDED) - 1), "'many'", "a number, or -1"),
        (",".join(NEEDED) + "\n-7" + "," * (len(NEEDED) - 1), "'-7'", "0 or more, or -1"),
        (",".join(NEEDED) + "\nnan" + "," * (len(NEEDED) - 1), "'nan'", "a number"),
    ],
)
def test_what_is_wrong_with_a_file(
    tmp_path: Path, text: str | bytes, found: str, expected: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_battles(written(tmp_path, text), NEEDED)
    problem = caught.value.problems[0]
    assert "battles.csv" in problem.place
    assert found in problem.found
    assert expected in problem.expected


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a file that can be read"):
        read_battles(tmp_path / "none.csv")
