"""The server's log on stderr: lines for people, or one JSON object a line for machines.

The standard library's ``logging`` with one formatter: uvicorn, SQLAlchemy and asyncio write there already, so
another library would need a bridge from it and add nothing.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Literal

from catchlight.server.monitoring.trace import CURRENT

LogFormat = Literal["human", "json"]
_QUIET = ("uvicorn.error", "uvicorn.access", "sqlalchemy", "PIL", "asyncio", "httpx")
"""Loggers of libraries that tell only what is wrong."""
_PICTURE = re.compile(r"data:[\w.+/-]{1,80};base64,[A-Za-z0-9+/=]*")
_TOKEN = re.compile(r"(?i)\bbearer\s+\S+|\bcl_[A-Za-z0-9_-]{43}")
_INPUT = re.compile(r"input_value=.*?(?=, input_type=|$)", re.MULTILINE)
_LONG = 8000


def configure(form: LogFormat, worker: int | None = None) -> None:
    """Write this process's log to stderr. worker: number of the process where there are several."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLogFormatter(worker) if form == "json" else TextLogFormatter(worker))
    root = logging.getLogger()
    for before in list(root.handlers):
        root.removeHandler(before)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def redact(text: str) -> str:
    """Text for a log: without pictures, tokens, and the values that a failed validation repeats."""
    text = _PICTURE.sub("data:...", text)
    text = _INPUT.sub("input_value=...", _TOKEN.sub("Bearer ...", text))
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


class TextLogFormatter(logging.Formatter):
    """For people: time, level, what; a traceback below it."""

    def __init__(self, worker: int | None = None) -> None:
        number = "" if worker is None else f"[{worker}] "
        super().__init__(f"%(asctime)s %(levelname)s {number}%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class JsonLogFormatter(logging.Formatter):
    """For machines: one object a line, with the request that the line belongs to."""

    def __init__(self, worker: int | None = None) -> None:
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        trace = CURRENT.get()
        found: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
            "pid": record.process,
        }
        if self._worker is not None:
            found["worker"] = self._worker
        if trace is not None:
            found["requestId"] = trace.id
        found |= getattr(record, "facts", {})
        if record.exc_info:
            found["exception"] = redact(self.formatException(record.exc_info))
        return json.dumps(found, ensure_ascii=False, default=str)
