"""Board, units and set-up: AGR-1 to AGR-8, AGR-52 to AGR-54."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, Kind, Offer
from hexfront.core.dice import dice_from_secret
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.core.study.self_play import Seat
from tests.aggressor.hexes import at
from tests.aggressor.positions import (
    EAST,
    EVERY_HEX,
    TYPES,
    WEST,
    Game,
    Table,
    make_rules,
    scenario_document,
    terrain_document,
)

MAXIMA = {
    "airbase": (0, 3),
    "missile": (1, 1),
    "artillery": (3, 2),
    "armor": (3, 3),
    "infantry": (2, 2),
    "support": (2, 1),
}
HOMES = {
    WEST: {label for label in EVERY_HEX if label[1] < "K"},
    EAST: {label for label in EVERY_HEX if label[1] > "K"},
}


def loaded(**changes: Any) -> Any:
    return find_system("aggressor").scenarios.load(scenario_document(**changes), None, "test")


def refused(**changes: Any) -> str:
    """What is said of a scenario with mistakes."""
    with pytest.raises(InputError) as caught:
        loaded(**changes)
    return str(caught.value)


# The board


@pytest.mark.clause("AGR-1")
def test_the_labels_of_the_standard_map() -> None:
    places = make_rules(scenario_document()).board()["places"]
    assert [place["id"] for place in places] == [at(c, r) for c in range(21) for r in range(15)]
    assert (places[0]["id"], places[-1]["id"]) == ("@AA", "@UO")


@pytest.mark.clause("AGR-1")
def test_every_second_column_sits_half_a_hex_lower() -> None:
    places = {place["id"]: place for place in make_rules(scenario_document()).board()["places"]}
    hex_height = places["@AB"]["y"] - places["@AA"]["y"]
    for column in range(21):
        top = places[at(column, 0)]
        assert top["x"] == pytest.approx(column * 1.5)
        lower = hex_height / 2 if column % 2 else 0
        assert top["y"] == pytest.approx(places["@AA"]["y"] + lower)


@pytest.mark.clause("AGR-2")
def test_hexes_are_clear_or_rough() -> None:
    board = make_rules(scenario_document(rough=["@CC", "@RD"])).board()
    rough = {place["id"] for place in board["places"] if place["terrain"] == "rough"}
    assert rough == {"@CC", "@RD"}
    assert {place["terrain"] for place in board["places"]} == {"clear", "rough"}


@pytest.mark.clause("AGR-2")
def test_what_is_contaminated_is_shown_to_everybody() -> None:
    game = Game({"W1": "infantry @CC", "E1": "infantry @RC"}, nbc=["@HH", "@SB"])
    for viewer in (WEST, EAST, SPECTATOR):
        marks = game.view(viewer).marks
        assert {(m.kind, m.places, m.caption) for m in marks} == {
            ("contaminated", ("@HH",), "NBC"),
            ("contaminated", ("@SB",), "NBC"),
        }


@pytest.mark.clause("AGR-4")
def test_the_border_is_clear_and_in_the_middle() -> None:
    assert "AGR-4" in refused(rough=["@KC"])
    assert "AGR-4" in refused(terrain=terrain_document(columns=20))
    loaded(rough=["@JC", "@LC"])


@pytest.mark.clause("AGR-4")
def test_homes_lie_on_both_sides_of_the_border_which_is_nobodys() -> None:
    places = make_rules(scenario_document()).board()["places"]
    for place in places:
        column = place["id"][1]
        assert place["side"] == (None if column == "K" else WEST if column < "K" else EAST)


@pytest.mark.clause("AGR-5")
def test_the_standard_map() -> None:
    system = find_system("aggressor")
    document = load_scenario(system).document
    terrain = document["terrain"]
    assert (terrain["columns"], terrain["rows"]) == (21, 15)
    rough = set(terrain["rough"])
    assert 0.35 <= len(rough) / 315 <= 0.40
    assert not any(label[1] == "K" for label in rough)
    spots = [("ABCDEFGHIJKLMNOPQRSTU".index(label[1]), label[2]) for label in rough]
    mirrored = {(20 - column, row) for column, row in spots}
    assert mirrored == set(spots), "both sides have the same ground"


@pytest.mark.clause("AGR-5", "AGR-1")
def test_large_maps_have_two_letters_each() -> None:
    for columns, rows in ((27, 9), (9, 27), (99, 99)):
        terrain = terrain_document(columns=columns, rows=rows)
        places = make_rules(scenario_document(size=2, terrain=terrain)).board()["places"]
        assert len(places) == columns * rows
        assert places[0]["id"] == "@AAAA"
        assert places[rows + 2]["id"] == "@ABAC"
    assert "columns" in refused(terrain=terrain_document(columns=201))
    small = make_rules(scenario_document(size=2, terrain=terrain_document(columns=25, rows=26)))
    assert small.board()["places"][-1]["id"] == "@YZ"


# Units


@pytest.mark.clause("AGR-6")
@pytest.mark.parametrize("kind", TYPES)
def test_the_maxima_of_the_types(kind: str) -> None:
    table = Table(scenario_document())
    table.give(WEST, table.deploy_code(kind, "@CC"))
    (counter,) = table.view(WEST).counters
    assert counter.values == dict(zip(("range", "strength"), MAXIMA[kind], strict=True))
    army_setup = table.rules.board()["army_setup"]
    assert army_setup["size"] == 18
    assert army_setup["types"][kind]["values"] == counter.values


@pytest.mark.clause("AGR-6")
def test_any_mix_of_types() -> None:
    for kind in TYPES:
        table = Table(scenario_document())
        for label in sorted(HOMES[WEST])[:18]:
            table.give(WEST, table.deploy_code(kind, label))
        table.done(WEST)
        assert Counter(c.name for c in table.view(WEST).counters) == {kind.title(): 18}


@pytest.mark.clause("AGR-6")
def test_eighteen_units_no_more_and_no_less() -> None:
    table = Table(scenario_document())
    home = sorted(HOMES[WEST])
    for count in range(18):
        assert table.refusal(WEST, 0).clause == "AGR-6", f"ready with {count} units"
        assert table.offers(WEST, "ready") == []
        table.give(WEST, table.deploy_code("armor", home[count]))
    assert table.refusal(WEST, table.deploy_code("armor", home[18])).clause == "AGR-6"
    assert table.offers(WEST, "deploy") == []
    (ready,) = table.offers(WEST, "ready")
    assert (ready.key, ready.orders) == ("0", (0,))


@pytest.mark.clause("AGR-6")
def test_numbers_and_maxima_are_the_scenarios() -> None:
    table = Table(scenario_document(size=2, types={"armor": (5, 4)}))
    for label in ("@AA", "@AB"):
        table.give(WEST, table.deploy_code("armor", label))
    assert [c.values for c in table.view(WEST).counters] == [{"range": 5, "strength": 4}] * 2
    table.done(WEST)


# Set-up


@pytest.mark.clause("AGR-52", "AGR-4")
@pytest.mark.parametrize("side", [WEST, EAST])
def test_units_are_placed_in_the_home_of_their_side(side: int) -> None:
    table = Table(scenario_document())
    legal = {
        label for label in EVERY_HEX if table.deploy_code("armor", label) in table.choices(side)
    }
    assert legal == HOMES[side]
    for label in ("@KC", min(HOMES[1 - side])):
        assert table.refusal(side, table.deploy_code("armor", label)).clause == "AGR-52"


@pytest.mark.clause("AGR-52")
def test_both_sides_set_up_at_once_and_unseen() -> None:
    table = Table(scenario_document())
    assert table.sides == (WEST, EAST)
    before = table.view(EAST), table.choices(EAST), table.offers(EAST)
    for label in sorted(HOMES[WEST])[:18]:
        table.give(WEST, table.deploy_code("missile", label))
        for viewer in (EAST, SPECTATOR):
            assert [table.rules.redact(e, viewer) for e in table.events] == [None]
    table.done(WEST)
    assert [table.rules.redact(e, EAST) for e in table.events] == [None]
    assert (table.view(EAST), table.choices(EAST), table.offers(EAST)) == before
    assert table.view(SPECTATOR).counters == ()
    assert table.sides == (EAST,)


@pytest.mark.clause("AGR-3", "AGR-52")
def test_one_unit_a_hex_also_at_set_up() -> None:
    table = Table(scenario_document())
    table.give(WEST, table.deploy_code("armor", "@CC"))
    assert table.refusal(WEST, table.deploy_code("armor", "@CC")).clause == "AGR-3"
    assert table.refusal(WEST, table.deploy_code("support", "@CC")).clause == "AGR-3"
    assert table.refusal(WEST, table.remove_code("@CD")).clause == "AGR-3"
    (deploy,) = [o for o in table.offers(WEST, "deploy") if o.word == "armor"]
    assert deploy.aim is not None
    assert deploy.aim.places is not None
    assert set(deploy.aim.places) == HOMES[WEST] - {"@CC"}
    assert deploy.aim.first + table.index("@CD") == table.deploy_code("armor", "@CD")


@pytest.mark.clause("AGR-52")
def test_units_can_be_taken_back() -> None:
    table = Table(scenario_document())
    empty = digest(table.state)
    table.give(WEST, table.deploy_code("armor", "@CC"))
    (remove,) = table.offers(WEST, "remove")
    assert (remove.subject, remove.orders) == ("1", (table.remove_code("@CC"),))
    table.give(WEST, *remove.orders)
    assert table.view(WEST).counters == ()
    table.state.game.changes[:] = 0  # what is taken back is counted
    assert digest(table.state) == empty
    table.give(WEST, table.deploy_code("support", "@CC"))
    assert table.refusal(EAST, table.remove_code("@CC")).clause == "AGR-52"


@pytest.mark.clause("AGR-52")
def test_ready_can_be_taken_back_until_the_other_is_ready_too() -> None:
    table = Table(scenario_document(size=1))
    assert table.refusal(WEST, 3).clause == "AGR-52"
    table.give(WEST, table.deploy_code("armor", "@CC"))
    table.done(WEST)
    assert table.choices(WEST) == [3]
    assert [o.kind for o in table.offers(WEST)] == ["recall"]
    assert table.refusal(WEST, table.remove_code("@CC")).clause == "AGR-52"
    table.give(WEST, 3)
    assert table.sides == (WEST, EAST)
    table.give(WEST, table.remove_code("@CC"))
    table.give(WEST, table.deploy_code("airbase", "@CD"))
    table.done(WEST)
    table.give(EAST, table.deploy_code("armor", "@RC"))
    table.done(EAST)
    assert table.kind == Kind.CHANCE
    assert table.choices(WEST) == []


@pytest.mark.clause("AGR-52")
@pytest.mark.parametrize("side", [WEST, EAST])
def test_whole_armies_are_offered(side: int) -> None:
    table = Table(load_scenario(find_system("aggressor")).document)

    def offered() -> dict[str, Offer]:
        return {o.word: o for o in table.offers(side, "army")}

    words = list(offered())
    assert "random" in words
    assert len(words) >= 2
    for word in words:
        for order in offered()[word].orders:  # the second clears what the first has placed
            table.give(side, order)
        counters = table.view(side).counters
        assert len(counters) == 18
        assert len({c.place for c in counters}) == 18
        assert {c.place for c in counters} <= HOMES[side]
    table.done(side)


@pytest.mark.clause("AGR-52")
def test_orders_of_a_turn_are_none_of_set_up() -> None:
    table = Table(scenario_document())
    for order in (1, 2, 8 + 7 * 315):
        assert table.refusal(WEST, order).clause == "AGR-41"


# Saved set-ups


@pytest.mark.clause("AGR-53")
def test_a_scenario_with_an_army_needs_no_set_up_of_it() -> None:
    army = [{"type": "airbase", "hex": "@CC"}, {"type": "armor", "hex": "@AA"}]
    table = Table(scenario_document({"west": army}, size=2))
    assert table.sides == (EAST,)
    counters = table.view(WEST).counters
    assert [(c.name, c.place) for c in counters] == [("Airbase", "@CC"), ("Armor", "@AA")]
    assert table.view(EAST).counters == ()


@pytest.mark.clause("AGR-53", "AGR-6", "AGR-3", "AGR-52")
@pytest.mark.parametrize(
    ("army", "said"),
    [
        ([{"type": "armor", "hex": "@CC"}], "AGR-6"),
        ([{"type": "armor", "hex": label} for label in ("@CC", "@CD", "@CE")], "AGR-6"),
        ([{"type": "armor", "hex": "@CC"}] * 2, "AGR-3"),
        ([{"type": "armor", "hex": "@CC"}, {"type": "armor", "hex": "@KC"}], "AGR-52"),
        ([{"type": "armor", "hex": "@CC"}, {"type": "armor", "hex": "@RC"}], "AGR-52"),
        ([{"type": "armor", "hex": "@CC"}, {"type": "armor", "hex": "@ZZ"}], "A to U"),
        (
            [{"type": "armor", "hex": "@CC"}, {"type": "technical", "hex": "@CD"}],
            "expected airbase, missile",
        ),
    ],
)
def test_armies_with_mistakes_are_refused(army: list[dict[str, str]], said: str) -> None:
    message = refused(armies={"west": army}, size=2)
    assert said in message
    assert "/armies/west" in message


@pytest.mark.clause("AGR-53")
def test_a_set_up_can_be_played_again() -> None:
    table = Table(scenario_document(size=2, first="west"))
    chosen = {WEST: [("armor", "@CC"), ("airbase", "@AA")], EAST: [("support", "@RC")] * 1}
    chosen[EAST].append(("missile", "@UA"))
    for side, army in chosen.items():
        for kind, label in army:
            table.give(side, table.deploy_code(kind, label))
        table.done(side)
    before = [table.view(side).counters for side in (WEST, EAST)]
    names = ("west", "east")
    armies = {
        names[side]: [{"type": kind, "hex": label} for kind, label in army]
        for side, army in chosen.items()
    }
    again = Table(scenario_document(armies, size=2, first="west"))
    assert [again.view(side).counters for side in (WEST, EAST)] == before
    assert again.sides == (WEST,)
    assert digest(again.state) == digest(table.state)


# The machine


@pytest.mark.clause("AGR-54")
@pytest.mark.parametrize("side", [WEST, EAST])
def test_the_machine_plays_either_side_from_what_a_person_would_see(side: int) -> None:
    """The same orders, whatever the other side has placed out of sight."""
    system = find_system("aggressor")
    assert system.playing.agents
    for name, factory in system.playing.agents.items():
        # What depends on the clock is told how long to think.
        more = {"iterations": 20} if getattr(factory, "by_clock", False) else {}
        played = []
        for hidden in ("armor", "support"):
            table = Table(scenario_document(size=3, first=("west", "east")[side]))
            dice = dice_from_secret(bytes(32))
            agent = factory(table.rules, side, dice, **more)
            for label in sorted(HOMES[1 - side], reverse=side == WEST)[:3]:
                table.give(1 - side, table.deploy_code(hidden, label))
            table.done(1 - side)
            orders = []
            while table.kind != Kind.OVER and len(orders) < 12:
                if table.kind == Kind.CHANCE:
                    table.chance(0)
                    continue
                (acting,) = table.sides
                if acting != side:
                    break
                orders.append(agent.decide(Seat(table.rules, side, table.state)))
                table.give(side, orders[-1])
            played.append(orders)
        assert played[0] == played[1], name
        assert len(played[0]) > 3, name


@pytest.mark.clause("AGR-52", "AGR-53")
@pytest.mark.parametrize("given", [(), ("west",), ("east",)])
def test_what_is_imagined_of_a_set_up_is_one(given: tuple[str, ...]) -> None:
    """Never both sides are ready, or the game would have begun; a given army always is."""
    hexes = {"west": "@AA", "east": "@UO"}
    armies = {side: [{"type": "armor", "hex": hexes[side]}] for side in given}
    game = Table(scenario_document(armies, size=1))
    sides = set()
    for viewer in (WEST, EAST, SPECTATOR):
        for number in range(40):
            dice = dice_from_secret(bytes([number] * 32))
            imagined = game.rules.determinize(game.rules.view(game.state, viewer), dice)
            sides.add(tuple(game.rules.decision(imagined).sides))
    assert sides == ({(WEST, EAST), (WEST,), (EAST,)} if not given else {game.sides})
