"""The results of a round as values for paper."""

from django.utils.translation import gettext

from paper import PrintedResult
from rules.texts import format_score
from scoring.ledger.match_log import State
from scoring.matches.rounds import MatchRow, build_match_row, list_game_points
from scoring.printing.heads import build_side_party
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seated_persons
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import group_by_side
from tournaments.stages.groups import Venue

SIGNED_STATES = frozenset({State.CONFIRMED, State.LOCKED})


def read_printed_results(round_: Round, naming: Naming = IN_FULL, venue: Venue | None = None) -> list[PrintedResult]:
    """The matches of a round by table, byes last; only those of `venue` if there is one. Three queries."""
    matches = round_.matches.filter(pool=venue.key) if venue else round_.matches.all()
    listed = matches.select_related("result").prefetch_related(prefetch_seated_persons())
    ordered = sorted(listed, key=lambda match: (match.kind == Match.Kind.BYE, match.table is None, match.table or 0, match.position))
    return [_build_result(match, build_match_row(match, naming), naming) for match in ordered]


def read_results_by_round(tournament: Tournament) -> dict[Round, list[PrintedResult]]:
    """The results of all published rounds in their order, each by table. Three queries."""
    listed = Match.objects.filter(round__stage__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    joined = listed.select_related("result", "round__stage").prefetch_related(prefetch_seated_persons())
    by_round: dict[Round, list[PrintedResult]] = {}
    for match in sorted(joined, key=_compute_archive_position):
        by_round.setdefault(match.round, []).append(_build_result(match, build_match_row(match), IN_FULL))
    return by_round


def _compute_archive_position(match: Match) -> tuple[int, int, bool, int, int]:
    """Stage and round, then the table, byes last."""
    is_bye = match.kind == Match.Kind.BYE
    return (match.round.stage.number, match.round.number, is_bye or match.table is None, match.table or 0, match.position)


def _build_result(match: Match, row: MatchRow, naming: Naming) -> PrintedResult:
    parties = tuple(build_side_party(side, naming) for side in group_by_side(match.seats.all()))
    if row.bye:
        return PrintedResult("–", parties, state=gettext("bye"))
    return PrintedResult(
        table=str(match.table or "–"),
        parties=parties,
        score="" if row.crowded else row.result,
        games=() if row.crowded else tuple(format_score(points) for points in list_game_points(match)),
        points=tuple(format_score([points]) for _name, points in row.lines if points is not None),
        state="" if row.state in SIGNED_STATES and not row.is_forfeit else row.state_label,
        is_awaited=not row.settled,
    )
