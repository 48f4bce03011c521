"""What the two sides own and how they fight.

Kinds of weapons stand for what a modern army has; a unit of each is told in `docs/systems/
idahex-varnland.md`.  Losses follow from curves by force ratio, so kill rates count only by their
proportions (IDX-5.1.3).
"""

from __future__ import annotations

from typing import Any, Final

Table = dict[str, dict[str, float]]

RIFLES, MISSILES, TANKS, GUNS = "rifles", "missiles", "tanks", "guns"
WEAPONS: Final = (RIFLES, MISSILES, TANKS, GUNS)
AIR_DEFENCE, TRUCKS, HELICOPTERS = "air defence", "trucks", "helicopters"
AMMO, FUEL, TROOPS = "ammo", "fuel", "troops"
EQUIPMENT: Final = (*WEAPONS, AIR_DEFENCE, TRUCKS, HELICOPTERS)
MATERIEL: Final = (*EQUIPMENT, AMMO, FUEL)
GROUND: Final = (
    "plain",
    "plain at night",
    "hills",
    "hills at night",
    "woods",
    "marsh",
    "mountains",
    "town",
)
"""Types of environment."""

# A standard force is a division of three brigades with its share of the corps (IDX-G42).
STANDARD: Final = {
    "red": {
        RIFLES: 330,
        MISSILES: 110,
        TANKS: 180,
        GUNS: 110,
        AIR_DEFENCE: 48,
        TRUCKS: 1100,
        HELICOPTERS: 20,
        AMMO: 600,
        FUEL: 500,
        TROOPS: 9000,
    },
    "blue": {
        RIFLES: 280,
        MISSILES: 140,
        TANKS: 170,
        GUNS: 72,
        AIR_DEFENCE: 36,
        TRUCKS: 1200,
        HELICOPTERS: 24,
        AMMO: 600,
        FUEL: 500,
        TROOPS: 9000,
    },
}

# Kills of a weapon in a day if all its fire goes to one kind of target.  The proportions are those
# of the manual's sample, with missiles twice as deadly to tanks as its anti-tank guns, and guns a
# third deadlier to everything soft; attackers reach 60 to 90 % of it, as in the sample.
_DEFENCE: Final = {
    RIFLES: (0.090, 0.075, 0.0045, 0.045, 0.045, 0.45, 0.01, 0.30, 0.30),
    MISSILES: (0.075, 0.090, 0.480, 0.075, 0.075, 0.45, 0.02, 0.15, 0.15),
    TANKS: (0.300, 0.270, 0.240, 0.225, 0.225, 1.35, 0.02, 0.60, 0.60),
    GUNS: (0.600, 0.400, 0.080, 0.500, 0.500, 3.00, 0.10, 1.60, 1.60),
}
_ATTACK_SHARE: Final = {RIFLES: 0.6, MISSILES: 0.6, TANKS: 0.8, GUNS: 0.9}
# Blue's tanks and missiles see farther at night; Red has more guns, not better ones.
_EDGE: Final = {"red": {}, "blue": {TANKS: 1.15, MISSILES: 1.10}}

_FIRE: Final = {
    RIFLES: (0.84, 0.12, 0.002, 0.002, 0.002, 0.03, 0.000, 0.002, 0.002),
    MISSILES: (0.20, 0.10, 0.66, 0.010, 0.005, 0.02, 0.001, 0.002, 0.002),
    TANKS: (0.23, 0.15, 0.55, 0.025, 0.010, 0.025, 0.000, 0.005, 0.005),
    GUNS: (0.52, 0.12, 0.12, 0.110, 0.030, 0.06, 0.005, 0.020, 0.015),
}


