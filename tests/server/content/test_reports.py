"""The lab's reports: the list, the pages and their policy, and what is no report."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from kakomi.lab.figures import figure, written
from kakomi.server import schemas
from kakomi.server.content import reports
from kakomi.server.content.reports import Reports, find, link_studies, policy
from tests import forked
from tests.server import lab_reports
from tests.server.support import PATIENCE, Server, serving

HELLO = (
    "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="  # of alert('Hello, world.'); in W3C's Content Security Policy
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lab_reports.make(tmp_path_factory.mktemp("lab"))


@pytest.fixture(scope="module")
def shown(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that shows them."""
    flags = ("--engines", "0", "--no-limits", "--reports", str(folder))
    with serving(tmp_path_factory.mktemp("shown"), *flags) as running:
        yield running
        assert not [line for line in running.log if '"level":"error"' in line]


@pytest.fixture
def asked(shown: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shown.url, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def own(folder: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return shutil.copytree(folder, tmp_path / "own")


def test_the_list_says_what_the_reports_say(asked: httpx.Client, folder: Path) -> None:
    found = schemas.ReportList.model_validate(asked.get("/api/reports").json())
    assert found.comparison == "/reports/index.html"
    assert tuple(each.name for each in found.reports) == lab_reports.NAMES
    for each in found.reports:
        (group,) = json.loads((folder / f"{each.name}.json").read_text(encoding="utf-8"))["games"]
        assert (each.game, each.rules, each.summary) == (group["game"], group["rules"], group["summary"])
        assert (each.players, each.games) == (("greedy", "greedy"), 6)  # the strongest equals
        (study,) = [study for study in group["studies"] if study["name"] == "equals"]
        figures = [measure.model_dump(exclude={"text", "interval"}) for measure in each.measures]
        assert figures == [
            study["measures"][name] for name in ("first_player_advantage", "draws", "length", "branching")
        ]
    enso, usual, closed = found.reports
    assert (enso.title, usual.title) == ("Enso", "Enclosure Chess")
    assert (enso.options, usual.options, closed.options) == ({}, {}, {"vacated": "closed"})


def test_one_figure_is_rounded_in_one_way(own: Path) -> None:
    """237 of 400 are 59.25%: the summary and the figures beside it said 59.2 and 59.3."""
    file = own / "enso-standard.json"
    report = json.loads(file.read_text(encoding="utf-8"))
    (study,) = [study for study in report["games"][0]["studies"] if study["name"] == "equals"]
    study["measures"]["first_player_advantage"].update(value=0.5925, low=0.54375, high=0.64)
    file.write_text(json.dumps(report), encoding="utf-8")
    measure = next(each for each in Reports(own).listed().reports if each.name == "enso-standard").measures[0]
    assert measure.text == figure(0.5925, "points") == "59.2%"
    assert f"{measure.text} ({measure.interval})" == written(0.5925, 0.54375, 0.64, "points")


def test_an_unknown_report_is_a_page_for_people_and_a_refusal_for_programs(asked: httpx.Client) -> None:
    people = asked.get("/reports/nothing.html", headers={"accept": "text/html,*/*"})
    assert people.headers["content-type"].startswith("text/html")
    assert people.status_code in (404, 503)  # 503 where the pages are not built
    assert asked.get("/reports/nothing.html").json()["code"] == "report/unknown"


def test_the_list_of_one_game(asked: httpx.Client) -> None:
    found = asked.get("/api/reports", params={"game": "enclosure_chess"}).json()["reports"]
    assert [each["name"] for each in found] == list(lab_reports.NAMES[1:])
    assert asked.get("/api/reports", params={"game": "toot"}).json()["reports"] == []


def test_a_page_comes_in_a_sandbox_with_its_games_on_the_study_board(asked: httpx.Client, folder: Path) -> None:
    address = "/reports/enso-standard.html"
    answer = asked.get(address)
    before, body, after = link_studies((folder / "enso-standard.html").read_bytes()).partition(b"<body>")
    content = answer.content
    assert content.startswith(before + body + b"<nav ")
    assert content.endswith(b"</nav>" + after)
    assert content.count(b'<a href="/lab"') == 1  # a way back
    games = re.findall(rb'<a href="(/study\?game=enso&amp;[^"]*)"', content)
    assert games
    assert len(games) == (folder / "enso-standard.html").read_bytes().count(b"<!-- study ")
    query = parse_qs(urlsplit(games[0].decode().replace("&amp;", "&")).query)
    board = {"game": "enso", "rules": query["rules"][0], "moves": query["moves"][0].split()}
    assert asked.post("/api/board", json=board).json()["ply"] == len(board["moves"]) > 0
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(content) / 3
    directives = answer.headers["content-security-policy"].split("; ")
    assert {"sandbox allow-scripts", "default-src 'none'", "style-src 'unsafe-inline'"} <= set(directives)
    assert answer.headers["x-content-type-options"] == "nosniff"
    plain = asked.get(address, headers={"accept-encoding": "identity"})
    assert plain.content == content
    assert "content-encoding" not in plain.headers
    again = asked.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = asked.head(address)
    assert (head.status_code, head.content) == (200, b"")


def test_the_policy_names_the_scripts_of_the_page(asked: httpx.Client) -> None:
    named = asked.get("/reports/index.html").headers["content-security-policy"]
    assert f"; {policy(lab_reports.INDEX).split('; ')[4]}; " in named
    assert f"script-src '{HELLO}';" in policy("<p>x</p><script>alert('Hello, world.');</script>")
    assert policy("<script>1\r\n2\r3</script>") == policy("<script>1\n2\n3</script>")
    none = "<!-- <script>1</script> --><script src=x.js>2</script><p onclick='3'>&lt;script>4&lt;/script></p>"
    assert "script-src 'none';" in policy(none)
    twice = policy("<script>5</script><b>6</b><SCRIPT type=module>5</SCRIPT><script>7")
    assert twice.count("'sha256-") == 2
    assert "script-src 'unsafe-inline'" not in twice


@pytest.mark.parametrize(
    "path",
    [
        "/reports/nothing.html",
        "/reports/enso-standard.json",
        "/reports/ENSO-STANDARD.html",
        "/reports/../outside.html",
        "/reports/..%2foutside.html",
        "/reports/%2e%2e/outside.html",
        "/reports/..%5coutside.html",
        "/reports/lonely.html",
        "/reports/enso-standard.html%00.html",
        "/reports/.html",
        f"/reports/{'x' * 300}.html",
        "/reports%2f..%2foutside.html",
    ],
)
def test_no_other_file_is_given_away(asked: httpx.Client, folder: Path, path: str) -> None:
    (folder.parent / "outside.html").write_text("keep out")
    (folder.parent / "outside.json").write_text("{}")
    (folder / "lonely.html").write_text("keep out")
    answer = asked.get(path)
    assert answer.status_code in (404, 422)
    assert answer.json()["message"]
    assert b"keep out" not in answer.content


@pytest.mark.parametrize("damage", ["", "{}", "[1]", '{"games": [{}]}', '{"games": [{"game": NaN}]}', "\x00"])
def test_a_damaged_report_is_left_out_and_complained_of(
    own: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    (own / "enso-standard.json").write_text(damage)
    found = Reports(own).listed()
    assert [each.name for each in found.reports] == list(lab_reports.NAMES[1:])
    assert [line.message for line in caplog.records] == ["report cannot be read"]


def test_a_value_that_is_no_number_damages_a_report(own: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = own / "enso-standard.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    for study in told["games"][0]["studies"]:
        study["measures"]["length"]["value"] = float("nan")
    file.write_text(json.dumps(told))
    assert "enso-standard" not in [each.name for each in Reports(own).listed().reports]
    assert len(caplog.records) == 1


def test_what_a_later_version_adds_to_a_report_does_no_harm(own: Path) -> None:
    file = own / "enso-standard.json"
    before = Reports(own).listed()
    told = json.loads(file.read_text(encoding="utf-8"))
    told["new"] = told["games"][0]["new"] = 1
    for study in told["games"][0]["studies"]:
        study["new"] = 1
        for measure in study["measures"].values():
            measure["new"] = 1
    file.write_text(json.dumps(told))
    assert Reports(own).listed() == before


def test_a_report_that_was_made_again_is_read_again(own: Path) -> None:
    known = Reports(own)
    assert known.page("enso-standard") is known.page("enso-standard")
    (own / "enso-standard.html").write_text("<p>new</p>")
    page = known.page("enso-standard")
    assert page is not None
    assert gzip.decompress(page.compressed) == page.plain == b"<p>new</p>"
    (own / "enso-standard.html").unlink()
    assert known.page("enso-standard") is None


def test_a_report_without_its_page_has_figures_and_no_address(own: Path) -> None:
    (own / "enso-standard.html").unlink()
    (own / "index.html").unlink()
    known = Reports(own).listed()
    assert [(each.name, each.address) for each in known.reports] == [
        ("enso-standard", None),
        *((name, f"/reports/{name}.html") for name in lab_reports.NAMES[1:]),
    ]
    assert known.reports[0].measures
    assert known.comparison is None


def test_the_figures_are_those_of_the_study_that_the_summary_speaks_of(own: Path) -> None:
    told = Reports(own).listed().reports[0]
    [group] = json.loads((own / f"{told.name}.json").read_text())["games"]
    chief = group["studies"][group["chief"]]
    assert (list(told.players), told.games) == (chief["players"], chief["games"])
    assert any(f"{told.games}" in line for line in told.summary[:1])


def test_a_report_whose_chief_study_is_missing_is_damaged(own: Path) -> None:
    before = Reports(own).listed().reports
    file = own / f"{before[0].name}.json"
    content = json.loads(file.read_text())
    content["games"][0]["chief"] = 99
    file.write_text(json.dumps(content))
    assert [each.name for each in Reports(own).listed().reports] == [each.name for each in before[1:]]


def test_without_the_setting_the_packages_reports_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed, built, checkout = tmp_path / "packed", tmp_path / "built", tmp_path / "checkout"
    monkeypatch.setattr(reports, "INSTALLED", packed)
    monkeypatch.setattr(reports, "BUILT", built)
    monkeypatch.setattr(reports, "CHECKOUT", checkout)
    assert find("") is None
    assert Reports(None).listed() == schemas.ReportList(reports=[], comparison=None)
    assert Reports(None).page("index") is None
    checkout.mkdir()
    assert find("") == checkout
    assert Reports(checkout).page("index") is None
    built.mkdir()
    assert find("") == built
    packed.mkdir()
    assert find("") == packed


def test_a_folder_that_is_not_there_is_refused_at_the_start(tmp_path: Path) -> None:
    environment = {**os.environ, "KAKOMI_DATA": str(tmp_path), "KAKOMI_REPORTS": str(tmp_path / "none")}
    done = forked.run(forked.COMMAND, ["serve", "--no-browser", "--port", "0"], environment=environment)
    assert done.returncode == 2
    assert b"reports must be a folder" in done.stderr
    assert b"kakomi lab report RUN --out FOLDER/NAME.html" in done.stderr
    assert b"Kakomi is at" not in done.stdout
