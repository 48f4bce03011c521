"""What a side knows, packed into a state: in Malaya that is the state itself (MAL-2)."""

from __future__ import annotations

from hexfront.blocks import copy_block
from hexfront.core.dice import Dice
from hexfront.jit import kernel
from hexfront.systems.malaya.scenario.state import MalayaGround, MalayaState


@kernel
def pack_view(ground: MalayaGround, state: MalayaState, side: int, packed: MalayaState) -> None:
    """Write what a side knows: everything.

    Game, units, control and paths are facts of the view; planes of units follow from these, and
    the working memory of supply is empty at every decision.
    """
    copy_block(packed, state)


@kernel
def determinize_packed(ground: MalayaGround, packed: MalayaState, dice: Dice) -> None:
    """Make a packed view a state that one can play on: it is one, and no die is used."""
