"""Settings from flags and the environment, and what is said about names that have changed."""

from __future__ import annotations

import pytest

from kakomi.core.errors import OptionError
from kakomi.server.settings import from_environment
from tests import forked


def test_the_log_level_is_a_flag_or_a_variable_and_the_flag_wins() -> None:
    assert from_environment({"KAKOMI_LOG_LEVEL": "debug"}).log_level == "debug"
    assert from_environment({"KAKOMI_LOG_LEVEL": "debug"}, log_level="error").log_level == "error"
    with pytest.raises(OptionError, match="log-level must be debug, info, warning or error"):
        from_environment({"KAKOMI_LOG_LEVEL": "loud"})


def test_the_old_name_of_the_log_level_is_refused_with_the_new_one() -> None:
    with pytest.raises(OptionError, match="KAKOMI_LEVEL is now called KAKOMI_LOG_LEVEL"):
        from_environment({"KAKOMI_LEVEL": "debug"})
    ended = forked.run(forked.COMMAND, ["serve", "--level", "debug"])
    assert ended.returncode != 0
    assert b"--level is now called --log-level" in ended.stderr


@pytest.mark.parametrize("short", ["postgres://ada@db/games", "postgresql://ada@db/games"])
def test_a_postgresql_address_gets_its_driver(short: str) -> None:
    assert from_environment({}, database=short).url == "postgresql+psycopg://ada@db/games"


def test_other_databases_are_refused() -> None:
    with pytest.raises(OptionError, match="postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE"):
        _ = from_environment({}, database="mysql://ada@db/games").url
