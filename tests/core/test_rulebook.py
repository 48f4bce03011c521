"""Rulebooks: read strictly, and every clause is traced to code and tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.core.rulebook import coverage, load_rulebook
from tests.kit.duel import SYSTEM

CLAUSE = '[[clause]]\nid = "{}"\ntitle = "T"\ntext = "words"\nsource = "page 1"\n'
HEAD = 'title = "Book"\nsource = "somewhere"\n'


def write(folder: Path, text: str) -> Path:
    (folder / "rulebook.toml").write_text(text, encoding="utf-8")
    return folder


def test_clauses_are_found_by_their_ids() -> None:
    book = load_rulebook(SYSTEM.folder)
    assert [clause.id for clause in book.clauses] == ["DUE-1", "DUE-2", "DUE-3", "DUE-4"]
    assert book.find("DUE-2").title == "Plan"
    with pytest.raises(KeyError):
        book.find("DUE-9")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title = ",
        HEAD,
        CLAUSE.format("ABC-1"),
        'title = "Book"\n' + CLAUSE.format("ABC-1"),
        'title = 3\nsource = "s"\n' + CLAUSE.format("ABC-1"),
        HEAD + CLAUSE.format("ABC-1") * 2,
        HEAD + CLAUSE.format(""),
        HEAD + CLAUSE.format("ABC-1") + 'more = "x"\n',
        HEAD + CLAUSE.format("ABC-1").replace('title = "T"\n', ""),
        HEAD + CLAUSE.format("ABC-1").replace('"T"', "3"),
        HEAD + 'clause = "none"\n',
        HEAD + "clause = [1, 2]\n",
        HEAD + "[clause]\n",
        HEAD + CLAUSE.format("ABC-1").replace('"T"', '"   "'),
    ],
)
def test_a_bad_rulebook_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"rulebook\.toml"):
        load_rulebook(write(tmp_path, text))


ERRATUM = """
[[erratum]]
name = "{name}"
clause = "ABC-1"
printed = "Two and two are five."
ours = "Four."
reason = "Sums."
"""


def test_errata_stand_beside_the_rulebook(tmp_path: Path) -> None:
    write(tmp_path, HEAD + CLAUSE.format("ABC-1"))
    text = ERRATUM.format(name="sum") + 'followed = "More."\n'
    text += ERRATUM.format(name="rest") + 'cannot = "Nothing is left. "\n'
    (tmp_path / "errata.toml").write_text(text, encoding="utf-8")
    found = load_rulebook(tmp_path).errata
    assert [(one.name, one.followed, one.cannot) for one in found] == [
        ("sum", "More.", ""),
        ("rest", "", "Nothing is left."),
    ]
    assert load_rulebook(SYSTEM.folder).errata == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("erratum = ", "errata in TOML"),
        ('erratum = "one"\n', "a list of"),
        ("", "a list of"),
        ("erratum = [1]\n", "erratum 1: found 1, expected the texts"),
        (ERRATUM.format(name="sum"), "the texts clause, followed, name"),
        (ERRATUM.format(name="sum") + 'followed = "a"\ncannot = "b"\n', "the texts cannot, clause"),
        (ERRATUM.format(name="sum") + 'followed = " "\n', "erratum 1: followed"),
        (ERRATUM.format(name="") + 'followed = "a"\n', "erratum 1: name"),
        ((ERRATUM.format(name="sum") + 'followed = "a"\n') * 2, "each name once"),
        (
            ERRATUM.format(name="sum").replace("ABC-1", "ABC-2") + 'followed = "a"\n',
            "erratum 1: clause: found 'ABC-2', expected the id of a clause",
        ),
    ],
)
def test_bad_errata_are_refused(tmp_path: Path, text: str, words: str) -> None:
    write(tmp_path, HEAD + CLAUSE.format("ABC-1"))
    (tmp_path / "errata.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_rulebook(tmp_path)
    assert words in str(caught.value)


def test_no_rulebook(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"rulebook\.toml: found <.*No such file"):
        load_rulebook(tmp_path)
    (tmp_path / "rulebook.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="a rulebook in TOML"):
        load_rulebook(tmp_path)


def test_coverage_finds_code_and_tests(tmp_path: Path) -> None:
    system = tmp_path / "toy"
    (system / "inner").mkdir(parents=True)
    write(system, HEAD + "".join(CLAUSE.format(f"ABC-{n}") for n in (1, 2, 3, 11)))
    (system / "rules.py").write_text(
        '"""Module of ABC-2."""\n'
        "LIMIT = 3  # ABC-11\n\n\n"
        "class Rules:\n"
        '    """All (ABC-1)."""\n\n'
        "    def move(self):\n"
        '        """See ABC-1, and ABC-1 again, not XABC-3 nor ABC-33."""\n'
    )
    (system / "inner" / "deep.py").write_text("def f():\n    return 1  # ABC-1\n")
    tests = tmp_path / "tests"
    (tests / "toy").mkdir(parents=True)
    (tests / "toy" / "test_toy.py").write_text(
        "import pytest\n"
        '@pytest.mark.clause("ABC-1", "ABC-2")\ndef test_a(): ...\n'
        'class TestMore:\n    @pytest.mark.clause("ABC-1")\n    def test_b(self): ...\n'
        '@pytest.mark.clause("ABC-3")\ndef helper(): ...\n'
        '@pytest.mark.slow\ndef test_c(): "ABC-3"\n'
        '@pytest.mark.clause("ZZZ-1")\nasync def test_d(): ...\n'
        '@pytest.mark.clause("ABC-11")\nasync def test_e(): ...\n'
    )
    found = {entry.clause.id: entry for entry in coverage(system, tests)}
    assert found["ABC-1"].code == (
        "toy/inner/deep.py:1 f",
        "toy/rules.py:5 Rules",
        "toy/rules.py:8 move",
    )
    assert found["ABC-1"].tests == (
        "tests/toy/test_toy.py::test_a",
        "tests/toy/test_toy.py::test_b",
    )
    assert found["ABC-2"].code == ("toy/rules.py:1 module",)
    assert found["ABC-2"].tests == ("tests/toy/test_toy.py::test_a",)
    assert found["ABC-11"].code == ("toy/rules.py:2 module",)
    assert found["ABC-11"].tests == ("tests/toy/test_toy.py::test_e",)
    assert (found["ABC-3"].code, found["ABC-3"].tests) == ((), ())


def test_coverage_without_a_checkout() -> None:
    entries = coverage(SYSTEM.folder, None)
    assert all(entry.code and not entry.tests for entry in entries)
