"""What the pictures of results say: the winners, the standings, one match; names as the public pages show them."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from paper.poster_art import ResultData
from paper.share_cards import ShareCard, ShareRow
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import read_podium
from rankings.standings_pages.queries import find_deciding_stage, read_standings_view
from records.evening_numbers.queries import read_oddities
from scoring.matches.paper_style import choose_suits
from scoring.matches.rounds import build_match_row
from scoring.models import MatchResult
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import Naming
from tournaments.stages.rounds import format_match_place
from visitors.tournament_pages.sharing import build_match_card, build_tournament_card

MOST_LINES = 10
"""Lines of standings in a picture."""
MOST_TOLD = 4
"""Numbers of the evening in a picture: sentences of two lines."""
MOST_MATCHES = 30
"""Matches on the page of pictures; the others have theirs on their own pages."""


@dataclass(frozen=True, slots=True)
class MatchPictureLine:
    """A match whose result can be saved as a picture."""

    code: str
    names: tuple[str, ...]
    result: str
    round_name: str


def build_standings_result(tournament: Tournament, naming: Naming) -> ResultData | None:
    """The first of the standings of the stage that decides; None before anything is played."""
    stage = find_deciding_stage(tournament)
    if stage is None or not read_standings_view(stage, naming).has_begun:
        return None
    return _turn_card(tournament, build_tournament_card(tournament, naming, MOST_LINES))


def build_winners_result(tournament: Tournament, naming: Naming) -> ResultData | None:
    """The podium; None while anything is played."""
    podium = read_podium(tournament, naming)
    if not podium:
        return None
    rows = tuple(ShareRow(line.place, line.name, "", strong=line.rank == 1) for line in podium)
    note = _("Provisional: something is still to be decided.") if read_open_points(tournament) else ""
    return ResultData(tournament.name, _("The winners"), rows, note, winners=True, suits=choose_suits(tournament))


def build_told_result(tournament: Tournament, naming: Naming) -> ResultData | None:
    """The oddest numbers of the evening; None before there are any."""
    lines = read_oddities(tournament, naming, short=True)[:MOST_TOLD]
    if not lines:
        return None
    rows = tuple(ShareRow("", line.sentence, "", strong=not place) for place, line in enumerate(lines))
    return ResultData(tournament.name, _("Numbers of the evening"), rows, suits=choose_suits(tournament))


def build_match_result(match: Match, naming: Naming) -> ResultData:
    """`match` as `build_match_card` takes it."""
    return _turn_card(match.round.stage.tournament, build_match_card(match, naming))


def select_published_matches(tournament_slug: str) -> QuerySet[Match]:
    """The matches of a tournament that may have a picture."""
    matches = Match.objects.select_related("round__stage__tournament", "result").prefetch_related(prefetch_seats())
    played = matches.filter(kind=Match.Kind.PLAYED, round__stage__tournament__slug=tournament_slug)
    return played.exclude(round__state=Round.State.DRAFT)


def list_match_pictures(tournament: Tournament, naming: Naming) -> list[MatchPictureLine]:
    """The latest results, newest first."""
    settled = (MatchResult.State.SUBMITTED, MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
    matches = select_published_matches(tournament.slug).filter(result__state__in=settled)
    latest = matches.order_by("-result__updated_at", "-pk")[:MOST_MATCHES]
    rows = [(match, build_match_row(match, naming)) for match in latest]
    return [MatchPictureLine(row.code, row.names, row.result, format_match_place(match)) for match, row in rows]


def _turn_card(tournament: Tournament, card: ShareCard) -> ResultData:
    return ResultData(card.title, card.heading, card.rows, card.note, suits=choose_suits(tournament))
