"""A system for a server in a test: Malaya, where every attack succeeds whatever the die shows."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from hexfront.core.documents.stricttoml import read_document
from hexfront.systems.malaya.scenario.state import FOLDER

NAME = "sure"
_MODULE = f"""
from dataclasses import replace
from pathlib import Path

from hexfront.systems.malaya import SYSTEM as MALAYA

SYSTEM = replace(
    MALAYA,
    name="{NAME}",
    folder=Path(__file__).parent / "{NAME}",
    scenarios=replace(MALAYA.scenarios, default="{NAME}"),
)
"""


def write_system(folder: Path) -> None:
    """Make a folder that, among those where Python looks for modules, adds the system."""
    scenarios = folder / NAME / "data" / "scenarios"
    scenarios.mkdir(parents=True)
    shutil.copy(FOLDER / "rulebook.toml", folder / NAME)
    document = read_document(FOLDER / "data" / "scenarios" / "campaign.toml")
    results = document["results"]
    results["rows"] = [["0/1R" for _ in row] for row in results["rows"]]
    (scenarios / f"{NAME}.json").write_text(json.dumps({**document, "name": NAME}), "utf-8")
    (folder / f"{NAME}_malaya.py").write_text(_MODULE, "utf-8")
    info = folder / f"{NAME}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1\n", "utf-8")
    entry = f"[hexfront.systems]\n{NAME} = {NAME}_malaya:SYSTEM\n"
    (info / "entry_points.txt").write_text(entry, "utf-8")
