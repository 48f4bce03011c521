"""Clauses of events that may rest on one of several, as kernels write them."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import clause_code

SEQUENCE: Final = clause_code("IDX-3.1")
ATTACKING: Final = clause_code("IDX-3.3.2")
TRANSFER: Final = clause_code("IDX-4.2.1")
DELIVERY: Final = clause_code("IDX-4.2.2")
CONSUMPTION: Final = clause_code("IDX-7")
