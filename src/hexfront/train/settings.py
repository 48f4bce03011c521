"""What to learn, and how."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

EARLIER: Final = "earlier"
"""An opponent: the other sides' networks at an earlier time, chosen anew each period."""
ITSELF: Final = "itself"
"""An opponent: the other sides' networks of now."""
NOBODY: Final = "none"


@dataclass(frozen=True)
class Settings:
    """As the command line says."""

    system: str
    scenario: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    out: Path = Path("runs/train")
    opponents: tuple[str, ...] = ()
    """Against whom each side plays: the games are shared among them. Empty: the usual ones."""
    imitate: str | None = None
    """Whose games are learnt by heart first; None: those of the best opponent in kernels.

    In half of them it leads all sides, in the others one of them, against that best opponent."""
    imitated: int = 400
    """How many games."""
    shown: int = 200_000
    """How many positions of a side are shown, some of them several times."""
    updates: int = 2000
    minutes: float = 60.0
    every: int = 25
    """Updates of a period: then come an examination and a checkpoint, and all games begin anew."""
    exams: int = 100
    """Games a side of an examination."""
    seed: int = 1
    games: int = 256
    steps: int = 32
    width: int = 64
    epochs: int = 2
    batch: int = 1024
    rate: float = 5e-4
    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.005
    scores: float = 0.0
    """What a lead in scores counts at the end beside the result."""
    threads: int = 1
    device: str = "cpu"
    resume: bool = False

    @property
    def what(self) -> dict[str, object]:
        """What must be the same for a run to go on."""
        kept = vars(self).copy()
        for name in ("out", "updates", "minutes", "threads", "device", "resume"):
            del kept[name]
        return kept
