"""Rehearse an evening in a copy of the tournament, so that made-up results never enter the tournament itself."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from desk.rehearsal.copying import copy_fee_plan, copy_stages, found_copy
from jobs.databases import write_tx
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from tournaments.entries.services import add_entry
from tournaments.fields.declared import read_values
from tournaments.fields.details import EntryDetails
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Round, StaffRole, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.people.names import MAX_NAME_LENGTH, NAME_SEPARATOR
from tournaments.refusals import ChangeRefused

NOT_REHEARSED = frozenset({"fee_paid", "note"})
"""Fields that say something about the evening itself."""


def start_rehearsal(tournament: Tournament, *, actor: AbstractBaseUser, at: dt.datetime) -> Tournament:
    """Copy a tournament to try it out: rules, entries and the plan of its stages, without draws and results.

    Only the actor sees the copy, and one person may do everything in it. A rehearsal can be copied too.
    Raises: PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        copy = found_copy(locked, actor=actor, name=_format_rehearsal_name(locked), date=locked.date, demonstration=True)
        copy_fee_plan(locked, copy)
    for entry in _list_active_entries(tournament):
        add_entry(copy, _copy_details(entry), actor=actor)
    with write_tx():
        copy_stages(tournament, copy, actor, at)
    return copy


def rehearse_round(round_: Round, *, actor: AbstractBaseUser, at: dt.datetime) -> Job:
    """Order made-up results for every match of the round that has not begun; return the job.

    Raises: ChangeRefused outside rehearsals, or where one person cannot confirm what they entered; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        if not tournament.demonstration:
            raise ChangeRefused("not_a_rehearsal", _("Results can be made up in a practice copy only: this is the real tournament."))
        if not tournament.one_person:
            raise ChangeRefused(
                "two_people",
                _("First allow one person to enter and confirm, in the settings: nobody else is there to confirm made-up results."),
            )
        if round_.state != Round.State.PUBLISHED:
            raise ChangeRefused("not_being_played", _("This round is not in progress: publish it first."))
        page = reverse("tournaments:desk", args=[tournament.slug])
        arguments = {"round": round_.pk, "actor": actor.pk, "at": at.isoformat(), "page": page}
        return enqueue_job("rehearse_round", arguments=arguments, owner=actor, dedupe_key=f"rehearse-{round_.pk}")


def hide_rehearsal(tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Remove all staff from a rehearsal, so that nobody sees it any more. It is not deleted, because the ledger is append-only.

    Raises: ChangeRefused for a real tournament; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if not locked.demonstration:
            raise ChangeRefused("not_a_rehearsal", _("Only a practice copy can be deleted: this is the real tournament."))
        locked.public = False
        locked.save()
        StaffRole.objects.filter(tournament=locked).delete()


def _format_rehearsal_name(tournament: Tournament) -> str:
    word = gettext("Practice")
    name = tournament.name.removeprefix(f"{word}: ")
    return f"{word}: {name}"[:MAX_NAME_LENGTH]


def _list_active_entries(tournament: Tournament) -> list[Entry]:
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN)
    return list(entries.select_related("club").prefetch_related(prefetch_members()).order_by("number"))


def _copy_details(entry: Entry) -> EntryDetails:
    """The details of an entry for its copy. Erased persons have no name to copy; a number replaces it."""
    persons = tuple(member.person.name or f"{entry.number}.{member.position + 1}" for member in entry.members.all())
    values = {key: value for key, value in read_values(entry).items() if key not in NOT_REHEARSED}
    if entry.name == NAME_SEPARATOR.join(persons):
        values["name"] = ""
    return EntryDetails(persons, **values)
