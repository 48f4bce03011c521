"""The page adds to the dice, notes what was promised, and checks both at the end by itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, Screen
from tests.browser.test_table import sit_down, type_order

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parents[1]
GOLDEN = FOLDER / "golden" / "brigade"
VECTORS = FOLDER / "core" / "dice_vectors.json"
DRAW = """async ([key, faces]) => {
  const { Dice } = await import("/static/js/store/fairness.js");
  const dice = new Dice(Uint8Array.from(key.match(/../g), (pair) => parseInt(pair, 16)));
  return faces.map((most) => dice.draw(most));
}"""
CHECK = """async ([text, note]) => {
  const { checkDice } = await import("/static/js/store/fairness.js");
  return (await checkDice(text, note)).map(({ ok }) => ok);
}"""
FILE = """async () => (await fetch("/api/journal", { method: "POST", headers: { "Content-Type":
  "application/json" }, body: JSON.stringify({ token: location.hash.slice(1) }) })).text()"""
NOTE = "JSON.parse(localStorage.getItem(Object.keys(localStorage).find((k) => /dice/.test(k))))"


def play_out(screen: Screen) -> None:
    for _ in range(40):
        if screen.settle()["over"]:
            return
        before = screen.state()["log"]
        if screen.state()["mustAct"]:
            type_order(screen, "done")
            screen.wait(f"hexfront.state().playing || hexfront.state().log > {before}")
            screen.page.keyboard.press("Escape")
    raise AssertionError("no end")


def test_the_page_checks_the_dice_itself(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    note = page.evaluate(NOTE)
    assert set(note["own"]) == {"0"} and len(note["own"]["0"]) == 32
    expect(page.get_by_test_id("promise").locator("code")).to_have_text(note["commitment"])
    play_out(screen)
    found = page.get_by_test_id("dice-check")
    expect(found).to_contain_text("this page has checked them")
    expect(found).to_contain_text(note["commitment"])
    text = page.evaluate(FILE)
    lines = text.strip().split("\n")
    assert page.evaluate(CHECK, [text, note]) == [True] * 3
    assert json.loads(lines[1])["dice"]["shares"] == [note["own"]["0"], ""]
    other = note | {"commitment": "0" * 64}
    assert page.evaluate(CHECK, [text, other]) == [False, True, True]
    renamed = "\n".join([lines[0].replace('"title":"', '"title":"Not '), *lines[1:]])
    assert False in page.evaluate(CHECK, [renamed, note])
    share = note | {"own": {"0": "0" * 32}}
    assert page.evaluate(CHECK, [text, share]) == [True, False, True]


def test_the_page_finds_a_die_that_was_changed(open_screen: Open, address: str) -> None:
    """Its dice are those of the published vectors and of a golden game."""
    page = open_screen("/").page
    for vector in json.loads(VECTORS.read_text())["draws"]:
        if vector["stream"] == 0:
            drawn = page.evaluate(DRAW, [vector["key"], vector["faces"]])
            assert drawn == vector["results"], vector["about"]
    text = next(iter(sorted(GOLDEN.glob("*.jsonl")))).read_text()
    lines = text.strip().split("\n")
    note = {"commitment": json.loads(lines[1])["dice"]["commitment"], "own": {}, "hashes": {}}
    assert page.evaluate(CHECK, [text, note]) == [True, True]
    number = next(n for n, line in enumerate(lines) if '"range"' in line)
    step = json.loads(lines[number])
    step["range"][:2] = [step["range"][1], step["range"][1] + 1]
    redrawn = "\n".join([*lines[:number], json.dumps(step), *lines[number + 1 :]])
    assert page.evaluate(CHECK, [redrawn, note]) == [True, False]
