"""Record the golden games of a system anew: `python -m hexfront.conformance NAME FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from hexfront.conformance.golden import make_golden
from hexfront.core.errors import HexfrontError
from hexfront.core.registry import find_system


def main(arguments: list[str]) -> int:
    """Print the files that were made; 2 for arguments that cannot be used."""
    if len(arguments) != 2:
        print("usage: python -m hexfront.conformance NAME FOLDER", file=sys.stderr)
        return 2
    name, folder = arguments
    try:
        made = make_golden(find_system(name), Path(folder))
    except HexfrontError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(*made, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
