"""Frames and bodies as they go over the wire, both ways.

What comes in is read by the strict parser and a model that forbids anything
unknown; what goes out is built here from views, offers and entries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.contract import Figure, Refusal, View
from hexfront.core.documents.strictjson import Json, parse_json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.scenario import check_model
from hexfront.people.chat import MAX_TEXT
from hexfront.play.cases import MAX_LINES
from hexfront.play.typed import MAX_LINE

MAX_FRAME_BYTES = 64 * 1024
_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""The escape of U+0000, which is none after a backslash that is itself escaped."""
NUL_FOUND: Final = "<the character U+0000>"
NUL_WANTED: Final = "text without it"
MAX_TOKENS = 8
MAX_ORDERS = 1024
"""In one frame: an army of 400 that takes the place of another."""

Token = Annotated[str, Field(min_length=20, max_length=64)]
MAX_KEY = 64
Key = Annotated[str, Field(min_length=8, max_length=MAX_KEY)]
Number = Annotated[int, Field(ge=0, lt=2**53)]
"""Of the client's own, so that it can tell which answer belongs to which question."""
LogLength = Annotated[int, Field(ge=0)] | None
"""How many entries the screen has shown before, for playing back what came after."""


class Strict(BaseModel):
    """What somebody sends: nothing unknown in it, and no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Join(Strict):
    """Open a match with the tokens of the seats at this screen."""

    type: Literal["join"]
    tokens: Annotated[list[Token], Field(min_length=1, max_length=MAX_TOKENS)]
    log_length: LogLength = None


class Sit(Strict):
    """Look at the match from one of the joined seats, and from no other."""

    type: Literal["sit"]
    seat: int
    log_length: LogLength = None


class Orders(Strict):
    """Orders of one seat, given one after another; a known key is not carried out again."""

    type: Literal["orders"]
    seat: int
    orders: Annotated[list[int], Field(min_length=1, max_length=MAX_ORDERS)]
    key: Key


class Typed(Strict):
    """An order in words, a question, or `save NAME`."""

    type: Literal["typed"]
    seat: int
    text: Annotated[str, Field(max_length=MAX_LINE)]
    key: Key
    script: bool = False
    """Of a script: what such lines take for granted is given in its place, and it comes again."""


class Undo(Strict):
    """Take back the last request of a seat."""

    type: Literal["undo"]
    seat: int
    key: Key


class Run(Strict):
    """Let time run: an order is given for the seat again and again, while it must act."""

    type: Literal["run"]
    seat: int
    order: int | None
    """None: stop what runs."""
    until: float | None = None
    """The time of the game at which it stops."""
    stops: bool = True
    """Whether it stops at an entry of the log that asks for it."""
    key: Key


class End(Strict):
    """Resign a seat, offer or agree to a draw, ask to leave the match, or decline what is asked."""

    type: Literal["end"]
    seat: int
    way: Literal["resign", "draw", "abandon", "decline"]
    key: Key


class Time(Strict):
    """Claim a win on time or for absence, give time, ask for a pause, or let the game go on."""

    type: Literal["time"]
    seat: int
    way: Literal["claim", "leave", "give", "pause", "go_on"]
    """`leave` claims as `claim` does, and ends the match without a result."""
    to: int = -1
    """Whom time is given."""
    key: Key


class Prepare(Strict):
    """Keep orders for the next turn of a seat, each as it would be typed; none to forget them."""

    type: Literal["prepare"]
    seat: int
    lines: Annotated[list[Annotated[str, Field(max_length=MAX_LINE)]], Field(max_length=MAX_LINES)]
    key: Key


class Heard(Strict):
    """A message about clocks has come: how long that takes is not charged."""

    type: Literal["heard"]
    number: Number


class Share(Strict):
    """What a seat's screen adds to the dice: first its hash, then, when all have given one, it."""

    type: Literal["share"]
    seat: int
    hash: Annotated[str, Field(pattern="^([0-9a-f]{64})?$")] = ""
    share: Annotated[str, Field(pattern="^([0-9a-f]{32})?$")] = ""


class Say(Strict):
    """Something to those who play, or who watch: whoever sits here belongs to."""

    type: Literal["say"]
    seat: int
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    key: Key


class AskOverlay(Strict):
    """An overlay, from what the viewer knows."""

    type: Literal["overlay"]
    seat: int
    name: Annotated[str, Field(max_length=64)]
    subject: Annotated[str, Field(max_length=MAX_LINE)] = ""
    number: Number


class AskAnswer(Strict):
    """A question in words, of one who only looks, too."""

    type: Literal["ask"]
    seat: int
    text: Annotated[str, Field(max_length=MAX_LINE)]
    number: Number


class AskCompletions(Strict):
    """What the beginning of a line may become."""

    type: Literal["complete"]
    seat: int
    text: Annotated[str, Field(max_length=MAX_LINE)]
    judge: bool = False
    """Whether one wants to know what would be wrong with the line as an order."""
    number: Number


class AskMoment(Strict):
    """The map as the viewer knew it when he had been told so many things."""

    type: Literal["moment"]
    seat: int
    log_length: Annotated[int, Field(ge=0)]
    number: Number


class AskTimeSeries(Strict):
    """What the viewer's gauges showed over time, from point number `since` on."""

    type: Literal["time_series"]
    seat: int
    since: Annotated[int, Field(ge=0)] = 0
    number: Number


