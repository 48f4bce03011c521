"""What a kernel is, where its machine code is kept, and when Python calls that.

Numba's on-disk cache does not notice an edit in a callee that lives in another
module.  Each part of the package (`engine`, `systems/brigade`, …) therefore keeps
its machine code in a folder named after a hash of every Python file that its
kernels can be made of and of where they lie, of the versions of Python and Numba, and of
the debugging switches: a stale result cannot be loaded, a change of one system leaves the
others compiled, and what another Python has compiled is not taken for one's own.
A package of somebody else's is a part of its own, with all its files.

A part that is not compiled yet runs as plain Python, and is compiled by a process beside
(`hexfront.agents.background_compiler`). Python goes over to the machine code between two calls.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from types import CellType, FunctionType
from typing import Any, Final, TypeVar

import numba
from numba.core.registry import CPUDispatcher

from hexfront.compiler import (
    KernelCompiler,
    NamedCompiler,
    bound_kernels,
    compile_once_for_all_numbers,
    link_less,
)

_F = TypeVar("_F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
OUTSIDE = "packages/"
"""Parts that are packages beside Hexfront begin so."""
ENGINE = "engine"
"""The part that all others are built upon."""
_ENGINE_SOURCES = ("blocks", "by_reference.py", "compiler.py", "core", "hex", "jit.py", "mechanics")


def part_of(module: str) -> str:
    """The part that keeps the machine code of a module.

    >>> part_of("hexfront.systems.brigade.rules.combat"), part_of("hexfront.core.dice")
    ('systems/brigade', 'engine')
    >>> part_of("mine.rules")
    'packages/mine'
    """
    package, *names = module.split(".")
    if package != __package__:
        return OUTSIDE + package
    if names[0] == "systems":
        return "/".join(names[:2])
    return ENGINE if {names[0], f"{names[0]}.py"} & {*_ENGINE_SOURCES} else names[0]


def kernel_sources(part: str = ENGINE) -> list[Path]:
    """All files whose text can end up in the machine code of a part, in a fixed order.

    Those of the engine, which every kernel may call or take constants from, and those of
    the part's own folder; no system takes anything from another.
    """
    paths = [PACKAGE / name for name in _ENGINE_SOURCES]
    if part.startswith(OUTSIDE):
        package = sys.modules.get(part.removeprefix(OUTSIDE))
        file = getattr(package, "__file__", None)
        folders = getattr(package, "__path__", None) or ([file] if file else [])
        paths += [Path(folder) for folder in folders]
    elif part != ENGINE:
        paths.append(PACKAGE / part)
    return [file for path in paths for file in ([path] if path.is_file() else _modules_in(path))]


def _modules_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _cache_key(part: str = ENGINE) -> str:
    here = (version("numba"), version("numpy"), sys.implementation.cache_tag, PACKAGE.as_posix())
    digest = hashlib.sha256("\0".join(here).encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "0").encode())
    for path in kernel_sources(part):
        inside = path.is_relative_to(PACKAGE)
        digest.update((path.relative_to(PACKAGE).as_posix() if inside else path.name).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_KERNELS: Final = "kernels"
"""Of the folder for what can be made again, the part for machine code."""


def _cache_root() -> Path:
    if chosen := os.environ.get("HEXFRONT_CACHE_DIR"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "hexfront"


def cache_folder(part: str = ENGINE) -> Path:
    """The folder for compiled kernels.

    Where the usual one cannot be written it is a temporary one, with a copy of what is there:
    Numba reads none that it could not write.
    """
    try:
        return _usable(_cache_root(), part)
    except (OSError, RuntimeError):  # RuntimeError: a user without a home folder
        made = Path(tempfile.mkdtemp(prefix="hexfront-kernels-"))
        with suppress(OSError, RuntimeError):
            _copy_files(_cache_root() / _KERNELS, made / _KERNELS)
        # Also for child processes, and for the other parts.
        os.environ["HEXFRONT_CACHE_DIR"] = str(made)
        return _usable(made, part)


def _copy_files(source: Path, target: Path) -> None:
    """Copy all files within a folder, but not who may write them."""
    for file in source.rglob("*"):
        if file.is_file():
            there = target / file.relative_to(source)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, there)


def _usable(root: Path, part: str) -> Path:
    folder = root / _KERNELS / f"{part.replace('/', '-')}-{_cache_key(part)}"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        return folder


_folder_of = cache(cache_folder)
_CHOSEN = "NUMBA_CACHE_DIR" in os.environ
"""Somebody wants Numba's own variable to be obeyed."""


