"""Check a sheet of Sancagna: right and wrong calls, facts that no hand can break, slips of the pen."""

from collections.abc import Iterator

from rules.contract import TypedBoxes
from rules.diagnosis import parse_count, repair_boxes
from rules.endings import Ending
from rules.feasibility import build_nearest_values, find_nearest, find_row_problems, format_ranges
from rules.games.sancagna.shares import (
    OutValues,
    build_pair_mask,
    build_side_rows,
    has_pair,
    list_pairs,
    list_sums,
    list_values_out_of_play,
)
from rules.games.sancagna.tables import ALL, OUT, SancagnaHand, SancagnaOptions, SancagnaTable
from rules.problems import Fact, NearestValues, Problem, Severity, Slip
from rules.scorebook import MatchState, ScoreStep, points_to_side
from rules.texts import SIDE_LETTERS, SideRef, _

State = MatchState[SancagnaOptions]

CALLER_POINTS = Fact("caller_points", _("Count the points of the side that claimed."), source="S")
BOTH_POINTS = Fact("both_points", _("Nobody claimed: enter the points of both sides."), source="D")
WHO_CLAIMED = Fact(
    "who_claimed",
    _("{side} has {count} of 21 with this hand. Enter who claimed, or without a claim the points of both sides."),
    source="S",
)
LAST_NEEDED = Fact("last_needed", _("Nobody claimed and both sides have 21: enter who won the last trick."), source="D")
LAST_NOT_CALLER = Fact("last_not_caller", _("Only the side that has just won a trick may claim: that was {side}."), source="S")
CALLER_NO_TRICK = Fact("caller_no_trick", _("{side} cannot have claimed without having won a trick."), source="S")
TRICKS_TOGETHER = Fact("tricks_together", _("All cards are {expected} tricks, not {given}."), source="C")
SIDE_POINTS = Fact("side_points", _("{side} can have {possible} points, not {given}."), source="C S4")
POINTS_TOGETHER = Fact("points_together", _("The two sides together can have {possible} points, not {given}."), source="C S2, S3")
POINTS_APART = Fact("points_apart", _("{given} is not possible with that many tricks."), source="C S4")
BOTTOM_TURNED = Fact("bottom_turned", _("The bottom card cannot be the trump card itself."), source="S")
SCORE_TOO_HIGH = Fact("score_too_high", _("{side} had {carry} and can end this game with {highest} at most, not {given}."), source="C")
WRONG_CALL = Fact(
    "wrong_call", _("{side} went out with {count} of 21. The claim is wrong and the others win the game."), Severity.REMARKABLE, "S"
)
MANY_CIRCLES = Fact("many_circles", _("{count} points are {circles} circles at once."), Severity.REMARKABLE, "C S6")
NO_CALL = Fact("no_call", _("All cards were played and nobody claimed."), Severity.REMARKABLE, "D")


def compute_steps(state: State, entry: SancagnaHand) -> tuple[ScoreStep, ...]:
    """A right call scores what the side has taken; a wrong call lifts the opponents to the target.

    Without a call `find_played_out_winner` decides.
    """
    if entry.claim is None:
        winner = find_played_out_winner(state, entry)
        return () if winner is None else (ScoreStep(_("all cards played"), points_to_side(winner, _get_points(entry, winner))),)
    shortfall = OUT - compute_game_points(state, entry, entry.claim)
    if shortfall <= 0:
        return (ScoreStep(_("claim"), points_to_side(entry.claim, _get_points(entry, entry.claim)), ending=Ending.CLAIM),)
    opponents = 1 - entry.claim
    award = OUT - state.score[opponents] + (shortfall if state.options.shortfall_to_opponents else 0)
    return (ScoreStep(_("wrong claim"), points_to_side(opponents, award), ending=Ending.WRONG_CLAIM),)


def compute_game_points(state: State, entry: SancagnaHand, side: int) -> int:
    """Points of a side towards the game: carried and taken."""
    return state.score[side] + _get_points(entry, side)


def find_played_out_winner(state: State, entry: SancagnaHand) -> int | None:
    """The winner of a hand that was played out without a call; None when nobody wins."""
    sides_out = [side for side in (0, 1) if compute_game_points(state, entry, side) >= OUT]
    rule = state.options.end_without_claim
    if rule == "nobody" or not sides_out:
        return None
    if len(sides_out) == 1:
        return sides_out[0]
    if rule == "last_trick":
        return entry.last
    game_points = [compute_game_points(state, entry, side) for side in (0, 1)]
    return None if game_points[0] == game_points[1] else game_points.index(max(game_points))


def find_problems(table: SancagnaTable, state: State, entry: SancagnaHand) -> Iterator[Problem]:
    missing_problems = tuple(_find_missing_boxes(state, entry))
    yield from missing_problems
    if entry.turned is not None and entry.bottom == f"{entry.trump}{entry.turned}":
        yield BOTTOM_TURNED.problem("bottom")
    yield from _find_trick_problems(table, entry)
    if not missing_problems:
        count_problems = tuple(_find_count_problems(table, entry))
        yield from count_problems or _find_remarks(state, entry)


def _list_out_values(entry: SancagnaHand) -> OutValues:
    return list_values_out_of_play(entry.turned, entry.trump, entry.bottom)


def _get_points(entry: SancagnaHand, side: int) -> int:
    return entry.points[side] or 0


