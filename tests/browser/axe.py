"""Faults of accessibility in a page, as axe-core finds them."""

from __future__ import annotations

from importlib.resources import files

from tests.browser.conftest import Screen

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def faults(screen: Screen, impacts: tuple[str, ...] = (), within: str = "html") -> list[str]:
    """Faults that axe finds in a part of the page as it is now, of some impacts or of any."""
    if not screen.page.evaluate("'axe' in window"):
        screen.page.evaluate(AXE)
    found = screen.page.evaluate(
        "async (part) => (await axe.run(part, { resultTypes: ['violations'] })).violations", within
    )
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if not impacts or fault["impact"] in impacts
        for node in fault["nodes"]
    ]


def serious_faults(screen: Screen) -> list[str]:
    """Serious and critical faults alone."""
    return faults(screen, ("serious", "critical"))
