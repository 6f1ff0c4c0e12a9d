"""What belongs to one place of a tournament that is played at several: the matches at its tables, and the entries that play there."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Enrolment, Entry, HallTable, Match, Round, Seat, Tournament


def list_places(tournament: Tournament) -> list[str]:
    """The places of the tables, that with the lowest table first. One query."""
    rows = HallTable.objects.filter(tournament=tournament).exclude(place="").order_by("number").values_list("place", flat=True)
    return list(dict.fromkeys(rows))


def select_matches_of_place(tournament: Tournament, place: str) -> QuerySet[Match]:
    """The matches of published rounds at the tables of the place, whose results can be entered."""
    tables = HallTable.objects.filter(tournament=tournament, place=place).values("number")
    running = {"round__stage__tournament": tournament, "round__state": Round.State.PUBLISHED, "kind": Match.Kind.PLAYED}
    return Match.objects.filter(**running, table__in=tables)


def select_entries_of_place(tournament: Tournament, place: str) -> QuerySet[Entry]:
    """The entries that sit, or have sat, at a table of the place; before that those that enrolled for it, or for no other place."""
    tables = HallTable.objects.filter(tournament=tournament).exclude(place="")
    seats = Seat.objects.filter(entry=OuterRef("pk")).exclude(match__round__state=Round.State.DRAFT)
    wishes = Enrolment.objects.filter(entry=OuterRef("pk"))
    elsewhere = [name for name in list_places(tournament) if name != place]
    sits_here = Q(Exists(seats.filter(match__table__in=tables.filter(place=place).values("number"))))
    sits_there = Q(Exists(seats.filter(match__table__in=tables.exclude(place=place).values("number"))))
    wants_other = Q(Exists(wishes.filter(heat__in=elsewhere)))
    return tournament.entries.filter(sits_here | (~sits_there & ~wants_other))
