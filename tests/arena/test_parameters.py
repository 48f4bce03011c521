"""Agents with parameters: read by their signature, and refused in plain words."""

from typing import Any, Literal

import pytest

from hexfront.agents.parameters import foreign_factory, parameters_of, with_parameters
from hexfront.core.errors import InputError


class Thinker:
    def __init__(
        self,
        rules: Any,
        side: int,
        dice: Any,
        *,
        iterations: int | None = None,
        time: float = 1.0,
        careful: bool = False,
        style: Literal["bold", "calm"] = "calm",
        name="x",  # type: ignore[no-untyped-def]
    ) -> None:
        self.given = (iterations, time, careful, style, name)


def made(text: str) -> tuple[Any, ...]:
    agent: Any = with_parameters(Thinker, text, "agent", "thinker")(None, 0, None)
    return agent.given


def test_values_have_the_types_of_the_signature() -> None:
    assert list(parameters_of(Thinker)) == ["iterations", "time", "careful", "style", "name"]
    assert made("iterations=2000") == (2000, 1.0, False, "calm", "x")
    assert made("time=.5, careful=true,style=bold,name=y") == (None, 0.5, True, "bold", "y")
    assert made("iterations=none") == (None, 1.0, False, "calm", "x")


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        made("iterations=2.5,time=nan,careful=perhaps,style=wild,depth=3,time=1,alone")
    told = [(problem.place, problem.found, problem.expected) for problem in caught.value.problems]
    assert told == [
        ("agent: thinker: iterations", "'2.5'", "a whole number, or none"),
        ("agent: thinker: time", "'nan'", "a number"),
        ("agent: thinker: careful", "'perhaps'", "true or false"),
        ("agent: thinker: style", "'wild'", "one of: bold, calm"),
        ("agent: thinker", "'depth'", "one of: iterations, time, careful, style, name"),
        ("agent", "'time=1'", "key=value, each key of thinker once"),
        ("agent", "'alone'", "key=value, each key of thinker once"),
    ]


def test_an_agent_without_parameters_says_so() -> None:
    class Plain:
        def __init__(self, rules: Any, side: int, dice: Any) -> None: ...

    with pytest.raises(InputError, match="plain has no parameters"):
        with_parameters(Plain, "depth=3", "agent", "plain")  # type: ignore[arg-type]


def test_agents_of_others_take_them_too() -> None:
    agent: Any = foreign_factory("tests.arena.test_parameters:Thinker:time=3")(None, 0, None)
    assert agent.given[1] == 3.0
    with pytest.raises(InputError, match="no class 'Nobody'"):
        foreign_factory("tests.arena.test_parameters:Nobody")
