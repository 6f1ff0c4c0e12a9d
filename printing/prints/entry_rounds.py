"""The rounds of each entry: tables, partners, opponents and results."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from pairing import format_by_key
from paper import EntryMatch, EntryRounds
from printing.prints.heads import build_party
from rankings.standings_pages.queries import format_cell, read_standings_view
from rules.texts import format_score
from scoring.matches.rounds import MatchRow, build_match_row
from tournaments.models import Entry, Match, Round, Seat, Stage
from tournaments.models.prefetches import prefetch_members, prefetch_seats
from tournaments.people.sides import format_side_name, group_by_side

Sides = tuple[tuple[Seat, ...], ...]


def read_entry_rounds(stage: Stage, *, to_come: bool = False) -> list[EntryRounds]:
    """Rounds by entry number, of a phantom none; `to_come` adds an empty line for each round that is not drawn yet."""
    enrolled = (
        stage.stage_entries.filter(entry__phantom=False).select_related("entry__club").prefetch_related(prefetch_members("entry__members"))
    )
    entries = enrolled.order_by("entry__number")
    played = _read_played(stage)
    totals = _read_totals(stage)
    coming = _list_coming_rounds(stage, len(entries)) if to_come else ()
    return [
        EntryRounds(
            build_party(stage_entry.entry),
            (*played.get(stage_entry.entry_id, ()), *(EntryMatch(str(number)) for number in coming)),
            totals.get(stage_entry.entry.number, ""),
        )
        for stage_entry in entries
    ]


def _read_played(stage: Stage) -> dict[int, list[EntryMatch]]:
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    matches_by_entry: dict[int, list[EntryMatch]] = {}
    listed = matches.select_related("round", "result").prefetch_related(prefetch_seats())
    for match in listed.order_by("round__number", "position"):
        for entry, entry_match in _build_entry_matches(match):
            matches_by_entry.setdefault(entry.pk, []).append(entry_match)
    return matches_by_entry


def _build_entry_matches(match: Match) -> Iterator[tuple[Entry, EntryMatch]]:
    sides = group_by_side(match.seats.all())
    row = build_match_row(match)
    for index, side in enumerate(sides):
        for seat in side:
            yield (
                seat.entry,
                EntryMatch(
                    round=str(match.round.number),
                    table=str(match.table or ""),
                    partner=format_side_name([partner for partner in side if partner is not seat]),
                    against=gettext("bye")
                    if row.bye
                    else " / ".join(format_side_name(opponents) for opponents in sides if opponents is not side),
                    result=_format_result(row, index),
                ),
            )


def _format_result(row: MatchRow, place: int) -> str:
    """Games won, those of this side first; where more than two sides play, the points of this side."""
    if row.bye or not row.settled:
        return ""
    if row.crowded:
        return format_score([row.points[place]]) if place < len(row.points) else ""
    return format_score([row.games_won[place], *row.games_won[:place], *row.games_won[place + 1 :]]) if row.games_won else ""


def _read_totals(stage: Stage) -> dict[int, str]:
    words = gettext("place %(rank)d · %(points)s")
    return {
        line.number: words % {"rank": line.rank, "points": format_cell(line.points)}
        for group in read_standings_view(stage).groups
        for line in group.lines
        if line.placed
    }


def _list_coming_rounds(stage: Stage, entrants: int) -> Sequence[int]:
    format_ = format_by_key(stage.format_key)
    drawn = stage.rounds.exclude(state=Round.State.DRAFT).count()
    return range(drawn + 1, format_.count_rounds(format_.options_from(stage.options), entrants) + 1)
