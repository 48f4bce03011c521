"""What attacks would come to before they are declared, and landings before they sail (MAL-16).

A battle is declared on a copy of the state, with all who may join it and no air points of
the attacker. Unlike those of a declared battle, its odds are what the results table says: they
do not follow who loses the steps and where one can retreat to, since many are wanted at once.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np

from hexfront.blocks import Int
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import NO_LOG
from hexfront.core.table.plurals import counted
from hexfront.systems.malaya.knowledge.odds import (
    ELIMINATED_ALL,
    HOLDS,
    RETREATS,
    BattleResult,
    Distribution,
    result_text,
    strength_text,
)
from hexfront.systems.malaya.rules.combat import (
    commitment_weight,
    die_modifiers,
    odds_column,
    strengths,
    table_row,
)
from hexfront.systems.malaya.rules.legality import list_choices
from hexfront.systems.malaya.rules.orders import (
    ATTACK_WITH,
    FIRST_OPTION,
    count_actions,
    unit_order,
)
from hexfront.systems.malaya.rules.planes import stands
from hexfront.systems.malaya.rules.turn import apply_step
from hexfront.systems.malaya.scenario.model import FACES, MAX_AIR, ScenarioFile
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import ATTACKER, NOBODY, MalayaState, Phase

DOUBTFUL: Final = 0.5
"""A landing with a smaller chance asks before it sails."""


class Prospects:
    """Finds the odds of battles that are not declared yet."""

    def __init__(self, file: ScenarioFile, setting: Setting) -> None:
        self._columns, self._ground = file.results.columns, setting.ground
        rules = setting.ground.rules
        self.first_hex = FIRST_OPTION + rules.options
        self._first_unit = self.first_hex + rules.hexes
        self._block = int(unit_order(setting.ground, 1, 0) - unit_order(setting.ground, 0, 0))
        self._codes: Int = np.zeros(count_actions(setting.ground), dtype=np.int64)

    def attack(self, state: MalayaState, side: int, place: int) -> Json:
        """The odds of an attack on a hex by all who may take part."""
        return self._document(self.declared(state, side, place))

    def declared(self, state: MalayaState, side: int, place: int) -> MalayaState:
        """The state in which an attack on a hex by all who may take part is declared."""
        declared = state.copy()
        apply_step(self._ground, declared, side, self.first_hex + place, NO_LOG)
        for order in self._joining(declared, side):
            apply_step(self._ground, declared, side, order, NO_LOG)
        return declared

    def landing(self, state: MalayaState, side: int, order: int, port: int) -> Json | None:
        """The odds of the battle for a port, by those who land there; None for an open port."""
        at_sea = state.copy()
        apply_step(self._ground, at_sea, side, order, NO_LOG)
        at_sea.game.phase = Phase.COMBAT
        place = int(self._ground.ports.hex[port])
        if not stands(state, place, 1 - side):
            return None
        apply_step(self._ground, at_sea, side, self.first_hex + place, NO_LOG)
        faces = int(self._ground.rules.force_z_faces)
        met = state.game.turn <= self._ground.rules.force_z_last and side == 0 and faces > 0
        return self._document(at_sea) | ({"Force Z meets it": f"{faces}/{FACES}"} if met else {})

    def _joining(self, state: MalayaState, side: int) -> list[int]:
        """The orders by which units join that have no part yet."""
        count = int(list_choices(self._ground, state, side, self._codes))
        orders = self._codes[:count][self._codes[:count] >= self._first_unit].tolist()
        units = [divmod(order - self._first_unit, self._block) for order in orders]
        return [
            order
            for order, (unit, action) in zip(orders, units, strict=True)
            if action == ATTACK_WITH and state.units.duty[unit] != ATTACKER
        ]

    def _document(self, declared: MalayaState) -> Json:
        """The odds of the battle that a state declares."""
        attack, defence = (int(strength) for strength in strengths(self._ground, declared))
        number = counted(int((declared.units.duty == ATTACKER).sum()), "unit")
        column = int(odds_column(self._ground, attack, defence))
        if column == NOBODY:
            weak = f"{strength_text(attack)} against {strength_text(defence)}"
            return {"chance": 0.0, "form": f"{number}: too weak for the table", "strengths": weak}
        results = self._results(declared)
        vacated = sum((p for r, p in results.items() if r.fate != HOLDS), Fraction(0))
        words = self._columns[column]
        return {
            "chance": float(vacated),
            "form": f"the hex is vacated; {number} at {words.attacker} to {words.defender}",
            "results, before what a retreat costs": {
                result_text(result): str(chance) for result, chance in results.items()
            },
            "strengths": f"{strength_text(attack)} against {strength_text(defence)}",
        }

    def _results(self, declared: MalayaState) -> Distribution:
        """What the table says for every die and all air points of the defender (MAL-22, MAL-23)."""
        ground, entries = self._ground, self._ground.results
        column = odds_column(ground, *strengths(ground, declared))
        added, most = sum(die_modifiers(ground, declared)), int(ground.rules.air_die)
        defends = declared.units.place == declared.game.selected
        steps = int(declared.units.steps[defends].sum())
        weights = [int(commitment_weight(ground, declared, n)) for n in range(MAX_AIR + 1)]
        found: Distribution = {}
        for points, weight in enumerate(weights):
            for face in range(1, FACES + 1) if weight else ():
                row = table_row(ground, face, added + max(-most, min(most, -points)), column)
                lost = min(steps, int(entries.defender_steps[row]))
                fate = RETREATS if entries.defender_falls_back[row] == 1 else HOLDS
                result = BattleResult(
                    int(entries.attacker_steps[row]),
                    lost,
                    ELIMINATED_ALL if lost == steps else fate,
                    bool(entries.attacker_falls_back[row] == 1),
                )
                share = Fraction(weight, sum(weights) * FACES)
                found[result] = found.get(result, Fraction(0)) + share
        return found


def doubt(odds: Json | None) -> str:
    """What one must know before a landing sails; "" where the odds are good, or nobody defends."""
    if odds is None or odds["chance"] >= DOUBTFUL:
        return ""
    chance = f"{odds['form']}, {round(100 * odds['chance'])} %"
    return f"{chance[:1].upper()}{chance[1:]}. A landing must attack in this turn."
