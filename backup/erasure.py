"""Erasing a person everywhere we keep names."""

import datetime as dt
import logging
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils.translation import gettext as _

from backup.backups import backup_directory, make_backup, prune
from exchange.values import BrokenCopy
from jobs.files import result_directory
from jobs.locking import write_gate
from jobs.models import Job
from scoring.models import Draft, LedgerText, PaperStyle
from tournaments.models import Person, Tournament
from tournaments.people.erasure import forget_person, tournaments_of, without_names
from tournaments.permissions import require_director
from tournaments.refusals import Refused
from tournaments.transactions import write_tx

logger = logging.getLogger(__name__)

_TABLES = (
    "tournaments_person",
    "tournaments_historicalperson",
    "tournaments_entry",
    "tournaments_historicalentry",
    "tournaments_draw",
    "tournaments_forbiddenpair",
    "tournaments_substitution",
    "scoring_ledgertext",
    "scoring_draft",
    "scoring_paperstyle",
    "jobs_job",
)


def erase_person(person: Person, *, actor: AbstractBaseUser, at: dt.datetime) -> Refused | BrokenCopy | None:
    """Forget a person's name, and what it was before it was put right. Returns why something of ours still holds it; None: nothing does.

    1. Empties it in every row and history; words beside the ledger that hold it are emptied whole, with their salt, so that the chain
    stays valid. 2. Deletes kept files of finished work, which can be made again, and drawn pages. 3. Makes a new backup and deletes the
    older ones in the usual directory. 4. Rewrites the database file, where deleted text would linger. Copies elsewhere are for whoever made
    them.
    Raises: PermissionDenied for anybody who does not direct every tournament of the person (site admins may);
    Refused while a job is at work, whose file would hold the name again.
    """
    with write_tx():
        theirs = tournaments_of(person)
        _require_right(actor, theirs)
        if Job.objects.filter(state=Job.State.RUNNING).exists():
            raise Refused("at_work", _("Papers or a backup are being made at this moment: erase the name when they are ready."))
        fresh = Person.objects.select_for_update().get(pk=person.pk)
        names = forget_person(fresh, at=at)
        _forget_words(theirs, names)
    for kept in result_directory().glob("*"):
        kept.unlink(missing_ok=True)
    caches["drawn"].clear()
    return _renew_backups(at) or _rewrite_database()


def _require_right(actor: AbstractBaseUser, tournaments: list[Tournament]) -> None:
    if User.objects.filter(pk=actor.pk, is_superuser=True, is_active=True).exists():
        return
    if not tournaments:
        raise PermissionDenied
    for tournament in tournaments:
        require_director(actor, tournament)


def _forget_words(tournaments: list[Tournament], names: Sequence[str]) -> None:
    for text in LedgerText.objects.filter(tournament__in=tournaments).exclude(text=""):
        if without_names(text.text, names) != text.text:
            LedgerText.objects.filter(pk=text.pk).update(text="", salt="")
    for draft in Draft.objects.filter(match__round__stage__tournament__in=tournaments):
        typed = {box: without_names(str(value), names) for box, value in draft.typed.items()}
        if typed != draft.typed:
            Draft.objects.filter(pk=draft.pk).update(typed=typed)
    for style in PaperStyle.objects.filter(tournament__in=tournaments):
        said = {"prizes": without_names(style.prizes, names, whole=True), "signatures": without_names(style.signatures, names, whole=True)}
        PaperStyle.objects.filter(pk=style.pk).update(**said)
    for job in Job.objects.exclude(error=""):
        Job.objects.filter(pk=job.pk).update(error=without_names(job.error, names))


def _renew_backups(at: dt.datetime) -> Refused | BrokenCopy | None:
    try:
        make_backup(occasion="erasure", at=at)
    except (Refused, BrokenCopy) as reason:
        return reason
    prune(backup_directory(), keep=1)
    return None


def _rewrite_database() -> Refused | None:
    """Write the tables anew, so that no page keeps what was deleted from it. Returns who is in the way."""
    if connection.in_atomic_block:
        logger.warning("a database is not rewritten inside a transaction")
        return None
    if connection.vendor == "sqlite":
        with write_gate(), connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (busy, _pages, _written) = cursor.fetchone()
        if busy:
            return Refused("still_read", _("Another program has the database open. Close it, stop the desk, and start it again."))
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM (FULL, ANALYZE) {', '.join(_TABLES)}")
    return None
