"""What `hexfront import` and `export` are asked about: maps, scenarios, and names for files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.grid_map import MapForm
    from hexfront.core.system import System


def map_form_of(system: System) -> MapForm:
    """How a system's maps are exchanged. Errors: `InputError` where they are not."""
    from hexfront.core.registry import find_system, system_names

    if system.scenarios.map_form is None:
        able = [name for name in system_names() if find_system(name).scenarios.map_form]
        raise InputError.at("--system", system.name, f"one with such maps: {', '.join(able)}")
    return system.scenarios.map_form()


def model_of(what: str, system: System) -> object:
    """A scenario, or a map, by name or file. Errors: `InputError`."""
    from hexfront.core.documents.places import located
    from hexfront.core.documents.stricttoml import read_document
    from hexfront.core.scenario import load_scenario

    path = Path(what)
    if path.suffix not in (".json", ".toml"):
        return load_scenario(system, what)
    document = read_document(path)
    kind = document.get("format") if isinstance(document, dict) else None
    known = system.scenarios.documents
    if not isinstance(kind, str) or kind not in known:
        return load_scenario(system, path)
    try:
        return known[kind](document, path.parent, what)
    except InputError as error:
        raise located(error) from None
