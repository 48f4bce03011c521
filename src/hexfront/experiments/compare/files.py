"""What a comparison writes into its folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from hexfront.core.documents.files import write_whole
from hexfront.experiments.compare.results import Results
from hexfront.experiments.playing import ROWS
from hexfront.experiments.tables import GAMES, write_games
from hexfront.study.files.parts import write_failed

RESULTS: Final = "results.json"
FILES: Final = (ROWS, GAMES, RESULTS)


def write_files(out: Path, results: Results, seconds: float) -> list[Path]:
    """The games as a table, and the figures; their paths. Errors: `InputError`, `WriteFailed`."""
    try:
        write_games(out, results.comparison.experiment)
        document = results.document() | {"seconds": round(seconds, 3)}
        text = json.dumps(document, indent=1, ensure_ascii=False)
        write_whole(out / RESULTS, text + "\n")
    except OSError as error:
        raise write_failed(out, error) from None
    return [out / GAMES, out / RESULTS]
