"""Plain text with a unit that flashes: the keys of Aggressor, targets, the set-up, kept armies."""

from __future__ import annotations

import json
import re

import pytest

from hexfront.tui.session import Session
from tests.tui.conftest import EAST_FAR, MakeField, MakeSession
from tests.tui.test_plain import play

DIRECTIONS = {"1": "@GH", "2": "@GI", "3": "@HG", "4": "@HI", "5": "@IH", "6": "@II"}
"""Where the keys lead from @HH: upper left, lower left, up, down, upper right, lower right."""


def places_of(session: Session) -> dict[str, str]:
    return {c.id: c.place for c in session.match.view(0).counters if c.side == 0}


@pytest.mark.clause("AGR-44")
@pytest.mark.parametrize("key", DIRECTIONS)
def test_the_keys_one_to_six_move_the_flashing_unit(make_field: MakeField, key: str) -> None:
    session = make_field()
    code, out, err = play(session, f"{key}\n")
    assert (code, err) == (0, "")
    assert places_of(session)["1"] == DIRECTIONS[key]
    assert f"Flashing: [1] Armor {DIRECTIONS[key]}  range 3  strength 3  (moved)" in out


@pytest.mark.clause("AGR-44")
def test_any_other_key_goes_on_to_the_next_unit_in_order(make_field: MakeField) -> None:
    _, out, err = play(make_field(), "x\n\n9\n?\n")
    assert err == ""
    assert re.findall(r"Flashing: \[(\d+)\]", out) == ["1", "2", "3", "4", "1"]
    assert "Flashing: [2] Airbase @BB  range 0  strength 3" in out
    assert "Flashing: [4] Artillery @JM  range 3  strength 2" in out


@pytest.mark.clause("AGR-44")
def test_a_direction_with_an_enemy_is_an_attack(make_field: MakeField) -> None:
    session = make_field({"west": [("armor", "@JH")], "east": [("armor", "@LG")]})
    _, out, err = play(session, "5\n5\n5\n")
    assert out.count("Keys: 1 move @JG; 2 move @JH; 3 move @KG; 4 move @KI; 5 attack @LG") == 1
    assert "Assault: West Armor on @LG" in out or "Attack: West Armor on @LG" in out
    assert places_of(session)["1"] == "@KH"
    assert err.startswith("error: line 3: key: found '5', expected one of: 1 move @JG; ")


@pytest.mark.clause("AGR-29", "AGR-44")
def test_a_direction_with_a_support_unit_asks_for_supply(make_field: MakeField) -> None:
    """The armor loses a step in the hex that its own missile contaminates."""
    army = [("missile", "@GG"), ("armor", "@HH"), ("support", "@IH")]
    session = make_field({"west": army, "east": EAST_FAR})
    text = "7\n@HI\nflash 2\n4\n3\n0\n0\nflash 2\n5\n"
    _, out, err = play(session, text)
    assert err == ""
    assert "Flashing: [2] Armor @HI  range 2  strength 3  (NBC, moved)" in out
    assert "5 supply @IH" in out
    last = out.rpartition("Flashing: ")[2].splitlines()[0]
    assert last == "[2] Armor @HH  range 3  strength 3  (acted)"


@pytest.mark.clause("AGR-28", "AGR-44")
def test_partisans_are_contacted_by_two_at_signs(make_field: MakeField) -> None:
    session = make_field()
    _, out, err = play(session, "x\nx\n5\n6\n0\n0\nflash 3\n7\n@@\n")
    assert err == ""
    assert "Flashing: [3] Infantry @LC" in out
    assert "7 contact @@ 30%" in out
    assert "Target of 3? contact: @@" in out
    assert re.search(r"Infantry 3 .*partisans", out.rpartition("> @@")[2])


@pytest.mark.clause("AGR-36", "AGR-44")
def test_a_replacement_is_asked_for_by_the_units_own_hex(make_field: MakeField) -> None:
    army = [("missile", "@GG"), ("infantry", "@HH")]
    session = make_field({"west": army, "east": EAST_FAR[:2]})
    # With the step into the contaminated hex nothing is left to do, and the turn ends.
    text = "7\n@HI\nx\n4\n0\nx\n3\n0\n0\nx\n7\n@HG\n7\n@hh\n"
    _, out, err = play(session, text)
    assert err.startswith("error: line 12: target: found '@HG', expected replacement: @HH")
    assert len(err.splitlines()) == 1
    assert "Target of 2? replacement: @HH" in out
    assert "replacement" in out.rpartition("> @hh")[2].lower()


