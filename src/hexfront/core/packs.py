"""Installed packs: where they lie, and the scenarios that they add to those of a system.

A pack is a folder of data that `hexfront pack install` has checked.  Its scenarios are called
`PACK:SCENARIO`, so that none can take the name of a shipped one, or of another pack's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import Json, read_json
from hexfront.core.errors import InputError

VARIABLE: Final = "HEXFRONT_PACKS"
"""The environment's name of the folder of installed packs."""
MANIFEST: Final = "manifest.json"
CAMPAIGNS: Final = "campaigns"
"""The folder of a pack with its campaigns."""
MARK: Final = ":"
"""Between the names of a pack and of its scenario, or campaign."""


def data_folder() -> Path:
    """`$XDG_DATA_HOME/hexfront`, or `~/.local/share/hexfront`. Errors: `InputError`."""
    if base := os.environ.get("XDG_DATA_HOME"):
        return Path(base) / "hexfront"
    try:
        return Path.home() / ".local" / "share" / "hexfront"
    except RuntimeError:
        raise InputError.at(
            "data folder", "<no home folder>", "HOME or XDG_DATA_HOME, or a folder given by --save"
        ) from None


def packs_folder() -> Path:
    """`$HEXFRONT_PACKS`, or `packs` in the data folder. Errors: `InputError`."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    return data_folder() / "packs"


@dataclass(frozen=True)
class InstalledPack:
    """A pack as it was installed."""

    folder: Path
    manifest: Json

    @property
    def name(self) -> str:
        """Its short name, which is that of its folder too."""
        return self.folder.name

    @property
    def system(self) -> str:
        """The system that its scenarios are for."""
        return str(self.manifest.get("system"))

    @property
    def scenarios(self) -> dict[str, Path]:
        """The files of its scenarios, by the names that they are chosen by."""
        return {
            f"{self.name}{MARK}{Path(name).stem}": self.folder / name
            for name in sorted(self.manifest["files"])
            if is_scenario(name)
        }

    @property
    def campaigns(self) -> dict[str, Path]:
        """The files of its campaigns, by the names that they are chosen by."""
        return {
            f"{self.name}{MARK}{Path(name).stem}": self.folder / name
            for name in sorted(self.manifest["files"])
            if is_campaign(name)
        }


def is_campaign(name: str) -> bool:
    """Whether a file of a pack is a campaign: a document in the folder of these."""
    folder, _, file = name.rpartition("/")
    return folder == CAMPAIGNS and file.endswith((".json", ".toml"))


def is_scenario(name: str) -> bool:
    """Whether a file of a pack is a scenario: a document beside the manifest."""
    return "/" not in name and name.endswith((".json", ".toml"))


def installed_packs() -> Iterator[InstalledPack]:
    """All installed packs by name; what is no pack is passed over."""
    try:
        paths = sorted(packs_folder().glob(f"*/{MANIFEST}"))
    except (InputError, OSError):
        return
    for path in paths:
        try:
            manifest = read_json(path)
        except InputError:
            continue
        if isinstance(manifest, dict) and isinstance(manifest.get("files"), dict):
            yield InstalledPack(path.parent, manifest)


def installed_scenarios(system: str) -> dict[str, Path]:
    """The files of the scenarios that installed packs have for a system, by name."""
    packs = [pack for pack in installed_packs() if pack.system == system]
    return {name: path for pack in packs for name, path in pack.scenarios.items()}


def installed_campaigns(system: str) -> dict[str, Path]:
    """The files of the campaigns that installed packs have for a system, by name."""
    packs = [pack for pack in installed_packs() if pack.system == system]
    return {name: path for pack in packs for name, path in pack.campaigns.items()}
