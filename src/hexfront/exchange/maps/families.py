"""What words for terrain mean, whatever the program: the first guess at a correspondence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hexfront.core.grid_map import TerrainKind

WORDS: Final = {
    "clear": "clear open plain field grass grassland meadow farmland cropland steppe flat savanna "
    "prairie lawn pasture road path dirt ground land bare shrubland",
    "woods": "wood forest tree grove copse pine taiga deciduous",
    "jungle": "jungle rainforest",
    "rough": "rough broken rocky rock stone scrub bush",
    "hill": "hill hilly ridge slope upland height highland",
    "mountain": "mountain peak alpine cliff",
    "swamp": "swamp marsh bog wetland mangrove mire moor fen",
    "sea": "sea ocean coast bay reef",
    "water": "water lake river pond shallow deep",
    "beach": "beach shore",
    "desert": "desert sand dune oasis",
    "plantation": "plantation orchard vineyard rubber",
    "town": "town city village urban castle keep settlement house built fort hamlet ruin",
    "snow": "snow ice frozen tundra glacier arctic",
    "closed": "closed wall void impassable chasm lava blocked",
}
"""Words of each family, singular."""
_OF: Final = {word: family for family, words in WORDS.items() for word in words.split()}
NEAR: Final = {
    "clear": ("plantation", "desert"),
    "woods": ("jungle", "plantation", "rough"),
    "jungle": ("woods", "rough"),
    "rough": ("hill", "mountain", "woods"),
    "hill": ("rough", "mountain"),
    "mountain": ("hill", "rough"),
    "swamp": ("rough", "jungle", "woods"),
    "sea": ("water", "closed"),
    "water": ("sea", "closed", "swamp", "rough"),
    "beach": ("desert", "clear"),
    "desert": ("beach", "clear"),
    "plantation": ("clear",),
    "town": ("clear",),
    "snow": ("clear",),
    "closed": ("water", "sea", "mountain", "rough"),
}
"""What comes nearest to a family in a system that has none of it."""
LINES: Final = {
    "road": "road highway street motorway",
    "track": "track path trail",
    "rail": "rail railway railroad train",
    "river": "river stream canal creek water",
    "strait": "strait coast sea",
    "ferry": "ferry",
    "border": "border boundary frontier",
    "bridge": "bridge ford",
}
"""Words of lines, by kind."""


def words_of(text: str) -> list[str]:
    """The words of a name, small and singular: `DeepWater_2` has `deep` and `water`."""
    parts = re.findall("[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)
    return [_singular(part.lower()) for part in parts]


def _singular(word: str) -> str:
    if word in _OF or not word.endswith("s"):
        return word
    return word[:-1]


def family_of(text: str) -> str | None:
    """The family of a terrain by its words; the last that is known counts, as in `grass hill`."""
    found = [_OF[word] for word in words_of(text) if word in _OF]
    return found[-1] if found else None


def guess(text: str, terrains: Sequence[TerrainKind]) -> tuple[str, str]:
    """The terrain of a system that comes nearest to a word, and why it is taken."""
    by_name = {kind.name: kind.name for kind in terrains}
    if text.lower() in by_name:
        return by_name[text.lower()], "the same name"
    family = family_of(text)
    if family is None:
        return terrains[0].name, "no word that is known"
    families: dict[str, str] = {}
    for kind in terrains:
        families.setdefault(family_of(kind.name) or kind.name, kind.name)
    if family in families:
        return families[family], f"both are {family}"
    for near in NEAR[family]:
        if near in families:
            return families[near], f"the nearest to {family}"
    return terrains[0].name, f"there is nothing like {family}"


def guess_line(kind: str, known: Sequence[str]) -> str | None:
    """The kind of line of a system that a word means; None for none."""
    if kind in known:
        return kind
    words = set(words_of(kind))
    for name, meaning in LINES.items():
        if name in known and words & set(meaning.split()):
            return name
    return None
