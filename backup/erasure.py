"""Erase a person wherever names are stored."""

import datetime as dt
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, connections
from django.utils.translation import gettext as _

from backup.backups import copies_tournaments
from backup.erased_copies import erase_from_copies, erase_from_stick, holds_name, list_files_to_read
from backup.intentions import ErasureIntention, forget_intention, list_intentions, note_sticks, write_intention
from backup.pending_uploads import discard_all
from backup.second_location import make_copies
from backup.sticks import Stick, find_stick, is_plugged_in, list_own_files_on, list_sticks
from exchange.values import BrokenCopy
from federation.identities.erasing import delete_pages_of
from federation.identities.queries import list_joined_persons
from jobs.databases import write_lock, write_tx
from jobs.dispatcher import enqueue_job
from jobs.files import RESULTS, delete_stored, list_stored
from jobs.models import Job
from jobs.results import ProgressReporter
from printing.sheets_back.photographs import delete_photographs_of
from records.honour_rolls.erasing import erase_from_rolls
from scoring.models import Draft, LedgerText, OrganizerPaper, PaperStyle, StrayHand
from tournaments.models import Enrolment, Person, Tournament
from tournaments.people.erasure import erase_person_rows, read_names_of, read_tournaments_of, remove_names
from tournaments.permissions import require_director
from tournaments.refusals import ChangeRefused
from webhooks.models import WebhookDelivery

logger = logging.getLogger(__name__)


def _report_nothing(percent: int, text: str = "") -> None:
    """For whoever shows no progress."""


_TABLES_WITH_NAMES = (
    "tournaments_person",
    "tournaments_historicalperson",
    "tournaments_entry",
    "tournaments_historicalentry",
    "tournaments_draw",
    "tournaments_forbiddenpair",
    "tournaments_substitution",
    "tournaments_cashline",
    "tournaments_cashreceipt",
    "tournaments_receiptwords",
    "tournaments_prizehandover",
    "tournaments_membercard",
    "tournaments_announcement",
    "tournaments_historicalannouncement",
    "tournaments_enrolment",
    "scoring_ledgertext",
    "scoring_draft",
    "scoring_strayhand",
    "scoring_paperstyle",
    "scoring_organizerpaper",
    "scoring_sheetphotograph",
    "federation_personpage",
    "webhooks_webhookdelivery",
    "records_honourline",
    "jobs_job",
)
"""What the database of a site writes again, where deleted text would remain; the notes of erasures are written again when they are gone."""


def order_erasure(person: Person, *, actor: AbstractBaseUser, at: dt.datetime, page: str) -> Job:
    """Erase a person's name in the database at once and everywhere else in jobs, one for each row that is known to be this person on other
    evenings (`federation.identities`). The progress of the last is shown; it leads back to `page`. Raises as `begin_erasure`.
    """
    with write_tx():
        for row in reversed(list_joined_persons(person)):
            intention = begin_erasure(row, actor=actor, at=at)
            job = enqueue_job("erase", arguments={"key": intention.key, "page": page}, owner=actor)
        return job


def begin_erasure(person: Person, *, actor: AbstractBaseUser, at: dt.datetime) -> ErasureIntention:
    """Write down what is to be erased, so that a start after a power cut goes on from there, and empty the rows. Inside `write_tx`.

    Empties the name in every row and history; ledger words that hold it are emptied whole, with their salt, so that the chain stays valid;
    photographs of the person's sheets are deleted. What is left is `finish_erasure`.
    Raises: PermissionDenied for anybody who does not direct every tournament of the person (site admins may);
    ChangeRefused while a job is running, whose file would hold the name again.
    """
    tournaments = read_tournaments_of(person)
    _check_right(actor, tournaments)
    if _is_working():
        raise ChangeRefused("at_work", _("Sheets or a backup are being made right now. Erase the name when they are ready."))
    current = Person.objects.select_for_update().get(pk=person.pk)
    intention = write_intention(current.pk, read_names_of(current), tuple(tournament.slug for tournament in tournaments))
    try:
        _erase_rows(current, at)
    except BaseException:
        forget_intention(intention)
        raise
    return intention


