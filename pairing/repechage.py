"""Knockout with repechage: losers of the first turn come back until the bracket is full."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pairing.bracket import find_tree_match, winner_and_loser
from pairing.bracket_places import compute_bracket_places
from pairing.bracket_plan import BracketPlan, BracketSection, build_place_trees
from pairing.clubs import Club, place_clubs
from pairing.format import ClubRule, Family, Format
from pairing.knockout import (
    ALL_PLACES,
    Arrivals,
    build_bracket_pairings,
    collect_sides,
    drop_withdrawn,
    explain_later_match,
    find_arrivals,
    require_previous_round,
)
from pairing.lots import Lots
from pairing.lucky_losers import (
    FIRST_TURN,
    REPECHAGE,
    REPECHAGE_ROUND,
    RepechageNumbers,
    build_replacement_reasons,
    compute_repechage_numbers,
    exchange_turned,
    find_losers,
    find_winners,
    list_willing_losers,
)
from pairing.seats import build_dealer_picker, number_pairings
from pairing.separation import separate_in_bracket
from pairing.values import DrawnRound, DrawReason, DrawRequest, DrawResult, Entrant, EntryGroup, Json, Pairing, PlayedMatch, Position
from rules.options import Options, option
from rules.texts import _


@dataclass(frozen=True, slots=True)
class RepechageOptions(Options):
    way: Literal["drawn", "played"] = option(
        _("How lucky losers are chosen"),
        _("After the preliminary round the bracket is filled up to a power of two with lucky losers: by lot, or after one more match."),
        default="drawn",
        choices={"drawn": _("drawn by lot"), "played": _("losers play each other for it")},
        source="P",
    )
    play_for: int = option(
        _("Places played for"),
        _("The loser of a match for a place up to this one plays on for the places below."),
        default=4,
        choices={2: _("first and second"), 4: _("down to the fourth: a match for third place"), ALL_PLACES: _("every place")},
        source="P",
    )


class Repechage(Format):
    key = "repechage"
    name = _("Knockout with lucky losers")
    summary = _(
        "Everybody plays the preliminary round; the places left in the bracket go to lucky losers. If one declines, the next comes in."
    )
    Options = RepechageOptions
    family = Family.BRACKET
    club_rule = ClubRule.FIRST_ROUND
    opens_freely = True
    fewest = 4

    def count_rounds(self, options: RepechageOptions, entrant_count: int) -> int:
        numbers = compute_repechage_numbers(entrant_count)
        return _find_bracket_start(options, numbers) + numbers.width.bit_length() - 2

    def find_main_match(self, options: RepechageOptions, entrant_count: int, number: int) -> Position | None:
        numbers = compute_repechage_numbers(entrant_count)
        start = _find_bracket_start(options, numbers)
        if number >= start:
            return find_tree_match(numbers.width, number - start + 1)
        return Position(1, 2 * numbers.winners, 0, FIRST_TURN) if number == 1 else Position(1, 2, 0, REPECHAGE)

    def is_round_drawn(self, options: RepechageOptions, entrant_count: int, number: int, *, seeded: bool) -> bool:
        """The preliminary round, the matches of the losers and the bracket that they fill are drawn by lot."""
        return number <= _find_bracket_start(options, compute_repechage_numbers(entrant_count))

    def draw_pairings(self, options: RepechageOptions, request: DrawRequest) -> DrawResult:
        numbers = compute_repechage_numbers(len(request.entrants))
        start = _find_bracket_start(options, numbers)
        if request.round == 1:
            return DrawResult(tuple(_draw_first_turn(request, numbers)))
        require_previous_round(request)
        if request.round < start:
            return DrawResult(tuple(_pair_losers(request, numbers)))
        if request.round == start:
            return _draw_bracket(options, request, numbers)
        arrivals = drop_withdrawn(find_arrivals(request.history, request.round - 1, options.play_for), request)
        return DrawResult(tuple(build_bracket_pairings(arrivals, request, explain_later_match)))

    def is_over(self, options: RepechageOptions, request: DrawRequest) -> bool:
        """Whether nobody is left to go on in the bracket."""
        begun = request.round > _find_bracket_start(options, compute_repechage_numbers(len(request.entrants)))
        return begun and not drop_withdrawn(find_arrivals(request.history, request.round - 1, options.play_for), request)

    def compute_due_sides(self, options: RepechageOptions, drawn: DrawnRound, today: DrawRequest) -> dict[Position, tuple[int, ...]]:
        """Where lots decide who plays whom, who has lost after all makes room for the one who has won that match."""
        if today.round > _find_bracket_start(options, compute_repechage_numbers(len(today.entrants))):
            return collect_sides(drop_withdrawn(find_arrivals(today.history, today.round - 1, options.play_for), today))
        return exchange_turned(drawn, today)

    def compute_places(
        self, options: Any, entrants: Sequence[Entrant], history: Sequence[PlayedMatch], playing: int | None = None
    ) -> list[list[int]]:
        """The places of the bracket; then entries that withdrew from it, losers of the repechage, and losers of the first turn who
        stayed out.
        """
        inside = compute_bracket_places(
            [played for played in history if played.position and played.position.bracket == "main"], options.play_for
        )
        placed = {entrant for tied in inside for entrant in tied}
        repechage_losers = find_losers(history, REPECHAGE) - placed
        unplaced_winners = (find_winners(history, FIRST_TURN) | find_winners(history, REPECHAGE)) - placed - repechage_losers
        first_turn_losers = find_losers(history, FIRST_TURN) - placed - repechage_losers - unplaced_winners
        if inside:  # whose first match was annulled, after the first turn
            first_turn_losers |= {entrant.id for entrant in entrants} - placed - repechage_losers - unplaced_winners
        return [*inside, *(sorted(tied) for tied in (unplaced_winners, repechage_losers, first_turn_losers) if tied)]

    def build_bracket_plan(self, options: RepechageOptions, entrant_count: int) -> BracketPlan:
        return _build_plan(options, entrant_count)


def _find_bracket_start(options: RepechageOptions, numbers: RepechageNumbers) -> int:
    """The round in which the bracket begins: after the first turn, and after the losers' matches where they are played."""
    return REPECHAGE_ROUND + 1 if options.way == "played" and numbers.back else REPECHAGE_ROUND


