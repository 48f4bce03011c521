"""The order of battle: types of units, and units."""

from __future__ import annotations

from typing import Any, Final

from benchmarks.varnland.forces import (
    AIR_DEFENCE,
    AMMO,
    FUEL,
    GUNS,
    HELICOPTERS,
    MATERIEL,
    MISSILES,
    RIFLES,
    TANKS,
    TROOPS,
    TRUCKS,
)

ROUTES: Final = ("highway", "road", "track", "trail")
# Kilometres a day by posture: 30 is a march ready to fight, 31 a road march in column.
_WHEELS: Final = {30: (200, 170, 60, 20), 31: (320, 250, 40, 8)}
_TRACKS: Final = {30: (200, 180, 90, 25), 31: (280, 230, 60, 10)}
_FOOT: Final = {30: (120, 110, 45, 30), 31: (180, 150, 30, 15)}

Toe = dict[str, float]


def _type(
    name: str,
    side: str,
    symbol: str,
    toe: Toe,
    size: float,
    speeds: dict[int, tuple[int, ...]],
    *,
    river: float,
    mode: int = 0,
    flies: float = 0.0,
    least: float = 0.08,
) -> dict[str, Any]:
    """A type of units. `size` is its area of influence on the defence, in square kilometres."""
    identity = "6" if side == "red" else "3"
    return {
        "name": name,
        "symbol": f"100{identity}1000{symbol}",
        "side": side,
        "holds": [*MATERIEL, TROOPS],
        "toe": toe,
        "area": {
            "hold": size,
            "disengagement": size * 0.6,
            "movement": size * 0.4,
            "attack": size * 0.7,
        },
        "speeds": {str(p): dict(zip(ROUTES, rates, strict=True)) for p, rates in speeds.items()},
        "barrier_delays": {
            str(p): {
                "river": river,
                "river bridge": river / 8,
                "ford": river / 2,
                "stream": river / 4,
                "escarpment": 0.25,
            }
            for p in speeds
        },
        "air_speed": flies,
        "disengagement_delay": 0.04 if speeds is not _FOOT else 0.08,
        "disengagement_factor": 0.4,
        "transport_class": mode,
        "eliminated_below": least,
        "overhead": {TROOPS: round(0.1 * toe[TROOPS])},
    }


def _toe(
    rifles: float,
    missiles: float,
    tanks: float,
    guns: float,
    air: float,
    trucks: float,
    ammo: float,
    fuel: float,
    troops: float,
    helicopters: float = 0,
) -> Toe:
    given = dict(
        zip(
            (RIFLES, MISSILES, TANKS, GUNS, AIR_DEFENCE, TRUCKS, HELICOPTERS, AMMO, FUEL, TROOPS),
            (rifles, missiles, tanks, guns, air, trucks, helicopters, ammo, fuel, troops),
            strict=True,
        )
    )
    return {name: amount for name, amount in given.items() if amount}


TYPES: Final = (
    _type(
        "Motor rifle regiment",
        "red",
        "171211020000",
        _toe(110, 30, 40, 18, 8, 340, 160, 143, 2000),
        11,
        _TRACKS,
        river=0.30,
    ),
    _type(
        "Tank regiment",
        "red",
        "171205000000",
        _toe(35, 8, 94, 18, 8, 320, 160, 156, 1500),
        10,
        _TRACKS,
        river=0.35,
    ),
    _type(
        "Artillery brigade",
        "red",
        "181303000000",
        _toe(12, 6, 0, 72, 4, 380, 272, 91, 1500),
        5,
        _WHEELS,
        river=0.35,
    ),
    _type(
        "Air defence regiment",
        "red",
        "171301000000",
        _toe(10, 0, 0, 0, 36, 160, 60, 52, 700),
        3,
        _WHEELS,
        river=0.30,
    ),
    _type(
        "Air assault brigade",
        "red",
        "181211010000",
        _toe(75, 36, 0, 6, 6, 60, 80, 26, 1500),
        8,
        _FOOT,
        river=0.25,
    ),
    _type(
        "Transport regiment",
        "red",
        "171636000000",
        _toe(6, 0, 0, 0, 2, 700, 40, 78, 900),
        2,
        _WHEELS,
        river=0.25,
        mode=1,
        least=0.0,
    ),
    _type(
        "Helicopter regiment",
        "red",
        "171206000000",
        _toe(6, 0, 0, 0, 2, 40, 20, 78, 500, 60),
        2,
        {**_WHEELS, 32: (0, 0, 0, 0)},
        river=0.25,
        mode=2,
        flies=900,
        least=0.0,
    ),
    _type(
        "Supply depot",
        "red",
        "181634000000",
        _toe(8, 0, 0, 0, 2, 200, 1600, 1600, 900),
        2,
        _WHEELS,
        river=0.40,
        least=0.0,
    ),
    _type(
        "Replacement depot",
        "red",
        "171634000000",
        _toe(60, 20, 40, 10, 0, 120, 60, 52, 2200),
        2,
        _WHEELS,
        river=0.40,
        least=0.0,
    ),
    _type(
        "Mechanized brigade",
        "blue",
        "181211020000",
        _toe(100, 48, 45, 18, 8, 460, 240, 195, 2800),
        13,
        _TRACKS,
        river=0.40,
    ),
    _type(
        "Armored brigade",
        "blue",
        "181205000000",
        _toe(60, 30, 88, 18, 8, 460, 240, 208, 2500),
        13,
        _TRACKS,
        river=0.40,
    ),
    _type(
        "Cavalry regiment",
        "blue",
        "171205010000",
        _toe(60, 45, 55, 12, 6, 380, 180, 169, 2000),
        16,
        _TRACKS,
        river=0.35,
    ),
    _type(
        "Field artillery brigade",
        "blue",
        "181303000000",
        _toe(10, 6, 0, 60, 4, 400, 288, 91, 1400),
        5,
        _WHEELS,
        river=0.35,
    ),
    _type(
        "Air defense brigade",
        "blue",
        "181301000000",
        _toe(10, 0, 0, 0, 40, 180, 60, 52, 800),
        3,
        _WHEELS,
        river=0.30,
    ),
    _type(
        "Light infantry brigade",
        "blue",
        "181211000000",
        _toe(85, 50, 0, 10, 4, 90, 100, 32, 2000),
        10,
        _FOOT,
        river=0.25,
    ),
    _type(
        "Transport group",
        "blue",
        "171636000000",
        _toe(6, 0, 0, 0, 2, 700, 40, 78, 900),
        2,
        _WHEELS,
        river=0.25,
        mode=1,
        least=0.0,
    ),
    _type(
        "Aviation brigade",
        "blue",
        "181206000000",
        _toe(6, 0, 0, 0, 2, 40, 20, 91, 600, 70),
        2,
        {**_WHEELS, 32: (0, 0, 0, 0)},
        river=0.25,
        mode=2,
        flies=950,
        least=0.0,
    ),
    _type(
        "Support command",
        "blue",
        "181634000000",
        _toe(8, 0, 0, 0, 2, 200, 1600, 1600, 900),
        2,
        _WHEELS,
        river=0.40,
        least=0.0,
    ),
    _type(
        "Replacement battalion",
        "blue",
        "161634000000",
        _toe(40, 20, 30, 8, 0, 120, 60, 52, 1600),
        2,
        _WHEELS,
        river=0.40,
        least=0.0,
    ),
)

