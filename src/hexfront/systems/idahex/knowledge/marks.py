"""What a view draws over the area of war: owners, movements, missions, engagements (IDX-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexfront.core.contract import Mark
from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.knowledge.descriptions import (
    draft_words,
    mission_words,
    posture_words,
    unit_words,
)
from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.setting import Setting

ROUTE: Final = "route"
BARRIER: Final = "barrier"


def owners(setting: Setting, facts: dict[str, Json]) -> tuple[int, ...]:
    """Whose each cell is; nobody's where no unit can be (IDX-2.1)."""
    active = setting.design.area.environment > 0
    return tuple(
        owner if active[cell] else s.NONE for cell, owner in enumerate(facts["owner"]) if cell
    )


def marks(setting: Setting, facts: dict[str, Json]) -> Iterator[Mark]:
    """Where units are going, who fights, and what the viewer's task forces were told to do."""
    yield from _movements(setting, facts)
    for own in facts["own"].values():
        yield from _missions(setting, facts, own)
        yield from _draft(setting, facts, own)
    for engagement in facts["engagements"]:
        yield _engagement(setting, engagement)


def _movements(setting: Setting, facts: dict[str, Json]) -> Iterator[Mark]:
    for row, (place, posture, objective, *_) in enumerate(facts["units"]):
        if posture >= 20 and objective != place:
            kind = "attack" if posture >= 40 else "course"
            what = f"{posture_words(setting, posture)} towards {objective}"
            number = str(setting.units[row].number)
            caption = f"{unit_words(setting, row)}: {what}"
            yield Mark(kind, number, (str(place), str(objective)), caption, "IDX-3.1")


def _missions(setting: Setting, facts: dict[str, Json], own: Json) -> Iterator[Mark]:
    for leader, force in own["forces"].items():
        path = _path(facts["units"][int(leader)][0], [aim for aim, *_ in force["orders"]])
        if len(path) > 1:
            number = str(setting.units[int(leader)].number)
            orders = mission_words(setting, force["orders"])
            caption = f"{unit_words(setting, int(leader))}: mission {orders}"
            yield Mark("plan", number, path, caption, "IDX-4.1")


def _draft(setting: Setting, facts: dict[str, Json], own: Json) -> Iterator[Mark]:
    """The mission that is being written."""
    command = understand(setting.book, own["draft"])
    if command.word == o.MISSION and command.units:
        place = facts["units"][command.units[0]][0]
        path = _path(place, [order.place for order in command.orders])
        if len(path) > 1:
            number = str(setting.units[command.units[0]].number)
            yield Mark("draft", number, path, draft_words(setting, command), "IDX-4.1")


def _path(start: int, aims: list[int]) -> tuple[str, ...]:
    path = [start]
    for aim in aims:
        if aim != path[-1]:
            path.append(aim)
    return tuple(map(str, path))


def _engagement(setting: Setting, engagement: Json) -> Mark:
    """Where two sides fight, with what both are told of the balance (IDX-5.1)."""
    attacker = setting.names.sides[engagement["attacker"]]
    defender = setting.names.sides[1 - engagement["attacker"]]
    caption = f"{attacker} attacks {defender} in {engagement['cell']}"
    return Mark("engagement", "", (str(engagement["cell"]),), caption, "IDX-5.1")


def changed_types(setting: Setting, maps: Json) -> dict[str, str]:
    """What basic types are now, by their names on the board; only those that changed (IDX-2.1).

    `maps`: the actual type of each basic one up to the last that the war has, for environments,
    routes and barriers.
    """
    names = setting.names
    count = (len(names.environments), len(names.routes), len(names.barriers))
    found = {}
    for actual, kind, last in zip(maps, ("", f"{ROUTE} ", f"{BARRIER} "), count, strict=True):
        for basic, now in enumerate(actual[: last + 1]):
            if now != basic:
                found[f"{kind}{basic}"] = f"{kind}{now}" if now > 0 else ""
    return found
