"""The rulebook of IDAHEX: a clause for each section and data group, each in words of its own."""

from __future__ import annotations

import re
from itertools import pairwise
from math import isclose, sqrt

import pytest

from hexfront.core.rulebook import Clause, load_rulebook
from hexfront.systems.idahex.deck.folder import FOLDER

SECTIONS = (
    *("2.1", "2.2", "2.2.1", "2.2.2", "2.3"),
    *("3.1", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.2.3.1", "3.2.3.2"),
    *("3.2.4", "3.2.4.1", "3.2.4.2", "3.2.5", "3.2.5.1", "3.2.5.2", "3.2.6", "3.2.7", "3.2.8"),
    *("3.3", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.5", "3.3.6", "3.3.7"),
    *("4.1", "4.2", "4.2.1", "4.2.2"),
    *("5", "5.1", "5.1.1", "5.1.2", "5.1.3", "5.2", "5.3"),
    *("5.4", "5.4.1", "5.4.2", "5.4.3", "5.4.4", "5.4.5", "5.4.6"),
    *("6", "7", "8"),
)
"""Of the manual."""
IDS = tuple(f"IDX-{s}" for s in SECTIONS) + tuple(f"IDX-G{group + 1}" for group in range(96))
BOOK = load_rulebook(FOLDER)

VARIABLES = """
1 iprint nprint
2 tinit tend tframe tcycle tpd delta
3 ncells nrank1
4 ename0
5 nenv
6 ename
7 basic_env
8 rname0
9 bname0
10 nrtety
11 rname
12 nbarty
13 bname
14 basic_rtetype basic_bartype
15 depth
16 iblul nsyl nutype
17 npost
18 itrfp
19 nggwep ngawep ntrpt nss npers
20 rsname
21 flag
22 nrst iars
23 toe
24 aysize
25 buname butype buloc bupost tentry resources
26 owner
27 pmapup pmapdn
28 ptran
29 diseng
30 airmove
31 mrair
32 bdelay mr
33 trnreq trncap ssreqm
34 trptcl
35 loadcl
36 nlc ldsize ldcap
37 fmr.f0 fmr.f fmr.x
38 ssvncr
39 ssvncb
40 mapps ssvact ssvres
41 poff
42 stdtgt
43 aggatk
44 aggdef
45 katk
46 kdef
47 fckar
48 fckdr
49 fckac
50 fckdc
51 fckare
52 fckdre
53 fckace
54 fckdce
55 barier
56 dpersr
57 dpersb
58 td
59 febab
60 febad
61 vanish
62 frdval.f0atk frdval.fatk
63 frdval.f0def frdval.fdef
64 frdval.x
65 vfeba.f0 vfeba.f
66 vfeba.fr
67 ppoh
68 spdd
69 frinv.f0 frinv.f
70 frinv.x
71 spdd
72 frinv.f0 frinv.f
73 frinv.x
74 pg prot
75 pg prot
76 freff.f0 freff.f freff.x
77 prep.f prep.x
78 nactyp nagwep
79 kag
80 fcagrp
81 fcagcp
82 fcagre
83 fcagce
84 dgpred
85 dgpblu
86 agload
87 aagatk
88 aagdef
89 aagatk
90 aagdef
91 aagred
92 aagblu
93 haven.zoc haven.pthome
94 envmap
95 rtemap
96 barmap
"""
"""What each data group fixes, by the manual's names (9.1)."""

UNBOUNDED = {4, 6, 7, 8, 9, 11, 13, 20, 21, 26, 30, 65}
"""Groups of names, sides and logicals, or whose bounds are said otherwise."""

ERRATA = (
    ("2.1", "identity"),
    ("2.3", "swap"),
    ("3.1", "unreadable"),
    ("3.2.3.2", "1 − LOAD / CC"),
    ("3.2.4.2", "1 − LOAD / CC"),
    ("3.2.5.2", "1 − LOAD / CC"),
    ("3.2.7", "heading"),
    ("3.3.4", "f0 × g0 > f1 × g1"),
    ("3.3.6", "abort first"),
    ("4.2.1", "amt − Q"),
    ("5.1.2", "vald stands where vala must"),
    ("5.1.3", "cannot be"),
    ("5.2", "possible losses"),
    ("5.3", "inactive"),
    ("5.4", "it is 0"),
    ("5.4.1", "qadd = min(qp − q(i), qr, amount(i) − q(i))"),
    ("5.4.1", "suppt(nss + k)"),
    ("5.4.5", "negative values are data"),
    ("5.4.6", "negative values are data"),
    ("6", "add up"),
    ("7", "class 4"),
    ("G2", "swapped"),
    ("G36", "class of ldsize"),
    ("G38", "class 4"),
    ("G39", "Class 4"),
    ("G50", "glossary"),
    ("G65", "glossary"),
    ("G91", "Class 4"),
    ("G92", "Class 4"),
    ("G93", "read it as T"),
)
"""Words by which a reader finds each departure from the print."""


def test_one_clause_for_each_section_and_group_in_order() -> None:
    assert tuple(clause.id for clause in BOOK.clauses) == IDS
    assert len(BOOK.clauses) == len(SECTIONS) + 96


def test_each_clause_has_a_title_and_a_text_of_its_own() -> None:
    for field in ("title", "text"):
        values = [getattr(clause, field) for clause in BOOK.clauses]
        twice = {value for value in values if values.count(value) > 1}
        assert not twice, field


@pytest.mark.parametrize("clause", BOOK.clauses, ids=lambda clause: clause.id)
def test_each_clause_says_enough_and_where_it_comes_from(clause: Clause) -> None:
    name = clause.id.removeprefix("IDX-")
    place = f"Section {name}"
    if name.startswith("G"):
        group = int(name[1:])
        place = f"Section 9.1.{1 if group <= 93 else 2}, group {group}"
    assert clause.source.split(";")[0] == place
    assert 15 <= len(clause.text.split()) <= 600
    assert clause.text.endswith(".")


def test_references_lead_to_clauses() -> None:
    references = {
        (clause.id, name)
        for clause in BOOK.clauses
        for name in re.findall(r"IDX-[\w.]*\w", clause.text)
    }
    assert len(references) > 100
    assert {(at, name) for at, name in references if name not in IDS} == set()


@pytest.mark.parametrize("line", VARIABLES.split("\n")[1:-1])
def test_each_group_names_the_variables_that_it_fixes(line: str) -> None:
    group, *names = line.split()
    text = re.sub(r"columns \d+ to \d+( and \d+ to \d+)?", "", BOOK.find(f"IDX-G{group}").text)
    words = set(re.findall(r"[\w.]*\w", text))
    assert set(names) <= words
    bounded = re.search(r"at least|At most|Bounds|above 0|\d to (\d|n|depth|the number)", text)
    assert bool(bounded) is (int(group) not in UNBOUNDED)


@pytest.mark.parametrize(("name", "words"), ERRATA)
def test_departures_from_the_print_are_told_where_they_apply(name: str, words: str) -> None:
    clause = BOOK.find(f"IDX-{name}")
    assert words in clause.text
    assert name == "5.4.1" or re.search("our (decision|reading)", clause.source)


def test_numbers_in_the_words_are_right() -> None:
    kill = BOOK.find("IDX-5.1.1").text
    assert f"{1 / sqrt(3):.4f} × depth" in kill
    assert f"{sqrt(sqrt(3) / 2):.4f} × depth" in kill
    assert f"{sqrt(3) / 2:.4f} × depth²" in BOOK.find("IDX-5.4.3").text
    # two takers of toe 10 and 20 (4.2.1)
    shares = [(toe - stock) - 0.034 * toe**2 for toe, stock in ((10, 1), (20, 2))]
    assert isclose(sum(shares), 10)
    assert all(f"{share:.1f}" in BOOK.find("IDX-4.2.1").text for share in shares)
    # one weapon a side (5.1.2)
    alpha = sqrt(0.02 * 0.08)
    assert isclose(alpha, 0.04)
    assert isclose(0.02 * (0.08 / alpha), alpha * 1)


def test_sections_come_before_groups_and_rise() -> None:
    groups = [int(i.removeprefix("IDX-G")) for i in IDS if i.startswith("IDX-G")]
    assert all(b == a + 1 for a, b in pairwise(groups))
    sections = [tuple(map(int, s.split("."))) for s in SECTIONS]
    assert sections == sorted(sections)
