"""Tournaments as rows of the store.

A change is made of a tournament as it was read, and written only where nobody has changed it
meanwhile: its version is part of the condition. So of several processes that find the same
round due one pairs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from itertools import groupby
from typing import Any, Final

from hexfront.core.contract import Result
from hexfront.core.documents.strictjson import parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model
from hexfront.people.notices import tell
from hexfront.people.results import final_places
from hexfront.people.tournaments.model import Entrant, Game, Terms, Tournament
from hexfront.people.tournaments.notices import told
from hexfront.people.tournaments.progress import MatchFacts, due
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store

TRIES: Final = 5
MAX_RECORD: Final = 100
"""Deeds of a tournament that are read."""

_FIELDS: Final = (
    "id, organiser, terms, title, sides, agent, created, state, rounds, round, started, note,"
    " version"
)
_ENTRANT: Final = "number, account, agent, rating, since, out"


class OpenedAlready(InputError):
    """A game whose match another process has made."""


class Records:
    """The tournaments of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, ident: str) -> Tournament:
        """A tournament by its id, as it was at one moment. Errors: `InputError`, `NotSaved`."""
        for _ in range(TRIES):
            row = self._row(ident)
            entrants, games = self._entrants(ident), self._games(ident)
            if self._row(ident) == row:
                return replace(self._read(row), entrants=entrants, games=games)
        raise NotSaved("Others change this tournament just now. Try again in a moment.")

    def _row(self, ident: str) -> Sequence[Any]:
        rows = self._store.read(f"SELECT {_FIELDS} FROM tournaments WHERE id = ?", (ident,))
        if not rows:
            raise InputError.at("tournament", ident, "one that is kept here")
        return rows[0]

    def newest(self, where: str, limit: int) -> list[Tournament]:
        """Tournaments without their games, the newest first."""
        chosen = f"FROM tournaments WHERE {where} ORDER BY created DESC, id LIMIT ?"
        entrants: dict[str, list[Entrant]] = {}
        for ident, *one in self._store.read(
            f"SELECT tournament, {_ENTRANT} FROM tournament_entrants"
            f" WHERE tournament IN (SELECT id {chosen}) ORDER BY tournament, number",
            (limit,),
        ):
            entrants.setdefault(str(ident), []).append(_entrant(one))
        return [
            replace(self._read(row), entrants=tuple(entrants.get(str(row[0]), ())))
            for row in self._store.read(f"SELECT {_FIELDS} {chosen}", (limit,))
        ]

    def due(self, now: int) -> list[str]:
        """The tournaments in which there is something to do."""
        rows = self._store.read(
            "SELECT id FROM tournaments WHERE state IN ('open', 'running') AND (due <= ? OR EXISTS"
            " (SELECT 1 FROM tournament_games LEFT JOIN matches ON matches.id = match"
            " WHERE tournament = tournaments.id AND how = ''"
            " AND (matches.id IS NULL OR over = 1))) ORDER BY id",
            (now,),
        )
        return [str(row[0]) for row in rows]

    def count(self, where: str, values: Sequence[object] = ()) -> int:
        """How many tournaments there are."""
        query = f"SELECT count(*) FROM tournaments WHERE {where}"
        return int(self._store.read(query, values)[0][0])

    def entered(self, account: str) -> list[str]:
        """The tournaments in which an account plays."""
        rows = self._store.read(
            "SELECT tournament FROM tournament_entrants JOIN tournaments ON id = tournament"
            " WHERE account = ? AND out = 0 AND state IN ('open', 'running') ORDER BY tournament",
            (account,),
        )
        return [str(row[0]) for row in rows]

    def record(self, ident: str) -> list[tuple[int, str, str]]:
        """What people have done in a tournament, the newest first: when, account, deed."""
        rows = self._store.read(
            "SELECT happened, account, deed FROM tournament_record WHERE tournament = ?"
            " ORDER BY number DESC LIMIT ?",
            (ident, MAX_RECORD),
        )
        return [(int(happened), str(account), str(deed)) for happened, account, deed in rows]

    @staticmethod
    def _read(row: Sequence[Any]) -> Tournament:
        ident, organiser, terms, *rest = row
        place = f"tournament {ident}"
        read = check_model(Terms, parse_json(terms, place), place)
        return Tournament(ident, organiser, read, *rest)

    def _entrants(self, ident: str) -> tuple[Entrant, ...]:
        rows = self._store.read(
            f"SELECT {_ENTRANT} FROM tournament_entrants WHERE tournament = ? ORDER BY number",
            (ident,),
        )
        return tuple(_entrant(row) for row in rows)

    def _games(self, ident: str) -> tuple[Game, ...]:
        seats = self._store.read(
            "SELECT round, board, number, began, match, how, entrant, points"
            " FROM tournament_games JOIN tournament_seats USING (tournament, round, board, number)"
            " WHERE tournament = ? ORDER BY round, board, number, side",
            (ident,),
        )
        found = []
        for game, rows in groupby(seats, key=lambda row: row[:6]):
            own = [row[6:] for row in rows]
            players = tuple(entrant for entrant, _ in own)
            points = tuple(float(points) for _, points in own if points is not None)
            (*key, began, match, how) = game
            found.append(Game(key[0], key[1], key[2], players, began, match, how, points))
        return tuple(found)

    # Changes

    def add(self, new: Tournament, check: Callable[[Any], None], deed: str) -> None:
        """Keep a new tournament. `check` may refuse it within the transaction.

        Errors: `InputError`, `NotSaved`.
        """
        with self._store.transaction() as db:
            check(db)
            columns = self._columns(new)
            db.execute(
                f"INSERT INTO tournaments ({_FIELDS}, due) VALUES"
                f" ({', '.join('?' * len(columns))})",
                columns,
            )
            _note(db, new.id, new.created, new.organiser, deed)

    def change(
        self,
        ident: str,
        changed: Callable[[Tournament], Tournament],
        *,
        now: int,
        by: str = "",
        deed: str = "",
    ) -> Tournament:
        """Change a tournament; `changed` may be called again where another was faster.

        `by`, `deed`: who did it and what, for the record; the others are told in the same
        transaction. Errors: those of `changed`, `NotSaved`.
        """
        for _ in range(TRIES):
            before = self.find(ident)
            after = changed(before)
            if after == before:
                return before
            with self._store.transaction() as db:
                if self._write(db, before, after):
                    if deed:
                        _note(db, ident, now, by, deed)
                    for account, news in told(before, after):
                        if account != by:
                            tell(db, account, news)
                    break
        else:
            raise NotSaved("Not saved: others change this tournament. Try again in a moment.")
        return self.find(ident)

    def _write(self, db: Any, before: Tournament, after: Tournament) -> bool:
        done = db.execute(
            "UPDATE tournaments SET organiser = ?, state = ?, rounds = ?, round = ?, started = ?,"
            " note = ?, version = version + 1, due = ? WHERE id = ? AND version = ?",
            (
                *(after.organiser, after.state, after.rounds, after.round, after.started),
                *(after.note, due(after), after.id, before.version),
            ),
        )
        if not done.rowcount:
            return False
        kept = {one.number for one in after.entrants}
        for entrant in before.entrants:
            if entrant.number not in kept:
                db.execute(
                    "DELETE FROM tournament_entrants WHERE tournament = ? AND number = ?",
                    (after.id, entrant.number),
                )
        for entrant in set(after.entrants) - set(before.entrants):
            db.execute(
                "INSERT INTO tournament_entrants VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (tournament, number) DO UPDATE SET account = excluded.account,"
                " out = excluded.out",
                (after.id, *astuple(entrant)[:-1], int(entrant.out)),
            )
        for game in set(after.games) - set(before.games):
            _write_game(db, after.id, game)
        return True

    @staticmethod
    def _columns(new: Tournament) -> tuple[object, ...]:
        return (
            *(new.id, new.organiser, write_json(new.terms.model_dump()), new.title, new.sides),
            *(new.agent, new.created, new.state, new.rounds, new.round, new.started, new.note),
            *(new.version, due(new)),
        )

    @staticmethod
    def opened(db: Any, ident: str, game: Game, match: str) -> None:
        """Note the match of a game, in the transaction that makes it.

        Errors: `OpenedAlready` where another process was faster: then there is no second match.
        """
        done = db.execute(
            "UPDATE tournament_games SET match = ? WHERE tournament = ? AND round = ?"
            " AND board = ? AND number = ? AND match = '' AND how = ''",
            (match, ident, *game.key),
        )
        if not done.rowcount:
            found = f"<round {game.round}, board {game.board}>"
            raise OpenedAlready.at("game", found, "one without a match")
        db.execute("UPDATE tournaments SET version = version + 1 WHERE id = ?", (ident,))

    # The matches of games

    def facts(self, tournament: Tournament) -> dict[str, MatchFacts | None]:
        """How the matches of its open games stand; None for one that is not kept any more."""
        return {
            game.match: self._facts(game.match, len(game.seats))
            for game in tournament.games
            if game.open and game.match
        }

    def _facts(self, match: str, sides: int) -> MatchFacts | None:
        read = self._store.read
        rows = read("SELECT over, result FROM matches WHERE id = ?", (match,))
        if not rows:
            return None
        over, text = rows[0]
        if not over or not text:
            waiting = read(
                "SELECT side, share IS NULL AND share_hash = '', coalesce(must_act, 0) FROM seats"
                " WHERE match_id = ? AND side >= 0 AND kind = 'person'",
                (match,),
            )
            absent = frozenset(int(side) for side, lacks, _ in waiting if lacks)
            acting = frozenset(int(side) for side, _, must in waiting if must)
            return MatchFacts(False, waiting=absent or acting)
        found = parse_json(text, f"match {match}: result")
        result = Result(
            tuple(found["winners"]),
            found["clause"],
            found["reason"],
            tuple(found["scores"]),
            found["names_winner"],
        )
        resigned = _sides(read("SELECT side FROM withdrawals WHERE match_id = ?", (match,)))
        left = read("SELECT side FROM proposals WHERE match_id = ? AND way = 'abandon'", (match,))
        places = final_places(result, sides, resigned)
        return MatchFacts(True, tuple(places) if places else None, _sides(left))


def _entrant(row: Sequence[Any]) -> Entrant:
    number, account, agent, rating, since, out = row
    return Entrant(number, account, agent, rating, since, bool(out))


def _sides(rows: Sequence[Sequence[Any]]) -> frozenset[int]:
    return frozenset(int(row[0]) for row in rows)


def _write_game(db: Any, ident: str, game: Game) -> None:
    db.execute(
        "INSERT INTO tournament_games VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (tournament, round, board, number) DO UPDATE SET how = excluded.how",
        (ident, *game.key, game.began, game.match, game.how),
    )
    for side, entrant in enumerate(game.seats):
        db.execute(
            "INSERT INTO tournament_seats VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (tournament, round, board, number, side)"
            " DO UPDATE SET points = excluded.points",
            (ident, *game.key, side, entrant, game.points[side] if game.points else None),
        )


def _note(db: Any, ident: str, now: int, account: str, deed: str) -> None:
    db.execute(
        "INSERT INTO tournament_record SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?"
        " FROM tournament_record WHERE tournament = ?",
        (ident, now, account, deed, ident),
    )
