"""What Hexfront needs beside its own packages for some of its work."""

from __future__ import annotations

from importlib.util import find_spec

from hexfront.core.errors import HexfrontError


def how_to_install(extra: str) -> str:
    """How to install an extra, such as `study`; nothing is published on an index yet."""
    return f"in the folder of Hexfront's source: pip install -e '.[{extra}]'"


def need(package: str, extra: str) -> None:
    """Errors: `HexfrontError` where a package is not installed that an extra brings."""
    if find_spec(package) is None:
        raise HexfrontError(f"this needs the package {package}; {how_to_install(extra)}")
