"""A page with one battle in every system: a picture of what may come, and the numbers."""

from __future__ import annotations

from html import escape
from typing import Final

from hexfront.core.study.engagement import Answer
from hexfront.history.one_battle import BattleEntry, Fought, Range, outcome_chances, spread

WIDTH: Final = 520
HEIGHT: Final = 120
MOST: Final = 0.5
"""The largest part of people on the scale; what is more stands at its end."""
NAMES: Final = ("attacker", "neither", "defender")
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2430; --page: #fdfcf9; --soft: #6b7280; --line: #d8d5cc;
  --attacker: #b3392f; --defender: #2f62a8; --neither: #8b8678; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --page: #16191f; --soft: #a0a6b0;
  --line: #3a404b; --attacker: #e0786e; --defender: #7aa7e6; --neither: #a39e90; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums;
  white-space: nowrap; }
.legend svg { width: .8em; height: .8em; margin: 0 .3em 0 1em; }
.legend svg:first-child { margin-left: 0; }
.soft, figcaption { color: var(--soft); font-size: .9rem; } svg { max-width: 100%; height: auto; }
figure { margin: 1rem 0; } text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.attacker { fill: var(--attacker); } .defender { fill: var(--defender); }
.neither { fill: var(--neither); } .axis { stroke: var(--line); }
@media print { body { margin: 0; max-width: none; } }
"""


def battle_page(entry: BattleEntry, fought: list[Fought]) -> str:
    """The page, complete in itself: no script, nothing from elsewhere."""
    rows = "".join(_row(each) for each in fought)
    parts = "".join(_part(each) for each in fought)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(entry.title)}</title><style>{STYLE}</style></head><body>
<h1>{escape(entry.title)}</h1>
<p>{escape(_sentence(entry))}</p>
<div class="wide"><table><thead><tr><th>system</th><th class="number">attacker wins</th>
<th class="number">attacker loses</th><th class="number">defender loses</th>
<th class="number">advance</th></tr></thead><tbody>{rows}</tbody></table></div>
<p class="soft">Means, and in brackets between what four of five ends lie. Losses are parts of a
side's people. A draw counts half a win.</p>
{_legend()}
{parts}
</body></html>
"""


def _legend() -> str:
    """Which colour is whose."""
    swatch = (
        '<svg viewBox="0 0 8 8" aria-hidden="true"><rect class="{0}" width="8" height="8"/></svg>'
    )
    return '<p class="legend">' + "".join(swatch.format(n) + n for n in NAMES) + "</p>"


def _sentence(entry: BattleEntry) -> str:
    sides = (
        f"{side.people:,.0f} people, {side.tanks:,.0f} tanks and {side.guns:,.0f} guns"
        for side in (entry.attacker, entry.defender)
    )
    ground = f"{entry.relief}, {entry.cover}{', urban' if entry.urban else ''}"
    return (
        f"{' against '.join(sides)}; defence {entry.posture}; ground {ground}; "
        f"weather {entry.weather}; air: {entry.air}; {entry.days:g} day{'s' * (entry.days != 1)}."
    )


def percents(found: Range | None) -> str:
    """A loss with its band.

    >>> percents(Range(0.05, 0.0, 0.2))
    '5.0 % (0.0 … 20.0)'
    """
    if found is None:
        return "–"
    return f"{100 * found.mean:.1f} % ({100 * found.low:.1f} … {100 * found.high:.1f})"


def kilometres(found: Range | None) -> str:
    """An advance with its band.

    >>> kilometres(None), kilometres(Range(9.0, 0.0, 18.0))
    ('no size of a hex', '9.0 km (0.0 … 18.0)')
    """
    if found is None:
        return "no size of a hex"
    return f"{found.mean:.1f} km ({found.low:.1f} … {found.high:.1f})"


def _row(each: Fought) -> str:
    answer = each.answer
    cells = (
        f"{100 * answer.attacker_wins:.0f} %",
        percents(spread(answer, "attacker_loss")),
        percents(spread(answer, "defender_loss")),
        kilometres(spread(answer, "advance")),
    )
    numbers = "".join(f'<td class="number">{escape(cell)}</td>' for cell in cells)
    return f"<tr><td>{escape(each.title)}</td>{numbers}</tr>"


def _part(each: Fought) -> str:
    terms = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>"
        for name, value in each.answer.terms
    )
    ignored = ", ".join(each.answer.ignores) or "nothing"
    return f"""<h2>{escape(each.title)}</h2>
<figure>{_picture(each.answer)}<figcaption>The bar: who wins. The columns: how likely it is
that a side loses such a part of its people.</figcaption></figure>
<table><tbody>{terms}<tr><td>not known to it</td><td>{escape(ignored)}</td></tr></tbody></table>"""


def _picture(answer: Answer) -> str:
    """A bar of who wins; below it the chances of losses of both sides."""
    bar, x = [], 0.0
    for name, chance in zip(NAMES, outcome_chances(answer), strict=True):
        wide = WIDTH * chance
        if wide:
            bar.append(
                f'<rect class="{name}" x="{x:.1f}" y="0" width="{wide:.1f}" height="18">'
                f"<title>{name} {chance:.0%}</title></rect>"
            )
        x += wide
    marks = "".join(
        f'<text x="{WIDTH * part / MOST:.0f}" y="{HEIGHT + 30}" text-anchor="{anchor}">'
        f"{part:.0%}</text>"
        for part, anchor in ((0.0, "start"), (0.25, "middle"), (MOST, "end"))
    )
    wins, _, loses = outcome_chances(answer)
    label = f"attacker wins {wins:.0%}, defender {loses:.0%}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 36}" width="{WIDTH}" role="img" '
        f'aria-label="{label}">{"".join(bar)}{_losses(answer, True)}{_losses(answer, False)}'
        f'<line class="axis" x1="0" x2="{WIDTH}" y1="{HEIGHT + 14}" y2="{HEIGHT + 14}"/>'
        f"{marks}</svg>"
    )


def _losses(answer: Answer, attacker: bool) -> str:
    """Columns for each hundredth of people lost, the attacker's beside the defender's."""
    chances: dict[int, float] = {}
    for end in answer.endings:
        lost = end.attacker_loss if attacker else end.defender_loss
        place = min(round(100 * lost), round(100 * MOST))
        chances[place] = chances.get(place, 0.0) + end.chance
    name, shift = ("attacker", 0.0) if attacker else ("defender", 4.5)
    floor, room = HEIGHT + 14, HEIGHT - 16
    return "".join(
        f'<rect class="{name}" x="{place / 100 / MOST * (WIDTH - 10) + shift:.1f}" '
        f'y="{floor - room * chance:.1f}" width="4" height="{room * chance:.1f}">'
        f"<title>{name} loses {place} %: {chance:.0%}</title></rect>"
        for place, chance in sorted(chances.items())
    )
