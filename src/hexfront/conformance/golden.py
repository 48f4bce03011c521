"""Golden games: journals of whole games, kept with the log that each viewer was told.

A change of behaviour or of words shows as a difference to the files.  They are
made anew on purpose, by `make_golden`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hexfront.agents import best_agent, make_agent
from hexfront.conformance.cases import rules_of
from hexfront.conformance.snapshots import STEP_LIMIT
from hexfront.core.contract import SPECTATOR, UMPIRE, Kind, Rules, Step, View
from hexfront.core.dice import dice_from_seed, secret_from_seed
from hexfront.core.documents.files import write_whole
from hexfront.core.errors import InputError
from hexfront.core.events import Event
from hexfront.core.journal import read_journal, replay, verify
from hexfront.core.scenario import scenario_names
from hexfront.core.system import System
from hexfront.core.table.log import log_views
from hexfront.play.match import Match

JOURNAL = ".jsonl"
LOG = ".log.txt"
SEED = 1


def check_golden(system: System, folder: Path) -> int:
    """Replay and verify the golden games of a system. Returns how many there are.

    Fails where a shipped scenario has none, a game is not over, or the logs differ.
    """
    missing = set(scenario_names(system))
    paths = sorted(folder.glob(f"*{JOURNAL}"))
    for path in paths:
        lines: list[str] = []
        try:
            journal, rules, found = read_journal(path)
            result = verify(journal, rules, str(path), _log_writer(rules, lines))
        except InputError as error:
            raise AssertionError(f"golden game: {error}") from error
        if found.name != system.name:
            raise AssertionError(f"{path} is a game of {found.name}, not of {system.name}")
        if result is None or not journal.secret:
            raise AssertionError(f"{path}: the game is not over, or its secret not revealed")
        missing.discard(rules.scenario.name)
        _check_log(path, lines)
    if missing or not paths:
        raise AssertionError(
            f"{folder}: no golden game of {', '.join(sorted(missing))}; "
            f"to make it: python -m hexfront.conformance {system.name} {folder}"
        )
    return len(paths)


def _check_log(path: Path, lines: list[str]) -> None:
    log = _log_of(path)
    if not log.exists():
        raise AssertionError(f"{log}: there is no log beside the golden game")
    kept = log.read_text(encoding="utf-8").splitlines()
    for number, (old, new) in enumerate(zip(kept, lines, strict=False), 1):
        if old != new:
            raise AssertionError(f"{log}: line {number}: found {new!r}, expected {old!r}")
    if len(kept) != len(lines):
        raise AssertionError(f"{log}: found {len(lines)} lines, expected {len(kept)}")


def _log_of(path: Path) -> Path:
    """The log that stands beside a golden game."""
    return path.with_name(path.name.removesuffix(JOURNAL) + LOG)


def _log_writer(
    rules: Rules[Any], lines: list[str]
) -> Callable[[int, Step, Any, list[Event]], None]:
    """What writes the log of a game while it is replayed.

    A line is step, clause, who was told it in these words, and the words.  The viewers are
    `all`, or the names of those who were told.
    """
    names = dict(enumerate(rules.sides))
    names |= {SPECTATOR: "spectator", UMPIRE: "umpire"}
    view = log_views(rules)

    def watch(number: int, step: Step, state: Any, events: list[Event]) -> None:
        views: dict[int, View] = {}
        for event in events:
            told: dict[tuple[str, str], list[str]] = {}
            for viewer, name in names.items():
                known = rules.redact(event, viewer)
                if known is not None:
                    if viewer not in views:
                        views[viewer] = view(state, viewer)
                    entry = rules.describe(known, views[viewer])
                    told.setdefault((entry.clause, entry.text), []).append(name)
            for (clause, text), who in told.items():
                audience = "all" if len(who) == len(names) else ", ".join(who)
                lines.append(f"{number:>5} {clause:<8} [{audience}] {text}")

    return watch


def record(
    system: System, rules: Rules[Any], folder: Path, name: str, seed: int, agents: list[str]
) -> Path:
    """Play a game with fixed seeds between named agents and write journal and log."""
    match = Match(system, rules, agents, secret_from_seed(seed, purpose="golden"))
    players = [
        make_agent(system, agent, rules, side, dice_from_seed(seed, side, "golden player"))
        for side, agent in enumerate(agents)
    ]
    match.settle()
    for _ in range(STEP_LIMIT):
        if match.decision.kind == Kind.OVER:
            break
        side = match.decision.sides[0]
        match.ask(players[side], side)
    else:
        raise AssertionError(f"{system.name} {name}: no end within {STEP_LIMIT} orders")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{JOURNAL}"
    write_whole(path, "\n".join(match.journal.lines(rules)) + "\n")
    lines: list[str] = []
    replay(match.journal, rules, watch=_log_writer(rules, lines))
    write_whole(_log_of(path), "".join(f"{line}\n" for line in lines))
    return path


def rewrite_logs(folder: Path) -> list[Path]:
    """Write the logs of golden games anew, for when words have changed and no game has.

    Errors: `InputError` for a game that does not replay any more.
    """
    logs = []
    for path in sorted(folder.glob(f"*{JOURNAL}")):
        journal, rules, _ = read_journal(path)
        lines: list[str] = []
        verify(journal, rules, str(path), _log_writer(rules, lines))
        write_whole(_log_of(path), "".join(f"{line}\n" for line in lines))
        logs.append(_log_of(path))
    return logs


def make_golden(
    system: System, folder: Path, shortened: Mapping[str, str] | None = None
) -> list[Path]:
    """Write all golden games of a system into a folder, in the place of those that are there.

    Only then those before are removed that have not been made again: journals
    with their log beside them, and nothing else.  Errors: `InputError`.
    One game a shipped scenario between the best machine opponents that the
    system brings, one game a set of options, and one of random orders in the
    default scenario.  Seeds are fixed, so the files change only if behaviour or
    words do.  `shortened` are options for a system whose games would fill
    megabytes to their end.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        found = f"<{error.strerror or error}>"
        raise InputError.at(str(folder), found, "a folder that can be written") from None
    made = []
    for label, bound in rules_of(system, most=0).items():
        rules = bound
        if shortened and system.scenarios.with_options is not None:
            rules = system.rules(system.scenarios.with_options(bound.scenario, shortened))
        name = label.translate(str.maketrans(":=,_", "----"))
        agents = [best_agent(system)] * len(rules.sides)
        made.append(record(system, rules, folder, name, SEED, agents))
        if label == system.scenarios.default:
            agents = ["random"] * len(rules.sides)
            made.append(record(system, rules, folder, f"{name}-random", SEED, agents))
    for old in set(folder.glob(f"*{JOURNAL}")) - set(made):
        log = _log_of(old)
        if log.exists():
            old.unlink()
            log.unlink()
    return made
