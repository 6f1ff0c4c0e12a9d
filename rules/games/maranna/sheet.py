"""Complete and check a sheet of Maranna: Maranne in their order, facts that no deal can break, slips of the pen."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from rules import judging
from rules.contract import TypedBoxes
from rules.diagnosis import parse_count, repair_boxes
from rules.effects import find_ending_step
from rules.endings import Ending
from rules.events import GameScore, Penalty
from rules.feasibility import CountRows, build_nearest_values, compute_count_rows, find_nearest, find_row_problems, list_bits
from rules.final_scores import list_meant_scores
from rules.games.maranna.tables import ALL, CARDS_PER_TRICK, PACK, STEP, TRICKS, DeclaredValues, MarannaHand, MarannaOptions, get_ladder
from rules.problems import Fact, Problem, Severity, Slip
from rules.reachability import find_bound_problems
from rules.scorebook import MatchState, Score, ScoreStep, points_to_side
from rules.texts import SideRef, _, format_score

State = MatchState[MarannaOptions]

NOT_A_MARANNA = Fact("not_a_maranna", _("A Maranna scores {ladder}, in this order, not {given}."), source="S art. 23")
MARANNA_TWICE = Fact("maranna_twice", _("Only one Maranna of a deal scores {given}."), source="S art. 19, 23")
MARANNA_SKIPPED = Fact(
    "maranna_skipped", _("A Maranna of {given} comes after one of {missing}: who declared that?"), source="S art. 19, 23"
)
MARANNE_UNCLEAR = Fact("maranne_unclear", _("These sums can be made in two ways: write each Maranna, as 40+60."))
TRUMP_WITHOUT = Fact("trump_without_maranna", _("Without a Maranna there is no trump."), source="S art. 16")
CARD_POINTS = Fact("card_points", _("The card points of a deal are 120, not {given}."), source="S art. 23")
NEVER_POINTS = Fact("never_points", _("No cards give {given} points: nothing is worth 1."), source="C N1")
ENDED_BY_MARANNA = Fact("ended_by_maranna", _("A Maranna already took {side} to {score}: nothing after it counts."), source="S art. 7, 16")
NO_COUNT = Fact("no_count", _("No Maranna ends the game: enter the card points of the hand."))
LAST_DECIDES = Fact("last_decides", _("Both sides reach the target: enter who won the last trick."), source="D")
GAME_NOT_TWENTIES = Fact(
    "game_not_twenties", _("The points of both sides are a multiple of {step}: {given} is not possible."), source="C from art. 23"
)
GAME_TOO_HIGH = Fact("game_too_high", _("A game to {target} ends with {highest} at most, not {given}."), source="C N3")
FOUR_MARANNE = Fact("four_maranne", _("All four Maranne were declared."), Severity.REMARKABLE, "C N3")
ALL_CARD_POINTS = Fact("all_card_points", _("{side} took all 120 points."), Severity.REMARKABLE)


@cache
def build_side_rows() -> CountRows:
    """N2: possible card points of a side by tricks."""
    return compute_count_rows(PACK.card_values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS)


def compute_maranna_steps(state: State, entry: MarannaHand) -> tuple[ScoreStep, ...]:
    """One step for each Maranna, which scores at once for the side that showed it."""
    decides = state.options.win_on_declaration
    return tuple(ScoreStep(_("Maranna"), points_to_side(side, value), decides, Ending.DECLARATION) for value, side in entry.maranne)


def compute_steps(state: State, entry: MarannaHand) -> tuple[ScoreStep, ...]:
    """The Maranne in their order, then the card points."""
    maranne = compute_maranna_steps(state, entry)
    if entry.points is None:
        return maranne
    return (*maranne, ScoreStep(_("card points"), entry.points, first=_find_first_side(state.options, entry)))


def _find_first_side(options: MarannaOptions, entry: MarannaHand) -> int | None:
    """The side that wins when both reach the target in one count, as far as an option names it."""
    if options.both_reach_at_count == "last_trick_side_first":
        return entry.last
    return entry.maranne[-1][1] if entry.maranne else None


def parse_declared(
    options: MarannaOptions, typed: tuple[tuple[int, ...] | None, ...] | None
) -> tuple[DeclaredValues | None, list[Problem]]:
    """Parse the Maranne of each side, splitting a sum into its parts; a sum that can be split in several ways is a problem."""
    values_by_side = tuple(tuple(sorted(value for value in values or () if value)) for values in typed or ())
    if not any(values_by_side):
        return None, []
    matches = [declaration for declaration in _list_declarations(get_ladder(options)) if all(map(_is_sum_of, values_by_side, declaration))]
    if values_by_side in matches or not matches:
        return values_by_side, []
    return matches[0], [MARANNE_UNCLEAR.problem("declared_0")] if len(matches) > 1 else []


def _is_sum_of(values: tuple[int, ...], maranne: tuple[int, ...]) -> bool:
    """Whether the typed values are these Maranne, or one number that is their sum."""
    return values == maranne or (len(values) == 1 and values[0] == sum(maranne))


def _list_declarations(ladder: tuple[int, ...]) -> Iterator[DeclaredValues]:
    """List every way in which the two sides can have declared."""
    for count in range(len(ladder) + 1):
        for sides in product((0, 1), repeat=count):
            yield tuple(tuple(value for value, declarer in zip(ladder, sides, strict=False) if declarer == side) for side in (0, 1))


def find_problems(state: State, entry: MarannaHand) -> Iterator[Problem]:
    maranna_problems = tuple(_find_maranna_problems(state.options, entry))
    yield from maranna_problems
    yield from judging.trick_problems(entry.tricks, TRICKS)
    if not maranna_problems:
        yield from _find_ending_problems(state, entry)
    if entry.points is not None:
        yield from _find_count_problems(entry, entry.points)


def _find_maranna_problems(options: MarannaOptions, entry: MarannaHand) -> Iterator[Problem]:
    ladder = get_ladder(options)
    values = [value for value, _side in entry.maranne]
    side_of = dict(entry.maranne)
    for value in sorted(set(values)):
        box = f"declared_{side_of[value]}"
        if value not in ladder:
            yield NOT_A_MARANNA.problem(box, ladder=", ".join(map(str, ladder)), given=value)
        elif values.count(value) > 1:
            yield MARANNA_TWICE.problem(box, given=value)
        elif lower_values := [lower for lower in ladder if lower < value and lower not in values]:
            yield MARANNA_SKIPPED.problem(box, given=value, missing=lower_values[0])
    if entry.trump is not None and not values:
        yield TRUMP_WITHOUT.problem("trump")
    if values == list(ladder):
        yield FOUR_MARANNE.problem()


def _find_ending_problems(state: State, entry: MarannaHand) -> Iterator[Problem]:
    maranne = compute_maranna_steps(state, entry)
    ending = find_ending_step(state, maranne)
    if ending is not None:
        position, winner, score = ending
        if entry.points is not None or position + 1 < len(maranne):
            box = "points_0" if entry.points is not None else f"declared_{entry.maranne[-1][1]}"
            yield ENDED_BY_MARANNA.problem(box, side=SideRef(winner or 0), score=score[winner or 0])
    elif entry.points is None:
        yield NO_COUNT.problem("points_0")
    elif entry.last is None and state.options.both_reach_at_count == "last_trick_side_first" and _is_target_reached_by_both(state, entry):
        yield LAST_DECIDES.problem("last")


def _is_target_reached_by_both(state: State, entry: MarannaHand) -> bool:
    """Whether the count of this deal takes both sides to the target."""
    gained = [sum(step.points[side] for step in compute_steps(state, entry)) for side in (0, 1)]
    return all(state.plan.is_reached(points + gain, state.game_number) for points, gain in zip(state.score, gained, strict=True))


def _find_count_problems(entry: MarannaHand, points: tuple[int, ...]) -> Iterator[Problem]:
    if sum(points) != ALL:
        yield CARD_POINTS.problem("points_0", given=sum(points))
        return
    rows_of_side = build_side_rows()
    won_last = None if entry.last is None else entry.last == 0
    if entry.tricks is not None and sum(entry.tricks) == TRICKS:
        yield from find_row_problems(rows_of_side, 0, entry.tricks[0], 1 << points[0], last=won_last, points_box=("points_0", _("points")))
    elif not rows_of_side.can_have(1 << points[0]):
        side = points.index(min(points))
        near_points = build_nearest_values(
            f"points_{side}", _("points"), find_nearest(list_bits(rows_of_side.possible_points()), points[side])
        )
        yield NEVER_POINTS.problem(f"points_{side}", near=near_points, given=points[side])
    if ALL in points:
        yield ALL_CARD_POINTS.problem(side=SideRef(points.index(ALL)))


def find_score_problems(state: State, scores: tuple[int, ...]) -> Iterator[Problem]:
    """Check the final score of a game: whole deals, and at most one step beyond the highest score below the target."""
    is_fined = any(isinstance(line.event, Penalty) for line in state.lines)
    points_since = sum(scores) - sum(state.score)
    if points_since % STEP and not is_fined:
        yield GAME_NOT_TWENTIES.problem("scores_0", step=STEP, given=format_score(scores))
    target, ladder = state.target, get_ladder(state.options)
    if target is None:
        most = ALL + sum(ladder)
        yield from find_bound_problems(state, GameScore(scores), (0, most), (ALL, most))
        return
    highest = target - 1 + (ALL if state.options.win_on_declaration else ALL + sum(ladder))
    for side, score in enumerate(scores):
        if score > highest:
            near = list_meant_scores(scores, lambda meant: _is_final(state, meant, highest))
            values = build_nearest_values("scores_0", _("score"), map(format_score, near))
            yield GAME_TOO_HIGH.problem(f"scores_{side}", near=values, target=target, highest=highest, given=score)


def _is_final(state: State, scores: Score, highest: int) -> bool:
    is_whole = (sum(scores) - sum(state.score)) % STEP == 0
    return is_whole and max(scores) <= highest and state.plan.find_winner(scores, state.game_number) is not None


def find_slips(state: State, typed: TypedBoxes) -> Iterator[Slip]:
    points = [points for side in (0, 1) if (points := parse_count(typed.get(f"points_{side}", ""))) is not None]
    declared = [_sum_numbers(typed.get(f"declared_{side}", "")) for side in (0, 1)]
    if len(points) < len(declared):
        return
    card_points = [total - maranne for total, maranne in zip(points, declared, strict=True)]
    if any(declared) and sum(card_points) == ALL and min(card_points) >= 0:
        corrected = repair_boxes(typed, points_0=card_points[0], points_1=card_points[1])
        yield Slip("maranne_in_points", _("the Maranne are counted in the points too"), sum(map(bool, declared)), corrected)


def _sum_numbers(text: str) -> int:
    return sum(parse_count(word) or 0 for word in text.replace("+", " ").split())
