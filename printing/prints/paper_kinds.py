"""What a line of the registry of papers says."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from django.utils.functional import Promise

from pairing import format_by_key
from pairing.format import Family
from printing.prints.club_papers import count_clubs
from printing.prints.heads import PrintContext
from rankings.standings_pages.clubs import FEWEST_CLUBS
from tournaments.models import Round


class PaperMoment(Enum):
    """When an evening needs a paper; the print page shows the papers by it."""

    DOOR = "door"
    BEFORE = "before"
    AFTER = "after"
    END = "end"


@dataclass(frozen=True, slots=True)
class RoundPaper:
    """A paper about one round or its stage (`of_stage`), needed at a `moment` of it. `draw` renders the PDF; `family`: the formats that
    have it, None for all.

    A paper `of_draw` needs the stored draw, which an imported round may lack. A paper that `hangs` on the wall can also be printed with the
    names of the public pages.
    """

    key: str
    title: Promise
    sentence: Promise
    draw: Callable[[PrintContext, Round], bytes]
    family: Family | None = None
    of_stage: bool = True
    of_draw: bool = False
    hangs: bool = False
    of_clubs: bool = False
    """Whether it compares clubs, so that a stage needs two of them."""
    of_teams: bool = False
    """Whether it is about teams that meet on several boards."""
    moment: PaperMoment = PaperMoment.BEFORE

    def is_available_for(self, round_: Round) -> bool:
        chosen = format_by_key(round_.stage.format_key)
        if (self.of_draw and not hasattr(round_, "draw")) or (self.of_teams and not chosen.in_teams):
            return False
        if self.of_clubs and (chosen.in_teams or count_clubs(round_.stage) < FEWEST_CLUBS):
            return False
        return self.family in (None, chosen.family)


@dataclass(frozen=True, slots=True)
class TournamentPaper:
    """A paper about the whole tournament; `lasting` papers belong to the archive; one `of_places` is not printed while these can change."""

    key: str
    title: Promise
    sentence: Promise
    draw: Callable[[PrintContext], bytes]
    lasting: bool = True
    of_places: bool = False
    moment: PaperMoment = PaperMoment.DOOR
