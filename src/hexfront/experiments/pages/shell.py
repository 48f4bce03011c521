"""The page of a report: one file that needs nothing else, light and dark, on screens and on A4.

Each chart stands in it twice: as a drawing, which needs no script and prints, and as its
description, from which the script in the page makes an interactive one. That script may run and
nothing else (its hash is in the page's policy); it can load nothing.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from hexfront.pictures.svg import element, escape
from hexfront.study.reports.page import html_document, table_element
from hexfront.study.reports.report import Table

STYLE: Final = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2329; --soft: #5b6670; --line: #d5dbe0;
  --panel: #f4f6f8; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181c; --ink: #e6eaed; --soft: #9aa6b0;
  --line: #333c44; --panel: #1d2328; --accent: #6cb2f5; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb;
  --panel: #f4f4f4; --accent: #0b5cad; } }
@page { size: A4; margin: 14mm 13mm; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif; color: var(--ink);
  background: var(--paper); max-width: 1120px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .2rem; }
h2 { font-size: 1.3rem; margin: 2.4rem 0 .6rem; padding-bottom: .2rem;
  border-bottom: 1px solid var(--line); }
h3 { font-size: 1.08rem; margin: 1.6rem 0 .3rem; }
p { margin: .4rem 0; } .meta, .note { color: var(--soft); } .note { font-size: .9rem; }
.answer { background: var(--panel); border-left: 4px solid var(--accent); margin: 1rem 0;
  padding: .8rem 1.1rem; font-size: 1.1rem; }
.answer p { margin: .35rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .4rem 0 .3rem; font-size: .93rem; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid var(--line);
  vertical-align: top; }
thead th { border-bottom: 2px solid var(--soft); vertical-align: bottom; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { white-space: normal; overflow-wrap: break-word; }
figure { margin: 1rem 0 1.4rem; }
figcaption { font-weight: 600; margin-bottom: .2rem; }
figure svg { max-width: 100%; height: auto; display: block; }
.plot { width: 100%; overflow-x: auto; } .plot .vega-embed { width: 100%; display: block; }
.maps { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); }
.maps figure { margin: 0; } .maps svg { background: #fff; border-radius: 4px; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .9rem; margin: .3rem 0; }
.legend span { display: inline-flex; align-items: center; gap: .4rem; }
.legend i { width: 1.1rem; height: 1.1rem; display: inline-block; border-radius: 2px;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.legend i.ring { border-radius: 50%; }
a { color: var(--accent); } a.data { font-size: .85rem; font-weight: 400; }
summary { cursor: pointer; color: var(--accent); }
pre { background: var(--panel); padding: .7rem; overflow-x: auto; font-size: .85rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
svg text { fill: var(--ink) !important; }
.maps svg text { fill: revert-layer !important; }
svg .role-axis-domain line, svg .role-axis-tick line { stroke: var(--soft) !important; }
svg .role-axis-grid line { stroke: var(--line) !important; }
@media (max-width: 600px) { body { padding: .8rem; font-size: 15px; } .answer { font-size: 1rem; } }
@media print { body { font-size: 10.5pt; padding: 0; max-width: none; } a.data { display: none; }
  h2, h3, figcaption, .note { break-after: avoid; }
  figure, tr, .answer, .scroll { break-inside: avoid; }
  .plot, .scroll { overflow: visible; } .maps { grid-template-columns: 1fr 1fr; }
  table { font-size: 8.5pt; } details:not([open]) { display: none; } }
"""
START: Final = """
for (const data of document.querySelectorAll("script[type='application/json']")) {
  const plot = document.getElementById(data.dataset.plot);
  const copy = document.createElement("div");
  const options = {ast: true, actions: false, renderer: "svg", tooltip: {theme: "custom"}};
  vegaEmbed(copy, JSON.parse(data.textContent), options).then(() => plot.replaceChildren(copy));
}
"""
"""Makes each chart interactive. Expressions are interpreted, so that none need be compiled."""
_CLIP: Final = re.compile(r"(id=\"|url\(#)clip")


