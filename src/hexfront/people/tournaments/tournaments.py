"""What people do in tournaments: hold one, enter and leave, and what an organiser decides."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from hexfront.core.errors import InputError
from hexfront.people.accounts import Account, new_id
from hexfront.people.lobby import set_terms
from hexfront.people.notices import News, tell
from hexfront.people.seats import check_room
from hexfront.people.tournaments import progress
from hexfront.people.tournaments.model import Entrant, Game, Terms, Tournament
from hexfront.people.tournaments.numbers import numbers
from hexfront.people.tournaments.records import Records
from hexfront.play.storage.records import NewTokens
from hexfront.play.storage.store import Store

DAY: Final = 24 * 3600
ORGANISER_LEFT: Final = "Its organiser has left."
CALLED_OFF: Final = "The organiser has called it off."
SHOWN: Final = 40
"""Tournaments in the list."""
_LEFT: Final = """
SELECT game.match FROM tournament_games AS game
JOIN tournament_seats AS seat ON seat.tournament = game.tournament AND seat.round = game.round
    AND seat.board = game.board AND seat.number = game.number
JOIN tournament_entrants AS one ON one.tournament = game.tournament AND one.number = entrant
WHERE account = ? AND how = 'left' AND game.match <> '' AND points = 0
AND EXISTS (SELECT 1 FROM tournament_seats AS other WHERE other.tournament = game.tournament
    AND other.round = game.round AND other.board = game.board
    AND other.number = game.number AND other.points > 0)
