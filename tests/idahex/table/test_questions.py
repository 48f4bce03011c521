"""What is asked at the prompt, help, completion; and that it tells a side no more than it knows."""

from __future__ import annotations

from functools import cache

import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot
from hexfront.core.contract import SPECTATOR, UMPIRE, Step, View
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.table.answers import Answer, answer_lines
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.rules.combat.involvement import involvement_of
from hexfront.systems.idahex.rules.command.commands import USAGE
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.table.help import QUESTIONS
from hexfront.systems.idahex.table.language import CommandLanguage

QUESTIONS_OF_ALL = (
    "show units",
    "show units blue",
    "show units 2 153",
    "show units 156",
    "show cells",
    "show cells 38 39",
    "show engagements",
    "show map",
)
QUESTIONS_OF_RED = (*QUESTIONS_OF_ALL, "show forces", "show losses", "show involvement 2 4")


@cache
def rules() -> IdahexRules:
    return IdahexRules(load_scenario(SYSTEM))


@cache
def language() -> CommandLanguage:
    return CommandLanguage(rules())


@cache
def sample() -> list[Snapshot]:
    return [p for seed in range(4) for p in conformance.snapshots(SYSTEM, rules(), seed, 6)]


def told(view: View, question: str) -> str:
    """The answer, or what is wrong with the question."""
    try:
        answer = language().answer(view, question)
    except InputError as error:
        return str(error)
    assert answer is not None
    return "\n".join(answer_lines(answer))


class War:
    """A war in which Red and Blue type lines."""

    def __init__(self) -> None:
        self.state, self.log = rules().start(), EventLog()

    def view(self, side: int) -> View:
        return rules().view(self.state, side)

    def type(self, side: int, *lines: str) -> None:
        for line in lines:
            offer = language().read(self.view(side), line)
            assert offer is not None
            for order in offer.orders:
                assert rules().refuse(self.state, side, order) is None
                self.log.clear()
                rules().apply(self.state, Step(side, order), self.log)

    def period(self, *red: str) -> None:
        """Red says something, and the war goes on to the next commands."""
        self.type(0, *red, "go")
        self.type(1, "go")
        while self.state.game.phase == s.STRIKES:
            self.type(0, "go")
            self.type(1, "go")

    def ask(self, side: int, text: str) -> Answer:
        answer = language().answer(self.view(side), text)
        assert answer is not None
        return answer

    def text(self, side: int, text: str) -> str:
        return told(self.view(side), text)


@pytest.fixture
def war() -> War:
    war = War()
    war.type(0, "go")
    war.type(1, "go")
    return war


@pytest.mark.clause("IDX-8")
def test_units_are_shown_with_stocks_of_ones_own_only(war: War) -> None:
    red = war.ask(0, "show units 2 153")
    units, held = red.tables
    assert [row[0] for row in units.rows] == ["2 7TH MOT RIFLE", "153 BLUE MECH INF BD"]
    assert units.rows[0][-1].endswith("%")
    assert units.rows[1][-1] == "?"
    assert held.caption == "2 7TH MOT RIFLE holds"
    assert held.rows[0] == ("small arms", "160.0", "155.0")
    assert len(war.ask(1, "show units 2 153").tables) == 2
    assert len(war.ask(UMPIRE, "show units 2 153").tables) == 3
    assert len(war.ask(SPECTATOR, "show units 2 153").tables) == 1


def test_units_of_a_side_and_of_cells(war: War) -> None:
    (blue,) = war.ask(0, "show units blue in 39").tables
    assert [row[0].split()[0] for row in blue.rows] == ["153", "154"]
    everybody = war.ask(1, "show units").tables[0]
    assert len(everybody.rows) == len(rules().setting.units)
    # Reinforcements of the enemy are not there yet (2.2.1).
    mine = war.ask(0, "show units").tables[0]
    hidden = {row[0] for row in everybody.rows} - {row[0] for row in mine.rows}
    assert {name.split()[0] for name in hidden} == {"156", "158", "160"}


def test_cells_with_routes_and_barriers(war: War) -> None:
    cells, ways = war.ask(0, "show cells 38").tables
    assert cells.rows == (("38", "Blue", "open desert", "", ""),)
    to_26 = next(row for row in ways.rows if row[0] == "26")
    # In the first cycle sand is loose where the deck says firm (file 60).
    assert to_26 == ("26", "loose sand, no roads", "Suez Canal", "Red")


