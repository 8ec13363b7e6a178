"""Records that are wrong: each is refused with its line; files that cannot be read; and what must hold of any text."""

from __future__ import annotations

import functools
import io
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakomi
from kakomi import RecordError
from kakomi.core.match import Match
from kakomi.core.records import reader, record_moves
from kakomi.core.records import text as record_text
from kakomi.core.records.record import LARGEST_FILE, Record, RecordedMove, read, read_file, read_stream
from tests.contract import DEFAULTS, random_match
from tests.core.records import GET, OPEN, WON, one, refused

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
        ('[Game "enso]\n*', 1, "this is not a tag"),
        ('[Game "enso"\n]\n*', 1, "this is not a tag"),
        ("[Game enso]\n*", 1, "this is not a tag"),
        ('[Game ""]\n*', 1, "there is no game ''"),
        ('[Ga me "enso"]\n*', 1, "this is not a tag"),
        ('[Game "enso"]\n[First "a"b"]\n*', 2, "this is not a tag"),
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
        ('[Game "enso"]\n(c5xd5) c5xd5 *', 2, "a variation stands after the move that it replaces"),
        ('[Game "enso"]\nc5xd5 ( ) *', 2, "a variation has at least one move"),
        ('[Game "enso"]\nc5xd5 ({nothing}) *', 2, "a variation has at least one move"),
        ('[Game "enso"]\nc5xd5\n(b2xc1\n*', 4, "began in line 3 is never closed: its ) must come before the result"),
        ('[Game "enso"]\nc5xd5\n(b2xc1', 3, "its ) is missing, the record may be cut short"),
        ('[Game "enso"]\nc5xd5 )\n*', 2, "this ) closes no variation"),
        ('[Game "enso"]\nc5xd5 (1.) *', 2, "no move follows the turn number 1."),
        ('[Game "enso"]\nc5xd5 1... (b2xc1) *', 2, "no move follows the turn number 1..."),
        ('[Game "enso"]\nc5xd5 1... $1 *', 2, "no move follows the turn number 1..."),
        ('[Game "enso"]\nc5xd5\n(1... b2xc1) *', 3, "should be 1., not 1..."),
        ('[Game "enso"]\nc5xd5 c2xd2\n(c2xd2\nc2xd2) *', 4, "move 3 of a variation, 'c2xd2': there is no stone on c2"),
        ('[Game "enso"]\nc5xd5 c2xd2 (c2xd2 (c5xd5)) *', 2, "move 2 of a variation, 'c5xd5': there is no stone on c5"),
        ('[Game "enso"]\nc5xd5!!! *', 2, "!!! after 'c5xd5' is not a glyph; one is !, ?, !!, ??, !?, ?!"),
        ('[Game "enso"]\nc5xd5 ! *', 2, "stands right after its move"),
        ('[Game "enso"]\nc5xd5 $7 *', 2, "$1 to $6 are read"),
        ('[Game "enso"]\nc5xd5! $2 *', 2, "two glyphs"),
        ('[Game "enso"]\n$2 c5xd5 *', 2, "a glyph stands after its move"),
        ('[Game "enso"]\nc5xd5 ([%clk 0:00:01] b2xc1) *', 2, "a clock time stands after its move"),
        ('[Game "enso"]\nc5xd5 ' + "(b2xc1 " * 33 + ")" * 33 + "*", 2, "32 deep; this is deeper"),
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


def test_a_huge_file_that_is_no_text_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE * 1000)
    with pytest.raises(RecordError, match="not a text file"):
        read_file(path)


def test_a_file_may_be_of_any_size_but_a_record_may_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reader.LONGEST_RECORD == 8_000_000
    longest = 10_000
    monkeypatch.setattr(reader, "LONGEST_RECORD", longest)
    monkeypatch.setattr(reader, "PIECE", 100)
    path = tmp_path / "large"
    path.write_text("\n" * longest * 2 + WON + " " * longest * 2 + WON * 100)
    assert [each.tags for each in read_file(path)] == [one(WON).tags] * 101
    for endless in ('[Game "enso"] ' + "c5xd5 " * longest, '[Game "enso"] ' + "x" * 2 * longest):
        path.write_text("\n" + endless)
        with pytest.raises(RecordError, match="line 2: a record has at most 10,000 characters"):
            read_file(path)
    path.write_text('\n[Game "enso"]\n{' + "never closed " * longest)
    with pytest.raises(RecordError, match="line 3: this comment is never closed"):
        read_file(path)


