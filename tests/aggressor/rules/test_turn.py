"""The turn: AGR-38 to AGR-45."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, Kind
from hexfront.core.table.barred import barred
from hexfront.systems.aggressor.rules.movement import Eliminated, StepLost
from hexfront.systems.aggressor.rules.observation import ContactMade
from hexfront.systems.aggressor.rules.turn import GameBegins, PartisansRise, TurnBegins, UnitFrozen
from tests.aggressor.hexes import KEYS, around, beside
from tests.aggressor.positions import EAST, EVERY_HEX, TYPES, WEST, Game, Table, scenario_document

WEST_HOME = {label for label in EVERY_HEX if label[1] < "K"}
EAST_HOME = {label for label in EVERY_HEX if label[1] > "K"}


def armies(count: int = 3) -> dict[str, list[dict[str, str]]]:
    """Ready armies of infantry in the outermost columns."""
    return {
        side: [{"type": "infantry", "hex": f"@{column}{row}"} for row in "ABCDEFG"[:count]]
        for side, column in (("west", "A"), ("east", "U"))
    }


# Who begins


@pytest.mark.clause("AGR-38")
def test_chance_draws_who_begins_once_both_are_ready() -> None:
    for side in (WEST, EAST):
        table = Table(scenario_document(armies(), size=3))
        assert table.kind == Kind.CHANCE
        assert table.probability(0) == 0.5
        table.chance(side)
        assert table.sides == (side,)
        assert table.heard(SPECTATOR, GameBegins)[0].what[:2] == (side, 0)


@pytest.mark.clause("AGR-38", "AGR-52")
def test_nothing_is_drawn_before_both_are_ready() -> None:
    given = armies()
    for ready in ("west", "east"):
        table = Table(scenario_document({ready: given[ready]}, size=3))
        assert table.kind == Kind.ORDERS
        other = 1 if ready == "west" else 0
        assert table.sides == (other,)
        for entry in given["east" if ready == "west" else "west"]:
            table.give(other, table.deploy_code("infantry", entry["hex"]))
        table.done(other)
        assert table.kind == Kind.CHANCE


@pytest.mark.clause("AGR-38")
@pytest.mark.parametrize("side", [WEST, EAST])
def test_an_option_overrides_the_draw_with_a_warning(side: int) -> None:
    document = scenario_document(armies(), size=3, first=("west", "east")[side])
    del document["armies"]["west"]
    table = Table(document)
    for entry in armies()["west"]:
        table.give(WEST, table.deploy_code("infantry", entry["hex"]))
    table.done(WEST)
    assert table.sides == (side,)
    (begins,) = table.heard(SPECTATOR, GameBegins)
    assert begins.what[:2] == (side, 1)
    assert "balance" in table.rules.describe(begins, table.view(SPECTATOR)).text


@pytest.mark.clause("AGR-38")
def test_turns_alternate_and_two_are_a_round() -> None:
    table = Table(scenario_document(armies(), size=3, first="east"))
    seen = []
    for _ in range(6):
        (side,) = table.sides
        table.done(side)
        seen.append(table.heard(SPECTATOR, TurnBegins)[0].what[:2])
    assert seen == [(1, 0), (2, 1), (2, 0), (3, 1), (3, 0), (4, 1)]


# The map of one side


@pytest.mark.clause("AGR-39", "AGR-17")
def test_the_picture_of_a_side_stays_during_the_turn_of_the_other() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ", "E2": "armor @HL"})
    before = game.sight(WEST)
    assert before == {"@HJ": "Armor"}
    game.pass_turn()
    game.go("E1", "@IJ", "@IK")
    game.go("E2", "@HK", "@HJ")
    assert game.sight(WEST) == before
    assert game.heard(WEST, ContactMade, game.log) == []
    game.pass_turn()
    # The one is followed, the other has come up and is new.
    assert game.sight(WEST) == {"@IK": "Armor", "@HJ": "Armor"}


@pytest.mark.clause("AGR-39")
def test_the_turn_begins_with_an_observation_of_the_acting_side_alone() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ"})
    kinds = [(type(event.what), event.audience) for event in game.opening]
    assert (TurnBegins, -1) in kinds
    assert (ContactMade, 1) in kinds
    assert all(audience == 1 for kind, audience in kinds if kind == ContactMade)


@pytest.mark.clause("AGR-39")
def test_spectators_see_no_counters() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ"})
    assert game.view(SPECTATOR).counters == ()


# Partisans


@pytest.mark.clause("AGR-40", "AGR-41")
def test_the_enemy_decides_before_the_turn_begins_and_learns_nothing() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @MH"}, groups=(2, 0))
    before = game.view(WEST)
    game.done(WEST)
    assert game.sides == (WEST,), "West decides on its partisans; East's turn has not begun"
    assert game.choices(WEST) == [0, 1]
    assert {o.kind for o in game.offers(WEST)} == {"partisans", "end"}
    assert game.heard(EAST, TurnBegins) == []
    after = game.view(WEST)
    assert [(c.id, c.place) for c in after.counters] == [(c.id, c.place) for c in before.counters]
    assert game.choices(EAST) == []
    game.done(WEST)
    assert game.sides == (EAST,)
    assert len(game.heard(EAST, TurnBegins)) == 1


@pytest.mark.clause("AGR-40")
def test_nobody_asks_who_has_no_partisans() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @MH"}, groups=(0, 5))
    game.done(WEST)
    assert game.sides == (EAST,)


def rise(game: Game, label: str) -> None:
    """A group rises around a hex of East's home."""
    game.give(WEST, 1)
    assert game.kind == Kind.CHANCE
    assert len(game.weights) == len(EAST_HOME)
    assert len(set(game.weights)) == 1
    game.chance(sorted(EAST_HOME).index(label))


