"""What a viewer may know of a state, and a state drawn from that (TKO-3).

All lies open but the cards in other players' hands, and with them what is left in the pack.
"""

from __future__ import annotations

import numpy as np

from hexfront.core.contract import UMPIRE
from hexfront.core.dice import Dice, draw
from hexfront.core.state import copy_state
from hexfront.core.strictjson import Json
from hexfront.systems.takeover.scenario.loading import Setting
from hexfront.systems.takeover.scenario.state import HAND, IN_PACK, Int, TakeoverState


def known_facts(setting: Setting, state: TakeoverState, viewer: int) -> dict[str, Json]:
    """The state for a viewer: of a hidden hand only how many cards it holds (TKO-3)."""
    held = state.players[:, HAND:]
    hands: list[Json] = [
        row if viewer in (player, UMPIRE) else sum(row) for player, row in enumerate(held.tolist())
    ]
    return {
        "game": state.game.tolist(),
        "players": state.players[:, :HAND].tolist(),
        "territories": state.territories.tolist(),
        "faces": state.faces.tolist(),
        "hands": hands,
        "spent": (setting.ring.cards[:, IN_PACK] - state.pack - held.sum(axis=0)).tolist(),
    }


def visible_state(setting: Setting, facts: Json) -> TakeoverState:
    """A state that has these facts; hidden hands are empty, and their cards in the pack (TKO-3)."""
    state = copy_state(setting.start)
    state.game[:] = facts["game"]
    state.players[:, :HAND] = facts["players"]
    state.territories[:] = facts["territories"]
    state.faces[:] = facts["faces"]
    for player, hand in enumerate(facts["hands"]):
        if isinstance(hand, list):
            state.players[player, HAND:] = hand
    held = state.players[:, HAND:].sum(axis=0)
    state.pack[:] = setting.ring.cards[:, IN_PACK] - np.array(facts["spent"], dtype=np.int64) - held
    return state


def determinize(setting: Setting, facts: Json, dice: Dice) -> TakeoverState:
    """A state that has these facts; hidden hands are drawn from the cards that may be there."""
    state = visible_state(setting, facts)
    for player, hand in enumerate(facts["hands"]):
        if isinstance(hand, int):
            for _ in range(hand):
                card = _draw_card(state.pack, dice)
                state.pack[card] -= 1
                state.players[player, HAND + card] += 1
    return state


def _draw_card(pack: Int, dice: Dice) -> int:
    """One of some cards, each as likely as every other."""
    number = int(draw(dice, int(pack.sum())))
    return int(np.searchsorted(np.cumsum(pack), number, side="right"))
