"""Who won what: the prize list and the certificates."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from paper import Certificate, Party, Prize
from scoring.printing.heads import Surroundings
from scoring.printing.stage_prints import group_titles
from scoring.standings_pages.queries import Group, StandingLine, deciding_stage, standings_view

PLACES = 3
"""That are honoured at least, however few prizes there are."""


@dataclass(frozen=True, slots=True)
class Honour:
    """A place in the last standings. `title` is that of its pool, where there are several; `prize` may be none."""

    title: str
    line: StandingLine
    prize: str

    @property
    def words(self) -> str:
        shared = gettext("place %(rank)d, shared") if self.line.shared else gettext("place %(rank)d")
        place = shared % {"rank": self.line.rank}
        return f"{place} · {self.title}" if self.title else place


def honours_of(around: Surroundings) -> list[Honour]:
    """Everybody who has a place, from the first down. Who shares a rank shares the prizes of the places it takes."""
    lines = around.style.prize_lines
    return [Honour(title, line, _prize(line, group, lines)) for title, group in _groups(around) for line in group.lines if line.placed]


def prizes_of(around: Surroundings) -> list[Prize]:
    """Ranks from the first down, as many as there are prizes."""
    return [Prize(f"{one.title} {one.line.rank}".strip(), _party(one.line), one.prize) for one in honoured(around)]


def certificates_of(around: Surroundings) -> list[Certificate]:
    signers = around.style.signers or (gettext("The director"),)
    return [Certificate(_party(one.line), one.words, signers) for one in honoured(around)]


def honoured(around: Surroundings) -> list[Honour]:
    """As many places as there are prizes, three at least."""
    places = max(len(around.style.prize_lines), PLACES)
    return [one for one in honours_of(around) if one.line.rank <= places]


def _groups(around: Surroundings) -> list[tuple[str, Group]]:
    """With their titles, where there are several."""
    stage = deciding_stage(around.tournament)
    groups = standings_view(stage).groups if stage else ()
    titles = group_titles(stage, (group.name for group in groups)) if stage else {}
    return [(titles[group.name], group) for group in groups]


def _prize(line: StandingLine, group: Group, prizes: Sequence[str]) -> str:
    sharing = sum(other.rank == line.rank for other in group.lines)
    own = list(prizes[line.rank - 1 : line.rank - 1 + sharing])
    if sharing == 1 or not own:
        return "".join(own)
    return gettext("shared by %(number)d: %(prizes)s") % {"number": sharing, "prizes": " + ".join(own)}


def _party(line: StandingLine) -> Party:
    return Party(str(line.number), (line.name,), line.club)
