"""Rows that a builder wrote, kept and written again: a test that wants another test's evening does not wait until it is played anew.

One process of a run plays it, the others read its file. Only on SQLite, inside a transaction that is taken back, where nobody but a few
users exists yet. On PostgreSQL, and wherever a test has written more before, the evening is played.
"""

import functools
import hashlib
import os
import pickle
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, models

CONSTANT = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
USERS = "auth_user"
MOST_USERS = 3
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
PLACES: dict[str, Path] = {}
"""Where this run keeps its `evenings`; `tests.conftest` says so."""
TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"

Rows = dict[str, tuple[tuple[Any, ...], ...]]


def record_rows(build: Callable[..., models.Model]) -> Callable[..., models.Model]:
    """Decorate a builder that returns a row and whose other rows depend on its arguments alone."""

    @functools.wraps(build)
    def build_or_repeat(**arguments: object) -> models.Model:
        before = read_rows() if connection.vendor == "sqlite" and connection.in_atomic_block else None
        if before is None or set(before) - {USERS} or len(before.get(USERS, ())) > MOST_USERS:
            return build(**arguments)
        names = User.objects.order_by("pk").values_list("pk", "username", "is_superuser")
        key = repr((build.__module__, build.__qualname__, sorted(arguments.items()), tuple(names)))
        path = PLACES["evenings"] / hashlib.sha256(key.encode()).hexdigest()
        if (recording := read_recording(path)) is None:
            built = build(**arguments)
            keep_recording(path, (type(built), built.pk, subtract_rows(read_rows(), before)))
            return built
        model, pk, rows = recording
        write_rows(rows)
        return model.objects.get(pk=pk)

    return build_or_repeat


@functools.cache
def read_recording(path: Path) -> tuple[type[models.Model], object, Rows] | None:
    return pickle.loads(path.read_bytes()) if path.exists() else None


def keep_recording(path: Path, recording: tuple[type[models.Model], object, Rows]) -> None:
    path.parent.mkdir(exist_ok=True)
    written = path.with_suffix(f".{os.getpid()}")
    written.write_bytes(pickle.dumps(recording))
    written.replace(path)
    read_recording.cache_clear()


def subtract_rows(after: Rows, before: Rows) -> Rows:
    """The rows that came, by their primary keys; who was there before stays as he is."""
    keys = {table: {row[0] for row in rows} for table, rows in before.items()}
    return {table: added for table, rows in after.items() if (added := tuple(row for row in rows if row[0] not in keys.get(table, ())))}


def read_rows() -> Rows:
    """All rows of every table that is not empty."""
    tables = {name for (name,) in execute(TABLES)} - CONSTANT
    return {table: rows for table in sorted(tables) if (rows := tuple(execute(f"SELECT * FROM {table}")))}


def write_rows(tables: Rows) -> None:
    """Insert these rows with no trigger watching."""
    triggers = execute(TRIGGERS)
    with connection.cursor() as cursor:
        for name, _sql in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        for table, rows in tables.items():
            cursor.executemany(f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(rows[0]))})", rows)
        for _name, sql in triggers:
            cursor.execute(sql)


def execute(sql: str) -> Iterable[tuple[Any, ...]]:
    """Values as SQLite stores them, not as Python would read them."""
    return connection.connection.execute(sql).fetchall()
