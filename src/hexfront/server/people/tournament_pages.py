"""Tournaments as pages are shown them: alike for everybody."""

from __future__ import annotations

import time
from functools import lru_cache

from hexfront.core.registry import find_system
from hexfront.people.paces import paces
from hexfront.people.tournaments import progress
from hexfront.people.tournaments.model import NEVER, Entrant, Game, Tournament
from hexfront.people.tournaments.standings import TIE_BREAKS, standings
from hexfront.people.tournaments.tournaments import can_enter
from hexfront.play.endings import side_titles
from hexfront.server.matches import scenario_named
from hexfront.server.people.sessions import People
from hexfront.server.people.tournament_bodies import (
    EntrantInfo,
    StandingInfo,
    TournamentDeed,
    TournamentGame,
    TournamentInfo,
    TournamentPage,
)


def info_of(tournament: Tournament) -> TournamentInfo:
    """A tournament as it stands in the list."""
    terms = tournament.terms
    return TournamentInfo(
        id=tournament.id,
        name=terms.name,
        system=terms.system,
        title=tournament.title,
        form=terms.form,
        state=tournament.state,
        pace=pace.title if (pace := paces().get(terms.pace)) else terms.pace,
        rated=terms.rated,
        entrants=sum(tournament.over or not one.out for one in tournament.persons),
        most=terms.most,
        round=tournament.round,
        rounds=tournament.rounds,
        closes=terms.closes,
        starts=terms.starts,
        can_enter=can_enter(tournament, int(time.time())),
    )


def page_of(people: People, ident: str) -> TournamentPage:
    """A tournament with all that its page shows. Errors: `InputError`, `NotSaved`."""
    tournament = people.tournaments.find(ident)
    record = people.tournaments.records.record(ident)
    accounts = [one.account for one in tournament.entrants if one.account]
    names = people.names([*accounts, tournament.organiser, *(by for _, by, _ in record)])
    begun = tournament.round > 0
    due = progress.due(tournament)
    return TournamentPage(
        info=info_of(tournament),
        announcement=people.tables.announcement,
        terms=tournament.terms,
        organiser=names.get(tournament.organiser, ""),
        note=tournament.note,
        sides=list(_side_titles(tournament.terms.system, tournament.terms.scenario)),
        tie_breaks=list(TIE_BREAKS[tournament.terms.form]),
        entrants=[_entrant(one, names) for one in tournament.seeded()],
        standings=[
            StandingInfo(
                entrant=one.entrant,
                rank=one.rank,
                points=one.points,
                tie_breaks=list(one.tie_breaks),
                played=one.played,
            )
            for one in (standings(tournament) if begun else ())
        ],
        games=[_game(people, game) for game in tournament.games],
        next=0 if due == NEVER else due,
        record=[
            TournamentDeed(happened=happened, name=names.get(by, ""), deed=deed)
            for happened, by, deed in record
        ],
    )


def _entrant(one: Entrant, names: dict[str, str]) -> EntrantInfo:
    return EntrantInfo(
        number=one.number,
        name=one.agent or names.get(one.account, ""),
        machine=bool(one.agent),
        rating=round(one.rating),
        out=one.out,
    )


def _game(people: People, game: Game) -> TournamentGame:
    return TournamentGame(
        round=game.round,
        board=game.board,
        number=game.number,
        seats=list(game.seats),
        points=list(game.points),
        how=game.how,
        match=game.match,
        spectator=people.store.spectator_token(game.match) if game.match else "",
    )


@lru_cache(maxsize=64)
def _side_titles(system_name: str, scenario: str) -> tuple[str, ...]:
    system = find_system(system_name)
    return tuple(side_titles(system.rules(scenario_named(system, scenario))))
