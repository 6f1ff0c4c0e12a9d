"""An entry that leaves while it sits at a table: its open match goes to the others, and it is left out of the next draws."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from scoring.entry.outcomes import Created, Replayed
from scoring.entry.services import Override, submit_event
from scoring.ledger.appending import Submission
from scoring.ledger.match_log import Forfeit
from scoring.matches.rounds import LATE
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, Match, Round, Tournament


def list_open_matches(tournament: Tournament, *, number: int, **_arguments: Any) -> list[Match]:
    """The matches of rounds being played at which the entry with this number sits and which are not decided yet. One query."""
    playing = Match.objects.filter(
        LATE,
        round__stage__tournament=tournament,
        round__state=Round.State.PUBLISHED,
        kind=Match.Kind.PLAYED,
        seats__entry__number=number,
    )
    return list(playing.select_related("round__stage__tournament").order_by("round__stage__number", "table"))


def withdraw_from_matches(entry: Entry, *, actor: AbstractBaseUser, origin: Submission) -> str:
    """Withdraw an entry and give its open matches of two sides to the others.

    1. Enters a walk-over for the other side of each. 2. Withdraws the entry. Returns what could not be given, in words; else "".
    Raises: PermissionDenied.
    """
    left = []
    for place, match in enumerate(list_open_matches(entry.tournament, number=entry.number), start=1):
        sides = sorted(set(match.seats.values_list("side", flat=True)))
        own = match.seats.get(entry=entry).side
        outcome = None
        if len(sides) == 2:
            walk_over = Forfeit(next(side for side in sides if side != own))
            outcome = submit_event(match, walk_over, origin=origin.derive_part(place), version=None, override=Override(sure=True))
        if not isinstance(outcome, Created | Replayed):
            left.append(str(match.table or match.code))
    withdraw_entry(entry, actor=actor)
    return _("Decide the match at table %(tables)s on its own page.") % {"tables": ", ".join(left)} if left else ""
