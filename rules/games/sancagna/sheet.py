"""What a sheet of Sancagna can say: calls right and wrong, facts that a hand cannot break, slips of the pen."""

from collections.abc import Iterator

from rules.contract import Typed
from rules.diagnosis import count_in, repaired
from rules.feasibility import near, nearest, ranges, row_problems
from rules.games.sancagna.shares import Outs, allows, out_of_play, pair_mask, pairs, side_rows
from rules.games.sancagna.tables import ALL, OUT, SancagnaHand, SancagnaOptions, Table
from rules.problems import Fact, Near, Problem, Severity, Slip
from rules.scorebook import Ending, MatchState, Step, to_side
from rules.texts import SIDE_LETTERS, SideRef, _

State = MatchState[SancagnaOptions]

CALLER_POINTS = Fact("caller_points", _("Count the points of the side that called itself out."), source="S")
BOTH_POINTS = Fact("both_points", _("Nobody called: give the points of both sides."), source="D")
LAST_NEEDED = Fact("last_needed", _("Nobody called and both sides have 21: say who won the last trick."), source="D")
LAST_NOT_CALLER = Fact("last_not_caller", _("Only the side that has just won a trick may call: that was side {side}."), source="S")
CALLER_NO_TRICK = Fact("caller_no_trick", _("Side {side} cannot have called without having won a trick."), source="S")
TRICKS_TOGETHER = Fact("tricks_together", _("All cards are {expected} tricks, not {given}."), source="C")
SIDE_POINTS = Fact("side_points", _("Side {side} can have {possible} points, not {given}."), source="C S4")
POINTS_TOGETHER = Fact("points_together", _("The two sides together can have {possible} points, not {given}."), source="C S2, S3")
POINTS_APART = Fact("points_apart", _("No cards give {given} in so many tricks."), source="C S4")
BOTTOM_TURNED = Fact("bottom_turned", _("The bottom card cannot be the trump card itself."), source="S")
SCORE_TOO_HIGH = Fact(
    "score_too_high", _("Side {side} stood at {carry} and can end this game with {highest} at most, not {given}."), source="C"
)
WRONG_CALL = Fact(
    "wrong_call", _("Side {side} called with {count} of 21: the call is wrong and the others win the game."), Severity.REMARKABLE, "S"
)
MANY_CIRCLES = Fact("many_circles", _("{count} points are {circles} circles at once."), Severity.REMARKABLE, "C S6")
NO_CALL = Fact("no_call", _("All cards were played and nobody called."), Severity.REMARKABLE, "D")


def steps(state: State, entry: SancagnaHand) -> tuple[Step, ...]:
    """A right call counts what the side has taken; a wrong one lifts the others to the target; else `played_out` decides."""
    if entry.claim is None:
        winner = played_out(state, entry)
        return () if winner is None else (Step(_("all cards played"), to_side(winner, _points(entry, winner))),)
    missing = OUT - count(state, entry, entry.claim)
    if missing <= 0:
        return (Step(_("call"), to_side(entry.claim, _points(entry, entry.claim)), ending=Ending.CLAIM),)
    others = 1 - entry.claim
    award = OUT - state.score[others] + (missing if state.options.shortfall_to_opponents else 0)
    return (Step(_("wrong call"), to_side(others, award), ending=Ending.WRONG_CLAIM),)


def count(state: State, entry: SancagnaHand, side: int) -> int:
    """What a side has towards the game: carried and taken."""
    return state.score[side] + _points(entry, side)


def played_out(state: State, entry: SancagnaHand) -> int | None:
    """Who wins a hand that nobody called, all cards played; None when nobody does."""
    there = [side for side in (0, 1) if count(state, entry, side) >= OUT]
    rule = state.options.end_without_claim
    if rule == "nobody" or not there:
        return None
    if len(there) == 1:
        return there[0]
    if rule == "last_trick":
        return entry.last
    counts = [count(state, entry, side) for side in (0, 1)]
    return None if counts[0] == counts[1] else counts.index(max(counts))


def problems(table: Table, state: State, entry: SancagnaHand) -> Iterator[Problem]:
    incomplete = tuple(_incomplete(state, entry))
    yield from incomplete
    if entry.turned is not None and entry.bottom == f"{entry.trump}{entry.turned}":
        yield BOTTOM_TURNED.problem("bottom")
    yield from _trick_problems(table, entry)
    if not incomplete:
        wrong = tuple(_count_problems(table, entry))
        yield from wrong or _remarks(state, entry)


def _out(entry: SancagnaHand) -> Outs:
    return out_of_play(entry.turned, entry.trump, entry.bottom)


def _points(entry: SancagnaHand, side: int) -> int:
    return entry.points[side] or 0


