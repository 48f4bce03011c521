"""Packs: made of a folder, checked, installed, found by name; hostile ones are refused."""

from __future__ import annotations

import hashlib
import io
import json
import resource
import shutil
import struct
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from hexfront.campaigns.kept import begin_battle, begin_campaign, opened, settle
from hexfront.campaigns.model import campaign_names, load_campaign
from hexfront.core.errors import InputError
from hexfront.core.packs import VARIABLE, installed_packs
from hexfront.core.registry import find_system
from hexfront.core.scenario import known_scenarios, load_scenario, scenario_names
from hexfront.packs.building import build
from hexfront.packs.installing import check, install, remove
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store

BRIGADE = find_system("brigade")
DATA = BRIGADE.folder / "data"
ABOUT = """format = "hexfront-pack/1"
name = "towns"
title = "My towns"
version = "1.0"
system = "brigade"
licence = "CC-BY-4.0"
authors = ["The Hexfront contributors"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An author's folder: a scenario with a map beside it."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "installed"))
    made = tmp_path / "towns"
    (made / "maps").mkdir(parents=True)
    shutil.copy(DATA / "terrain" / "harnau.json", made / "maps" / "mine.json")
    scenario = json.loads((DATA / "scenarios" / "three-towns.json").read_text("utf-8"))
    scenario |= {"terrain": "maps/mine.json", "title": "Three towns of mine"}
    (made / "mine.json").write_text(json.dumps(scenario), "utf-8")
    (made / "notes.txt").write_text("What happened at Harnau.", "utf-8")
    (made / "pack.toml").write_text(ABOUT, "utf-8")
    return made


def packed(folder: Path, key: Path | None = None) -> Path:
    path = folder.with_suffix(".hexpack")
    path.write_bytes(build(folder, key).data)
    return path


def test_a_pack_is_made_installed_played_and_removed(folder: Path) -> None:
    (folder / "run.py").write_text("print('no')", "utf-8")
    built = build(folder)
    assert list(built.left_out) == ["run.py"]
    assert build(folder).data == built.data
    checked = install(packed(folder))
    assert checked.key is None
    assert known_scenarios(BRIGADE) == [*scenario_names(BRIGADE), "towns:mine"]
    scenario = load_scenario(BRIGADE, "towns:mine")
    assert scenario.title == "Three towns of mine"
    rules = BRIGADE.rules(scenario)
    assert rules.choices(rules.start(), 0)
    remove("towns")
    assert not list(installed_packs())
    with pytest.raises(InputError, match="one of: three-towns"):
        load_scenario(BRIGADE, "towns:mine")


def test_a_server_offers_installed_scenarios(folder: Path) -> None:
    matches = pytest.importorskip("hexfront.server.matches")
    install(packed(folder))
    assert matches.scenario_named(BRIGADE, "towns:mine").title == "Three towns of mine"
    broken = next(installed_packs()).folder / "mine.json"
    broken.write_text("{}", "utf-8")
    assert "towns:mine" not in [info.name for info in matches._scenarios(BRIGADE)]


CAMPAIGN = """format = "hexfront-campaign/1"
system = "brigade"
name = "two-days"
title = "Two days"
description = "A short war."
side = "opfor"
opponent = "easy"
broken = "gone"
experience = { figure = "strength", most = 2 }
unit = [
  { name = "1-44", title = "Company", cost = 1 },
  { name = "2-44", title = "Company", cost = 1 },
]

[[battle]]
name = "first"
scenario = "short"
title = "The first day"
before = "Morning."
won = "Won."
lost = "Not won."
points_lost = 1
next_won = "second"
next_lost = "second"

[[battle]]
name = "second"
scenario = "three-towns"
title = "The second day"
before = "Evening."
won = "Won."
lost = "Lost."
next_won = "gone"
next_lost = "gone"

