"""Blocks as kernels see them: one address, whatever the number of parts.

A part is the same address; a field is the address of its first word, with the lengths and
distances of its axes.  What the header says of places and lengths is told never to change, so
that it is read once.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.core.datamodel.models import PrimitiveModel, StructModel
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_global,
    signature,
)
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr,
    lower_getattr_generic,
    lower_setattr_generic,
    register_model,
    typeof_impl,
    unbox,
)

from hexfront.blocks.parts import Block, Field, Int, Part

_WORD = ir.IntType(64)


class BlockType(types.Type):
    """The address of a block of a class."""

    _of_class: ClassVar[dict[type[Block], BlockType]] = {}

    def __init__(self, block: type[Block]) -> None:
        self.block, self.mark, self.parts = block, block.mark, block.parts
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

    def part(self, name: str) -> Any:
        """A part by its name, or None."""
        return next((part for part in self.parts if part.name == name), None)


class PartType(types.Type):
    """The address of a block, of which one part is meant."""

    def __init__(self, block: BlockType, part: Part) -> None:
        self.block, self.part = block, part
        super().__init__(name=f"{block.name}.{part.name}")

    def __reduce__(self) -> Any:
        return _part_type, (self.block, self.part.name)

    def field(self, name: str) -> Any:
        """A field by its name, or None.

        `words` are all columns of rows, one beside the other, and `floats` the same as floats.
        """
        if name in ("words", "floats"):
            return Field(name, 0, self.part.width, name == "floats")
        return next((field for field in self.part.fields if field.name == name), None)


def _part_type(block: BlockType, name: str) -> PartType:
    return PartType(block, block.part(name))


class ViewType(types.Type):
    """Words with an index: the address of the first, and for each axis its length and step."""

    def __init__(self, axes: int, floats: bool) -> None:
        self.axes, self.floats = axes, floats
        self.word = types.float64 if floats else types.int64
        super().__init__(name=f"View{axes}{'f' if floats else 'i'}")


@register_model(BlockType)
@register_model(PartType)
class _AddressModel(PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WORD.as_pointer())


@register_model(ViewType)
class _ViewModel(StructModel):
    def __init__(self, manager: Any, kind: ViewType) -> None:
        sizes = types.UniTuple(types.int64, kind.axes)
        members = [("address", types.CPointer(types.int64)), ("lengths", sizes), ("steps", sizes)]
        super().__init__(manager, kind, members)


# --- What a name of a block is ---


@infer_getattr
class _BlockNames(AttributeTemplate):
    key = BlockType

    def generic_resolve(self, block: Any, name: str) -> Any:  # type: ignore[override]
        part = block.part(name)
        if part is None:
            return None
        return PartType(block, part) if part.fields else ViewType(len(part.axes), part.floats)


@infer_getattr
class _PartNames(AttributeTemplate):
    key = PartType

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        field = kind.field(name)
        if field is None:
            return None
        axes = len(kind.part.axes) + (field.count is not None)
        if axes == 0:
            return types.float64 if field.floats else types.int64
        return ViewType(axes, field.floats)


def _constant(value: int) -> Any:
    return ir.Constant(_WORD, value)


def _header_word(builder: Any, address: Any, place: int) -> Any:
    """A word of the header, told never to change."""
    word = builder.load(builder.gep(address, [_constant(place)], inbounds=True))
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _layout(builder: Any, block: BlockType, address: Any, name: str) -> tuple[Any, list[Any]]:
    """Where a part begins, in words from the block's first, and how long its axes are.

    Known while compiling up to the first part whose length a scenario decides.
    """
    at: int | None = 2 + sum(1 + len(part.axes) for part in block.parts)
    place = 2
    for part in block.parts:
        fixed = [axis for axis in part.axes if isinstance(axis, int)]
        if part.name == name:
            begin = _header_word(builder, address, place) if at is None else _constant(at)
            lengths = [
                _constant(axis)
                if isinstance(axis, int)
                else _header_word(builder, address, place + 1 + number)
                for number, axis in enumerate(part.axes)
            ]
            return begin, lengths
        place += 1 + len(part.axes)
        known = at is not None and len(fixed) == len(part.axes)
        at = at + int(np.prod(fixed, dtype=int)) * part.width if known and at is not None else None
    raise KeyError(name)


def _view(
    context: Any, builder: Any, kind: ViewType, address: Any, lengths: list[Any], width: int
) -> Any:
    """Words with an index, of which a step of the last axis is so many words wide."""
    steps: list[Any] = []
    step = _constant(width)
    for length in reversed(lengths):
        steps.insert(0, step)
        step = builder.mul(step, length, flags=["nsw"])
    return _made_view(context, builder, kind, address, lengths, steps)


def _made_view(
    context: Any, builder: Any, kind: ViewType, address: Any, lengths: list[Any], steps: list[Any]
) -> Any:
    view = cgutils.create_struct_proxy(kind)(context, builder)
    view.address = address
    view.lengths = cgutils.pack_array(builder, lengths)
    view.steps = cgutils.pack_array(builder, steps)
    return view._getvalue()


@lower_getattr_generic(BlockType)
def _get_part(context: Any, builder: Any, block: BlockType, address: Any, name: str) -> Any:
    part = block.part(name)
    if part.fields:
        return address
    begin, lengths = _layout(builder, block, address, name)
    first = builder.gep(address, [begin], inbounds=True)
    return _view(context, builder, ViewType(len(part.axes), part.floats), first, lengths, 1)


def _field_address(builder: Any, kind: PartType, address: Any, field: Field) -> tuple[Any, Any]:
    begin, lengths = _layout(builder, kind.block, address, kind.part.name)
    first = builder.gep(address, [begin], inbounds=True)
    return builder.gep(first, [_constant(field.at)], inbounds=True), lengths


@lower_getattr_generic(PartType)
def _get_field(context: Any, builder: Any, kind: PartType, address: Any, name: str) -> Any:
    field = kind.field(name)
    first, lengths = _field_address(builder, kind, address, field)
    if not lengths and field.count is None:
        return _load(builder, first, field.floats)
    view = ViewType(len(lengths) + (field.count is not None), field.floats)
    if field.count is None:
        return _view(context, builder, view, first, lengths, kind.part.width)
    steps: list[Any] = [_constant(1)]
    step = _constant(kind.part.width)
    for length in reversed(lengths):
        steps.insert(0, step)
        step = builder.mul(step, length, flags=["nsw"])
    return _made_view(context, builder, view, first, [*lengths, _constant(field.count)], steps)


@lower_setattr_generic(PartType)
def _set_field(context: Any, builder: Any, sig: Any, arguments: Any, name: str) -> None:
    kind, given = sig.args
    field = kind.field(name)
    value = context.cast(
        builder, arguments[1], given, types.float64 if field.floats else types.int64
    )
    _store(builder, value, _field_address(builder, kind, arguments[0], field)[0], field.floats)


def _load(builder: Any, address: Any, floats: bool) -> Any:
    if floats:
        address = builder.bitcast(address, ir.DoubleType().as_pointer())
    return builder.load(address)


def _store(builder: Any, value: Any, address: Any, floats: bool) -> None:
    if floats:
        address = builder.bitcast(address, ir.DoubleType().as_pointer())
    builder.store(value, address)


# --- Reading and writing by an index ---


def _indices(kind: Any, index: Any) -> Any:
    """The types of an index into a view, or None where it is none."""
    if not isinstance(kind, ViewType):
        return None
    if isinstance(index, types.Integer):
        return types.int64
    fits = isinstance(index, types.BaseTuple) and 0 < len(index) <= kind.axes
    if fits and all(isinstance(part, types.Integer) for part in index):
        return types.UniTuple(types.int64, len(index))
    return None


def _count(indices: Any) -> int:
    return len(indices) if isinstance(indices, types.BaseTuple) else 1


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        kind, index = arguments
        if (indices := _indices(kind, index)) is None:
            return None
        left = kind.axes - _count(indices)
        return signature(ViewType(left, kind.floats) if left else kind.word, kind, indices)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        kind, index, _ = arguments
        indices = _indices(kind, index)
        if indices is None or _count(indices) != kind.axes:
            return None
        return signature(types.none, kind, indices, kind.word)


def _at(context: Any, builder: Any, kind: ViewType, view: Any, index: Any, indices: Any) -> Any:
    """The address that an index means, and the lengths and steps of the axes that are left."""
    proxy = cgutils.create_struct_proxy(kind)(context, builder, value=view)
    lengths = cgutils.unpack_tuple(builder, proxy.lengths, kind.axes)
    steps = cgutils.unpack_tuple(builder, proxy.steps, kind.axes)
    single = not isinstance(indices, types.BaseTuple)
    given = [index] if single else cgutils.unpack_tuple(builder, index, len(indices))
    address = proxy.address
    for place, length, step in zip(given, lengths, steps, strict=False):
        if vars(config)["BOUNDSCHECK"]:
            outside = builder.icmp_unsigned(">=", place, length)
            with builder.if_then(outside, likely=False):
                message = ("index is out of the bounds of a part of a block",)
                context.call_conv.return_user_exc(builder, IndexError, message)
        address = builder.gep(address, [builder.mul(place, step, flags=["nsw"])], inbounds=True)
    return address, lengths[len(given) :], steps[len(given) :]


@lower_builtin(operator.getitem, ViewType, types.Any)
def _get_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind, indices = sig.args
    view, index = arguments
    address, lengths, steps = _at(context, builder, kind, view, index, indices)
    if not lengths:
        return _load(builder, address, kind.floats)
    return _made_view(context, builder, sig.return_type, address, lengths, steps)


@lower_builtin(operator.setitem, ViewType, types.Any, types.Any)
def _set_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind, indices, _ = sig.args
    address, _, _ = _at(context, builder, kind, arguments[0], arguments[1], indices)
    _store(builder, arguments[2], address, kind.floats)
    return context.get_dummy_value()


@infer_getattr
class _ViewNames(AttributeTemplate):
    key = ViewType

    def resolve_shape(self, kind: ViewType) -> Any:
        return types.UniTuple(types.int64, kind.axes)


@lower_getattr(ViewType, "shape")
def _shape(context: Any, builder: Any, kind: ViewType, view: Any) -> Any:
    return cgutils.create_struct_proxy(kind)(context, builder, value=view).lengths


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        (kind,) = arguments
        rows = isinstance(kind, PartType) and kind.part.axes
        return signature(types.intp, kind) if rows or isinstance(kind, ViewType) else None


@lower_builtin(len, PartType)
def _length_of_part(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind = sig.args[0]
    return _layout(builder, kind.block, arguments[0], kind.part.name)[1][0]


@lower_builtin(len, ViewType)
def _length_of_view(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    view = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=arguments[0])
    return builder.extract_value(view.lengths, 0)


# --- Where a block enters ---


@typeof_impl.register(Block)
def _typeof(value: Block, context: Any) -> BlockType:
    return BlockType.of(type(value))


@unbox(BlockType)
def _take(kind: BlockType, value: Any, c: Any) -> NativeValue:
    """The address of the words of a block; a TypeError for a block of another class."""
    array = types.Array(types.int64, 1, "C")
    failed = cgutils.alloca_once_value(c.builder, cgutils.true_bit)
    data = cgutils.alloca_once(c.builder, _WORD.as_pointer())
    item = c.pyapi.tuple_getitem(value, 0)
    native = c.unbox(array, item)
    with c.builder.if_then(c.builder.not_(native.is_error)):
        view = cgutils.create_struct_proxy(array)(c.context, c.builder, value=native.value)
        enough = c.builder.icmp_signed(">=", view.nitems, _constant(2))
        with c.builder.if_else(enough) as (then, otherwise):
            with then:
                mark = c.builder.load(view.data)
                right = c.builder.icmp_signed("==", mark, _constant(kind.mark))
                c.builder.store(c.builder.not_(right), failed)
            with otherwise:
                pass
        with c.builder.if_then(c.builder.load(failed), likely=False):
            c.pyapi.err_set_string("PyExc_TypeError", f"expected a block of type {kind.name}")
        c.builder.store(view.data, data)
    return NativeValue(
        c.builder.load(data), is_error=c.builder.load(failed), cleanup=native.cleanup
    )


# --- Whole blocks ---


def copy_block(target: Block, source: Block) -> None:
    """Overwrite a block with another of the same class and lengths."""
    target[0][:] = source[0]


def game_of(like: Any, games: Int, row: int) -> Any:
    """A row of a batch of games as a block; `like` is a block of its class, and fits into a row."""
    return type(like)(games[row][: games[row, 1]])


@infer_global(copy_block)
class _CopyBlock(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        target, source = arguments
        alike = isinstance(target, BlockType) and target == source
        return signature(types.none, target, source) if alike else None


@lower_builtin(copy_block, BlockType, BlockType)
def _copy_words(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    target, source = arguments
    cgutils.raw_memcpy(builder, target, source, _header_word(builder, source, 1), 8)
    return context.get_dummy_value()


@infer_global(game_of)
class _GameOf(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        like, games, row = arguments
        batch = games == types.Array(types.int64, 2, "C") and isinstance(row, types.Integer)
        return signature(like, like, games, types.int64) if batch else None


@lower_builtin(game_of, BlockType, types.Array, types.Integer)
def _row_of(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    array = cgutils.create_struct_proxy(sig.args[1])(context, builder, value=arguments[1])
    size = cgutils.unpack_tuple(builder, array.shape, 2)[1]
    return builder.gep(array.data, [builder.mul(arguments[2], size)], inbounds=True)
