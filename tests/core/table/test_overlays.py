"""Questions to overlays: what every system refuses."""

from __future__ import annotations

import pytest

from hexfront.core.contract import Kind, Overlay, Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.table.overlays import check_question

OVERLAYS = (
    Overlay("reach", "Reach", "", of_counter=True),
    Overlay("cell", "Cell", "", of_place=True),
    Overlay("plan", "Plan", "", of_order=True),
    Overlay("zones", "Zones", ""),
)


@pytest.mark.parametrize(
    ("overlay", "subject"), [("reach", "a"), ("cell", "01"), ("plan", "whatever"), ("zones", "")]
)
def test_what_may_be_asked(overlay: str, subject: str) -> None:
    check_question(OVERLAYS, overlay, subject, ["a", "b"], ["01"])


@pytest.mark.parametrize(
    ("overlay", "subject", "told"),
    [
        ("range", "a", "overlay: name: found 'range', expected one of: reach, cell, plan, zones"),
        ("reach", "c", "overlay: subject: found 'c', expected a counter on the board: a, b"),
        ("reach", "", "overlay: subject: found <nothing>, expected a counter on the board: a, b"),
        ("cell", "02", "overlay: subject: found '02', expected a place of the board: 01"),
        (
            "zones",
            "a",
            "overlay: subject: found 'a', expected nothing: zones is asked of the board",
        ),
    ],
)
def test_what_may_not(overlay: str, subject: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        check_question(OVERLAYS, overlay, subject, ["a", "b"], ["01"])
    assert str(error.value).startswith(told)


def test_an_empty_board() -> None:
    with pytest.raises(InputError, match="expected a counter on the board: there is none"):
        check_question(OVERLAYS, "reach", "a", ())


def test_a_system_may_look_at_its_places_itself() -> None:
    check_question(OVERLAYS, "cell", "nowhere", ())


@pytest.mark.parametrize("name", ["aggressor", "brigade", "idahex", "malaya", "takeover"])
def test_every_system_refuses_them_alike(name: str) -> None:
    system = find_system(name)
    rules = system.rules(load_scenario(system))
    state, log = rules.start(), EventLog()
    while (decision := rules.decision(state)).kind == Kind.CHANCE:
        rules.apply(state, Step(-1, 0), log)
    view = rules.view(state, decision.sides[0])
    with pytest.raises(InputError, match="overlay: name: found 'nonsense', expected one of"):
        rules.read_overlay(view, "nonsense", "")
    for overlay in rules.overlays:
        place = "command: " if overlay.of_order else "overlay: subject: "
        with pytest.raises(InputError, match=place):
            rules.read_overlay(view, overlay.name, "nowhere and nobody")
        if not (overlay.of_counter or overlay.of_place or overlay.of_order):
            assert rules.read_overlay(view, overlay.name, "").overlay == overlay.name
