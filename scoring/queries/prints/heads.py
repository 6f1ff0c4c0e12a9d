"""What every print of a tournament shares: its name, place and date, the ledger's head, and how entries are named."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from scoring.ledger import Head
from scoring.logos import logo_picture
from scoring.models import PaperStyle
from scoring.queries.ledger import current_head
from tournaments.models import Entry, Tournament
from tournaments.printouts import Party, PrintHead

Address = Callable[[str], str]
"""From a path on this site to the address that a phone can open."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The tournament whose papers these are, the head of its ledger now, how its papers look, and how an address of this desk begins."""

    tournament: Tournament
    head: Head
    style: PaperStyle
    address: Address


def surroundings(tournament: Tournament, address: Address) -> Surroundings:
    """Two queries."""
    return Surroundings(tournament, current_head(tournament), style_of(tournament), address)


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
        logo=logo_picture(around.style.logo),
        translate=gettext,
        language=get_language() or "en",
    )


def printed_date(tournament: Tournament) -> str:
    return date_format(tournament.date, "DATE_FORMAT")


def party_of(entry: Entry) -> Party:
    """`entry` comes with its club, and with its members when single names matter."""
    return Party(str(entry.number), names_of(entry), entry.club.name if entry.club else "")


def names_of(entry: Entry) -> tuple[str, ...]:
    """The name that the entry was given, else the names of its persons, erased ones left out."""
    persons = tuple(str(member.person) for member in entry.members.all() if member.person.name)
    return persons if " – ".join(persons) == entry.name else (entry.name,)
