"""Logs as lines of JSON on standard error."""

from __future__ import annotations

import datetime
import logging
import sys

import orjson

PLAIN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    """One object a line: time, level, logger, event, and whatever was said besides."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        told: dict[str, object] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        told |= {name: value for name, value in record.__dict__.items() if name not in PLAIN}
        if record.exc_info:
            told["trouble"] = self.formatException(record.exc_info)
        return orjson.dumps(told, default=str).decode()


def _ours(record: logging.LogRecord) -> bool:
    """Is it about us? Text that is not UTF-8 is the client's fault, which is answered and needs no traceback."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


def begin(level: str) -> None:
    """Log from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
        logger.filters[:] = [_ours]
    logging.getLogger("uvicorn.error").setLevel("WARNING" if level != "debug" else "DEBUG")
    logging.getLogger("alembic").setLevel("WARNING")
