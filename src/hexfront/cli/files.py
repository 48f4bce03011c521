"""Files that commands write."""

from __future__ import annotations

import json
from pathlib import Path

from hexfront.core.errors import InputError
from hexfront.core.files import write_whole
from hexfront.core.strictjson import Json


def check_json_name(out: Path) -> None:
    """Errors: `InputError` for a name that is no JSON file's, before any work is done."""
    if out.suffix != ".json":
        raise InputError.at("--out", str(out), "a name that ends in .json")


def write_document(out: Path, document: Json) -> None:
    """Write a JSON file that a person may edit. Errors: `InputError`."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    write_whole(out, f"{text}\n", "--out")
