"""The rules read slowly: plain Python made from the words of the clauses alone.

Nothing here is shared with the package but the scenario document.  Every
legal move is found by trying every path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

STANDARD_TABLE = (
    "DR DR AR AR AR AE",
    "DE DR DR DR AR AR",
    "DE DE DR DR DR AR",
    "DE DE DE DR DR DR",
)
ADVANCED_TABLE = (
    "DR DR AR AR AR AE",
    "DE DR DR DR AR EX",
    "DE DE DR DR DR EX",
    "DE DE DE DR DR DR",
)

Path = tuple[str, ...]
Order = tuple[Any, ...]
"""("done",), ("move", unit, hex), ("attack", unit, target, advance), ("withdraw", unit),
("advance", unit)"""


def neighbours(label: str) -> list[str]:
    """The six hexes around one, north first, then clockwise: even columns stand lower (BRG-1)."""
    column, row = int(label[:2]), int(label[2:])
    up = row - 1 if column % 2 == 1 else row  # of the columns to the left and right
    around = [
        (column, row - 1),
        (column + 1, up),
        (column + 1, up + 1),
        (column, row + 1),
        (column - 1, up + 1),
        (column - 1, up),
    ]
    return [f"{x:02}{y:02}" if x >= 0 and y >= 0 else "off" for x, y in around]


def within_two(label: str) -> set[str]:
    """The hexes at distance one and two."""
    near = {there for there in neighbours(label) if there != "off"}
    return {far for there in near for far in neighbours(there)} | near - {label}


@dataclass
class Piece:
    """A unit; `hex` is empty when it is gone."""

    number: int
    side: int
    hex: str
    strength: int
    movement: int


@dataclass
class Plan:
    """Orders of a side (BRG-9)."""

    moves: list[tuple[int, list[str]]] = field(default_factory=list)
    """In the order in which they were begun."""
    attacks: dict[int, tuple[int, bool]] = field(default_factory=dict)
    """Attacker: target, and whether it shall advance."""
    growing: int | None = None
    """Whose path may still grow."""

    def path(self, number: int) -> list[str]:
        return next((path for unit, path in self.moves if unit == number), [])


class Oracle:
    """The position and the rules of one scenario."""

    def __init__(self, document: dict[str, Any]) -> None:
        kinds = {kind["name"]: kind for kind in document["terrain"]["types"]}
        options = document.get("options", {})
        self.rules: str = options.get("rules", "standard")
        self.advanced = self.rules == "advanced"
        self.by_strength: bool = options.get("by_strength", False)
        self.limit = 2 if self.advanced else 1
        self.terrain = {h["hex"]: kinds[h["terrain"]] for h in document["terrain"]["hexes"]}
        columns = ADVANCED_TABLE if self.advanced else STANDARD_TABLE
        self.table = [column.split() for column in columns]
        names = [side["name"] for side in document["sides"]]
        entries = sorted(document["units"], key=lambda u: (names.index(u["side"]), u["hex"]))
        self.pieces = [
            Piece(n, names.index(u["side"]), u["hex"], u["strength"], u["movement"])
            for n, u in enumerate(entries)
        ]

    # Who stands where

    def alive(self, side: int) -> list[Piece]:
        return [piece for piece in self.pieces if piece.side == side and piece.hex]

    def standing(self, label: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.hex == label]

    def enemy_hexes(self, side: int) -> set[str]:
        return {piece.hex for piece in self.alive(1 - side)}

    def enemy_zone(self, side: int) -> set[str]:
        """BRG-16"""
        return {there for here in self.enemy_hexes(side) for there in neighbours(here)}

    def closed(self, label: str) -> bool:
        """BRG-14"""
        return self.rules in self.terrain[label].get("closed_in", [])

    # Movement

    def moves(self, piece: Piece, friends: Sequence[str]) -> set[Path]:
        """Every legal move of a unit from its hex, by trying all paths (BRG-12 to BRG-20).

        `friends` are the hexes in which the other units of its side stand.
        """
        taken, enemies = Counter(friends), self.enemy_hexes(piece.side)
        zone = self.enemy_zone(piece.side)

        def go(path: Path, left: int) -> Iterator[Path]:
            here = path[-1]
            entered = path[1:]
            if entered and taken[here] < self.limit:
                yield entered
            if entered and here in zone:
                return
            for there in neighbours(here):
                if there not in self.terrain or there in enemies or self.closed(there):
                    continue
                if here in zone and there in zone:
                    continue
                cost = self.terrain[there]["cost"]
                if cost <= left:
                    yield from go((*path, there), left - cost)
                elif self.advanced and not entered and left > 0:
                    yield from go((*path, there), 0)

        return set(go((piece.hex,), piece.movement)) if piece.hex else set()

    def cut(self, piece: Piece, path: Sequence[str], friends: Sequence[str]) -> Path:
        """As much of a path as can be walked now (BRG-11, BRG-15)."""
        legal = self.moves(piece, friends)
        lengths = [n for n in range(1, len(path) + 1) if tuple(path[:n]) in legal]
        return tuple(path[: max(lengths, default=0)])

    # Plans

    def planned(self, piece: Piece, plan: Plan) -> str:
        path = plan.path(piece.number)
        return path[-1] if path else piece.hex

    def friends_of(self, piece: Piece, plan: Plan) -> list[str]:
        others = (other for other in self.alive(piece.side) if other is not piece)
        return [self.planned(other, plan) for other in others]

    def in_transit(self, plan: Plan) -> bool:
        if plan.growing is None:
            return False
        piece = self.pieces[plan.growing]
        return self.friends_of(piece, plan).count(self.planned(piece, plan)) >= self.limit

    def next_steps(self, piece: Piece, plan: Plan) -> set[str]:
        """The hexes that a unit may enter next in a plan."""
        path = tuple(plan.path(piece.number))
        if piece.number in plan.attacks:
            return set()
        if plan.growing != piece.number and (path or self.in_transit(plan)):
            return set()
        moves = self.moves(piece, self.friends_of(piece, plan))
        return {m[len(path)] for m in moves if len(m) > len(path) and m[: len(path)] == path}

    def next_attacks(self, piece: Piece, plan: Plan) -> set[tuple[int, bool]]:
        """The attacks that a unit may be given in a plan (BRG-21, BRG-22, BRG-26)."""
        if piece.number in plan.attacks or self.in_transit(plan):
            return set()
        found = set()
        for enemy in self.alive(1 - piece.side):
            if enemy.hex not in neighbours(self.planned(piece, plan)):
                continue
            others = [will for target, will in plan.attacks.values() if target == enemy.number]
            if len(others) < 6:
                found.add((enemy.number, False))
                if not any(others):
                    found.add((enemy.number, True))
        return found

    def take_back(self, piece: Piece, plan: Plan) -> None:
        """Withdraw the orders of a unit; what depended on them is put right."""
        plan.attacks.pop(piece.number, None)
        if not plan.path(piece.number):
            return
        wanted = [(unit, path) for unit, path in plan.moves if unit != piece.number]
        plan.moves, plan.growing = [], None
        for unit, path in wanted:
            mover = self.pieces[unit]
            kept = self.cut(mover, path, self.friends_of(mover, plan))
            if kept:
                plan.moves.append((unit, list(kept)))
        for unit, (target, _) in list(plan.attacks.items()):
            here = self.planned(self.pieces[unit], plan)
            if self.pieces[target].hex not in neighbours(here):
                del plan.attacks[unit]

    def orders(self, side: int, plan: Plan, *, planning: bool) -> set[Order]:
        """What may be ordered next in a plan, or in a movement by turns."""
        found: set[Order] = set() if self.in_transit(plan) else {("done",)}
        for piece in self.alive(side):
            unit = piece.number
            found |= {("move", unit, there) for there in self.next_steps(piece, plan)}
            if planning:
                found |= {("attack", unit, *attack) for attack in self.next_attacks(piece, plan)}
                if plan.path(unit) or unit in plan.attacks:
                    found.add(("withdraw", unit))
        return found

    def give(self, order: Order, plan: Plan) -> None:
        """Write an order into a plan."""
        verb, unit = order[:2]
        if verb == "move":
            if plan.growing != unit:
                plan.moves.append((unit, []))
                plan.growing = unit
            plan.path(unit).append(order[2])
        elif verb == "attack":
            plan.attacks[unit] = order[2:]
        else:
            self.take_back(self.pieces[unit], plan)

    # Execution

    def move_all(self, plan: Plan) -> None:
        for unit, path in plan.moves:
            piece = self.pieces[unit]
            friends = [o.hex for o in self.alive(piece.side) if o is not piece]
            kept = self.cut(piece, path, friends)
            if kept:
                piece.hex = kept[-1]

    def battles(self, plan: Plan) -> list[tuple[Piece, list[Piece], int | None]]:
        """Defender, attackers and who shall advance, in the order of the defenders' hexes."""
        found: dict[int, list[int]] = {}
        for unit, (target, _) in plan.attacks.items():
            here, there = self.pieces[unit].hex, self.pieces[target].hex
            if here and there and there in neighbours(here):
                found.setdefault(target, []).append(unit)
        order = sorted(found, key=lambda target: (self.pieces[target].hex, target))
        return [
            (
                self.pieces[target],
                [self.pieces[unit] for unit in sorted(found[target])],
                next((unit for unit in found[target] if plan.attacks[unit][1]), None),
            )
            for target in order
        ]

    # Combat

    def result(self, defender: Piece, attackers: Sequence[Piece], die: int) -> str:
        """BRG-23, BRG-2"""
        column, added = len(attackers), 0
        if self.by_strength:
            ratio = Fraction(sum(a.strength for a in attackers), defender.strength)
            column, added = (int(ratio), 0) if ratio >= 1 else (1, 1)
        row = die + added + self.terrain[defender.hex].get("modifier", 0)
        return self.table[min(column, 4) - 1][min(6, max(1, row)) - 1]

    def retreats(self, piece: Piece) -> list[str]:
        """The hexes that a unit may retreat to, by number (BRG-25)."""
        return sorted(
            there
            for there in neighbours(piece.hex)
            if there in self.terrain
            and not self.standing(there)
            and self.terrain[there].get("retreat", True)
            and not self.closed(there)
            and there not in self.enemy_zone(piece.side)
        )

    def quietest(self, piece: Piece) -> str:
        """Where a plotted unit retreats (BRG-26); empty where it is eliminated."""

        def enemies(there: str) -> int:
            near = within_two(there) | {there}
            return sum(enemy.hex in near for enemy in self.alive(1 - piece.side))

        return min(self.retreats(piece), key=lambda there: (enemies(there), there), default="")

    def lost(self, result: str, defender: Piece, attackers: Sequence[Piece]) -> list[Piece]:
        """Who is eliminated by a result itself (BRG-23, BRG-24)."""
        weakest = min(attackers, key=lambda a: (a.strength, a.number))
        eliminated = {"DE": [defender], "AE": list(attackers), "EX": [defender, weakest]}
        return eliminated.get(result, [])

    def fight(
        self, defender: Piece, attackers: Sequence[Piece], advancer: int | None, die: int
    ) -> None:
        """A battle of plotted play from the die to the advance (BRG-23 to BRG-26)."""
        place, result = defender.hex, self.result(defender, attackers, die)
        driven = {"DR": [defender], "AR": list(attackers)}.get(result, [])
        for piece in self.lost(result, defender, attackers):
            piece.hex = ""
        for piece in driven:
            piece.hex = self.quietest(piece)
        for piece in attackers:
            vacated = not self.standing(place)
            if piece.number == advancer and piece.hex and piece not in driven and vacated:
                piece.hex = place
