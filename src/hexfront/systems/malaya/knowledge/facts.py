"""A state as facts of a view, and back: all of it is known to all (MAL-2).

What follows from the rows of the units is left out, and made anew.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.movement import add_to_path, settle, step_of_path
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import MalayaGround, MalayaState, flags, write_flags


def known_facts(ground: MalayaGround, state: MalayaState) -> dict[str, Json]:
    """Game, units, who controls each hex, and what changed in it in this phase."""
    units = [
        {**state.units.values(unit), "path": path_of(ground, state, unit)}
        for unit in range(len(state.units))
    ]
    control = flags(state.control, ground.rules.hexes)
    changed = np.flatnonzero(control != flags(state.before, ground.rules.hexes))
    return {
        "game": state.game.values(),
        "units": units,
        "control": "".join(map(str, control.tolist())),
        "taken": changed.tolist(),
    }


def path_of(ground: MalayaGround, state: MalayaState, unit: int) -> list[int]:
    """The hexes that a unit has marched through in this phase."""
    here, path = int(state.units.origin[unit]), list[int]()
    for step in range(int(state.units.went[unit])):
        here = int(ground.hexes.neighbour[here, step_of_path(state, unit, step)])
        path.append(here)
    return path


def state_of(setting: Setting, facts: Json) -> MalayaState:
    """The state that has these facts."""
    state = setting.start.copy()
    ground = setting.ground
    state.game.write(facts["game"])
    for unit, row in enumerate(facts["units"]):
        state.units.write(unit, row)
        state.units.went[unit] = 0
        for here, there in pairwise((row["origin"], *row["path"])):
            add_to_path(state, unit, direction_to(ground, here, there))
        if row["place"] != ground.rules.hexes:
            settle(ground, state, unit, row["place"])
            state.units.status[unit] = row["status"]
    control = np.array([int(side) for side in facts["control"]], dtype=np.int64)
    write_flags(state.control, control)
    control[facts["taken"]] = 1 - control[facts["taken"]]
    write_flags(state.before, control)
    return state
