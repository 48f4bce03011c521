"""Agents with parameters: read by their signature, and refused in plain words."""

from types import SimpleNamespace
from typing import Any, Literal

import pytest

from hexfront.agents.parameters import foreign_factory, parameters_of, with_parameters
from hexfront.core.dice import dice_from_seed
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
        ("agent: thinker", "'depth'", "one of: iterations, time, careful, style, name, slips"),
        ("agent", "'time=1'", "key=value, each key of thinker once"),
        ("agent", "'alone'", "key=value, each key of thinker once"),
    ]


class Stubborn:
    """Gives the same order again and again."""

    def __init__(self, rules: Any, side: int, dice: Any) -> None: ...

    def decide(self, position: Any) -> int:
        return 7


def test_any_agent_slips_as_often_as_it_is_told() -> None:
    position: Any = SimpleNamespace(choices=range(1000, 2000))

    def orders(slips: str) -> list[int]:
        factory: Any = with_parameters(Stubborn, f"slips={slips}", "agent", "stubborn")  # type: ignore[arg-type]
        agent = factory(None, 0, dice_from_seed(1))
        return [agent.decide(position) for _ in range(1000)]

    assert set(orders("0")) == {7}
    assert 7 not in orders("1")
    some = orders("0.25")
    assert some == orders("0.25")
    assert 200 < sum(order != 7 for order in some) < 300
    assert len(set(some)) > 100


@pytest.mark.parametrize(
    ("text", "told"), [("slips=2", "0 to 1"), ("slips=-1", "0 to 1"), ("depth=3", "one of: slips")]
)
def test_slips_of_more_than_all_orders_are_refused(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        with_parameters(Stubborn, text, "agent", "stubborn")  # type: ignore[arg-type]


def test_agents_of_others_take_them_too() -> None:
    agent: Any = foreign_factory("tests.arena.test_parameters:Thinker:time=3")(None, 0, None)
    assert agent.given[1] == 3.0
    with pytest.raises(InputError, match="no class 'Nobody'"):
        foreign_factory("tests.arena.test_parameters:Nobody")
