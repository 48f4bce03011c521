"""The words for each reason that the kernels give against an order."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Refusal
from hexfront.systems.takeover.rules import estate, legality, takeovers

_WORDS: Final[dict[int, tuple[str, str]]] = {
    estate.NOT_OWNED: ("TKO-16", "that territory is not the player's own"),
    estate.NO_OWNER: ("TKO-16", "agents go only where a territory has an owner"),
    estate.FULL: ("TKO-16", "the territory takes no more of that"),
    estate.TOO_DEAR: ("TKO-16", "the player has too little money"),
    estate.ENOUGH_BOUGHT: ("TKO-16", "the player has bought as much as one turn allows"),
    estate.NO_TITLE: ("TKO-16", "the player does not stand on a free territory"),
    takeovers.NOT_FOREIGN: ("TKO-2", "that territory is not somebody else's"),
    takeovers.NOT_FROM_OWN: ("TKO-2", "one attacks from a territory of one's own"),
    takeovers.OTHER_TERRITORY: ("TKO-2", "who lands on a foreign territory can attack that alone"),
    takeovers.OTHER_QUADRANT: ("TKO-2", "without a card both must lie in one quadrant"),
    takeovers.NOT_THAT_CARD: ("TKO-3", "the player does not hold that card"),
    takeovers.CARD_ELSEWHERE: ("TKO-3", "the card infiltrates other quadrants"),
    takeovers.CARD_FROM_ELSEWHERE: ("TKO-3", "the card needs agents from other quadrants"),
    takeovers.NO_AGENT: ("TKO-3", "the player has no agent in the quadrant he attacks from"),
    takeovers.NOT_FROM_LANDED: ("TKO-2", "without a card one attacks from where one has landed"),
    takeovers.OTHER_GROUP: ("TKO-15", "a victor goes on within the colour group alone"),
    takeovers.NOT_FROM_CONQUERED: ("TKO-15", "a victor goes on from what he has just conquered"),
    takeovers.NO_CARD_NEEDED: ("TKO-3", "no card is needed or of use there"),
    takeovers.NOT_LANDED: ("TKO-2", "the player has not landed on a territory"),
    legality.NOT_YOUR_TURN: ("TKO-16", "it is not this player's turn"),
    legality.UNKNOWN_ORDER: ("TKO-16", "there is no such order"),
    legality.WRONG_PHASE: ("TKO-16", "that order does not belong to this moment"),
    legality.GAME_OVER: ("TKO-16", "the game is over"),
}


def refusal_of(reason: int) -> Refusal | None:
    """The refusal for a kernel's reason; None for OK."""
    return None if reason == estate.OK else Refusal(*_WORDS[reason])