@pytest.mark.clause("AGR-40")
def test_units_within_three_hexes_of_a_random_hex_are_frozen() -> None:
    names = {f"E{n}": label for n, label in enumerate(["@PH", "@PK", "@PL", "@ME", "@JH", "@SH"])}
    center = "@OH"
    units = {name: f"infantry {label}" for name, label in names.items()}
    game = Game({"W1": "infantry @OI", "W2": "armor @CC", **units}, groups=(1, 0))
    game.done(WEST)
    rise(game, center)
    assert game.sides == (EAST,)
    near = around(center, 3) | {center}
    frozen = {name for name, label in names.items() if label in near}
    assert 0 < len(frozen) < len(names)
    for name in names:
        assert game.may_anything(name) is (name not in frozen)
        assert ("frozen" in game.counter(name).badges) is (name in frozen)
    assert game.place("W1") == "@OI", "the spender's own units are not concerned"
    assert len(game.heard(EAST, UnitFrozen)) == len(frozen)
    for viewer in (WEST, SPECTATOR):
        assert game.heard(viewer, UnitFrozen) == []
    for viewer in (WEST, EAST, SPECTATOR):
        (told,) = game.heard(viewer, PartisansRise)
        assert center in game.rules.describe(told, game.view(viewer)).text


@pytest.mark.clause("AGR-40")
def test_every_order_of_a_frozen_unit_is_refused_for_this_turn() -> None:
    units = {"E1": "airbase @OH", "E2": "support @OI 1/1", "E3": "infantry @OG 1/1"}
    game = Game({"W1": "infantry @NG", **units}, groups=(1, 0))
    game.done(WEST)
    rise(game, "@OH")
    assert game.no_step("E2", "@OJ") == "AGR-40"
    assert game.no("E1", game.aim_code("E1", "@AA")) == "AGR-40"
    assert game.no("E2", game.replace_code("E2")) == "AGR-40"
    assert game.no_step("E3", "@NG") == "AGR-40"
    view = game.view(EAST)
    told = barred(game.rules, view, game.rules.offers(view))
    reasons = {name: told[str(game.number[name] + 1)] for name in units}
    assert all([r.clause for r in found] == ["AGR-40"] for found in reasons.values()), reasons
    game.pass_turn()
    game.pass_turn()
    assert game.may_anything("E1")
    assert "frozen" not in game.counter("E1").badges


