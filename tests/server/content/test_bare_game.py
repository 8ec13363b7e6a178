"""A game that is rules and a face and nothing else: no material, sample, lessons, phrases or labels of its own."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import ValidationError

from kakomi import games
from kakomi.core.game import Game
from kakomi.core.game_files.endings import button_labels
from kakomi.core.game_files.sample import SampleError, sample_of
from kakomi.core.match import Match
from kakomi.core.scene import Piece, Stock
from kakomi.core.svg import PLAIN, material_of
from kakomi.core.svg.looks import drawing
from kakomi.server import schemas
from kakomi.server.api import boards
from kakomi.server.content import lessons, rules_page


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package without a single data file, where the game says its files are."""
    package = tmp_path / "bare_game"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package
    sys.modules.pop("bare_game", None)
    shutil.rmtree(package)


@pytest.fixture
def bare(folder: Path) -> Game:
    game = games.all_games()[0]
    return replace(game, name=f"bare_{folder.parent.name}"[:40], title="Bare", package="bare_game")


def entry(game: Game) -> dict[str, Any]:
    """Its entry in the catalogue, as it goes over the wire."""
    found: dict[str, Any] = orjson.loads(orjson.dumps(boards._game(game)))
    return found


def test_a_game_without_data_files_has_a_whole_entry_in_the_plain_material(bare: Game) -> None:
    assert material_of(bare) is PLAIN
    found = schemas.Catalogue.model_validate({"games": [entry(bare)], "drawing": orjson.loads(orjson.dumps(drawing()))})
    [info] = found.games
    assert info.sample is None
    assert info.buttons == {}
    assert info.material.symbols["stone first"]
    assert info.material.symbols["peg second lying"]
    assert all(option.label for rule_set in info.rule_sets for option in rule_set.options)


def test_its_pages_and_pictures_work(bare: Game) -> None:
    assert lessons.of(bare) == ()
    page = rules_page.page(bare)
    assert (page["lessons"], page["diagrams"], page["html"]) == ([], [], "")
    match = Match(bare)
    assert "<svg" in match.svg()
    match.resign()
    assert match.status == f"{match.sides[0]} resigned. {match.sides[1]} wins."
    assert button_labels(bare) == {}


def test_an_ending_without_words_is_told_by_its_clause(bare: Game) -> None:
    match = Match(bare)
    while match.outcome is None:
        match.push_code(match.codes()[0])
    assert match.outcome.winner is not None
    assert match.status == f"{match.sides[match.outcome.winner]} wins ({match.outcome.clause})."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sheet = ", "TOML"),
        ("colour = 'red'", "no key 'colour'"),
        ("border = 'frilly'", "line or double or slab"),
        ("glyphs = ['pawn']", "no glyph 'pawn'"),
        ("[owners]\nfirst = 'gold'", "'gold'"),
        ("[light]\nsheet = 'url(x)'", "must be a colour"),
        ("[light]\nsky = '#001122'", "sky"),
        ("[paints.gold]\nlight = '#fff'\ndark = '#000'", "four colours"),
        ("frame = { picture = 3 }", "lacks something"),
    ],
)
def test_a_material_that_cannot_be_drawn_is_named_and_left_out(bare: Game, folder: Path, text: str, says: str) -> None:
    (folder / "material.toml").write_text(text)
    with pytest.warns(UserWarning, match=r"material\.toml of bare_") as told:
        assert material_of(bare) is PLAIN
    assert says in str(told[0].message)
    assert entry(bare)["material"]["tokens"]


def test_a_material_is_laid_over_the_plain_one(bare: Game, folder: Path) -> None:
    (folder / "material.toml").write_text("gap = 3\n[light]\nsheet = '#123456'\n")
    found = entry(bare)["material"]
    assert (found["gap"], found["tokens"]["--k-sheet"]) == (3, ["#123456", PLAIN.dark["sheet"]])
    assert found["tokens"]["--k-ink-face"] == list(entry(games.all_games()[0])["material"]["tokens"]["--k-ink-face"])


@pytest.mark.parametrize("text", ["moves = 'z9'\nshown = 0", "shown = 1", "moves = ''\nshown = 4", "not toml"])
def test_a_sample_that_cannot_be_played_is_left_out(bare: Game, folder: Path, text: str) -> None:
    (folder / "sample.toml").write_text(text)
    with pytest.raises(SampleError, match=r"sample\.toml of bare_"):
        sample_of(bare)
    assert entry(bare)["sample"] is None


def test_phrases_that_ask_for_what_there_is_not_fall_back_to_the_clause(bare: Game, folder: Path) -> None:
    (folder / "phrases.toml").write_text(
        '"4.1" = "a trick"\n[sentences]\n"4.1" = "{nobody} wins."\n[buttons]\ngo = "Go"\n'
    )
    match = Match(bare, position="6/1x4/6/6/6/oo4 x")
    assert match.outcome is not None
    assert match.status == "Black wins by a trick (4.1)."
    assert button_labels(bare) == {"go": "Go"}


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: str(game.name))
def test_every_piece_of_every_score_has_its_drawing(game: Game) -> None:
    """Whatever a sample game shows on its way, the material has a symbol for it."""
    found = entry(game)
    sample, symbols = found["sample"], found["material"]["symbols"]
    assert sample is not None
    for rule_set in game.rule_sets:
        match = Match(game, rule_set.name)
        scenes = [match.scene()]
        if rule_set.name == sample["rules"]:
            match = Match(game, sample["rules"], sample["options"])
            for move in sample["moves"]:
                match.push(move)
                scenes.append(match.scene())
        for scene in scenes:
            things: tuple[Piece | Stock, ...] = (*scene.pieces, *scene.stocks)
            forms = {f"{each.glyph} {each.owner} {each.state}".rstrip() for each in things if each.glyph}
            assert forms <= set(symbols)
    ids = set(re.findall(r'id="([^"]+)"', found["material"]["defs"]))
    named = [*(each for several in symbols.values() for each in several), *found["material"]["marks"].values()]
    assert {*named, *found["material"]["fills"].values()} <= ids


def test_the_catalogue_is_what_its_model_says() -> None:
    schemas.Catalogue.model_validate(orjson.loads(boards._catalogue()))
    with pytest.raises(ValidationError):
        schemas.Catalogue.model_validate({"games": []})
