"""Maps of means: who holds what when, and where battles begin, of games played again."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.contract import UMPIRE, Rules, View
from hexfront.core.events import read_event
from hexfront.pictures import board_svg
from hexfront.pictures.boards import Board, Place
from hexfront.pictures.lines import polygon
from hexfront.pictures.svg import element, escape, number
from hexfront.study.games import GameRunner, Plan
from hexfront.study.reports.plots import side_colours

MOMENTS: Final = 3
"""Of a game: after a third, after two thirds, at its end."""
LARGEST: Final = 95.0
"""The radius of the circle where most battles are, in hundredths of a hex's side."""
FAINTEST: Final = 0.12
STRONGEST: Final = 0.7
WIDTH: Final = 800
"""Of the ground, in pixels."""


@dataclass
class Watched:
    """What some games have in common, place by place."""

    rules: Rules[Any]
    games: int = 0
    battles: Counter[str] = field(default_factory=Counter)
    """Battles that began at each place, in all games."""
    held: list[Counter[tuple[str, int]]] = field(
        default_factory=lambda: [Counter() for _ in range(MOMENTS)]
    )
    """At each moment in how many games a side held a place."""


def watch_games(plans: Sequence[tuple[Plan, int]]) -> Watched | None:
    """Play games again, each by its plan and number; None where there is no board with places."""
    runner: GameRunner | None = None
    found: Watched | None = None
    for plan, game in plans:
        if runner is None or runner.plan != plan:
            runner = GameRunner(plan)
        if found is None:
            found = Watched(runner.rules)
        _watch(runner, game, found)
    return found


def _watch(runner: GameRunner, game: int, found: Watched) -> None:
    rules = runner.rules
    places = [str(place["id"]) for place in rules.board()["places"]]
    watcher = _Watcher(rules, places, found.battles)
    last, _ = runner.play_out(game, listeners=[watcher])
    end = rules.decision(last).time
    found.games += 1
    for moment in range(MOMENTS):
        time = end * (moment + 1) / MOMENTS
        held = next((own for at, own in watcher.held if at >= time), None)
        found.held[moment].update(held or holders(places, rules.view(last, UMPIRE)))


class _Watcher:
    """Notes who holds what whenever time goes on, and where battles begin."""

    tables = ()

    def __init__(self, rules: Rules[Any], places: Sequence[str], battles: Counter[str]) -> None:
        self._rules, self._places, self._battles = rules, places, battles
        self.held: list[tuple[int, set[tuple[str, int]]]] = []

    def begin(self, state: Any) -> None:
        """A game begins."""

    def take(self, time: int, rows: NDArray[np.int64], state: Any) -> None:
        """Look at what happened at one time of the game."""
        view = self._rules.view(state, UMPIRE)
        for row in rows.tolist():
            event = self._rules.redact(read_event(row), UMPIRE)
            if event is None:
                continue
            entry = self._rules.describe(event, view)
            if entry.battle is not None and entry.battle.get("begins"):
                for place in entry.places[:1] or [entry.battle.get("place", "")]:
                    self._battles[place] += 1
        self.held.append((time, holders(self._places, view)))

    def written(self) -> Sequence[Any]:
        """A recorder's part, which this has none of."""
        return ()


def holders(places: Sequence[str], view: View) -> set[tuple[str, int]]:
    """The places that sides hold: as the system says, or else by whose counters stand there."""
    if view.owners:
        pairs = zip(places, view.owners, strict=True)
        return {(place, side) for place, side in pairs if side >= 0}
    return {(one.place, one.side) for one in view.counters if one.place and one.side >= 0}


