"""Every entry's own rounds: at which table, with whom, against whom, and what came of it."""

from collections.abc import Iterator, Sequence

from django.db.models import Prefetch
from django.utils.translation import gettext

from pairing import format_by_key
from paper import OwnMatch, OwnRounds
from rules.texts import dashed
from scoring.matches.rounds import MatchRow, match_row
from scoring.printing.heads import party_of
from scoring.standings_pages.queries import shown_cell, standings_view
from tournaments.models import Entry, Match, Round, Seat, Stage
from tournaments.people.sides import by_side, side_name

Sides = tuple[tuple[Seat, ...], ...]


def own_rounds(stage: Stage, *, to_come: bool = False) -> list[OwnRounds]:
    """By the numbers of the entries; `to_come` adds an empty line for every round that is not drawn yet."""
    entries = stage.stage_entries.select_related("entry__club").prefetch_related("entry__members__person").order_by("entry__number")
    played = _played(stage)
    totals = _totals(stage)
    coming = _coming(stage, len(entries)) if to_come else ()
    return [
        OwnRounds(
            party_of(one.entry),
            (*played.get(one.entry_id, ()), *(OwnMatch(str(number)) for number in coming)),
            totals.get(one.entry.number, ""),
        )
        for one in entries
    ]


def _played(stage: Stage) -> dict[int, list[OwnMatch]]:
    seats = Seat.objects.select_related("entry")
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    found: dict[int, list[OwnMatch]] = {}
    listed = matches.select_related("round", "result").prefetch_related(Prefetch("seats", queryset=seats))
    for match in listed.order_by("round__number", "position"):
        for entry, own in _seen_by_each(match):
            found.setdefault(entry.pk, []).append(own)
    return found


def _seen_by_each(match: Match) -> Iterator[tuple[Entry, OwnMatch]]:
    sides = by_side(match.seats.all())
    row = match_row(match)
    for place, side in enumerate(sides):
        for seat in side:
            yield (
                seat.entry,
                OwnMatch(
                    round=str(match.round.number),
                    table=str(match.table or ""),
                    partner=side_name([other for other in side if other is not seat]),
                    against=gettext("rests") if row.bye else " / ".join(side_name(other) for other in sides if other is not side),
                    result=_result(row, place),
                ),
            )


def _result(row: MatchRow, place: int) -> str:
    """Games won, the own ones first; where more than two play, the own points."""
    if row.bye or not row.settled:
        return ""
    if row.crowded:
        return dashed([row.points[place]]) if place < len(row.points) else ""
    return dashed([row.games_won[place], *row.games_won[:place], *row.games_won[place + 1 :]]) if row.games_won else ""


def _totals(stage: Stage) -> dict[int, str]:
    words = gettext("place %(rank)d · %(points)s")
    return {
        line.number: words % {"rank": line.rank, "points": shown_cell(line.points)}
        for group in standings_view(stage).groups
        for line in group.lines
        if line.placed
    }


def _coming(stage: Stage, entrants: int) -> Sequence[int]:
    form = format_by_key(stage.format_key)
    drawn = stage.rounds.exclude(state=Round.State.DRAFT).count()
    return range(drawn + 1, form.round_count(form.options_from(stage.options), entrants) + 1)
