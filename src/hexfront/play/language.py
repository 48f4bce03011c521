"""What can be typed at a match: commands of the system's own, or the words of the offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from hexfront.core.contract import Offer, View
from hexfront.core.errors import InputError, Problem
from hexfront.core.table.aim import place_numbers
from hexfront.core.table.answers import Answer
from hexfront.core.table.forms import Form
from hexfront.play.match import Match
from hexfront.play.typed import read_typed, typed_forms


class MatchLanguage:
    """Reads what viewers of one match type, and answers what they ask."""

    def __init__(self, match: Match, offers: Callable[[View], Sequence[Offer]]) -> None:
        """`offers`: the orders open to the viewer of a view."""
        self._rules, self._offers = match.rules, offers
        make = match.system.playing.language
        self._own = make(match.rules) if make is not None else None
        """Commands of the system's own, where it has some."""

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        """The names of places by label, of those that have one."""
        places = self._rules.board().get("places", [])
        return {place["id"]: place["name"] for place in places if place.get("name")}

    @cached_property
    def place_numbers(self) -> Mapping[str, int]:
        """The numbers of the places of the board by label, as aims count them."""
        return place_numbers(self._rules.board())

    def read(self, view: View, text: str) -> Offer:
        """The order that some words of the viewer mean. Errors: `InputError`."""
        if self._own is not None and view.must_act:
            command = self._own.read(view, text)
            if command is not None:
                return command
        return read_typed(text, self._offers(view), view, self.place_names, self.place_numbers)

    @property
    def commands(self) -> Mapping[str, str]:
        """How the commands of the system's own are written, by their first words."""
        return {} if self._own is None else self._own.usage

    def words_for(self, view: View) -> list[str]:
        """What could be typed for the orders that are open to the viewer of a view."""
        offers = self._offers(view)
        return [*typed_forms(offers), *(offer.caption for offer in offers)]

    @property
    def questions(self) -> Sequence[str]:
        """First words of lines that ask, and order nothing."""
        return () if self._own is None else tuple(self._own.questions)

    @property
    def forms(self) -> Sequence[Form]:
        """Commands with several fields, as forms."""
        return () if self._own is None else self._own.forms

    def problem(self, view: View, text: str) -> Problem | None:
        """What is wrong with a line, were it given now; None where it would be taken."""
        try:
            self.read(view, text)
        except InputError as error:
            return error.problems[0]
        return None

    def ask(self, view: View, text: str) -> Answer | None:
        """What a viewer is told about a question; None where it is none. Errors: `InputError`."""
        return None if self._own is None else self._own.answer(view, text)

    def before(self, view: View, text: str) -> Offer | None:
        """What a line of a script takes for granted before it."""
        return None if self._own is None else self._own.before(view, text)

    def completions(self, view: View, text: str, forms: Sequence[str] = ()) -> list[str]:
        """Lines that the beginning of one may become; `forms`: what is typed for the offers."""
        own = [] if self._own is None else self._own.completions(view, text)
        begun = text.lower()
        fitting = [form for form in forms if form.lower().startswith(begun) and form != text]
        return list(dict.fromkeys([*own, *fitting]))
