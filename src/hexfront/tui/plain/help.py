"""The help of the table in plain text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from hexfront.core.contract import Offer

HELP: Final = """\
help               this text
map [WHAT]         the map; WHAT: compact, normal, large, or a unit, whose reach it then shows
units [SIDE]       all units, or those of one side
offers [UNIT]      what can be ordered now, or what one unit can be ordered
odds [UNIT PLACE]  the chances of an attack before it is ordered, or of what is declared
log [NUMBER]       the last things that happened
why NUMBER         the reasons for one of them, with the clause of the rules
rules [WORDS]      the rulebook: all titles, a clause, or the clauses with some words
hint               what a strong machine would order here, and why; the match is marked
prepare FILE       keep orders and cases for your next turn; `prepare` tells them
time, claim        what is left on the clocks; claim the win where another's time is over
undo, redo         take the last order back, give it again
save NAME          keep the situation; after the end: write the journal to a file
restore NAME       go on from a situation that you have kept; `saves` lists them
resign             give the game up; asks before
print FILE         write what you have been told to a file, where the system prints outputs
read FILE          take the next lines from a file
quit               end here; the game is kept, and --resume goes on with it"""
EXAMPLES: Final = "`3 move 0504`, `3 0504`, `3 attack 0505` or `done`"

HELP_LINES: Final = {
    "save": "save NAME",
    "saves": "saves, and nothing more",
    "restore": "restore NAME",
    "print": "print FILE",
    "hint": "hint, and nothing more",
    "time": "time, and nothing more",
    "claim": "claim, and nothing more",
    "prepare": "prepare, prepare FILE or prepare nothing",
    "resign": "resign, or resign yes",
}
"""How commands for the match as a whole are written."""


def command_lines(
    offers: Sequence[Offer], forms: Sequence[str], overlays: Collection[str]
) -> list[str]:
    """The commands, after examples of orders: those of now where these need no unit.

    Args:
        offers: the orders of now.
        forms: what to type for each.
        overlays: commands that are told of elsewhere.
    """
    examples = EXAMPLES
    if offers and not any(offer.subject for offer in offers):
        kinds = {offer.kind: form for offer, form in zip(offers, forms, strict=True)}
        examples = ", ".join(f"`{form}`" for form in kinds.values())
    lines = [line for line in HELP.splitlines() if line.partition(" ")[0] not in overlays]
    return [f"An order is a line such as {examples}; `offers` lists them.", "", *lines]
