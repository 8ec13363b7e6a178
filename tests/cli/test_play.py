"""kakomi play: games at the keyboard, from the first move to the saved file and back."""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kakomi
from kakomi.cli.main import main
from kakomi.cli.terminal.moves import MoveList, read_move, read_turn
from kakomi.cli.terminal.paint import Paint
from kakomi.core.records.record import Record, read_file
from kakomi.search.result import LikelyMove
from tests.cli.terminal import Table, only_file, saved, typed_in


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "data" / "games"


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(capsys, monkeypatch)


# --- whole games ------------------------------------------------------------------------------------------------------

SHORT = {"enclose5": ["--set", "size=7", "--set", "target=4"], "toot": ["--set", "quiet=10", "--set", "tiles=6"]}
GAMES = [(game.name, each.name) for game in kakomi.games.all_games() for each in game.rule_sets]


def numbers(seed: int) -> Iterator[str]:
    """Asks for the list and chooses from it, now and then beyond its end."""
    chance = random.Random(seed)
    for _ in range(20_000):
        yield "?\n"
        yield f"{chance.randint(1, 12)}\n"
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("against", ["human", "random:seed=5"])
@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_every_game_can_be_played_to_its_end_by_numbers(
    table: Table, data: Path, capsys: pytest.CaptureFixture[str], game: str, rules: str, against: str
) -> None:
    out = table(numbers(3), game, "--rules", rules, "--against", against, *SHORT.get(game, []))
    match = saved(data)
    assert match.outcome is not None
    assert out.endswith(f"\n{match.status}\nSaved: {only_file(data)}\n")
    assert main(["replay", str(only_file(data))]) == 0
    assert match.status in capsys.readouterr().out


def test_two_machines_are_not_needed_to_sit_second(table: Table, data: Path) -> None:
    out = table("resign\n", "enso", "--against", "random:seed=1", "--as", "second")
    assert "You are White (o); random:seed=1 is Black (x)." in out
    assert re.search(r"^random \(Black\) plays \S+$", out, re.M)
    assert saved(data).outcome == kakomi.Outcome(0, "resign")


# --- typing -----------------------------------------------------------------------------------------------------------


def test_the_board_is_shown_and_moves_are_made(table: Table, data: Path) -> None:
    out = table("c5xd5\nquit\n", "enso")
    assert kakomi.new("enso").diagram().rpartition("\n")[0] in out
    answer = typed_in(out, "c5xd5")
    assert "5 x x . x o o" in answer
    assert "White to move." in answer
    assert saved(data).moves == ["c5xd5"]


def test_a_refused_move_names_the_clause_and_changes_nothing(table: Table) -> None:
    out = table("a5-b5\nzz\nquit\n", "enso")
    assert "a5 is among friends (2.2): along a line of empty cells" in typed_in(out, "a5-b5")
    assert "(3.2)" in typed_in(out, "a5-b5")
    assert "'zz' is not a move; write c1xb2" in typed_in(out, "zz")
    assert "No move was made, so nothing was saved." in out


@pytest.mark.parametrize("typed", ["c5xd5", "C5XD5", " c5 x d5 ", "C5 x D5"])
def test_capitals_and_blanks_are_forgiven(typed: str) -> None:
    match = kakomi.new("enso")
    match.push_code(read_move(match, typed))
    assert match.moves == ["c5xd5"]


def test_capitals_are_forgiven_where_the_notation_has_them() -> None:
    match = kakomi.new("enclosure_chess", "six")
    match.push_code(read_move(match, "s1-c3"))
    assert match.moves == ["S1-C3"]


def test_a_turn_of_several_moves_may_stand_on_one_line() -> None:
    match = kakomi.new("toot")
    moves = read_turn(match, "0,2 +")
    assert len(moves) == 2
    assert match.moves == []
    with pytest.raises(kakomi.IllegalMove, match="the turn is over after"):
        read_turn(match, "0,2 + 1,0")
    with pytest.raises(kakomi.MoveError, match="nothing was played"):
        read_turn(match, "0,2 7,7>8,8")


def test_several_moves_of_several_turns_are_not(table: Table) -> None:
    answer = typed_in(table("c5xd5 e5xd5\nquit\n", "enso"), "c5xd5 e5xd5")
    assert "The turn is over after c5xd5, so 'e5xd5' cannot follow; nothing was played." in " ".join(answer.split())


