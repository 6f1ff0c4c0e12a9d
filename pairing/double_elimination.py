"""Double elimination: out after the second defeat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pairing.bracket import bracket_width
from pairing.format import Format, Joins
from pairing.knockout import (
    Arrivals,
    KnockoutOptions,
    bracket_pairings,
    first_round,
    require_round_before,
    winner_and_loser,
    without_withdrawn,
)
from pairing.values import Drawn, Entrant, Played, Position, Reason, Request
from rules.options import Options, option
from rules.texts import _

LOSERS, FINAL, RESET = "losers", "final", "reset"


@dataclass(frozen=True, slots=True)
class DoubleEliminationOptions(Options):
    reset: bool = option(
        _("Second grand final"),
        _("If the winner of the losers' bracket wins the grand final, both have lost once and meet again."),
        default=True,
        source="D",
    )
    clubs_apart: bool = option(
        _("Same club apart"),
        _("Entries of the same club are drawn so that they meet as late as the bracket allows."),
        default=True,
        source="P",
    )


class DoubleElimination(Format):
    key = "double_elimination"
    name = _("Double elimination")
    summary = _("Whoever loses once goes on in the losers' bracket; out after the second defeat.")
    Options = DoubleEliminationOptions
    joins_late = Joins.FREE_PLACE
    fewest = 3

    def round_count(self, options: DoubleEliminationOptions, entrant_count: int) -> int:
        """Winners' bracket and losers' bracket side by side, the grand final and, if wanted, its repetition."""
        return 2 * _depth(entrant_count) + options.reset

    def draw(self, options: DoubleEliminationOptions, request: Request) -> Drawn:
        if request.round == 1:
            return first_round(KnockoutOptions(play_for=2, clubs_apart=options.clubs_apart), request)
        depth = _depth(len(request.entrants))
        if request.round == 2 or without_withdrawn(_arrivals(request.history, depth, request.round - 1, reset=options.reset), request):
            require_round_before(request)
        arrivals = _arrivals(request.history, depth, request.round, reset=options.reset)
        return Drawn(tuple(bracket_pairings(without_withdrawn(arrivals, request), request, _reasons)))

    def over(self, options: Any, request: Request) -> bool:
        """At most one is still in: the second grand final is only played where both have lost once."""
        gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
        ends = _ends(request.entrants, request.history, reset=options.reset)
        return sum(end[0] == IN and entrant not in gone for entrant, end in ends.items()) < 2

    def places(self, options: Any, entrants: Sequence[Entrant], history: Sequence[Played]) -> list[list[int]]:
        """Who has not lost, who has lost once, then everybody who is out: the later the second defeat, the better the place."""
        ends = _ends(entrants, history, reset=options.reset)
        return [[entrant for entrant in ends if ends[entrant] == end] for end in sorted(set(ends.values()), reverse=True)]


IN, OUT = 1, 0


def _ends(entrants: Sequence[Entrant], history: Iterable[Played], *, reset: bool) -> dict[int, tuple[int, int, bool]]:
    """How far everybody has come, more is better: still in with 0 or −1 defeats, else out in a round, lost or given up after a win."""
    placed = {played.position: played for played in history if played.position is not None}
    now = max((played.round for played in placed.values()), default=0)
    depth = _depth(len(entrants))
    ends = {entrant.id: (IN, 0, False) for entrant in entrants}
    for played in sorted(placed.values(), key=lambda match: match.round):
        winner, _loser = winner_and_loser(played)
        for entrant in played.sides:
            defeats = -ends.get(entrant, (IN, 0))[1] + (entrant != winner)
            target = _next_match(played, entrant, depth, reset=reset)
            here = target is not None and (entrant in placed[target].sides if target in placed else round_of(target, depth) >= now)
            ends[entrant] = (IN, -defeats, False) if here else (OUT, played.round, entrant == winner)
    return ends


def _next_match(played: Played, entrant: int, depth: int, *, reset: bool) -> Position | None:
    """Where an entry of the match plays next; None for who is out, or has won everything."""
    position = played.position
    if position is None or (position.bracket == FINAL and reset and played.winner == 1):
        return _RESET if position else None
    winner, loser = winner_and_loser(played)
    way = winner_after(position, depth) if entrant == winner else loser_after(position, depth) if entrant == loser else None
    return way[0] if way else None


def _depth(entrant_count: int) -> int:
    return bracket_width(entrant_count).bit_length() - 1


def _arrivals(history: Iterable[Played], depth: int, number: int, *, reset: bool) -> Arrivals:
    """Who sits where in round `number`, over all brackets."""
    arrivals: Arrivals = {}
    for played in history:
        if played.position is None:
            continue
        winner, loser = winner_and_loser(played)
        targets = ((winner, winner_after(played.position, depth)), (loser, loser_after(played.position, depth)))
        for entrant, target in targets:
            if entrant is not None and target is not None and round_of(target[0], depth) == number:
                arrivals.setdefault(target[0], {})[target[1]] = entrant
        if reset and played.position.bracket == FINAL and played.winner == 1 and number == round_of(_RESET, depth):
            arrivals[_RESET] = dict(enumerate(played.sides))
    return arrivals


_FINAL = Position(1, 2, 0, FINAL)
_RESET = Position(1, 2, 0, RESET)


def round_of(position: Position, depth: int) -> int:
    """The round of the stage in which the match is played."""
    if position.bracket == LOSERS:
        return position.place + 1
    if position.bracket in {FINAL, RESET}:
        return 2 * depth + (position.bracket == RESET)
    return depth + 2 - position.width.bit_length()


def winner_after(position: Position, depth: int) -> tuple[Position, int] | None:
    """The match and the side where the winner plays next; None when that is the end, or depends on who won."""
    if position.bracket in {FINAL, RESET}:
        return None
    if position.bracket == LOSERS:
        return _after_losers_round(position, depth)
    if position.width == 2:
        return _FINAL, 0
    return Position(1, position.width // 2, position.slot // 2), position.slot % 2


def _after_losers_round(position: Position, depth: int) -> tuple[Position, int]:
    """Odd rounds of the losers' bracket are followed by one with those who come down, even ones by one among survivors."""
    if position.place == 2 * depth - 2:
        return _FINAL, 1
    if position.place % 2:
        return Position(position.place + 1, position.width, position.slot, LOSERS), 0
    return Position(position.place + 1, position.width // 2, position.slot // 2, LOSERS), position.slot % 2


def loser_after(position: Position, depth: int) -> tuple[Position, int] | None:
    """The match and the side where the loser plays on: crosswise, so that those who have met meet again as late as possible."""
    if position.bracket != "main":
        return None
    number = depth + 2 - position.width.bit_length()
    matches = position.width // 2
    if number == 1:
        return Position(1, matches, position.slot // 2, LOSERS), position.slot % 2
    return Position(2 * number - 2, 2 * matches, _crossed(position.slot, matches, number), LOSERS), 1


def _crossed(slot: int, matches: int, number: int) -> int:
    """In turn from the bottom up, and with the halves exchanged."""
    return matches - 1 - slot if number % 2 == 0 else (slot + matches // 2) % matches


def _reasons(position: Position, sides: tuple[int, ...]) -> tuple[Reason, ...]:
    if len(sides) == 1:
        return (Reason.of("no_opponent"),)
    if position.bracket == LOSERS:
        return (Reason.of("loser_again" if position.place % 2 else "loser_drops"),)
    return (Reason.of({FINAL: "grand_final", RESET: "bracket_reset"}.get(position.bracket, "winners_meet")),)
