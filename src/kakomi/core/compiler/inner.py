"""Inner functions: those that entries call. They are compiled to LLVM modules, which the entries link with.

Only compiled code calls them, so they get neither machine code nor a wrapper for calls from Python. Their modules are kept
on disk as entries are, each under a fingerprint of what it was compiled from: the second entry of a game finds the game's
rules already compiled, and a second game finds the search.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult

from kakomi.core.compiler.code_cache import EntryCache


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """While numba compiles, the garbage collector would take a sixth of the time and free a few megabytes."""
    awake = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if awake:
            gc.enable()


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an inner function: an optimised LLVM module."""

    def _finalize_final_module(self) -> None:
        """Like numba's, but without emitting machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """There is no object code, only the module that others link with."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def restore(cls, codegen: Any, name: str, bitcode: bytes) -> InnerLibrary:
        """The library that was serialized."""
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


class InnerCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler, for inner functions."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        context = target.subtarget(get_executable=_no_executable)
        super().__init__(typing, context, library or InnerLibrary(target.codegen(), "inner"), *others)


def _no_executable(library: Any, description: Any, environment: Any) -> Any:
    """A placeholder for an inner function among compiled ones; it is never called."""
    library._ensure_finalized()
    name = description.qualname
    return _dynfunc.make_function(description.lookup_module(), name, "inner function", 0, environment, (library,))


class InnerCache(EntryCache):
    """Where numba looks for the compiled module of one inner function. `describe` gives its fingerprint, or None."""

    suffix = ".inner"

    def __init__(self, folder: Path, function: Any, describe: Callable[[], str | None]) -> None:
        super().__init__(folder, function.__name__, "")
        self._function, self._describe = function, describe

    @functools.cached_property
    def usable(self) -> bool:
        """Does the function have a fingerprint? Asked before the first compilation, which names symbols by it."""
        key = self._describe()
        if key is not None:
            self._key = key
            self._function.__qualname__ = f"{self._name}__{key}"
        return key is not None

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled module for arguments of these types, or None."""
        return super().load_overload(signature, context) if self.usable else None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled."""
        if self.usable:
            super().save_overload(signature, result)

    def _rebuild(self, data: bytes, context: Any) -> Any:
        (name, bitcode), description, environment, signature, _, _, _, reload_init, environments = pickle.loads(data)
        for each in reload_init:
            each()
        library = InnerLibrary.restore(context.codegen(), name, bitcode)
        return CompileResult(
            target_context=context,
            typing_context=context.typing_context,
            library=library,
            environment=environment,
            entry_point=_no_executable(library, description, environment),
            fndesc=description,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=environments,
        )
