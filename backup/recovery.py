"""From the browser of another computer: bring back a whole desk from a copy."""

import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from backup.backups import add_backup, check_backup
from backup.restoring import BEFORE_MIGRATING, import_archive, keep_login, read_own_migrations, replace_desk, restore_database
from backup.sqlite_copy import applied_migrations
from exchange.values import CopiedTournament
from jobs.unfinished import unfinished
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

ARCHIVE = ".zip"
KINDS = (".sqlite3", ARCHIVE)


def is_desk_empty() -> bool:
    """Whether nothing but the demonstration is here."""
    return not Tournament.objects.filter(demonstration=False).exists()


def is_archive(upload: UploadedFile) -> bool:
    """Whether a file is named like the archive of a hosted site, whose tournaments come beside those that are here."""
    return Path(upload.name or "").suffix.lower() == ARCHIVE


def bring_back_copy(upload: UploadedFile, *, admin: User) -> tuple[CopiedTournament, ...]:
    """Set this desk to a copy that another desk made, or take in the tournaments of a hosted site's archive; return those of the copy.

    Of a desk's copy: 1. keeps it among the backups of this computer and checks all of it; 2. makes a backup of what is here and replaces
    everything; 3. brings it up to this release; 4. keeps the admin's login as it is on this computer. Of an archive every tournament is
    imported. Raises: ChangeRefused; BrokenCopy; nothing is changed then. PartlyImported.
    """
    if connection.vendor != "sqlite":
        raise ChangeRefused("not_a_desk", _("On a server, backups cannot be restored here. Import the tournament file instead."))
    if Path(upload.name or "").suffix.lower() not in KINDS:
        raise ChangeRefused("no_copy", _("This is no copy of La Bella: its name begins with labella- and ends in .sqlite3 or .zip."))
    if is_archive(upload):
        return _bring_archive(upload, admin)
    brought = add_backup(upload.chunks(), at=timezone.now())
    is_older = applied_migrations(brought.path) != read_own_migrations()
    with keep_login(admin):
        present = replace_desk(brought.path)
        if is_older:
            _bring_up(brought.name, present.path)
    return brought.tournaments


def _bring_up(name: str, present: Path) -> None:
    """Migrate the desk that was brought back from the backup `name`; a start after a kill goes on from there. Raises: ChangeRefused."""
    try:
        with unfinished(BEFORE_MIGRATING, backup=name):
            for alias in settings.DATABASES:
                call_command("migrate", database=alias, verbosity=0, interactive=False)
    except DatabaseError as error:
        restore_database(present)
        sentence = _("The copy cannot be brought up to this release (%(reason)s). Use the release that made it.")
        raise ChangeRefused("not_brought_up", sentence % {"reason": error}) from error


def _bring_archive(upload: UploadedFile, admin: User) -> tuple[CopiedTournament, ...]:
    with tempfile.TemporaryDirectory(prefix="bring-back-", dir=settings.DATA) as place:
        path = Path(place) / f"copy{ARCHIVE}"
        with path.open("wb") as file:
            shutil.copyfileobj(upload, file)
        tournaments = check_backup(path)
        import_archive(path, actor=admin)
    return tournaments
