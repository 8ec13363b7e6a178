"""Records: written, read and replayed; everything that is wrong with one is refused with its line."""

from __future__ import annotations

import datetime
import errno
import os
import random
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakomi
from kakomi import RecordError
from kakomi.core import record_text
from kakomi.core.record import LARGEST_FILE, Record, RecordedMove, read, read_file, write_file
from tests.contract import DEFAULTS, VARIANTS, Variant, random_match

GET = kakomi.games.get

# Enso: b1 is among friends and goes where nothing touches it (3.2), an inner cell: Black has an Enso (4.1).
LONE = "5o/6/6/6/6/xx4 x"
WON = f"""\
[Game "enso"]
[Rules "standard"]
[RulesVersion "1"]
[Kakomi "{kakomi.__version__}"]
[First "Ada"]
[Second "level:6"]
[Date "2026-11-14"]
[Position "{LONE}"]
[Result "1-0"]
[Clause "4.1"]

1. b1-b3 {{into the open}} [%clk 0:09:58] 1-0
"""
OPEN = """\
[Game "enso"]
1. c5xd5 c2xd2
2. d5xd2 *
"""


def won() -> kakomi.Match:
    match = kakomi.new("enso", position=LONE)
    match.push("b1-b3")
    return match


def one(text: str | bytes) -> Record:
    [record] = read(text)
    return record


def replayed(text: str | bytes) -> list[kakomi.Match]:
    return [record.replay(GET) for record in read(text)]


