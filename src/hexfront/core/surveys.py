"""What is refused alike of every question to `Rules.survey`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hexfront.core.contract import Topic
from hexfront.core.errors import InputError


def check_question(
    topics: Sequence[Topic],
    topic: str,
    subject: str,
    counters: Collection[str],
    places: Collection[str] | None = None,
) -> None:
    """Refuse a topic that there is not, and a subject that it cannot be asked of.

    Args:
        topics: those of the system.
        topic: the name of one.
        subject: as given to `Rules.survey`.
        counters: the ids of those that a topic of a counter may be asked of.
        places: the labels of those that a topic of a place may be asked of; None for any.

    Errors: `InputError`.  What an order may be, the system knows alone.
    """
    chosen = next((entry for entry in topics if entry.name == topic), None)
    if chosen is None:
        expected = f"one of: {', '.join(entry.name for entry in topics)}"
        raise InputError.at("survey: topic", topic, expected)
    if chosen.of_counter:
        _check(subject, counters, "a counter on the board")
    elif chosen.of_place and places is not None:
        _check(subject, places, "a place of the board")
    elif subject and not (chosen.of_place or chosen.of_order):
        expected = f"nothing: {topic} is asked of the board as a whole"
        raise InputError.at("survey: subject", subject, expected)


def _check(subject: str, known: Collection[str], what: str) -> None:
    if subject not in known:
        expected = f"{what}: {', '.join(known) or 'there is none'}"
        raise InputError.at("survey: subject", subject or "<nothing>", expected)
