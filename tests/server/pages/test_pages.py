"""A page names every module that its script loads, and no other file."""

import re

import pytest

from hexfront.server.pages.pages import PAGES, WEB, page_text


@pytest.mark.parametrize("file", sorted(PAGES.values()))
def test_all_modules_are_named_in_the_page(file: str) -> None:
    named = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', page_text(file))
    assert named[0].startswith("js/screens/")
    assert len(set(named)) == len(named)
    for module in named:
        text = (WEB / module).read_text(encoding="utf-8")
        # Whatever way an import is written: from "./x.js", or alone for its effects.
        for target in re.findall(r'(?:from|import) "([^"]+)"', text):
            path = (WEB / module).parent.joinpath(target).resolve().relative_to(WEB.resolve())
            assert path.suffix == ".json" or path.as_posix() in named, (module, target)
