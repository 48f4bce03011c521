"""The folder of an arena: games, journals, results and a page.

`games.parquet` has one row a game; until the end its rows lie in `games.parquet.parts`. A kill at
any time leaves what `--resume` goes on with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hexfront import __version__
from hexfront.arena.playing import ArenaPlan, Played, read_steps
from hexfront.arena.schedule import BlockName, Form
from hexfront.arena.sprt import Bounds
from hexfront.core.contract import Rules
from hexfront.core.documents.files import write_whole
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.journal import Journal
from hexfront.core.registry import find_system
from hexfront.core.state import digest
from hexfront.core.study.tally import column_names
from hexfront.study.files.parts import PartedTable
from hexfront.study.files.tables import Layout, arrow
from hexfront.study.games import Record, Row

GAMES: Final = "games.parquet"
RESULTS: Final = "results.json"
PAGE: Final = "index.html"
JOURNALS: Final = "journals"
MOST_GAMES: Final = 10**9


class ArenaLayout(Layout):
    """The columns of the games of an arena."""

    def __init__(self, rules: Rules[Any], metadata: Json, scenario: Json) -> None:
        super().__init__(rules.sides, None, metadata, (), scenario)
        pa = arrow()
        more = [("dice", pa.int64()), ("first", pa.string()), ("second", pa.string())]
        more += [("points", pa.float64())]
        more += [("forfeit", pa.string()), ("forfeit_reason", pa.string())]
        for column in column_names(rules.sides):
            more += [(f"{part}_{column}", pa.int64()) for part in ("orders", "turns")]
            more += [(f"ms_{column}", pa.float64())]
        fields = [pa.field(name, kind) for name, kind in more]
        self.games = pa.schema([*self.games, *fields], self.games.metadata)
        self.part = self.games


def arena_metadata(
    plan: ArenaPlan, rules: Rules[Any], form: Form, bounds: Bounds | None
) -> dict[str, Json]:
    """What tells one arena from another."""
    return {
        "arena": str(form),
        "system": plan.system,
        "scenario": ",".join(plan.scenario_names),
        "scenario_hash": ",".join(plan.scenario_hashes),
        "sides": list(rules.sides),
        "agents": [entrant.agent for entrant in plan.entrants],
        "bounds": None if bounds is None else list(bounds),
        "seed": plan.seed,
        "seconds": plan.limits.seconds,
        "engine_version": __version__,
    }


class ArenaFolder:
    """What an arena writes while it goes on."""

    def __init__(
        self, folder: Path, plan: ArenaPlan, rules: Rules[Any], metadata: Json, *, resume: bool
    ) -> None:
        """Errors: `InputError`, `WriteFailed`."""
        self.folder, self._plan = folder, plan
        self._rules = {rules.scenario.name: rules}
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            expected = f"a folder that can be made ({error.strerror})"
            raise InputError.at("--out", str(folder), expected) from None
        layout = ArenaLayout(rules, metadata, plan.scenarios[0])
        self._table = PartedTable(
            folder / GAMES, layout, metadata, range(MOST_GAMES), resume=resume
        )
        self._columns = column_names(rules.sides)
        self._noted: set[tuple[str, ...]] = set()

    def __enter__(self) -> ArenaFolder:
        self._table.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        """Keep the games that were taken so far, also when the arena is broken off."""
        self._table.__exit__(*error)

    def kept(self) -> Iterator[tuple[BlockName, list[Row]]]:
        """Blocks that an earlier try left, in their order. Errors: `InputError`."""
        names = [entrant.name for entrant in self._plan.entrants]
        places = {
            (names[pairing.first], names[pairing.second]): place
            for place, pairing in enumerate(self._plan.pairings)
        }
        block: list[Row] = []
        for record in (record for records in self._table.kept() for record in records):
            block.append(record.row)
            place = places.get((record.row["first"], record.row["second"]), 0)
            if len(block) == len(self._plan.pairings[place].seatings):
                yield BlockName(place, record.row["dice"]), block
                block = []

    def add(self, games: Sequence[Played]) -> None:
        """Take a block, whose rows have their numbers; it reaches the disk every few seconds."""
        for game in games:
            if game.steps:
                self._note(game)
        self._table.add([Record(game.row) for game in games])

    def finish(self) -> None:
        """Make one file of all games. Errors: `WriteFailed`."""
        self._table.finish()

    def write(self, name: str, text: str) -> None:
        """Write another file of the folder. Errors: `InputError`."""
        write_whole(self.folder / name, text)

    def _note(self, game: Played) -> None:
        """Write the journal of the first game that a side has won of a pairing, or forfeited."""
        row = game.row
        seats = [row[f"seat_{column}"] for column in self._columns]
        agents = [row["first"], row["second"]] if row["first"] else sorted({*seats})
        key = (*agents, row["scenario"], row["winner"], row["forfeit"] or "")
        if key in self._noted:
            return
        self._noted.add(key)
        folder = self.folder / JOURNALS
        folder.mkdir(exist_ok=True)
        how = "forfeit" if row["forfeit"] else row["winner"]
        words = "-".join([*agents, how, str(row["game"])])
        name = re.sub(r"[^\w.=-]+", "-", words)
        rules = self._rules_of(row["scenario"])
        lines = self._journal(game, rules).lines(rules)
        write_whole(folder / f"{name}.jsonl", "".join(f"{line}\n" for line in lines))

    def _rules_of(self, scenario: str) -> Rules[Any]:
        if scenario not in self._rules:
            number = self._plan.scenario_names.index(scenario)
            self._rules[scenario] = self._plan.rules(number)
        return self._rules[scenario]

    def _journal(self, game: Played, rules: Rules[Any]) -> Journal:
        system = find_system(self._plan.system)
        seats = [game.row[f"seat_{column}"] for column in self._columns]
        journal = Journal(system.name, system.version, rules.scenario.document, seats)
        state, log = rules.start(), EventLog()
        for step in read_steps(game.steps):
            log.clear()
            rules.apply(state, step, log)
            journal.steps.append(step)
            journal.digests.append(digest(state))
        return journal


def results_text(results: Json) -> str:
    """Results as they stand in the folder."""
    return json.dumps(results, indent=2, ensure_ascii=False) + "\n"
