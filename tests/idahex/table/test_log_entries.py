"""Entries of the log: what one viewer is told hangs on nobody who was told before."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.agents import make_agent
from hexfront.core.contract import SPECTATOR, UMPIRE, Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import play_on
from hexfront.systems.idahex.table.log import LogWriter

pytestmark = pytest.mark.clause("IDX-4", "IDX-8")
SYSTEM = find_system("idahex")
RULES: Any = SYSTEM.rules(load_scenario(SYSTEM))
STEPS = 1_500


def test_a_shared_entry_is_what_its_reader_alone_would_be_told() -> None:
    agents = [
        make_agent(SYSTEM, "commander", RULES, side, dice_from_seed(0, side, "entries"))
        for side in range(2)
    ]
    state, kinds = RULES.start(), set()
    log: EventLog
    _: Step
    for number, (_, log) in enumerate(play_on(RULES, state, agents, dice_from_seed(0))):
        for event in log.events():
            for viewer in (UMPIRE, 0, 1, SPECTATOR):
                known = RULES.redact(event, viewer)
                if known is not None:
                    view = RULES.log_view(state, viewer)
                    alone = LogWriter(RULES.setting).describe(known, view)
                    assert RULES.describe(known, view) == alone
                    kinds.add(event.kind)
        if number >= STEPS:
            break
    assert {"StatusChanged", "TimePassed", "AirStrike", "Transferred"} <= kinds
