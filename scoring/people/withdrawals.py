"""An entry that leaves while it sits at a table: its open match goes to the others, and it is left out of the next draws."""

from collections.abc import Iterable
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
from tournaments.refusals import ChangeRefused


def list_open_matches(tournament: Tournament, *, number: int, **_arguments: Any) -> list[Match]:
    """The matches of rounds being played at which the entry with this number sits and which are not decided yet. One query."""
    playing = Match.objects.filter(
        LATE,
        round__stage__tournament=tournament,
        round__state=Round.State.PUBLISHED,
        kind=Match.Kind.PLAYED,
        seats__entry__number=number,
    )
    return list(playing.select_related("round__stage__tournament", "result").order_by("round__stage__number", "table"))


def mark_open_matches(matches: Iterable[Match]) -> str:
    """The same text as long as these are the open matches and nothing was entered there: what a director decided on."""
    return " ".join(f"{match.code}:{_read_version(match)}" for match in matches)


def withdraw_from_matches(entry: Entry, *, actor: AbstractBaseUser, origin: Submission, seen: str) -> str:
    """Withdraw an entry and give its open matches of two sides to the others; `seen` is the mark of those that the director saw.

    1. Enters a walk-over for the other side of each. 2. Withdraws the entry. Returns what could not be given, in words; else "".
    Raises: PermissionDenied; ChangeRefused when its open matches, or what is entered there, are not those.
    """
    left, matches = [], list_open_matches(entry.tournament, number=entry.number)
    if entry.state != Entry.State.WITHDRAWN and mark_open_matches(matches) != seen:  # the same form sent twice is no refusal
        sentence = _("Not withdrawn: its matches have changed since this page was opened. Look at them as they are now, then decide.")
        raise ChangeRefused("changed_meanwhile", sentence)
    for place, match in enumerate(matches, start=1):
        sides = sorted(set(match.seats.values_list("side", flat=True)))
        own = match.seats.get(entry=entry).side
        outcome = None
        if len(sides) == 2:
            walk_over = Forfeit(next(side for side in sides if side != own))
            part, version = origin.derive_part(place), _read_version(match)
            outcome = submit_event(match, walk_over, origin=part, version=version, override=Override(sure=True))
        if not isinstance(outcome, Created | Replayed):
            left.append(str(match.table or match.code))
    withdraw_entry(entry, actor=actor)
    return _("Decide the match at table %(tables)s on its own page.") % {"tables": ", ".join(left)} if left else ""


def _read_version(match: Match) -> int:
    result = getattr(match, "result", None)
    return result.version if result is not None else 0
