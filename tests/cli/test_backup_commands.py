from collections.abc import Callable
from pathlib import Path

from hexfront.core.contract import Step
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from tests.conftest import Ended

Run = Callable[..., Ended]


def test_one_match_is_told_as_one(hexfront: Run, tmp_path: Path) -> None:
    store = Store(tmp_path / "here")
    made = store.create("duel", "1", {}, bytes(32), [SeatPlan("person"), SeatPlan("person")])
    store.append(made.match, 0, [Step(0, 0)], ["00"], [1])
    store.close()
    file = tmp_path / "backup.gz"
    written = hexfront("backup", file, "--save", tmp_path / "here")
    assert f"{file}: 1 match with 1 step, " in written.out
    read = hexfront("restore", file, "--save", tmp_path / "there")
    assert ": 1 match with 1 step, as of 2" in read.out


def test_a_folder_without_a_store_is_not_backed_up(hexfront: Run, tmp_path: Path) -> None:
    """A wrong name must not end in a backup of nothing."""
    ended = hexfront("backup", tmp_path / "backup.gz", "--save", tmp_path / "typo")
    assert ended.code == 2
    assert "typo: found <no store>, expected a folder with hexfront.sqlite3" in ended.err
    assert not (tmp_path / "backup.gz").exists()
    assert not (tmp_path / "typo").exists()
