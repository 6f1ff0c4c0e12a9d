"""Which release a database belongs to: one that a newer release has changed is left alone."""

from collections.abc import Collection
from pathlib import Path

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from backup.sqlite_copy import applied_migrations
from tournaments.refusals import ChangeRefused

Migration = tuple[str, str]
"""An app and the name of a migration."""


def find_newer_migrations(applied: Collection[Migration]) -> list[Migration]:
    """Those among the applied migrations that this release does not have."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return sorted(set(applied) - loader.disk_migrations.keys())


def format_newer_release(place: Path | str) -> str:
    """The sentence with which start and restore refuse a database of a newer release; what to do instead follows it."""
    return _("%(place)s was used by a newer release of La Bella.") % {"place": place}


def check_release(path: Path) -> None:
    """Raises: ChangeRefused for a copy that a newer release has changed, with the sentence of the desk's start; BrokenCopy."""
    if find_newer_migrations(applied_migrations(path)):
        refusal = format_newer_release(path.name)
        raise ChangeRefused("newer_release", _("%(refusal)s Update La Bella on this computer, then restore it.") % {"refusal": refusal})
