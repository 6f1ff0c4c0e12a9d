"""Double elimination: an entry is out after its second defeat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairing.bracket import compute_bracket_width, find_seated_ends, is_taken
from pairing.bracket_plan import BracketPlan, BracketSection, Column, SideSource, build_tree
from pairing.format import Family, Format, LateEntryRule
from pairing.knockout import (
    Arrivals,
    KnockoutOptions,
    build_bracket_pairings,
    collect_sides,
    draw_first_knockout_round,
    drop_withdrawn,
    require_previous_round,
    seat_arrival,
)
from pairing.values import DrawnRound, DrawReason, DrawRequest, DrawResult, Entrant, PlayedMatch, Position
from rules.options import Options, option
from rules.texts import _

LOSERS, FINAL, RESET = "losers", "final", "reset"
Target: TypeAlias = tuple[Position, int]


@dataclass(frozen=True, slots=True)
class DoubleEliminationOptions(Options):
    reset: bool = option(
        _("Second grand final"),
        _("If the winner of the losers’ bracket wins the grand final, both have lost once and play again."),
        default=True,
        source="D",
    )
    clubs_apart: bool = option(
        _("Same club apart"),
        _("Entries of the same club meet as late as the bracket allows."),
        default=True,
        source="P",
    )


class DoubleElimination(Format):
    key = "double_elimination"
    name = _("Double elimination")
    summary = _("After one defeat an entry goes to the losers’ bracket; after the second it is out.")
    Options = DoubleEliminationOptions
    family = Family.BRACKET
    plays_ahead = True
    opens_freely = True
    joins_late = LateEntryRule.FREE_PLACE
    fewest = 3

    def count_rounds(self, options: DoubleEliminationOptions, entrant_count: int) -> int:
        """Winners' and losers' bracket side by side, the grand final and, with `reset`, its repetition."""
        return 2 * _count_winners_rounds(entrant_count) + options.reset

    def find_main_match(self, options: DoubleEliminationOptions, entrant_count: int, number: int) -> Position | None:
        """Only the grand final and its repetition: the rounds before are those of two brackets side by side."""
        depth = _count_winners_rounds(entrant_count)
        return next((position for position in (_FINAL, _RESET) if find_round(position, depth) == number), None)

    def is_round_drawn(self, options: Any, entrant_count: int, number: int, *, seeded: bool) -> bool:
        return number == 1 and not seeded

    def can_seat_all(self, options: Any, entrant_count: int) -> bool:
        return entrant_count == compute_bracket_width(entrant_count)

    def draw_pairings(self, options: DoubleEliminationOptions, request: DrawRequest) -> DrawResult:
        if request.round == 1:
            return draw_first_knockout_round(KnockoutOptions(play_for=2, clubs_apart=options.clubs_apart), request)
        depth = _count_winners_rounds(len(request.entrants))
        if request.round == 2 or drop_withdrawn(_find_arrivals(request.history, depth, request.round - 1, reset=options.reset), request):
            require_previous_round(request)
        arrivals = _find_arrivals(request.history, depth, request.round, reset=options.reset)
        return DrawResult(tuple(build_bracket_pairings(drop_withdrawn(arrivals, request), request, _explain_match)))

    def is_over(self, options: Any, request: DrawRequest) -> bool:
        """Whether at most one entry is still in, and nobody ahead of it who has left: else it goes on to the grand final by byes."""
        gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
        ends = _compute_progress(request.entrants, request.history, reset=options.reset)
        present = [end for entrant, end in ends.items() if end[0] == STILL_IN and entrant not in gone]
        left = max((end for entrant, end in ends.items() if entrant in gone), default=(ELIMINATED, 0, False))
        return not present or (len(present) == 1 and (present[0] > left or not request.history))

    def compute_due_sides(self, options: Any, drawn: DrawnRound, today: DrawRequest) -> dict[Position, tuple[int, ...]]:
        arrivals = _find_arrivals(today.history, _count_winners_rounds(len(today.entrants)), today.round, reset=options.reset)
        return collect_sides(drop_withdrawn(arrivals, today))

    def compute_places(
        self, options: Any, entrants: Sequence[Entrant], history: Sequence[PlayedMatch], playing: int | None = None
    ) -> list[list[int]]:
        """Entries without a defeat, with one, then all that are out: the later the second defeat, the better the place."""
        ends = _compute_progress(entrants, history, reset=options.reset, playing=playing)
        return [[entrant for entrant in ends if ends[entrant] == end] for end in sorted(set(ends.values()), reverse=True)]

    def build_bracket_plan(self, options: DoubleEliminationOptions, entrant_count: int) -> BracketPlan:
        return _build_plan(options, compute_bracket_width(entrant_count))


STILL_IN, ELIMINATED, FIRST_ROUND = 1, 0, 1


def _compute_progress(
    entrants: Sequence[Entrant], history: Iterable[PlayedMatch], *, reset: bool, playing: int | None = None
) -> dict[int, tuple[int, int, bool]]:
    """How far every entry has come: still in with 0 or −1 defeats, or out in the round of its last match, lost or missed; the winner of
    the last match of all before its loser. After round 1, who had no match there is out. `playing` as in `Format.compute_places`.
    Whom a seat that was let stand leads on is in, as the draw has it.
    """
    placed = {played.position: played for played in history if played.position is not None}
    now = max((played.round for played in placed.values()), default=0)
    now = min(now, playing or now)
    depth = _count_winners_rounds(len(entrants))
    ends = {entrant.id: (STILL_IN, 0, False) for entrant in entrants}
    seats = {position: played.sides for position, played in placed.items()}
    for position, played in sorted(placed.items(), key=lambda item: item[1].round):
        led_on = _find_led_on(played, position, seats, depth)
        winner = led_on[0][0]
        for entrant in played.sides:
            defeats = -ends.get(entrant, (STILL_IN, 0))[1] + (entrant != winner)
            target = next((target[0] for end, target in led_on if end == entrant and target), None)
            target = _RESET if position == _FINAL and reset and played.winner == 1 else target
            still_in = target is not None and (entrant in placed[target].sides if target in placed else find_round(target, depth) >= now)
            has_won_all = target is None and entrant == winner
            if still_in:
                ends[entrant] = (STILL_IN, -defeats, False)
            else:
                absent = None if target in placed and is_taken(placed[target], entrant, played, placed) else target
                ends[entrant] = (ELIMINATED, _find_last_round(played, absent, defeats, depth), has_won_all)
    if now > FIRST_ROUND:
        came = {entrant for played in placed.values() for entrant in played.sides}
        ends |= {entrant: (ELIMINATED, FIRST_ROUND, False) for entrant in ends if entrant not in came}
    return ends


def _find_led_on(
    played: PlayedMatch, position: Position, seats: Mapping[Position, Sequence[int]], depth: int
) -> tuple[tuple[int | None, Target | None], tuple[int | None, Target | None]]:
    """Winner and loser, each with the match and the side to which that leads, as those have them who sit there already."""
    targets = (find_winner_destination(position, depth), find_loser_destination(position, depth))
    winner, loser = find_seated_ends(played, *(seats.get(target[0], ()) if target else () for target in targets))
    return (winner, targets[0]), (loser, targets[1])


def _find_last_round(played: PlayedMatch, absent: Position | None, defeats: int, depth: int) -> int:
    """The round in which an entry is out: that of its last match; where it did not come to the next one, the round of that, or without a
    defeat so far of the one after that.
    """
    if absent is None:
        return played.round
    after = None if defeats else find_loser_destination(absent, depth)
    return find_round(after[0] if after else absent, depth)


def _count_winners_rounds(entrant_count: int) -> int:
    return compute_bracket_width(entrant_count).bit_length() - 1


def _find_arrivals(history: Sequence[PlayedMatch], depth: int, number: int, *, reset: bool) -> Arrivals:
    """The sides of every match of round `number`, over all brackets."""
    arrivals: Arrivals = {}
    seated: set[int] = set()
    came = {played.position: played.sides for played in history if played.position is not None}
    for played in history:
        if played.position is None:
            continue
        for entrant, target in _find_led_on(played, played.position, came, depth):
            if entrant is not None and target is not None and find_round(target[0], depth) == number:
                seat_arrival(arrivals, seated, target, entrant)
        if reset and played.position.bracket == FINAL and played.winner == 1 and number == find_round(_RESET, depth):
            arrivals[_RESET] = dict(enumerate(played.sides))
    return arrivals


_FINAL = Position(1, 2, 0, FINAL)
_RESET = Position(1, 2, 0, RESET)


def find_round(position: Position, depth: int) -> int:
    """The round of the stage in which the match is played."""
    if position.bracket == LOSERS:
        return position.place + 1
    if position.bracket in {FINAL, RESET}:
        return 2 * depth + (position.bracket == RESET)
    return depth + 2 - position.width.bit_length()


def find_winner_destination(position: Position, depth: int) -> tuple[Position, int] | None:
    """The match and the side (0 or 1) where the winner plays next; None at the end, or where that depends on who won."""
    if position.bracket in {FINAL, RESET}:
        return None
    if position.bracket == LOSERS:
        return _find_losers_round_target(position, depth)
    if position.width == 2:
        return _FINAL, 0
    return Position(1, position.width // 2, position.slot // 2), position.slot % 2


def _find_losers_round_target(position: Position, depth: int) -> tuple[Position, int]:
    """An odd round of the losers' bracket is followed by one with losers who come down, an even one by one among survivors."""
    if position.place == 2 * depth - 2:
        return _FINAL, 1
    if position.place % 2:
        return Position(position.place + 1, position.width, position.slot, LOSERS), 0
    return Position(position.place + 1, position.width // 2, position.slot // 2, LOSERS), position.slot % 2


def find_loser_destination(position: Position, depth: int) -> tuple[Position, int] | None:
    """The match and the side where the loser plays on, crossed so that two who have met meet again as late as possible."""
    if position.bracket != "main":
        return None
    number = depth + 2 - position.width.bit_length()
    matches = position.width // 2
    if number == 1:
        return Position(1, matches, position.slot // 2, LOSERS), position.slot % 2
    return Position(2 * number - 2, 2 * matches, _cross_slot(position.slot, matches, number), LOSERS), 1


def _cross_slot(slot: int, matches: int, number: int) -> int:
    """In turn reversed from the bottom up, and with the halves exchanged."""
    return matches - 1 - slot if number % 2 == 0 else (slot + matches // 2) % matches


def _explain_match(position: Position, sides: tuple[int, ...]) -> tuple[DrawReason, ...]:
    if len(sides) == 1:
        return (DrawReason.of("no_opponent"),)
    if position.bracket == LOSERS:
        return (DrawReason.of("loser_again" if position.place % 2 else "loser_drops"),)
    return (DrawReason.of({FINAL: "grand_final", RESET: "bracket_reset"}.get(position.bracket, "winners_meet")),)


def _build_plan(options: DoubleEliminationOptions, width: int) -> BracketPlan:
    depth = width.bit_length() - 1
    finals = [(Position(1, 2, 0, FINAL),), *([(Position(1, 2, 0, RESET),)] if options.reset else [])]
    sections = (BracketSection((*build_tree(1, width), *finals)), BracketSection(tuple(_build_losers_columns(width, depth))))
    sources: dict[tuple[Position, int], SideSource] = {}
    for position in (position for section in sections for position in section.positions):
        for won, target in ((True, find_winner_destination(position, depth)), (False, find_loser_destination(position, depth))):
            if target is not None:
                sources[target] = SideSource(position, won)
    return BracketPlan(sections, sources)


def _build_losers_columns(width: int, depth: int) -> Iterator[Column]:
    """Two rounds of every size: one among survivors, one with the losers who come down."""
    for number in range(1, 2 * depth - 1):
        size = width // 2 >> (number - 1) // 2
        yield tuple(Position(number, size, slot, LOSERS) for slot in range(size // 2))