@pytest.mark.clause("IDX-4.1")
def test_task_forces_are_shown_to_their_side(war: War) -> None:
    war.type(0, "mission 2 4: 38 hold, 39 hold at 2.5", "mission 51: 29 transfer")
    rows = war.ask(0, "show forces").tables[0].rows
    assert [row[0] for row in rows] == ["2 4", "51"]
    assert rows[0][2] == "38 10, 39 10 at 2.5"
    assert war.ask(0, "show forces 4").tables[0].rows == rows[:1]
    assert war.ask(1, "show forces").tables[0].rows == ()
    with pytest.raises(InputError, match="a unit of yours"):
        war.ask(1, "show forces 4")
    with pytest.raises(InputError, match="spectator"):
        war.ask(SPECTATOR, "show forces")


@pytest.mark.clause("IDX-5.4.1")
def test_involvement_is_that_of_the_rules(war: War) -> None:
    (table,) = war.ask(0, "show involvement 2 4").tables
    shares = involvement_of(rules().setting.design, war.state, [0, 2])
    assert [float(row[2]) for row in table.rows] == pytest.approx(shares[:9], abs=5e-4)
    for words in ("show involvement 153", "show involvement 2 153", "show involvement"):
        with pytest.raises(InputError, match="of yours"):
            war.ask(0, words)


@pytest.mark.clause("IDX-5")
def test_an_engagement_is_shown_to_both_as_far_as_iprint_says(war: War) -> None:
    war.period(*(f"mission {unit}: 39 hold" for unit in (25,)), "mission 2: 38 hold")
    for _ in range(4):
        if war.view(0).facts["engagements"]:
            break
        war.period()
    fights = war.view(0).facts["engagements"]
    assert [fight["cell"] for fight in fights] == [39]
    text = war.text(1, "show engagements 39")
    for words in ("force ratio, ground", "feba now", "Losses of the attackers", "Values of Red's"):
        assert words in text
    assert war.text(1, "show engagements 39") == war.text(0, "show engagements 39")
    with pytest.raises(InputError, match="of the cells: 39"):
        war.ask(0, "show engagements 38")
    row = next(row for row in war.ask(0, "show cells 39").tables[0].rows)
    assert row[3] == "by Red"
    assert "39B 1/" not in war.text(0, "show map")
    assert "39B" in war.text(0, "show map")
    assert "!" in war.text(0, "show map").split("\n", 3)[3]


def test_losses_and_consumption_of_ones_own(war: War) -> None:
    war.period()
    (table,) = war.ask(0, "show losses").tables
    used = {row[0]: float(row[4]) for row in table.rows}
    assert used["fuel& other"] > 0
    assert float(war.state.totals[0, s.CONSUMED, 7]) == pytest.approx(used["fuel& other"], rel=0.01)


@pytest.mark.clause("IDX-2.2.1")
@pytest.mark.parametrize(
    "text", ["show units {}", "show forces {}", "show involvement {}", "mission {}: 38 hold"]
)
def test_a_reinforcement_of_the_enemy_is_as_one_that_is_not(war: War, text: str) -> None:
    def wrong(unit: str) -> str:
        with pytest.raises(InputError) as error:
            language().answer(war.view(0), text.format(unit))
            language().read(war.view(0), text.format(unit))
        return str(error.value).replace(unit, "N")

    assert wrong("156") == wrong("9999")


@pytest.mark.clause("IDX-2.2.1")
def test_a_reinforcement_of_the_enemy_has_no_number_in_overlays_and_refusals(war: War) -> None:
    def wrong(unit: str) -> str:
        with pytest.raises(InputError) as error:
            rules().read_overlay(war.view(0), "foresee", f"mission {unit}: 38 hold")
        return str(error.value).replace(unit, "N")

    assert wrong("156") == wrong("9999")
    units = rules().setting.units
    row = next(row for row, unit in enumerate(units) if unit.number == 156)
    refusal = rules().refuse(war.state, 0, rules().book.unit(row))
    assert refusal is not None and refusal.found == "a unit that is not yours"


def test_what_is_named_again_is_shown_once(war: War) -> None:
    for question in ("show units 2", "show cells 38"):
        again = f"{question} {' '.join([question.split()[-1]] * 200)}"
        assert told(war.view(0), again) == told(war.view(0), question)


@pytest.mark.clause("IDX-4.1")
def test_answers_follow_from_the_view_alone() -> None:
    """In states that Red imagines from his view, each question is answered in the same way."""
    dice, compared = dice_from_seed(5, 0, "asking"), 0
    for snapshot in sample():
        for viewer, questions in ((0, QUESTIONS_OF_RED), (SPECTATOR, QUESTIONS_OF_ALL)):
            view = rules().view(snapshot.state, viewer)
            other = rules().view(rules().determinize(view, dice), viewer)
            for question in questions:
                assert told(view, question) == told(other, question)
                compared += 1
    assert compared > 200


