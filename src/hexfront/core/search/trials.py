"""Trials of plans, written once for all systems, as `hexfront.core.batch.rows` is.

A trial is on a state drawn from the view, which opponents of the system play on to its end.
"""

from __future__ import annotations

from typing import Any

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
from hexfront.core.search.workspace import (
    ANY_WORLD,
    FORESEEN,
    KEPT,
    TRIALS,
    WORLDS,
    Manner,
    Plans,
    Search,
)
from hexfront.core.tables import is_among


def determinize(ground: Any, packed: Any, side: int, dice: Dice, state: Any) -> None:
    """Write a state that has a packed view: what is hidden is drawn."""
    raise NotImplementedError


def imagine(ground: Any, lore: Any, root: Any, search: Search, side: int) -> None:
    """Draw a state that the side may be in, for a trial."""
    determinize(ground, root, side, search.guess, search.state)


def order_all(
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


def ask_in_trial(
    ground: Any, lore: Any, search: Search, policy: int, side: int, dice: Dice, count: int
) -> int:
    """The order of a player in a trial, perhaps the last of several."""
    order = -1
    if policy > RANDOM:
        room, memory = search.opponents, search.memory
        order = order_all(policy, ground, lore, room, memory, side, search.state, side, dice)
    return order if order >= 0 else ask(ground, lore, search, policy, side, dice, count)


def reply(
    ground: Any,
    lore: Any,
    search: Search,
    policy: int,
    side: int,
    dice: Dice,
    count: int,
    world: int,
) -> int:
    """The next order of a side that cannot see the plan: the same against all plans in a world."""
    replies, number = search.replies, search.given[side]
    search.given[side] += 1
    if number < replies.length[world, side]:
        return int(replies.orders[world, side, number])
    order = ask(ground, lore, search, policy, side, dice, count)
    if number < replies.orders.shape[2]:
        replies.orders[world, side, number] = order
        replies.length[world, side] = number + 1
    return order


def go_on(
    ground: Any,
    lore: Any,
    search: Search,
    policy: int,
    actor: int,
    side: int,
    plan: int,
    given: int,
    world: int,
) -> int:
    """Take a step of a trial: chance, the next order of a side's plan, or that of a policy.

    In a world the others order as they have ordered in it before. Gives how many orders of the
    plan have been given; all, once one was not legal.
    """
    state, plans = search.state, search.plans
    if actor == CHANCE:
        apply_step(ground, state, actor, draw_chance(ground, state, search.chance), search.log)
        return given
    count = list_choices(ground, state, actor, search.codes)
    order = -1
    if actor == side and given < plans.length[plan]:
        order = plans.orders[plan, given]
        given += 1
        if not is_among(search.codes, count, order):
            order, given = -1, plans.length[plan]
    if order < 0:
        key, position = search.sides.key[actor], search.sides.position[actor]
        dice = Dice(key, position, search.sides.block[actor])
        if actor != side and world != ANY_WORLD:
            order = reply(ground, lore, search, policy, actor, dice, count, world)
        else:
            order = ask_in_trial(ground, lore, search, policy, actor, dice, count)
    apply_step(ground, state, actor, order, search.log)
    return given


def play_out(
    ground: Any, lore: Any, search: Search, manner: Manner, side: int, plan: int, world: int
) -> None:
    """Play a state on, its side first by a plan, up to the end of the game or the depth."""
    state, given = search.state, 0
    follows = search.follows[search.plans.author[plan]]
    for other in range(len(search.given)):
        search.given[other] = 0
    began = time_of(ground, state)
    turn = began // manner.ticks
    actor = actor_of(ground, state)
    while actor != OVER:
        now = time_of(ground, state) // manner.ticks
        if manner.depth > 0 and now >= turn + manner.depth:
            break
        policy = follows
        if actor != side:
            policy = manner.reply if now == turn else manner.rival
        unseen = manner.unseen == 1 and time_of(ground, state) == began
        known = world if unseen else ANY_WORLD
        given = go_on(ground, lore, search, policy, actor, side, plan, given, known)
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


def note_worth(plans: Plans, plan: int, number: int, worth: float) -> None:
    """What a plan was worth in its n-th trial."""
    plans.visits[plan] += 1
    plans.value[plan] += worth
    if number < KEPT:
        if plan == 0:
            plans.first[number] = worth
        lead = worth - plans.first[number]
        plans.lead[plan] += lead
        plans.squares[plan] += lead * lead


def try_plan(
    ground: Any, lore: Any, root: Any, search: Search, manner: Manner, side: int, plan: int
) -> None:
    """One trial: the n-th of each plan is on the same state with the same dice."""
    number = search.plans.visits[plan]
    world = number % WORLDS if manner.unseen == 1 else number
    drawn = world % manner.draws if manner.draws > 0 else world
    begin_stream(search.guess, manner.stream + drawn)
    begin_stream(search.chance, manner.stream + number)
    begin_players(search, manner.policy, manner.stream + number)
    follows = search.follows[search.plans.author[plan]]
    if follows > RANDOM:
        remember(search, follows, side)
    imagine(ground, lore, root, search, side)
    play_out(ground, lore, search, manner, side, plan, world)
    note_worth(search.plans, plan, number, search.values[side])
    search.now[TRIALS] += 1


def foresee(
    ground: Any, lore: Any, root: Any, search: Search, manner: Manner, side: int, ahead: Any
) -> None:
    """Write what a side may see at its next turn, if it gives the orders of the first plan.

    All that is not known until then is drawn, or ordered by the policies.
    """
    begin_stream(search.guess, manner.stream)
    begin_stream(search.chance, manner.stream)
    begin_players(search, manner.reply, manner.stream)
    imagine(ground, lore, root, search, side)
    state, given = search.state, 0
    turn = time_of(ground, state) // manner.ticks
    actor = actor_of(ground, state)
    while actor != OVER and (actor != side or time_of(ground, state) // manner.ticks == turn):
        given = go_on(ground, lore, search, manner.reply, actor, side, 0, given, ANY_WORLD)
        actor = actor_of(ground, state)
    search.now[FORESEEN] = int(actor != OVER)
    if actor != OVER:
        pack_view(ground, state, side, ahead)
