"""The tables of the hall and who sits there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules import game_by_key
from tournaments.models import HallTable, Match, Round, Seat, Tournament

from .sides import side_names

FEWEST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table: whether it may be given, and the match that is played there now."""

    number: int
    in_use: bool
    place: str
    code: str
    names: tuple[str, ...]


def places_by_table(tournament: Tournament) -> dict[int, str]:
    """Where the tables stand that have a place of their own. One query."""
    return dict(HallTable.objects.filter(tournament=tournament).exclude(place="").values_list("number", "place"))


def table_lines(tournament: Tournament) -> tuple[TableLine, ...]:
    """Every table up to the last one known or needed: as many as seat all entries. Four queries."""
    rows = {table.number: table for table in HallTable.objects.filter(tournament=tournament)}
    playing = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)
    matches = {match.table: match for match in playing}
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=playing).select_related("entry"):
        seats.setdefault(seat.match_id, []).append(seat)
    names = {match_id: side_names(seated) for match_id, seated in seats.items()}
    last = max(FEWEST_SHOWN, tables_needed(tournament), *rows, *(number for number in matches if number is not None))
    return tuple(_line(number, rows.get(number), matches.get(number), names) for number in range(1, last + 1))


def tables_needed(tournament: Tournament) -> int:
    """As many as seat all entries at once. One query."""
    seats_at_one = game_by_key(tournament.game_key).seat_count // tournament.entry_size
    return tournament.entries.exclude(state="withdrawn").count() // seats_at_one


def _line(number: int, row: HallTable | None, match: Match | None, names: Mapping[int, Sequence[str]]) -> TableLine:
    return TableLine(
        number=number,
        in_use=row is None or row.in_use,
        place=row.place if row else "",
        code=match.code if match else "",
        names=tuple(names.get(match.pk, ())) if match else (),
    )
