"""Records: written, read and replayed, and as files. What is wrong with one is in test_record_faults."""

from __future__ import annotations

import datetime
import errno
import os
import random
import stat
from pathlib import Path

import pytest

import kakomi
from kakomi import RecordError
from kakomi.core.records.record import Record, RecordedMove, read, read_file, write_file
from tests.contract import DEFAULTS, VARIANTS, Variant, random_match
from tests.core.records import GET, OPEN, WON, one, refused, won

# --- writing and reading again ----------------------------------------------------------------------------------------


def test_a_record_reads_as_the_format_says() -> None:
    date = datetime.date(2026, 11, 14)
    record = Record.from_match(
        won(), first="Ada", second="level:6", date=date, comments=["into the open"], clocks=[598]
    )
    assert record.text() == WON


def test_reading_gives_back_what_was_written() -> None:
    record = one(WON)
    assert record.text() == WON
    assert record.moves == [RecordedMove("b1-b3", "into the open", 598.0)]
    assert record.result == "1-0"
    match = record.replay(GET)
    assert match.outcome == won().outcome
    assert match.position == won().position


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_way_to_play_survives_the_round_trip(variant: Variant) -> None:
    for seed in range(3):
        match = random_match(variant, seed, 60)
        if match.outcome is None and seed == 1:
            match.resign()
        if match.outcome is None and seed == 2:
            match.agree_draw()
        text = Record.from_match(match).text()
        assert one(text).text() == text
        again = one(text).replay(GET)
        assert (again.moves, again.outcome, again.position) == (match.moves, match.outcome, match.position)
        assert (again.rules, again.options, again.score) == (match.rules, match.options, match.score)


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_a_finished_game_says_its_result_clause_and_score(variant: Variant) -> None:
    match = variant.new()
    generator = random.Random(f"finished {variant}")
    while codes := match.codes():
        match.push_code(generator.choice(codes))
    assert match.outcome is not None
    record = one(Record.from_match(match).text())
    assert record.tags["Clause"] == match.outcome.clause
    assert record.tags["Result"] == match.outcome.result
    assert record.tags.get("Score") == (None if match.score is None else f"{match.score[0]}-{match.score[1]}")
    assert record.replay(GET).outcome == match.outcome
    for tag, wrong in (("Clause", "resign"), ("Result", "*"), ("Score", "1000-0")):
        bad = one(record.text())
        bad.tags[tag] = wrong
        with pytest.raises(RecordError, match=r"the game ended by|by the rules the|has no score"):
            bad.replay(GET)


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_a_game_from_a_position_keeps_it(variant: Variant) -> None:
    position = random_match(variant, 5, 20).position
    match = variant.new(position=position)
    if match.outcome is None:
        match.push_code(match.codes()[0])
    record = one(Record.from_match(match).text())
    assert record.tags["Position"] == position
    assert record.replay(GET).position == match.position


def test_numbers_follow_the_turns_not_the_moves() -> None:
    match = kakomi.new("enclosure_chess", "six", position=None)
    for text in ("S1-C3", "N3-C1", "W3-W4"):
        match.push(text)
    assert Record.from_match(match).text().splitlines()[-1] == "1. S1-C3 N3-C1 2. W3-W4 *"
    match = kakomi.new("toot")
    for text in ("1,0", "+", "-1,1", "+", "2,0"):  # a tile and a piece are two moves of one turn
        match.push(text)
    assert Record.from_match(match).text().splitlines()[-1] == "1. 1,0 + 1... -1,1 + 2. 2,0 *"


def test_a_game_that_the_second_player_begins_is_numbered_so() -> None:
    match = kakomi.new("enso", position="xxxo1o/x2oxo/oo1x2/5o/ox3x/1oo1x1 o")
    match.push("c1xb2")
    text = Record.from_match(match).text()
    assert text.splitlines()[-1] == "1... c1xb2 *"
    assert one(text).replay(GET).moves == ["c1xb2"]
    assert refused(text.replace("1...", "1.")).line == text[: text.index("1...")].count("\n") + 1


def test_numbers_may_be_left_out_or_glued() -> None:
    assert one(OPEN).replay(GET).moves == ["c5xd5", "c2xd2", "d5xd2"]
    assert one('[Game "enso"] c5xd5 c2xd2 d5xd2 *').moves == one(OPEN).moves
    assert one('[Game "enso"] 1.c5xd5 1...c2xd2 2.d5xd2 *').replay(GET).moves == one(OPEN).replay(GET).moves


def test_short_forms_are_replayed_in_full() -> None:
    assert one('[Game "enso"] [Position "5o/6/6/6/6/xx4 x"] b3 1-0').replay(GET).moves == ["b1-b3"]


def test_several_games_stand_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    write_file(path, [one(WON), one(OPEN)])
    first, second = read_file(path)
    assert first == one(WON)
    assert second.moves == one(OPEN).moves
    assert second.moves[0].line == path.read_text().count("\n")
    assert len(read(WON + WON.rstrip("\n") + WON)) == 3


def test_further_tags_are_kept() -> None:
    record = Record.from_match(won(), tags={"Event": "Night of games", "Annotator_2.b": 'He said "囲み" \\ left'})
    again = one(record.text())
    assert again == record
    assert again.tags["Annotator_2.b"] == 'He said "囲み" \\ left'


