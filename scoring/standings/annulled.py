"""Entries of a pool of whose matches none counts, because they were annulled: they stand behind all who played."""

from collections.abc import Collection, Sequence

from pairing import format_by_key
from pairing.format import Family
from scoring.models import MatchResult
from standings import RankedLine
from tournaments.models import Seat, Stage


def read_annulled_entries(stage: Stage) -> frozenset[int]:
    """Who sat at a cancelled match of a stage of pools. One query there, none elsewhere."""
    if format_by_key(stage.format_key).family is not Family.POOLS:
        return frozenset()
    seats = Seat.objects.filter(round__stage=stage, match__result__state=MatchResult.State.VOID)
    return frozenset(seats.values_list("entry_id", flat=True))


def put_behind(lines: Sequence[RankedLine], annulled: Collection[int]) -> tuple[RankedLine, ...]:
    """The lines of a group, those of annulled entries that played nothing else last; they share a place."""
    behind = [line for line in lines if line.entrant in annulled and not line.played]
    if not behind or len(behind) == len(lines):
        return tuple(lines)
    ranks = [line.rank for line in behind]
    ahead = [line._replace(rank=line.rank - sum(rank < line.rank for rank in ranks)) for line in lines if line not in behind]
    return (*ahead, *(line._replace(rank=len(ahead) + 1) for line in behind))
