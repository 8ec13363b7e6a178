"""The store's part: who may make a review, and what becomes of one whose maker is gone. On SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from kakomi.store import reviews
from kakomi.store.database import open_database


@pytest.fixture
def base(database: str) -> Iterator[Connection]:
    engine = open_database(database)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def test_one_process_makes_it_and_the_others_wait(base: Connection) -> None:
    assert reviews.claim(base, "r", None, "one", 1_000, 0)
    assert not reviews.claim(base, "r", None, "two", 1_500, 500)
    reviews.touch(base, "r", "two", 0.9, 1_600)  # not theirs
    reviews.touch(base, "r", "one", 0.5, 2_000)
    row = reviews.get(base, "r")
    assert row is not None
    assert (row.process, row.progress, row.touched) == ("one", 0.5, 2_000)
    reviews.finish(base, "r", "one", "{}", 3_000)
    assert not reviews.claim(base, "r", None, "two", 90_000, 80_000)
    reviews.release(base, "one")
    row = reviews.get(base, "r")
    assert row is not None
    assert row.review == "{}"


def test_one_whose_maker_is_silent_or_has_failed_can_be_taken_over(base: Connection) -> None:
    assert reviews.claim(base, "r", None, "one", 1_000, 0)
    assert reviews.claim(base, "r", None, "two", 9_000, 2_000)
    reviews.finish(base, "r", "one", "{}", 9_500)  # too late: it is another's now
    reviews.fail(base, "r", "two", "it died", 9_600)
    row = reviews.get(base, "r")
    assert row is not None
    assert (row.review, row.failure) == (None, "it died")
    assert reviews.claim(base, "r", None, "one", 9_700, 2_700)
    row = reviews.get(base, "r")
    assert row is not None
    assert (row.process, row.failure) == ("one", None)


def test_what_is_undone_is_given_up_and_what_nobody_keeps_is_forgotten(base: Connection) -> None:
    for name, process in (("a", "one"), ("b", "two"), ("c", "two")):
        assert reviews.claim(base, name, None, process, 1_000, 0)
    reviews.finish(base, "c", "two", "{}", 1_500)
    reviews.release(base, "one")
    assert [reviews.get(base, name) is None for name in "abc"] == [True, False, False]
    reviews.release(base)
    assert [reviews.get(base, name) is None for name in "abc"] == [True, True, False]
    reviews.prune(base, 1_500)
    assert reviews.get(base, "c") is not None
    reviews.prune(base, 1_501)
    assert reviews.get(base, "c") is None
