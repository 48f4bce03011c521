"""Numbers of a draft that make it fair, found by a race of candidates.

Every candidate changes one of the chosen numbers, or two of them. All play the same games; the
half that is farther from fair drops out, the others play twice as many more, until one is left.
That one is then judged by fresh games, since it was chosen for what it did in the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.editor.documents import Documents
from hexfront.editor.games import DraftGames
from hexfront.editor.patches import apply_patch, parse_pointer, value_at
from hexfront.study.intervals import wilson

MAX_NUMBERS: Final = 4
VALUES: Final = 5
"""At most, of a number, without the one that it has."""
MAX_CANDIDATES: Final = 40
FIRST_GAMES: Final = 16
"""Of each candidate."""
FRESH_SEED: Final = 7


class Chosen(NamedTuple):
    """A number that may change, and its bounds."""

    role: str
    pointer: str
    low: float
    high: float


@dataclass
class _Candidate:
    changes: dict[Chosen, Json]
    documents: Documents
    games: DraftGames

    @property
    def distance(self) -> float:
        """From fair; of two that are as far, the smaller change is better."""
        return self.games.tallied.unfairness + 1e-6 * len(self.changes)


def make_fair(
    system: str, documents: Documents, agents: Sequence[str], numbers: Sequence[Chosen], games: int
) -> Iterator[Json]:
    """How the search stands, after each game; the last has the proposal.

    Args:
        system: by its name.
        documents: a sound draft.
        agents: who plays each side.
        numbers: those that may change.
        games: of the winner, and of the draft as it is, by which both are judged.

    Errors: `InputError` for a draft with problems, a place without a number, and where no
    candidate is a sound scenario.
    """
    own = [_number(documents, chosen) for chosen in numbers]
    first = DraftGames(system, documents, agents)
    candidates = list(_candidates(system, documents, agents, numbers, own))
    if not candidates:
        raise InputError.at("numbers", "<no other value>", "bounds within which something changes")
    race = [_Candidate({}, documents, first), *candidates]
    total = _games_of_race(len(race)) + 2 * games
    done = 0

    def told(last: Json = None) -> Json:
        best = sorted(race, key=lambda one: one.distance)
        table = [_row(one, numbers, own) for one in best[:12]]
        return {"done": done, "of": total, "candidates": table, "proposal": last}

    count, played = FIRST_GAMES, 0
    while len(race) > 1:
        for candidate in race:
            for game in range(played + 1, played + count + 1):
                candidate.games.play(game, places=False)
                done += 1
                yield told()
        played += count
        race = sorted(race, key=lambda one: one.distance)[: len(race) // 2]
        count = played
    winner = race[0]
    judged = []
    # Where nothing is better than the draft itself, there is nothing to compare.
    for judged_documents in [documents, winner.documents][: 1 + bool(winner.changes)]:
        fresh = DraftGames(system, judged_documents, agents, FRESH_SEED)
        for game in range(1, games + 1):
            fresh.play(game, places=False)
            done += 1
            yield told()
        judged.append(fresh.tallied.document())
    done = total
    patches: dict[str, list[Json]] = {}
    for chosen, value in winner.changes.items():
        replace = {"op": "replace", "path": chosen.pointer, "value": value}
        patches.setdefault(chosen.role, []).append(replace)
    row = _row(winner, numbers, own)
    yield told(
        {"changes": row["changes"], "patches": patches, "before": judged[0], "after": judged[-1]}
    )


def _games_of_race(candidates: int) -> int:
    total, count, played = 0, FIRST_GAMES, 0
    while candidates > 1:
        total += candidates * count
        played += count
        candidates //= 2
        count = played
    return total


def _number(documents: Documents, chosen: Chosen) -> float:
    place = f"numbers: {chosen.pointer}"
    if chosen.role not in documents:
        raise InputError.at("numbers", chosen.role, f"one of: {', '.join(documents)}")
    value = value_at(documents[chosen.role], parse_pointer(chosen.pointer, place), place)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError.at(place, value, "a number")
    if not chosen.low <= chosen.high:
        raise InputError.at(place, f"{chosen.low} to {chosen.high}", "a lower and a higher bound")
    return value


def _values(chosen: Chosen, own: float) -> list[Json]:
    """Values of a number between its bounds, spread evenly, the nearest to its own first."""
    steps = [chosen.low + (chosen.high - chosen.low) * i / VALUES for i in range(VALUES + 1)]
    spread: list[Json] = [round(step) for step in steps] if isinstance(own, int) else steps
    if isinstance(own, int):
        spread += [own - 1, own + 1]
    inside = {value for value in spread if chosen.low <= value <= chosen.high and value != own}
    return sorted(inside, key=lambda value: (abs(value - own), value))[:VALUES]


def _candidates(
    system: str,
    documents: Documents,
    agents: Sequence[str],
    numbers: Sequence[Chosen],
    own: Sequence[float],
) -> Iterator[_Candidate]:
    """The draft with one number changed, then with two; what is no sound scenario is left out."""
    values = [_values(chosen, number) for chosen, number in zip(numbers, own, strict=True)]
    wishes: list[dict[Chosen, Json]] = [
        {chosen: value} for chosen, some in zip(numbers, values, strict=True) for value in some
    ]
    for i, j in product(range(len(numbers)), repeat=2):
        if i < j:
            pairs = product(values[i][:2], values[j][:2])
            wishes += [{numbers[i]: one, numbers[j]: other} for one, other in pairs]
    for wish in wishes[: MAX_CANDIDATES - 1]:
        changed = dict(documents)
        for chosen, value in wish.items():
            patch = [{"op": "replace", "path": chosen.pointer, "value": value}]
            changed[chosen.role], _ = apply_patch(changed[chosen.role], patch)
        try:
            yield _Candidate(wish, changed, DraftGames(system, changed, agents))
        except InputError:
            continue


def _row(one: _Candidate, numbers: Sequence[Chosen], own: Sequence[float]) -> Json:
    """A candidate for the page: what it changes, and what each side has won with it."""
    told = one.games.tallied
    old = dict(zip(numbers, own, strict=True))
    return {
        "changes": [
            {"role": chosen.role, "pointer": chosen.pointer, "old": old[chosen], "new": value}
            for chosen, value in one.changes.items()
        ],
        "games": told.games,
        "shares": [
            {"share": share, "interval": _interval(share, told.games)} for share in told.shares
        ],
    }


def _interval(share: float, games: int) -> list[float]:
    return [*wilson(round(share * games), games)] if games else [0.0, 1.0]