@dataclass(frozen=True)
class ChartFigure:
    """A chart with its data."""

    title: str
    spec: Mapping[str, Any]
    """In Vega-Lite."""
    rows: Sequence[Mapping[str, object]]
    """What it shows, for a file."""
    note: str = ""


@dataclass
class PageWriter:
    """Puts parts of a page one below the other."""

    parts: list[str] = field(default_factory=list)
    _numbers: Any = field(default_factory=lambda: count(1))
    _has_charts: bool = False

    def heading(self, text: str, level: int = 2) -> None:
        """A heading."""
        self.parts.append(element(f"h{level}", escape(text)))

    def text(self, words: str, look: str | None = None) -> None:
        """A paragraph."""
        self.parts.append(element("p", escape(words), class_=look))

    def answer(self, sentences: Iterable[str]) -> None:
        """What the reader came for."""
        inside = "".join(element("p", escape(one)) for one in sentences)
        self.parts.append(element("section", inside, class_="answer"))

    def markup(self, markup: str) -> None:
        """What is markup already."""
        self.parts.append(markup)

    def table(self, table: Table) -> None:
        """A table, which can be downloaded."""
        made = table_element(table)
        rows = [dict(zip(table.headings, row, strict=True)) for row in table.rows]
        self.parts += [made, data_link(table.title or "table", rows)]

    def chart(self, figure: ChartFigure) -> None:
        """A chart: drawn, described for the script, and as data."""
        self._has_charts = True
        name = f"plot{next(self._numbers)}"
        drawing = _CLIP.sub(rf"\1{name}clip", drawn(figure.spec))
        spec = json.dumps(figure.spec, separators=(",", ":")).replace("<", "\\u003c")
        self.parts.append(
            element(
                "figure",
                element("figcaption", escape(figure.title)),
                element("p", escape(figure.note), class_="note") if figure.note else "",
                element("div", drawing, id=name, class_="plot"),
                f'<script type="application/json" data-plot="{name}">{spec}</script>',
                data_link(figure.title, figure.rows),
            )
        )

    def page(self, title: str) -> str:
        """The whole page."""
        scripts = [chart_library(), START] if self._has_charts else []
        hashes = " ".join(f"'sha256-{_sha256(script)}'" for script in scripts) or "'none'"
        policy = (
            "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
            f"script-src {hashes}; base-uri 'none'; form-action 'none'"
        )
        inside = "\n".join(part for part in self.parts if part)
        run = [f"<script>{script}</script>" for script in scripts]
        return html_document(title, policy, STYLE, inside, *run)


def data_link(title: str, rows: Sequence[Mapping[str, object]], what: str = "Data") -> str:
    """A link that saves rows as a CSV file; nothing for none."""
    if not rows:
        return ""
    text = io.StringIO()
    heads = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.DictWriter(text, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    packed = base64.b64encode(text.getvalue().encode()).decode()
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "data"
    link = element(
        "a",
        f"{what} (CSV)",
        href=f"data:text/csv;charset=utf-8;base64,{packed}",
        download=f"{name}.csv",
        class_="data",
    )
    return element("div", link)


def drawn(spec: Mapping[str, Any]) -> str:
    """A chart as SVG."""
    import vl_convert

    made = str(vl_convert.vegalite_to_svg(dict(spec), vl_version=_version()))
    return made[made.index("<svg") :]


def chart_library() -> str:
    """What makes charts interactive: Vega, Vega-Lite and Vega-Embed, from the package."""
    import vl_convert

    bundle: Any = vl_convert.javascript_bundle
    return str(bundle(vl_version=_version())).replace("</script", "<\\/script")


def _version() -> str:
    """That of Vega-Lite for which Altair writes, or the last one that is there."""
    import altair
    import vl_convert

    wanted = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    known = [str(one) for one in vl_convert.get_vegalite_versions()]
    return wanted if wanted in known else known[-1]


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
