"""The kit finds a system's own language that takes open orders from players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexfront import conformance
from hexfront.core.contract import Offer, View
from hexfront.core.errors import Forbidden
from hexfront.core.scenario import load_scenario
from tests.kit.duel import SYSTEM, DuelRules


class Silent:
    """Reads nothing; the other methods of a language are not asked here."""

    def __init__(self, rules: DuelRules) -> None:
        self.rules = rules

    def read(self, view: View, text: str) -> Offer | None:
        return None


class Forbids(Silent):
    """A clause stands against everything."""

    def read(self, view: View, text: str) -> Offer | None:
        raise Forbidden(text, "DUE-2", "not now")


class MeansAnother(Silent):
    """Whatever is typed, it is the last offer."""

    def read(self, view: View, text: str) -> Offer | None:
        return self.rules.offers(view)[-1]


def check(language: Callable[[Any], Any]) -> None:
    system = replace(SYSTEM, playing=replace(SYSTEM.playing, language=language))
    for snapshot in conformance.snapshots(system, system.rules(load_scenario(system)), 1, 12):
        conformance.check_typed(snapshot)


@pytest.mark.parametrize(
    ("language", "words"), [(Forbids, "DUE-2: not now"), (MeansAnother, "is read as")]
)
def test_open_orders_can_be_typed_all_the_same(language: type[Silent], words: str) -> None:
    check(Silent)
    with pytest.raises(AssertionError, match=words):
        check(language)
