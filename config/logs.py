"""How the log is written: plain lines for people, or one JSON object a line for programs that collect it."""

import datetime as dt
import json
import logging
from typing import Any


class JsonFormatter(logging.Formatter):
    """A record as JSON: time in UTC, level, logger, message, process, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": dt.datetime.fromtimestamp(record.created, tz=dt.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class CulpritHandler(logging.Handler):
    """Writes nothing: whatever error is logged, the page of plug-ins names the game in whose code it was raised."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] and not record.name.startswith("plugins."):
            from plugins.registry import note_culprit  # noqa: PLC0415 - the settings read this module before there are games

            note_culprit(record.exc_info[1])


def build_formatter(kind: str) -> dict[str, Any]:
    """The formatter of the settings’ `LOGGING`; `kind` is "json" or "plain"."""
    if kind == "json":
        return {"()": "config.logs.JsonFormatter"}
    return {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
