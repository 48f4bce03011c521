"""Files that are written whole or not at all, and texts that somebody types the path of."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from hexfront.core.errors import InputError

MAX_TEXT: Final = 1_000_000
"""Letters of a text that is read."""


def write_whole(path: Path, data: str | bytes, place: str = "") -> None:
    """Write a file; broken off at any point, it is as it was before.

    Text is written as UTF-8 with lines that end in a newline alone.
    Errors: `InputError`, at `place` where the file was named, or at the path.
    """
    with writing_whole(path, place) as temporary:
        temporary.write_bytes(data.encode() if isinstance(data, str) else data)


@contextmanager
def writing_whole(path: Path, place: str = "") -> Iterator[Path]:
    """A file to fill that becomes `path` when the block ends without an error, as `whole_file`.

    Errors: `InputError`, at `place` where the file was named, or at the path.
    """
    try:
        with whole_file(path) as temporary:
            yield temporary
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(
            place or str(path), f"<{reason}>", "a file that can be written"
        ) from None


def check_new(path: Path, place: str = "", else_: str = "") -> None:
    """Errors: `InputError` where a file has the name already; `place` names its option.

    `else_` says what may be done instead of taking another name. Devices and pipes are no
    files that could be lost.
    """
    try:
        found = path.is_file()
    except (OSError, ValueError):
        return  # Whoever writes it says what is wrong with the name.
    if found:
        where = f"{place} {path}".strip()
        raise InputError.at(where, "<a file that is there>", f"the name of a new one{else_}")


def is_there(path: Path) -> bool:
    """Whether there is a file; there is none where the name is no name of a file."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def typed_path(text: str) -> Path:
    """The path that somebody types; what begins with `~` is in a home, if there is such a one."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def read_text(path: Path) -> str:
    """A text that somebody has written. Errors: `InputError`."""
    try:
        with typed_path(str(path)).open(encoding="utf-8") as stream:
            text = stream.read(MAX_TEXT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(str(path), f"<{reason}>", "a text that can be read") from None
    if len(text) > MAX_TEXT:
        raise InputError.at(str(path), f"<more than {MAX_TEXT} letters>", "a shorter text")
    return text


@contextmanager
def whole_file(path: Path, folder: Path | None = None) -> Iterator[Path]:
    """A new file to fill, which takes the name `path` when the block ends without an error.

    It stands in `folder`, which must be on the same disk, or beside `path`. A
    device or a pipe is given itself: nothing could take its name.
    Errors: `OSError`; `ValueError` for what is no path.
    """
    target = Path(os.path.realpath(path))  # A link goes on pointing at the file.
    if target.exists() and not target.is_file():
        yield target
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    temporary = (folder or target.parent) / f".hexfront-{secrets.token_hex(6)}.tmp"
    try:
        # Made here and never found: nobody else's, nor a link that somebody has laid.
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        with suppress(FileNotFoundError):
            temporary.chmod(target.stat().st_mode & 0o7777)
        yield temporary
        temporary.replace(target)
    except OSError as error:
        # Names the file that was asked for, and not one that nobody knows.
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            temporary.unlink()
