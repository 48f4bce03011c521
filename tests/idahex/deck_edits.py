"""Changes of the small deck, card by card."""

from __future__ import annotations

from collections.abc import Callable

from tests.idahex.small_deck import FILES, small_groups

Groups = dict[int, list[str]]


def texts(groups: Groups) -> tuple[str, str]:
    """Files 50 and 60 of cards by group."""
    first, second = ("".join(card + "\n" for g in part for card in groups[g]) for part in FILES)
    return first, second


def changed(edit: Callable[[Groups], object]) -> tuple[str, str]:
    """The small deck with a change."""
    groups = small_groups()
    edit(groups)
    return texts(groups)


def put(group: int, card: int, column: int, text: str) -> Callable[[Groups], None]:
    """A change of a field of ten columns, which ends at a column."""

    def edit(groups: Groups) -> None:
        old = groups[group][card].ljust(80)
        new = old[: column - 10] + text.rjust(10) + old[column:]
        groups[group][card] = new.rstrip()

    return edit
