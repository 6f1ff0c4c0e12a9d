"""What every print of a tournament shares: its name, place and date, the ledger's head, and how entries are named."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import get_language, gettext

from paper import Party, PrintHead
from paper.logos import logo_picture
from scoring.ledger import Head
from scoring.ledger.queries import current_head
from scoring.models import PaperStyle
from tournaments.halls.queries import places_by_table
from tournaments.models import Entry, Seat, Tournament
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import side_club, side_number
from tournaments.stages.groups import Venue
from tournaments.templatetags.days import day

Address = Callable[[str], str]
"""From a path on this site to the address that a phone can open."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The tournament whose papers these are, the head of its ledger now, how its papers look, and how an address of this desk begins."""

    tournament: Tournament
    head: Head
    style: PaperStyle
    address: Address
    places: Mapping[int, str] = field(default_factory=dict)
    """Where tables stand that have a place of their own, by their numbers."""
    naming: Naming = IN_FULL
    """For the wall also as everybody reads them on the public pages."""
    venue: Venue | None = None
    """Only what is played there, where a stage is played in several venues."""


def surroundings(tournament: Tournament, address: Address) -> Surroundings:
    """Three queries."""
    return Surroundings(tournament, current_head(tournament), style_of(tournament), address, places_by_table(tournament))


def style_of(tournament: Tournament) -> PaperStyle:
    return PaperStyle.objects.filter(tournament=tournament).first() or PaperStyle(tournament=tournament)


def print_head(around: Surroundings, subtitle: str = "") -> PrintHead:
    tournament = around.tournament
    return PrintHead(
        tournament=tournament.name,
        subtitle=subtitle,
        date=printed_date(tournament),
        venue=tournament.venue,
        footer=gettext("Ledger %(head)s") % {"head": around.head} if around.head.seq else "",
        logo=logo_picture(around.style.picture),
        translate=gettext,
        language=get_language() or "en",
    )


def printed_date(tournament: Tournament) -> str:
    return day(tournament.date)


def party_of(entry: Entry, naming: Naming = IN_FULL) -> Party:
    """`entry` comes with its club, and with its members when single names matter."""
    return Party(str(entry.number), naming.names(entry), naming.club(entry))


def party_of_side(side: Sequence[Seat], naming: Naming = IN_FULL) -> Party:
    """An entry, or two that are partners for one round. The seats come with entries, clubs and members."""
    names = tuple(name for seat in side for name in naming.names(seat.entry))
    members = tuple(name for seat in side for name in naming.persons(seat.entry) if name not in names)
    return Party(side_number(side), names, side_club(side, naming), members)
