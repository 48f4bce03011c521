"""Holidays of accounts: days, announced ahead, on which clocks of correspondence do not run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted
from hexfront.people.accounts import Account, new_id
from hexfront.people.paces import pace_data
from hexfront.play.storage.store import Store

DAY: Final = timedelta(days=1)
FARTHEST: Final = timedelta(days=366)


class Holiday(NamedTuple):
    """Days on which an account is away; whole days of UTC."""

    id: str
    first: str
    last: str
    """Both as ISO dates; both are free."""
    began: float
    ended: float


class Holidays:
    """The holidays in a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, account: Account) -> list[Holiday]:
        """The holidays of an account, the next first. Errors: `NotSaved`."""
        return [
            Holiday(*row)
            for row in self._store.read(
                "SELECT id, first_day, last_day, began, ended FROM holidays WHERE account = ?"
                " ORDER BY began",
                (account.id,),
            )
        ]

    def announce(self, account: Account, first: str, last: str, now: float) -> None:
        """Announce holidays. Errors: `InputError`, `NotSaved`; then there are none."""
        begins, ends = _day(first, "first"), _day(last, "last")
        rules = pace_data().holidays
        today = datetime.fromtimestamp(now, UTC).date()
        if not begins <= ends <= today + FARTHEST:
            expected = f"a day from {begins} to {min(begins, today) + FARTHEST}"
            raise InputError.at("body: /last", last, expected)
        began, ended = _midnight(begins), _midnight(ends + DAY)
        if began < now + rules.ahead:
            soonest = datetime.fromtimestamp(now + rules.ahead, UTC).date() + DAY
            raise InputError.at("body: /first", first, f"{soonest} or later: it is told ahead")
        with self._store.transaction() as db:
            kept = self.of(account)
            if any(one.began < ended and began < one.ended for one in kept):
                raise InputError.at("body: /first", first, "days that are no holidays yet")
            taken = _days_of_years([*kept, Holiday("", first, last, began, ended)])
            for year in {begins.year, ends.year}:
                if taken[year] > rules.days:
                    expected = f"at most {rules.days} days in {year}"
                    raise InputError.at("body: /last", f"<{counted(taken[year], 'day')}>", expected)
            db.execute(
                "INSERT INTO holidays VALUES (?, ?, ?, ?, ?, ?)",
                (new_id(), account.id, begins.isoformat(), ends.isoformat(), began, ended),
            )

    def end(self, account: Account, ident: str, now: float) -> None:
        """Take holidays back, or end them now where they have begun; begun days are gone.

        Errors: `InputError`, `NotSaved`.
        """
        with self._store.transaction() as db:
            found = next((one for one in self.of(account) if one.id == ident), None)
            if found is None or found.ended <= now:
                raise InputError.at("body: /id", ident, "holidays of yours that are not over")
            if found.began > now:
                db.execute("DELETE FROM holidays WHERE id = ?", (ident,))
                return
            today = datetime.fromtimestamp(now, UTC).date().isoformat()
            db.execute(
                "UPDATE holidays SET ended = ?, last_day = ? WHERE id = ?", (now, today, ident)
            )

    def turning(self, after: float, until: float) -> list[str]:
        """The matches in which holidays of a player begin or end in that time. Errors: `NotSaved`.

        After the first moment, and at the second one at the latest.
        """
        rows = self._store.read(
            "SELECT DISTINCT match_clocks.match_id FROM holidays"
            " JOIN account_seats ON account_seats.account = holidays.account"
            " JOIN match_clocks ON match_clocks.match_id = account_seats.match_id"
            " JOIN matches ON matches.id = match_clocks.match_id"
            " WHERE over = 0 AND ((holidays.began > ? AND holidays.began <= ?)"
            " OR (holidays.ended > ? AND holidays.ended <= ?))",
            (after, until, after, until),
        )
        return [str(row[0]) for row in rows]

    def left(self, account: Account, now: float) -> dict[int, int]:
        """The days that are left in this year and the next."""
        taken = _days_of_years(self.of(account))
        year = datetime.fromtimestamp(now, UTC).year
        return {each: max(0, pace_data().holidays.days - taken[each]) for each in (year, year + 1)}

    def matches(self, account: Account) -> list[str]:
        """The matches of an account in which a clock runs or stands. Errors: `NotSaved`."""
        rows = self._store.read(
            "SELECT DISTINCT match_clocks.match_id FROM match_clocks"
            " JOIN account_seats ON account_seats.match_id = match_clocks.match_id"
            " JOIN matches ON matches.id = match_clocks.match_id"
            " WHERE account = ? AND over = 0",
            (account.id,),
        )
        return [str(row[0]) for row in rows]


def _days_of_years(holidays: Iterable[Holiday]) -> Counter[int]:
    """How many free days there are in each year."""
    found: Counter[int] = Counter()
    for one in holidays:
        day, last = date.fromisoformat(one.first), date.fromisoformat(one.last)
        while day <= last:
            found[day.year] += 1
            day += DAY
    return found


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _day(text: str, name: str) -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = date.max
    if not 2000 <= found.year < 9000:
        raise InputError.at(f"body: /{name}", text, "a day such as 2031-07-15")
    return found
