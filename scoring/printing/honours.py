"""Places, prizes and certificates of the final standings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from paper import AwardCertificate, Party, Prize
from scoring.printing.heads import PrintContext
from scoring.printing.stage_prints import read_group_titles
from scoring.standings_pages.final_list import find_consolations
from scoring.standings_pages.queries import StandingLine, StandingsGroup, find_deciding_stage, read_standings_view

LEAST_PLACES = 3
"""Places that are honoured at least, even if there are fewer prizes."""


LEAST_CONSOLED = 1
"""Places of a consolation that are honoured at least."""


@dataclass(frozen=True, slots=True)
class Honour:
    """A place in the final standings. `title` is the title of its pool if there are several, or the consolation; `prize` may be empty."""

    title: str
    line: StandingLine
    prize: str
    rewarded: bool
    """Whether the place is on the prize list and has a certificate."""

    @property
    def place_in_words(self) -> str:
        place_template = gettext("tied for place %(rank)d") if self.line.shared else gettext("place %(rank)d")
        place = place_template % {"rank": self.line.rank}
        return f"{place} · {self.title}" if self.title else place


def read_honours(context: PrintContext) -> list[Honour]:
    """Every entry that has a place, from the first rank down, then those of the consolations. Entries that share a rank share the prizes of
    the places that they occupy.
    """
    lines = context.style.prize_lines
    honours = list(_list_honours(_read_groups(context), lines, LEAST_PLACES))
    for stage in find_consolations(context.tournament):
        groups = [(f"{stage.name} {group.name}".strip(), group) for group in read_standings_view(stage).groups]
        honours += _list_honours(groups, context.style.list_stage_prizes(stage.name), LEAST_CONSOLED)
    return honours


def _list_honours(groups: Sequence[tuple[str, StandingsGroup]], prizes: Sequence[str], least: int) -> Iterator[Honour]:
    places = max(len(prizes), least)
    for title, group in groups:
        for line in group.lines:
            if line.placed:
                yield Honour(title, line, _format_prize(line, group, prizes), rewarded=line.rank <= places)


def read_prizes(context: PrintContext) -> list[Prize]:
    """Ranks from the first down, as many as there are prizes (at least three; one of a consolation)."""
    return [
        Prize(f"{honour.title} {honour.line.rank}".strip(), _build_party(honour.line), honour.prize)
        for honour in read_rewarded_honours(context)
    ]


def read_award_certificates(context: PrintContext) -> list[AwardCertificate]:
    signers = context.style.signers or (gettext("The director"),)
    return [AwardCertificate(_build_party(honour.line), honour.place_in_words, signers) for honour in read_rewarded_honours(context)]


def read_rewarded_honours(context: PrintContext) -> list[Honour]:
    """As many places as there are prizes, at least three, and one of each consolation."""
    return [honour for honour in read_honours(context) if honour.rewarded]


def _read_groups(context: PrintContext) -> list[tuple[str, StandingsGroup]]:
    """Groups of the deciding stage with their titles; the title is empty if there is only one group."""
    stage = find_deciding_stage(context.tournament)
    groups = read_standings_view(stage).groups if stage else ()
    titles = read_group_titles(stage, (group.name for group in groups)) if stage else {}
    return [(titles[group.name], group) for group in groups]


def _format_prize(line: StandingLine, group: StandingsGroup, prizes: Sequence[str]) -> str:
    sharing = sum(group_line.rank == line.rank for group_line in group.lines)
    shared_prizes = list(prizes[line.rank - 1 : line.rank - 1 + sharing])
    if sharing == 1 or not shared_prizes:
        return "".join(shared_prizes)
    return gettext("divided by %(number)d: %(prizes)s") % {"number": sharing, "prizes": " + ".join(shared_prizes)}


def _build_party(line: StandingLine) -> Party:
    return Party(str(line.number), (line.name,), line.club)
