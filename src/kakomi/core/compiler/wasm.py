"""The WebAssembly target: numba's LLVM text of some entries, turned into one module for browsers. Needs the extra `wasm`.

numba types and lowers an entry as for the CPU. Its text is then given wasm32's layout, and an exported function in front of
each entry takes plain addresses and lengths and passes them on as the arrays that numba expects. LLVM optimises the text
and emits an object file, and the linker that comes with `ziglang` makes the module. `Function` says how to call it.

The text must not depend on the machine it is made on: `ENVIRONMENT` has the numba settings for that. They must be set
when numba is imported, so modules are made in a separate process.
"""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
from numba import types

from kakomi.core.compiler import cpu, fingerprint, vectors
from kakomi.core.compiler.code_cache import compiled_cache
from kakomi.core.compiler.inner import without_collection
from kakomi.core.errors import EngineError

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
PAGE = 1 << 16  # bytes of a page of memory
MOST_PAGES = 1 << 14  # of a module's memory: a gigabyte
STACK = 1 << 16  # bytes of the first thread's stack; the caller gives the others theirs
# numba must not optimise: its text then does not depend on the machine, and the memory layout can still be changed.
ENVIRONMENT = {"NUMBA_CPU_NAME": "generic", "NUMBA_OPT": "0"}
SHARED_MEMORY = ("--import-memory", "--shared-memory")
NO_LINKER = "building engines for the browser needs the optional extra: pip install 'kakomi[wasm]'"


class Function(NamedTuple):
    """An exported function: its name, the bound entry, and the types of the entry's arguments.

    A call from outside passes, for each argument: an integer as i64, another number as f64; an array as its address and
    the length of each dimension, all i32; a named tuple as its fields; None as nothing. A function returns i64 or nothing.
    An entry that raises ends in a trap.
    """

    name: str
    entry: Assembly
    signature: tuple[Any, ...]


class Assembly:
    """A bound entry as LLVM text; it cannot be called."""

    def __init__(self, function: Any, key: str | None) -> None:
        self.key = key
        self.compiled = cpu.inner_function(function)

    def text(self, signature: tuple[Any, ...]) -> tuple[str, str, Any]:
        """The LLVM text for arguments of these types, the entry's name in it, and its return type."""
        self.compiled.compile(signature)
        result = self.compiled.overloads[signature]
        return result.library.get_llvm_str(), result.fndesc.mangled_name, result.signature.return_type


def tools() -> tuple[Callable[[Any, Callable[[], str | None]], Any], Callable[[Any, str | None], Any], dict[str, Any]]:
    """Decorators for inner functions and the entry, and the primitives: as on the CPU, except for the vectors."""
    inner, _, primitives = cpu.tools(compiled_cache())
    return inner, Assembly, {**primitives, **vectors.WASM}


@functools.cache
def versions() -> tuple[str, ...]:
    """Everything that turns source into a module."""
    try:
        linker = version("ziglang")
    except PackageNotFoundError as error:
        raise EngineError(NO_LINKER) from error
    return (*cpu.versions(), linker, fingerprint.hash_step(sys.modules[__name__]), LAYOUT, FEATURES)


class Modules(NamedTuple):
    """The same functions twice: for one thread, with memory that the module exports, and for several threads.

    For several threads the memory is shared: the module imports it as env.memory, and each thread has an instance of the
    module. Both export __heap_base, where free memory begins, and __stack_pointer.
    """

    one: bytes
    several: bytes


def make_modules(functions: Sequence[Function]) -> Modules:
    """The modules of these functions."""
    if (numba.config.CPU_NAME, int(numba.config.OPT)) != ("generic", 0):
        raise EngineError("modules are made in a process whose environment has wasm.ENVIRONMENT")
    versions()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    one = target.create_target_machine(opt=3, features=FEATURES)
    several = target.create_target_machine(opt=3, features=f"{FEATURES},+atomics")
    with without_collection():
        optimised = [(each.name, _optimise(_text(each), each.name, one)) for each in functions]
    return Modules(_link(optimised, one, ["--export-memory"]), _link(optimised, several, SHARED_MEMORY))


def _optimise(text: str, keep: str, machine: Any) -> str:
    """The optimised text, with one function visible from outside; everything it does not use is removed."""
    module = llvm.parse_assembly(text)
    module.verify()
    for each in [*module.functions, *module.global_variables]:
        if not each.is_declaration and each.name != keep:
            each.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = False  # the browser's compiler does a tenth better with small loops, measured on playouts
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    optimised = str(module)
    _check(optimised, keep)
    return optimised


