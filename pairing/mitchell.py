"""Mitchell: half of the entries keep their table, the other half goes on by one table after every round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairing.format import Format
from pairing.lots import Lots
from pairing.pools import ranked
from pairing.seats import first_dealers, in_order
from pairing.separation import in_lines
from pairing.values import Drawn, Group, Pairing, Reason, Request
from rules.options import Options, option
from rules.texts import _

NOBODY = 0
"""The opponent of whoever rests in an odd field; no entry has this id."""


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
        _("With an even number of tables the moving line skips one table half-way, so that nobody meets a deal twice."),
        default=False,
        source="D",
    )


class Mitchell(Format):
    key = "mitchell"
    name = _("Mitchell movement")
    summary = _("A fixed and a moving line: nobody meets twice, and the results decide nothing about who meets whom.")
    Options = MitchellOptions
    fewest = 4
    uses_results = False
    ranked_together = True
    group_titles: ClassVar[Mapping[str, str]] = {"fixed": _("Fixed line"), "moving": _("Moving line")}

    def table_order(self, pairings: Sequence[Pairing], groups: Sequence[Group]) -> dict[int, int]:
        """The fixed line keeps its tables, also while one of them rests."""
        home = {entrant: table for table, entrant in enumerate(groups[0].members)}
        return {one.order: home[next(side for side in one.sides if side in home)] for one in pairings if not one.bye}

    def round_count(self, options: MitchellOptions, entrant_count: int) -> int:
        tables = -(-entrant_count // 2)
        skipping = options.deals_travel and tables % 2 == 0
        return min(options.rounds, tables - 1 if skipping else tables)

    def draw(self, options: MitchellOptions, request: Request) -> Drawn:
        fixed, moving = request.groups or _lines(request)
        tables = len(fixed.members)
        skipped = options.deals_travel and tables % 2 == 0 and request.round > tables // 2
        shift = request.round - 1 + skipped
        code = "mitchell_skip" if skipped else "mitchell"
        pairs = [(entrant, moving.members[(table - shift) % tables]) for table, entrant in enumerate(fixed.members)]
        return Drawn(tuple(in_order(_pairings(request, pairs, Reason.of(code, round=request.round)))), groups=(fixed, moving))


def _lines(request: Request) -> tuple[Group, Group]:
    """Both lines equally strong: by rank, 1 and 4, 5 and 8 … in one line, 2 and 3, 6 and 7 … in the other."""
    order = [entrant.id for entrant in ranked(request.entrants, Lots(request.seed, "lines"))]
    fixed = [entrant for place, entrant in enumerate(order) if place % 4 in {0, 3}]
    moving = [entrant for place, entrant in enumerate(order) if place % 4 in {1, 2}]
    if len(fixed) < len(moving):
        fixed, moving = moving, fixed
    moving += [NOBODY] * (len(fixed) - len(moving))
    ranks = {entrant: place for place, entrant in enumerate(order)}
    one, other = in_lines([Group("fixed", tuple(fixed)), Group("moving", tuple(moving))], ranks, request.forbidden)
    return one, other


def _pairings(request: Request, pairs: Sequence[tuple[int, int]], reason: Reason) -> list[Pairing]:
    deal = first_dealers(request)
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    found = []
    for pair in pairs:
        sides = tuple(entrant for entrant in pair if entrant != NOBODY and entrant not in gone)
        if len(sides) == 2:
            found.append(Pairing(0, sides, reasons=(reason,), first_dealer=deal(sides)))
        elif sides:
            away = [entrant for entrant in pair if entrant in gone]
            why = Reason.of("opponent_withdrew", other=away[0]) if away else Reason.of("bye_half_table")
            found.append(Pairing(0, sides, bye=True, reasons=(why,)))
    return found
