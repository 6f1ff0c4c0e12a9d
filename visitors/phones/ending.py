"""How an entry's tournament ended, in words: what put it before or behind an entry of the same points, and what it may tell its friends."""

from collections.abc import Callable, Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from pairing import format_by_key
from pairing.format import Family
from rankings.standings_pages.final_list import FinalLine
from rankings.standings_pages.queries import POINTS, StandingLine, StandingsColumn, StandingsView, format_cell
from tournaments.models import Entry, Tournament


def list_tie_reasons(view: StandingsView, entry: Entry, final: FinalLine | None) -> tuple[str, ...]:
    """A sentence for the line above and one for the line below that have the same points and another place.

    Empty where the final place is not the one of these standings: in a bracket, after several pools.
    """
    if final is None or len(view.groups) > 1 or format_by_key(view.stage.format_key).family is Family.BRACKET:
        return ()
    lines = view.groups[0].lines
    at = view.groups[0].find_place(entry.pk)
    if at is None or lines[at].rank != final.rank:
        return ()
    own = lines[at]
    near = [lines[place] for place in (at - 1, at + 1) if 0 <= place < len(lines)]
    return tuple(_compare(view.columns, own, other) for other in near if _find_deciding_column(view.columns, own, other))


def _compare(columns: tuple[StandingsColumn, ...], own: StandingLine, other: StandingLine) -> str:
    column = next(_list_differences(columns, own, other))
    values = {
        "name": other.name,
        "why": column.name,
        "ours": format_cell(own.cells[column.key], share=column.share),
        "theirs": format_cell(other.cells[column.key], share=column.share),
    }
    if own.rank < other.rank:
        return _("Same points as %(name)s: you are ahead. %(why)s: %(ours)s, theirs %(theirs)s.") % values
    return _("Same points as %(name)s: they are ahead. %(why)s: %(theirs)s, yours %(ours)s.") % values


def _find_deciding_column(columns: tuple[StandingsColumn, ...], own: StandingLine, other: StandingLine) -> StandingsColumn | None:
    """The first tie-break that tells two lines of the same points apart; None where points or nothing did."""
    if own.points != other.points or own.rank == other.rank:
        return None
    return next(_list_differences(columns, own, other), None)


def _list_differences(columns: tuple[StandingsColumn, ...], own: StandingLine, other: StandingLine) -> Iterator[StandingsColumn]:
    for column in columns:
        if column.key == POINTS:
            continue
        ours, theirs = own.cells.get(column.key), other.cells.get(column.key)
        if ours is not None and theirs is not None and ours != theirs:
            yield column


def describe_end(final: FinalLine | None, total: int, tournament: Tournament, complete_address: Callable[[str], str]) -> str:
    """The final place as the entry would send it to friends; the address leads to its page, whose picture the messenger shows. Empty where
    there is no place, or nobody may see the page.
    """
    if final is None or not tournament.public:
        return ""
    place = _("Place %(rank)s of %(among)s") % {"rank": final.place, "among": total}
    address = complete_address(reverse("scoring:public_player", args=[tournament.slug, final.number]))
    return f"{place} · {tournament.name}{address and f' {address}'}"
