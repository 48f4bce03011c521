"""How a draft begins: as a copy of a scenario, or with an empty map."""

from __future__ import annotations

from hexfront.core.contract import Scenario
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.force_list import Force
from hexfront.core.grid_map import Cell, GridMap
from hexfront.core.system import System
from hexfront.editor.documents import roles_of, split


def forked(system: System, scenario: Scenario) -> dict[str, Json]:
    """The documents of a scenario, to be changed."""
    return split(system, scenario.document)


def empty(system: System, scenario: Scenario, columns: int, rows: int) -> dict[str, Json]:
    """A scenario's documents with an empty map of a size, and without forces.

    It is not sound until the designer has filled it; where maps are part of a scenario, the forces
    of a shipped one stand on it. Errors: `InputError` for a system that
    has no such maps, and for a size that its maps cannot have.
    """
    if system.scenarios.map_form is None:
        raise InputError.at("columns", columns, f"none: maps of {system.name} have no size")
    form = system.scenarios.map_form()
    for name, size, allowed in (("columns", columns, form.columns), ("rows", rows, form.rows)):
        if size not in allowed:
            by = f", in steps of {allowed.step}" if allowed.step > 1 else ""
            expected = f"{allowed[0]} to {allowed[-1]}{by}"
            raise InputError.at(name, size, expected)
    ground = form.terrains[0].name
    cells = {(column, row): Cell(ground) for column in range(columns) for row in range(rows)}
    grid = GridMap(form.offset, columns, rows, cells, title="New map")
    whole: Json = scenario.document
    if system.scenarios.forces_form is not None:
        forces = system.scenarios.forces_form()
        none = [Force(force.name, force.title, ()) for force in forces.read(scenario)]
        whole, _ = forces.put(scenario, none)
    documents = split(system, whole)
    drawn = form.draft(grid, "new-map", "New map")
    if form.within is not None:  # The map is part of the scenario, and has no role of its own.
        return split(system, drawn)
    documents[map_role(system, documents, drawn)] = drawn
    return documents


def map_role(system: System, documents: dict[str, Json], drawn: Json) -> str:
    """The role of a map: that of the document with the same format."""
    for role in roles_of(system)[1:]:
        if documents.get(role, {}).get("format") == drawn.get("format"):
            return role
    expected = f"a map that scenarios of {system.name} can have"
    raise InputError.at("map", drawn.get("format"), expected)
