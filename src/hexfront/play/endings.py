"""How a match ends outside its rules: somebody resigns, is late or away, or all agree.

With two sides who resigns, runs out of time or stays away has lost. With more, a machine plays his
side on for the others, until no person or one side alone is left. A draw needs all persons who
still play, two at least; so does abandoning the match, which has no result, but for somebody who
has hardly begun.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from hexfront.core.contract import CHANCE, Refusal, Rules, Step
from hexfront.core.documents.strictjson import parse_json, write_json
from hexfront.core.events import EventLog
from hexfront.core.journal import Ending, Withdrawal
from hexfront.play.match import Match
from hexfront.play.storage.database import Database

EndingWay = Literal["resign", "draw", "abandon", "decline"]
Loss = Literal["resign", "time", "absence"]
_LOSSES: Final[dict[Loss, str]] = {
    "resign": "resigns",
    "time": "has run out of time",
    "absence": "stays away",
}
FIRST_TURNS: Final = 3
"""Who has taken fewer turns may abandon a match alone, and it is never rated."""

RESIGNED: Final = Refusal("", "You have resigned or are out of time; a machine plays your side on.")
NO_AGREEMENT: Final = Refusal("", "A machine agrees to nothing: resign, or play on.")
NOTHING_ASKED: Final = Refusal("", "Nobody has offered a draw or asked to leave the match.")


@dataclass
class Agreements:
    """What the persons of a match have said about its end so far."""

    ending: Ending | None = None
    withdrawn: list[Withdrawal] = field(default_factory=list)
    draw: set[int] = field(default_factory=set)
    """The sides that offer a draw."""
    abandon: set[int] = field(default_factory=set)
    """The sides that would leave the match without a result."""

    @property
    def machines(self) -> dict[int, str]:
        """By side the machine that plays on for who has resigned."""
        return {one.side: one.agent for one in self.withdrawn}

    def asked(self, way: str) -> set[int]:
        """The sides that want it to end this way."""
        return self.draw if way == "draw" else self.abandon


def read_agreements(store: Database, match_id: str) -> Agreements:
    """What is kept of them. Errors: `NotSaved`."""
    found = Agreements()
    for way, text in store.read("SELECT way, result FROM endings WHERE match_id = ?", (match_id,)):
        kept = parse_json(text, f"match {match_id}: ending")
        found.ending = Ending(way, tuple(kept["winners"]), kept["reason"])
    found.withdrawn = [
        Withdrawal(*row)
        for row in store.read(
            "SELECT side, agent, step FROM withdrawals WHERE match_id = ? ORDER BY step, side",
            (match_id,),
        )
    ]
    query = "SELECT side, way FROM proposals WHERE match_id = ?"
    for side, way in store.read(query, (match_id,)):
        found.asked(way).add(side)
    return found


def write_agreements(db: Any, match_id: str, now: Agreements) -> None:
    """Keep them in a transaction."""
    db.execute("DELETE FROM proposals WHERE match_id = ?", (match_id,))
    for way in ("draw", "abandon"):
        for side in sorted(now.asked(way)):
            db.execute("INSERT INTO proposals VALUES (?, ?, ?)", (match_id, side, way))
    for one in now.withdrawn:
        db.execute(
            "INSERT INTO withdrawals VALUES (?, ?, ?, ?) ON CONFLICT (match_id, side) DO NOTHING",
            (match_id, *one),
        )
    if now.ending is not None:
        text = write_json({"winners": list(now.ending.winners), "reason": now.ending.reason})
        db.execute("INSERT INTO endings VALUES (?, ?, ?)", (match_id, now.ending.way, text))


def agree(
    now: Agreements,
    match: Match,
    persons: Collection[int],
    side: int,
    way: EndingWay,
    substitute: str,
) -> Refusal | None:
    """Note what the person on a side wants; why not, where it cannot be. It may end the match.

    `persons`: the sides that persons still play. `substitute`: who plays on for who resigns while
    others play; empty for nobody.
    """
    others = [other for other in persons if other != side]
    title = side_titles(match.rules)[side]
    if way == "decline":
        if not now.draw | now.abandon:
            return NOTHING_ASKED
        now.draw, now.abandon = set(), set()
    elif way == "resign":
        lose(now, match, persons, side, "resign", substitute)
    elif not others and (way == "draw" or not _has_hardly_begun(match, side)):
        return NO_AGREEMENT
    else:
        now.asked(way).add(side)
        if others and now.asked(way).issuperset((side, *others)):
            words = "a draw" if way == "draw" else "to leave the match"
            now.ending = Ending(way, (), f"The players agree: {words}.")
        elif way == "abandon" and _has_hardly_begun(match, side):
            now.ending = Ending(way, (), f"{title} leaves the match before it has begun.")
    return None


def lose(
    now: Agreements,
    match: Match,
    persons: Collection[int],
    side: int,
    way: Loss,
    substitute: str,
) -> None:
    """Note that a side is out of the match; the others as in `agree`. It may end the match."""
    left = set(range(len(match.rules.sides))) - set(now.machines) - {side}
    now.draw, now.abandon = now.draw - {side}, now.abandon - {side}
    if len(left) == 1 or not set(persons) - {side} or not substitute:
        title = side_titles(match.rules)[side]
        now.ending = Ending(way, tuple(sorted(left)), f"{title} {_LOSSES[way]}.")
    else:
        now.withdrawn.append(Withdrawal(side, substitute, len(match.journal.steps)))


def call_off(now: Agreements, match: Match, side: int) -> None:
    """Note that the match ends without a result, since a side has stayed away.

    It counts as the one that has left: a tournament asks who did.
    """
    title = side_titles(match.rules)[side]
    now.draw, now.abandon = set(), {side}
    now.ending = Ending("abandon", (), f"{title} stays away; the match is left.")


def _has_hardly_begun(match: Match, side: int) -> bool:
    return turns_taken(match.rules, match.journal.steps)[side] < FIRST_TURNS


def side_titles(rules: Rules[Any]) -> list[str]:
    """What the sides are called on the board, in their order."""
    shown = {side["name"]: side.get("title") for side in rules.board().get("sides", [])}
    return [shown.get(side) or side for side in rules.sides]


def turns_taken(rules: Rules[Any], steps: Sequence[Step]) -> list[int]:
    """For each side the moments of the game's own time at which it has given orders.

    All orders of one phase, hour or tick are one turn, whatever a system calls it.
    """
    state, log = rules.start(), EventLog()
    moments: list[set[int]] = [set() for _ in rules.sides]
    for step in steps:
        if step.actor != CHANCE:
            moments[step.actor].add(rules.decision(state).time)
        log.clear()
        rules.apply(state, step, log)
    return [len(found) for found in moments]
