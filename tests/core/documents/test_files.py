"""Files that are written whole or not at all."""

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hexfront.core.documents.files import is_there, typed_path, whole_file, write_whole
from hexfront.core.errors import InputError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_text_and_bytes(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", "Ä\n")
    write_whole(tmp_path / "a", "ä\n")
    write_whole(tmp_path / "b", b"\xff")
    assert (tmp_path / "a").read_bytes() == "ä\n".encode()
    assert (tmp_path / "b").read_bytes() == b"\xff"
    assert names(tmp_path) == ["a", "b"]


@pytest.mark.parametrize(
    "broken_off_by", [OSError(28, "No space left on device"), KeyboardInterrupt()]
)
def test_broken_off_it_is_as_before(tmp_path: Path, broken_off_by: BaseException) -> None:
    write_whole(tmp_path / "a", "before")
    with pytest.raises(type(broken_off_by)), whole_file(tmp_path / "a") as temporary:
        temporary.write_text("half of")
        raise broken_off_by
    assert (tmp_path / "a").read_text() == "before"
    assert names(tmp_path) == ["a"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals of POSIX")
def test_a_process_killed_while_it_writes(tmp_path: Path) -> None:
    target = tmp_path / "a"
    write_whole(target, "before")
    code = (
        "import sys, time; from pathlib import Path\n"
        "from hexfront.core.documents.files import whole_file\n"
        "with whole_file(Path(sys.argv[1])) as part:\n"
        "    part.write_text('half'); print('now', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", code, str(target)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        process.kill()
    assert target.read_text() == "before"


def test_a_link_stays_a_link_and_rights_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    write_whole(real, "1")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, "2")
    assert link.is_symlink()
    assert real.read_text() == "2"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_pipe_is_written_itself(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("needs pipes of POSIX")
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "through")
    reader.join(10)
    assert found == ["through"]
    assert names(tmp_path) == ["pipe"]


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "file", tmp_path / ("n" * 300), Path("a\0b")):
        with pytest.raises(InputError, match="a file that can be written") as error:
            write_whole(path, "", "--out")
        assert str(error.value).startswith("--out: found <")
    assert names(tmp_path) == []


def test_names_that_are_none(tmp_path: Path) -> None:
    assert is_there(tmp_path)
    for name in ("x" * 300, "a\0b", "none"):
        assert not is_there(tmp_path / name)


def test_typed_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    assert typed_path(" ~/a b ") == Path("/home/somebody/a b")
    assert typed_path("~nobodyhere/a") == Path("~nobodyhere/a")
