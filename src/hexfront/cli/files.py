"""Files that commands write."""

from __future__ import annotations

import json
from pathlib import Path

from hexfront.core.errors import InputError
from hexfront.core.strictjson import Json


def check_json_name(out: Path) -> None:
    """Errors: `InputError` for a name that is no JSON file's, before any work is done."""
    if out.suffix != ".json":
        raise InputError.at("--out", str(out), "a name that ends in .json")


def write_document(out: Path, document: Json) -> None:
    """Write a JSON file that a person may edit. Errors: `InputError`."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    write_bytes("--out", out, f"{text}\n".encode())


def write_bytes(place: str, out: Path, data: bytes) -> None:
    """Write a file that `place` on the command line names. Errors: `InputError`."""
    try:
        out.write_bytes(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(place, f"<{reason}>", "a file that can be written") from None
