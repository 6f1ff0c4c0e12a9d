"""Erasing a person everywhere we keep names."""

import datetime as dt
import logging

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import PermissionDenied
from django.db import connection

from jobs.files import result_directory
from jobs.gate import write_gate
from scoring.models import Draft, LedgerText
from scoring.safety.backups import backup_directory, make_backup, prune
from tournaments.models import Person, Tournament
from tournaments.permissions import require_director
from tournaments.services.erasure import forget_person, tournaments_of, without_name
from tournaments.transactions import write_tx

logger = logging.getLogger(__name__)

_TABLES = (
    "tournaments_person",
    "tournaments_historicalperson",
    "tournaments_entry",
    "tournaments_historicalentry",
    "tournaments_draw",
    "tournaments_substitution",
    "scoring_ledgertext",
    "scoring_draft",
)


def erase_person(person: Person, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Forget a person's name.

    1. Empties it in every row and history; words beside the ledger that hold it are emptied whole, with their salt, so that the chain
    stays valid. 2. Rewrites the database file, where deleted text would linger. 3. Deletes kept files of finished work, which can be made
    again. 4. Makes a new backup and deletes the older ones in the usual directory. Copies elsewhere are for whoever made them.
    Raises: PermissionDenied for anybody who does not direct every tournament of the person (site admins may);
    tournaments.refusals.Refused when no backup can be made: the name is gone then, older backups are not.
    """
    with write_tx():
        theirs = tournaments_of(person)
        _require_right(actor, theirs)
        fresh = Person.objects.select_for_update().get(pk=person.pk)
        name = fresh.name
        forget_person(fresh, at=at)
        _forget_words(theirs, name)
    _rewrite_database()
    for kept in result_directory().glob("*"):
        kept.unlink(missing_ok=True)
    make_backup(occasion="erasure", at=at)
    prune(backup_directory(), keep=1)


def _require_right(actor: AbstractBaseUser, tournaments: list[Tournament]) -> None:
    if User.objects.filter(pk=actor.pk, is_superuser=True, is_active=True).exists():
        return
    if not tournaments:
        raise PermissionDenied
    for tournament in tournaments:
        require_director(actor, tournament)


def _forget_words(tournaments: list[Tournament], name: str) -> None:
    for text in LedgerText.objects.filter(tournament__in=tournaments).exclude(text=""):
        if without_name(text.text, name) != text.text:
            LedgerText.objects.filter(pk=text.pk).update(text="", salt="")
    for draft in Draft.objects.filter(match__round__stage__tournament__in=tournaments):
        typed = {box: without_name(str(value), name) for box, value in draft.typed.items()}
        if typed != draft.typed:
            Draft.objects.filter(pk=draft.pk).update(typed=typed)


def _rewrite_database() -> None:
    """Write the tables anew, so that no page keeps what was deleted from it."""
    if connection.in_atomic_block:
        logger.warning("a database is not rewritten inside a transaction")
        return
    if connection.vendor == "sqlite":
        with write_gate(), connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM (FULL) {', '.join(_TABLES)}")
