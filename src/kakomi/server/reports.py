"""The lab's reports: a folder with NAME.json, and NAME.html where the page was built; index.html compares all games.

A report is a page by itself, with its own styles and scripts, so it gets a policy of its own: a sandbox in which exactly the
scripts run that stand in the file.
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
from kakomi.server import models

PACKAGE = Path(__file__).parents[1]
PACKED = PACKAGE / "reports"  # in an installed package
BUILT = PACKAGE.parents[1] / "build" / "reports"  # figures and pages, where `make reports` has run
CHECKOUT = PACKAGE.parents[1] / "docs" / "reports" / "lab"  # figures without pages, beside the sources
INDEX = "index"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
MAIN = ("first_player_advantage", "draws", "length", "branching", "lead_changes", "decided_at", "skill_trace")
POLICY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {scripts}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
log = logging.getLogger(__name__)
Kept = TypeVar("Kept")


class Study(BaseModel):
    """Games between two players, as a report's file has them."""

    players: tuple[str, str]
    games: int
    measures: dict[str, dict[str, Any]]


class Group(BaseModel):
    """The studies of one rule set with its options."""

    game: str
    rules: str
    options: dict[str, models.OptionValue]
    summary: list[str]
    chief: Annotated[int, Field(ge=0)]  # the study that the summary speaks of
    studies: list[Study]

    @model_validator(mode="after")
    def _has_its_chief(self) -> Group:
        if self.chief >= len(self.studies):
            raise ValueError(f"there are {len(self.studies)} studies and no number {self.chief}")
        return self


class File(BaseModel):
    """A report's file, as far as it is read."""

    games: list[Group]


@dataclass(frozen=True)
class Page:
    """A report's page, ready to be sent."""

    packed: bytes
    tag: str
    policy: str

    @property
    def plain(self) -> bytes:
        """For the few who do not take it packed."""
        return gzip.decompress(self.packed)


def find(setting: str) -> Path | None:
    """The folder that was asked for; else the one in the package or beside the sources, and None where there is neither."""
    if not setting:
        return next((folder for folder in (PACKED, BUILT, CHECKOUT) if folder.is_dir()), None)
    folder = Path(setting)
    if not folder.is_dir():
        raise OptionError(
            f"reports must be a folder, and {shorten(setting)!r} is none: make it, and reports in it with "
            "kakomi lab report RUN --out FOLDER/NAME.html"
        )
    return folder


class Files(Generic[Kept]):
    """What was made of files, made anew when a file has changed."""

    def __init__(self) -> None:
        self._made: dict[Path, tuple[tuple[int, int], Kept]] = {}

    def get(self, file: Path, make: Callable[[bytes], Kept]) -> Kept:
        """What `make` makes of the file's bytes."""
        about = file.stat()
        state = about.st_mtime_ns, about.st_size
        kept = self._made.get(file)
        if kept is None or kept[0] != state:
            kept = self._made[file] = state, make(file.read_bytes())
        return kept[1]


class Reports:
    """The reports of a folder."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._pages: Files[Page] = Files()
        self._groups: Files[list[Group]] = Files()

    def names(self) -> list[str]:
        """The reports that have figures, with or without a page; a file of another name is none of ours."""
        if self.folder is None:
            return []
        found = (file.stem for file in self.folder.glob("*.json"))
        return sorted(name for name in found if NAME.fullmatch(name) and name != INDEX)

    def listed(self) -> models.ReportList:
        """All of them in short. A damaged file is left out and complained of in the log."""
        found: list[models.Report] = []
        for name in self.names():
            assert self.folder is not None
            file = self.folder / f"{name}.json"
            try:
                found += [_told(name, group, self._address(name)) for group in self._groups.get(file, _read)]
            except (OSError, ValidationError) as error:
                log.warning("report cannot be read", extra={"file": str(file), "reason": shorten(str(error), 300)})
        found.sort(key=_place)
        return models.ReportList(reports=found, comparison=self._address(INDEX))

    def _address(self, name: str) -> str | None:
        """Where the page of that name is; None where it was not built."""
        built = self.folder is not None and (self.folder / f"{name}.html").is_file()
        return f"/reports/{name}.html" if built else None

    def page(self, name: str) -> Page | None:
        """The page of that name; None where there is none."""
        if self.folder is None or not (name == INDEX or name in self.names()):
            return None
        try:
            return self._pages.get(self.folder / f"{name}.html", _page)
        except OSError:
            return None


def _read(content: bytes) -> list[Group]:
    return File.model_validate_json(content).games


def _told(name: str, group: Group, address: str | None) -> models.Report:
    study = group.studies[group.chief]
    skill = {key: each.measures[key] for each in group.studies for key in MAIN[-1:] if key in each.measures}
    measures = {**skill, **study.measures}
    title, usual = _known(group)
    return models.Report(
        name=name,
        address=address,
        game=group.game,
        title=title,
        rules=group.rules,
        options={key: value for key, value in group.options.items() if usual.get(key) != value},
        summary=group.summary,
        players=study.players,
        games=study.games,
        measures=[models.ReportMeasure.model_validate(measures[key]) for key in MAIN if key in measures],
    )


def _known(group: Group) -> tuple[str, dict[str, models.OptionValue]]:
    """The game's title and the rule set's usual options; a game that is not in the catalogue has its name and none."""
    try:
        game = games.get(group.game)
        return game.title, game.settle(group.rules, {})[1]
    except UnknownName:
        return group.game, {}


def _place(report: models.Report) -> tuple[int, int, str]:
    """A report's place in the list: as the catalogue has the games and their rule sets."""
    if report.game not in games.names():
        return len(games.names()), 0, report.name
    rules = [rule_set.name for rule_set in games.get(report.game).rule_sets]
    return games.names().index(report.game), (*rules, report.rules).index(report.rules), report.name


def _page(content: bytes) -> Page:
    return Page(
        packed=gzip.compress(content, mtime=0),
        tag=f'"{hashlib.sha256(content).hexdigest()[:20]}"',
        policy=policy(content.decode("utf-8", "replace")),
    )


def policy(page: str) -> str:
    """The content policy of a page: its own scripts run, named by their digests, and nothing else does.

    >>> "script-src 'none'" in policy("<p>quiet</p>"), "script-src 'sha256-" in policy("<script>1</script>")
    (True, True)
    """
    reader = _Scripts()
    reader.feed(page.replace("\r\n", "\n").replace("\r", "\n"))  # as browsers read it, before they take the digest
    digests = (base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in reader.scripts)
    return POLICY.format(scripts=" ".join(dict.fromkeys(f"'sha256-{each}'" for each in digests)) or "'none'")


class _Scripts(HTMLParser):
    """The scripts that stand in a page."""

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
