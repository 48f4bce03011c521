"""What a viewer may ask of the board: odds, danger, income, and where the dice may lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from hexfront.core.contract import Figure, Overlay, OverlayReading, View
from hexfront.core.table.overlays import check_question
from hexfront.systems.takeover.knowledge.assessment import assess_attack, pool_figures
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.knowledge.forecast import odds_of, pools_of
from hexfront.systems.takeover.knowledge.odds import Odds, Pool
from hexfront.systems.takeover.knowledge.view import Viewer
from hexfront.systems.takeover.rules.estate import title_income
from hexfront.systems.takeover.rules.pools import FACES
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import Setting

OVERLAYS: Final = (
    Overlay("odds", "Odds", "Chances in per cent to take it over, by attacker", "x", of_place=True),
    Overlay(
        "danger", "Danger", "The best chance in per cent of a foreign attack without a card", "t"
    ),
    Overlay(
        "targets", "Targets", "Your best chance in per cent from a territory of the quadrant", "e"
    ),
    Overlay("income", "Income", "What the Title pays its owner at the Administration", "I"),
    Overlay("throw", "Next throw", "Chance in per cent to land there", "r", of_counter=True),
)
HUNDRED: Final = 100
THROWS: Final = FACES * FACES


class Fight(NamedTuple):
    """A takeover that could be declared without a card."""

    origin: int
    target: int
    pools: tuple[Pool, Pool]
    odds: Odds

    @property
    def percent(self) -> float:
        """The aggressor's chance."""
        return round(HUNDRED * float(self.odds.engagement_win), 1)


class OverlayReader:
    """Answers the overlays of one scenario, from views alone."""

    overlays = OVERLAYS

    def __init__(self, setting: Setting, viewer: Viewer) -> None:
        self._setting, self._viewer = setting, viewer
        self._of_board = {
            "danger": self._danger,
            "targets": self._targets,
            "income": self._income,
        }

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay. Errors: `InputError` for an unknown overlay or subject."""
        state = visible_state(self._setting, view.facts)
        sides = {counter.id: counter.side for counter in view.counters}
        check_question(OVERLAYS, overlay, subject, sides, self._viewer.spaces)
        if overlay == "odds":
            return self._odds_of(state, subject)
        if overlay == "throw":
            return self._throw(state, sides[subject], subject)
        player = view.viewer if view.viewer >= 0 else state.game.active
        return self._of_board[overlay](state, player)

    def _fights(self, state: s.TakeoverState) -> Iterator[Fight]:
        """Every takeover of a foreign territory in the same quadrant (TKO-2)."""
        ring, lands = self._setting.ring, state.territories
        for target in range(len(self._viewer.territories)):
            if lands.owner[target] == s.NOBODY:
                continue
            for origin in range(len(self._viewer.territories)):
                owner = lands.owner[origin]
                near = ring.titles.quadrant[origin] == ring.titles.quadrant[target]
                if near and owner not in (s.NOBODY, lands.owner[target]):
                    both = pools_of(ring, state, origin, target)
                    yield Fight(origin, target, both, odds_of(ring, both))

    def _odds_of(self, state: s.TakeoverState, place: str) -> OverlayReading:
        """The odds at a place."""
        viewer = self._viewer
        if place in viewer.territories:
            return self._odds(state, viewer.territories.index(place))
        title = viewer.space_title(viewer.spaces.index(place))
        return OverlayReading("odds", place, f"{title} is no territory", "TKO-1", {})

    def _odds(self, state: s.TakeoverState, target: int) -> OverlayReading:
        """Who could take a territory over, from where, with which chance (TKO-17)."""
        viewer, name = self._viewer, self._viewer.territories[target]
        fights = [fight for fight in self._fights(state) if fight.target == target]
        fights.sort(key=lambda fight: (-fight.percent, fight.origin))
        rows = tuple(
            Figure(
                viewer.territory_title(fight.origin),
                clause="TKO-17",
                parts=(
                    Figure("Aggressor", viewer.titles[int(state.territories.owner[fight.origin])]),
                    self._dice(state, fight),
                    Figure("Chance", fight.percent, "%"),
                    Figure("Rounds", round(float(fight.odds.expected_rounds), 2)),
                ),
            )
            for fight in fights
        )
        columns = ("aggressor", "dice", "chance", "rounds")
        table = (
            (Figure("Attacks within the quadrant", columns=columns, parts=rows),) if rows else ()
        )
        title = viewer.territory_title(target)
        caption = f"Odds against {title}" if rows else f"Nobody can attack {title} without a card"
        places = {viewer.territories[fight.origin]: fight.percent for fight in fights}
        return OverlayReading("odds", name, caption, "TKO-17", places, figures=table)

    def _dice(self, state: s.TakeoverState, fight: Fight) -> Figure:
        """The dice of both sides, and what gives them (TKO-4 to TKO-7)."""
        both = assess_attack(self._setting.ring, state, fight.origin, fight.target)
        numbers = " against ".join(str(pool.dice) for pool in fight.pools)
        return Figure("Dice", numbers, parts=pool_figures(both))

    def _best(self, fights: Iterable[Fight]) -> dict[str, float]:
        """The best chance of some fights against each of their targets, by name."""
        best: dict[str, float] = {}
        for fight in fights:
            name = self._viewer.territories[fight.target]
            best[name] = max(best.get(name, 0.0), fight.percent)
        return best

    def _danger(self, state: s.TakeoverState, player: int) -> OverlayReading:
        """The best chance of anybody against each territory of a player (TKO-2, TKO-17)."""
        own = state.territories.owner == player
        worst = self._best(fight for fight in self._fights(state) if own[fight.target])
        title = self._viewer.titles[player]
        caption = f"Where {title} could lose a territory"
        if not worst:
            caption = f"Nobody can attack {title} without a card"
        return OverlayReading("danger", "", caption, "TKO-17", worst)

    def _targets(self, state: s.TakeoverState, player: int) -> OverlayReading:
        """A player's best chance against each foreign territory (TKO-2, TKO-17)."""
        own = state.territories.owner == player
        best = self._best(fight for fight in self._fights(state) if own[fight.origin])
        title = self._viewer.titles[player]
        caption = f"What {title} could take over"
        if not best:
            caption = f"{title} can attack nobody without a card"
        return OverlayReading("targets", "", caption, "TKO-17", best)

    def _income(self, state: s.TakeoverState, player: int) -> OverlayReading:
        """What each Title pays its owner, or would pay a buyer (TKO-16)."""
        ring = self._setting.ring
        pays = {
            name: float(title_income(ring, state, territory))
            for territory, name in enumerate(self._viewer.territories)
        }
        return OverlayReading("income", "", "Income of each Title", "TKO-16", pays)

    def _throw(self, state: s.TakeoverState, player: int, subject: str) -> OverlayReading:
        """Where the player of a piece may land with his next throw (TKO-16)."""
        title = self._viewer.titles[player]
        if state.players.out[player]:
            return OverlayReading("throw", subject, f"{title} is out", "TKO-16", {})
        spaces, start = self._viewer.spaces, int(state.players.place[player])
        ways: dict[str, int] = {}
        for steps in range(2, 2 * FACES + 1):
            name = spaces[(start + steps) % len(spaces)]
            ways[name] = ways.get(name, 0) + FACES - abs(steps - FACES - 1)
        chances = {name: round(HUNDRED * number / THROWS, 1) for name, number in ways.items()}
        caption = f"Where {title} may land next"
        return OverlayReading("throw", subject, caption, "TKO-16", chances)
