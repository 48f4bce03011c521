"""The same war, compiled and as plain Python: the same digests after every break."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

WAR = """
from hexfront.core.contract import Kind, Step
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.table.language import CommandLanguage

ORDERS = {
    2: ((0, "mission 2: 38 hold"), (0, "mission 4: 38 hold"), (0, "mission 7: 39 hold"),
        (0, "mission 8: 39 hold"), (0, "mission 50: 38 transfer"), (1, "mission 158: 99 hold")),
    3: ((0, "strike 39 interdict 1 2 3 4 with 20"), (1, "strike 27 interdict 1 2 3 4 with 20")),
    8: ((0, "mission 25: 39 hold"), (1, "mission 159: 87 hold")),
}
rules = IdahexRules(load_scenario(SYSTEM))
language, state = CommandLanguage(rules), rules.start()
for number in range(40):
    for side, text in ORDERS.get(number, ()):
        try:
            offer = language.read(rules.view(state, side), text)
        except Exception as error:
            print(number, text, error)
            continue
        for order in offer.orders:
            rules.apply(state, Step(side, order), EventLog())
    for side in (0, 1):
        log = EventLog()
        rules.apply(state, Step(side, o.GO), log)
    print(number, digest(state), len(log.events()))
"""


def war(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WAR],
        env={**os.environ, **environment},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
        timeout=1500,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.clause("IDX-2.3")
def test_a_compiled_war_is_the_same() -> None:
    slow = war(HEXFRONT_COMPILE="never")
    assert len(set(slow.splitlines())) == len(slow.splitlines()) >= 40
    assert any(int(line.split()[2]) > 10 for line in slow.splitlines() if line[0].isdigit())
    assert war(HEXFRONT_COMPILE="always") == slow
