"""The map document of a war, what views draw on it, and commands offered for the mouse."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, Offer, Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.pictures.boards import board_now
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.marks import changed_types
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.loader import load
from hexfront.systems.idahex.table.board import environment_arts

PORT_SAID, SUEZ = 24, 56


@cache
def rules() -> IdahexRules:
    return IdahexRules(load_scenario(SYSTEM))


@cache
def board() -> dict[str, Any]:
    return json.loads(json.dumps(rules().board()))


def commands() -> s.State:
    """The first stop at which both sides may give commands."""
    state = rules().start()
    if state.game.phase == s.STRIKES:
        say(state, 0, o.GO)
        say(state, 1, o.GO)
    return state


def say(state: s.State, side: int, *words: int) -> None:
    for word in words:
        assert rules().refuse(state, side, word) is None
        rules().apply(state, Step(side, word), EventLog())


def offers(state: s.State, side: int = 0) -> list[Offer]:
    return list(rules().offers(rules().view(state, side)))


def unit(number: int) -> int:
    return rules().book.unit(rules().book.numbers.index(number))


def cell(number: int) -> int:
    return rules().book.cell(number)


def test_environments_look_as_they_are_called_and_each_differently() -> None:
    assert environment_arts(["clear", "open desert", "rough", "urban"]) == [
        *("clear", "desert", "rough", "town"),
    ]
    same = environment_arts(["plain A", "plain B", "forest", "deep forest"])
    assert len(set(same)) == 4
    assert same[2] == "woods"
    many = environment_arts([f"ground {i}" for i in range(30)])
    assert len(many) == 30


@pytest.mark.clause("IDX-2.1")
def test_inactive_cells_are_closed() -> None:
    closed = {place["id"] for place in board()["places"] if place["terrain"] == "inactive"}
    assert {"12", "23", "35", "42", "115"} <= closed
    assert board()["terrain"]["inactive"]["art"] == "closed"
    assert len(closed) == sum(rules().setting.design.area.environment[1:] == 0)


@pytest.mark.clause("IDX-2.1")
def test_links_are_those_of_the_design_each_pair_once() -> None:
    area = rules().setting.design.area
    for kind, types in (("route", area.route), ("barrier", area.barrier)):
        links = [link for link in board()["links"] if link["kind"] == kind]
        pairs = [frozenset(pair) for link in links for pair in link["pairs"]]
        assert len(pairs) == len(set(pairs)) == (types > 0).sum() / 2
    canal = next(link for link in board()["links"] if link["title"] == "Suez Canal")
    assert canal["look"] == "water"
    assert ["27", "39"] in canal["pairs"]


def test_ground_lies_where_the_fit_says() -> None:
    names = {place["name"]: place for place in board()["places"] if place["name"]}
    assert names["Port Said"]["id"] == str(PORT_SAID)
    assert names["Suez"]["id"] == str(SUEZ)
    canal = [shape["line"] for shape in board()["beneath"] if shape.get("name") == "Suez Canal"]
    sea = next(shape["area"] for shape in board()["beneath"] if "area" in shape)
    ends = [point for line in canal for point in line]
    near = [
        min((x - town["x"]) ** 2 + (y - town["y"]) ** 2 for x, y in ends) ** 0.5
        for town in (names["Port Said"], names["Suez"])
    ]
    assert max(near) < 1  # a side of a hex: 8.7 km
    assert len(sea) > 1


def test_a_scenario_keeps_its_ground_and_may_bring_its_own() -> None:
    document = rules().scenario.document
    assert load(document, None, "again").document == document
    own = document | {"ground": {"towns": {"3": "Here"}, "water": [{"line": [[0, 0], [1, 1]]}]}}
    made = IdahexRules(load(own, None, "own")).board()
    assert [place["id"] for place in made["places"] if place["name"] == "Here"] == ["3"]
    assert made["beneath"] == [{"line": [[0.0, 0.0], [1.0, 1.0]]}]
    with pytest.raises(InputError, match="sinai"):
        load(document | {"ground": "atlantis"}, None, "x")


@pytest.mark.clause("IDX-2.1")
def test_owners_are_told_in_the_order_of_the_places() -> None:
    owners = rules().view(rules().start(), SPECTATOR).owners
    by_place = dict(zip((place["id"] for place in board()["places"]), owners, strict=True))
    assert (by_place["27"], by_place["39"], by_place["42"]) == (0, 1, -1)


@pytest.mark.clause("IDX-4.1")
def test_a_tank_regiment_crosses_the_canal_by_one_offer() -> None:
    state = commands()
    attack = next(x for x in offers(state) if (x.subject, x.place) == ("3", "39"))
    assert attack.kind == "attack"
    say(state, 0, *attack.orders)
    view = rules().view(state, 0)
    (plan,) = [mark for mark in view.marks if mark.kind == "plan"]
    assert (plan.subject, plan.places) == ("3", ("27", "39"))
    counter = next(counter for counter in view.counters if counter.id == "3")
    assert counter.values["mission"] == "39 hold (10)"
    assert "towards 39" in str(counter.values["next"])


@pytest.mark.clause("IDX-4.1")
def test_missions_and_drafts_are_for_their_side_alone() -> None:
    state = commands()
    say(state, 0, o.MISSION, unit(3), cell(38), o.POSTURE + 10, o.END)
    say(state, 0, o.MISSION, unit(4), cell(38))
    assert {mark.kind for mark in rules().view(state, 0).marks} == {"plan", "draft"}
    for viewer in (1, SPECTATOR):
        view = rules().view(state, viewer)
        assert not view.marks
        assert not any(
            {"mission", "next", "strength"} & set(c.values) for c in view.counters if c.side == 0
        )


@pytest.mark.clause("IDX-4.1")
def test_a_mission_is_written_cell_by_cell() -> None:
    state = commands()
    first = next(x for x in offers(state) if (x.kind, x.subject) == ("mission", "3"))
    say(state, 0, *first.orders)
    named = {x.subject for x in offers(state) if x.kind == "unit"}
    assert named == {"7", "8", "50"}  # the others that stand in 27
    aim = next(x.aim for x in offers(state) if x.aim)
    assert aim.places is not None
    assert set(aim.places) == {"15", "16", "26", "27", "28", "38", "39"}
    say(state, 0, aim.first + 37)
    assert "38 …" in rules().view(state, 0).prompt
    assert "posture" in rules().view(state, 0).prompt
    postures = [x.caption for x in offers(state) if x.kind == "posture"]
    assert postures[:2] == ["Hold (10)", "Hand over (11)"]
    say(state, 0, o.POSTURE + 10)
    assert next(x.kind for x in offers(state)) == "end"
    aim = next(x.aim for x in offers(state) if x.aim)
    assert aim.places is not None
    assert "49" in aim.places


@pytest.mark.clause("IDX-3.2.3")
def test_the_prompt_says_why_a_draft_cannot_be_given() -> None:
    state = commands()
    say(state, 0, o.MISSION, unit(3), cell(110), o.POSTURE + 10)
    assert "end" not in {x.kind for x in offers(state)}
    assert "Not yet: A march goes no further than to the next cell." in (
        prompt := rules().view(state, 0).prompt
    )
    assert "IDX-3.2.3" in prompt


def test_commands_about_nothing_are_not_offered() -> None:
    state = commands()
    kinds = {x.kind for x in offers(state)}
    assert {"go", "mission", "stop"} <= kinds
    assert not {"cancel", "delivery", "recall", "transfer"} & kinds
    say(state, 0, o.MISSION, unit(3), cell(38), o.POSTURE + 10, o.END)
    assert {"cancel", "delivery"} <= {x.kind for x in offers(state)}


@pytest.mark.clause("IDX-2.1")
def test_a_view_tells_what_the_types_are_in_this_cycle() -> None:
    view = rules().view(commands(), SPECTATOR)
    maps = view.facts["maps"]
    environments, routes = maps[0], maps[1]
    assert view.terrain_overrides["1"] == str(environments[1]) != "1"
    assert view.terrain_overrides["route 3"] == f"route {routes[3]}" != "route 3"
    assert "2" not in view.terrain_overrides
    now = board_now(board(), view.terrain_overrides)
    drawn = {place["id"]: place["terrain"] for place in now["places"]}
    assert "1" in {place["terrain"] for place in board()["places"]}
    assert "1" not in drawn.values()
    gone, more = (
        next(k for k in now["links"] if k["name"] == f"route {n}") for n in (3, routes[3])
    )
    before = next(k for k in board()["links"] if k["name"] == "route 3")
    assert before["pairs"]
    assert gone["pairs"] == []
    assert all(pair in more["pairs"] for pair in before["pairs"])


def test_a_barrier_may_go() -> None:
    maps = [list(range(9)), list(range(9)), [0, 0, *range(2, 9)]]
    assert changed_types(rules().setting, maps) == {"barrier 1": ""}
    gone = board_now(board(), {"barrier 1": ""})
    assert [link["name"] for link in gone["links"] if link["pairs"]] == [
        link["name"] for link in board()["links"] if link["pairs"] and link["name"] != "barrier 1"
    ]
