"""The cache of compiled kernels: never stale, and harmless where it cannot be written."""

from __future__ import annotations

import ast
import importlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from hexfront import jit


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two files with kernels and one without."""
    (tmp_path / "a.py").write_text("@kernel\ndef f(): ...\n")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "b.py").write_text("@kernel\ndef g(): ...\n")
    (tmp_path / "plain.py").write_text("def h(): ...\n")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    return tmp_path


def test_the_key_changes_with_every_source_of_kernels(package: Path) -> None:
    keys = {jit._cache_key()}
    (package / "inner" / "b.py").write_text("@kernel\ndef g(): return 1\n")
    keys.add(jit._cache_key())
    (package / "a.py").rename(package / "c.py")
    keys.add(jit._cache_key())
    (package / "plain.py").write_text("@kernel\ndef h(): ...\n")
    keys.add(jit._cache_key())
    assert len(keys) == 4


@pytest.mark.parametrize(
    "line",
    [
        "from hexfront.plain import h",
        "from hexfront.inner import far",
        "from hexfront.inner import (\n    b,\n    far,\n)",
    ],
)
def test_the_key_changes_with_what_a_kernel_imports(package: Path, line: str) -> None:
    (package / "inner" / "far.py").write_text("LIMIT = 1\n")
    (package / "a.py").write_text(f"{line}\n@kernel\ndef f(): ...\n")
    before = jit._cache_key()
    for name in ("plain.py", "inner/far.py"):
        (package / name).write_text("LIMIT = 2\n")
    assert jit._cache_key() != before


def test_a_part_does_not_mind_another_that_it_does_not_import(package: Path) -> None:
    whole, part = jit._cache_key(), jit._cache_key("inner")
    (package / "a.py").write_text("@kernel\ndef f(): return 1\n")
    assert jit._cache_key() != whole
    assert jit._cache_key("inner") == part
    (package / "inner" / "b.py").write_text("from hexfront.a import f\n@kernel\ndef g(): ...\n")
    part = jit._cache_key("inner")
    (package / "a.py").write_text("@kernel\ndef f(): return 2\n")
    assert jit._cache_key("inner") != part


def test_a_package_outside_is_keyed_on_all_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine_of_test_jit"
    (mine / "inner").mkdir(parents=True)
    for name in ("__init__.py", "numbers.py", "inner/kernels.py"):
        (mine / name).write_text("LIMIT = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module(mine.name)
    part = jit.part_of(f"{mine.name}.inner.kernels")
    keys = {jit._cache_key(part), jit._cache_key(jit.part_of("another"))}
    for name in ("numbers.py", "inner/kernels.py"):
        (mine / name).write_text("LIMIT = 2\n")
        keys.add(jit._cache_key(part))
    assert len(keys) == 4


def test_the_key_does_not_mind_data(package: Path) -> None:
    before = jit._cache_key()
    (package / "notes.txt").write_text("@kernel\n")
    assert jit._cache_key() == before


def test_the_key_changes_with_bounds_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    before = jit._cache_key()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert jit._cache_key() != before


def test_every_file_that_makes_kernels_counts() -> None:
    """No file of the package can compile without being part of the key."""
    maker = re.compile(r"^from hexfront\.jit import .*\bkernel|^ *@(numba\.)?njit", re.MULTILINE)
    sources = sorted(jit.PACKAGE.rglob("*.py"))
    makers = [path for path in sources if maker.search(path.read_text(encoding="utf-8"))]
    assert len(makers) > 3
    assert set(makers) <= set(jit.kernel_sources())


def test_every_file_that_kernels_take_constants_from_counts() -> None:
    """Numba freezes a global into the machine code and never looks at it again."""
    counted = set(jit.kernel_sources())
    for path in counted:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hexfront."):
                source = jit.PACKAGE.parent.joinpath(*str(node.module).split("."))
                constants = [alias.name for alias in node.names if alias.name.isupper()]
                if constants and source.with_suffix(".py").exists():
                    assert source.with_suffix(".py") in counted, f"{path.name}: {constants}"


def run(**environment: str) -> str:
    code = (
        "import numba, hexfront.core.dice as d; d.draw(d.dice_from_seed(1), 6);"
        "print(vars(numba.config)['CACHE_DIR'])"
    )
    inherited = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_machine_code_is_kept_in_the_chosen_folder(tmp_path: Path) -> None:
    used = Path(run(HEXFRONT_CACHE_DIR=str(tmp_path)))
    assert used.is_relative_to(tmp_path)
    assert any(used.rglob("*.nbi"))


def test_a_user_without_a_home_folder_can_play(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    for name in ("HEXFRONT_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert jit.cache_folder().is_relative_to(tmp_path)


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    other = tmp_path / "other"
    other.mkdir()
    used = Path(run(HEXFRONT_CACHE_DIR=str(blocked), TMPDIR=str(other)))
    assert used.is_relative_to(other)


def test_a_kernel_is_compiled_once_for_all_numbers_that_calls_spell_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Numba that compiled one kernel for 4 and another for 5 would double the cold start."""
    if jit.JIT_DISABLED:
        pytest.skip("nothing is compiled without JIT")
    # A new file each time, so that nothing comes from the cache.
    (tmp_path / "numbers_in_calls.py").write_text(
        "from hexfront.jit import kernel\n"
        "@kernel\ndef inner(value):\n    return value + 1\n"
        "@kernel\ndef outer(value):\n    return inner(4) + inner(5) + inner(value)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("numbers_in_calls")
    assert module.outer(1) == 13
    assert len(module.inner.signatures) == 1
