"""The plans of a search and its loops, written once for all systems.

What is searched is a row of orders that a side may give one after another: a plan. It ends where
chance answers, another side must order, or the game is over. Each iteration tries one plan
(`hexfront.core.search.trials`).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from hexfront.blocks import Int
from hexfront.core.batch.rows import (
    CHANCE,
    OVER,
    RANDOM,
    actor_of,
    apply_step,
    decide,
    list_choices,
)
from hexfront.core.dice import Dice, draw
from hexfront.core.search.trials import (
    ask,
    begin_players,
    begin_stream,
    imagine,
    remember,
    try_plan,
)
from hexfront.core.search.workspace import (
    AUTHOR,
    ENOUGH,
    KEPT,
    LEAST_TRIALS,
    OTHERS,
    PLANS,
    SCRIPTS,
    TRIALS,
    TRIES,
    Manner,
    Search,
)
from hexfront.core.tables import is_among


def change_plan(
    ground: Any,
    lore: Any,
    room: Any,
    state: Any,
    side: int,
    dice: Dice,
    source: Int,
    length: int,
    plan: Int,
) -> int:
    """Write a plan for a state that differs a little from the source; gives its length.

    0 where the system has none; then any order of the source is changed.
    """
    return 0


def think_of_plan(
    ground: Any, lore: Any, root: Any, search: Search, manner: Manner, side: int
) -> int:
    """Write a plan of an opponent, or a known one with another order, into `search.plan`.

    The first plans are those of the opponents as they are. Gives the plan's length.
    """
    number = search.now[TRIES]
    search.now[TRIES] += 1
    begin_stream(search.whim, manner.stream + number)
    begin_stream(search.guess, manner.stream + number)
    # Who orders at the same time, and before: anything, or where plans are whole a reply.
    before = RANDOM if manner.changes else manner.reply
    begin_players(search, before, manner.stream + number)
    imagine(ground, lore, root, search, side)
    scripts = SCRIPTS * manner.authors
    author = RANDOM
    if manner.authors > 0:
        author = 1 + (manner.first - 1 + number) % manner.authors
        remember(search, author, side)
    source, cut = 0, -1
    search.now[AUTHOR] = author
    if manner.changes and number >= scripts and number % 2 == 1 and search.now[PLANS] > 0:
        source = choose_source(search, manner.doubt)
        length = change_plan(
            ground,
            lore,
            search.opponents,
            search.state,
            side,
            search.whim,
            search.plans.orders[source],
            search.plans.length[source],
            search.plan,
        )
        if length > 0:
            return length
        cut = draw(search.whim, search.plans.length[source])
    return write_plan(ground, lore, search, author, before, side, source, cut)


def choose_source(search: Search, doubt: float) -> int:
    """The plan that is changed: the best one, or in half of the cases any."""
    count = search.now[PLANS]
    if draw(search.whim, 2) == 0:
        return draw(search.whim, count)
    return best_plan(search, doubt)


def write_plan(
    ground: Any,
    lore: Any,
    search: Search,
    author: int,
    before: int,
    side: int,
    source: int,
    cut: int,
) -> int:
    """Give orders of a source up to a cut, there any other, and then those of the author."""
    state, length = search.state, 0
    actor = actor_of(ground, state)
    while actor != OVER and length < len(search.plan):
        if actor != side:
            if length > 0 or actor == CHANCE:
                break
            count = list_choices(ground, state, actor, search.codes)
            order = ask(ground, lore, search, before, actor, search.whim, count)
        else:
            count = list_choices(ground, state, side, search.codes)
            known = length < cut and length < search.plans.length[source]
            planned = search.plans.orders[source, length] if known else -1
            if length < cut and is_among(search.codes, count, planned):
                order = planned
            elif length == cut:
                order = search.codes[draw(search.whim, count)]
                # Perhaps the next one, too.
                cut += draw(search.whim, 2)
            else:
                order = ask(ground, lore, search, author, side, search.whim, count)
            search.plan[length] = order
            length += 1
        apply_step(ground, state, actor, order, search.log)
        actor = actor_of(ground, state)
    return length


def add_plan(search: Search, length: int) -> bool:
    """Take a plan up, if it is new."""
    plans, count = search.plans, search.now[PLANS]
    for other in range(count):
        same = plans.length[other] == length
        number = 0
        while same and number < length:
            same = plans.orders[other, number] == search.plan[number]
            number += 1
        if same:
            search.now[OTHERS] += 1
            return False
    for number in range(length):
        plans.orders[count, number] = search.plan[number]
    plans.length[count] = length
    plans.author[count] = search.now[AUTHOR]
    plans.visits[count] = 0
    plans.value[count] = plans.lead[count] = plans.squares[count] = 0.0
    search.now[PLANS] = count + 1
    search.now[OTHERS] = 0
    return True


def best_plan(search: Search, doubt: float) -> int:
    """The plan that fared best, with a discount for few trials; before any the first."""
    plans, best, most = search.plans, 0, -1.0 - doubt
    for plan in range(search.now[PLANS]):
        visits = plans.visits[plan]
        if visits > 0:
            sure = plans.value[plan] / visits - doubt / sqrt(visits)
            if sure > most:
                best, most = plan, sure
    return best


def surest_plan(search: Search, certainty: float) -> int:
    """The plan that is surest to be better than the first; the first where none is sure enough.

    By so many standard errors, over the trials that both have had.
    """
    plans, best, most = search.plans, 0, 0.0
    for plan in range(1, search.now[PLANS]):
        visits = min(int(plans.visits[plan]), KEPT)
        if visits < LEAST_TRIALS:
            continue
        lead = plans.lead[plan] / visits
        spread = max(plans.squares[plan] / visits - lead * lead, 0.0)
        sure = lead - certainty * sqrt(spread / visits)
        if sure > most:
            best, most = plan, sure
    return best


def rough_log(count: int) -> float:
    """About the natural logarithm, the same on every machine."""
    bits = 0
    while count > 0:
        count >>= 1
        bits += 1
    return 0.69 * bits


def choose_plan(search: Search, exploration: float, least: int) -> int:
    """The plan to try next: a promising one, or one that has had few trials."""
    plans, chosen, most = search.plans, 0, -1.0
    scale = rough_log(search.now[TRIALS])
    for plan in range(search.now[PLANS]):
        visits = plans.visits[plan]
        if visits < least:
            return plan
        hope = plans.value[plan] / visits + exploration * sqrt(scale / visits)
        if hope > most:
            chosen, most = plan, hope
    return chosen


def wants_plan(search: Search, manner: Manner) -> bool:
    """Whether to look for another plan."""
    count = search.now[PLANS]
    if count == 0:
        return True
    if count >= len(search.plans.length) or search.now[OTHERS] >= ENOUGH:
        return False
    return bool(count < manner.widening * sqrt(search.now[TRIALS] + 1.0))


def suggest(ground: Any, lore: Any, root: Any, search: Search, manner: Manner, side: int) -> None:
    """Look for the first plan: that of the first opponent."""
    for column in range(len(search.now)):
        search.now[column] = 0
    search.replies.length[:] = 0
    add_plan(search, think_of_plan(ground, lore, root, search, manner, side))


def think(
    ground: Any,
    lore: Any,
    root: Any,
    search: Search,
    manner: Manner,
    side: int,
    iterations: int,
) -> None:
    """Search on for some iterations: each looks for a plan, where one is wanted, and tries one.

    Where there is but one plan, it needs no trial.
    """
    for _ in range(iterations):
        if search.now[PLANS] == 1 and search.now[OTHERS] >= ENOUGH:
            return
        if wants_plan(search, manner):
            length = think_of_plan(ground, lore, root, search, manner, side)
            add_plan(search, length)
        plan = choose_plan(search, manner.exploration, manner.least)
        if manner.certainty > 0.0 and search.plans.visits[plan] >= search.plans.visits[0]:
            # It is compared with the first plan trial by trial.
            plan = 0
        try_plan(ground, lore, root, search, manner, side, plan)


def attend(ground: Any, lore: Any, root: Any, search: Search, manner: Manner, side: int) -> None:
    """Let the memories of a side's authors take a view in."""
    begin_stream(search.whim, manner.stream)
    count = list_choices(ground, root, side, search.codes)
    for author in range(1, manner.authors + 1):
        decide(
            author,
            ground,
            lore,
            search.opponents,
            search.fresh,
            (author - 1) * search.memory.shape[0] + side,
            root,
            side,
            search.whim,
            search.codes,
            count,
        )
