"""What one viewer is shown, as JSON text that is made once and sent to all who look from there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from weakref import WeakKeyDictionary

from hexfront.agents.thoughts import estimator
from hexfront.core.contract import LogEntry, Offer, Result, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.manual import load_manual
from hexfront.core.rulebook import load_rulebook
from hexfront.core.table.barred import barred
from hexfront.core.table.glossary import load_glossary
from hexfront.core.table.guide import load_guide
from hexfront.core.table.log import entry_document
from hexfront.play.live import LiveMatch
from hexfront.play.match import Match
from hexfront.play.shared import SharedScenario
from hexfront.play.typed import typed_forms
from hexfront.server.wire.frames import write_frame


@dataclass(frozen=True)
class Snapshot:
    """View, offers, result, and whether the last request can be taken back."""

    view: View
    result: Result | None
    undo: Json
    log_length: int
    """How many things the viewer has been told."""
    cuts: int
    """How many times some of them have been taken back."""
    text: str
    """The members of the `update` message that this makes, without the braces."""


def take_snapshot(live: LiveMatch, viewer: int, last: Snapshot | None) -> Snapshot:
    """What the viewer is shown now; the last snapshot where nothing of it has changed."""
    match = live.match
    view, result, undo = match.view(viewer), match.result, _undo(live, viewer)
    log_length, cuts = len(match.logs[viewer]), len(match.taken_back[viewer])
    if last is not None and (last.view, last.result, last.undo) == (view, result, undo):
        text = last.text  # offers follow from the view, and take the longest to make
        if (last.log_length, last.cuts) == (log_length, cuts):
            return last
    else:
        offers = live.offers(view)
        members = {
            "view": view,
            "offers": _worded(live, offers),
            "result": result,
            "undo": undo,
        }
        if reasons := barred(match.rules, view, offers):
            members["barred"] = {
                unit: [{"clause": each.clause, "reason": each.reason} for each in refusals]
                for unit, refusals in reasons.items()
            }
        text = write_frame(members)[1:-1]
    return Snapshot(view, result, undo, log_length, cuts, text)


def _worded(live: LiveMatch, offers: Sequence[Offer]) -> list[Any]:
    """Offers, each with the words to type for it; what few offers have only where they have it."""
    numbers = live.language.place_numbers if any(offer.aim is not None for offer in offers) else {}
    written = []
    for offer, form in zip(offers, typed_forms(offers), strict=True):
        members = dict(zip(_ALWAYS, _always(offer), strict=True))
        members["typed"] = form
        if offer.aim is not None:
            members["aim"] = {"first": offer.aim.first, "runs": _runs(offer.aim.places, numbers)}
            if offer.aim.confirmed is not None:
                members["aim"]["confirmed"] = _runs(offer.aim.confirmed, numbers)
        members |= {name: text for name in _SOMETIMES if (text := getattr(offer, name))}
        written.append(members)
    return written


_SOMETIMES = ("word", "key", "confirm", "reminder", "leaves")
_ALWAYS = tuple(name for name in Offer.__slots__ if name not in ("aim", *_SOMETIMES))
_always: Callable[[Offer], tuple[Any, ...]] = attrgetter(*_ALWAYS)


def _runs(places: Sequence[str] | None, numbers: Mapping[str, int]) -> list[int] | None:
    """Places of an aim by their numbers on the board: first and last of each run of them.

    An army may be set up on thousands of places; as labels, in an offer for
    each type of unit, they would be most of what is sent.
    """
    if places is None:
        return None
    runs: list[int] = []
    for number in sorted(numbers[place] for place in places):
        if runs and number == runs[-1] + 1:
            runs[-1] = number
        else:
            runs += (number, number)
    return runs


def _undo(live: LiveMatch, viewer: int) -> Json:
    if viewer < 0:
        return None
    refusal = live.match.undoable(viewer)
    if refusal is None:
        return {"can": True}
    return {"can": False, "clause": refusal.clause, "reason": refusal.reason}


def numbered(entries: list[LogEntry], first: int) -> list[Any]:
    """Log entries with their numbers from `first` on, for a message."""
    return [
        {"number": number, **entry_document(entry)} for number, entry in enumerate(entries, first)
    ]


def _rulebook(match: Match) -> Json:
    """The rules as a manual, with the tables of the match's scenario."""
    system = match.system
    book, manual = load_rulebook(system.folder), load_manual(system.folder)
    make = system.playing.tables
    found: Any = {
        "title": book.title,
        "clauses": book.clauses,
        "summary": manual.summary,
        "parts": manual.parts,
        "diagrams": [
            {
                "clause": diagram.clause,
                "caption": diagram.caption,
                "picture": f"/api/pictures/{system.name}/diagrams/{number}.svg",
            }
            for number, diagram in enumerate(manual.diagrams, 1)
        ],
        "tables": make(match.rules.scenario) if make is not None else (),
        "page": f"/rules/{system.name}",
    }
    return found


def _guide_of(match: Match) -> Json:
    """The guide of the system, in a match of the scenario that it speaks of."""
    guide: Any = load_guide(match.system.folder)
    return guide if guide and guide["scenario"] == match.rules.scenario.name else None


def ends_text(live: LiveMatch) -> str:
    """The `ends` message; empty where nobody has said anything about the end."""
    said = live.agreements
    if not (said.draw or said.abandon or said.withdrawn):
        return ""
    message = {
        "type": "ends",
        "draw": sorted(said.draw),
        "abandon": sorted(said.abandon),
        "withdrawn": [{"side": one.side, "agent": one.agent} for one in said.withdrawn],
    }
    return write_frame(message)


def board_text(live: LiveMatch) -> str:
    """What all may know and never changes: the members of the `board` message."""
    match = live.match
    message = {
        "type": "board",
        "match": live.record.id,
        "sides": [
            {
                "name": name,
                "kind": seat.kind,
                "agent": seat.player if seat.kind == "machine" else seat.agent,
                "person": seat.name if seat.kind == "person" else "",
            }
            for name, seat in zip(match.rules.sides, live.record.side_seats, strict=True)
        ],
        "umpire": live.has_umpire,
        "commitment": match.journal.commitment,
        "restored": live.record.restored is not None,
        "locked": "" if live.locked is None else live.locked.reason,
    }
    return f"{write_frame(message)[1:-1]},{_shared_board(live)}"


_boards: WeakKeyDictionary[SharedScenario, str] = WeakKeyDictionary()


def _shared_board(live: LiveMatch) -> str:
    """The members of the `board` message that follow from the scenario alone."""
    if (known := _boards.get(live.shared)) is not None:
        return known
    match = live.match
    document = match.rules.scenario.document
    description = document.get("description", "") if isinstance(document, dict) else ""
    message = {
        "system": {"name": match.system.name, "title": match.system.title},
        "title": match.rules.scenario.title,
        "description": description if isinstance(description, str) else "",
        "board": match.rules.board(),
        "rulebook": _rulebook(match),
        "order_styles": match.rules.order_styles,
        "overlays": match.rules.overlays,
        "commands": live.language.commands,
        "forms": live.language.forms,
        "questions": live.language.questions,
        "prints": match.system.playing.reports is not None,
        "estimates": estimator(match.system) is not None,
        "guide": _guide_of(match),
        "glossary": load_glossary(match.system.folder),
    }
    return _boards.setdefault(live.shared, write_frame(message)[1:-1])
