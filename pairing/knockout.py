"""Knockout: a loser is out, or plays on for the places below."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairing.bracket import (
    compute_bracket_width,
    compute_seed_order,
    find_loser_target,
    find_tree_match,
    find_winner_target,
    winner_and_loser,
)
from pairing.bracket_places import compute_bracket_places
from pairing.bracket_plan import BracketPlan, build_place_trees
from pairing.clubs import Club, compute_fewest_together, count_club_meetings, place_clubs
from pairing.crossing import cross_pools
from pairing.first_round_reasons import FirstRoundReasons
from pairing.format import Family, Format, LateEntryRule
from pairing.lots import Lots
from pairing.reasons import DrawRefused
from pairing.seats import build_dealer_picker, number_pairings
from pairing.separation import separate_in_bracket
from pairing.values import DrawnRound, DrawReason, DrawRequest, DrawResult, Entrant, Json, Pairing, PlayedMatch, Position
from rules.options import Options, option
from rules.texts import _

ALL_PLACES = 1024
Arrivals: TypeAlias = dict[Position, dict[int, int]]
"""For every match of a round, the entry on each side."""
MatchReasons: TypeAlias = Callable[[Position, tuple[int, ...]], tuple[DrawReason, ...]]


@dataclass(frozen=True, slots=True)
class KnockoutOptions(Options):
    play_for: int = option(
        _("Places played for"),
        _("The loser of a match for a place up to this one plays on for the places below."),
        default=4,
        choices={
            2: _("first and second"),
            4: _("down to the fourth: a match for third place"),
            8: _("down to the eighth"),
            16: _("down to the sixteenth"),
            ALL_PLACES: _("every place"),
        },
        source="P",
    )
    clubs_apart: bool = option(
        _("Same club apart"),
        _("Entries of the same club meet as late as the bracket allows."),
        default=True,
        source="P",
    )


class Knockout(Format):
    key = "knockout"
    name = _("Knockout")
    summary = _("The loser is out; byes and seeds have their fixed places in the bracket.")
    Options = KnockoutOptions
    family = Family.BRACKET
    one_tree = True
    plays_ahead = True
    opens_freely = True
    joins_late = LateEntryRule.FREE_PLACE

    def count_rounds(self, options: KnockoutOptions, entrant_count: int) -> int:
        return compute_bracket_width(entrant_count).bit_length() - 1

    def find_main_match(self, options: KnockoutOptions, entrant_count: int, number: int) -> Position | None:
        return find_tree_match(compute_bracket_width(entrant_count), number)

    def is_round_drawn(self, options: Any, entrant_count: int, number: int, *, seeded: bool) -> bool:
        return number == 1 and not seeded

    def can_seat_all(self, options: Any, entrant_count: int) -> bool:
        return entrant_count == compute_bracket_width(entrant_count)

    def draw_pairings(self, options: KnockoutOptions, request: DrawRequest) -> DrawResult:
        if request.round == 1:
            return draw_first_knockout_round(options, request)
        return DrawResult(tuple(_pair_next_round(options, request)))

    def is_over(self, options: Any, request: DrawRequest) -> bool:
        """Whether nobody is left to go on: both sides of every match withdrew or stayed away."""
        return not drop_withdrawn(find_arrivals(request.history, request.round - 1, options.play_for), request)

    def compute_due_sides(self, options: KnockoutOptions, drawn: DrawnRound, today: DrawRequest) -> dict[Position, tuple[int, ...]]:
        return collect_sides(drop_withdrawn(find_arrivals(today.history, today.round - 1, options.play_for), today))

    def compute_places(
        self, options: Any, entrants: Sequence[Entrant], history: Sequence[PlayedMatch], playing: int | None = None
    ) -> list[list[int]]:
        return compute_bracket_places(history, options.play_for, entrants, playing)

    def build_bracket_plan(self, options: KnockoutOptions, entrant_count: int) -> BracketPlan:
        return build_place_trees(compute_bracket_width(entrant_count), options.play_for)


def draw_first_knockout_round(options: KnockoutOptions, request: DrawRequest) -> DrawResult:
    width = compute_bracket_width(len(request.entrants))
    slots, certificate = _assign_slots(options, request, width)
    arrivals: Arrivals = {}
    for slot, entrant in slots.items():
        arrivals.setdefault(Position(1, width, slot // 2), {})[slot % 2] = entrant.id
    pairings = build_bracket_pairings(arrivals, request, FirstRoundReasons(request.entrants, width, certificate))
    return DrawResult(tuple(pairings), certificate)


def _assign_slots(options: KnockoutOptions, request: DrawRequest, width: int) -> tuple[dict[int, Entrant], dict[str, Json]]:
    """Seeds at their places, byes opposite the best, all others by lot with clubs and forbidden pairs apart; ranked pools are crossed."""
    entrants, lots = request.entrants, Lots(request.seed, "bracket")
    pooled = any(entrant.pool for entrant in entrants)
    if pooled and all(entrant.seed for entrant in entrants):
        clubs_by_entry = {entrant.id: entrant.club if entrant.club and options.clubs_apart else entrant.id for entrant in entrants}
        return cross_pools(width, request, clubs_by_entry, lots)
    seeded = sorted((entrant for entrant in entrants if entrant.seed), key=lambda entrant: entrant.seed)
    unseeded = [entrant for entrant in entrants if not entrant.seed]
    slot_of_seed = {seed: slot for slot, seed in enumerate(compute_seed_order(width))}
    slots = {slot_of_seed[rank]: entrant for rank, entrant in enumerate(seeded, start=1)}
    free = [slot_of_seed[rank] for rank in range(len(seeded) + 1, len(entrants) + 1)]
    fixed = {slot: _get_club(entrant, options) for slot, entrant in slots.items()}
    clubs = [_get_club(entrant, options) for entrant in unseeded]
    chosen = place_clubs(width, fixed, free, clubs, lots)
    slots.update(zip(chosen, unseeded, strict=True))
    slots = _separate_forbidden(options, request, width, slots, chosen)
    club_meetings = count_club_meetings(width, {slot: _get_club(entrant, options) for slot, entrant in slots.items()})
    fewest = compute_fewest_together(width, fixed, free, clubs)
    proven = club_meetings == [now - before for before, now in zip([0, *fewest], fewest, strict=False)]
    names = ("pool_meetings", "pools_proven") if pooled else ("club_meetings", "proven_fewest")
    return slots, {names[0]: club_meetings, "fewest_together": fewest, names[1]: proven}


def _separate_forbidden(
    options: KnockoutOptions, request: DrawRequest, width: int, slots: dict[int, Entrant], chosen: Sequence[int]
) -> dict[int, Entrant]:
    by_id = {entrant.id: entrant for entrant in request.entrants}
    clubs = {entrant.id: _get_club(entrant, options) for entrant in request.entrants}
    drawn = {slot: entrant.id for slot, entrant in slots.items()}
    return {slot: by_id[entry] for slot, entry in separate_in_bracket(width, drawn, chosen, clubs, request.forbidden).items()}


def _get_club(entrant: Entrant, options: KnockoutOptions) -> Club:
    if entrant.pool:
        return entrant.pool
    return entrant.club if entrant.club and options.clubs_apart else entrant.id


def require_previous_round(request: DrawRequest) -> None:
    """Raises: DrawRefused when the history holds nothing of the previous round, because then entries would be lost silently."""
    if all(played.round != request.round - 1 for played in request.history):
        raise DrawRefused([DrawReason.of("round_missing", round=request.round - 1)])


def _pair_next_round(options: KnockoutOptions, request: DrawRequest) -> list[Pairing]:
    require_previous_round(request)
    arrivals = find_arrivals(request.history, request.round - 1, options.play_for)
    return build_bracket_pairings(drop_withdrawn(arrivals, request), request, explain_later_match)


def drop_withdrawn(arrivals: Arrivals, request: DrawRequest) -> Arrivals:
    """The arrivals without withdrawn entries and without matches that nobody is left for."""
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    present = {position: {side: entrant for side, entrant in sides.items() if entrant not in gone} for position, sides in arrivals.items()}
    return {position: sides for position, sides in present.items() if sides}


def collect_sides(arrivals: Arrivals) -> dict[Position, tuple[int, ...]]:
    return {position: tuple(entrant for _side, entrant in sorted(sides.items())) for position, sides in arrivals.items()}


def explain_later_match(position: Position, sides: tuple[int, ...]) -> tuple[DrawReason, ...]:
    if len(sides) == 1:
        return (DrawReason.of("no_opponent"),)
    if position.place == 1:
        return (DrawReason.of("winners_meet"),)
    return (DrawReason.of("losers_meet", place=position.place, last=position.place + position.width - 1),)


def find_arrivals(history: Iterable[PlayedMatch], round_number: int, play_for: int) -> Arrivals:
    """The sides of every match after the round; a side that nobody reached is missing."""
    arrivals: Arrivals = {}
    seated: set[int] = set()
    for played in history:
        if played.round != round_number or played.position is None:
            continue
        winner, loser = winner_and_loser(played)
        for entrant, find_target in ((winner, find_winner_target), (loser, find_loser_target)):
            target = find_target(played.position)
            if entrant is not None and target is not None and target[0].place < play_for:
                seat_arrival(arrivals, seated, target, entrant)
    return arrivals


def seat_arrival(arrivals: Arrivals, seated: set[int], target: tuple[Position, int], entrant: int) -> None:
    """Seat an entry at a match and a side, unless it is `seated` in the round: a match drawn ahead that was let stand keeps it."""
    if entrant not in seated:
        seated.add(entrant)
        arrivals.setdefault(target[0], {})[target[1]] = entrant


def build_bracket_pairings(arrivals: Arrivals, request: DrawRequest, explain_match: MatchReasons) -> list[Pairing]:
    """Matches in the order of the bracket, the main bracket first, byes last."""
    pick_dealer = build_dealer_picker(request)
    pairings = []
    for position in sorted(arrivals, key=lambda position: (position.place, position.slot)):
        sides = tuple(entrant for _side, entrant in sorted(arrivals[position].items()))
        reasons = explain_match(position, sides)
        pairings.append(Pairing(0, sides, len(sides) == 1, reasons, pick_dealer(sides), position))
    return number_pairings(pairings)
