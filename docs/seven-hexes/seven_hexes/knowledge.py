"""What a viewer may know, and all that is made from that alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hexfront.core.contract import UMPIRE, Counter, Decision, LogEntry, Mark, Offer, Track, View
from hexfront.core.dice import Dice, draw
from hexfront.core.events import Event
from hexfront.core.strictjson import Json
from seven_hexes.kernels import ATTACKED, BEGUN, EXPLODED, FACES, HIDDEN, TAKEN, THROWN, beside
from seven_hexes.scenario import SevenScenario
from seven_hexes.state import (
    COUNT,
    LABELS,
    NOBODY,
    SPENT,
    UNHIDDEN,
    Phase,
    SevenBoard,
    SevenState,
    first_state,
)

INFANTRY: Final = ("10031000001211000000", "10061000001211000000")
"""NATO symbols of the first side and the second."""


def make_view(scenario: SevenScenario, decision: Decision, state: SevenState, viewer: int) -> View:
    """What is on the table, and the viewer's own mine (SEV-2)."""
    owners = tuple(int(owner) for owner in state.hexes.owner)
    names = scenario.file.sides
    # The allow-list: a mine is its owner's to know, until it has gone off.
    mines = [
        int(mine) if viewer in (side, UMPIRE) or mine == SPENT else None
        for side, mine in enumerate(state.mines)
    ]
    must_act = viewer in decision.sides
    turn = min(decision.time // 2 + 1, scenario.file.turns)
    return View(
        viewer=viewer,
        time=decision.time,
        kind=decision.kind,
        must_act=must_act,
        title=f"Turn {turn} of {scenario.file.turns}",
        prompt=_prompt(state, must_act),
        counters=tuple(
            Counter(LABELS[place], owner, LABELS[place], LABELS[place], INFANTRY[owner], known=True)
            for place, owner in enumerate(owners)
            if owner != NOBODY
        ),
        marks=tuple(
            Mark("contaminated", "", (LABELS[mine],), "mine", "SEV-2")
            for mine in mines
            if mine is not None and mine >= 0
        ),
        tracks=tuple(Track(name, owners.count(side), COUNT) for side, name in enumerate(names)),
        facts={"game": state.game.values(), "hexes": state.hexes.words.tolist(), "mines": mines},
        owners=owners,
    )


def _prompt(state: SevenState, must_act: bool) -> str:
    if not must_act:
        return "Wait"
    return "Hide your mine" if state.game.phase == Phase.HIDING else "Take or attack a hex"


def determinize(view: View, dice: Dice) -> SevenState:
    """A state with this view: an unseen mine lies anywhere that its enemy has not entered."""
    state = first_state()
    state.game.write(view.facts["game"])
    state.hexes.words[:] = view.facts["hexes"]
    for side, mine in enumerate(view.facts["mines"]):
        if mine is not None:
            state.mines[side] = mine
    for side, mine in enumerate(view.facts["mines"]):
        if mine is None:
            places = possible_places(view, side)
            if state.game.phase == Phase.HIDING:
                # Play would have begun if both were hidden.
                other = state.mines[1 - side] != UNHIDDEN
                places = [UNHIDDEN] if other else [UNHIDDEN, *places]
            state.mines[side] = places[int(draw(dice, len(places)))]
    return state


def possible_places(view: View, side: int) -> list[int]:
    """Where the mine of a side may lie, as far as the viewer knows; empty where it is spent."""
    mine = view.facts["mines"][side]
    if mine is not None:
        return [mine] if mine >= 0 else []
    entered = [int(row[1]) for row in view.facts["hexes"]]
    return [place for place in range(COUNT) if not entered[place] >> 1 - side & 1]


def make_offers(board: SevenBoard, view: View, state: SevenState, codes: list[int]) -> list[Offer]:
    """The orders of the viewer, each at its hex, with exact odds (SEV-4, SEV-5)."""
    return [_offer(board, view, state, code) for code in codes]


def _offer(board: SevenBoard, view: View, state: SevenState, code: int) -> Offer:
    label = LABELS[code % COUNT]
    if code < COUNT:
        return Offer((code,), "hide", f"Hide the mine in {label}", "SEV-2", place=label)
    place = code - COUNT
    attacked = state.hexes.owner[place] != NOBODY
    mine = possible_places(view, 1 - view.viewer)
    blown = Fraction(place in mine, max(1, len(mine)))
    faces = int(beside(board, state, view.viewer, place)) + 1 if attacked else FACES
    entered = Fraction(min(faces, FACES), FACES)
    odds = {"taken": entered * (1 - blown), "mine": entered * blown, "repelled": 1 - entered}
    return Offer(
        (code,),
        "attack" if attacked else "take",
        f"Attack {label}" if attacked else f"Take {label}",
        "SEV-4" if attacked else "SEV-3",
        place=label,
        odds={"outcome": {name: str(part) for name, part in odds.items() if part}},
    )


def tell_event(scenario: SevenScenario, event: Event) -> LogEntry:
    """An event in words."""
    side, place, die, most, _ = event.arguments
    name, label = scenario.file.sides[side], LABELS[place]
    details: dict[str, Json] = {}
    if event.kind == THROWN:
        details = {"die": die, "succeeds up to": most}
    kind, text = {
        BEGUN: ("turn", "Both mines are hidden"),
        HIDDEN: ("hide", f"{name} hides the mine in {label}"),
        ATTACKED: ("attack", f"{name} attacks {label}"),
        THROWN: ("roll", f"{name} throws {die}; {most} or less takes {label}"),
        TAKEN: ("take", f"{name} takes {label}"),
        EXPLODED: ("mine", f"{name} runs into a mine in {label}: the hex is empty"),
    }[event.kind]
    places = () if event.kind == BEGUN else (label,)
    return LogEntry(text, f"SEV-{event.clause}", kind, places, (), details)
