"""Deleting a tournament of which nothing was ever entered."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import ForeignObjectRel, QuerySet
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from scoring.models import LedgerEntry
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Person, SeasonEvening, Tournament
from tournaments.refusals import ChangeRefused


def remove_tournament(tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Delete a tournament without a ledger entry.

    1. Deletes its stages, draws, matches, entries, roles and settings with their histories. 2. Deletes the people who play nowhere else.

    Raises: ChangeRefused when anything was ever entered or a season counts it; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if LedgerEntry.objects.filter(tournament=locked).exists():
            raise ChangeRefused("has_results", _("Not deleted: results or decisions are in its ledger, which stays. Archive it instead."))
        if SeasonEvening.objects.filter(tournament=locked).exists():
            raise ChangeRefused("in_season", _("Not deleted: a season counts this tournament. Take it out there first."))
        persons = list(Person.objects.filter(memberships__tournament=locked).values_list("pk", flat=True))
        entries = list(locked.entries.values_list("pk", flat=True))
        delete_with_children(Tournament.objects.filter(pk=locked.pk))
        Entry.history.filter(id__in=entries).delete()
        Tournament.history.filter(id=locked.pk).delete()
        Person.objects.filter(pk__in=persons, memberships=None).delete()


def delete_with_children(rows: QuerySet[Any]) -> None:
    """Delete rows and first everything that points to them, whatever a model says of it; triggers may write some of it anew meanwhile."""
    relations = [field for field in rows.model._meta.get_fields(include_hidden=True) if field.one_to_many or field.one_to_one]
    for _again in range(2):
        for relation in relations:
            if isinstance(relation, ForeignObjectRel):
                children: QuerySet[Any] = QuerySet(relation.related_model).filter(**{f"{relation.field.name}__in": rows})
                if children.exists():
                    delete_with_children(children)
    rows.delete()
