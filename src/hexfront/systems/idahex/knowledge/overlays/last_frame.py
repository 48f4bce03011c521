"""The last frame of an engagement once more, as far as a viewer knows it (IDX-5.1).

The kernels of combat work on what the units held then, so that what they found
on the way can be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.rules.combat import kills
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import FRAME, NRS, Float
from hexfront.systems.idahex.scenario.setting import Setting


@dataclass
class LastFrame:
    """What one frame found."""

    setting: Setting
    document: dict[str, Any]
    """Of the engagement, in a view."""
    state: s.State
    """As at the end of the frame, before the losses; of sides that are not known, anything."""
    known: tuple[bool, bool]
    """Whose stocks the viewer knows."""
    now: s.State
    """As it is now."""

    @property
    def row(self) -> int:
        """Of the engagement."""
        return int(self.document["row"])

    @property
    def where(self) -> int:
        """The engagement location."""
        return int(self.document["cell"])

    @property
    def attacker(self) -> int:
        """The side that attacks."""
        return int(self.document["attacker"])

    @property
    def figures(self) -> Any:
        """What the frame found, by the names of `Figures`."""
        return self.now.figures.at(self.row)

    @property
    def assessed(self) -> bool:
        """Whether there has been a frame yet: the first ends after the engagement begins."""
        return bool(self.figures.front_length > 0)

    def units(self, side: int) -> list[int]:
        """Rows of a side's units in the engagement."""
        role = s.ATTACKERS if side == self.attacker else s.DEFENDERS
        found, unit = [], int(self.state.engagements.heads[self.row, role])
        while unit != s.NONE:
            found.append(unit)
            unit = int(self.state.units.next_in_engagement[unit])
        return found

    def effective(self, unit: int) -> Float:
        """ERS of a unit of a side that is known (IDX-5.1.1)."""
        shares = self.state.shares[unit]
        return shares[0] * shares[1:] * self.state.stock[unit]

    @cached_property
    def vectors(self) -> Float:
        """Sums over the units of sides that are known, by the rows of `kills` (IDX-5.1.1)."""
        setting, state, scratch = self.setting, self.state, self.setting.scratch
        counts = setting.design.forces.counts
        for side in range(2):
            for unit in self.units(side):
                width = int(counts[side, NRS])
                scratch.involved[unit, :width] = state.shares[unit, 1 : 1 + width]
                scratch.effective[unit, :] = self.effective(unit)
        parts = (setting.design.area, counts, setting.design.combat, state, scratch, self.row)
        kills.aim_of_attackers(*parts, self.attacker)
        kills.aim_of_defenders(*parts, 1 - self.attacker)
        found: Float = scratch.vectors.copy()
        return found


def last_frame(setting: Setting, facts: dict[str, Json], document: dict[str, Any]) -> LastFrame:
    """The frame that the view tells of."""
    now = reconstruct(setting, facts)
    state = reconstruct(setting, facts)
    row = int(document["row"])
    known = ("0" in facts["own"], "1" in facts["own"])
    advanced = state.figures.feba[row] > state.figures.feba_before[row]
    for unit in np.flatnonzero(state.units.engagement == row):
        state.stock[unit] = state.held[unit]
        if advanced and state.units.attacks[unit] == 0:
            state.units.entry[unit] -= setting.design.area.clock[FRAME]
    state.figures.feba[row] = state.figures.feba_before[row]
    return LastFrame(setting, document, state, known, now)
