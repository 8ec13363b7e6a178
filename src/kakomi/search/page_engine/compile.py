"""Compile the modules of one rule set: python -m kakomi.search.page_engine.compile GAME RULES FOLDER prints their key.

This is a separate process, since the compiler reads its settings on import. Modules in the folder under the key are kept.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from kakomi import games
from kakomi.core.compiler import wasm
from kakomi.core.errors import KakomiError
from kakomi.core.system.files import write_whole
from kakomi.search.page_engine.description import net_kinds
from kakomi.search.page_engine.exports import exported_functions
from kakomi.search.page_engine.files import KINDS, module_file


def main(game: str, rules: str, folder: Path) -> str:
    """The key of everything that the modules are compiled from; they are then in the folder."""
    found = games.get(game)
    module = found.rule_set(rules).rules
    functions = exported_functions(module, net_kinds(found, module))
    described = [(each.name, each.entry.key, repr(each.signature)) for each in functions]
    key = hashlib.sha256(repr(described).encode()).hexdigest()[:24]
    if any(each.entry.key is None for each in functions) or not all(
        (folder / module_file(key, kind)).is_file() for kind in KINDS
    ):
        modules = wasm.make_modules(functions)
        for kind in KINDS:
            write_whole(folder / module_file(key, kind), [getattr(modules, kind)])
    return key


if __name__ == "__main__":
    try:
        print(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
    except KakomiError as error:
        sys.exit(str(error))
