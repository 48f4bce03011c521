"""The rules and the oracle side by side, through random games."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_ATTACK,
    FIRST_UNIT_CODE,
    UNIT_CODES,
    WITHDRAW,
)
from hexfront.systems.brigade.scenario.state import ATTACKING, Phase
from tests.brigade.oracle import Oracle, Order, Piece, Plan, neighbours
from tests.brigade.positions import TYPES, Game


def random_position(rng: Random, **options: Any) -> Game:
    """Units of both sides strewn over a small random map."""
    columns, rows = rng.randint(3, 7), rng.randint(3, 7)
    labels = [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    last = labels[-1]
    kinds = [kind["name"] for kind in TYPES]
    terrain = {at: rng.choices(kinds, (12, 3, 2, 2, 1, 1, 1))[0] for at in labels[:-1]}
    holes = [at for at in labels[:-1] if rng.random() < 0.05]
    rules = options.setdefault("rules", rng.choice(("standard", "advanced")))
    closed = {kind["name"] for kind in TYPES if rules in kind.get("closed_in", ())}
    open_hexes = [at for at in labels[:-1] if terrain[at] not in closed and at not in holes]
    open_hexes.append(last)
    rng.shuffle(open_hexes)
    units: dict[str, str] = {}
    for side in "RB":
        for number in range(rng.randint(1, 5)):
            mates = [at for at in units.values() if at not in open_hexes]
            own = [at for name, at in units.items() if name[0] == side]
            roomy = [at for at in mates if own.count(at) == 1 and len(own) > 0]
            if rules == "advanced" and roomy and rng.random() < 0.4:
                units[f"{side}{number}"] = rng.choice(roomy)
            elif len(open_hexes) > (side == "R"):  # Blue needs a hex too
                units[f"{side}{number}"] = open_hexes.pop()
    return Game(
        units,
        columns=columns,
        rows=rows,
        terrain=terrain,
        holes=holes,
        strength={name: rng.randint(1, 9) for name in units},
        movement={name: rng.randint(0, 4) for name in units},
        by_strength=options.pop("by_strength", rng.random() < 0.5),
        **options,
    )


class Lockstep:
    """A game that is played twice: by the package and by the oracle."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game, self.rng = game, rng
        self.oracle = Oracle(game.document)
        self.decisions = 0

    # Comparing

    def orders(self, side: int) -> dict[Order, int]:
        """What the package lets a side order now, in words, with the codes."""
        return {self._words(code): code for code in self.game.choices(side)}

    def _words(self, code: int) -> Order:
        if code == DONE:
            return ("done",)
        unit, action = divmod(code - FIRST_UNIT_CODE, UNIT_CODES)
        name = self.game.name[unit]
        if action in (WITHDRAW, ADVANCE_INTO):
            return ("withdraw" if action == WITHDRAW else "advance", unit)
        retreating = self.game.phase == Phase.RETREAT
        here = self.game.place(name) if retreating else self.game.planned(name)
        if action < FIRST_ATTACK:
            return ("move", unit, neighbours(here)[action])
        direction, rest = divmod(action - FIRST_ATTACK, 4)
        stack = sorted(p.number for p in self.oracle.standing(neighbours(here)[direction]))
        return ("attack", unit, stack[rest // 2], bool(rest % 2))

    def agree(self, side: int, expected: set[Order]) -> dict[Order, int]:
        """Both allow the same orders, and the other side none."""
        found = self.orders(side)
        assert set(found) == expected
        assert self.game.choices(1 - side) == [] or self.game.phase == Phase.PLAN
        self.decisions += 1
        return found

    def same_places(self, plan: Plan | None = None) -> None:
        """Everybody stands where the oracle says, with the moves of a plan already made."""
        for piece in self.oracle.pieces:
            where = self.oracle.planned(piece, plan) if plan else piece.hex
            assert self.game.place(self.game.name[piece.number]) == where

    def pick(self, side: int, expected: set[Order], *, stop: float = 0.15) -> Order:
        """Give a random order: a kind first, so that rare kinds are not rare."""
        found = self.agree(side, expected)
        kinds = sorted({order[0] for order in expected})
        others = [kind for kind in kinds if kind not in ("done", "withdraw")]
        if "done" in kinds and (not others or self.rng.random() < stop):
            chosen = "done"
        elif "withdraw" in kinds and (not others or self.rng.random() < 0.15):
            chosen = "withdraw"
        else:
            chosen = self.rng.choice(others)
        order = self.rng.choice(sorted(o for o in expected if o[0] == chosen))
        self.game.give(side, found[order])
        return order

    def throw(self, defender: Piece, attackers: list[Piece]) -> int:
        """A die for a battle in which both see the same units."""
        self.same_places()
        assert self.game.phase == Phase.BATTLE
        assert self.game.state.game.defender == defender.number
        fighting = np.flatnonzero(self.game.state.units.duty == ATTACKING).tolist()
        assert fighting == [a.number for a in attackers]
        die = self.rng.randint(1, 6)
        self.game.die(die)
        self.decisions += 1
        return die

    # Planning, and movement by turns

    def give_orders(self, side: int, *, planning: bool) -> Plan:
        """Random orders of a plan, or of a movement by turns, until the side is done."""
        plan = Plan()
        given = 0
        while True:
            self.same_places(None if planning else plan)
            expected = self.oracle.orders(side, plan, planning=planning)
            order = self.pick(side, expected, stop=0.15 if given < 30 else 1.0)
            given += 1
            if order[0] == "done":
                return plan
            self.oracle.give(order, plan)

    # Plotted play

    def plotted_turn(self) -> None:
        plans = [self.give_orders(side, planning=True) for side in (0, 1)]
        for plan in plans:
            self.oracle.move_all(plan)
            for defender, attackers, advancer in self.oracle.battles(plan):
                die = self.throw(defender, attackers)
                self.oracle.fight(defender, attackers, advancer, die)
        self.same_places()

    # Play by turns

    def turn_by_turns(self) -> None:
        for side in (0, 1):
            plan = self.give_orders(side, planning=False)
            for unit, path in plan.moves:
                self.oracle.pieces[unit].hex = path[-1]
            self.combat_by_turns(side)
        self.same_places()

    def combat_by_turns(self, side: int) -> None:
        fought: set[int] = set()
        named: list[int] = []
        target: int | None = None
        while True:
            attacks: set[Order] = {
                ("attack", piece.number, enemy.number, False)
                for piece in self.oracle.alive(side)
                for enemy in self.oracle.alive(1 - side)
                if not {piece.number, enemy.number} & fought
                and piece.number not in named
                and target in (None, enemy.number)
                and len(named) < 6
                and enemy.hex in neighbours(piece.hex)
            }
            if not attacks and not named:
                return  # nobody can attack any more, and the step is over
            expected = {("done",)} | attacks | {("withdraw", unit) for unit in named}
            order = self.pick(side, expected, stop=0.3)
            if order[0] == "attack":
                named.append(order[1])
                target = order[2]
            elif order[0] == "withdraw":
                named.remove(order[1])
                target = target if named else None
            elif target is None:
                return
            else:
                self.battle_by_turns(side, target, sorted(named))
                fought |= {target, *named}
                named, target = [], None

    def battle_by_turns(self, side: int, target: int, named: list[int]) -> None:
        defender = self.oracle.pieces[target]
        attackers = [self.oracle.pieces[unit] for unit in named]
        die = self.throw(defender, attackers)
        place, result = defender.hex, self.oracle.result(defender, attackers, die)
        driven = {"DR": [defender], "AR": attackers}.get(result, [])
        for piece in self.oracle.lost(result, defender, attackers):
            piece.hex = ""
        for piece in driven:
            free = self.oracle.retreats(piece)
            if len(free) > 1:
                assert self.game.phase == Phase.RETREAT
                expected: set[Order] = {("move", piece.number, there) for there in free}
                free = [self.pick(piece.side, expected)[2]]
            piece.hex = free[0] if free else ""
        victors = [a for a in attackers if a.hex and a not in driven]
        if victors and not self.oracle.standing(place):
            assert self.game.phase == Phase.ADVANCE
            orders: set[Order] = {("done",)} | {("advance", a.number) for a in victors}
            order = self.pick(side, orders)
            if order[0] == "advance":
                self.oracle.pieces[order[1]].hex = place
