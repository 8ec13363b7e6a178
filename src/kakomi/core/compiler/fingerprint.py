"""What a function means, as a hash: its code and everything the code uses, from whatever module.

Two functions with the same fingerprint compile to the same machine code. It is made from what the interpreter holds, not
from source text: bytecode, constants, names and defaults, and, for every global name, its value: further functions, numbers,
tables, the fields of named tuples. Comments, docstrings, line numbers and the file's location are not part of it.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import hashlib
import inspect
import opcode
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kakomi.core.game import Game

LENGTH = 16  # hexadecimal digits of a hash in a manifest or a file name
FOREIGN = ("numba", "numpy", "llvmlite", "numba_cuda", "cuda")  # their versions are part of every key, as Python's is
HAS_DOCSTRING = 0x4000000  # a flag of code objects from Python 3.14 on
SIMPLE = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis))
LOADS_CONSTANT = frozenset(opcode.opmap[name] for name in ("LOAD_CONST", "RETURN_CONST") if name in opcode.opmap)

Function = types.FunctionType


class NotDescribable(Exception):
    """A value that cannot be described reliably: code that uses it must not be cached."""


class Description:
    """Feeds functions and values to a hash. `resolve` says what a global value stands for once it is bound."""

    def __init__(self, resolve: Callable[[Any], Any] = lambda value: value) -> None:
        self._digest = hashlib.sha256()
        self._resolve = resolve
        self._numbers: dict[
            Function, int
        ] = {}  # of functions in the order they are met; from the second time on only the number is hashed

    def hexdigest(self) -> str:
        """The hash of everything that was added."""
        return self._digest.hexdigest()

    def add(self, value: Any) -> None:
        """Add a value of any kind; NotDescribable if its meaning is unknown."""
        if isinstance(value, enum.Enum):
            self._word("member", value.name)
            self._class(type(value))
        elif isinstance(value, SIMPLE):
            self._word(type(value).__qualname__, repr(value))
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, types.CodeType):
            self._code(value, value.co_consts)
        elif isinstance(value, tuple | list):
            self._sequence(value)
        elif isinstance(value, dict):
            self._word("dict", str(len(value)))
            for key, item in value.items():
                self.add(key)
                self.add(item)
        elif isinstance(value, set | frozenset):
            self._word(type(value).__qualname__, " ".join(sorted(self._alone(item) for item in value)))
        elif isinstance(value, type):
            self._class(value)
        elif hasattr(value, "dtype") and hasattr(value, "tobytes"):
            self._word("array", f"{value.dtype.descr} {value.shape}")
            self._bytes(value.tobytes())
        elif isinstance(getattr(value, "py_func", None), types.FunctionType):  # compiled by numba's decorators
            self._word("compiled", repr(sorted(value.targetoptions.items())))
            self._function(value.py_func)
        elif isinstance(getattr(value, "_defn", None), types.FunctionType):  # numba's intrinsics
            self._word("intrinsic", "")
            self._function(value._defn)
        elif _is_foreign(value):
            self._foreign(value)
        else:
            raise NotDescribable(f"{type(value).__module__}.{type(value).__qualname__}")

    def add_code(self, function: Function) -> None:
        """Add a function's own code, without what it uses."""
        code = function.__code__
        self._code(code, _constants(function))
        self.add(function.__defaults__)
        self.add(function.__kwdefaults__)
        self._word("inline", str(getattr(function, "inline", False)))

    def _function(self, function: Function) -> None:
        number = self._numbers.get(function)
        if number is not None:
            self._word("again", str(number))
            return
        self._numbers[function] = len(self._numbers)
        if _is_foreign(function):
            self._foreign(function)
            return
        self.add_code(function)
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents)
        names = list(dict.fromkeys(global_names(function.__code__)))
        for name in names:
            if name in function.__globals__:
                self._word("global", name)
                self._global(self._resolve(function.__globals__[name]), names)

    def _global(self, value: Any, names: list[str]) -> None:
        if not isinstance(value, types.ModuleType):
            self.add(value)
            return
        self._word("module", value.__name__)
        if _is_foreign(value):
            return
        for name in names:  # constants may be reached as module.NAME
            if name in vars(value) and vars(value)[name] is not value:
                self._word("attribute", name)
                self._global(vars(value)[name], names)

    def _code(self, code: types.CodeType, constants: tuple[Any, ...]) -> None:
        flags = code.co_flags & ~HAS_DOCSTRING
        self._word("code", repr((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, flags)))
        self._word("names", repr((code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)))
        self._bytes(code.co_code)
        self._bytes(code.co_exceptiontable)
        self.add(constants)

    def _sequence(self, value: tuple[Any, ...] | list[Any]) -> None:
        if type(value) is not tuple and type(value) is not list:
            self._class(type(value))
        self._word(type(value).__qualname__, str(len(value)))
        if all(type(item) is int for item in value):  # tables are long
            self._word("ints", repr(list(value)))
            return
        for item in value:
            self.add(item)

    def _class(self, value: type) -> None:
        self._word("class", value.__qualname__)
        if issubclass(value, enum.Enum):
            for member in value:
                self._word("member", member.name)
                self.add(member.value)
        elif hasattr(value, "_fields"):
            self._word("fields", repr(value._fields))
            self.add(getattr(value, "_field_defaults", None))
        elif not (_is_foreign(value) or issubclass(value, int)):
            raise NotDescribable(f"{value.__module__}.{value.__qualname__}")

    def _foreign(self, value: Any) -> None:
        """Part of Python or of the compiler: its name is enough, since their versions are part of every key."""
        module = getattr(value, "__module__", None) or type(value).__module__
        name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None) or repr(value)
        self._word("foreign", f"{module} {name}")

    def _alone(self, value: Any) -> str:
        single = Description(self._resolve)
        single.add(value)
        return single.hexdigest()

    def _word(self, kind: str, text: str) -> None:
        self._bytes(f"{kind}:{text}".encode())

    def _bytes(self, data: bytes) -> None:
        self._digest.update(len(data).to_bytes(8, "little"))
        self._digest.update(data)


