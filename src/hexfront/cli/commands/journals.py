"""`hexfront replay`, `verify` and `validate`: what a file says, and whether it is sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from hexfront.cli.console import print_error, print_warnings, problem_json, say, say_json
from hexfront.cli.settings import AsJson
from hexfront.core.documents.strictjson import MAX_BYTES, Json, parse_json
from hexfront.core.errors import HexfrontError, InputError, Problem
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.core.contract import LogEntry, Result, Rules, View
    from hexfront.core.journal import Journal
    from hexfront.core.system import System

JOURNAL_FORMAT = "hexfront-journal/3"
UMPIRE_NAME = "umpire"
SPECTATOR_NAME = "spectator"

JournalFile = Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("replay")(replay)
    app.command("verify")(verify)
    app.command("validate")(validate)


def replay(
    file: JournalFile,
    side: Annotated[
        str, typer.Option(help="Whose knowledge to show: a side's name, umpire or spectator.")
    ] = UMPIRE_NAME,
    json: AsJson = False,
) -> None:
    """Print what happened in a match, in words, as one viewer may know it.

    Exit code 1 where a step or a digest is not what the rules give.
    """
    from hexfront.core.contract import UMPIRE
    from hexfront.core.journal import read_journal

    journal, rules, system = read_journal(file)
    viewer = _viewer(rules, side)
    before = rules.view(rules.start(), viewer)
    line, heading = 0, ""

    def tell(number: int, step: Any, state: Any, events: list[Any]) -> None:
        nonlocal before, line, heading
        view = rules.view(state, viewer)
        for event in events:
            known = rules.redact(event, viewer)
            if known is None:
                continue
            line += 1
            if not json and before.title != heading:
                heading = before.title
                say(heading)
            # The number of a step would give a side away how long the others planned.
            place = number if viewer == UMPIRE else line
            _say_log_entry(rules.describe(known, view), before, place, as_json=json)
        before = view

    state = _replay_soundly(journal, rules, system, file, tell)
    ended = journal.ending.result if journal.ending else rules.result(state)
    _say_result(rules, ended, as_json=json)


def verify(
    file: JournalFile,
    commitment: Annotated[
        str, typer.Option(metavar="HEX", help="The commitment that you noted at the start.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Check a journal: every step by the rules, every digest, the dice, and the head.

    Exit code 1 where something is not what the rules or the dice give, 2 where
    the file is not a journal at all.
    """
    from hexfront.core.contract import CHANCE
    from hexfront.core.journal import read_journal
    from hexfront.core.journal import verify as verify_journal

    if commitment and not re.fullmatch("[0-9a-f]{64}", commitment):
        raise InputError.at("--commitment", commitment, "64 hex digits")
    journal, rules, system = read_journal(file)
    try:
        result = verify_journal(journal, rules, str(file))
        if commitment and commitment != journal.commitment:
            place = f"{file}: line 2 /dice/commitment"
            raise InputError.at(place, journal.commitment, f"{commitment}, which you noted")
    except InputError as error:
        print_error(_dated(error, journal, rules, system))
        say_json({"file": str(file), "sound": False}) if json else say("not sound")
        raise typer.Exit(1) from None
    answers = sum(step.actor == CHANCE for step in journal.steps)
    dice = _dice_finding(journal)
    if json:
        say_json(
            {
                "file": str(file),
                "sound": True,
                "system": system.name,
                "rules_version": system.version,
                "played_under": journal.rules_version,
                "match": journal.match,
                "restored": journal.restored and journal.restored._asdict(),
                "noted": bool(commitment),
                "steps": len(journal.steps),
                "answers_of_chance": answers,
                "dice": dice,
                "over": result is not None,
                "winners": [rules.sides[side] for side in result.winners] if result else [],
            }
        )
        return
    say(f"{file}: sound")
    say(f"  rules: {system.title}, version {system.version}; scenario {rules.scenario.title}")
    say(f"  steps: {len(journal.steps)}, each legal and each with the digest that the rules give")
    say(f"  dice: {counted(answers, 'answer')} of chance, {_DICE_WORDS[dice]}")
    say(f"  result: {_result_words(rules, result)}")
    for line in _reservations(journal, system, noted=bool(commitment)):
        say(f"  {line}")


