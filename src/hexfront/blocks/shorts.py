"""Numbers of 16 bits in a block: a quarter of the memory, for what is never large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    Short: TypeAlias = NDArray[np.int64]
else:
    Short: TypeAlias = NDArray[np.int16]
"""From −1, which is nobody, to 65,534. What is read of them are whole numbers like any other."""
SHORTS: Final = 4
"""How many are in a word."""
SHORT_MASK: Final = 0xFFFF


class ShortView(np.lib.mixins.NDArrayOperatorsMixin):
    """Numbers of 16 bits in a block, as Python sees them: like an array of words.

    What is read or reckoned of them is Python's own numbers and arrays of 64 bits, so that
    nothing overflows; a slice is a view, as of any array. `array` is the memory itself.
    """

    def __init__(self, array: NDArray[np.uint16]) -> None:
        self.array = array

    def __getitem__(self, index: Any) -> Any:
        found = self.array[index]
        if isinstance(found, np.uint16):
            number = int(found)
            return -1 if number == SHORT_MASK else number
        return ShortView(found)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(value, int) and not -1 <= value < SHORT_MASK:
            raise OverflowError(f"{value} is no number of 16 bits: -1 to {SHORT_MASK - 1}")
        self.array[index] = (
            np.asarray(value) if isinstance(value, list | tuple) else value
        ) & SHORT_MASK

    def __len__(self) -> int:
        return len(self.array)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self.copy().astype(dtype or np.int64, copy=False)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **more: Any) -> Any:
        plain = (np.asarray(each) if isinstance(each, ShortView) else each for each in inputs)
        return getattr(ufunc, method)(*plain, **more)

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return self.array.shape

    def copy(self) -> NDArray[np.int64]:
        """An array of its own, of 64 bits."""
        numbers = self.array.astype(np.int64)
        numbers[numbers == SHORT_MASK] = -1
        return numbers

    def tolist(self) -> Any:
        """A list, or lists of lists, of Python's numbers."""
        return self.copy().tolist()
