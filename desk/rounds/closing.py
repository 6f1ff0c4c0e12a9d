"""What closing a round will do."""

from dataclasses import dataclass
from functools import partial

from django.db.models import Exists, OuterRef, Q

from desk.rounds.drafts import find_seat_refusal
from pairing import format_by_key
from printing.sheets_back.extra_sheets import count_blanks_out
from printing.sheets_back.queries import SheetLine, count_sheets_out, read_sheet_lines
from scoring.matches.rounds import SETTLED, MatchRow, RoundCount, build_match_row, read_round_count, select_matches
from scoring.models import MatchResult
from scoring.standings.finished_matches import read_played_history
from scoring.standings.stored import read_entrant_ids
from tournaments.draws.services import is_over
from tournaments.models import Match, Round

MOST_LISTED = 100
"""Matches that keep a round open, on its page."""
FORFEITS = (MatchResult.Outcome.WALKOVER, MatchResult.Outcome.ABSENT)


@dataclass(frozen=True, slots=True)
class ClosingPreview:
    """`hindering` matches keep the round open; `differing` sheets disagree with the entered results, `out` sheets have not come back,
    further ones of these matches too, nor `blanks_out` blank ones of the tournament; `last` is true when the stage ends with this round;
    `refusal` says that seats keep it open.
    """

    count: RoundCount
    hindering: tuple[MatchRow, ...]
    hindering_count: int
    """Of all, of which `hindering` are the first."""
    void: tuple[MatchRow, ...]
    forfeited: tuple[MatchRow, ...]
    differing: tuple[SheetLine, ...]
    out: int
    blanks_out: int
    last: bool
    rounds: int
    refusal: str


def read_closing_preview(round_: Round) -> ClosingPreview:
    stage = round_.stage
    played = select_matches(round_).filter(kind=Match.Kind.PLAYED)
    unsettled = played.exclude(Exists(MatchResult.objects.filter(SETTLED, match=OuterRef("pk"))))
    form = format_by_key(stage.format_key)
    rounds = form.count_rounds(form.options_from(stage.options), len(read_entrant_ids(stage)))
    hindering = unsettled.count()
    compared = read_sheet_lines(stage.tournament, Q(round=round_, sheets__agrees=False))
    return ClosingPreview(
        count=read_round_count(round_),
        hindering=tuple(map(build_match_row, unsettled[:MOST_LISTED])),
        hindering_count=hindering,
        void=tuple(map(build_match_row, played.filter(result__state=MatchResult.State.VOID))),
        forfeited=tuple(map(build_match_row, played.filter(result__outcome__in=FORFEITS))),
        differing=tuple(line for line in {line.code: line for line in compared}.values() if line.differs),
        out=count_sheets_out(round_),
        blanks_out=count_blanks_out(stage.tournament),
        last=round_.number >= rounds or (not hindering and is_over(stage, round_.number, partial(read_played_history, stage))),
        rounds=rounds,
        refusal=str(find_seat_refusal(stage) or ""),
    )
