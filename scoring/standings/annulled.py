"""Entries of a pool of whose matches none counts, because they were annulled: they stand behind all who played."""

from collections.abc import Collection, Sequence

from pairing import format_by_key
from pairing.format import Family
from scoring.models import MatchResult
from standings import RankedLine
from tournaments.models import Seat, Stage


def put_annulled_behind(stage: Stage, lines: Sequence[RankedLine]) -> Sequence[RankedLine]:
    """The lines of a group; in pools those last that played nothing but cancelled matches. One query at most, and only where
    somebody has played nothing that counts while others have.
    """
    idle = [line.entrant for line in lines if not line.played]
    if not 0 < len(idle) < len(lines) or format_by_key(stage.format_key).family is not Family.POOLS:
        return lines
    seats = Seat.objects.filter(round__stage=stage, entry__in=idle, match__result__state=MatchResult.State.VOID)
    return put_behind(lines, set(seats.values_list("entry_id", flat=True)))


def put_behind(lines: Sequence[RankedLine], annulled: Collection[int]) -> tuple[RankedLine, ...]:
    """The lines with those of `annulled` entries last; they share a place."""
    ranks = [line.rank for line in lines if line.entrant in annulled]
    ahead = [line._replace(rank=line.rank - sum(rank < line.rank for rank in ranks)) for line in lines if line.entrant not in annulled]
    return (*ahead, *(line._replace(rank=len(ahead) + 1) for line in lines if line.entrant in annulled))
