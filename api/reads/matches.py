"""Pairings with their reasons, and matches hand by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from api.reads.finding import TournamentAccess
from api.reads.paging import find_next, read_offset
from api.reads.result_schemas import BoxOut, GameOut, LineOut, MatchItem, MatchOut, SideOut
from api.reads.schemas import ListPart
from api.reads.tournaments import build_match_address
from scoring.matches.queries import GameView, LineView, load_match
from scoring.matches.rounds import MatchRow, build_match_row, select_matches
from tournaments.draws.queries import read_pairing_lines
from tournaments.models import Draw, Match, Round
from tournaments.people.naming import Naming
from tournaments.people.sides import group_by_side


def read_pairings(access: TournamentAccess, round_: Round, cursor: str, limit: int) -> ListPart[MatchItem]:
    """The matches of a round by table, byes last, each with the reasons of its pairing. Some six queries."""
    offset = read_offset(cursor)
    rows = list(select_matches(round_)[offset : offset + limit])
    reasons = _read_reasons(round_, rows, access.naming)
    items = [build_match_line(match, round_, access, reasons.get(match.code, ())) for match in rows]
    return ListPart[MatchItem](items=items, next=find_next(offset, limit, round_.matches.count()))


def _read_reasons(round_: Round, matches: Sequence[Match], naming: Naming) -> Mapping[str, tuple[str, ...]]:
    draw = Draw.objects.filter(round=round_).first()
    if draw is None:
        return {}
    lines = read_pairing_lines(round_, draw, naming, [match.position for match in matches])
    return {line.code: line.reasons for line in lines}


def build_match_line(match: Match, round_: Round, access: TournamentAccess, reasons: Sequence[str] = ()) -> MatchItem:
    """A match that comes with result and seats."""
    return MatchItem(**_build_columns(match, build_match_row(match, access.naming), round_, access, reasons))


def _build_columns(match: Match, row: MatchRow, round_: Round, access: TournamentAccess, reasons: Sequence[str]) -> dict[str, Any]:
    return {
        "code": "" if row.bye else row.code,
        "stage": round_.stage.number,
        "round": round_.number,
        "table": row.table,
        "pool": row.pool,
        "title": row.title,
        "bye": row.bye,
        "state": row.state,
        "outcome": row.outcome,
        "version": row.version,
        "winner": row.winner,
        "sides": _build_sides(match, row),
        "first_dealer": match.first_dealer,
        "reasons": list(reasons),
        "updated_at": row.updated_at,
        "web": "" if row.bye else build_match_address(access.tournament.slug, row.code),
    }


def _build_sides(match: Match, row: MatchRow) -> list[SideOut]:
    seated = group_by_side(match.seats.all())
    return [
        SideOut(
            entries=[seat.entry.number for seat in side],
            name=row.names[index],
            games_won=_get_or_none(row.games_won, index) if row.has_begun else None,
            points=_get_or_none(row.points, index) if row.has_begun else None,
        )
        for index, side in enumerate(seated)
    ]


def _get_or_none(numbers: Sequence[int], index: int) -> int | None:
    return numbers[index] if index < len(numbers) else None


def read_match(access: TournamentAccess, match: Match) -> MatchOut:
    """A match with all its games, hand by hand. Some eight queries."""
    view, round_ = load_match(match, access.naming), match.round
    own = select_matches(round_).get(pk=match.pk)
    own.round = round_
    reasons = _read_reasons(round_, [own], access.naming).get(match.code, ())
    columns = _build_columns(own, build_match_row(own, access.naming), round_, access, reasons)
    games = [_build_game(game) for game in view.games if game.lines or game.running or game.winner is not None or any(game.score)]
    return MatchOut(**columns, games=games, takes_hands=view.takes_hands, next_dealer=view.next_dealer)


def _build_game(game: GameView) -> GameOut:
    return GameOut(
        number=game.number,
        target=game.target,
        score=list(game.score),
        winner=game.winner,
        running=game.running,
        lines=[_build_line(line) for line in game.lines],
    )


def _build_line(line: LineView) -> LineOut:
    return LineOut(
        seq=line.seq,
        hand=line.number,
        title=line.revision.title,
        boxes=[BoxOut(label=box.label, value=box.text) for box in line.revision.boxes],
        gained=list(line.gained),
        score=list(line.score),
        changed=line.changed,
        overruled=line.revision.overruled,
    )
