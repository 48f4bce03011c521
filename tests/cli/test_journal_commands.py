import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.dice import commitment
from hexfront.core.documents.strictjson import write_json
from tests.cli.conftest import lines_of, played
from tests.conftest import Ended

Run = Callable[..., Ended]


def test_replay_tells_the_game_in_words(hexfront: Run, journal: Path) -> None:
    ended = hexfront("replay", journal)
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert len(lines) == 4 * (1 + 3) + 1
    assert lines[0::4][:4] == ["round 1", "round 2", "round 3", "round 4"]
    assert lines[1].startswith("    1  Red plans to ")
    assert lines[1].endswith("(LAN-1)")
    assert "The die shows" in lines[3]
    assert lines[-1].startswith("result: ")


@pytest.mark.parametrize(("side", "other"), [("Red", "Blue"), ("Blue", "Red")])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_replay_for_a_side_hides_the_other(
    hexfront: Run, tmp_path: Path, side: str, other: str, form: tuple[str, ...]
) -> None:
    path = tmp_path / "open.jsonl"
    path.write_text("\n".join(lines_of(played(moves=2))))
    ended = hexfront("replay", path, "--side", side, *form)
    assert ended.code == 0
    assert f"{side} plans to" in ended.out
    assert f"{other} plans to" not in ended.out
    numbers = [line["number"] for line in ended.objects] if form else []
    assert numbers == list(range(1, len(numbers) + 1))


def test_replay_for_a_spectator_shows_only_what_all_know(hexfront: Run, journal: Path) -> None:
    ended = hexfront("replay", journal, "--side", "spectator", "--json")
    assert [line["kind"] for line in ended.objects[:-1]] == ["die"] * 4
    assert ended.objects[-1]["clause"] == "LAN-3"


def test_replay_for_nobody(hexfront: Run, journal: Path) -> None:
    ended = hexfront("replay", journal, "--side", "Green")
    assert ended.code == 2
    assert "--side: found 'Green', expected one of: Red, Blue, umpire, spectator" in ended.err


def test_verify_says_what_it_checked(hexfront: Run, journal: Path) -> None:
    ended = hexfront("verify", journal)
    assert ended.code == 0
    assert "12, each legal" in ended.out
    assert "4 answers of chance, all drawn from the secret" in ended.out
    assert "a file alone cannot prove" in ended.out
    (told,) = hexfront("verify", journal, "--json").objects
    assert told["sound"] is True
    assert told["dice"] == "drawn"
    assert told["over"] is True


def test_verify_compares_the_commitment_that_a_player_noted(hexfront: Run, journal: Path) -> None:
    noted = json.loads(journal.read_text().splitlines()[1])["dice"]["commitment"]
    ended = hexfront("verify", journal, "--commitment", noted)
    assert ended.code == 0
    assert "is the one that you noted" in ended.out
    ended = hexfront("verify", journal, "--commitment", "0" * 64)
    assert ended.code == 1
    assert "not sound" in ended.out and noted in ended.err
    assert hexfront("verify", journal, "--commitment", "what").code == 2


def test_a_journal_of_other_rules_is_replayed_by_those_of_today(
    hexfront: Run, tmp_path: Path
) -> None:
    """Where every digest agrees it is sound; else it is told up to the last common step."""
    match = played()
    match.journal.rules_version = "0"
    match.journal.commitment = commitment(match.secret, match.journal.head())
    path = tmp_path / "old.jsonl"
    lines = lines_of(match)
    path.write_text("\n".join(lines))
    ended = hexfront("verify", path)
    assert ended.code == 0
    assert "played under version 0" in ended.out and "every step agrees" in ended.out
    path.write_text("\n".join([*lines[:6], lines[6].replace('"digest":"', '"digest":"0')]))
    ended = hexfront("replay", path)
    assert ended.code == 1
    assert "step 5 /digest" in ended.err
    assert "version 0 of the rules" in ended.err and "4 steps" in ended.err
    assert "Red plans" in ended.out


