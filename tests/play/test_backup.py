"""A store that is made again from its backup, in either database, is the same in every match."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.people.accounts import Accounts
from hexfront.play.storage.backup import back_up, restore
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from tests.postgresql import PostgreSQL


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store to restore into."""
    where: str | Path = tmp_path / "empty"
    if request.param == "postgresql":
        server: PostgreSQL = request.getfixturevalue("postgres")
        where = server.database()
    store = Store(where)
    yield store
    store.close()


@pytest.fixture
def store(where: str | Path) -> Iterator[Store]:
    """A store with matches of each sort."""
    store = Store(where)
    tokens = {}
    seats = [SeatPlan("person", name="Zoë \u2028"), SeatPlan("machine", "random")]
    for number in range(5):
        made = store.create("duel", "1", {"title": f"Nº {number}"}, bytes([number] * 32), seats)
        tokens[made.match] = made.tokens[0]
        steps = [Step(0, 2**40 + n) for n in range(700)]
        digests = [f"{number}-{n}" for n in range(700)]
        store.append(made.match, 0, steps, digests, range(1, 701), request=(0, "key", 700))
    store.rematch(made.match)  # it refers to a match that was made later
    yield store
    store.close()


def ids(store: Store) -> list[str]:
    return [str(row[0]) for row in store.read("SELECT id FROM matches ORDER BY id")]


def test_what_is_restored_is_what_was_there(store: Store, empty: Store, tmp_path: Path) -> None:
    copied = back_up(store, tmp_path / "backup.gz")
    assert (copied.matches, copied.steps) == (6, 3500)
    assert restore(tmp_path / "backup.gz", empty) == copied
    assert ids(store) == ids(empty)
    for match in ids(store):
        assert store.load(match) == empty.load(match)
    back_up(empty, tmp_path / "again.gz")
    one, two = (
        sorted(gzip.decompress((tmp_path / name).read_bytes()).splitlines()[1:-1])
        for name in ("backup.gz", "again.gz")
    )
    assert one == two
    made = empty.create("duel", "1", {}, bytes(32), [SeatPlan("person")])
    assert empty.load(made.match).id == made.match
    assert oct((tmp_path / "backup.gz").stat().st_mode)[-3:] == "600"


def test_a_store_that_is_not_empty_is_left_alone(store: Store, tmp_path: Path) -> None:
    back_up(store, tmp_path / "backup.gz")
    before = ids(store)
    with pytest.raises(InputError, match="an empty store"):
        restore(tmp_path / "backup.gz", store)
    assert ids(store) == before


def test_a_store_with_accounts_alone_is_left_alone(
    store: Store, empty: Store, tmp_path: Path
) -> None:
    back_up(store, tmp_path / "backup.gz")
    Accounts(empty).sign_up("Ada", "five quiet hexes", "a browser")
    with pytest.raises(InputError, match="<accounts>"):
        restore(tmp_path / "backup.gz", empty)
    assert len(empty.read("SELECT 1 FROM accounts")) == 1


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def changed(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data).replace(b"0-300", b"0-999"))


def row_less(data: bytes) -> bytes:
    lines = gzip.decompress(data).splitlines(keepends=True)
    return gzip.compress(b"".join([*lines[:-100], *lines[-99:]]))


def without_end(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-1]))


def other_version(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data).replace(b'"schema":', b'"schema":9', 1))


@pytest.mark.parametrize(
    "damage",
    [cut, changed, row_less, without_end, other_version, gzip.decompress, lambda _: b""],
    ids=["cut", "changed", "row less", "without end", "other version", "not packed", "empty"],
)
@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
@pytest.mark.parametrize("empty", ["sqlite"], indirect=True)
def test_a_backup_that_is_not_whole_restores_nothing(
    store: Store, empty: Store, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    back_up(store, tmp_path / "backup.gz")
    path = tmp_path / "damaged.gz"
    path.write_bytes(damage((tmp_path / "backup.gz").read_bytes()))
    with pytest.raises(InputError, match=r"damaged\.gz"):
        restore(path, empty)
    assert ids(empty) == []


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "backup.gz").write_text("mine")
    store = Store(tmp_path / "data")
    with pytest.raises(InputError, match="that is new"):
        back_up(store, tmp_path / "backup.gz")
    assert (tmp_path / "backup.gz").read_text() == "mine"
    store.close()