def side(name: str, retreat: int) -> dict[str, Any]:
    """All of a side but its units. `retreat`: the rim cell that beaten units turn to first."""
    standard = STANDARD[name]
    return {
        "load_classes": 2,
        "retreat_towards": retreat,
        "density": [[0, 1], [1, 1], [1.5, 0.85], [2, 0.6], [3, 0.35], [5, 0.15]],
        "ground_weapons": [
            _equipment(
                RIFLES,
                standard,
                1,
                capacity=0.9,
                sizes=[0.0, 0.4],
                combat={AMMO: 0.12, FUEL: 0.15, TROOPS: 9},
            ),
            _equipment(
                MISSILES, standard, 2, need=0.05, sizes=[0.05, 0.2], combat={AMMO: 0.3, TROOPS: 3}
            ),
            _equipment(
                TANKS,
                standard,
                2,
                capacity=0.5,
                sizes=[5.0, 999.0],
                combat={AMMO: 1.0, FUEL: 0.6, TROOPS: 4},
            ),
            _equipment(GUNS, standard, 3, sizes=[5.0, 999.0], combat={AMMO: 3.0, TROOPS: 6}),
        ],
        "air_defence": [
            _equipment(AIR_DEFENCE, standard, 4, sizes=[5.0, 999.0], combat={TROOPS: 5})
        ],
        "transport": [
            _equipment(
                TRUCKS,
                standard,
                4,
                capacity=1.0,
                load=(1, 1.5),
                sizes=[0.0, 999.0],
                combat={TROOPS: 1},
            ),
            _equipment(
                HELICOPTERS,
                standard,
                4,
                capacity=1.0,
                load=(2, 2.5),
                sizes=[999.0, 0.0],
                combat={TROOPS: 4},
            ),
        ],
        "supplies": [_supply(AMMO, standard), _supply(FUEL, standard)],
        "personnel": [
            {
                "name": TROOPS,
                "standard": standard[TROOPS],
                "transport_need": 0.08,
                "load_sizes": [0.03, 0.03],
                "idle_use": {
                    AMMO: {"hold": 0.0, "disengagement": 0.0, "movement": 0.001},
                    FUEL: {"hold": 0.005, "disengagement": 0.008, "movement": 0.016},
                },
            }
        ],
        "kills": {"attack": _kills(name, attack=True), "defence": _kills(name, attack=False)},
        "fire": {"attack": _rows(_FIRE), "defence": _rows(_FIRE)},
        "factors": _factors(name),
        "crews": {TROOPS: _crews()},
        "support": _support(),
        "protection": {
            RIFLES: {},
            MISSILES: {RIFLES: 1.0},
            TANKS: {RIFLES: 1.4},
            GUNS: {RIFLES: 1.0, MISSILES: 1.0, TANKS: 1.0},
            AIR_DEFENCE: {RIFLES: 1.5, MISSILES: 1.0, TANKS: 2.0, GUNS: 1.0},
            TRUCKS: {RIFLES: 7.0, MISSILES: 2.0, TANKS: 10.0, GUNS: 12.0},
            HELICOPTERS: {RIFLES: 1.0, TANKS: 1.0},
        },
        "preparation": {
            thing: [[-0.5, 2.5], [0, 1.3], [0.25, 1.1], [0.5, 1.0], [2, 0.9], [10, 0.75]]
            for thing in MATERIEL
        },
        "front": list(_fronts()),
        "consumption": _consumption(name),
        "air": _air(name),
    }


def _equipment(
    name: str,
    standard: dict[str, int],
    group: int,
    *,
    combat: dict[str, float],
    capacity: float = 0.0,
    need: float = 0.0,
    load: tuple[int, float] = (0, 0.0),
    sizes: list[float],
) -> dict[str, Any]:
    """A weapon or transport: 0.001 fuel is what it needs to set out at all."""
    return {
        "name": name,
        "standard": standard[name],
        "protection_group": group,
        "transport_need": need,
        "transport_capacity": capacity,
        "load_class": load[0],
        "load_capacity": load[1],
        "load_sizes": sizes,
        "needs_to_move": {FUEL: 0.4 if name == HELICOPTERS else 0.001},
        "needs_in_combat": combat,
    }


def _supply(name: str, standard: dict[str, int]) -> dict[str, Any]:
    return {
        "name": name,
        "standard": standard[name],
        "transport_need": 1.0,
        "load_sizes": [1.0, 1.0],
        "needs_in_combat": {TROOPS: 0.1},
    }


def _rows(rows: dict[str, tuple[float, ...]]) -> Table:
    return {weapon: dict(zip(MATERIEL, row, strict=True)) for weapon, row in rows.items()}


