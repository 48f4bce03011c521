"""Kills during play, in short; and the checks of the long run find what they are there for."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from benchmarks.kill_players import Game, Sent
from benchmarks.kill_test import Copy, check, run

from hexfront.core.registry import find_system
from hexfront.play.live import LiveMatch
from hexfront.play.storage.database import FILE_NAME
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.matches import create_match
from tests.postgresql import PostgreSQL

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks servers")


def test_no_order_is_lost_doubled_or_halved_by_kills(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    report = run(tmp_path, kills=8, longest=0.3, least=6)
    record_property("kill test", json.dumps(report))
    assert report["acknowledged"] > 20
    assert report["sent again"] > 0
    assert report["processes left over"] == 0


def test_no_order_is_lost_when_one_of_two_processes_is_killed(
    tmp_path: Path, postgres: PostgreSQL, record_property: Callable[[str, object], None]
) -> None:
    report = run(tmp_path, kills=4, longest=0.3, least=6, database=postgres.database())
    record_property("kill test with PostgreSQL", json.dumps(report))
    assert report["acknowledged"] > 10
    assert report["processes left over"] == 0


@dataclasses.dataclass
class Stored:
    """A match in which each side has given two requests, as its players remember it."""

    folder: Path
    game: Game
    live: LiveMatch

    def give(self, side: int, count: int, answered: bool = True, illegal: bool = False) -> Sent:
        """Give some orders of one unit's move in one request."""
        view = self.live.match.view(side)
        moves = [o for o in self.live.offers(view) if o.kind == "move" and len(o.orders) >= count]
        sent = Sent(f"key-{side}-{len(self.game.players[side].sent)}", "orders")
        sent.orders = list(moves[len(self.game.players[side].sent)].orders[:count])
        if illegal:
            sent.orders.append(self.live.match.rules.actions - 1)
        outcome = self.live.give(side, sent.orders, sent.key)
        if answered:
            kind = "refused" if outcome.refusal else "done"
            sent.answer = {"type": kind, "key": sent.key, "accepted": outcome.accepted}
        self.game.players[side].sent.append(sent)
        return sent

    def undo(self, side: int) -> Sent:
        sent = Sent(f"key-{side}-{len(self.game.players[side].sent)}", "undo")
        taken = self.live.undo(side, sent.key)
        sent.answer = {"type": "undone", "key": sent.key, "orders": list(taken.orders)}
        self.game.players[side].sent.append(sent)
        return sent

    def violations(self, tamper: str = "") -> list[str]:
        """What the check finds, in the store as it is or after some SQL."""
        if tamper:
            with sqlite3.connect(self.folder / FILE_NAME) as db:
                db.executescript(tamper)
            db.close()
        copy = Copy(self.folder)
        try:
            check(self.game, copy, Counter())
        finally:
            copy.close()
        return self.game.violations


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Stored]:
    store = Store(tmp_path)
    made, _ = create_match(
        store, find_system("brigade"), "three-towns", [SeatPlan("person")] * 2, {}
    )
    tokens = {str(side): token for side, token in made.tokens.items() if side >= 0}
    game = Game({"match": made.match, "tokens": tokens}, 0, Random(1), Counter())
    found = Stored(tmp_path, game, LiveMatch(store, store.load(made.match)))
    for side in (0, 1, 0, 1):
        found.give(side, 2)
    yield found
    store.close()


def test_a_sound_store_passes(stored: Stored) -> None:
    stored.give(0, 1, illegal=True)
    stored.undo(1)
    stored.give(1, 1, answered=False)
    assert stored.violations() == []


def test_a_request_on_its_way_may_be_missing_as_a_whole(stored: Stored) -> None:
    stored.game.players[0].sent.append(Sent("key-on-its-way", "orders", [5, 5]))
    assert stored.violations() == []


LAST = "(SELECT max(number) FROM steps)"


@pytest.mark.parametrize(
    "tamper",
    [
        f"DELETE FROM steps WHERE number = {LAST}",
        "DELETE FROM steps WHERE number = 3",
        "DELETE FROM requests WHERE request_key = 'key-1-1'",
        f"INSERT INTO steps SELECT match_id, number + 1, actor, order_code, digest, bundle"
        f" FROM steps WHERE number = {LAST}",
        f"UPDATE steps SET order_code = order_code + 1 WHERE number = {LAST}",
        "UPDATE requests SET accepted = 1 WHERE request_key = 'key-0-0'",
    ],
    ids=["lost", "gap", "forgotten", "doubled", "changed", "halved"],
)
def test_damage_is_found(stored: Stored, tamper: str) -> None:
    assert stored.violations(tamper)


def test_a_copy_may_be_carried_out_after_another_was_refused(stored: Stored) -> None:
    """Nothing is kept of what is refused; whoever has heard of all copies is sure."""
    stored.give(0, 1)
    late = stored.give(0, 2)
    late.answer, late.resent, late.heard = {"type": "refused", "accepted": 0}, 1, 1
    assert stored.violations() == []
    sent = stored.game.players[0].sent
    sent.insert(-1, sent.pop())  # it was sent before the other, and its copy came after it
    assert stored.violations() == []
    late.heard = 2
    assert stored.violations()


def test_a_request_that_is_stored_in_part_is_found(stored: Stored) -> None:
    sent = stored.give(0, 2, answered=False)
    whole = stored.violations()
    assert whole == []
    assert stored.violations(
        f"DELETE FROM steps WHERE number = {LAST};"
        f"UPDATE requests SET accepted = 1 WHERE request_key = '{sent.key}'"
    )


def test_an_undo_that_takes_back_two_requests_is_found(stored: Stored) -> None:
    undo = stored.undo(0)
    assert stored.violations() == []
    assert stored.violations(
        "DELETE FROM steps WHERE actor = 0;"
        f"UPDATE requests SET accepted = 4 WHERE request_key = '{undo.key}';"
        "UPDATE steps SET number = number - 2"
    )


def test_orders_that_come_back_after_an_undo_are_found(stored: Stored) -> None:
    taken = stored.undo(0).answer
    assert taken is not None and len(taken["orders"]) == 2
    again = "INSERT INTO steps SELECT match_id, {0} + {1}, 0, {2}, digest, 1 FROM steps LIMIT 1;"
    last = len(stored.live.match.journal.steps)
    assert stored.violations(
        "".join(again.format(last, i + 1, order) for i, order in enumerate(taken["orders"]))
    )
