"""Journals: scenario, rules version and steps. A replay needs no dice.

A journal file is JSON, one object a line: a head, a line about the dice, one
line a step with the digest of the state after it, and an end with a checksum,
which reveals the secret of the dice once the match is over.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hexfront.core.contract import CHANCE, Kind, Result, Rules, Step
from hexfront.core.dice import Dice, commitment, dice_of_match, draw_outcome
from hexfront.core.documents.strictjson import MAX_BYTES, Json, parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.core.events import Event, EventLog
from hexfront.core.registry import find_system
from hexfront.core.state import Digester
from hexfront.core.system import System

FORMAT = "hexfront-journal/3"
MAX_STEPS = 1_000_000
MAX_JOURNAL = 8 * MAX_BYTES

_HEAD = {"format", "match", "system", "rules_version", "scenario", "seats", "restored"}
_DICE = {"commitment", "shares"}
_HEX = re.compile("[0-9a-f]{64}")
_SHARE = re.compile("([0-9a-f]{32})?")

Range = tuple[int, int, int]
"""First number of an outcome, number after its last, and how many numbers there are."""


class Restored(NamedTuple):
    """Where a match goes on from another: the dice of its first steps are that one's."""

    match: str
    steps: int


class Withdrawal(NamedTuple):
    """A person who resigned while others played on: a machine took the side over."""

    side: int
    agent: str
    step: int
    """The number of the last step before it."""


class Ending(NamedTuple):
    """How persons ended a match that its rules had not ended."""

    way: str
    """`resign`, `time`, `absence`, `draw` or `abandon`."""
    winners: tuple[int, ...]
    reason: str

    @property
    def result(self) -> Result:
        """As rules tell one; an abandoned match has none to speak of."""
        return Result(self.winners, "", self.reason, names_winner=self.way != "abandon")


@dataclass
class Journal:
    """What happened in one match, complete."""

    system: str
    rules_version: str
    """Of the rules that the match began with."""
    scenario: Json
    seats: list[str] = field(default_factory=list)
    """Who played each side, for the record."""
    commitment: str = ""
    """To the secret and the head; empty where the dice are not vouched for."""
    steps: list[Step] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    """The digest of the state after each step."""
    secret: str = ""
    """The secret in hex, once the match is over."""
    match: str = ""
    """The name of the match on its server; may be empty."""
    restored: Restored | None = None
    """The match that this one goes on from."""
    shares: list[str] = field(default_factory=list)
    """For each side what its screen added to the dice; empty texts where it added nothing."""
    withdrawn: list[Withdrawal] = field(default_factory=list)
    """Who resigned while others played on."""
    ending: Ending | None = None
    """How persons ended it; None where its rules did, and while it goes on."""
    ranges: list[Range | None] = field(default_factory=list, compare=False)
    """As read from a file: for each step the numbers of its outcome; None for orders."""
    sums: tuple[str, str] = field(default=("", ""), compare=False)
    """As read from a file: the checksum at its end, and the one that its lines have."""
    as_read: str = field(default="", compare=False)
    """The head as it stands in a file: what was committed to."""

    def head(self) -> str:
        """The first line of the file."""
        if self.as_read:
            return self.as_read
        return write_json(
            {
                "format": FORMAT,
                "match": self.match,
                "system": self.system,
                "rules_version": self.rules_version,
                "scenario": self.scenario,
                "seats": self.seats,
                "restored": self.restored and self.restored._asdict(),
            }
        )

    @property
    def old_steps(self) -> int:
        """How many steps were drawn with the dice of the match before."""
        return self.restored.steps if self.restored else 0

    def lines(self, rules: Rules[Any]) -> Iterator[str]:
        """The lines of the file. The steps are carried out once more for it."""
        total = hashlib.sha256()
        for line in self._lines(rules):
            total.update(f"{line}\n".encode())
            yield line
        end = {"secret": self.secret, "steps": len(self.steps), "sha256": total.hexdigest()}
        yield write_json({"end": end})

    def _lines(self, rules: Rules[Any]) -> Iterator[str]:
        yield self.head()
        yield write_json({"dice": {"commitment": self.commitment, "shares": self.shares}})
        state, log = rules.start(), EventLog()
        for number, (step, after) in enumerate(zip(self.steps, self.digests, strict=True), 1):
            line: dict[str, Json] = {"step": number, "digest": after}
            if step.actor == CHANCE:
                found = range_of(rules.chances(state).weights, step.order)
                line |= {"chance": step.order, "range": list(found)}
            else:
                line |= {"side": step.actor, "order": rules.write_order(step.order)}
            yield write_json(line)
            log.clear()
            rules.apply(state, step, log)
        if self.withdrawn or self.ending:
            ended = self.ending and {**self.ending._asdict(), "winners": list(self.ending.winners)}
            withdrawn = [one._asdict() for one in self.withdrawn]
            yield write_json({"persons": {"withdrawn": withdrawn, "ended": ended}})


