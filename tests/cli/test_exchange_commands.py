"""`hexfront import`, `export` and `pack`: what one types and reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hexfront.cli import app
from hexfront.core.errors import InputError
from hexfront.core.packs import VARIABLE

pytest.importorskip("defusedxml")


def run(*arguments: object) -> str:
    """What a command prints. Errors: those of the command."""
    done = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_map_goes_out_and_comes_in(tmp_path: Path) -> None:
    tmx, out, table = tmp_path / "harnau.tmx", tmp_path / "mine.json", tmp_path / "table.toml"
    text = run("export", "three-towns", "--system", "brigade", "--out", tmx)
    assert "hexes: 68" in text and (tmp_path / "harnau-tiles.png").is_file()
    text = run("import", tmx, "--system", "brigade", "--out", out, "--write-table", table)
    assert "  town: Town, 3 (the same name)" in text
    assert "valid hexfront-terrain/1" in run("validate", out)
    assert 'woods = "woods"' in table.read_text("utf-8").replace('"woods" =', "woods =")
    told = json.loads(
        run("import", tmx, "--system", "aggressor", "--json", "--terrain", "woods=rough")
    )
    assert told["terrain"]["woods"] == "rough" and told["file"] is None
    assert "8 columns become 9, as the system needs 9 to 199, odd" in told["lost"]
    with pytest.raises(InputError, match="found <a file that is there>"):
        run("import", tmx, "--system", "brigade", "--out", out)
    with pytest.raises(InputError, match=r"a name that ends in \.json"):
        run("import", tmx, "--system", "brigade", "--out", tmp_path / "a.toml")


def test_every_system_says_what_it_can(tmp_path: Path) -> None:
    (tmp_path / "a.map").write_text("Gg,Gg,Gg\nGg,Gg,Gg\nGg,Gg,Gg\n", "utf-8")
    with pytest.raises(InputError, match="one with such maps: aggressor, brigade, idahex, malaya"):
        run("import", tmp_path / "a.map", "--system", "takeover")
    with pytest.raises(InputError, match="found 'sinai', expected a scenario whose war is by name"):
        run("import", tmp_path / "a.map", "--system", "idahex", "--scenario", "sinai")
    (tmp_path / "a.doc").write_bytes(b"words")
    with pytest.raises(InputError, match=r"a\.doc: found <\.doc>, expected a file of one of"):
        run("import", tmp_path / "a.doc", "--system", "brigade")
    with pytest.raises(InputError, match="--crop: found '1,2'"):
        run("import", tmp_path / "a.map", "--system", "brigade", "--crop", "1,2")
    with pytest.raises(InputError, match=r"ends in \.tmx, \.tmj"):
        run("export", "three-towns", "--system", "brigade", "--out", tmp_path / "b.doc")


def test_forces_go_out_and_come_in(tmp_path: Path) -> None:
    xml, out = tmp_path / "forces.xml", tmp_path / "mine.json"
    text = run("export", "three-towns", "--system", "brigade", "--out", xml)
    assert "lost: the hex, as the map lies nowhere on the earth" in text
    text = run(
        *("import", xml, "--system", "brigade", "--scenario", "three-towns", "--out", out),
        *("--side", "Opfor=bluefor", "--side", "Bluefor=opfor"),
    )
    assert "  Opfor: bluefor" in text
    assert json.loads(out.read_text("utf-8"))["name"] == "mine"
    assert "valid hexfront-scenario/1" in run("validate", out)


def test_prints(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    text = run("export", "first-game", "--system", "brigade", "--out", out, "--hex-mm", 20)
    assert " mm" in text and 'mm"' in out.read_text("utf-8")[:400]


def test_a_pack_from_folder_to_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "installed"))
    folder = tmp_path / "mine"
    folder.mkdir()
    base = json.loads(
        run("export", "three-towns", "--system", "brigade", "--out", folder / "x.tmx", "--json")
    )
    assert base["hexes"] == 68
    for path in folder.iterdir():
        path.unlink()
    from hexfront.core.registry import find_system
    from hexfront.core.scenario import load_scenario

    scenario = load_scenario(find_system("brigade"), "three-towns")
    (folder / "my-towns.json").write_text(json.dumps(scenario.document), "utf-8")
    (folder / "pack.toml").write_text(
        'format = "hexfront-pack/1"\nname = "mine"\ntitle = "Mine"\nversion = "1.2"\n'
        'system = "brigade"\nlicence = "CC0-1.0"\nauthors = ["The Hexfront contributors"]\n',
        "utf-8",
    )
    pack = tmp_path / "mine.hexpack"
    assert "my-towns.json: Three Towns" in run("pack", "build", folder, "--out", pack)
    assert "  not signed" in run("pack", "check", pack)
    assert "  mine:my-towns: Three Towns" in run("pack", "install", pack)
    assert json.loads(run("pack", "list", "--json"))["scenarios"] == ["mine:my-towns"]
    assert "mine:my-towns" in run("scenarios", "brigade")
    told = run(
        *("run", "brigade", "--scenario", "mine:my-towns", "--games", 1, "--seed", 1),
        *("--red", "random", "--blue", "random", "--json"),
    )
    assert told
    assert run("pack", "uninstall", "mine") == "mine: removed\n"
    with pytest.raises(InputError, match="none, as none is installed"):
        run("pack", "uninstall", "mine")
