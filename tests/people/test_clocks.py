"""The arithmetic of clocks: what is charged, what is added, and what stops them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.core.contract import Refusal
from hexfront.core.errors import InputError
from hexfront.people import clocks
from hexfront.people.clocks import SideClock, Stop, due_at, spent, union
from hexfront.people.paces import Pace, check_pace, pace_data, paces
from hexfront.people.timepiece import Timepiece
from hexfront.people.timing import OWN_TIME_OVER, PAUSED, RETURN_SECONDS, TIME_OVER, MatchClock
from hexfront.play.storage.database import NotSaved, Transaction
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.play.timing import Turns

# Whole numbers: sums of them are exact.
MOMENTS = st.integers(0, 2000).map(float)
STOPS = st.lists(st.builds(Stop, MOMENTS, MOMENTS), max_size=5)
FISCHER = Pace(title="", about="", first=600, turn=30, most=700, absence=100)


@given(began=MOMENTS, seconds=MOMENTS, stops=STOPS)
def test_a_clock_has_run_for_its_time_when_that_is_due(
    began: float, seconds: float, stops: list[Stop]
) -> None:
    due = due_at(began, seconds, stops)
    assert spent(began, due, stops) == seconds
    assert due - began >= seconds
    assert not any(stop.began < due < stop.ended for stop in union(stops))


@given(began=MOMENTS, first=MOMENTS, second=MOMENTS, stops=STOPS)
def test_what_is_spent_adds_up_and_never_falls(
    began: float, first: float, second: float, stops: list[Stop]
) -> None:
    middle, end = began + first, began + first + second
    assert spent(began, middle, stops) + spent(middle, end, stops) == spent(began, end, stops)
    assert 0 <= spent(began, middle, stops) <= first
    assert spent(end, began, stops) == 0  # a clock that was set back


@given(
    left=MOMENTS,
    run=MOMENTS,
    lag=st.sampled_from([0.0, 0.5, 1.0]),
    moments=st.tuples(st.integers(-1, 2), st.integers(0, 2)),
    stops=STOPS,
)
def test_a_turn_adds_once_and_only_before_the_flag(
    left: float, run: float, lag: float, moments: tuple[int, int], stops: list[Stop]
) -> None:
    before, moment = moments
    clock = clocks.started(SideClock(0, left, moment=before), 1000.0)
    after = clocks.stopped(clock, 1000.0 + run, stops, pace=FISCHER, moment=moment, lag=lag)
    used = max(0.0, spent(1000.0, 1000.0 + run, stops) - lag)
    assert after.gained >= 0
    assert after.remaining == max(0.0, left - used) + after.gained
    late = clocks.fallen(clock, 1000.0 + run, stops, lag)
    if late or moment == before:
        assert after.gained == 0
    else:
        assert after.gained in (30, max(0.0, 700 - max(0.0, left - used)))
        again = clocks.stopped(
            clocks.started(after, 2000.0 + run), 2000.0 + run, [], pace=FISCHER, moment=moment
        )
        assert again.remaining == after.remaining
    # Taken back, the turn has never ended.
    assert clocks.started_again(after) == replace(clock, moment=-1 if after.gained else before)


def test_paces_are_data() -> None:
    assert (paces()["fast"].first, paces()["fast"].turn) == (24 * 3600, 4 * 3600)
    assert (paces()["slow"].turn, paces()["slow"].most) == (36 * 3600, 240 * 3600)
    assert (paces()["bank"].turn, paces()["bank"].most) == (0, None)
    assert [name for name, pace in paces().items() if pace.at_once] == ["quick", "evening", "bank"]
    with pytest.raises(ValueError, match="at least `first`"):
        Pace(title="", about="", first=20, most=10, absence=1)
    with pytest.raises(InputError, match="one of: none, quick"):
        check_pace("bullet")


# In a store


class Time:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "data")) as store:
        yield store


@pytest.fixture
def any_store(where: str | Path) -> Iterator[Store]:
    """One in each of the databases."""
    with closing(Store(where)) as store:
        yield store


class Game:
    """A match of two or more persons whose clocks are kept, without a game."""

    def __init__(self, store: Store, time: Time, pace: Pace = FISCHER, sides: int = 2) -> None:
        self.store, self.time = store, time
        made = store.create("duel", "1", {}, bytes(32), [SeatPlan("person")] * sides)
        self.match = made.match
        with store.transaction() as db:
            clocks.create_clocks(db, self.match, pace, range(sides), time.now)
        self.load()

    def load(self, moment: int = 0) -> None:
        """As a process does that takes the match over."""
        clock = MatchClock.read(self.store, self.match, self.time)
        assert clock is not None
        self.clock = clock
        self.clock.begin(moment)

    def turn(self, *waiting: int, moment: int = 0, side: int = -1, undone: bool = False) -> None:
        keep = self.clock.follow(Turns(waiting, moment, side, undone))
        with self.store.transaction(self.match) as db:
            keep(db)

    def left(self, viewer: int) -> list[float]:
        """The seconds on each clock as a viewer is shown them."""
        shown = self.clock.shown([viewer])[viewer]["sides"]
        return [
            one["remaining"] if one["due"] is None else one["due"] - self.time.now for one in shown
        ]


def test_clocks_are_kept_from_turn_to_turn_by_whoever_serves(store: Store, time: Time) -> None:
    game = Game(store, time)
    game.turn(0)
    time.now += 100
    game.turn(1, side=0)
    assert game.left(-2) == [530, 600]
    time.now += 40
    game.load()  # another process, which knows what is stored and nothing else
    assert game.left(-2) == [530, 560]
    assert [(one.side, one.due - time.now) for one in clocks.deadlines(store)] == [(1, 560)]
    game.turn(0, moment=1, side=1)
    assert game.left(-2) == [530, 590]
    # The same turn adds once, whatever else happens in it; what is not one's own adds nothing.
    game.turn(1, moment=1, side=0)
    game.turn(0, moment=1, side=1)
    game.turn(1, moment=1)
    assert game.left(-2) == [560, 620]
    game.turn(moment=1, side=1)
    assert clocks.deadlines(store) == []


def test_who_plans_at_the_same_time_does_not_see_that_another_is_ready(
    store: Store, time: Time
) -> None:
    game = Game(store, time, sides=3)
    game.turn(0, 1, 2)
    time.now += 10
    before = game.clock.shown([0, 1])
    game.turn(1, 2, side=0)
    after = game.clock.shown([0, 1])
    assert after[1] == before[1]
    assert after[0] != before[0]
    time.now += 5
    game.load()
    assert game.left(0) == [620, 585, 585]
    assert game.left(1) == [585, 585, 585]
    # He takes his turn back: he has thought all the time, and the others see nothing.
    game.turn(0, 1, 2, side=0, undone=True)
    assert game.clock.shown([1])[1] == before[1]
    assert game.left(0) == [585, 585, 585]
    game.turn(1, 2, side=0)
    game.turn(2, side=1)
    game.turn(0, 1, 2, moment=1, side=2)
    assert game.left(1) == [615, 615, 615]


def test_time_that_is_over_is_claimed_or_ends_the_game_at_once(store: Store, time: Time) -> None:
    by_hand = Game(store, time)
    at_once = Game(store, time, FISCHER.model_copy(update={"flag": "at once"}))
    for game in (by_hand, at_once):
        game.turn(0)
    time.now += 600
    # So long takes the way to its page, and no longer is not charged.
    by_hand.clock.lags[0] = at_once.clock.lags[0] = 5.0
    assert at_once.clock.refusal(0) is None
    assert isinstance(by_hand.clock.claim(1, [0]), Refusal)
    time.now += pace_data().lag
    assert at_once.clock.refusal(0) == TIME_OVER
    assert by_hand.clock.refusal(0) is None
    assert by_hand.clock.claim(1, [0, 1]) == ([0], "time")
    assert by_hand.clock.claim(0, []) == OWN_TIME_OVER
    by_hand.turn(1, side=0)
    assert isinstance(by_hand.clock.claim(1, [0]), Refusal)  # it is no more his turn
    assert by_hand.left(-2) == [0, 600]
    assert by_hand.clock.give(1, 0) is not None  # this pace has no gifts


def test_who_stays_away_is_told_by_the_time_since_he_had_to_act(store: Store, time: Time) -> None:
    game = Game(store, time, Pace(title="", about="", absence=100, gift=60))
    game.turn(0)
    time.now += 99
    assert isinstance(game.clock.claim(1, []), Refusal)
    time.now += 1
    assert game.clock.claim(1, []) == ([0], "absence")
    assert isinstance(game.clock.claim(1, [0]), Refusal)
    game.clock.note_seen([0])
    game.load()
    assert isinstance(game.clock.claim(1, []), Refusal)
    assert clocks.deadlines(store) == []


def test_who_was_there_before_a_restart_has_time_to_come_back(store: Store, time: Time) -> None:
    game = Game(store, time, Pace(title="", about="", absence=1000))
    game.turn(0)
    game.clock.note_seen([0])
    time.now += 1500
    assert isinstance(game.clock.claim(1, [0, 1]), Refusal)  # he thinks
    game.load()
    assert isinstance(game.clock.claim(1, [1]), Refusal)
    time.now += RETURN_SECONDS
    assert game.clock.claim(1, [1]) == ([0], "absence")


def test_clocks_are_shown_as_they_are_once_nobody_is_to_act(store: Store, time: Time) -> None:
    game = Game(store, time, FISCHER)
    game.turn(0, 1)
    time.now += 10
    game.turn(1, side=0)
    time.now += 10
    assert game.left(1) == [580, 580], "whether he is ready is not shown"
    game.turn()
    assert game.left(1) == game.left(0) == [620, 580]


def test_a_pause_by_all_stops_all_clocks(store: Store, time: Time) -> None:
    game = Game(store, time, FISCHER.model_copy(update={"gift": 60.0}))
    game.turn(0, 1)
    time.now += 10
    game.turn(1, side=0)
    assert game.clock.ask_pause(0, [0, 1]) is None
    assert game.clock.refusal(0) is None
    assert game.clock.ask_pause(1, [0, 1]) is None
    assert game.clock.refusal(0) == PAUSED
    game.turn(1)
    shown = [game.left(0), game.left(1)]
    assert shown == [[620, 590], [590, 590]]
    time.now += 5000
    game.load()
    assert [game.left(0), game.left(1)] == shown
    assert clocks.deadlines(store) == []
    assert game.clock.go_on() is None
    game.turn(1)
    time.now += 20
    assert [game.left(0), game.left(1)] == [[620, 570], [570, 570]]
    game.turn(0, 1, side=0, undone=True)
    assert game.left(0) == [570, 570]
    assert game.clock.give(0, 1) is None
    assert game.left(0) == [570, 630]


# What stops them


@contextmanager
def _full(match_id: str | None = None) -> Iterator[Transaction]:
    """A transaction that fills the disk."""
    raise NotSaved("the disk is full")
    yield


def test_nobody_pays_for_what_the_server_was_down_for(store: Store, time: Time) -> None:
    game = Game(store, time)
    Timepiece(store, time, time).begin()
    game.turn(0)
    time.now += 100
    Timepiece(store, time, time).beat()
    time.now += 5000  # killed at once, and started again
    Timepiece(store, time, time).begin()
    game.load()
    assert game.left(0) == [500, 600]
    (deadline,) = clocks.deadlines(store)
    assert (deadline.due - time.now, deadline.allowed) == (500, 600)
    time.now += 100
    game.turn(1, moment=1, side=0)
    assert game.left(0) == [430, 600]


def test_a_turn_that_is_taken_back_after_a_pause_pays_for_no_downtime(
    store: Store, time: Time
) -> None:
    game = Game(store, time)
    Timepiece(store, time, time).begin()
    game.turn(0, 1)
    time.now += 10
    Timepiece(store, time, time).beat()
    time.now += 1000  # killed, and started again
    Timepiece(store, time, time).begin()
    game.load()
    time.now += 10
    game.turn(1, side=0)
    for side in (0, 1):
        game.clock.ask_pause(side, [0, 1])
    time.now += 100
    game.clock.go_on()
    time.now += 5
    game.turn(0, 1, side=0, undone=True)
    assert game.left(0) == [575, 575]


def test_who_cannot_write_at_the_start_charges_nobody_for_the_time_before(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(store, time)
    Timepiece(store, time, time).begin()
    game.turn(0)
    time.now += 5  # killed at once, and started again
    timepiece = Timepiece(store, time, time)
    with monkeypatch.context() as full:
        full.setattr(store, "transaction", _full)
        with pytest.raises(NotSaved):
            timepiece.begin()
        game.time = timepiece.now  # type: ignore[assignment]
        game.load()
        assert game.clock.late() == []
        time.now += 100
        with pytest.raises(NotSaved):
            timepiece.beat()
    timepiece.beat()
    (deadline,) = clocks.deadlines(store)
    assert deadline.due - timepiece.now() == 500


def test_a_jump_is_charged_to_nobody_while_it_cannot_be_written(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = Time()
    timepiece, game = Timepiece(store, time, steady), Game(store, time)
    game.turn(0)
    time.now += 5000
    with monkeypatch.context() as full:
        full.setattr(store, "transaction", _full)
        with pytest.raises(NotSaved):
            timepiece.beat()
    (deadline,) = clocks.deadlines(store)
    assert deadline.due - timepiece.now() == 600


def test_a_clock_of_the_machine_that_is_set_back_at_a_restart_gives_nothing(
    any_store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = any_store
    game = Game(store, time)
    Timepiece(store, time, time).begin()
    game.turn(0)
    time.now += 100
    Timepiece(store, time, time).beat()
    time.now -= 3600
    with monkeypatch.context() as killed:  # before it could do more than move what is written
        killed.setattr(Timepiece, "beat", lambda _: None)
        Timepiece(store, time, time).begin()
    timepiece = Timepiece(store, time, time)
    timepiece.begin()
    (deadline,) = clocks.deadlines(store)
    assert (deadline.due - timepiece.now(), timepiece.now()) == (500, time.now)
    game.load()
    time.now += 500
    assert game.clock.late() == [0]


def test_a_restart_forgives_a_run_no_more_than_since_its_side_was_last_seen(
    store: Store, time: Time
) -> None:
    game = Game(store, time)
    Timepiece(store, time, time).begin()
    game.turn(0)
    time.now += 10
    game.turn(1, side=0)
    game.turn(side=1)
    time.now += 200
    Timepiece(store, time, time).beat()  # no clock runs: nothing is noted
    game.turn(0, side=0, undone=True)
    time.now += 1  # killed, and started again
    Timepiece(store, time, time).begin()
    (deadline,) = clocks.deadlines(store)
    assert deadline.due - time.now == 600 - 210


@pytest.mark.parametrize("jump", [5000.0, -5000.0])
def test_a_clock_of_the_machine_that_is_set_costs_nobody_anything(
    store: Store, time: Time, jump: float
) -> None:
    steady = Time()
    timepiece = Timepiece(store, time, steady)
    game = Game(store, time)
    game.time = game.clock._now = timepiece.now  # type: ignore[assignment]
    game.turn(0)
    for each in (time, steady):
        each.now += 60
    time.now += jump
    timepiece.beat()
    for each in (time, steady):
        each.now += 60
    timepiece.beat()
    (deadline,) = clocks.deadlines(store)
    assert deadline.due - timepiece.now() == 480
