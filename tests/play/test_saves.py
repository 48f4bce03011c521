"""Situations that are kept and restored: nothing is lost, nobody peeks, nobody's orders change."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexfront.core.contract import Kind
from hexfront.core.errors import InputError
from hexfront.core.journal import Restored, parse_journal, verify
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.play import saves
from hexfront.play.live import LiveMatch
from hexfront.play.outputs import journal_file
from hexfront.play.storage import families
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store

RED, BLUE = 0, 1
PERSONS = [SeatPlan("person")] * 2


@pytest.fixture
def store(where: str | Path) -> Iterator[Store]:
    store = Store(where)
    yield store
    store.close()


class Players:
    """Two people at a match, who type orders."""

    def __init__(self, store: Store, system: str, seats: list[SeatPlan] = PERSONS) -> None:
        found = find_system(system)
        document = load_scenario(found).document
        self.store = store
        self.made = store.create(found.name, found.version, document, bytes(32), seats)
        self.sit(self.made.match)

    def go_on(self, match: str, side: int, name: str) -> str:
        """Restore, and let both follow."""
        made = saves.restore(self.store, match, [side], name)
        held = {side: token for side, token in self.made.tokens.items() if side >= 0}
        self.store.seat_again(made, held)
        return made

    def sit(self, match: str) -> LiveMatch:
        self.live = LiveMatch(self.store, self.store.load(match))
        self.keys = 0
        return self.live

    def type(self, side: int, *lines: str) -> None:
        for line in lines:
            self.keys += 1
            key = f"{self.live.record.id}-{self.keys}-{side}"
            outcome = self.live.typed(side, line, key)
            assert outcome.refusal is None, outcome


@pytest.fixture
def war(store: Store) -> Players:
    """Two players of IDAHEX who have entered no strikes and some commands."""
    players = Players(store, "idahex")
    players.type(RED, "go")
    players.type(BLUE, "go")
    players.type(RED, "mission 2: 38 hold")
    return players


def known(live: LiveMatch, side: int) -> object:
    view = live.match.view(side)
    return view, live.match.log_entries(side), live.offers(view)


@pytest.mark.clause("IDX-8")
def test_a_restored_match_is_as_it_was_for_everybody_and_goes_on(war: Players) -> None:
    war.type(BLUE, "mission 153: 40 hold")
    saved = saves.save(war.store, war.live, RED, "evening")
    before = digest(war.live.match.state)
    views = [known(war.live, side) for side in (RED, BLUE)]
    undoable = [war.live.match.undoable(side) for side in (RED, BLUE)]
    assert (saved.name, saved.about) == ("evening", "Day 0")
    war.type(RED, "mission 4: 38 hold", "go")
    war.type(BLUE, "go")
    left, after = war.live.record.id, digest(war.live.match.state)
    restored = war.sit(war.go_on(left, RED, "evening"))
    assert restored.record.id != left
    assert digest(restored.match.state) == before
    assert [known(restored, side) for side in (RED, BLUE)] == views
    assert [restored.match.undoable(side) for side in (RED, BLUE)] == undoable
    war.type(RED, "mission 4: 38 hold", "go")
    war.type(BLUE, "go")
    assert digest(restored.match.state) == after
    # And the match that was left is as it was left.
    assert digest(war.sit(left).match.state) == after


@pytest.mark.clause("IDX-4.1")
def test_what_the_other_has_typed_is_restored_but_shown_to_him_alone(war: Players) -> None:
    war.type(BLUE, "mission 153: 40 hold")
    saves.save(war.store, war.live, RED, "x")
    war.type(BLUE, "cancel 153")
    restored = war.sit(saves.restore(war.store, war.live.record.id, [RED], "x"))
    assert [*restored.match.view(BLUE).facts["own"]["1"]["forces"]]
    assert "1" not in restored.match.view(RED).facts["own"]
    assert "153" not in {mark.subject for mark in restored.match.view(RED).marks}


def test_saves_belong_to_the_side_that_made_them(war: Players) -> None:
    saves.save(war.store, war.live, RED, "mine")
    saves.save(war.store, war.live, BLUE, "his")
    match = war.live.record.id
    assert [saved.name for saved in saves.saves(war.store, match, [RED])] == ["mine"]
    assert [saved.name for saved in saves.saves(war.store, match, [BLUE])] == ["his"]
    with pytest.raises(InputError, match="one of: mine") as error:
        saves.restore(war.store, match, [RED], "his")
    assert "his" not in str(error.value).split("expected")[1]
    with pytest.raises(InputError, match="none is kept"):
        saves.restore(war.store, match, [], "mine")


def test_undone_orders_do_not_change_what_was_kept(war: Players) -> None:
    saves.save(war.store, war.live, RED, "with")
    kept = digest(war.live.match.state)
    assert war.live.undo(RED, "undo-1").refusal is None
    assert digest(war.live.match.state) != kept
    restored = war.sit(war.go_on(war.live.record.id, RED, "with"))
    assert digest(restored.match.state) == kept
    assert restored.undo(RED, "undo-2").refusal is None


def test_saves_are_found_from_a_restored_match_and_replaced_by_name(war: Players) -> None:
    first = war.live.record.id
    saves.save(war.store, war.live, RED, "a")
    second = war.go_on(first, RED, "a")
    war.sit(second)
    war.type(RED, "mission 4: 38 hold")
    now = digest(war.live.match.state)
    saves.save(war.store, war.live, RED, "a")
    assert len(saves.saves(war.store, first, [RED])) == 1
    third = war.sit(saves.restore(war.store, first, [RED], "a"))
    assert digest(third.match.state) == now
    assert saves.is_restored(war.store, second, first)
    assert saves.is_restored(war.store, third.record.id, second)
    assert not saves.is_restored(war.store, first, second)


def test_a_copy_draws_with_a_secret_of_its_own(store: Store) -> None:
    """Its end opens neither the dice of the match it came from nor those to come there."""
    players = Players(store, "brigade")
    players.type(RED, "done")
    saves.save(store, players.live, RED, "start")
    first = players.live
    match, kept = first.record.id, len(first.match.journal.steps)
    copy = players.sit(players.go_on(match, RED, "start"))
    assert copy.record.restored == Restored(match, kept)
    assert copy.match.journal.steps[:kept] == first.match.journal.steps[:kept]
    while copy.match.decision.kind != Kind.OVER:
        for side in copy.match.decision.sides:
            players.type(side, "done")
    journal, rules, _ = parse_journal(journal_file(copy), "copy")
    verify(journal, rules)
    assert journal.restored == copy.record.restored
    assert first.match.secret.hex() not in journal_file(copy)
    assert journal.secret == copy.match.secret.hex()
    # Nobody goes on in the other: what is hidden there is open now.
    for side in first.match.decision.sides:
        refusal = first.typed(side, "done", "late").refusal
        assert refusal is not None and "closed" in refusal.reason
        assert first.undo(side, "late-2").refusal == refusal


def test_the_machines_of_a_closed_match_stop(store: Store) -> None:
    players = Players(store, "idahex", [SeatPlan("person"), SeatPlan("machine", "greedy")])
    saves.save(store, players.live, RED, "x")
    players.type(RED, "go")
    assert players.live.machine_to_move() == BLUE
    old = players.live
    players.sit(players.go_on(old.record.id, RED, "x"))
    assert old.machine_to_move() is None


def test_the_limit_of_saves_tells_nothing_of_hidden_orders(store: Store) -> None:
    """However much the other has ordered unseen, the same is kept or refused in the same words."""

    def answers(hidden: int) -> list[str]:
        players = Players(store, "idahex")
        players.type(RED, "go")
        players.type(BLUE, "go")
        for _ in range(hidden):
            players.type(BLUE, "mission 153: 40 hold")
        said = []
        for number in range(saves.MOST_SAVES + 1):
            try:
                saves.save(store, players.live, RED, f"s{number}")
            except InputError as error:
                said.append(str(error))
        return said

    assert answers(0) == answers(60)
    assert len(answers(0)) == 1


def test_seats_of_a_restored_match_open_by_tokens_that_follow_from_the_old(war: Players) -> None:
    saves.save(war.store, war.live, RED, "x")
    made = saves.restore(war.store, war.live.record.id, [RED], "x")
    for side, token in war.made.tokens.items():
        if side >= 0:
            assert war.store.seat(token).match == war.live.record.id  # type: ignore[union-attr]
            again = war.store.seat_again(made, {side: token}).tokens[side]
            seat = war.store.seat(again)
            assert seat is not None and (seat.match, seat.side) == (made, side)


def test_a_restored_match_waits_for_its_persons(war: Players) -> None:
    saves.save(war.store, war.live, RED, "x")
    old = war.live.record.id
    made = saves.restore(war.store, old, [RED], "x")
    assert families.awaited(war.store, old) == []
    assert families.awaited(war.store, made) == [RED, BLUE]
    for side in (RED, BLUE):
        war.store.seat_again(made, {side: war.made.tokens[side]})
        assert families.awaited(war.store, made) == [BLUE][: BLUE - side]
        # What ends here must not open what goes on there.
        assert families.is_left(war.store, old) is (side == BLUE)
    assert not families.is_left(war.store, made)
    again = saves.restore(war.store, made, [RED], "x")
    assert not families.is_left(war.store, made)
    for side in (RED, BLUE):
        war.store.seat_again(again, {side: war.made.tokens[side]})
    assert families.is_left(war.store, made)
    assert not families.is_left(war.store, again)


@pytest.mark.parametrize("name", ["", "  ", "two words", "a/b", "x" * 41, "\x1b[2J", "a\nb"])
def test_a_bad_name_is_refused(war: Players, name: str) -> None:
    with pytest.raises(InputError, match="expected a name"):
        saves.save(war.store, war.live, RED, name)
    with pytest.raises(InputError, match="expected a name"):
        saves.restore(war.store, war.live.record.id, [RED], name)


def test_machines_and_finished_matches_keep_nothing(store: Store) -> None:
    players = Players(store, "idahex", [SeatPlan("person"), SeatPlan("machine", "greedy")])
    with pytest.raises(InputError, match="seat of a person"):
        saves.save(store, players.live, BLUE, "x")
    players = Players(store, "idahex")
    players.type(RED, "go")
    players.type(BLUE, "go")
    players.type(RED, "stop", "go")
    players.type(BLUE, "stop", "go")
    with pytest.raises(InputError, match="goes on"):
        saves.save(store, players.live, RED, "x")


def test_there_is_an_end_of_names(war: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "MOST_SAVES", 2)
    for name in ("a", "b", "a"):
        saves.save(war.store, war.live, RED, name)
    with pytest.raises(InputError, match="one of the 2 names"):
        saves.save(war.store, war.live, RED, "c")


def test_what_an_older_version_has_kept_is_restored(war: Players) -> None:
    saves.save(war.store, war.live, RED, "a")
    ((packed,),) = war.store.read("SELECT steps FROM saves", ())
    with war.store.transaction() as db:
        db.execute("UPDATE saves SET steps = ?", (zlib.decompress(packed),))
    made = saves.restore(war.store, war.live.record.id, [RED], "a")
    expected = digest(war.live.match.state)
    assert digest(war.sit(made).match.state) == expected
