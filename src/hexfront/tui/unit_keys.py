"""Orders by single keys to the unit that flashes, as far as they need no screen.

Where a board says `cycle`, one own unit flashes. The keys `1` to `7` and `0`
give the orders that offers name them for; `7` asks for a target first. Any
other key goes on to the next unit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from hexfront.core.contract import Counter, Offer, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.table.aim import aimed, aims_at
from hexfront.play.armies import DEPLOY, SETTING_UP, ArmySetup
from hexfront.tui.map.symbols import figure, shape
from hexfront.tui.words import chance_of

ORDER_KEYS: Final = "01234567"
TARGET_KEY: Final = "7"
"""After it a target is asked for, even where only one order can be meant."""
EXAMPLES: Final = 4


def units_in_order(view: View) -> list[Counter]:
    """The viewer's units on the board, in the order in which keys go through them."""
    return [c for c in view.counters if c.side == view.viewer and c.place]


def next_unit(view: View, flashing: str, by: int = 1) -> str:
    """The unit after another; the first where that is gone; empty where there is none."""
    ids = [counter.id for counter in units_in_order(view)]
    if not ids:
        return ""
    if flashing not in ids:
        return ids[0] if by > 0 else ids[-1]
    return ids[(ids.index(flashing) + by) % len(ids)]


def after_loss(before: View, now: View, flashing: str) -> str:
    """The unit that flashes after a change: the same, or the next that is left.

    With a new heading, such as that of a new turn, it is the first again.
    """
    if before.title != now.title:
        return next_unit(now, "")
    left = {counter.id for counter in units_in_order(now)}
    ids = [counter.id for counter in units_in_order(before)]
    if flashing in left or not left:
        return flashing if left else ""
    at = ids.index(flashing) if flashing in ids else -1
    return next((id for id in [*ids[at + 1 :], *ids] if id in left), next_unit(now, ""))


def has_unit_keys(offers: Sequence[Offer]) -> bool:
    """Whether units can be ordered by keys now."""
    return any(offer.key and offer.subject for offer in offers)


def sets_up(offers: Sequence[Offer]) -> bool:
    """Whether the side sets its army up now."""
    return any(offer.kind in SETTING_UP for offer in offers)


def key_offers(offers: Sequence[Offer], flashing: str, key: str) -> list[Offer]:
    """What a key can mean: an order to the unit that flashes, or else one without a unit."""
    keyed = [offer for offer in offers if offer.key == key]
    own = [offer for offer in keyed if offer.subject and offer.subject == flashing]
    return own or [offer for offer in keyed if not offer.subject]


def asks_for_target(key: str, offers: Sequence[Offer]) -> bool:
    """Whether a target must be named before an order of a key is given."""
    return key == TARGET_KEY or any(offer.aim is not None for offer in offers)


def read_target(
    text: str, offers: Sequence[Offer], numbers: Mapping[str, int], names: Mapping[str, str]
) -> list[Offer]:
    """The orders that a typed target fits: a place such as `@HF`, or a word such as `@@`.

    The kind of the order may stand before it. More than one where the target
    fits several. Errors: `InputError`.
    """
    *first, target = text.lower().split() or [""]
    kinds = [o for o in offers if not first or o.kind.lower() == " ".join(first)]
    labels = {name.lower(): label for label, name in names.items()}
    labels |= {label.lower(): label for label in numbers}
    label = labels.get(target, "")
    found = [o for o in kinds if o.aim is None and target in {o.word.lower(), o.place.lower()}]
    found += [aimed(o, label, numbers[label]) for o in kinds if label and aims_at(o, label)]
    found += [o for o in kinds if label and o.place == label and o not in found]
    if not target or not found:
        expected = targets_text(offers, numbers) or "a unit with something to aim"
        raise InputError.at("target", text.strip(), expected)
    return found


def target_after_key(line: str, offers: Sequence[Offer], numbers: Mapping[str, int]) -> str:
    """The target in a line such as `7 @HF`: the key and a place or a word; empty for others."""
    key, _, target = line.strip().partition(" ")
    target = target.strip()
    known = {label.lower() for label in numbers} | {offer.word.lower() for offer in offers}
    return target if key == TARGET_KEY and target and target.lower() in known else ""


