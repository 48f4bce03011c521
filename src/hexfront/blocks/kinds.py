"""What Numba takes a block for, and its parts, fields and views: types and their machine form."""

# Numba's inner parts have no types.
# mypy: disallow-untyped-calls=False, disallow-subclassing-any=False

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, NamedTuple

from llvmlite import ir
from numba.core import types
from numba.core.datamodel.models import PrimitiveModel, StructModel
from numba.core.typeconv.castgraph import Conversion
from numba.extending import register_model

from hexfront.blocks.parts import Block, Field, Part

WORD = ir.IntType(64)
SHORT = ir.IntType(16)


class BlockType(types.Type):
    """The address of a block of a class."""

    _of_class: ClassVar[dict[type[Block], BlockType]] = {}

    def __init__(self, block: type[Block]) -> None:
        self.block, self.mark, self.parts = block, block.mark, block.parts
        self._layouts = _layouts_of(block)
        super().__init__(name=f"{block.__name__}.{block.mark & 0xFFFFFFFF:08x}")

    @classmethod
    def of(cls, block: type[Block]) -> BlockType:
        """The type of the blocks of a class."""
        if block not in cls._of_class:
            cls._of_class[block] = cls(block)
        return cls._of_class[block]

    def __reduce__(self) -> Any:
        """Machine code on the disk names the class, so that no kernel has all its fields."""
        return BlockType.of, (self.block,)

    def layout(self, name: str) -> Any:
        """Where a part lies, or None."""
        return self._layouts.get(name)


class Layout(NamedTuple):
    """Where a part of a class of blocks lies."""

    part: Part
    place: int
    """The word of the header that says where it begins; those after it say how long it is."""
    at: int | None
    """Where it begins, up to the first part whose length a scenario decides."""


def _layouts_of(block: type[Block]) -> dict[str, Layout]:
    found, place = {}, 2
    at: int | None = 2 + sum(1 + len(part.axes) for part in block.parts)
    for part in block.parts:
        found[part.name] = Layout(part, place, at)
        place += 1 + len(part.axes)
        fixed = [axis for axis in part.axes if isinstance(axis, int)]
        known = at is not None and len(fixed) == len(part.axes)
        at = at + part.size(fixed) if known and at is not None else None
    return found


class PartType(types.Type):
    """The address of a block, of which one part is meant."""

    def __init__(self, block: BlockType, part: Part) -> None:
        self.block, self.part = block, part
        super().__init__(name=f"{block.name}.{part.name}")

    def __reduce__(self) -> Any:
        return part_type, (self.block, self.part.name)

    def field(self, name: str) -> Any:
        """A field by its name, or None.

        `words` are all columns of rows, one beside the other, and `floats` the same as floats.
        """
        if name in ("words", "floats"):
            return Field(name, 0, self.part.width, name == "floats")
        return next((field for field in self.part.fields if field.name == name), None)


@cache
def part_type(block: BlockType, name: str) -> PartType:
    """The type of a part of a block."""
    return PartType(block, block.layout(name).part)


class FieldType(types.Type):
    """The address of a block, of which a field with an index is meant, or an array.

    Its first word and its lengths are found where it is indexed, and only those that are needed:
    most of what kernels do is `units.strength[unit]`.
    """

    def __init__(self, block: BlockType, part: str, name: str) -> None:
        self.block, self.layout = block, block.layout(part)
        owner: Part = self.layout.part
        self.field = part_type(block, part).field(name) if name else None
        several = self.field is not None and self.field.count is not None
        self.axes = len(owner.axes) + several
        self.floats: bool = self.field.floats if self.field else owner.floats
        self.short: bool = owner.short
        self.word = types.float64 if self.floats else types.int64
        super().__init__(name=f"{block.name}.{part}.{name}")
        self._names = (block, part, name)

    def __reduce__(self) -> Any:
        return field_type, self._names

    @property
    def handed_on(self) -> ViewType:
        """What a kernel gets that is called with it."""
        return ViewType(self.axes, self.floats, self.short)

    def can_convert_to(self, context: Any, other: Any) -> Any:
        """It is a view wherever one is wanted."""
        return Conversion.safe if other == self.handed_on else None

    def unify(self, context: Any, other: Any) -> Any:
        """Of two fields, a variable is a view."""
        views = (self.handed_on, getattr(other, "handed_on", None))
        return self.handed_on if other == views[0] or views[0] == views[1] else None


@cache
def field_type(block: BlockType, part: str, name: str) -> FieldType:
    """The type of a field of a part with an index; without a name, of a part that is an array."""
    return FieldType(block, part, name)


class ViewType(types.Type):
    """Numbers with an index: the address of the first, and for each axis its length and step.

    Short ones have 16 bits; what is read of them is a whole number like any other.
    """

    def __init__(self, axes: int, floats: bool, short: bool) -> None:
        self.axes, self.floats, self.short = axes, floats, short
        self.word = types.float64 if floats else types.int64
        super().__init__(name=f"View{axes}{'f' if floats else 's' if short else 'i'}")


@register_model(BlockType)
@register_model(PartType)
@register_model(FieldType)
class _AddressModel(PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@register_model(ViewType)
class _ViewModel(StructModel):
    def __init__(self, manager: Any, kind: ViewType) -> None:
        sizes = types.UniTuple(types.int64, kind.axes)
        number = types.int16 if kind.short else types.int64
        members = [("address", types.CPointer(number)), ("lengths", sizes), ("steps", sizes)]
        super().__init__(manager, kind, members)
