"""Agents of others, most of them bad."""

from __future__ import annotations

import os
import threading
from typing import Any


class First:
    """Orders the first choice, or another one."""

    def __init__(self, rules: Any, side: int, dice: Any, *, which: int = 0) -> None:
        self._which = which

    def decide(self, position: Any) -> Any:
        return position.choices[self._which % len(position.choices)]


class Raises(First):
    def decide(self, position: Any) -> Any:
        raise RuntimeError("no idea")


class Hangs(First):
    def decide(self, position: Any) -> Any:
        threading.Event().wait()


class Illegal(First):
    def decide(self, position: Any) -> Any:
        return 77


class Changes(First):
    def decide(self, position: Any) -> Any:
        position.view.facts["plan"] = 5
        return super().decide(position)


class Prints(First):
    def decide(self, position: Any) -> Any:
        print("thinking aloud")
        return super().decide(position)


class Dies(First):
    def decide(self, position: Any) -> Any:
        os._exit(3)


class Needs(First):
    def __init__(self, rules: Any, side: int, dice: Any) -> None:
        import no_such_package  # noqa: F401
