"""Knockout: whoever loses is out, or plays on for the places below."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairing.bracket import bracket_width, loser_goes_to, seed_order, winner_goes_to
from pairing.clubs import Club, fewest_together, meetings, place
from pairing.format import Format, Joins
from pairing.lots import Lots
from pairing.reasons import DrawRefused
from pairing.seats import first_dealers, in_order
from pairing.separation import in_bracket
from pairing.values import Drawn, Entrant, Json, Pairing, Played, Position, Reason, Request
from rules.options import Options, option
from rules.texts import _

ALL_PLACES = 1024
Arrivals: TypeAlias = dict[Position, dict[int, int]]
"""For every match of a round, who sits on which side."""
Why: TypeAlias = Callable[[Position, tuple[int, ...]], tuple[Reason, ...]]


@dataclass(frozen=True, slots=True)
class KnockoutOptions(Options):
    play_for: int = option(
        _("Places played for"),
        _("Whoever loses a match for a place up to this one plays on for the places below."),
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
        _("Entries of the same club are drawn so that they meet as late as the bracket allows."),
        default=True,
        source="P",
    )


class Knockout(Format):
    key = "knockout"
    name = _("Knockout")
    summary = _("Whoever loses is out; byes and seeds have their fixed places in the bracket.")
    Options = KnockoutOptions
    joins_late = Joins.FREE_PLACE

    def round_count(self, options: KnockoutOptions, entrant_count: int) -> int:
        return bracket_width(entrant_count).bit_length() - 1

    def draw(self, options: KnockoutOptions, request: Request) -> Drawn:
        if request.round == 1:
            return first_round(options, request)
        return Drawn(tuple(_next_round(options, request)))

    def over(self, options: Any, request: Request) -> bool:
        """Nobody is left to go on: both sides of every match withdrew or stayed away."""
        return not without_withdrawn(arrivals_after(request.history, request.round - 1, options.play_for), request)

    def places(self, options: Any, entrants: Sequence[Entrant], history: Sequence[Played]) -> list[list[int]]:
        return bracket_places(history, options.play_for, entrants)


def first_round(options: KnockoutOptions, request: Request) -> Drawn:
    width = bracket_width(len(request.entrants))
    slots, certificate = _slots(options, request, width)
    arrivals: Arrivals = {}
    for slot, entrant in slots.items():
        arrivals.setdefault(Position(1, width, slot // 2), {})[slot % 2] = entrant.id
    pairings = bracket_pairings(arrivals, request, _FirstReasons(request.entrants, width, certificate))
    return Drawn(tuple(pairings), certificate)


def _slots(options: KnockoutOptions, request: Request, width: int) -> tuple[dict[int, Entrant], dict[str, Json]]:
    """Seeds at their published places, byes opposite the best of them, everybody else by lot with clubs and forbidden pairs apart."""
    entrants, lots = request.entrants, Lots(request.seed, "bracket")
    seeded = sorted((entrant for entrant in entrants if entrant.seed), key=lambda entrant: entrant.seed)
    others = [entrant for entrant in entrants if not entrant.seed]
    slot_of_seed = {seed: slot for slot, seed in enumerate(seed_order(width))}
    slots = {slot_of_seed[rank]: entrant for rank, entrant in enumerate(seeded, start=1)}
    free = [slot_of_seed[rank] for rank in range(len(seeded) + 1, len(entrants) + 1)]
    fixed = {slot: _club(entrant, options) for slot, entrant in slots.items()}
    clubs = [_club(entrant, options) for entrant in others]
    chosen = place(width, fixed, free, clubs, lots)
    slots.update(zip(chosen, others, strict=True))
    slots = _apart(options, request, width, slots, chosen)
    found = meetings(width, {slot: _club(entrant, options) for slot, entrant in slots.items()})
    fewest = fewest_together(width, fixed, free, clubs)
    proven = found == [now - before for before, now in zip([0, *fewest], fewest, strict=False)]
    return slots, {"club_meetings": found, "fewest_together": fewest, "proven_fewest": proven}


def _apart(options: KnockoutOptions, request: Request, width: int, slots: dict[int, Entrant], chosen: Sequence[int]) -> dict[int, Entrant]:
    by_id = {entrant.id: entrant for entrant in request.entrants}
    clubs = {entrant.id: _club(entrant, options) for entrant in request.entrants}
    drawn = {slot: entrant.id for slot, entrant in slots.items()}
    return {slot: by_id[entry] for slot, entry in in_bracket(width, drawn, chosen, clubs, request.forbidden).items()}


def _club(entrant: Entrant, options: KnockoutOptions) -> Club:
    return entrant.club if entrant.club and options.clubs_apart else entrant.id


@dataclass(frozen=True, slots=True)
class _FirstReasons:
    """Why two meet, or one rests, in the first round."""

    entrants: Sequence[Entrant]
    width: int
    certificate: dict[str, Json]

    def __call__(self, position: Position, sides: tuple[int, ...]) -> tuple[Reason, ...]:
        by_id = {entrant.id: entrant for entrant in self.entrants}
        met = [by_id[side] for side in sides]
        reasons = [Reason.of("seeded", entrant=entrant.id, seed=entrant.seed) for entrant in met if entrant.seed]
        if len(met) == 1:
            code = "bye_by_seed" if met[0].seed else "bye_by_lot"
            return (Reason.of(code, byes=self.width - len(self.entrants)), *reasons)
        if met[0].club and met[0].club == met[1].club:
            reasons.append(Reason.of("same_club_unavoidable", club=met[0].club))
        return tuple(reasons) or (Reason.of("drawn"),)


def require_round_before(request: Request) -> None:
    """Raises: DrawRefused when the history holds nothing of the round before, so that nobody is lost silently."""
    if all(played.round != request.round - 1 for played in request.history):
        raise DrawRefused([Reason.of("round_missing", round=request.round - 1)])


def _next_round(options: KnockoutOptions, request: Request) -> list[Pairing]:
    require_round_before(request)
    arrivals = arrivals_after(request.history, request.round - 1, options.play_for)
    return bracket_pairings(without_withdrawn(arrivals, request), request, later_reasons)


def without_withdrawn(arrivals: Arrivals, request: Request) -> Arrivals:
    """Only those who are still here; matches that nobody is left for are dropped."""
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    present = {position: {side: entrant for side, entrant in sides.items() if entrant not in gone} for position, sides in arrivals.items()}
    return {position: sides for position, sides in present.items() if sides}


def later_reasons(position: Position, sides: tuple[int, ...]) -> tuple[Reason, ...]:
    if len(sides) == 1:
        return (Reason.of("no_opponent"),)
    if position.place == 1:
        return (Reason.of("winners_meet"),)
    return (Reason.of("losers_meet", place=position.place, last=position.place + position.width - 1),)


def arrivals_after(history: Iterable[Played], round_number: int, play_for: int) -> Arrivals:
    """Who plays where after the round; a side that nobody reached is missing."""
    arrivals: Arrivals = {}
    for played in history:
        if played.round != round_number or played.position is None:
            continue
        winner, loser = winner_and_loser(played)
        for entrant, way in ((winner, winner_goes_to), (loser, loser_goes_to)):
            target = way(played.position)
            if entrant is not None and target is not None and target[0].place < play_for:
                arrivals.setdefault(target[0], {})[target[1]] = entrant
    return arrivals


def winner_and_loser(played: Played) -> tuple[int | None, int | None]:
    if played.winner < 0:
        return None, None
    return played.sides[played.winner], played.sides[1 - played.winner] if len(played.sides) == 2 else None


def bracket_pairings(arrivals: Arrivals, request: Request, why: Why) -> list[Pairing]:
    """Matches in the order of the bracket, the main bracket first, byes last."""
    deal = first_dealers(request)
    pairings = []
    for position in sorted(arrivals, key=lambda position: (position.place, position.slot)):
        sides = tuple(entrant for _side, entrant in sorted(arrivals[position].items()))
        reasons = why(position, sides)
        pairings.append(Pairing(0, sides, len(sides) == 1, reasons, deal(sides), position))
    return in_order(pairings)


def bracket_places(history: Sequence[Played], play_for: int, entrants: Sequence[Entrant] = ()) -> list[list[int]]:
    """Entry ids from the first place down, ex aequo together, as far as the bracket has decided.

    Who has not played yet can still come first. Who did not come to the match that it had reached has lost it.
    """
    placed = {played.position: played for played in history if played.position is not None}
    last = max((played.round for played in placed.values()), default=0)
    best = {entrant.id: 1 for entrant in entrants}
    for position, played in sorted(placed.items(), key=lambda pair: pair[1].round):
        winner, loser = winner_and_loser(played)
        for entrant in played.sides:
            best[entrant] = position.place if entrant == winner else position.place + position.width // 2
        for reached, way in ((winner, winner_goes_to), (loser, loser_goes_to)):
            target = way(position)
            if reached is None or target is None or target[0].place >= play_for:
                continue
            met = placed.get(target[0])
            if reached not in met.sides if met else played.round < last - 1:
                best[reached] = target[0].place + target[0].width // 2
    return [[entrant for entrant in best if best[entrant] == rank] for rank in sorted(set(best.values()))]