def _is_foreign(value: Any) -> bool:
    """Does it come with Python, numba or numpy, whose versions are part of every key?"""
    module = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    if not isinstance(module, str):
        module = type(value).__module__
    top = module.partition(".")[0]
    return top in FOREIGN or (top in sys.stdlib_module_names and top != "__main__")


def _constants(function: Function) -> tuple[Any, ...]:
    """The constants of the code without the docstring, which comes first and is used by no instruction."""
    code = function.__code__
    constants = code.co_consts
    if not constants or not isinstance(constants[0], str) or constants[0] != function.__doc__:
        return constants
    raw = code.co_code
    if any(raw[i] in LOADS_CONSTANT and raw[i + 1] == 0 for i in range(0, len(raw), 2)):
        return constants
    return ("", *constants[1:])


def global_names(code: types.CodeType) -> Iterator[str]:
    """The names a code object may look up outside itself, including those of nested code."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from global_names(constant)


def hash_step(*modules: types.ModuleType) -> str:
    """A hash of the functions and methods that these modules define, without what they use: for the compile step itself."""
    step = Description()
    for module in modules:
        for value in _own(module, module.__name__):
            for function in _own(value, module.__name__) if isinstance(value, type) else [value]:
                if isinstance(function, types.FunctionType):
                    step.add_code(function)
    return step.hexdigest()


def _own(holder: types.ModuleType | type, module: str) -> list[Any]:
    """What a module or class defines itself, by name."""
    return [value for _, value in sorted(vars(holder).items()) if getattr(value, "__module__", None) == module]


# --- what results depend on, for manifests: source files, which are the same under every version of Python -------------


@functools.cache
def package_hash() -> str:
    """A hash of all of the package's Python sources.

    >>> len(package_hash())
    16
    """
    root = Path(__file__).resolve().parents[2]
    return _hash_files({path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.py")})


def game_hash(game: Game) -> str:
    """A hash of the sources of a game, in this package or in any other.

    These are the Python and TOML files of its folder, and the modules of all functions that its rules reach.
    """
    sources: dict[str, bytes] = {}
    if game.package:
        _read_folder(resources.files(game.package), game.package, sources)
    seen: set[Function] = set()
    for rule_set in game.rule_sets:
        _read_module(rule_set.rules, sources)
        for value in list(vars(rule_set.rules).values()):
            if isinstance(value, types.FunctionType):
                _read_reached(value, seen, sources)
    return _hash_files(sources)


def source_hash(functions: Iterable[Function]) -> str:
    """A hash of the sources of all modules that these functions reach."""
    sources: dict[str, bytes] = {}
    seen: set[Function] = set()
    for function in functions:
        _read_reached(function, seen, sources)
    return _hash_files(sources)


def _read_folder(folder: Traversable, name: str, sources: dict[str, bytes]) -> None:
    for item in folder.iterdir():
        if item.is_dir():
            if item.name != "__pycache__":
                _read_folder(item, f"{name}.{item.name}", sources)
        elif item.name.endswith((".py", ".toml")):
            sources[f"{name}.{item.name.removesuffix('.py')}"] = item.read_bytes()


def _read_reached(function: Function, seen: set[Function], sources: dict[str, bytes]) -> None:
    if function in seen or _is_foreign(function):
        return
    seen.add(function)
    module = sys.modules.get(function.__module__)
    if module is not None:
        _read_module(module, sources)
    for name in global_names(function.__code__):
        value = function.__globals__.get(name)
        value = getattr(value, "py_func", value)
        if isinstance(value, types.FunctionType):
            _read_reached(value, seen, sources)
        elif isinstance(value, types.ModuleType) and not _is_foreign(value):
            _read_module(value, sources)
        elif isinstance(value, int | float | str | tuple | list):  # a constant may come from another module
            with contextlib.suppress(NotDescribable):
                constant = Description()
                constant.add(value)
                sources[f"{function.__module__}.{name}"] = constant.hexdigest().encode()


def _read_module(module: types.ModuleType, sources: dict[str, bytes]) -> None:
    """Read the module's source; nothing if there is none (typed at a prompt)."""
    if module.__name__ not in sources:
        try:
            sources[module.__name__] = inspect.getsource(module).encode()
        except (OSError, TypeError):
            sources[module.__name__] = b""


def _hash_files(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name} {len(data)} ".encode())
        digest.update(data)
    return digest.hexdigest()[:LENGTH]
