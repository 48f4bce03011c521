"""Questions to surveys: what every system refuses."""

from __future__ import annotations

import pytest

from hexfront.core.contract import Kind, Step, Topic
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.surveys import check_question

TOPICS = (
    Topic("reach", "Reach", "", of_counter=True),
    Topic("cell", "Cell", "", of_place=True),
    Topic("plan", "Plan", "", of_order=True),
    Topic("zones", "Zones", ""),
)


@pytest.mark.parametrize(
    ("topic", "subject"), [("reach", "a"), ("cell", "01"), ("plan", "whatever"), ("zones", "")]
)
def test_what_may_be_asked(topic: str, subject: str) -> None:
    check_question(TOPICS, topic, subject, ["a", "b"], ["01"])


@pytest.mark.parametrize(
    ("topic", "subject", "told"),
    [
        ("range", "a", "survey: topic: found 'range', expected one of: reach, cell, plan, zones"),
        ("reach", "c", "survey: subject: found 'c', expected a counter on the board: a, b"),
        ("reach", "", "survey: subject: found <nothing>, expected a counter on the board: a, b"),
        ("cell", "02", "survey: subject: found '02', expected a place of the board: 01"),
        ("zones", "a", "survey: subject: found 'a', expected nothing: zones is asked of the board"),
    ],
)
def test_what_may_not(topic: str, subject: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        check_question(TOPICS, topic, subject, ["a", "b"], ["01"])
    assert str(error.value).startswith(told)


def test_an_empty_board() -> None:
    with pytest.raises(InputError, match="expected a counter on the board: there is none"):
        check_question(TOPICS, "reach", "a", ())


def test_a_system_may_look_at_its_places_itself() -> None:
    check_question(TOPICS, "cell", "nowhere", ())


@pytest.mark.parametrize("name", ["aggressor", "brigade", "idahex", "malaya", "takeover"])
def test_every_system_refuses_them_alike(name: str) -> None:
    system = find_system(name)
    rules = system.rules(load_scenario(system))
    state, log = rules.start(), EventLog()
    while (decision := rules.decision(state)).kind == Kind.CHANCE:
        rules.apply(state, Step(-1, 0), log)
    view = rules.view(state, decision.sides[0])
    with pytest.raises(InputError, match="survey: topic: found 'nonsense', expected one of"):
        rules.survey(view, "nonsense", "")
    for topic in rules.topics:
        place = "command: " if topic.of_order else "survey: subject: "
        with pytest.raises(InputError, match=place):
            rules.survey(view, topic.name, "nowhere and nobody")
        if not (topic.of_counter or topic.of_place or topic.of_order):
            assert rules.survey(view, topic.name, "").topic == topic.name