def _reservations(journal: Journal, system: System, *, noted: bool) -> Iterator[str]:
    """What the checks do not say, plainly."""
    if journal.rules_version != system.version:
        yield (
            f"rules: played under version {journal.rules_version};"
            f" every step agrees with version {system.version}"
        )
    if journal.restored:
        first = counted(journal.restored.steps, "step")
        yield (
            f"restored: goes on from match {journal.restored.match} and counts for no ladder;"
            f" the dice of its first {first} are that match's, and unchecked"
        )
    if not journal.sums[0]:
        yield "end: missing, so that lines may be missing too"
    if not journal.secret:
        yield "head: title, names and players are bound by nothing but a checksum"
    if noted:
        yield "commitment: is the one that you noted before the first die"
    elif journal.secret:
        yield (
            "a file alone cannot prove that it is the match you played: compare with what you"
            f" noted at its start (--commitment). This one has {journal.commitment}"
        )


def _dated(error: InputError, journal: Journal, rules: Rules[Any], system: System) -> HexfrontError:
    """The error; where the rules have changed since, with how far they agree."""
    from hexfront.core.journal import common_steps

    if journal.rules_version == system.version:
        return error
    common = counted(common_steps(journal, rules), "step")
    return HexfrontError(
        f"{error}\nThe journal was made by version {journal.rules_version} of the rules; those"
        f" here are version {system.version}. They agree for {common}."
    )