@pytest.mark.clause("AGR-30", "AGR-31", "AGR-44")
def test_the_airbase_asks_which_mission_where_both_fit(make_field: MakeField) -> None:
    session = make_field()
    _, out, err = play(session, "x\n7\n@lm\nstrike\n")
    assert err == ""
    assert "Target of 2? recon: any place such as @AA; strike: @LM" in out
    assert "Which one?" in out
    assert re.search(r"\[\d+\] Strike: West Airbase on @LM", out)
    session = make_field()
    _, out, err = play(session, "x\n7\n@UO\n")
    assert err == ""
    assert "Airbase 2 flies to @UO" in out
    assert "Which one?" not in out


@pytest.mark.clause("AGR-33", "AGR-44")
def test_a_launch_asks_for_its_target(make_field: MakeField) -> None:
    session = make_field({"west": [("missile", "@JH")], "east": EAST_FAR[:1]})
    _, out, err = play(session, "7\n@UO\n7\n@PH\n0\n")
    assert err.startswith("error: line 2: target: found '@UO', expected launch: @")
    assert "@PH is contaminated" in out
    assert "Flashing: [1] Technical @JH" in out


@pytest.mark.clause("AGR-35", "AGR-44")
def test_indirect_fire_asks_for_its_target_even_where_there_is_one(make_field: MakeField) -> None:
    session = make_field()
    _, out, err = play(session, "flash 4\n7\n@LM\n")
    assert err == ""
    assert "Target of 4? fire: @LM" in out
    assert "Indirect fire: West Artillery on @LM" in out


@pytest.mark.clause("AGR-21", "AGR-35")
def test_odds_are_told_before_the_order(make_field: MakeField) -> None:
    session = make_field(rough=["@LM"])
    _, out, err = play(session, "flash 4\nodds 4 @lm\nodds 3 @@\n")
    assert "7 fire @LM 25%" in out
    assert re.search(r"#{5} +25\.0% +chance", out)
    assert re.search(r"#{4} +20\.0% +low", out)
    assert re.search(r"^ +0\.0% +kill", out, re.MULTILINE)
    assert "    -1 defender in rough or contaminated terrain (AGR-21)" in out
    assert "mixture" not in out
    assert err == "error: line 3: odds: found '3 @@', expected a unit with a target\n"


@pytest.mark.clause("AGR-44")
def test_key_and_target_may_stand_in_one_line(make_field: MakeField) -> None:
    session = make_field()
    _, out, err = play(session, "7 @LM\nx\n7 @zz\n7 @lm\nrecon\n7 move @AA\n")
    first, second, third = err.splitlines()
    assert "line 1: key: found '7', expected one of: 1 move" in first
    assert "line 3: order: found '7 @zz'" in second
    assert "line 6: order: found '7 move @AA'" in third
    assert "Airbase 2 flies to @LM" in out


def test_a_target_can_be_given_up_and_a_wrong_one_changes_nothing(make_field: MakeField) -> None:
    session = make_field()
    before = list(session.match.journal.digests)
    code, out, err = play(session, "x\n7\n\n7\n@ZZ\n7\n@LM\nboth\n7\n@LM\n\n7\nfly @LM\n")
    assert code == 2
    assert out.count("No order.") == 2
    assert [line.partition(": ")[2].partition(": ")[2] for line in err.splitlines()] == [
        "target: found '@ZZ', expected recon: any place such as @AA; strike: @LM",
        "which one: found 'both', expected one of: 1, 2, strike, recon",
        "target: found 'fly @LM', expected recon: any place such as @AA; strike: @LM",
    ]
    assert session.match.journal.digests == before


@pytest.mark.clause("AGR-44")
def test_zero_ends_the_turn_and_a_new_one_begins_with_the_first_unit(make_field: MakeField) -> None:
    session = make_field()
    _, out, err = play(session, "x\nx\n0\n0\n")
    assert err == ""
    assert "Round 1: the turn of East" in out
    assert "Round 2 of 60: the turn of West" in out
    assert re.findall(r"Flashing: \[(\d+)\]", out)[-1] == "1"


def test_full_orders_are_typed_beside_the_keys(make_field: MakeField) -> None:
    session = make_field()
    _, out, err = play(session, "4 move @IM\nflash @JC\n2 recon @KH\nflash\nflash c1\n")
    assert places_of(session)["4"] == "@IM"
    assert "Flashing: [3] Infantry @JC" in out
    assert "Airbase 2 flies to @KH" in out
    assert [line.partition("flash: ")[2] for line in err.splitlines()] == [
        "found <nothing>, expected the number or the place of an own unit",
        "found 'c1', expected the number or the place of an own unit",
    ]


def test_a_key_without_an_order_says_which_keys_have_one(make_field: MakeField) -> None:
    session = make_field()
    code, _, err = play(session, "7\n")
    assert code == 2
    assert err == (
        "error: line 1: key: found '7', expected one of: 1 move @GH; 2 move @GI; 3 move @HG; "
        "4 move @HI; 5 move @IH; 6 move @II; 0 end\n"
    )


