"""The duel with opponents of every bad kind; in a process of theirs they can do no harm."""

from __future__ import annotations

import dataclasses
import errno
import os
import re
import signal
import socket
import sys
import threading
from typing import Any

from hexfront.core.agent import Position
from hexfront.core.contract import Rules
from hexfront.core.dice import Dice
from hexfront.core.system import Playing
from tests.kit.duel import make_system


class Opponent:
    """Orders the first choice."""

    def __init__(self, rules: Rules[Any], side: int, dice: Dice) -> None:
        self.asked = 0

    def decide(self, position: Position) -> Any:
        self.asked += 1
        return self.answer(position)

    def answer(self, position: Position) -> Any:
        return position.choices[0]


class Counts(Opponent):
    """Orders its first choice the first time, its second the second time, and so on."""

    def answer(self, position: Position) -> Any:
        return position.choices[self.asked - 1]


class Halts(Opponent):
    """Stops its process, which others can see, until somebody lets it go on."""

    def answer(self, position: Position) -> Any:
        signal.raise_signal(signal.SIGSTOP)
        return super().answer(position)


class Spins(Opponent):
    """Never returns, and lets no other thread of its process run."""

    def answer(self, position: Position) -> Any:
        re.match(r"(a+)+$", "a" * 60 + "b")


class Sleeps(Opponent):
    """Never returns, and uses nothing."""

    def answer(self, position: Position) -> Any:
        threading.Event().wait()


class HaltsAndSpins(Halts, Spins):
    pass


class HaltsAndSleeps(Halts, Sleeps):
    pass


class Eats(Opponent):
    def answer(self, position: Position) -> Any:
        eaten = []
        while True:
            eaten.append(bytearray(1 << 24))


class Raises(Opponent):
    def answer(self, position: Position) -> Any:
        raise RuntimeError("/etc/secret is not there")


class Quits(Opponent):
    def answer(self, position: Position) -> Any:
        sys.exit(3)


class Dies(Opponent):
    def answer(self, position: Position) -> Any:
        os._exit(3)


class Cheats(Opponent):
    def answer(self, position: Position) -> Any:
        return 10_000


class Mumbles(Opponent):
    def answer(self, position: Position) -> Any:
        return "the first"


class Prints(Opponent):
    """Uses the pipes that its process speaks with its parent through."""

    def answer(self, position: Position) -> Any:
        os.write(1, b"thinking aloud\n")
        assert sys.stdin.read() == ""
        return position.choices[0]


class Babbles(Opponent):
    """Writes into every file it finds open."""

    def answer(self, position: Position) -> Any:
        for number in range(3, 30):
            try:
                os.write(number, b"\xff" * 100)
            except OSError:
                continue
        return position.choices[0]


class Pries(Opponent):
    """Tries to reach what is not its own, and says how often it could by its choice."""

    def answer(self, position: Position) -> Any:
        parent = os.getppid()
        found = [any("SECRET" in name or "STORE" in name for name in os.environ)]
        for path in (f"/proc/{parent}/environ", "/etc/passwd", __file__ + ".stolen"):
            try:
                with open(path, "a" if path.endswith("stolen") else "r"):  # noqa: PTH123
                    found.append(True)
            except OSError:
                found.append(False)
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            try:
                with socket.socket(socket.AF_INET, kind) as out:
                    out.connect(("127.0.0.1", 9))
                    out.send(b"?")
                found.append(True)
            except OSError as error:
                found.append(error.errno == errno.ECONNREFUSED)  # somebody could have been there
        try:
            os.kill(parent, 0)
            found.append(True)
        except OSError:
            found.append(False)
        if any(found):
            raise RuntimeError(f"reached: {found}")
        return position.choices[0]


class Lingers(Opponent):
    """Quick once, then never done: the strongest, so it is asked while the system is warmed up."""

    def answer(self, position: Position) -> Any:
        if self.asked > 1:
            threading.Event().wait()
        return position.choices[0]


SYSTEM = dataclasses.replace(
    make_system(),
    name="minds",
    playing=Playing(
        agents={
            kind.__name__.lower(): kind
            for kind in (
                Opponent,
                Counts,
                Halts,
                Spins,
                Sleeps,
                HaltsAndSpins,
                HaltsAndSleeps,
                Eats,
                Raises,
                Quits,
                Dies,
                Cheats,
                Mumbles,
                Prints,
                Babbles,
                Pries,
                Lingers,
            )
        }
    ),
)
