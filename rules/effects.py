"""What an event does to a match, and everything that is wrong with it: the part that is the same in every game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules import judging
from rules.contract import Contract
from rules.events import Claim, Event, GameScore, HandEntry, MatchResult, Overruled, Penalty, Punishment, VoidHand
from rules.movement import add_line, decide, finish
from rules.problems import Problem
from rules.scorebook import Ending, FinishedGame, Line, MatchState, Score, Step, add, only_highest, to_side, total
from rules.texts import Text, _

AnyGame = Contract[Any, Any]
State = MatchState[Any]


def findings(game: AnyGame, state: State, event: Event) -> Iterator[Problem]:
    """All problems of an event at this point of the match, without slips."""
    if nothing_left := never_allowed(state, event):
        yield from nothing_left
        return
    match event:
        case HandEntry():
            yield from game.hand_problems(state, event)
        case Claim():
            yield from _claim_problems(game, state, event)
        case Penalty():
            yield from judging.penalty_problems(event, game.forfeit(state.options), game.side_count)
        case VoidHand():
            yield from judging.void_problems(event, game.void_reasons(state.options))
        case GameScore():
            yield from judging.game_score_problems(state, event, game.hand_stages(state.options))
            yield from game.score_problems(state, event)
        case MatchResult():
            yield from judging.result_problems(state, event)


def never_allowed(state: State, event: Event) -> tuple[Problem, ...]:
    """What not even a director can add: anything after the end of the match, save the score of a game that was played."""
    late = isinstance(event, GameScore) and event.number is not None and event.number <= len(state.finished)
    return (judging.MATCH_OVER.problem(),) if state.over and not late else ()


def apply(game: AnyGame, state: State, event: Event) -> State:
    """The match after an event that was accepted or overruled."""
    match event:
        case HandEntry():
            return add_line(state, event, game.steps(state, event), game.next_dealer(state, event))
        case Claim():
            return _after_claim(game, state, event)
        case Penalty():
            return _after_penalty(game, state, event)
        case VoidHand():
            return add_line(state, event, (), game.next_dealer(state, event), counts=game.void_counts(state, event))
        case GameScore():
            return _after_game(state, event)
        case MatchResult():
            return replace(state, winner=only_highest(event.games), ending=Ending.RESULT_GIVEN)
        case Overruled():
            return apply(game, state, event.event)
    raise TypeError(event)


def _claim_problems(game: AnyGame, state: State, claim: Claim) -> Iterator[Problem]:
    if not state.plan.claims:
        yield judging.NO_CLAIMS.problem("side")
    right = game.claim_right(state, claim)
    if right is None and claim.verdict is None:
        yield judging.CLAIM_UNDECIDED.problem("taken")
    elif None not in (right, claim.verdict) and right != claim.verdict:
        yield judging.CLAIM_CONTRADICTED.problem("verdict", verdict=Text(_("right") if right else _("wrong")))
    yield from game.claim_problems(state, claim)


def _after_claim(game: AnyGame, state: State, claim: Claim) -> State:
    counted = game.claim_right(state, claim)
    right = claim.verdict if claim.verdict is not None else counted
    steps = game.claim_steps(state, claim) if right else ()
    ended = _noted(state, claim, steps, game.next_dealer(state, claim))
    return finish(ended, claim.side if right else 1 - claim.side, Ending.CLAIM if right else Ending.WRONG_CLAIM)


def _after_penalty(game: AnyGame, state: State, penalty: Penalty) -> State:
    sides = game.side_count
    sign = -1 if state.plan.lowest_wins else 1
    match penalty.what:
        case Punishment.GAME:
            other = 1 - penalty.side if sides == 2 else None
            return finish(_noted(state, penalty, (), state.dealer), other, Ending.PENALTY)
        case Punishment.HAND:
            points = game.forfeit(state.options) or 0
            step = _penalty_step(_to_others(penalty.side, points, sides))
            return add_line(state, penalty, (step,), game.next_dealer(state, penalty))
        case Punishment.AWARD:
            step = _penalty_step(_to_others(penalty.side, sign * penalty.points, sides))
            return add_line(state, penalty, (step,), state.dealer, counts=False)
    return add_line(state, penalty, (_penalty_step(to_side(penalty.side, -sign * penalty.points, sides)),), state.dealer, counts=False)


def _to_others(side: int, points: int, sides: int) -> Score:
    return tuple(0 if other == side else points for other in range(sides))


def _penalty_step(points: Score) -> Step:
    return Step(_("penalty"), points, ending=Ending.PENALTY)


def _after_game(state: State, event: GameScore) -> State:
    number = event.number or state.game_number
    winner = judging.game_winner(state.plan, event, number)
    if number > len(state.finished):
        return finish(state, winner, Ending.SCORE_GIVEN, event.scores)
    return _overwritten(state, number, event.scores, winner)


def _overwritten(state: State, number: int, scores: Score, winner: int | None) -> State:
    """A finished game entered once more: the same when it agrees, and what the director says when overruled."""
    game = state.finished[number - 1]
    if scores in (game.score, game.counted) and winner in (None, game.winner):
        return state
    changed = FinishedGame(number, game.target, scores, winner, Ending.SCORE_GIVEN, game.lines)
    finished = (*state.finished[: number - 1], changed, *state.finished[number:])
    return decide(replace(state, finished=finished, winner=None, ending=None))


def _noted(state: State, event: Event, steps: tuple[Step, ...], dealer: int | None) -> State:
    """The event written down without looking at the target, because something else ends the game."""
    score = add(state.score, total(steps, state.plan.sides))
    return replace(state, lines=(*state.lines, Line(event, steps, score)), dealer=dealer)
