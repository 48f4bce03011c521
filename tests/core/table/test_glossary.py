"""The words of a game: each has a clause of its rulebook, and mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.table.glossary import load_glossary

BOOK = """
title = "Small"
source = "None"
[[clause]]
id = "SML-1"
title = "One"
text = "One."
source = "Here"
"""
WORD = '[[word]]\nname = "zone"\ntext = "Around it."\nclause = "SML-1"\n'


@pytest.mark.parametrize("name", system_names())
def test_every_system_explains_its_words(name: str) -> None:
    words = load_glossary(find_system(name).folder)
    assert len(words) > 10
    assert all(word.text.endswith(".") and len(word.text) < 200 for word in words)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (WORD + WORD, "word 2"),
        (WORD.replace("SML-1", "SML-2"), "word 1 /clause"),
        (WORD + 'also = "zones"\n', "word 1 /also"),
        (WORD + 'see = "zones"\n', "word 1"),
        (WORD.replace("Around it.", " "), "word 1"),
        ("word = 3", "glossary.toml"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    (tmp_path / "rulebook.toml").write_text(BOOK)
    (tmp_path / "glossary.toml").write_text(text)
    with pytest.raises(InputError) as raised:
        load_glossary(tmp_path)
    assert place in str(raised.value)
