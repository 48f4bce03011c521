"""The pictures of docs/decisions/screen.md, taken anew: `python -m benchmarks.screenshots`.

A server on this machine, matches made for it, and a browser of the size that each picture names.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.clients import Server
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "tests" / "golden"
PATIENCE_MS = 120_000
READY = """(() => {
  document.querySelector("[data-testid=skip]")?.click();
  const state = window.hexfront?.state();
  return Boolean(state?.open && !state.playing && (state.mustAct || (state.over && state.log)));
})()"""


@dataclass(frozen=True)
class Shot:
    """A picture: of which match, at what size, after what has been done, of which part."""

    name: str
    path: Callable[[str], str]
    wide: int
    high: int
    act: Callable[[Page], None]
    part: str = "main"
    dark: bool = False


def _new(system: str, seats: int, scenario: str = "") -> Callable[[str], str]:
    """A match against machines."""

    def make(address: str) -> str:
        others = [{"kind": "machine", "agent": "greedy"}] * (seats - 1)
        asked = {"system": system, "scenario": scenario, "seats": [{"kind": "person"}, *others]}
        made = _post(f"{address}/api/matches", json.dumps(asked).encode(), "application/json")
        return f"/play#{made['tokens']['0']}"

    return make


def _over(game: str) -> Callable[[str], str]:
    """A match that is over, from a file."""

    def read(address: str) -> str:
        data = (GAMES / f"{game}.jsonl").read_bytes()
        return f"/play#{_post(f'{address}/api/replays', data, 'application/x-ndjson')['spectator']}"

    return read


def _post(url: str, data: bytes, kind: str) -> dict[str, dict[str, str]]:
    origin = url[: url.index("/api")]
    headers = {"Content-Type": kind, "Origin": origin}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=300) as answer:
        found: dict[str, dict[str, str]] = json.load(answer)
    return found


def _wait(page: Page, expression: str) -> None:
    """Wait for an expression; Playwright's own way needs eval, which the page bans."""
    for _ in range(PATIENCE_MS // 50):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise TimeoutError(expression)


def _review(page: Page) -> None:
    page.get_by_test_id("tab-review").click()
    page.get_by_test_id("thoughts-ask").click()
    expect(page.get_by_test_id("thoughts").get_by_role("status")).to_have_count(0)
    page.get_by_test_id("review").evaluate("(panel) => { panel.scrollTop = 0; }")


def _battle(page: Page) -> None:
    page.get_by_test_id("tab-replay").click()
    page.get_by_test_id("replay-battle-before").click()
    for _ in range(2):
        page.get_by_test_id("replay-next").click()
        page.wait_for_timeout(600)
    expect(page.get_by_test_id("battle-card").last).to_be_visible()


def _layers(page: Page) -> None:
    page.keyboard.press("Shift+H")
    place = page.evaluate("hexfront.counters().find((one) => one.side === 0 && one.place).place")
    point = page.evaluate("place => hexfront.placePoint(place)", place)
    page.mouse.click(point["x"], point["y"])
    page.keyboard.press("t")
    page.get_by_test_id("tool-key").click()


def _rest(page: Page) -> None:
    page.wait_for_timeout(500)


SHOTS = (
    Shot("screen-review", _over("brigade/three-towns"), 1280, 1240, _review, ".side"),
    Shot("screen-battle", _over("brigade/three-towns"), 1280, 720, _battle),
    Shot("screen-heights", _new("aggressor", 2, "first-game"), 1280, 720, _layers, ".map"),
    Shot("screen-phone", _new("takeover", 4), 390, 844, _rest, "body", dark=True),
)


def take(browser: Browser, address: str, shot: Shot, folder: Path) -> None:
    """Open the page, do what the picture shows, and write it as WebP."""
    page = browser.new_page(
        viewport={"width": shot.wide, "height": shot.high},
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
    )
    page.goto(address + shot.path(address))
    _wait(page, READY)
    shot.act(page)
    page.mouse.move(1, 1)
    page.wait_for_timeout(800)
    box = page.locator(shot.part).first.bounding_box()
    assert box is not None
    clip = {**box, "scale": 1}
    asked = {"format": "webp", "quality": 72, "clip": clip}
    picture = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)["data"]
    file = folder / f"{shot.name}.webp"
    file.write_bytes(base64.b64decode(picture))
    print(f"{file}: {file.stat().st_size / 1024:.0f} KiB", flush=True)
    page.close()


def main() -> None:
    """Take all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description="Pictures of docs/decisions/screen.md.")
    parser.add_argument("names", nargs="*", help="of pictures; without any, all")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--chromium", default=shutil.which("chromium-headless-shell"))
    options = parser.parse_args()
    expect.set_options(timeout=PATIENCE_MS)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for shot in SHOTS:
            if not options.names or shot.name in options.names:
                take(browser, f"http://{server.host}", shot, options.out)
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
