"""The loops over the rows of a batch, a game a row, written once for all systems.

Their first part are names without a body: `hexfront.core.batch.kernels.make_batch_kernels` puts
kernels of a system in their place, and compiles the rest for it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Float, Int, copy_block, game_of
from hexfront.by_reference import by_reference
from hexfront.core.batch.masks import BITS, allow_all, write_choices
from hexfront.core.dice import Dice, draw

CHANCE: Final = -1
"""What `actor_of` says where chance answers, as `hexfront.core.contract.CHANCE`."""
OVER: Final = -2
"""What `actor_of` says when the game is over."""

LEARNER: Final = -1
"""In `Players.plays`: the side gives the orders that the caller of a step says."""
RANDOM: Final = 0
"""In `Players.plays`: any legal order. Opponents of the system count on from 1."""

MANUAL: Final = 0
"""Ended rows stay as they are until they are begun anew."""
NEXT_STEP: Final = 1
"""An ended row begins anew at the next step, whatever its action."""
SAME_STEP: Final = 2
"""A row that ends begins anew in the same step; its last observation is kept apart."""


@by_reference
class Games(NamedTuple):
    """What changes in the games of a batch."""

    states: Int
    """(games, words)"""
    key: NDArray[np.uint32]
    """(games, 8) with `position` and `block` the dice of chance (`hexfront.core.dice.Dice`)."""
    position: Int
    """(games, 2)"""
    block: Int
    """(games, 16)"""
    legal: NDArray[np.uint32]
    """(games, actions / 32) a bit for every order that may be given now; none after the end."""
    choices: Int
    """(games,) how many these are."""
    to_move: Int
    """(games,) the side that must order; after the end the one that ordered last."""
    steps: Int
    """(games,) orders of learners in this game."""
    number: Int
    """(games,) which game of its row it is, from 0: the stream of its dice."""
    ended: Int
    """(games,) 1 for a game that is over, or was cut off."""


@by_reference
class Players(NamedTuple):
    """Who plays the sides, and what the opponents among them have of their own."""

    plays: Int
    """(games, sides) `LEARNER`, `RANDOM`, or the number of an opponent."""
    key: NDArray[np.uint32]
    """(games, sides, 8) with `position` and `block` the dice of each."""
    position: Int
    """(games, sides, 2)"""
    block: Int
    """(games, sides, 16)"""
    memory: Int
    """(games * sides, words) what each remembers, as a block of a class of its own."""
    fresh: Int
    """(opponents * sides, words) the memory with which each begins, by opponent and side."""


@by_reference
class Answer(NamedTuple):
    """What a step tells of each game."""

    mask: NDArray[np.int8]
    """(games, actions) 1 for every legal order, all 1 after the end; or (games, 0): not wanted."""
    rewards: NDArray[np.float32]
    """(games, sides) 0 before the end."""
    scores: NDArray[np.float32]
    """(games, sides) in the system's own measure; 0 before the end."""
    terminated: NDArray[np.bool_]
    """(games,) the game is over."""
    truncated: NDArray[np.bool_]
    """(games,) it was cut off: too many steps."""


@by_reference
class Room(NamedTuple):
    """Space that one thread uses at a time."""

    codes: Int
    """(actions,)"""
    legal: NDArray[np.uint32]
    """(actions / 32)"""
    scores: Float
    """(sides,)"""
    log: Int
    """Events; without room for any (`NO_LOG`) they are lost."""
    packed: Any
    """A block of the state's class: what an opponent may know."""
    opponents: Any
    """The opponents' own."""


class Manner(NamedTuple):
    """How a batch is stepped."""

    autoreset: int
    """`MANUAL`, `NEXT_STEP` or `SAME_STEP`."""
    horizon: int
    """Orders of learners after which a game is cut off; 0 for never."""
    viewer: int
    """Whose observations are written; -1 for those of the side that must order."""
    by_scores: int
    """1 where the reward is the lead in scores, 0 where it is the result."""


# --- What a system gives ---


def actor_of(ground: Any, state: Any) -> int:
    """The lowest side that must order now, `CHANCE` or `OVER`."""
    raise NotImplementedError


def time_of(ground: Any, state: Any) -> int:
    """The time of the decision, as `hexfront.core.contract.Decision` has it."""
    raise NotImplementedError


def draw_chance(ground: Any, state: Any, dice: Dice) -> int:
    """An answer of chance, by its weights."""
    raise NotImplementedError


def list_choices(ground: Any, state: Any, side: int, codes: Int) -> int:
    """Write all legal orders of a side, ascending; gives their number."""
    raise NotImplementedError


def apply_step(ground: Any, state: Any, actor: int, order: int, log: Int) -> None:
    """Carry out an order, or an answer of chance."""
    raise NotImplementedError


def score_game(ground: Any, state: Any, scores: Float) -> None:
    """The reward of each side for a game that is over."""
    raise NotImplementedError


def count_scores(ground: Any, state: Any, scores: Float) -> None:
    """The score of each side of a game that is over, as `hexfront.core.contract.Result` has it."""
    raise NotImplementedError


