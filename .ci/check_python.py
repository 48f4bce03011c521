"""Say clearly when an interpreter cannot be used. Runs on any Python, even 2."""

import sys

FIRST, AFTER_LAST = (3, 11), (3, 15)

if not FIRST <= sys.version_info[:2] < AFTER_LAST:
    found = ".".join(str(number) for number in sys.version_info[:2])
    sys.exit(
        "Hexfront needs Python 3.11 to 3.14, and " + sys.executable + " is Python " + found + ".\n"
        "Name another one, for example: make play PYTHON=python3.13"
    )
try:
    import ensurepip  # noqa: F401
    import venv  # noqa: F401
except ImportError:
    sys.exit(
        sys.executable + " cannot make virtual environments. "
        "On Debian and Ubuntu: apt install python3-venv"
    )