@pytest.mark.clause("AGR-40", "AGR-13")
def test_frozen_units_do_not_dig_in() -> None:
    game = Game({"W1": "armor @CC", "E1": "infantry @OH dug", "E2": "infantry @SH"}, groups=(1, 0))
    assert game.is_dug_in("E1")
    game.done(WEST)
    rise(game, "@OH")
    game.done(EAST)
    assert not game.is_dug_in("E1")
    assert game.is_dug_in("E2")


@pytest.mark.clause("AGR-40")
def test_groups_are_spent_one_after_another() -> None:
    units = {"E1": "infantry @OC", "E2": "infantry @OM", "E3": "infantry @SH"}
    game = Game({"W1": "armor @CC", **units}, groups=(3, 1))
    game.done(WEST)
    rise(game, "@OC")
    assert game.sides == (WEST,)
    rise(game, "@OM")
    assert game.sides == (WEST,), "one is left"
    game.done(WEST)
    assert not game.may_anything("E1")
    assert not game.may_anything("E2")
    assert game.may_anything("E3")
    assert len(game.heard(WEST, PartisansRise)) == 2
    game.pass_turn()  # East keeps its one group
    game.done(WEST)
    assert game.choices(WEST) == [0, 1], "the third group is still there"


@pytest.mark.clause("AGR-40")
def test_partisans_of_east_rise_in_west() -> None:
    game = Game({"W1": "armor @CC", "E1": "infantry @OH"}, acting=EAST, groups=(0, 1))
    game.done(EAST)
    game.give(EAST, 1)
    assert len(game.weights) == len(WEST_HOME)
    game.chance(sorted(WEST_HOME).index("@CD"))
    assert not game.may_anything("W1")


@pytest.mark.clause("AGR-40")
def test_how_far_partisans_reach_is_a_number() -> None:
    units = {"E1": "infantry @OC", "E2": "infantry @OD"}
    game = Game({"W1": "armor @CC", **units}, groups=(1, 0), numbers={"partisan_reach": 0})
    game.done(WEST)
    rise(game, "@OC")
    assert not game.may_anything("E1")
    assert game.may_anything("E2")


# The order of a turn, and contamination


def order_of(game: Game, kinds: Sequence[type[Any]]) -> list[type[Any]]:
    """The kinds of the last step's events that are asked for, in their order."""
    return [type(event.what) for event in game.events if type(event.what) in kinds]


@pytest.mark.clause("AGR-41")
def test_observation_then_partisans_then_contamination() -> None:
    units = {"W1": "armor @KH", "E1": "infantry @OH stays", "E2": "infantry @OI"}
    game = Game(units, nbc=["@OH"], groups=(1, 0))
    game.go("W1", "@LH", "@MH")
    game.done(WEST)
    rise(game, "@OI")
    kinds = order_of(game, (TurnBegins, ContactMade, PartisansRise, UnitFrozen, StepLost))
    assert list(dict.fromkeys(kinds)) == [
        TurnBegins,
        ContactMade,
        PartisansRise,
        UnitFrozen,
        StepLost,
    ]
    assert kinds == sorted(
        kinds, key=[TurnBegins, ContactMade, PartisansRise, UnitFrozen, StepLost].index
    )


@pytest.mark.clause("AGR-41", "AGR-42")
def test_sight_is_that_before_the_loss_of_contamination() -> None:
    game = Game({"W1": "infantry @HH stays", "E1": "armor @HJ"}, nbc=["@HH"])
    assert game.figures("W1") == (1, 2)
    assert game.sight() == {"@HJ": "Unidentified"}, "it still had range 2 when it looked"


@pytest.mark.clause("AGR-42")
def test_who_stays_in_contamination_loses_a_step_each_turn() -> None:
    game = Game({"W1": "infantry @HH stays", "E1": "armor @RJ stays"}, nbc=["@HH", "@RJ"])
    assert game.figures("W1") == (1, 2)
    assert game.figures("E1") == (2, 3)
    game.pass_turn()
    assert game.figures("E1") == (1, 3), "its own turn has begun"
    assert game.figures("W1") == (1, 2)
    game.pass_turn()
    assert game.figures("W1") == (0, 2)
    game.round()
    assert game.figures("W1") == (0, 1)
    assert game.heard(EAST, StepLost) == []
    game.round()
    assert game.place("W1") == ""
    assert len(game.heard(WEST, Eliminated)) == 1
    assert game.heard(EAST, Eliminated) == []