def _find_missing_boxes(state: State, entry: SancagnaHand) -> Iterator[Problem]:
    if entry.claim is not None:
        if entry.points[entry.claim] is None:
            yield CALLER_POINTS.problem(f"points_{entry.claim}")
        if entry.last not in (None, entry.claim):
            yield LAST_NOT_CALLER.problem("last", side=SideRef(entry.last or 0))
    elif None in entry.points:
        empty = entry.points.index(None)
        if entry.points[1 - empty] is None:
            yield BOTH_POINTS.problem(f"points_{empty}")
        else:
            yield WHO_CLAIMED.problem("claim", side=SideRef(1 - empty), count=compute_game_points(state, entry, 1 - empty))
    elif (
        state.options.end_without_claim == "last_trick"
        and entry.last is None
        and min(compute_game_points(state, entry, side) for side in (0, 1)) >= OUT
    ):
        yield LAST_NEEDED.problem("last")


def _get_tricks(entry: SancagnaHand) -> tuple[int | None, int | None]:
    return (None, None) if entry.tricks is None else (entry.tricks[0], entry.tricks[1])


def _find_trick_problems(table: SancagnaTable, entry: SancagnaHand) -> Iterator[Problem]:
    won_tricks = _get_tricks(entry)
    together = sum(count or 0 for count in won_tricks)
    too_few = entry.claim is None and None not in won_tricks and together < table.tricks
    if together > table.tricks or too_few:
        yield TRICKS_TOGETHER.problem("tricks_0", expected=table.tricks, given=together)
    elif entry.claim is not None and won_tricks[entry.claim] == 0:
        yield CALLER_NO_TRICK.problem(f"tricks_{entry.claim}", side=SideRef(entry.claim))


def _find_count_problems(table: SancagnaTable, entry: SancagnaHand) -> Iterator[Problem]:
    side_problems = [problem for side in (0, 1) for problem in _find_side_problems(table, entry, side)]
    yield from side_problems or _find_pair_problems(table, entry)


def _find_side_problems(table: SancagnaTable, entry: SancagnaHand, side: int) -> Iterator[Problem]:
    points, tricks = entry.points[side], _get_tricks(entry)[side]
    if points is None:
        return
    rows_of_side = build_side_rows(table, _list_out_values(entry))
    if tricks is not None and tricks <= table.tricks:
        yield from find_row_problems(rows_of_side, side, tricks, 1 << points, points_box=(f"points_{side}", _("points")))
    elif not rows_of_side.can_have(1 << points):
        box, highest = f"points_{side}", rows_of_side.possible_points().bit_length() - 1
        yield SIDE_POINTS.problem(
            box, near=build_nearest_values(box, _("points"), [highest]), side=SideRef(side), possible=f"0–{highest}", given=points
        )


def _find_pair_problems(table: SancagnaTable, entry: SancagnaHand) -> Iterator[Problem]:
    """Check both sides together, when both were counted: no card counts twice, and four cards are out of play."""
    first_points, second_points = entry.points
    won_tricks = _get_tricks(entry)
    if first_points is None or second_points is None or sum(tricks or 0 for tricks in won_tricks) > table.tricks:
        return
    mask = build_pair_mask(table, _list_out_values(entry), won_tricks, (0 if entry.claim is not None else table.tricks, table.tricks))
    if not mask or has_pair(mask, (first_points, second_points)):
        return
    sums = list_sums(mask)
    if first_points + second_points in sums:
        yield POINTS_APART.problem(
            "points_0", near=_list_nearest_pairs(mask, first_points, second_points), given=f"{first_points}–{second_points}"
        )
    else:
        near_sums = build_nearest_values("points_0", _("sum"), find_nearest(sums, first_points + second_points))
        yield POINTS_TOGETHER.problem("points_0", near=near_sums, possible=format_ranges(sums), given=first_points + second_points)


def _list_nearest_pairs(mask: int, first: int, second: int) -> tuple[NearestValues, ...]:
    nearest_first = sorted(list_pairs(mask), key=lambda pair: (abs(pair[0] - first) + abs(pair[1] - second), pair))
    return build_nearest_values(
        "points_0", _("points"), (f"{first_points}–{second_points}" for first_points, second_points in nearest_first[:3])
    )


def _find_remarks(state: State, entry: SancagnaHand) -> Iterator[Problem]:
    if entry.claim is None:
        yield NO_CALL.problem()
        return
    game_points = compute_game_points(state, entry, entry.claim)
    if game_points < OUT:
        yield WRONG_CALL.problem("claim", side=SideRef(entry.claim), count=game_points)
    if game_points >= 3 * OUT:
        yield MANY_CIRCLES.problem(f"points_{entry.claim}", count=game_points, circles=game_points // OUT)


def find_score_problems(state: State, scores: tuple[int, ...]) -> Iterator[Problem]:
    """Check the final score of a game: at most the carry and one hand."""
    for side, (carry, score) in enumerate(zip(state.score, scores, strict=True)):
        if score > carry + ALL:
            yield SCORE_TOO_HIGH.problem(f"scores_{side}", side=SideRef(side), carry=carry, highest=carry + ALL, given=score)


def find_slips(state: State, typed: TypedBoxes) -> Iterator[Slip]:
    for side in (0, 1):
        points, carry = parse_count(typed.get(f"points_{side}", "")), state.score[side]
        if points is not None and carry and points >= carry:
            corrected = repair_boxes(typed, **{f"points_{side}": points - carry})
            yield Slip("carry_in_points", _("the carry of {side} is counted in the points too"), 1, corrected, {"side": SideRef(side)}, 1.0)
        if points is not None and typed.get("claim", "") == "" and carry + points >= OUT:
            with_call = repair_boxes(typed, claim=SIDE_LETTERS[side])
            yield Slip("call_forgotten", _("{side} claimed, and that was not written"), 1, with_call, {"side": SideRef(side)})
