"""What Hexfront needs beside its own packages for some of its work."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """How to install an extra, such as `study`; nothing is published on an index yet."""
    return f"in the folder of Hexfront's source: pip install -e '.[{extra}]'"
