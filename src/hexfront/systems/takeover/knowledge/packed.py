"""What a player may know of a state, as a block of the state's own class (TKO-3)."""

from __future__ import annotations

from hexfront.core.tables import copy_row
from hexfront.jit import kernel
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState


@kernel
def pack_view(ring: TakeoverRing, state: TakeoverState, side: int, packed: TakeoverState) -> None:
    """Overwrite `packed` with what a player may know of a state (TKO-3).

    Hands of others are empty, and their cards lie in the pack, as `facts.visible_state` has
    it too; so the rules' kernels run on it.
    """
    copy_row(packed.game.words, state.game.words)
    for role in range(2):
        copy_row(packed.faces[role], state.faces[role])
    for player in range(ring.rules.players):
        copy_row(packed.players.words[player], state.players.words[player])
    for territory in range(ring.rules.territories):
        copy_row(packed.territories.words[territory], state.territories.words[territory])
        copy_row(packed.agents[territory], state.agents[territory])
    for card in range(ring.rules.cards):
        unseen = state.pack[card]
        for player in range(ring.rules.players):
            held = state.hands[player, card]
            packed.hands[player, card] = held if player == side else 0
            unseen += 0 if player == side else held
        packed.pack[card] = unseen
