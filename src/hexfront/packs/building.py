"""Making a pack of an author's folder: the same folder gives the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.packs import MANIFEST
from hexfront.core.registry import find_system
from hexfront.core.scenario import Reading, check_model
from hexfront.packs.contents import Found, check_contents
from hexfront.packs.manifest import (
    ABOUT,
    ENDINGS,
    MAX_FILE,
    MAX_FILES,
    MAX_TOTAL,
    PRIVATE,
    SIGNATURE,
    About,
    Manifest,
    name_problem,
)
from hexfront.packs.signatures import sign

_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The first that a zip knows; a pack does not tell when it was made."""


@dataclass(frozen=True)
class Built:
    """A pack, and what became of the folder."""

    data: bytes
    manifest: Manifest
    found: Found
    left_out: dict[str, str]
    """Why, by file."""


def build(folder: Path, key: Path | None = None) -> Built:
    """The pack of a folder with a `pack.toml`, signed where there is a key.

    Errors: `InputError` with every problem of its files.
    """
    about = check_model(About, read_document(folder / ABOUT), str(folder / ABOUT))
    system = find_system(about.system)
    names, left_out = _chosen(folder, about)
    found = check_contents(system, folder, names)
    contents = {name: (folder / name).read_bytes() for name in names}
    manifest = Manifest(
        **about.model_dump(exclude={"leave_out", "rights"}),
        rights={path: words for path, words in about.rights.items() if _used(path, names)},
        system_version=system.version,
        files={name: hashlib.sha256(data).hexdigest() for name, data in contents.items()},
    )
    text = json.dumps(manifest.model_dump(mode="json"), indent=2, ensure_ascii=False).encode()
    inside = {MANIFEST: text, **contents}
    if key is not None:
        inside[SIGNATURE] = sign(text, key)
    return Built(_zipped(inside), manifest, found, left_out)


def _zipped(contents: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system, info.external_attr = 3, 0o100644 << 16
            archive.writestr(info, data)
    return stream.getvalue()


def _chosen(folder: Path, about: About) -> tuple[list[str], dict[str, str]]:
    """The files that go into the pack, and those that do not, with the reason."""
    reading, chosen, left_out = Reading(), list[str](), dict[str, str]()
    total = 0
    private = set[str]()
    for name in _files(folder):
        path = folder / name
        parent = name.rpartition("/")[0]
        if path.name == PRIVATE:
            private.add(parent)
        if name in (ABOUT, MANIFEST, SIGNATURE) or path.name == PRIVATE:
            continue
        if _covered(name, about.leave_out):
            left_out[name] = "pack.toml leaves it out"
        elif path.is_symlink():
            left_out[name] = "a link"
        elif not name.endswith(ENDINGS):
            left_out[name] = f"no file of data: {', '.join(ENDINGS)}"
        elif _covered(name, private) and not _covered(name, about.rights):
            left_out[name] = "private: [rights] of pack.toml says nobody who allows it"
        elif problem := name_problem(name):
            reading.report(f"{folder}: file", name, problem)
        else:
            chosen.append(name)
            size = path.stat().st_size
            total += size
            if size > MAX_FILE:
                reading.report(str(path), f"<{size} bytes>", f"at most {MAX_FILE} bytes")
    if len(chosen) > MAX_FILES:
        reading.report(str(folder), f"<{len(chosen)} files>", f"at most {MAX_FILES}")
    if total > MAX_TOTAL:
        reading.report(str(folder), f"<{total} bytes>", f"at most {MAX_TOTAL}")
    reading.finish(chosen)
    return chosen, left_out


def _files(folder: Path) -> Iterator[str]:
    """Paths of all files below a folder; of each folder its mark of privacy comes first."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        inside = Path(here).relative_to(folder)
        for name in sorted(files, key=lambda name: (name != PRIVATE, name)):
            if not name.startswith("."):
                yield (inside / name).as_posix()


def _covered(name: str, paths: Iterable[str]) -> bool:
    """Whether a file, or a folder that it lies in, is among some paths; '' is the whole pack."""
    parts = name.split("/")
    above = {"", *("/".join(parts[:end]) for end in range(1, len(parts) + 1))}
    return any(path.strip("/") in above for path in paths)


def _used(path: str, names: list[str]) -> bool:
    return any(_covered(name, [path]) for name in names)