def validate(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Scenario, terrain or journal.")],
    system: Annotated[
        str | None, typer.Option(help="The system, where the file does not name one.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Check a file by the format that it names, and list all problems.

    Exit code 2 where there are any. What can be played and is pointless, such as a
    victory after the last turn, is a warning. Of a map it is told what no rule reads.
    """
    from hexfront.core.documents.places import located

    try:
        kind, warnings, notes = _check_file(file, system)
    except InputError as raw:
        error = located(raw)
        if json:
            for problem in error.problems:
                say_json(problem_json(problem))
            raise typer.Exit(2) from None
        raise error from None
    if json:
        odd = [problem_json(warning) for warning in warnings]
        say_json(
            {"file": str(file), "format": kind, "valid": True, "warnings": odd, "notes": notes}
        )
    else:
        print_warnings(warnings)
        say(f"{file}: a valid {kind}")
        for note in notes:
            say(f"  {note}")


_DICE_WORDS = {
    "none": "no dice were needed",
    "drawn": "all drawn from the secret that the journal commits to",
    "shared": "all drawn from the secret that the journal commits to and what players added",
    "not revealed": "not checked: the journal does not reveal the secret of its dice",
}


def _dice_finding(journal: Journal) -> str:
    if not journal.secret:
        return "not revealed"
    return "shared" if any(journal.shares) else "drawn"


def _viewer(rules: Rules[Any], name: str) -> int:
    from hexfront.core.contract import SPECTATOR, UMPIRE

    viewers = {side: number for number, side in enumerate(rules.sides)}
    viewers |= {UMPIRE_NAME: UMPIRE, SPECTATOR_NAME: SPECTATOR}
    if name not in viewers:
        raise InputError.at("--side", name, f"one of: {', '.join(viewers)}")
    return viewers[name]


def _replay_soundly(
    journal: Journal, rules: Rules[Any], system: System, file: Path, watch: Any
) -> Any:
    from hexfront.core.journal import replay as replay_journal

    try:
        return replay_journal(journal, rules, str(file), watch)
    except InputError as error:
        print_error(_dated(error, journal, rules, system))
        raise typer.Exit(1) from None


def _say_log_entry(entry: LogEntry, before: View, number: int, *, as_json: bool) -> None:
    """Print what happened in the situation that `before` shows."""
    from hexfront.core.table.log import entry_document

    if as_json:
        say_json(
            {
                "number": number,
                "time": before.time,
                "when": before.title,
                **entry_document(entry),
            }
        )
        return
    clause = f" ({entry.clause})" if entry.clause else ""
    say(f"{number:>5}  {entry.text}{clause}")


def _say_result(rules: Rules[Any], result: Result | None, *, as_json: bool) -> None:
    if not as_json:
        say(f"result: {_result_words(rules, result)}")
    elif result is not None:
        winners = [rules.sides[side] for side in result.winners]
        say_json({"winners": winners, "clause": result.clause, "reason": result.reason})


def _result_words(rules: Rules[Any], result: Result | None) -> str:
    if result is None:
        return "the game is not over"
    winners = " and ".join(rules.sides[side] for side in result.winners)
    clause = f" ({result.clause})" if result.clause else ""
    return f"{f'{winners} wins' if winners else 'a draw'}: {result.reason}{clause}"


class _Sound(NamedTuple):
    """What a sound file is."""

    format: str
    warnings: list[Problem]
    notes: list[str]


def _check_file(file: Path, system_name: str | None) -> _Sound:
    """What a file is that can be used. Errors: `InputError` with every problem."""
    data = _read_bytes(file)
    if _is_journal_head(data.partition(b"\n")[0]):
        from hexfront.core.journal import parse_journal
        from hexfront.core.journal import verify as verify_journal

        journal, rules, _ = parse_journal(data, str(file))
        verify_journal(journal, rules, str(file))
        return _Sound(JOURNAL_FORMAT, [], [])
    from hexfront.core.documents.stricttoml import parse_document
    from hexfront.core.scenario import scenario_warnings

    document = parse_document(data, file)
    if not isinstance(document, dict):
        raise InputError.at(str(file), document, "a JSON object")
    found = _system_of(document, system_name, str(file))
    kind = document.get("format")
    if isinstance(kind, str) and kind in found.scenarios.documents:
        found.scenarios.documents[kind](document, file.parent, str(file))
        return _Sound(kind, [], _notes_of_map(found, document))
    scenario = found.scenarios.load(document, file.parent, str(file))
    warnings = scenario_warnings(found, scenario, str(file))
    return _Sound(str(kind or "scenario"), warnings, _notes_of_map(found, scenario.document))


def _notes_of_map(system: System, document: dict[str, Json]) -> list[str]:
    """What a designer should know of the map of a sound scenario, or of a map file."""
    from hexfront.core.hex_lists.expanding import expand
    from hexfront.core.map_notes import map_notes
    from hexfront.editor.documents import hex_lists, roles_of, split

    if system.scenarios.map_layers is None:
        return []
    documents = split(system, document)
    if document.get("format") in system.scenarios.documents:
        whole = expand(document, hex_lists(system, document)).document
        documents = dict.fromkeys(roles_of(system)[1:], whole)
    layers = system.scenarios.map_layers(documents)
    return map_notes(layers, documents[layers.role]) if layers.role in documents else []


def _system_of(document: dict[str, Json], name: str | None, place: str) -> System:
    from hexfront.core.registry import find_system, system_names

    wanted = name or document.get("system")
    if isinstance(wanted, str):
        try:
            return find_system(wanted)
        except InputError:
            if name:
                raise
    raise InputError.at(
        f"{place}: /system", wanted, f"one of: {', '.join(system_names())} (or --system NAME)"
    )


def _is_journal_head(line: bytes) -> bool:
    if b'"hexfront-journal/' not in line:
        return False
    try:
        head = parse_json(line, "line 1")
    except InputError:
        return True
    return isinstance(head, dict) and str(head.get("format")).startswith("hexfront-journal/")


def _read_bytes(file: Path) -> bytes:
    limit = 8 * MAX_BYTES
    try:
        with file.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        raise InputError.at(
            str(file), f"<{error.strerror or error}>", "a file that can be read"
        ) from None
    if len(data) > limit:
        raise InputError.at(str(file), f"<more than {limit} bytes>", f"at most {limit} bytes")
    return data
