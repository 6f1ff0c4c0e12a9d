"""What every print of a tournament shares: name, place and date, ledger head, and the names of entries."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

from paper import Party, PrintHead
from paper.logos import read_logo_picture
from scoring.ledger.chain import Head
from scoring.ledger.queries import read_current_head
from scoring.matches.former_matches import read_sheet_letters
from scoring.matches.paper_style import read_style
from scoring.models import PaperStyle
from tournaments.halls.queries import read_places_by_table
from tournaments.models import Entry, Seat, Tournament
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import format_side_club, format_side_number
from tournaments.stages.groups import Venue
from tournaments.templatetags.days import day

AddressBuilder = Callable[[str], str]
"""Turns a path of this site into an address that a phone can open."""


@dataclass(frozen=True, slots=True)
class PrintContext:
    """The tournament, the present head of its ledger, its paper style, and the function that builds addresses of this desk."""

    tournament: Tournament
    head: Head
    style: PaperStyle
    address: AddressBuilder
    places: Mapping[int, str] = field(default_factory=dict)
    """Places of tables that have a place of their own, by table number."""
    letters: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Letters of rounds that were drawn again while their sheets were out, by the numbers of stage and round."""
    naming: Naming = IN_FULL
    """How entries are named: in full, or as on the public pages."""
    venue: Venue | None = None
    """Only this venue, where a stage is played in several."""
    at: dt.datetime | None = None
    """When it is printed; None where nobody knows."""
    best: int = 0
    """How many entries of each club count in a ranking of clubs; 0 for all."""


def read_print_context(tournament: Tournament, address: AddressBuilder, at: dt.datetime | None = None) -> PrintContext:
    """The context of a print, read with four queries."""
    places, letters = read_places_by_table(tournament), read_sheet_letters(tournament)
    return PrintContext(tournament, read_current_head(tournament), read_style(tournament), address, places, letters, at=at)


def build_print_head(context: PrintContext, subtitle: str = "", *, notice: str = "") -> PrintHead:
    tournament = context.tournament
    return PrintHead(
        tournament=tournament.name,
        subtitle=subtitle,
        date=format_tournament_date(tournament),
        venue=tournament.venue,
        notice=notice,
        footer=_format_footer(context),
        printed_at=context.at,
        logo=read_logo_picture(context.style.picture),
        translate=gettext,
        language=get_language() or "en",
    )


def _format_footer(context: PrintContext) -> str:
    """When it was printed, and after which ledger entry."""
    printed = date_format(localtime(context.at), "d/m/Y H:i") if context.at else ""
    texts = (
        gettext("Printed %(when)s") % {"when": printed} if printed else "",
        gettext("Ledger %(head)s") % {"head": context.head} if context.head.seq else "",
    )
    return " · ".join(text for text in texts if text)


def format_tournament_date(tournament: Tournament) -> str:
    return day(tournament.date)


def build_party(entry: Entry, naming: Naming = IN_FULL) -> Party:
    """The party of an entry; the caller loads its club, and its members if their names are needed."""
    names = naming.list_names(entry)
    members = tuple(name for name in naming.list_persons(entry) if name not in names)
    return Party(str(entry.number), names, naming.format_club(entry), members)


def build_side_party(side: Sequence[Seat], naming: Naming = IN_FULL) -> Party:
    """The party of one entry, or of two that are partners for one round. The caller loads entries, clubs and members of the seats."""
    names = tuple(name for seat in side for name in naming.list_names(seat.entry))
    members = tuple(name for seat in side for name in naming.list_persons(seat.entry) if name not in names)
    return Party(format_side_number(side), names, format_side_club(side, naming), members)
