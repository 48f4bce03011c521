"""What the store keeps of matches and seats, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from hexfront.core.contract import Step
from hexfront.core.dice import commitment
from hexfront.core.documents.strictjson import Json
from hexfront.core.journal import Journal, Restored

SeatKind = Literal["person", "machine", "spectator"]
PERSON: Final = "person"
"""Who plays where no machine does, among the names of opponents."""


class SeatPlan(NamedTuple):
    """Who shall sit on a side of a new match."""

    kind: SeatKind
    agent: str = ""
    """The opponent on a machine's seat, with its parameters."""
    name: str = ""
    """What the person on the seat is called; of a machine the level that was asked for."""
    invited: bool = False
    """Whether the seat waits for a person who gets an invite."""
    adds: bool = False
    """Whether the screen there adds to the dice: nothing is drawn before it has."""


@dataclass(frozen=True)
class SeatRecord:
    """Who sits where in a match."""

    match: str
    side: int
    """A side of the system, `SPECTATOR` or `UMPIRE`."""
    kind: SeatKind
    agent: str = ""
    """The name of the opponent on a machine's seat; in a replay who played, machine or not."""
    name: str = ""
    """What the person on the seat is called."""
    invited: bool = False
    """Whether the seat still waits for the person who holds its invite."""

    share_hash: str = ""
    """What its screen has promised to add to the dice."""
    share: str | None = ""
    """What it has added; nothing where it adds nothing, None before it has."""
    hints: int = 0
    """How often the person here has asked what a machine would do."""

    @property
    def player(self) -> str:
        """Who plays: a person's name, a level, an opponent's name, or nothing."""
        return self.name or self.agent


@dataclass(frozen=True)
class MatchRecord:
    """A stored match, complete."""

    id: str
    system: str
    rules_version: str
    scenario: Json
    secret: bytes
    created: str
    over: bool
    next_match: str | None
    """The rematch, once somebody has asked for it."""
    seats: tuple[SeatRecord, ...]
    steps: tuple[Step, ...]
    digests: tuple[str, ...]
    bundles: tuple[int, ...]
    """For each step the number of the first step of the request that it belongs to."""
    turns_known: bool
    """Whether it is stored whose turn it is: not before a new match was opened once."""
    head: str | None = None
    """The head of its journal, where it came from a file."""
    restored: Restored | None = None
    """The match that it goes on from; it counts for no ladder then."""

    @property
    def side_seats(self) -> list[SeatRecord]:
        """Who plays each side."""
        return [seat for seat in self.seats if seat.side >= 0]

    @property
    def seat_names(self) -> list[str]:
        """Who plays each side, as the journal's head lists them."""
        return [seat.agent or seat.kind for seat in self.side_seats]

    @property
    def plans(self) -> list[SeatPlan]:
        """The same players for another match."""
        return [
            SeatPlan(seat.kind, seat.agent, seat.name, adds=seat.share != "")
            for seat in self.side_seats
        ]

    @property
    def persons(self) -> list[int]:
        """The sides that persons play."""
        return [seat.side for seat in self.seats if seat.kind == "person"]

    @property
    def awaited(self) -> list[int]:
        """The sides whose screens must come for the dice: first those that have not promised.

        None where all have added to them.
        """
        missing = [seat for seat in self.side_seats if seat.share is None]
        without = [seat for seat in missing if not seat.share_hash]
        return [seat.side for seat in without or missing]

    @property
    def shares(self) -> list[dict[str, Json]]:
        """What each side's screen has promised and added to the dice; none where nobody adds.

        Nobody's is shown before all have promised theirs and added it.
        """
        seats = self.side_seats
        if all(seat.share == "" for seat in seats):
            return []
        waits = bool(self.awaited)
        return [
            {
                "side": seat.side,
                "hash": seat.share_hash,
                "added": seat.share is not None,
                "share": "" if waits else seat.share,
            }
            for seat in seats
            if seat.share != ""
        ]

    def journal(self) -> Journal:
        """Its journal, as far as it goes."""
        journal = Journal(
            self.system,
            self.rules_version,
            self.scenario,
            self.seat_names,
            steps=list(self.steps),
            digests=list(self.digests),
            match=self.id,
            restored=self.restored,
            as_read=self.head or "",
        )
        if any(seat.share for seat in self.side_seats):
            journal.shares = [seat.share or "" for seat in self.side_seats]
        journal.commitment = commitment(self.secret, journal.head())
        return journal


class ToldOfStep(NamedTuple):
    """What was told about one step, to viewers who were told the same."""

    step: int
    viewers: tuple[int, ...]
    entries: Json
    """Each an object, with the fields of a `LogEntry`."""


class NewTokens(NamedTuple):
    """What opens the seats of a new match. Stored only as hashes; cannot be had again."""

    match: str
    tokens: dict[int, str]
    """By side, the spectator's and an umpire's among them; of persons that were not invited."""
    invites: dict[int, str]
    """By side, for the persons who were."""


@dataclass(frozen=True)
class MatchSummary:
    """What a list of matches shows. No time of the last order: that would tell of plans."""

    id: str
    system: str
    title: str
    created: str
    over: bool
    sides: tuple[int, ...]
    """The sides whose tokens were given."""
    must_act: tuple[int, ...]
    """Those of them that must act."""
    opponents: tuple[str, ...]
    """Who plays the other sides; empty for a person without a name."""
    waits_for: tuple[int, ...]
    """The sides whose invited persons have not come yet."""
    result: Json = None
    """How it ended, where it is over."""
    wishes: tuple[int, ...] = ()
    """The sides whose persons want it deleted."""
    hinted: tuple[int, ...] = ()
    """The sides that took hints: one's own, and after the end all."""
