"""Knockout with repechage: losers of the first turn come back until the bracket is full."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pairing.clubs import Club, place
from pairing.drawn_back import AGAIN, FIRST, FIRST_BACK, Turnout, losers_of, told_instead, turnout, who_comes_back, winners_of
from pairing.format import Format
from pairing.knockout import (
    ALL_PLACES,
    Arrivals,
    arrivals_after,
    bracket_pairings,
    bracket_places,
    later_reasons,
    require_round_before,
    without_withdrawn,
)
from pairing.lots import Lots
from pairing.seats import first_dealers, in_order
from pairing.separation import in_bracket
from pairing.values import Drawn, Entrant, Group, Json, Pairing, Played, Position, Reason, Request
from rules.options import Options, option
from rules.texts import _


@dataclass(frozen=True, slots=True)
class RepechageOptions(Options):
    way: str = option(
        _("How losers come back"),
        _("The bracket after the first turn is filled up to a power of two by losers: drawn by lot, or after one more match."),
        default="drawn",
        choices={"drawn": _("drawn by lot"), "played": _("losers play each other for it")},
        source="P",
    )
    play_for: int = option(
        _("Places played for"),
        _("Whoever loses a match for a place up to this one plays on for the places below."),
        default=4,
        choices={2: _("first and second"), 4: _("down to the fourth: a match for third place"), ALL_PLACES: _("every place")},
        source="P",
    )


class Repechage(Format):
    key = "repechage"
    name = _("Knockout with repechage")
    summary = _("Everybody plays the first turn; the places left in the bracket go to losers. Who declines makes room for the next.")
    Options = RepechageOptions
    fewest = 4

    def round_count(self, options: RepechageOptions, entrant_count: int) -> int:
        numbers = turnout(entrant_count)
        return _bracket_start(options, numbers) + numbers.width.bit_length() - 2

    def draw(self, options: RepechageOptions, request: Request) -> Drawn:
        numbers = turnout(len(request.entrants))
        start = _bracket_start(options, numbers)
        if request.round == 1:
            return Drawn(tuple(_first_turn(request, numbers)))
        require_round_before(request)
        if request.round < start:
            return Drawn(tuple(_losers_play(request, numbers)))
        if request.round == start:
            return _bracket(options, request, numbers)
        arrivals = without_withdrawn(arrivals_after(request.history, request.round - 1, options.play_for), request)
        return Drawn(tuple(bracket_pairings(arrivals, request, later_reasons)))

    def over(self, options: RepechageOptions, request: Request) -> bool:
        """Nobody is left to go on in the bracket."""
        begun = request.round > _bracket_start(options, turnout(len(request.entrants)))
        return begun and not without_withdrawn(arrivals_after(request.history, request.round - 1, options.play_for), request)

    def places(self, options: Any, entrants: Sequence[Entrant], history: Sequence[Played]) -> list[list[int]]:
        """As in the bracket; then who withdrew from it, who lost the repechage, who lost the first turn and did not come back."""
        inside = bracket_places([played for played in history if played.position and played.position.bracket == "main"], options.play_for)
        placed = {entrant for tied in inside for entrant in tied}
        left = (winners_of(history, FIRST) | winners_of(history, AGAIN)) - placed
        tried = losers_of(history, AGAIN) - placed
        out = losers_of(history, FIRST) - placed - tried - left
        return [*inside, *(sorted(tied) for tied in (left, tried, out) if tied)]


def _bracket_start(options: RepechageOptions, numbers: Turnout) -> int:
    """The round in which the bracket begins: after the first turn, and after the losers have played if they do."""
    return FIRST_BACK + 1 if options.way == "played" and numbers.back else FIRST_BACK


def _first_turn(request: Request, numbers: Turnout) -> list[Pairing]:
    """By lot: seeds do not meet, and neither do club mates while that can be avoided; in an odd field one rests."""
    lots = Lots(request.seed, "first turn")
    width = 2 * numbers.winners
    seeds = [entrant for entrant in request.entrants if entrant.seed][: numbers.winners]
    fixed = {2 * index: entrant for index, entrant in enumerate(lots.shuffled(seeds))}
    others = [entrant for entrant in request.entrants if entrant not in seeds]
    free = [slot for slot in range(len(request.entrants)) if slot not in fixed]
    span = 1 << (width - 1).bit_length()
    chosen = place(span, {slot: _club(entrant) for slot, entrant in fixed.items()}, free, [_club(entrant) for entrant in others], lots)
    slots = {slot: entrant.id for slot, entrant in fixed.items()} | {slot: entrant.id for slot, entrant in zip(chosen, others, strict=True)}
    clubs = {entrant.id: _club(entrant) for entrant in request.entrants}
    slots = in_bracket(span, slots, chosen, clubs, request.forbidden)
    arrivals: Arrivals = {}
    for slot, entrant in sorted(slots.items()):
        arrivals.setdefault(Position(1, width, slot // 2, FIRST), {})[slot % 2] = entrant
    reason = Reason.of("first_turn", width=numbers.width, places=numbers.back)
    return bracket_pairings(arrivals, request, lambda _position, _sides: (reason,))


def _club(entrant: Entrant) -> Club:
    return entrant.club or entrant.id


def _losers_play(request: Request, numbers: Turnout) -> list[Pairing]:
    """As many matches as places are left, if there are losers enough; else some get a place without playing."""
    order = who_comes_back(request)
    matches = min(numbers.back, max(0, len(order) - numbers.back))
    resting = order[2 * matches : matches + numbers.back]
    reason = Reason.of("repechage_match", width=numbers.width, places=numbers.back)
    instead = told_instead("played", request)
    deal = first_dealers(request)
    found = []
    for slot in range(matches):
        sides = (order[2 * slot], order[2 * slot + 1])
        reasons = (reason, *instead(sides))
        found.append(Pairing(0, sides, reasons=reasons, first_dealer=deal(sides), position=Position(1, 2, slot, AGAIN)))
    for slot, entrant in enumerate(resting, start=matches):
        reasons = (Reason.of("no_opponent"), *instead((entrant,)))
        found.append(Pairing(0, (entrant,), bye=True, reasons=reasons, position=Position(1, 2, slot, AGAIN)))
    return in_order(found)


def _bracket(options: RepechageOptions, request: Request, numbers: Turnout) -> Drawn:
    """Winners and those who came back, by lot; who met in the first turn is kept apart, and free places go opposite winners."""
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    winners = sorted(winners_of(request.history, FIRST) - gone)
    back = sorted(winners_of(request.history, AGAIN) - gone) if options.way == "played" else who_comes_back(request)[: numbers.back]
    met = {entrant: index for index, played in enumerate(request.history) for entrant in played.sides if played.round == 1}
    order = _free_slots(numbers.width, len(winners) + len(back))
    lots = Lots(request.seed, "bracket")
    entrants = [*winners, *back]
    mates: dict[int, Club] = {entrant: met.get(entrant, -entrant) for entrant in entrants}
    chosen = place(numbers.width, {}, order, list(mates.values()), lots)
    slots = in_bracket(numbers.width, dict(zip(chosen, entrants, strict=True)), chosen, mates, request.forbidden)
    arrivals: Arrivals = {}
    for slot, entrant in sorted(slots.items()):
        arrivals.setdefault(Position(1, numbers.width, slot // 2), {})[slot % 2] = entrant
    joined = _Joined(frozenset(back), numbers, told_instead(options.way, request))
    pairings = bracket_pairings(arrivals, request, joined.reasons)
    certificate: dict[str, Json] = {"winners": winners, "back": list(back), "width": numbers.width}
    return Drawn(tuple(pairings), certificate, (Group("repechage", tuple(back)),))


def _free_slots(width: int, count: int) -> list[int]:
    """All upper slots of the matches, then as many lower ones as are needed, spread over the bracket."""
    upper = list(range(0, width, 2))
    lower = sorted(range(1, width, 2), key=lambda slot: int(f"{slot:032b}"[::-1], 2))
    return sorted((upper + lower)[:count])


@dataclass(frozen=True, slots=True)
class _Joined:
    back: frozenset[int]
    numbers: Turnout
    instead: Callable[[tuple[int, ...]], list[Reason]]

    def reasons(self, position: Position, sides: tuple[int, ...]) -> tuple[Reason, ...]:
        joined = any(side in self.back for side in sides)
        code = Reason.of("drawn_back", width=self.numbers.width, places=self.numbers.back) if joined else Reason.of("drawn")
        return (Reason.of("no_opponent") if len(sides) == 1 else code, *self.instead(sides))
