"""`results.json`: what a program reads of a tournament. `docs/publishing.md` describes the format."""

import datetime as dt
import json
from collections.abc import Sequence
from typing import Any

from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.queries import list_published_stages, read_standings_view
from scoring.ledger.queries import read_current_head
from scoring.matches.rounds import MatchRow, build_match_row, list_game_points, select_matches
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.people.naming import Naming, PublicNaming
from tournaments.people.sides import format_side_name, group_by_side

FORMAT = {"format": "labella-results", "version": 1}
Json = dict[str, Any]


def build_results(tournament: Tournament, as_of: dt.datetime) -> Json:
    """Names as the tournament shows them; the same while nothing changed."""
    naming = PublicNaming(tournament)
    return {
        **FORMAT,
        "as_of": _format_moment(as_of),
        "ledger": str(read_current_head(tournament)),
        "tournament": {
            "name": tournament.name,
            "game": tournament.game_key,
            "date": tournament.date.isoformat(),
            "venue": tournament.venue,
            "state": tournament.state,
        },
        "stages": [_build_stage(stage, naming) for stage in list_published_stages(tournament)],
        "final": [
            {"place": line.rank, "tied": line.shared, "number": line.number, "name": line.name, "club": line.club, "reached": line.reached}
            for line in read_final_list(tournament, naming).lines
        ],
    }


def list_standings(results: Json) -> list[Any]:
    """What of the results are places: it stays the same while hands are entered that finish nothing."""
    return [*(stage["standings"] for stage in results["stages"]), results["final"]]


def format_results(results: Json) -> bytes:
    return (json.dumps(results, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _format_moment(moment: dt.datetime | None) -> str | None:
    return moment.astimezone(dt.UTC).isoformat(timespec="seconds") if moment else None


def _build_stage(stage: Stage, naming: Naming) -> Json:
    rounds = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT).order_by("number")
    return {
        "number": stage.number,
        "name": stage.name,
        "pairing": stage.format_key,
        "rounds": [_build_round(round_, naming) for round_ in rounds],
        "standings": _build_standings(stage, naming),
    }


def _build_round(round_: Round, naming: Naming) -> Json:
    matches = [_build_match(match, build_match_row(match, naming), naming) for match in select_matches(round_)]
    hours = {name: _format_moment(getattr(round_, name)) for name in ("published_at", "starts_at", "closed_at")}
    return {"number": round_.number, "closed": round_.state == Round.State.CLOSED, **hours, "matches": matches}


def _build_match(match: Match, row: MatchRow, naming: Naming) -> Json:
    sides = [
        {"numbers": [seat.entry.number for seat in side], "name": format_side_name(side, naming)}
        for side in group_by_side(match.seats.all())
    ]
    if row.bye:
        return {"bye": True, "sides": sides}
    return {
        "code": row.code,
        "table": row.table,
        "pool": row.pool,
        "sides": sides,
        "state": row.state.value,
        "outcome": row.outcome,
        "games_won": list(row.games_won),
        "games": list_game_points(match),
        "winner": row.winner,
    }


def _build_standings(stage: Stage, naming: Naming) -> Sequence[Json]:
    view = read_standings_view(stage, naming)
    return [
        {
            "group": group.name,
            "lines": [
                {
                    "place": line.rank if line.placed else None,
                    "tied": line.shared,
                    "number": line.number,
                    "name": line.name,
                    "club": line.club,
                    "played": line.played,
                    "points": line.points,
                    "tie_breaks": dict(line.cells),
                }
                for line in group.lines
            ],
        }
        for group in view.groups
    ]
