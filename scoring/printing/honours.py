"""Places, prizes and certificates of the final standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from paper import AwardCertificate, Party, Prize
from scoring.printing.heads import PrintContext
from scoring.printing.stage_prints import read_group_titles
from scoring.standings_pages.queries import StandingLine, StandingsGroup, find_deciding_stage, read_standings_view

LEAST_PLACES = 3
"""Places that are honoured at least, even if there are fewer prizes."""


@dataclass(frozen=True, slots=True)
class Honour:
    """A place in the final standings. `title` is the title of its pool if there are several; `prize` may be empty."""

    title: str
    line: StandingLine
    prize: str

    @property
    def place_in_words(self) -> str:
        place_template = gettext("tied for place %(rank)d") if self.line.shared else gettext("place %(rank)d")
        place = place_template % {"rank": self.line.rank}
        return f"{place} · {self.title}" if self.title else place


def read_honours(context: PrintContext) -> list[Honour]:
    """Every entry that has a place, from the first rank down. Entries that share a rank share the prizes of the places that they occupy."""
    lines = context.style.prize_lines
    return [
        Honour(title, line, _format_prize(line, group, lines))
        for title, group in _read_groups(context)
        for line in group.lines
        if line.placed
    ]


def read_prizes(context: PrintContext) -> list[Prize]:
    """Ranks from the first down, as many as there are prizes (at least three)."""
    return [
        Prize(f"{honour.title} {honour.line.rank}".strip(), _build_party(honour.line), honour.prize)
        for honour in read_rewarded_honours(context)
    ]


def read_award_certificates(context: PrintContext) -> list[AwardCertificate]:
    signers = context.style.signers or (gettext("The director"),)
    return [AwardCertificate(_build_party(honour.line), honour.place_in_words, signers) for honour in read_rewarded_honours(context)]


def read_rewarded_honours(context: PrintContext) -> list[Honour]:
    """As many places as there are prizes, at least three."""
    places = max(len(context.style.prize_lines), LEAST_PLACES)
    return [honour for honour in read_honours(context) if honour.line.rank <= places]


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