class Counted(io.BytesIO):
    """A file that counts what is read from it."""

    bytes_read = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.bytes_read += len(data)
        return data


@pytest.mark.parametrize("filling", ["d4 ", "(d4)", "(d4 (e4) d5)", "d4 {a comment} "])
def test_a_record_with_too_many_moves_is_refused_as_soon_as_they_are_read(filling: str) -> None:
    file = Counted(b'[Game "enso"]\nc5xd5 ' + filling.encode() * (8_000_000 // len(filling)) + b" *")
    with pytest.raises(RecordError, match="line 2: a record has at most 100,000 moves, variations included"):
        list(read_stream(file))
    needed = record_text.MOST_MOVES * len(filling) / max(1, filling.count("4") + filling.count("5"))
    assert file.bytes_read <= needed + 2 * reader.PIECE


def test_replaying_variations_lists_the_legal_moves_once_or_twice_per_move(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kakomi.new("enso")
    one_move, other = match.legal_moves[:2]
    listed = 0
    plain = Match._list

    def count(self: Match, position: list[int]) -> list[int]:
        nonlocal listed
        listed += 1
        return plain(self, position)

    monkeypatch.setattr(Match, "_list", count)
    record = one(f'[Game "enso"]\n{one_move} ' + f"({other}) " * 500 + "*")
    record.replay(kakomi.games.get)
    assert record.size == 501
    assert listed <= 2 * record.size


@pytest.mark.parametrize(
    "filling", ["{a}", "{a} ", "c5xd5 ", "c5xd5{a}[%clk 0:00:01]", "1. c5xd5 ", "\\", "\n", "(a)", "(a){b}"]
)
def test_the_reader_takes_time_in_proportion(filling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lot of anything is read within the test's patience; with a time that grows by the square it would take minutes."""
    monkeypatch.setattr(record_moves, "MOST_MOVES", 10**9)
    text = '[Game "enso"]\na ' + filling * (250_000 // len(filling)) + " *"
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


# --- what must hold always --------------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40)
running_texts = texts.map(record_text.running)
words = st.text(st.sampled_from("abc123x-,>!+=.\"'\\;é囲"), min_size=1, max_size=8)
moves = st.builds(
    RecordedMove,
    words.filter(lambda word: word not in ("1-0", "0-1") and word[-1] != "!" and not record_text.TURN.match(word)),
    running_texts,
    st.none() | st.integers(0, 10**9).map(lambda thousandths: thousandths / 1000),
    st.sampled_from(["", "1.", "27..."]),
    glyph=st.sampled_from(["", "", *record_text.GLYPHS]),
)
lines = st.lists(moves, min_size=1, max_size=4)
lines_with_variations = st.recursive(
    lines,
    lambda inner: st.builds(
        lambda main, variations: [replace(main[0], variations=tuple(map(tuple, variations))), *main[1:]],
        lines,
        st.lists(inner, max_size=3),
    ),
    max_leaves=8,
)
records = st.builds(
    lambda tags, moves, comment, result: Record({"Game": "enso", **tags, "Result": result}, moves, comment),
    st.dictionaries(st.sampled_from(["First", "Second", "Event", "Option.x", "A.b_1", "Position"]), texts),
    st.lists(moves, max_size=30) | st.lists(lines_with_variations, max_size=4).map(lambda parts: [*chain(*parts)]),
    running_texts,
    st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]),
)


@settings(max_examples=300, deadline=None)
@given(written=st.lists(records, min_size=1, max_size=3))
def test_whatever_can_be_written_is_read_back_the_same(written: list[Record]) -> None:
    text = "\n".join(record.text() for record in written)
    found = read(text)
    assert found == written
    assert read(text.encode()) == written
    assert [[move.turn for move in record.moves] for record in found] == [
        [move.turn for move in record.moves] for record in written
    ]
    assert "\n".join(record.text() for record in found) == text


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


@functools.cache
def sound(place: int, seed: int) -> str:
    return Record.from_match(random_match(DEFAULTS[place], seed, 30), comment="c").text()


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_damaged_records_are_read_or_refused(data: st.DataObject) -> None:
    text = sound(data.draw(st.sampled_from(range(len(DEFAULTS)))), data.draw(st.integers(0, 3)))
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(text)))
        end = begin + data.draw(st.integers(0, 6))
        text = (
            text[:begin]
            + data.draw(st.text(st.sampled_from('[](){}"\\%*.-/1 0!?$\n\r\x00éxOption'), max_size=4))
            + text[end:]
        )
    check(text)
