"""kakomi engines: engines for the browser, built for the games that are installed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kakomi import games
from kakomi.cli.arguments import UsageError
from kakomi.cli.exit_codes import DONE

HELP = "build the engines that think in the browser"
ABOUT = (
    "Compile the rules and searches of games to WebAssembly, so that the pages of kakomi serve can think about them in the "
    "visitor's browser. The engines of the package's own games come with its pages; this is for games that other packages "
    "bring. Only what has changed is compiled. Needs the optional extra: pip install 'kakomi[wasm]'."
)
EXAMPLE = "kakomi engines GAME"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="*", help="games to build for (all that are installed)")
    parser.add_argument("--built-in", action="store_true", help="the package's own games, as its pages are built with")
    parser.add_argument("--folder", metavar="FOLDER", type=Path, help="where to (the cache folder, where serve looks)")


def run(args: argparse.Namespace) -> int:
    from kakomi.search.page_engine.files import KINDS, built_engines, provide_engines

    if args.games and args.built_in:
        raise UsageError("name games, or give --built-in, not both")
    names = args.games or (games.BUILT_IN if args.built_in else games.names())
    chosen = [games.get(name) for name in names]
    wanted = [(game, rule_set) for game in chosen for rule_set in game.rule_sets]

    def report(name: str) -> None:
        print(f"Compiling {name} ...", file=sys.stderr)

    for engine in provide_engines(wanted, args.folder or built_engines(), report):
        sizes = [(engine.folder / f"{engine.modules[kind]}.gz").stat().st_size for kind in KINDS]
        print(f"{engine.description}: {max(sizes) / 1000:.0f} kB compressed")
    return DONE
