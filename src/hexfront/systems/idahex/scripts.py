"""Scripts: the commands of one side, written down beforehand (IDX-4, IDX-2.3).

One command a line, as people type them; `go` ends a period; `#` begins a
comment.  Air strikes, which are asked for at the start of a cycle, stand in
its first period.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from hexfront.core.dice import Dice
from hexfront.core.errors import InputError
from hexfront.systems.idahex import orders as o
from hexfront.systems.idahex.commands import CommandReader
from hexfront.systems.idahex.design import FOLDER, FRAME, PERIOD
from hexfront.systems.idahex.rules import IdahexRules
from hexfront.systems.idahex.speaking import Speaker
from hexfront.systems.idahex.state import STRIKES

SCRIPTS: Final = FOLDER / "data" / "scripts"

Command = tuple[int, ...]
"""The codes of its words, with the "end"."""
Period = tuple[Command, ...]


def read_script(text: str, reader: CommandReader, place: str = "script") -> list[Period]:
    """The commands of each period.

    What comes after the last `go` is a period of its own. Errors: `InputError`
    that names the line.
    """
    periods: list[Period] = []
    begun: list[Command] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        command = _read(words, reader, f"{place}: line {number}")
        if command == (o.GO,):
            periods.append(tuple(begun))
            begun = []
        else:
            begun.append(command)
    return [*periods, tuple(begun)] if begun else periods


def _read(words: str, reader: CommandReader, place: str) -> Command:
    try:
        return reader.read(words)
    except InputError as error:
        raise error.within(place) from error


def commands_at(periods: Sequence[Period], period: int, striking: bool) -> Period:
    """What a script says at a stop: for strikes, or for all else; nothing once it is at its end."""
    if not 0 <= period < len(periods):
        return ()
    return tuple(command for command in periods[period] if (command[0] == o.STRIKE) == striking)


class ScriptAgent(Speaker):
    """Gives the commands of a script; none once it is at its end."""

    def __init__(
        self, rules: IdahexRules, side: int, dice: Dice, periods: Sequence[Period]
    ) -> None:
        super().__init__(rules, side, dice)
        self._periods = periods

    def think(self, facts: dict[str, Any]) -> Period:
        """What the script says for this stop."""
        clock = self.setting.design.area.clock
        period = facts["frames"] * clock[FRAME] / clock[PERIOD]
        return commands_at(self._periods, round(period), facts["phase"] == STRIKES)


def shipped_scripts() -> dict[str, Path]:
    """The scripts that come with IDAHEX, by name: the opening days of the sample war."""
    return {path.stem: path for path in sorted(SCRIPTS.glob("*.txt"))}