def test_numbers_go_with_the_list_that_was_shown(table: Table, data: Path) -> None:
    out = table("1\n1\nquit\n", "enso")
    listed = typed_in(out, "1")
    assert "A number picks a move from this list:" in listed
    first = re.search(r"^.* 1 (\S+)   ", listed, re.M)
    assert first is not None
    assert saved(data).moves == [first[1]]


def test_the_list_is_complete_and_stays_the_same_for_the_turn(table: Table) -> None:
    out = table("?\n? c5\n? \x1b[31m\nmoves\n?\n99\n0\nquit\n", "enso")
    answer = typed_in(out, "?")
    listed = re.findall(r"(\d+) ([a-f]\d[-x][a-f]\d)", answer.partition("legal moves;")[2])
    assert [int(number) for number, _ in listed] == list(range(1, 25))
    assert {text for _, text in listed} == set(kakomi.new("enso").legal_moves)
    named = re.match(r"Most likely moves at first sight: (\d+) (\S+) \(\d+%, with 3 more by symmetry\)", answer)
    assert named is not None
    assert named.groups() in listed
    assert out.count(typed_in(out, "?")) == 2
    some = re.findall(r"(\d+) (\S+)", typed_in(out, "? c5"))
    assert some
    assert set(some) < set(listed)
    assert all("c5" in text for _, text in some)
    assert "No legal move starts with '\\x1b[31m'." in out
    assert "There is no move number 99; the list goes from 1 to 24." in out
    assert "There is no move number 0;" in out


def test_many_moves_are_listed_as_runs_and_still_numbered() -> None:
    match = kakomi.new("enclose5")
    match.push("c3")
    moves = MoveList(match)
    lines = moves.page(Paint(), 100)
    assert lines[0] == "440 legal moves; type one or its number:"
    assert lines[1].split() == ["1-21", "a1-a21"]
    assert lines[3].split() == ["43-44", "c1-c2", "45-62", "c4-c21"]
    assert len(lines) == 22
    assert [moves.pick(number) for number in ("43", "44", "45", "440")] == ["c1", "c2", "c4", "u21"]


def test_likely_moves_are_named_above_the_first_page_and_fit_on_it() -> None:
    asked = []

    def likely(match: kakomi.Match) -> list[LikelyMove]:
        asked.append(match.ply)
        return [LikelyMove("b1", 0.4, 7), LikelyMove("a2", 0.06)]

    moves = MoveList(kakomi.new("enclose5"), likely)
    first, second, again = (moves.page(Paint(), 15) for _ in range(3))
    named = "Most likely moves at first sight: 22 b1 (40%, with 7 more by symmetry), 2 a2 (6%)"
    assert " ".join(first[:2]) == named  # on two lines
    assert again == first
    assert not any("first sight" in line for line in second)
    assert (len(first), len(second)) == (17, 9)
    assert asked == [0]


def test_a_long_list_comes_in_pages() -> None:
    moves = MoveList(kakomi.new("enclose5"))
    first, second, again = (moves.page(Paint(), 15) for _ in range(3))
    assert first[-1] == "... 6 more lines; type ? again to see them."
    assert (len(first), len(second)) == (17, 7)
    assert again == first


def test_a_forced_move_is_made_by_enter(table: Table, data: Path) -> None:
    table("1,0\n\nquit\n", "toot")
    assert saved(data).moves == ["1,0", "+"]


def test_an_empty_line_and_a_word_too_much_are_answered(table: Table) -> None:
    out = table("\nundo twice\nquit\n", "enso")
    assert "Type a move, ? for a list of moves, help for other commands." in out.partition("Black> ")[2]
    assert "Undo takes nothing after it; leave out 'twice'." in out


def test_help_moves_position_board_and_rules(table: Table) -> None:
    out = table("HELP\nmoves\nc5xd5\nmoves\nposition\nboard\nrules 3.3\nrules 99\nrules\nquit\n", "enso")
    for word in ("?", "undo", "resign", "save [FILE]", "rules [CLAUSE]", "position", "quit"):
        assert f"\n  {word} " in typed_in(out, "HELP")
    assert "No moves yet." in typed_in(out, "moves")
    assert "1. c5xd5\n" in out
    after = kakomi.new("enso")
    after.push("c5xd5")
    assert typed_in(out, "position") == f"{after.position}\n"
    assert "5 x x . x o o" in typed_in(out, "board")
    assert typed_in(out, "rules 3.3") == "- 3.3 A stone alone cannot move.\n"
    assert "There is no clause of enso '99'" in typed_in(out, "rules 99")
    assert "Rule sets and options" in typed_in(out, "rules")


