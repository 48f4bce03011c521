"""Tournaments in the store, in both databases: of two processes one pairs a round."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.people.accounts import Account, today
from hexfront.people.tournaments import progress
from hexfront.people.tournaments.model import NEVER, Game, Terms, Tournament
from hexfront.people.tournaments.numbers import numbers
from hexfront.people.tournaments.records import OpenedAlready
from hexfront.people.tournaments.tournaments import Tournaments, forget
from hexfront.play.storage.backends.face import Row
from hexfront.play.storage.records import NewTokens, SeatPlan
from hexfront.play.storage.store import Store

TERMS = Terms(name="Autumn cup", system="duel", rated=False)


@pytest.fixture
def stores(where: str | Path, duel: Callable[..., None]) -> Iterator[tuple[Store, Store]]:
    """Those of two processes over one database."""
    found = Store(where), Store(where)
    yield found
    for store in found:
        store.close()


def account(store: Store, name: str) -> Account:
    with store.transaction() as db:
        row = (name, name, name, name, "", today())
        db.execute("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)", row)
    return Account(name, name)


def of_four(store: Store) -> Tournament:
    tournaments = Tournaments(store)
    players = [account(store, name) for name in ("anna", "berta", "cleo", "dora")]
    made = tournaments.make(players[0], TERMS, title="Duel", sides=2, agent="random")
    for player in players:
        tournaments.enter(player, made.id, 1500)
    return tournaments.start(players[0], made.id)


def finished(tournament: Tournament) -> Tournament:
    return tournament.with_games(
        replace(game, how="corrected", points=(1.0, 0.0)) for game in tournament.games
    )


def test_two_processes_pair_a_round_once(stores: tuple[Store, Store]) -> None:
    first, second = (Tournaments(store) for store in stores)
    found = of_four(stores[0])
    first.records.change(found.id, finished, now=0)
    # Both have read it before one of them writes: the other finds that nothing is left to do.
    together = threading.Barrier(2, timeout=30)
    calls: list[int] = []

    def paired(before: Tournament) -> Tournament:
        calls.append(before.round)
        if len(calls) <= 2:
            together.wait()
        return progress.advance(before, {}, 0)

    threads = [
        threading.Thread(target=one.records.change, args=(found.id, paired), kwargs={"now": 0})
        for one in (first, second)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert calls == [1, 1, 2], "the slower has looked again"
    after = second.find(found.id)
    assert after == first.find(found.id)
    assert (after.round, len(after.games)) == (2, 4)


def test_a_tournament_is_read_as_it_was_at_one_moment(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (Tournaments(store) for store in stores)
    found = of_four(stores[0])
    first.records.change(found.id, finished, now=0)
    read, reads = stores[0].read, []

    def interrupted(query: str, values: Sequence[object] = ()) -> list[Row]:
        rows = read(query, values)
        reads.append(query)
        if len(reads) == 1:  # the next round is paired between the first read and the others
            second.records.change(found.id, lambda one: progress.advance(one, {}, 0), now=0)
        return rows

    monkeypatch.setattr(stores[0], "read", interrupted)
    seen = first.find(found.id)
    assert (seen.round, len(seen.games)) == (2, 4)
    assert seen == second.find(found.id)


def test_of_two_processes_one_makes_the_match_of_a_game(stores: tuple[Store, Store]) -> None:
    found = of_four(stores[0])
    game = found.games[0]
    made = [open_match(store, found, game) for store in stores[:1]]
    with pytest.raises(OpenedAlready):
        open_match(stores[1], found, game)
    kept = Tournaments(stores[1]).find(found.id)
    assert [game.match for game in kept.games] == [made[0].match, ""]
    assert stores[1].read("SELECT count(*) FROM matches") == [(1,)], "no second match"
    assert Tournaments(stores[1]).due() == [found.id], "the other game has none yet"


def open_match(store: Store, tournament: Tournament, game: Game) -> NewTokens:
    system = find_system("duel")
    accounts = {side: tournament.entrant(one).account for side, one in enumerate(game.seats)}
    return store.create(
        system.name,
        system.version,
        load_scenario(system).document,
        bytes(32),
        [SeatPlan("person", adds=True)] * 2,
        also=lambda db, made: Tournaments(store).begin_match(db, made, tournament, game, accounts),
    )


def test_what_is_kept_is_what_was_changed(stores: tuple[Store, Store]) -> None:
    store = stores[0]
    tournaments = Tournaments(store)
    found = of_four(store)
    facts = tournaments.records.facts(replace(found, games=(replace(found.games[0], match="x"),)))
    assert facts == {"x": None}
    with store.transaction() as db:
        forget(db, "anna")
    left = tournaments.find(found.id)
    assert (left.organiser, left.entrants[0].account, left.entrants[0].out) == ("", "", True)
    assert left.version == found.version + 1
    with pytest.raises(InputError):
        tournaments.cancel(Account("anna", "anna"), found.id)
    # His game, which has no match yet, is lost, and the rest goes on.
    after = tournaments.advance(found.id)
    assert [(game.how, game.points) for game in after.games] == [("left", (0.0, 1.0)), ("", ())]
    assert progress.due(after) == NEVER


def test_who_lets_games_time_out_waits_longer_each_time(stores: tuple[Store, Store]) -> None:
    store = stores[0]
    tournaments = Tournaments(store)
    found = of_four(store)
    now = int(datetime.fromisoformat(today()).timestamp())
    days = numbers().wait.days
    for count, game in enumerate(found.games, 1):
        made = open_match(store, found, game)
        with store.transaction() as db:
            row = (made.match, 0, "cleo", "duel", "Duel", "lost", "Red has run out of time.")
            db.execute(
                "INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, today(), "", None, None),
            )
            db.execute("INSERT INTO endings VALUES (?, 'time', '{}')", (made.match,))
        until = tournaments.waits_until("cleo", now)
        assert 0 <= until - now - days[count - 1] * 24 * 3600 <= 600
        assert tournaments.waits_until("anna", now) == 0
    assert tournaments.waits_until("cleo", now + 200 * 24 * 3600) == 0
    with pytest.raises(InputError, match="may enter again from"):
        tournaments.enter(Account("cleo", "cleo"), found.id, 1500)
