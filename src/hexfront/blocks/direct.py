"""Calls of kernels from Python that do not ask for the types of their arguments each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

from hexfront.jit import entry_of

P = ParamSpec("P")
R = TypeVar("R")


class direct(Generic[P, R]):  # noqa: N801 - used like `property`
    """A kernel as an attribute of a class that calls it often, and always with the same types.

    Numba asks for the types of all arguments at each call, which takes longer than most
    kernels.  Here it asks once, as soon as there is machine code, and the class has that itself
    from then on.  It still checks that it is given blocks of the right class and arrays of words:

        class Rules:
            _apply = direct(apply_step)
    """

    def __init__(self, kernel: Callable[P, R]) -> None:
        self._kernel: Any = kernel

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner, self._name = owner, name

    def __get__(self, instance: object, owner: type) -> Callable[P, R]:
        return self._first

    def _first(self, *arguments: P.args, **keywords: P.kwargs) -> R:
        result: R = self._kernel(*arguments, **keywords)
        entry = entry_of(self._kernel, arguments)
        if entry is not None:
            setattr(self._owner, self._name, entry)
        return result
