"""What gauges showed over time: one point whenever time has gone on, and nothing unseen."""

from __future__ import annotations

from functools import cache

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.course import Course
from hexfront.play.match import Match

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
    course = Course(game)
    assert len(course.points(0)) == 1
    for _ in range(6):
        go(game)
    points = course.points(0)
    times = [point.time for point in points]
    assert times == sorted(set(times))
    assert times[0] == 0
    assert times[-1] == game.decision.time
    assert course.points(0, 2) == points[2:]
    assert Course(game).points(0) == points
    assert points[-1].gauges == game.view(0).gauges


def test_each_viewer_has_his_own() -> None:
    game = match()
    for _ in range(4):
        go(game)
    course = Course(game)
    names = {
        viewer: {(gauge.chart, gauge.side) for gauge in course.points(viewer)[-1].gauges}
        for viewer in (0, 1, SPECTATOR, UMPIRE)
    }
    assert ("Strength", 0) in names[0]
    assert ("Strength", 1) not in names[0]
    assert ("Supplies", 0) not in names[1]
    assert not {chart for chart, _ in names[SPECTATOR]} & {"Strength", "Supplies", "Losses so far"}
    assert names[UMPIRE] >= names[0] | names[1]


def test_unfinished_orders_of_others_show_nothing() -> None:
    game = match()
    course = Course(game)
    before = {viewer: list(course.points(viewer)) for viewer in (0, 1)}
    game.order(0, GO)
    assert {viewer: course.points(viewer) for viewer in (0, 1)} == before


def test_orders_taken_back_leave_no_point() -> None:
    game = match()
    course = Course(game)
    go(game)
    go(game)
    game.order(0, MISSION)
    count = len(course.points(0))
    game.undo(0)
    assert len(course.points(0)) == count
    go(game)
    assert course.points(0) == Course(game).points(0)