def _incomplete(state: State, entry: SancagnaHand) -> Iterator[Problem]:
    if entry.claim is not None:
        if entry.points[entry.claim] is None:
            yield CALLER_POINTS.problem(f"points_{entry.claim}")
        if entry.last not in (None, entry.claim):
            yield LAST_NOT_CALLER.problem("last", side=SideRef(entry.last or 0))
    elif None in entry.points:
        yield BOTH_POINTS.problem(f"points_{entry.points.index(None)}")
    elif (
        state.options.end_without_claim == "last_trick" and entry.last is None and min(count(state, entry, side) for side in (0, 1)) >= OUT
    ):
        yield LAST_NEEDED.problem("last")


def _tricks(entry: SancagnaHand) -> tuple[int | None, int | None]:
    return (None, None) if entry.tricks is None else (entry.tricks[0], entry.tricks[1])


def _trick_problems(table: Table, entry: SancagnaHand) -> Iterator[Problem]:
    won = _tricks(entry)
    together = sum(count or 0 for count in won)
    too_few = entry.claim is None and None not in won and together < table.tricks
    if together > table.tricks or too_few:
        yield TRICKS_TOGETHER.problem("tricks_0", expected=table.tricks, given=together)
    elif entry.claim is not None and won[entry.claim] == 0:
        yield CALLER_NO_TRICK.problem(f"tricks_{entry.claim}", side=SideRef(entry.claim))


def _count_problems(table: Table, entry: SancagnaHand) -> Iterator[Problem]:
    alone = [problem for side in (0, 1) for problem in _alone_problems(table, entry, side)]
    yield from alone or _pair_problems(table, entry)


def _alone_problems(table: Table, entry: SancagnaHand, side: int) -> Iterator[Problem]:
    points, tricks = entry.points[side], _tricks(entry)[side]
    if points is None:
        return
    allowed = side_rows(table, _out(entry))
    if tricks is not None and tricks <= table.tricks:
        yield from row_problems(allowed, side, tricks, 1 << points, points_box=(f"points_{side}", _("points")))
    elif not allowed.allows(1 << points):
        box, highest = f"points_{side}", allowed.reach().bit_length() - 1
        yield SIDE_POINTS.problem(box, near=near(box, _("points"), [highest]), side=SideRef(side), possible=f"0–{highest}", given=points)


def _pair_problems(table: Table, entry: SancagnaHand) -> Iterator[Problem]:
    """Both sides at once, when both are counted: what one has the other lacks, and four cards are out of play."""
    first, second = entry.points
    won = _tricks(entry)
    if first is None or second is None or sum(tricks or 0 for tricks in won) > table.tricks:
        return
    mask = pair_mask(table, _out(entry), won, (0 if entry.claim is not None else table.tricks, table.tricks))
    if not mask or allows(mask, (first, second)):
        return
    sums = sorted({sum(pair) for pair in pairs(mask)})
    if first + second in sums:
        yield POINTS_APART.problem("points_0", near=_nearest_pairs(mask, first, second), given=f"{first}–{second}")
    else:
        close = near("points_0", _("sum"), nearest(sums, first + second))
        yield POINTS_TOGETHER.problem("points_0", near=close, possible=ranges(sums), given=first + second)


def _nearest_pairs(mask: int, first: int, second: int) -> tuple[Near, ...]:
    close = sorted(pairs(mask), key=lambda pair: (abs(pair[0] - first) + abs(pair[1] - second), pair))
    return near("points_0", _("points"), (f"{a}–{b}" for a, b in close[:3]))


def _remarks(state: State, entry: SancagnaHand) -> Iterator[Problem]:
    if entry.claim is None:
        yield NO_CALL.problem()
        return
    have = count(state, entry, entry.claim)
    if have < OUT:
        yield WRONG_CALL.problem("claim", side=SideRef(entry.claim), count=have)
    if have >= 3 * OUT:
        yield MANY_CIRCLES.problem(f"points_{entry.claim}", count=have, circles=have // OUT)


def score_problems(state: State, scores: tuple[int, ...]) -> Iterator[Problem]:
    """The final score of a game known by nothing else: what was carried, and one hand."""
    for side, (carry, given) in enumerate(zip(state.score, scores, strict=True)):
        if given > carry + ALL:
            yield SCORE_TOO_HIGH.problem(f"scores_{side}", side=SideRef(side), carry=carry, highest=carry + ALL, given=given)


def slips(state: State, typed: Typed) -> Iterator[Slip]:
    for side in (0, 1):
        given, carry = count_in(typed.get(f"points_{side}", "")), state.score[side]
        if given is not None and carry and given >= carry:
            fixed = repaired(typed, **{f"points_{side}": given - carry})
            yield Slip("carry_in_points", _("the carry of side {side} is counted in the points too"), 1, fixed, {"side": SideRef(side)})
        if given is not None and typed.get("claim", "") == "":
            called = repaired(typed, claim=SIDE_LETTERS[side])
            yield Slip("call_forgotten", _("side {side} called out, and that was not written"), 1, called, {"side": SideRef(side)})
