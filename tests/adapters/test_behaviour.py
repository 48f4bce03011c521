"""The version of an environment rises whenever its behaviour does."""

from __future__ import annotations

import pytest

from tests.adapters.behaviour import behaviour, recorded, version_of


@pytest.mark.parametrize("system", sorted(recorded()))
def test_the_same_version_behaves_the_same(system: str) -> None:
    known = recorded()[system]
    assert (version_of(system), behaviour(system)) == (known["version"], known["digest"]), (
        f"{system} behaves otherwise: raise the version (`environment.version` beside the system), "
        f"then run `python -m tests.adapters.behaviour {system}`"
    )