def targets_text(offers: Sequence[Offer], numbers: Mapping[str, int]) -> str:
    """What may be typed for a target, by what it does: `recon: any place; strike: @LJ`."""
    targets: dict[str, list[str]] = {}
    for offer in offers:
        known = targets.setdefault(offer.kind, [])
        if offer.aim is None:
            known.append(offer.word or offer.place)
        elif offer.aim.places is None:
            known.append(f"any place such as {next(iter(numbers), '')}")
        else:
            known += offer.aim.places
    return "; ".join(
        f"{kind}: {', '.join(known[:EXAMPLES])}{', …' if len(known) > EXAMPLES else ''}"
        for kind, known in targets.items()
    )


def keys_text(offers: Sequence[Offer], flashing: str) -> list[str]:
    """The keys that give an order now, each with what it does."""
    lines = []
    for key in [*ORDER_KEYS[1:], ORDER_KEYS[0]]:
        meant: dict[str, list[Offer]] = {}
        for offer in key_offers(offers, flashing, key):
            meant.setdefault(offer.kind, []).append(offer)
        if meant:
            lines.append(f"{key} {', '.join(_what(kind, found) for kind, found in meant.items())}")
    return lines


def _what(kind: str, offers: Sequence[Offer]) -> str:
    """A kind of order, and where it leads and with what chance if only one can be meant."""
    if len(offers) > 1 or not offers[0].subject:
        return kind
    only = offers[0]
    chance = chance_of((only.odds or {}).get("chance"))
    shown = "" if chance is None else f"{float(chance):.0%}"
    return " ".join(filter(None, (kind, only.place or only.word, shown)))


def unit_text(counter: Counter) -> str:
    """The unit that flashes: who, where, its range and strength."""
    opening, closing = shape(counter.side)[0], shape(counter.side)[1]
    values = [f"{name} {figure(value)}" for name, value in counter.values.items()]
    badges = f"({', '.join(counter.badges)})" if counter.badges else ""
    parts = [f"{opening}{counter.id}{closing} {counter.name} {counter.place}", *values, badges]
    return "  ".join(filter(None, parts))


# Setting up


def type_of_key(army_setup: ArmySetup, key: str) -> str:
    """The type that a key chooses while the army is set up; empty for none."""
    names = list(army_setup.types)
    return names[int(key) - 1] if key.isdecimal() and 1 <= int(key) <= len(names) else ""


def deploys(offers: Sequence[Offer], type_name: str, place: str) -> Offer | None:
    """The offer that places a type somewhere; None where it may not stand there."""
    for offer in offers:
        if offer.kind == DEPLOY and offer.word == type_name and aims_at(offer, place):
            return offer
    return None


def palette_lines(army_setup: ArmySetup, view: View, chosen: str = "") -> list[str]:
    """The types with a key each and how many are placed, and the total."""
    counts = army_setup.counts(view)
    lines = [f"Army: {sum(counts.values())} of {army_setup.size}"]
    width = max(len(army_setup.title(name)) for name in army_setup.types)
    for number, name in enumerate(army_setup.types, 1):
        mark = ">" if name == chosen else " "
        values = army_setup.types[name].get("values") or {}
        shown = "/".join(figure(value) for value in values.values())
        lines.append(
            f"{mark}{number} {army_setup.title(name):<{width}} {counts[name]:>3}   {shown}".rstrip()
        )
    return lines


# Sectors


def sector_cells(facts: Mapping[str, Json], sides: Sequence[Json]) -> list[list[tuple[int, str]]]:
    """Rows of sectors: the side that controls each (−1 for none), and a mark of three characters.

    A question mark says that the viewer cannot be sure of it.
    """
    sectors = facts.get("sectors")
    if not isinstance(sectors, list) or not sectors:
        return []
    cells = []
    for sector in sectors:
        control = sector.get("control")
        side = control if isinstance(control, int) else -1
        doubt = "?" if not sector.get("sure", True) else " "
        mark = f"{shape(side)[0]}{_initial(sides, side)}{shape(side)[1]}" if side >= 0 else " . "
        cells.append((side, mark if doubt == " " else mark[:2] + doubt))
    across = max(1, round(math.sqrt(len(cells))))
    return [cells[i : i + across] for i in range(0, len(cells), across)]


def _initial(sides: Sequence[Json], side: int) -> str:
    titles = [str(entry.get("title") or entry.get("name") or "") for entry in sides]
    own = titles[side][:1].upper() if side < len(titles) else ""
    return own if own and [t[:1].upper() for t in titles].count(own) == 1 else str(side + 1)


def sectors_line(facts: Mapping[str, Json], sides: Sequence[Json]) -> str:
    """The sectors in one line, row by row; empty where there are none."""
    rows = sector_cells(facts, sides)
    if not rows:
        return ""
    return "Sectors: " + " / ".join(" ".join(mark for _, mark in row) for row in rows)
