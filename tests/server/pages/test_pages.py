"""A page loads one script that is all its modules, or, asked to, the modules one by one."""

from __future__ import annotations

import json
import re

import pytest

from hexfront.server.pages.bundle import WEB, make_bundle, modules_of
from hexfront.server.pages.pages import PAGES, Page, page_text
from tests.server.conftest import House


@pytest.mark.parametrize("path", sorted(PAGES))
def test_a_page_loads_one_script(house: House, path: str) -> None:
    (script,) = re.findall(r'<script [^>]*src="([^"]+)"', house.client.get(path).text)
    answer = house.client.get(script)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Encoding"] == "gzip"
    plain = house.client.get(script, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.text == answer.text
    kept = house.client.get(script, headers={"If-None-Match": answer.headers["ETag"]})
    assert (kept.status_code, kept.content) == (304, b"")
    assert house.client.get(f"{script}.map").json()["version"] == 3


@pytest.mark.parametrize(("path", "made"), sorted(PAGES.items()))
def test_the_script_brings_the_style_sheets(house: House, path: str, made: Page) -> None:
    page = house.client.get(path).text
    assert "stylesheet" not in page
    (script,) = re.findall(r'<script [^>]*src="([^"]+)"', page)
    sheets = re.findall(r'href="/static/(css/[^"]+)"', page_text(made, modules=True))
    assert len(sheets) > 1
    first = house.client.get(script).text.partition("\n")[0]
    style = "".join((WEB / sheet).read_text(encoding="utf-8") for sheet in sheets)
    assert json.dumps(style) in first


@pytest.mark.parametrize("path", sorted(PAGES))
def test_a_page_can_load_modules_one_by_one(house: House, path: str) -> None:
    (script,) = re.findall(r'src="/static/([^"]+)"', house.client.get(f"{path}?modules").text)
    assert (WEB / script).is_file()
    assert house.client.get(f"/static/{script}").text == (WEB / script).read_text(encoding="utf-8")


def test_a_person_gets_a_page_where_there_is_none(house: House) -> None:
    answer = house.client.get("/loby", headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")
    assert 'href="/"' in answer.text
    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.text):
        assert house.client.get(path).status_code == 200, path
    assert house.client.get("/api/loby").json()["problems"]


def test_there_is_no_other_bundle(house: House) -> None:
    assert house.client.get("/static/bundles/chess.js").status_code == 404


@pytest.mark.parametrize("page", sorted(PAGES.values()))
def test_a_bundle_holds_each_module_once_after_those_it_imports(page: Page) -> None:
    modules = modules_of(page.script)
    assert modules[-1] == page.script
    assert len(set(modules)) == len(modules)
    for at, module in enumerate(modules):
        text = (WEB / module).read_text(encoding="utf-8")
        # Whatever way an import is written: from "./x.js", or alone for its effects.
        for target in re.findall(r'(?:from|import) ?"(\.[^"]+)"', text):
            path = (WEB / module).parent.joinpath(target).resolve().relative_to(WEB)
            assert path.suffix == ".json" or path.as_posix() in modules[:at], (module, target)


def test_a_source_map_leads_to_the_lines_of_the_modules() -> None:
    bundle = make_bundle("js/screens/play.js")
    lines = bundle.script.split("\n")
    sections = json.loads(bundle.source_map)["sections"]
    assert len(sections) == len(modules_of("js/screens/play.js"))
    for section in sections:
        (source,) = section["map"]["sources"]
        first = section["offset"]["line"]
        module = (WEB / source.removeprefix("/static/")).read_text(encoding="utf-8").split("\n")
        assert section["map"]["mappings"].count(";") == len(module) - 1
        for line, text in enumerate(module[1:-1], first + 1):
            if not re.match(r"import|export|\}", text):
                assert lines[line] == text
