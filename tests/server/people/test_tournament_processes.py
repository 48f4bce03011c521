"""A tournament that two server processes look after at the same time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfront.people.tournaments.tournaments import Tournaments
from hexfront.server.people import tournament_director
from tests.people.tournaments.test_records import finished, of_four
from tests.postgresql import PostgreSQL
from tests.server.test_processes import Process
from tests.waiting import until


def test_two_processes_open_every_game_of_every_round_once(
    postgres: PostgreSQL, duel: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_director, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(tournament_director, "LEAST_SECONDS", 0.0)
    address = postgres.database()
    processes = [Process(address), Process(address)]
    try:
        store = processes[0].store
        tournaments = Tournaments(store)
        ident = of_four(store).id
        for number in (1, 2):

            def opened(number: int = number) -> bool:
                found = tournaments.find(ident)
                return found.round == number and all(game.match for game in found.games)

            until(opened)
            tournaments.records.change(ident, finished, now=0)
        until(lambda: tournaments.find(ident).state == "done")
        found = tournaments.find(ident)
        assert len({game.match for game in found.games}) == len(found.games) == 4
        assert store.read("SELECT count(*) FROM matches") == [(4,)]
        for process in processes:
            page = process.get(f"/api/tournaments/page?tournament={ident}")
            assert page["info"]["state"] == "done"
    finally:
        for process in processes:
            process.stop()