"""
"""The matches that an account has left to others, by going or by staying away."""
UNFINISHED: Final = "(state IN ('open', 'running'))"


class Tournaments:
    """The tournaments of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        """`clock`: the time by which rounds and the clocks of games go."""
        self._store, self._clock = store, clock
        self.records = Records(store)

    def find(self, ident: str) -> Tournament:
        """A tournament by its id. Errors: `InputError`, `NotSaved`."""
        return self.records.find(ident)

    def going(self, limit: int) -> list[Tournament]:
        """Those that one can enter, then those that are played; without their games."""
        found = self.records.newest(UNFINISHED, limit)
        return sorted(found, key=lambda one: one.state != "open")

    def newest(self) -> list[Tournament]:
        """Those that go on, then those that are over; without their games."""
        over = self.records.newest(f"NOT {UNFINISHED}", SHOWN)
        return [*self.going(numbers().open_all), *over]

    # Of the organiser

    def make(
        self, account: Account, terms: Terms, *, title: str, sides: int, agent: str
    ) -> Tournament:
        """Announce a tournament. Errors: `InputError`, `NotSaved`.

        `title`, `sides`: of the scenario. `agent`: the machine that fills an odd field.
        """
        now = int(self._clock())
        _check_terms(terms, sides, now)
        new = Tournament(new_id(), account.id, terms, title, sides, agent, now)

        def check(_: Any) -> None:
            limits, count = numbers(), self.records.count
            own = count(f"organiser = ? AND {UNFINISHED}", (account.id,))
            if own >= limits.open_own:
                found = f"<{own} of yours that are not over>"
                raise InputError.at("tournaments", found, f"at most {limits.open_own}")
            since = now - limits.made_days * DAY
            if count("organiser = ? AND created >= ?", (account.id, since)) >= limits.made:
                expected = f"at most {limits.made} in {limits.made_days} days"
                raise InputError.at("tournaments", f"<{limits.made} of yours>", expected)
            if count(UNFINISHED) >= limits.open_all:
                expected = f"at most {limits.open_all} at once; enter one"
                raise InputError.at("tournaments", f"<{limits.open_all}>", expected)

        self.records.add(new, check, "announces it")
        return self.find(new.id)

    def start(self, account: Account, ident: str) -> Tournament:
        """Pair the first round now. Errors: `InputError`, `NotSaved`."""
        now = int(self._clock())

        def begin(found: Tournament) -> Tournament:
            _check_organiser(found, account)
            if found.state != "open":
                raise InputError.at("tournament", f"<{found.state}>", "one that has not begun")
            if len(found.persons) < 2:
                raise InputError.at("entrants", f"<{len(found.persons)}>", "2 at least")
            return progress.begin(found, now)

        return self.records.change(ident, begin, now=now, by=account.id, deed="starts it")

    def pair(self, account: Account, ident: str) -> Tournament:
        """Pair the next round before its time. Errors: `InputError`, `NotSaved`."""
        now = int(self._clock())

        def pair(found: Tournament) -> Tournament:
            _check_organiser(found, account)
            open_games = [game for game in found.games if game.open]
            if found.state != "running" or open_games or found.round == found.rounds:
                what = f"<{found.state}, open games of the round: {len(open_games)}>"
                raise InputError.at("tournament", what, "one between two rounds")
            return progress.pair(found, now)

        return self.records.change(ident, pair, now=now, by=account.id, deed="pairs the next round")

    def correct(
        self, account: Account, ident: str, key: tuple[int, int, int], points: Sequence[float]
    ) -> Tournament:
        """Set the result of a game, or another one; it stands in the record.

        Errors: `InputError`, `NotSaved`.
        """
        now = int(self._clock())
        written = " – ".join(f"{one:g}" for one in points)

        def correct(found: Tournament) -> Tournament:
            _check_organiser(found, account)
            game = next((game for game in found.games if game.key == key), None)
            if game is None or len(game.seats) == 1:
                raise InputError.at("body: /board", key[1], "a board of the round with a game")
            _check_correction(found, game, points)
            return found.with_games([replace(game, how="corrected", points=tuple(points))])

        deed = f"sets round {key[0]}, board {key[1]} to {written}"
        return self.records.change(ident, correct, now=now, by=account.id, deed=deed)

    def cancel(self, account: Account, ident: str) -> Tournament:
        """Call it off; games that are played go on as games of their own.

        Errors: `InputError`, `NotSaved`.
        """

        def cancel(found: Tournament) -> Tournament:
            _check_organiser(found, account)
            _check_going(found)
            return replace(found, state="cancelled", note=CALLED_OFF)

        now = int(self._clock())
        return self.records.change(ident, cancel, now=now, by=account.id, deed="calls it off")

    def remove(self, account: Account, ident: str, other: str) -> Tournament:
        """Take an entrant out, by the account. Errors: `InputError`, `NotSaved`."""

        def remove(found: Tournament) -> Tournament:
            _check_organiser(found, account)
            _check_going(found)
            return _without(found, other)

        now = int(self._clock())
        deed = "takes an entrant out"
        return self.records.change(ident, remove, now=now, by=account.id, deed=deed)

    # Of those who play

    def enter(self, account: Account, ident: str, rating: float) -> Tournament:
        """Enter a tournament, with a rating for the seeds. Errors: `InputError`, `NotSaved`."""
        now = int(self._clock())
        self._check_may_play(account, ident, now)

        def enter(found: Tournament) -> Tournament:
            known = found.entrant_of(account.id)
            _check_going(found)
            if known is not None and known.out:
                raise InputError.at("tournament", "<one that you have left>", "another one")
            if known is not None:
                return found
            _check_room(found, now)
            number = max((one.number for one in found.entrants), default=0) + 1
            since = found.round + 1
            return found.with_entrant(Entrant(number, account.id, "", rating, since))

        return self.records.change(ident, enter, now=now)

    def leave(self, account: Account, ident: str) -> Tournament:
        """Leave a tournament; who plays in it resigns. Errors: `InputError`, `NotSaved`."""

        def leave(found: Tournament) -> Tournament:
            _check_going(found)
            return _without(found, account.id)

        return self.records.change(ident, leave, now=int(self._clock()), by=account.id)

    def waits_until(self, account: str, now: float) -> int:
        """When somebody may enter again who has let games time out; 0 for at once."""
        wait = numbers().wait
        since = datetime.fromtimestamp(now - wait.window_days * DAY, UTC).isoformat()
        by_clock = self._store.read(
            "SELECT ended FROM played LEFT JOIN endings ON match_id = match"
            " WHERE player = ? AND ended >= ? AND ((outcome = 'lost'"
            " AND (way IN ('time', 'absence') OR reason IN ('time', 'absence')))"
            f" OR match IN ({_LEFT}))",
            (account, since, account),
        )
        by_deadline = self._store.read(
            "SELECT began + 3600 * CAST(json_extract(terms, '$.deadline_hours') AS INTEGER)"
            " FROM tournament_games AS game JOIN tournament_seats AS seat"
            " ON seat.tournament = game.tournament AND seat.round = game.round"
            " AND seat.board = game.board AND seat.number = game.number"
            " JOIN tournament_entrants AS one ON one.tournament = game.tournament"
            " AND one.number = entrant JOIN tournaments ON id = game.tournament"
            " WHERE account = ? AND how = 'missed' AND points = 0 AND began >= ?",
            (account, int(now) - wait.window_days * DAY),
        )
        moments = [datetime.fromisoformat(str(ended)).timestamp() for (ended,) in by_clock]
        moments += [float(str(moment)) for (moment,) in by_deadline]
        if not moments:
            return 0
        days = wait.days[min(len(moments), len(wait.days)) - 1]
        until = int(max(moments)) + days * DAY
        return until if until > now else 0

    def _check_may_play(self, account: Account, ident: str, now: int) -> None:
        until = self.waits_until(account.id, now)
        if until:
            day = datetime.fromtimestamp(until, UTC).strftime("%d %B %Y, %H:%M UTC")
            expected = f"a later one: you have let games time out, and may enter again from {day}"
            raise InputError.at("entry", "<too early>", expected)
        check_room(self._store, account.id)
        others = [one for one in self.records.entered(account.id) if one != ident]
        if len(others) >= numbers().entered:
            found = f"<{len(others)} others that you play in>"
            raise InputError.at("tournament", found, f"at most {numbers().entered} at once")

    # By itself

    def due(self) -> list[str]:
        """The tournaments in which there is something to do."""
        return self.records.due(int(self._clock()))

    def advance(self, ident: str) -> Tournament:
        """Note results, pair the round that is due, end it. Errors: `NotSaved`."""
        now = int(self._clock())
        return self.records.change(
            ident, lambda found: progress.advance(found, self.records.facts(found), now), now=now
        )

    def begin_match(
        self,
        db: Any,
        made: NewTokens,
        tournament: Tournament,
        game: Game,
        accounts: Mapping[int, str],
    ) -> None:
        """Make a new match the one of a game, in the transaction that makes it.

        Errors: `OpenedAlready` where the game has one already.
        """
        self.records.opened(db, tournament.id, game, made.match)
        terms = tournament.terms
        title = f"{terms.name}, round {game.round}"
        now = self._clock()
        set_terms(db, made.match, accounts, title, terms.pace, rated=terms.rated, now=now)
        for side, account in accounts.items():
            tell(db, account, News("round", title, made.match, side))

    def resigning(self, tournament: Tournament) -> list[tuple[str, int]]:
        """Matches that go on, with the sides to resign: who is out, or has missed the deadline."""
        found = [
            (game.match, side)
            for game in tournament.games
            for side, number in enumerate(game.seats)
            if game.match
            and (
                (game.open and tournament.entrant(number).out)
                or (game.how == "missed" and any(game.points) and not game.points[side])
            )
        ]
        return [(match, side) for match, side in found if self._plays(match)]

    def abandoned(self, tournament: Tournament) -> list[tuple[str, int]]:
        """Matches that go on although all have missed their deadline, each with a side."""
        found = [
            (game.match, 0)
            for game in tournament.games
            if game.how == "missed" and not any(game.points)
        ]
        return [(match, side) for match, side in found if self._plays(match)]

    def _plays(self, match: str) -> bool:
        return bool(self._store.read("SELECT 1 FROM matches WHERE id = ? AND over = 0", (match,)))


