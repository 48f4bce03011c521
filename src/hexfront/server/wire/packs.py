"""Bodies of requests about packs, and answers to them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexfront.server.wire.bodies import AnswerModel
from hexfront.server.wire.frames import Strict


class PackOrder(Strict):
    """What the pack of a draft says of itself."""

    name: Annotated[str, Field(max_length=40)]
    title: Annotated[str, Field(max_length=80)]
    version: Annotated[str, Field(max_length=20)] = "1"
    licence: Annotated[str, Field(max_length=80)]
    authors: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=50)]
    description: Annotated[str, Field(max_length=2000)] = ""


class PackInfo(AnswerModel):
    """An installed pack."""

    name: str
    title: str
    version: str
    system: str
    scenarios: list[str]


class PackList(AnswerModel):
    """The installed packs."""

    owner: bool
    """Whether whoever asks may install and take away."""
    packs: list[PackInfo]
    warnings: list[str]
    """What is to be said of the one that was installed last."""


class PackName(Strict):
    """A pack by its name."""

    name: Annotated[str, Field(max_length=40)]
