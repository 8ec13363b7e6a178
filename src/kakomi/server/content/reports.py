"""The lab's reports: a folder with NAME.json, and NAME.html where the page was built; index.html compares all games.

A report is a separate page with its own styles and scripts, so it gets its own content policy: a sandbox that runs only
the scripts in the file.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, Field, ValidationError, model_validator

from kakomi import games
from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.lab.figures import figure, interval
from kakomi.server import schemas

PACKAGE = Path(__file__).parents[2]
INSTALLED = PACKAGE / "reports"  # in an installed package
BUILT = PACKAGE.parents[1] / "build" / "reports"  # figures and pages, where `make reports` has run
CHECKOUT = PACKAGE.parents[1] / "docs" / "reports" / "lab"  # figures without pages, beside the sources
INDEX = "index"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
MAIN = ("first_player_advantage", "draws", "length", "branching", "lead_changes", "decided_at", "skill_trace")
POLICY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {scripts}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
BODY = b"<body>"
WAY_BACK = (
    b'<nav aria-label="Kakomi" style="max-width:1120px;margin:0 auto;padding:16px clamp(16px,3.2vw,40px) 0">'
    b'<a href="/lab" style="display:inline-flex;align-items:center;min-height:40px;color:inherit">&larr; The lab</a></nav>'
)
STUDY = re.compile(rb"<!-- study (/study\?[\w.~%&=+-]+) -->")  # nothing that could end the attribute
LINK = b'<p><a href="%s">Open on the study board</a></p>'
log = logging.getLogger(__name__)
Cached = TypeVar("Cached")


class ReportStudy(BaseModel):
    """Games between two players, as in a report's file."""

    players: tuple[str, str]
    games: int
    measures: dict[str, dict[str, Any]]


class ReportGroup(BaseModel):
    """The studies of one rule set with its options."""

    game: str
    rules: str
    options: dict[str, schemas.OptionValue]
    summary: list[str]
    chief: Annotated[int, Field(ge=0)]  # the study that the summary is about
    studies: list[ReportStudy]

    @model_validator(mode="after")
    def _check_chief(self) -> ReportGroup:
        if self.chief >= len(self.studies):
            raise ValueError(f"chief is {self.chief}, but there are only {len(self.studies)} studies")
        return self


class ReportFile(BaseModel):
    """The parts of a report's file that are read here."""

    games: list[ReportGroup]


@dataclass(frozen=True)
class ReportPage:
    """A report's page, ready to be sent."""

    compressed: bytes
    tag: str
    policy: str

    @property
    def plain(self) -> bytes:
        """The page for the few clients that do not accept gzip."""
        return gzip.decompress(self.compressed)


def find(setting: str) -> Path | None:
    """The configured folder, else the one in the package or beside the sources; None if there is none."""
    if not setting:
        return next((folder for folder in (INSTALLED, BUILT, CHECKOUT) if folder.is_dir()), None)
    folder = Path(setting)
    if not folder.is_dir():
        raise OptionError(
            f"reports must be a folder, which {shorten(setting)!r} is not: create it, and put reports in it with "
            "kakomi lab report RUN --out FOLDER/NAME.html"
        )
    return folder


class FileCache(Generic[Cached]):
    """Results computed from files, computed again when a file has changed."""

    def __init__(self) -> None:
        self._results: dict[Path, tuple[tuple[int, int], Cached]] = {}

    def get(self, file: Path, compute: Callable[[bytes], Cached]) -> Cached:
        """The result of `compute` for the file's bytes."""
        stat = file.stat()
        state = stat.st_mtime_ns, stat.st_size
        cached = self._results.get(file)
        if cached is None or cached[0] != state:
            cached = self._results[file] = state, compute(file.read_bytes())
        return cached[1]


