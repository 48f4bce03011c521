"""How soon pages are there and how soon they answer, beside what is asked of them.

    python -m benchmarks.bench_page                    # all systems
    python -m benchmarks.bench_page --systems brigade --games 9
    python -m benchmarks.bench_page --days 1000        # memory of a page over a war of IDAHEX
    python -m benchmarks.bench_page --clock 100        # days of IDAHEX a second, also bare

A server on this machine and a browser with an empty cache for each page; medians, in milliseconds
from following the link.  `words`: the first text is painted.  `board`: map, counters and orders
are.  `far`: the same where a round trip takes 300 ms, with what opening a connection costs;
`requests` are those of the page.  `panel`: from a click on a counter to its panel, the 95th
percentile.  `order`: from a click on a place to the map with the order.  `work`: how long the
page's own thread was busy until a second after the board.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.clients import Made, Server, make_matches
from benchmarks.slow_line import SlowLine
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from hexfront.agents import make_agent
from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_secret
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.jit import compile_part
from hexfront.play.storage.records import SeatPlan

ROUND_TRIP = 0.3
ASKED = {
    "words": 800,
    "board": 1200,
    "home": 500,
    "far board": 2500,
    "panel": 50,
    "order": 100,
}
"""Milliseconds."""

BOARD = """new Promise((done) => {
  const look = () => {
    if (window.hexfront?.state().open) requestAnimationFrame(() => done(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})"""
WORDS = """new Promise((done) => {
  const look = () => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (paint) done(paint.startTime);
    else setTimeout(look, 10);
  };
  look();
})"""
REQUESTS = "performance.getEntriesByType('resource').length + 1"
WATCH = """() => {
  window.taken = new Promise((done) => addEventListener("pointerdown", (event) => {
    const before = hexfront.state();
    let busy = false;
    const painted = () => requestAnimationFrame(() => setTimeout(() =>
      done(performance.now() - event.timeStamp)));
    const look = () => {
      const now = hexfront.state();
      const chosen = now.selected !== before.selected;
      if (chosen || now.marks !== before.marks || (busy && !now.busy)) painted();
      else if (performance.now() - event.timeStamp > 1500) done(null);
      else setTimeout(look, 1);
      busy ||= now.busy;
    };
    setTimeout(look);
  }, { capture: true, once: true }));
}"""


def opened(browser: Browser, address: str) -> Page:
    """A page of a browser that has been nowhere."""
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.goto(address, wait_until="commit")
    return page


def match_page(browser: Browser, address: str) -> dict[str, float]:
    """Times until a match is shown, and what that took."""
    page = opened(browser, address)
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable")
    board = page.evaluate(BOARD)
    page.wait_for_timeout(1000)
    found = {m["name"]: m["value"] for m in meter.send("Performance.getMetrics")["metrics"]}
    result = {
        "words": page.evaluate(WORDS),
        "board": board,
        "requests": page.evaluate(REQUESTS),
        "work": found["TaskDuration"] * 1000,
    }
    page.context.close()
    return result


def home_page(browser: Browser, address: str) -> dict[str, float]:
    """Times until the home page is shown."""
    page = opened(browser, address)
    words = page.evaluate(WORDS)
    page.wait_for_timeout(1500)
    found = {"home": words, "requests": page.evaluate(REQUESTS)}
    page.context.close()
    return found


def clicks(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """Milliseconds from clicks on counters to the panel, and on places to the order on the map."""
    page = opened(browser, address)
    page.evaluate(BOARD)
    page.wait_for_timeout(1500)
    panels: list[float] = []
    orders: list[float] = []

    def click(place: str) -> float | None:
        point = page.evaluate("place => hexfront.placePoint(place)", place)
        page.evaluate(WATCH)
        page.mouse.click(point["x"], point["y"])
        taken: float | None = page.evaluate("window.taken")
        return taken

    for _ in range(4):
        for unit in page.evaluate("hexfront.orderable()"):
            page.keyboard.press("Escape")
            counters = page.evaluate("hexfront.counters()")
            place = next(c["place"] for c in counters if c["id"] == unit)
            if (taken := click(place)) is not None:
                panels.append(taken)
            targets = page.evaluate("hexfront.targets()")
            there = next((t["place"] for t in targets if t["kinds"] == ["move"]), None)
            if there and (taken := click(there)) is not None:
                orders.append(taken)
    page.context.close()
    return panels, orders


def memory(browser: Browser, address: str, days: int) -> None:
    """Print the memory of a page of a war at each tenth of its days, after collecting garbage."""
    page = opened(browser, address)
    page.evaluate(BOARD)
    meter = page.context.new_cdp_session(page)
    meter.send("HeapProfiler.enable")
    meter.send("Performance.enable")
    page.get_by_test_id("clock-span").select_option("30")
    page.get_by_test_id("clock-stops").uncheck()
    for tenth in range(11):
        while _day(page) < days * tenth / 10:
            if page.get_by_test_id("clock-run").is_visible():
                page.get_by_test_id("clock-run").click()
            page.wait_for_timeout(500)
        meter.send("HeapProfiler.collectGarbage")
        found = {m["name"]: m["value"] for m in meter.send("Performance.getMetrics")["metrics"]}
        heap = found["JSHeapUsedSize"] / 2**20
        print(f"day {_day(page):g}: {heap:.1f} MiB, {found['Nodes']:.0f} nodes", flush=True)


def clock(browser: Browser, address: str, days: int, server: Server) -> None:
    """Print days a second: of a page that lets time run, and of the same war without a table.

    Processor time is that of a day after the first run; a busy machine makes it longer, too.
    """
    page = opened(browser, address)
    page.evaluate(BOARD)
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable")
    page.get_by_test_id("clock-span").select_option("30")
    page.get_by_test_id("clock-stops").uncheck()
    rates = []
    began_at = (0.0, 0.0, 0.0)
    while _day(page) < days:
        if len(rates) == 1:
            began_at = _spent(page, meter, server)
        page.get_by_test_id("clock-run").click()
        first, began = _day(page), perf_counter()
        while page.get_by_test_id("clock-pause").is_visible():
            page.wait_for_timeout(20)
        rates.append((_day(page) - first) / (perf_counter() - began))
    # In the first run the opponent's process starts, and loads its kernels.
    told = ", ".join(f"{rate:.1f}" for rate in rates)
    print(f"clock: {median(rates[1:] or rates):.1f} days a second on the page (runs: {told})")
    spent = _spent(page, meter, server)
    past = max(spent[0] - began_at[0], 1.0)
    cost = [1000 * (now - then) / past for now, then in zip(spent[1:], began_at[1:], strict=True)]
    print(f"of a day: {cost[0]:.0f} ms of processor in the server, {cost[1]:.0f} ms in the page")
    _bare_war(4)
    bare, plays = _bare_war(days), _bare_war(days, orders=False)
    told = f"{bare:.1f} with the opponent's orders, {plays:.0f} without"
    print(f"bare: {told}, days a second of processor")
    print(f"load of this machine: {', '.join(f'{one:.1f}' for one in os.getloadavg())}")


def _spent(page: Page, meter: CDPSession, server: Server) -> tuple[float, float, float]:
    """The day, and the seconds for which the server and the page's own thread have worked."""
    found = {m["name"]: m["value"] for m in meter.send("Performance.getMetrics")["metrics"]}
    return _day(page), server.cpu_seconds(), float(found["TaskDuration"])


def _bare_war(days: int, *, orders: bool = True) -> float:
    """Days of a war in a second of this processor: one side gives no orders, the other a machine's.

    With compiled kernels, whatever the server has by then.
    """
    system = find_system("idahex")
    rules = system.rules(load_scenario(system))
    compile_part(type(rules).__module__)
    ticks = rules.board()["clock"]["ticks"]
    agent = make_agent(system, "commander", rules, 1, dice_from_secret(bytes(32), 1))
    state, log = rules.start(), EventLog()
    went = next(
        offer.orders[0] for offer in rules.offers(rules.view(state, 0)) if offer.kind == "go"
    )
    began = process_time()
    while rules.decision(state).time < days * ticks and rules.result(state) is None:
        side = rules.decision(state).sides[0]
        order = agent.decide(Seat(rules, 1, state)) if side == 1 and orders else went
        log.clear()
        rules.apply(state, Step(side, order), log)
    return days / (process_time() - began)


def _day(page: Page) -> float:
    """The number that the title begins with, as in `Day 12`."""
    found = re.search(r"\d+(?:\.\d+)?", page.evaluate("hexfront.title()"))
    return float(found[0]) if found else 0.0


def main() -> None:
    """Print a line for each page."""
    parser = argparse.ArgumentParser(description="How soon pages are there, and answer.")
    parser.add_argument("--games", type=int, default=5, help="matches of each system")
    parser.add_argument("--systems", nargs="*", default=list(system_names()))
    parser.add_argument("--days", type=int, default=0, help="of a war whose memory is measured")
    parser.add_argument(
        "--clock", type=int, default=0, help="days of a war whose speed is measured"
    )
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    options = parser.parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        count = options.games + 1
        made = {name: _matches(Path(folder), name, 2 * count + 1) for name in options.systems}
        war = _matches(Path(folder), "idahex", 1, "commander")[0]
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        near = f"http://{server.host}"
        if options.days or options.clock:
            if options.days:
                memory(browser, f"{near}/play#{war.tokens[0]}", options.days)
            else:
                clock(browser, f"{near}/play#{war.tokens[0]}", options.clock, server)
            browser.close()
            server.kill()
            return
        with SlowLine(server.port, ROUND_TRIP) as line:
            far = f"http://127.0.0.1:{line.port}"
            _tell("home", [home_page(browser, near) for _ in range(count)])
            _tell("home, far", [home_page(browser, far) for _ in range(count)])
            for name, matches in made.items():
                links = [f"/play#{match.tokens[0]}" for match in matches]
                _tell(name, [match_page(browser, near + link) for link in links[:count]])
                _tell(f"{name}, far", [match_page(browser, far + link) for link in links[count:-1]])
        if "brigade" in made:
            panels, orders = clicks(browser, f"{near}/play#{made['brigade'][-1].tokens[0]}")
            panel = sorted(panels)[int(len(panels) * 0.95)]
            print(f"panel {panel:.0f} ms of {len(panels)} clicks, asked {ASKED['panel']}")
            print(f"order {median(orders):.0f} ms of {len(orders)} clicks, asked {ASKED['order']}")
        browser.close()
        server.kill()


def _tell(title: str, taken: list[dict[str, float]]) -> None:
    """Print medians; before the first page of a kind the server reads its files."""
    words = []
    for key in taken[0]:
        asked = ASKED.get(f"far {key}" if title.endswith("far") else key)
        figure = f"{key} {median(one[key] for one in taken[1:]):.0f}"
        words.append(f"{figure} (asked {asked})" if asked else figure)
    print(f"{title}: {', '.join(words)}", flush=True)


def _matches(data: Path, name: str, count: int, machine: str = "") -> list[Made]:
    """Matches between people; with a machine it plays all sides but the first."""
    system = find_system(name)
    sides = len(system.rules(load_scenario(system)).sides)
    seats = [SeatPlan("person") for _ in range(sides)]
    if machine:
        seats[1:] = [SeatPlan("machine", machine) for _ in range(sides - 1)]
    return make_matches(data, count, system.scenarios.default, seats=seats, system=name)


if __name__ == "__main__":
    main()
