"""Bring the databases of a desk up to this release, or say why not and change nothing."""

import random
import time
from collections.abc import Iterable
from contextlib import nullcontext
from enum import Enum, auto
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backup.backups import list_backups, make_backup
from backup.new_database import create_tables
from backup.releases import check_release, find_newer_migrations, format_newer_release
from backup.restoring import BEFORE_MIGRATING, restore_database
from exchange.values import Backup, BrokenCopy
from jobs.full_disk import is_disk_full
from jobs.machine import delete_file
from jobs.program import format_command, format_start, quote_path
from jobs.replicas import list_own_databases
from jobs.unfinished import read_unfinished, unfinished
from tournaments.refusals import ChangeRefused

_ADVICE = {
    "default": gettext_lazy("Move the file away and bring a backup back: %(command)s."),
    "ephemeral": gettext_lazy("It holds logins of phones and people only: delete it, and everybody logs in again."),
}


LOCK_SECONDS, LOCK_ATTEMPTS = 1.0, 60
"""How long a migration of a hosted site waits for a table, a third of what saves wait for one, and how often it tries: minutes in all."""
LOCK_NOT_AVAILABLE = "55P03"


class MigrationState(Enum):
    """What a database is to this release: nobody used it yet, migrations are due for it, or none are."""

    EMPTY = auto()
    OLDER = auto()
    CURRENT = auto()


def migrate_databases() -> Backup | None:
    """Migrate every database; return the backup that was made before, when a desk with data had to change.

    1. Checks that the files are whole and that no newer release has changed them. 2. Makes a backup of a SQLite desk that is not new and
    for which migrations are due; where a start was interrupted there, its backup is the one. 3. Migrates; where what was interrupted cannot
    go on, once more from its backup; when that fails, puts the backup back. Raises: CommandError, and nothing is changed.
    """
    states = {alias: _read_state(alias) for alias in list_own_databases()}
    outdated = [alias for alias, state in states.items() if state != MigrationState.CURRENT]
    is_used_desk = states["default"] == MigrationState.OLDER and connections["default"].vendor == "sqlite"
    interrupted = _find_interrupted()
    backup = interrupted or (_make_backup() if is_used_desk else None)
    try:
        with unfinished(BEFORE_MIGRATING, backup=backup.name) if backup else nullcontext():
            try:
                _migrate(outdated)
            except DatabaseError:
                if interrupted is None:
                    raise
                _migrate_from(interrupted, outdated)
    except DatabaseError as error:
        if backup is None:
            raise
        restore_database(backup.path)
        sentence = _("The desk cannot be brought up to this release (%(reason)s). It is as it was: go on with the release that you had.")
        raise CommandError(sentence % {"reason": error}) from error
    return backup


def _migrate(aliases: Iterable[str]) -> None:
    for alias in aliases:  # the command alone takes a tenth of a start and megabytes for models as they once were
        create_tables(alias)
        if connections[alias].vendor == "postgresql":
            _migrate_beside_players(alias)
        else:
            call_command("migrate", database=alias, verbosity=0, interactive=False)


def _migrate_beside_players(alias: str) -> None:
    """Migrate while other hosts save: who waits for a lock makes all others wait behind, so a migration gives way soon and begins again.

    Raises: OperationalError when its turn never came.
    """
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        with connections[alias].cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{int(LOCK_SECONDS * 1000)}ms'")
        try:
            call_command("migrate", database=alias, verbosity=0, interactive=False)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) != LOCK_NOT_AVAILABLE or attempt == LOCK_ATTEMPTS:
                raise
            time.sleep(random.uniform(1, 3))  # noqa: S311 - gives those who wait their turn; nothing secret
        else:
            break
    with connections[alias].cursor() as cursor:
        cursor.execute("RESET lock_timeout")


