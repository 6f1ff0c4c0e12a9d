"""Slips that explain a written game score that its hands contradict, fewest changes first."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, product

from rules.diagnosis import exchange_digits
from rules.feasibility import HandStage
from rules.problems import Param, Slip
from rules.scorebook import Score, ScoreLine, ScoreStep, add_scores, sum_steps
from rules.texts import SideRef, Text, _, format_score

IsEnd = Callable[[Score], bool]


def find_score_slips(
    lines: Sequence[ScoreLine], later_lines: Sequence[ScoreLine], written: Score, stages: Sequence[HandStage], is_end: IsEnd
) -> tuple[Slip, ...]:
    """All slips that explain the written score, fewest changes first.

    `lines` are the events of the game, `later_lines` those counted to the next game, `stages` as in `Contract.hand_stages`;
    `is_end` says whether a score ends this game.
    """
    if not lines:
        return ()
    sides = len(written)
    points = [sum_steps(line.steps, sides) for line in lines]
    counted = _sum_scores(points, sides)
    slips = [
        *_written_badly(counted, written),
        *_one_hand_wrong(lines, counted, written),
        *_wrong_end(points, [sum_steps(line.steps, sides) for line in later_lines], written),
        *_hand_missing(points, written, stages, is_end),
        *_added_badly(counted, written),
    ]
    return tuple(sorted(slips, key=lambda slip: slip.changes))


def _sum_scores(points: Sequence[Score], sides: int) -> Score:
    return (0,) * sides if not points else tuple(map(sum, zip(*points, strict=True)))


def _written_badly(counted: Score, written: Score) -> Iterator[Slip]:
    if written == counted[::-1] != counted:
        yield Slip("score_swapped", _("the two columns of the final score are swapped"), 1, {})
    for side, written_points in enumerate(written):
        for meant in exchange_digits(str(written_points)):
            if int(meant) == counted[side] and all(written[index] == counted[index] for index in range(len(written)) if index != side):
                params: dict[str, Param] = {"meant": meant, "given": written_points}
                yield Slip("score_digits", _("two digits of the final score are exchanged: {meant} for {given}"), 1, {}, params)


def _one_hand_wrong(lines: Sequence[ScoreLine], counted: Score, written: Score) -> Iterator[Slip]:
    hands = [line for line in lines if line.counts]
    for number, line in enumerate(hands, start=1):
        hand_points = sum_steps(line.steps, len(written))
        if _swap_columns(counted, hand_points) == written:
            yield Slip("hand_swapped", _("in hand {hand} the columns are swapped"), 1, {}, {"hand": number})
        if line.steps and number < len(hands) and _subtract_points(counted, hand_points) == written:
            yield Slip("hand_left_out", _("hand {hand} was not added"), 1, {}, {"hand": number})
        for step in line.steps if len(line.steps) > 1 else ():
            yield from _one_step_wrong(number, step, counted, written)


def _one_step_wrong(number: int, step: ScoreStep, counted: Score, written: Score) -> Iterator[Slip]:
    """One step of a hand, such as the turned card or a marafona, was written in the wrong column or forgotten."""
    params: dict[str, Param] = {"hand": number, "what": Text(step.reason)}
    if any(step.points) and _subtract_points(counted, step.points) == written:
        yield Slip("step_left_out", _("in hand {hand} this was not added: {what}"), 1, {}, params)
    if _swap_columns(counted, step.points) == written:
        yield Slip("step_swapped", _("in hand {hand} this is in the wrong column: {what}"), 1, {}, params)


def _swap_columns(counted: Score, points: Score) -> Score | None:
    """The score with `points` moved to the opposite columns; None when that changes nothing."""
    return None if points == points[::-1] else add_scores(_subtract_points(counted, points), points[::-1])


def _wrong_end(points: Sequence[Score], after: Sequence[Score], written: Score) -> Iterator[Slip]:
    running = list(accumulate(points, add_scores))
    for number, score in enumerate(running[:-1], start=1):
        if score == written:
            yield Slip("ended_early", _("this is the score after hand {hand}: the game went on"), 1, {}, {"hand": number})
    later = list(accumulate(after, add_scores, initial=running[-1])) if running else []
    for extra_hands, score in enumerate(later[1:], start=1):
        if score == written:
            yield Slip("ended_late", _("hands after the end of the game are added: {hands} too many"), 1, {}, {"hands": extra_hands})


def _hand_missing(points: Sequence[Score], written: Score, stages: Sequence[HandStage], is_end: IsEnd) -> Iterator[Slip]:
    """One more hand would give the written score, and the game ends with that hand and not before."""
    sides = len(written)
    gap = _subtract_points(written, _sum_scores(points, sides))
    combinations = product(*(alternatives for alternatives, _decides in stages))
    ends_in_time = is_end(written) and not is_end(add_scores(_sum_scores(points[:-1], sides), gap))
    if (
        any(gap)
        and min(gap) >= 0
        and stages
        and ends_in_time
        and any(_sum_scores(combination, sides) == gap for combination in combinations)
    ):
        gap_text = format_score(gap)
        yield Slip("hand_missing", _("one hand is missing, that scored {points}"), 2, {}, {"points": gap_text})


def _added_badly(counted: Score, written: Score) -> Iterator[Slip]:
    wrong_sides = [side for side, points in enumerate(counted) if points != written[side]]
    if len(wrong_sides) == 1:
        params: dict[str, Param] = {"side": SideRef(wrong_sides[0]), "expected": counted[wrong_sides[0]], "given": written[wrong_sides[0]]}
        yield Slip("addition", _("the column of {side} is added up wrongly: {expected}, not {given}"), 3, {}, params)


def _subtract_points(score: Score, points: Score) -> Score:
    return tuple(minuend - subtrahend for minuend, subtrahend in zip(score, points, strict=True))
