"""Logs as lines of JSON on standard error."""

from __future__ import annotations

import datetime
import logging
import sys

import orjson

PLAIN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object per line: time, level, logger, event, and the extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        entry: dict[str, object] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        entry |= {name: value for name, value in record.__dict__.items() if name not in PLAIN}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return orjson.dumps(entry, default=str).decode()


def _ours(record: logging.LogRecord) -> bool:
    """Whether it concerns the server: a client that sends invalid UTF-8 gets an answer, and needs no traceback here."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


def begin(level: str) -> None:
    """Log to standard error, at this level and above."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
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
