"""What the screen is told: orders that point at units, ways of supply, why a retreat went so."""

from __future__ import annotations

from functools import cache

import pytest

from hexfront.core.contract import CHANCE, Kind, LogEntry, Offer, Step
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.events import EventLog
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.scenario.loader import load
from hexfront.systems.malaya.scenario.state import FOLDER, MalayaState
from tests.malaya.fights import declared
from tests.malaya.small import cw, document, jp


@cache
def rules() -> MalayaRules:
    """The campaign, in which every attack succeeds."""
    document = read_document(FOLDER / "data" / "scenarios" / "campaign.toml")
    results = document["results"]
    results["rows"] = [["0/1R" for _ in row] for row in results["rows"]]
    return MalayaRules(load(document, None, "sure"))


class Table:
    """A game that is played by offers."""

    def __init__(self) -> None:
        self.state: MalayaState = rules().start()
        self.told: list[LogEntry] = []

    def offers(self) -> list[Offer]:
        decision = rules().decision(self.state)
        return list(rules().offers(rules().view(self.state, decision.sides[0])))

    def give(self, kind: str, subject: str = "", place: str = "") -> None:
        wanted = (kind, subject, place)
        offer = next(o for o in self.offers() if (o.kind, o.subject, o.place) == wanted)
        side = rules().decision(self.state).sides[0]
        for order in offer.orders:
            self._take(Step(side, order))
        while rules().decision(self.state).kind == Kind.CHANCE:
            weights = rules().chances(self.state).weights
            self._take(Step(CHANCE, next(i for i, weight in enumerate(weights) if weight)))

    def reminder(self) -> str:
        return next(offer.reminder for offer in self.offers() if offer.kind == "done")

    def _take(self, step: Step) -> None:
        out = EventLog()
        rules().apply(self.state, step, out)
        view = rules().view(self.state, 0)
        self.told += [rules().describe(event, view) for event in out.events()]

    def prompt(self) -> str:
        side = rules().decision(self.state).sides[0]
        return rules().view(self.state, side).prompt


def at_jitra(*, landing: bool = False) -> Table:
    """Two regiments stand before Jitra when Japan's combat begins; perhaps one lands, too."""
    table = Table()
    table.give("done")
    table.give("done")
    if landing:
        table.give("land", "jp-56", "1809")
    table.give("done")
    for unit in ("jp-11", "jp-41"):
        table.give("move", unit, "0507")
    while not any(offer.kind == "attack" for offer in table.offers()):
        table.give("done")
    return table


@pytest.mark.clause("MAL-25", "MAL-26")
def test_a_retreat_tells_its_path_and_why_others_were_not_taken() -> None:
    table = at_jitra()
    table.give("attack", place="0508")
    for unit in ("jp-11", "jp-41"):
        table.give("join", unit, "0507")
    table.give("roll")
    retreats = [entry for entry in table.told if entry.kind == "retreat"]
    assert len(retreats) == 2
    for entry in retreats:
        taken, *others = entry.details["paths"]
        assert taken["text"].startswith("the path that is taken")
        assert entry.places[-1] in taken["value"]
        assert {"value": "0507", "text": "an enemy holds 0507", "clause": "MAL-26"} in others
        assert {path["clause"] for path in others} == {"MAL-25", "MAL-26"}
        assert len({path["value"] for path in entry.details["paths"]}) == len(others) + 1


@pytest.mark.clause("MAL-23", "MAL-31")
def test_a_battle_that_is_too_weak_says_its_strengths() -> None:
    units = jp("a", "0303", attack=1), cw("x", "0403", defence=4)
    state = declared("0403", "a", *units).state
    prompt = MalayaRules(load(document(*units), None, "small")).view(state, 0).prompt
    assert prompt.endswith("below the lowest column of the results table (1 against 4).")


@pytest.mark.clause("MAL-29", "MAL-31")
def test_orders_of_a_battle_point_at_those_who_get_them() -> None:
    table = at_jitra()
    table.give("attack", place="0508")
    cancel = next(offer for offer in table.offers() if offer.kind == "cancel")
    assert (cancel.subject, cancel.place) == ("", "0508")
    assert "Not yet:" in table.prompt()
    table.give("join", "jp-11", "0507")
    table.give("leave", "jp-11", "0507")
    for unit in ("jp-11", "jp-41"):
        table.give("join", unit, "0507")
    assert "Not yet:" not in table.prompt()
    table.give("roll")
    table.give("advance", "jp-11", "0507")
    # It is shown where it goes, and taken back there.
    table.give("stay", "jp-11", "0508")


