"""The rules of a system as one page: to read from the home page, and to print."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from hexfront.core.manual import Diagram, load_manual
from hexfront.core.registry import find_system
from hexfront.core.rulebook import Clause, load_rulebook
from hexfront.core.scenario import load_scenario
from hexfront.core.table.glossary import Word, load_glossary
from hexfront.core.table.rule_tables import RuleTable
from hexfront.pictures.svg import element, escape

_MENTION: Final = re.compile(r"`([^`]*)`|\b([A-Z]{2,}-[A-Za-z]?\d+(?:\.\d+)*)")


@cache
def manual_page(system_name: str) -> str:
    """The page, with the tables of the system's usual scenario. Errors: `InputError`."""
    system = find_system(system_name)
    book, manual = load_rulebook(system.folder), load_manual(system.folder)
    make = system.playing.tables
    tables = make(load_scenario(system)) if make is not None else ()
    known = frozenset(book.by_id)
    titles = {part.first: part.title for part in manual.parts}
    clauses = []
    for clause in book.clauses:
        if clause.id in titles:
            clauses.append(element("h2", escape(titles[clause.id]), id=f"part-{clause.id}"))
        clauses.append(_clause(clause, known))
        clauses += [_table(table) for table in tables if table.clause == clause.id]
        clauses += [
            _diagram(system.name, number, diagram)
            for number, diagram in enumerate(manual.diagrams, 1)
            if diagram.clause == clause.id
        ]
    body = [
        element("h1", escape(book.title)),
        _summary(manual.summary, known),
        _contents(titles, book.clauses),
        *clauses,
        _glossary(load_glossary(system.folder), known),
        element("p", f"Source: {escape(book.source)}", class_="source"),
    ]
    return _PAGE.format(title=escape(f"{book.title}: rules"), body="\n".join(body))


_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/manual.css">
<script type="module" src="/static/js/screens/manual.js"></script>
</head>
<body><header><a href="/">Hexfront</a>
<label class="search">Search <input type="search" id="search"></label>
<span id="found" role="status"></span><button id="print" type="button">Print</button></header>
<main>
{body}
</main></body>
</html>
"""


def _words(text: str, known: frozenset[str]) -> str:
    """A text with clauses that it mentions as links, and what stands in backticks set apart."""
    parts, end = [], 0
    for found in _MENTION.finditer(text):
        parts.append(escape(text[end : found.start()]))
        if found[2] is None:
            parts.append(element("code", escape(found[1])))
        elif found[2] in known:
            parts.append(element("a", escape(found[2]), href=f"#{found[2]}"))
        else:
            parts.append(escape(found[2]))
        end = found.end()
    return "".join([*parts, escape(text[end:])])


def _summary(lines: tuple[str, ...], known: frozenset[str]) -> str:
    if not lines:
        return ""
    points = element("ul", *(element("li", _words(line, known)) for line in lines))
    return element("section", element("h2", "In short"), points, class_="summary", id="summary")


def _contents(titles: dict[str, str], clauses: tuple[Clause, ...]) -> str:
    """Parts, each with its clauses."""
    items: list[str] = []
    for clause in clauses:
        if clause.id in titles:
            link = element("a", escape(titles[clause.id]), href=f"#part-{clause.id}")
            items.append(element("li", link, class_="part"))
        number = element("span", escape(clause.id), class_="number")
        link = element("a", f"{number} {escape(clause.title)}", href=f"#{clause.id}")
        items.append(element("li", link))
    list_ = element("ol", *items)
    return element("nav", element("h2", "Contents"), list_, aria_label="Contents")


def _clause(clause: Clause, known: frozenset[str]) -> str:
    number = element("span", escape(clause.id), class_="number")
    title = element("h3", f"{number} {escape(clause.title)}")
    text = element("p", _words(clause.text, known))
    source = element("p", f"Source: {escape(clause.source)}", class_="source")
    return element("article", title, text, source, id=clause.id)


def _table(table: RuleTable) -> str:
    head = [element("th", escape(title), scope="col") for title in (table.corner, *table.columns)]
    rows = [
        element(
            "tr",
            element("th", escape(row.title), scope="row"),
            *(element("td", escape(cell)) for cell in row.cells),
        )
        for row in table.rows
    ]
    inner = element(
        "table",
        element("caption", escape(table.title)),
        element("thead", element("tr", *head)),
        element("tbody", *rows),
    )
    return element("div", inner, class_="rule-table")


def _diagram(system: str, number: int, diagram: Diagram) -> str:
    picture = f"/api/pictures/{system}/diagrams/{number}.svg"
    image = element("img", src=picture, alt=diagram.caption, loading="lazy")
    return element("figure", image, element("figcaption", escape(diagram.caption)))


def _glossary(words: tuple[Word, ...], known: frozenset[str]) -> str:
    if not words:
        return ""
    entries = [
        element("dt", escape(word.name))
        + element("dd", f"{escape(word.text)} {_words(word.clause, known)}")
        for word in sorted(words, key=lambda word: word.name.lower())
    ]
    return element("h2", "Words") + element("dl", *entries, class_="words", id="words")
