"""How Numba is made to compile kernels: each once, with little of what it does to other code.

It uses inner parts of Numba, and is used by `jit` alone.
"""

# Numba's inner parts have no types.
# mypy: disallow-untyped-calls=False, disallow-subclassing-any=False

from __future__ import annotations

import importlib
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

import llvmlite.binding
from numba.core import sigutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.targetconfig import ConfigStack


def compile_once_for_all_numbers(dispatcher: Any) -> None:
    """Keep Numba from compiling a kernel anew for every number that a call spells out.

    `note(out, 4, 11, …)` and `note(out, 5, 24, …)` would be two kernels, and
    half of all compiling is that. So with every field of a block, which is handed on as a view.
    """
    original = dispatcher.get_call_template

    def get_call_template(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return original(
            tuple(_plain(kind) for kind in arguments),
            {name: _plain(kind) for name, kind in keywords.items()},
        )

    dispatcher.get_call_template = get_call_template


def _plain(kind: Any) -> Any:
    return types.unliteral(getattr(kind, "handed_on", kind))


@cache
def _load_numba() -> None:
    """Load the part of Numba that compiles, but not half of SciPy with it.

    Numba finds out on that occasion whether there is linear algebra, which takes
    longer than loading all the machine code of a system.  A kernel that needs it
    gets it all the same, as Numba asks again there.
    """
    if find_spec("scipy") is None:
        return
    linalg: Any = importlib.import_module("numba.np.linalg")
    asked = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        arrays: Any = importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = asked
    arrays.ensure_blas = asked


class _Library(JITCodeLibrary):
    """Machine code of a kernel, optimised once, at level 2 and without vectors.

    Numba would do it three times: function by function, cheaply, so that it can take out what
    counts references, and wholly. Rules are not faster by it.
    """

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        builder = self._codegen._pass_builder(opt=2, loop_vectorize=False, slp_vectorize=False)
        builder.getModulePassManager().run(self._final_module, builder)


class KernelCompiler(Compiler):
    """Makes a `_Library` of each kernel."""

    def _compile_bytecode(self) -> Any:
        self.state.library = _Library(self.state.targetctx.codegen(), self.state.func_id.func_name)
        self.state.library.enable_object_caching()
        return super()._compile_bytecode()


class NamedCompiler(KernelCompiler):
    """Gives a kernel the same name in every process; Numba would count what it has compiled."""

    def _compile_bytecode(self) -> Any:
        self.state.func_id.unique_id = 0
        return super()._compile_bytecode()


@dataclass(frozen=True)
class _Load:
    """Have a kernel's machine code in memory before that of a caller comes from the disk."""

    module: str
    name: str
    arguments: tuple[Any, ...]

    def __call__(self) -> None:
        module = importlib.import_module(self.module)
        kernel = bound_kernels.get((self.module, self.name)) or getattr(module, self.name)
        kernel.compile(self.arguments)


bound_kernels: dict[tuple[str, str], Any] = {}
"""Kernels that were made of templates and have no name in a module, by module and name."""


class _Elsewhere:
    """What a caller links instead of a kernel's code: nothing, and a note to load it first."""

    def __init__(self, load: _Load) -> None:
        self._reload_init = {load}

    def _ensure_finalized(self) -> None:
        pass

    def _get_module_for_linking(self) -> Any:
        return llvmlite.binding.parse_assembly("")


def link_less(dispatcher: Any, outlined: bool) -> None:
    """Keep Numba from putting the code of outlined kernels into each of their callers.

    There it would be optimised again, and in the callers of these: a chain of
    calls would cost its length squared.  All code lies in one engine, which
    finds a kernel by its name; a caller that comes from the disk has a list of
    what must be loaded first.
    """
    original = dispatcher.compile
    if outlined:
        _save_no_bitcode(dispatcher._cache)

    def compile_(signature: Any) -> Any:
        _load_numba()
        # As a caller's switches are part of a name, an outlined kernel inherits none.
        with ConfigStack().enter(Flags()) if outlined else nullcontext():
            entry = original(signature)
        arguments, _ = sigutils.normalize_signature(signature)
        compiled = dispatcher.overloads[arguments]
        if outlined:
            function = dispatcher.py_func
            load = _Load(function.__module__, function.__name__, arguments)
            for _, implementation in dispatcher.targetctx._defns[entry].versions:
                implementation.libs = (_Elsewhere(load),)
        else:
            # Numba does not restore the list where the kernel itself came from the disk.
            compiled.library._reload_init.update(compiled.reload_init)
        return entry

    dispatcher.compile = compile_


def _save_no_bitcode(code: Any) -> None:
    """Keep the machine code on disk, and names alone of the LLVM code: nobody links that.

    To parse it, and to look through all its functions, takes half the time of loading.
    """
    save = code.save_overload

    def save_overload(signature: Any, compiled: Any) -> None:
        said = compiled.fndesc
        names = (said.llvm_func_name, said.llvm_cpython_wrapper_name, said.llvm_cfunc_wrapper_name)
        # What is looked for by name must be defined, with whatever content.
        text = "".join(f'define void @"{name}"() {{ unreachable }}\n' for name in names)
        compiled.library._shared_module = llvmlite.binding.parse_assembly(text)
        save(signature, compiled)

    code.save_overload = save_overload


def _leave_events_out() -> None:
    """Keep Numba from noting each call of LLVM as an event, to which nobody listens.

    Kernels that load each other would each listen, for a time that nobody asks for.
    """
    with suppress(AttributeError):
        llvmlite.binding.ffi.lib._lock._cblist.clear()


def _remember_what_operators_are() -> None:
    """Have Numba find out once what `+` of two integers is, and not wherever it stands.

    It tries some dozen kinds of operands each time: a quarter of all compiling is that.
    """
    functions: Any = types.Function
    find = functions.get_call_type
    found: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, arguments: Any, keywords: Any) -> Any:
        flags = ConfigStack.top_or_none()
        switches = "" if flags is None else str(flags._values)
        key = (self, context, tuple(arguments), tuple(keywords.items()), switches)
        if key not in found:
            found[key] = find(self, context, arguments, keywords)
        return found[key]

    functions.get_call_type = get_call_type


_leave_events_out()
_remember_what_operators_are()
