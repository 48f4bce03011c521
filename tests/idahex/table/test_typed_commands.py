"""Commands of IDAHEX as they are typed at a table."""

from __future__ import annotations

from functools import cache

import pytest

from hexfront.core.contract import Kind, Offer, Step, View
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.table.language import CommandLanguage


@cache
def rules() -> IdahexRules:
    return IdahexRules(load_scenario(SYSTEM))


class Table:
    """A war in which lines are typed."""

    def __init__(self) -> None:
        self.rules = rules()
        self.language = CommandLanguage(self.rules)
        self.state = self.rules.start()
        self.log = EventLog()
        self.both("go")  # The strikes of the first cycle

    def view(self, side: int) -> View:
        return self.rules.view(self.state, side)

    def read(self, side: int, text: str) -> Offer | None:
        return self.language.read(self.view(side), text)

    def type(self, side: int, text: str) -> None:
        offer = self.read(side, text)
        assert offer is not None, text
        for order in offer.orders:
            assert self.rules.refuse(self.state, side, order) is None, text
            self.rules.apply(self.state, Step(side, order), self.log)

    def draft(self, side: int, text: str) -> str:
        """The prompt once all words of a line but its "end" are given."""
        offer = self.read(side, text)
        assert offer is not None, text
        for order in offer.orders[:-1]:
            self.rules.apply(self.state, Step(side, order), self.log)
        return self.view(side).prompt

    def both(self, text: str) -> None:
        for side in (0, 1):
            self.type(side, text)

    def row(self, number: int) -> int:
        return next(i for i, u in enumerate(self.rules.setting.units) if u.number == number)

    def posture(self, number: int) -> int:
        return int(self.state.units.posture[self.row(number)])

    def go_on(self, periods: int) -> None:
        for _ in range(periods):
            phase = self.state.game.phase
            self.both("go")
            if phase == s.STRIKES:
                self.both("go")


@pytest.mark.clause("IDX-4.1", "IDX-3.1")
def test_a_mission_is_typed_and_carried_out() -> None:
    table = Table()
    table.type(0, "mission 8: 26 hold")
    before = table.view(1).facts
    assert table.posture(8) == 10
    table.go_on(1)
    assert table.posture(8) // 10 in (2, 3, 4) or table.state.units.place[table.row(8)] == 26
    assert "8" not in str(before["own"].get("0")), "the enemy's missions are no fact of Blue's"
    table.go_on(4)
    assert table.state.units.place[table.row(8)] == 26


@pytest.mark.clause("IDX-3.3.2", "IDX-5")
def test_an_attack_across_the_canal_becomes_an_engagement() -> None:
    table = Table()
    for number in (2, 4, 5):
        table.type(0, f"mission {number}: 38 hold")
    for number in (7, 8):
        table.type(0, f"mission {number}: 39 hold")
    places = set()
    for _ in range(8):
        table.go_on(1)
        places |= {e["cell"] for e in table.view(1).facts["engagements"]}
    assert 39 in places


@pytest.mark.clause("IDX-2.3")
def test_the_war_stops_where_both_sides_want_it() -> None:
    table = Table()
    table.type(0, "stop")
    table.type(1, "stop")
    # Nobody learns whether the other has asked for it while he may take his own back.
    assert table.rules.decision(table.state).kind == Kind.ORDERS
    table.type(0, "go")
    table.type(1, "go")
    assert table.rules.decision(table.state).kind == Kind.OVER
    result = table.rules.result(table.state)
    assert result is not None
    assert not result.winners


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("mission 8: 45 10", "IDX-3.2.3"),
        ("mission 8: 27 30", "IDX-4.1"),
        ("mission 2 8: 38 10", "IDX-4.1"),
        ("mission 8: 35 10", "IDX-4.1"),
        ("mission 2 4 stacked 1: 38 10", "IDX-4.1"),
        ("cancel 8", "IDX-4.1"),
        ("transfer 26: 5 ammo", "IDX-4.2.1"),
        ("delivery 50 27", "IDX-4.2.2"),
        ("cancel delivery 50 27", "IDX-4.2.2"),
    ],
)
def test_an_impossible_command_is_refused_with_its_clause(text: str, clause: str) -> None:
    table = Table()
    with pytest.raises(InputError) as caught:
        table.read(0, text)
    assert clause in str(caught.value)
    assert not table.view(0).facts["own"]["0"]["draft"]


def test_words_of_offers_are_left_to_them() -> None:
    table = Table()
    assert table.read(0, "mission") is None
    assert table.read(0, "8 march 26") is None
    assert table.read(0, "") is None


def test_a_whole_command_takes_the_place_of_a_draft() -> None:
    table = Table()
    table.rules.apply(table.state, Step(0, 3), table.log)
    assert table.view(0).facts["own"]["0"]["draft"] == [3]
    table.type(0, "mission 8: 26 hold")
    assert table.view(0).facts["own"]["0"]["draft"] == []
    assert table.view(1).facts["own"]["1"]["draft"] == []


def striking_table() -> Table:
    """A war at the start of its second cycle."""
    table = Table()
    table.go_on(2)
    assert table.state.game.phase == s.STRIKES
    return table


@pytest.mark.clause("IDX-6")
def test_air_strikes_are_taken_back_the_last_one_first() -> None:
    table = striking_table()
    for line in (
        "strike 38 cas with 3",
        "strike 39 cas with 4",
        "strike 38 interdict 1 2 3 4 with 5",
    ):
        table.type(1, line)
    table.type(1, "cancel strike 38")
    strikes = table.view(1).facts["own"]["1"]["strikes"]
    assert [(row["target"], row["aircraft"][0]) for row in strikes] == [(38, 3.0), (39, 4.0)]
    offers = [
        o for o in table.rules.offers(table.view(1)) if o.kind == "cancel" and len(o.orders) > 1
    ]
    assert [(o.caption, o.clause) for o in offers] == [
        ("Cancel the air strike on 38", "IDX-6"),
        ("Cancel the air strike on 39", "IDX-6"),
    ]
    for order in offers[0].orders:
        table.rules.apply(table.state, Step(1, order), table.log)
    assert [row["target"] for row in table.view(1).facts["own"]["1"]["strikes"]] == [39]
    assert "Cancel the air strike on 39" in table.draft(1, "cancel strike 39")


@pytest.mark.clause("IDX-6")
def test_strikes_that_cannot_be_taken_back() -> None:
    table = striking_table()
    table.type(1, "strike 38 cas with 3")
    with pytest.raises(InputError, match=r"IDX-6.*no air strike on that cell"):
        table.read(1, "cancel strike 39")
    with pytest.raises(InputError, match=r"IDX-6.*no air strike on that cell"):
        table.read(0, "cancel strike 38")
    table.both("go")
    with pytest.raises(InputError, match=r"IDX-6.*cannot be called back"):
        table.read(1, "cancel strike 38")


@pytest.mark.clause("IDX-6")
def test_a_strike_that_is_taken_back_does_nothing() -> None:
    struck, called_back, quiet = striking_table(), striking_table(), striking_table()
    cell = int(struck.state.units.place[struck.row(50)])
    for table in (struck, called_back):
        table.type(1, f"strike {cell} interdict 1 2 3 4 with 9")
    called_back.type(1, f"cancel strike {cell}")
    for table in (struck, called_back, quiet):
        table.both("go")
    assert digest(called_back.state) == digest(quiet.state)
    assert digest(struck.state) != digest(quiet.state)
