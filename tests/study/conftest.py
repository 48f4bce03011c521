from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture(autouse=True)
def lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the systems of `plugin` known, as an installed package would."""
    monkeypatch.syspath_prepend(str(PLUGIN))
