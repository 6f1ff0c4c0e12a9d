"""Check a sheet of Briscola: the points that some distribution of the cards over the sides allows."""

from collections.abc import Iterator
from functools import cache, lru_cache, reduce
from operator import or_

from rules.events import GameScore, Penalty
from rules.feasibility import (
    CountRows,
    build_nearest_values,
    compute_count_rows,
    find_nearest,
    find_row_problems,
    list_bits,
    merge_sums,
    sums_by_count,
)
from rules.games.briscola.tables import ALL, HALF, PACK, BriscolaHand, BriscolaOptions, BriscolaTable
from rules.judging import TRICK_COUNT, trick_problems
from rules.missing import build_missing
from rules.parsing import Values
from rules.problems import Fact, Problem, Severity
from rules.scorebook import MatchState, Score
from rules.texts import SideRef, _, format_score

State = MatchState[BriscolaOptions]

POINTS_SUM = Fact("briscola_sum", _("The points of a hand make {expected} together, not {given}."), source="B1")
POINTS_NEVER = Fact("briscola_never", _("No cards are worth {given} points."), source="C")
POINTS_SHARE = Fact("briscola_share", _("The cards cannot be shared as {given}."), source="C")
LEVEL_HAND = Fact("briscola_level", _("The hand is tied at 60–60."), Severity.REMARKABLE, "B1")
ALL_POINTS = Fact("briscola_all", _("{side} took all {points} points."), Severity.REMARKABLE)
NOT_OF_HANDS = Fact(
    "briscola_hands", _("Hands of {each} points do not lead from {kept} to {given}. Check the totals, or enter the hands."), source="C"
)
SCORING_RANKS = tuple(points for points in PACK.points if points)
COPIES = len(PACK.suits)
SUMS_FROM_RANK = tuple(
    reduce(or_, sums_by_count(worth for worth in SCORING_RANKS[rank:] for _copy in range(COPIES))) for rank in range(len(SCORING_RANKS) + 1)
)
"""Bitmask of the sums that the cards from this rank on can make."""


@cache
def build_side_rows(table: BriscolaTable) -> CountRows:
    """Possible points of a side, by tricks."""
    values = sorted(PACK.card_values())[table.left_out :]
    return compute_count_rows(values, cards_per_trick=table.seats, tricks=table.tricks)


def complete_values(table: BriscolaTable, values: Values) -> tuple[Values, list[Problem]]:
    """Fill in the tricks of the one side whose box is empty."""
    tricks = values["tricks"]
    if tricks is None or None not in tricks:
        return values, []
    missing = [side for side, count in enumerate(tricks) if count is None]
    remainder = table.tricks - sum(filter(None, tricks))
    if len(missing) > 1:
        return values, [build_missing(f"tricks_{side}", _("Tricks"), side) for side in missing]
    if remainder < 0:
        return values, [TRICK_COUNT.problem("tricks_0", tricks=table.tricks, given=table.tricks - remainder)]
    return {**values, "tricks": tuple(remainder if count is None else count for count in tricks)}, []


def find_problems(table: BriscolaTable, entry: BriscolaHand) -> Iterator[Problem]:
    yield from trick_problems(entry.tricks, table.tricks)
    if sum(entry.points) != ALL or min(entry.points) < 0:
        yield POINTS_SUM.problem("points_0", expected=ALL, given=sum(entry.points))
        return
    tricks = entry.tricks if entry.tricks is not None and sum(entry.tricks) == table.tricks and min(entry.tricks) >= 0 else None
    side_problems = [
        problem for side in range(len(entry.points)) for problem in _find_side_problems(table, side, entry.points[side], tricks)
    ]
    yield from side_problems[:1]
    if side_problems:
        return
    if tricks is not None and not can_share(table, entry.points, tricks):
        yield POINTS_SHARE.problem("points_0", given=format_score(entry.points))
    elif entry.points == (HALF, HALF):
        yield LEVEL_HAND.problem()
    elif ALL in entry.points:
        yield ALL_POINTS.problem(side=SideRef(entry.points.index(ALL)), points=ALL)


def _find_side_problems(table: BriscolaTable, side: int, points: int, tricks: Score | None) -> Iterator[Problem]:
    rows, box = build_side_rows(table), (f"points_{side}", _("points"))
    if tricks is not None:
        yield from find_row_problems(rows, side, tricks[side], 1 << points, points_box=box)
    elif not rows.can_have(1 << points):
        nearest = find_nearest(list_bits(rows.possible_points()), points)
        yield POINTS_NEVER.problem(box[0], near=build_nearest_values(*box, nearest), given=points)


@lru_cache(maxsize=4096)
def can_share(table: BriscolaTable, points: Score, tricks: Score) -> bool:
    """Whether the cards that count can be shared so, exactly; cards that count nothing fill up the tricks.

    Without tricks nothing more is to be asked than whether each side's points are possible: no other share of 120 is impossible.
    """
    return _can_share_ranks(points, tuple(table.seats * count for count in tricks), 0)


def _can_share_ranks(rest: Score, free: Score, rank: int) -> bool:
    """Whether the cards from this rank on make up the rest of every side's points, within its free cards."""
    if not all(SUMS_FROM_RANK[rank] >> part & 1 for part in rest):
        return False
    if rank == len(SCORING_RANKS):
        return True
    return any(_can_share_ranks(*after, rank + 1) for after in _share_rank((rest, free), SCORING_RANKS[rank], COPIES))


def _share_rank(state: tuple[Score, Score], worth: int, copies: int, side: int = 0) -> Iterator[tuple[Score, Score]]:
    """Points and free cards left to every side after the cards of one rank were given out, in every possible way."""
    rest, free = state
    if side == len(rest):
        if not copies:
            yield state
        return
    for count in range(min(copies, rest[side] // worth, free[side]) + 1):
        after = (_reduce(rest, side, worth * count), _reduce(free, side, count))
        yield from _share_rank(after, worth, copies - count, side + 1)


def _reduce(counts: Score, side: int, amount: int) -> Score:
    return tuple(count - amount if index == side else count for index, count in enumerate(counts))


def find_score_problems(table: BriscolaTable, state: State, event: GameScore) -> Iterator[Problem]:
    """A game is so many hands of 120 points, and more only where a tie goes on; one hand must be something that cards can be worth."""
    if event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    played, gained = len(state.hands), tuple(after - before for after, before in zip(event.scores, state.score, strict=True))
    hands, rest = divmod(sum(gained), ALL)
    due, exact = state.options.deals - played, state.options.replay or state.options.draws
    if rest or hands < due or (exact and hands > due) or not _are_hands(table, gained, hands):
        yield NOT_OF_HANDS.problem("scores_0", each=ALL, kept=format_score(state.score), given=format_score(event.scores))


def _are_hands(table: BriscolaTable, points: Score, hands: int) -> bool:
    """Whether each side's points are a sum of what the cards of so many hands can be worth."""
    possible = build_side_rows(table).possible_points()
    sums = possible
    for _hand in range(hands - 1):
        sums = merge_sums(sums, possible)
    return min(points) >= 0 and all(sums >> part & 1 for part in points)
