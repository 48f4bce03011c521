"""How a draft begins: as a copy of a scenario, or with nothing in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.contract import Scenario
from hexfront.core.documents.slugs import slug
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, GridMap, MapForm
from hexfront.core.map_layers import part_of
from hexfront.core.scenario import Reading
from hexfront.core.scenario_files import BlankAnswers, BlankForm, BlankQuestion
from hexfront.core.system import System
from hexfront.editor.documents import SCENARIO, roles_of, split
from hexfront.editor.patches import Patch, apply_patch, parse_pointer

USUAL_SIZE: Final = (20, 15)
"""Columns and rows of an empty map where nothing else is wanted."""
MAX_NAME: Final = 40
"""Letters of a name in an answer."""


def forked(system: System, scenario: Scenario, title: str = "") -> dict[str, Json]:
    """The documents of a scenario, to be changed.

    Args:
        system: whose scenario it is.
        scenario: what is copied.
        title: of the copy; empty for that of the scenario.
    """
    documents = split(system, scenario.document)
    if title not in ("", scenario.title):
        documents[SCENARIO] = {**documents[SCENARIO], **_called(title)}
    return documents


def blank_form(system: System) -> BlankForm | None:
    """What is asked of somebody who begins with nothing; None where one always begins with a
    copy."""
    if system.scenarios.blank is not None or system.scenarios.map_form is None:
        return system.scenarios.blank
    form = system.scenarios.map_form()
    columns, rows = (
        _nearest(allowed, size)
        for allowed, size in zip((form.columns, form.rows), USUAL_SIZE, strict=True)
    )
    return BlankForm(
        "An empty map",
        "No units stand on it yet; turns, tables and options are the usual ones.",
        (
            BlankQuestion("columns", "Columns", columns, form.columns),
            BlankQuestion("rows", "Rows", rows, form.rows),
        ),
        lambda scenario, answers: _empty_map(system, form, scenario, answers),
    )


def empty(system: System, scenario: Scenario, title: str, answers: BlankAnswers) -> dict[str, Json]:
    """The documents of a scenario with nothing in it.

    It is not sound until the designer has filled it.

    Args:
        system: whose scenario it is.
        scenario: one whose rules and tables it has.
        title: what it is called.
        answers: to the questions of `blank_form`; what is left out is as usual.

    Errors: `InputError` for a system that asks none, and for answers that are not allowed.
    """
    form = blank_form(system)
    if form is None:
        raise InputError.at("blank", system.name, "a system whose scenarios can begin with nothing")
    documents = split(system, form.make(scenario, _checked(form, answers)))
    called = {**_called(title), "description": ""}
    # An order of battle in a file of its own has words of its own.
    for role in {SCENARIO, *(one.role for one in system.scenarios.force_lists)}:
        known = documents[role]
        documents[role] = {**known, **{key: called[key] for key in called if key in known}}
    return documents


def _called(title: str) -> dict[str, Json]:
    return {"name": slug(title, "new-scenario"), "title": title}


def _checked(form: BlankForm, answers: BlankAnswers) -> dict[str, int | Sequence[str]]:
    """Answers to all questions. Errors: `InputError` with every one that is not allowed."""
    reading = Reading()
    known = {question.name: question for question in form.questions}
    for name in answers:
        if name not in known:
            reading.unknown("blank", name, f"one of: {', '.join(known)}")
    given = {name: answers.get(name, question.usual) for name, question in known.items()}
    for name, question in known.items():
        answer, allowed = given[name], question.allowed
        by = f", in steps of {allowed.step}" if allowed.step > 1 else ""
        bounds = f"{allowed[0]} to {allowed[-1]}{by}"
        if isinstance(question.usual, int):
            if not isinstance(answer, int):
                reading.report(question.title, "<names>", f"a number, {bounds}")
            elif answer not in allowed:
                reading.report(question.title, answer, bounds)
        elif isinstance(answer, int) or len(answer) not in allowed:
            found = answer if isinstance(answer, int) else f"<{len(answer)} names>"
            reading.report(question.title, found, f"{bounds} names")
        else:
            _check_names(reading, question.title, answer)
    return reading.finish(given)


def _check_names(reading: Reading, place: str, names: Sequence[str]) -> None:
    for name in names:
        if not name.strip() or len(name) > MAX_NAME:
            reading.report(place, name[:MAX_NAME], f"names of 1 to {MAX_NAME} letters")
    known = ((place, slug(name, str(number))) for number, name in enumerate(names))
    reading.once(known, "each name once")


def _nearest(allowed: range, size: int) -> int:
    return min(allowed, key=lambda one: abs(one - size))


def _empty_map(system: System, form: MapForm, scenario: Scenario, answers: BlankAnswers) -> Json:
    """A scenario's document with an empty map of a size, without units and places."""
    columns, rows = (int(str(answers[name])) for name in ("columns", "rows"))
    ground = form.terrains[0].name
    cells = {(column, row): Cell(ground) for column in range(columns) for row in range(rows)}
    grid = GridMap(form.offset, columns, rows, cells, title="New map")
    whole = form.draft(grid, "new-map", "New map")
    if form.within is None:  # Else the map is part of the scenario, and has no role of its own.
        known = scenario.document
        whole = {**known, map_role(system, known, whole): whole}
    lists = [
        one.at if one.role == SCENARIO else f"/{one.role}{one.at}"
        for one in system.scenarios.force_lists
    ]
    without: Patch = []
    for at in (*lists, *system.scenarios.names_places):
        held = part_of(whole, *parse_pointer(at, at))
        if isinstance(held, list):
            without.append({"op": "replace", "path": at, "value": []})
        elif held is not None:
            without.append({"op": "remove", "path": at})
    return apply_patch(whole, without).document


def map_role(system: System, whole: Json, drawn: Json) -> str:
    """The role of a map: that of the part of a scenario with the same format.

    Errors: `InputError` where the scenario has no such part.
    """
    for role in roles_of(system)[1:]:
        part = whole.get(role)
        if isinstance(part, dict) and part.get("format") == drawn.get("format"):
            return role
    expected = f"a map that scenarios of {system.name} can have"
    raise InputError.at("map", drawn.get("format"), expected)
