"""Who won what: the prize list and the certificates."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from scoring.queries.tables import Group, StandingLine, standings_view
from tournaments.models import Stage
from tournaments.printouts import Certificate, Party, Prize

from .heads import Surroundings
from .stages import group_titles

PLACES = 3
"""That are honoured at least, however few prizes there are."""


def last_stage(around: Surroundings) -> Stage | None:
    """The stage whose standings decide: the last of which something was published."""
    drawn = around.tournament.stages.filter(rounds__state__in=["published", "closed"]).distinct()
    return drawn.select_related("standings", "tournament").order_by("-number").first()


def prizes_of(around: Surroundings) -> list[Prize]:
    """Ranks from the first down, as many as there are prizes. Who shares a rank shares the prizes of the places it takes."""
    lines = around.style.prize_lines
    return [
        Prize(f"{title} {line.rank}".strip(), _party(line), _prize(line, group, lines))
        for title, group in _groups(around)
        for line in _honoured(group, len(lines))
    ]


def certificates_of(around: Surroundings) -> list[Certificate]:
    signers = around.style.signers or (gettext("The director"),)
    return [
        Certificate(_party(line), _place(title, line), signers)
        for title, group in _groups(around)
        for line in _honoured(group, len(around.style.prize_lines))
    ]


def _groups(around: Surroundings) -> list[tuple[str, Group]]:
    """With their titles, where there are several."""
    stage = last_stage(around)
    groups = standings_view(stage).groups if stage else ()
    titles = group_titles(stage, (group.name for group in groups)) if stage else {}
    return [(titles[group.name], group) for group in groups]


def _honoured(group: Group, prizes: int) -> Iterator[StandingLine]:
    places = max(prizes, PLACES)
    return (line for line in group.lines if line.placed and line.rank <= places)


def _place(title: str, line: StandingLine) -> str:
    shared = gettext("place %(rank)d, shared") if line.shared else gettext("place %(rank)d")
    place = shared % {"rank": line.rank}
    return f"{place} · {title}" if title else place


def _prize(line: StandingLine, group: Group, prizes: Sequence[str]) -> str:
    sharing = sum(other.rank == line.rank for other in group.lines)
    own = list(prizes[line.rank - 1 : line.rank - 1 + sharing])
    if sharing == 1 or not own:
        return "".join(own)
    return gettext("shared by %(number)d: %(prizes)s") % {"number": sharing, "prizes": " + ".join(own)}


def _party(line: StandingLine) -> Party:
    return Party(str(line.number), (line.name,), line.club)