def refused(text: str | bytes) -> RecordError:
    """The refusal of a text, at reading or at replay."""
    with pytest.raises(RecordError) as caught:
        replayed(text)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return caught.value


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


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", None, "there is no record"),
        ("\n \n", None, "there is no record"),
        ("c5xd5 *", 1, "begins with a tag"),
        ('\n[Event "x"]\n*', 2, "Game is missing"),
        ('[game "enso"]\n*', 1, "the tag game is written Game"),
        ('[Game "enso"]\n[Game "enso"]\n*', 2, "the tag Game is given twice"),
        ('[Game "enso"]\n[Event "a"]\n[event "b"]\n*', 3, "given twice"),
        ('[Game "enso]\n*', 1, "this is no tag"),
        ('[Game "enso"\n]\n*', 1, "this is no tag"),
        ("[Game enso]\n*", 1, "this is no tag"),
        ('[Game ""]\n*', 1, "there is no game ''"),
        ('[Ga me "enso"]\n*', 1, "this is no tag"),
        ('[Game "enso"]\n[First "a"b"]\n*', 2, "this is no tag"),
        ('[Game "enso"]\n[First "a\tb"]\n*', 2, "one line of text"),
        ('[Game "enso"]\n[Date "yesterday"]\n*', 2, "a date is written like 2026-11-14"),
        ('[Game "enso"]\n[Date "２０２６-11-14"]\n*', 2, "a date is written"),
        ('[Game "enso"]\n[Result "2-0"]\n*', 2, "the result is 1-0, 0-1, 1/2-1/2, *"),
        ('[Game "enso"]\n[Result "1-0"]\n\nc5xd5\n*', 5, "but the tag Result says 1-0"),
        ('[Game "enso"]\n\nc5xd5', 3, "may be cut short"),
        ('[Game "enso"]\n\nc5xd5\n\n[Game "enso"]\n*', 5, "the moves end without a result"),
        ('[Game "enso"]\n\n{never\nclosed', 3, "its } is missing"),
        ('[Game "enso"]\n\nc5xd5 } *', 3, "} stands alone"),
        ('[Game "enso"]\n\nc5xd5 ] *', 3, "] stands alone"),
        ('[Game "enso"]\n[%clk 0:00:01] c5xd5 *', 2, "a clock time stands after its move"),
        ('[Game "enso"]\nc5xd5 [%clk 0:00:01]\n[%clk 0:00:01] *', 3, "two clock times"),
        ('[Game "enso"]\nc5xd5 [%clk 0:61:01] *', 2, "like [%clk 0:09:58]"),
        ('[Game "enso"]\nc5xd5 [%eval 3] *', 2, "like [%clk 0:09:58]"),
        ('[Game "enso"]\n1. c5xd5 2. *', 2, "no move follows the turn number 2."),
        ('[Game "enso"]\n1. 2. c5xd5 *', 2, "no move follows the turn number 1."),
        ('[Game "enso"]\nc5xd5 * {after}', 2, "begins with a tag"),
        ('[Game "go"]\n*', 1, "there is no game 'go'"),
        ('[Game "enso"]\n[Rules "loose"]\n*', 2, "there is no rule set of enso 'loose'"),
        ('[Game "enso"]\n[RulesVersion "7"]\n*', 2, "version '7' of the rules of enso; only version '1'"),
        ('[Game "enso"]\n[Option.size "7"]\n*', 2, "there is no option of enso standard 'size'"),
        ('[Game "iago"]\n[Option.penalties "maybe"]\n*', 2, "penalties must be off or on"),
        ('[Game "enclosure_chess"]\n[Rules "six"]\n[Option.quiet "19"]\n*', 3, "quiet must be 20 to 400"),
        ('[Game "toot"]\n[Option.tiles "4"]\n[Option.pieces "6"]\n*', 3, "pieces"),
        ('[Game "enso"]\n[Position "6/6 x"]\n*', 2, "row"),
        ('[Game "enso"]\n\n1. c5xd5\n  c5xd5 *', 4, "move 2, 'c5xd5': there is no stone on c5"),
        ('[Game "enso"]\n\n1. c5xd5\n2. c2xd2 *', 4, "should be 1..., not 2."),
        ('[Game "enso"]\n\nk11 *', 3, "move 1, 'k11'"),
        (f'[Game "enso"]\n\n{"x" * 500} *', 3, "is not a move"),
        ('[Game "enso"]\n\n① *', 3, "is not a move"),
        ('[Game "enso"]\n\nc5xd5 1-0', 3, "the game is not over, and no Clause is given; a player ends it by resign"),
        ('[Game "enso"]\n[Clause "4.1"]\n\nc5xd5 1-0', 4, "not over, and the Clause is '4.1'"),
        ('[Game "enso"]\n[Clause "resign"]\n\nc5xd5 1/2-1/2', 4, "'resign' cannot have the result 1/2-1/2"),
        ('[Game "enso"]\n[Clause "agreed"]\n\nc5xd5 1-0', 4, "'agreed' cannot have the result 1-0"),
        ('[Game "enso"]\n[Clause "resign"]\n\nc5xd5 *', 2, "leave the tag out"),
        ('[Game "enso"]\n[Score "1-0"]\n\nc5xd5 *', 2, "enso standard has no score"),
        ('[Game "iago"]\n[Score "5-0"]\n\n*', 2, "by the rules the score is"),
        (WON.replace("1-0", "0-1"), 9, "by the rules the result is 1-0, not 0-1"),
        (WON.replace("1-0", "*"), 9, "by the rules the result is 1-0, not *"),
        (WON.replace("4.1", "4.2"), 10, "the game ended by 4.1, not by '4.2'"),
        (WON.replace("4.1", "resign"), 10, "the game ended by 4.1, not by 'resign'"),
        (WON.replace(" 1-0", " b3-b4 1-0"), 12, "the game is over (4.1)"),
    ],
)
def test_each_fault_is_refused_with_its_line_and_reason(text: str, line: int | None, reason: str) -> None:
    error = refused(text)
    assert error.line == line
    assert reason in str(error)
    assert line is None or str(error).startswith(f"line {line}: ")


def test_the_line_is_that_of_the_second_game_too() -> None:
    assert refused(WON + "\n" + OPEN.replace("d5xd2", "d5xd9")).line == WON.count("\n") + 4


def test_a_record_cut_short_anywhere_is_refused() -> None:
    for text in (WON, WON.replace("1-0", "1/2-1/2"), OPEN):
        end = len(text.rstrip("\n"))
        for cut in range(end):
            with pytest.raises(RecordError):
                read(text[:cut])
        assert one(text[:end]) == one(text)  # a missing last newline is no loss


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + WON.encode(),
        WON.replace("\n", "\r\n").encode(),
        WON.replace("\n", "\r").encode(),
        WON.rstrip("\n").encode(),
        b"\n\n \t\n" + WON.encode() + b"\n\n",
    ],
    ids=["BOM", "CRLF", "CR", "no last newline", "empty lines"],
)
def test_files_of_other_editors_are_read(data: bytes) -> None:
    assert one(data) == one(WON)


