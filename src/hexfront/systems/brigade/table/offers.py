"""The orders open to a viewer, as the screen shows them; computed from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from hexfront.blocks import direct
from hexfront.core.contract import Offer, OrderStyle, View
from hexfront.core.dice import dice_from_secret
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import NO_LOG
from hexfront.core.table.plurals import counted
from hexfront.systems.brigade.knowledge.odds import battle_distribution, odds_document
from hexfront.systems.brigade.knowledge.reach import Ends, Reach
from hexfront.systems.brigade.knowledge.view import Viewer, determinize
from hexfront.systems.brigade.rules.hexes import holder_at, path_of
from hexfront.systems.brigade.rules.movement import in_transit
from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_ATTACK,
    FIRST_UNIT_CODE,
    RECALL,
    UNIT_CODES,
    WITHDRAW,
    unit_code,
)
from hexfront.systems.brigade.rules.turn import apply_step
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeState, Phase, Setting

_DONE_CAPTIONS = {
    Phase.PLAN: "Submit the plan",
    Phase.MOVE: "End the movement",
    Phase.COMBAT: "End the combat",
    Phase.ADVANCE: "Do not advance",
}


STYLES: Final = (
    OrderStyle("done", main=True),
    OrderStyle("move", "move"),
    OrderStyle("attack", "fight", "crosshair"),
    OrderStyle("advance", "move", "up"),
    OrderStyle("withdraw", takes_back=True),
)


class Offers:
    """Makes the offers of one scenario."""

    styles = STYLES
    _in_transit = direct(in_transit)

    def __init__(self, setting: Setting, viewer: Viewer, reach: Reach) -> None:
        self._setting = setting
        self._viewer = viewer
        self._reach = reach

    def offers(self, view: View) -> list[Offer]:
        """Every order of the viewer, several steps of a move as one."""
        if view.viewer < 0:
            return []
        # Choices never depend on what is hidden, so any dice will do.
        state = determinize(self._setting, view.facts, dice_from_secret(bytes(32)))
        codes = self._reach.choices(state, view.viewer)
        found: list[Offer] = []
        for code in codes:
            found += self._single(view, state, code)
        found += self._moves(view, state, codes)
        left = self._left(state, found)
        more = f"{counted(len(left), 'company', 'companies')} could still be given orders."
        return [
            replace(o, reminder=more, leaves=left) if left and o.kind == "done" else o
            for o in found
        ]

    def tries(self, view: View) -> dict[str, list[int]]:
        """A step to every neighbour while units move, an attack on each in combat."""
        game, rows = view.facts["game"], view.facts["units"]
        actions = {Phase.PLAN: (0, 1), Phase.MOVE: (0, 1), Phase.COMBAT: (FIRST_ATTACK, 4)}
        if view.viewer < 0 or game["phase"] not in actions:
            return {}
        start, width = actions[Phase(game["phase"])]
        ground, side = self._setting.ground, view.viewer
        off = ground.rules.off_map
        found = {}
        for unit in range(
            int(ground.rules.first_unit[side]), int(ground.rules.first_unit[side + 1])
        ):
            here = rows[unit]["planned"]
            if here != off:
                around = ground.hexes.neighbour[here].tolist()
                found[str(unit + 1)] = [
                    int(unit_code(unit, start + width * direction))
                    for direction, there in enumerate(around)
                    if there != off
                ]
        return found

    def _left(self, state: BrigadeState, found: Sequence[Offer]) -> tuple[str, ...]:
        """The companies that have no orders yet, and could have some; none in a battle."""
        if state.game.phase == Phase.COMBAT and state.game.defender != NOBODY:
            return ()
        able = dict.fromkeys(int(o.subject) - 1 for o in found if o.kind in ("move", "attack"))
        return tuple(
            str(unit + 1)
            for unit in able
            if state.units.steps[unit] == 0 and state.units.target[unit] == NOBODY
        )

    def _single(self, view: View, state: BrigadeState, code: int) -> Iterator[Offer]:
        """The offer of one code; moves are left to `_moves`."""
        phase = Phase(state.game.phase)
        if code == DONE:
            fight = phase == Phase.COMBAT and state.game.defender != NOBODY
            caption = "Fight the battle" if fight else _DONE_CAPTIONS[phase]
            yield Offer((code,), "done", caption, "BRG-9")
            return
        if code == RECALL:
            yield Offer((code,), "recall", "Take the plan back", "BRG-9")
            return
        unit, action = divmod(code - FIRST_UNIT_CODE, UNIT_CODES)
        name, subject = self._viewer.company_name(view.facts, unit), str(unit + 1)
        if action == WITHDRAW:
            caption = f"Withdraw the orders of {name}"
            yield Offer((code,), "withdraw", caption, "BRG-9", subject)
        elif action == ADVANCE_INTO:
            place = self._viewer.label(state.game.battle_hex)
            yield Offer((code,), "advance", f"{name} advances", "BRG-26", subject, place)
        elif action >= FIRST_ATTACK:
            yield self._attack(view, state, code, unit, action - FIRST_ATTACK)
        elif phase == Phase.RETREAT:
            there = self._setting.ground.hexes.neighbour[state.units.place[unit], action]
            place = self._viewer.label(int(there))
            caption = f"{name} retreats to {place}"
            yield Offer((code,), "retreat", caption, "BRG-25", subject, place)

    def _attack(self, view: View, state: BrigadeState, code: int, unit: int, parts: int) -> Offer:
        ground = self._setting.ground
        there = int(ground.hexes.neighbour[state.units.planned[unit], parts // 4])
        target = int(holder_at(state, there, parts // 2 % 2))
        name = self._viewer.company_name(view.facts, target)
        partners = np.flatnonzero(state.units.target == target).tolist()
        then = ", then advance" if parts % 2 else ""
        together = f" together with {len(partners)} more" if partners else ""
        return Offer(
            (code,),
            "attack",
            f"Attack {name}{together}{then}",
            "BRG-21",
            str(unit + 1),
            self._viewer.label(there),
            (self._viewer.label(int(state.units.planned[unit])), self._viewer.label(there)),
            odds=self._odds(view, state, [unit, *partners], target),
        )

    def _odds(self, view: View, state: BrigadeState, attackers: Sequence[int], target: int) -> Json:
        ground = self._setting.ground
        rows = view.facts["units"]
        strengths = ground.companies.strength.tolist()
        company = rows[target]["company"]
        if company is None:
            # Any company of that side that is not known to be elsewhere (BRG-28).
            first = ground.rules.first_unit.tolist()
            side = int(target >= first[1])
            span = range(first[side], first[side + 1])
            free = [u for u in span if all(rows[v]["company"] != u for v in span)]
        else:
            free = [company]
        ours = [strengths[int(state.units.company[u])] for u in attackers]
        theirs = [strengths[u] for u in free]
        place = int(state.units.place[target])
        return odds_document(*battle_distribution(ground, ours, theirs, place))

    def _moves(self, view: View, state: BrigadeState, codes: Sequence[int]) -> Iterator[Offer]:
        """Moves to every hex in reach: a plan goes on, or is made anew from its start."""
        if Phase(state.game.phase) not in (Phase.PLAN, Phase.MOVE):
            return
        side = view.viewer
        ground = self._setting.ground
        legal = set(codes)
        transit = int(self._in_transit(ground, state, side))
        for unit in range(
            int(ground.rules.first_unit[side]), int(ground.rules.first_unit[side + 1])
        ):
            again = int(unit_code(unit, WITHDRAW))
            onward: Ends = {}
            if any(unit_code(unit, direction) in legal for direction in range(6)):
                onward = self._reach.ends(state, unit)
            fresh: Ends = {}
            if again in legal and state.units.steps[unit] > 0 and transit in (NOBODY, unit):
                anew = state.copy()
                apply_step(ground, anew, side, again, NO_LOG)
                if anew.game.mover[side] == NOBODY:
                    fresh = self._reach.ends(anew, unit)
            # A way back over the plan's own hexes is one that begins anew.
            here, planned = int(state.units.place[unit]), int(state.units.planned[unit])
            went = path_of(state, unit)
            passed = {here, *went} - {planned}
            back = {there for there, (_, path) in onward.items() if passed.intersection(path)}
            kept = {there: way for there, way in onward.items() if there not in back & set(fresh)}
            yield from self._routes(view, unit, kept)
            known = {*kept, planned}
            fresh = {there: way for there, way in fresh.items() if there not in known}
            yield from self._routes(view, unit, fresh, (again,))

    def _routes(
        self, view: View, unit: int, ends: Ends, before: tuple[int, ...] = ()
    ) -> Iterator[Offer]:
        labels, subject = self._setting.labels, str(unit + 1)
        name = self._viewer.company_name(view.facts, unit)
        steps: dict[tuple[int, int], int] = {}
        """Codes of the steps so far, most of which are of many paths."""
        for there, (cost, path) in ends.items():
            route = list(pairwise(path))
            steps |= {step: self._step_code(unit, *step) for step in route if step not in steps}
            yield Offer(
                (*before, *[steps[step] for step in route]),
                "move",
                f"{name} moves to {labels[there]}",
                "BRG-12",
                subject,
                labels[there],
                tuple([labels[place] for place in path]),
                float(cost),
            )

    def _step_code(self, unit: int, here: int, there: int) -> int:
        """The order that leads a unit from a hex to one beside it."""
        around = self._setting.ground.hexes.neighbour[here].tolist()
        return int(unit_code(unit, around.index(there)))