class Reports:
    """The reports of a folder."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._pages: FileCache[ReportPage] = FileCache()
        self._groups: FileCache[list[ReportGroup]] = FileCache()

    def names(self) -> list[str]:
        """The reports that have figures, with or without a page; files with other names are ignored."""
        if self.folder is None:
            return []
        names = (file.stem for file in self.folder.glob("*.json"))
        return sorted(name for name in names if NAME.fullmatch(name) and name != INDEX)

    def listed(self) -> schemas.ReportList:
        """Summaries of all reports. A damaged file is left out and logged."""
        summaries: list[schemas.ReportOut] = []
        for name in self.names():
            assert self.folder is not None
            file = self.folder / f"{name}.json"
            try:
                summaries += [_summary(name, group, self._address(name)) for group in self._groups.get(file, _read)]
            except (OSError, ValidationError) as error:
                log.warning("report cannot be read", extra={"file": str(file), "reason": shorten(str(error), 300)})
        summaries.sort(key=_place)
        return schemas.ReportList(reports=summaries, comparison=self._address(INDEX))

    def _address(self, name: str) -> str | None:
        """The address of the page with this name; None if it was not built."""
        built = self.folder is not None and (self.folder / f"{name}.html").is_file()
        return f"/reports/{name}.html" if built else None

    def page(self, name: str) -> ReportPage | None:
        """The page with this name, or None."""
        if self.folder is None or not (name == INDEX or name in self.names()):
            return None
        try:
            return self._pages.get(self.folder / f"{name}.html", _page)
        except OSError:
            return None


def _read(content: bytes) -> list[ReportGroup]:
    return ReportFile.model_validate_json(content).games


def _summary(name: str, group: ReportGroup, address: str | None) -> schemas.ReportOut:
    study = group.studies[group.chief]
    skill = {key: each.measures[key] for each in group.studies for key in MAIN[-1:] if key in each.measures}
    measures = {**skill, **study.measures}
    title, usual = _known(group)
    return schemas.ReportOut(
        name=name,
        address=address,
        game=group.game,
        title=title,
        rules=group.rules,
        options={key: value for key, value in group.options.items() if usual.get(key) != value},
        summary=group.summary,
        players=study.players,
        games=study.games,
        measures=[_measure(measures[key]) for key in MAIN if key in measures],
    )


class MeasureFile(BaseModel):
    """The parts of a measure from which its figures in text are made."""

    value: float
    low: float | None
    high: float | None
    unit: str


def _measure(measure: dict[str, Any]) -> schemas.ReportMeasure:
    found = MeasureFile.model_validate(measure)
    ends = interval(found.low, found.high, found.unit)
    return schemas.ReportMeasure.model_validate({**measure, "text": figure(found.value, found.unit), "interval": ends})


def _known(group: ReportGroup) -> tuple[str, dict[str, schemas.OptionValue]]:
    """The game's title and the rule set's default options; for an unknown game its name and no options."""
    try:
        game = games.get(group.game)
        return game.title, game.settle(group.rules, {})[1]
    except UnknownName:
        return group.game, {}


def _place(report: schemas.ReportOut) -> tuple[int, int, str]:
    """The order of the list: games and rule sets as in the catalogue."""
    names = [game.name for game in games.all_games()]
    if report.game not in names:
        return len(names), 0, report.name
    rules = [rule_set.name for rule_set in games.get(report.game).rule_sets]
    return names.index(report.game), (*rules, report.rules).index(report.rules), report.name


def link_studies(page: bytes) -> bytes:
    """The page with a link to the study board under each game that it shows.

    >>> link_studies(b"<!-- study /study?game=x&moves=a%20b -->")
    b'<p><a href="/study?game=x&amp;moves=a%20b">Open on the study board</a></p>'
    """
    return STUDY.sub(lambda hit: LINK % hit[1].replace(b"&", b"&amp;"), page)


def _page(content: bytes) -> ReportPage:
    """The page of a file, with a link back to the list: the file itself does not know where it is shown."""
    content = link_studies(content).replace(BODY, BODY + WAY_BACK, 1)
    return ReportPage(
        compressed=gzip.compress(content, mtime=0),
        tag=f'"{hashlib.sha256(content).hexdigest()[:20]}"',
        policy=policy(content.decode("utf-8", "replace")),
    )


def policy(page: str) -> str:
    """The content policy of a page: only its own scripts run, named by their digests.

    >>> "script-src 'none'" in policy("<p>quiet</p>"), "script-src 'sha256-" in policy("<script>1</script>")
    (True, True)
    """
    reader = _Scripts()
    reader.feed(page.replace("\r\n", "\n").replace("\r", "\n"))  # as browsers read it before they compute the digest
    digests = (base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in reader.scripts)
    return POLICY.format(scripts=" ".join(dict.fromkeys(f"'sha256-{each}'" for each in digests)) or "'none'")


class _Scripts(HTMLParser):
    """Collects the scripts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and "src" not in dict(attrs)
        if self._inside:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "script"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[-1] += data
