"""`python -m hexfront`, and what the command `hexfront` calls."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C is no traceback, not even while modules are imported."""
    try:
        from hexfront.cli import main as run_command

        run_command()
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
