"""A written game score that its hands contradict: the one slip that explains the difference, fewest changes first."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, product

from rules.diagnosis import exchanges
from rules.feasibility import Stage
from rules.problems import Param, Slip
from rules.scorebook import Line, Score, Step, add, total
from rules.texts import SideRef, Text, _, dashed

Ends = Callable[[Score], bool]


def score_slips(lines: Sequence[Line], after: Sequence[Line], written: Score, stages: Sequence[Stage], ends: Ends) -> tuple[Slip, ...]:
    """`lines` are the events of the game, `after` those that were counted to the next one; `stages` as `Contract.hand_stages`;
    `ends` says whether a score is the end of this game."""
    sides = len(written)
    points = [total(line.steps, sides) for line in lines]
    counted = _sum(points, sides)
    found = [
        *_written_badly(counted, written),
        *_one_hand_wrong(lines, counted, written),
        *_wrong_end(points, [total(line.steps, sides) for line in after], written),
        *_hand_missing(points, written, stages, ends),
        *_added_badly(counted, written),
    ]
    return tuple(sorted(found, key=lambda slip: slip.changes))


def _sum(points: Sequence[Score], sides: int) -> Score:
    return (0,) * sides if not points else tuple(map(sum, zip(*points, strict=True)))


def _written_badly(counted: Score, written: Score) -> Iterator[Slip]:
    if written == counted[::-1] != counted:
        yield Slip("score_swapped", _("the two columns of the final score are swapped"), 1, {})
    for side, given in enumerate(written):
        for meant in exchanges(str(given)):
            if int(meant) == counted[side] and all(written[other] == counted[other] for other in range(len(written)) if other != side):
                params: dict[str, Param] = {"meant": meant, "given": given}
                yield Slip("score_digits", _("two digits of the final score are exchanged: {meant} for {given}"), 1, {}, params)


def _one_hand_wrong(lines: Sequence[Line], counted: Score, written: Score) -> Iterator[Slip]:
    hands = [line for line in lines if line.counts]
    for number, line in enumerate(hands, start=1):
        whole = total(line.steps, len(written))
        if _swapped(counted, whole) == written:
            yield Slip("hand_swapped", _("in hand {hand} the columns are swapped"), 1, {}, {"hand": number})
        if line.steps and number < len(hands) and _without(counted, whole) == written:
            yield Slip("hand_left_out", _("hand {hand} was not added"), 1, {}, {"hand": number})
        for step in line.steps if len(line.steps) > 1 else ():
            yield from _one_step_wrong(number, step, counted, written)


def _one_step_wrong(number: int, step: Step, counted: Score, written: Score) -> Iterator[Slip]:
    """A turned card, a marafona, a Maranna of a hand: written to the other side, or forgotten."""
    told: dict[str, Param] = {"hand": number, "what": Text(step.reason)}
    if any(step.points) and _without(counted, step.points) == written:
        yield Slip("step_left_out", _("in hand {hand} this was not added: {what}"), 1, {}, told)
    if _swapped(counted, step.points) == written:
        yield Slip("step_swapped", _("in hand {hand} this is in the wrong column: {what}"), 1, {}, told)


def _swapped(counted: Score, points: Score) -> Score | None:
    """The score with some of its points in the opposite columns; None where that changes nothing."""
    return None if points == points[::-1] else add(_without(counted, points), points[::-1])


def _wrong_end(points: Sequence[Score], after: Sequence[Score], written: Score) -> Iterator[Slip]:
    running = list(accumulate(points, add))
    for place, score in enumerate(running[:-1], start=1):
        if score == written:
            yield Slip("ended_early", _("this is the score after hand {hand}: the game went on"), 1, {}, {"hand": place})
    later = list(accumulate(after, add, initial=running[-1])) if running else []
    for more, score in enumerate(later[1:], start=1):
        if score == written:
            yield Slip("ended_late", _("hands after the end of the game are added: {hands} too many"), 1, {}, {"hands": more})


def _hand_missing(points: Sequence[Score], written: Score, stages: Sequence[Stage], ends: Ends) -> Iterator[Slip]:
    """One more hand, and with it the game ends where it is written to end, not before."""
    sides = len(written)
    gap = _without(written, _sum(points, sides))
    ways = product(*(alternatives for alternatives, _decides in stages))
    in_time = ends(written) and not ends(add(_sum(points[:-1], sides), gap))
    if any(gap) and min(gap) >= 0 and stages and in_time and any(_sum(way, sides) == gap for way in ways):
        shown = dashed(gap)
        yield Slip("hand_missing", _("one hand is missing, that scored {points}"), 2, {}, {"points": shown})


def _added_badly(counted: Score, written: Score) -> Iterator[Slip]:
    wrong = [side for side, points in enumerate(counted) if points != written[side]]
    if len(wrong) == 1:
        params: dict[str, Param] = {"side": SideRef(wrong[0]), "expected": counted[wrong[0]], "given": written[wrong[0]]}
        yield Slip("addition", _("the column of side {side} is added up wrongly: {expected}, not {given}"), 3, {}, params)


def _without(score: Score, points: Score) -> Score:
    return tuple(have - less for have, less in zip(score, points, strict=True))
