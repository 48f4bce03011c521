"""A page without content, to run the browser's modules in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import browser

__all__ = ["browser"]

WEB = Path(__file__).parents[2] / "src" / "hexfront" / "web"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()
