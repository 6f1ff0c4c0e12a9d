"""Check a hand of which only the points are kept, and the options that say what its points can be."""

import random
from collections.abc import Iterator

from rules.events import GameScore, Penalty
from rules.feasibility import build_nearest_values
from rules.games.pointsonly.tables import COLUMNS, MOST_POINTS, PointsHand, PointsOptions, get_word, list_columns
from rules.missing import build_missing
from rules.parsing import Values
from rules.problems import Fact, Problem
from rules.reachability import find_bound_problems
from rules.scorebook import MatchState, Score, add_scores
from rules.texts import SideRef, _, format_score

State = MatchState[PointsOptions]

BOUNDS_CROSSED = Fact("own_bounds_crossed", _("The most points in a hand ({highest}) must be more than the fewest ({lowest})."), source="D")
TOTAL_OUT_OF_REACH = Fact(
    "own_total",
    _("{sides} sides with {lowest} to {highest} points each cannot make {total} together, unless all are tied."),
    source="D",
)
HIGHEST_OUT_OF_REACH = Fact(
    "own_highest", _("No side can have {highest} points in a hand if all sides together have {total}, each at least {lowest}."), source="D"
)
SAME_WORD = Fact("own_same_word", _("Two columns have the same name: {word}."), source="D")
COLUMN_SKIPPED = Fact("own_column_skipped", _("Name the columns in order: an earlier one has no name."), source="D")
TOO_FEW = Fact("own_too_few", _("{side} cannot have {given} points in a hand: {lowest} is the fewest."), source="D")
TOO_MANY = Fact("own_too_many", _("{side} cannot have {given} points in a hand: {highest} is the most."), source="D")
WRONG_SUM = Fact("own_sum", _("The points of a hand make {expected} together, not {given}."), source="D")
NO_COLUMN = Fact("own_no_column", _("This game has no such column."), source="D")
NOT_OF_HANDS = Fact(
    "own_hands", _("Hands of {each} points do not lead from {kept} to {given}. Check the totals, or enter the hands."), source="C"
)
ABOVE_TARGET = Fact("own_above_target", _("A game to {target} ends with {highest} at most, not {given}."), source="C")


def find_option_problems(options: PointsOptions, sides: int) -> Iterator[Problem]:
    """Bounds and sums that contradict each other, and columns that cannot be told apart."""
    lowest, highest, total = options.lowest, options.highest, options.total
    if highest and highest <= lowest:
        yield BOUNDS_CROSSED.problem("highest", lowest=lowest, highest=highest)
    elif total and (total <= sides * lowest or (highest and total >= sides * highest)):
        yield TOTAL_OUT_OF_REACH.problem("total", sides=sides, lowest=lowest, highest=highest or total, total=total)
    elif total and highest > total - (sides - 1) * lowest:
        yield HIGHEST_OUT_OF_REACH.problem("highest", highest=highest, total=total, lowest=lowest)
    yield from _find_word_problems(options)


def _find_word_problems(options: PointsOptions) -> Iterator[Problem]:
    words = [get_word(options, name).casefold() for name in list_columns(options)]
    for number, name in enumerate(list_columns(options)):
        if words[number] in words[:number]:
            yield SAME_WORD.problem(f"word_{name}", word=get_word(options, name))
    if (options.word_fourth and not options.word_third) or (options.word_third and not options.word_second):
        yield COLUMN_SKIPPED.problem("word_third" if options.word_fourth and not options.word_third else "word_second")


def complete_values(options: PointsOptions, values: Values) -> tuple[Values, list[Problem]]:
    """Fill in the last empty box where the sum is fixed; with several columns an empty box counts 0."""
    names = list_columns(options)
    written = {name: tuple(part or 0 for part in values[name]) for name in COLUMNS if values[name] is not None}
    if len(names) > 1 and written:
        nothing = (0,) * len(next(iter(written.values())))
        return {**values, **dict.fromkeys(names, nothing), **written}, []
    values = {**values, **{name: column for name, column in written.items() if name not in names}}
    points = values["points"]
    if points is None or None not in points:
        return values, []
    empty = [side for side, part in enumerate(points) if part is None]
    if len(empty) > 1 or not options.total:
        return values, [build_missing(f"points_{side}", get_word(options, "points") or _("Points"), side) for side in empty]
    rest = options.total - sum(part for part in points if part is not None)
    return {**values, "points": tuple(rest if part is None else part for part in points)}, []