def _link(texts: Sequence[tuple[str, str]], machine: Any, memory: Sequence[str]) -> bytes:
    """The module of these texts; parsed again for each machine, since emitting an object modifies its input."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each, text in texts:
            (folder / f"{each}.o").write_bytes(machine.emit_object(llvm.parse_assembly(text)))
        module = folder / "module.wasm"
        command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--strip-all", "-O2", *memory]
        command += [f"--max-memory={PAGE * MOST_PAGES}", "-z", f"stack-size={STACK}"]
        command += [f"--export={each}" for each in ("__heap_base", "__stack_pointer", *(each for each, _ in texts))]
        command += ["-o", str(module), *(str(folder / f"{each}.o") for each, _ in texts)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode != 0:
            raise EngineError(f"the linker failed: {ended.stderr.strip() or ended.stdout.strip()}")
        return module.read_bytes()


def _check(text: str, name: str) -> None:
    """Refuse calls to the outside, and memory laid out for 64-bit pointers, whose fields numba's text finds by number."""
    missing = [
        each for each in re.findall(r"^declare .*@([^\s(]+)\(", text, re.MULTILINE) if not each.startswith("llvm.")
    ]
    if missing:
        raise EngineError(f"{name} calls what a browser does not have: {', '.join(sorted(missing))}")
    if re.search(r"= alloca [{\[%][^\n]*\bptr\b", text):
        raise EngineError(f"{name} keeps arrays in memory; what is compiled for browsers hands them from call to call")


# --- text -------------------------------------------------------------------------------------------------------------


def _text(function: Function) -> str:
    """The entry's text for wasm32, and the exported function."""
    text, entry, returned = function.entry.text(function.signature)
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{LAYOUT}"', text)
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = text.replace("= common ", "= internal ")  # numba's environments; wasm has no common globals
    text = re.sub(r"@sqrt\b", "@llvm.sqrt.f64", text)  # an instruction, not a function of a library
    return text + _exported(function.name, entry, function.signature, returned)


def _exported(name: str, entry: str, signature: Sequence[Any], returned: Any) -> str:
    caller = _Caller()
    for kind in signature:
        caller.add(kind)
    result = "ptr" if returned is types.none else "i64"
    back = "void" if returned is types.none else "i64"
    lines = [
        f"define {back} @{name}({', '.join(caller.takes)}) {{",
        f"  %result = alloca {result}",
        "  %error = alloca ptr",
        *caller.lines,
        f"  %status = call i32 @{entry}(ptr %result, ptr %error, {', '.join(caller.gives)})",
        "  %failed = icmp ne i32 %status, 0",
        "  br i1 %failed, label %fail, label %done",
        "fail:",
        "  call void @llvm.trap()",
        "  unreachable",
        "done:",
        *(["  ret void"] if returned is types.none else ["  %value = load i64, ptr %result", "  ret i64 %value"]),
        "}",
        "declare void @llvm.trap()",
    ]
    return "\n" + "\n".join(lines) + "\n"


class _Caller:
    """The parameters of an exported function, and how it passes them to numba's."""

    def __init__(self) -> None:
        self.takes: list[str] = []
        self.gives: list[str] = []
        self.lines: list[str] = []

    def add(self, kind: Any) -> None:
        """Add an argument of this type."""
        name = f"a{len(self.takes)}"
        if isinstance(kind, types.BaseNamedTuple):
            for field in kind.types:
                self.add(field)
        elif isinstance(kind, types.Array):
            self._add_array(name, kind)
        elif kind is types.none:
            self.gives.append("ptr null")
        elif isinstance(kind, types.Integer | types.Float) and kind.bitwidth == 64:
            number = "double" if isinstance(kind, types.Float) else "i64"
            self.takes.append(f"{number} %{name}")
            self.gives.append(f"{number} %{name}")
        else:
            raise EngineError(f"a function for browsers cannot take {kind}")

    def _add_array(self, name: str, kind: Any) -> None:
        """As numba unpacks it: owner, parent, items, bytes of an item, address, lengths, strides in bytes."""
        if kind.layout != "C" or kind.ndim not in (1, 2):
            raise EngineError(f"a function for browsers cannot take {kind}")
        size = kind.dtype.bitwidth // 8
        self.takes.append(f"ptr %{name}")
        lengths = [f"%{name}l{i}" for i in range(kind.ndim)]
        for length in lengths:
            self.takes.append(f"i32 {length}s")
            self.lines.append(f"  {length} = zext i32 {length}s to i64")
        items, strides = lengths[0], [f"i64 {size}"]
        if kind.ndim == 2:
            items = f"%{name}n"
            self.lines.append(f"  {items} = mul i64 {lengths[0]}, {lengths[1]}")
            self.lines.append(f"  %{name}w = mul i64 {lengths[1]}, {size}")
            strides = [f"i64 %{name}w", f"i64 {size}"]
        shape = [f"i64 {length}" for length in lengths]
        self.gives += ["ptr null", "ptr null", f"i64 {items}", f"i64 {size}", f"ptr %{name}", *shape, *strides]
