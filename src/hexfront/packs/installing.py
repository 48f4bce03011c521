"""Checking packs of others, installing them, and taking them away again."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hexfront.core.documents.strictjson import parse_json
from hexfront.core.errors import InputError
from hexfront.core.packs import MANIFEST, MARK, InstalledPack, installed_packs, packs_folder
from hexfront.core.registry import find_system
from hexfront.core.scenario import check_model
from hexfront.packs.archive import Archive, check_names, open_archive
from hexfront.packs.contents import Found, check_contents
from hexfront.packs.manifest import (
    MAX_FILE,
    MAX_FILES,
    MAX_TOTAL,
    SIGNATURE,
    Manifest,
    name_problem,
)
from hexfront.packs.signatures import signer


@dataclass(frozen=True)
class Checked:
    """A pack that may be installed."""

    manifest: Manifest
    key: str | None
    """The public key that it is signed with; None for no signature."""
    found: Found
    warnings: tuple[str, ...]


def check(path: Path, key: str | None = None, into: Path | None = None) -> Checked:
    """Look at a pack wholly; with `into` its files are left in this empty folder.

    Args:
        path: the pack.
        key: the public key that it must be signed with.
        into: an empty folder.

    Errors: `InputError` with every problem; nothing that leaves the folder is ever written.
    """
    archive = open_archive(path, MAX_TOTAL, MAX_FILES + 2, MAX_FILE, MAX_TOTAL)
    check_names(archive, lambda name: None if name == SIGNATURE else name_problem(name))
    text = archive.read(MANIFEST)
    place = f"{path}: {MANIFEST}"
    manifest = check_model(Manifest, parse_json(text, place), place)
    signed = None
    if SIGNATURE in archive:
        signed = signer(text, archive.read(SIGNATURE), f"{path}: {SIGNATURE}")
    if key is not None and signed != key:
        raise InputError.at(f"{path}: key", signed or "<no signature>", key)
    _check_listed(archive, manifest, place)
    if into is not None:
        return _unpacked(archive, manifest, signed, into)
    with tempfile.TemporaryDirectory(prefix="hexfront-pack-") as folder:
        return _unpacked(archive, manifest, signed, Path(folder))


def _check_listed(archive: Archive, manifest: Manifest, place: str) -> None:
    there = set(archive) - {MANIFEST, SIGNATURE}
    for name in sorted(there ^ set(manifest.files)):
        found, expected = ("<a file>", "one that the manifest lists")
        if name not in there:
            found, expected = "<nothing>", "the file that the manifest lists"
        raise InputError.at(f"{place}: /files/{name}", found, expected)


def _unpacked(archive: Archive, manifest: Manifest, signed: str | None, folder: Path) -> Checked:
    try:
        system = find_system(manifest.system)
    except InputError as error:
        raise error.within(f"{archive.place}: {MANIFEST}") from None
    for name, digest in manifest.files.items():
        data = archive.read(name)
        if hashlib.sha256(data).hexdigest() != digest:
            expected = "a file with the digest in the manifest"
            raise InputError.at(f"{archive.place}: {name}", "<a changed file>", expected)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / MANIFEST).write_bytes(archive.read(MANIFEST))
    if signed is not None:
        (folder / SIGNATURE).write_bytes(archive.read(SIGNATURE))
    try:
        found = check_contents(system, folder, manifest.files)
    except InputError as error:
        raise error.within(archive.place) from None
    warnings = []
    if manifest.system_version != system.version:
        warnings.append(
            f"made for version {manifest.system_version} of {system.name}, and this is"
            f" {system.version}; every file is sound in it"
        )
    return Checked(manifest, signed, found, tuple(warnings))


def install(path: Path, key: str | None = None, *, force: bool = False) -> Checked:
    """Check a pack and put it with the installed ones; it is there wholly or not at all.

    Errors: `InputError`, also where one of its name is installed and `force` is not given.
    """
    home = packs_folder()
    try:
        home.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=".new-", dir=home))
    except OSError as error:
        raise InputError.at(str(home), f"<{error.strerror}>", "a folder to write into") from None
    try:
        checked = check(path, key, new)
        target = home / checked.manifest.name
        if target.exists():
            _check_clash(target, checked, force=force)
        new.chmod(0o755)
        old = home / f".old-{new.name}"
        with suppress(FileNotFoundError):
            target.rename(old)
        new.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return checked


def _check_clash(target: Path, checked: Checked, *, force: bool) -> None:
    """Errors: `InputError` where another pack has the name already."""
    before = next((pack for pack in installed_packs() if pack.name == target.name), None)
    if force:
        return
    version = before.manifest.get("version") if before else "?"
    title = before.manifest.get("title") if before else "?"
    found = f"<installed: {title}, version {version}>"
    same = before is not None and signer_of(before) == checked.key
    other = "" if same else ", though it is not signed with the key of the installed one"
    expected = f"the name of no installed pack: uninstall that one first, or use --force{other}"
    raise InputError.at(f"pack {checked.manifest.name}", found, expected)


def signer_of(pack: InstalledPack) -> str | None:
    """The public key that an installed pack says it is signed with."""
    try:
        said = parse_json((pack.folder / SIGNATURE).read_bytes(), SIGNATURE)
    except (OSError, InputError):
        return None
    return str(said.get("key")) if isinstance(said, dict) else None


def remove(name: str) -> None:
    """Take an installed pack away. Errors: `InputError` for one that is not there."""
    known = {pack.name: pack for pack in installed_packs()}
    if name not in known:
        expected = f"one of: {', '.join(known) or 'none, as none is installed'}"
        raise InputError.at("pack", name, expected)
    folder = known[name].folder
    old = folder.with_name(f".old-{name}")
    shutil.rmtree(old, ignore_errors=True)
    folder.rename(old)
    shutil.rmtree(old)


def scenario_names_of(checked: Checked) -> dict[str, str]:
    """Titles of a pack's scenarios, by the names that they are chosen by."""
    name = checked.manifest.name
    return {f"{name}{MARK}{Path(f).stem}": t for f, t in checked.found.scenarios.items()}