def sum_columns(entry: PointsHand) -> Score:
    """The points of each side in the hand."""
    total: Score = (0,) * len(entry.points)
    for column in entry.columns:
        total = add_scores(total, column)
    return total


def find_problems(options: PointsOptions, entry: PointsHand) -> Iterator[Problem]:
    names = list_columns(options)
    yield from (NO_COLUMN.problem(name) for name in ("second", "third", "fourth") if getattr(entry, name) is not None and name not in names)
    points = sum_columns(entry)
    for side, part in enumerate(points):
        box = f"points_{side}"
        if part < options.lowest:
            near = build_nearest_values(box, _("points"), (options.lowest,) if len(names) == 1 else ())
            yield TOO_FEW.problem(box, near=near, side=SideRef(side), given=part, lowest=options.lowest)
        elif options.highest and part > options.highest:
            near = build_nearest_values(box, _("points"), (options.highest,) if len(names) == 1 else ())
            yield TOO_MANY.problem(box, near=near, side=SideRef(side), given=part, highest=options.highest)
    if options.total and sum(points) != options.total:
        yield WRONG_SUM.problem("points_0", expected=options.total, given=sum(points))


def find_score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Hands of a fixed sum make multiples of it; nobody passes the target by more than a hand."""
    if event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    options, gained = state.options, sum(event.scores) - sum(state.score)
    hands = options.deals - len(state.hands)
    if options.total and (gained % options.total or (options.deals and gained < hands * options.total)):
        yield NOT_OF_HANDS.problem("scores_0", each=options.total, kept=format_score(state.score), given=format_score(event.scores))
    else:
        sides, most = state.plan.sides, options.highest or MOST_POINTS
        together = (options.total, options.total) if options.total else (sides * options.lowest, sides * most)
        yield from find_bound_problems(state, event, (options.lowest, most), together)
    yield from _find_passed_targets(state, event.scores)


def _find_passed_targets(state: State, scores: Score) -> Iterator[Problem]:
    """A side beyond the target by more than a hand: only a tie with another side lets a game go on so far."""
    options, target = state.options, state.target
    if target is None or not options.highest or options.fewest_win:
        return
    highest = target - 1 + options.highest
    for side, score in enumerate(scores):
        best_opponent = max(scores[:side] + scores[side + 1 :])
        if score > highest and best_opponent < score - options.highest + options.lowest:
            yield ABOVE_TARGET.problem(f"scores_{side}", target=target, highest=highest, given=score)


def draw_hand(options: PointsOptions, sides: int, rng: random.Random) -> PointsHand:
    """A hand drawn by lot within the bounds, for rehearsals and for the forecast of an evening's length."""
    points = _draw_points(options, sides, rng)
    columns: dict[str, Score] = dict.fromkeys(list_columns(options)[1:], (0,) * sides)
    return PointsHand(points, **columns)


def _draw_points(options: PointsOptions, sides: int, rng: random.Random) -> Score:
    lowest, highest = max(options.lowest, 0) if not options.total else options.lowest, _find_usual_highest(options, sides)
    if not options.total:
        points = [rng.randint(lowest, highest) for _side in range(sides)]
        points[rng.randrange(sides)] = highest
        return tuple(points)
    shares = [options.lowest] * sides
    room = [highest - options.lowest] * sides
    left = options.total - sides * options.lowest
    for side in rng.sample(range(sides), sides):
        later = sum(room) - room[side]
        room[side] = 0
        share = rng.randint(max(0, left - later), min(left, highest - options.lowest))
        shares[side] += share
        left -= share
    return tuple(shares)


def _find_usual_highest(options: PointsOptions, sides: int) -> int:
    """The most points of a drawn hand: the bound, or what leads to the target in some five hands."""
    if options.highest:
        return options.highest
    if options.total:
        return options.total - (sides - 1) * options.lowest
    target = max(options.targets, default=0)
    return max(options.lowest + 1, -(-target // 4), 1) if target and not options.deals else max(options.lowest + 10, 10)
