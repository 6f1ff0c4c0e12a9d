"""Round robin: every two entries of a pool meet once or twice."""

from dataclasses import dataclass
from typing import Any, Literal

from pairing.berger import build_berger_round, build_double_berger_round, count_berger_rounds
from pairing.format import Family, Format, LateEntryRule
from pairing.lots import Lots
from pairing.pools import count_pools, draw_pools, fill_serpentine_pools
from pairing.seats import number_pairings
from pairing.separation import separate_in_groups
from pairing.values import DrawReason, DrawRequest, DrawResult, EntryGroup, Pairing
from rules.options import Options, option
from rules.texts import _

MOST_ROUNDS = 100
"""Two a week for a year."""


@dataclass(frozen=True, slots=True)
class RoundRobinOptions(Options):
    pool_size: int = option(
        _("Entries in a pool"),
        _("Largest pool size. Some pools may have one fewer. 0: one pool for everybody."),
        default=4,
        lowest=0,
        highest=24,
        source="P",
    )
    distribution: Literal["drawn", "serpentine"] = option(
        _("How pools are filled"),
        _("Drawn: seeds go to different pools and the rest by lot. Serpentine: by rank, 1 2 3 4, then 8 7 6 5."),
        default="drawn",
        choices={"drawn": _("drawn, seeds apart"), "serpentine": _("serpentine, by rank")},
        source="P",
    )
    clubs_apart: bool = option(
        _("Same club apart"),
        _("When pools are drawn, entries of a club are spread over them as evenly as possible."),
        default=True,
        source="P",
    )
    meetings: int = option(
        _("How often each pair meets"),
        _("All entries of a pool play each other once, or twice with the first dealers exchanged."),
        default=1,
        choices={1: _("once"), 2: _("twice")},
        source="P",
    )


class RoundRobin(Format):
    key = "round_robin"
    name = _("Pools (round robin)")
    summary = _("Berger tables: all entries of a pool play each other, and the first deal is shared fairly.")
    Options = RoundRobinOptions
    family = Family.POOLS
    joins_late = LateEntryRule.FREE_PLACE
    uses_results = False
    rounds_side_by_side = True
    bye_points = 0  # in an odd pool everybody rests once

    def count_rounds(self, options: RoundRobinOptions, entrant_count: int) -> int:
        largest = -(-entrant_count // self.count_groups(options, entrant_count))
        return count_berger_rounds(largest, double=options.meetings == 2)

    def count_groups(self, options: RoundRobinOptions, entrant_count: int) -> int:
        return count_pools(entrant_count, options.pool_size)

    def find_option_problems(self, options: RoundRobinOptions) -> list[DrawReason]:
        return [DrawReason.of("pool_of_one")] if options.pool_size == 1 else []

    def find_plan_problems(self, options: RoundRobinOptions, count: int) -> list[DrawReason]:
        problems = super().find_plan_problems(options, count)
        rounds = 0 if problems else self.count_rounds(options, count)
        return [DrawReason.of("pool_too_large", count=count, rounds=rounds, most=MOST_ROUNDS)] if rounds > MOST_ROUNDS else problems

    def draw_pairings(self, options: RoundRobinOptions, request: DrawRequest) -> DrawResult:
        groups = request.groups or _draw_pools(options, self.count_groups(options, len(request.entrants)), request)
        gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
        pairings = [pairing for group in groups for pairing in _pair_pool(options, group, request.round, gone)]
        return DrawResult(tuple(number_pairings(pairings)), groups=groups)


def _draw_pools(options: Any, count: int, request: DrawRequest) -> tuple[EntryGroup, ...]:
    lots = Lots(request.seed, "pools")
    if options.distribution == "serpentine":
        groups = fill_serpentine_pools(request.entrants, count, lots)
    else:
        groups = draw_pools(request.entrants, count, lots, clubs_apart=options.clubs_apart)
    movable = {entrant.id for entrant in request.entrants if not entrant.seed}
    clubs = {entrant.id: entrant.affinity for entrant in request.entrants if entrant.affinity and options.clubs_apart}
    return separate_in_groups(groups, movable, clubs, request.forbidden)


def _pair_pool(options: Any, group: EntryGroup, number: int, gone: set[int]) -> list[Pairing]:
    size = len(group.members)
    if number > count_berger_rounds(size, double=options.meetings == 2):
        return []
    table = build_double_berger_round(size, number) if options.meetings == 2 else build_berger_round(size, number)
    pairings = [_build_pool_pairing(group, number, first, second, gone) for first, second in table]
    return [pairing for pairing in pairings if pairing is not None]


def _build_pool_pairing(group: EntryGroup, number: int, first: int, second: int, gone: set[int]) -> Pairing | None:
    """The match, or the bye of the only entry still there, or None when neither is."""
    reasons = (DrawReason.of("berger", round=number, first=first, second=second),)
    seats = [group.members[seat - 1] for seat in (first, second) if seat <= len(group.members)]
    here = tuple(entrant for entrant in seats if entrant not in gone)
    if len(here) == 2:
        return Pairing(0, here, reasons=reasons, group=group.name)
    if not here:
        return None
    away = [entrant for entrant in seats if entrant in gone]
    reason = DrawReason.of("opponent_withdrew", other=away[0]) if away else DrawReason.of("bye_odd_pool")
    return Pairing(0, here, bye=True, reasons=(reason,), group=group.name)