def write_observation(ground: Any, state: Any, side: int, seen: Any, row: int) -> None:
    """Write what a side may know into a row of arrays."""
    raise NotImplementedError


def pack_view(ground: Any, state: Any, side: int, packed: Any) -> None:
    """Write what a side may know as a state, in which all else is blotted out."""
    raise NotImplementedError


def decide(
    opponent: int,
    ground: Any,
    lore: Any,
    room: Any,
    memory: Int,
    at: int,
    packed: Any,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of an opponent, whose memory is the row `at`."""
    raise NotImplementedError


def decide_first(
    ground: Any,
    lore: Any,
    room: Any,
    memory: Any,
    packed: Any,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of the first of two opponents, of which `decide_either` makes `decide`."""
    raise NotImplementedError


def decide_second(
    ground: Any,
    lore: Any,
    room: Any,
    memory: Any,
    packed: Any,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of the second."""
    raise NotImplementedError


def decide_either(
    opponent: int,
    ground: Any,
    lore: Any,
    room: Any,
    memory: Int,
    at: int,
    packed: Any,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of one of two opponents; `room` is an `OpponentRoom` (`core.batch.game`)."""
    own = game_of(room.memory, memory, at)
    if opponent == 1:
        return decide_first(ground, lore, room.room, own, packed, side, dice, codes, count)
    return decide_second(ground, lore, room.room, own, packed, side, dice, codes, count)


# --- The loops ---


def act(
    ground: Any,
    lore: Any,
    state: Any,
    games: Games,
    players: Players,
    row: int,
    actor: int,
    room: Room,
) -> int:
    """Let chance or an opponent act: what it answers or orders, which is carried out."""
    if actor == CHANCE:
        dice = Dice(games.key[row], games.position[row], games.block[row])
        order = draw_chance(ground, state, dice)
    else:
        count = list_choices(ground, state, actor, room.codes)
        own = Dice(players.key[row, actor], players.position[row, actor], players.block[row, actor])
        opponent = players.plays[row, actor]
        if opponent == RANDOM:
            order = room.codes[draw(own, count)]
        else:
            pack_view(ground, state, actor, room.packed)
            order = decide(
                opponent,
                ground,
                lore,
                room.opponents,
                players.memory,
                row * players.plays.shape[1] + actor,
                room.packed,
                actor,
                own,
                room.codes,
                count,
            )
    apply_step(ground, state, actor, order, room.log)
    return order


def play_on(
    ground: Any, lore: Any, state: Any, games: Games, players: Players, row: int, room: Room
) -> int:
    """Let chance and opponents act until a learner must order: his side, or `OVER`."""
    actor = actor_of(ground, state)
    while actor != OVER and (actor == CHANCE or players.plays[row, actor] != LEARNER):
        act(ground, lore, state, games, players, row, actor, room)
        actor = actor_of(ground, state)
    return actor


def play_moment(
    ground: Any,
    lore: Any,
    start: Any,
    games: Games,
    players: Players,
    room: Room,
    steps: Int,
    most_events: int,
) -> int:
    """Let chance and opponents act in the first row until time goes on, or the game is over.

    Each step is noted in a row of `steps` (n, 2), actor and order; their number is given. It also
    stops when these are full, or `most_events` are in the log.
    """
    state = game_of(start, games.states, 0)
    time = time_of(ground, state)
    actor = actor_of(ground, state)
    count = 0
    while actor != OVER and count < steps.shape[0] and time_of(ground, state) == time:
        if room.log[0, 0] >= most_events:
            break
        steps[count, 0] = actor
        steps[count, 1] = act(ground, lore, state, games, players, 0, actor, room)
        count += 1
        actor = actor_of(ground, state)
    return count


def begin_row(
    ground: Any,
    lore: Any,
    start: Any,
    state: Any,
    games: Games,
    players: Players,
    row: int,
    room: Room,
) -> None:
    """Begin a game, whose dice are the stream of its number, up to the first order of a learner."""
    sides = players.plays.shape[1]
    copy_block(state, start)
    games.position[row, 0] = 0
    games.position[row, 1] = games.number[row]
    games.steps[row] = 0
    games.ended[row] = 0
    for side in range(sides):
        players.position[row, side, 0] = 0
        players.position[row, side, 1] = games.number[row]
        opponent = players.plays[row, side]
        if opponent > RANDOM:
            fresh = (opponent - 1) * sides + side
            for word in range(players.memory.shape[1]):
                players.memory[row * sides + side, word] = players.fresh[fresh, word]
    actor = play_on(ground, lore, state, games, players, row, room)
    games.to_move[row] = max(actor, 0)
    games.ended[row] = int(actor == OVER)


def observe_row(
    ground: Any,
    state: Any,
    games: Games,
    row: int,
    manner: Manner,
    seen: Any,
    answer: Answer,
    room: Room,
) -> None:
    """Write what the viewer sees, and what may be ordered."""
    side = games.to_move[row] if manner.viewer < 0 else manner.viewer
    write_observation(ground, state, side, seen, row)
    legal, mask = games.legal[row], answer.mask[row]
    if games.ended[row] == 1:
        games.choices[row] = allow_all(legal, mask)
    else:
        new = games.choices[row] == 0
        side = games.to_move[row]
        games.choices[row] = write_choices(ground, state, side, room, legal, mask, new)


def settle_end(
    ground: Any, state: Any, games: Games, row: int, manner: Manner, answer: Answer, room: Room
) -> None:
    """Rewards and scores of a game that is over."""
    games.ended[row] = 1
    answer.terminated[row] = True
    count_scores(ground, state, room.scores)
    for side in range(answer.scores.shape[1]):
        answer.scores[row, side] = room.scores[side]
    if manner.by_scores == 0:
        score_game(ground, state, room.scores)
    else:
        turn_into_leads(room.scores)
    for side in range(answer.rewards.shape[1]):
        answer.rewards[row, side] = room.scores[side]


def turn_into_leads(scores: Float) -> None:
    """How far each side is before the mean of the others, as a share of all scores."""
    whole, size = 0.0, 0.0
    sides = len(scores)
    for side in range(sides):
        whole += scores[side]
        size += abs(scores[side]) * (sides - 1)
    for side in range(sides):
        scores[side] = (sides * scores[side] - whole) / size if size > 0.0 else 0.0


def clear_answer(row: int, answer: Answer) -> None:
    """Nothing has happened yet."""
    answer.terminated[row] = answer.truncated[row] = False
    for side in range(answer.rewards.shape[1]):
        answer.rewards[row, side] = 0.0
        answer.scores[row, side] = 0.0


def begin_rows(
    ground: Any,
    lore: Any,
    start: Any,
    games: Games,
    players: Players,
    rows: NDArray[np.bool_],
    first: int,
    last: int,
    manner: Manner,
    seen: Any,
    answer: Answer,
    room: Room,
) -> None:
    """Begin the games of some rows, each with its number."""
    for row in range(first, last):
        if rows[row]:
            state = game_of(start, games.states, row)
            begin_row(ground, lore, start, state, games, players, row, room)
            clear_answer(row, answer)
            if games.ended[row] == 1:
                settle_end(ground, state, games, row, manner, answer, room)
            observe_row(ground, state, games, row, manner, seen, answer, room)


def step_row(
    ground: Any,
    lore: Any,
    state: Any,
    games: Games,
    players: Players,
    row: int,
    action: int,
    manner: Manner,
    answer: Answer,
    room: Room,
) -> None:
    """Carry out an action, and all that follows before a learner is asked again.

    An illegal one ends the game: its side gets -1.
    """
    side = games.to_move[row]
    games.steps[row] += 1
    legal = 0 <= action < games.legal.shape[1] * BITS
    if legal:
        legal = (games.legal[row, action // BITS] >> (action % BITS)) & 1 == 1
    if not legal:
        answer.rewards[row, side] = -1.0
        answer.terminated[row] = True
        games.ended[row] = 1
        return
    apply_step(ground, state, side, action, room.log)
    actor = play_on(ground, lore, state, games, players, row, room)
    if actor == OVER:
        settle_end(ground, state, games, row, manner, answer, room)
        return
    games.to_move[row] = actor
    if 0 < manner.horizon <= games.steps[row]:
        answer.truncated[row] = True
        games.ended[row] = 1


def step_rows(
    ground: Any,
    lore: Any,
    start: Any,
    games: Games,
    players: Players,
    actions: Int,
    rows: NDArray[np.bool_],
    first: int,
    last: int,
    manner: Manner,
    seen: Any,
    final: Any,
    answer: Answer,
    room: Room,
) -> None:
    """Step some rows: an action, chance, opponents, what is seen, rewards and ends.

    With `SAME_STEP`, `final` gets the last observation of games that end.
    """
    for row in range(first, last):
        if not rows[row]:
            continue
        state = game_of(start, games.states, row)
        clear_answer(row, answer)
        if games.ended[row] == 1:
            games.number[row] += 1
            begin_row(ground, lore, start, state, games, players, row, room)
            if games.ended[row] == 1:
                settle_end(ground, state, games, row, manner, answer, room)
        else:
            step_row(ground, lore, state, games, players, row, actions[row], manner, answer, room)
            if games.ended[row] == 1 and manner.autoreset == SAME_STEP:
                side = games.to_move[row] if manner.viewer < 0 else manner.viewer
                write_observation(ground, state, side, final, row)
                games.number[row] += 1
                begin_row(ground, lore, start, state, games, players, row, room)
        observe_row(ground, state, games, row, manner, seen, answer, room)


def see_rows(
    ground: Any, start: Any, games: Games, first: int, last: int, side: int, seen: Any
) -> None:
    """Write what one side sees of every game."""
    for row in range(first, last):
        write_observation(ground, game_of(start, games.states, row), side, seen, row)


def look_rows(
    ground: Any,
    start: Any,
    games: Games,
    rows: NDArray[np.bool_],
    manner: Manner,
    seen: Any,
    answer: Answer,
    room: Room,
) -> None:
    """Write what is seen in some rows, and what may be ordered, anew."""
    for row in range(len(rows)):
        if rows[row]:
            state = game_of(start, games.states, row)
            observe_row(ground, state, games, row, manner, seen, answer, room)
