"""Files of many games: read one after another, whatever the pieces they come in; tags, comments and clocks kept."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakomi
from kakomi import RecordError
from kakomi.core.records import reader
from kakomi.core.records.record import Record, read, read_records, read_stream, write_file
from tests.contract import VARIANTS, Variant, random_match
from tests.core.records import GET, OPEN, WON, one, won

NOTED = f"""\
[Game "enso"]
[Rules "standard"]
[RulesVersion "1"]
[Kakomi "{kakomi.__version__}"]
[First "Ada"]
[Second "Bo"]
[Date "2026-11-14"]
[Event "Night of games"]
[Result "0-1"]
[Clause "time"]

{{a friendly game}} 1. c5xd5 {{bold}} [%clk 0:09:58.250] c2xd2 [%clk 0:10:00] 2. d5xd2 {{why not?}} 0-1
"""


# --- tags, comments and clocks ----------------------------------------------------------------------------------------


def test_a_match_keeps_what_its_record_says_and_writes_it_again(tmp_path: Path) -> None:
    path, again = tmp_path / "game.txt", tmp_path / "again.txt"
    path.write_text(NOTED)
    [match] = kakomi.load(path)
    assert match.tags == {"First": "Ada", "Second": "Bo", "Date": "2026-11-14", "Event": "Night of games"}
    assert match.comments == {0: "a friendly game", 1: "bold", 3: "why not?"}
    assert match.clocks == {1: 598.25, 2: 600.0}
    kakomi.save(match, again)
    assert again.read_text() == NOTED


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_notes_survive_in_every_way_to_play(variant: Variant, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    matches = [random_match(variant, seed, 30) for seed in range(2)]
    for match in matches:
        match.tags = {"First": "Ada", "Second": "Bo", "Event": 'the "great" \\ one'}
        match.comments = {ply: f"comment }} {ply}" for ply in range(0, match.ply + 1, 2)}
        match.clocks = {ply: 600 - ply / 8 for ply in range(1, match.ply + 1, 3)}
    kakomi.save(matches, path)
    text = path.read_text()
    again = kakomi.load(path)
    assert again == matches
    for match, other in zip(matches, again, strict=True):
        assert (other.tags, other.comments, other.clocks) == (match.tags, match.comments, match.clocks)
    kakomi.save(again, path)
    assert path.read_text() == text


def test_what_is_given_goes_before_what_the_match_has() -> None:
    match = one(NOTED).replay(GET)
    record = Record.from_match(
        match, first="Cy", date="2026-11-15", comments=["x"], clocks=[], comment="", tags={"Event": "E"}
    )
    assert [record.tags[name] for name in ("First", "Second", "Date", "Event")] == ["Cy", "Bo", "2026-11-15", "E"]
    assert [move.comment for move in record.moves] == ["x", "", ""]
    assert [move.clock for move in record.moves] == [None] * 3
    assert record.comment == ""


def test_a_move_taken_back_takes_its_comment_and_clock_along() -> None:
    match = one(NOTED).replay(GET)
    for _ in range(3):
        match.pop()  # the end on time, then two moves
    assert (match.comments, match.clocks) == ({0: "a friendly game", 1: "bold"}, {1: 598.25})


@pytest.mark.parametrize(
    ("notes", "reason"),
    [
        ({"comments": {9: "x"}}, "a comment for move 9, but the match has 3 moves"),
        ({"comments": {-1: "x"}}, "a comment for move -1"),
        ({"clocks": {0: 1.0}}, "a clock time for move 0"),
        ({"clocks": {1: -5.0}}, "clock"),
        ({"comments": {1: chr(7)}}, "plain text"),
        ({"tags": {"Result": "1-0"}}, "the tag Result is the match's own"),
        ({"tags": {"Option.size": "7"}}, "the match's own"),
        ({"tags": {"two words": "x"}}, "not a tag name"),
        ({"tags": {"Date": "today"}}, "a date is written like"),
    ],
)
def test_notes_that_cannot_be_written_are_refused(notes: dict[str, dict[object, object]], reason: str) -> None:
    match = one(NOTED).replay(GET)
    for name, value in notes.items():
        setattr(match, name, value)
    with pytest.raises(RecordError, match=reason):
        Record.from_match(match)


# --- one after another ------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(size=st.integers(1, 40), order=st.lists(st.sampled_from([WON, OPEN, NOTED]), min_size=1, max_size=3))
def test_the_size_of_the_pieces_does_not_matter(size: int, order: list[str]) -> None:
    text = "\ufeff" + "\r\n".join(order).replace("bold", "b\u00f6ld \u56f2\u307f").replace("\n", "\r\n")
    whole = read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "PIECE", size)
        pieces = list(read_stream(io.BytesIO(text.encode())))
    assert pieces == whole
    assert [move.line for each in pieces for move in each.moves] == [move.line for each in whole for move in each.moves]


@settings(max_examples=60, deadline=None)
@given(
    size=st.integers(1, 40), at=st.integers(0, 400), fault=st.sampled_from(["\x00", "}", "[x", "{", "\u00e9", "1-0 "])
)
def test_faults_are_found_on_the_same_line_in_pieces(size: int, at: int, fault: str) -> None:
    text = NOTED[:at] + fault + NOTED[at:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "PIECE", size)
        in_pieces = outcome_of(read_stream(io.BytesIO(text.encode())))
    whole = outcome_of(read_stream(io.BytesIO(text.encode())))
    if "not a text file" in str(whole):
        return  # what is no text is noticed when its piece comes: after an earlier fault, if pieces are small
    assert in_pieces == whole


def outcome_of(records: Iterator[Record]) -> object:
    """The records, or the line and the reason of the refusal."""
    try:
        return list(records)
    except RecordError as error:
        return error.line, str(error).partition(" not with ")[0]


def test_bytes_that_are_not_utf_8_are_refused_on_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PIECE", 100)
    data = (NOTED * 20).encode() + b"\n\xff"
    records = read_stream(io.BytesIO(data))
    with pytest.raises(RecordError, match="UTF-8") as caught:
        list(records)
    assert caught.value.line == data.count(b"\n") + 1


def test_records_before_a_fault_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(WON + "\n" + OPEN + "\nrubbish")
    records = read_records(path)
    assert next(records).result == "1-0"
    assert next(records).result == "*"
    with pytest.raises(RecordError, match="line 18: a record begins with a tag"):
        next(records)


def test_a_large_file_is_neither_read_nor_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PIECE", 1_000)
    path = tmp_path / "games.txt"
    record = one(NOTED)
    count = 200_000 // len(NOTED)
    tracemalloc.start()
    try:
        write_file(path, (record for _ in range(count)))
        assert sum(1 for _ in read_records(path)) == count
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 180_000
    assert peak < 100_000


def test_matches_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    kakomi.save([won(), won()], path)
    matches = kakomi.read_matches(path)
    assert next(matches) == won()
    assert [match.outcome for match in matches] == [won().outcome]


def test_a_file_that_cannot_be_read_says_so_when_it_is_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        next(read_records(tmp_path / "missing"))
    (tmp_path / "empty").touch()
    with pytest.raises(RecordError, match="there is no record"):
        list(read_records(tmp_path / "empty"))


def test_a_record_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(NOTED)
    with pytest.raises(RecordError):
        write_file(path, [one(WON), Record({})])
    assert path.read_text() == NOTED
    assert [each.name for each in tmp_path.iterdir()] == ["games.txt"]
