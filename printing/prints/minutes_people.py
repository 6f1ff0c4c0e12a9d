"""Who came and who left, and how people sign, for the minutes."""

import datetime as dt

from django.contrib.auth.models import AbstractUser
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from paper import PaperSection
from tournaments.models import Entry, Substitution, Tournament


def format_name(person: AbstractUser) -> str:
    return person.get_full_name() or person.get_username()


def format_signature(person: AbstractUser | None, moment: dt.datetime) -> str:
    return f"{format_name(person) if person else '…'} {date_format(localtime(moment), 'SHORT_DATETIME_FORMAT')}"


def select_people(tournament: Tournament) -> QuerySet[Entry]:
    """The entries without a phantom that never was anybody."""
    return tournament.entries.exclude(pk__in=Entry.objects.filter(phantom=True, members=None))


def build_substitutions(tournament: Tournament) -> PaperSection:
    substitutions = Substitution.objects.filter(entry__tournament=tournament).order_by("pk")
    rows = [
        (
            str(substitution.entry),
            str(substitution.leaves),
            str(substitution.comes),
            substitution.reason,
            format_signature(substitution.made_by, substitution.made_at),
        )
        for substitution in substitutions.select_related("entry", "leaves", "comes", "made_by")
    ]
    headings = (gettext("Entry"), gettext("Leaves"), gettext("Comes"), gettext("Why"), gettext("Who and when"))
    return PaperSection(gettext("Substitutions"), headings=headings, rows=tuple(rows))


def build_withdrawals(tournament: Tournament) -> PaperSection:
    """Entries that withdrew and did not return; for a tournament imported from another desk the time is unknown."""
    withdrawn = list(select_people(tournament).filter(state=Entry.State.WITHDRAWN).order_by("number"))
    changes = Entry.history.filter(id__in=[entry.pk for entry in withdrawn], history_type="~").select_related("history_user")
    left: dict[int, tuple[AbstractUser | None, dt.datetime]] = {}
    for change in changes.order_by("history_date", "history_id"):
        if change.state == Entry.State.WITHDRAWN:
            left.setdefault(change.id, (change.history_user, change.history_date))
        else:
            left.pop(change.id, None)
    rows = [(str(entry.number), entry.name, format_signature(*left[entry.pk]) if entry.pk in left else "") for entry in withdrawn]
    headings = (gettext("No."), gettext("Entry"), gettext("Who and when"))
    return PaperSection(gettext("Withdrawals"), headings=headings, rows=tuple(rows))
