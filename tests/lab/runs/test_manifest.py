"""The hash of the sources that decide a result: what changes it, and what does not."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kakomi import games
from kakomi.core.errors import EngineError, OptionError
from kakomi.core.game import Game, RuleSet
from kakomi.core.match import Match
from kakomi.lab.runs import manifest
from kakomi.search.result import Limit

RULES = "VALUE = 1\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources, which the hash is computed from."""
    copy = tmp_path / "kakomi"
    shutil.copytree(manifest.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web", "server", "cli"))
    real = manifest._folders

    def folders(name: str) -> list[Path]:
        return [
            copy / each.relative_to(manifest_root) if each.is_relative_to(manifest_root) else each
            for each in real(name)
        ]

    manifest_root = manifest.PACKAGE
    monkeypatch.setattr(manifest, "PACKAGE", copy)
    monkeypatch.setattr(manifest, "_folders", folders)
    return copy


def current(*names: str) -> tuple[str, str]:
    """The hash of what decides results, and of what decides moves."""
    manifest._source_hash.cache_clear()
    try:
        return manifest.source_hash(names), manifest.player_hash(names)
    finally:
        manifest._source_hash.cache_clear()


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("core/match.py", True),
        ("search/new_search.py", True),
        ("players/matches/clock.py", True),
        ("lab/runs/schedule.py", True),
        ("lab/plans/stopping.py", True),
        ("lab/measures/outcome.py", True),
        ("games/enso/rules.py", True),
        ("games/enso/levels.toml", True),
        ("games/toot/rules.py", False),
        ("games/enso/phrases.toml", False),
        ("games/enso/rules.md", False),
        ("lab/report/page.py", False),
        ("core/svg/drawing.py", False),
        ("ugi/new.py", False),
    ],
)
def test_what_decides_a_result_is_in_the_hash(package: Path, path: str, changes: bool) -> None:
    before = current("enso")
    with (package / path).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert (current("enso")[0] != before[0]) == changes


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("search/alphabeta/kernel.py", True),
        ("solved/tables.py", True),
        ("games/iago/rules.py", True),
        ("lab/runs/unit_player.py", True),
        ("search/proofs/kernel.py", False),
        ("solved/proof_solver.py", False),
        ("solved/certificates.py", False),
        ("games/iago/solved/check.py", False),
        ("games/iago/solved/__init__.py", False),
        ("games/iago/knowledge.toml", False),
        ("lab/measures/outcome.py", False),
    ],
)
def test_what_decides_a_move_is_in_the_hash_of_players(package: Path, path: str, changes: bool) -> None:
    before = current("iago")
    with (package / path).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert (current("iago")[1] != before[1]) == changes


def test_a_table_that_players_look_up_is_in_their_hash(package: Path) -> None:
    name = "enclosure_chess"
    before = current(name)
    (package / "games/enclosure_chess/six/solved/solver.py").write_text("", encoding="utf-8")
    assert current(name)[1] != before[1]


def solved_examples(game: Game, rule_set: RuleSet) -> Iterator[Match]:
    """Each option with a number set to its least value, where the others allow it, and all of them together."""
    least = {option.name: option.low for option in rule_set.options if option.takes_number}
    for options in (*({name: low} for name, low in least.items()), least):
        with contextlib.suppress(OptionError):
            yield Match(game, rule_set.name, options)


def test_a_game_from_another_package_is_in_the_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "plugin_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = sorted(name for name, _ in manifest._files_of("plugin_game"))
    assert before == ["plugin_game/__init__.py", "plugin_game/rules.py"]
    sys.modules.pop("plugin_game", None)


def test_a_report_of_other_sources_is_stale() -> None:
    name = games.all_games()[0].name
    made = {"kakomi": "0.0.9", "source_hash": manifest.source_hash([name]), "plan": {"studies": [{"game": name}]}}
    assert manifest.version_note(made) == ""
    assert "another version: kakomi 0.0.9 (sources old)" in manifest.version_note(made | {"source_hash": "old"})
    assert "sources unknown" in manifest.version_note(made | {"plan": {"studies": [{"game": "gone"}]}})
    assert manifest.version_note({}) != ""


def test_a_solver_that_is_left_out_answers_no_player() -> None:
    solvers = 0
    for game in games.all_games():
        for rule_set in game.rule_sets:
            package = rule_set.part("solved")
            if package is None or not (Path(package.__file__ or "").parent / manifest.PROOFS).exists():
                continue
            for match in solved_examples(game, rule_set):
                solver = package.make(match)
                if solver is None:
                    continue
                solvers += 1
                assert not solver.ready
                with pytest.raises(EngineError, match="no table"):
                    solver.search(match, Limit())
    assert solvers >= 4
