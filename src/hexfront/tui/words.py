"""Texts about a match that the screen and the plain table share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from hexfront.core.contract import Counter, LogEntry, Offer, Overlay, Result, Track, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.rulebook import Rulebook
from hexfront.tui.map.symbols import figure, name_of, shape, tag

BAR = 20
DICE = "⚀⚁⚂⚃⚄⚅"
CARD = "card"
"""The sign of counters that are held in a hand."""
FORM = "form"
"""What the chance of an order is a chance of."""
BOUNDS = {"low", "high"}
"""Between them a chance lies that cannot be known exactly; they are shown where they differ."""


def track_text(track: Track) -> str:
    """A track in words."""
    if track.text and track.limit is None:
        return f"{track.caption}: {track.text}"
    limit = f" of {track.limit:g}" if track.limit is not None else ""
    return f"{track.caption} {track.value:g}{limit}"


def track_lines(view: View, titles: Sequence[str]) -> list[str]:
    """All tracks: those of sides each in a line, with how the side's counters are shown."""
    own = [track for track in view.tracks if track.caption in titles]
    others = [track_text(track) for track in view.tracks if track.caption not in titles]
    wide = max((len(track.caption) for track in own), default=0)
    lines = ["; ".join(others)] if others else []
    for track in own:
        sign = shape(titles.index(track.caption))
        lines.append(f"{sign} {track.caption:<{wide}}  {standing_text(view, track)}")
    return lines


def standing_text(view: View, track: Track) -> str:
    """The track of a side in words, with what its number is where a gauge tells that."""
    same = (g for g in view.gauges if g.caption == track.caption and g.value == track.value)
    gauge = next(same, None)
    number = f"{track.value:g}" if gauge is None else f"{gauge.chart.lower()} {track.value:g}"
    return f"{number}, {track.text}" if track.text and gauge is not None else track.text or number


def hand_line(view: View) -> str:
    """The cards that the viewer holds; empty where there are none."""
    cards = [c.name for c in view.counters if c.sign == CARD and c.side == view.viewer]
    held = [
        f"{name} ({cards.count(name)})" if cards.count(name) > 1 else name
        for name in dict.fromkeys(cards)
    ]
    return f"Your cards: {', '.join(held)}" if held else ""


def dice_text(log_entry: LogEntry, *, drawn: bool) -> str:
    """The dice that a log_entry tells of, as they lie on the table; empty where it has none."""
    faces = log_entry.details.get("dice")
    if not isinstance(faces, list) or not all(isinstance(face, int) for face in faces):
        return ""
    if drawn and all(1 <= face <= len(DICE) for face in faces):
        dice = " ".join(DICE[face - 1] for face in faces)
    else:
        dice = "".join(f"[{face}]" for face in faces)
    shows, polygon = log_entry.details.get("shows"), log_entry.details.get("polygon")
    return f"d{polygon} <{shows}> {dice}" if shows is not None else dice


def overlay_usage(overlay: Overlay) -> str:
    """How an overlay is asked for in a line; `N` are numbers that open a figure."""
    if overlay.of_counter:
        return f"{overlay.name} UNIT[, N]"
    if overlay.of_place:
        return f"{overlay.name} PLACE [N]"
    return f"{overlay.name} ORDER" if overlay.of_order else overlay.name


def counter_words(counter: Counter) -> str:
    """A counter in one line: shape and id, name, figures, badges."""
    opening, closing = shape(counter.side)[0], shape(counter.side)[1]
    values = ", ".join(f"{key} {figure(value)}" for key, value in counter.values.items())
    badges = f" ({', '.join(counter.badges)})" if counter.badges else ""
    named = f"{opening}{tag(counter)}{closing} {name_of(counter)}"
    return f"{named}{', ' + values if values else ''}{badges}"


def odds_lines(
    odds: Mapping[str, Json], legend: Mapping[str, str], full: str = "#", bar: int = BAR
) -> list[str]:
    """Exact chances as bars; whatever else the odds hold as text.

    `bar` is the length of a bar that stands for certainty.
    """
    lines: list[str] = []
    for name, value in odds.items():
        if isinstance(value, Mapping):
            if len(value) > 1 or not lines:
                lines.append(f"{name}:")
                lines += [f"  {line}" for line in odds_lines(value, legend, full, bar)]
            else:
                lines.append(f"{name}: {', '.join(value)}")
        elif isinstance(value, list):
            lines += [f"{name}:"] * bool(value) + [f"  {_entry(entry)}" for entry in value]
        elif (name in BOUNDS and value == odds.get("chance")) or (
            name == FORM and "chance" in odds
        ):
            continue
        elif (chance := chance_of(value)) is not None:
            filled = (full * max(int(chance > 0), round(chance * bar))).ljust(bar)
            exact = str(value if isinstance(value, str) else "").rjust(5)
            form = str(odds.get(FORM) or "") if name == "chance" else ""
            meant = f"{name}, {form[0].lower()}{form[1:]}" if form else name
            lines.append(f"{filled} {float(chance):6.1%} {exact} {legend.get(name, meant)}")
        else:
            lines.append(f"{name}: {value}")
    return lines


