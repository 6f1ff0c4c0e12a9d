"""Erase a person wherever names are stored."""

import datetime as dt
import logging
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils.translation import gettext as _

from backup.backups import backup_directory, make_backup, prune_backups
from exchange.values import BrokenCopy
from jobs.files import get_result_directory
from jobs.locking import write_lock
from jobs.models import Job
from scoring.models import Draft, LedgerText, PaperStyle
from scoring.sheets_back.photographs import delete_photographs_of
from tournaments.models import Person, Tournament
from tournaments.people.erasure import erase_person_rows, read_tournaments_of, remove_names
from tournaments.permissions import require_director
from tournaments.refusals import ChangeRefused
from tournaments.transactions import write_tx

logger = logging.getLogger(__name__)

_TABLES_WITH_NAMES = (
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
    "scoring_sheetphotograph",
    "jobs_job",
)


def erase_person_everywhere(person: Person, *, actor: AbstractBaseUser, at: dt.datetime) -> ChangeRefused | BrokenCopy | None:
    """Erase a person's name, and the name before it was corrected. Return why something still holds it; None when nothing does.

    1. Empties it in every row and history; ledger words that hold it are emptied whole, with their salt, so that the chain stays valid;
    photographs of the person's sheets are deleted, names are written on them. 2. Deletes stored files of finished jobs, which can be made
    again, and cached pages. 3. Makes a new backup and deletes the older ones in the usual directory. 4. Rewrites the database file, where
    deleted text would remain. Copies elsewhere are for whoever made them.
    Raises: PermissionDenied for anybody who does not direct every tournament of the person (site admins may);
    Refused while a job is running, whose file would hold the name again.
    """
    with write_tx():
        tournaments = read_tournaments_of(person)
        _check_right(actor, tournaments)
        if Job.objects.filter(state=Job.State.RUNNING).exists():
            raise ChangeRefused("at_work", _("Sheets or a backup are being made right now. Erase the name when they are ready."))
        current = Person.objects.select_for_update().get(pk=person.pk)
        delete_photographs_of(current)
        names = erase_person_rows(current, at=at)
        _forget_words(tournaments, names)
    for file in get_result_directory().glob("*"):
        file.unlink(missing_ok=True)
    caches["drawn"].clear()
    return _renew_backups(at) or _rewrite_database()


def _check_right(actor: AbstractBaseUser, tournaments: list[Tournament]) -> None:
    if User.objects.filter(pk=actor.pk, is_superuser=True, is_active=True).exists():
        return
    if not tournaments:
        raise PermissionDenied
    for tournament in tournaments:
        require_director(actor, tournament)


def _forget_words(tournaments: list[Tournament], names: Sequence[str]) -> None:
    for text in LedgerText.objects.filter(tournament__in=tournaments).exclude(text=""):
        if remove_names(text.text, names) != text.text:
            LedgerText.objects.filter(pk=text.pk).update(text="", salt="")
    for draft in Draft.objects.filter(match__round__stage__tournament__in=tournaments):
        typed = {box: remove_names(str(value), names) for box, value in draft.typed.items()}
        if typed != draft.typed:
            Draft.objects.filter(pk=draft.pk).update(typed=typed)
    for style in PaperStyle.objects.filter(tournament__in=tournaments):
        texts = {"prizes": remove_names(style.prizes, names, whole=True), "signatures": remove_names(style.signatures, names, whole=True)}
        PaperStyle.objects.filter(pk=style.pk).update(**texts)
    for job in Job.objects.exclude(error=""):
        Job.objects.filter(pk=job.pk).update(error=remove_names(job.error, names))


def _renew_backups(at: dt.datetime) -> ChangeRefused | BrokenCopy | None:
    try:
        make_backup(occasion="erasure", at=at)
    except (ChangeRefused, BrokenCopy) as reason:
        return reason
    prune_backups(backup_directory(), keep=1)
    return None


def _rewrite_database() -> ChangeRefused | None:
    """Rewrite the tables, so that no page holds deleted text. Return the refusal when another program blocks it."""
    if connection.in_atomic_block:
        logger.warning("a database is not rewritten inside a transaction")
        return None
    if connection.vendor == "sqlite":
        with write_lock(), connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (busy, _pages, _written) = cursor.fetchone()
        if busy:
            return ChangeRefused("still_read", _("Another program has the database open. Close it, stop La Bella, and start it again."))
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM (FULL, ANALYZE) {', '.join(_TABLES_WITH_NAMES)}")
    return None