def test_undo_takes_back_ones_own_move_and_the_answer(table: Table, data: Path) -> None:
    out = table("undo\nc5xd5\nundo\nd1xc1\nquit\n", "enso", "--against", "random:seed=4")
    assert "There is no move of yours to take back." in typed_in(out, "undo")
    assert re.search(r"^Taken back: c5xd5 \S+\.$", out, re.M)
    assert saved(data).moves[0] == "d1xc1"


def test_undo_between_people_takes_back_one_move(table: Table, data: Path) -> None:
    table("c5xd5\ne5xd5\nundo\nquit\n", "enso")
    assert saved(data).moves == ["c5xd5"]


def test_undo_against_a_machine_goes_back_over_its_whole_turn(table: Table, data: Path) -> None:
    out = table("1,0 +\nundo\nquit\n", "toot", "--against", "random:seed=2")
    taken = re.search(r"^Taken back: (.*)\.$", out, re.M)
    assert taken is not None
    assert taken[1].split()[0] == "+"
    assert saved(data).moves == ["1,0"]


def test_play_from_a_position_and_from_moves(table: Table, data: Path) -> None:
    table("d3-f1\nquit\n", "enso", "--position", "1xo2o/1o2xo/3x2/3x1x/o5/o1x3 x")
    assert saved(data).moves == ["d3-f1"]
    assert saved(data).start_position == "1xo2o/1o2xo/3x2/3x1x/o5/o1x3 x"
    out = table("", "enso", "--moves", "c5xd5 e5xd5")
    assert "5 x x . o . o" in out


# --- leaving, saving and going on -------------------------------------------------------------------------------------


def test_the_end_of_input_saves_and_says_how_to_go_on(table: Table, data: Path) -> None:
    out = table("c5xd5\n", "enso", "--against", "human")
    file = only_file(data)
    assert re.fullmatch(r"enso-\d{8}-\d{6}\.kakomi", file.name)
    assert out.endswith(f"Saved: {file}\nContinue with: kakomi play --resume {file}\n")
    out = table("e5xd5\n", "--resume", str(file))
    assert "5 x x . x o o" in out
    assert saved(data).moves == ["c5xd5", "e5xd5"]


def test_a_resumed_game_keeps_its_players(table: Table, data: Path) -> None:
    table("c5xd5\nquit\n", "enso", "--against", "random:seed=3", "--as", "first")
    out = table("quit\n", "--resume", str(only_file(data)))
    assert "You are Black (x); random:seed=3 is White (o)." in out
    out = table("quit\n", "enso", "--resume", str(only_file(data)), "--against", "human")
    assert "both at this keyboard" in out


def test_a_resumed_record_keeps_its_comments_clocks_and_tags(table: Table, tmp_path: Path) -> None:
    match = kakomi.new("enso")
    for move in ("c5xd5", "e5xd5"):
        match.push(move)
    file = tmp_path / "game"
    Record.from_match(
        match, first="Ada", second="Bo", date="2001-02-03", comments=["one", "two"], clocks=[60], tags={"Event": "Tea"}
    ).write(file)
    table("undo\nd6xd5\nquit\n", "--resume", str(file))
    [record] = read_file(file)
    assert [(move.text, move.comment, move.clock) for move in record.moves] == [
        ("c5xd5", "one", 60.0),
        ("d6xd5", "", None),
    ]
    assert (record.tags["First"], record.tags["Date"], record.tags["Event"]) == ("Ada", "2001-02-03", "Tea")


