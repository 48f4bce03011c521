"""Maps, positions and results as notebooks show them.

The HTML has no colours of its own for texts, so that it reads on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexfront.core.contract import Counter, Result, View
from hexfront.core.study.self_play import Seat
from hexfront.pictures.board import board_svg
from hexfront.pictures.captions import captions
from hexfront.pictures.palette import SIDES
from hexfront.pictures.svg import element, escape
from hexfront.pictures.symbols.cards import counter_svg


class MapPicture:
    """A board, shown in a notebook."""

    def __init__(
        self,
        board: Mapping[str, Any],
        *,
        dark: bool = False,
        numbers: bool = True,
        width: float | None = None,
    ) -> None:
        """A picture of a board document; for the rest see `board_svg`."""
        self.svg = board_svg(board, dark=dark, numbers=numbers, width=width)

    def _repr_svg_(self) -> str:
        return self.svg


class PositionPicture:
    """A board with what one viewer knows of the position, shown in a notebook."""

    def __init__(
        self,
        board: Mapping[str, Any],
        view: View,
        *,
        dark: bool = False,
        numbers: bool = True,
        width: float | None = None,
    ) -> None:
        """A picture of a board document and a view; for the rest see `board_svg`."""
        self.svg = board_svg(board, view, dark=dark, numbers=numbers, width=width)
        self._caption = _caption(view)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return element("div", self._caption, self.svg)


def _caption(view: View) -> str:
    """Title and tracks of a view that has them."""
    words = "".join(f" · {caption}" for caption in captions(view))
    return element("p", element("b", escape(view.title)), escape(words))


def _figure(value: float) -> str:
    return f"{value:g}"


def seat_html(seat: Seat) -> str:
    """What the player of a side sees."""
    return PositionPicture(seat.rules.board(), seat.view)._repr_html_()


def show_in_notebook(formatter: Any) -> None:
    """Let a notebook show counters, seats and results as pictures.

    `formatter`: IPython's display formatter.
    """
    html, svg = (formatter.formatters[kind] for kind in ("text/html", "image/svg+xml"))
    html.for_type(Result, result_html)
    html.for_type(Seat, seat_html)
    svg.for_type(Counter, counter_svg)


def result_html(result: Result, names: Sequence[str] = ()) -> str:
    """How a game ended, as HTML; sides without names are called by their numbers."""

    def named(side: int) -> str:
        return escape(names[side] if side < len(names) else f"side {side}")

    winners = " and ".join(map(named, result.winners))
    head = f"Won by {winners}" if winners else "Draw"
    scores = "; ".join(f"{named(i)} {_figure(score)}" for i, score in enumerate(result.scores))
    reason = f"{escape(result.reason)} ({escape(result.clause)})"
    return element(
        "div",
        element("b", head),
        element("p", reason),
        element("p", f"Scores: {scores}") if scores else "",
    )


def rates_html(games: int, rates: Mapping[str, Mapping[str, float]]) -> str:
    """Win rates with their intervals, as a table with bars.

    Args:
        games: how many were played.
        rates: by name of side (and `draw`): `rate`, `low`, `high`, from 0 to 1.
    """
    rows = [
        element(
            "tr",
            element("th", escape(name), scope="row"),
            element("td", f"{rate['rate']:.1%}"),
            element("td", f"{rate['low']:.1%} to {rate['high']:.1%}"),
            element("td", _bar(rate, SIDES[i % len(SIDES)])),
        )
        for i, (name, rate) in enumerate(rates.items())
    ]
    head = "".join(element("th", words, scope="col") for words in ("", "wins", "95 % interval"))
    caption = element("caption", f"{games} games")
    return element("table", caption, element("tr", head, element("td", "&#160;")), *rows)


def _bar(rate: Mapping[str, float], colour: str) -> str:
    """The rate as a bar, its interval as a line."""
    low, high = rate["low"] * 200, rate["high"] * 200
    return element(
        "svg",
        element("rect", width=200, height=14, fill="#888", opacity=".2"),
        element("rect", width=rate["rate"] * 200, height=14, fill=colour, opacity=".75"),
        element("path", d=f"M{low:.1f} 7H{high:.1f}", stroke="currentColor", stroke_width=2),
        width=200,
        height=14,
        role="img",
    )
