"""Scripts: the commands of one side, written down beforehand (IDX-4, IDX-2.3).

One command a line, as people type them; `go` ends a period; `#` begins a
comment.  Air strikes, which are asked for at the start of a cycle, stand in
its first period.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.core.agent import AgentFactory, Position
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.scenario import Reading
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.opponents.agency import WarAgent
from hexfront.systems.idahex.rules.command.commands import CommandReader
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import FRAME, PERIOD
from hexfront.systems.idahex.scenario.state import STRIKES

SCRIPTS: Final = FOLDER / "data" / "scripts"
_SIDES: Final = ("red", "blue")
"""The names of the shipped scripts, by side."""
_LOG: Final = logging.getLogger(__name__)


class Line(NamedTuple):
    """A command of a script."""

    place: str
    """The file and the number of the line."""
    text: str
    codes: tuple[int, ...]
    """The codes of its words, with the "end"."""


Period = tuple[Line, ...]


def read_script(text: str, reader: CommandReader, place: str = "script") -> list[Period]:
    """The commands of each period.

    What comes after the last `go` is a period of its own. Errors: `InputError`
    with every line that is no command.
    """
    reading = Reading()
    periods: list[Period] = []
    begun: list[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        where = f"{place}: line {number}"
        try:
            codes = reader.read(words)
        except InputError as error:
            reading.problems += error.within(where).problems
            continue
        if codes == (o.GO,):
            periods.append(tuple(begun))
            begun = []
        else:
            begun.append(Line(where, words, codes))
    return reading.finish([*periods, tuple(begun)] if begun else periods)


def commands_at(periods: Sequence[Period], period: int, striking: bool) -> Period:
    """What a script says at a stop: for strikes, or for all else; nothing once it is at its end."""
    if not 0 <= period < len(periods):
        return ()
    return tuple(line for line in periods[period] if o.is_of_strikes(line.codes) == striking)


class ScriptAgent(WarAgent):
    """Gives the commands of a script; none once it is at its end.

    What the rules refuse is left out, and told once in the log.
    """

    def __init__(
        self,
        rules: IdahexRules,
        side: int,
        dice: Dice,
        periods: Sequence[Period],
        reported: set[str] | None = None,
    ) -> None:
        """`told` has the places of lines that were told already, in other games."""
        super().__init__(rules, side, dice)
        self._periods = periods
        self._reported = set() if reported is None else reported
        self._lines: Period = ()

    def think(self, facts: dict[str, Any]) -> list[tuple[int, ...]]:
        """What the script says for this stop."""
        clock = self.setting.design.area.clock
        period = facts["frames"] * clock[FRAME] / clock[PERIOD]
        self._lines = commands_at(self._periods, round(period), facts["phase"] == STRIKES)
        return [line.codes for line in self._lines]

    def refused(self, command: int, word: int, position: Position) -> None:
        """Say which line it was, and why."""
        line = self._lines[command]
        if line.place in self._reported:
            return
        self._reported.add(line.place)
        state = reconstruct(self.setting, dict(position.view.facts))
        refusal = self.rules.refuse(state, self.side, word)
        day = position.view.facts["time"]
        expected = f"what the rules allow at time {day:g} ({refusal or 'nothing'}); it is left out"
        _LOG.warning("%s", Problem(line.place, shown(line.text), expected))


def shipped_scripts() -> dict[str, Path]:
    """The scripts that come with IDAHEX, by name: the opening days of the sample war."""
    return {path.stem: path for path in sorted(SCRIPTS.glob("*.txt"))}


def script_agent(file: str) -> AgentFactory:
    """Players who follow a script; without a file the one that ships for their side.

    Errors: `InputError` where the file cannot be read, and later, for a war,
    with every line that is no command in it.
    """
    if file:
        texts, places = [_read(Path(file))] * 2, [file] * 2
    else:
        texts = [_read(shipped_scripts()[name]) for name in _SIDES]
        places = [f"script of {name}" for name in _SIDES]
    reported: set[str] = set()

    def make(rules: IdahexRules, side: int, dice: Dice) -> ScriptAgent:
        periods = read_script(texts[side], reader_of(rules, side), places[side])
        return ScriptAgent(rules, side, dice, periods, reported)

    return make


def reader_of(rules: IdahexRules, side: int) -> CommandReader:
    """What reads the commands of a side."""
    setting = rules.setting
    units = {str(unit.number): row for row, unit in enumerate(setting.units)}
    transfer = int(setting.design.forces.transfer[0])
    return CommandReader(rules.book, units, setting.names.resources[side], transfer)


def _read(path: Path) -> str:
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = data[error.start : error.start + 1]
        raise InputError.at(f"{path}: byte {error.start}", found, "UTF-8 text") from None