def _keep_code_of(part: str) -> None:
    """Tell Numba where the machine code of the next function belongs."""
    if not _CHOSEN:
        vars(numba.config)["CACHE_DIR"] = str(_folder_of(part))


JIT_DISABLED = bool(vars(numba.config)["DISABLE_JIT"])
COMPILE = "HEXFRONT_COMPILE"
"""The variable that says whether kernels are compiled: `always`, when they are first called,
`never`, or `ready`: those of parts that are compiled when they are imported, and no others. By
itself a part runs as Python, and is taken from the disk once it is compiled there."""
_waiting: dict[str, list[CPUDispatcher]] = {}
"""The kernels of each part that run as Python until its machine code is there."""
_in_use: set[str] = set()
"""Parts of which Python calls the machine code."""
_making_python = threading.RLock()


def compile_always() -> None:
    """Compile all kernels when they are called, from now on, also in child processes."""
    os.environ[COMPILE] = "always"
    for part in list(_waiting):
        _use(part)


def compile_part(module: str) -> None:
    """Compile the kernels of a module's part, and of the engine, when they are called."""
    if not is_interpreted(module):
        _use(part_of(module))


def use_compiled() -> None:
    """Go over to the machine code that has been compiled since; quick where none waits.

    A call that is under way goes on as Python to its end, also in other threads.
    """
    if not _waiting:
        return
    for part in list(_waiting):
        if part == ENGINE:
            continue
        if compiled_mark(part).exists():
            _use(part)
        elif (count := _half_compiled(part)) != _seen_half.get(part, 0):
            _seen_half[part] = count
            _use_what_is_there(ENGINE)
            _use_what_is_there(part)


_seen_half: dict[str, int] = {}


def half_compiled_mark(part: str) -> Path:
    """A file that grows whenever a kernel that Python calls has been compiled, with all its own."""
    return _folder_of(part) / "half-compiled"


def _half_compiled(part: str) -> int:
    try:
        return half_compiled_mark(part).stat().st_size
    except OSError:
        return 0


def _use_what_is_there(part: str) -> None:
    """Let Python call the machine code of those kernels of a part that are on the disk."""
    waiting = _waiting.get(part, [])
    dispatcher: Any
    for dispatcher in list(waiting):
        if Path(dispatcher._cache._cache_file._index_path).exists():
            waiting.remove(dispatcher)
            dispatcher.__class__ = CPUDispatcher


def _use(part: str) -> None:
    """Let Python call the machine code of a part, and of the engine beneath it."""
    for name in (ENGINE, part):
        _in_use.add(name)
        for dispatcher in _waiting.pop(name, ()):
            dispatcher.__class__ = CPUDispatcher


def is_interpreted(module: str) -> bool:
    """Whether the kernels of a module run as Python in this process, for good."""
    if JIT_DISABLED or os.environ.get(COMPILE) == "never":
        return True
    part = part_of(module)
    return (
        os.environ.get(COMPILE) == "ready"
        and part != ENGINE
        and not _was_there(compiled_mark(part))
    )


def is_ready(module: str) -> bool:
    """Whether nothing is left to compile for a module's part: all is on the disk, or never will."""
    return is_interpreted(module) or compiled_mark(part_of(module)).exists()


@cache
def _was_there(mark: Path) -> bool:
    """Whether a mark was there when it was first looked for: all of a part goes one way."""
    return mark.exists()


def compiled_mark(part: str) -> Path:
    """A file that is there once all kernels of a part, as they are now, have been compiled."""
    return _folder_of(part) / "compiled"


