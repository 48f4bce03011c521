"""What a side may say next, word by word, and what becomes of it (IDX-2.3, IDX-4)."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.rules.clock import go_on
from hexfront.systems.idahex.rules.command.execution import OK, carry_out, judge
from hexfront.systems.idahex.rules.command.grammar import CLASSES, find_next, is_named
from hexfront.systems.idahex.rules.command.sentences import Sentence, read_words
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import ATTACK_CLASS, NACTYP, NRS, Forces
from hexfront.systems.idahex.scenario.state import CLASS_SIZE, HOLD, OVER, STRIKES, State

BOTH: Final = 3
"""The sides, as bits."""
FIGURES: Final = 10


@inline_kernel
def first_unit_of(state: State) -> int:
    """The code of the first unit, as `OrderBook.first_unit`."""
    return int(o.FIRST_RESOURCE + state.stock.shape[1])


@outlined_kernel
def read_draft(theatre: Theatre, state: State, side: int) -> int:
    """Read a side's draft and find what may come next, in `theatre.sentence`; its words."""
    sentence, counts = theatre.sentence, theatre.design.forces.counts
    length = state.drafts[side, 0]
    for word in range(length):
        sentence.draft[word] = state.drafts[side, 1 + word]
    first = first_unit_of(state)
    read_words(sentence, length, first, first + len(state.units))
    striking, given = state.game.phase == STRIKES, state.game.given[side]
    resources, aircraft = counts[side, NRS], counts[side, NACTYP]
    find_next(sentence, resources, aircraft, theatre.most[side], length, striking, given)
    return int(length)


@kernel
def list_words(theatre: Theatre, state: State, side: int, codes: Int) -> int:
    """Write all words that the grammar lets a side say next, ascending; gives their number.

    "End" is among them where the command is whole, though it may be refused.
    """
    if state.game.phase == OVER or state.game.ready >> side & 1:
        return 0
    sentence = theatre.sentence
    ways, count = sentence.next, 0
    drafting = read_draft(theatre, state, side) > 0
    for word in range(o.DIGIT):
        if ways.bits >> word & 1 or (word == o.ABANDON and drafting):
            codes[count] = word
            count += 1
    if ways.digits:
        for digit in range(FIGURES):
            codes[count] = o.DIGIT + digit
            count += 1
    if ways.classes:
        for number in range(1, CLASSES + 1):
            if not is_named(sentence.classes, sentence.said.classes, number):
                codes[count] = o.CLASS + number - 1
                count += 1
    if ways.postures:
        count = list_postures(theatre.design.forces, codes, count)
    return list_names(theatre, state, side, codes, count)


@inline_kernel
def list_postures(forces: Forces, codes: Int, before: int) -> int:
    """Add those that an order may want: the postures of the design, and the destroyed."""
    codes[before] = o.POSTURE
    count = before + 1
    for group in range(HOLD, ATTACK_CLASS + 1):
        for place in range(forces.npost[group]):
            codes[count] = o.POSTURE + CLASS_SIZE * group + place
            count += 1
    codes[count] = o.POSTURE + o.POSTURES
    return count + 1


@inline_kernel
def list_names(theatre: Theatre, state: State, side: int, codes: Int, before: int) -> int:
    """Add types of resources, own units and cells."""
    sentence: Sentence = theatre.sentence
    ways, count = sentence.next, before
    first = first_unit_of(state)
    if ways.resources:
        for resource in range(theatre.design.forces.counts[side, NRS]):
            if not is_named(sentence.resources, sentence.said.amounts, resource):
                codes[count] = o.FIRST_RESOURCE + resource
                count += 1
    if ways.units:
        for unit in range(len(state.units)):
            if state.units.side[unit] == side:
                codes[count] = first + unit
                count += 1
    if ways.cells:
        for cell in range(len(state.owner) - 1):
            codes[count] = first + len(state.units) + cell
            count += 1
    return count


@kernel
def list_choices(theatre: Theatre, state: State, side: int, codes: Int) -> int:
    """Write all words that a side may say next, ascending; gives their number.

    "End" is one of them exactly where the whole command is accepted.
    """
    count = list_words(theatre, state, side, codes)
    for place in range(min(count, o.END + 1)):
        if codes[place] == o.END and judge(theatre, state, side, theatre.sentence) != OK:
            for later in range(place + 1, count):
                codes[later - 1] = codes[later]
            return count - 1
    return count


@kernel
def apply_step(theatre: Theatre, state: State, actor: int, order: int, log: Int) -> None:
    """Take a word in; where both sides are done, the war goes on to the next stop, or ends."""
    if order == o.GO:
        state.game.ready |= 1 << actor
    elif order == o.ABANDON:
        drop_draft(state, actor)
    elif order == o.END:
        read_draft(theatre, state, actor)
        drop_draft(state, actor)
        carry_out(theatre, state, actor, theatre.sentence, log)
    else:
        length = state.drafts[actor, 0] + 1
        state.drafts[actor, 0] = length
        state.drafts[actor, length] = order
    if state.game.ready != BOTH:
        return
    if state.game.stopped == BOTH:
        state.game.phase = OVER
    else:
        go_on(theatre.design, state, theatre.scratch, log)


@inline_kernel
def drop_draft(state: State, side: int) -> None:
    """A command is given, or dropped (IDX-2.3)."""
    for word in range(state.drafts.shape[1]):
        state.drafts[side, word] = 0
    state.game.given[side] += 1
