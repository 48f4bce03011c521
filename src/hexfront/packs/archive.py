"""Reading a zip that somebody else made: looked at from outside before anything is unpacked."""

from __future__ import annotations

import io
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError

_END: Final = struct.Struct("<4s4H2LH")
"""The record at the end of a zip."""
_LOCATOR: Final = b"PK\x06\x07"
"""How the record before it begins in a zip of more than 4 GiB."""
_ENTRY: Final = 46 + 400
"""Bytes of the directory that an entry may take."""
MAX_NAME: Final = 400


class Archive:
    """The files of a small zip, by name; nothing is unpacked but what is asked for."""

    def __init__(self, data: bytes, place: str, max_files: int, max_file: int, max_total: int):
        self.place = place
        self._max_file = max_file
        _check_end(data, place, max_files)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
            raise InputError.at(place, f"<{error}>", "a whole zip file") from None
        self._entries: dict[str, zipfile.ZipInfo] = {}
        self._folded: set[str] = set()
        total = 0
        for info in self._zip.infolist():
            if not _is_folder(info):
                self._add(info)
                total += info.file_size
        if total > max_total:
            raise InputError.at(place, f"<{total} bytes>", f"at most {max_total} bytes unpacked")

    def _add(self, info: zipfile.ZipInfo) -> None:
        name, where = info.orig_filename, f"{self.place}: {info.orig_filename[:MAX_NAME]}"
        mode = info.external_attr >> 16
        if info.flag_bits & 0x1:
            raise InputError.at(where, "<an encrypted file>", "one that can be read")
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise InputError.at(where, "<a link or a device>", "a plain file")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            found = f"<compression {info.compress_type}>"
            raise InputError.at(where, found, "a file that is stored or deflated")
        if info.file_size > self._max_file:
            raise InputError.at(where, f"<{info.file_size} bytes>", f"at most {self._max_file}")
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in self._folded:
            raise InputError.at(where, "<a name that comes twice>", "each name once")
        self._folded.add(folded)
        self._entries[name] = info

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def size(self, name: str) -> int:
        """Bytes of a file, as the directory says; no more are ever unpacked."""
        return self._entries[name].file_size

    def read(self, name: str) -> bytes:
        """The contents of a file. Errors: `InputError`."""
        where = f"{self.place}: {name}"
        info = self._entries.get(name)
        if info is None:
            raise InputError.at(where, "<nothing>", "a file of this name")
        try:
            with self._zip.open(info) as stream:
                return stream.read(self._max_file)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            raise InputError.at(where, f"<{error}>", "a file that can be unpacked") from None


def open_archive(
    path: Path, max_bytes: int, max_files: int, max_file: int, max_total: int
) -> Archive:
    """The zip in a file. Errors: `InputError` for one that is too large, or not plain."""
    data = read_bytes(path, max_bytes)
    if len(data) > max_bytes:
        found = f"<more than {max_bytes} bytes>"
        raise InputError.at(str(path), found, f"at most {max_bytes} bytes")
    return Archive(data, str(path), max_files, max_file, max_total)


def check_names(archive: Archive, problem: Callable[[str], str | None]) -> None:
    """Errors: `InputError` for every name with which something is wrong."""
    found = [(name, problem(name)) for name in archive]
    errors = [
        InputError.at(f"{archive.place}: file", name, wrong).problems[0]
        for name, wrong in found
        if wrong is not None
    ]
    if errors:
        raise InputError(errors[:20])


def _check_end(data: bytes, place: str, max_files: int) -> None:
    """Errors: `InputError` where the directory is too long to be read at all."""
    end = data[-_END.size :]
    if len(end) < _END.size or not end.startswith(b"PK\x05\x06"):
        found = "<an empty file>" if not data else "<no zip file>"
        if data.startswith(b"PK"):
            found = "<a zip file that is cut off, or has a comment at its end>"
        raise InputError.at(place, found, "a pack: a whole zip file without a comment")
    _, disk, first, here, entries, length, _, comment = _END.unpack(end)
    locator = data[-_END.size - 20 : -_END.size].startswith(_LOCATOR)
    if disk or first or here != entries or comment or locator:
        raise InputError.at(place, "<a zip in parts, or of 64 bits>", "a small zip file in one")
    if entries > max_files or length > max_files * _ENTRY:
        found = f"<{entries} files, a directory of {length} bytes>"
        raise InputError.at(place, found, f"at most {max_files} files")


def _is_folder(info: zipfile.ZipInfo) -> bool:
    """An entry that only names a folder, which needs no file of its own."""
    return info.orig_filename.endswith("/") and info.file_size == 0
