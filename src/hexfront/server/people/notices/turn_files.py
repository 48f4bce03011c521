"""Turn files: a turn as text and as signed data, from what its side may know, and how to answer."""

from __future__ import annotations

import hashlib
import textwrap
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, Final

from hexfront.core.contract import View
from hexfront.core.documents.strictjson import parse_json
from hexfront.core.errors import HexfrontError
from hexfront.core.registry import find_system
from hexfront.core.table.log import entry_document
from hexfront.people.by_mail import signature
from hexfront.people.by_mail.orders_file import SEEN_LENGTH, template, turn_token
from hexfront.people.notices.consents import store_key
from hexfront.people.notices.words import Attachment
from hexfront.pictures.boards import board_now
from hexfront.play.endings import read_agreements, side_titles
from hexfront.play.match import Match
from hexfront.play.storage.store import Store
from hexfront.play.typed import typed_forms
from hexfront.server.wire.frames import write_frame
from hexfront.tui import words
from hexfront.tui.map.board import Board
from hexfront.tui.map.chart import ZOOMS, Chart
from hexfront.tui.map.map_painter import map_legend, map_painter
from hexfront.tui.map.painter import Scene
from hexfront.tui.map.symbols import ASCII

FORMAT: Final = "hexfront-turn/1"
WIDTH: Final = 100
MAX_LOG: Final = 60
"""Lines of the log in the text; the data hold as many."""
MAX_OFFERS: Final = 400
"""Orders that are written out in the text."""
HOW: Final = """\
HOW TO ANSWER
Write your orders into the attached orders.txt, one a line, in the words that stand under ORDERS,
and send it back as an attachment or as the text of your answer, from any address. They are
carried out in their order; the answer that you get says what became of them. You can also give
the file in at {home}by-mail, or play this turn in the browser: then this file counts no more."""
DICE: Final = """\
The dice of this match wait until the page of every player has added to them: open it once at
{home}account in a browser. From then on its turns come as files."""
NOT_MADE: Final = "The turn file could not be made: play this turn in the browser."


def seen(match: Match, side: int) -> str:
    """A digest of what a side sees and has ordered; what it does not know changes nothing of it."""
    own = sum(step.actor == side for step in match.journal.steps)
    shown = {"view": match.view(side), "log": len(match.logs[side]), "orders": own}
    digest = hashlib.sha256(write_frame(shown).encode()).digest()
    return urlsafe_b64encode(digest).decode()[:SEEN_LENGTH]


def match_now(store: Store, match_id: str) -> Match:
    """A match as it is stored, to be looked at. Errors: `InputError`, `NotSaved`."""
    record = store.load(match_id)
    system = find_system(record.system)
    scenario = system.scenarios.load(record.scenario, None, f"match {record.id}: scenario")
    journal = record.journal()
    agreed = read_agreements(store, record.id)
    journal.ending, journal.withdrawn = agreed.ending, agreed.withdrawn
    waits = any(seat.share is None for seat in record.seats if seat.side >= 0)
    rules = system.rules(scenario)
    return Match.resume(system, rules, journal, record.secret, record.bundles, awaited=waits)


def turn_file(store: Store, home: str, match_id: str, side: int) -> tuple[str, list[Attachment]]:
    """How to answer, and the files of a turn: text, data, and what is to be filled in.

    Errors: `NotSaved`.
    """
    try:
        match = match_now(store, match_id)
    except HexfrontError:
        return NOT_MADE, []
    view = match.view(side)
    if match.waits_for_dice:
        return DICE.format(home=home), []
    if not view.must_act:
        return "", []
    token = turn_token(store, match_id, side, seen(match, side))
    how = HOW.format(home=home)
    text = "\n".join((*_text(match, side, view), "", how, "", template(token)))
    files = [
        Attachment("turn.txt", "text/plain", text),
        Attachment("orders.txt", "text/plain", template(token)),
        Attachment("turn.json", "application/json", _data(store, match, side, view, token)),
    ]
    return how, files


def _text(match: Match, side: int, view: View) -> list[str]:
    titles = side_titles(match.rules)
    lines = [match.rules.scenario.title, f"You play {titles[side]}.", view.title, view.prompt, ""]
    lines += ["MAP", *_map(match, view, titles), "", "UNITS"]
    for owner, title in enumerate(titles):
        own = [c for c in view.counters if c.side == owner]
        lines += [f"{title}:"] if own else []
        lines += [f"  {c.place or '-':<8} {words.counter_words(c)}" for c in own]
    lines += ["", "SINCE YOUR LAST ORDER"]
    lines += [f"- {entry.text}" for entry in _news(match, side)] or ["Nothing."]
    offers = match.rules.offers(view)
    forms = typed_forms(offers)
    lines += ["", "ORDERS"]
    for offer, form in list(zip(offers, forms, strict=True))[:MAX_OFFERS]:
        lines.append(words.offer_line(offer, form))
    if len(offers) > MAX_OFFERS:
        lines.append(f"… and {len(offers) - MAX_OFFERS} more, which turn.json holds.")
    if match.system.playing.language is not None:
        usage = match.system.playing.language(match.rules).usage
        lines += ["Commands:", *(f"  {each}" for each in usage.values())] if usage else []
    return lines


def _map(match: Match, view: View, titles: Sequence[str]) -> list[str]:
    """The map in letters, as wide as fits into an e-mail where that can be."""
    board = Board(board_now(match.rules.board(), view.terrain_overrides))
    scene = Scene(view.counters, view.marks, owners=view.owners)
    fitting = [zoom for zoom in ZOOMS[:2] if Chart(board, zoom).width <= WIDTH]
    painter = map_painter(Chart(board, (fitting or ZOOMS[:1])[-1]), scene, ASCII, None)
    legend = textwrap.wrap(", ".join(map_legend(board, scene, titles)), WIDTH)
    return [line.rstrip() for line in painter.paint().lines()] + legend


def _news(match: Match, side: int) -> list[Any]:
    """What the side was told since the last order of its own."""
    steps = match.journal.steps
    last = max((n for n, step in enumerate(steps, 1) if step.actor == side), default=0)
    return [line.entry for line in match.logs[side] if line.step >= last][-MAX_LOG:]


def _data(store: Store, match: Match, side: int, view: View, token: str) -> str:
    offers = match.rules.offers(view)
    document = {
        "format": FORMAT,
        "system": match.system.name,
        "title": match.rules.scenario.title,
        "side": side,
        "turn": token,
        "board": match.rules.board(),
        "view": view,
        "log": [entry_document(entry) for entry in _news(match, side)],
        "orders": [
            {"typed": form, "caption": offer.caption, "clause": offer.clause}
            for offer, form in zip(offers, typed_forms(offers), strict=True)
        ],
    }
    plain = parse_json(write_frame(document), "turn file")
    return signature.signed(plain, store_key(store, signature.KEY, signature.new_key))
