"""The orders in an e-mail, as a mail server hands it over. Nothing of its headers is believed."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Final

from hexfront.core.errors import InputError
from hexfront.people.by_mail.orders_file import END, HEAD, read_orders

MAX_MESSAGE: Final = 2 * 1024 * 1024
"""Bytes."""
MAX_PARTS: Final = 50


def orders_in(data: bytes) -> str:
    """The text with the orders of an e-mail: the body, or a plain text that is attached.

    Errors: `InputError` where there is none, or where several differ.
    """
    if len(data) > MAX_MESSAGE:
        raise InputError.at("e-mail", f"<{len(data)} bytes>", f"at most {MAX_MESSAGE}")
    message = message_from_bytes(data, policy=policy.default)
    assert isinstance(message, EmailMessage)  # noqa: S101  (the policy makes these)
    texts = [text for text in _texts(message) if HEAD.lower() in text.lower()]
    if not texts:
        raise InputError.at("e-mail", "<no plain text with a turn>", "the filled in turn file")
    found, problems = set(), []
    for text in texts:
        try:
            found.add(read_orders(text))
        except InputError as error:
            problems.append(error)
    if len(found) > 1:
        raise InputError.at("e-mail", f"<{len(found)} different files of orders>", "one of them")
    if not found:
        raise problems[-1]
    (orders,) = found
    return "\n".join((f"{HEAD} {orders.token}", *orders.lines, END, ""))


def _texts(message: EmailMessage) -> list[str]:
    found = []
    for number, part in enumerate(message.walk()):
        if number >= MAX_PARTS:
            raise InputError.at("e-mail", "<many parts>", f"at most {MAX_PARTS}")
        named = (part.get_filename() or "").lower().endswith(".txt")
        if part.is_multipart() or not (part.get_content_type() == "text/plain" or named):
            continue
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            charset = part.get_content_charset("utf-8")
            try:
                found.append(payload.decode(charset, "replace"))
            except LookupError:
                found.append(payload.decode("utf-8", "replace"))
    return found
