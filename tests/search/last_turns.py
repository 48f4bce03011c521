"""Last turns of small games, a system each, of which all that may happen can be counted out.

Nothing that matters is hidden in them from the side that is to order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from hexfront.core.contract import Rules, Step
from hexfront.core.events import EventLog
from hexfront.systems.brigade.rules.orders import DONE
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.rules.sequence import open_player_turn, proceed
from hexfront.systems.malaya.scenario.loader import load
from hexfront.systems.malaya.scenario.state import COMMONWEALTH, JAPAN, Phase
from tests.aggressor import positions as aggressor_positions
from tests.brigade import positions as brigade_positions
from tests.malaya import small
from tests.takeover import positions as takeover_positions

RED, BLUE = 0, 1


class LastTurn(NamedTuple):
    """A position, and who orders."""

    rules: Rules[Any]
    state: Any
    side: int


def brigade(units: dict[str, str]) -> LastTurn:
    """Red has passed; blue moves and fights for the town in the corner."""
    game = brigade_positions.Game(
        units, turns=1, sequence="igougo", columns=4, rows=4, movement=dict.fromkeys(units, 2)
    )
    while RED in game.sides:
        game.rules.apply(game.state, Step(RED, DONE), EventLog(0))
    return LastTurn(game.rules, game.state, BLUE)


def brigade_battle() -> LastTurn:
    """Beside the town's defender, after movement: one attack decides."""
    turn = brigade({"R1": "0404", "B1": "0403"})
    turn.rules.apply(turn.state, Step(BLUE, DONE), EventLog(0))
    return turn


def takeover(money: int, ns_units: int = 0) -> LastTurn:
    """The last of two players stands before a territory of the first, who owns 70 more."""
    dice = {"aggressor_polygon": 2, "defender_polygon": 2, "aggressor_dice": 1, "defender_dice": 1}
    table = takeover_positions.Table(options={"players": 2, "rounds": 1}, pools=dice)
    table.own(RED, "furnace-hill", "old-mint")
    table.own(BLUE, "forge-lane", ns=ns_units)
    table.own(BLUE, "mill-row")
    table.money(RED, 0)
    table.money(BLUE, money)
    table.state.game.active = BLUE
    table.land("furnace-hill")
    return LastTurn(table.rules, table.state, BLUE)


def aggressor(units: dict[str, str]) -> LastTurn:
    """West controls the five sectors that win, unless East takes one in its last turn."""
    game = aggressor_positions.Game(
        units,
        acting=aggressor_positions.EAST,
        rounds=9,
        observation=False,
        numbers={"sectors_to_win": 5},
        types={"armor": (1, 3), "infantry": (1, 2)},
    )
    now = game.state.game
    now.first, now.round = aggressor_positions.WEST, 9
    now.control[:] = [0, 0, 1, 0, 0, 1, 1, 1, 1]
    game.state.known[:] = now.control
    now.sure[:] = (1 << len(now.control)) - 1
    return LastTurn(game.rules, game.state, aggressor_positions.EAST)


def malaya(*units: small.Document) -> LastTurn:
    """The last combat phase: Japan has enough points for a draw, if it keeps all of them."""
    changes: Any = {
        "shipping": None,
        "air": {"defence": [[1]] * len(small.COLUMNS)},
        "victory": {"up": 5, "down": -50},
    }
    table = small.Table(*units, **changes)
    table.hold(COMMONWEALTH)
    table.hold(JAPAN, "0305", "0204")
    table.state.game.turn = 4
    open_player_turn(table.ground, table.state, COMMONWEALTH, table.log.rows)
    table.state.game.air_left[:] = 0
    proceed(table.ground, table.state, Phase.COMBAT, table.log.rows)
    rules = MalayaRules(load(small.document(*units, **changes), None, "small"))
    return LastTurn(rules, table.state, COMMONWEALTH)


_JAPAN: Final = small.jp("j1", "0305")
_FIRST, _SECOND = small.cw("c1", "0304"), small.cw("c2", "0405", attack=3)

LAST_TURNS: Final[dict[str, Callable[[], LastTurn]]] = {
    "brigade, alone": lambda: brigade({"R1": "0404", "B1": "0204"}),
    "brigade, two against one": lambda: brigade({"R1": "0404", "B1": "0204", "B2": "0402"}),
    "brigade, two against two": lambda: brigade(
        {"R1": "0404", "R2": "0403", "B1": "0202", "B2": "0303"}
    ),
    "takeover, behind": lambda: takeover(money=0, ns_units=1),
    "takeover, ahead": lambda: takeover(money=75),
    "aggressor, who could walk": lambda: aggressor({"W1": "armor @OD 0/1", "E1": "armor @OC 1/3"}),
    "aggressor, who could walk with another": lambda: aggressor(
        {"W1": "armor @PC 0/1", "E1": "armor @OC 1/3", "E2": "infantry @RC"}
    ),
    "aggressor, who must fight": lambda: aggressor({"W1": "armor @JC 0/1", "E1": "armor @KC 1/3"}),
    "malaya, one target": lambda: malaya(_JAPAN, _FIRST, _SECOND),
    "malaya, two targets": lambda: malaya(_JAPAN, small.jp("j2", "0204"), _FIRST, _SECOND),
}