def test_verify_says_what_it_could_not_check(hexfront: Run, tmp_path: Path) -> None:
    path = tmp_path / "open.jsonl"
    path.write_text("\n".join(lines_of(played(moves=3))))
    ended = hexfront("verify", path)
    assert ended.code == 0
    assert "not checked: the journal does not reveal" in ended.out
    assert "not over" in ended.out


Lines = list[dict[str, Any]]


def _other_plan(lines: Lines) -> None:
    order = lines[2]["order"]
    order["do"] = {"hold": "push", "push": "hold"}[order["do"]]


def _other_die(lines: Lines) -> None:
    lines[4]["chance"] = (lines[4]["chance"] + 1) % 6


def _redrawn(lines: Lines) -> None:
    """Another die with the digests that the rules then give: only the secret can tell."""
    from hexfront.core.contract import CHANCE, Step
    from hexfront.core.events import EventLog
    from hexfront.core.state import digest

    match = played()
    state = match.rules.start()
    for number, step in enumerate(match.journal.steps, 1):
        last = number == len(match.journal.steps)
        taken = Step(CHANCE, (step.order + 1) % 6) if last else step
        match.rules.apply(state, taken, EventLog())
        lines[number + 1]["digest"] = digest(state)
        if last:
            lines[number + 1]["chance"] = taken.order


