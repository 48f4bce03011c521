"""`hexfront odds idahex`: the course of an engagement that somebody describes, IDX-5.1 to IDX-5.3.

Nothing is left to chance: units of the scenario's types stand in a cell of its map and one beside
it, and the frames of their engagement are those of a war.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexfront.core.contract import Counter
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG
from hexfront.core.table.odds import (
    Course,
    FightOdds,
    OddsReport,
    OddsSide,
    Share,
    Term,
    read_both,
    read_terms,
)
from hexfront.systems.idahex.rules.combat.engagements import assess, defeated, weak
from hexfront.systems.idahex.scenario.area import is_active
from hexfront.systems.idahex.scenario.chains import engage, open_engagement
from hexfront.systems.idahex.scenario.design import DEPTH, FRAME, Design
from hexfront.systems.idahex.scenario.initial_state import Unit, make_scratch, open_war
from hexfront.systems.idahex.scenario.loader import IdahexScenario
from hexfront.systems.idahex.scenario.state import State

TERMS: Final = {
    "type": Term("number of the type of its units, as `hexfront rules` lists them", 1, 99),
    "units": Term("units", 1, 12),
    "strength": Term("what they hold, in per cent of their toe", 1, 200),
    "posture": Term("posture: of attackers 40 and more, of defenders 10 to 29 (IDX-3.1)", 10, 49),
    "prepared": Term("days for which they have stood in the cell (IDX-5.4.4)", 0, 99, "defender"),
    "environment": Term("type of environment of the cell (IDX-5.1.1)", 1, 99, "defender"),
    "days": Term("for how long it is fought at most", 1, 30, "attacker"),
}
ABOUT: Final = (
    "Three units of Red's first type attack two of Blue's first one, all at toe, for five days, "
    "unless more is said; who attacks follows from the type. Supplies are not consumed, and "
    "nobody strikes from the air.",
)
EXAMPLES: Final = (
    '--attacker "type=1,units=3" --defender "type=6,units=2,prepared=2"',
    '--attacker "type=6,units=4,days=2" --defender "type=1,units=1,environment=3" --json',
)
ATTACKS: Final = 40
HOLDS: Final = 10
MOST_ROWS: Final = 24


class Described(NamedTuple):
    """One side of the engagement."""

    kind: int
    """Type of its units, counted from 0."""
    side: int
    units: int
    strength: float
    """Of toe."""
    posture: int


class Moment(NamedTuple):
    """The engagement at the end of a frame."""

    time: float
    ratio: float
    left: tuple[float, float]
    """The part of its value that each side has left: attacker, defender."""
    feba: float
    """How far the front has moved, in the scenario's distance."""


def inquire(scenario: IdahexScenario, attacker: str, defender: str) -> OddsReport:
    """The course of an engagement, as typed. Errors: `InputError`."""
    said = read_both(lambda side, text: read_terms(text, TERMS, side), attacker, defender)
    design = scenario.setting.design
    own = _described(design, said[0], "attacker", 3, None)
    other = _described(design, said[1], "defender", 2, own.side)
    environment = said[1].get("environment", 1)
    here, there = _cells(design, environment)
    state = _engaged(design, own, other, (here, there), said[1].get("prepared", 0))
    course, end = _fought(design, state, (own, other), said[0].get("days", 5))
    return _report(scenario, (own, other), environment, course, end)


def _described(
    design: Design, said: dict[str, int], name: str, units: int, against: int | None
) -> Described:
    """Errors: `InputError`."""
    sides = design.forces.side.tolist()
    first = 0 if against is None else sides.index(1 - against)
    kind = said.get("type", first + 1) - 1
    if kind >= len(sides):
        raise InputError.at(f"{name} type", kind + 1, f"a type of the scenario, 1 to {len(sides)}")
    if sides[kind] == against:
        expected = f"a type of the other side, such as {first + 1}"
        raise InputError.at(f"{name} type", kind + 1, expected)
    attacks = name == "attacker"
    posture = said.get("posture", ATTACKS if attacks else HOLDS)
    groups = (4,) if attacks else (1, 2)
    known = [10 * g + n for g in groups for n in range(int(design.forces.npost[g]))]
    if posture not in known:
        raise InputError.at(f"{name} posture", posture, f"one of: {', '.join(map(str, known))}")
    strength = said.get("strength", 100) / 100
    return Described(kind, sides[kind], said.get("units", units), strength, posture)


def _cells(design: Design, environment: int) -> tuple[int, int]:
    """From where, and the cell that is attacked: no barrier lies between. Errors: `InputError`."""
    area = design.area
    for there, found in enumerate(area.environment):
        for side, here in enumerate(area.rim[there]):
            free = area.barrier[there, side] == 0 and is_active(area, here)
            if int(found) == environment and free and is_active(area, there):
                return int(here), there
    known = sorted({int(found) for found in area.environment if found > 0})
    expected = f"one that the map has: {', '.join(map(str, known))}"
    raise InputError.at("defender environment", environment, expected)