def finish_erasure(
    intention: ErasureIntention, *, at: dt.datetime, report: ProgressReporter = _report_nothing
) -> ChangeRefused | BrokenCopy | None:
    """Do whatever of an erasure is not done yet; forget the intention only when no file holds the name. Return why one still does.

    1. Empties rows that still hold the name. 2. Deletes stored files of finished jobs, which can be made again, and cached pages.
    3. Makes a new backup, and takes the person out of every older one in the usual directory. 4. Rewrites the database file, where deleted
    text would remain. 5. Reads everything again. 6. Does the same with our copies on every stick that is plugged in, and notes the others:
    they are done when they are seen again. Copies elsewhere are for whoever made them.
    """
    if intention.sticks is None:
        remaining = _erase_on_this_computer(intention, at, report)
        if remaining is not None:
            return remaining
        intention = note_sticks(intention, tuple(stick.key for stick in list_sticks() if stick.names))
    remaining = _erase_on_sticks(intention, at, report)
    if remaining is None:
        _rewrite_notes()
    return remaining


def _erase_on_this_computer(intention: ErasureIntention, at: dt.datetime, report: ProgressReporter) -> ChangeRefused | BrokenCopy | None:
    with write_tx():
        for person in Person.objects.select_for_update().filter(pk=intention.person, name__in=intention.names):
            _erase_rows(person, at)
    for file in list_stored(RESULTS):
        delete_stored(RESULTS, file.name)
    discard_all()
    caches["drawn"].clear()
    try:
        return _renew_backups(intention, at, report) or _rewrite_database() or _read_everything(intention)
    except (ChangeRefused, BrokenCopy) as reason:
        return reason


def _erase_on_sticks(intention: ErasureIntention, at: dt.datetime, report: ProgressReporter = _report_nothing) -> ChangeRefused | None:
    """Erase the person from our copies on every stick that is there; forget the intention when none is left. Return why one is."""
    remaining, waiting = None, list(intention.sticks or ())
    for key in tuple(waiting):
        stick = find_stick(key)
        refusal = _erase_on_stick(stick, intention, at, report) if stick else None
        if refusal is None:
            waiting.remove(key)
            note_sticks(intention, tuple(waiting))
        remaining = refusal or remaining
    if not waiting:
        forget_intention(intention)
    return remaining


def _erase_on_stick(stick: Stick, intention: ErasureIntention, at: dt.datetime, report: ProgressReporter) -> ChangeRefused | None:
    if not is_plugged_in(stick):
        sentence = _("Copies on the stick that was at %(place)s still hold it. Plug it in and press “Back up now”.")
        return ChangeRefused("stick_away", sentence % {"place": stick.directory})
    try:
        stubborn = erase_from_stick(stick, intention, _erase_rows, at=at, report=report)
        names = _list_names_to_find(intention)
        traces = [path.name for path in list_own_files_on(stick) if names and holds_name(path, names)]
    except (OSError, BrokenCopy, DatabaseError, sqlite3.Error) as error:
        sentence = _("Copies on the stick at %(place)s cannot be changed: %(reason)s. It is tried again with every copy.")
        return ChangeRefused("stick_fails", sentence % {"place": stick.directory, "reason": error})
    if not (holding := sorted({*stubborn, *traces})):
        return None
    sentence = _("Copies on the stick at %(place)s still hold it: %(names)s. Delete them when you need them no more.")
    return ChangeRefused("stick_holds", sentence % {"place": stick.directory, "names": ", ".join(holding)})


def finish_on_sticks(now: dt.datetime) -> int:
    """Finish the erasures that waited for a stick which is plugged in now; return how many are done. Raises: OSError."""
    waiting = [intention for intention in list_intentions() if intention.sticks]
    return sum(_erase_on_sticks(intention, now) is None for intention in waiting)


