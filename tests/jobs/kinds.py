"""Kinds of work for tests; `JOB_KINDS` names them by dotted path as it names the real ones."""

from typing import Any

from django.db import OperationalError, connection
from django.utils.translation import gettext

from jobs.results import JobRefusedError, JobResult, ProgressReporter

KINDS = {name: f"tests.jobs.kinds.{name}" for name in ("shout", "say", "refuse", "break_down", "lose_database", "nothing")}


def shout(arguments: dict[str, Any], report: ProgressReporter) -> JobResult:
    report(100, "shouted")
    return JobResult("shout.txt", "text/plain", arguments["text"].upper().encode())


def say(arguments: dict[str, Any], report: ProgressReporter) -> JobResult:
    return JobResult("said.txt", "text/plain", gettext("Try again").encode())


def refuse(arguments: dict[str, Any], report: ProgressReporter) -> None:
    raise JobRefusedError("there is no such round")


def break_down(arguments: dict[str, Any], report: ProgressReporter) -> None:
    raise OSError("disk full")


def lose_database(arguments: dict[str, Any], report: ProgressReporter) -> None:
    """PostgreSQL ends the connection, as when it dies; SQLite has none to lose and is busy."""
    if connection.vendor != "postgresql":
        raise OperationalError("database is locked")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def nothing(arguments: dict[str, Any], report: ProgressReporter) -> None:
    report(50, "half way")
