"""The network itself: the shapes of its weights, and what follows from them.

`forward` is the same function for NumPy, which plays, and for PyTorch, which learns: it uses what
both have alike. Every own unit looks at the board from where it will stand, by the same weights
as all others; orders that are aimed at a hex are a product of what the unit wants and of what the
hex is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexfront.networks.form import NetworkForm

KEY: Final = 16
"""Numbers by which a unit chooses among hexes."""
CLOSED: Final = -1e9
"""The logit of an order that is not open."""


def weight_shapes(form: NetworkForm, width: int) -> dict[str, tuple[int, ...]]:
    """The weights by name; biases have one axis."""
    hexes, slots = form.hexes, form.slots
    shapes: dict[str, tuple[int, ...]] = {
        "board": (form.figures + form.planes * hexes, width),
        "board.bias": (width,),
        "whole": (2 * width if form.row else width, width),
        "whole.bias": (width,),
        "plain": (width, slots.whole[0] + 1),
        "plain.bias": (slots.whole[0] + 1,),
        "value": (width, 1),
        "value.bias": (1,),
    }
    if form.row:
        shapes |= {
            "near": (7 * form.planes, width),
            "row": (form.row, width),
            "context": (width, width),
            "place": (len(form.pairs), hexes + 1, width),
            "unit": (len(form.own), width),
            "hidden": (width, width),
            "hidden.bias": (width,),
            "orders": (width, slots.unit[0]),
            "orders.bias": (slots.unit[0],),
        }
    if slots.whole[1] or slots.unit[1]:
        shapes |= {
            "key": (hexes, KEY),
            "key.planes": (form.planes, KEY),
            "aim.whole": (width, slots.whole[1] * KEY),
            "aim.unit": (width, slots.unit[1] * KEY),
        }
    return shapes


def forward(
    form: NetworkForm, weights: Mapping[str, Any], inputs: Mapping[str, Any], xp: Any
) -> Any:
    """(games, slots) logits, and (games,) values; `xp` is `numpy` or `torch`."""
    w, mask = weights, inputs["mask"]
    games, slots = len(mask), form.slots
    parts = [inputs["figures"]]
    if form.hexes:
        planes = inputs["planes"]
        parts.append(planes[:, :-1].reshape(games, -1))
    board = (xp.concat(parts, 1) @ w["board"] + w["board.bias"]).clip(min=0)
    seen = [board]
    if form.row:
        unit = _units(form, w, inputs, board, xp)
        seen.append(unit.mean(1))
    whole = (xp.concat(seen, 1) @ w["whole"] + w["whole.bias"]).clip(min=0)
    plain = whole @ w["plain"] + w["plain.bias"]
    logits = [plain[:, :-1]]
    aims = "key" in w
    if aims:
        keys = (planes[:, :-1] @ w["key.planes"] + w["key"]).swapaxes(1, 2)
        wish = (whole @ w["aim.whole"]).reshape(games, slots.whole[1], KEY)
        logits.append((wish @ keys).reshape(games, -1))
    if form.row:
        orders = unit @ w["orders"] + w["orders.bias"]
        if aims:
            wish = (unit @ w["aim.unit"]).reshape(games, -1, KEY)
            aimed = (wish @ keys).reshape(games, len(form.own), -1)
            orders = xp.concat([orders, aimed], 2)
        logits.append(orders.reshape(games, -1))
    logits.append(plain[:, -1:])
    value = whole @ w["value"] + w["value.bias"]
    return xp.where(mask, xp.concat(logits, 1), CLOSED), value[:, 0]


def _units(
    form: NetworkForm, w: Mapping[str, Any], inputs: Mapping[str, Any], board: Any, xp: Any
) -> Any:
    """(games, own units, width) what each makes of what it sees."""
    planes, places = inputs["planes"], inputs["places"]
    games = len(planes)
    near = planes[xp.arange(games)[:, None, None], inputs["around"]]
    unit = near.reshape(games, len(form.own), -1) @ w["near"] + inputs["rows"] @ w["row"]
    for number in range(len(form.pairs)):
        unit = unit + w["place"][number][places[:, :, number]]
    unit = unit + (board @ w["context"])[:, None] + w["unit"]
    return (unit.clip(min=0) @ w["hidden"] + w["hidden.bias"]).clip(min=0)
