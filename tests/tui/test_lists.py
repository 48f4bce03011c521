"""A board whose places have outlines, at a terminal: a list by region, orders without units."""

from __future__ import annotations

import copy
import re
from typing import Any

import numpy as np
import pytest
from textual.pilot import Pilot

from hexfront.core.contract import Counter, LogEntry, Mark, Offer
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.tui.fights import fight_lines
from hexfront.tui.map.board import Board
from hexfront.tui.map.chart import ZOOMS, Chart
from hexfront.tui.map.map_painter import draw_map
from hexfront.tui.map.painter import Scene
from hexfront.tui.map.palette import DARK
from hexfront.tui.map.symbols import ASCII, DRAWN, SHAPES
from hexfront.tui.screen.app import TableApp
from hexfront.tui.screen.panel import Panel
from hexfront.tui.screen.screens import HandOver, Menu
from hexfront.tui.session import Session, new_match
from hexfront.tui.words import hand_line
from tests.tui.conftest import check_snapshot
from tests.tui.test_plain import play
from tests.tui.test_screen import LARGE, SMALL, drive, settled, text_of


def ring_match(store: Store, seats: str, seed: int = 3, **options: str) -> Session:
    """A match of Takeover with prices of its own; `seats` names who plays."""
    system = find_system("takeover")
    names = seats.split(",")
    document: Any = copy.deepcopy(load_scenario(system).document)
    for number, space in enumerate(s for s in document["ring"] if s["kind"] == "territory"):
        space |= {"price": 60 + 10 * number, "income": 7 + number}
    document["economy"] |= {"start": 400, "salary": 100, "r_unit": 20, "ns_unit": 60}
    document["economy"] |= {"level": 80, "agent": 40, "purchases": 4}
    assert system.scenarios.with_options is not None
    scenario = system.scenarios.with_options(
        system.scenarios.load(document, None, "test"),
        {"players": str(len(names)), "rounds": "12", **options},
    )
    plans = [SeatPlan("person") if n == "person" else SeatPlan("machine", n) for n in names]
    return Session(store, new_match(store, system, scenario, plans, seed))


def areas(regions: list[dict[str, Any]] | None = None, count: int = 8) -> Board:
    places = [
        {
            "id": f"p{n}",
            "name": f"Place {n}",
            "x": n % 4,
            "y": n // 4,
            "terrain": "low" if n < 5 else "high",
            "outline": [[0, 0], [1, 0], [0, 1]],
        }
        for n in range(count)
    ]
    terrain = {
        "low": {"title": "Low", "art": "plain", "colour": "#334455"},
        "high": {"title": "Lofty", "art": "plain"},
    }
    sides = [{"name": f"s{n}", "title": f"Side {n}", "colour": None} for n in range(6)]
    return Board(
        {"kind": "areas", "places": places, "terrain": terrain, "sides": sides, "regions": regions}
    )


def piece(side: int, place: str, sign: str, number: int | None = None) -> Counter:
    values = {} if number is None else {"number": number}
    return Counter(f"{sign}{side}", side, place, sign, "", True, values, (), sign)


@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda zoom: zoom.name)
def test_each_place_has_a_line_of_its_own(zoom: Any) -> None:
    chart = Chart(areas(count=33), zoom)
    spans = [span for cell in chart.cells.values() for span in cell.spans]
    assert len({(s.row, s.column) for s in spans}) == 33 * zoom.half
    assert len({s.column for s in spans}) == 2
    assert all(chart.at(s.row, s.column) == id for id, c in chart.cells.items() for s in c.spans)


def test_regions_stand_over_their_places() -> None:
    regions = [
        {"title": "Upper", "outline": [[0, -0.5], [3, -0.5]]},
        {"title": "Lower", "outline": [[0, 1.5], [3, 1.5]]},
    ]
    board = areas(regions)
    assert [board.region_of(place, "") for place in board.places.values()] == (
        ["Upper"] * 4 + ["Lower"] * 4
    )
    chart = Chart(board, ZOOMS[0])
    assert sorted(chart.headings.values()) == ["Lower", "Upper"]
    lines = draw_map(chart, Scene(), ASCII, None).lines()
    assert lines[0] == "-- Upper -------------- -- Lower --------------"
    assert re.split(r"  +", lines[1].strip()) == ["l Place 0", "l Place 4"]


