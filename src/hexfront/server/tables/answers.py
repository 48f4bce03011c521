"""What becomes of a frame of a seat: its request is carried out, its question is answered."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from hexfront.core.contract import Refusal
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.table.answers import Answer
from hexfront.core.table.answers import Table as AnswerTable
from hexfront.play import saves
from hexfront.play.doubts import doubts
from hexfront.play.endings import EndingWay
from hexfront.play.live import LiveMatch
from hexfront.play.outcomes import Undone
from hexfront.play.storage.store import Store
from hexfront.play.time_series import thinned
from hexfront.server.tables.timekeeping import NO_CLOCK, clock_of, keep_time, substitute
from hexfront.server.wire.frames import (
    AskAnswer,
    AskCompletions,
    AskMoment,
    AskTimeSeries,
    End,
    Orders,
    Prepare,
    Question,
    Request,
    Time,
    Typed,
    plain,
    refused_message,
    write_frame,
)

MAX_COMPLETIONS = 50


def carry_out(
    live: LiveMatch, frame: Request, store: Store, here: Collection[int] = ()
) -> dict[str, Any]:
    """Carry a request out; the answer to it. `here`: the sides whose pages are open."""
    if isinstance(frame, Typed) and (said := _said(live, frame, store)) is not None:
        return {"type": "answer", "key": frame.key, "answer": said}
    if isinstance(frame, End | Time):
        if (known := live.known(frame.seat, frame.key)) is not None:
            refusal = known.refusal  # its answer was lost; nothing is done twice
        elif isinstance(frame, End):
            refusal = end_for(live, frame.seat, frame.way, frame.key)
        else:
            refusal = keep_time(live, frame, here)
        if refusal is not None:
            return refused_message(frame.key, refusal)
        return {"type": "done", "key": frame.key, "accepted": 0}
    if isinstance(frame, Prepare):
        return _prepare(live, frame)
    if isinstance(frame, Orders):
        outcome = live.give(frame.seat, frame.orders, frame.key)
    elif isinstance(frame, Typed):
        before = (
            live.language.before(live.match.view(frame.seat), frame.text) if frame.script else None
        )
        if before is None:
            outcome = live.typed(frame.seat, frame.text, frame.key)
        else:
            outcome = live.give(frame.seat, before.orders, frame.key)
            if outcome.refusal is None:
                return {"type": "done", "key": frame.key, "accepted": 0}
    else:
        return _undone(live.undo(frame.seat, frame.key), frame.key)
    if outcome.refusal is not None:
        return refused_message(frame.key, outcome.refusal, outcome.accepted, outcome.given)
    return {"type": "done", "key": frame.key, "accepted": outcome.accepted}


def _prepare(live: LiveMatch, frame: Prepare) -> dict[str, Any]:
    """Keep what a seat prepares, in a game of the lobby that goes on. Errors: `InputError`."""
    refusal = live.closed or (NO_CLOCK if clock_of(live) is None else None)
    if refusal is not None and not live.match.waits_for_dice:
        return refused_message(frame.key, refusal)
    kept = live.prepared.keep(frame.seat, frame.lines)
    found = doubts(live, frame.seat, kept)
    done = {"type": "done", "key": frame.key, "accepted": 0}
    return done | {"doubts": plain(found)} if found else done


def end_for(live: LiveMatch, side: int, way: EndingWay, key: str = "") -> Refusal | None:
    """End a match as far as the person on a side can; the usual opponent plays on for him."""
    return live.end_for(side, way, substitute(live), key)


def first_word(frame: Typed) -> str:
    """What a line begins with, in small letters."""
    return frame.text.strip().partition(" ")[0].lower()


def _said(live: LiveMatch, frame: Typed, store: Store) -> Answer | None:
    """What is answered to a line that orders nothing; None where it may be an order."""
    word, _, rest = frame.text.strip().partition(" ")
    if first_word(frame) == "save":
        saved = saves.save(store, live, frame.seat, rest)
        return Answer(f"Kept as {saved.name}: {saved.about}. `restore {saved.name}` returns.")
    if word.lower() == "saves" and not rest:
        kept = saves.saves(store, live.record.id, [frame.seat])
        rows = tuple((saved.name, saved.about, saved.created) for saved in kept)
        table = AnswerTable("", ("name", "situation", "kept"), rows, "", 3)
        return Answer("Situations that you have kept", tables=(table,))
    return live.language.ask(live.match.view(frame.seat), frame.text)


def _undone(undone: Undone, key: str) -> dict[str, Json]:
    if undone.refusal is not None:
        return refused_message(key, undone.refusal)
    return {"type": "undone", "key": key, "orders": list(undone.orders)}


def answer(live: LiveMatch, frame: Question) -> str:
    """The answer to a question, from what its seat may know. Errors: `InputError`."""
    if isinstance(frame, AskMoment):
        view = live.history.view(frame.seat, frame.log_length)
        return write_frame(
            {"type": "moment", "number": frame.number, "log_length": frame.log_length, "view": view}
        )
    if isinstance(frame, AskTimeSeries):
        return write_frame(_time_series(live, frame))
    if isinstance(frame, AskAnswer):
        said = live.language.ask(live.match.view(frame.seat), frame.text)
        if said is None:
            raise InputError.at(
                "question", frame.text, f"one of: {', '.join(live.language.questions)}"
            )
        return write_frame({"type": "answer", "number": frame.number, "answer": said})
    if isinstance(frame, AskCompletions):
        return write_frame(_completions(live, frame))
    reading = live.match.rules.read_overlay(live.match.view(frame.seat), frame.name, frame.subject)
    return write_frame({"type": "overlay", "number": frame.number, "reading": reading})


def _completions(live: LiveMatch, frame: AskCompletions) -> dict[str, Any]:
    """What a line may become, and what is wrong with it where it is a command as it stands."""
    view = live.match.view(frame.seat)
    lines = live.language.completions(view, frame.text)[:MAX_COMPLETIONS]
    found: dict[str, Any] = {"type": "completions", "number": frame.number, "lines": lines}
    if frame.judge:
        found["problem"] = live.language.problem(view, frame.text)
    return found


def _time_series(live: LiveMatch, frame: AskTimeSeries) -> dict[str, Any]:
    """What has come of a time series; all of it where less is there than the client has seen."""
    points = live.time_series.points(frame.seat)
    since = frame.since if frame.since <= len(points) else 0
    return {
        "type": "time_series",
        "number": frame.number,
        "since": since,
        "until": len(points),
        "points": thinned(points[since:]),
    }
