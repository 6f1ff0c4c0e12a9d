"""Mitchell: half of the entries keep their table, the other half moves on by one table after every round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairing.format import Family, Format, LateEntryRule
from pairing.lots import Lots
from pairing.pools import rank_entrants
from pairing.seats import build_dealer_picker, number_pairings
from pairing.separation import separate_in_lines
from pairing.values import DrawReason, DrawRequest, DrawResult, EntryGroup, Pairing
from rules.options import Options, option
from rules.texts import _

NOBODY = 0
"""The dummy opponent of the entry with the bye in an odd field; no entry has this id."""


@dataclass(frozen=True, slots=True)
class MitchellOptions(Options):
    rounds: int = option(
        _("Rounds"),
        _("How many rounds are played, at most one for each table."),
        default=5,
        lowest=1,
        highest=100,
        source="P",
    )
    deals_travel: bool = option(
        _("The same deals travel from table to table"),
        _("With an even number of tables the moving line skips one table half-way, so that no deal is played twice by the same entry."),
        default=False,
        source="D",
    )
    switched: int = option(
        _("Rounds with the sides exchanged"),
        _("In the last rounds each line plays the other’s cards (arrow switch). Only where deals travel; one round in eight is fair."),
        default=0,
        lowest=0,
        highest=100,
        source="D",
    )


class Mitchell(Format):
    key = "mitchell"
    name = _("Mitchell movement")
    summary = _("One pair stays at the table, the other moves. Nobody meets twice, and results do not affect the pairings.")
    Options = MitchellOptions
    family = Family.MOVEMENT
    new_opponents = True
    fewest = 4
    uses_results = False
    joins_late = LateEntryRule.FREE_SEAT
    ranked_together = True
    group_titles: ClassVar[Mapping[str, str]] = {"fixed": _("Fixed line"), "moving": _("Moving line")}

    def assign_tables(self, pairings: Sequence[Pairing], groups: Sequence[EntryGroup]) -> dict[int, int]:
        """The fixed line keeps its tables, also while one of them rests."""
        home = {entrant: table for table, entrant in enumerate(groups[0].members)}
        return {pairing.order: home[next(side for side in pairing.sides if side in home)] for pairing in pairings if not pairing.bye}

    def count_rounds(self, options: MitchellOptions, entrant_count: int) -> int:
        tables = -(-entrant_count // 2)
        skipping = options.deals_travel and tables % 2 == 0
        return min(options.rounds, tables - 1 if skipping else tables)

    def find_plan_problems(self, options: MitchellOptions, count: int) -> list[DrawReason]:
        problems = super().find_plan_problems(options, count)
        if options.switched and not options.deals_travel:
            problems.append(DrawReason.of("mitchell_switch_alone"))
        elif options.switched >= options.rounds:
            problems.append(DrawReason.of("mitchell_all_switched", rounds=options.rounds))
        return problems

    def draw_pairings(self, options: MitchellOptions, request: DrawRequest) -> DrawResult:
        fixed, moving = request.groups or _draw_lines(request)
        tables = len(fixed.members)
        moving = _seat_latecomer(moving, tables)
        skipped = options.deals_travel and tables % 2 == 0 and request.round > tables // 2
        shift = request.round - 1 + skipped
        code = "mitchell_skip" if skipped else "mitchell"
        pairs = [(entrant, moving.members[(table - shift) % tables]) for table, entrant in enumerate(fixed.members)]
        reasons = [DrawReason.of(code, round=request.round)]
        if options.deals_travel and request.round > self.count_rounds(options, len(request.entrants)) - options.switched:
            pairs = [(away, home) for home, away in pairs]
            reasons.append(DrawReason.of("mitchell_switched"))
        return DrawResult(tuple(number_pairings(_build_pairings(request, pairs, tuple(reasons)))), groups=(fixed, moving))


def _seat_latecomer(line: EntryGroup, tables: int) -> EntryGroup:
    """The line with who came late, and stands behind all others, in the seat that nobody had."""
    if len(line.members) == tables:
        return line
    *members, latecomer = line.members
    return EntryGroup(line.name, tuple(latecomer if member == NOBODY else member for member in members))


def _draw_lines(request: DrawRequest) -> tuple[EntryGroup, EntryGroup]:
    """Two equally strong lines: by rank 1 and 4, 5 and 8 … in one, 2 and 3, 6 and 7 … in the other."""
    order = [entrant.id for entrant in rank_entrants(request.entrants, Lots(request.seed, "lines"))]
    fixed = [entrant for place, entrant in enumerate(order) if place % 4 in {0, 3}]
    moving = [entrant for place, entrant in enumerate(order) if place % 4 in {1, 2}]
    if len(fixed) < len(moving):
        fixed, moving = moving, fixed
    moving += [NOBODY] * (len(fixed) - len(moving))
    ranks = {entrant: place for place, entrant in enumerate(order)}
    fixed_line, moving_line = separate_in_lines(
        [EntryGroup("fixed", tuple(fixed)), EntryGroup("moving", tuple(moving))], ranks, request.forbidden
    )
    return fixed_line, moving_line


def _build_pairings(request: DrawRequest, pairs: Sequence[tuple[int, int]], reasons: tuple[DrawReason, ...]) -> list[Pairing]:
    pick_dealer = build_dealer_picker(request)
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    pairings = []
    for pair in pairs:
        sides = tuple(entrant for entrant in pair if entrant != NOBODY and entrant not in gone)
        if len(sides) == 2:
            pairings.append(Pairing(0, sides, reasons=reasons, first_dealer=pick_dealer(sides)))
        elif sides:
            away = [entrant for entrant in pair if entrant in gone]
            why = DrawReason.of("opponent_withdrew", other=away[0]) if away else DrawReason.of("bye_half_table")
            pairings.append(Pairing(0, sides, bye=True, reasons=(why,)))
    return pairings
