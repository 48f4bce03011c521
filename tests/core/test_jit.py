"""The cache of compiled kernels: never stale, and harmless where it cannot be written."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from hexfront import jit


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of a file of the engine and two systems."""
    for name in ("core/dice.py", "systems/one/rules.py", "systems/one/numbers.py"):
        write(tmp_path / name, "LIMIT = 1\n")
    write(tmp_path / "systems/two/rules.py", "LIMIT = 1\n")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_the_key_changes_with_every_source_of_a_part(package: Path) -> None:
    keys = [jit._cache_key("systems/one")]
    write(package / "systems/one/rules.py", "LIMIT = 2\n")
    keys.append(jit._cache_key("systems/one"))
    write(package / "systems/one/inner/numbers.py", "LIMIT = 1\n")
    keys.append(jit._cache_key("systems/one"))
    (package / "systems/one/numbers.py").rename(package / "systems/one/figures.py")
    keys.append(jit._cache_key("systems/one"))
    assert len({*keys}) == 4


def test_the_key_changes_with_the_engine(package: Path) -> None:
    parts = ("engine", "systems/one", "systems/two")
    before = [jit._cache_key(part) for part in parts]
    write(package / "core/dice.py", "LIMIT = 2\n")
    after = [jit._cache_key(part) for part in parts]
    assert len({*before, *after}) == 6


def test_a_part_does_not_mind_another(package: Path) -> None:
    parts = ("engine", "systems/one", "studies")
    before = [jit._cache_key(part) for part in parts]
    write(package / "systems/two/rules.py", "LIMIT = 2\n")
    assert [jit._cache_key(part) for part in parts] == before


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


def test_a_module_outside_is_keyed_on_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "alone_of_test_jit.py", "LIMIT = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("alone_of_test_jit")
    before = jit._cache_key(jit.part_of("alone_of_test_jit"))
    write(tmp_path / "alone_of_test_jit.py", "LIMIT = 2\n")
    assert jit._cache_key(jit.part_of("alone_of_test_jit")) != before


def test_the_key_does_not_mind_data(package: Path) -> None:
    before = jit._cache_key("systems/one")
    write(package / "systems/one/notes.txt", "LIMIT = 1\n")
    assert jit._cache_key("systems/one") == before


def test_the_key_changes_with_bounds_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    before = jit._cache_key()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert jit._cache_key() != before


def test_the_key_changes_with_python_and_with_the_place(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba keeps the code of each apart, so what is ready for one is not ready for another."""
    keys = {jit._cache_key()}
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(cache_tag="cpython-399"))
    keys.add(jit._cache_key())
    copy = shutil.copytree(package, package.with_name("copy"))
    monkeypatch.setattr(jit, "PACKAGE", copy)
    keys.add(jit._cache_key())
    assert len(keys) == 3


def test_every_import_of_a_kernel_counts() -> None:
    """Numba freezes a callee or a constant into the machine code and never looks at it again."""
    makers = 0
    for path in sorted(jit.PACKAGE.rglob("*.py")):
        imports = list(imports_of(path))
        if not any(module == "hexfront.jit" and "kernel" in name for module, name in imports):
            continue
        makers += 1
        words = path.relative_to(jit.PACKAGE.parent).with_suffix("").parts
        counted = {*jit.kernel_sources(jit.part_of(".".join(words)))}
        assert path in counted
        for module, name in imports:
            if module.startswith("hexfront."):
                source = jit.PACKAGE.parent.joinpath(*module.split("."))
                found = [source.with_suffix(".py"), source / "__init__.py", source / f"{name}.py"]
                assert {file for file in found if file.exists()} <= counted, f"{path}: {module}"
    assert makers > 30


def imports_of(path: Path) -> Iterator[tuple[str, str]]:
    """What a file imports by name: where from, and what, but for the checker of types alone."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            yield from ((str(node.module), alias.name) for alias in node.names)


def run(**environment: str) -> str:
    code = (
        "import numba, hexfront.core.dice as d; d.draw(d.dice_from_seed(1), 6);"
        "print(vars(numba.config)['CACHE_DIR'])"
    )
    inherited = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, jit.COMPILE: "always", **environment},
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


def test_what_is_compiled_where_nothing_can_be_written_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a container, whose file system can only be read."""
    usual, other, usable = tmp_path / "usual", tmp_path / "other", jit._usable
    other.mkdir()
    folder = usable(usual, jit.ENGINE)
    write(folder / "compiled", "")
    write(folder / "core_1" / "dice.draw.nbi", "code")
    folder.chmod(0o555)

    def only_read(root: Path, part: str) -> Path:
        if root == usual:
            raise PermissionError(str(root))
        return usable(root, part)

    monkeypatch.setattr(jit, "_usable", only_read)
    monkeypatch.setenv("HEXFRONT_CACHE_DIR", str(usual))
    monkeypatch.setattr(tempfile, "tempdir", str(other))
    found = jit.cache_folder()
    assert found.is_relative_to(other)
    assert (found / "compiled").exists()
    assert (found / "core_1" / "dice.draw.nbi").read_text() == "code"
    write(found / "core_1" / "more.nbi", "code")
    assert jit.cache_folder() == found


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
    monkeypatch.setenv(jit.COMPILE, "always")
    module = importlib.import_module("numbers_in_calls")
    assert module.outer(1) == 13
    assert len(module.inner.signatures) == 1
