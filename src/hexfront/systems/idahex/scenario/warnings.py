"""What a scenario may say and what leads nowhere all the same: a war that nobody need fight.

What is odd in a deck of cards is told where decks are checked (`card_files`).
"""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.core.errors import Problem
from hexfront.systems.idahex.scenario.compilation import units_of
from hexfront.systems.idahex.scenario.loader import IdahexScenario

INACTIVE = 9
"""The last posture of class 0 (IDX-2.2.1)."""
SIDES = ("Red", "Blue")


def scenario_warnings(scenario: IdahexScenario, place: str) -> Iterator[Problem]:
    """A war without time, and a side without an active unit.

    `place` goes before the pointers.
    """
    values, until = scenario.game.values, scenario.file.options.until
    begins, ends = values["tinit"], values["tend"]
    if 0 < until <= begins:
        expected = f"after {begins:g}, when the war begins; it ends at {ends:g} instead (IDX-2.3)"
        yield Problem(f"{place}: /options/until", str(until), expected)
    elif (until or ends) <= begins:
        expected = "a war that ends after it has begun (IDX-2.3)"
        yield Problem(place, f"<its end is its beginning, {begins:g}>", expected)
    active = {values["flag"][u.kind] for u in units_of(values) if u.posture > INACTIVE}
    for side, title in enumerate(SIDES, 1):
        if side not in active:
            expected = f"an active unit of {title} at the start (IDX-2.2.1)"
            yield Problem(place, "<none>", expected)
