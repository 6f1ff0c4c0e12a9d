"""Double elimination: out after the second defeat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.options import Options, option
from rules.texts import _

from .bracket import bracket_width
from .format import Format
from .knockout import Arrivals, KnockoutOptions, bracket_pairings, first_round, require_round_before, winner_and_loser, without_withdrawn
from .values import Drawn, Entrant, Played, Position, Reason, Request

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
    fewest = 3

    def round_count(self, options: DoubleEliminationOptions, entrant_count: int) -> int:
        """Winners' bracket and losers' bracket side by side, the grand final and, if wanted, its repetition."""
        return 2 * _depth(entrant_count) + options.reset

    def draw(self, options: DoubleEliminationOptions, request: Request) -> Drawn:
        if request.round == 1:
            return first_round(KnockoutOptions(play_for=2, clubs_apart=options.clubs_apart), request)
        require_round_before(request)
        depth = _depth(len(request.entrants))
        arrivals = _arrivals(request.history, depth, request.round, reset=options.reset)
        return Drawn(tuple(bracket_pairings(without_withdrawn(arrivals, request), request, _reasons)))

    def places(self, options: Any, entrants: Sequence[Entrant], history: Sequence[Played]) -> list[list[int]]:
        """The later the second defeat, the better the place; who lost in the same round shares it."""
        last: dict[int, tuple[int, bool]] = {}
        for played in sorted(history, key=lambda match: match.round):
            winner, _loser = winner_and_loser(played)
            for entrant in played.sides:
                last[entrant] = (played.round, entrant == winner)
        return [[entrant for entrant in last if last[entrant] == end] for end in sorted(set(last.values()), reverse=True)]


def _depth(entrant_count: int) -> int:
    return bracket_width(entrant_count).bit_length() - 1


def _arrivals(history: Iterable[Played], depth: int, number: int, *, reset: bool) -> Arrivals:
    """Who sits where in round `number`, over all brackets."""
    arrivals: Arrivals = {}
    for played in history:
        if played.position is None:
            continue
        winner, loser = winner_and_loser(played)
        targets = ((winner, _winner_goes_to(played.position, depth)), (loser, _loser_goes_to(played.position, depth)))
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


def _winner_goes_to(position: Position, depth: int) -> tuple[Position, int] | None:
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


def _loser_goes_to(position: Position, depth: int) -> tuple[Position, int] | None:
    """Losers come down crosswise, so that those who have met meet again as late as possible."""
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