def withdraw(db: Any, account: str) -> None:
    """Take an account out of all tournaments, in a transaction; those it has announced end."""
    mine = (account,)
    touched = (
        "organiser = ? OR id IN (SELECT tournament FROM tournament_entrants WHERE account = ?)"
    )
    db.execute(f"UPDATE tournaments SET version = version + 1 WHERE {touched}", (account, account))
    ended = db.execute(
        "SELECT id, terms FROM tournaments WHERE organiser = ? AND state = 'open'", mine
    ).fetchall()
    for ident, terms in ended:
        name = Terms.model_validate_json(terms).name
        for (other,) in db.execute(
            "SELECT account FROM tournament_entrants WHERE tournament = ? AND account <> ?"
            " AND account <> ''",
            (ident, account),
        ).fetchall():
            tell(db, other, News("tournament", name, detail=ORGANISER_LEFT))
    of_state = "account = ? AND tournament IN (SELECT id FROM tournaments WHERE state = ?)"
    db.execute(f"DELETE FROM tournament_entrants WHERE {of_state}", (account, "open"))
    db.execute(f"UPDATE tournament_entrants SET out = 1 WHERE {of_state}", (account, "running"))
    db.execute(
        "UPDATE tournaments SET state = 'cancelled', note = ? WHERE organiser = ?"
        " AND state = 'open'",
        (ORGANISER_LEFT, account),
    )


def forget(db: Any, account: str) -> None:
    """Take an account that is deleted out of all tournaments, in a transaction."""
    withdraw(db, account)
    mine = (account,)
    db.execute("UPDATE tournament_entrants SET account = '', out = 1 WHERE account = ?", mine)
    db.execute("UPDATE tournaments SET organiser = '' WHERE organiser = ?", mine)
    db.execute("UPDATE tournament_record SET account = '' WHERE account = ?", mine)


