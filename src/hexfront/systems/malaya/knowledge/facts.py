"""A state as facts of a view, and back: all of it is known to all (MAL-2).

What follows from the rows of the units is left out, and made anew.
"""

from __future__ import annotations

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.systems.malaya.rules.movement import settle
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import MalayaState


def known_facts(state: MalayaState) -> dict[str, Json]:
    """Game, units, who controls each hex, and what changed in it in this phase."""
    hexes = state.hexes
    units = [
        {**state.units.values(unit), "path": state.paths[unit, :went].tolist()}
        for unit, went in enumerate(state.units.went.tolist())
    ]
    changed = np.flatnonzero(hexes.before != hexes.control)
    return {
        "game": state.game.values(),
        "units": units,
        "control": "".join(map(str, hexes.control[:-1].tolist())),
        "taken": changed.tolist(),
    }


def state_of(setting: Setting, facts: Json) -> MalayaState:
    """The state that has these facts."""
    state = setting.start.copy()
    ground, hexes = setting.ground, state.hexes
    state.game.write(facts["game"])
    hexes.count[:] = 0
    hexes.points[:] = 0
    control = np.array([int(side) for side in facts["control"]], dtype=np.int64)
    for unit, row in enumerate(facts["units"]):
        state.units.write(unit, row)
        state.paths[unit, : len(row["path"])] = row["path"]
        if row["place"] != ground.rules.hexes:
            settle(ground, state, unit, row["place"])
            state.units.status[unit] = row["status"]
        for place in row["path"]:
            hexes.entered[place] += 1
    hexes.control[:-1] = hexes.before[:-1] = control
    hexes.before[facts["taken"]] = 1 - hexes.control[facts["taken"]]
    return state
