"""What gauges showed over time: one point whenever time has gone on, and nothing unseen."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE, Gauge
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match
from hexfront.play.time_series import Point, TimeSeries, thinned

GO, MISSION = 0, 3
"""Codes of words."""


@cache
def rules():
    system = find_system("idahex")
    return system.rules(load_scenario(system))


def match() -> Match:
    return Match(find_system("idahex"), rules(), secret=bytes(32))


def go(match: Match) -> None:
    for side in match.decision.sides:
        match.order(side, GO)


def test_a_point_for_each_time() -> None:
    game = match()
    series = TimeSeries(game)
    assert len(series.points(0)) == 1
    for _ in range(6):
        go(game)
    points = series.points(0)
    times = [point.time for point in points]
    assert times == sorted(set(times))
    assert times[0] == 0
    assert times[-1] == game.decision.time
    assert series.points(0, 2) == points[2:]
    assert TimeSeries(game).points(0) == points
    assert points[-1].gauges == game.view(0).gauges


def test_each_viewer_has_his_own() -> None:
    game = match()
    for _ in range(4):
        go(game)
    series = TimeSeries(game)
    names = {
        viewer: {(gauge.chart, gauge.side) for gauge in series.points(viewer)[-1].gauges}
        for viewer in (0, 1, SPECTATOR, UMPIRE)
    }
    assert ("Strength", 0) in names[0]
    assert ("Strength", 1) not in names[0]
    assert ("Supplies", 0) not in names[1]
    assert not {chart for chart, _ in names[SPECTATOR]} & {"Strength", "Supplies", "Losses so far"}
    assert names[UMPIRE] >= names[0] | names[1]


def test_unfinished_orders_of_others_show_nothing() -> None:
    game = match()
    series = TimeSeries(game)
    before = {viewer: list(series.points(viewer)) for viewer in (0, 1)}
    game.order(0, GO)
    assert {viewer: series.points(viewer) for viewer in (0, 1)} == before


def test_orders_taken_back_leave_no_point() -> None:
    game = match()
    series = TimeSeries(game)
    go(game)
    go(game)
    game.order(0, MISSION)
    count = len(series.points(0))
    game.undo(0)
    assert len(series.points(0)) == count
    go(game)
    assert series.points(0) == TimeSeries(game).points(0)


def test_times_that_are_taken_back_are_not_followed_from_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = match()
    series = TimeSeries(game)
    for _ in range(6):
        go(game)
    points = series.points(0)
    applied = []
    apply = type(game.rules).apply
    monkeypatch.setattr(
        type(game.rules), "apply", lambda *given: applied.append(1) or apply(*given)
    )
    assert series.points(0) == points
    assert not applied
    # As if the last two steps had been taken back.
    del game.journal.steps[-2:], game.journal.digests[-2:]
    fewer = series.points(0)
    assert fewer == points[: len(fewer)]
    assert len(points) - 2 <= len(fewer) < len(points)
    assert not applied


def test_many_points_are_thinned_and_ends_and_extremes_stay() -> None:
    high, low = 4321, 6543
    points = [
        Point(time, (Gauge("a", "x", float(9 if time == high else -9 if time == low else 0)),))
        for time in range(10_000)
    ]
    found = thinned(points)
    times = [point.time for point in found]
    assert 990 <= len(times) <= 1000
    assert times == sorted(set(times))
    assert {0, 9_999, high, low} <= set(times)
    assert max(b - a for a, b in pairwise(times)) <= 11
    assert thinned(points[:1000]) == points[:1000]
    assert [p.time for p in thinned(points[:3], 2)] == [0, 2]