def range_of(weights: Sequence[int], outcome: int) -> Range:
    """The numbers that mean an outcome, of as many as the weights are in sum."""
    first = int(sum(weights[:outcome]))
    return first, first + int(weights[outcome]), int(sum(weights))


def parse_journal(data: bytes | str, place: str) -> tuple[Journal, Rules[Any], System]:
    """A journal with the rules that it is replayed by: those of today.

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
    lines = [line.removesuffix("\r") for line in data.removesuffix("\n").split("\n")]
    journal, rules, system = _read_head(lines[0], f"{place}: line 1")
    if len(lines) < 2:
        raise InputError.at(f"{place}: line 2", "<nothing>", "the line about the dice")
    _read_dice(journal, lines[1], len(rules.sides), f"{place}: line 2")
    total = hashlib.sha256()
    for number, line in enumerate(lines):
        here = f"{place}: line {number + 1}"
        ended = number > 1 and _read_line(journal, rules, line, number - 1, here, total)
        if ended and number + 1 < len(lines):
            after = f"{place}: line {number + 2}"
            raise InputError.at(after, "<a line after the end>", "nothing")
        total.update(f"{line}\n".encode(errors="surrogatepass"))
    return journal, rules, system


def _read_head(line: str, place: str) -> tuple[Journal, Rules[Any], System]:
    head = _object(line, place)
    if head.get("format") != FORMAT:
        raise InputError.at(f"{place} /format", head.get("format"), FORMAT)
    _check_keys(head, _HEAD, place)
    name = _text(head, "system", place)
    try:
        system = find_system(name)
    except InputError as error:
        raise error.within(place) from None
    version = _text(head, "rules_version", place)
    scenario = system.scenarios.load(head["scenario"], None, f"{place} /scenario")
    seats = head["seats"]
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise InputError.at(f"{place} /seats", seats, "a list of texts")
    journal = Journal(system.name, version, scenario.document, seats)
    journal.match, journal.as_read = _text(head, "match", place), line
    restored = head["restored"]
    if restored is not None:
        if not isinstance(restored, dict):
            raise InputError.at(f"{place} /restored", restored, "an object, or null")
        _check_keys(restored, {"match", "steps"}, f"{place} /restored")
        steps = _integer(restored, "steps", f"{place} /restored")
        journal.restored = Restored(_text(restored, "match", f"{place} /restored"), steps)
        if steps < 0:
            raise InputError.at(f"{place} /restored/steps", steps, "a number of steps")
    return journal, system.rules(scenario), system


def _read_dice(journal: Journal, line: str, sides: int, place: str) -> None:
    value = _object(line, place)
    _check_keys(value, {"dice"}, place)
    dice = value["dice"]
    if not isinstance(dice, dict):
        raise InputError.at(f"{place} /dice", dice, "an object")
    _check_keys(dice, _DICE, f"{place} /dice")
    journal.commitment = _text(dice, "commitment", f"{place} /dice")
    if journal.commitment and not _HEX.fullmatch(journal.commitment):
        expected = "64 hex digits, or nothing"
        raise InputError.at(f"{place} /dice/commitment", journal.commitment, expected)
    shares = dice["shares"]
    if (
        not isinstance(shares, list)
        or len(shares) not in (0, sides)
        or not all(isinstance(share, str) and _SHARE.fullmatch(share) for share in shares)
    ):
        expected = f"none, or for each of {sides} sides 32 hex digits or nothing"
        raise InputError.at(f"{place} /dice/shares", shares, expected)
    journal.shares = shares


def _read_line(
    journal: Journal, rules: Rules[Any], text: str, number: int, place: str, total: Any
) -> bool:
    """Take in a line; whether it is the end. `total`: over the lines before it."""
    line = _object(text, place)
    if "end" in line:
        _check_keys(line, {"end"}, place)
        end = line["end"]
        steps = end.get("steps") if isinstance(end, dict) else None
        if not isinstance(end, dict) or steps != len(journal.steps) or isinstance(steps, bool):
            raise InputError.at(f"{place} /end", end, f"the end after {len(journal.steps)} steps")
        _check_keys(end, {"secret", "steps", "sha256"}, f"{place} /end")
        journal.secret = _text(end, "secret", f"{place} /end")
        if journal.secret and not _HEX.fullmatch(journal.secret):
            raise InputError.at(f"{place} /end/secret", journal.secret, "64 hex digits, or nothing")
        journal.sums = (_text(end, "sha256", f"{place} /end"), total.hexdigest())
        return True
    if journal.withdrawn or journal.ending:
        raise InputError.at(place, "<a line after what persons agreed>", "the end")
    if "persons" in line:
        _check_keys(line, {"persons"}, place)
        _read_persons(journal, line["persons"], len(rules.sides), f"{place} /persons")
        return False
    if number > MAX_STEPS or line.get("step") != number or isinstance(line.get("step"), bool):
        raise InputError.at(f"{place} /step", line.get("step"), str(number))
    if "chance" in line:
        _check_keys(line, {"step", "digest", "chance", "range"}, place)
        step = Step(CHANCE, _integer(line, "chance", place))
        found = line["range"]
        if not isinstance(found, list) or [type(bound) for bound in found] != [int, int, int]:
            raise InputError.at(f"{place} /range", found, "three whole numbers")
        journal.ranges.append((found[0], found[1], found[2]))
    else:
        _check_keys(line, {"step", "digest", "side", "order"}, place)
        step = Step(_integer(line, "side", place), _order(line["order"], rules, place))
        journal.ranges.append(None)
    journal.steps.append(step)
    journal.digests.append(_text(line, "digest", place))
    return False


_PERSONS: dict[str, Json] = {"withdrawn": [], "ended": None}
_LOSSES = ("resign", "time", "absence")
_WAYS = (*_LOSSES, "draw", "abandon")


def _read_persons(journal: Journal, value: Json, sides: int, place: str) -> None:
    """Take in who resigned, and how persons ended the match."""
    if not isinstance(value, dict):
        raise InputError.at(place, value, "an object")
    _check_keys(value, set(_PERSONS), place)
    withdrawn, ended = value["withdrawn"], value["ended"]
    if not isinstance(withdrawn, list) or not all(isinstance(one, dict) for one in withdrawn):
        raise InputError.at(f"{place} /withdrawn", withdrawn, "a list of objects")
    for number, one in enumerate(withdrawn):
        here = f"{place} /withdrawn/{number}"
        _check_keys(one, set(Withdrawal._fields), here)
        side, step = _integer(one, "side", here), _integer(one, "step", here)
        if not 0 <= side < sides:
            raise InputError.at(f"{here}/side", side, f"0 to {sides - 1}")
        if not 0 <= step <= len(journal.steps):
            raise InputError.at(f"{here}/step", step, f"0 to {len(journal.steps)}")
        journal.withdrawn.append(Withdrawal(side, _text(one, "agent", here), step))
    if ended is None and not withdrawn:
        raise InputError.at(place, value, "who resigned, or how persons ended the match")
    if ended is not None:
        journal.ending = _read_ending(ended, sides, f"{place} /ended")


def _read_ending(value: Json, sides: int, place: str) -> Ending:
    if not isinstance(value, dict):
        raise InputError.at(place, value, "an object, or null")
    _check_keys(value, set(Ending._fields), place)
    way, winners = _text(value, "way", place), value["winners"]
    if way not in _WAYS:
        raise InputError.at(f"{place}/way", way, f"one of: {', '.join(_WAYS)}")
    if not isinstance(winners, list) or any(type(side) is not int for side in winners):
        raise InputError.at(f"{place}/winners", winners, "a list of sides")
    if not all(0 <= side < sides for side in winners) or bool(winners) != (way in _LOSSES):
        expected = "the sides that played on" if way in _LOSSES else "none"
        raise InputError.at(f"{place}/winners", winners, expected)
    return Ending(way, tuple(winners), _text(value, "reason", place))


def replay(
    journal: Journal,
    rules: Rules[Any],
    place: str = "journal",
    watch: Callable[[int, Step, Any, list[Event]], None] | None = None,
    dice: Dice | None = None,
) -> Any:
    """Play a journal again and return the last state.

    Every order is judged by the rules and every digest compared; with `dice`
    every answer of chance too, from where the match was restored on.  `watch` is
    called after each step with its number, the step, the state and its events.
    Errors: `InputError` naming the step.
    """
    state = rules.start()
    log, digester = EventLog(), Digester()
    for number, (step, after) in enumerate(zip(journal.steps, journal.digests, strict=True), 1):
        here = f"{place}: step {number}"
        check_step(rules, state, step, here)
        if step.actor == CHANCE:
            _check_chance(journal, number, rules.chances(state).weights, dice, here)
        log.clear()
        rules.apply(state, step, log)
        found = digester.digest(state)
        if found != after:
            raise InputError.at(f"{here} /digest", after, f"{found}, which the rules give")
        if watch is not None:
            watch(number, step, state, log.events())
    return state


def common_steps(journal: Journal, rules: Rules[Any], dice: Dice | None = None) -> int:
    """How many steps of a journal that other rules gave these rules give, too."""
    agreed = 0

    def watch(number: int, *_: object) -> None:
        nonlocal agreed
        agreed = number

    with suppress(InputError):
        replay(journal, rules, watch=watch, dice=dice)
    return agreed


def _check_chance(
    journal: Journal, number: int, weights: Sequence[int], dice: Dice | None, place: str
) -> None:
    outcome = journal.steps[number - 1].order
    if dice is not None and number > journal.old_steps:
        drawn = draw_outcome(weights, dice)
        if drawn != outcome:
            raise InputError.at(f"{place} /chance", outcome, f"{drawn}, which the secret gives")
    if journal.ranges and journal.ranges[number - 1] != (due := range_of(weights, outcome)):
        raise InputError.at(f"{place} /range", journal.ranges[number - 1], f"{due}, by the rules")


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


def verify(
    journal: Journal,
    rules: Rules[Any],
    place: str = "journal",
    watch: Callable[[int, Step, Any, list[Event]], None] | None = None,
) -> Result | None:
    """Check every step, digest and, for a finished match, die and head. Returns the result.

    `watch` is that of `replay`.

    Errors: `InputError` naming the first thing that is wrong.
    """
    if journal.old_steps > len(journal.steps):
        expected = f"at least the {journal.old_steps} of the match before"
        raise InputError.at(f"{place}: steps", len(journal.steps), expected)
    state = replay(journal, rules, place, watch, _revealed_dice(journal, place))
    stands, due = journal.sums
    if stands != due:
        raise InputError.at(f"{place}: the end /sha256", stands, f"{due}, which the lines give")
    result = rules.result(state)
    if journal.ending is not None:
        if result is not None:
            raise InputError.at(f"{place}: ended", journal.ending.reason, "nothing after the end")
        result = journal.ending.result
    if result is not None and stands and journal.commitment and not journal.secret:
        raise InputError.at(f"{place}: the end /secret", "<nothing>", "that of the dice")
    if journal.secret and result is None:
        raise InputError.at(place, "<an end>", "a game that is over")
    return result


def _revealed_dice(journal: Journal, place: str) -> Dice | None:
    """The dice of a finished match. Errors: `InputError` where the commitment is to others."""
    if not journal.secret:
        return None
    secret = bytes.fromhex(journal.secret)
    if commitment(secret, journal.head()) != journal.commitment:
        expected = "one to this head and the secret at the end"
        raise InputError.at(f"{place}: line 2 /dice/commitment", journal.commitment, expected)
    return dice_of_match(secret, journal.shares)


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
