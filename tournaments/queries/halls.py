"""The tables of the hall and who sits there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import HallTable, Match, Round, Seat, Tournament

FEWEST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table: whether it may be given, and the match that is played there now."""

    number: int
    in_use: bool
    place: str
    code: str
    names: tuple[str, ...]


def table_lines(tournament: Tournament) -> tuple[TableLine, ...]:
    """Every table up to the last one known or needed: half as many as there are entries. Four queries."""
    rows = {table.number: table for table in HallTable.objects.filter(tournament=tournament)}
    playing = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)
    matches = {match.table: match for match in playing}
    names: dict[int, list[str]] = {}
    for match_id, name in Seat.objects.filter(match__in=playing).order_by("side").values_list("match", "entry__name"):
        names.setdefault(match_id, []).append(name)
    needed = tournament.entries.exclude(state="withdrawn").count() // 2
    last = max(FEWEST_SHOWN, needed, *rows, *(number for number in matches if number is not None))
    return tuple(_line(number, rows.get(number), matches.get(number), names) for number in range(1, last + 1))


def _line(number: int, row: HallTable | None, match: Match | None, names: Mapping[int, Sequence[str]]) -> TableLine:
    return TableLine(
        number=number,
        in_use=row is None or row.in_use,
        place=row.place if row else "",
        code=match.code if match else "",
        names=tuple(names.get(match.pk, ())) if match else (),
    )