def _draw_first_turn(request: DrawRequest, numbers: RepechageNumbers) -> list[Pairing]:
    """Drawn by lot: seeds do not meet, nor do members of a club while that can be avoided; in an odd field one has the bye."""
    lots = Lots(request.seed, "first turn")
    width = 2 * numbers.winners
    seeds = [entrant for entrant in request.entrants if entrant.seed][: numbers.winners]
    fixed = {2 * index: entrant for index, entrant in enumerate(lots.draw_order(seeds))}
    unseeded = [entrant for entrant in request.entrants if entrant not in seeds]
    free = [slot for slot in range(len(request.entrants)) if slot not in fixed]
    span = 1 << (width - 1).bit_length()
    chosen = place_clubs(
        span, {slot: _get_club(entrant) for slot, entrant in fixed.items()}, free, [_get_club(entrant) for entrant in unseeded], lots
    )
    slots = {slot: entrant.id for slot, entrant in fixed.items()} | {
        slot: entrant.id for slot, entrant in zip(chosen, unseeded, strict=True)
    }
    clubs = {entrant.id: _get_club(entrant) for entrant in request.entrants}
    slots = separate_in_bracket(span, slots, chosen, clubs, request.forbidden)
    arrivals: Arrivals = {}
    for slot, entrant in sorted(slots.items()):
        arrivals.setdefault(Position(1, width, slot // 2, FIRST_TURN), {})[slot % 2] = entrant
    reason = DrawReason.of("first_turn", width=numbers.width, places=numbers.back)
    return build_bracket_pairings(arrivals, request, lambda _position, _sides: (reason,))


def _get_club(entrant: Entrant) -> Club:
    return entrant.affinity or entrant.id


def _pair_losers(request: DrawRequest, numbers: RepechageNumbers) -> list[Pairing]:
    """As many matches as there are places left, if there are enough losers; else some get a place without playing."""
    order = list_willing_losers(request)
    matches = min(numbers.back, max(0, len(order) - numbers.back))
    resting = order[2 * matches : matches + numbers.back]
    reason = DrawReason.of("repechage_match", width=numbers.width, places=numbers.back)
    replacement_reasons = build_replacement_reasons("played", request)
    pick_dealer = build_dealer_picker(request)
    pairings = []
    for slot in range(matches):
        sides = (order[2 * slot], order[2 * slot + 1])
        reasons = (reason, *replacement_reasons(sides))
        pairings.append(Pairing(0, sides, reasons=reasons, first_dealer=pick_dealer(sides), position=Position(1, 2, slot, REPECHAGE)))
    for slot, entrant in enumerate(resting, start=matches):
        reasons = (DrawReason.of("no_opponent"), *replacement_reasons((entrant,)))
        pairings.append(Pairing(0, (entrant,), bye=True, reasons=reasons, position=Position(1, 2, slot, REPECHAGE)))
    return number_pairings(pairings)


def _draw_bracket(options: RepechageOptions, request: DrawRequest, numbers: RepechageNumbers) -> DrawResult:
    """Winners and returning losers by lot; those who met in the first turn are kept apart, and free places go opposite winners."""
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    winners = sorted(find_winners(request.history, FIRST_TURN) - gone)
    back = sorted(_find_returning(request, winners) - gone) if options.way == "played" else list_willing_losers(request)[: numbers.back]
    first_match = {entrant: index for index, played in enumerate(request.history) for entrant in played.sides if played.round == 1}
    order = _choose_slots(numbers.width, len(winners) + len(back))
    lots = Lots(request.seed, "bracket")
    entrants = [*winners, *back]
    mates: dict[int, Club] = {entrant: first_match.get(entrant, -entrant) for entrant in entrants}
    chosen = place_clubs(numbers.width, {}, order, list(mates.values()), lots)
    slots = separate_in_bracket(numbers.width, dict(zip(chosen, entrants, strict=True)), chosen, mates, request.forbidden)
    arrivals: Arrivals = {}
    for slot, entrant in sorted(slots.items()):
        arrivals.setdefault(Position(1, numbers.width, slot // 2), {})[slot % 2] = entrant
    joined = _RepechageReasons(frozenset(back), numbers, build_replacement_reasons(options.way, request))
    pairings = build_bracket_pairings(arrivals, request, joined.explain_match)
    certificate: dict[str, Json] = {"winners": winners, "back": list(back), "width": numbers.width}
    return DrawResult(tuple(pairings), certificate, (EntryGroup("repechage", tuple(back)),))


def _find_returning(request: DrawRequest, winners: Sequence[int]) -> set[int]:
    """Who has won a match of the losers. Whose first turn was corrected to a win afterwards needs no such place: it is the opponent's."""
    own = [played for played in request.history if played.position and played.position.bracket == REPECHAGE]
    ends = [winner_and_loser(played) for played in own]
    return {back for winner, loser in ends if (back := loser if winner in winners else winner) is not None} - set(winners)


def _choose_slots(width: int, count: int) -> list[int]:
    """All upper slots of the matches, then as many lower slots as are needed, spread over the bracket."""
    upper = list(range(0, width, 2))
    lower = sorted(range(1, width, 2), key=lambda slot: int(f"{slot:032b}"[::-1], 2))
    return sorted((upper + lower)[:count])


@dataclass(frozen=True, slots=True)
class _RepechageReasons:
    back: frozenset[int]
    numbers: RepechageNumbers
    instead: Callable[[tuple[int, ...]], list[DrawReason]]

    def explain_match(self, position: Position, sides: tuple[int, ...]) -> tuple[DrawReason, ...]:
        joined = any(side in self.back for side in sides)
        code = DrawReason.of("drawn_back", width=self.numbers.width, places=self.numbers.back) if joined else DrawReason.of("drawn")
        return (DrawReason.of("no_opponent") if len(sides) == 1 else code, *self.instead(sides))


def _build_plan(options: RepechageOptions, entrant_count: int) -> BracketPlan:
    numbers = compute_repechage_numbers(entrant_count)
    before = [BracketSection((tuple(Position(1, 2 * numbers.winners, slot, FIRST_TURN) for slot in range(numbers.winners)),), loose=True)]
    matches = min(numbers.back, entrant_count // 2 - numbers.back) if options.way == "played" else 0
    if matches > 0:
        before.append(BracketSection((tuple(Position(1, 2, slot, REPECHAGE) for slot in range(matches)),), loose=True))
    main = build_place_trees(numbers.width, options.play_for)
    return BracketPlan((*before, *main.sections), main.sources_by_side)
