"""What a tournament's public pages depend on, as one short text."""

from django.db.models import Count, Max, Q

from scoring.models import LedgerHead
from tournaments.models import Entry, Round, Tournament


def stamp_of(slug: str) -> str:
    """Changes whenever a public page could: with the ledger, with a round published or closed, with a changed entry or setting.

    Empty for a tournament that does not exist. Four short queries on indexes.
    """
    found = Tournament.objects.filter(slug=slug).values_list("pk", flat=True).first()
    if found is None:
        return ""
    head = LedgerHead.objects.filter(tournament=found).values_list("seq", "digest").first() or (0, "")
    rounds = Round.objects.filter(stage__tournament=found).aggregate(
        shown=Count("pk", filter=~Q(state=Round.State.DRAFT)), closed=Count("pk", filter=Q(state=Round.State.CLOSED))
    )
    entry = Entry.history.filter(tournament_id=found).aggregate(last=Max("history_id"))["last"]
    setting = Tournament.history.filter(id=found).aggregate(last=Max("history_id"))["last"]
    return f"{found}.{head[0]}.{head[1][:16]}.{rounds['shown']}.{rounds['closed']}.{entry}.{setting}"
