"""How much the screens of a table may ask for, by seat."""

from __future__ import annotations

from hexfront.core.contract import SPECTATOR
from hexfront.core.errors import InputError
from hexfront.server.access.security import Rate
from hexfront.server.tables.answers import first_word
from hexfront.server.wire.frames import (
    MAX_ORDERS,
    AskTimeSeries,
    Orders,
    Question,
    Request,
    Typed,
)

FRAMES_A_SECOND = 20
"""Of all sockets of a seat together."""
ORDERS_A_SECOND = 200
"""Of a seat; a frame may hold several."""
TIME_SERIES_A_SECOND = 5
"""Of a seat; they are the longest answers."""
SAVES_A_MINUTE = 12
"""Of a seat."""


class Allowances:
    """What is left of them at one table."""

    def __init__(self) -> None:
        self._rates: dict[tuple[str, int], Rate] = {}

    def _rate(self, what: str, seat: int, a_second: float, at_once: float) -> Rate:
        return self._rates.setdefault((what, seat), Rate(a_second, at_once))

    def frames(self, seat: int) -> Rate:
        """How many frames a seat may still send; spectators each for themselves."""
        if seat == SPECTATOR:
            return Rate(FRAMES_A_SECOND / 2, FRAMES_A_SECOND)
        return self._rate("frames", seat, FRAMES_A_SECOND, FRAMES_A_SECOND)

    def request(self, frame: Request) -> None:
        """Take a request from what its seat may still order and keep. Errors: `InputError`."""
        if isinstance(frame, Orders):
            at_once = max(2 * ORDERS_A_SECOND, MAX_ORDERS)
            rate = self._rate("orders", frame.seat, ORDERS_A_SECOND, at_once)
            if not rate.take(len(frame.orders)):
                expected = f"at most {ORDERS_A_SECOND} a second"
                raise InputError.at("frame: /orders", "<too many orders>", expected)
        elif isinstance(frame, Typed) and first_word(frame) == "save":
            rate = self._rate("saves", frame.seat, SAVES_A_MINUTE / 60, SAVES_A_MINUTE)
            if not rate.take():
                expected = f"at most {SAVES_A_MINUTE} a minute"
                raise InputError.at("save", "<too many situations to keep>", expected)

    def question(self, frame: Question) -> None:
        """Take a question from what its seat may still ask. Errors: `InputError`."""
        if isinstance(frame, AskTimeSeries):
            rate = self._rate(
                "time series", frame.seat, TIME_SERIES_A_SECOND, 2 * TIME_SERIES_A_SECOND
            )
            if not rate.take():
                expected = f"at most {TIME_SERIES_A_SECOND} a second"
                raise InputError.at("frame: /type", "<too many of `time_series`>", expected)
