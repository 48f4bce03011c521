"""Campaigns that machines play through: whether they can be won, and where they are lost."""

from __future__ import annotations

from typing import Final

from hexfront.agents.levels import agent_of
from hexfront.campaigns.model import LoadedCampaign
from hexfront.campaigns.progress import (
    Progress,
    battle_at,
    begin,
    conclude,
    raise_again,
    scenario_of_battle,
    survivors,
    usual_choice,
)
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner

MOST_BATTLES: Final = 100
"""More than that is a campaign that goes round in a circle."""


def play_through(campaign: LoadedCampaign, player: str, opponent: str, seed: int) -> Progress:
    """Play a campaign to its end, each side by a machine; the dearest losses are raised again.

    `player` and `opponent` are levels or opponents by name. Errors: `InputError`, `GameFailed`.
    """
    system, progress = campaign.system, begin(campaign)
    for number in range(MOST_BATTLES):
        if battle_at(campaign, progress) is None:
            break
        progress = raise_again(campaign, progress, usual_choice(campaign, progress))
        scenario = scenario_of_battle(campaign, progress)
        names = [opponent] * len(system.rules(scenario).sides)
        names[campaign.side] = player
        plan, rules = make_plan(system, scenario, [agent_of(system, one) for one in names], seed)
        runner = GameRunner(plan, rules)
        state, _ = runner.play_out(number)
        winners = runner.result(number, state).winners
        progress = conclude(campaign, progress, winners, survivors(rules, state, campaign.side))
    return progress
