"""The log by turn and by battle with its cards, the replay, and the review after the end."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from hexfront.core.battles import BattlePart, battles_of
from hexfront.core.contract import UMPIRE
from tests.browser.axe import serious_faults
from tests.browser.conftest import Open, Screen, Server
from tests.core.test_battles import Told

pytestmark = pytest.mark.browser
GAME = Path(__file__).parents[1] / "golden" / "brigade" / "three-towns.jsonl"


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """The path of a page of a match that is over, from a file."""
    request = urllib.request.Request(
        server.address + "/api/replays",
        data=GAME.read_bytes(),
        headers={"Content-Type": "application/x-ndjson", "Origin": server.address},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return f"/play#{json.load(answer)['spectator']}"


def watch(open_screen: Open, finished: str) -> Screen:
    """A finished match, looked at as the umpire."""
    screen = open_screen(finished)
    screen.wait("window.hexfront && hexfront.state().log > 0")
    screen.page.get_by_test_id("tab-replay").click()
    screen.page.get_by_test_id(f"eyes-{UMPIRE}").click()
    screen.wait(f"hexfront.state().seat === {UMPIRE} && hexfront.state().log > 0")
    return screen


def lines_of(log: Locator) -> int:
    """How many lines there are, those out of sight too."""
    return int(log.locator("[data-at]").last.get_attribute("aria-setsize") or 0)


def volume(page: Page) -> str | None:
    kept: str | None = page.evaluate("localStorage.getItem('hexfront.volume')")
    return kept


def test_battles_have_cards_and_the_log_can_be_narrowed(open_screen: Open, finished: str) -> None:
    screen = watch(open_screen, finished)
    page = screen.page
    page.get_by_test_id("tab-orders").click()
    log, card = page.get_by_test_id("log"), page.get_by_test_id("battle-card")
    page.get_by_test_id("log-what").select_option("battles")
    folds = log.get_by_test_id("fold-battle")
    expect(folds.last).to_have_attribute("aria-expanded", "true")
    expect(card.last.locator("[aria-current=true]")).to_have_count(1)
    expect(card.last).to_contain_text("Column of the results table")
    # The newest is open until one closes it; others open beside it.
    count = folds.count()
    assert count > 1
    folds.last.click()
    expect(card).to_have_count(0)
    folds.first.click()
    expect(card).to_have_count(1)
    expect(log.locator(".kind-move")).to_have_count(0)
    page.get_by_test_id("log-what").select_option("moves")
    expect(folds).to_have_count(0)
    expect(log.locator(".kind-move").last).to_be_visible()
    page.get_by_test_id("log-what").select_option("usual")
    screen.rendered()
    whole = lines_of(log)
    page.get_by_test_id("log-whose").select_option("1")
    screen.rendered()
    assert 0 < lines_of(log) < whole
    assert serious_faults(screen) == []


def test_each_moment_has_an_address_and_battles_can_be_jumped_to(
    open_screen: Open, finished: str
) -> None:
    screen = watch(open_screen, finished)
    page = screen.page
    page.get_by_test_id("replay-first").click()
    screen.wait("hexfront.state().past && hexfront.state().at === 0")
    page.get_by_test_id("replay-battle").click()
    screen.wait("hexfront.state().at > 0")
    at, places = screen.state()["at"], page.evaluate("hexfront.counters().map((c) => c.place)")
    assert page.url.endswith(f"/{at}/{UMPIRE}")
    other = open_screen(page.url.removeprefix(screen.address))
    other.wait(f"window.hexfront && hexfront.state().at === {at} && hexfront.state().past")
    assert other.state()["seat"] == UMPIRE
    assert other.page.evaluate("hexfront.counters().map((c) => c.place)") == places
    other.page.get_by_test_id("to-now").click()
    assert not other.page.url.endswith(f"/{at}/{UMPIRE}")
    page.get_by_test_id("replay-turn").select_option(index=2)
    screen.wait(f"hexfront.state().at > {at}")


def test_a_play_back_stops_where_one_wants_and_is_silent_until_turned_up(
    open_screen: Open, finished: str
) -> None:
    screen = watch(open_screen, finished)
    page = screen.page
    page.get_by_test_id("pace").locator("summary").click()
    page.get_by_test_id("speed").select_option("8")
    page.get_by_test_id("pace-show").select_option("major")
    page.get_by_test_id("stop-battles").check()
    assert volume(page) is None
    page.get_by_test_id("replay-first").click()
    screen.wait("hexfront.state().past && hexfront.state().at === 0")
    page.get_by_test_id("replay-play").click()
    screen.wait("hexfront.state().at > 0 && document.querySelector('[data-testid=replay-play]')")
    state = screen.state()
    assert state["at"] < state["log_length"]  # type: ignore[operator]
    page.get_by_test_id("volume").fill("40")
    assert volume(page) == "0.4"


def test_the_review_tells_losses_and_luck(open_screen: Open, finished: str) -> None:
    screen = watch(open_screen, finished)
    page = screen.page
    page.get_by_test_id("tab-review").click()
    rows = page.get_by_test_id("luck").locator("tbody tr")
    expect(rows).to_have_count(2)
    luck = [
        float(rows.nth(n).locator("td").nth(1).inner_text().replace("−", "-")) for n in range(2)
    ]
    assert luck[0] == -luck[1] != 0
    found = page.get_by_test_id("luckiest").get_by_role("button").first
    words = found.inner_text()
    assert words.startswith("Luckiest for")
    lost = page.evaluate("hexfront.counters().filter(({ place }) => !place).length")
    counts = page.get_by_test_id("losses").locator("tbody td").all_inner_texts()
    assert sum(int(count) for count in counts if count != "–") == lost > 0
    expect(page.get_by_test_id("review").get_by_test_id("chart")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_test_id("share-picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    assert serious_faults(screen) == []
    # From whom one looks is chosen here, too, and a battle is shown as it began.
    page.get_by_test_id("eyes-0").click()
    screen.wait("hexfront.state().seat === 0 && !hexfront.state().playing")
    expect(page.get_by_test_id("losses")).to_be_visible()
    found.click()
    screen.wait("hexfront.state().past")


def test_a_battle_tells_no_result_before_the_replay_comes_to_it(
    open_screen: Open, finished: str
) -> None:
    screen = watch(open_screen, finished)
    page = screen.page
    page.get_by_test_id("tab-replay").click()
    moments = page.locator(".moments")
    page.get_by_test_id("replay-first").click()
    screen.wait("hexfront.state().past && hexfront.state().at === 0")
    expect(page.get_by_test_id("battle-card")).to_have_count(0)
    page.get_by_test_id("replay-battle").click()
    screen.wait("hexfront.state().at > 0")
    card = page.get_by_test_id("battle-card")
    expect(card).to_have_count(1)
    expect(card.locator(".result")).to_have_count(0)
    now = moments.locator("li.on")
    expect(now).not_to_contain_text(":")
    while not card.locator(".result").count():
        at = screen.state()["at"]
        page.get_by_test_id("replay-next").click()
        screen.wait(f"hexfront.state().at > {at}")
    assert card.locator(".result").inner_text().strip()
    expect(moments.locator("li.battle.on")).to_contain_text(":")


def test_what_waits_is_played_back_together_and_briefly_where_all_takes_long(
    open_screen: Open,
) -> None:
    page = open_screen("/").page
    taken = page.evaluate(
        """async () => {
          const { Presenter } = await import("/static/js/store/past/presenter.js");
          const update = (log, must_act, more = {}) =>
            ({ seat: 0, view: { must_act }, result: null, entries: log, log_length: 9, ...more });
          const take = (clock) => {
            const presenter = new Presenter({ sides: [0], clock: { running: clock, face: null },
              script: { running: false } });
            presenter.updates = [update([1, 2], false), update([3], false), update([4], true),
              update([5], false), update([6], false, { kept: 5 }), update([7], false, { seat: 1 })];
            const found = [];
            for (let one = presenter.next(); one; one = presenter.next()) found.push(one.entries);
            return found;
          };
          return [take(false), take(true).length];
        }"""
    )
    # Together up to what one must act on; what takes back, and another's seat, stand alone.
    assert taken == [[[1, 2, 3, 4], [5], [6], [7]], 6]
    brief = page.evaluate(
        """async () => {
          const { Pace } = await import("/static/js/store/past/pace.js");
          const pace = new Pace();
          return ["all", "auto", "major"].map((show) => {
            pace.setShow(show);
            return [pace.brief(1000), pace.brief(60000)];
          });
        }"""
    )
    assert brief == [[False, False], [False, True], [True, True]]


def test_page_and_terminal_make_the_same_cards(open_screen: Open) -> None:
    chances = [{"text": name, "chance": 0.5, "value": n} for n, name in enumerate("ab")]
    parts: list[BattlePart | None] = [
        {"key": "7", "begins": True, "sides": [0, 1], "place": "7"},
        {"key": "9", "begins": True, "attackers": ["B"], "defenders": ["C"]},
        None,
        {"key": "7", "attackers": ["A"], "terms": [{"caption": "Ratio", "value": "2"}]},
        {"key": "7", "attackers": ["A", "D"], "terms": [{"caption": "Ratio", "value": "3"}]},
        {"chances": chances, "came": 0},  # type: ignore[typeddict-item]
        {"key": "7", "result": "held", "ends": True},
        {"key": "8"},
    ]
    page = open_screen("/").page
    log: list[dict[str, Any]] = [
        {"number": number, "battle": part} for number, part in enumerate(parts)
    ]
    found = page.evaluate(
        """async (log) => {
          const { battlesOf, luckOf } = await import("/static/js/store/past/battles.js");
          return battlesOf(log).battles.map((battle) => ({ ...battle, luck: luckOf(battle),
            entries: battle.entries.map(({ number }) => number) }));
        }""",
        log,
    )
    cards = battles_of([Told("", part) for part in parts])
    assert len(found) == len(cards) == 2
    for ours, card in zip(found, cards, strict=True):
        assert ours["terms"] == list(card.terms.values())
        assert ours["sides"] == list(card.sides)
        for name in ("place", "attackers", "defenders", "came", "result", "over", "luck"):
            assert ours[name] == getattr(card, name), name
        assert ours["entries"] == card.entries