def _check_terms(terms: Terms, sides: int, now: int) -> None:
    """Errors: `InputError` for terms that no tournament can have."""
    limits = numbers()

    def refuse(name: str, found: object, expected: str) -> None:
        raise InputError.at(f"body: /{name}", found, expected)

    if sides < 2:
        refuse("scenario", f"<{sides} side>", "one for two sides or more")
    if terms.name != " ".join(terms.name.split()) or not terms.name.isprintable():
        refuse("name", terms.name, "letters, digits and marks, with single spaces")
    if sides > 2 and terms.form != "swiss":
        found = f"{terms.form} with {sides} sides"
        refuse("form", found, "swiss: with more than two sides only tables can be drawn")
    if terms.rounds and terms.form != "swiss":
        refuse("rounds", terms.rounds, "0: they follow from how many enter")
    if terms.rounds > limits.rounds:
        refuse("rounds", terms.rounds, f"at most {limits.rounds}")
    if terms.double and terms.form != "round-robin":
        refuse("double", terms.double, "no second turn but in a round robin")
    if terms.most > limits.most:
        refuse("most", terms.most, f"at most {limits.most}")
    if terms.form == "round-robin" and terms.most > limits.rounds + 1:
        refuse("most", terms.most, f"at most {limits.rounds + 1} in a round robin")
    latest = now + limits.ahead_days * DAY
    for name, moment in (("closes", terms.closes), ("starts", terms.starts)):
        if moment and not now <= moment <= latest:
            refuse(name, moment, f"0, or a moment within the next {limits.ahead_days} days")
    if terms.closes and terms.starts and terms.closes > terms.starts:
        refuse("closes", terms.closes, f"not after the first round: {terms.starts} or earlier")
    hours = (("round_hours", terms.round_hours), ("deadline_hours", terms.deadline_hours))
    for name, count in hours:
        if count > limits.hours:
            refuse(name, count, f"at most {limits.hours}")


def _check_correction(found: Tournament, game: Game, points: Sequence[float]) -> None:
    if found.state not in {"running", "done"}:
        raise InputError.at("tournament", f"<{found.state}>", "one that has begun")
    if found.terms.form == "knockout" and game.round < found.round:
        expected = "one of the newest round: the next is paired by it"
        raise InputError.at("body: /round", game.round, expected)
    newer = found.with_games([]).of_round(game.round)
    if any(one.board == game.board and one.number > game.number for one in newer):
        raise InputError.at("body: /number", game.number, "the last game of its board")
    most = len(game.seats) - 1
    if len(points) != len(game.seats):
        expected = f"{len(game.seats)} numbers, one a side"
        raise InputError.at("body: /points", list(points), expected)
    total = sum(points)
    halves = all(0 <= one <= most and (2 * one).is_integer() for one in points)
    if not halves or total > most * len(game.seats) / 2:
        expected = f"halves from 0 to {most}, {most * len(game.seats) / 2:g} together at most"
        raise InputError.at("body: /points", list(points), expected)


def _check_organiser(found: Tournament, account: Account) -> None:
    if not found.organiser or found.organiser != account.id:
        raise InputError.at("tournament", "<another's>", "one that you organise")


def _check_going(found: Tournament) -> None:
    if found.over:
        raise InputError.at("tournament", f"<{found.state}>", "one that is not over")


def _check_room(found: Tournament, now: int) -> None:
    terms = found.terms
    playing = [one for one in found.persons if not one.out]
    if len(playing) >= terms.most:
        raise InputError.at("tournament", f"<{len(playing)} entrants>", "one with a place left")
    if found.state == "open":
        if terms.closes and now > terms.closes:
            raise InputError.at("tournament", "<registration is over>", "one that is open")
        return
    if terms.form != "swiss" or not terms.late:
        raise InputError.at("tournament", "<one that has begun>", "one that is open")
    if found.round > found.rounds * numbers().late_share:
        raise InputError.at("tournament", f"<round {found.round}>", "an earlier one to come late")


def can_enter(found: Tournament, now: int) -> bool:
    """Whether somebody may enter it now."""
    try:
        _check_going(found)
        _check_room(found, now)
    except InputError:
        return False
    return True


def _without(found: Tournament, account: str) -> Tournament:
    """The tournament without an entrant: as if he had not come, or out from now on."""
    known = found.entrant_of(account)
    if known is None or known.out:
        raise InputError.at("entrants", "<nobody of that name>", "one who plays in it")
    if found.state == "open":
        left = tuple(one for one in found.entrants if one is not known)
        return replace(found, entrants=left)
    return found.with_entrant(replace(known, out=True))
