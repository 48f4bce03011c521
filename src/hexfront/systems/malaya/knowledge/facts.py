"""A state as facts of a view, and back: all of it is known to all (MAL-2).

What follows from the rows of the units is left out, and made anew.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.jit import kernel
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.movement import add_to_path, settle, step_of_path
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    MalayaGround,
    MalayaState,
    Units,
    flags,
    write_flags,
)


def known_facts(ground: MalayaGround, state: MalayaState) -> dict[str, Json]:
    """Game, units, who controls each hex, and what changed in it in this phase."""
    units = [
        {**state.units.values(unit), "path": path_of(ground, state, unit) if went else []}
        for unit, went in enumerate(state.units.went.tolist())
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


@kernel
def settle_all(ground: MalayaGround, state: MalayaState) -> None:
    """Let all units stand where their rows say, and exert their zones."""
    for unit in range(ground.rules.units):
        if state.units.place[unit] != ground.rules.hexes:
            settle(ground, state, unit, state.units.place[unit])


def state_of(setting: Setting, facts: Json) -> MalayaState:
    """The state that has these facts."""
    state = setting.start.copy()
    ground = setting.ground
    state.game.write(facts["game"])
    names = [field.name for field in Units.fields]
    state.units.words[:] = [[row[name] for name in names] for row in facts["units"]]
    state.units.went[:] = 0
    for unit, row in enumerate(facts["units"]):
        for here, there in pairwise((row["origin"], *row["path"])):
            add_to_path(state, unit, direction_to(ground, here, there))
    settle_all(ground, state)
    control = np.frombuffer(facts["control"].encode(), dtype=np.uint8) - np.int64(ord("0"))
    write_flags(state.control, control)
    control[facts["taken"]] = 1 - control[facts["taken"]]
    write_flags(state.before, control)
    return state
