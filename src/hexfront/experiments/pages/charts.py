"""Charts of reports, in Altair: legends, equal scales where they are compared, tooltips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31")
"""Told apart by people who see few colours (Okabe and Ito), on light and on dark pages."""
WIDTH: Final = 980
"""Of a chart that takes the whole page."""
GREY: Final = "#7f8a94"
CONFIG: Final[dict[str, Any]] = {
    "background": "#ffffff00",
    "font": "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
    "view": {"stroke": None},
    "axis": {"labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": "normal"},
    "legend": {"labelFontSize": 12, "titleFontSize": 12, "orient": "top", "labelLimit": 400},
    "header": {"labelFontSize": 12, "titleFontSize": 12},
    "title": {"fontSize": 13, "fontWeight": "normal", "anchor": "start"},
}

Row = Mapping[str, Any]


def _alt() -> Any:
    import altair

    return altair


def _data(rows: Sequence[Row]) -> Any:
    return _alt().Data(values=[dict(row) for row in rows])


def _spec(chart: Any) -> dict[str, Any]:
    made: dict[str, Any] = chart.configure(**CONFIG).to_dict()
    return made


def _domain(low: float, high: float) -> list[float]:
    """The ends of an axis, a little wider than what it shows."""
    room = (high - low) * 0.04 or abs(high) * 0.1 or 1.0
    return [low - room, high + room]


def _value_axis(is_rate: bool, title: str, bounds: tuple[float, float], **more: Any) -> Any:
    alt = _alt()
    domain = [0, 1] if is_rate else _domain(*bounds)
    form = {"format": ".0%"} if is_rate else {}
    scale = alt.Scale(domain=domain, zero=False, nice=False)
    return alt.Y("mean:Q", title=title, scale=scale, axis=alt.Axis(**form), **more)


def _across(values: Sequence[Any], is_number: bool, padding: int) -> dict[str, Any]:
    """The axis of a factor; few numbers are all named."""
    alt = _alt()
    if not is_number:
        return {"axis": alt.Axis(labelAngle=0), "sort": None}
    levels = sorted(set(values))
    ticks = {"values": levels, "format": "~g"} if len(levels) <= 8 else {"tickCount": 5}
    scale = alt.Scale(zero=False, nice=False, padding=padding)
    return {"axis": alt.Axis(labelAngle=0, **ticks), "scale": scale}


def line_chart(
    rows: Sequence[Row], x: str, colour: str | None, title: str, *, is_rate: bool, is_number: bool
) -> dict[str, Any]:
    """Means with their intervals over a factor, a line for each level of another."""
    alt = _alt()
    lows = [row["low"] if row["low"] is not None else row["mean"] for row in rows]
    highs = [row["high"] if row["high"] is not None else row["mean"] for row in rows]
    kind = "Q" if is_number else "N"
    across = alt.X(f"x:{kind}", title=x, **_across([row["x"] for row in rows], is_number, 20))
    tooltip = [alt.Tooltip(f"{name}:N") for name in rows[0]]
    shown: dict[str, Any] = {}
    if colour is not None:
        palette = alt.Scale(range=list(COLOURS))
        shown["color"] = alt.Color("line:N", title=colour, scale=palette, sort=None)
        shown["strokeDash"] = alt.StrokeDash("line:N", sort=None, legend=None)
        shown["shape"] = alt.Shape("line:N", sort=None, legend=None)
    base = alt.Chart(_data(rows))
    height = _value_axis(is_rate, title, (min(lows), max(highs)))
    layers = []
    own = {"color": shown["color"]} if colour else {}
    if any(row["low"] is not None for row in rows):
        bars = base.mark_rule(strokeWidth=2, opacity=0.6).encode(x=across, **own)
        layers.append(bars.encode(y=alt.Y("low:Q", title=title), y2="high:Q"))
    fixed = {} if colour else {"color": COLOURS[0]}
    if is_number:
        dashed = {**own, "strokeDash": shown["strokeDash"]} if colour else {}
        layers.append(base.mark_line(strokeWidth=2, **fixed).encode(x=across, y=height, **dashed))
    marks = {**own, "shape": shown["shape"]} if colour else {}
    points = base.mark_point(size=70, filled=True, opacity=1, **fixed)
    layers.append(points.encode(x=across, y=height, tooltip=tooltip, **marks))
    return _spec(alt.layer(*layers).properties(width=WIDTH, height=320))


def panels(
    groups: Sequence[tuple[str, bool, Sequence[Row], Sequence[Row]]], title: str, *, is_rate: bool
) -> dict[str, Any]:
    """A panel for each factor, all with the same height: points, and their mean along the factor.

    `groups`: the name of a factor, whether it is a number, its points, the means along it.
    """
    alt = _alt()
    heights = [row["mean"] for _, _, points, _ in groups for row in points]
    made = []
    for name, is_number, points, means in groups:
        kind = "Q" if is_number else "N"
        across = alt.X(
            f"x:{kind}", title=name, **_across([row["x"] for row in points], is_number, 8)
        )
        height = _value_axis(is_rate, title, (min(heights), max(heights)))
        tooltip = [alt.Tooltip("x:N", title=name), alt.Tooltip("mean:Q", title=title, format=".4g")]
        dots = alt.Chart(_data(points)).mark_circle(size=28, opacity=0.4, color=GREY)
        line = alt.Chart(_data(means))
        along = line.mark_line(color=COLOURS[0], strokeWidth=2.5) if is_number else None
        knots = line.mark_point(color=COLOURS[0], filled=True, size=60, opacity=1)
        layers = [dots, *([along] if along is not None else []), knots]
        chart = alt.layer(*(one.encode(x=across, y=height, tooltip=tooltip) for one in layers))
        made.append(chart.properties(width=WIDTH // 3 - 75, height=210))
    return _spec(alt.concat(*made, columns=3))


def spread_chart(rows: Sequence[Row], title: str, *, is_rate: bool) -> dict[str, Any]:
    """How far the games of each point lie apart, on one scale: 5 % to 95 %, the middle half."""
    alt = _alt()
    form = {"format": ".0%"} if is_rate else {}
    scale = alt.Scale(zero=False, nice=False, padding=12)
    base = alt.Chart(_data(rows)).encode(
        y=alt.Y("what:N", sort=None, title=None, axis=alt.Axis(labelLimit=380))
    )
    tooltip = [alt.Tooltip(f"{name}:N") for name in rows[0]]

    def at(name: str) -> Any:
        return alt.X(f"{name}:Q", title=title, scale=scale, axis=alt.Axis(**form))

    layers = [
        base.mark_rule(color=GREY, strokeWidth=1.5).encode(x=at("p5"), x2="p95:Q"),
        base.mark_bar(color=COLOURS[5], height=11).encode(x=at("p25"), x2="p75:Q"),
        base.mark_tick(color=COLOURS[0], thickness=3, height=15).encode(x=at("median")),
        base.mark_point(color=COLOURS[1], filled=True, size=50, opacity=1).encode(
            x=at("mean"), tooltip=tooltip
        ),
    ]
    return _spec(alt.layer(*layers).properties(width=WIDTH - 250, height=alt.Step(22)))


def histogram(rows: Sequence[Row], title: str, by: str | None = None) -> dict[str, Any]:
    """Shares of games by value, one above the other on the same scales; rows: low, high, share."""
    alt = _alt()
    tooltip = [alt.Tooltip(f"{name}:N") for name in rows[0]]
    scale = alt.Scale(zero=False, nice=False)
    bars = (
        alt.Chart(_data(rows))
        .mark_bar(stroke="white", strokeWidth=0.3)
        .encode(
            x=alt.X("low:Q", title=title, bin="binned", scale=scale, axis=_bar_axis(rows)),
            x2="high:Q",
            y=alt.Y("share:Q", title="games", axis=alt.Axis(format=".0%", tickCount=4)),
            tooltip=tooltip,
        )
        .properties(width=WIDTH, height=150)
    )
    if by is None:
        return _spec(bars.encode(color=alt.value(COLOURS[0])))
    names = list(dict.fromkeys(row[by] for row in rows))
    colour = alt.Color(
        f"{by}:N", title=None, sort=None, scale=alt.Scale(domain=names, range=list(COLOURS))
    )
    above = alt.Row(f"{by}:N", title=None, sort=names, header=alt.Header(labels=False))
    return _spec(bars.encode(color=colour, row=above).properties(height=120))


def _bar_axis(rows: Sequence[Row]) -> Any:
    """Few bars of a whole number each have that number below them."""
    alt = _alt()
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    is_whole = all(row["high"] - row["low"] == 1 for row in rows)
    if is_whole and high - low <= 30:
        return alt.Axis(values=[low + 0.5 + k for k in range(int(high - low))], format="~g")
    return alt.Axis(tickCount=10)


def bar_chart(
    rows: Sequence[Row], title: str, colour: str | None = None, form: str = ""
) -> dict[str, Any]:
    """A bar for each thing, with its interval where there is one; rows: what, size, low, high."""
    alt = _alt()
    axis = alt.Axis(tickCount=8, **({"format": form} if form else {}))
    order = list(dict.fromkeys(row["what"] for row in rows))
    base = alt.Chart(_data(rows))
    up = alt.Y("what:N", sort=order, title=None, axis=alt.Axis(labelLimit=380))
    more: dict[str, Any] = {"color": alt.value(COLOURS[0])}
    if colour is not None:
        names = list(dict.fromkeys(row[colour] for row in rows))
        palette = alt.Scale(domain=names, range=list(COLOURS))
        more = {"color": alt.Color(f"{colour}:N", title=None, sort=names, scale=palette)}
        if len({row["what"] for row in rows}) < len(rows):
            more["yOffset"] = alt.YOffset(f"{colour}:N", sort=names)
    tooltip = [alt.Tooltip(f"{name}:N") for name in rows[0]]
    layers = [base.mark_bar(opacity=0.85).encode(
        x=alt.X("size:Q", title=title, axis=axis), y=up, tooltip=tooltip, **more
    )]  # fmt: skip
    if any(row["low"] is not None for row in rows):
        offset = {"yOffset": more["yOffset"]} if "yOffset" in more else {}
        bounds = base.mark_rule(color=GREY, strokeWidth=2)
        layers.append(bounds.encode(x=alt.X("low:Q", title=title), x2="high:Q", y=up, **offset))
    zero = alt.Chart(_data([{"zero": 0}])).mark_rule(color=GREY).encode(x="zero:Q")
    layers.append(zero)
    return _spec(alt.layer(*layers).properties(width=WIDTH - 250))


def interval_chart(rows: Sequence[Row], title: str, colour: str, form: str) -> dict[str, Any]:
    """Sizes as points with their intervals about 0; rows: what, size, low, high, and the colour."""
    alt = _alt()

    def across(name: str) -> Any:
        return alt.X(f"{name}:Q", title=title, axis=alt.Axis(tickCount=9, format=form))

    order = list(dict.fromkeys(row["what"] for row in rows))
    names = list(dict.fromkeys(row[colour] for row in rows))
    palette = alt.Scale(domain=names, range=list(COLOURS))
    many = {"yOffset": alt.YOffset(f"{colour}:N", sort=names)} if len(rows) > len(order) else {}
    base = alt.Chart(_data(rows)).encode(
        y=alt.Y("what:N", sort=order, title=None, axis=alt.Axis(labelLimit=380)),
        color=alt.Color(f"{colour}:N", title=None, sort=names, scale=palette),
        **many,
    )
    tooltip = [alt.Tooltip(f"{name}:N") for name in rows[0]]
    layers = [
        alt.Chart(_data([{"zero": 0}])).mark_rule(color=GREY, strokeWidth=1.5).encode(x="zero:Q"),
        base.mark_rule(strokeWidth=2.5).encode(x=across("low"), x2="high:Q"),
        base.mark_point(filled=True, size=80, opacity=1).encode(x=across("size"), tooltip=tooltip),
    ]
    return _spec(alt.layer(*layers).properties(width=WIDTH - 250, height=alt.Step(26)))


def morris_chart(rows: Sequence[Row]) -> dict[str, Any]:
    """Each factor by how much it moves the response, and how unevenly; equal scales."""
    alt = _alt()
    most = max(max(row["mu_star"], row["sigma"]) for row in rows) or 1.0
    scale = alt.Scale(domain=[0, most * 1.08], nice=False)
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("mu_star:Q", title="μ*: how much it moves the response", scale=scale),
        y=alt.Y("sigma:Q", title="σ: how unevenly", scale=scale),
    )
    points = base.mark_point(filled=True, size=90, color=COLOURS[0], opacity=1)
    names = base.mark_text(align="left", dx=8, fontSize=12).encode(text="what:N")
    return _spec(alt.layer(points, names).properties(width=460, height=460))
