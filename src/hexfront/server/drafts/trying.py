"""The HTTP requests that try a draft out: a match, games between machines, what makes it fair."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request

from hexfront.agents import agent_factories, usual_opponent
from hexfront.agents.levels import levels_of
from hexfront.core.contract import Rules
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.editor.documents import load
from hexfront.editor.fairness import Chosen, make_fair
from hexfront.editor.games import play_games
from hexfront.editor.runs import Run
from hexfront.play.storage.records import NewTokens
from hexfront.server.access.strict import strict_router
from hexfront.server.api import made_match, seat_plan, services_of
from hexfront.server.drafts.editing import DraftToken, EditingRoute, opened_by
from hexfront.server.matches import create_match_of
from hexfront.server.wire.bodies import MatchMade
from hexfront.server.wire.draft_runs import (
    DraftGamesOrder,
    DraftMatch,
    DraftRun,
    DraftSides,
    FairOrder,
)
from hexfront.server.wire.drafts import Nothing

MAX_STRANGERS_GAMES = 100
"""Of a run that the owner of the server has not asked for."""

router = strict_router("/api/drafts/{draft}", EditingRoute)


@router.get("/sides")
async def sides(draft: str, request: Request, draft_token: DraftToken = "") -> DraftSides:
    """Who may play a draft."""

    def look() -> DraftSides:
        editing = opened_by(request, draft, draft_token)
        found, documents = editing.store.current(draft)
        editing.checker.check(draft, found.system, documents)
        rules = editing.last_rules(draft, found.system)
        titles: list[str] = []
        if rules is not None:
            shown = {side["name"]: side.get("title") for side in rules.board().get("sides", [])}
            titles = [shown.get(side) or side for side in rules.sides]
        system = find_system(found.system)
        return DraftSides(
            sides=titles,
            usual=usual_opponent(system),
            quick=quickest(system, rules),
            levels=[*levels_of(system)],
            agents=[*agent_factories(system)],
        )

    return await asyncio.to_thread(look)


def quickest(system: System, rules: Rules[Any] | None) -> str:
    """The strongest opponent that plays in kernels, and does not think by the clock."""
    batch = system.learning.batch
    game = batch(rules) if batch is not None and rules is not None else None
    if game is None or game.opponents is None:
        return usual_opponent(system)
    return game.opponents.names[-1]


@router.post("/play", status_code=201)
async def play(
    draft: str, wanted: DraftMatch, request: Request, draft_token: DraftToken = ""
) -> MatchMade:
    """Make a match of a draft as it is now, and hand out its tokens, once."""
    services = services_of(request)

    def make() -> tuple[NewTokens, str]:
        editing = opened_by(request, draft, draft_token)
        found, documents = editing.store.current(draft)
        system = find_system(found.system)
        scenario = load(system, documents)
        seats = [seat_plan(system, seat, side) for side, seat in enumerate(wanted.seats)]
        made = create_match_of(services.store, system, scenario, seats, {})
        return made, f"{scenario.title} (draft)"

    made, title = await asyncio.to_thread(make)
    await services.tables.begin(made.match)
    return made_match(made, title)


@router.post("/games")
async def games(
    draft: str, wanted: DraftGamesOrder, request: Request, draft_token: DraftToken = ""
) -> DraftRun:
    """Let machines play a draft as it is now, many times; an older run of it ends."""
    return await asyncio.to_thread(_begin, request, draft, draft_token, wanted, "games")


@router.post("/fair")
async def fair(
    draft: str, wanted: FairOrder, request: Request, draft_token: DraftToken = ""
) -> DraftRun:
    """Look for numbers that make a draft fair; an older run of it ends."""
    return await asyncio.to_thread(_begin, request, draft, draft_token, wanted, "fair")


def _begin(
    request: Request, draft: str, token: str, wanted: DraftGamesOrder, kind: str
) -> DraftRun:
    editing = opened_by(request, draft, token)
    if not editing.owner and wanted.games > MAX_STRANGERS_GAMES:
        raise InputError.at("body: /games", wanted.games, f"at most {MAX_STRANGERS_GAMES}")
    found, documents = editing.store.current(draft)
    load(find_system(found.system), documents)
    given: tuple[Any, ...] = (found.system, documents, wanted.agents, wanted.games)
    if not isinstance(wanted, FairOrder):
        run = editing.runs.start(draft, kind, found.version, play_games, given)
    else:
        numbers = [Chosen(one.role, one.pointer, one.low, one.high) for one in wanted.numbers]
        given = (found.system, documents, wanted.agents, numbers, wanted.games)
        run = editing.runs.start(draft, kind, found.version, make_fair, given)
    return _run(run)


@router.get("/run")
async def run(draft: str, request: Request, draft_token: DraftToken = "") -> DraftRun:
    """How the last games of a draft stand."""
    editing = await asyncio.to_thread(opened_by, request, draft, draft_token)
    return _run(editing.runs.get(draft))


@router.post("/run/stop")
async def stop(draft: str, _: Nothing, request: Request, draft_token: DraftToken = "") -> DraftRun:
    """End the games of a draft; what they have shown so far stays."""
    editing = await asyncio.to_thread(opened_by, request, draft, draft_token)
    await asyncio.to_thread(editing.runs.stop, draft)
    return _run(editing.runs.get(draft))


def _run(run: Run | None) -> DraftRun:
    told = (run.told if run else None) or {}
    return DraftRun(
        kind="none" if run is None else "fair" if run.kind == "fair" else "games",
        version=run.version if run else 0,
        running=run is not None and run.running,
        problem=run.problem if run else "",
        done=told.get("done", 0),
        of=told.get("of", 0),
        games=told.get("games"),
        candidates=told.get("candidates", []),
        proposal=told.get("proposal"),
    )