RED: Final = (
    # Name, type, where as (rank, row), since when; None for a reinforcement
    ("11 MOTOR RIFLE", "Motor rifle regiment", (9, 2), -1),
    ("12 MOTOR RIFLE", "Motor rifle regiment", (9, 3), -1),
    ("13 MOTOR RIFLE", "Motor rifle regiment", (8, 3), -1),
    ("14 TANK", "Tank regiment", (8, 4), -1),
    ("21 MOTOR RIFLE", "Motor rifle regiment", (9, 7), -1),
    ("22 MOTOR RIFLE", "Motor rifle regiment", (9, 6), -1),
    ("23 MOTOR RIFLE", "Motor rifle regiment", (8, 6), -1),
    ("24 TANK", "Tank regiment", (8, 7), -1),
    ("31 TANK", "Tank regiment", (6, 4), -1),
    ("32 TANK", "Tank regiment", (6, 5), -1),
    ("33 TANK", "Tank regiment", (7, 5), -1),
    ("34 MOTOR RIFLE", "Motor rifle regiment", (7, 6), -1),
    ("41 MOTOR RIFLE", "Motor rifle regiment", (9, 13), -1),
    ("42 MOTOR RIFLE", "Motor rifle regiment", (9, 14), -1),
    ("1 ARTILLERY", "Artillery brigade", (8, 3), -1),
    ("2 ARTILLERY", "Artillery brigade", (8, 7), -1),
    ("3 ARTILLERY", "Artillery brigade", (8, 13), -1),
    ("7 AIR DEFENCE", "Air defence regiment", (7, 5), -1),
    ("5 AIR ASSAULT", "Air assault brigade", (5, 3), -1),
    ("6 TRANSPORT", "Transport regiment", (6, 4), -1),
    ("8 HELICOPTER", "Helicopter regiment", (5, 3), -1),
    ("NORTH DEPOT", "Supply depot", (5, 2), -3),
    ("SOUTH DEPOT", "Supply depot", (6, 7), -3),
    ("9 REPLACEMENT", "Replacement depot", (4, 4), -3),
    ("51 MOTOR RIFLE", "Motor rifle regiment", (3, 3), None),
    ("52 MOTOR RIFLE", "Motor rifle regiment", (3, 3), None),
    ("53 TANK", "Tank regiment", (3, 3), None),
)
BLUE: Final = (
    ("2 CAVALRY", "Cavalry regiment", (11, 4), -1),
    ("4 CAVALRY", "Cavalry regiment", (11, 10), -1),
    ("1/1 MECH", "Mechanized brigade", (14, 3), -3),
    ("2/1 MECH", "Mechanized brigade", (14, 6), -3),
    ("3/1 ARMORED", "Armored brigade", (16, 4), -2),
    ("1/2 MECH", "Mechanized brigade", (14, 10), -3),
    ("2/2 MECH", "Mechanized brigade", (14, 13), -3),
    ("3/2 ARMORED", "Armored brigade", (16, 11), -2),
    ("10 LIGHT", "Light infantry brigade", (14, 7), -2),
    ("41 ARTILLERY", "Field artillery brigade", (15, 4), -2),
    ("42 ARTILLERY", "Field artillery brigade", (15, 11), -2),
    ("35 AIR DEFENSE", "Air defense brigade", (17, 7), -3),
    ("12 AVIATION", "Aviation brigade", (18, 6), -3),
    ("9 TRANSPORT", "Transport group", (18, 6), -3),
    ("1 SUPPORT", "Support command", (18, 4), -3),
    ("2 SUPPORT", "Support command", (18, 10), -3),
    ("8 REPLACEMENT", "Replacement battalion", (19, 7), -3),
    ("1/3 ARMORED", "Armored brigade", (22, 7), None),
    ("2/3 ARMORED", "Armored brigade", (22, 7), None),
    ("3/3 MECH", "Mechanized brigade", (22, 7), None),
)
FIRST_BLUE: Final = 101
