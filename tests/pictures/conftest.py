"""An empty page that can import the browser's modules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.conftest import browser

__all__ = ["browser"]

WEB = Path(__file__).parents[2] / "src" / "hexfront" / "web"
ADDRESS = "http://hexfront.test/"


def _serve(route: Route) -> None:
    """A file of the browser's, or the empty page."""
    path = route.request.url.removeprefix(ADDRESS)
    if path:
        route.fulfill(path=WEB / path)
    else:
        route.fulfill(body="<!doctype html><title>Empty</title>", content_type="text/html")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.route("**/*", _serve)
    page.goto(ADDRESS)
    yield page
    page.close()
