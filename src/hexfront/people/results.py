"""Results of games: what players' pages show, and what ratings move by.

A result stays when its match is deleted. A game of the lobby is rated where its players wanted
that, every side has taken three turns, nobody took hints and it goes on from no other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from hexfront.core.contract import Result
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.people import ratings
from hexfront.people.accounts import today
from hexfront.people.ratings import MACHINE, Rating, first_rating, rated_anew
from hexfront.play.endings import FIRST_TURNS, turns_taken
from hexfront.play.live import LiveMatch
from hexfront.play.storage.store import Store

NO_LIBRARY: Final = "this server keeps no ratings"
NOT_WANTED: Final = "not played for ratings"
GUEST: Final = "a guest played"
HINTS: Final = "played with hints"


class Results:
    """The results in a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def pending(self) -> list[str]:
        """Matches that are over and not settled, as after a kill of the server."""
        rows = self._store.read(
            "SELECT id FROM matches JOIN match_terms ON match_id = id"
            " WHERE over = 1 AND settled = 0 ORDER BY id"
        )
        return [str(row[0]) for row in rows]

    def settle(self, live: LiveMatch) -> bool:
        """Note the result of a match that is over, once; whether there was anything to note.

        Errors: `NotSaved`.
        """
        match_id, result = live.record.id, live.match.result
        players = self.players(live)
        if result is None or not any(not key.startswith(MACHINE) for key in players.values()):
            return False
        terms = self._terms(match_id)
        if terms is not None and terms[1]:
            return False
        rated = terms is not None and bool(terms[0])
        why = _why_unrated(live, players) if rated else NOT_WANTED
        places = final_places(result, len(live.match.rules.sides), live.agreements.machines)
        if not why and places is None:
            why = "ended without a result"
        system = live.match.system
        with self._store.transaction() as db:
            if db.execute("SELECT 1 FROM played WHERE match = ?", (match_id,)).fetchone():
                return False
            after: Mapping[int, Rating] = {}
            if not why and places is not None:
                after = _move_ratings(db, system, players, places)
            for side, player in players.items():
                new = after.get(side)
                db.execute(
                    "INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(match_id, side, player, system.name, live.match.rules.scenario.title),
                        *(_outcome(side, result, places), result.reason, today(), why),
                        *((None, None) if new is None else _whole(new)),
                    ),
                )
            db.execute("UPDATE match_terms SET settled = 1 WHERE match_id = ?", (match_id,))
        return True

    def terms(self, live: LiveMatch, *, hinted: bool) -> dict[str, Any] | None:
        """Whether a match of the lobby is rated, as `Terms` are sent; None of another.

        `hinted`: whether who is told has taken hints; of others' nobody learns before the end.
        Errors: `NotSaved`.
        """
        match_id = live.record.id
        terms = self._terms(match_id)
        if terms is None:
            return None
        rows = self._store.read(
            "SELECT side, unrated, rating, deviation FROM played WHERE match = ? ORDER BY side",
            (match_id,),
        )
        if rows:
            why = str(rows[0][1])
        elif not terms[0]:
            why = NOT_WANTED
        else:
            why = _why_from_the_start(live, self.players(live)) or (HINTS if hinted else "")
        played_for = self._store.read(
            "SELECT tournament FROM tournament_games WHERE match = ?", (match_id,)
        )
        return {
            "type": "terms",
            "rated": bool(terms[0]),
            "unrated": why,
            "tournament": str(played_for[0][0]) if played_for else "",
            "after": [
                {"side": side, "rating": points, "deviation": spread}
                for side, _, points, spread in rows
                if points is not None
            ],
        }

    def check_not_rated(self, match_id: str) -> None:
        """Errors: `InputError` for a rated match that goes on: who loses would begin it anew."""
        if self._store.read(
            "SELECT 1 FROM match_terms JOIN matches ON matches.id = match_id"
            " WHERE match_id = ? AND rated = 1 AND over = 0",
            (match_id,),
        ):
            raise InputError.at("match", "<a rated match that goes on>", "one that is not rated")

    def _terms(self, match_id: str) -> tuple[int, int] | None:
        rows = self._store.read(
            "SELECT rated, settled FROM match_terms WHERE match_id = ?", (match_id,)
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def players(self, live: LiveMatch) -> dict[int, str]:
        """Who plays each side, by their keys; persons without an account are left out."""
        rows = self._store.read(
            "SELECT side, account FROM account_seats WHERE match_id = ?", (live.record.id,)
        )
        machines = {
            seat.side: MACHINE + seat.agent
            for seat in live.record.side_seats
            if seat.kind == "machine"
        }
        return dict(sorted((machines | dict(rows)).items()))

    def rating(self, system: System, player: str) -> tuple[Rating, int]:
        """The rating of a player, and from how many games."""
        rows = self._store.read(
            "SELECT rating, deviation, games FROM ratings WHERE system = ? AND player = ?",
            (system.name, player),
        )
        if rows:
            return Rating(rows[0][0], rows[0][1]), rows[0][2]
        return first_rating(system, player), 0


def _move_ratings(
    db: Any, system: System, players: Mapping[int, str], places: Sequence[int]
) -> dict[int, Rating]:
    """Store the ratings after a game; returns them by side."""
    before = [_rating(db, system, players[side]) for side in sorted(players)]
    after = rated_anew([rating for rating, _ in before], places)
    for player in set(players.values()):
        own = [i for i, side in enumerate(sorted(players)) if players[side] == player]
        # Who plays several sides, as machines do, moves by what they give in the middle.
        mean = Rating(
            sum(after[i].rating for i in own) / len(own),
            sum(after[i].deviation for i in own) / len(own),
        )
        for i in own:
            after[i] = mean
        db.execute(
            "INSERT INTO ratings VALUES (?, ?, ?, ?, ?) ON CONFLICT (system, player)"
            " DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
            " games = excluded.games",
            (system.name, player, *_whole(mean), before[own[0]][1] + 1),
        )
    return dict(zip(sorted(players), after, strict=True))


def _rating(db: Any, system: System, player: str) -> tuple[Rating, int]:
    row = db.execute(
        "SELECT rating, deviation, games FROM ratings WHERE system = ? AND player = ?",
        (system.name, player),
    ).fetchone()
    return (first_rating(system, player), 0) if row is None else (Rating(*row[:2]), row[2])


def _whole(rating: Rating) -> tuple[int, int]:
    return round(rating.rating), round(rating.deviation)


def _why_unrated(live: LiveMatch, players: Mapping[int, str]) -> str:
    """Why a game that should be rated is not; empty where it is."""
    if known := _why_from_the_start(live, players):
        return known
    if len(players) < len(live.record.side_seats):
        return GUEST
    if any(seat.hints for seat in live.record.seats):
        return HINTS
    if min(turns_taken(live.match.rules, live.match.journal.steps)) < FIRST_TURNS:
        return f"a side took fewer than {FIRST_TURNS} turns"
    return ""


def _why_from_the_start(live: LiveMatch, players: Mapping[int, str]) -> str:
    """Of these reasons what all may know before the end."""
    if not ratings.possible():
        return NO_LIBRARY
    # Who has not come to a rematch yet has added nothing to its dice.
    if any(seat.side not in players and seat.share is not None for seat in live.record.side_seats):
        return GUEST
    accounts = [key for key in players.values() if not key.startswith(MACHINE)]
    if len(set(accounts)) < len(accounts):
        return "one player had several sides"
    if live.record.restored is not None:
        return "it went on from another match"
    return ""


def final_places(result: Result, count: int, resigned: Collection[int]) -> list[int] | None:
    """The place of each of `count` sides, 1 for the best; None where the match has no result.

    `resigned`: who resigned while others played on comes after all of them.
    """
    sides = range(count)
    if result.winners:
        places = [1 if side in result.winners else 2 for side in sides]
    elif result.names_winner:
        places = [1 for _ in sides]
    elif len(result.scores) == count:
        order = sorted(set(result.scores), reverse=True)
        places = [order.index(score) + 1 for score in result.scores]
    else:
        return None
    last = max(places) + 1
    return [last if side in resigned else places[side] for side in sides]


def _outcome(side: int, result: Result, places: Sequence[int] | None) -> str:
    if places is None:
        return "none"
    if len(set(places)) == 1:
        return "draw"
    return "won" if places[side] == min(places) else "lost"


def player_names(store: Store, keys: Sequence[str]) -> dict[str, str]:
    """What players are called, by their keys; those who have left are not among them."""
    found = {}
    for key in set(keys):
        if key.startswith(MACHINE):
            found[key] = key
            continue
        rows = store.read("SELECT name FROM accounts WHERE id = ?", (key,))
        if rows:
            found[key] = rows[0][0]
    return found
