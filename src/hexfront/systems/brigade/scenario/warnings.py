"""What a scenario may say and what leads nowhere all the same: a game that nobody need play."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from hexfront.core.errors import Problem
from hexfront.systems.brigade.scenario.loader import BrigadeScenario
from hexfront.systems.brigade.scenario.state import Setting, compile_setting


def scenario_warnings(scenario: BrigadeScenario, place: str) -> Iterator[Problem]:
    """Towns that no march brings the attacker to in time, and an objective beyond them (BRG-27).

    `place` goes before the pointers. Nobody is in the way of these marches, so what they do
    not reach, no company marches to. A retreat or an advance after a battle is no march.
    """
    file, setting = scenario.file, compile_setting(scenario)
    attacker = next(side for side in file.sides if side.name == file.objective.side)
    needed = _turns_needed(scenario, setting, attacker.name)
    towns = {kind.name for kind in scenario.terrain.types if kind.town}
    reached = 0
    for number, entry in enumerate(scenario.terrain.hexes):
        if entry.terrain not in towns:
            continue
        turns = needed.get(setting.index_of[entry.hex])
        if turns is not None and turns <= file.turns:
            reached += 1
            continue
        found = "<no way there>" if turns is None else f"<{turns} turns away>"
        expected = (
            f"a march of at most {file.turns} turns from a company of {attacker.title} "
            f"to {entry.name} (BRG-27)"
        )
        yield Problem(f"{place}: /terrain/hexes/{number}/hex", found, expected)
    if reached < file.objective.towns:
        expected = f"at most {reached}: {attacker.title} can march to no more (BRG-27)"
        yield Problem(f"{place}: /objective/towns", str(file.objective.towns), expected)


def _turns_needed(scenario: BrigadeScenario, setting: Setting, side: str) -> dict[int, int]:
    """For each hex the fewest turns in which movement points for the way there come together."""
    starts: dict[int, list[int]] = {}
    for unit in scenario.file.units:
        if unit.side == side:
            starts.setdefault(unit.movement, []).append(setting.index_of[unit.hex])
    needed: dict[int, int] = {}
    for movement, places in starts.items():
        for there, cost in _costs(setting, places, movement).items():
            turns = -(-cost // max(movement, 1))
            needed[there] = min(turns, needed.get(there, turns))
    return needed


def _costs(setting: Setting, starts: list[int], movement: int) -> dict[int, int]:
    """What the way to each hex costs at least, with nobody in the way (BRG-13, BRG-20).

    The units that start in these hexes have the same allowance, so that one search is for all.
    """
    ground = setting.ground
    off, minimum = ground.rules.off_map, bool(ground.rules.minimum_move)
    movement = max(movement, int(minimum))
    neighbours, steps = ground.hexes.neighbour.tolist(), ground.hexes.cost.tolist()
    found: dict[int, int] = {}
    heap = [(0, start) for start in starts]
    while heap:
        cost, here = heappop(heap)
        if here in found:
            continue
        found[here] = cost
        for there in neighbours[here] if movement else ():
            step = steps[there]
            if there != off and step > 0 and there not in found and (minimum or step <= movement):
                heappush(heap, (cost + min(step, movement), there))
    return found
