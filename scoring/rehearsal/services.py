"""A rehearsal of an evening: a copy of the tournament in which results are made up, so that the tournament itself stays clean."""

import datetime as dt
from dataclasses import replace

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs.dispatcher import enqueue
from jobs.models import Job
from scoring.ledger.actors import staff_actor
from scoring.ledger.appending import submission
from scoring.schemes.services import choose_scheme
from tournaments.desk.services import TournamentDetails, create_tournament
from tournaments.entries.services import EntryDetails, add_entry
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Round, StaffRole, Stage, Tournament
from tournaments.people.names import MAX_NAME_LENGTH, NAME_SEPARATOR
from tournaments.refusals import Refused
from tournaments.stages.chains import source_of
from tournaments.stages.services import create_stage
from tournaments.transactions import write_tx


def start_rehearsal(tournament: Tournament, *, actor: AbstractBaseUser, at: dt.datetime) -> Tournament:
    """Copy a tournament to try it out: rules, entries and the plan of its stages, nothing that was drawn or played.

    Nobody but the actor sees the copy, and one person may do everything in it. Of a rehearsal it makes another one, as clean as the first.
    Raises: PermissionDenied.
    """
    with write_tx():
        lock_for_director(tournament, actor)
    details = TournamentDetails(
        name=_called(tournament),
        date=tournament.date,
        venue=tournament.venue,
        public=False,
        public_names=tournament.public_names,
        surname_first=tournament.surname_first,
        one_person=True,
        substitutions=tournament.substitutions,
        table_count=tournament.table_count,
        round_minutes=tournament.round_minutes,
        fee_cents=tournament.fee_cents,
        regulation=tournament.regulation,
    )
    copy = create_tournament(
        details,
        actor=actor,
        game_key=tournament.game_key,
        options=tournament.rules,
        preset_key=tournament.preset_key,
        demonstration=True,
    )
    if tournament.individual:
        with write_tx():
            copy.individual = True
            copy.save()
    for entry in _playing(tournament):
        add_entry(copy, _details_of(entry), actor=actor)
    _copy_stages(tournament, copy, actor, at)
    return copy


def rehearse_round(round_: Round, *, actor: AbstractBaseUser, at: dt.datetime) -> Job:
    """Have the results made up of every match of the round that nobody has begun; the job that does it.

    Raises: Refused outside rehearsals, or where one person cannot confirm what they entered; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        if not tournament.demonstration:
            raise Refused("not_a_rehearsal", _("Results are made up in rehearsals only: this is the tournament itself."))
        if not tournament.one_person:
            raise Refused("two_people", _("Allow one person to enter and confirm, in the settings: made-up results have nobody else."))
        if round_.state != Round.State.PUBLISHED:
            raise Refused("not_being_played", _("This round is not being played: publish it first."))
        arguments = {"round": round_.pk, "actor": actor.pk, "at": at.isoformat()}
        return enqueue("rehearse_round", arguments=arguments, owner=actor, dedupe_key=f"rehearse-{round_.pk}")


def put_rehearsal_away(tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Take everybody from the desk of a rehearsal: nobody sees it any more. The ledger forgets nothing, so it is not deleted.

    Raises: Refused for a real tournament; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if not locked.demonstration:
            raise Refused("not_a_rehearsal", _("Only a rehearsal can be put away: this is the tournament itself."))
        locked.public = False
        locked.save()
        StaffRole.objects.filter(tournament=locked).delete()


def _called(tournament: Tournament) -> str:
    word = gettext("Rehearsal")
    name = tournament.name.removeprefix(f"{word}: ")
    return f"{word}: {name}"[:MAX_NAME_LENGTH]


def _playing(tournament: Tournament) -> list[Entry]:
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN)
    return list(entries.select_related("club").prefetch_related("members__person").order_by("number"))


def _details_of(entry: Entry) -> EntryDetails:
    """Erased persons have no name to copy; a number stands for them."""
    persons = tuple(member.person.name or f"{entry.number}.{member.position + 1}" for member in entry.members.all())
    return EntryDetails(
        persons=persons,
        club=entry.club.name if entry.club else "",
        seed=entry.seed,
        name="" if entry.name == NAME_SEPARATOR.join(persons) else entry.name,
        fixed_table=entry.fixed_table,
        hidden=entry.hidden,
    )


def _copy_stages(tournament: Tournament, copy: Tournament, actor: AbstractBaseUser, at: dt.datetime) -> None:
    made: dict[int, Stage] = {}
    for stage in Stage.objects.filter(tournament=tournament).select_related("source").order_by("number"):
        told = source_of(stage)
        source = replace(told, stage=made[told.stage.pk]) if told else None
        made[stage.pk] = create_stage(
            copy,
            actor=actor,
            format_key=stage.format_key,
            options=stage.options,
            name=stage.name,
            seeded=stage.seeded,
            source=source,
        )
        if stage.scheme:
            origin = submission(staff_actor(actor), f"rehearsal-{made[stage.pk].pk}", {}, at)
            choose_scheme(made[stage.pk], actor=actor, origin=origin, typed=stage.scheme)