@pytest.mark.clause("IDX-2.2.1")
def test_an_enemy_made_inactive_is_not_imagined_where_he_stood_at_the_start(war: War) -> None:
    war.period("mission 2: 26 inactive")
    row = next(row for row, unit in enumerate(rules().setting.units) if unit.number == 2)
    assert war.state.units.posture[row] == 0
    view = war.view(1)
    imagined = rules().determinize(view, dice_from_seed(7, 0, "asking"))
    assert imagined.units.posture[row] == 0
    assert rules().view(imagined, 1) == view


def test_answers_do_not_change_while_the_enemy_gives_commands(war: War) -> None:
    before = [war.text(0, question) for question in QUESTIONS_OF_RED]
    war.type(1, "mission 153: 40 hold", "go")
    assert [war.text(0, question) for question in QUESTIONS_OF_RED] == before


@pytest.mark.parametrize(
    "text",
    [
        "show",
        "show nothing",
        "show units 9999",
        "show units 2 in",
        "show units in 12",
        "show cells 12",
        "show cells x",
        "show forces 153x",
        "show engagements 99",
        "show map 3",
        "show losses red",
        "help nothing",
        "help mission 3",
        "show units " + "9" * 5000,
    ],
)
def test_a_bad_question_says_what_was_expected(war: War, text: str) -> None:
    with pytest.raises(InputError, match="expected"):
        war.ask(0, text)


def test_what_is_no_question_is_left_to_others(war: War) -> None:
    for text in ("", "mission 2: 38 hold", "go", "units", "blah"):
        assert language().answer(war.view(0), text) is None


def test_help_explains_every_command(war: War) -> None:
    assert [row[0] for row in war.ask(0, "help").tables[0].rows] == [*USAGE, *QUESTIONS]
    for command in (*USAGE, *QUESTIONS):
        answer = war.ask(0, f"help {command}")
        assert answer.title == language().usage[command]
        assert answer.lines


def test_examples_in_the_help_are_understood(war: War) -> None:
    """They may be refused in the position at hand, but not as words."""
    for command in (*USAGE, *QUESTIONS):
        for line in war.ask(0, f"help {command}").lines:
            if not line.startswith("    "):
                continue
            example = line.strip().split("   ")[0]
            try:
                language().answer(war.view(0), example) or language().read(war.view(0), example)
            except InputError as error:
                assert "word" not in str(error) or "the number of a unit" in str(error), example


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("mis", "mission"),
        ("mission 4: 38 ho", "mission 4: 38 hold"),
        ("mission 4:", "mission 4: 1"),
        ("mission 4 ", "mission 4 :"),
        ("mission 4: 38 hold a", "mission 4: 38 hold at"),
        ("transfer 29 fr", "transfer 29 from"),
        ("transfer 29: 20 am", "transfer 29: 20 ammo"),
        ("strike 39 in", "strike 39 interdict"),
        ("delivery 52 40 si", "delivery 52 40 size"),
        ("cancel d", "cancel delivery"),
        ("show inv", "show involvement"),
        ("show units bl", "show units blue"),
        ("help tr", "help transfer"),
    ],
)
def test_the_beginning_of_a_line_is_completed(war: War, text: str, completed: str) -> None:
    assert completed in language().completions(war.view(0), text)


def test_only_own_units_complete_a_command(war: War) -> None:
    red = language().completions(war.view(0), "mission ")
    blue = language().completions(war.view(1), "mission ")
    assert "mission 2" in red and "mission 153" in blue
    assert not set(red) & set(blue)


@pytest.mark.parametrize(
    "text", ["mission 4: 38 blah ", "blah ", "mission x y: ", "  ", "go ", "é"]
)
def test_what_is_wrong_completes_to_nothing_and_does_not_fail(war: War, text: str) -> None:
    for line in language().completions(war.view(0), text):
        assert not text.strip() or line.startswith(text)


@pytest.mark.clause("IDX-6")
def test_strikes_and_other_commands_have_their_moments(war: War) -> None:
    with pytest.raises(InputError, match="only when a cycle begins"):
        language().read(war.view(0), "strike 39 cas with 10")
    fresh = War()
    with pytest.raises(InputError, match="a cycle begins"):
        language().read(fresh.view(0), "mission 2: 38 hold")
    before = language().before(fresh.view(0), "mission 2: 38 hold")
    assert before is not None and before.orders == (o.GO,)
    assert language().before(fresh.view(0), "strike 39 cas with 10") is None
    assert language().before(fresh.view(0), "show units") is None
    assert language().before(war.view(0), "mission 2: 38 hold") is None
