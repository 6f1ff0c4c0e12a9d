"""A phantom plays on where a player of changing partners is missing: nobody sits there, and the partner of the round plays both hands."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from scoring.models import StandingsCache
from tournaments.entries.services import find_next_number
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Seat, Stage, StageEntry, Tournament
from tournaments.people.names import NAME_SEPARATOR
from tournaments.refusals import ChangeRefused
from tournaments.stages.queries import completes_tables, read_entries_by_seed
from tournaments.stages.services import enrol_entries


def can_add_phantom(tournament: Tournament) -> bool:
    """Whether a phantom would complete the tables of a first round that is not drawn yet. Two queries."""
    entries = Entry.objects.filter(tournament=tournament)
    if not tournament.individual or entries.filter(phantom=True).exists() or Seat.objects.filter(entry__tournament=tournament).exists():
        return False
    return completes_tables(tournament, entries.exclude(state=Entry.State.WITHDRAWN).count())


def can_become_phantom(entry: Entry) -> bool:
    """Whether the tables would stay complete if the player left and a phantom took the seat in the stage being played. Three queries."""
    tournament = entry.tournament
    if not tournament.individual or entry.phantom or Entry.objects.filter(tournament=tournament, phantom=True).exists():
        return False
    stage = Stage.objects.filter(tournament=tournament, state=Stage.State.RUNNING, stage_entries__entry=entry).order_by("number").last()
    if stage is None:
        return False
    staying = StageEntry.objects.filter(stage=stage).exclude(entry__state=Entry.State.WITHDRAWN).exclude(entry=entry).count()
    return completes_tables(tournament, staying)


def add_phantom(tournament: Tournament, *, actor: AbstractBaseUser) -> Entry:
    """Enter a phantom before anything is drawn; it plays where it completes the tables.

    1. Gives it the next number. 2. Enrols it in the stages that take all entries. Raises: ChangeRefused; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if not can_add_phantom(locked):
            raise ChangeRefused("no_phantom", _("No phantom: it only sits down before the first draw, where exactly one seat stays empty."))
        phantom = Entry.objects.create(
            tournament=locked, number=find_next_number(locked), name=gettext("Phantom"), state=Entry.State.WITHDRAWN, phantom=True
        )
        for stage in Stage.objects.filter(tournament=locked, source=None):
            enrol_entries(stage, read_entries_by_seed(locked))
    return phantom


def seat_phantom(entry: Entry, *, actor: AbstractBaseUser) -> Entry:
    """Withdraw a player whose seat a phantom takes over: the movement goes on as it was planned, and an open match is played.

    1. Withdraws the entry, and calls it a phantom. 2. Takes it out of the standings. Raises: ChangeRefused; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(entry.tournament, actor)
        current = Entry.objects.select_related("tournament").select_for_update().get(pk=entry.pk)
        if not can_become_phantom(current):
            sentence = _("No phantom: one plays already, or the tables would not be complete with it.")
            raise ChangeRefused("no_phantom", sentence)
        current.state, current.phantom, current.name = Entry.State.WITHDRAWN, True, gettext("Phantom")
        _save(current, actor)
        _forget_standings(tournament)
    return current


def dismiss_phantom(entry: Entry, *, returns: bool, actor: AbstractBaseUser) -> bool:
    """Let a phantom play no more. With `returns` whose seat it has plays again; else the seat stays empty from the next draw on.

    A phantom that never sat at a table is deleted; returns whether it was. Raises: ChangeRefused; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(entry.tournament, actor)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        persons = [str(member.person) for member in current.members.select_related("person")]
        if not current.phantom or (returns and not persons):
            raise ChangeRefused("no_phantom", _("Nothing was changed: no phantom plays here any more."))
        if not persons and not Seat.objects.filter(entry=current).exists():
            StageEntry.objects.filter(entry=current).delete()
            current.delete()
            return True
        current.phantom = False
        if persons:
            current.name = NAME_SEPARATOR.join(persons)
        if returns:
            current.state = Entry.State.ENTERED
        _save(current, actor)
        _forget_standings(tournament)
    return False


def _save(entry: Entry, actor: AbstractBaseUser) -> None:
    entry._history_user = actor  # type: ignore[attr-defined]  # noqa: SLF001 - the name by which django-simple-history is told
    entry.save()


def _forget_standings(tournament: Tournament) -> None:
    """The stored standings hold other entries than those that are ranked now: whoever reads them next computes them."""
    StandingsCache.objects.filter(stage__tournament=tournament).update(payload={})
