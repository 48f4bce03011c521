"""Campaigns: what goes from one battle to the next, and what is wrong with a file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hexfront.campaigns.model import LoadedCampaign, campaign_names, load_campaign, read_campaign
from hexfront.campaigns.progress import (
    Progress,
    battle_at,
    begin,
    conclude,
    ending_at,
    raise_again,
    scenario_of_battle,
    survivors,
    usual_choice,
)
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.study.campaigns import play_through

BRIGADE = find_system("brigade")
SHIPPED = [(name, one) for name in system_names() for one in campaign_names(find_system(name))]
FILE = BRIGADE.folder / "data" / "campaigns" / "third-battalion.toml"
ALL = {"A-3", "B-3", "C-3", "D-3", "E-3", "F-3", "G-3", "H-3"}


@pytest.fixture
def campaign() -> LoadedCampaign:
    return load_campaign("brigade", "third-battalion")


def strengths(campaign: LoadedCampaign, progress: Progress) -> dict[str, int]:
    """Of the units of the campaign, in the next battle."""
    units = scenario_of_battle(campaign, progress).document["units"]
    return {unit["name"]: unit["strength"] for unit in units if unit["name"] in ALL}


@pytest.mark.parametrize(("system", "name"), SHIPPED)
def test_every_battle_and_ending_of_a_campaign_is_reached(system: str, name: str) -> None:
    file = load_campaign(system, name).file
    reached, todo = {file.broken}, [file.battle[0].name]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            if here in file.battles:
                todo += [file.battles[here].next_won, file.battles[here].next_lost]
    assert reached == {*file.battles, *file.endings}


def test_who_survives_grows_and_who_falls_is_gone(campaign: LoadedCampaign) -> None:
    start = begin(campaign)
    before = strengths(campaign, start)
    after = conclude(campaign, start, [1], ALL - {"B-3", "E-3"})
    assert after.fought[0].won
    assert after.fought[0].losses == ["B-3", "E-3"]
    now = strengths(campaign, after)
    assert now == {name: before[name] + 1 for name in ALL - {"B-3", "E-3"}}


def test_experience_has_an_end(campaign: LoadedCampaign) -> None:
    progress = begin(campaign)
    first = strengths(campaign, progress)["A-3"]
    for _ in range(4):
        progress = conclude(campaign, progress, [1], ALL)
    assert {unit.battles for unit in progress.units} == {4}
    assert strengths(campaign, progress)["A-3"] == first + campaign.file.experience.most


def test_points_raise_a_unit_again_without_its_experience(campaign: LoadedCampaign) -> None:
    lost = conclude(campaign, begin(campaign), [0], ALL - {"A-3", "E-3"})
    assert (lost.at, lost.points) == ("orrin-moor", 3)
    raised = raise_again(campaign, lost, ["A-3"])
    assert raised.points == 2
    assert strengths(campaign, raised)["A-3"] == 4
    assert strengths(campaign, raised)["B-3"] == 5
    with pytest.raises(InputError, match="at most 3"):
        raise_again(campaign, lost, ["A-3", "E-3"])
    with pytest.raises(InputError, match="one of the units that were lost: A-3, E-3"):
        raise_again(campaign, lost, ["B-3"])
    assert usual_choice(campaign, lost) == ["E-3"]


def test_other_units_stand_as_the_scenario_has_them(campaign: LoadedCampaign) -> None:
    progress = conclude(campaign, begin(campaign), [1], {"A-3"})
    shipped = campaign.scenarios["lenne-fords"].document["units"]
    now = scenario_of_battle(campaign, progress).document["units"]
    assert [u for u in now if u["name"] != "A-3"] == [u for u in shipped if u["name"] not in ALL]


def test_a_battalion_that_is_gone_ends_the_campaign(campaign: LoadedCampaign) -> None:
    poor = begin(campaign).model_copy(update={"points": 0})
    pays = conclude(campaign, poor, [0], [])
    assert battle_at(campaign, pays) is not None, "points of the battle raise somebody"
    dear = [unit.model_copy(update={"cost": 50}) for unit in campaign.file.unit]
    changed = campaign.file.model_copy(update={"unit": tuple(dear)})
    hard = replace(campaign, file=changed)
    ended = ending_at(hard, conclude(hard, poor, [0], []))
    assert ended is not None
    assert ended.name == hard.file.broken
    with pytest.raises(InputError, match="a campaign that is not over"):
        scenario_of_battle(hard, conclude(hard, poor, [0], []))


def test_survivors_are_read_from_the_board(campaign: LoadedCampaign) -> None:
    rules = BRIGADE.rules(scenario_of_battle(campaign, begin(campaign)))
    assert survivors(rules, rules.start(), campaign.side) == ALL


def test_a_machine_plays_it_to_its_end(campaign: LoadedCampaign) -> None:
    """`hexfront campaign run` has the figures of many."""
    end = play_through(campaign, "hard", "fair", seed=1)
    assert end.at in campaign.file.endings
    assert end.fought[0].battle == "market-road"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('next_won = "lenne-fords"', 'next_won = "moon"', "/battle/0/next_won: found 'moon'"),
        ('scenario = "market-road"', 'scenario = "moon"', "/battle/0/scenario: found 'moon'"),
        ('figure = "strength"', 'figure = "courage"', "whose unit A-3 has a courage"),
        ('side = "bluefor"', 'side = "green"', "a scenario with the side green"),
        ('broken = "no-third"', 'broken = "moon"', "/broken: found 'moon'"),
        ('name = "B-3"', 'name = "A-3"', "/unit/1/name: found 'A-3', expected each name once"),
        ("most = 3", "most = 3\nworst = 1", "/experience/worst"),
    ],
)
def test_mistakes_in_a_file_are_told_with_their_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(message)):
        read_campaign(BRIGADE, path)


def test_an_unknown_campaign_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="third-battalion"):
        load_campaign("brigade", "moon")
    with pytest.raises(InputError, match="no campaigns"):
        load_campaign("takeover", "moon")
