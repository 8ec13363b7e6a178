"""The pytest plug-in of `kakomi.testing`: which games are tested, and with which materials."""

from __future__ import annotations

from pathlib import Path

import pytest

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.testing.materials import ORACLE, SCORES, folder_of, perft_lines
from kakomi.testing.variants import Variant, variants


def pytest_addoption(parser: pytest.Parser) -> None:
    """--game NAME and --materials FOLDER."""
    group = parser.getgroup("kakomi")
    group.addoption("--game", action="append", default=[], metavar="NAME", help="kakomi.testing: test this game only")
    group.addoption(
        "--materials", metavar="FOLDER", help="kakomi.testing: the folder of oracle.py, perft.txt and scores"
    )


def chosen_games(config: pytest.Config) -> tuple[str, ...]:
    """The games of --game, checked, or all there are."""
    names = tuple(config.getoption("--game")) or games.names()
    for name in names:
        try:
            games.get(name)
        except KakomiError as error:
            raise pytest.UsageError(str(error)) from error
    return names


def materials_of(config: pytest.Config, game: str) -> Path | None:
    """The folder of a game's oracle, perft counts and scores."""
    given = config.getoption("--materials")
    if given is not None and not (Path(given) / ORACLE).is_file():
        raise pytest.UsageError(f"--materials {given}: there is no {ORACLE} in it")
    return folder_of(game, config.rootpath, None if given is None else Path(given))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The tests of this package run for every variant, rule set, game, perft entry or score of the chosen games."""
    if not metafunc.module.__name__.startswith("kakomi.testing."):
        return
    config, wanted = metafunc.config, metafunc.fixturenames
    names = chosen_games(config)
    folders = {name: folder for name in names if (folder := materials_of(config, name)) is not None}
    if "variant" in wanted:
        metafunc.parametrize("variant", list(variants(names)), ids=str, scope="module")  # all tests of one together
    elif "rule_set" in wanted:
        metafunc.parametrize("rule_set", rule_sets(names), ids=str)
    elif "first_game" in wanted:
        metafunc.parametrize("first_game", names[:1])
    elif "game" in wanted:
        metafunc.parametrize("game", names)
    elif "compared" in wanted:
        pairs = [(folder, variant) for name, folder in folders.items() for variant in variants([name])]
        metafunc.parametrize("compared", pairs, ids=[str(variant) for _, variant in pairs])
    elif "perft_entry" in wanted:
        entries = [(name, line) for name, folder in folders.items() for line in perft_lines(folder)]
        ids = [f"{name}-{number}" for number, (name, _) in enumerate(entries)]
        metafunc.parametrize("perft_entry", entries, ids=ids)
    elif "score_file" in wanted:
        files = [path for folder in folders.values() for path in sorted((folder / SCORES).glob("*.kakomi"))]
        metafunc.parametrize("score_file", files, ids=[path.stem for path in files])


def rule_sets(names: tuple[str, ...]) -> list[Variant]:
    """Every rule set at its defaults."""
    return [variant for variant in variants(names) if not variant.options]
