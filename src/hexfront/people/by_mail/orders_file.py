"""A file of orders, and the token by which it counts for one turn of one side.

The token names match and side, and what the side saw when its turn file was made. It is
authenticated by a key of the store: nobody can make one, and it is worth nothing once the side
sees anything else. Who has sent the file, or says that he has, is of no concern.
"""

from __future__ import annotations

import hmac
import re
from typing import Final, NamedTuple

from hexfront.core.errors import InputError
from hexfront.people.notices.consents import store_key
from hexfront.play.storage.database import Database
from hexfront.play.storage.tokens import derived
from hexfront.play.typed import MAX_LINE

KEY: Final = "turns"
MAX_FILE: Final = 48 * 1024
"""Characters."""
MAX_LINES: Final = 500
SEEN_LENGTH: Final = 16
MAC_LENGTH: Final = 32
HEAD: Final = "Turn:"
END: Final = "End"
_TOKEN: Final = re.compile(
    r"hxt1\.([A-Za-z0-9_-]{1,32})\.(\d{1,2})"
    rf"\.([A-Za-z0-9_-]{{{SEEN_LENGTH}}})\.([A-Za-z0-9_-]{{{MAC_LENGTH}}})",
    re.ASCII,
)
_QUOTED: Final = re.compile(r"^[>|\s]+")
"""What mail programs put before lines that they repeat."""


class TurnToken(NamedTuple):
    """What a token stands for."""

    match: str
    side: int
    seen: str
    """A digest of what the side saw."""
    mac: str


class OrdersFile(NamedTuple):
    """What a file says."""

    token: str
    lines: tuple[str, ...]


def turn_token(store: Database, match_id: str, side: int, seen: str) -> str:
    """The token of a turn. Errors: `NotSaved`."""
    return f"hxt1.{match_id}.{side}.{seen}.{_mac(store, match_id, side, seen)}"


def _mac(store: Database, match_id: str, side: int, seen: str) -> str:
    return derived(store_key(store, KEY), f"turn:{match_id}:{side}:{seen}")[:MAC_LENGTH]


def check_token(store: Database, token: str) -> TurnToken:
    """What a token stands for. Errors: `InputError` for one that is none of ours; `NotSaved`."""
    found = _TOKEN.fullmatch(token)
    if found is not None:
        match_id, side, seen, mac = found[1], int(found[2]), found[3], found[4]
        if hmac.compare_digest(mac, _mac(store, match_id, side, seen)):
            return TurnToken(match_id, side, seen, mac)
    raise InputError.at("orders: Turn", "<a forged or damaged one>", "the one of your turn file")


def template(token: str) -> str:
    """A file of orders to be filled in."""
    return (
        f"{HEAD} {token}\n"
        "# Write your orders below, one a line. Lines that begin with # are remarks.\n"
        f"\n\n{END}\n"
    )


def read_orders(text: str) -> OrdersFile:
    """The orders in a text, which may hold other things, quoted or not. Errors: `InputError`."""
    if len(text) > MAX_FILE:
        raise InputError.at("orders", f"<{len(text)} letters>", f"at most {MAX_FILE}")
    blocks = _blocks(text)
    if not blocks:
        raise InputError.at("orders", "<no line that begins with Turn:>", "that of your turn file")
    filled = list(dict.fromkeys(block for block in blocks if block.lines))
    if not filled:
        raise InputError.at("orders", "<none>", f"orders between `{HEAD}` and `{END}`")
    if len(filled) > 1:
        raise InputError.at("orders", f"<{len(filled)} different ones>", "those of one turn")
    (found,) = filled
    if len(found.lines) > MAX_LINES:
        raise InputError.at("orders", f"<{len(found.lines)} lines>", f"at most {MAX_LINES}")
    for number, line in enumerate(found.lines, 1):
        if len(line) > MAX_LINE or not line.isprintable():
            expected = f"at most {MAX_LINE} printable letters"
            raise InputError.at(f"orders: line {number}", line[:40], expected)
    return found


def _blocks(text: str) -> list[OrdersFile]:
    """Every token with the orders below it. Errors: `InputError` where the end is missing."""
    found: list[OrdersFile] = []
    token, lines = "", list[str]()
    for raw in text.splitlines():
        line = _QUOTED.sub("", raw).strip()
        if line.lower().startswith(HEAD.lower()):
            token, lines = line[len(HEAD) :].strip(), []
        elif token and line.lower() == END.lower():
            found.append(OrdersFile(token, tuple(lines)))
            token = ""
        elif token and line and not line.startswith("#"):
            lines.append(line)
    if token:
        raise InputError.at("orders", "<no end>", f"a line `{END}` below the orders")
    return found
