"""Whether hands can lead a game of two sides to a final score; the kernel asks this of games that list the stages of a hand."""

from collections.abc import Iterator
from operator import sub
from typing import Any

from rules.events import GameScore, Penalty
from rules.feasibility import HandStage, build_nearest_values
from rules.final_scores import (
    MARGIN,
    MOST_EXTRA_HANDS,
    WIDEST,
    FinalScores,
    add_partial_hand,
    compute_fixed_finals,
    find_most_points,
    follow_to_target,
)
from rules.problems import Fact, NearestValues, Problem
from rules.scorebook import MatchState, Score
from rules.texts import _, format_score

State = MatchState[Any]
Stages = tuple[HandStage, ...]

GAME_UNREACHABLE = Fact("game_unreachable", _("No sequence of hands ends a game to {target} at {given}."))
SCORE_UNREACHABLE = Fact("score_unreachable", _("No sequence of hands leads a game to {target} to {given}."), since=2)
DEALS_UNREACHABLE = Fact("deals_unreachable", _("Hands left: {hands}. They do not lead from {kept} to {given}."), since=2)


def find_reach_problems(state: State, event: GameScore, stages: Stages, shares: frozenset[Score]) -> Iterator[Problem]:
    """A problem of the final score of the game being played; nothing where a penalty has changed its score.

    `shares` is what both sides can have scored in a hand that a claim stops.
    """
    if not stages or state.plan.sides != 2 or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    if state.plan.deals:
        yield from _find_fixed_problems(state, event, stages)
    elif state.plan.claims or _names_another_winner(state, event):
        yield from _find_stopped_problems(state, event, stages, shares)
    else:
        yield from _find_target_problems(state, event, stages)


def _names_another_winner(state: State, event: GameScore) -> bool:
    return event.winner is not None and event.winner != state.plan.find_winner(event.scores, state.game_number)


def _find_target_problems(state: State, event: GameScore, stages: Stages) -> Iterator[Problem]:
    """The game was played to its target."""
    if _is_too_wide(state):
        yield from _find_width_problems(state, event, stages)
        return
    finals, _between = follow_to_target(state.plan, state.game_number, state.score, stages)
    if event.scores not in finals:
        yield _build_problem(GAME_UNREACHABLE, state, event, finals)


def _find_stopped_problems(state: State, event: GameScore, stages: Stages, shares: frozenset[Score]) -> Iterator[Problem]:
    """The game was played to its target, or stopped by a claim or by the referee."""
    if _is_too_wide(state) or (state.plan.by_claim_only and max(event.scores) > (state.target or 0) + MARGIN):
        yield from _find_width_problems(state, event, stages)
        return
    finals, between = follow_to_target(state.plan, state.game_number, state.score, stages)
    stopped = add_partial_hand(between, shares | {(0, 0)})
    if event.scores not in finals and event.scores not in stopped:
        yield _build_problem(SCORE_UNREACHABLE, state, event, FinalScores(finals.mask | stopped.mask, finals.width))


def _find_fixed_problems(state: State, event: GameScore, stages: Stages) -> Iterator[Problem]:
    """The game has a fixed number of hands; one that is played again begins from nothing."""
    plan, zero = state.plan, (0,) * state.plan.sides
    if event.winner not in (None, plan.find_best(event.scores)):
        return
    due = max(1, plan.deals - len(state.hands))
    ways = [(state.score, due), *([(zero, plan.deals)] if plan.replay else [])]
    near: tuple[NearestValues, ...] = ()
    most = find_most_points(stages)
    if (plan.deals + 1) * most > WIDEST:
        is_possible = any(max(map(sub, event.scores, start)) <= hands * most for start, hands in ways)
    else:
        sets = [compute_fixed_finals(plan, start, stages, hands) for start, hands in ways]
        is_possible = any(event.scores in finals for finals in sets)
        near = () if is_possible else build_nearest_values("scores_0", _("score"), map(format_score, sets[0].list_nearest(event.scores)))
    if not is_possible:
        yield DEALS_UNREACHABLE.problem("scores_0", near=near, hands=due, kept=format_score(state.score), given=format_score(event.scores))


def find_bound_problems(state: State, event: GameScore, of_side: tuple[int, int], together: tuple[int, int]) -> Iterator[Problem]:
    """A problem where a fixed number of hands, each within bounds, cannot lead to a score of the game being played.

    `of_side` are the fewest and the most points of a side in one hand, `together` those of all sides.
    """
    plan = state.plan
    if not plan.deals or event.number not in (None, state.game_number) or any(isinstance(line.event, Penalty) for line in state.lines):
        return
    due = max(1, plan.deals - len(state.hands))
    best, second = sorted(event.scores, reverse=not plan.lowest_wins)[:2]
    goes_on = not plan.draws and not plan.replay and abs(best - second) <= of_side[1] - of_side[0]
    extra = MOST_EXTRA_HANDS if goes_on else 0
    ways = [(state.score, hands) for hands in range(due, due + extra + 1)]
    ways += [((0,) * plan.sides, plan.deals)] if plan.replay else []
    if not any(_is_within(tuple(map(sub, event.scores, start)), hands, of_side, together) for start, hands in ways):
        yield DEALS_UNREACHABLE.problem("scores_0", hands=due, kept=format_score(state.score), given=format_score(event.scores))


def _is_within(gains: Score, hands: int, of_side: tuple[int, int], together: tuple[int, int]) -> bool:
    (lowest, highest), (least, most) = of_side, together
    return all(hands * lowest <= gain <= hands * highest for gain in gains) and hands * least <= sum(gains) <= hands * most


def _is_too_wide(state: State) -> bool:
    return (state.target or 0) + MARGIN > WIDEST


def _find_width_problems(state: State, event: GameScore, stages: Stages) -> Iterator[Problem]:
    """The last hand leads from below the target, or from a tie beyond it, so nobody is far beyond both."""
    highest = max((state.target or 0) - 1, min(event.scores), *state.score) + find_most_points(stages)
    if max(event.scores) > highest and not state.plan.by_claim_only:
        yield SCORE_UNREACHABLE.problem("scores_0", given=format_score(event.scores), target=state.target or 0)


def _build_problem(fact: Fact, state: State, event: GameScore, possible: FinalScores) -> Problem:
    near = build_nearest_values("scores_0", _("score"), map(format_score, possible.list_nearest(event.scores)))
    return fact.problem("scores_0", near=near, given=format_score(event.scores), target=state.target or 0)