def _engaged(
    design: Design, own: Described, other: Described, cells: tuple[int, int], prepared: int
) -> State:
    toe = design.forces.toe
    forces = sorted(
        [(own, cells[0], 0.0), (other, cells[1], -float(prepared))], key=lambda one: one[0].side
    )
    units = [
        Unit(number, "", force.kind, cell, force.posture, entry, _stock(toe[force.kind], force))
        for number, (force, cell, entry) in enumerate(
            one for one in forces for _ in range(one[0].units)
        )
    ]
    state = open_war(design, units)
    row = open_engagement(state, cells[1], own.side)
    for place in range(len(units)):
        engage(state, row, place, int(state.units.side[place] == own.side))
    state.engagements.posture[row, 0] = own.posture
    state.engagements.posture[row, 1] = other.posture
    return state


def _stock(toe: Any, force: Described) -> tuple[float, ...]:
    return tuple((toe * force.strength).tolist())


def _fought(
    design: Design, state: State, forces: tuple[Described, Described], days: int
) -> tuple[list[Moment], str]:
    """Frame by frame, and how it ends."""
    frame, depth = float(design.area.clock[FRAME]), float(design.area.clock[DEPTH])
    scratch = make_scratch(design, len(state.units))
    before = [_value(design, state, force.side) for force in forces]
    course: list[Moment] = []
    start = float(state.game.time)
    while float(state.game.time) - start + frame <= days + frame / 2:
        state.game.time += frame
        assess(design, state, scratch, 0, NO_LOG)
        left = [
            _value(design, state, force.side) / whole if whole else 0.0
            for force, whole in zip(forces, before, strict=True)
        ]
        figures = state.figures
        course.append(
            Moment(
                float(state.game.time) - start,
                float(figures.ratio[0]),
                (left[0], left[1]),
                float(figures.feba[0]) * depth,
            )
        )
        if defeated(design, state, 0):
            return course, "the defenders must leave the cell"
        for force, name in zip(forces, ("attackers", "defenders"), strict=True):
            own = [u for u in range(len(state.units)) if state.units.side[u] == force.side]
            if all(weak(design, state, unit) for unit in own):
                return course, f"the {name} have vanished"
    return course, "it goes on"


def _value(design: Design, state: State, side: int) -> float:
    """Of all units of a side, by standard values on defence."""
    own = state.units.side == side
    return float((state.stock[own] @ design.combat.value_defence[side]).sum())


def _report(
    scenario: IdahexScenario,
    forces: tuple[Described, Described],
    environment: int,
    course: list[Moment],
    end: str,
) -> OddsReport:
    names = scenario.setting.names
    kinds = [names.kinds[force.kind] for force in forces]
    ground = names.environments[environment - 1].strip() or f"environment {environment}"
    step = -(-len(course) // MOST_ROWS)
    shown = [m for n, m in enumerate(course, 1) if n % step == 0 or n in (1, len(course))]
    rows = tuple(
        (
            f"{m.time:.2f}",
            f"{m.ratio:.2f}",
            f"{1 - m.left[0]:.1%}",
            f"{1 - m.left[1]:.1%}",
            f"{m.feba:.1f}",
        )
        for m in shown
    )
    headings = (
        names.time or "time",
        "force ratio",
        "attacker lost",
        "defender lost",
        f"front moved, {names.distance or 'distance'}",
    )
    last = course[-1]
    sides = tuple(
        OddsSide(
            role,
            f"{force.units} × {kind}",
            (Share(f"{force.strength:.0%}", f"of toe, posture {force.posture}", "IDX-5.1"),),
        )
        for role, force, kind in zip(("attacker", "defender"), forces, kinds, strict=True)
    )
    document: dict[str, Json] = {
        "system": "idahex",
        "scenario": scenario.name,
        "environment": environment,
        "force_ratio": course[0].ratio,
        "end": end,
        "time": last.time,
        "lost": {"attacker": 1 - last.left[0], "defender": 1 - last.left[1]},
        "feba": last.feba,
        "course": [
            {
                "time": m.time,
                "force_ratio": m.ratio,
                "lost": {"attacker": 1 - m.left[0], "defender": 1 - m.left[1]},
                "feba": m.feba,
            }
            for m in course
        ],
    }
    return OddsReport(
        document=document,
        title=f"{scenario.title}: force ratio {course[0].ratio:.2f}, {ground}",
        sides=sides,
        chances=(),
        means=(),
        distributions=(),
        notes=("Nothing is left to chance: this is what happens.",),
        courses=(
            Course(f"{names.time or 'time'} {last.time:.2f}: {end}".capitalize(), headings, rows),
        ),
    )


def _pair(scenario: IdahexScenario, attacker: Counter, defender: Counter) -> tuple[str, str]:
    kinds = {str(unit.number): unit.kind for unit in scenario.setting.units}

    def said(counter: Counter) -> str:
        return f"type={kinds[counter.id] + 1},units=1,strength={counter.values['strength']}"

    ground = int(scenario.setting.design.area.environment[int(defender.place)])
    return said(attacker), f"{said(defender)},environment={ground}"


FIGHT_ODDS: Final = FightOdds(TERMS, ABOUT, EXAMPLES, inquire, _pair)
"""What the system offers to `hexfront odds`."""