def chance_of(value: Json) -> Fraction | None:
    """A chance: a number with a point, or a fraction in words; None for anything else."""
    if not isinstance(value, str | float):
        return None
    try:
        chance = Fraction(value)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return chance if 0 <= chance <= 1 else None


def cost_text(offer: Offer) -> str:
    """What an order costs, to stand after its caption; empty where that tells it."""
    if offer.cost is None or offer.caption.endswith(f" {offer.cost:g}"):
        return ""
    return f", cost {offer.cost:g}"


def offer_line(offer: Offer, form: str) -> str:
    """What to type, and what it means."""
    cost = cost_text(offer)
    form += " PLACE" if offer.aim is not None else ""
    return f"{form:<20} {offer.caption}{cost}"


def offers_lines(offers: Sequence[Offer], forms: Sequence[str], subject: str) -> list[str]:
    """The orders of one counter; or, without a subject, how many each counter has."""
    if subject:
        return [
            offer_line(o, form)
            for o, form in zip(offers, forms, strict=True)
            if o.subject == subject
        ]
    lines: list[str] = []
    counted: dict[str, dict[str, int]] = {}
    for offer, form in zip(offers, forms, strict=True):
        if not offer.subject:
            lines.append(offer_line(offer, form))
        else:
            kinds = counted.setdefault(offer.subject, {})
            kinds[offer.kind] = kinds.get(offer.kind, 0) + 1
    for counter, kinds in counted.items():
        words = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
        lines.append(f"{counter + ' …':<20} {words}")
    return lines


def why_lines(log_entry: LogEntry, book: Rulebook) -> list[str]:
    """The reasons for what happened: figures, and the clause."""
    lines = [log_entry.text]
    lines += [f"  {line}" for line in _details(log_entry.details)]
    return [*lines, *clause_lines(log_entry.clause, book)]


def _details(details: Mapping[str, Json]) -> Iterable[str]:
    for name, value in details.items():
        if isinstance(value, list):
            for entry in value:
                yield f"{name}: {_entry(entry)}"
        elif isinstance(value, Mapping):
            yield f"{name}: {_entry(value)}"
        else:
            yield f"{name}: {value}"


def _entry(value: Json) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    number = f"{value['value']:+g} " if isinstance(value.get("value"), (int, float)) else ""
    clause = f" ({value['clause']})" if value.get("clause") else ""
    rest = [f"{k} {v}" for k, v in value.items() if k not in {"value", "clause", "text"}]
    return f"{number}{', '.join([*filter(None, [str(value.get('text', ''))]), *rest])}{clause}"


def clause_lines(clause: str, book: Rulebook) -> list[str]:
    """A clause of the rulebook; nothing where there is none."""
    try:
        found = book.find(clause)
    except KeyError:
        return [f"{clause}"] if clause else []
    return [f"{found.id} {found.title}", *(f"  {line}" for line in found.text.splitlines())]


def result_lines(result: Result, titles: Sequence[str]) -> list[str]:
    """How a game ended, and why."""
    winners = " and ".join(titles[side] for side in result.winners)
    clause = f" ({result.clause})" if result.clause else ""
    verb = "win" if len(result.winners) > 1 else "wins"
    lines = [f"{winners} {verb}." if winners else "A draw.", f"{result.reason}{clause}"]
    if result.scores:
        pairs = zip(titles, result.scores, strict=False)
        lines.append("Scores: " + ", ".join(f"{title} {score:g}" for title, score in pairs))
    return lines


def find_counters(view: View, text: str) -> list[Counter]:
    """The counters that a person means by an id or a name."""
    wanted = text.strip().lower()
    by_id = [counter for counter in view.counters if counter.id.lower() == wanted]
    return by_id or [c for c in view.counters if c.known and c.name.lower() == wanted]
