"""Where beaten defenders retreat to (5.3)."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from hexfront.systems.idahex.rules.combat.retreat import haven
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.area import distance
from tests.amounts import amount
from tests.idahex.combat_oracle import War
from tests.idahex.designs import make_design, unit
from tests.idahex.fights import PLACE, engagement


def text(design: d.Design, state: s.State) -> int:
    """haven by the manual's conditions and scores, one after another."""
    war = War(design, state)
    attackers, _ = war.participants(0)
    sa = int(state.engagements.attacker[0])
    sd = 1 - sa
    loc = int(state.engagements.cell[0])
    rim = [int(c) for c in design.area.rim[loc]]
    held = {war.location(u) for u in attackers}

    def has(side: int, cell: int) -> bool:
        return any(
            war.side(u) == side and war.posture(u) >= 10 and war.location(u) == cell
            for u in range(len(state.units))
        )

    def away(one: int, other: int) -> int:
        """By how many cells two cells are apart: the least number of steps between them."""
        reached, steps = {one}, 0
        while other not in reached:
            reached |= {int(c) for cell in reached for c in design.area.rim[cell] if c}
            steps += 1
        return steps

    def admissible(i: int) -> bool:
        if i == 0 or design.area.environment[i] <= 0 or i in held:
            return False
        safe = has(sd, i) and state.owner[i] == sd
        if has(sa, i) and not safe:
            return False
        flanks = [j for j in held if away(i, j) == 1 and away(loc, j) == 1]
        return not (design.combat.haven[0] == 1 and flanks and not safe)

    def score(i: int) -> float:
        total = 0.0
        if any(away(i, j) == 2 for j in held):
            total = -1.0
        if any(away(i, j) == 1 for j in held - {loc}):
            total = -2.0
        if state.owner[i] == sa:
            total -= 0.5
        if state.owner[i] == sd and has(sd, i):
            total += 1.8
        if rim.index(i) + 1 == design.combat.haven[1 + sd]:
            total += 0.01
        return total

    found = [i for i in rim if admissible(i)]
    return min(found, key=lambda i: (-score(i), i), default=0)


@pytest.mark.clause("IDX-5.3")
@pytest.mark.parametrize("seed", range(amount(50, 150)))
def test_the_haven_is_that_of_the_manual(seed: int) -> None:
    random = Random(seed)
    design = make_design()
    attacker, rim = random.randrange(2), [int(c) for c in design.area.rim[PLACE]]
    design.combat.haven[:] = [random.randrange(2), random.randint(1, 6), random.randint(1, 6)]
    for cell in rim:
        design.area.environment[cell] = random.choice((0, 1, 1, 1))
        design.area.owner[cell] = random.randrange(2)
    units = []
    cells = random.sample(rim, random.randint(1, 3))
    if random.random() < 0.2:
        cells = [PLACE]
    for number in range(random.randint(2, 4)):
        side = number if number < 2 else random.randrange(2)
        units.append((side, random.choice(cells) if side == attacker else PLACE, True))
    for _ in range(random.randint(0, 5)):
        units.append((random.randrange(2), random.choice(rim), False))
    units.sort()
    made = [
        unit(n, side, cell, random.choice((10, 10, 10, 30, 3)) if not fights else 10)
        for n, (side, cell, fights) in enumerate(units)
    ]
    state = engagement(design, attacker, made)
    for row, (_, _, fights) in enumerate(units):
        if not fights:
            outside(state, row)
    assert haven(design, state, 0) == text(design, state)


def outside(state: s.State, row: int) -> None:
    """Take a unit out of the engagement."""
    head = s.ATTACKERS if state.units.attacks[row] else s.DEFENDERS
    before = state.engagements.heads[0, head]
    if before == row:
        state.engagements.heads[0, head] = state.units.next_in_engagement[row]
    else:
        while state.units.next_in_engagement[before] != row:
            before = state.units.next_in_engagement[before]
        state.units.next_in_engagement[before] = state.units.next_in_engagement[row]
    state.units.engagement[row] = s.NONE
    state.units.attacks[row] = 0


def beaten(design: d.Design, *attackers: int) -> s.State:
    """Red attacks Blue in `PLACE` from some cells; all of it is Blue's country."""
    design.area.owner[:] = d.BLUE
    units = [unit(n, 0, cell, 40) for n, cell in enumerate(attackers)]
    return engagement(design, d.RED, [*units, unit(9, 1, PLACE)])


@pytest.mark.clause("IDX-5.3")
def test_defenders_retreat_away_from_the_attack() -> None:
    design = make_design()
    assert list(design.area.rim[PLACE]) == [11, 12, 18, 20, 26, 27]
    # From above: 11 and 26 are next to the attackers, 12, 20 and 27 two cells away.
    state = beaten(design, 18)
    for preferred, expected in ((1, 12), (2, 12), (3, 12), (4, 20), (5, 12), (6, 27)):
        design.combat.haven[2] = preferred
        assert haven(design, state, 0) == expected
    # Into one's own country rather than the enemy's, even if it is next to him.
    state.owner[[12, 20, 27]] = d.RED
    assert haven(design, state, 0) == 27
    state.owner[[12, 20, 27]] = d.BLUE
    design.area.environment[[12, 20, 27]] = 0
    assert haven(design, state, 0) == 11


@pytest.mark.clause("IDX-5.3")
def test_defenders_retreat_to_friends() -> None:
    design = make_design()
    design.area.owner[:] = d.BLUE
    state = engagement(design, d.RED, [unit(1, 0, 18, 40), unit(8, 1, 26), unit(9, 1, PLACE)])
    outside(state, 1)
    # Next to the attackers, but with friends: -2 + 1.8; elsewhere -1.
    assert haven(design, state, 0) == 26
    state.owner[26] = d.RED
    assert haven(design, state, 0) == 27


@pytest.mark.clause("IDX-5.3")
def test_a_zone_of_control_closes_the_flanks() -> None:
    design = make_design()
    state = beaten(design, 11, 20, 26)
    assert haven(design, state, 0) in (12, 18, 27)
    design.combat.haven[0] = 1
    assert haven(design, state, 0) == 0


@pytest.mark.clause("IDX-5.3")
def test_without_a_way_out_there_is_no_haven() -> None:
    design = make_design()
    state = beaten(design, 11, 12, 18, 20, 26, 27)
    assert haven(design, state, 0) == 0


@pytest.mark.clause("IDX-5.3")
def test_distances_of_cells_are_geometric() -> None:
    area = make_design().area
    assert distance(area, 11, 27) == pytest.approx(30.0)
    assert distance(area, 11, 20) == pytest.approx(15 * sqrt(3))
