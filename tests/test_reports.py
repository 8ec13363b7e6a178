"""The reports in the repository are small, say what they were made with, and agree with one another."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from benchmarks import contests, reports

from kakomi import read_matches
from kakomi.players.matches.match_score import Standing

FILES = [path for path in reports.REPORTS.rglob("*") if path.is_file()]
MOST_BYTES = 3_000_000


GAMES = [path for path in FILES if path.name.endswith(contests.GAMES)]


def test_the_repository_keeps_no_pages_and_only_games_by_time() -> None:
    written = [path for path in FILES if "certificates" not in path.parts]  # those are no pages and have no suffix
    assert {path.suffix for path in written} - {".xz"} == {".md", ".json", ".toml"}
    assert {path for path in written if path.suffix == ".xz"} == set(GAMES)
    assert 0 < sum(path.stat().st_size for path in FILES) < MOST_BYTES


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.removesuffix(contests.GAMES))
def test_games_that_are_kept_make_the_published_result(path: Path, tmp_path: Path) -> None:
    name = path.name.removesuffix(contests.GAMES)
    kept = contests.manifest(path.parent, name)
    assert kept is not None
    plan = dict(contests.contests(path.parent / "plan.toml"))[name]
    assert kept["plan"] == json.loads(json.dumps(plan.as_dict()))
    assert contests.is_timed(plan)
    records = tmp_path / "games.kakomi"
    records.write_bytes(lzma.decompress(path.read_bytes()))
    played = contests.read_games(records)
    standing = Standing(plan)
    for game in played:
        standing.add(game)
    assert reports.rounded(json.loads(json.dumps(standing.as_dict()))) == kept["result"]
    replayed = read_matches(records, compiled=True)  # move by move: an illegal move or another result is an error
    assert [len(match.moves) for match in replayed] == [len(game.moves) for game in played]


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".json"], ids=lambda path: path.stem)
def test_json_is_compact(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = json.loads(text)
    assert text == json.dumps(reports.rounded(data), ensure_ascii=False, separators=(",", ":")) + "\n"


def test_every_rule_set_has_its_figures_and_says_with_which_sources() -> None:
    for name in reports.rule_set_plans():
        data = json.loads((reports.LAB / f"{name}.json").read_text(encoding="utf-8"))
        assert data["run"] == name
        assert data["manifest"]["complete"] is True
        assert len(data["manifest"]["source_hash"]) == 16


def test_the_overview_is_current() -> None:
    assert reports.overview() == (reports.LAB / "README.md").read_text(encoding="utf-8")


def test_contests_have_their_manifests_beside_the_plan() -> None:
    plans = dict(reports.contest_manifests())
    assert {plan.parent.name for plan in plans} == {"learning", "levels", "rave", "search", "strength"}
    for plan, manifests in plans.items():
        played = {path.name.removesuffix(".kakomi.json") for path in plan.parent.glob("*.kakomi.json")}
        assert played & {name for name, _ in contests.contests(plan)}
        assert all(each["complete"] for each in manifests)


def test_stale_reports_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "ROOT", tmp_path)
    monkeypatch.setattr(reports, "REPORTS", tmp_path)
    monkeypatch.setattr(reports, "LAB", tmp_path / "lab")
    now, old, game = reports.current_sources(["enso"]), "0123456789abcdef", {"game": "enso"}
    for name, made in (("new", now), ("old", old)):
        manifest = {"source_hash": made, "rules_versions": {"enso": "1"}}
        reports.write_compact(tmp_path / "lab" / f"{name}.json", {"manifest": manifest})
    reports.write_compact(tmp_path / "levels" / "a.kakomi.json", {"source_hash": now, "plan": game})
    reports.write_compact(tmp_path / "levels" / "b.kakomi.json", {"package_hash": old, "plan": game})
    (tmp_path / "levels" / "plan.toml").touch()
    assert reports.stale() == [
        f"lab/old.json: made with {old}, now {now}",
        "levels/plan.toml: 1 of 2 contests",
    ]


def test_a_comparison_without_its_other_plan_is_refused(tmp_path: Path) -> None:
    (tmp_path / "compare-a.toml").write_text("# Does it matter: yes.\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="needs two plans; 'Does it matter' is asked by compare-a"):
        reports.comparisons(tmp_path)
    (tmp_path / "compare-b.toml").write_text("name = 1\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="the first line must be"):
        reports.comparisons(tmp_path)


def test_a_page_keeps_the_sections_that_were_not_made_again(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    reports.write_sections(page, "# Page", ["One?", "Two?", "Three?"], {"Three?": "3", "One?": "a\n\n| b |"})
    reports.write_sections(page, "# Page", ["One?", "Two?"], {"Two?": "2"})
    assert page.read_text(encoding="utf-8") == "# Page\n\n## One?\n\na\n\n| b |\n\n## Two?\n\n2\n"


@pytest.mark.parametrize("name", ["comparisons", "sweeps"])
def test_pages_with_sections_are_written_as_they_stand(name: str, tmp_path: Path) -> None:
    page, copy = reports.LAB / f"{name}.md", tmp_path / "copy.md"
    text = page.read_text(encoding="utf-8")
    copy.write_text(text, encoding="utf-8")
    head = {"comparisons": reports.COMPARISONS, "sweeps": reports.SWEEPS}[name]
    asked = {
        "comparisons": [f"{each}?" for each in reports.comparisons()],
        "sweeps": [*map(reports.asked_by, reports.sweeps())],
    }
    reports.write_sections(copy, head, asked[name], {})
    assert copy.read_text(encoding="utf-8") == text
