"""What a sheet of Maranna can say: Maranne in their order, facts that a deal cannot break, slips of the pen."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from rules import judging
from rules.contract import Typed
from rules.diagnosis import count_in, repaired
from rules.events import Penalty
from rules.feasibility import Rows, bits, near, nearest, row_problems, rows
from rules.games.maranna.tables import ALL, CARDS_PER_TRICK, PACK, STEP, TRICKS, Declared, MarannaHand, MarannaOptions, ladder_of
from rules.movement import ending_step
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import Ending, MatchState, Step, to_side
from rules.texts import SideRef, _, dashed

State = MatchState[MarannaOptions]

NOT_A_MARANNA = Fact("not_a_maranna", _("A Maranna scores {ladder}, in this order, not {given}."), source="S art. 23")
MARANNA_TWICE = Fact("maranna_twice", _("Only one Maranna of a deal scores {given}."), source="S art. 19, 23")
MARANNA_SKIPPED = Fact(
    "maranna_skipped", _("A Maranna of {given} comes after one of {missing}: who declared that?"), source="S art. 19, 23"
)
MARANNE_UNCLEAR = Fact("maranne_unclear", _("These sums can be made in two ways: write each Maranna, as 40 60."))
TRUMP_WITHOUT = Fact("trump_without_maranna", _("Without a Maranna there is no trump."), source="S art. 16")
CARD_POINTS = Fact("card_points", _("The card points of a deal are 120, not {given}."), source="S art. 23")
NEVER_POINTS = Fact("never_points", _("No cards give {given} points: nothing is worth 1."), source="C N1")
ENDED_BY_MARANNA = Fact(
    "ended_by_maranna", _("A Maranna already took side {side} to {score}: nothing after it counts."), source="S art. 7, 16"
)
NO_COUNT = Fact("no_count", _("No Maranna ends the game: give the card points of the deal."))
LAST_DECIDES = Fact("last_decides", _("Both sides reach the target: say who won the last trick."), source="D")
GAME_NOT_TWENTIES = Fact(
    "game_not_twenties", _("Both sides together always have a multiple of {step}: {given} cannot be."), source="C from art. 23"
)
GAME_TOO_HIGH = Fact("game_too_high", _("A game to {target} ends with {highest} at most, not {given}."), source="C N3")
FOUR_MARANNE = Fact("four_maranne", _("All four Maranne were declared."), Severity.REMARKABLE, "C N3")
ALL_CARD_POINTS = Fact("all_card_points", _("Side {side} took all 120 points."), Severity.REMARKABLE)


@cache
def side_rows() -> Rows:
    """N2."""
    return rows(PACK.values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS)


def maranna_steps(state: State, entry: MarannaHand) -> tuple[Step, ...]:
    """Each Maranna at once, for the side that showed it."""
    decides = state.options.win_on_declaration
    return tuple(Step(_("Maranna"), to_side(side, value), decides, Ending.DECLARATION) for value, side in entry.maranne)


def steps(state: State, entry: MarannaHand) -> tuple[Step, ...]:
    """The Maranne in their order, then the card points."""
    maranne = maranna_steps(state, entry)
    if entry.points is None:
        return maranne
    return (*maranne, Step(_("card points"), entry.points, first=_counts_first(state.options, entry)))


def _counts_first(options: MarannaOptions, entry: MarannaHand) -> int | None:
    if options.both_reach_at_count == "last_trick_side_first":
        return entry.last
    return entry.maranne[-1][1] if entry.maranne else None


def read_declared(options: MarannaOptions, typed: tuple[tuple[int, ...] | None, ...] | None) -> tuple[Declared | None, list[Problem]]:
    """The Maranne one by one, a sum taken apart; sums that can be taken apart in several ways are a problem."""
    given = tuple(tuple(sorted(value for value in values or () if value)) for values in typed or ())
    if not any(given):
        return None, []
    ways = [way for way in _ways(ladder_of(options)) if all(map(_means, given, way))]
    if given in ways or not ways:
        return given, []
    return ways[0], [MARANNE_UNCLEAR.problem("declared_0")] if len(ways) > 1 else []


def _means(given: tuple[int, ...], maranne: tuple[int, ...]) -> bool:
    return given == maranne or (len(given) == 1 and given[0] == sum(maranne))


def _ways(ladder: tuple[int, ...]) -> Iterator[Declared]:
    """All ways in which the two sides can have declared."""
    for count in range(len(ladder) + 1):
        for sides in product((0, 1), repeat=count):
            yield tuple(tuple(value for value, who in zip(ladder, sides, strict=False) if who == side) for side in (0, 1))


def problems(state: State, entry: MarannaHand) -> Iterator[Problem]:
    maranne = tuple(_maranna_problems(state.options, entry))
    yield from maranne
    yield from judging.trick_problems(entry.tricks, TRICKS)
    if not maranne:
        yield from _ending_problems(state, entry)
    if entry.points is not None:
        yield from _count_problems(entry, entry.points)


def _maranna_problems(options: MarannaOptions, entry: MarannaHand) -> Iterator[Problem]:
    ladder = ladder_of(options)
    values = [value for value, _side in entry.maranne]
    side_of = dict(entry.maranne)
    for value in sorted(set(values)):
        box = f"declared_{side_of[value]}"
        if value not in ladder:
            yield NOT_A_MARANNA.problem(box, ladder=", ".join(map(str, ladder)), given=value)
        elif values.count(value) > 1:
            yield MARANNA_TWICE.problem(box, given=value)
        elif missing := [lower for lower in ladder if lower < value and lower not in values]:
            yield MARANNA_SKIPPED.problem(box, given=value, missing=missing[0])
    if entry.trump is not None and not values:
        yield TRUMP_WITHOUT.problem("trump")
    if values == list(ladder):
        yield FOUR_MARANNE.problem()


def _ending_problems(state: State, entry: MarannaHand) -> Iterator[Problem]:
    maranne = maranna_steps(state, entry)
    ended = ending_step(state, maranne)
    if ended is not None:
        place, winner, score = ended
        if entry.points is not None or place + 1 < len(maranne):
            box = "points_0" if entry.points is not None else f"declared_{entry.maranne[-1][1]}"
            yield ENDED_BY_MARANNA.problem(box, side=SideRef(winner or 0), score=score[winner or 0])
    elif entry.points is None:
        yield NO_COUNT.problem("points_0")
    elif entry.last is None and state.options.both_reach_at_count == "last_trick_side_first" and _both_reach(state, entry):
        yield LAST_DECIDES.problem("last")


def _both_reach(state: State, entry: MarannaHand) -> bool:
    gained = [sum(step.points[side] for step in steps(state, entry)) for side in (0, 1)]
    return all(state.plan.reached(have + more, state.game_number) for have, more in zip(state.score, gained, strict=True))


def _count_problems(entry: MarannaHand, points: tuple[int, ...]) -> Iterator[Problem]:
    if sum(points) != ALL:
        yield CARD_POINTS.problem("points_0", given=sum(points))
        return
    allowed = side_rows()
    last = None if entry.last is None else entry.last == 0
    if entry.tricks is not None and sum(entry.tricks) == TRICKS:
        yield from row_problems(allowed, 0, entry.tricks[0], 1 << points[0], last=last, points_box=("points_0", _("points")))
    elif not allowed.allows(1 << points[0]):
        side = points.index(min(points))
        close = near(f"points_{side}", _("points"), nearest(bits(allowed.reach()), points[side]))
        yield NEVER_POINTS.problem(f"points_{side}", near=close, given=points[side])
    if ALL in points:
        yield ALL_CARD_POINTS.problem(side=SideRef(points.index(ALL)))


def score_problems(state: State, scores: tuple[int, ...]) -> Iterator[Problem]:
    """The final score of a game known by nothing else: whole deals, and one step beyond the last score that was not enough."""
    fined = any(isinstance(line.event, Penalty) for line in state.lines)
    gained = sum(scores) - sum(state.score)
    if gained % STEP and not fined:
        yield GAME_NOT_TWENTIES.problem("scores_0", step=STEP, given=dashed(scores))
    target = state.target
    if target is None:
        return
    ladder = ladder_of(state.options)
    highest = target - 1 + (ALL if state.options.win_on_declaration else ALL + sum(ladder))
    for side, given in enumerate(scores):
        if given > highest:
            yield GAME_TOO_HIGH.problem(f"scores_{side}", target=target, highest=highest, given=given)


def slips(state: State, typed: Typed) -> Iterator[Slip]:
    points = [points for side in (0, 1) if (points := count_in(typed.get(f"points_{side}", ""))) is not None]
    declared = [_sum(typed.get(f"declared_{side}", "")) for side in (0, 1)]
    if len(points) < len(declared):
        return
    rest = [have - more for have, more in zip(points, declared, strict=True)]
    if any(declared) and sum(rest) == ALL and min(rest) >= 0:
        fixed = repaired(typed, points_0=rest[0], points_1=rest[1])
        yield Slip("maranne_in_points", _("the Maranne are counted in the points too"), sum(map(bool, declared)), fixed)


def _sum(text: str) -> int:
    return sum(count_in(word) or 0 for word in text.replace("+", " ").split())
