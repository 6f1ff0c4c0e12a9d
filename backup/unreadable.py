"""Why a command cannot work on the data of this computer, in a sentence that says what to do."""

from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from jobs.full_disk import is_disk_full
from jobs.program import format_command

NO_WRITING = ("readonly database", "unable to open database file")
"""How SQLite says that it may not write, which it must even to read."""


def explain_unreadable(error: DatabaseError) -> str:
    """Whether there is no room, there are no data, older data, data that nobody may write, or damaged data: only the last need a backup."""
    values = {"place": settings.DATA, "reason": error}
    if is_disk_full(error):
        return _("The disk with %(place)s is full, and even reading needs room. Nothing is lost. Free some space and try again.") % values
    if any(sign in str(error) for sign in NO_WRITING):
        sentence = _(
            "Nothing can be written to %(place)s (%(reason)s), and even reading needs that. Nothing is damaged. Allow writing there, or"
            " copy the directory and name the copy with --data."
        )
        return sentence % values
    if (is_empty := _find_out(lambda: not connection.introspection.table_names())) is None:
        return _format_damage(error)
    if is_empty:
        return _("There are no data in %(place)s. Open La Bella once, or name another place with --data.") % values
    if _find_out(_is_older):
        sentence = _(
            "The data in %(place)s come from an older release, and nothing is damaged. Open La Bella once: it makes a copy and brings them"
            " up to this release."
        )
        return sentence % values
    return _format_damage(error)


def _format_damage(error: DatabaseError) -> str:
    sentence = _(
        "The data cannot be read (%(reason)s): file or disk is damaged. Keep it as it is, and restore the newest copy: %(command)s"
    )
    return sentence % {"reason": error, "command": format_command("restore_backup FILE")}


def _find_out(question: Callable[[], bool]) -> bool | None:
    """None where the database does not even say that."""
    try:
        return question()
    except DatabaseError:
        return None


def _is_older() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
