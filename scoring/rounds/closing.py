"""What closing a round does, told before it is done."""

from dataclasses import dataclass

from pairing import format_by_key
from scoring.matches.rounds import Count, MatchRow, count_matches, list_matches
from scoring.sheets_back.queries import SheetLine, sheet_lines
from scoring.standings_pages.stored import entrants_of, history_of
from tournaments.draws.services import is_over
from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class Consequences:
    """`hindering` keep the round from being closed; `differing` say something else on paper, `out` have not come back;
    `last` when the stage ends with it."""

    count: Count
    hindering: tuple[MatchRow, ...]
    void: tuple[MatchRow, ...]
    given: tuple[MatchRow, ...]
    differing: tuple[SheetLine, ...]
    out: int
    last: bool
    rounds: int


def consequences_of(round_: Round) -> Consequences:
    rows = list_matches(round_)
    played = [row for row in rows if not row.bye]
    stage = round_.stage
    form = format_by_key(stage.format_key)
    rounds = form.round_count(form.options_from(stage.options), len(entrants_of(stage)))
    hindering = tuple(row for row in played if not row.settled)
    codes = {row.code for row in played}
    sheets = [line for line in sheet_lines(stage.tournament) if line.code in codes]
    return Consequences(
        count=count_matches(rows),
        hindering=hindering,
        void=tuple(row for row in played if row.state == "void"),
        given=tuple(row for row in played if row.outcome != "played"),
        differing=tuple(line for line in sheets if line.differs),
        out=sum(line.out for line in sheets),
        last=round_.number >= rounds or (not hindering and is_over(stage, round_.number, history_of(stage))),
        rounds=rounds,
    )
