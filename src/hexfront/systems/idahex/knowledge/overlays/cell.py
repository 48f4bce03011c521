"""What there is to know of a cell: ground, owner, routes and barriers, who is there (IDX-2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.core.contract import Figure
from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.knowledge.overlays.delay import named, status_words
from hexfront.systems.idahex.knowledge.overlays.figures import datum, figure, row, table
from hexfront.systems.idahex.knowledge.overlays.marches import Marches
from hexfront.systems.idahex.rules.maneuver.delays import barrier_between, ground_of, route_between
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.area import is_active
from hexfront.systems.idahex.scenario.design import RIM
from hexfront.systems.idahex.scenario.setting import Setting

DIRECTIONS = ("upper left", "lower left", "above", "below", "upper right", "lower right")


def cell_figures(setting: Setting, facts: dict[str, Json], place: int) -> Iterator[Figure]:
    """Environment, owner, neighbours, and the units there with their marches."""
    area, names = setting.design.area, setting.names
    basic = int(area.environment[place])
    if not is_active(area, place):
        yield figure("Environment", "not part of the war", "IDX-2.1", parts=(_basic(basic, place),))
        return
    state = reconstruct(setting, facts)
    actual = int(state.maps[0, basic])
    yield figure(
        "Environment",
        named(names.environments, actual),
        "IDX-2.1",
        "envmap of the basic type; it may change at the start of a cycle",
        (
            _basic(basic, place),
            datum(actual, "envmap", basic, caption="What the basic type is now"),
        ),
    )
    yield figure("Owner", names.sides[int(state.owner[place])], "IDX-3.3.2")
    yield _neighbours(setting, state, place)
    for side in range(2):
        yield from _units(setting, facts, state, place, side)


def _basic(basic: int, place: int) -> Figure:
    return datum(basic, "basic_env", place)


def _neighbours(setting: Setting, state: s.State, place: int) -> Figure:
    """Routes and barriers around it, as they are now."""
    area, names, ground = setting.design.area, setting.names, ground_of(setting.design)
    rows = []
    for side in range(RIM):
        other = int(area.rim[place, side])
        if not other or not is_active(area, other):
            continue
        route = route_between(ground, state, place, other)
        barrier = barrier_between(ground, state, place, other)
        basic = int(area.route[place, side]), int(area.barrier[place, side])
        cells = (
            figure("cell", str(other)),
            figure(
                "route",
                named(names.routes, route),
                "IDX-2.1",
                "rtemap of the basic type",
                (datum(basic[0], "basic_rtetype", place, other),),
            ),
            figure(
                "barrier",
                named(names.barriers, barrier) if barrier else "none",
                "IDX-2.1",
                "barmap of the basic type",
                (datum(basic[1], "basic_bartype", place, other),),
            ),
            figure("owner", names.sides[int(state.owner[other])], "IDX-3.3.2"),
        )
        rows.append(row(DIRECTIONS[side], cells))
    return table("Neighbours", ("cell", "route", "barrier", "owner"), rows, "IDX-2.1")


def _units(
    setting: Setting, facts: dict[str, Json], state: s.State, place: int, side: int
) -> Iterator[Figure]:
    """The active units of a side, with how long a march to each neighbour would take them."""
    unit = int(state.standing[place, side])
    while unit != s.NONE:
        known = setting.units[unit]
        status = s.status_of(state, unit)
        own = any(unit in part["rows"] for part in facts["own"].values())
        marches = tuple(Marches(setting, facts, unit).figures()) if own else ()
        caption = f"{known.number} {known.name}"
        yield figure(caption, status_words(*status), "IDX-2.2.1", parts=marches)
        unit = int(state.units.next_in_cell[unit])
