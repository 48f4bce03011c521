"""What is refused alike of every question to `Rules.read_overlay`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hexfront.core.contract import Overlay
from hexfront.core.errors import InputError


def check_question(
    overlays: Sequence[Overlay],
    overlay: str,
    subject: str,
    counters: Collection[str],
    places: Collection[str] | None = None,
) -> None:
    """Refuse an overlay that there is not, and a subject that it cannot be asked of.

    Args:
        overlays: those of the system.
        overlay: the name of one.
        subject: as given to `Rules.read_overlay`.
        counters: the ids of those that an overlay of a counter may be asked of.
        places: the labels of those that an overlay of a place may be asked of; None for any.

    Errors: `InputError`.  What an order may be, the system knows alone.
    """
    chosen = next((entry for entry in overlays if entry.name == overlay), None)
    if chosen is None:
        expected = f"one of: {', '.join(entry.name for entry in overlays)}"
        raise InputError.at("overlay: name", overlay, expected)
    if chosen.of_counter:
        _check(subject, counters, "a counter on the board")
    elif chosen.of_place and places is not None:
        _check(subject, places, "a place of the board")
    elif subject and not (chosen.of_place or chosen.of_order):
        expected = f"nothing: {overlay} is asked of the board as a whole"
        raise InputError.at("overlay: subject", subject, expected)


def _check(subject: str, known: Collection[str], what: str) -> None:
    if subject not in known:
        expected = f"{what}: {', '.join(known) or 'there is none'}"
        raise InputError.at("overlay: subject", subject or "<nothing>", expected)
