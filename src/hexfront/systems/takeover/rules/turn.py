"""The course of the game, TKO-16: what an order or an answer of chance sets going."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, kernel, outlined_kernel, small_kernel
from hexfront.systems.takeover.rules.engagement import (
    GOES_ON,
    IS_WON,
    faces_to_throw,
    finish,
    throw_die,
)
from hexfront.systems.takeover.rules.estate import (
    OK,
    buy_title,
    can_purchase,
    is_out,
    pay_income,
    players_left,
    purchase,
    title_refusal,
    worth,
)
from hexfront.systems.takeover.rules.orders import (
    BUY,
    DONE,
    attack_parts,
    first_attack,
    purchase_parts,
)
from hexfront.systems.takeover.rules.pools import FACES
from hexfront.systems.takeover.rules.takeovers import can_attack, declare
from hexfront.systems.takeover.scenario.state import (
    ADMINISTRATION,
    CARD_SPACE,
    NOBODY,
    Phase,
    TakeoverRing,
    TakeoverState,
)

CHANCE_ACTOR: Final = -1
"""`contract.CHANCE`, as the kernels know it."""


@event("TKO-16", "Round {round}: {player}.", word="turn", subjects="player")
class TurnBegins(NamedTuple):
    """A player's turn begins."""

    player: int
    round: int


@event("TKO-16", word="move")
class Moved(NamedTuple):
    """A player throws two dice and moves his piece."""

    player: int
    start: int
    end: int
    first: int
    second: int


@event("TKO-3", "{player} draws an OPs card.", word="draw", subjects="player")
class CardDrawn(NamedTuple):
    """A card is drawn, which others do not see."""

    player: int


@event("TKO-3", "The card is: {card}.", word="drawn", subjects="player")
class CardSeen(NamedTuple):
    """Which card it is, for the player alone."""

    player: int
    card: int


@event("TKO-3", "The spent cards are shuffled into a new pack.", word="pack")
class PackRenewed(NamedTuple):
    """The pack is used up, and made anew."""


@event("TKO-16", word="end")
class GameEnds(NamedTuple):
    """The game is over; bit `p` of `winners` is set for each player who wins."""

    round: int
    winners: int


@kernel
def begin_game(ring: TakeoverRing, state: TakeoverState, out: Int) -> None:
    """The first player's turn (TKO-16)."""
    state.game.round = 1
    begin_turn(ring, state, 0, out)


@inline_kernel
def begin_turn(ring: TakeoverRing, state: TakeoverState, player: int, out: Int) -> None:
    """A player is to move (TKO-16)."""
    game = state.game
    game.active, game.bought, game.first_die = player, 0, 0
    game.chain = NOBODY
    game.phase = Phase.MOVING
    note(out, PUBLIC, TurnBegins(player, game.round))


@outlined_kernel
def end_turn(ring: TakeoverRing, state: TakeoverState, out: Int) -> None:
    """The next player who is not out; or the end of the game (TKO-16)."""
    players, game = ring.rules.players, state.game
    if players_left(ring, state) == 1:
        end_game(ring, state, out)
        return
    player = game.active
    while True:
        player += 1
        if player == players:
            player = 0
            game.round += 1
            if game.round > ring.rules.rounds:
                end_game(ring, state, out)
                return
        if not is_out(state, player):
            begin_turn(ring, state, player, out)
            return


@inline_kernel
def end_game(ring: TakeoverRing, state: TakeoverState, out: Int) -> None:
    """The last owner wins, or the richest (TKO-16)."""
    state.game.phase = Phase.OVER
    note(out, PUBLIC, GameEnds(state.game.round, winners(ring, state)))


@small_kernel
def winners(ring: TakeoverRing, state: TakeoverState) -> int:
    """Bit p: player p is among the richest of those who are not out (TKO-16)."""
    best, found = NOBODY, 0
    for player in range(ring.rules.players):
        if is_out(state, player):
            continue
        rich = worth(ring, state, player)
        if rich > best:
            best, found = rich, 0
        if rich == best:
            found |= 1 << player
    return found


@outlined_kernel
def move(ring: TakeoverRing, state: TakeoverState, first: int, second: int, out: Int) -> None:
    """Go round the ring; whoever reaches the Administration or passes it is paid (TKO-16)."""
    player, spaces, steps = state.game.active, ring.rules.spaces, first + second
    start = state.players.place[player]
    state.players.place[player] = (start + steps) % spaces
    note(out, PUBLIC, Moved(player, start, state.players.place[player], first, second))
    for step in range(1, steps + 1):
        if ring.spaces.kind[(start + step) % spaces] == ADMINISTRATION:
            pay_income(ring, state, player, out)
    land(ring, state, out)


