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


def is_sound(screen: Screen, what: str, within: str = "html") -> None:
    """No fault in a part of the page, in either theme; the page stays as it is."""
    for scheme in ("light", "dark"):
        screen.page.emulate_media(color_scheme=scheme)
        screen.wait(f"document.documentElement.dataset.theme === '{scheme}'")
        screen.rendered()
        assert faults(screen, within=within) == [], (what, scheme)
