"""Requests of tournaments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import Query, Request

from hexfront.agents import usual_opponent
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.people.accounts import Account
from hexfront.people.paces import check_pace
from hexfront.people.tournaments.model import Terms, Tournament
from hexfront.server.access.strict import strict_router
from hexfront.server.matches import scenario_named
from hexfront.server.people.account_routes import people_of
from hexfront.server.people.sessions import People
from hexfront.server.people.tournament_bodies import (
    Correction,
    NewTournament,
    OneEntrant,
    OneTournament,
    TournamentInfo,
    TournamentPage,
)
from hexfront.server.people.tournament_director import TournamentDirector
from hexfront.server.people.tournament_pages import info_of, page_of

router = strict_router("/api/tournaments")
CHANGES = "changes in the lobby"


@router.get("")
def tournaments(request: Request) -> list[TournamentInfo]:
    """Those that one can enter, then those that are played, then those that are over."""
    people = people_of(request)
    people.count_address("looks at players", request)
    return [info_of(one) for one in people.tournaments.newest()]


@router.get("/page")
def tournament_page(
    tournament: Annotated[str, Query(pattern="^[A-Za-z0-9_-]{1,64}$")], request: Request
) -> TournamentPage:
    """A tournament with table, rounds and games."""
    people = people_of(request)
    people.count_address("looks at players", request)
    return page_of(people, tournament)


@router.post("", status_code=201)
async def make_tournament(wanted: NewTournament, request: Request) -> TournamentPage:
    """Announce a tournament."""

    def make(people: People, account: Account) -> Tournament:
        check_pace(wanted.pace)
        system = find_system(wanted.system)
        scenario = scenario_named(system, wanted.scenario)
        return people.tournaments.make(
            account,
            Terms.model_validate(wanted.model_dump() | {"system": system.name}),
            title=scenario.title,
            sides=len(system.rules(scenario).sides),
            agent=usual_opponent(system),
        )

    return await _changed(request, make)


@router.post("/enter")
async def enter(wanted: OneTournament, request: Request) -> TournamentPage:
    """Enter a tournament."""

    def enter(people: People, account: Account) -> Tournament:
        found = people.tournaments.find(wanted.tournament)
        rating, _ = people.results.rating(find_system(found.terms.system), account.id)
        return people.tournaments.enter(account, wanted.tournament, rating.rating)

    return await _changed(request, enter)


@router.post("/leave")
async def leave(wanted: OneTournament, request: Request) -> TournamentPage:
    """Leave a tournament; who plays in it resigns his game."""
    return await _changed(request, lambda p, a: p.tournaments.leave(a, wanted.tournament))


@router.post("/start")
async def start(wanted: OneTournament, request: Request) -> TournamentPage:
    """Pair the first round of one's tournament now."""
    return await _changed(request, lambda p, a: p.tournaments.start(a, wanted.tournament))


@router.post("/pair")
async def pair(wanted: OneTournament, request: Request) -> TournamentPage:
    """Pair the next round of one's tournament before its time."""
    return await _changed(request, lambda p, a: p.tournaments.pair(a, wanted.tournament))


@router.post("/cancel")
async def cancel(wanted: OneTournament, request: Request) -> TournamentPage:
    """Call one's tournament off; games that are played go on by themselves."""
    return await _changed(request, lambda p, a: p.tournaments.cancel(a, wanted.tournament))


@router.post("/remove")
async def remove(wanted: OneEntrant, request: Request) -> TournamentPage:
    """Take somebody out of one's tournament."""

    def remove(people: People, account: Account) -> Tournament:
        found = people.tournaments.find(wanted.tournament)
        here = {one.number: one.account for one in found.entrants if one.account}
        if wanted.entrant not in here:
            raise InputError.at("body: /entrant", wanted.entrant, "the number of a person")
        return people.tournaments.remove(account, wanted.tournament, here[wanted.entrant])

    return await _changed(request, remove)


@router.post("/result")
async def result(wanted: Correction, request: Request) -> TournamentPage:
    """Set the result of a game of one's tournament; that stands in its record."""
    key = (wanted.round, wanted.board, wanted.number)
    return await _changed(
        request, lambda p, a: p.tournaments.correct(a, wanted.tournament, key, wanted.points)
    )


async def _changed(
    request: Request, change: Callable[[People, Account], Tournament]
) -> TournamentPage:
    """The page after a change of somebody who is signed in, and all that follows from it."""
    people = people_of(request)
    director: TournamentDirector = request.app.state.director

    def carry_out() -> str:
        return change(people, people.signed_in(request, CHANGES)).id

    ident = await asyncio.to_thread(carry_out)
    await director.conduct(ident)
    return await asyncio.to_thread(page_of, people, ident)