class AskHint(Strict):
    """What a strong machine opponent would do in this seat, and why; the match is marked."""

    type: Literal["hint"]
    seat: int
    number: Number


class AskThoughts(Strict):
    """After the end: what a search thinks of the turns, from number `since` on; asked again while
    it thinks."""

    type: Literal["thoughts"]
    seat: int
    since: Annotated[int, Field(ge=0)] = 0
    number: Number


class AskThought(Strict):
    """One of these turns in full."""

    type: Literal["thought"]
    seat: int
    turn: Annotated[int, Field(ge=0)]
    number: Number


Request = Orders | Typed | Undo | Run | End | Time | Prepare
Thinking = AskHint | AskThoughts | AskThought
Question = AskOverlay | AskAnswer | AskCompletions | AskMoment | AskTimeSeries
Frame = Join | Sit | Share | Say | Heard | Request | Question | Thinking
FRAMES: Final[tuple[type[Frame], ...]] = (
    *(Join, Sit, Orders, Typed, Undo, Run, End, Time, Prepare, Share, Say, Heard),
    *(AskOverlay, AskAnswer, AskCompletions, AskMoment, AskTimeSeries),
    *(AskHint, AskThoughts, AskThought),
)
_BY_TYPE = {get_args(frame.model_fields["type"].annotation)[0]: frame for frame in FRAMES}


_SHOWN_OF_VIEW = tuple(field.name for field in fields(View) if field.name != "facts")
_SHOWN_FACTS = ("sectors",)
"""Facts that a page draws; the others are for opponents' search."""


def parse_request(data: str | bytes, place: str, limit: int) -> Json:
    """JSON that somebody has sent. Errors: `InputError`.

    No text in it has the character U+0000, which PostgreSQL cannot keep.
    """
    document = parse_json(data, place, limit)
    found = _NUL.search(data if isinstance(data, bytes) else data.encode())
    if found and (path := _place_of_nul(document)) is not None:
        where = f"{place}: {path}" if path else place
        raise InputError.at(where, NUL_FOUND, NUL_WANTED)
    return document


def _place_of_nul(value: Json) -> str | None:
    """The path to the first text with U+0000; to an object, where a name in it has that."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, str):
        return "" if "\0" in value else None
    if isinstance(value, dict):
        if any("\0" in name for name in value):
            return ""
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    found = ((name, _place_of_nul(part)) for name, part in parts)
    return next((f"/{name}{rest}" for name, rest in found if rest is not None), None)


def read_frame(data: str | bytes) -> Frame:
    """A frame of a player. Errors: `InputError`."""
    document = parse_request(data, "frame", MAX_FRAME_BYTES)
    kind = document.get("type") if isinstance(document, dict) else None
    model = _BY_TYPE.get(kind) if isinstance(kind, str) else None
    if model is None:
        raise InputError.at("frame: /type", kind, f"one of: {', '.join(_BY_TYPE)}")
    return check_model(model, document, "frame")


@cache
def _names_of(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(field.name for field in fields(kind))


def plain(value: Any) -> Json:
    """A dataclass, mapping, sequence or NumPy number as plain JSON."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, int | float):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in _names_of(type(value))}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [plain(item) for item in value]


def write_frame(message: Any) -> str:
    """A message as text, the same for equal messages; dataclasses as objects."""
    return _WRITER.encode(message)


def _shallow(value: Any) -> Json:
    """One value that JSON does not know, its parts as they are."""
    if isinstance(value, View):
        shown = {name: getattr(value, name) for name in _SHOWN_OF_VIEW}
        facts = {name: value.facts[name] for name in _SHOWN_FACTS if name in value.facts}
        return shown | ({"facts": facts} if facts else {})
    if isinstance(value, Figure):
        return {
            name: found
            for name in Figure.__slots__
            if (found := getattr(value, name)) not in ("", None, ())
        }
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in _names_of(type(value))}
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not JSON")


_WRITER: Final = json.JSONEncoder(
    separators=(",", ":"), allow_nan=False, ensure_ascii=False, default=_shallow
)


def error_message(error: HexfrontError, text: str | bytes = "") -> dict[str, Json]:
    """An error as a message: in words, and by place, found and expected where known.

    `text`: the frame that it answers, whose `key` or `number` it bears.
    """
    problems = error.problems if isinstance(error, InputError) else []
    return {"type": "error", "text": str(error), "problems": plain(problems)} | _name_of(text)


def _name_of(text: str | bytes) -> dict[str, Json]:
    """By what its sender knows a frame, right or wrong; empty where that cannot be told."""
    try:
        frame = parse_json(text, "frame") if len(text) <= MAX_FRAME_BYTES else None
    except InputError:
        return {}
    if not isinstance(frame, dict):
        return {}
    key, number = frame.get("key"), frame.get("number")
    if isinstance(key, str) and len(key) <= MAX_KEY:
        return {"key": key}
    return {"number": number} if type(number) is int and 0 <= number < 2**53 else {}


def refused_message(
    key: str, refusal: Refusal, accepted: int = 0, given: int = 1
) -> dict[str, Json]:
    """A refusal: the clause, and how many orders of the frame had been carried out before."""
    return {
        "type": "refused",
        "key": key,
        "accepted": accepted,
        "given": given,
        "clause": refusal.clause,
        "reason": refusal.reason,
        "place": f"order {accepted + 1} of {given}",
        "found": refusal.found,
        "expected": refusal.expected,
    }
