"""Where the data of IDAHEX lie."""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1]
