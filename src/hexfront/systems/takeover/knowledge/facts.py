"""What a viewer may know of a state (TKO-3).

All lies open but the cards in other players' hands, and with them what is left in the pack.
"""

from __future__ import annotations

import numpy as np

from hexfront.core.contract import UMPIRE
from hexfront.core.documents.strictjson import Json
from hexfront.systems.takeover.scenario.loader import Setting
from hexfront.systems.takeover.scenario.state import TakeoverState


def known_facts(setting: Setting, state: TakeoverState, viewer: int) -> dict[str, Json]:
    """The state for a viewer: of a hidden hand only how many cards it holds (TKO-3)."""
    held = state.hands
    hands: list[Json] = [
        row if viewer in (player, UMPIRE) else sum(row) for player, row in enumerate(held.tolist())
    ]
    return {
        "game": state.game.words.tolist(),
        "players": state.players.words.tolist(),
        "territories": state.territories.words.tolist(),
        "agents": state.agents.tolist(),
        "faces": state.faces.tolist(),
        "hands": hands,
        "spent": (setting.ring.cards.in_pack - state.pack - held.sum(axis=0)).tolist(),
    }


def visible_state(setting: Setting, facts: Json) -> TakeoverState:
    """A state that has these facts; hidden hands are empty, and their cards in the pack (TKO-3)."""
    state = setting.start.copy()
    state.game.words[:] = facts["game"]
    state.players.words[:] = facts["players"]
    state.territories.words[:] = facts["territories"]
    state.agents[:] = facts["agents"]
    state.faces[:] = facts["faces"]
    for player, hand in enumerate(facts["hands"]):
        if isinstance(hand, list):
            state.hands[player] = hand
    held = state.hands.sum(axis=0)
    state.pack[:] = setting.ring.cards.in_pack - np.array(facts["spent"], dtype=np.int64) - held
    return state
