"""Blocks as kernels see them: one address, whatever the number of parts.

A part is the same address; a field is the address of its first word, with the lengths and
distances of its axes.  What the header says of places and lengths is told never to change, so
that it is read once.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, config, types
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
    lower_cast,
    lower_getattr,
    lower_getattr_generic,
    lower_setattr_generic,
    typeof_impl,
    unbox,
)

from hexfront.blocks.kinds import (
    SHORT,
    WORD,
    BlockType,
    FieldType,
    Layout,
    PartType,
    ViewType,
    field_type,
    part_type,
)
from hexfront.blocks.parts import Block, Field, Int, Part

# --- What a name of a block is ---


@infer_getattr
class _BlockNames(AttributeTemplate):
    key = BlockType

    def generic_resolve(self, block: Any, name: str) -> Any:  # type: ignore[override]
        layout = block.layout(name)
        if layout is None:
            return None
        return part_type(block, name) if layout.part.fields else field_type(block, name, "")


@infer_getattr
class _PartNames(AttributeTemplate):
    key = PartType

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        field = kind.field(name)
        if field is None:
            return None
        if kind.part.axes or field.count is not None:
            return field_type(kind.block, kind.part.name, name)
        return types.float64 if field.floats else types.int64


@lower_getattr_generic(BlockType)
def _get_part(context: Any, builder: Any, block: BlockType, address: Any, name: str) -> Any:
    return address


@lower_getattr_generic(PartType)
def _get_field(context: Any, builder: Any, kind: PartType, address: Any, name: str) -> Any:
    field = kind.field(name)
    if kind.part.axes or field.count is not None:
        return address
    return _load(builder, _word_of_record(builder, kind, address, field), field.floats)


@lower_setattr_generic(PartType)
def _set_field(context: Any, builder: Any, sig: Any, arguments: Any, name: str) -> None:
    kind, given = sig.args
    field = kind.field(name)
    value = context.cast(
        builder, arguments[1], given, types.float64 if field.floats else types.int64
    )
    _store(builder, value, _word_of_record(builder, kind, arguments[0], field), field.floats)


def _constant(value: int) -> Any:
    return ir.Constant(WORD, value)


def _header_word(builder: Any, address: Any, place: int) -> Any:
    """A word of the header, told never to change."""
    word = builder.load(builder.gep(address, [_constant(place)], inbounds=True))
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _further(builder: Any, address: Any, words: Any) -> Any:
    """An address some words further on."""
    return builder.gep(address, [words], inbounds=True)


def _first_word(builder: Any, layout: Layout, address: Any, at: int) -> Any:
    """The address of the first number of a part, or of one of its fields."""
    if layout.part.short:
        part = builder.bitcast(_begin(builder, layout, address), SHORT.as_pointer())
        return _further(builder, part, _constant(at)) if at else part
    if layout.at is not None:
        return _further(builder, address, _constant(layout.at + at))
    part = _begin(builder, layout, address)
    return _further(builder, part, _constant(at)) if at else part


def _begin(builder: Any, layout: Layout, address: Any) -> Any:
    """The address of the first word of a part."""
    if layout.at is not None:
        return _further(builder, address, _constant(layout.at))
    return _further(builder, address, _header_word(builder, address, layout.place))


def _word_of_record(builder: Any, kind: PartType, address: Any, field: Field) -> Any:
    return _first_word(builder, kind.block.layout(kind.part.name), address, field.at)


def _load(builder: Any, address: Any, floats: bool) -> Any:
    if floats:
        address = builder.bitcast(address, ir.DoubleType().as_pointer())
    found = builder.load(address)
    if found.type != SHORT:
        return found
    # All bits set are −1, as in `ShortView`.
    one_more = builder.zext(builder.add(found, ir.Constant(SHORT, 1)), WORD)
    return builder.sub(one_more, _constant(1))


def _store(builder: Any, value: Any, address: Any, floats: bool) -> None:
    if floats:
        address = builder.bitcast(address, ir.DoubleType().as_pointer())
    if address.type.pointee == SHORT:
        value = builder.trunc(value, SHORT)
    builder.store(value, address)


class _Words:
    """What an index reads or writes: the first word, and of each axis its length and step."""

    def __init__(self, builder: Any, kind: Any, value: Any) -> None:
        self._builder, self._kind, self._value = builder, kind, value
        self._is_field = isinstance(kind, FieldType)

    def first(self) -> Any:
        """The address of the first word."""
        if not self._is_field:
            return self._builder.extract_value(self._value, 0)
        field = self._kind.field
        return _first_word(self._builder, self._kind.layout, self._value, field.at if field else 0)

    def length(self, axis: int) -> Any:
        """How long an axis is."""
        if not self._is_field:
            return self._builder.extract_value(self._value, [1, axis])
        axes = self._kind.layout.part.axes
        if axis == len(axes):
            return _constant(self._kind.field.count)
        if isinstance(length := axes[axis], int):
            return _constant(length)
        return _header_word(self._builder, self._value, self._kind.layout.place + 1 + axis)

    def steps(self) -> list[Any]:
        """How many words apart the entries of each axis are."""
        if not self._is_field:
            axes = range(self._kind.axes)
            return [self._builder.extract_value(self._value, [2, axis]) for axis in axes]
        part: Part = self._kind.layout.part
        steps: list[Any] = [_constant(1)] if self._kind.axes > len(part.axes) else []
        step = _constant(part.width)
        for axis in reversed(range(len(part.axes))):
            steps.insert(0, step)
            if axis:
                step = self._builder.mul(step, self.length(axis), flags=["nsw"])
        return steps

    def view(self, done: int = 0, first: Any = None) -> Any:
        """A view of what is left after so many axes."""
        axes = self._kind.axes - done
        view = ir.Constant(_view_record(axes, self._kind.short), ir.Undefined)
        view = self._builder.insert_value(view, self.first() if first is None else first, 0)
        for axis, step in enumerate(self.steps()[done:]):
            view = self._builder.insert_value(view, self.length(done + axis), [1, axis])
            view = self._builder.insert_value(view, step, [2, axis])
        return view


@cache
def _view_record(axes: int, short: bool) -> Any:
    sizes = ir.ArrayType(WORD, axes)
    return ir.LiteralStructType([(SHORT if short else WORD).as_pointer(), sizes, sizes])


@lower_cast(FieldType, ViewType)
def _as_view(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return _Words(builder, given, value).view()


# --- Reading and writing by an index ---


def _indices(kind: Any, index: Any) -> Any:
    """The types of an index into words, or None where it is none."""
    if not isinstance(kind, (FieldType, ViewType)):
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
        found = ViewType(left, kind.floats, kind.short) if left else kind.word
        return signature(found, kind, indices)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        kind, index, _ = arguments
        indices = _indices(kind, index)
        if indices is None or _count(indices) != kind.axes:
            return None
        return signature(types.none, kind, indices, kind.word)


def _at(context: Any, builder: Any, words: _Words, index: Any, indices: Any) -> Any:
    """The address that an index means."""
    single = not isinstance(indices, types.BaseTuple)
    given = [index] if single else cgutils.unpack_tuple(builder, index, len(indices))
    address = words.first()
    for axis, (place, step) in enumerate(zip(given, words.steps(), strict=False)):
        if vars(config)["BOUNDSCHECK"]:
            outside = builder.icmp_unsigned(">=", place, words.length(axis))
            with builder.if_then(outside, likely=False):
                message = ("index is out of the bounds of a part of a block",)
                context.call_conv.return_user_exc(builder, IndexError, message)
        address = _further(builder, address, builder.mul(place, step, flags=["nsw"]))
    return address


@lower_builtin(operator.getitem, FieldType, types.Any)
@lower_builtin(operator.getitem, ViewType, types.Any)
def _get_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind, indices = sig.args
    words = _Words(builder, kind, arguments[0])
    address = _at(context, builder, words, arguments[1], indices)
    if (done := _count(indices)) == kind.axes:
        return _load(builder, address, kind.floats)
    return words.view(done, address)


@lower_builtin(operator.setitem, FieldType, types.Any, types.Any)
@lower_builtin(operator.setitem, ViewType, types.Any, types.Any)
def _set_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind, indices, _ = sig.args
    words = _Words(builder, kind, arguments[0])
    address = _at(context, builder, words, arguments[1], indices)
    _store(builder, arguments[2], address, kind.floats)
    return context.get_dummy_value()


@infer_getattr
class _ViewNames(AttributeTemplate):
    key = ViewType

    def resolve_shape(self, kind: ViewType) -> Any:
        return types.UniTuple(types.int64, kind.axes)


@infer_getattr
class _FieldNames(AttributeTemplate):
    key = FieldType

    def resolve_shape(self, kind: FieldType) -> Any:
        return types.UniTuple(types.int64, kind.axes)


@lower_getattr(FieldType, "shape")
@lower_getattr(ViewType, "shape")
def _shape(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    words = _Words(builder, kind, value)
    return cgutils.pack_array(builder, [words.length(axis) for axis in range(kind.axes)])


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        (kind,) = arguments
        rows = isinstance(kind, PartType) and kind.part.axes
        has_length = rows or isinstance(kind, (FieldType, ViewType))
        return signature(types.intp, kind) if has_length else None


@lower_builtin(len, PartType)
def _length_of_part(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind = field_type(sig.args[0].block, sig.args[0].part.name, "words")
    return _Words(builder, kind, arguments[0]).length(0)


@lower_builtin(len, FieldType)
@lower_builtin(len, ViewType)
def _length_of_words(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return _Words(builder, sig.args[0], arguments[0]).length(0)


# --- Where a block enters ---


@typeof_impl.register(Block)
def _typeof(value: Block, context: Any) -> BlockType:
    return BlockType.of(type(value))


@unbox(BlockType)
def _take(kind: BlockType, value: Any, c: Any) -> NativeValue:
    """The address of the words of a block; a TypeError for a block of another class."""
    array = types.Array(types.int64, 1, "C")
    failed = cgutils.alloca_once_value(c.builder, cgutils.true_bit)
    data = cgutils.alloca_once(c.builder, WORD.as_pointer())
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
        array = getattr(games, "handed_on", games)
        batch = array == types.Array(types.int64, 2, "C") and isinstance(row, types.Integer)
        return signature(like, like, array, types.int64) if batch else None


@lower_builtin(game_of, BlockType, types.Array, types.Integer)
def _row_of(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    array = cgutils.create_struct_proxy(sig.args[1])(context, builder, value=arguments[1])
    size = cgutils.unpack_tuple(builder, array.shape, 2)[1]
    return builder.gep(array.data, [builder.mul(arguments[2], size)], inbounds=True)
