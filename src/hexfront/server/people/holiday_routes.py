"""Requests about one's holidays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import Request

from hexfront.people.accounts import Account
from hexfront.people.paces import pace_data
from hexfront.server.access.strict import strict_router
from hexfront.server.people.account_routes import people_of
from hexfront.server.people.bodies import (
    HolidayDays,
    HolidayInfo,
    HolidayState,
    NewHolidays,
    OneId,
)
from hexfront.server.people.sessions import People

router = strict_router("/api/people")


@router.get("/holidays")
def holidays(request: Request) -> HolidayState:
    """One's holidays, and how many days are left."""
    people = people_of(request)
    return _holidays(people, people.signed_in(request))


@router.post("/holidays")
async def announce_holidays(wanted: NewHolidays, request: Request) -> HolidayState:
    """Announce holidays: one's clocks of correspondence stand on these days."""
    people = people_of(request)
    return await _change_holidays(
        request, lambda a: people.holidays.announce(a, wanted.first, wanted.last, people.now())
    )


@router.post("/holidays/end")
async def end_holidays(wanted: OneId, request: Request) -> HolidayState:
    """Take holidays back, or end them now where they have begun."""
    people = people_of(request)
    return await _change_holidays(
        request, lambda account: people.holidays.end(account, wanted.id, people.now())
    )


async def _change_holidays(request: Request, change: Callable[[Account], None]) -> HolidayState:
    """Change one's holidays, and show that where one plays."""
    people = people_of(request)

    def do() -> tuple[HolidayState, list[str]]:
        account = people.signed_in(request)
        change(account)
        return _holidays(people, account), people.holidays.matches(account)

    state, matches = await asyncio.to_thread(do)
    await people.tables.refresh_everywhere(matches)
    return state


def _holidays(people: People, account: Account) -> HolidayState:
    now, rules = people.now(), pace_data().holidays
    return HolidayState(
        holidays=[
            HolidayInfo(
                id=one.id,
                first=one.first,
                last=one.last,
                state="ahead" if one.began > now else "now" if one.ended > now else "over",
            )
            for one in people.holidays.of(account)
        ],
        days=rules.days,
        left=[
            HolidayDays(year=year, left=left)
            for year, left in people.holidays.left(account, now).items()
        ],
        ahead=rules.ahead,
    )
