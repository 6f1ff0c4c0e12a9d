"""From the browser of another computer: bring back a whole desk from a copy."""

import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.core.management import call_command
from django.db import connection
from django.utils.translation import gettext as _

from backup.backups import IMPORT, check_backup, check_release, keep_login, make_backup, restore_database
from exchange.bundles import import_bundle
from exchange.values import CopiedTournament
from jobs.unfinished import unfinished
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

KINDS = (".sqlite3", ".zip")


def is_desk_empty() -> bool:
    """Whether nothing but the demonstration is here."""
    return not Tournament.objects.filter(demonstration=False).exists()


def bring_back_copy(upload: UploadedFile, *, admin: User) -> tuple[CopiedTournament, ...]:
    """Set this desk to a copy that another desk or a hosted site made; return the tournaments of the copy.

    1. Stores the file in the data directory and checks all of it. 2. Makes a backup of what is here. 3. A desk's copy replaces everything,
    and is brought up to this release; of a site's archive every tournament is imported. 4. Keeps the admin's login as it is on this
    computer. Raises: ChangeRefused; BrokenCopy; nothing is changed then.
    """
    suffix = Path(upload.name or "").suffix.lower()
    if connection.vendor != "sqlite":
        raise ChangeRefused("not_a_desk", _("On a server, backups cannot be restored here. Import the tournament file instead."))
    if suffix not in KINDS:
        raise ChangeRefused("no_copy", _("This is no copy of La Bella: its name begins with labella- and ends in .sqlite3 or .zip."))
    with tempfile.TemporaryDirectory(prefix="bring-back-", dir=settings.DATA) as place:
        path = Path(place) / f"copy{suffix}"
        with path.open("wb") as file:
            shutil.copyfileobj(upload, file)
        tournaments = check_backup(path)
        if suffix == ".zip":
            with unfinished(IMPORT, path=str(path), username=admin.username):
                import_bundle(path, actor=admin)
            return tournaments
        check_release(path)
        make_backup(occasion="before_restore")
        with keep_login(admin):
            restore_database(path)
            for alias in settings.DATABASES:
                call_command("migrate", database=alias, verbosity=0, interactive=False)
    return tournaments
