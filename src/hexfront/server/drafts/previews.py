"""What the rules say of a draft before it is played: overlays such as reach, odds of two units."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Query, Request

from hexfront.core.contract import UMPIRE, Counter, Rules
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.core.table.odds import OddsReport
from hexfront.core.table.plurals import counted
from hexfront.server.access.strict import strict_router
from hexfront.server.drafts.editing import DraftToken, EditingRoute, opened_by
from hexfront.server.wire.drafts import (
    DraftPreviews,
    FightCourse,
    FightSide,
    Likely,
    PreviewOdds,
    PreviewOverlay,
    PreviewReading,
)
from hexfront.server.wire.frames import plain

router = strict_router("/api/drafts/{draft}", EditingRoute)
Name = Annotated[str, Query(max_length=80)]
Said = Annotated[str, Query(max_length=400)]


@router.get("/previews")
async def previews(draft: str, request: Request, draft_token: DraftToken = "") -> DraftPreviews:
    """What one may ask of a draft."""

    def look() -> DraftPreviews:
        try:
            system, rules = _sound(draft, request, draft_token)
        except InputError:
            return DraftPreviews(overlays=[], pairs=False)
        return DraftPreviews(
            overlays=[
                PreviewOverlay(
                    name=one.name,
                    title=one.title,
                    description=one.description,
                    of_counter=one.of_counter,
                )
                for one in rules.overlays
                if not (one.of_order or one.of_place)
            ],
            pairs=bool(system.playing.odds and system.playing.odds.of_pair),
        )

    return await asyncio.to_thread(look)


@router.get("/reading")
async def reading(
    draft: str,
    request: Request,
    overlay: Name,
    subject: Name = "",
    draft_token: DraftToken = "",
) -> PreviewReading:
    """The answer to an overlay at the start of a draft, for its umpire."""

    def look() -> PreviewReading:
        _, rules = _sound(draft, request, draft_token)
        found = rules.read_overlay(rules.view(rules.start(), UMPIRE), overlay, subject)
        return PreviewReading(reading=plain(found))

    return await asyncio.to_thread(look)


@router.get("/odds")
async def odds(
    draft: str,
    request: Request,
    attacker: Name,
    defender: Name,
    draft_token: DraftToken = "",
) -> PreviewOdds:
    """What may come of it where one unit of a draft attacks another, each as it stands."""

    def look() -> PreviewOdds:
        system, rules = _sound(draft, request, draft_token)
        known = system.playing.odds
        if known is None or known.of_pair is None:
            raise InputError.at("system", system.name, "a system that knows odds of two units")
        counters = {one.id: one for one in rules.view(rules.start(), UMPIRE).counters}
        own, other = (_unit(counters, name) for name in (attacker, defender))
        if own.side == other.side:
            raise InputError.at("defender", other.name, "a unit of another side")
        said = known.of_pair(rules.scenario, own, other)
        return _shown(*said, known.answer(rules.scenario, *said))

    return await asyncio.to_thread(look)


def _sound(draft: str, request: Request, token: str) -> tuple[System, Rules[Any]]:
    """The rules of a draft as it is now. Errors: `InputError` where it cannot be played."""
    editing = opened_by(request, draft, token)
    found, documents = editing.store.current(draft)
    problems = editing.checker.check(draft, found.system, documents)
    rules = editing.checker.rules(draft)
    wrong = sum(not problem.warning for problem in problems)
    if wrong or rules is None:
        raise InputError.at("draft", f"<{counted(wrong, 'problem')}>", "a draft that can be played")
    return find_system(found.system), rules


def _unit(counters: dict[str, Counter], name: str) -> Counter:
    if name not in counters or not counters[name].place:
        raise InputError.at("unit", name, "a unit that stands on the map at the start")
    return counters[name]


def _shown(attacker: str, defender: str, report: OddsReport) -> PreviewOdds:
    return PreviewOdds(
        attacker=attacker,
        defender=defender,
        title=report.title,
        sides=[
            FightSide(name=side.name, total=side.total, shares=[(*share,) for share in side.shares])
            for side in report.sides
        ],
        chances=[Likely(result=words, chance=float(one)) for words, one in report.chances],
        means=[Likely(result=words, chance=float(one)) for words, one in report.means],
        courses=[
            FightCourse(
                title=one.title,
                headings=[*one.headings],
                rows=[[*row] for row in one.rows],
            )
            for one in report.courses
        ],
        notes=[*report.notes],
    )