@inline_kernel
def land(ring: TakeoverRing, state: TakeoverState, out: Int) -> None:
    """What a space asks of who lands on it (TKO-2, TKO-16).

    That the game waits for an attack is seen by all, so it goes by what all know (TKO-3).
    """
    player = state.game.active
    space = state.players.place[player]
    if ring.spaces.kind[space] == CARD_SPACE and fill_pack(ring, state, out):
        state.game.phase = Phase.DRAWING
        return
    territory = ring.spaces.territory[space]
    if territory != NOBODY and state.territories.owner[territory] == NOBODY:
        if title_refusal(ring, state, player) == OK:
            state.game.phase = Phase.BUYING
            return
    elif territory != NOBODY and can_attack(ring, state, True):
        state.game.phase = Phase.DECLARING
        return
    manage(ring, state, out)


@outlined_kernel
def manage(ring: TakeoverRing, state: TakeoverState, out: Int) -> None:
    """Let a player buy things, where he can buy any; else the turn is over (TKO-16)."""
    state.game.chain = NOBODY
    if can_purchase(ring, state, state.game.active):
        state.game.phase = Phase.MANAGING
    else:
        end_turn(ring, state, out)


@inline_kernel
def fill_pack(ring: TakeoverRing, state: TakeoverState, out: Int) -> bool:
    """Put the spent cards back where the pack is empty; gives whether a card can be drawn."""
    left = 0
    for card in range(ring.rules.cards):
        left += state.pack[card]
    if left > 0:
        return True
    for card in range(ring.rules.cards):
        held = 0
        for player in range(ring.rules.players):
            held += state.hands[player, card]
        state.pack[card] = ring.cards.in_pack[card] - held
        left += state.pack[card]
    if left > 0:
        note(out, PUBLIC, PackRenewed())
    return left > 0


@kernel
def apply_step(ring: TakeoverRing, state: TakeoverState, actor: int, order: int, out: Int) -> None:
    """Carry a legal step out, up to the next decision."""
    player = state.game.active
    if actor == CHANCE_ACTOR:
        answer(ring, state, order, out)
    elif order == DONE:
        if state.game.phase == Phase.MANAGING:
            end_turn(ring, state, out)
        else:
            manage(ring, state, out)
    elif order == BUY:
        buy_title(ring, state, player, out)
        manage(ring, state, out)
    elif order < first_attack(ring):
        good, territory = purchase_parts(ring, order)
        purchase(ring, state, player, good, territory, out)
        manage(ring, state, out)
    else:
        origin, target, card = attack_parts(ring, order)
        declare(ring, state, origin, target, card, out)


@inline_kernel
def answer(ring: TakeoverRing, state: TakeoverState, outcome: int, out: Int) -> None:
    """Carry an answer of chance out: a die that moves, a card, a die that fights."""
    game = state.game
    if game.phase == Phase.MOVING:
        if game.first_die == 0:
            game.first_die = outcome + 1
            return
        first = game.first_die
        game.first_die = 0
        move(ring, state, first, outcome + 1, out)
    elif game.phase == Phase.DRAWING:
        player, card = game.active, card_drawn(ring, state, outcome)
        state.pack[card] -= 1
        state.hands[player, card] += 1
        note(out, PUBLIC, CardDrawn(player))
        note(out, 1 << player, CardSeen(player, card))
        manage(ring, state, out)
    else:
        stands = throw_die(ring, state, outcome + 1, out)
        if stands != GOES_ON:
            after_engagement(ring, state, stands == IS_WON, out)


@inline_kernel
def card_drawn(ring: TakeoverRing, state: TakeoverState, outcome: int) -> int:
    """The kind that an answer of chance means: it counts the kinds in the pack (TKO-3)."""
    for card in range(ring.rules.cards):
        if state.pack[card] > 0:
            if outcome == 0:
                return card
            outcome -= 1
    return NOBODY


@outlined_kernel
def after_engagement(ring: TakeoverRing, state: TakeoverState, won: bool, out: Int) -> None:
    """A victor may go on in the group; a loser's turn is over (TKO-14, TKO-15).

    Who is left alone has won: there is nothing more to decide (TKO-16).
    """
    finish(ring, state, won, out)
    if not won or players_left(ring, state) == 1:
        end_turn(ring, state, out)
    elif can_attack(ring, state, True):
        state.game.phase = Phase.DECLARING
    else:
        manage(ring, state, out)


@inline_kernel
def faces_of_chance(ring: TakeoverRing, state: TakeoverState) -> int:
    """Faces of the die that chance throws next (TKO-4, TKO-16)."""
    return faces_to_throw(ring, state) if state.game.phase == Phase.THROWING else FACES


@small_kernel
def chance_weight(ring: TakeoverRing, state: TakeoverState, outcome: int) -> int:
    """The weight of an answer of chance; NOBODY for one that there is not (TKO-3, TKO-4)."""
    if state.game.phase == Phase.DRAWING:
        card = card_drawn(ring, state, outcome)
        return state.pack[card] if card != NOBODY else NOBODY
    return 1 if outcome < faces_of_chance(ring, state) else NOBODY