def test_carriage_returns_do_not_shift_the_lines() -> None:
    assert refused(WON.replace("4.1", "4.2").replace("\n", "\r\n")).line == 10


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"\x7fELF\x02\x01\x01\x00", 1),
        (b'[Game "enso"]\n\x00', 2),
        (b'[Game "enso"]\n\xff\xfe *', 2),
        (b'[Game "enso"]\n[First "\xc3"]\n*', 2),
        (b'[Game "enso"]\n\n{\x1b[2J} *', 3),
        ('[Game "enso"]\n{\ud800} *', 2),
        (b"\x89PNG\r\n\x1a\n", 1),
    ],
)
def test_what_is_not_text_is_refused(data: bytes | str, line: int) -> None:
    error = refused(data)
    assert "not a text file" in str(error)
    assert error.line == line


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE * 1000)
    with pytest.raises(RecordError, match="at most 8,000,000 bytes"):
        read_file(path)
    read(WON + " " * (LARGEST_FILE - len(WON)))
    with pytest.raises(RecordError, match="at most 8,000,000 bytes"):
        read(WON + " " * LARGEST_FILE)


@pytest.mark.parametrize("filling", ["{a}", "{a} ", "c5xd5 ", "c5xd5{a}[%clk 0:00:01]", "1. c5xd5 ", "\\", "\n"])
def test_the_reader_takes_time_in_proportion(filling: str) -> None:
    """A megabyte of anything is read within the test's patience; doing so square by square would take an hour."""
    text = '[Game "enso"]\n' + filling * (1_000_000 // len(filling)) + " *"
    assert one(text).result == "*"


def test_a_file_that_cannot_be_read_or_written_is_a_record_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        read_file(tmp_path / "missing")
    with pytest.raises(RecordError, match="cannot be read: Is a directory"):
        read_file(tmp_path)
    with pytest.raises(RecordError, match="cannot be read: embedded null"):
        read_file("a\x00b")
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        one(WON).write(tmp_path / "missing" / "game")
    with pytest.raises(RecordError, match="cannot be written"):
        one(WON).write("a\x00b")


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


# --- what must hold always --------------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40)
running_texts = texts.map(record_text.running)
words = st.text(st.sampled_from("abc123x-,>!+=.\"'\\;é囲"), min_size=1, max_size=8)
moves = st.builds(
    RecordedMove,
    words.filter(lambda word: word not in ("1-0", "0-1") and not record_text.TURN.match(word)),
    running_texts,
    st.none() | st.integers(0, 10**9).map(lambda thousandths: thousandths / 1000),
    st.sampled_from(["", "1.", "27..."]),
)
records = st.builds(
    lambda tags, moves, comment, result: Record({"Game": "enso", **tags, "Result": result}, moves, comment),
    st.dictionaries(st.sampled_from(["First", "Second", "Event", "Option.x", "A.b_1", "Position"]), texts),
    st.lists(moves, max_size=30),
    running_texts,
    st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]),
)


@settings(max_examples=300, deadline=None)
@given(written=st.lists(records, min_size=1, max_size=3))
def test_whatever_can_be_written_is_read_back_the_same(written: list[Record]) -> None:
    text = "\n".join(record.text() for record in written)
    assert read(text) == written
    assert read(text.encode()) == written
    assert [[move.turn for move in record.moves] for record in read(text)] == [
        [move.turn for move in record.moves] for record in written
    ]
    assert "\n".join(record.text() for record in read(text)) == text


def check(data: str | bytes) -> None:
    """Read and replayed, or refused with a RecordError in one line; what was read can be written."""
    reason = "read"
    try:
        for record in read(data):
            assert one(record.text()) == record
            record.replay(GET)
    except RecordError as error:
        reason = str(error)
    assert reason
    assert "\n" not in reason
    assert len(reason) < 1000


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=300) | st.text(max_size=300))
def test_any_bytes_and_any_text_are_read_or_refused(data: str | bytes) -> None:
    check(data)


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_damaged_records_are_read_or_refused(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(DEFAULTS))
    text = Record.from_match(random_match(variant, data.draw(st.integers(0, 3)), 30), comment="c").text()
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(text)))
        end = begin + data.draw(st.integers(0, 6))
        text = (
            text[:begin]
            + data.draw(st.text(st.sampled_from('[]{}"\\%*.-/1 0\n\r\x00éxOption'), max_size=4))
            + text[end:]
        )
    check(text)
