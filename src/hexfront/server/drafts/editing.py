"""The HTTP requests of the editor: drafts, their changes and their history.

Whoever owns the server, which then listens on this machine alone, may do all. Elsewhere nobody
may, or, where the operator wants it, whoever holds the token of a draft.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from fastapi import Header, Request
from fastapi.responses import JSONResponse

from hexfront.core.contract import UMPIRE, Rules
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.editor.beginning import empty, forked
from hexfront.editor.checks import Checker, DraftProblem
from hexfront.editor.documents import part_schemas, schema_of
from hexfront.editor.drafts import Draft, DraftStore, Stale, StepMade, unknown_draft
from hexfront.editor.plain_board import plain_board
from hexfront.editor.runs import Runs
from hexfront.server.access.addresses import client_of
from hexfront.server.access.security import Rates
from hexfront.server.access.strict import StrictRoute, TooMany, strict_router
from hexfront.server.matches import scenario_named
from hexfront.server.wire.drafts import (
    CopyOrder,
    DraftBoard,
    DraftChange,
    DraftForms,
    DraftHistory,
    DraftInfo,
    DraftList,
    DraftMade,
    DraftMap,
    DraftMove,
    DraftOpened,
    DraftRename,
    DraftStep,
    DraftTokens,
    ForceListInfo,
    HistoryEntry,
    NewDraft,
    ProblemOfDraft,
    StaleAnswer,
    VersionName,
)
from hexfront.server.wire.frames import error_message, plain

MAX_BODY = 6 * 1024 * 1024
"""Bytes of a change: all hexes of a map of 200 by 200 take about 2 MiB."""
NEW_DRAFTS_A_SECOND = 0.2
NEW_DRAFTS_AT_ONCE = 20
CHANGES_A_SECOND = 20
CHANGES_AT_ONCE = 200


class EditingRoute(StrictRoute):
    """A route that takes large documents."""

    limit = MAX_BODY


router = strict_router("/api/drafts", EditingRoute)
STALE: dict[int | str, dict[str, Any]] = {409: {"model": StaleAnswer}}


@dataclass
class Editing:
    """What the requests are answered from."""

    store: DraftStore
    owner: bool
    """Whether all who reach this server own it."""
    tokens: bool = False
    """Whether others may make drafts, each opened by its token."""
    checker: Checker = field(default_factory=Checker)
    runs: Runs = field(default_factory=Runs)
    new_drafts: Rates = field(
        default_factory=lambda: Rates(NEW_DRAFTS_A_SECOND, NEW_DRAFTS_AT_ONCE)
    )
    changes: Rates = field(default_factory=lambda: Rates(CHANGES_A_SECOND, CHANGES_AT_ONCE))
    written: dict[Path, str] = field(default_factory=dict)
    """The files that were saved since the server began, each with its draft."""
    saving: Lock = field(default_factory=Lock)

    def check_allowed(self) -> None:
        """Errors: `InputError` where whoever asks may begin no draft."""
        if not (self.owner or self.tokens):
            found = "<a server that others reach>"
            raise InputError.at("drafts", found, "one of one's own, or one that allows drafts")

    def last_rules(self, draft: str, system: str) -> Rules[Any] | None:
        """The rules of a checked draft as it was when it was last sound; None where it never was,
        or too long ago to be looked for."""
        self.checker.look_back(draft, system, self.store.earlier(draft))
        return self.checker.rules(draft)

    def close(self) -> None:
        """End games that are played, and close the store."""
        self.runs.close()
        self.store.close()

    def check_opens(self, draft: str, token: str) -> None:
        """Errors: `InputError` where whoever asks may not open a draft."""
        if not self.owner and not (self.tokens and self.store.opens(draft, token)):
            raise unknown_draft()


DraftToken = Annotated[str, Header(max_length=64)]
"""In the header `Draft-Token`; the owner of the server needs none."""


def editing_of(request: Request) -> Editing:
    """The service of this server. Errors: `InputError` where there is none."""
    editing: Editing | None = request.app.state.editing
    if editing is None:
        raise InputError.at("drafts", "<no folder for them>", "a server that keeps drafts")
    return editing


def opened_by(request: Request, draft: str, token: str) -> Editing:
    """The service, for a draft that whoever asks may open. Errors: `InputError`, `TooMany`."""
    editing = editing_of(request)
    if not editing.owner and not editing.changes.take(client_of(request)):
        raise TooMany("too many requests of drafts from one address; try again soon")
    editing.check_opens(draft, token)
    return editing


def check_rate(editing: Editing, request: Request) -> None:
    """Errors: `TooMany` where strangers at one address begin too many drafts."""
    if not editing.owner and not editing.new_drafts.take(client_of(request)):
        raise TooMany("too many new drafts from one address; try again soon")


@router.post("/mine")
async def my_drafts(wanted: DraftTokens, request: Request) -> DraftList:
    """The drafts that one may open: all, for the owner of the server; those of some tokens."""
    editing = editing_of(request)
    store = editing.store

    def look() -> list[Draft]:
        if editing.owner:
            return store.drafts()
        return store.opened(wanted.tokens) if editing.tokens else []

    found = await asyncio.to_thread(look)
    allowed = editing.owner or editing.tokens
    return DraftList(owner=editing.owner, allowed=allowed, drafts=[_info(draft) for draft in found])


@router.post("", status_code=201)
async def new_draft(order: NewDraft, request: Request) -> DraftMade:
    """Begin a draft, and hand out its token, once."""
    editing = editing_of(request)
    editing.check_allowed()
    check_rate(editing, request)

    def make() -> DraftMade:
        system = find_system(order.system)
        scenario = scenario_named(system, order.scenario)
        if order.blank is None:
            documents = forked(system, scenario, order.name)
            title = f"Begun as a copy of {scenario.title}"
        else:
            documents = empty(system, scenario, order.name, order.blank)
            title = "Begun with nothing in it"
        made = editing.store.create(system.name, order.name, documents, title)
        return DraftMade(draft=made.id, token=made.token)

    return await asyncio.to_thread(make)


@router.post("/{draft}/copy", status_code=201)
async def copy_draft(
    draft: str, wanted: CopyOrder, request: Request, draft_token: DraftToken = ""
) -> DraftMade:
    """Begin a draft as a copy of another as it is now, with a history of its own."""

    def make() -> DraftMade:
        editing = opened_by(request, draft, draft_token)
        check_rate(editing, request)
        found, documents = editing.store.current(draft)
        title = f"Begun as a copy of {found.name}"
        made = editing.store.create(found.system, wanted.name, documents, title)
        return DraftMade(draft=made.id, token=made.token)

    return await asyncio.to_thread(make)


@router.get("/{draft}")
async def open_draft(draft: str, request: Request, draft_token: DraftToken = "") -> DraftOpened:
    """A draft with its documents and what is wrong with it."""

    def look() -> DraftOpened:
        editing = opened_by(request, draft, draft_token)
        found, documents = editing.store.current(draft)
        can_undo, can_redo = editing.store.can_move(found)
        return DraftOpened(
            draft=_info(found),
            documents=documents,
            problems=_checked(editing, found, documents),
            can_undo=can_undo,
            can_redo=can_redo,
        )

    return await asyncio.to_thread(look)


@router.post("/{draft}/changes", response_model=DraftStep, responses=STALE)
async def change(
    draft: str, wanted: DraftChange, request: Request, draft_token: DraftToken = ""
) -> Any:
    """Make one change; it is on the disk when this answers."""

    def make() -> DraftStep:
        editing = opened_by(request, draft, draft_token)
        store, wish = editing.store, wanted
        made = store.change(draft, wish.base, wish.title, wish.patches, wish.key)
        return step_answer(editing, draft, made)

    return await answered(make)


@router.post("/{draft}/moves", response_model=DraftStep, responses=STALE)
async def move(
    draft: str, wanted: DraftMove, request: Request, draft_token: DraftToken = ""
) -> Any:
    """Undo, do again, or go to any change of the history."""

    def make() -> DraftStep:
        editing = opened_by(request, draft, draft_token)
        store = editing.store
        if wanted.to == "undo":
            made = store.undo(draft, wanted.base)
        elif wanted.to == "redo":
            made = store.redo(draft, wanted.base)
        else:
            made = store.go(draft, wanted.base, int(wanted.to))
        return step_answer(editing, draft, made)

    return await answered(make)


async def answered(make: Any) -> Any:
    """The answer of a step; 409 with what happened meanwhile where it was made too late."""
    try:
        return await asyncio.to_thread(make)
    except Stale as stale:
        message = error_message(stale)
        return JSONResponse({**message, "version": stale.version, "since": stale.since}, 409)


@router.get("/{draft}/history")
async def history(draft: str, request: Request, draft_token: DraftToken = "") -> DraftHistory:
    """The changes of a draft."""

    def look() -> DraftHistory:
        store = opened_by(request, draft, draft_token).store
        changes = [HistoryEntry(**node._asdict()) for node in store.history(draft)]
        # Changes are numbered from 0, and none is ever taken away.
        older = changes[-1].node
        return DraftHistory(node=store.draft(draft).node, changes=changes, older=older)

    return await asyncio.to_thread(look)


@router.post("/{draft}/versions")
async def name_version(
    draft: str, wanted: VersionName, request: Request, draft_token: DraftToken = ""
) -> DraftHistory:
    """Name a version of a draft."""

    def name() -> None:
        store = opened_by(request, draft, draft_token).store
        store.name_version(draft, wanted.node, wanted.name)

    await asyncio.to_thread(name)
    return await history(draft, request, draft_token)


@router.post("/{draft}/name")
async def rename(
    draft: str, wanted: DraftRename, request: Request, draft_token: DraftToken = ""
) -> DraftInfo:
    """Give a draft another name."""

    def name() -> DraftInfo:
        store = opened_by(request, draft, draft_token).store
        store.rename(draft, wanted.name)
        return _info(store.draft(draft))

    return await asyncio.to_thread(name)


@router.post("/{draft}/delete")
async def delete(
    draft: str, wanted: DraftTokens, request: Request, draft_token: DraftToken = ""
) -> DraftList:
    """Delete a draft with its history; the drafts that are left."""

    def remove() -> None:
        editing = opened_by(request, draft, draft_token)
        editing.store.delete(draft)
        editing.checker.forget(draft)
        editing.runs.forget(draft)

    await asyncio.to_thread(remove)
    return await my_drafts(wanted, request)


@router.get("/{draft}/board")
async def board(draft: str, request: Request, draft_token: DraftToken = "") -> DraftBoard:
    """The board and the start of a draft, as its umpire would see it."""

    def look() -> DraftBoard:
        editing = opened_by(request, draft, draft_token)
        found, documents = editing.store.current(draft)
        problems = editing.checker.check(draft, found.system, documents)
        sound = not any(not problem.warning for problem in problems)
        rules = editing.last_rules(draft, found.system)
        if rules is None:
            drawn = plain_board(find_system(found.system), documents)
            return DraftBoard(board=drawn, view=None, sound=False)
        view = rules.view(rules.start(), UMPIRE)
        return DraftBoard(board=rules.board(), view=plain(view), sound=sound)

    return await asyncio.to_thread(look)


@router.get("/{draft}/map")
async def map_layers(draft: str, request: Request, draft_token: DraftToken = "") -> DraftMap:
    """What the map of a draft holds, and how one draws on it."""

    def look() -> DraftMap:
        found, documents = opened_by(request, draft, draft_token).store.current(draft)
        system = find_system(found.system)
        if system.scenarios.map_layers is None:
            return DraftMap(layers=None, json_schema=None)
        layers = system.scenarios.map_layers(documents)
        return DraftMap(layers=layers, json_schema=schema_of(system) if layers.lists else None)

    return await asyncio.to_thread(look)


@router.get("/{draft}/forms")
async def forms(draft: str, request: Request, draft_token: DraftToken = "") -> DraftForms:
    """What the documents of a draft may hold, as the system describes it."""

    def look() -> DraftForms:
        editing = opened_by(request, draft, draft_token)
        system = find_system(editing.store.draft(draft).system)
        return DraftForms(
            schema_of_scenario=schema_of(system),
            parts=part_schemas(system),
            force_lists=[
                ForceListInfo(
                    **{
                        key: [*value] if isinstance(value, tuple) else value
                        for key, value in asdict(one).items()
                    }
                )
                for one in system.scenarios.force_lists
            ],
        )

    return await asyncio.to_thread(look)


def _info(draft: Draft) -> DraftInfo:
    return DraftInfo(**asdict(draft))


def step_answer(editing: Editing, draft: str, made: StepMade) -> DraftStep:
    """The answer of a step that was made."""
    found, documents = editing.store.current(draft)
    can_undo, can_redo = editing.store.can_move(found)
    return DraftStep(
        version=made.version,
        node=made.node,
        title=made.title,
        patches=made.patches and dict(made.patches),
        problems=_checked(editing, found, documents),
        can_undo=can_undo,
        can_redo=can_redo,
    )


def _checked(editing: Editing, found: Draft, documents: Mapping[str, Json]) -> list[ProblemOfDraft]:
    problems = editing.checker.check(found.id, found.system, documents)
    return [_problem(problem) for problem in problems]


def _problem(problem: DraftProblem) -> ProblemOfDraft:
    return ProblemOfDraft(**{**problem._asdict(), "place": problem.place or None})
