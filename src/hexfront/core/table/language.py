"""Command languages of systems: orders and questions as people type them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from hexfront.core.errors import Forbidden
from hexfront.core.table.answers import Answer
from hexfront.core.table.forms import Form

if TYPE_CHECKING:
    from hexfront.core.contract import Offer, Refusal, View


class Language(Protocol):
    """Commands of a system's own, where the words of offers are not enough.

    Everything here is computed from the view alone, so that it tells a viewer
    nothing that he does not know.
    """

    @property
    def usage(self) -> Mapping[str, str]:
        """How each command is written, by its first word."""

    @property
    def questions(self) -> Sequence[str]:
        """The first words of what `answer` answers."""

    @property
    def forms(self) -> Sequence[Form]:
        """The commands with several fields, as forms, the most used first."""

    def read(self, view: View, text: str) -> Offer | None:
        """What a viewer orders with a text; None where it is no command of the language.

        Errors: `InputError` with the place, what was found and expected, or its
        kind `Forbidden` with the clause that forbids the command. A place that ends in
        `word N` is that word of the line, counted from 1; `:`, `,` and `;` count as words.
        """

    def answer(self, view: View, text: str) -> Answer | None:
        """What a viewer is told about a question, which changes nothing; None where it is none.

        Errors: `InputError` with the place, what was found and expected.
        """

    def completions(self, view: View, text: str) -> Sequence[str]:
        """Lines that the beginning of one may become, each a word longer at most."""

    def before(self, view: View, text: str) -> Offer | None:
        """What a line of a script takes for granted: the order to be given before it, if any."""


class OffersLanguage:
    """The words of offers, and for those of an order that is not open the clause that forbids it.

    A system says what some words would order, and why not (`refusal`).
    """

    @property
    def usage(self) -> Mapping[str, str]:
        """No commands besides the words of offers."""
        return {}

    @property
    def questions(self) -> Sequence[str]:
        """No questions."""
        return ()

    @property
    def forms(self) -> Sequence[Form]:
        """No commands besides the words of offers."""
        return ()

    def read(self, view: View, text: str) -> Offer | None:
        """None. Errors: `Forbidden` where the words mean an order that a clause forbids."""
        refusal = self.refusal(view, text.lower().split())
        if refusal is not None:
            raise Forbidden(text, refusal.clause, refusal.reason)
        return None

    def refusal(self, view: View, words: Sequence[str]) -> Refusal | None:
        """Why the viewer may not order what some words mean, in small letters.

        None where he may, or they mean nothing.
        """
        raise NotImplementedError

    def answer(self, view: View, text: str) -> Answer | None:
        """No questions."""
        return None

    def completions(self, view: View, text: str) -> Sequence[str]:
        """No commands besides the words of offers."""
        return ()

    def before(self, view: View, text: str) -> Offer | None:
        """Nothing is taken for granted."""
        return None


def numbers_by_words(entries: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """The numbers of entries by each of their names in small letters; of equal ones the first."""
    found: dict[str, int] = {}
    for number, names in enumerate(entries):
        for name in names:
            if name:
                found.setdefault(" ".join(name.lower().split()), number)
    return found