# No reference counts: kernels make no arrays, and counting who holds one costs
# seven times what the rules do.
_FLAGS: dict[str, Any] = {
    "cache": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
# No entry for Python, which is a third of the time that a small kernel takes to compile.
_INNER_FLAGS = _FLAGS | {"no_cpython_wrapper": True}


def kernel(function: _F) -> _F:
    """Compile a function of arrays and numbers; the machine code is kept on disk.

    Other kernels call it, so that their own code does not grow by it.  No fastmath, no
    globals that change, no jitclass: the same source runs unchanged without JIT and
    gives the same digests.
    """
    return _compile(function, _FLAGS | {"pipeline_class": NamedCompiler}, outlined=True)


def compile_now(function: _F) -> _F:
    """A kernel that does not wait for its part, for whoever wants to see that compiling works."""
    made: Any = kernel(function)
    if isinstance(made, CPUDispatcher):
        made.__class__ = CPUDispatcher
    compiled: _F = made
    return compiled


def small_kernel(function: _F) -> _F:
    """The same for a function so small that kernels take its code in rather than call it."""
    return _compile(function, _FLAGS)


def inline_kernel(function: _F) -> _F:
    """A small piece of kernels with a name of its own, whose code goes into its callers."""
    return _compile(function, _INNER_FLAGS | {"forceinline": True}, python=True)


def outlined_kernel(function: _F) -> _F:
    """A large piece of kernels, which is compiled once and called."""
    flags = _INNER_FLAGS | {"pipeline_class": NamedCompiler}
    return _compile(function, flags, python=True, outlined=True)


def threaded_kernel(function: _F) -> _F:
    """A kernel that works long at each call, so that other threads may run meanwhile."""
    return _compile(function, _FLAGS | {"pipeline_class": NamedCompiler, "nogil": True})


def bind(
    template: Callable[..., Any],
    module: str,
    names: Mapping[str, Any],
    wrap: Callable[[Callable[..., Any]], Callable[..., Any]],
) -> Callable[..., Any]:
    """A kernel of a function in which some names mean something else: a template.

    Its machine code is kept with that of `module`, which binds each template once. `wrap` is one
    of the decorators above.
    """
    function = FunctionType(
        template.__code__,
        {**template.__globals__, **names},
        template.__name__,
        template.__defaults__,
    )
    function.__module__ = module
    # Part of the name of the file that its machine code is kept in.
    function.__qualname__ = f"{module}.{template.__name__}"
    made = bound_kernels[module, template.__name__] = wrap(function)
    return made


class _Python(CPUDispatcher):
    """A kernel that Python calls as the function that it was made of.

    So does what calls it from there, down to the last: see `_as_python`. For pieces of kernels
    that is so for ever, for the others until the machine code of their part is there.
    """

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self.python(*arguments, **keywords)

    @cached_property
    def python(self) -> Callable[..., Any]:
        with _making_python:
            function: Callable[..., Any] = _as_python(self)
            return function


def _as_python(kernel: Any) -> Any:
    """A kernel as a function that calls the others as functions too; anything else as it is.

    It has a copy of the names of its module, taken when it is first called: for Numba as well
    they never change. So a call that began as Python stays so, whatever happens meanwhile.
    """
    if not isinstance(kernel, CPUDispatcher):
        return kernel
    function: Any = kernel.py_func
    if (made := _functions.get(function)) is not None:
        return made
    names = _names.setdefault(id(function.__globals__), {})
    cells = tuple(CellType() for _ in function.__closure__ or ())
    made = _functions[function] = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, cells
    )
    made.__kwdefaults__ = function.__kwdefaults__
    for cell, given in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = _as_python(given.cell_contents)
    for name, value in list(function.__globals__.items()):
        if name not in names:
            names[name] = value
            names[name] = _as_python(value)
    return made


_functions: dict[FunctionType, FunctionType] = {}
_names: dict[int, dict[str, Any]] = {}
"""The copy of the names of each module, by the identity of these."""


def _compile(
    function: _F,
    flags: dict[str, Any],
    python: bool = False,
    outlined: bool = False,
) -> _F:
    """A kernel of a function; `python` for one that only kernels call as machine code."""
    part = part_of(function.__module__)
    if is_interpreted(function.__module__):
        return function
    _keep_code_of(part)
    dispatcher: Any = numba.njit(**({"pipeline_class": KernelCompiler} | flags))(function)
    compile_once_for_all_numbers(dispatcher)
    link_less(dispatcher, outlined)
    if python:
        dispatcher.__class__ = _Python
    elif not _is_used(part):
        dispatcher.__class__ = _Python
        _waiting.setdefault(part, []).append(dispatcher)
    compiled: _F = dispatcher
    return compiled


def _is_used(part: str) -> bool:
    """Whether Python calls the machine code of a part, of which a kernel is made now."""
    if part in _in_use or os.environ.get(COMPILE) == "always":
        return True
    if part == ENGINE or part in _waiting or not compiled_mark(part).exists():
        return False
    _use(part)
    return True


def is_machine_code(kernel: Any) -> bool:
    """Whether Python calls the machine code of a kernel now, or runs it as Python."""
    return type(kernel) is CPUDispatcher


def entry_of(kernel: Any, arguments: Sequence[Any]) -> Any:
    """The machine code of a kernel for arguments that it was called with; None where it has none.

    It must be called with arguments of the same types from then on.
    """
    if not is_machine_code(kernel):
        return None
    kinds = tuple(kernel.typeof_pyval(argument) for argument in arguments)
    found: Any = kernel.overloads.get(kinds)
    return None if found is None else found.entry_point
