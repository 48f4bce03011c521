"""A letter asks for the same kind of thing on the maps of all systems."""

from __future__ import annotations

from collections import defaultdict

from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario

ALIKE = (
    {"reach", "march", "throw"},  # how far one comes
    {"threat", "danger"},  # what the enemy can do
    {"odds", "engagement"},  # what comes of a fight
    {"targets", "engagements"},  # where there is or may be one
)
"""Names of overlays that ask for the same in the words of their systems."""


def test_a_letter_means_the_same_in_all_systems() -> None:
    meanings: dict[str, set[str]] = defaultdict(set)
    for name in system_names():
        system = find_system(name)
        for overlay in system.rules(load_scenario(system)).overlays:
            meanings[overlay.key].add(overlay.name)
    del meanings[""]  # those without a letter
    for letter, names in meanings.items():
        assert len(names) == 1 or any(names <= alike for alike in ALIKE), (letter, names)
    assert {"r", "t", "x"} <= meanings.keys()