@pytest.mark.parametrize("name", ["Game", "Result", "Clause", "Position", "Option.size", "First"])
def test_a_further_tag_cannot_take_the_place_of_the_match_s_own(name: str) -> None:
    with pytest.raises(RecordError, match="give a further tag another name"):
        Record.from_match(won(), tags={name: "x"})


def test_lines_are_wrapped_at_a_hundred_and_a_number_stays_with_its_move() -> None:
    match = random_match(DEFAULTS[1], 0, 0)
    generator = random.Random(3)
    while codes := match.codes():
        match.push_code(generator.choice(codes))
    record = Record.from_match(match, comments=["a long and winding comment that goes on and on " * 8])
    lines = record.text().splitlines()
    assert max(map(len, lines)) <= 100
    assert not any(line.endswith(".") for line in lines)
    assert one(record.text()) == record


def test_comments_hold_anything_printable() -> None:
    comment = 'braces } {x} \\} and \\ and [Game "x"] 1-0 [%clk 0:00:01] ;%'
    record = Record.from_match(won(), comments=[comment], comment="before } all")
    assert one(record.text()).moves[0].comment == comment
    assert one(record.text()).comment == "before } all"


def test_white_space_in_a_comment_is_one_space_and_comments_in_a_row_are_one() -> None:
    record = one('[Game "enso"]\n{ before\n\t all } {moves}\n c5xd5 {one} [%clk 0:00:01.25] {two\r\nlines} *')
    assert record.comment == "before all moves"
    assert record.moves == [RecordedMove("c5xd5", "one two lines", 1.25)]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00:00"),
        (59.9994, "0:00:59.999"),
        (59.9999, "0:01:00"),
        (3723.05, "1:02:03.050"),
        (9999 * 3600, "9999:00:00"),
    ],
)
def test_clock_times(seconds: float, text: str) -> None:
    record = Record.from_match(won(), clocks=[seconds])
    assert f"[%clk {text}]" in record.text()
    assert one(record.text()) == record


def test_an_unfinished_game_has_a_star_and_no_clause() -> None:
    record = Record.from_match(kakomi.new("enso"))
    assert record.result == "*"
    assert "Clause" not in record.tags
    assert one(record.text()).replay(GET).outcome is None


@pytest.mark.parametrize(
    ("player", "clause", "result"), [(0, "resign", "0-1"), (1, "resign", "1-0"), (1, "time", "1-0")]
)
def test_a_player_may_give_up_or_run_out_of_time(player: int, clause: str, result: str) -> None:
    match = kakomi.new("enso")
    match.push("c5xd5")
    match.resign(player, clause)
    record = one(Record.from_match(match).text())
    assert (record.result, record.tags["Clause"]) == (result, clause)
    assert record.replay(GET).outcome == match.outcome


def test_what_cannot_be_written_is_refused() -> None:
    match = won()
    for fault in (
        lambda: Record.from_match(match, first="two\nlines"),
        lambda: Record.from_match(match, first="lone \ud800 surrogate"),
        lambda: Record.from_match(match, first="x" * 20_000),
        lambda: Record.from_match(match, date="14.11.2026"),
        lambda: Record.from_match(match, date="2026-02-30"),
        lambda: Record.from_match(match, comments=["\x00"]),
        lambda: Record.from_match(match, comments=["one", "too many"]),
        lambda: Record.from_match(match, clocks=[1, 2]),
        lambda: Record.from_match(match, clocks=[-1]),
        lambda: Record.from_match(match, clocks=[float("nan")]),
        lambda: Record.from_match(match, clocks=[float("inf")]),
        lambda: Record.from_match(match, tags={"a b": "x"}),
        lambda: Record.from_match(match, tags={"result": "x"}),
        lambda: Record.from_match(match, tags={"Event": "x", "event": "y"}),
        lambda: Record({"Game": "enso"}, [RecordedMove("two words")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("1-0")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("{a}")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("a1!")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("$1")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("a(1")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("a1", glyph="!!!")]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("a1", variations=((),))]).text(),
        lambda: Record({"Game": "enso"}, [RecordedMove("a1", turn="one")]).text(),
        lambda: Record({}).text(),
        lambda: Record({"Game": "enso", "Result": "won"}).text(),
    ):
        with pytest.raises(RecordError):
            fault()
    odd = kakomi.new("enso")
    odd.resign(clause="storm")
    with pytest.raises(RecordError, match="resign, time, agreed, forfeit, not by 'storm'"):
        Record.from_match(odd)


def test_the_example_of_the_page_on_records_is_a_record() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research" / "records.md").read_text()
    example = page.split("```")[1].lstrip("\n")
    match = one(example).replay(GET)
    assert (match.tags["First"], match.comments, match.clocks) == (
        "Ada",
        {0: "a quiet start", 1: "a comment"},
        {1: 598.0},
    )
    version = f'[Kakomi "{kakomi.__version__}"]\n'
    assert Record.from_match(match).text().replace(version, "") == example


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_crash_while_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    one(OPEN).write(path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="No space left"):
        one(WON).write(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["game.txt"]


def test_a_file_written_again_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.txt", tmp_path / "link"
    one(OPEN).write(path)
    path.chmod(0o640)
    link.symlink_to(path)
    one(WON).write(link)
    assert link.is_symlink()
    assert path.read_text() == WON
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        one(WON).write(path)
        assert os.read(reader, 10_000) == WON.encode()
        assert stat.S_ISFIFO(path.stat().st_mode)
    finally:
        os.close(reader)
