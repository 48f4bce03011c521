"""Are all parts of a system there and of the right kind? Asked first, so that it can be named."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.blocks import Block
from hexfront.conformance.snapshot import Snapshot
from hexfront.core.contract import Rules


def check_parts(snapshot: Snapshot) -> None:
    """The rules have every member of the contract, a state of arrays, and a board with places."""
    rules = snapshot.rules
    kind = type(rules).__name__
    # `sides`, `scenario` and the like may be properties, which are not to be asked for yet.
    wanted = {name for name in vars(Rules) if not name.startswith("_")}
    lacking = sorted(name for name in wanted if not hasattr(rules, name))
    snapshot.demand(not lacking, f"{kind} lacks {', '.join(lacking)} of the contract")
    sides = rules.sides
    named = isinstance(sides, tuple) and bool(sides) and all(isinstance(s, str) for s in sides)
    snapshot.demand(named, f"{kind}.sides is {sides!r}, not a tuple of names")
    actions = rules.actions
    counted = type(actions) is int and actions > 0
    snapshot.demand(counted, f"{kind}.actions is {actions!r}, not a positive int")
    found = type(snapshot.state)
    snapshot.demand(issubclass(found, Block), f"the state is of type {found.__name__}, not a Block")
    _check_board(snapshot, kind)


def _check_board(snapshot: Snapshot, kind: str) -> None:
    board = snapshot.rules.board()
    places = board.get("places") if isinstance(board, Mapping) else None
    snapshot.demand(
        isinstance(places, list) and bool(places),
        f"{kind}.board() has no list `places` of the places of the board",
    )
    for number, place in enumerate(places or ()):
        named = isinstance(place, Mapping) and isinstance(place.get("id"), str) and place["id"]
        snapshot.demand(bool(named), f"{kind}.board(): place {number} has no `id`")
