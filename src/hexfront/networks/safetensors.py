"""Files of the format safetensors: the length of a header, the header in JSON, the numbers.

The format is read and written here, since little of it is needed: numbers of 16 or 32 bits, in
files of at most 2 MB, where everything that a file says is checked before anything is made of it.
What others write so can be read here, and what is written here everywhere.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.core.documents.strictjson import parse_json, read_bytes
from hexfront.core.errors import InputError

Array = NDArray[np.float32]
LARGEST: Final = 2_000_000
"""Bytes of a file."""
LENGTH: Final = 8
"""Bytes that say how long the header is."""
TYPES: Final = {"F16": "<f2", "F32": "<f4"}
WRITTEN: Final = "F16"
"""What is written: half of the bytes, and no network plays worse for it."""
NOTES: Final = "__metadata__"
MOST_AXES: Final = 8


class Tensors(NamedTuple):
    """What a file holds."""

    arrays: dict[str, Array]
    notes: dict[str, str]
    """What it says of itself."""


def read_tensors(path: Path) -> Tensors:
    """The arrays of a file, and its notes. Errors: `InputError` naming the file."""
    place = str(path)
    data = read_bytes(path, LARGEST)
    if len(data) > LARGEST:
        raise InputError.at(place, f"<more than {LARGEST} bytes>", f"at most {LARGEST} bytes")
    if len(data) < LENGTH:
        raise InputError.at(place, f"<{len(data)} bytes>", "a file of the format safetensors")
    length = int.from_bytes(data[:LENGTH], "little")
    if length > len(data) - LENGTH:
        found = f"<a header of {length} bytes in a file of {len(data)}>"
        raise InputError.at(place, found, "a whole file of the format safetensors")
    header = parse_json(data[LENGTH : LENGTH + length], f"{place}: header", LARGEST)
    if not isinstance(header, dict):
        raise InputError.at(f"{place}: header", header, "an object")
    notes = header.pop(NOTES, {})
    if not isinstance(notes, dict) or not all(isinstance(note, str) for note in notes.values()):
        raise InputError.at(f"{place}: {NOTES}", notes, "texts by name")
    numbers = data[LENGTH + length :]
    arrays, used = {}, 0
    for name, entry in header.items():
        arrays[name] = _array(f"{place}: {name}", entry, numbers)
        used += entry["data_offsets"][1] - entry["data_offsets"][0]
    if used != len(numbers):
        raise InputError.at(place, f"<{len(numbers)} bytes of numbers>", f"<{used} bytes>")
    return Tensors(arrays, notes)


def _array(place: str, entry: Any, numbers: bytes) -> Array:
    """One array, of which its entry in the header says where it lies. Errors: `InputError`."""
    if not isinstance(entry, dict) or entry.keys() != {"dtype", "shape", "data_offsets"}:
        raise InputError.at(place, entry, "an object of dtype, shape and data_offsets")
    if entry["dtype"] not in [*TYPES]:
        raise InputError.at(f"{place}: dtype", entry["dtype"], " or ".join(TYPES))
    kind = np.dtype(TYPES[entry["dtype"]])
    shape, ends = entry["shape"], entry["data_offsets"]
    if not _are_whole(shape) or len(shape) > MOST_AXES:
        raise InputError.at(f"{place}: shape", shape, "a list of lengths")
    if not _are_whole(ends) or len(ends) != 2 or not ends[0] <= ends[1] <= len(numbers):
        expected = f"two numbers from 0 to {len(numbers)}"
        raise InputError.at(f"{place}: data_offsets", ends, expected)
    size = kind.itemsize * math.prod(shape)
    if ends[1] - ends[0] != size:
        raise InputError.at(f"{place}: data_offsets", ends, f"{size} bytes apart, as the shape")
    array = np.frombuffer(numbers[ends[0] : ends[1]], dtype=kind).astype(np.float32)
    if not np.isfinite(array).all():
        raise InputError.at(place, "<a number that is not finite>", "finite numbers")
    return array.reshape(shape)


def _are_whole(found: Any) -> bool:
    """Whether something is a list of whole numbers from 0 on."""
    return isinstance(found, list) and all(
        isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= LARGEST for n in found
    )


def write_tensors(path: Path, tensors: Tensors) -> None:
    """Write a file; whoever looks meanwhile sees the old one. Errors: `InputError`, `OSError`."""
    header: dict[str, Any] = {NOTES: tensors.notes}
    parts, at = [], 0
    for name, array in tensors.arrays.items():
        data = np.ascontiguousarray(array, dtype=TYPES[WRITTEN]).tobytes()
        header[name] = {
            "dtype": WRITTEN, "shape": list(array.shape), "data_offsets": [at, at + len(data)],
        }  # fmt: skip
        parts.append(data)
        at += len(data)
    text = json.dumps(header, ensure_ascii=True, separators=(",", ":")).encode()
    text += b" " * (-len(text) % LENGTH)
    size = LENGTH + len(text) + at
    if size > LARGEST:
        raise InputError.at(str(path), f"<a network of {size} bytes>", f"at most {LARGEST} bytes")
    new = path.with_name(path.name + ".new")
    new.write_bytes(b"".join([len(text).to_bytes(LENGTH, "little"), text, *parts]))
    new.replace(path)
