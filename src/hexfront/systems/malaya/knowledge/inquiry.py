"""`hexfront odds malaya`: the odds of a battle that somebody describes, MAL-16 to MAL-28.

The battle is set up on the map of the scenario, with its tables, and its odds are those of a
declared battle in a game.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexfront.core.contract import Counter
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG
from hexfront.core.refusals import refusal_of
from hexfront.core.table.odds import (
    Distribution,
    FightOdds,
    OddsReport,
    OddsSide,
    Share,
    Term,
    chances_document,
    fraction_text,
    read_both,
    read_terms,
    word_term,
)
from hexfront.core.table.plurals import counted
from hexfront.systems.malaya.knowledge.odds import (
    MODIFIERS,
    BattleOdds,
    battle_odds,
    result_text,
    signed,
    strength_text,
)
from hexfront.systems.malaya.rules.combat import odds_column, strengths
from hexfront.systems.malaya.rules.legality import order_refusal
from hexfront.systems.malaya.rules.orders import ATTACK_WITH, FIRST_AIR, first_hex, unit_order
from hexfront.systems.malaya.rules.sequence import open_player_turn, proceed, set_up
from hexfront.systems.malaya.rules.turn import apply_step
from hexfront.systems.malaya.scenario.loader import MalayaScenario, load
from hexfront.systems.malaya.scenario.model import MAX_AIR, SIDE_NAMES
from hexfront.systems.malaya.scenario.setting import Setting, compile_setting
from hexfront.systems.malaya.scenario.state import BOOK, DIRECTIONS, MalayaState, Phase

NO_YES: Final = ("no", "yes")
TERMS: Final = {
    "side": word_term("whose units attack", *SIDE_NAMES, of="attacker"),
    "units": Term("units (MAL-5)", 1, 4),
    "factor": Term("attack factor of each attacker, defence factor of each defender", 1, 99),
    "steps": Term("steps of each whole unit (MAL-6)", 1, 2),
    "reduced": Term("units of them that have lost a step (MAL-6)", 0, 4),
    "armour": Term("units of them that are armour (MAL-23)", 0, 4),
    "supplied": word_term("whether they have supplies (MAL-15)", "yes", "no"),
    "air": Term("air points that it sends, or may send (MAL-22)", 0, MAX_AIR),
    "hex": Term("number of the defender's hex on the map", 101, 9999, "defender"),
    "from": Term("number of the hex from which they attack", 101, 9999, "attacker"),
}
ABOUT: Final = (
    "Two units of factor 4 and two steps attack one of the same, with no air points, unless more "
    "is said. Terrain, river and road follow from hex and from; without them a hex is taken that "
    "changes no die. Landings are not described so.",
)
EXAMPLES: Final = (
    '--attacker "units=3,factor=5,air=2" --defender "units=2,factor=3"',
    '--attacker "units=2,armour=1,factor=6" --defender "factor=4,supplied=no"',
    '--scenario first-game --attacker "side=commonwealth" --json',
)


class Described(NamedTuple):
    """One side of the battle."""

    units: int
    factor: int
    steps: int
    reduced: int
    armour: int
    supplied: bool
    air: int


def inquire(scenario: MalayaScenario, attacker: str, defender: str) -> OddsReport:
    """The odds of a battle, as typed. Errors: `InputError`, also where rules forbid the attack."""
    said = read_both(lambda side, text: read_terms(text, TERMS, side), attacker, defender)
    forces = (_described("attacker", said[0], 2), _described("defender", said[1], 1))
    plain = compile_setting(scenario)
    here, there = _places(plain, said[0].get("from"), said[1].get("hex"))
    side = said[0].get("side", 0)
    setting = _setting(scenario, plain, side, forces, (here, there))
    state = _declared(setting, side, forces, there)
    found = battle_odds(setting.ground, state)
    return _report(scenario, plain, side, forces, (here, there), found)


def _described(name: str, said: dict[str, int], units: int) -> Described:
    """Errors: `InputError`."""
    units = said.get("units", units)
    for key in ("reduced", "armour"):
        if said.get(key, 0) > units:
            raise InputError.at(f"{name} {key}", said[key], f"at most {units}, its units")
    steps = said.get("steps", 2)
    if said.get("reduced") and steps == 1:
        raise InputError.at(f"{name} reduced", said["reduced"], "0 where steps=1")
    return Described(
        units,
        said.get("factor", 4),
        steps,
        said.get("reduced", 0),
        said.get("armour", 0),
        not said.get("supplied", 0),
        said.get("air", 0),
    )


def _places(setting: Setting, origin: int | None, target: int | None) -> tuple[int, int]:
    """From where, and what is attacked. Errors: `InputError`."""
    hexes = setting.ground.hexes
    targets = [_place(setting, "defender hex", target)] if target is not None else None
    origins = [_place(setting, "attacker from", origin)] if origin is not None else None
    for there in targets or _open_hexes(setting):
        for direction in range(DIRECTIONS):
            here = int(hexes.neighbour[there, direction])
            back = (direction + 3) % DIRECTIONS
            if here == len(setting.labels) or (origins is not None and here not in origins):
                continue
            way, river = hexes.march[here, back], hexes.river[here, back]
            if way and (not river or targets is not None):
                return here, int(there)
    if targets is None:
        raise InputError.at("attacker from", f"{origin:04d}", "hex of the defender beside it")
    label = setting.labels[targets[0]]
    found = f"{origin:04d}" if origin is not None else "<none>"
    raise InputError.at("attacker from", found, f"a land hex beside {label}, with a way into it")


def _open_hexes(setting: Setting) -> list[int]:
    """Hexes that change no die, those from which one can go into most others first."""
    hexes = setting.ground.hexes
    plain = [h for h in range(len(setting.labels)) if not (hexes.die[h] or hexes.covered[h])]
    return sorted(plain, key=lambda place: -int((hexes.march[place] > 0).sum()))


def _place(setting: Setting, at: str, number: int) -> int:
    """Errors: `InputError`."""
    label = f"{number:04d}"
    if label not in setting.index_of:
        expected = f"a land hex of the map, such as {setting.labels[0]}"
        raise InputError.at(at, label, expected)
    return setting.index_of[label]


def _setting(
    scenario: MalayaScenario,
    plain: Setting,
    side: int,
    forces: tuple[Described, Described],
    places: tuple[int, int],
) -> Setting:
    """The scenario with the units of the battle alone."""
    units = [
        _unit(number, SIDE_NAMES[side if role == 0 else 1 - side], plain.labels[place], force)
        for role, (force, place) in enumerate(zip(forces, places, strict=True))
        for number in range(force.units)
    ]
    made = {
        "format": "hexfront-malaya-forces/1",
        "name": "described",
        "title": "Described",
        "units": [unit | {"id": f"u{number}"} for number, unit in enumerate(units)],
    }
    document = {**scenario.document, "map": scenario.file.map, "forces": made}
    return compile_setting(load(document, None, scenario.name))


def _unit(number: int, side: str, label: str, force: Described) -> dict[str, Any]:
    return {
        "name": f"{side} {number + 1}",
        "side": side,
        "nationality": "any",
        "formation": "any",
        "size": "regiment",
        "arm": "armour" if number < force.armour else "infantry",
        "attack": force.factor,
        "defence": force.factor,
        "movement": 7,
        "stacking": 0,
        "steps": force.steps,
        "start": label,
    }


def _declared(
    setting: Setting, side: int, forces: tuple[Described, Described], there: int
) -> MalayaState:
    """The battle, declared. Errors: `InputError` with the clause that forbids it."""
    ground, state = setting.ground, setting.start.copy()
    set_up(ground, state, NO_LOG)
    open_player_turn(ground, state, side, NO_LOG)
    proceed(ground, state, Phase.COMBAT, NO_LOG)
    second = int(ground.rules.second)
    own = range(second) if side == 0 else range(second, int(ground.rules.units))
    for role, force in enumerate(forces):
        units = own if role == 0 else [u for u in range(int(ground.rules.units)) if u not in own]
        for number, unit in enumerate(units):
            state.units.supplied[unit] = int(force.supplied)
            # Armour comes first, so the others are those that have lost steps.
            state.units.steps[unit] -= int(number >= force.units - force.reduced)
        state.game.air_left[side if role == 0 else 1 - side] = force.air
    orders = [first_hex(ground) + there]
    orders += [int(unit_order(ground, unit, ATTACK_WITH)) for unit in own]
    orders += [FIRST_AIR + forces[0].air] if forces[0].air else []
    for order in orders:
        refused = int(order_refusal(ground, state, side, order))
        if refused:
            raise _forbidden(refused)
        apply_step(ground, state, side, order, NO_LOG)
    if odds_column(ground, *strengths(ground, state)) < 0:
        expected = "odds that reach the lowest column of the results table (MAL-23)"
        raise InputError.at("attacker", "<too weak>", expected)
    return state


def _forbidden(refused: int) -> InputError:
    refusal = refusal_of(BOOK, refused)
    clause, reason = ("MAL-16", "") if refusal is None else (refusal.clause, refusal.reason)
    return InputError.at("attacker", f"<{reason}>", f"an attack that {clause} allows")


def _report(
    scenario: MalayaScenario,
    setting: Setting,
    side: int,
    forces: tuple[Described, Described],
    places: tuple[int, int],
    found: BattleOdds,
) -> OddsReport:
    column = scenario.file.results.columns[found.column]
    here, there = (setting.labels[place] for place in places)
    ordered = sorted(found.results.items(), key=lambda item: (item[0].attacker, item[0]))
    results = tuple((result_text(result), chance) for result, chance in ordered)
    air = tuple((f"{points}", chance) for points, chance in sorted(found.air.items()))
    lost = {name: found.expected(name) for name in ("attacker", "defender")}
    document: dict[str, Json] = {
        "system": "malaya",
        "scenario": scenario.name,
        "hex": there,
        "from": here,
        "strengths": [strength_text(value) for value in found.strengths],
        "column": f"{column.attacker}-{column.defender}",
        "die": {why: n for why, n in zip(MODIFIERS, found.modifiers, strict=True) if n},
        "hex_vacated": fraction_text(found.vacated),
        "steps_lost": {name: fraction_text(mean) for name, mean in lost.items()},
        "outcomes": chances_document(results),
        "defender_air": chances_document(air),
    }
    added = tuple(
        Share(signed(n), f"to the die {why}", "MAL-23")
        for why, n in zip(MODIFIERS, found.modifiers, strict=True)
        if n
    )
    names = [scenario.file.sides[side].title, scenario.file.sides[1 - side].title]
    sides = tuple(
        OddsSide(f"{role}: {name}", strength_text(strength), (_share(force), *more))
        for role, name, strength, force, more in zip(
            ("attacker", "defender"), names, found.strengths, forces, (added, ()), strict=True
        )
    )
    return OddsReport(
        document=document,
        title=f"{scenario.title}: from {here} on {there}, {column.attacker}-{column.defender}",
        sides=sides,
        chances=(("the hex is vacated", found.vacated),),
        means=tuple((f"steps that the {name} loses", mean) for name, mean in lost.items()),
        distributions=(
            Distribution("result", results),
            *((Distribution("air points of the defender", air),) if len(air) > 1 else ()),
        ),
    )


def _share(force: Described) -> Share:
    words = f"{force.units} of factor {force.factor}, {force.steps} steps"
    words += f", {force.reduced} reduced" if force.reduced else ""
    words += f", {force.armour} armour" if force.armour else ""
    words += "" if force.supplied else ", without supplies"
    return Share(counted(force.units, "unit"), words, "MAL-21")


def _pair(scenario: MalayaScenario, attacker: Counter, defender: Counter) -> tuple[str, str]:
    units = {unit.id: unit for unit in scenario.file.forces.units}

    def said(counter: Counter, factor: str) -> str:
        armour = int(units[counter.id].arm == "armour")
        steps, points = counter.values["steps"], counter.values[factor]
        return f"units=1,factor={int(points)},steps={steps},armour={armour}"

    own = f"side={SIDE_NAMES[attacker.side]},{said(attacker, 'attack')}"
    return own, f"{said(defender, 'defence')},hex={defender.place}"


FIGHT_ODDS: Final = FightOdds(TERMS, ABOUT, EXAMPLES, inquire, _pair)
"""What the system offers to `hexfront odds`."""