def finish_erasures(now: dt.datetime) -> int:
    """Finish the erasures that a power cut or a full disk interrupted; return how many are done. A sweeper."""
    if _is_working():
        return 0
    count = 0
    for intention in list_intentions():
        remaining: Exception | None
        try:
            remaining = finish_erasure(intention, at=now)
        except (OSError, DatabaseError, sqlite3.Error) as error:  # a copy that is damaged or locked is no reason not to start
            remaining = error
        count += remaining is None
        logger.warning("an interrupted erasure was taken up: %s", remaining or "finished")
    return count


def _is_working() -> bool:
    return Job.objects.filter(state=Job.State.RUNNING).exists()


def _erase_rows(person: Person, at: dt.datetime) -> None:
    tournaments = read_tournaments_of(person)
    delete_photographs_of(person)
    delete_pages_of(person)
    names = erase_person_rows(person, at=at)
    erase_from_rolls(tournaments, names)
    _forget_words(tournaments, names)


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
    for stray in StrayHand.objects.filter(tournament__in=tournaments):
        place = {**stray.place, "own": remove_names(stray.place["own"], names)}
        place["others"] = [remove_names(name, names) for name in stray.place["others"]]
        typed = {box: remove_names(str(value), names) for box, value in stray.typed.items()}
        StrayHand.objects.filter(pk=stray.pk).update(place=place, typed=typed)
    for style in PaperStyle.objects.filter(tournament__in=tournaments):
        texts = {"prizes": remove_names(style.prizes, names, whole=True), "signatures": remove_names(style.signatures, names, whole=True)}
        lines = ("screen_message", "overlay_title", "overlay_text")
        texts |= {name: remove_names(getattr(style, name), names) for name in lines}
        PaperStyle.objects.filter(pk=style.pk).update(**texts)
    for look in OrganizerPaper.objects.filter(organizer__tournaments__in=tournaments).distinct():
        OrganizerPaper.objects.filter(pk=look.pk).update(signatures=remove_names(look.signatures, names, whole=True))
    WebhookDelivery.objects.filter(event__tournament__in=tournaments).exclude(answer="").update(answer="")  # somebody else's words
    for job in Job.objects.exclude(error=""):
        Job.objects.filter(pk=job.pk).update(error=remove_names(job.error, names))
    for job in Job.objects.filter(arguments__has_key="text"):
        Job.objects.filter(pk=job.pk).update(arguments=job.arguments | {"text": remove_names(job.arguments["text"], names)})


def _renew_backups(intention: ErasureIntention, at: dt.datetime, report: ProgressReporter) -> ChangeRefused | None:
    """Raises: ChangeRefused, BrokenCopy."""
    report(0, _("Backing up…"))
    for tournament in Tournament.objects.filter(slug__in=intention.tournaments) if copies_tournaments() else [None]:
        make_copies(occasion="erasure", at=at, tournament=tournament)
    stubborn = erase_from_copies(intention, _erase_rows, at=at, report=report)
    report(90, _("Reading every file again…"))
    if not stubborn:
        return None
    sentence = _("These copies are of an earlier release and still hold it: %(names)s. Delete them when you need them no more.")
    return ChangeRefused("old_copies", sentence % {"names": ", ".join(stubborn)})


def _read_everything(intention: ErasureIntention) -> ChangeRefused | None:
    """Read every file of ours again."""
    if connection.in_atomic_block:
        return None
    names = _list_names_to_find(intention)
    databases = [Path(database.settings_dict["NAME"]) for database in connections.all() if database.vendor == "sqlite"]
    traces = [path.name for path in list_files_to_read(databases) if names and holds_name(path, names)]
    if not traces:
        return None
    sentence = _("The name was found again in %(names)s. It is tried again within hours, and at the next start.")
    return ChangeRefused("still_there", sentence % {"names": ", ".join(traces)})


def _list_names_to_find(intention: ErasureIntention) -> list[str]:
    """The names that no longer stand for anybody here. A name that somebody else bears is no trace of the person."""
    enrolled = {name for names in Enrolment.objects.values_list("names", flat=True) for name in names}
    return [name for name in intention.names if name not in enrolled and not Person.objects.filter(name=name).exists()]


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


def _rewrite_notes() -> None:
    """Write the table anew that held the intention of a finished erasure on a site, because it named the person."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (FULL) jobs_note")
