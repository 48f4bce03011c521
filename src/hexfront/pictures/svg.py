"""SVG text: numbers, texts and elements."""

from __future__ import annotations

import re
from html import escape as _escape

SANS = "system-ui, 'Segoe UI', Roboto, sans-serif"
SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif"
NARROW = "'Arial Narrow', 'Helvetica Neue', Arial, sans-serif"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    """Text that is safe between tags and in quoted attributes, of XML and of HTML."""
    return _escape(_NOT_XML.sub("\ufffd", str(text)), quote=True)


def number(value: float) -> str:
    """A length with one decimal at most: `12`, `-.5`."""
    text = f"{value:.1f}".removesuffix(".0")
    return {"-0": "0"}.get(text, text.replace("0.", ".", 1) if abs(value) < 1 else text)


def element(name: str, *content: str, **attributes: object) -> str:
    """An element; `_` in the name of an attribute stands for `-`, None leaves it out.

    Contents are markup; values of attributes are escaped here.
    """
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else escape(value)