def test_owners_pieces_and_attacks_are_told_without_colour() -> None:
    board = areas()
    counters = [
        *(piece(side, "p0", "pawn") for side in range(2)),
        piece(1, "p0", "unit", 3),
        piece(1, "p0", "shield", 2),
        piece(3, "p0", "agent", 1),
        *(piece(side, "p1", "pawn") for side in range(6)),
    ]
    attack = Mark("attack", "pawn1", ("p0", "p2"), "", "")
    scene = Scene(counters, [attack], owners=[1, 5, -1, 0, -1, -1, -1, -1])
    lines = draw_map(Chart(board, ZOOMS[1]), scene, ASCII, None).lines()
    assert lines[0].split("  ")[0] == "l(Place 0)"
    assert "[o] (o) R3 S2 {A1} >>" in lines[0]
    assert "=Place 1=" in lines[1]
    assert "[o] (o) <o> {o} |o| =o=" in lines[1] or f"o{''.join(s[0] for s in SHAPES)}" in lines[1]
    assert re.match(r"l Place 2  +Low  +!! \w Place 7", lines[2])
    assert "[Place 3]" in lines[3]
    small = draw_map(Chart(board, ZOOMS[0]), scene, ASCII, None).lines()
    assert "o[(R3S2{A1} >>" in small[0] or "+ >>" in small[0]


def test_more_pieces_than_fit_end_in_a_plus() -> None:
    counters = [piece(side, "p0", "agent", 99) for side in range(6)]
    for zoom in ZOOMS:
        chart = Chart(areas(), zoom)
        line = draw_map(chart, Scene(counters), ASCII, None).lines()[0]
        assert len(line.split("Place 4")[0]) <= chart.width
        assert "Place 0" in line or "Place." in line
        drawn = draw_map(chart, Scene(counters), DRAWN, DARK).lines()[0]
        assert ("+" in drawn) == ("+" in line)


def test_a_takeover_match_in_plain_text(store: Store) -> None:
    session = ring_match(store, "person,random,random")
    code, out, err = play(
        session,
        "buy\nadd ns-unit Forge Lane\nodds forge lane\nundo\nthrow red\nhelp\ndone\nunits\n",
    )
    assert (code, err) == (0, "")
    assert "r[Forge Lane]    Rust" in out
    assert "Red buys an NS-Unit for Forge Lane, 60." in out
    assert "Nobody can attack Forge Lane without a card (TKO-17)" in out
    assert "The order is taken back." in out
    assert "Where Red may land next (TKO-16)" in out
    assert "An order is a line such as `done`, `add agent forge-lane`" in out
    assert re.search(r"Blue throws \d and \d", out)
    assert re.search(r"^    \[\d\]\[\d\]$", out, re.M)
    assert "Your cards: Into North from West or South" in out


def test_nobody_reads_the_cards_of_others(store: Store) -> None:
    session = ring_match(store, "person,person,random")
    session.match.state.hands[0, 0] = 2
    mine, theirs = (session.match.view(viewer) for viewer in (0, 1))
    assert re.fullmatch(r"Your cards: .+ \(2\)", hand_line(mine))
    assert hand_line(theirs) == ""
    hidden = [counter.name for counter in theirs.counters if counter.sign == "card"]
    assert set(hidden) == {"OPs card"}
    _, out, _ = play(session, "map\nunits\n")
    assert hand_line(mine) in out
    board = session.board_of(theirs)
    for view, known in ((mine, True), (theirs, False)):
        text = Panel(board, DARK).text(view, "mill-row", "", [], None).plain
        assert ("Your cards: " in text) == known
        assert "2 cards" in text


def fight_session(store: Store) -> Session:
    """A match of machines in which somebody has attacked, seen by the umpire."""
    session = ring_match(store, "random,random", seed=11, rounds="40")
    while session.result is None:
        side = session.machine_to_move()
        assert side is not None
        session.move_machine(side, session.think(side))
    return session


