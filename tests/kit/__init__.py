"""Tests of the conformance kit, and the kit over all systems."""

from typing import Any, Final

TOLD: Final[dict[str, dict[str, Any]]] = {
    "aggressor": {"fleeting": ("AGR-26", "AGR-27", "AGR-33")},
    "brigade": {"plans": True},
    "duel": {"plans": True},
}
"""What `check_secrecy` is told of systems.

Reports of shots in Aggressor, and of units pressed back, tell more than a view keeps:
that something unseen was hit.  States of Brigade keep the plans of earlier turns, and those of the
duel what sides have planned that may change their minds no more.
"""
