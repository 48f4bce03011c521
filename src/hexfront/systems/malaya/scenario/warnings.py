"""What a scenario may say and what leads nowhere all the same: a game that nobody need play."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.core.errors import Problem
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.setting import compile_setting
from hexfront.systems.malaya.scenario.state import JAPAN, flags


def scenario_warnings(scenario: MalayaScenario, place: str) -> Iterator[Problem]:
    """What comes after the last turn, sides without supply, and a campaign decided at its start.

    `place` goes before the pointers.
    """
    file = scenario.file
    for number, unit in enumerate(file.forces.units):
        at = f"{place}: /forces/units/{number}"
        if unit.arrives is not None and unit.arrives > file.turns:
            expected = f"at most {file.turns}, the last turn: {unit.name} never arrives (MAL-14)"
            yield Problem(f"{at}/arrives", str(unit.arrives), expected)
        if unit.offered is not None and unit.offered >= file.turns:
            expected = (
                f"before turn {file.turns}, the last: {unit.name} arrives a turn later (MAL-3)"
            )
            yield Problem(f"{at}/offered", str(unit.offered), expected)
    for level in ("decisive", "marginal"):
        turn = getattr(file.victory, level)
        if turn > file.turns:
            expected = f"at most {file.turns}, the last turn (MAL-32)"
            yield Problem(f"{place}: /victory/{level}", str(turn), expected)
    for side in file.sides:
        if not getattr(file.sources, side.name):
            expected = f"a place or an edge, or no unit of {side.title} is supplied (MAL-15)"
            yield Problem(f"{place}: /sources/{side.name}", "<none>", expected)
    setting = compile_setting(scenario)
    decides = setting.ground.hexes.victory == 1
    if (flags(setting.start.control, len(decides))[decides] == JAPAN).all():
        found = f"<{file.victory.place}, which Japan holds when the game begins>"
        yield Problem(f"{place}: /victory/place", found, "a place that Japan has to take (MAL-32)")
