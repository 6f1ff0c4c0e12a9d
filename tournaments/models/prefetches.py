"""Relations read ahead, each with a join to the one row that it points to.

Django reads a to-one relation ahead with `id = 1 OR id = 2 …` on SQLite, which refuses an expression of more than 1,000 terms:
a lookup such as `seats__entry` fails from 1,000 entries on. Every lookup that passes a to-one relation therefore stands here; a house test
forbids it elsewhere.
"""

from django.db.models import Prefetch

from tournaments.models.entries import Member
from tournaments.models.matches import Seat


def prefetch_members(lookup: str = "members") -> Prefetch:
    """The members of entries with their persons, in one query. `lookup` may lead over an entry that is joined already: `entry__members`."""
    return Prefetch(lookup, Member.objects.select_related("person"))


def prefetch_seats(lookup: str = "seats") -> Prefetch:
    """The seats of matches with their entries, in one query. `lookup` may lead over a match that is joined already: `match__seats`."""
    return Prefetch(lookup, Seat.objects.select_related("entry"))


def prefetch_seated_persons() -> Prefetch:
    """The seats of matches with entries, clubs, members and persons, in two queries."""
    return Prefetch("seats", Seat.objects.select_related("entry__club").prefetch_related(prefetch_members("entry__members")))