class MapDrawer:
    """Draws figures of places over one ground, which stands in the page once."""

    def __init__(self, rules: Rules[Any], name: str) -> None:
        document = rules.board()
        self._board, self._name = Board(document), name
        self.colours = side_colours(document)
        picture = board_svg(document, None, width=WIDTH, numbers=False)
        start, end = picture.index(">") + 1, picture.rindex("</svg>")
        self._head = picture[:start].replace("<svg", f'<svg class="{name}"', 1)
        paper = '<rect x="-1e5" y="-1e5" width="3e5" height="3e5" fill="#fff"/>'
        faint = element("g", picture[start:end], opacity=0.55)
        self._ground = f"{picture[:start]}{paper}{faint}</svg>"

    def ground(self) -> str:
        """The ground behind all maps, which stands before them.

        A photograph of it, since a browser takes long for drawings of a thousand hexes.
        """
        import vl_convert

        made = vl_convert.svg_to_jpeg(self._ground, scale=1.0, quality=80)
        packed = base64.b64encode(made).decode()
        rule = f"background: #fff url(data:image/jpeg;base64,{packed}) 0 0 / 100% 100%"
        exact = "-webkit-print-color-adjust: exact; print-color-adjust: exact"
        return element("style", f".maps .{self._name} {{ {rule}; {exact}; }}")

    def _svg(self, inside: str) -> str:
        return f"{self._head}{inside}</svg>"

    def held(self, watched: Watched, moment: int, sides: Sequence[str]) -> str:
        """A place has the colour of who holds it most often, the stronger the oftener."""
        by_place: dict[str, dict[int, float]] = {}
        for (label, side), count in watched.held[moment].items():
            by_place.setdefault(label, {})[side] = count / watched.games
        drawn = []
        for label, shares in by_place.items():
            place = self._board.places.get(label)
            if place is None:
                continue
            side = max(shares, key=lambda one: (shares[one], -one))
            words = ", ".join(f"{sides[s]} {share:.0%}" for s, share in sorted(shares.items()))
            drawn.append(
                element(
                    "path",
                    element("title", escape(f"{place.name or label}: {words} of games")),
                    d=self._outline(place),
                    fill=self.colours[side % len(self.colours)],
                    fill_opacity=max(FAINTEST, STRONGEST * shares[side]),
                    stroke=self.colours[side % len(self.colours)],
                    stroke_width=4,
                )
            )
        return self._svg("".join(drawn))

    def battles(self, watched: Watched, most: float) -> str:
        """Where battles begin: the area of a circle is their number; `most` has the largest."""
        drawn = []
        for label, count in sorted(watched.battles.items(), key=lambda one: -one[1]):
            place = self._board.places.get(label)
            if place is None:
                continue
            mean = count / watched.games
            drawn.append(
                element(
                    "circle",
                    element("title", escape(f"{place.name or label}: {mean:.2f} battles a game")),
                    cx=number(place.x),
                    cy=number(place.y),
                    r=number(max(12.0, LARGEST * (mean / most) ** 0.5)),
                    fill="#b3261e",
                    fill_opacity=0.6,
                    stroke="#7a1712",
                    stroke_width=6,
                )
            )
        return self._svg("".join(drawn))

    def _outline(self, place: Place) -> str:
        if place.outline:
            return polygon(place.outline)
        return polygon((place.x + x * 0.96, place.y + y * 0.96) for x, y in self._board.corners)


def most_battles(watched: Sequence[Watched]) -> float:
    """Battles a game at the place that has most; 0 where none are told."""
    return max(
        (count / one.games for one in watched for count in one.battles.values()), default=0.0
    )


def held_rows(watched: Watched, sides: Sequence[str]) -> list[Mapping[str, object]]:
    """The figures of the maps, for a file."""
    return [
        {
            "moment": f"{moment + 1}/{MOMENTS}",
            "place": place,
            "side": sides[side],
            "share": round(count / watched.games, 6),
        }
        for moment, counts in enumerate(watched.held)
        for (place, side), count in sorted(counts.items())
    ]


def battle_rows(watched: Watched) -> list[Mapping[str, object]]:
    """The figures of the map of battles, for a file."""
    return [
        {"place": place, "battles_a_game": round(count / watched.games, 6)}
        for place, count in watched.battles.most_common()
    ]