@pytest.mark.clause("AGR-42", "AGR-10")
def test_who_entered_by_himself_is_spared_once() -> None:
    game = Game({"W1": "armor @HG", "E1": "armor @RJ"}, nbc=["@HH"])
    game.go("W1", "@HH")
    assert game.figures("W1") == (2, 3)
    game.round()
    assert game.figures("W1") == (2, 3)
    game.round()
    assert game.figures("W1") == (1, 3)


@pytest.mark.clause("AGR-42")
def test_who_came_through_contamination_into_another_is_spared_too() -> None:
    game = Game({"W1": "armor @HG", "E1": "armor @RJ"}, nbc=["@HH", "@HI"])
    game.go("W1", "@HH", "@HI")
    assert game.figures("W1") == (1, 3)
    game.round()
    assert game.figures("W1") == (1, 3)


@pytest.mark.clause("AGR-42")
def test_who_left_contamination_loses_nothing() -> None:
    game = Game({"W1": "armor @HG stays", "E1": "armor @RJ"}, nbc=["@HG"])
    assert game.figures("W1") == (2, 3)
    game.go("W1", "@HH")
    game.round()
    assert game.figures("W1") == (2, 3)


# Activity


@pytest.mark.clause("AGR-43")
def test_the_actions_of_units_may_be_mixed() -> None:
    units = {"W1": "armor @HC", "W2": "armor @JC", "E1": "armor @HG", "E2": "armor @JG"}
    game = Game({**units, "W3": "armor @IE"})
    game.go("W1", "@HD")
    game.go("W2", "@JD")
    game.go("W1", "@HE")
    game.go("W2", "@JE", "@JF")
    game.attack("W2", "@JG", 10)
    game.go("W1", "@HF")
    game.attack("W1", "@HG", 10)
    assert game.no_step("W1", "@HE") == "AGR-9"
    assert game.no_step("W2", "@JE") == "AGR-9"


@pytest.mark.clause("AGR-43")
def test_what_a_unit_has_done_is_forgotten_at_its_next_turn() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @HG"})
    game.attack("W1", "@HG", 10)
    game.go("W1", "@HE", "@HD", "@HC")
    assert not game.may_anything("W1")
    game.round()
    assert len(game.may("W1")) == 6


@pytest.mark.clause("AGR-43")
def test_units_of_the_other_side_cannot_be_ordered() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @RG"})
    assert game.choices(EAST) == []
    assert game.refusal(EAST, 0).clause == "AGR-41"
    assert game.refusal(EAST, game.code("E1", 0)).clause == "AGR-41"


@pytest.mark.clause("AGR-44")
def test_the_keys_of_the_six_directions() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @RG"})
    offers = {o.place: o for o in game.offers(WEST, "move") if o.subject == "1" and o.key}
    assert {label: o.key for label, o in offers.items()} == {
        label: KEYS[direction] for direction, label in beside("@HF").items()
    }
    for label, offered in offers.items():
        assert offered.orders == (game.step_code("W1", label),)


@pytest.mark.clause("AGR-44")
def test_a_direction_is_a_move_an_attack_or_a_request() -> None:
    units = {"W1": "infantry @HF 1/1", "W2": "support @HG", "E1": "armor @HE"}
    game = Game(units)
    kinds = {o.key: o.kind for o in game.offers(WEST) if o.subject == "1" and o.key in "123456"}
    assert kinds == {
        "1": "move",
        "2": "move",
        "3": "attack",
        "4": "supply",
        "5": "move",
        "6": "move",
    }


@pytest.mark.clause("AGR-44")
def test_0_ends_the_turn() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @RG"})
    (end,) = game.offers(WEST, "end")
    assert (end.key, end.orders, end.subject) == ("0", (0,), "")
    game.give(WEST, *end.orders)
    assert game.sides == (EAST,)


