"""Alarms: each one goes on when it should, stays off when it should, and keeps a page from being written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kakomi
from kakomi.cli.main import main
from kakomi.lab.files import LabError
from kakomi.lab.measures import omitted
from kakomi.lab.orbits import first_move_orbits
from kakomi.lab.report import report
from kakomi.lab.report.alarms import check_run, stale_players
from kakomi.lab.report.study_groups import group_studies
from kakomi.lab.results import RandomCounts, RunResults, StudyResult, load
from kakomi.lab.statistics.symmetry_test import symmetry_test
from tests.lab.report.test_page import whole_rule_set
from tests.lab.samples import game, study

ORBITS = first_move_orbits(kakomi.new("enclosure_chess", "5x5"))


def kinds(studies: list[StudyResult], **manifest: Any) -> list[str]:
    return [alarm.kind for alarm in check_run(RunResults("run", studies, manifest), group_studies(studies))]


def counted(firsts: dict[str, tuple[int, int, int]]) -> StudyResult:
    about = study([], game="enclosure_chess", rules="5x5", evaluate=0)
    games = sum(map(sum, firsts.values()))
    about.bulk = RandomCounts(games=games, counts={(0, "4", 12): games}, firsts=firsts)
    return about


def test_a_sound_rule_set_raises_no_alarm() -> None:
    assert kinds(whole_rule_set()) == []


def test_images_that_do_differently_raise_an_alarm() -> None:
    """The page that was wrong: b1 11.1 %, e4 48.3 %, about 1,950 games each, which are images of each other."""
    ring = ORBITS[0]
    assert {"b1", "e4"} <= set(ring)
    alike = dict.fromkeys(ring, (1000, 900, 50))
    assert kinds([counted(alike)]) == []
    wrong = alike | {"b1": (216, 1734, 0), "e4": (942, 1008, 0)}
    assert kinds([counted(wrong)]) == ["symmetry"]


def test_the_symmetry_test_by_hand() -> None:
    """Two images: 60 of 100 and 40 of 100; s^2 = 48 / 198, X = 2 · 100 · 0.1^2 / s^2 = 8.25 on 1 degree of freedom."""
    (one, other, *_) = ORBITS[0]
    found = symmetry_test([counted({one: (60, 40, 0), other: (40, 60, 0)})])
    assert found is not None
    assert (found.chi_square, found.freedom, found.games) == pytest.approx((8.25, 1, 200))
    assert found.p == pytest.approx(0.00408, abs=2e-5)


def test_pairs_of_games_are_one_for_the_symmetry_test() -> None:
    one, other = ORBITS[0][:2]
    games = [
        game(game=2 * pair + twice, moves=((one, other)[pair % 2],), winner=int(pair % 5 < 2 + pair % 2))
        for pair in range(100)
        for twice in (0, 1)
    ]
    apart = symmetry_test([study(games, game="enclosure_chess", rules="5x5")])
    paired = symmetry_test([study(games, game="enclosure_chess", rules="5x5", start="first moves")])
    assert apart is not None
    assert paired is not None
    assert apart.chi_square == pytest.approx(2 * paired.chi_square, rel=0.03)


def test_games_that_repeat_earlier_ones_raise_an_alarm() -> None:
    games = [game(game=n, repeat=n % 3 == 0) for n in range(60)]
    assert kinds([study(games)]) == ["identical"]
    assert kinds([study([game(game=n, repeat=n % 5 == 0) for n in range(60)])]) == []


def test_openings_without_games_or_with_one_game_only_raise_an_alarm() -> None:
    given: dict[str, Any] = {"start": "openings", "openings": (("a",), ("b",))}
    lone = [game(game=n, begin=0, moves=("a", str(n))) for n in range(6)]
    assert kinds([study(lone, **given)]) == ["strata"]
    same = [game(game=n, begin=n % 2, moves=("a", "x" if n % 2 else str(n))) for n in range(8)]
    assert kinds([study(same, **given)]) == ["strata"]
    sound = [game(game=n, begin=n % 2, moves=("a", str(n))) for n in range(8)]
    assert kinds([study(sound, **given)]) == []


def test_forfeits_of_our_own_players_raise_an_alarm() -> None:
    broken = [game(clause="forfeit", reason="it broke off")]
    assert kinds([study(broken, players=("level:1", "random"))]) == ["misconduct"]
    assert kinds([study(broken, players=("ugi:engine", "random"))]) == []


def test_measures_with_too_few_decided_games_are_left_out_with_the_reason() -> None:
    games = [game(game=n, winner=None if n > 4 else 0, values=(0.5, 0.6)) for n in range(100)]
    about = study(games)
    (group,) = group_studies([about])
    assert {"drama", "comeback", "decided_at"}.isdisjoint(group.measured[0])
    assert "lead_changes" in group.measured[0]
    assert omitted(about)["drama"] == "only 5 of 100 games were decided, fewer than 20"
    assert omitted(study(games[:10])) == {}


PLAN = """
name = "mine"
[[study]]
game = "enclosure_chess"
rules = "5x5"
players = ["greedy", "greedy"]
games = 30
"""


def test_stale_players_raise_an_alarm_only_if_they_play_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path))
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    assert main(["lab", "run", str(tmp_path / "plan.toml"), "--jobs", "1"]) == 0
    run = load(tmp_path / "lab" / "mine")
    assert stale_players(run) == ""
    run.manifest["player_hash"] = "other"
    assert stale_players(run) == ""  # they play the same games nevertheless
    results = tmp_path / "lab" / "mine" / "results.jsonl"
    lines = results.read_text(encoding="utf-8").splitlines()
    results.write_text("\n".join([lines[1].replace('"game":1', '"game":0'), *lines[1:]]) + "\n", encoding="utf-8")
    changed = load(tmp_path / "lab" / "mine")
    changed.manifest["player_hash"] = "other"
    assert "game 1 of enclosure_chess 5x5: greedy - greedy comes out differently now" in stale_players(changed)
    with pytest.raises(LabError, match="is not fit to be published"):
        report(changed, tmp_path / "page.html")
    capsys.readouterr()


def test_a_page_with_an_alarm_is_refused_unless_it_is_a_draft(tmp_path: Path) -> None:
    run = RunResults("mine", [study([game(game=n, repeat=n > 3, moves=("a",)) for n in range(60)])], {})
    with pytest.raises(LabError, match=r"mine is not fit to be published: \(1\) walk: 56 of 60 games are the same"):
        report(run, tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []
    page, _ = report(run, tmp_path / "page.html", draft=True)
    assert "A draft, not fit to be published" in page.read_text(encoding="utf-8")
