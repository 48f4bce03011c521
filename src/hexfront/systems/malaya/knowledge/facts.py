"""A state as facts of a view, and back: all of it is known to all (MAL-2).

What follows from the rows of the units is left out, and made anew.
"""

from __future__ import annotations

import numpy as np

from hexfront.core.state import copy_state
from hexfront.core.strictjson import Json
from hexfront.systems.malaya.rules.movement import settle
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    BEFORE,
    CONTROL,
    COUNT,
    ENTERED,
    HEXES,
    PATH,
    PLACE,
    POINTS,
    SIDES,
    STATUS,
    WENT,
    MalayaState,
)


def known_facts(state: MalayaState) -> dict[str, Json]:
    """Game, units, who controls each hex, and what changed in it in this phase."""
    hexes = state.hexes
    units = []
    for row in state.units.tolist():
        units.append(row[: PATH + row[WENT]])
    changed = np.flatnonzero(hexes[:, BEFORE] != hexes[:, CONTROL])
    return {
        "game": state.game.tolist(),
        "units": units,
        "control": "".join(map(str, hexes[:-1, CONTROL].tolist())),
        "taken": changed.tolist(),
    }


def state_of(setting: Setting, facts: Json) -> MalayaState:
    """The state that has these facts."""
    state = copy_state(setting.start)
    ground, hexes = setting.ground, state.hexes
    state.game[:] = facts["game"]
    hexes[:, COUNT:] = 0
    hexes[:, POINTS : POINTS + SIDES] = 0
    control = np.array([int(side) for side in facts["control"]], dtype=np.int64)
    state.units[:] = 0
    for unit, row in enumerate(facts["units"]):
        state.units[unit, : len(row)] = row
        if row[PLACE] != ground.rules[HEXES]:
            settle(ground, state, unit, row[PLACE])
            state.units[unit, STATUS] = row[STATUS]
        for place in row[PATH:]:
            hexes[place, ENTERED] += 1
    hexes[:-1, CONTROL] = hexes[:-1, BEFORE] = control
    hexes[facts["taken"], BEFORE] = 1 - hexes[facts["taken"], CONTROL]
    return state