def test_save_goes_on_and_later_saves_go_to_the_same_file(table: Table, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "my game.kakomi"
    out = table(f"c5xd5\nsave {file}\ne5xd5\nquit\n", "enso")
    assert f"Saved: {file}\n" in typed_in(out, f"save {file}")
    assert f"Continue with: kakomi play --resume '{file}'" in out
    [record] = read_file(file)
    assert [move.text for move in record.moves] == ["c5xd5", "e5xd5"]
    assert not data.exists()


def test_another_file_is_never_overwritten(table: Table, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada", encoding="utf-8")
    out = table(f"c5xd5\nsave {file}\nquit\n", "enso")
    assert f"{file} already exists; choose another name" in " ".join(typed_in(out, f"save {file}").split())
    assert file.read_text("utf-8") == "Dear Ada"
    assert saved(data).moves == ["c5xd5"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("x" * 300, "cannot be written: File name too long"),
        ("~nobody-of-that-name/x", "there is no such home folder"),
        ("a\0b", "is not a file name"),
        ("/no/such/folder/x", "There is no folder /no/such/folder to save in"),
        ("/", "/ already exists"),
    ],
)
def test_a_name_that_is_none_is_refused_and_the_game_goes_on(table: Table, data: Path, name: str, reason: str) -> None:
    out = table(f"c5xd5\nsave {name}\ne5xd5\nquit\n", "enso")
    assert reason in " ".join(out.split())
    assert saved(data).moves == ["c5xd5", "e5xd5"]


def test_a_position_where_the_game_is_over_is_shown_and_nothing_is_saved(table: Table, data: Path) -> None:
    out = table("", "enso", "--position", "6/1x4/6/6/4o1/6 x")
    assert out.endswith(
        "White wins: both sides have a lone stone, and White moved (4.2).\nNo move was made, so nothing was saved.\n"
    )
    assert not data.exists()


def test_a_file_that_somebody_changed_meanwhile_is_left_alone(
    table: Table, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game"

    def lines() -> Iterator[str]:
        yield "c5xd5\n"
        yield f"save {file}\n"
        file.write_text("Dear Ada", encoding="utf-8")
        yield "e5xd5\n"
        yield "quit\n"

    table(lines(), "enso")
    assert file.read_text("utf-8") == "Dear Ada"
    assert saved(data).moves == ["c5xd5", "e5xd5"]


def test_two_games_in_the_same_second_have_two_files(table: Table, data: Path) -> None:
    for _ in range(3):
        table("c5xd5\nquit\n", "enso")
    assert len(list(data.iterdir())) == 3


def test_a_game_that_cannot_be_saved_is_printed(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "file"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("c5xd5\nquit\n"))
    assert main(["play", "enso"]) == 2
    out, err = capsys.readouterr()
    assert "its moves were: c5xd5" in out
    assert re.fullmatch(r"kakomi: the folder .* cannot be created: Not a directory\n", err)


def test_a_finished_game_is_not_resumed(table: Table, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table("resign\n", "enso")
    assert main(["play", "--resume", str(only_file(data))]) == 2
    assert "this game is over: Black resigned. White wins; to see it: kakomi replay" in capsys.readouterr().err


def test_the_data_folder_follows_the_surroundings(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KAKOMI_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    table("c5xd5\n", "enso")
    assert only_file(tmp_path / "xdg" / "kakomi" / "games")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    table("c5xd5\n", "enso")
    assert only_file(tmp_path / "home" / ".local" / "share" / "kakomi" / "games")


# --- series -----------------------------------------------------------------------------------------------------------


def test_a_series_changes_seats_and_adds_the_points_up(table: Table, data: Path) -> None:
    out = table("resign\nc5xd5\nresign\n", "enso", "--games", "2")
    assert "Game 1 of 2." in out
    assert "Points so far: human 1 0, human 2 1." in out
    assert "Game 2 of 2." in out
    assert "human 2 wins the series. Points: human 1 0, human 2 2." in " ".join(out.split())
    records = read_file(only_file(data))
    assert [(each.tags["First"], each.tags["Round"], each.tags["MatchPoints"]) for each in records] == [
        ("human 1", "1", "0-1"),
        ("human 2", "2", "2-0"),
    ]


def test_a_series_that_was_left_goes_on(table: Table, data: Path) -> None:
    table("resign\nquit\n", "enso", "--games", "2", "--against", "random:seed=1")
    file = only_file(data)
    out = table("resign\n", "--resume", str(file))
    assert "Game 2 of 2." in out
    assert "random:seed=1 wins the series. Points: human 0, random:seed=1 2." in " ".join(out.split())
    assert [record.result for record in read_file(file)] == ["0-1", "1-0"]