TAMPERED: dict[str, tuple[Callable[[Lines], object], int, str]] = {
    "format": (lambda ls: ls[0].update(format="other/1"), 2, "line 1 /format"),
    "system": (lambda ls: ls[0].update(system="chess"), 2, "system: found 'chess'"),
    "version": (lambda ls: ls[0].update(rules_version="0"), 1, "one to this head"),
    "scenario": (lambda ls: ls[0]["scenario"].update(lives=9), 1, "one to this head"),
    "scenario form": (lambda ls: ls[0]["scenario"].update(lives="x"), 2, "/lives"),
    "seats": (lambda ls: ls[0].update(seats=7), 2, "line 1 /seats"),
    "players": (lambda ls: ls[0].update(seats=["Ann", "Bob"]), 1, "one to this head"),
    "title": (lambda ls: ls[0]["scenario"].update(title="Not so"), 1, "one to this head"),
    "commitment": (lambda ls: ls[1]["dice"].update(commitment="0" * 64), 1, "secret"),
    "share": (lambda ls: ls[1]["dice"].update(shares=["1" * 32, ""]), 1, "step 3 /chance"),
    "number": (lambda ls: ls[3].update(step=7), 2, "line 4 /step"),
    "side": (lambda ls: ls[2].update(side=1), 1, "step 1"),
    "no side": (lambda ls: ls[2].update(side=5), 1, "step 1 /side"),
    "order": (_other_plan, 1, "step 1 /digest"),
    "no order": (lambda ls: ls[2].update(order={"do": "run"}), 2, "order"),
    "die": (_other_die, 1, "step 3 /chance"),
    "no die": (lambda ls: ls[4].update(chance=17), 1, "step 3 /chance"),
    "redrawn": (_redrawn, 1, "step 12 /chance"),
    "digest": (lambda ls: ls[5].update(digest="0" * 16), 1, "step 4 /digest"),
    "digest form": (lambda ls: ls[5].update(digest=1), 2, "line 6 /digest"),
    "swapped": (lambda ls: ls.insert(2, ls.pop(3)), 2, "line 3 /step"),
    "left out": (lambda ls: ls.pop(6), 2, "line 7 /step"),
    "doubled": (lambda ls: ls.insert(6, ls[6]), 2, "line 8 /step"),
    "early end": (lambda ls: ls.pop(13), 2, "/end"),
    "secret": (lambda ls: ls[14]["end"].update(secret="0" * 64), 1, "one to this head"),
    "no secret": (lambda ls: ls[14]["end"].update(secret="zz"), 2, "/secret"),
    "sum": (lambda ls: ls[14]["end"].update(sha256="0" * 64), 1, "the end /sha256"),
    "after the end": (lambda ls: ls.append(ls[6]), 2, "line 16"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_verify_finds_what_was_tampered_with(hexfront: Run, journal: Path, name: str) -> None:
    tamper, code, place = TAMPERED[name]
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    tamper(lines)
    journal.write_text("\n".join(write_json(line) for line in lines))
    ended = hexfront("verify", journal)
    assert ended.code == code
    assert ended.err.startswith("error: ")
    assert place in ended.err
    assert "sound" not in ended.out.replace("not sound", "")
    assert hexfront("validate", journal).code == 2


def test_replay_stops_at_a_wrong_step(hexfront: Run, journal: Path) -> None:
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    lines[5]["digest"] = "0" * 16
    journal.write_text("\n".join(json.dumps(line) for line in lines))
    ended = hexfront("replay", journal)
    assert ended.code == 1
    assert len(ended.out.splitlines()) == 4
    assert "step 4 /digest" in ended.err


SCENARIO = {
    "format": "lanes-scenario/1",
    "system": "lanes",
    "name": "mine",
    "title": "Mine",
    "sides": ["A", "B"],
    "lives": 2,
    "options": {"rounds": 3},
}


def test_validate_sound_files(hexfront: Run, tmp_path: Path, journal: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(SCENARIO))
    assert hexfront("validate", path).code == 0
    assert hexfront("validate", journal).code == 0
    path.write_text(json.dumps({"format": "lanes-terrain/1", "system": "lanes", "hexes": []}))
    (told,) = hexfront("validate", path, "--json").objects
    sound = {"valid": True, "warnings": [], "notes": []}
    assert told == {"file": str(path), "format": "lanes-terrain/1", **sound}


def test_validate_reads_toml(hexfront: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    lines = {k: v for k, v in SCENARIO.items() if not isinstance(v, dict)}
    text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in lines.items())
    path.write_text(text + "options = {rounds = 3}\n")
    assert hexfront("validate", path).code == 0
    path.write_text(text + "options = {rounds = 0}\n")
    assert "/options/rounds" in hexfront("validate", path).err
    path.write_text(text + "since = 2001-01-01\n")
    assert "no date or time" in hexfront("validate", path).err


def test_validate_lists_every_problem(hexfront: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(SCENARIO | {"lives": "x", "title": 3, "options": {"rounds": 0}}))
    ended = hexfront("validate", path)
    assert ended.code == 2
    assert [line.split(": ")[3] for line in ended.err.splitlines()] == [
        "/title",
        "/lives",
        "/options/rounds",
    ]
    told = hexfront("validate", path, "--json")
    assert told.code == 2
    assert [line["place"] for line in told.objects] == [
        f"{path}: line 1: /title",
        f"{path}: line 1: /lives",
        f"{path}: line 1: /options/rounds",
    ]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('{"system": "lanes", "format": "lanes-terrain/1"}', "/hexes"),
        ('{"system": "chess"}', "/system: found 'chess'"),
        ('{"name": "x"}', "/system: found null"),
        ("[1, 2]", "expected a JSON object"),
        ("7", "expected a JSON object"),
        ("", "line 1 column 1"),
        ('{"a": NaN}', "<NaN>"),
        ('{"a": 1, "a": 2}', "key 'a' twice"),
        ("[" * 5000, "nesting deeper"),
        ('{"format": "hexfront-journal/3"', "line 1"),
        ('{"format": "hexfront-journal/9"}', "line 1 /format"),
    ],
)
def test_validate_names_the_place(hexfront: Run, tmp_path: Path, content: str, place: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content)
    ended = hexfront("validate", path)
    assert ended.code == 2
    assert str(path) in ended.err
    assert place in ended.err


@pytest.mark.parametrize("command", ["replay", "verify", "validate"])
def test_files_that_cannot_be_read(hexfront: Run, tmp_path: Path, command: str) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        ended = hexfront(command, path)
        assert ended.code == 2
        assert "expected a file that can be read" in ended.err
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    assert hexfront(command, binary).code == 2


def test_text_from_a_file_cannot_steer_the_terminal(hexfront: Run, tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    path.write_text(json.dumps({"system": "\x1b[2Jchess"}))
    assert "\x1b" not in hexfront("validate", path).err