def _migrate_from(backup: Backup, outdated: list[str]) -> None:
    """Migrate the desk as it was, after a kill between what a migration did and the row that says so, which Django writes afterwards.

    Of logins there is no backup: theirs begin anew, and everybody logs in again.
    """
    if "ephemeral" in outdated:
        connections["ephemeral"].close()
        for file in _get_place("ephemeral").parent.glob(f"{_get_place('ephemeral').name}*"):
            delete_file(file)
    restore_database(backup.path)
    _migrate(list_own_databases())


def protect_database_files() -> None:
    """Let nobody but the desk's own user read the SQLite files; the logs beside a file take over its mode."""
    for alias in list_own_databases():
        if connections[alias].vendor == "sqlite":
            path = Path(connections[alias].settings_dict["NAME"])
            for file in path.parent.glob(f"{path.name}*"):
                file.chmod(0o600)


def _read_state(alias: str) -> MigrationState:
    """Raises CommandError as `migrate_databases`."""
    try:
        _check_pages(alias)
        executor = MigrationExecutor(connections[alias])
    except DatabaseError as error:
        if connections[alias].vendor != "sqlite" or is_disk_full(error):
            raise
        sentence = _("%(place)s cannot be read (%(reason)s). %(advice)s Nothing was changed.")
        raise CommandError(sentence % {"place": _get_place(alias), "reason": error, "advice": _format_advice(alias)}) from error
    applied = executor.loader.applied_migrations
    if find_newer_migrations(applied):
        raise CommandError(f"{format_newer_release(_get_place(alias))} {_format_way_back(alias)}")
    if not applied:
        return MigrationState.EMPTY
    return MigrationState.OLDER if executor.migration_plan(executor.loader.graph.leaf_nodes()) else MigrationState.CURRENT


def _format_advice(alias: str) -> str:
    return _ADVICE[alias] % {"command": format_command("restore_backup FILE")}


def _format_way_back(alias: str) -> str:
    """What to do with a database of a newer release: open it there, or go back to the newest copy that this release can read."""
    if alias == "ephemeral":
        return _("%(advice)s Nothing was changed.") % {"advice": _format_advice(alias)}
    start = format_start("DATA", "/path/to/data")
    sentences = [_("Nothing was changed. Open it with that release, or choose another place: %(command)s.") % {"command": start}]
    if backup := next(filter(_is_readable, list_backups()), None):
        command = format_command(f"restore_backup {quote_path(backup.path)}")
        sentence = _(
            "To go back with this release to how the desk was on %(date)s: %(command)s. What was entered since then stays in the copy that"
            " this makes."
        )
        sentences.append(sentence % {"date": date_format(localtime(backup.made_at), "SHORT_DATETIME_FORMAT"), "command": command})
    return " ".join(sentences)


def _is_readable(backup: Backup) -> bool:
    """Whether this release can go on with the backup."""
    try:
        check_release(backup.path)
    except (BrokenCopy, ChangeRefused):
        return False
    return True


def _check_pages(alias: str) -> None:
    """Raises DatabaseError when pages of a SQLite file are damaged."""
    if connections[alias].vendor != "sqlite":
        return
    with connections[alias].cursor() as cursor:
        (damage,) = cursor.execute("PRAGMA quick_check(1)").fetchone()
    if damage != "ok":
        raise DatabaseError(damage)


def _find_interrupted() -> Backup | None:
    """The backup that an interrupted start made before it began to migrate: the desk as it was."""
    name = (read_unfinished(BEFORE_MIGRATING) or {}).get("backup")
    return next((backup for backup in list_backups() if backup.name == name), None)


def _make_backup() -> Backup:
    try:
        return make_backup(occasion=BEFORE_MIGRATING)
    except (ChangeRefused, BrokenCopy) as error:
        sentence = _("Nothing was changed. Before this release changes the desk it makes a backup, and cannot: %(reason)s")
        raise CommandError(sentence % {"reason": error}) from error


def _get_place(alias: str) -> Path:
    return Path(connections[alias].settings_dict["NAME"])
