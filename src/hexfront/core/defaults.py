"""What most rules have in common, so that a system need not write it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property

from hexfront.core.contract import Refusal, Survey, Topic, View, is_for
from hexfront.core.errors import InputError
from hexfront.core.events import Event
from hexfront.core.strictjson import Json


class UsualRules(ABC):
    """Methods of `hexfront.core.contract.Rules` as the simplest systems have them.

    A class of rules may inherit from it and override what it does otherwise.
    """

    actions: int

    @property
    def topics(self) -> Sequence[Topic]:
        """No surveys."""
        return ()

    def survey(self, view: View, topic: str, subject: str) -> Survey:
        """There is nothing to ask. Errors: `InputError`."""
        raise InputError.at("survey: topic", topic, "nothing: this system has no surveys")

    def redact(self, event: Event, viewer: int) -> Event | None:
        """An event is for those in its audience, and for them as it is."""
        return event if is_for(event, viewer) else None

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """No event teaches a side anything that it did not know."""
        return None

    @abstractmethod
    def write_order(self, order: int) -> Json:
        """An order code as a JSON object that a person can read."""

    def read_order(self, document: Json) -> int:
        """The code that is written so. Errors: `InputError`.

        Every code is written once for this, so it suits systems with few.
        """
        code = self._codes_by_words.get(_key(document))
        if code is None:
            example = json.dumps(self.write_order(0))
            raise InputError.at("order", document, f"an order of the system, such as {example}")
        return code

    @cached_property
    def _codes_by_words(self) -> dict[str, int]:
        return {_key(self.write_order(code)): code for code in range(self.actions)}


def _key(document: Json) -> str:
    # As text, since True equals 1 in Python.
    return json.dumps(document, sort_keys=True)