def test_a_fight_is_told_round_by_round(store: Store) -> None:
    session = fight_session(store)
    told = session.log_entries()
    first = next(i for i, entry in enumerate(told) if entry.kind == "declare")
    assert fight_lines(told[:first], drawn=False) == []
    rounds = [i for i, entry in enumerate(told) if i > first and entry.kind == "round"]
    lines = fight_lines(told[: rounds[0] + 1], drawn=False)
    assert lines[0] == told[first].text
    throws = [line for line in lines if "<" in line]
    assert len(throws) == 2 and re.fullmatch(r" aggressor: d8 <\d> (\[[1-6]\])+", throws[0])
    assert re.fullmatch(r"1: (aggressor|defender) wins, \d : \d left", lines[-1])
    drawn = fight_lines(told[: rounds[0] + 1], drawn=True)
    assert any(face in "".join(drawn) for face in "⚀⚁⚂⚃⚄⚅")
    end = next(i for i, t in enumerate(told) if i > first and t.kind in ("conquer", "repel"))
    assert fight_lines(told[: end + 1], drawn=False)[-1] == told[end].text
    later = next(i for i, t in enumerate(told) if i > end and t.kind == "turn")
    assert fight_lines(told[: later + 1], drawn=False) == []


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_how_a_list_looks(store: Store, size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await settled(pilot, app)
        assert app.table.cursor == "forge-lane"
        check_snapshot(f"takeover-{size[0]}-start", text_of(app))
        await pilot.press("enter")
        await settled(pilot, app)
        await pilot.press("enter")
        assert isinstance(app.screen, Menu)
        await pilot.pause()
        check_snapshot(f"takeover-{size[0]}-menu", text_of(app))
        await pilot.press("down", "enter")
        await settled(pilot, app)
        await pilot.press("i")
        await pilot.pause()
        check_snapshot(f"takeover-{size[0]}-income", text_of(app))
        await pilot.press("escape", "right", "down")
        assert app.table.cursor in app.session.board.places
        assert app.table.cursor != "forge-lane"
        await pilot.press("tab")
        assert app.table.cursor == "forge-lane"

    drive(ring_match(store, "person,random,random"), steps, size)


def test_six_at_one_table_hand_over(store: Store) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        seen = []
        for _ in range(6):
            seen.append(app.session.viewer)
            assert app.session.match.decision.sides == (seen[-1],)
            while not isinstance(app.screen, HandOver):
                await pilot.press("e")
                await settled(pilot, app)
            assert isinstance(app.screen, HandOver)
            assert "Forge" not in text_of(app)
            await pilot.press("enter")
            await settled(pilot, app)
        # Who has nothing to decide is passed over.
        assert len(set(seen)) > 3

    drive(ring_match(store, ",".join(["person"] * 6)), steps)


def test_odds_of_an_attack_before_it_is_declared(store: Store) -> None:
    """In words, in the panel, and typed with names or labels."""
    session = ring_match(store, "person,random,random,random", seed=7, rounds="40")
    random = np.random.default_rng(7)

    def attacks() -> list[Offer]:
        return [o for o in session.offers() if o.kind == "attack" and " with " not in o.word]

    while not attacks():
        side = session.machine_to_move()
        if side is not None:
            session.move_machine(side, session.think(side))
            continue
        offers = session.offers()
        bought = [offer for offer in offers if offer.kind in ("buy", "add")]
        session.give((bought[random.integers(len(bought))] if bought else offers[0]).orders)
        assert session.result is None
    attack = attacks()[0]
    origin, target = (session.language.place_names[place] for place in attack.path)
    assert session.forms([attack]) == [f"attack {attack.place} from {attack.path[0]}"]
    for text in (f"attack {target} from {origin}", f"attack from {attack.path[0]} {target}"):
        assert session.read(text) == attack
    view = session.view
    panel = Panel(session.board_of(view), DARK).text(view, attack.place, "", [attack], None).plain
    assert f"Enter: Attack {target} from {origin}" in panel
    assert re.search(r"% +chance, to win the takeover", panel)
    _, out, _ = play(session, f"odds {target}\nattack {target} from {origin}\n")
    assert f"Attack {target} from {origin}\n" in out
    assert f"Odds against {target} (TKO-17)" in out
    assert re.search(r"d8 <\d> (\[\d\])+", out)
    assert re.search(r"Round 1 goes to the (aggressor|defender)", out)


def test_what_is_declared_without_pools_of_dice_is_no_fight() -> None:
    told = [
        LogEntry("Japan declares an attack on Jitra.", "MAL-18", "declare"),
        LogEntry("The die shows 4.", "MAL-20", "battle"),
        LogEntry("A new turn.", "MAL-3", "turn"),
    ]
    assert fight_lines(told, drawn=False) == []
