"""Which database a command works on: the flags that it shares with `kakomi serve`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from kakomi.core.errors import EngineError

if TYPE_CHECKING:
    from kakomi.server.settings import ServerSettings

PASSWORD_SHOWN = (
    "kakomi: the database's password is on the command line, where every user of this machine can read it; put it into "
    "~/.pgpass, PGPASSFILE or KAKOMI_DATABASE instead"
)


def add_database(parser: argparse.ArgumentParser) -> None:
    """--database and --data."""
    parser.add_argument("--database", metavar="URL", help="postgresql://USER@HOST/NAME or sqlite:///FILE")
    parser.add_argument("--data", metavar="FOLDER", help="the folder of the database and the secret key")


def read_settings(**flags: object) -> ServerSettings:
    """The settings of flags and environment; EngineError where the server's packages are missing."""
    try:
        from sqlalchemy.engine import make_url

        from kakomi.server.settings import from_environment
    except ModuleNotFoundError as error:
        raise missing(error) from error
    settings = from_environment(os.environ, **flags)
    if flags.get("database") and make_url(settings.url).password and sys.stderr is not None:
        print(PASSWORD_SHOWN, file=sys.stderr)
    return settings


def missing(error: ModuleNotFoundError) -> EngineError:
    """The error for a package of the server that is not installed."""
    return EngineError(f"the server needs {error.name}; to install it: pip install 'kakomi[server]'")