[[ending]]
name = "gone"
title = "Home"
text = "That was it."
victory = false
"""


@pytest.fixture
def war(folder: Path) -> Path:
    """The folder with a campaign: a battle of its own, of one turn, and a shipped one."""
    scenario = json.loads((DATA / "scenarios" / "first-game.json").read_text("utf-8"))
    scenario |= {"title": "A short one", "turns": 1}
    (folder / "short.json").write_text(json.dumps(scenario), "utf-8")
    (folder / "campaigns").mkdir()
    (folder / "campaigns" / "two-days.toml").write_text(CAMPAIGN, "utf-8")
    return folder


def test_campaigns_travel_in_packs(war: Path) -> None:
    built = build(war)
    assert built.found.campaigns == {"campaigns/two-days.toml": "Two days"}
    install(packed(war))
    assert campaign_names(BRIGADE)[-1] == "towns:two-days"
    campaign = load_campaign("brigade", "towns:two-days")
    first, second = campaign.file.battle
    assert (first.scenario, second.scenario) == ("towns:short", "three-towns")
    assert campaign.scenarios["first"].title == "A short one"
    text = CAMPAIGN.replace("A short war.", "A longer war.")
    (war / "campaigns" / "two-days.toml").write_text(text, "utf-8")
    install(packed(war), force=True)
    assert load_campaign("brigade", "towns:two-days").file.description == "A longer war."
    remove("towns")
    with pytest.raises(InputError, match="one of: third-battalion"):
        load_campaign("brigade", "towns:two-days")


@pytest.mark.parametrize("scenario", ["../mine", "/etc/x.json", "mine.json", "nowhere"])
def test_campaigns_name_no_files(war: Path, scenario: str) -> None:
    text = CAMPAIGN.replace('"short"', f'"{scenario}"')
    (war / "campaigns" / "two-days.toml").write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        build(war)
    (problem,) = caught.value.problems
    assert problem.place == "campaigns/two-days.toml: /battle/0/scenario"
    assert problem.expected.startswith("a scenario of the pack, or one of: three-towns")


def test_a_campaign_is_played_over_a_pipe(war: Path, tmp_path: Path) -> None:
    """Its battle is left, taken up again, and counted once it is over."""
    install(packed(war))

    def played(text: str, *arguments: str) -> str:
        command = [sys.executable, "-m", "hexfront", "campaign", "play", *arguments]
        given = ["--ascii", "--save", str(tmp_path / "store")]
        ended = subprocess.run(
            [*command, *given], input=text, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    first = played("\nquit\n", "brigade", "towns:two-days")
    assert "Two days: battle 1, The first day" in first
    assert "Against: easy" in first
    assert "hexfront campaign play --resume" in first
    second = played("done\nquit\nquit\n", "--resume")
    assert "The first day: lost" in second
    assert "Points to raise units again: 1" in second
    assert "strength +1" in second
    assert "Two days: battle 2, The second day" in second


def test_a_campaign_goes_on_as_it_was_begun_when_its_pack_is_replaced(
    war: Path, tmp_path: Path
) -> None:
    """Other battles, other units, another map: what was begun knows nothing of it."""
    install(packed(war))
    with closing(Store(tmp_path / "store")) as store:
        token = begin_campaign(store, "brigade", "towns:two-days", "easy")
        begun = begin_battle(store, token, [])[0].match
        text = CAMPAIGN.replace('"first"', '"dawn"').replace("2-44", "3-44")
        (war / "campaigns" / "two-days.toml").write_text(text, "utf-8")
        (war / "short.json").write_text((war / "mine.json").read_text("utf-8"), "utf-8")
        install(packed(war), force=True)
        assert load_campaign("brigade", "towns:two-days").file.battle[0].name == "dawn"
        settle(store, token, begun, ([0], {"1-44", "2-44"}))
        _, campaign, progress = opened(store, token)
        assert campaign.scenarios["first"].title == "A short one"
        assert (progress.at, [unit.name for unit in progress.units]) == ("second", ["1-44", "2-44"])
        remove("towns")
        second = begin_battle(store, token, [])[0].match
        settle(store, token, second, ([1], set()))
        assert opened(store, token)[2].at == "gone"
        with pytest.raises(InputError, match="campaign: found 'towns:two-days'"):
            begin_campaign(store, "brigade", "towns:two-days", "easy")


def test_a_match_goes_on_as_it_was_begun_when_its_pack_is_replaced(
    folder: Path, tmp_path: Path
) -> None:
    install(packed(folder))
    before = load_scenario(BRIGADE, "towns:mine")
    with closing(Store(tmp_path / "store")) as store:
        seats = [SeatPlan("person"), SeatPlan("person")]
        made = store.create("brigade", BRIGADE.version, before.document, bytes(32), seats)
    text = json.loads((folder / "mine.json").read_text("utf-8"))
    (folder / "mine.json").write_text(json.dumps({**text, "title": "Other", "turns": 1}), "utf-8")
    install(packed(folder), force=True)
    assert load_scenario(BRIGADE, "towns:mine").title == "Other"
    with closing(Store(tmp_path / "store")) as store:
        assert store.load(made.match).scenario == before.document


def test_clashes_are_told(folder: Path) -> None:
    path = packed(folder)
    install(path)
    with pytest.raises(InputError, match=r"pack towns: found <installed: My towns, version 1\.0>"):
        install(path)
    install(path, force=True)
    assert [pack.name for pack in installed_packs()] == ["towns"]


def test_signatures_hold_what_they_say(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    from hexfront.packs.signatures import new_key, public_key

    key = tmp_path / "key.pem"
    key.write_bytes(new_key())
    path = packed(folder, key)
    assert check(path).key == public_key(key)
    assert check(path, public_key(key)).key == public_key(key)
    with pytest.raises(InputError, match="key: found"):
        check(path, "0" * 64)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["manifest.json"] = parts["manifest.json"].replace(b"My towns", b"No towns")
    with pytest.raises(InputError, match="changed after it was signed"):
        check(written(tmp_path, parts))


def test_what_is_private_stays_at_home_until_somebody_allows_it(folder: Path) -> None:
    (folder / "art").mkdir()
    (folder / "art" / "private.toml").write_text('source = "a module"\n', "utf-8")
    (folder / "art" / "tank.png").write_bytes(b"\x89PNG\r\n\x1a\n...")
    assert list(build(folder).left_out) == ["art/tank.png"]
    (folder / "pack.toml").write_text(f'{ABOUT}rights = {{ art = "its painter" }}\n', "utf-8")
    built = build(folder)
    assert (built.left_out, built.manifest.rights) == ({}, {"art": "its painter"})
    assert "art/tank.png" in built.manifest.files


def written(folder: Path, parts: dict[str, bytes]) -> Path:
    path = folder / "other.hexpack"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def manifest(parts: dict[str, bytes]) -> bytes:
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()}
    about = dict(line.split(" = ", 1) for line in ABOUT.splitlines())
    said = {name: json.loads(value) for name, value in about.items()}
    return json.dumps({**said, "system_version": BRIGADE.version, "files": digests}).encode()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../out.json", "a path without"),
        ("/etc/out.json", "a path without"),
        ("maps\\out.json", "a path without"),
        ("C:out.json", "a path without"),
        ("a/b/c/d/e.json", "a path without"),
        ("con.json", "a name that every machine can write"),
        ("run.py", "a file of data"),
        ("drawing.svg", "a file of data"),
    ],
)
def test_names_that_leave_or_run_are_refused(tmp_path: Path, name: str, expected: str) -> None:
    parts = {name: b"{}"}
    with pytest.raises(InputError, match=expected):
        check(written(tmp_path, {"manifest.json": manifest(parts), **parts}))


def test_changed_missing_and_further_files_are_refused(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(packed(folder)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with pytest.raises(InputError, match=r"notes\.txt: found <a changed file>"):
        check(written(tmp_path, {**parts, "notes.txt": b"Other words"}))
    with pytest.raises(InputError, match="found <a file>, expected one that the manifest lists"):
        check(written(tmp_path, {**parts, "more.txt": b""}))
    with pytest.raises(InputError, match="the file that the manifest lists"):
        check(written(tmp_path, {k: v for k, v in parts.items() if k != "notes.txt"}))


def hostile(kind: str) -> bytes:
    """A zip that somebody made to harm."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        if kind == "bomb":
            archive.writestr("manifest.json", b"\0" * (200 * 1024 * 1024), compresslevel=1)
        elif kind == "many":
            for number in range(5_000):
                archive.writestr(f"{number}.txt", b"")
        elif kind == "twice":
            archive.writestr("A.txt", b"")
            archive.writestr("a.txt", b"")
        elif kind == "link":
            info = zipfile.ZipInfo("a.txt")
            info.create_system, info.external_attr = 3, 0o120777 << 16
            archive.writestr(info, "/etc/passwd")
        elif kind == "together":
            for number in range(100):
                archive.writestr(f"{number}.txt", b"\0" * 1024 * 1024, compresslevel=1)
    data = stream.getvalue()
    if kind == "lying":
        # The end says one file, and the directory before it goes on for megabytes.
        data = b"PK\x01\x02" * 10**6
        data += struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(data), 0, 0)
    return data


HOSTILE = ("bomb", "many", "twice", "link", "together", "lying")
READ = """
import pathlib, sys
from hexfront.campaigns.kept import begin_battle, begin_campaign, opened, settle
from hexfront.campaigns.model import campaign_names, load_campaign
from hexfront.core.errors import InputError
from hexfront.packs.archive import open_archive
from hexfront.study.memory import peak_memory
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    try:
        open_archive(path, 48 << 20, 502, 10 << 20, 48 << 20)
    except InputError as error:
        print(path.stem, error)
assert peak_memory() < 200 << 20
"""


def test_hostile_packs_cost_nothing(tmp_path: Path) -> None:
    """Each is refused within the memory of a small process, which must not work for long."""
    for kind in HOSTILE:
        (tmp_path / f"{kind}.hexpack").write_bytes(hostile(kind))
    done = subprocess.run(
        [sys.executable, "-c", READ, str(tmp_path)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (20, 20)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    refused = [line.split()[0] for line in done.stdout.splitlines()]
    assert refused == sorted(HOSTILE)