def _kills(name: str, *, attack: bool) -> Table:
    found: Table = {}
    for weapon, row in _DEFENCE.items():
        factor = _EDGE[name].get(weapon, 1.0) * (_ATTACK_SHARE[weapon] if attack else 1.0)
        found[weapon] = {
            thing: round(factor * kills, 4) for thing, kills in zip(MATERIEL, row, strict=True)
        }
    return found


def _factors(name: str) -> dict[str, Table]:
    """By posture, ground and barrier (IDX-G47 to 55)."""
    night = 0.85 if name == "red" else 0.95
    ground = {
        # Ground: what an attacker's and a defender's weapons kill of what they would in the plain
        "plain at night": (night, night),
        "hills": (0.9, 1.1),
        "hills at night": (0.9 * night, night),
        "woods": (0.7, 1.0),
        "marsh": (0.7, 0.9),
        "mountains": (0.55, 1.1),
        "town": (0.7, 1.15),
    }
    armour = {
        "hills": 0.9,
        "hills at night": 0.85,
        "woods": 0.6,
        "marsh": 0.5,
        "mountains": 0.4,
        "town": 0.6,
    }
    cover = {"hills": 0.85, "hills at night": 0.85, "woods": 0.7, "mountains": 0.6, "town": 0.45}
    return {
        # An assault (41) kills more and costs more than a deliberate attack (40).
        "attack_weapon": {w: {"40": 1.0, "41": 1.2} for w in WEAPONS},
        "attack_target": {m: {"40": 1.0, "41": 1.25} for m in MATERIEL},
        # Handing over supplies (11) is half a defence; delaying (12) spares the defender.
        "defence_weapon": {w: {"10": 1.0, "11": 0.5, "12": 0.8, "20": 0.7} for w in WEAPONS},
        "defence_target": {m: {"10": 1.0, "11": 1.2, "12": 0.75, "20": 0.9} for m in MATERIEL},
        "attack_weapon_in": {
            w: {
                g: round(a * (armour.get(g, 1.0) if w == TANKS else 1.0), 3)
                for g, (a, _) in ground.items()
            }
            for w in WEAPONS
        },
        "defence_weapon_in": {
            w: {
                g: round(d * (armour.get(g, 1.0) if w == TANKS else 1.0), 3)
                for g, (_, d) in ground.items()
            }
            for w in WEAPONS
        },
        "defence_target_in": {m: dict(cover) for m in (RIFLES, MISSILES)},
        "attack_target_in": {TANKS: {"woods": 1.2, "marsh": 1.2, "mountains": 1.3, "town": 1.5}},
        "across": {
            w: {
                "river": river,
                "river bridge": bridge,
                "ford": 0.75,
                "stream": 0.8,
                "escarpment": 0.5,
            }
            for w, river, bridge in (
                (RIFLES, 0.4, 0.6),
                (MISSILES, 0.4, 0.6),
                (TANKS, 0.25, 0.5),
                (GUNS, 0.7, 0.85),
            )
        },
    }


def _crews() -> Table:
    """People lost with what is destroyed; a shell costs more than a bullet."""
    lost = {
        RIFLES: 6.0,
        MISSILES: 2.5,
        TANKS: 3.0,
        GUNS: 4.0,
        AIR_DEFENCE: 4.0,
        TRUCKS: 2.0,
        HELICOPTERS: 4.0,
    }
    return {
        weapon: {
            thing: round(people * (1.3 if weapon == GUNS else 1.0), 1)
            for thing, people in lost.items()
        }
        for weapon in WEAPONS
    }


def _support() -> dict[str, dict[str, list[list[float]]]]:
    """How much can fight by what of its needs is there (IDX-5.4.1)."""
    even, guns = [[0, 0], [0.5, 0.6], [1, 1]], [[0, 0], [0.5, 0.5], [1, 1]]
    always = [[0, 1], [0.5, 1], [1, 1]]
    fuel = {
        RIFLES: [[0, 0.3], [0.5, 0.8], [1, 1]],
        TANKS: even,
        GUNS: [[0, 0.4], [0.5, 0.8], [1, 1]],
        MISSILES: [[0, 0.4], [0.5, 0.8], [1, 1]],
    }
    return {
        AMMO: {
            thing: even
            if thing in WEAPONS[:3]
            else guns
            if thing in (GUNS, AIR_DEFENCE)
            else always
            for thing in MATERIEL
        },
        FUEL: {
            thing: fuel.get(thing, even if thing in EQUIPMENT else always) for thing in MATERIEL
        },
        TROOPS: dict.fromkeys(MATERIEL, guns),
    }


