"""Typed orders that are not open are refused with the clause that forbids them."""

from __future__ import annotations

import pytest

from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import Forbidden
from hexfront.core.events import EventLog
from hexfront.core.study.self_play import play_on
from hexfront.play.typed import read_typed
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.opponents.greedy import GreedyAgent
from hexfront.systems.malaya.scenario.loader import load
from hexfront.systems.malaya.scenario.state import FOLDER, MalayaState, Phase
from hexfront.systems.malaya.table.language import MalayaLanguage


@pytest.fixture(scope="module")
def rules() -> MalayaRules:
    document = read_document(FOLDER / "data" / "scenarios" / "campaign.toml")
    return MalayaRules(load(document, None, "campaign"))


class Typist:
    """Types orders into a game of the campaign."""

    def __init__(self, rules: MalayaRules) -> None:
        self.rules, self.language = rules, MalayaLanguage(rules)
        self.state: MalayaState = rules.start()

    def go_to(self, phase: int) -> Typist:
        while self.state.game.phase != phase:
            self.give("done")
        return self

    def give(self, text: str) -> None:
        """Give an order that is open."""
        side = self.state.game.active
        view = self.rules.view(self.state, side)
        assert self.language.read(view, text) is None
        for order in read_typed(text, self.rules.offers(view), view).orders:
            self.rules.apply(self.state, Step(side, order), EventLog())

    def refused(self, text: str) -> str:
        """The clause that forbids an order; empty for words without a meaning."""
        view = self.rules.view(self.state, self.state.game.active)
        try:
            assert self.language.read(view, text) is None
        except Forbidden as forbidden:
            assert forbidden.problems[0].expected == f"{forbidden.clause}: {forbidden.reason}"
            return forbidden.clause
        return ""


def test_every_open_order_is_left_to_its_offer(rules: MalayaRules) -> None:
    table = Typist(rules)
    for phase in (Phase.REINFORCEMENT, Phase.NAVAL, Phase.MOVEMENT):
        table.go_to(phase)
        view = rules.view(table.state, int(table.state.game.active))
        for offer in rules.offers(view)[::5]:
            words = (offer.subject, offer.kind, offer.word, offer.place)
            assert table.language.read(view, " ".join(filter(None, words))) is None


def test_a_way_round_to_a_hex_beside_is_open(rules: MalayaRules) -> None:
    """Where roads lead round what bars the straight step."""
    table = Typist(rules)
    agents = [GreedyAgent(rules, side, dice_from_seed(0, side)) for side in (0, 1)]
    for number, _ in enumerate(play_on(rules, table.state, agents, dice_from_seed(0))):
        if number in (20, 62):
            view = rules.view(table.state, int(table.state.game.active))
            for offer in rules.offers(view):
                assert table.refused(f"{offer.subject} {offer.kind} {offer.place}") == ""
        if number > 62:
            break


@pytest.mark.clause("MAL-7", "MAL-8", "MAL-9", "MAL-10", "MAL-12", "MAL-13", "MAL-16")
def test_each_is_told_the_clause(rules: MalayaRules) -> None:
    table = Typist(rules).go_to(Phase.REINFORCEMENT)
    assert table.refused("jp-t1 enter 0401") == "MAL-9"
    table.give("jp-t1 enter 0301")
    assert table.refused("jp-11 enter 0401") == "MAL-14"
    assert table.refused("jp-5-recon enter Kuantan") == "MAL-14"
    assert table.refused("jp-11 move 0505") == "MAL-2"
    table.go_to(Phase.NAVAL)
    assert table.refused("jp-56 land Singora") == "MAL-13"
    assert table.refused("jp-56 sail Kuantan") == "MAL-13"
    table.go_to(Phase.MOVEMENT)
    assert table.refused("1st Tank to 0402") == ""
    assert table.refused("jp-t1 move 0202") == "MAL-9"
    assert table.refused("jp-t1 move 0607") == "MAL-9"
    assert table.refused("11th infantry move 0510") == "MAL-8"
    assert table.refused("jp-11 move Kuala Lumpur") == "MAL-16"
    assert table.refused("jp-11 move Muar") == "MAL-8"
    assert table.refused("jp-11 move Jitra") == "MAL-16"
    assert table.refused("jp-11 move 0403") == ""
    assert table.refused("cw-8 move 0403") == "MAL-2"
    assert table.refused("attack Jitra") == "MAL-2"
    assert table.refused("jp-11 fly 0510") == table.refused("hello") == table.refused("") == ""
    table.give("jp-42 move 0602")
    assert table.refused("done") == "MAL-7"
    table.give("jp-11 move 0507")
    assert table.refused("jp-11 move 0506") == "MAL-10"


@pytest.mark.clause("MAL-12")
def test_a_train_does_not_leave_from_beside_an_enemy(rules: MalayaRules) -> None:
    table = Typist(rules).go_to(Phase.MOVEMENT)
    table.give("jp-42 move 0602")
    table.give("jp-11 move 0507")
    table.go_to(Phase.RAIL)
    assert table.refused("jp-11 rail Singora") == "MAL-12"
    assert table.refused("jp-11 move Singora") == "MAL-2"
    assert table.refused("jp-41 rail Yala") == "MAL-12"
