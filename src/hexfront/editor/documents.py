"""A scenario as documents by role: itself, and each large part that it may name as a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from hexfront.core.contract import Scenario
from hexfront.core.documents.strictjson import Json
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.registry import find_system
from hexfront.core.system import System

SCENARIO: Final = "scenario"
"""The role of the scenario without its parts."""

Documents: TypeAlias = "Mapping[str, Json]"
"""By role; nobody changes them."""


@cache
def _schema(system: str) -> Json:
    publish = find_system(system).scenarios.schemas.get("scenario")
    return publish() if publish else {}


def schema_of(system: System) -> Json:
    """The published JSON Schema of a system's scenarios."""
    return _schema(system.name)


def part_schemas(system: System) -> dict[str, Json]:
    """The schemas of the parts that may be files of their own, by role."""
    members = _schema(system.name).get("properties", {})
    return {
        # Without the words for the member, which say how a file may be named.
        key: next({"$ref": form["$ref"]} for form in member["anyOf"] if "$ref" in form)
        for key, member in members.items()
        if _names_file(member)
    }


def _names_file(member: Json) -> bool:
    """Whether the schema of a member takes a document or the name of its file.

    As `mechanics.file_model.or_reference` writes it.
    """
    forms = member.get("anyOf", [])
    texts = [form for form in forms if form.get("type") == "string" and "maxLength" in form]
    return len(forms) == 2 and bool(texts) and any("$ref" in form for form in forms)


def roles_of(system: System) -> tuple[str, ...]:
    """The roles of a system's documents: the scenario first, then its parts."""
    return (SCENARIO, *part_schemas(system))


def split(system: System, whole: Json) -> dict[str, Json]:
    """A complete scenario document as documents by role."""
    parts = [role for role in roles_of(system)[1:] if role in whole]
    scenario = {key: value for key, value in whole.items() if key not in parts}
    return {SCENARIO: scenario} | {role: whole[role] for role in parts}


def joined(documents: Documents) -> Json:
    """The complete scenario document of documents by role."""
    scenario = documents[SCENARIO]
    if not isinstance(scenario, dict):
        return scenario
    return {**scenario, **{role: part for role, part in documents.items() if role != SCENARIO}}


def by_role(documents: Documents, role: str, written: Json) -> dict[str, Json]:
    """What was written by hand as a document of a draft, by the roles of what it holds.

    A whole scenario, such as an imported one, brings its parts along. Where it names files
    instead, as a saved one does, the parts of the draft stay.
    """
    if role != SCENARIO:
        return {role: written}
    parts = {name: part for name, part in written.items() if name in documents}
    rest = {key: value for key, value in written.items() if key not in parts}
    whole = {name: part for name, part in parts.items() if isinstance(part, dict)}
    return {SCENARIO: rest} | whole


def hex_lists(system: System, document: Json) -> HexLists | None:
    """Where a document of a draft holds hexes."""
    find = system.scenarios.hex_lists
    return find(document) if find else None


def load(system: System, documents: Documents) -> Scenario:
    """The scenario of a draft. Errors: `InputError` with every problem, places as of `check`."""
    return system.scenarios.load(joined(documents), None, PLACE)


PLACE: Final = "draft"
"""Before the JSON pointer of a problem."""
