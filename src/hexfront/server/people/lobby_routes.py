"""Requests of the lobby and of players' pages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

from fastapi import Query, Request

from hexfront.agents import usual_opponent
from hexfront.agents.levels import seat_of
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.people.accounts import Account
from hexfront.people.lobby import GameWish, OpenGame
from hexfront.people.notices import News, tell
from hexfront.people.paces import check_pace
from hexfront.people.ratings import MACHINE, numbers
from hexfront.play.storage.records import NewTokens, SeatPlan
from hexfront.server.access.strict import strict_router
from hexfront.server.matches import create_match, scenario_named
from hexfront.server.people.account_routes import people_of
from hexfront.server.people.bodies import (
    Joined,
    LobbyState,
    NewGame,
    OneGame,
    PlayedGame,
    PlayerPage,
    RatedInfo,
    RatingInfo,
)
from hexfront.server.people.hub import Hub
from hexfront.server.people.sessions import People

router = strict_router("/api")


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


@router.get("/lobby")
def lobby(request: Request) -> LobbyState:
    """The lobby as one sees it now."""
    people = people_of(request)
    people.count_address("looks at players", request)
    return _hub(request).state(people.account(request))


@router.post("/lobby/open", status_code=201)
async def open_game(wanted: NewGame, request: Request) -> Joined:
    """Open a game; one that wants no other person begins at once."""
    people = people_of(request)
    await people.tables.check_new()

    def open_one() -> tuple[Account, OpenGame]:
        account = people.signed_in(request, "changes in the lobby")
        check_pace(wanted.pace)
        system = find_system(wanted.system)
        scenario = scenario_named(system, wanted.scenario)
        invited = None
        if wanted.invite:
            people.count("invitations", account.id)
            people.count_address("invitations from one address", request)
            invited = people.accounts.named(wanted.invite, "body: /invite")
        wish = GameWish(
            system.name,
            wanted.scenario,
            scenario.title,
            len(system.rules(scenario).sides),
            wanted.persons,
            wanted.side,
            wanted.pace,
            wanted.rated,
            wanted.chat,
            invited,
        )
        return account, people.lobby.open(account, wish)

    return await _begin_if_full(request, *await asyncio.to_thread(open_one))


@router.post("/lobby/join")
async def join_game(wanted: OneGame, request: Request) -> Joined:
    """Join a game of the lobby; it begins when as many have joined as it wants."""
    people = people_of(request)
    await people.tables.check_new()

    def join() -> tuple[Account, OpenGame]:
        account = people.signed_in(request, "changes in the lobby")
        return account, people.lobby.join(account, wanted.game)

    return await _begin_if_full(request, *await asyncio.to_thread(join))


@router.post("/lobby/leave")
def leave_game(wanted: OneGame, request: Request) -> LobbyState:
    """Leave a game that waits; one's own is taken off."""
    people = people_of(request)
    account = people.signed_in(request, "changes in the lobby")
    people.lobby.leave(account, wanted.game)
    return _shown_anew(request, account)


@router.post("/lobby/decline")
def decline_game(wanted: OneGame, request: Request) -> LobbyState:
    """Decline a game to which one is invited; who has invited one is told."""
    people = people_of(request)
    account = people.signed_in(request, "changes in the lobby")
    people.lobby.decline(account, wanted.game)
    people.notices.wake()
    return _shown_anew(request, account)


def _shown_anew(request: Request, account: Account) -> LobbyState:
    """The lobby after a change, which all are shown."""
    hub = _hub(request)
    hub.wake()
    return hub.state(account)


async def _begin_if_full(request: Request, account: Account, game: OpenGame) -> Joined:
    people, hub = people_of(request), _hub(request)
    if not game.full:
        hub.wake()
        people.notices.wake()
        return Joined(began=False, match="", tokens=[])
    match_id = await begin(people, game, account.id)
    hub.wake()
    own = await asyncio.to_thread(people.seats.of, account, people.token(request))
    tokens = [seat.token for seat in own if seat.match == match_id]
    return Joined(began=True, match=match_id, tokens=tokens)


async def begin(people: People, game: OpenGame, by: str = "") -> str:
    """Make the match of a game that is full; its id. `by`: the account that has joined last.

    Errors: `InputError`, `NotSaved`.
    """

    def make() -> str:
        system = find_system(game.system)
        accounts = game.drawn()
        plans = seat_plans(people, system, game.sides, accounts)

        def also(db: object, made: NewTokens) -> None:
            people.lobby.begin(db, made, game, accounts)
            for side, account in accounts.items():
                # Who has completed it sees it begin.
                if account != by:
                    tell(db, account, News("begun", game.title, made.match, side))

        made, _ = create_match(people.store, system, game.scenario, plans, {}, also=also)
        return made.match

    match_id = await asyncio.to_thread(make)
    await people.tables.begin(match_id)
    people.notices.wake()
    return match_id


def seat_plans(
    people: People, system: System, sides: int, accounts: Mapping[int, str]
) -> list[SeatPlan]:
    """The seats of accounts by side; the usual machine plays the other sides."""
    names = people.names([*accounts.values()])
    machine = seat_of(system, usual_opponent(system))
    return [
        SeatPlan("person", name=names.get(accounts[side], "")) if side in accounts else machine
        for side in range(sides)
    ]


@router.get("/people/ratings")
def rated_players(
    system: Annotated[str, Query(max_length=64)], request: Request
) -> list[RatedInfo]:
    """Who is rated in a system, machines among them, the strongest first."""
    people = people_of(request)
    people.count_address("looks at players", request)
    return [
        RatedInfo(
            name=one.name,
            machine=one.key.startswith(MACHINE),
            level=one.level,
            rating=round(one.rating.rating),
            deviation=round(one.rating.deviation),
            sure=one.sure,
            games=one.games,
        )
        for one in people.players.rated(system)
    ]


@router.get("/people/player")
def player(name: Annotated[str, Query(max_length=100)], request: Request) -> PlayerPage:
    """A player as everybody sees him: `name`, or `machine:NAME`."""
    people = people_of(request)
    people.count_address("looks at players", request)
    key, shown = people.players.key_of(name)
    return PlayerPage(
        name=shown,
        machine=key.startswith(MACHINE),
        ratings=[
            RatingInfo(
                system=system,
                rating=round(rating.rating),
                deviation=round(rating.deviation),
                games=games,
                sure=rating.deviation <= numbers().shown,
            )
            for system, rating, games in people.players.ratings(key)
        ],
        games=[
            PlayedGame.model_validate(
                game
                | {"spectator": people.store.spectator_token(game["match"]) if game["open"] else ""}
            )
            for game in people.players.games(key)
        ],
    )
