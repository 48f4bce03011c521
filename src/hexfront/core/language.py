"""Command languages of systems: orders and questions as people type them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from hexfront.core.answers import Answer

if TYPE_CHECKING:
    from hexfront.core.contract import Offer, View


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

    def read(self, view: View, text: str) -> Offer | None:
        """What a viewer orders with a text; None where it is no command of the language.

        Errors: `InputError` with the place, what was found and expected, or its
        kind `Forbidden` with the clause that forbids the command.
        """

    def answer(self, view: View, text: str) -> Answer | None:
        """What a viewer is told about a question, which changes nothing; None where it is none.

        Errors: `InputError` with the place, what was found and expected.
        """

    def completions(self, view: View, text: str) -> Sequence[str]:
        """Lines that the beginning of one may become, each a word longer at most."""

    def before(self, view: View, text: str) -> Offer | None:
        """What a line of a script takes for granted: the order to be given before it, if any."""