@pytest.mark.clause("MAL-18")
def test_who_lands_is_told_that_he_must_attack() -> None:
    assert "end the combat" in at_jitra().prompt()
    table = at_jitra(landing=True)
    assert "must attack" in table.prompt()
    assert not any(offer.kind == "done" for offer in table.offers())


@pytest.mark.clause("MAL-7")
def test_who_holds_too_much_is_told_where_and_what_to_do() -> None:
    table = Table()
    for _ in range(3):
        table.give("done")
    for unit in ("jp-11", "jp-41"):
        table.give("move", unit, "0507")
    assert "zone of control" in table.prompt()
    table.give("move", "jp-42", "0507")
    assert not any(offer.kind == "done" for offer in table.offers())
    assert "0507" in table.prompt()
    assert "holds 6 stacking points and may hold 4" in table.prompt()
    table.give("back", "jp-42")
    assert "zone of control" in table.prompt()


@pytest.mark.clause("MAL-15")
def test_the_supply_of_a_side_has_the_way_to_each_of_its_units() -> None:
    view = rules().view(rules().start(), 0)
    reading = rules().read_overlay(view, "supply", "")
    there = {c.place for c in view.counters if c.side == 0 and c.place[:1].isdigit()} & set(
        reading.places
    )
    assert there == set(reading.paths) and there
    for place, path in reading.paths.items():
        assert path[-1] == place
        alone = next(c.id for c in view.counters if c.place == place)
        assert rules().read_overlay(view, "lifeline", alone).paths == {place: path}


@pytest.mark.clause("MAL-21", "MAL-22", "MAL-23")
def test_the_odds_tell_strengths_and_what_is_added_to_the_die() -> None:
    table = at_jitra()
    table.give("attack", place="0508")
    table.give("join", "jp-11", "0507")
    table.give("join", "jp-41", "0507")
    odds = next(offer.odds for offer in table.offers() if offer.kind == "roll")
    assert odds is not None
    assert odds["strengths"] == "16 against 10"
    assert odds["added to the die besides air points"] == "−1 for the ground"


@pytest.mark.clause("MAL-13")
def test_japan_has_no_ships_on_the_west_coast_before_penang() -> None:
    table = Table()
    while table.offers()[0].caption != "End naval moves":
        table.give("done")
    tracks = {track.caption: track.text for track in rules().view(table.state, 0).tracks}
    assert tracks["Ships left"] == "East Coast 5, West Coast 0"


@pytest.mark.clause("MAL-23")
def test_a_fort_is_told_of_beside_its_terrain() -> None:
    places = {place["id"]: place.get("facts") for place in rules().board()["places"]}
    assert places["0508"] == ["−1 to the die for city or fort (MAL-23)"]
    assert places["0507"] is None


@pytest.mark.clause("MAL-3")
def test_a_price_of_one_is_a_point() -> None:
    table = Table()
    prices = {unit.id: unit.points for unit in rules().scenario.file.forces.units}
    while not (found := [o for o in table.offers() if o.kind == "call" and prices[o.subject] == 1]):
        table.give("done")
    assert found[0].caption.endswith("for 1 point")
    table.give("call", found[0].subject)
    assert "for 1 point, and" in table.told[-1].text


@pytest.mark.clause("MAL-2")
def test_the_end_of_a_phase_reminds_of_what_it_leaves() -> None:
    table = Table()
    reminders = []
    while "move" not in {offer.kind for offer in table.offers()}:
        reminders.append(table.reminder())
        table.give("done")
    assert reminders[0] == ""
    assert reminders[-1].endswith("units could still go by sea.")
    before = table.reminder()
    assert before.endswith("units could still move.")
    table.give("move", "jp-11", "0507")
    assert int(table.reminder().split()[0]) == int(before.split()[0]) - 1
    assert at_jitra().reminder() == "1 attack could still be made."
