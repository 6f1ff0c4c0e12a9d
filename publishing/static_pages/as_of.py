"""The moment of the newest content of a tournament: what static pages say they are as of."""

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import LedgerEntry
from tournaments.models import Announcement, Draw, Entry, Round, Tournament
from tournaments.templatetags.days import day

SHEET = '.as-of::before{{content:"{words}"}}\n'


def read_as_of(tournament: Tournament) -> dt.datetime:
    """When the tournament was last changed: the ledger, rounds, draws, entries and what is announced. Seven queries."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    draws = Draw.objects.filter(round__in=rounds)
    moments = [
        LedgerEntry.objects.filter(tournament=tournament).order_by("-seq").values_list("recorded_at", flat=True).first(),
        *rounds.order_by("-published_at").values_list("published_at", flat=True)[:1],
        *rounds.filter(closed_at__isnull=False).order_by("-closed_at").values_list("closed_at", flat=True)[:1],
        draws.order_by("-made_at").values_list("made_at", flat=True).first(),
        Announcement.objects.filter(tournament=tournament).values_list("changed_at", flat=True).first(),
        Tournament.history.filter(id=tournament.pk).order_by("-history_date").values_list("history_date", flat=True).first(),
        Entry.history.filter(tournament_id=tournament.pk).order_by("-history_date").values_list("history_date", flat=True).first(),
    ]
    newest: dt.datetime = max([tournament.created_at, *(moment for moment in moments if moment is not None)])
    return newest


def format_as_of(moment: dt.datetime) -> str:
    """“As of 21:40, 27 November 2026”, in the language of the moment."""
    local = timezone.localtime(moment)
    return _("As of %(time)s, %(day)s") % {"time": f"{local:%H:%M}", "day": day(local.date())}


def write_as_of_sheet(words: str) -> bytes:
    """The line as a style sheet of its own: when it moves on, hundreds of pages that did not change need not be sent again."""
    quoted = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return SHEET.format(words=quoted).encode()
