"""Howell: one entry keeps its place, all others go round the places, and everybody meets everybody."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from pairing.format import COUNTING_WITHOUT_MEETINGS, Family, Format
from pairing.lots import Lots
from pairing.pools import rank_entrants
from pairing.seats import build_dealer_picker, number_pairings
from pairing.values import DrawReason, DrawRequest, DrawResult, Entrant, EntryGroup, Pairing
from rules.options import Options, option
from rules.texts import _

Starter: TypeAlias = tuple[tuple[int, int], ...]
MOST_PLACES = 100
"""More are not searched for starters."""
NOBODY = 0
"""At the place that is empty in an odd field; no entry has this id."""
TRIES = 40
"""Orders of the entries that are tried so that pairs kept apart do not meet in the rounds that are played."""


@dataclass(frozen=True, slots=True)
class HowellOptions(Options):
    rounds: int = option(
        _("Rounds"),
        _("How many rounds are played, at most one less than entries; with all of them everybody meets everybody."),
        default=7,
        lowest=1,
        highest=399,
        source="P",
    )
    deals_travel: bool = option(
        _("The same deals are played at several tables"),
        _("Every pairing says which deals the table plays, and nobody plays a deal twice. With 7 to 100 entries."),
        default=False,
        source="P",
    )


class Howell(Format):
    key = "howell"
    name = _("Howell movement")
    summary = _("One pair keeps its place, all others go round the tables and follow the next lower number. Everybody can meet everybody.")
    Options = HowellOptions
    family = Family.MOVEMENT
    usual_counting = COUNTING_WITHOUT_MEETINGS
    new_opponents = True
    fewest = 3
    most = 400
    uses_results = False

    def count_rounds(self, options: HowellOptions, entrant_count: int) -> int:
        return min(options.rounds, count_places(entrant_count))

    def find_problems(self, options: HowellOptions, entrants: Sequence[Entrant]) -> tuple[DrawReason, ...]:
        problems = super().find_problems(options, entrants)
        unknown = options.deals_travel and not 7 <= count_places(len(entrants)) < MOST_PLACES
        return (*problems, DrawReason.of("howell_deals", count=len(entrants))) if unknown else problems

    def draw_pairings(self, options: HowellOptions, request: DrawRequest) -> DrawResult:
        order = request.groups[0].members if request.groups else _draw_order(self.count_rounds(options, len(request.entrants)), request)
        tables = _list_tables(order, request.round, deals=options.deals_travel)
        pairings = _build_pairings(request, tables, deals=options.deals_travel)
        return DrawResult(tuple(number_pairings(pairings)), groups=(EntryGroup("", order),))


def count_places(entries: int) -> int:
    """The places that all but the fixed one go round: an odd number; one of them is empty where the number of entries is odd."""
    return entries - 1 + entries % 2


def build_plain_starter(places: int) -> Starter:
    """The pairs 1 and −1, 2 and −2 …: their differences are all different, so that turning them lets every two meet once."""
    return tuple((place, places - place) for place in range(1, places // 2 + 1))


NINE = (((1, 2), (3, 7), (4, 6), (5, 8)), (1, 7, 2, 8))
"""Nine places have no strong starter, but this starter with its adder, which a search of all found."""


@lru_cache(maxsize=64)
def find_starter_with_adder(places: int) -> tuple[Starter, tuple[int, ...]]:
    """A starter, and by how much each of its pairs is moved on so that together they use every place once again.

    With them nobody plays a deal twice (a Room square; W. D. Wallis, *One-factorizations*). A strong starter, whose sums all differ, has
    the negative sums as adder. There is none for 3 and 5 places. Requires an odd number from 7.
    """
    if places == 9:
        return NINE
    lots = Lots(f"{places} places", "starter")
    while True:
        starter = _try_strong_starter(places, lots)
        if starter is not None:
            return starter, tuple(-(first + second) % places for first, second in starter)


def _try_strong_starter(places: int, lots: Lots) -> Starter | None:
    """Give places to differences by chance, taking back what is in the way (Dinitz and Stinson); None when it stalls."""
    pairs: dict[int, tuple[int, int]] = {}
    for _attempt in range(400 * places):
        missing = [difference for difference in range(1, places // 2 + 1) if difference not in pairs]
        if not missing:
            return tuple(sorted(pairs.values()))
        difference = lots.draw_item(missing)
        used = {place for pair in pairs.values() for place in pair}
        free = [place for place in range(1, places) if place not in used]
        first = lots.draw_item(free)
        second = (first + lots.draw_item((difference, -difference))) % places
        total = (first + second) % places
        if second == 0 or total == 0:
            continue
        in_the_way = [key for key, pair in pairs.items() if second in pair or sum(pair) % places == total]
        if len(in_the_way) <= 1:
            for key in in_the_way:
                del pairs[key]
            pairs[difference] = (first, second)
    return None


def _draw_order(rounds: int, request: DrawRequest) -> tuple[int, ...]:
    """The fixed entry, then the others by place; of several orders the first in which pairs that are kept apart meet least."""
    apart = {frozenset(pair) for pair in request.forbidden}
    orders = []
    for attempt in range(TRIES if apart else 1):
        lots = Lots(request.seed, f"order {attempt}" if attempt else "order")
        order = tuple(entrant.id for entrant in rank_entrants([replace(entrant, seed=0) for entrant in request.entrants], lots))
        meetings = {frozenset(pair) for number in range(1, rounds + 1) for pair, _deals in _list_tables(order, number, deals=False)}
        orders.append((len(meetings & apart), attempt, order))
        if not orders[-1][0]:
            break
    return min(orders)[2]


def _list_tables(order: Sequence[int], number: int, *, deals: bool) -> list[tuple[tuple[int, int], int]]:
    """The two at every table of a round, and the deals they play, counted from 1; `NOBODY` where a place is empty."""
    places = count_places(len(order))
    starter, adder = find_starter_with_adder(places) if deals else (build_plain_starter(places), (0,) * places)
    return turn_starter(order, number, starter, adder)


def turn_starter(order: Sequence[int], number: int, starter: Starter, adder: Sequence[int]) -> list[tuple[tuple[int, int], int]]:
    """The two at every table of round `number` and their deals: the tables of the first round with everybody moved on, and other deals."""
    places = count_places(len(order))
    fixed, moving = (order[0], order[1:]) if len(order) % 2 == 0 else (NOBODY, tuple(order))
    turned = [((fixed, moving[(number - 1) % places]), (number - 1) % places + 1)]
    for (first, second), added in zip(starter, adder, strict=False):
        sides = (moving[(first + number - 1) % places], moving[(second + number - 1) % places])
        turned.append((sides, (number - 1 - added) % places + 1))
    return turned


def _build_pairings(request: DrawRequest, tables: Sequence[tuple[tuple[int, int], int]], *, deals: bool) -> list[Pairing]:
    pick_dealer = build_dealer_picker(request)
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    pairings = []
    for pair, played in tables:
        sides = tuple(entrant for entrant in pair if entrant != NOBODY and entrant not in gone)
        if len(sides) == 2:
            code = (
                DrawReason.of("howell_with_deals", round=request.round, deals=played)
                if deals
                else DrawReason.of("howell", round=request.round)
            )
            pairings.append(Pairing(0, sides, reasons=(code,), first_dealer=pick_dealer(sides)))
        elif sides:
            away = [entrant for entrant in pair if entrant in gone]
            why = DrawReason.of("opponent_withdrew", other=away[0]) if away else DrawReason.of("bye_half_table")
            pairings.append(Pairing(0, sides, bye=True, reasons=(why,)))
    return pairings
