"""How soon a match is on the screen: a page that has been asked for nothing before.

    python -m benchmarks.first_paint --games 5

For every system a server on this machine and a browser with an empty cache; the median of some
matches.  `words` is when the first text of the page is painted, `board` when the map with its
counters and the orders are, both in milliseconds from following the link; `work` is how long the
page's own thread was busy meanwhile and in the second after.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.clients import Made, Server, make_matches
from playwright.sync_api import Browser, sync_playwright

from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.play.records import SeatPlan

BOARD = """new Promise((done) => {
  const look = () => {
    if (window.hexfront?.state().open) requestAnimationFrame(() => done(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})"""
WORDS = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def first_paint(browser: Browser, address: str, token: str) -> tuple[float, ...]:
    """Milliseconds until words, until the board, and of work, of a match."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    meter = context.new_cdp_session(page)
    meter.send("Performance.enable")
    page.goto(f"{address}/play#{token}", wait_until="commit")
    board = page.evaluate(BOARD)
    page.wait_for_timeout(1000)
    found = {m["name"]: m["value"] for m in meter.send("Performance.getMetrics")["metrics"]}
    words = page.evaluate(WORDS)
    context.close()
    return words, board, found["TaskDuration"] * 1000


def main() -> None:
    """Print a line for each system."""
    parser = argparse.ArgumentParser(description="First paint of a match.")
    parser.add_argument("--games", type=int, default=5, help="matches of each system")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    options = parser.parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = {name: _matches(Path(folder), name, options.games + 1) for name in system_names()}
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for name, matches in made.items():
            # Before the first of a system the server reads its files.
            taken = [
                first_paint(browser, f"http://{server.host}", match.tokens[0]) for match in matches
            ]
            words, board, work = (round(median(part)) for part in zip(*taken[1:], strict=True))
            print(f"{name}: words {words} ms, board {board} ms, work {work} ms", flush=True)
        browser.close()
        server.kill()


def _matches(data: Path, name: str, count: int) -> list[Made]:
    system = find_system(name)
    people = [SeatPlan("person") for _ in system.rules(load_scenario(system)).sides]
    return make_matches(data, count, system.scenarios.default, seats=people, system=name)


if __name__ == "__main__":
    main()