def test_the_help_names_the_keys(make_field: MakeField) -> None:
    _, out, _ = play(make_field(), "help\n")
    assert "1 upper left, 2 lower left, 3 up, 4 down, 5 upper right, 6 lower right" in out
    assert "@@" in out and "armies" in out


@pytest.mark.clause("AGR-47")
def test_sectors_and_the_flashing_unit_stand_below_the_map(make_field: MakeField) -> None:
    _, out, _ = play(make_field(), "map\n")
    below = out.rpartition("> map\n")[2].splitlines()
    assert "Sectors: [W]  .  (E) / [W]  .  (E) / [W]  .  (E)" in below
    assert "Flashing: [1] Armor @HH  range 3  strength 3" in below


# The set-up


@pytest.mark.clause("AGR-52", "AGR-6")
def test_an_army_is_set_up_by_types_and_places(make_session: MakeSession) -> None:
    session = make_session("aggressor")
    text = "4\n@ha\n@HB\ndeploy airbase @aa\n5\n@aa\nremove @HB\n@ub\nmap\n"
    code, out, err = play(session, text)
    assert code == 2
    assert "Army: 0 of 18" in out
    assert " 4 Armor       0   3/3" in out
    assert "Armor: type where, such as @AA" in out
    assert re.findall(r"Army: (\d+) of 18", out) == ["0", "1", "2", "2"]
    assert ">5 Infantry    0   2/2" in out.rpartition("> map")[2]
    assert places_of(session) == {"1": "@HA", "2": "@AA"}
    first, second = err.splitlines()
    assert first.startswith("error: line 6: order: place: found '@AA', expected one of: ")
    assert second.startswith("error: line 8: order: place: found '@UB', expected one of: ")


@pytest.mark.clause("AGR-53")
def test_armies_are_kept_listed_and_used_again(make_session: MakeSession) -> None:
    session = make_session("aggressor")
    text = (
        "armies\nsave half\narmy balanced\nsave Mine\narmy random\nload mine\nsave other\narmies\n"
    )
    code, out, err = play(session, text)
    assert code == 2
    assert err == "error: line 2: your army: /units: found <0 units>, expected 18 units (AGR-53)\n"
    assert "No army is kept yet" in out
    assert "Your army is kept as mine." in out
    assert "Your army is mine now." in out
    assert "mine, other" in out
    assert session.armies.load("mine") == session.armies.load("other")
    # The whole change is one request, and is taken back as one.
    before = len(session.match.view(0).counters)
    _, out, err = play(session, "undo\nundo\nready\n")
    assert (before, err) == (18, "")
    assert session.match.view(0).title.startswith("Round 1")
    # In the game an army cannot be changed; `save` keeps the situation.
    _, out, err = play(session, "load mine\nsave x\n")
    assert "expected the set-up of your army" in err
    assert "Kept as x: Round 1" in out


@pytest.mark.clause("AGR-53")
def test_a_tampered_army_changes_nothing(make_session: MakeSession) -> None:
    session = make_session("aggressor")
    play(session, "army balanced\nsave mine\n")
    path = next(session.armies._folder.glob("*.json"))
    saved = json.loads(path.read_text("utf-8"))
    saved["units"][3]["hex"] = saved["units"][4]["hex"]
    saved["units"][7]["type"] = "tank"
    path.write_text(json.dumps(saved))
    before = list(session.match.journal.digests)
    _, _, err = play(session, "load mine\nload none\nload\n")
    lines = err.splitlines()
    assert "army mine: /units/4/hex: found" in lines[0] and "(AGR-53)" in lines[0]
    assert "army mine: /units/7/type: found 'tank'" in lines[1]
    assert "army: found 'none', expected one of: mine" in lines[2]
    assert "army: name: found ''" in lines[3]
    assert session.match.journal.digests == before


def test_two_at_one_terminal_set_up_and_flash_apart(make_session: MakeSession) -> None:
    session = make_session("aggressor", None, "person")
    text = "4\narmy balanced\n0\n@ub\n4\n@ub\narmy random\n0\nx\n"
    _, out, err = play(session, text)
    assert err.startswith("error: line 4: order: found '@ub'")
    assert len(err.splitlines()) == 1
    assert out.count("*** East ***") >= 1
    assert "Armor: type where, such as @LA" in out
    assert session.match.view(0).title.startswith("Round 1")


def test_other_systems_know_none_of_it(make_session: MakeSession) -> None:
    session = make_session()
    _, out, err = play(session, "\n7\nx\nload a\narmies\nhelp\n")
    assert len(err.splitlines()) == 4
    assert "Flashing" not in out and "Sectors" not in out and "Army" not in out
