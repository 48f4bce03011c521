"""Decks as the workbench knows them: by their files, or by the name of one that ships (IDX-9.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hexfront.core.documents.files import is_there
from hexfront.core.documents.strictjson import read_json
from hexfront.core.errors import InputError, printable
from hexfront.core.scenario_files import FormatCheck, OlderFormat
from hexfront.systems.idahex.deck.cards import split_cards
from hexfront.systems.idahex.deck.decks import FILES, read_files, read_text, summary, write_deck
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.scenario.loader import DECKS, IdahexScenario, load, shipped_decks
from hexfront.systems.idahex.scenario.model import FORMAT, ScenarioFile
from hexfront.systems.idahex.warfile.conversion import war_of_values
from hexfront.systems.idahex.warfile.toml import write_toml

SCENARIOS: Final = FOLDER / "data" / "scenarios"


def load_deck(words: Sequence[str]) -> IdahexScenario:
    """The scenario of a deck; of one that ships with the names of its types.

    Errors: `InputError` with every problem of the cards.
    """
    path50, path60 = files_of(words)
    named = _shipped_scenario(words)
    if named is not None:
        return named
    read_files(path50, path60)
    document = {
        "format": FORMAT,
        "system": "idahex",
        "name": slug(path50),
        "title": title(path50),
        "deck": {
            name: _cards(path)
            for name, path in zip(("file50", "file60"), (path50, path60), strict=True)
        },
    }
    return load(document, None, str(path50))


def check_deck(words: Sequence[str]) -> FormatCheck:
    """What is odd in a deck, and what it holds. Errors: `InputError`."""
    design = read_files(*files_of(words))
    return FormatCheck(tuple(design.warnings), tuple(summary(design).splitlines()))


def to_toml(words: Sequence[str]) -> str:
    """A scenario file with the war of a deck. Errors: `InputError`."""
    named = _shipped_scenario(words)
    return deck_to_toml(*files_of(words), named.file if named else None)


def to_cards(scenario: IdahexScenario) -> tuple[bytes, ...]:
    """Files 50 and 60 of a scenario.

    Errors: `InputError` with every value that does not fit on a card.
    """
    texts = write_deck(scenario.game)
    return tuple(text.encode("utf-8", "surrogateescape") for text in texts)


def deck_to_toml(path50: Path, path60: Path | None, file: ScenarioFile | None = None) -> str:
    """A scenario file with the war of a deck, as TOML with a comment for each field.

    `file` says what the cards do not: title, symbols, units of time.
    Errors: `InputError` with every problem of the cards.
    """
    design = read_files(path50, path60)
    document = {"format": FORMAT, "system": "idahex", "name": slug(path50), "title": title(path50)}
    if file is not None:
        kept = file.model_dump(mode="json", exclude_none=True)
        document |= {k: v for k, v in kept.items() if k not in ("deck", "units", "options")}
    document["war"] = war_of_values(design.values, file.units if file else None)
    return write_toml(document, ScenarioFile)


def slug(path: Path) -> str:
    """The short name of a scenario that is made of a file."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40].strip("-") or "war"


def title(path: Path) -> str:
    """The title of a scenario that is made of a file."""
    return printable(path.stem)[:80].strip() or "War"


def files_of(words: Sequence[str]) -> tuple[Path, Path | None]:
    """Files 50 and 60.

    With a file that ends in .50 alone, its file 60 is the one beside it, if
    there is one. Errors: `InputError`.
    """
    if len(words) == 1 and words[0] in shipped_decks():
        return DECKS / f"{words[0]}.50", DECKS / f"{words[0]}.60"
    if not 1 <= len(words) <= len(FILES):
        raise InputError.at("deck", ",".join(words), f"{' and '.join(FILES)}, or file 50 alone")
    if not all(Path(word).name for word in words):
        raise InputError.at("deck", ",".join(words), f"the names of {' and '.join(FILES)}")
    path50 = Path(words[0])
    if path50.suffix in (".toml", ".json"):
        raise InputError.at("deck", words[0], "a file of cards; this is named like a scenario")
    if len(words) == 1 and not path50.suffix and not is_there(path50):
        known = ", ".join(shipped_decks())
        raise InputError.at("deck", words[0], f"files of cards, or one of: {known}")
    if len(words) == 2:
        return path50, Path(words[1])
    beside = path50.with_suffix(".60")
    return path50, beside if path50.suffix == ".50" and is_there(beside) else None


def _cards(path: Path | None) -> list[str]:
    """The cards of a file, with a mark for each byte that is no character."""
    text = re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", read_text(path)) if path else ""
    return [card.text for card in split_cards(text)]


def _shipped_scenario(words: Sequence[str]) -> IdahexScenario | None:
    """The scenario that shows a shipped deck, if the deck is one."""
    if len(words) != 1 or words[0] not in shipped_decks():
        return None
    path = SCENARIOS / f"{words[0]}.json"
    return load(read_json(path), SCENARIOS, str(path))


def make_decks() -> OlderFormat:
    """What the workbench may ask of decks."""
    return OlderFormat(
        files=FILES,
        shipped=shipped_decks(),
        load=load_deck,
        check=check_deck,
        to_toml=to_toml,
        from_scenario=to_cards,
    )
