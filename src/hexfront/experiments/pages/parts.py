"""What reports of studies and of comparisons have alike: maps, distributions, how it was made."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from hexfront import __version__
from hexfront.experiments.distributions import Distribution
from hexfront.experiments.experiment import Experiment
from hexfront.experiments.pages.maps import (
    MOMENTS,
    STRONGEST,
    MapDrawer,
    Watched,
    battle_rows,
    held_rows,
    most_battles,
)
from hexfront.experiments.pages.shell import PageWriter, data_link
from hexfront.pictures.svg import element, escape
from hexfront.study.reports.page import facts_element

BARS = 40


def today() -> str:
    """The date of a report."""
    return datetime.now(tz=UTC).strftime("%d %B %Y").lstrip("0")


def histogram_rows(groups: Mapping[str, Distribution], by: str = "of") -> list[dict[str, object]]:
    """Shares of games by value, for each group in the same parts; whole numbers get one each."""
    own = [one for one in groups.values() if one.count]
    if not own:
        return []
    low, high = min(one.least for one in own), max(one.most for one in own)
    whole = all(value == int(value) for one in own for value in one.counts) and not any(
        one.step for one in own
    )
    if whole and high - low < BARS * 2:
        low, high = low - 0.5, high + 0.5
        bars = int(high - low)
    else:
        bars = BARS
        high = high if high > low else low + 1
    width = (high - low) / bars
    return [
        {
            by: name,
            "low": round(low + place * width, 9),
            "high": round(low + (place + 1) * width, 9),
            "share": round(count / one.count, 9),
        }
        for name, one in groups.items()
        for place, count in enumerate(one.bars(low, high, bars))
        if count
    ]


def add_maps(page: PageWriter, groups: Mapping[str, Watched], sides: Sequence[str]) -> None:
    """Maps of each group: who holds what at some moments, and where battles begin."""
    if not groups:
        return
    page.heading("Where and when")
    games = sum(one.games for one in groups.values())
    page.text(
        f"Means over {games} games that were played again. A place has the colour of the side that "
        "holds it most often, the stronger the oftener; point at it for the figures. The area of a "
        "circle is the number of battles that begin there.",
        "note",
    )
    most = most_battles(list(groups.values()))
    drawers: dict[int, MapDrawer] = {}
    for number, (name, watched) in enumerate(groups.items()):
        drawer = drawers.get(id(watched.rules))
        if drawer is None:
            drawer = MapDrawer(watched.rules, f"ground{number}")
            page.markup(drawer.ground())
        if len(groups) > 1:
            page.heading(name, 3)
        page.markup(_legend(drawer, sides, most))
        page.markup(_maps(drawer, watched, sides, most))
        page.markup(
            data_link(f"who holds what {name}", held_rows(watched, sides), "Who holds what")
        )
        if watched.battles:
            page.markup(data_link(f"battles {name}", battle_rows(watched), "Battles"))


def _maps(drawer: MapDrawer, watched: Watched, sides: Sequence[str], most: float) -> str:
    captions = [f"Who holds what after {part}" for part in ("a third of the game", "two thirds")]
    captions.append("Who holds what at the end")
    figures = [
        element("figure", element("figcaption", caption), drawer.held(watched, moment, sides))
        for moment, caption in zip(range(MOMENTS), captions, strict=True)
    ]
    if most > 0:
        drawing = drawer.battles(watched, most)
        figures.append(element("figure", element("figcaption", "Where battles begin"), drawing))
    return element("div", *figures, class_="maps")


def _legend(drawer: MapDrawer, sides: Sequence[str], most: float) -> str:
    entries = [
        element("span", _swatch(f"background:{colour}"), escape(side))
        for side, colour in zip(sides, drawer.colours, strict=False)
    ]
    for share in (0.25, 0.5, 1.0):
        look = f"background:#555;opacity:{STRONGEST * share:.2f}"
        entries.append(element("span", _swatch(look), f"{share:.0%} of games"))
    if most > 0:
        ring = _swatch("background:#b3261e;opacity:.6", "ring")
        entries.append(element("span", ring, f"largest circle: {most:.2f} battles a game"))
    return element("div", *entries, class_="legend")


def _swatch(style: str, look: str = "area") -> str:
    return f'<i class="{look}" style="{escape(style)}"></i>'


def add_origin(
    page: PageWriter,
    experiment: Experiment,
    command: str,
    digest: str,
    facts: Mapping[str, str],
    file: str,
) -> None:
    """How it was made, with the command that makes it again."""
    page.heading("How it was made")
    page.text("This makes it again:")
    page.markup(element("pre", escape(command)))
    known = {
        "system": f"{experiment.system.title} ({experiment.system.name})",
        **facts,
        "seed": str(experiment.entry.seed),
        "digest of all games": digest,
        "rules version": experiment.system.version,
        "engine version": __version__,
        "made with": f"Python {platform.python_version()} on {platform.system()}",
    }
    page.markup(element("div", facts_element(known), class_="scroll"))
    summary = element("summary", "All that was asked, as a file")
    page.markup(element("details", summary, element("pre", escape(file))))
