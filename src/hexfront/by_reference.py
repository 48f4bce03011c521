"""NamedTuples that kernels get by reference.

Numba passes a tuple as all of its words: of an array, nine or more.  Where a
design and a state hold a hundred arrays, each kernel would have a thousand
parameters, and to compile it would take seconds.  A class marked with
`by_reference` is passed as one address instead; inside a kernel its fields are
read as before.  Such a tuple cannot be made in a kernel, or returned from one.

What the address points to is written once for each tuple, in Python: a word that
tells the class, then the fields, of an array what Numba knows of it.
"""

from __future__ import annotations

import hashlib
import operator
import pickle
from functools import cache, cached_property
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import typeof
from numba.core import cgutils, config, types
from numba.core.imputils import impl_ret_borrowed
from numba.core.typeconv.castgraph import Conversion
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
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

C = TypeVar("C", bound=type)
_WORD = ir.IntType(64)
_DATA, _SHAPE = 4, 5
"""Places in what Numba knows of an array."""


class Reference(types.Type):
    """The address of a record with the fields of a NamedTuple."""

    def __init__(self, name: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.fields = fields
        self.kinds = dict(fields)
        self.places = {field: place for place, (field, _) in enumerate(fields, start=1)}
        # A name of all fields would be thousands of letters in each symbol.
        listed = ", ".join(f"{field}: {kind}" for field, kind in fields)
        digest = hashlib.sha256(listed.encode()).hexdigest()
        self.mark = int(digest[:15], 16)
        """The first word of the records of these fields."""
        self.class_name = name
        super().__init__(name=f"{name}.{digest[:8]}")

    def __reduce__(self) -> Any:
        """In machine code on the disk the fields are one piece, which is read once a process."""
        return _read_reference, (self.class_name, pickle.dumps(self.fields))


@cache
def _read_reference(name: str, fields: bytes) -> Reference:
    return Reference(name, pickle.loads(fields))


class ArrayField(types.Type):
    """The address of a record, of which a field that is an array is meant.

    Only what an index needs of the array is read; handed on, it is the array.
    """

    def __init__(self, reference: Reference, field: str) -> None:
        self.reference, self.field = reference, field
        self.handed_on: Any = reference.kinds[field]
        super().__init__(name=f"{reference.name}.{field}")

    def __reduce__(self) -> Any:
        return _array_field, (self.reference, self.field)

    def can_convert_to(self, context: Any, other: Any) -> Any:
        """It is an array wherever one is wanted."""
        return Conversion.safe if other == self.handed_on else None

    def unify(self, context: Any, other: Any) -> Any:
        """Of two fields, a variable is an array."""
        alike = self.handed_on in (other, getattr(other, "handed_on", None))
        return self.handed_on if alike else None


@cache
def _array_field(reference: Reference, field: str) -> ArrayField:
    return ArrayField(reference, field)


@register_model(Reference)
@register_model(ArrayField)
class _ReferenceModel(models.OpaqueModel):
    """A pointer."""


@infer_getattr
class _ReferenceFields(AttributeTemplate):
    key = Reference

    def generic_resolve(self, reference: Any, attribute: Any) -> Any:  # type: ignore[override]
        kind = reference.kinds.get(attribute)
        return _array_field(reference, attribute) if isinstance(kind, types.Array) else kind


@cache
def _record_of(context: Any, reference: Reference) -> ir.LiteralStructType:
    fields = [context.get_value_type(kind) for _, kind in reference.fields]
    return ir.LiteralStructType([_WORD, *fields])


def _address(
    context: Any, builder: Any, reference: Reference, value: Any, field: str, *inner: int
) -> Any:
    """Where a field lies, or a part of what is known of an array."""
    record = builder.bitcast(value, _record_of(context, reference).as_pointer())
    return cgutils.gep_inbounds(builder, record, 0, reference.places[field], *inner)


@lower_getattr_generic(Reference)
def _read_field(
    context: Any, builder: Any, reference: Reference, value: Any, attribute: str
) -> Any:
    kind = reference.kinds[attribute]
    if isinstance(kind, types.Array):
        return value
    loaded = _load(builder, _address(context, builder, reference, value, attribute))
    return impl_ret_borrowed(context, builder, kind, loaded)


def _load(builder: Any, address: Any) -> Any:
    """Load word by word, told never to change, so that LLVM keeps what it has loaded."""
    kind = address.type.pointee
    if not isinstance(kind, ir.Aggregate):
        word = builder.load(address)
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return word
    whole = ir.Constant(kind, ir.Undefined)
    for place in range(len(kind)):
        inner = cgutils.gep_inbounds(builder, address, 0, place)
        whole = builder.insert_value(whole, _load(builder, inner), place)
    return whole


@lower_cast(ArrayField, types.Array)
def _as_array(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    return _load(builder, _address(context, builder, kind.reference, value, kind.field))


# --- What kernels do with an array: read and write by an index, and ask for its shape ---


class _OfArray(AbstractTemplate):
    """As of the array."""

    key: Any

    def generic(self, arguments: Any, keywords: Any) -> Any:
        kind, *others = arguments
        if not isinstance(kind, ArrayField):
            return None
        found = self.context.resolve_function_type(self.key, (kind.handed_on, *others), {})
        return found and signature(found.return_type, kind, *found.args[1:])


infer_global(operator.getitem)(type("_GetItem", (_OfArray,), {}))
infer_global(operator.setitem)(type("_SetItem", (_OfArray,), {}))
infer_global(len)(type("_Length", (_OfArray,), {}))


def _entry(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The address of one entry of an array; None where an index means something else.

    Negative indices count from the end, as in Python.
    """
    kind, index = sig.args[:2]
    array, several = kind.handed_on, isinstance(index, types.BaseTuple)
    kinds = tuple(index) if several else (index,)
    whole = len(kinds) == array.ndim and all(isinstance(part, types.Integer) for part in kinds)
    if not whole or array.layout != "C" or vars(config)["BOUNDSCHECK"]:
        return None
    given = cgutils.unpack_tuple(builder, arguments[1]) if several else [arguments[1]]
    at, reference, value = None, kind.reference, arguments[0]
    for axis, (part, place) in enumerate(zip(kinds, given, strict=True)):
        known = _address(context, builder, reference, value, kind.field, _SHAPE, axis)
        length = _load(builder, known)
        row = context.cast(builder, place, part, types.int64)
        if part.signed:
            below = builder.icmp_signed("<", row, ir.Constant(_WORD, 0))
            row = builder.select(below, builder.add(row, length), row)
        at = row if at is None else builder.add(builder.mul(at, length), row)
    data = _load(builder, _address(context, builder, reference, value, kind.field, _DATA))
    return builder.gep(data, [at], inbounds=True)


def _by_array(context: Any, builder: Any, function: Any, sig: Any, arguments: Any) -> Any:
    """What a function of the array itself gives."""
    kind = sig.args[0]
    array = _as_array(context, builder, kind, kind.handed_on, arguments[0])
    of_array = signature(sig.return_type, kind.handed_on, *sig.args[1:])
    made = context.get_function(function, of_array)
    return made(builder, (array, *arguments[1:]))


@lower_builtin(operator.getitem, ArrayField, types.Any)
def _get_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    entry = _entry(context, builder, sig, arguments)
    if entry is None:
        return _by_array(context, builder, operator.getitem, sig, arguments)
    return context.unpack_value(builder, sig.args[0].handed_on.dtype, entry)


@lower_builtin(operator.setitem, ArrayField, types.Any, types.Any)
def _set_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    entry = _entry(context, builder, sig, arguments)
    if entry is None:
        return _by_array(context, builder, operator.setitem, sig, arguments)
    dtype = sig.args[0].handed_on.dtype
    value = context.cast(builder, arguments[2], sig.args[2], dtype)
    context.pack_value(builder, dtype, value, entry)
    return context.get_dummy_value()


@lower_builtin(len, ArrayField)
def _length(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind = sig.args[0]
    known = _address(context, builder, kind.reference, arguments[0], kind.field, _SHAPE, 0)
    return _load(builder, known)


@infer_getattr
class _ArrayNames(AttributeTemplate):
    key = ArrayField

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        return self.context.resolve_getattr(kind.handed_on, name)


@lower_getattr_generic(ArrayField)
def _of_array(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    if name == "shape":
        return _load(builder, _address(context, builder, kind.reference, value, kind.field, _SHAPE))
    array = _as_array(context, builder, kind, kind.handed_on, value)
    read = context.get_getattr(kind.handed_on, name)
    return read(context, builder, kind.handed_on, array, name)


# --- Where a tuple enters ---


@unbox(Reference)
def _take(reference: Reference, value: Any, c: Any) -> NativeValue:
    """The address of the record of a tuple; a TypeError for a tuple of another class."""
    failed = cgutils.alloca_once_value(c.builder, cgutils.true_bit)
    address = cgutils.alloca_once(c.builder, cgutils.voidptr_t)
    item = c.pyapi.object_getattr_string(value, "record")
    with c.builder.if_then(cgutils.is_not_null(c.builder, item)):
        array = types.Array(types.int64, 1, "C")
        native = c.unbox(array, item)
        with c.builder.if_then(c.builder.not_(native.is_error)):
            data = cgutils.create_struct_proxy(array)(c.context, c.builder, native.value).data
            mark = ir.Constant(_WORD, reference.mark)
            right = c.builder.icmp_signed("==", c.builder.load(data), mark)
            c.builder.store(c.builder.not_(right), failed)
            c.builder.store(c.builder.bitcast(data, cgutils.voidptr_t), address)
            with c.builder.if_then(c.builder.not_(right), likely=False):
                message = f"expected a tuple of type {reference.name}"
                c.pyapi.err_set_string("PyExc_TypeError", message)
        c.pyapi.decref(item)
    return NativeValue(c.builder.load(address), is_error=c.builder.load(failed))


def _known_of(part: Any) -> list[int]:
    """The words of a field: of an array what Numba knows of it, of a block the address.

    So of a tuple by reference; of another tuple the words of all its fields.
    """
    if isinstance(part, np.ndarray):
        return [0, 0, part.size, part.itemsize, part.ctypes.data, *part.shape, *part.strides]
    for name in ("record", "words"):
        if hasattr(part, name):
            return [getattr(part, name).ctypes.data]
    return [word for inner in part for word in _known_of(inner)]


def _kind(self: Any) -> Reference:
    kinds = [typeof(part) for part in self]
    return Reference(type(self).__name__, tuple(zip(self._fields, kinds, strict=True)))


def _record(self: Any) -> Any:
    words = [word for part in self for word in _known_of(part)]
    return np.array([self.kind.mark, *words], dtype=np.int64)


def by_reference(cls: C) -> C:
    """Let kernels get the NamedTuples of a class by reference.

    Its fields are arrays, blocks, and NamedTuples of such classes and of others.
    """
    names = {
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__doc__": cls.__doc__,
        # A tuple out of a pickle has other addresses.
        "__getstate__": lambda self: None,
        "kind": cached_property(_kind),
        "record": cached_property(_record),
    }
    made: Any = type(cls.__name__, (cls,), names)
    typeof_impl.register(made)(lambda value, context: value.kind)
    found: C = made
    return found
