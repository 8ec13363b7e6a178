"""Refusals say what is right and never where the database is."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from kakomi.server.http.errors import from_error
from kakomi.store.database import open_database
from kakomi.store.errors import Busy, Conflict, StoreError, Unplayable
from kakomi.store.writer import Store


def test_a_database_that_fails_is_a_503_without_its_address() -> None:
    error = StoreError('the database could not be read: connection to server on socket "/run/pg/.s.5432" failed')
    refusal = from_error(error)
    assert (refusal.code, refusal.status) == ("store/failed", 503)
    assert "/run" not in refusal.message


@pytest.mark.parametrize(
    ("error", "status"), [(Busy("locked"), 503), (Conflict("changed"), 409), (Unplayable("old rules"), 409)]
)
def test_other_errors_of_the_store_keep_their_sentence(error: StoreError, status: int) -> None:
    assert (from_error(error).status, from_error(error).message) == (status, str(error))


def test_a_damaged_database_is_an_error_of_the_store(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("damaged") / "games.db"
    store = Store(open_database(f"sqlite:///{file}"))
    try:
        with pytest.raises(StoreError) as failed:
            store.read_now(lambda connection: connection.execute(text("SELECT * FROM nowhere")))
        assert from_error(failed.value).status == 503
    finally:
        store.close()
