"""Records for the tests, and what reads or refuses them."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import RecordError
from kakomi.core.records.record import Record, read

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
