"""The theatre of war: what the kernels that play a war get as its fixed part."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexfront.by_reference import by_reference
from hexfront.core.events import NO_LOG
from hexfront.systems.idahex.rules import air
from hexfront.systems.idahex.rules.command.drafts import most_commands
from hexfront.systems.idahex.rules.command.sentences import Sentence
from hexfront.systems.idahex.scenario.design import NACTYP, NRS, SIDES, Design, Float, Int
from hexfront.systems.idahex.scenario.initial_state import make_scratch
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.scenario.state import MAX_DRAFT, Scratch, State


@by_reference
class CommandFields(NamedTuple):
    """Where a command is laid out before it is carried out."""

    units: Int
    """The task force, givers or recipients."""
    takers: Int
    orders: Int
    """[order, 2]: desired objective and posture."""
    starts: Float
    """[order]."""
    amounts: Float
    """[resource]."""
    declared: Int
    """[resource]: 1 where an amount is said."""
    classes: Int
    """[4]: posture classes by priority (IDX-6)."""
    aircraft: Float
    """[type]."""


@by_reference
class Theatre(NamedTuple):
    """A war's design, and room in which one thread works at a time."""

    design: Design
    most: Int
    """[side]: commands that a side gives at one stop (IDX-2.3)."""
    detail: Int
    """[1]: iprint, how much of an engagement the players are told (IDX-8)."""
    opening: State
    """The state in which the war opens. All below is room to work in."""
    scratch: Scratch
    spare: State
    """A copy of the war in which a command is tried."""
    unheard: Int
    """A log without room, for what is only tried."""
    sentence: Sentence
    """What the draft at hand says."""
    desk: CommandFields


def make_theatre(setting: Setting, scratch: Scratch | None = None) -> Theatre:
    """The theatre of a setting, with room of its own, or with such scratch."""
    design, units = setting.design, len(setting.units)
    sides = design.forces.side[[unit.kind for unit in setting.units]]
    resources = int(design.forces.counts[:, NRS].max())
    aircraft = max(1, int(design.forces.counts[:, NACTYP].max()))
    return Theatre(
        design=design,
        most=np.array([most_commands(int((sides == side).sum())) for side in range(SIDES)]),
        detail=np.array([setting.detail]),
        opening=setting.start(),
        scratch=make_scratch(design, units) if scratch is None else scratch,
        spare=setting.start(),
        unheard=NO_LOG,
        sentence=Sentence.new(word=MAX_DRAFT),
        desk=CommandFields(
            units=np.zeros(units, dtype=np.int64),
            takers=np.zeros(units, dtype=np.int64),
            orders=np.zeros((MAX_DRAFT, 2), dtype=np.int64),
            starts=np.zeros(MAX_DRAFT),
            amounts=np.zeros(resources),
            declared=np.zeros(resources, dtype=np.int64),
            classes=np.zeros(air.CLASSES, dtype=np.int64),
            aircraft=np.zeros(aircraft),
        ),
    )
