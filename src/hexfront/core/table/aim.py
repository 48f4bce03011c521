"""Offers that point at a place of the player's choice: the offer for one such place."""

from __future__ import annotations

from dataclasses import replace

from hexfront.core.contract import Offer
from hexfront.core.documents.strictjson import Json


def place_numbers(board: Json) -> dict[str, int]:
    """The numbers of the places of a board document, by label: the order that aims count in."""
    return {str(place["id"]): number for number, place in enumerate(board["places"])}


def aims_at(offer: Offer, place: str) -> bool:
    """Whether a place of the board may be chosen for an offer that leaves the choice."""
    return offer.aim is not None and (offer.aim.places is None or place in offer.aim.places)


def aimed(offer: Offer, place: str, number: int) -> Offer:
    """The offer at one place, with its order: no aim is left.

    `number` is that of the place on the board, as `place_numbers` has it.
    Errors: `ValueError` where the offer does not aim there.
    """
    if offer.aim is None or not aims_at(offer, place):
        raise ValueError(f"{offer.caption!r} does not aim at {place!r}")
    asks = offer.aim.confirmed is None or place in offer.aim.confirmed
    return replace(
        offer,
        orders=(offer.aim.first + number,),
        place=place,
        aim=None,
        confirm=offer.confirm if asks else "",
    )
