"""Journals: scenario, rules version and steps. A replay needs no dice.

A journal file is JSON, one object a line: a head, then one line a step with
the digest of the state after it, then, for a finished match, an end that
reveals the secret of the dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexfront.core.contract import CHANCE, Kind, Result, Rules, Step
from hexfront.core.dice import Dice, commitment, dice_from_secret, draw_outcome
from hexfront.core.errors import InputError
from hexfront.core.events import Event, EventLog
from hexfront.core.registry import find_system
from hexfront.core.state import digest
from hexfront.core.strictjson import MAX_BYTES, Json, parse_json, write_json
from hexfront.core.system import System

FORMAT = "hexfront-journal/1"
MAX_STEPS = 1_000_000
MAX_JOURNAL = 8 * MAX_BYTES

_HEAD = {"format", "system", "rules_version", "scenario", "seats", "commitment"}
_HEX = re.compile("[0-9a-f]{64}")


@dataclass
class Journal:
    """What happened in one match, complete."""

    system: str
    rules_version: str
    scenario: Json
    seats: list[str] = field(default_factory=list)
    """Who played each side, for the record."""
    commitment: str = ""
    """SHA-256 of the secret of the dice; empty where the dice are not vouched for."""
    steps: list[Step] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    """The digest of the state after each step."""
    secret: str = ""
    """The secret in hex, once the match is over."""

    def head(self) -> Json:
        """The first line of the file."""
        return {
            "format": FORMAT,
            "system": self.system,
            "rules_version": self.rules_version,
            "scenario": self.scenario,
            "seats": self.seats,
            "commitment": self.commitment,
        }

    def lines(self, rules: Rules[Any]) -> Iterator[str]:
        """The lines of the file."""
        yield write_json(self.head())
        for number, (step, after) in enumerate(zip(self.steps, self.digests, strict=True), 1):
            line: dict[str, Json] = {"step": number, "digest": after}
            if step.actor == CHANCE:
                line["chance"] = step.order
            else:
                line |= {"side": step.actor, "order": rules.write_order(step.order)}
            yield write_json(line)
        if self.secret:
            yield write_json({"end": {"secret": self.secret, "steps": len(self.steps)}})


def parse_journal(data: bytes | str, place: str) -> tuple[Journal, Rules[Any], System]:
    """A journal with the rules that it was played by.

    Errors: `InputError` naming the line. Steps are not judged here; `replay` does.
    """
    if len(data) > MAX_JOURNAL:
        raise InputError.at(place, f"<more than {MAX_JOURNAL} bytes>", f"at most {MAX_JOURNAL}")
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError.at(f"{place}: byte {error.start}", "<not UTF-8>", "text") from None
    # Not splitlines(): texts inside may hold other marks that it takes for line ends.
    lines = data.removesuffix("\n").split("\n")
    head = _object(lines[0], f"{place}: line 1")
    if head.get("format") != FORMAT:
        raise InputError.at(f"{place}: line 1 /format", head.get("format"), FORMAT)
    _check_keys(head, _HEAD, f"{place}: line 1")
    name = _text(head, "system", f"{place}: line 1")
    try:
        system = find_system(name)
    except InputError as error:
        raise error.within(f"{place}: line 1") from None
    version = _text(head, "rules_version", f"{place}: line 1")
    if version != system.version:
        raise InputError.at(f"{place}: line 1 /rules_version", version, system.version)
    scenario = system.load(head["scenario"], None, f"{place}: line 1 /scenario")
    rules = system.rules(scenario)
    seats = head["seats"]
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise InputError.at(f"{place}: line 1 /seats", seats, "a list of texts")
    promised = _text(head, "commitment", f"{place}: line 1")
    if promised and not _HEX.fullmatch(promised):
        raise InputError.at(f"{place}: line 1 /commitment", promised, "64 hex digits, or nothing")
    journal = Journal(system.name, version, scenario.document, seats, promised)
    for number, line in enumerate(lines[1:], 1):
        _read_line(journal, rules, line, number, f"{place}: line {number + 1}")
    return journal, rules, system


def _read_line(journal: Journal, rules: Rules[Any], text: str, number: int, place: str) -> None:
    line = _object(text, place)
    if journal.secret:
        raise InputError.at(place, "<a line after the end>", "nothing")
    if "end" in line:
        end = line["end"]
        _check_keys(line, {"end"}, place)
        steps = end.get("steps") if isinstance(end, dict) else None
        if steps != len(journal.steps) or isinstance(steps, bool):
            raise InputError.at(f"{place} /end", end, f"the end after {len(journal.steps)} steps")
        _check_keys(end, {"secret", "steps"}, f"{place} /end")
        journal.secret = _text(end, "secret", f"{place} /end")
        if not _HEX.fullmatch(journal.secret):
            raise InputError.at(f"{place} /end/secret", journal.secret, "64 hex digits")
        return
    if number > MAX_STEPS or line.get("step") != number or isinstance(line.get("step"), bool):
        raise InputError.at(f"{place} /step", line.get("step"), str(number))
    if "chance" in line:
        _check_keys(line, {"step", "digest", "chance"}, place)
        step = Step(CHANCE, _integer(line, "chance", place))
    else:
        _check_keys(line, {"step", "digest", "side", "order"}, place)
        step = Step(_integer(line, "side", place), _order(line["order"], rules, place))
    journal.steps.append(step)
    journal.digests.append(_text(line, "digest", place))


def replay(
    journal: Journal,
    rules: Rules[Any],
    place: str = "journal",
    watch: Callable[[int, Step, Any, list[Event]], None] | None = None,
    dice: Dice | None = None,
) -> Any:
    """Play a journal again and return the last state.

    Every order is judged by the rules and every digest compared; with `dice`
    every answer of chance too.  `watch` is called after each step with its
    number, the step, the state and its events.
    Errors: `InputError` naming the step.
    """
    state = rules.start()
    log = EventLog()
    for number, (step, after) in enumerate(zip(journal.steps, journal.digests, strict=True), 1):
        here = f"{place}: step {number}"
        check_step(rules, state, step, here)
        if step.actor == CHANCE and dice is not None:
            due = draw_outcome(rules.chances(state).weights, dice)
            if due != step.order:
                raise InputError.at(f"{here} /chance", step.order, f"{due}, which the secret gives")
        log.clear()
        rules.apply(state, step, log)
        found = digest(state)
        if found != after:
            raise InputError.at(f"{here} /digest", after, f"{found}, which the rules give")
        if watch is not None:
            watch(number, step, state, log.events())
    return state


def check_step(rules: Rules[Any], state: Any, step: Step, place: str) -> None:
    """Refuse a step that the rules do not allow now. Errors: `InputError`."""
    decision = rules.decision(state)
    if decision.kind == Kind.OVER:
        raise InputError.at(place, "<a step after the end of the game>", "nothing")
    if step.actor == CHANCE:
        if decision.kind != Kind.CHANCE:
            raise InputError.at(place, "<an answer of chance>", "an order")
        outcomes = len(rules.chances(state).weights)
        if not 0 <= step.order < outcomes:
            raise InputError.at(f"{place} /chance", step.order, f"0 to {outcomes - 1}")
        return
    if not 0 <= step.actor < len(rules.sides):
        raise InputError.at(f"{place} /side", step.actor, f"0 to {len(rules.sides) - 1}")
    refusal = rules.refuse(state, step.actor, step.order)
    if refusal is not None:
        raise InputError.at(place, f"<an order refused by {refusal}>", "a legal order")


def verify(journal: Journal, rules: Rules[Any], place: str = "journal") -> Result | None:
    """Check every step, digest and, for a finished match, die. Returns the result.

    Errors: `InputError` naming the first thing that is wrong.
    """
    state = replay(journal, rules, place, dice=_revealed_dice(journal, place))
    result = rules.result(state)
    if journal.secret and result is None:
        raise InputError.at(place, "<an end>", "a game that is over")
    return result


def _revealed_dice(journal: Journal, place: str) -> Dice | None:
    if not journal.secret:
        return None
    secret = bytes.fromhex(journal.secret)
    if commitment(secret) != journal.commitment:
        raise InputError.at(
            f"{place}: the end /secret", journal.secret, "the secret that the head commits to"
        )
    return dice_from_secret(secret)


def read_journal(path: Path) -> tuple[Journal, Rules[Any], System]:
    """A journal from a file. Errors: `InputError`."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_JOURNAL + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(str(path), f"<{reason}>", "a file that can be read") from None
    return parse_journal(data, str(path))


def _object(text: str, place: str) -> dict[str, Json]:
    value = parse_json(text, place)
    if not isinstance(value, dict):
        raise InputError.at(place, value, "a JSON object")
    return value


def _check_keys(value: dict[str, Json], keys: set[str], place: str) -> None:
    if value.keys() != keys:
        raise InputError.at(place, sorted(value), f"the keys {', '.join(sorted(keys))}")


def _order(document: Json, rules: Rules[Any], place: str) -> int:
    try:
        return rules.read_order(document)
    except InputError as error:
        raise error.within(f"{place} /order") from None


def _text(value: dict[str, Json], key: str, place: str) -> str:
    found = value.get(key)
    if not isinstance(found, str):
        raise InputError.at(f"{place} /{key}", found, "a text")
    return found


def _integer(value: dict[str, Json], key: str, place: str) -> int:
    found = value.get(key)
    if isinstance(found, bool) or not isinstance(found, int):
        raise InputError.at(f"{place} /{key}", found, "a whole number")
    return found
