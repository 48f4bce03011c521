"""The sequence of play: BRG-8 to BRG-11, and who wins: BRG-27."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, Kind, Refusal
from hexfront.core.state import digest
from hexfront.core.table.barred import barred
from hexfront.core.table.plurals import counted
from hexfront.systems.brigade.rules import combat, movement, plan, turn
from hexfront.systems.brigade.rules.orders import DONE, RECALL, WITHDRAW, unit_code
from hexfront.systems.brigade.scenario.loader import load
from hexfront.systems.brigade.scenario.state import Phase
from tests.brigade.positions import BLUE, RED, Game, table_of

both_sequences = pytest.mark.parametrize("sequence", ["plotted", "igougo"])
FAR = {"B9": "0107"}


def kinds(game: Game, viewer: int) -> list[int]:
    return [type(event.what) for event in game.heard(viewer)]


def stages(game: Game) -> list[tuple[int, ...]]:
    """Side and stage of each stage that the last step began."""
    return [e.what for e in game.events if isinstance(e.what, turn.StageBegins)]


# Length of the game


@pytest.mark.clause("BRG-8")
@both_sequences
@pytest.mark.parametrize("turns", [4, 1, 6])
def test_the_game_lasts_its_turns(turns: int, sequence: str) -> None:
    game = Game({"R1": "0401", **FAR}, sequence=sequence, turns=turns)
    for number in range(1, turns + 1):
        assert game.rules.decision(game.state).kind == Kind.ORDERS
        assert game.rules.result(game.state) is None
        assert game.view(RED).tracks[0].value == number
        assert game.view(RED).title.startswith(f"Turn {number} of {turns}")
        game.done(RED)
        game.done(BLUE)
    assert game.rules.decision(game.state) == (5 * turns, Kind.OVER, ())
    assert game.choices(RED) == game.choices(BLUE) == []
    assert game.refusal(RED, DONE).clause == "BRG-27"


@pytest.mark.clause("BRG-8")
def test_a_scenario_has_four_turns_unless_it_says_otherwise() -> None:
    game = Game({"R1": "0401", **FAR})
    document = {k: v for k, v in game.document.items() if k != "turns"}
    assert load(document, None, "test").file.turns == 4


# Planning


@pytest.mark.clause("BRG-9")
def test_both_plan_at_once_and_a_plan_may_name_some_all_or_none() -> None:
    game = Game({"R1": "0401", "R2": "0101", **FAR, "B1": "0505"})
    assert game.sides == (RED, BLUE)
    game.move("R1", "0402")
    game.done(RED)
    assert game.sides == (BLUE,)
    game.done(BLUE)
    assert game.places() == {"R1": "0402", "R2": "0101", **FAR, "B1": "0505"}
    assert game.sides == (RED, BLUE)


@pytest.mark.clause("BRG-9")
def test_the_four_steps_follow_each_other() -> None:
    game = Game({"R1": "0403", "B1": "0405", "B2": "0303"})
    game.attack("R1", "B2")
    game.move("B1", "0406")
    game.attack("B2", "R1")
    game.submit()
    assert stages(game) == [(RED, 1), (RED, 2)]
    assert game.phase == Phase.BATTLE
    assert game.place("B1") == "0405"  # Bluefor has not moved yet
    game.die(3)  # AR: red retreats; then the movement and the combat of blue, then the next turn
    assert stages(game) == [(BLUE, 1), (BLUE, 2)]
    assert game.place("B1") == "0406"
    assert [e.what.turn for e in game.events if isinstance(e.what, turn.TurnBegins)] == [2]


@pytest.mark.clause("BRG-9", "BRG-10")
@both_sequences
def test_time_names_the_step_of_the_turn(sequence: str) -> None:
    game = Game({"R1": "0403", "B1": "0404"}, sequence=sequence)
    seen = [game.rules.decision(game.state).time]
    if sequence == "plotted":
        game.attack("R1", "B1")
        game.attack("B1", "R1")
        game.submit()
        seen.append(game.rules.decision(game.state).time)
        game.die(3)
        seen.append(game.rules.decision(game.state).time)
        assert seen == [0, 2, 5]
    else:
        game.done(RED)
        seen.append(game.rules.decision(game.state).time)
        game.done(RED)
        seen.append(game.rules.decision(game.state).time)
        game.done(BLUE)
        seen.append(game.rules.decision(game.state).time)
        assert seen == [1, 2, 3, 4]


def everything(game: Game, viewer: int) -> tuple[Any, ...]:
    return (
        game.view(viewer),
        game.choices(viewer) if viewer >= 0 else [],
        game.offers(viewer),
        game.heard(viewer),
        game.told(viewer),
    )


@pytest.mark.clause("BRG-9")
@pytest.mark.parametrize("options", [{}, {"rules": "advanced"}, {"detection": True}])
def test_nobody_sees_the_plan_of_the_other(options: dict[str, Any]) -> None:
    game = Game({"R1": "0403", "R2": "0202", "B1": "0404", "B2": "0606"}, **options)
    game.events = []
    before = {viewer: everything(game, viewer) for viewer in (BLUE, SPECTATOR)}
    orders = [
        lambda: game.move("R1", "0402"),
        lambda: game.move("R2", "0303", "0304"),
        lambda: game.attack("R2", "B1", True),
        lambda: game.withdraw("R1"),
        lambda: game.attack("R1", "B1"),
        lambda: game.done(RED),
        lambda: game.recall(RED),
        lambda: game.done(RED),
    ]
    for order in orders:
        order()
        assert {viewer: everything(game, viewer) for viewer in before} == before
        refused = [game.rules.refuse(game.state, BLUE, code) for code in range(game.rules.actions)]
        fresh = Game({"R1": "0403", "R2": "0202", "B1": "0404", "B2": "0606"}, **options)
        for code, refusal in enumerate(refused):
            assert fresh.rules.refuse(fresh.state, BLUE, code) == refusal
    assert BLUE in game.sides  # whether red has submitted changes nothing for blue
    red = game.view(RED)
    assert {mark.kind for mark in red.marks} == {"move", "attack"}


@pytest.mark.clause("BRG-9")
def test_what_each_order_of_a_plan_does_is_told_to_its_side() -> None:
    game = Game({"R1": "0403", "R2": "0202", "B1": "0404"})
    game.attack("R1", "B1", True)
    assert game.texts(RED) == ["R1 is to attack B1 and then advance."]
    assert game.texts(BLUE) == []
    game.move("R2", "0203")
    assert game.texts(RED) == ["R2 is to move from 0202 to 0203."]
    game.withdraw("R2")
    assert game.texts(RED) == ["R2 has no orders any more."]
    game.done(RED)
    assert game.texts(RED) == ["The plan is submitted."]
    game.recall(RED)
    assert game.texts(RED) == ["The plan is taken back."]


@pytest.mark.clause("BRG-9")
def test_a_submitted_plan_is_closed_until_it_is_taken_back() -> None:
    game = Game({"R1": "0401", "B1": "0405"})
    assert game.refusal(RED, RECALL).clause == "BRG-9"
    game.move("R1", "0402")
    game.done(RED)
    assert game.choices(RED) == [RECALL]
    for code in range(game.rules.actions):
        if code != RECALL:
            assert game.rules.refuse(game.state, RED, code) is not None
    game.recall(RED)
    assert game.sides == (RED, BLUE)
    assert game.planned("R1") == "0402"  # the plan is still there
    game.move("R1", "0403")
    game.submit()
    assert game.place("R1") == "0403"


@pytest.mark.clause("BRG-9")
def test_withdrawing_orders_restores_the_position() -> None:
    game = Game({"R1": "0401", "R2": "0304", "B1": "0404"})
    start = digest(game.state)
    game.move("R1", "0402")
    game.attack("R2", "B1", True)
    game.withdraw("R1")
    assert game.planned("R1") == "0401"
    assert game.points("R1") == 4
    game.withdraw("R2")
    # What is left is the stale path, and how often the side has changed its mind.
    game.state.paths[:] = 0
    assert game.state.game.changes.tolist() == [2, 0]
    game.state.game.changes[RED] = 0
    assert digest(game.state) == start
    withdraw = int(unit_code(game.number["R1"], WITHDRAW))
    assert game.refusal(RED, withdraw).clause == "BRG-9"


@pytest.mark.clause("BRG-9", "BRG-15")
def test_withdrawing_orders_puts_right_what_depended_on_them() -> None:
    game = Game({"R1": "0401", "R2": "0402", "R3": "0101", "B1": "0505"})
    game.move("R2", "0502")
    game.move("R1", "0402")
    game.move("R1", "0403", "0404")
    game.attack("R1", "B1")
    game.move("R3", "0102")
    rest = game.copy()
    rest.withdraw("R3")
    assert (rest.planned("R1"), rest.planned("R2")) == ("0404", "0502")
    game.withdraw("R2")
    assert (game.planned("R1"), game.planned("R2"), game.planned("R3")) == ("0404", "0402", "0102")
    # A path that would now end on a friend is cut, and its attack goes.
    tight = Game({"R1": "0403", "R2": "0404", "B1": "0505"}, movement={"R1": 1})
    tight.move("R2", "0304")
    tight.move("R1", "0404")
    tight.attack("R1", "B1")
    tight.withdraw("R2")
    assert tight.planned("R1") == "0403"
    assert kinds(tight, RED) == [plan.OrdersWithdrawn, movement.PathCut, plan.AttackDropped]
    assert kinds(tight, BLUE) == []
    assert "R1 does not attack B1" in tight.texts(RED)[-1]


@pytest.mark.clause("BRG-9")
def test_a_unit_with_an_attack_order_moves_only_after_it_is_withdrawn() -> None:
    game = Game({"R1": "0402", "B1": "0404"})
    game.move("R1", "0403")
    game.attack("R1", "B1")
    assert game.no_move("R1", "0402") == "BRG-9"
    game.withdraw("R1")
    game.move("R1", "0302")


@pytest.mark.clause("BRG-9")
def test_players_order_their_own_units_only() -> None:
    for sequence in ("plotted", "igougo"):
        game = Game({"R1": "0402", "B1": "0405"}, sequence=sequence)
        for name, side in (("B1", RED), ("R1", BLUE)):
            for action in range(32):
                order = int(unit_code(game.number[name], action))
                assert game.refusal(side, order).clause == "BRG-9"


@pytest.mark.clause("BRG-9")
def test_codes_that_stand_for_nothing_are_refused() -> None:
    game = Game({"R1": "0402", "B1": "0405"})
    for code in (-1, game.rules.actions, 10**30, -(10**30)):
        assert game.refusal(RED, code).clause == "BRG-9"


# One side after the other


@pytest.mark.clause("BRG-10")
def test_by_turns_the_four_steps_are_played_in_their_order() -> None:
    game = Game({"R1": "0402", "B1": "0404"}, sequence="igougo", turns=1)
    assert game.sides == (RED,)
    assert game.choices(BLUE) == []
    assert game.refusal(BLUE, DONE).clause == "BRG-9"
    game.move("R1", "0403")
    assert game.place("R1") == "0403"  # at once
    assert kinds(game, BLUE)[0] == movement.Moved  # and seen
    game.done(RED)
    assert (game.phase, game.sides) == (Phase.COMBAT, (RED,))
    game.done(RED)
    assert (game.phase, game.sides) == (Phase.MOVE, (BLUE,))
    game.done(BLUE)
    assert (game.phase, game.sides) == (Phase.COMBAT, (BLUE,))
    game.done(BLUE)
    assert game.phase == Phase.OVER


@pytest.mark.clause("BRG-10")
def test_by_turns_orders_have_their_phase() -> None:
    game = Game({"R1": "0403", "B1": "0404"}, sequence="igougo")
    assert game.no_attack("R1", "B1") == "BRG-9"
    game.done(RED)
    assert game.no_move("R1", "0402") == "BRG-9"
    assert game.no_attack("R1", "B1", advance=True) == "BRG-26"


@pytest.mark.clause("BRG-10", "BRG-21")
def test_by_turns_a_named_attack_is_open_and_may_be_withdrawn() -> None:
    game = Game({"R1": "0403", "R2": "0304", "B1": "0404"}, sequence="igougo")
    game.done(RED)
    game.attack("R1", "B1")
    assert game.texts(BLUE) == ["R1 is to attack B1."]
    assert [mark.subject for mark in game.view(BLUE).marks] == [str(game.number["R1"] + 1)]
    game.attack("R2", "B1")
    game.withdraw("R1")
    game.withdraw("R2")
    assert game.view(BLUE).marks == ()
    game.done(RED)
    assert game.sides == (BLUE,)  # nothing was fought


# The unforeseen


@pytest.mark.clause("BRG-11", "BRG-17", "BRG-9")
def test_a_plotted_step_that_has_become_illegal_stops_the_unit() -> None:
    game = Game({"R1": "0401", "B1": "0606"})
    game.move("R1", "0402", "0403")
    game.move("B1", "0506", "0505", "0404", "0403")
    game.submit()
    # Red stands in 0403 before blue moves: blue must stop beside it.
    assert game.places() == {"R1": "0403", "B1": "0404"}
    assert movement.Stopped in kinds(game, BLUE)
    assert movement.Stopped not in kinds(game, RED)
    stop = next(t for t in game.told(BLUE) if t.kind == "stop")
    assert stop.clause == "BRG-11"
    assert stop.places == ("0404",)
    assert stop.text.startswith("B1 stops in 0404 and does not go on to 0403: entering an")


@pytest.mark.clause("BRG-11", "BRG-15")
def test_a_friend_who_did_not_leave_makes_the_next_stop_before_him() -> None:
    gorge = {f"{c:02}{r:02}": "water" for c in (3, 5) for r in range(1, 8)}
    game = Game(
        {"B1": "0406", "B2": "0407", "R1": "0402"}, terrain=gorge, movement={"B1": 1, "B2": 1}
    )
    game.move("B1", "0405")
    game.move("B2", "0406")
    game.move("R1", "0403", "0404")
    # 0404 is beside 0405: red would stop there. B1 cannot enter 0405 from 0406 …
    game.submit()
    assert game.places() == {"R1": "0404", "B1": "0405", "B2": "0406"}
    blocked = Game(
        {"B1": "0406", "B2": "0407", "R1": "0402"}, terrain=gorge, movement={"B1": 1, "B2": 1}
    )
    blocked.move("B1", "0405")
    blocked.move("B2", "0406")
    blocked.move("R1", "0403", "0404", "0405")
    blocked.submit()  # … but here the enemy stands in it, and both blue units stay.
    assert blocked.places() == {"R1": "0405", "B1": "0406", "B2": "0407"}
    stops = [t for t in blocked.told(BLUE) if t.kind == "stop"]
    assert [stop.subjects for stop in stops] == [
        (str(blocked.number["B1"] + 1),),
        (str(blocked.number["B2"] + 1),),
    ]
    assert "could not end there" in stops[1].text


@pytest.mark.clause("BRG-11", "BRG-15")
def test_a_path_over_friends_that_is_cut_ends_before_them() -> None:
    gorge = {f"{c:02}{r:02}": "water" for c in (3, 5) for r in range(1, 8)}
    game = Game({"B1": "0407", "B2": "0405", "R1": "0401"}, terrain=gorge)
    game.move("B1", "0406", "0405", "0404", "0403")
    game.move("R1", "0402", "0403", "0404")
    game.submit()
    # Red stands in 0404: B1 could pass B2, but not end beyond. It stops in 0406.
    assert game.places() == {"R1": "0404", "B1": "0406", "B2": "0405"}


@pytest.mark.clause("BRG-11")
def test_a_plotted_attack_whose_target_went_away_is_dropped() -> None:
    game = Game({"R1": "0403", "R2": "0303", "B1": "0404", "B2": "0304"})
    game.move("R1", "0402")
    game.attack("B1", "R1")
    game.submit()
    assert game.phase == Phase.PLAN
    dropped = [t for t in game.told(BLUE) if t.kind == "drop"]
    assert [t.text for t in dropped] == [
        "B1 does not attack R1: the two are not next to each other."
    ]
    assert dropped[0].clause == "BRG-11"
    assert [t for t in game.told(RED) if t.kind == "drop"] == []
    assert all(not isinstance(event.what, combat.BattleBegins) for event in game.events)


@pytest.mark.clause("BRG-11")
def test_a_plotted_attack_whose_target_is_gone_is_dropped() -> None:
    game = Game({"R1": "0403", "B1": "0404", "B2": "0303"}, results=table_of("AE"))
    game.attack("R1", "B1")
    game.attack("B1", "R1")
    game.attack("B2", "R1")
    game.submit()
    game.die(1)
    assert game.place("R1") == ""
    assert [t.text for t in game.told(BLUE) if t.kind == "drop"] == [
        "B2 does not attack R1: the enemy is gone.",
        "B1 does not attack R1: the enemy is gone.",
    ]
    assert [t for t in game.told(RED) if t.kind == "drop"] == []


@pytest.mark.clause("BRG-11", "BRG-24")
def test_orders_of_a_unit_that_is_gone_go_with_it() -> None:
    game = Game(
        {"R1": "0403", "R2": "0502", "B1": "0404", "B2": "0503"},
        strength={"R1": 5},
        results=table_of("DE"),
    )
    game.attack("R1", "B1")
    game.attack("R2", "B2")
    game.attack("B1", "R1")
    game.submit()
    game.die(1)
    assert game.place("B1") == ""
    # While the next battle is fought nothing points at, or from, a unit that is gone.
    view = game.view(BLUE)
    assert all(all(mark.places) for mark in view.marks)
    assert view.counters[game.number["B1"]].badges == ("eliminated",)
    game.die(1)
    assert [t for t in game.told(BLUE) if t.kind in ("drop", "stop")] == []


@pytest.mark.clause("BRG-11")
def test_marks_never_point_at_a_target_that_is_gone() -> None:
    game = Game(
        {"R1": "0403", "R2": "0502", "B1": "0404", "B2": "0503", "B3": "0303"},
        results=table_of("AE"),
    )
    game.attack("R1", "B1")
    game.attack("R2", "B2")
    game.attack("B3", "R1")
    game.submit()
    game.die(1)
    first = game.place("R1") or game.place("R2")
    assert first
    assert game.phase == Phase.BATTLE
    for viewer in (RED, BLUE):
        for mark in game.view(viewer).marks:
            assert all(mark.places), mark


@pytest.mark.clause("BRG-11", "BRG-24", "BRG-12")
def test_a_unit_that_was_driven_back_follows_its_path_only_as_far_as_it_can() -> None:
    game = Game({"R1": "0403", "B1": "0404"}, results=table_of("DR"))
    game.attack("R1", "B1")
    game.move("B1", "0405", "0406")
    game.submit()
    game.die(1)
    # Driven back to 0305, 0405 or 0505; from there 0405, then 0406, or stopped at once.
    retreat = next(e for e in game.events if isinstance(e.what, combat.Retreated))
    assert game.rules.setting.labels[retreat.what.there] == "0305"
    assert game.place("B1") == "0406"


@pytest.mark.clause("BRG-11", "BRG-9")
def test_the_plan_of_the_side_that_goes_first_is_carried_out_as_it_stands() -> None:
    game = Game({"R1": "0401", "R2": "0402", "R3": "0303", "B1": "0405", "B2": "0606"})
    game.move("R2", "0403", "0404")
    game.move("R1", "0402", "0403")
    game.attack("R2", "B1")
    game.move("B1", "0406")
    game.submit()
    assert kinds(game, RED).count(movement.Stopped) == 0
    assert game.places() == {"R1": "0403", "R2": "0404", "R3": "0303", "B1": "0405", "B2": "0606"}
    assert game.phase == Phase.BATTLE


# Winning


@pytest.mark.clause("BRG-27", "BRG-3")
@both_sequences
@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [
        (["0202", "0404"], ["0606"], RED),
        (["0202", "0404", "0606"], ["0101"], RED),
        (["0202", "0101"], ["0404"], BLUE),
        (["0101"], ["0303"], BLUE),
        (["0202"], ["0101"], BLUE),
    ],
)
def test_two_of_three_towns_win_after_the_last_turn(
    red: list[str], blue: list[str], winner: int, sequence: str
) -> None:
    units = {f"R{n}": at for n, at in enumerate(red)} | {f"B{n}": at for n, at in enumerate(blue)}
    towns = {"0202": "town", "0404": "town", "0606": "town", "0707": "clear"}
    game = Game(units, terrain=towns, towns=2, turns=2, sequence=sequence)
    while game.phase != Phase.OVER:
        game.done(game.sides[0])
    result = game.rules.result(game.state)
    assert result is not None
    assert result.winners == (winner,)
    assert result.clause == "BRG-27"
    held = [sum(at in towns and towns[at] == "town" for at in side) for side in (red, blue)]
    assert result.scores == tuple(held)
    end = next(e for e in game.events if isinstance(e.what, turn.GameEnds))
    assert end.what == (winner, held[RED])


@pytest.mark.clause("BRG-27")
def test_towns_count_at_the_end_alone() -> None:
    towns = {"0202": "town", "0404": "town", "0606": "town", "0707": "clear"}
    units = {"R1": "0202", "R2": "0404", "B1": "0101"}
    game = Game(units, terrain=towns, towns=2, turns=1, sequence="igougo")
    assert game.view(RED).tracks[1].value == 2
    game.move("R1", "0303")
    while game.phase != Phase.OVER:
        game.done(game.sides[0])
    result = game.rules.result(game.state)
    assert result is not None
    assert result.winners == (BLUE,)


@pytest.mark.clause("BRG-27", "BRG-15")
def test_a_stack_holds_one_town() -> None:
    towns = {"0202": "town", "0404": "town", "0707": "clear"}
    units = {"R1": "0202", "R2": "0202", "B1": "0707"}
    game = Game(units, terrain=towns, towns=2, turns=1, rules="advanced")
    game.submit()
    result = game.rules.result(game.state)
    assert result is not None
    assert result.winners == (BLUE,)
    assert result.scores == (1.0, 0.0)


@pytest.mark.clause("BRG-9")
def test_a_plan_with_idle_companies_reminds_of_them() -> None:
    game = Game({"R1": "0404", "R2": "0101", "B1": "0406"})
    for idle, name in ((2, "R1"), (1, "R2"), (0, "")):
        (done,) = game.offers(RED, "done")
        assert done.reminder == (
            f"{counted(idle, 'company', 'companies')} could still be given orders." if idle else ""
        )
        if name:
            game.move(name, min(game.steps(name)))


@pytest.mark.clause("BRG-9", "BRG-12")
def test_a_plan_with_points_left_goes_on_or_is_made_anew() -> None:
    game = Game({"R1": "0404", "B1": "0101", "B2": "0102"})
    before = game.targets("R1")
    game.move("R1", "0403")
    assert game.points("R1") > 0
    assert before - {"0403"} <= game.targets("R1")
    # Back over the start: the plan is withdrawn first, and leads there from the start.
    far = next(o for o in game.offers(RED, "move") if o.place == "0405")
    assert far.path[0] == "0404"
    for order in far.orders:
        game.give(RED, order)
    assert game.planned("R1") == "0405"


@pytest.mark.clause("BRG-14", "BRG-15", "BRG-17")
def test_why_a_company_can_be_given_no_order_is_told() -> None:
    walls = {"0101": "clear", "0102": "water", "0201": "woods"}
    game = Game({"R1": "0101", "R2": "0404", "B1": "0707"}, terrain=walls)
    view = game.view(RED)
    offers = game.rules.offers(view)
    assert barred(game.rules, view, offers) == {
        "1": (Refusal("BRG-14", "units may not enter that terrain"),)
    }
    # Who has orders can change them.
    game.move("R2", "0403")
    assert list(barred(game.rules, game.view(RED), game.rules.offers(game.view(RED)))) == ["1"]
    game.done(RED)
    view = game.view(RED)
    assert barred(game.rules, view, game.rules.offers(view)) == {}


@pytest.mark.clause("BRG-9", "BRG-21")
def test_the_arrow_of_an_attack_begins_where_the_company_will_stand() -> None:
    game = Game({"R1": "0401", "B1": "0404"})
    game.move("R1", "0402", "0403")
    attacks = [o for o in game.rules.offers(game.view(RED)) if o.kind == "attack"]
    assert attacks
    assert {offer.path for offer in attacks} == {("0403", "0404")}
    game.attack("R1", "B1")
    (mark,) = [mark for mark in game.view(RED).marks if mark.kind == "attack"]
    assert mark.places == ("0403", "0404")
