"""Passwords, kept as argon2id. They need the package argon2-cffi."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MIN_PASSWORD: Final = 10
MAX_PASSWORD: Final = 200
AT_ONCE: Final = 2
"""Passwords that are hashed at a time: each takes 64 MiB."""
_PLACES: Final = threading.BoundedSemaphore(AT_ONCE)
PLACE_SECONDS: Final = 5.0
"""That one waits for such a place."""
INSTALL: Final = "pip install 'hexfront[people]'"


def possible() -> bool:
    """Whether the package for passwords is installed."""
    return find_spec("argon2") is not None


@cache
def _hasher() -> PasswordHasher:
    if not possible():
        raise InputError.at("passwords", "<argon2-cffi is not installed>", INSTALL)
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobody() -> str:
    """A hash that is compared where there is none, so that both take as long."""
    return _hasher().hash("nobody")


@contextmanager
def _place() -> Iterator[None]:
    """One of the places where passwords are hashed. Errors: `InputError` where all are taken."""
    if not _PLACES.acquire(timeout=PLACE_SECONDS):
        raise InputError.at("sign-in", "<too many at once>", "another try soon")
    try:
        yield
    finally:
        _PLACES.release()


def check_password(password: str, name: str) -> None:
    """Errors: `InputError` for a new password that is too weak; it is not repeated."""
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        expected = f"{MIN_PASSWORD} to {MAX_PASSWORD} characters"
        raise InputError.at("body: /password", f"<{len(password)} characters>", expected)
    if name.casefold() in password.casefold() or len(set(password)) < 5:
        expected = "one without your name, and with five different characters at least"
        raise InputError.at("body: /password", "<a password that is easy to guess>", expected)


def hash_password(password: str) -> str:
    """What is kept of a password. Errors: `InputError` where argon2-cffi is not installed."""
    with _place():
        return _hasher().hash(password)


def is_password(kept: str, password: str) -> bool:
    """Whether a password is the one that is kept; takes as long where none is."""
    hasher, right = _hasher(), True
    from argon2.exceptions import InvalidHashError, VerificationError

    with _place():
        try:
            hasher.verify(kept or _nobody(), password)
        except (VerificationError, InvalidHashError):
            right = False
    return right and bool(kept)
