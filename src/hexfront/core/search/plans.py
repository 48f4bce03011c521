"""The loops of the search, written once for all systems, as `hexfront.core.batch.rows` is.

What is searched is a row of orders that a side may give one after another: a plan. It ends where
chance answers, another side must order, or the game is over. Each iteration tries one plan on a
state drawn from the view, which opponents of the system play on to its end.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Float, Int
from hexfront.core.batch.rows import (
    CHANCE,
    OVER,
    RANDOM,
    actor_of,
    apply_step,
    count_scores,
    decide,
    draw_chance,
    list_choices,
    pack_view,
    score_game,
    time_of,
    turn_into_leads,
)
from hexfront.core.dice import Dice, draw
from hexfront.core.tables import is_among

# Columns of `Search.now`
PLANS: Final = 0
"""Plans so far."""
TRIES: Final = 1
"""How often a plan was thought of, new or not."""
TRIALS: Final = 2
"""Trials so far."""
OTHERS: Final = 3
"""Plans thought of in a row that were known."""
AUTHOR: Final = 4
"""Who thought of `Search.plan`."""
NOW_COLUMNS: Final = 5

SCRIPTS: Final = 2
"""So many plans of each opponent come first, as they are; later every other one is changed."""
ENOUGH: Final = 24
"""So many in a row that were known, and no other is looked for."""


class Plans(NamedTuple):
    """Plans that are compared."""

    orders: Int
    """(most, longest)"""
    length: Int
    """(most,)"""
    visits: Int
    """(most,) trials of each."""
    value: Float
    """(most,) what these were worth in sum, each from 0 to 1."""
    author: Int
    """(most,) who thought of it: the number of an opponent, or `RANDOM`."""


class SideDice(NamedTuple):
    """Dice of all sides, a row a side."""

    key: NDArray[np.uint32]
    position: Int
    block: Int


class Search(NamedTuple):
    """What a search writes on."""

    plans: Plans
    now: Int
    """(`NOW_COLUMNS`,)"""
    chance: Dice
    """Of chance in trials."""
    guess: Dice
    """What is drawn of a view."""
    whim: Dice
    """Which plans are thought of."""
    sides: SideDice
    """Of the players in trials."""
    fresh: Int
    """(opponents * sides, words) memories at the view, by opponent and side."""
    memory: Int
    """(sides, words)"""
    follows: Int
    """(1 + opponents,) who plays the side on after a plan, by its author."""
    codes: Int
    """(actions,)"""
    plan: Int
    """(longest,) the plan that is thought of."""
    scores: Float
    """(sides,)"""
    values: Float
    """(sides,) what a trial was worth to each side, from 0 to 1."""
    log: Int
    state: Any
    packed: Any
    opponents: Any


class Manner(NamedTuple):
    """How is searched."""

    policy: int
    """Who plays trials on: the number of an opponent, or `RANDOM`."""
    reply: int
    """Who plays the other sides in the turn that is searched."""
    ticks: int
    """Ticks of a turn."""
    authors: int
    """The opponents 1 … `authors` think of plans; 0 for any legal orders."""
    changes: bool
    """Whether plans with another order somewhere are tried as well."""
    first: int
    """Whose plan is the first, and who goes on with one that is changed."""
    doubt: float
    """How much better plans with few trials must look."""
    exploration: float
    """How much plans with few trials are preferred."""
    widening: float
    """There are at most so many plans, times the root of the trials."""
    depth: int
    """Turns after which a trial is cut off, with that which is searched; 0 for never."""
    draws: int
    """How many states are drawn from the view; 0 for one a trial."""
    lead: float
    """What the last position of a game counts, of which the result counts the rest."""
    stream: int
    """Streams of the dice count on from here."""


# --- What a system gives, beside what `hexfront.core.batch.rows` names ---


def determinize(ground: Any, packed: Any, side: int, dice: Dice, state: Any) -> None:
    """Write a state that has a packed view: what is hidden is drawn."""
    raise NotImplementedError


def lead(
    opponent: int,
    ground: Any,
    lore: Any,
    room: Any,
    memory: Int,
    at: int,
    state: Any,
    side: int,
    dice: Dice,
) -> int:
    """In a trial, carry out all that an opponent orders now but the last, and give that order.

    -1 where it must be asked order by order; here always.
    """
    return -1


# --- The loops ---


def begin_stream(dice: Dice, stream: int) -> None:
    """The first throw of a stream."""
    dice.position[0] = 0
    dice.position[1] = stream


def begin_players(search: Search, policy: int, stream: int) -> None:
    """Players who know of the game what their memories at the view say."""
    sides = search.memory.shape[0]
    for side in range(sides):
        search.sides.position[side, 0] = 0
        search.sides.position[side, 1] = stream
        if policy > RANDOM:
            remember(search, policy, side)


def remember(search: Search, opponent: int, side: int) -> None:
    """A side has the memory of an opponent at the view."""
    row = (opponent - 1) * search.memory.shape[0] + side
    for word in range(search.memory.shape[1]):
        search.memory[side, word] = search.fresh[row, word]


def ask(
    ground: Any, lore: Any, search: Search, policy: int, side: int, dice: Dice, count: int
) -> int:
    """The order of a player, one of `count` codes."""
    if policy == RANDOM or count == 1:
        return int(search.codes[draw(dice, count)])
    pack_view(ground, search.state, side, search.packed)
    return decide(
        policy,
        ground,
        lore,
        search.opponents,
        search.memory,
        side,
        search.packed,
        side,
        dice,
        search.codes,
        count,
    )


def go_on(
    ground: Any, lore: Any, search: Search, policy: int, side: int, dice: Dice, count: int
) -> int:
    """The order of a player in a trial, perhaps the last of several."""
    order = -1
    if policy > RANDOM:
        room, memory = search.opponents, search.memory
        order = lead(policy, ground, lore, room, memory, side, search.state, side, dice)
    return order if order >= 0 else ask(ground, lore, search, policy, side, dice, count)


def play_out(ground: Any, lore: Any, search: Search, manner: Manner, side: int, plan: int) -> None:
    """Play a state on, its side first by a plan, up to the end of the game or the depth."""
    state, plans = search.state, search.plans
    given, length = 0, plans.length[plan]
    follows = search.follows[plans.author[plan]]
    turn = time_of(ground, state) // manner.ticks
    actor = actor_of(ground, state)
    while actor != OVER:
        now = time_of(ground, state) // manner.ticks
        if manner.depth > 0 and now >= turn + manner.depth:
            break
        if actor == CHANCE:
            order = draw_chance(ground, state, search.chance)
        else:
            count = list_choices(ground, state, actor, search.codes)
            order = -1
            if actor == side and given < length:
                order = plans.orders[plan, given]
                given += 1
                if not is_among(search.codes, count, order):
                    order, given = -1, length
            if order < 0:
                dice = Dice(
                    search.sides.key[actor],
                    search.sides.position[actor],
                    search.sides.block[actor],
                )
                policy = manner.policy
                if actor == side:
                    policy = follows
                elif now == turn:
                    policy = manner.reply
                order = go_on(ground, lore, search, policy, actor, dice, count)
        apply_step(ground, state, actor, order, search.log)
        actor = actor_of(ground, state)
    judge(ground, lore, search, manner, actor == OVER)


def judge(ground: Any, lore: Any, search: Search, manner: Manner, over: bool) -> None:
    """What the state is worth to each side, from 0 to 1: by its result, and as it stands."""
    evaluate(ground, lore, search.opponents, search.state, search.values)
    if over:
        score_game(ground, search.state, search.scores)
        for side in range(len(search.scores)):
            result = 0.5 + 0.5 * search.scores[side]
            search.values[side] = result + manner.lead * (search.values[side] - result)


def evaluate(ground: Any, lore: Any, room: Any, state: Any, values: Float) -> None:
    """What a state is worth to each side, from 0 to 1, by the leads in scores."""
    count_scores(ground, state, values)
    turn_into_leads(values)
    for side in range(len(values)):
        values[side] = 0.5 + 0.5 * values[side]


def try_plan(
    ground: Any, lore: Any, root: Any, search: Search, manner: Manner, side: int, plan: int
) -> None:
    """One trial: the n-th of each plan is on the same state with the same dice."""
    number = search.plans.visits[plan]
    drawn = number % manner.draws if manner.draws > 0 else number
    begin_stream(search.guess, manner.stream + drawn)
    begin_stream(search.chance, manner.stream + number)
    begin_players(search, manner.policy, manner.stream + number)
    follows = search.follows[search.plans.author[plan]]
    if follows > RANDOM:
        remember(search, follows, side)
    determinize(ground, root, side, search.guess, search.state)
    play_out(ground, lore, search, manner, side, plan)
    search.plans.visits[plan] += 1
    search.plans.value[plan] += search.values[side]
    search.now[TRIALS] += 1


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
    determinize(ground, root, side, search.guess, search.state)
    scripts = SCRIPTS * manner.authors
    author = RANDOM
    if manner.authors > 0:
        author = 1 + (manner.first - 1 + number) % manner.authors
        remember(search, author, side)
    source, cut = 0, -1
    search.now[AUTHOR] = author
    if manner.changes and number >= scripts and number % 2 == 1 and search.now[PLANS] > 0:
        source = choose_source(search, manner.doubt)
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
    plans.value[count] = 0.0
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


def rough_log(count: int) -> float:
    """About the natural logarithm, the same on every machine."""
    bits = 0
    while count > 0:
        count >>= 1
        bits += 1
    return 0.69 * bits


def choose_plan(search: Search, exploration: float) -> int:
    """The plan to try next: a promising one, or one that has had few trials."""
    plans, chosen, most = search.plans, 0, -1.0
    scale = rough_log(search.now[TRIALS])
    for plan in range(search.now[PLANS]):
        visits = plans.visits[plan]
        if visits == 0:
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
        plan = choose_plan(search, manner.exploration)
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
