"""Names: one script, and none that could be taken for another."""

from __future__ import annotations

import pytest

from hexfront.core.errors import InputError
from hexfront.people.names import check_name, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Oliver", "oliver"),
        ("Oliver", "0liver"),
        ("Oliver", "Оliver"),  # a Cyrillic O
        ("paypal", "раураl"),
        ("Bill", "BiII"),
        ("Max Weber", "max_weber"),
        ("modern", "modem"),
        ("Ａnna", "Anna"),
        ("Émile", "Emile"),
        ("Straße", "STRASSE"),
        ("Νίκη", "νίκη"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Hanna"), ("Иван", "Ivan"), ("李娜", "李明"), ("Tom", "Tim"), ("กีตา", "กิตา")],
)
def test_others_are_not(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    "name",
    ["Anna", "Jean-Luc", "O'Neill", "Иван 2", "李娜", "ひらカナ漢字", "Émile", "दिनेश", "กิตติ"],
)
def test_names_of_one_script_are_taken(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "a", "x" * 25, " Anna", "Anna ", "A  b", "A\u202eb", "A\nb", "Аnna", "1234"),
        *("<b>x", "machine:hard", "a@b", "admin", "Adm1n", "A\u0000b", "--", "Anna\u200b"),
        # Accents of another script, and towers of them.
        *("A\u0301\u0301nna", "ก\u0301า", "กิิิิ"),
        # What pages call others than players.
        *("Guest c54", "machine", "A former player", "Operator Jim"),
    ],
)
def test_others_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="name"):
        check_name(name)
