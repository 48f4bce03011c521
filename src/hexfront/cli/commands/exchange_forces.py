"""What `hexfront import` and `export` do with forces."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.cli.console import say, say_json
from hexfront.cli.files import write_document
from hexfront.cli.naming import map_form_of
from hexfront.core.documents.files import write_whole
from hexfront.core.documents.slugs import slug
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.force_list import Degrees, ForcesForm
    from hexfront.core.system import System
    from hexfront.exchange.table import Table


def import_forces(
    kind: str,
    file: Path,
    system: System,
    scenario: str | None,
    table: Table,
    out: Path | None,
    *,
    json: bool,
) -> None:
    """Put forces into a scenario, and tell what became of them. Errors: `InputError`."""
    from hexfront.core.scenario import load_scenario
    from hexfront.exchange.forces.fitting import fit_forces

    if kind == "msdl":
        from hexfront.exchange.forces.msdl import import_msdl as read
    else:
        from hexfront.exchange.forces.orbat_mapper import import_orbat as read

    forms, form = _forces_form_of(system), map_form_of(system)
    found = read(file)
    before = load_scenario(system, scenario)
    fitted = fit_forces(found, forms.read(before), form.read(before), form, table)
    document, lost = forms.put(before, fitted.forces)
    if out is not None:
        document = {**document, "name": slug(out.stem, "scenario")}
    if found.title:
        document = {**document, "title": found.title[:80]}
    system.scenarios.load(document, None, str(out or file))
    if out is not None:
        write_document(out, document, system)
    lost = [*fitted.lost, *lost]
    counts = {force.name: len(force.units) for force in fitted.forces}
    if json:
        facts = {"file": str(out) if out else None, "sides": fitted.sides, "units": counts}
        say_json({**facts, "lost": lost})
        return
    say(f"{out or file}: {document['title']}")
    for word, side in fitted.sides.items():
        say(f"  {word}: {side or 'left out'}")
    for side, count in counts.items():
        say(f"  units of {side}: {count}")
    for words in lost:
        say(f"  lost: {words}")


def export_msdl(what: str, system: System, out: Path) -> dict[str, object]:
    """Write the forces of a scenario as MSDL. Errors: `InputError`."""
    from hexfront.core.scenario import load_scenario
    from hexfront.exchange.forces.fitting import degrees_of
    from hexfront.exchange.forces.msdl import export_msdl as write

    forms, form = _forces_form_of(system), map_form_of(system)
    scenario = load_scenario(system, what)
    grid = form.read(scenario)
    centres = {form.label(grid, spot): place for spot, place in degrees_of(grid).items()}

    def degrees(label: str) -> Degrees | None:
        return centres.get(label)

    forces = [force for force in forms.read(scenario) if force.units]
    if not forces:
        raise InputError.at(what, "<no unit>", "a scenario in which units stand ready")
    text, lost = write(scenario.title, forces, degrees)
    write_whole(out, text, "--out")
    units = sum(len(force.units) for force in forces)
    return {"file": str(out), "title": scenario.title, "units": units, "lost": lost}


def _forces_form_of(system: System) -> ForcesForm:
    from hexfront.core.registry import find_system, system_names

    if system.scenarios.forces_form is None:
        able = [name for name in system_names() if find_system(name).scenarios.forces_form]
        raise InputError.at("--system", system.name, f"one with such forces: {', '.join(able)}")
    return system.scenarios.forces_form()
