"""Messages between the server and its worker processes.

Frames with a length before them, over pipes.  Down go pickles, which only a
process's own parent can send; up comes JSON, so that a process gone wrong
can give its parent nothing but a wrong answer.
"""

from __future__ import annotations

import json
import os
import pickle
import select
import struct
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple, TypeAlias

from hexfront.agents.thoughts import Thought
from hexfront.core.contract import View
from hexfront.core.documents.strictjson import Json

MAX_ANSWER_BYTES = 1 << 20
_LENGTH = struct.Struct(">I")


class Question(NamedTuple):
    """What should a machine opponent order?"""

    match: str
    side: int
    agent: str
    system: str
    secret: bytes
    """Of the agent's own dice: 32 bytes."""
    seen: bytes
    """The pickled view and choices; empty where the agent shall only be made."""
    forgotten: tuple[str, ...] = ()
    """Matches whose agents are not needed any more."""
    cpu_seconds: int = 0
    """The process ends when the answer takes more."""
    scenario: bytes = b""
    """The document as JSON; sent when it is asked for."""
    foreign: bool = False
    """Whether `agent` is `module:Class`: never what a page has asked for."""
    explain: bool = False
    """Whether a new agent shall say what it would do and why, and be forgotten."""
    given: int = 0
    """So many of the orders that it had queued when it answered last have been given since."""


class WarmUp(NamedTuple):
    """Compile a system's kernels."""

    system: str
    first_only: bool = False
    """Only load what the first order needs, as it is."""


class Stop(NamedTuple):
    """Give the best order so far; this has no answer of its own."""


Request: TypeAlias = Question | WarmUp
"""What has an answer."""


class Answer(NamedTuple):
    """What comes back: one of these."""

    order: int | None = None
    scenario_missing: bool = False
    """Ask again with the scenario."""
    failed: str = ""
    """What the machine did wrong, for players: how a sentence goes on after its name."""
    trace: str = ""
    """The traceback, for the log."""
    thought: Thought | None = None
    """What was to be explained, in place of an order."""
    queued: Sequence[int] = ()
    """What follows the order, as far as it is known (`core.agent.QueueingAgent`)."""


def pack_seen(view: View, choices: Sequence[int]) -> bytes:
    """What a side sees, as `Question.seen`."""
    return pickle.dumps((view, choices), pickle.HIGHEST_PROTOCOL)


def unpack_seen(seen: bytes) -> tuple[View, Sequence[int]]:
    """View and choices."""
    view, choices = pickle.loads(seen)
    return view, choices


def write_scenario(document: Json) -> bytes:
    """A scenario's document, as `Question.scenario`."""
    return json.dumps(document, ensure_ascii=False).encode()


def send_request(pipe: BinaryIO, request: Request | Stop) -> None:
    """Send to a thinking process. Errors: `OSError` where it has ended."""
    _send(pipe, pickle.dumps(request, pickle.HIGHEST_PROTOCOL))


def next_request(pipe: BinaryIO) -> Request | Stop | None:
    """Wait for the parent's next request; None where the parent has ended."""
    try:
        size = _LENGTH.unpack(_read(pipe, _LENGTH.size))[0]
        request: Request | Stop = pickle.loads(_read(pipe, size))
    except EOFError:
        return None
    return request


def is_waiting(pipe: BinaryIO) -> bool:
    """Whether the parent has sent more, or has ended; the pipe must keep nothing back itself."""
    return os.name == "posix" and has_news(pipe.fileno())


def has_news(pipe: int) -> bool:
    """Whether there is something to read, or the other end of a pipe has been closed. POSIX."""
    poll = select.poll()  # `select.select` cannot look at numbers above 1023
    poll.register(pipe, select.POLLIN)
    return bool(poll.poll(0))


def send_answer(pipe: BinaryIO, answer: Answer) -> None:
    """Send to the parent. Errors: `OSError` where it has ended."""
    _send(pipe, json.dumps(answer._asdict()).encode())


def next_answer(pipe: BinaryIO) -> Answer:
    """Wait for the answer of a thinking process.

    Errors: `EOFError` where it has ended, `ValueError` where this is none.
    """
    size = _LENGTH.unpack(_read(pipe, _LENGTH.size))[0]
    if size > MAX_ANSWER_BYTES:
        raise ValueError(f"an answer of {size} bytes")
    values = json.loads(_read(pipe, size))
    if not isinstance(values, dict) or set(values) != set(Answer._fields):
        raise ValueError("an answer of another form")
    thought = values.pop("thought")
    answer = Answer(**values, thought=None if thought is None else read_thought(thought))
    orders = [*([] if answer.order is None else [answer.order]), *answer.queued]
    if any(type(order) is not int for order in orders) or type(answer.failed) is not str:
        raise ValueError("an answer of another form")
    return answer


def read_thought(values: Json) -> Thought:
    """What came up as a list. Errors: `ValueError`, `TypeError`."""
    orders, plans, trials, best, following = values
    counts = [*orders, plans, trials]
    shares = [share for share in (best, following) if share is not None]
    if not all(type(one) is int for one in counts) or not all(type(s) is float for s in shares):
        raise ValueError("a thought of another form")
    return Thought(list(orders), plans, trials, best, following)


def _send(pipe: BinaryIO, frame: bytes) -> None:
    pipe.write(_LENGTH.pack(len(frame)))
    pipe.write(frame)
    pipe.flush()


def _read(pipe: BinaryIO, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = pipe.read(size - len(data))
        if not part:
            raise EOFError
        data += part
    return bytes(data)