@pytest.mark.clause("AGR-44")
def test_units_are_numbered_in_the_order_of_set_up() -> None:
    table = Table(scenario_document(size=3))
    chosen = [("armor", "@CF"), ("airbase", "@AA"), ("support", "@JO")]
    for kind, label in chosen:
        table.give(WEST, table.deploy_code(kind, label))
    counters = table.view(WEST).counters
    assert [(c.id, c.name.lower(), c.place) for c in counters] == [
        (str(n), kind, label) for n, (kind, label) in enumerate(chosen, 1)
    ]
    # Who is taken back gives up its place, and those behind move up.
    table.give(WEST, table.remove_code("@CF"))
    table.give(WEST, table.deploy_code("armor", "@CF"))
    counters = table.view(WEST).counters
    assert [c.place for c in counters] == ["@AA", "@JO", "@CF"]
    assert [c.id for c in counters] == ["1", "2", "3"]


@pytest.mark.clause("AGR-44")
def test_orders_that_do_not_exist_are_refused() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @RG"})
    for order in (-1, game.rules.actions, 4, 10**30):
        refusal = game.rules.refuse(game.state, WEST, order)
        assert refusal is not None
        assert refusal.clause.startswith("AGR-")


# The end of a turn


@pytest.mark.clause("AGR-45")
def test_the_turn_ends_when_nothing_is_left_to_do() -> None:
    game = Game({"W1": "infantry @HF 2/1", "E1": "infantry @RG"}, idle=False)
    game.order("W1", game.replace_code("W1"))
    assert game.kind == Kind.CHANCE
    game.chance(1)
    assert game.sides == (EAST,)
    moving = Game({"W1": "missile @HF", "E1": "infantry @RG"}, idle=False)
    moving.go("W1", "@HG")
    assert moving.sides == (EAST,)


@pytest.mark.clause("AGR-45")
def test_the_turn_goes_on_while_anybody_can_do_anything() -> None:
    units = {"W1": "missile @HF", "W2": "missile @HD", "E1": "infantry @RG", "E2": "armor @RC"}
    game = Game(units, idle=False)
    game.go("W1", "@HG")
    assert game.sides == (WEST,)
    game.aim("W2", "@HA")
    assert game.sides == (EAST,)


@pytest.mark.clause("AGR-45", "AGR-40")
def test_a_turn_in_which_all_are_frozen_is_over_at_once() -> None:
    game = Game({"W1": "armor @CC", "E1": "infantry @OH"}, idle=False, groups=(1, 0))
    game.done(WEST)
    rise(game, "@OI")
    assert game.sides == (WEST,)
    assert [e.what.side for e in game.events if isinstance(e.what, TurnBegins)] == [EAST, WEST]


@pytest.mark.clause("AGR-45", "AGR-17")
def test_hidden_enemies_do_not_keep_a_turn_open_or_close_it() -> None:
    """The same orders with and without an unseen enemy around leave the same turn."""
    ends = []
    for enemy in ("@HE", "@RE"):
        game = Game({"W1": "airbase @HF", "E1": f"airbase {enemy}"}, idle=False)
        game.order("W1", game.step_code("W1", "@HG"))
        game.chance(1)
        ends.append(game.sides)
    assert ends == [(EAST,), (EAST,)]


@pytest.mark.clause("AGR-43", "AGR-45")
def test_choices_and_refusals_agree_in_a_turn() -> None:
    """Each code of a rich position: offered if and only if it is not refused."""
    kinds = [*TYPES, "technical"]
    places = ["@LC", "@LE", "@LG", "@LI", "@LK", "@LM", "@NE"]
    units = {f"W{n}": f"{kind} {places[n]} 0/1" for n, kind in enumerate(kinds)}
    foes = {f"E{n}": f"armor {label}" for n, label in enumerate(["@LD", "@LH", "@ND", "@MK"])}
    game = Game({**units, **foes, "W9": "support @LF"}, decon=True, nbc=["@NF"])
    choices = set(game.choices(WEST))
    state = game.state.copy()
    for order in range(game.rules.actions):
        assert (game.rules.refuse(state, WEST, order) is None) is (order in choices), order
