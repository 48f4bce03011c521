"""What an opponent in kernels means to say at a stop, and how it says that word by word.

It thinks once at every stop, and says "go" when it has given its commands.  A command that the
rules refuse is dropped.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Block, Int, Record, array
from hexfront.core.tables import is_among
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.setting import Setting

MOST_WORDS: Final = 20_000
"""Room for the words of one stop."""
WORDS: Final = 250
WORDS_A_UNIT: Final = 80
"""So many words, and so many more for each unit, are remembered, but never more than those.

In wars of the sample between commanders the longest queue had 233 words, with 31 units.
"""
CODES: Final = 3
"""Words in one of memory."""
CODE_BITS: Final = 21


# Progress.stage
THINKS: Final = 0
"""It has not thought since the war went on."""
BEGINS: Final = 1
"""It has said nothing yet: a command that is begun, of which it does not know, is dropped."""
SPEAKS: Final = 2


class Progress(Record):
    """How far it is."""

    stage: int
    """`THINKS`, `BEGINS` or `SPEAKS`."""
    count: int
    """Words that it means to say at this stop."""
    at: int
    """So many of them are said, or dropped."""


class WarMemory(Block):
    """What an opponent remembers from word to word."""

    progress: Progress
    queue: Int = array("word")
    """Order codes, `CODES` in each."""


def room_for_words(setting: Setting) -> int:
    """So many words of a stop are remembered."""
    return min(MOST_WORDS, WORDS + WORDS_A_UNIT * len(setting.units))


def new_memory(setting: Setting) -> WarMemory:
    """Of an opponent that has not thought yet."""
    words = room_for_words(setting)
    return WarMemory.new(word=-(-words // CODES))


@outlined_kernel
def remember(memory: WarMemory, words: Int) -> None:
    """Take over what is to be said: `words` holds how many, then the words of whole commands.

    Commands for which there is no room are lost.
    """
    progress, most = memory.progress, len(memory.queue) * CODES
    count = min(words[0], most)
    while count > 0 and words[count] != o.END:
        count -= 1
    for place in range(-(-count // CODES)):
        packed = 0
        for part in range(CODES - 1, -1, -1):
            code = words[1 + place * CODES + part] if place * CODES + part < count else 0
            packed = packed << CODE_BITS | code
        memory.queue[place] = packed
    progress.stage, progress.count, progress.at = BEGINS, count, 0


@inline_kernel
def next_of(memory: WarMemory) -> int:
    """The next word, taken off the queue."""
    at = memory.progress.at
    memory.progress.at = at + 1
    return int(memory.queue[at // CODES] >> CODE_BITS * (at % CODES) & ((1 << CODE_BITS) - 1))


@kernel
def say_next(memory: WarMemory, codes: Int, count: int) -> int:
    """The next word of a queue that has been thought of, among so many legal ones."""
    progress = memory.progress
    if progress.stage == BEGINS:
        progress.stage = SPEAKS
        if is_among(codes, count, o.ABANDON):
            return o.ABANDON
    while progress.at < progress.count:
        word = next_of(memory)
        if is_among(codes, count, word):
            return word
        while word != o.END:
            word = next_of(memory)
        if is_among(codes, count, o.ABANDON):
            return o.ABANDON
    if not is_among(codes, count, o.GO):
        return int(codes[0])
    progress.stage = THINKS
    return o.GO


def words_left(memory: WarMemory) -> list[int]:
    """What `say_next` will answer one after another, as long as each is legal."""
    progress = memory.progress
    if progress.stage != SPEAKS:
        return []
    queue, codes = memory.queue, range(progress.at, progress.count)
    mask = (1 << CODE_BITS) - 1
    return [*(int(queue[at // CODES]) >> CODE_BITS * (at % CODES) & mask for at in codes), o.GO]


def skip_words(memory: WarMemory, count: int) -> None:
    """So many of these have been said, without asking for them."""
    progress = memory.progress
    left = progress.count - progress.at
    progress.at += min(count, left)
    if count > left:
        progress.stage = THINKS
