"""What closing a round will do."""

from dataclasses import dataclass

from pairing import format_by_key
from scoring.matches.rounds import MatchRow, RoundCount, count_matches, list_matches
from scoring.rounds.drafts import find_seat_refusal
from scoring.sheets_back.extra_sheets import count_blanks_out
from scoring.sheets_back.queries import SheetLine, read_sheet_lines
from scoring.standings_pages.stored import read_entrant_ids, read_played_history
from tournaments.draws.services import is_over
from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class ClosingPreview:
    """`hindering` matches keep the round open; `differing` sheets disagree with the entered results, `out` sheets have not come back,
    further ones of these matches too, nor `blanks_out` blank ones of the tournament; `last` is true when the stage ends with this round;
    `refusal` says that seats keep it open.
    """

    count: RoundCount
    hindering: tuple[MatchRow, ...]
    void: tuple[MatchRow, ...]
    forfeited: tuple[MatchRow, ...]
    differing: tuple[SheetLine, ...]
    out: int
    blanks_out: int
    last: bool
    rounds: int
    refusal: str


def read_closing_preview(round_: Round) -> ClosingPreview:
    rows = list_matches(round_)
    played = [row for row in rows if not row.bye]
    stage = round_.stage
    form = format_by_key(stage.format_key)
    rounds = form.count_rounds(form.options_from(stage.options), len(read_entrant_ids(stage)))
    hindering = tuple(row for row in played if not row.settled)
    codes = {row.code for row in played}
    sheets = [line for line in read_sheet_lines(stage.tournament) if line.match_code in codes]
    return ClosingPreview(
        count=count_matches(rows),
        hindering=hindering,
        void=tuple(row for row in played if row.state == "void"),
        forfeited=tuple(row for row in played if row.outcome != "played"),
        differing=tuple(line for line in sheets if line.differs),
        out=sum(line.out for line in sheets),
        blanks_out=count_blanks_out(stage.tournament),
        last=round_.number >= rounds or (not hindering and is_over(stage, round_.number, read_played_history(stage))),
        rounds=rounds,
        refusal=str(find_seat_refusal(stage) or ""),
    )
