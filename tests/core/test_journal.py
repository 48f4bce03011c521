"""Journals: what is written is read again, and all tampering is found, with its line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexfront.conformance import play_match
from hexfront.conformance.games import random_step
from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import (
    commitment,
    dice_from_seed,
    dice_of_match,
    draw_outcome,
    secret_from_seed,
)
from hexfront.core.errors import InputError
from hexfront.core.journal import Restored, parse_journal, read_journal, replay, verify
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match, Refused
from tests.kit.duel import SYSTEM, DuelRules

pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture(scope="module")
def match() -> Match:
    return play_match(SYSTEM, DuelRules(load_scenario(SYSTEM)), 4)


@pytest.fixture(scope="module")
def lines(match: Match) -> list[str]:
    return list(match.journal.lines(match.rules))


def judge(lines: list[str]) -> None:
    journal, rules, _ = parse_journal("\n".join(lines), "game.jsonl")
    verify(journal, rules, "game.jsonl")


def edited(lines: list[str], number: int, change: Callable[[dict[str, Any]], None]) -> list[str]:
    value = json.loads(lines[number])
    change(value)
    return [*lines[:number], json.dumps(value), *lines[number + 1 :]]


def first(lines: list[str], key: str) -> int:
    return next(number for number, line in enumerate(lines) if key in json.loads(line))


def test_a_sound_journal(match: Match, lines: list[str]) -> None:
    journal, rules, system = parse_journal("\n".join(lines), "game.jsonl")
    assert journal == match.journal
    assert system is SYSTEM
    assert verify(journal, rules) == match.result
    judge([*lines, ""][:-1])


def test_texts_may_hold_other_line_ends() -> None:
    """U+2028 and its like end a line for some readers, and are letters in JSON."""
    document = {**load_scenario(SYSTEM).document, "title": "a\u2028b\x85c\u2029d"}
    rules = DuelRules(SYSTEM.scenarios.load(document, None, "scenario"))
    match = play_match(SYSTEM, rules, 1)
    text = "\r\n".join(match.journal.lines(rules)) + "\r\n"
    journal, _, _ = parse_journal(text.encode(), "game.jsonl")
    assert journal == match.journal


def test_files(match: Match, lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    journal, rules, _ = read_journal(path)
    verify(journal, rules, str(path))
    with pytest.raises(InputError, match="a file that can be read"):
        read_journal(tmp_path / "none.jsonl")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="byte 0: found <not UTF-8>"):
        read_journal(path)
    with pytest.raises(InputError, match="a file that can be read"):
        read_journal(Path("a\0b"))


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.core.journal.MAX_JOURNAL", 1000)
    (tmp_path / "a").write_bytes(b"x" * 2000)
    with pytest.raises(InputError, match="found <more than 1000 bytes>, expected at most 1000"):
        read_journal(tmp_path / "a")


def test_every_line_matters(lines: list[str]) -> None:
    """A line that is left out, repeated, swapped or emptied is found."""
    for number in range(len(lines) - 1):
        swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        for damaged in (
            [*lines[:number], *lines[number + 1 :]],
            [*lines[: number + 1], *lines[number:]],
            [*lines[:number], "", *lines[number + 1 :]],
            [*lines[:number], lines[number][:-1], *lines[number + 1 :]],
            swapped,
        ):
            with pytest.raises(InputError, match=r"^game\.jsonl"):
                judge(damaged)
    with pytest.raises(InputError, match="a line after the end"):
        judge([*lines, lines[-1]])


def test_every_field_matters(lines: list[str]) -> None:
    """Each field of each line, removed or replaced by every kind of value, is found."""
    values: list[Any] = [None, True, -1, 0, 99, 1.5, "", "x", [], {}, [[]], {"a": 1}, "\u2028"]
    for number, line in enumerate(lines):
        for key, old in json.loads(line).items():
            without = edited(lines, number, lambda v, k=key: v.pop(k))
            with pytest.raises(InputError, match=r"^game\.jsonl"):
                judge(without)
            for value in values:
                if value == old and type(value) is type(old):
                    continue
                damaged = edited(lines, number, lambda v, k=key, n=value: v.update({k: n}))
                with pytest.raises(InputError, match=r"^game\.jsonl"):
                    judge(damaged)


@pytest.mark.parametrize(
    ("key", "change", "words"),
    [
        ("format", {"format": "hexfront-journal/1"}, r"line 1 /format: found 'hexfront-journal/1'"),
        ("system", {"system": "chess"}, r"found 'chess', expected one of: .*duel"),
        ("rules_version", {"rules_version": "0"}, r"expected one to this head and the secret"),
        ("match", {"match": "another"}, r"line 2 /dice/commitment: .* expected one to this head"),
        ("restored", {"restored": 7}, r"line 1 /restored: found 7, expected an object, or null"),
        ("seats", {"seats": "me"}, r"line 1 /seats: found 'me', expected a list of texts"),
        ("seats", {"seats": ["Ann", "Bob"]}, r"expected one to this head and the secret"),
        ("dice", {"dice": {"commitment": "0" * 64, "shares": []}}, r"one to this head and the sec"),
        ("dice", {"dice": {"commitment": "", "shares": []}}, r"one to this head and the secret"),
        ("dice", {"dice": {"commitment": "0", "shares": []}}, r"/commitment: .* 64 hex"),
        ("dice", {"dice": {"commitment": "", "shares": ["0"]}}, r"/dice/shares: .* of 2 sides"),
        ("system", {"more": 1}, r"line 1: found \[.*expected the keys format, match"),
        ("range", {"range": [0, 2, 3]}, r"step \d+ /range: .* by the rules"),
        ("range", {"range": [0, 2]}, r"line \d+ /range: .* expected three whole numbers"),
        ("chance", {"side": 0}, r"line \d+: found \['chance', .*expected the keys chance, digest"),
        ("chance", {"chance": 9}, r"step \d+ /chance: found 9, expected 0 to 2"),
        ("chance", {"chance": True}, r"line \d+ /chance: found true, expected a whole number"),
        ("side", {"side": 5}, r"step \d+ /side: found 5, expected 0 to 1"),
        ("side", {"side": 1.0}, r"/side: found 1.0, expected a whole number"),
        ("order", {"order": {"order": "take back"}}, r"step \d+: found <an order refused by DUE-2"),
        ("order", {"order": "pass"}, r"line \d+ /order"),
        ("digest", {"digest": "0" * 16}, r"step \d+ /digest: found '0000000000000000'"),
        ("step", {"step": 77}, r"line \d+ /step: found 77, expected \d+"),
        ("end", {"end": {"secret": "zz", "steps": -1}}, r"/end: found .* expected the end after"),
    ],
)
def test_errors_name_line_found_and_expected(
    lines: list[str], key: str, change: dict[str, Any], words: str
) -> None:
    damaged = edited(lines, first(lines, key), lambda value: value.update(change))
    with pytest.raises(InputError, match=words):
        judge(damaged)


def test_another_die_is_found(lines: list[str], match: Match) -> None:
    """Digests made to fit do not help: the secret says what chance had to answer."""
    step = match.journal.steps[0]
    assert step.actor == CHANCE
    other = Match(SYSTEM, match.rules, secret=match.secret)
    other._carry_out(Step(CHANCE, (step.order + 1) % 3))
    other.journal.secret = match.secret.hex()
    forged = list(other.journal.lines(match.rules))
    with pytest.raises(InputError, match=r"step 1 /chance: .* which the secret gives"):
        judge(forged)


@pytest.mark.parametrize("secret", ["", "zz", "00", "00" * 32, "g" * 64, "0x" + "00" * 31])
def test_a_false_secret_is_found(lines: list[str], secret: str) -> None:
    damaged = edited(lines, len(lines) - 1, lambda v: v["end"].update(secret=secret))
    with pytest.raises(InputError, match=r"^game\.jsonl.*(secret|dice)"):
        judge(damaged)


def test_an_end_too_early_is_found(match: Match, lines: list[str]) -> None:
    with pytest.raises(InputError, match="found <an end>, expected a game that is over"):
        judge(ended(lines[:5], match.secret.hex()))


def ended(lines: list[str], secret: str = "") -> list[str]:
    """Lines with an end that has the right checksum: anybody can reckon it."""
    total = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    end = {"secret": secret, "steps": len(lines) - 2, "sha256": total}
    return [*lines, json.dumps({"end": end})]


def test_the_checksum_finds_what_no_secret_binds(lines: list[str]) -> None:
    """Without a secret the names in the head are bound by the checksum alone."""
    sound = ended(lines[:5])
    judge(sound)
    renamed = [sound[0].replace('"seats":[]', '"seats":["Ann"]'), *sound[1:]]
    with pytest.raises(InputError, match=r"the end /sha256: .* which the lines give"):
        judge(renamed)


def test_shares_go_into_the_dice_and_are_bound(match: Match) -> None:
    """What screens add changes the dice, and no other shares fit them afterwards."""
    secret, shares = match.secret, ["0" * 32, ""]
    other = Match(SYSTEM, match.rules, secret=secret)
    other.add_shares(shares)
    dice = dice_of_match(secret, shares)
    assert other.journal.steps[0].order == draw_outcome([1, 1, 1], dice)
    answers = set()
    for number in range(20):
        again = Match(SYSTEM, match.rules, secret=secret)
        again.add_shares([f"{number:032x}", ""])
        answers.add(again.journal.steps[0].order)
    assert len(answers) == 3


def test_a_restored_journal_draws_anew_from_its_first_own_step_on(match: Match) -> None:
    """The dice before are those of the match it came from, which this file cannot prove."""
    rules, old = match.rules, match.journal
    journal = replace(old, steps=old.steps[:3], digests=old.digests[:3], secret="", match="copy")
    journal.restored, secret = Restored("first", 3), secret_from_seed(77)
    journal.commitment = commitment(secret, journal.head())
    copy = Match.resume(SYSTEM, rules, journal, secret)
    copy.settle()
    random = dice_from_seed(8)
    while copy.decision.kind != Kind.OVER:
        step = random_step(rules, copy.state, random)
        assert step is not None
        copy.order(step.actor, step.order)
    lines = list(copy.journal.lines(rules))
    judge(lines)
    assert secret.hex() in lines[-1] and match.secret.hex() not in "".join(lines)
    hidden = json.loads(lines[0]) | {"restored": None}
    forged = [json.dumps(hidden), *lines[1:]]
    with pytest.raises(InputError, match="expected one to this head"):
        judge(forged)


def test_steps_after_the_end_of_the_game(match: Match, lines: list[str]) -> None:
    more = {"step": len(lines) - 2, "side": 0, "order": {"order": "commit"}, "digest": "0" * 16}
    with pytest.raises(InputError, match="a step after the end of the game"):
        judge([*lines[:-1], json.dumps(more)])


def test_chance_and_orders_in_the_wrong_place(match: Match, lines: list[str]) -> None:
    order = {"step": 1, "side": 0, "order": {"order": "commit"}, "digest": "0" * 16}
    with pytest.raises(InputError, match=r"step 1: found <an order refused by DUE-2"):
        judge([*lines[:2], json.dumps(order)])
    number = first(lines, "side")
    chance = {"step": number - 1, "chance": 0, "digest": "0" * 16, "range": [0, 1, 3]}
    with pytest.raises(InputError, match="found <an answer of chance>, expected an order"):
        judge([*lines[:number], json.dumps(chance)])


def test_an_unfinished_journal_is_sound(lines: list[str]) -> None:
    for count in range(2, len(lines)):
        journal, rules, _ = parse_journal("\n".join(lines[:count]), "game.jsonl")
        replay(journal, rules)
        assert len(journal.steps) == count - 2


@pytest.mark.parametrize("text", ["", "\n", "[]", "null", "{}", "\x00", "{" * 50, "NaN"])
def test_what_is_no_journal(text: str) -> None:
    with pytest.raises(InputError, match=r"^game\.jsonl: line 1"):
        parse_journal(text, "game.jsonl")


class TestMatch:
    def test_a_refused_order_changes_nothing(self) -> None:
        rules = DuelRules(load_scenario(SYSTEM))
        match = Match(SYSTEM, rules, secret=secret_from_seed(1))
        match.settle()
        before = (list(match.journal.digests), str(match.state), match.log_entries(0))
        with pytest.raises(Refused, match=r"DUE-2: .*") as failure:
            match.order(0, rules.commit)
        assert failure.value.refusal.clause == "DUE-2"
        assert (match.journal.digests, str(match.state), match.log_entries(0)) == before

    def test_the_secret_stays_hidden_until_the_end(self, match: Match) -> None:
        running = Match(SYSTEM, match.rules, secret=match.secret)
        running.settle()
        text = "\n".join(running.journal.lines(match.rules))
        assert match.secret.hex() not in text
        assert commitment(match.secret, running.journal.head()) in text
        assert match.journal.secret == match.secret.hex()

    def test_secrets_are_never_the_same(self, match: Match) -> None:
        secrets = {Match(SYSTEM, match.rules).secret for _ in range(5)}
        assert len(secrets) == 5

    def test_resuming_anywhere_gives_the_same_game(self, match: Match, lines: list[str]) -> None:
        for count in range(2, len(lines)):
            journal, rules, _ = parse_journal("\n".join(lines[:count]), "game.jsonl")
            resumed = Match.resume(SYSTEM, rules, journal, match.secret)
            resumed.settle()
            for step in match.journal.steps[len(resumed.journal.steps) :]:
                if step.actor != CHANCE:
                    resumed.order(step.actor, step.order)
            assert resumed.journal.digests == match.journal.digests
            assert resumed.logs == match.logs

    def test_resuming_with_another_secret_is_refused(self, match: Match, lines: list[str]) -> None:
        for count in (2, len(lines) - 1):
            journal, rules, _ = parse_journal("\n".join(lines[:count]), "game.jsonl")
            with pytest.raises(InputError, match=r"commitment: .* expected that of the secret"):
                Match.resume(SYSTEM, rules, journal, secret_from_seed(99))

    def test_each_viewer_is_told_what_he_may_know(self, match: Match) -> None:
        texts = {
            viewer: [t.text for t in told]
            for viewer in match.logs
            for told in [match.log_entries(viewer)]
        }
        assert any("Red lays" in text for text in texts[0])
        assert not any("Red lays" in text for text in texts[1])
        assert not any("lays" in text for text in texts[-2])
        assert any("Red lays" in text for text in texts[-3])
