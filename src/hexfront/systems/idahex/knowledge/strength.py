"""What units and losses are worth, many at once (IDX-5.4.2)."""

from __future__ import annotations

import numpy as np

from hexfront.systems.idahex.scenario.design import Float, Int
from hexfront.systems.idahex.scenario.setting import Setting


class Strengths:
    """Standard values on defence of one war's resources."""

    def __init__(self, setting: Setting) -> None:
        forces = setting.design.forces
        self._side = forces.side
        self._value = setting.design.combat.value_defence
        self._planned = np.einsum("kr,kr->k", forces.toe, self._value[forces.side])

    def values(self, sides: Int, amounts: Float) -> Float:
        """[row]: the value of a row of resources of a side."""
        found: Float = np.einsum("ur,ur->u", amounts, self._value[sides])
        return found

    def shares(self, kinds: Int, stock: Float) -> Float:
        """[row]: the value of what a unit of a type holds, by that of its toe.

        Where the toe has no value, the unit counts as at full strength.
        """
        planned = self._planned[kinds]
        value = self.values(self._side[kinds], stock)
        found: Float = np.divide(value, planned, out=np.ones_like(value), where=planned > 0)
        return found