def _fronts() -> Any:
    """Kilometres a day by force ratio: 6 at 2 to 1 against a defence."""
    for attack, haste in ((40, 1.0), (41, 1.3)):
        for against, ease in ((10, 1.0), (11, 1.6), (12, 1.4), (20, 1.8)):
            speed = [(0, -12.0), (1, 0.0), (1.5, 3.0), (2, 6.0), (3, 12.0), (5, 20.0), (50, 60.0)]
            yield {
                "attack": attack,
                "against": against,
                "speed": [
                    [ratio, round(v * (haste * ease if v > 0 else 1.0), 1)] for ratio, v in speed
                ],
            }


def _consumption(name: str) -> dict[str, Any]:
    """In combat: what people and guns use; attackers and fast fights more (IDX-7)."""
    first = 1 if name == "red" else 5
    tables = []
    for number, (men, guns, fuel) in enumerate(
        ((0.006, 2.0, 0.010), (0.004, 1.0, 0.008), (0.005, 1.5, 0.012), (0.009, 2.6, 0.018))
    ):
        tables.append(
            {
                "number": first + number,
                "fighting": {AMMO: {TROOPS: men, GUNS: guns}, FUEL: {TROOPS: fuel}},
                "others": {AMMO: {TROOPS: 0.001}, FUEL: {TROOPS: 0.006}},
            }
        )
    postures = {"10": 0, "11": 1, "12": 2, "20": 2, "40": 3, "41": 3}
    return {"postures": {p: first + n for p, n in postures.items()}, "tables": tables}


def _air(name: str) -> dict[str, Any]:
    """Aircraft and what they carry; enemy air defence is part of how few sorties there are."""
    red = name == "red"
    aircraft = ["ground attack", "gunships"]
    loads = {
        "ground attack": {"bombs": 4.0 if red else 3.0, "guided": 0.5 if red else 2.0},
        "gunships": {"bombs": 1.0, "guided": 3.0 if red else 4.0},
    }
    split = {
        "bombs": (0.42, 0.06, 0.10, 0.12, 0.05, 0.17, 0.0, 0.04, 0.04),
        "guided": (0.08, 0.07, 0.62, 0.10, 0.06, 0.05, 0.0, 0.01, 0.01),
    }
    kills = {
        "bombs": (0.10, 0.08, 0.02, 0.09, 0.09, 0.30, 0.05, 0.15, 0.15),
        "guided": (0.20, 0.25, 0.35, 0.30, 0.30, 0.50, 0.10, 0.05, 0.05),
    }
    marching = (0.15, 0.05, 0.30, 0.10, 0.05, 0.28, 0.0, 0.03, 0.04)
    crews = dict(zip(EQUIPMENT, (9, 3, 3, 5, 5, 2, 4), strict=True))
    return {
        "aircraft": aircraft,
        "weapons": ["bombs", "guided"],
        "loads": loads,
        "kills": _rows(kills),
        "fire": {
            "attack": _rows(split),
            "defence": _rows(split),
            "interdiction": {
                weapon: {
                    thing: {"hold": hold, "disengagement": hold, "movement": march}
                    for thing, hold, march in zip(MATERIEL, row, marching, strict=True)
                }
                for weapon, row in split.items()
            },
        },
        "factors": {
            "weapon": {
                w: {"hold": 1.0, "disengagement": 1.1, "movement": 1.3, "attack": 1.1}
                for w in kills
            },
            "target": {RIFLES: {"hold": 1.0, "disengagement": 1.1, "movement": 1.4, "attack": 1.2}},
            "weapon_in": {
                w: {
                    "plain at night": 0.6,
                    "hills at night": 0.5,
                    "woods": 0.6,
                    "mountains": 0.6,
                    "town": 0.5,
                }
                for w in kills
            },
            "target_in": {RIFLES: {"woods": 0.6, "town": 0.5, "mountains": 0.7}},
        },
        "crews": {TROOPS: {"bombs": crews, "guided": crews}},
    }
