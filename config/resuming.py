"""What a start does about work that a power cut or a kill interrupted: it finishes it or takes it back, and says which."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections
from django.utils import timezone
from django.utils.translation import gettext as _

from backup.backups import delete_stray_drafts
from backup.erasure import finish_erasures
from backup.event_check import delete_stray_drills
from backup.intentions import delete_intention_drafts
from backup.restoring import IMPORT, RESTORE, store_login
from backup.sticks import delete_stick_drafts
from desk.rehearsal.demonstration import DEMONSTRATION, archive_interrupted_demonstration
from exchange.bundles import import_rest
from exchange.values import BrokenCopy
from jobs.machine import delete_file
from jobs.unfinished import delete_note_drafts, forget_unfinished, read_unfinished
from scoring.ledger.lost_entries import LOST, check_last_heads, forget_noted_heads
from tournaments.refusals import ChangeRefused

FIRST_START = "first_start"


def take_back_first_start(data: Path) -> bool:
    """Delete what an interrupted first start left, so that it begins anew. Return whether there was one; nobody had worked there.

    On a server, whose database is not ours to delete, everything that the first start does is repeated instead.
    """
    if read_unfinished(FIRST_START) is None:
        return False
    if connections["default"].vendor == "sqlite":
        for alias in settings.DATABASES:
            connections[alias].close()
            database = Path(connections[alias].settings_dict["NAME"])
            for file in database.parent.glob(f"{database.name}*"):
                delete_file(file)
        delete_file(data / "login.txt")
        forget_noted_heads()
        for kind in (LOST, DEMONSTRATION):
            forget_unfinished(kind)
    return True


def finish_interrupted(data: Path) -> Iterator[str]:
    """Finish or take back everything else that was begun; yields a sentence for each."""
    delete_stray_drafts()
    delete_stick_drafts()
    delete_note_drafts()
    delete_intention_drafts()
    if (login := read_unfinished(RESTORE)) is not None:
        store_login(**login)
        forget_unfinished(RESTORE)
        yield _("Restoring a backup was interrupted. The data are whole; log in with the password of this computer.")
    if (bundle := read_unfinished(IMPORT)) is not None:
        yield _finish_import(Path(bundle["path"]), bundle["username"])
    delete_stray_drills()
    for directory in data.glob("bring-back-*"):
        shutil.rmtree(directory, ignore_errors=True)
    if read_unfinished(DEMONSTRATION) is not None:
        archive_interrupted_demonstration(timezone.now())
        forget_unfinished(DEMONSTRATION)
        yield _("The demonstration was interrupted. What there was of it is in the archive.")
    for ledger in check_last_heads() if connections["default"].vendor == "sqlite" else ():
        sentence = _("Saved results of “%(name)s” are missing (%(count)d entries): a file of the database was lost. Compare the sheets.")
        yield sentence % {"count": ledger.count, "name": ledger.name}
    if finished := finish_erasures(timezone.now()):
        yield _("Erasing a name was not complete. It is finished now (%(count)d).") % {"count": finished}


def _finish_import(path: Path, username: str) -> str:
    actor = User.objects.filter(username=username).first()
    try:
        imported = import_rest(path, actor=actor) if actor else ()
    except (ChangeRefused, BrokenCopy) as refusal:
        sentence = _("Importing %(file)s was interrupted and cannot be finished: %(reason)s Import it again.")
        return sentence % {"file": path.name, "reason": refusal}
    finally:
        forget_unfinished(IMPORT)
    return _("Importing %(file)s was interrupted and is finished now: %(count)d more.") % {"file": path.name, "count": len(imported)}
