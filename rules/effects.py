"""The effect of each event on a match, as far as it is the same in every game: problems, lines that end games, games that end matches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules import judging
from rules.contract import Contract
from rules.endings import Ending
from rules.events import Event, GameScore, HandClaim, HandEntry, LostGame, MatchScore, OverruledEvent, Penalty, Punishment, VoidHand
from rules.problems import Problem
from rules.scorebook import (
    FinishedGame,
    MatchState,
    Score,
    ScoreLine,
    ScoreStep,
    add_scores,
    find_only_highest,
    points_to_side,
    sum_steps,
)
from rules.texts import Text, _

AnyGame = Contract[Any, Any]
State = MatchState[Any]


def find_problems(game: AnyGame, state: State, event: Event) -> Iterator[Problem]:
    """All problems of an event at this point of the match, without slips."""
    if late_problems := find_late_problems(state, event):
        yield from late_problems
        return
    match event:
        case HandEntry():
            yield from game.hand_problems(state, event)
        case HandClaim():
            yield from _claim_problems(game, state, event)
        case Penalty():
            yield from judging.penalty_problems(event, game.compute_forfeit(state.options), game.side_count)
        case VoidHand():
            yield from judging.void_problems(event, game.void_reasons(state.options))
        case GameScore():
            yield from judging.game_score_problems(state, event, game.hand_stages(state.options), game.claim_shares(state.options))
            yield from game.score_problems(state, event)
        case MatchScore():
            yield from judging.result_problems(state, event)


def find_late_problems(state: State, event: Event) -> tuple[Problem, ...]:
    """Problems that a director cannot overrule: an event after the end of the match, except the score of a finished game."""
    is_late_score = isinstance(event, GameScore) and event.number is not None and event.number <= len(state.finished)
    return (judging.MATCH_OVER.problem(),) if state.over and not is_late_score else ()


def apply_event(game: AnyGame, state: State, event: Event) -> State:
    """The match after an event that was accepted or overruled. Raises TypeError for an unknown kind of event."""
    match event:
        case HandEntry():
            return add_line(state, event, game.compute_steps(state, event), game.next_dealer(state, event))
        case HandClaim():
            return _after_claim(game, state, event)
        case Penalty():
            return _after_penalty(game, state, event)
        case VoidHand():
            return add_line(state, event, (), game.next_dealer(state, event), counts=game.void_counts(state, event))
        case GameScore():
            return _after_game(state, event)
        case MatchScore():
            return replace(state, winner=find_only_highest(event.games), ending=Ending.RESULT_GIVEN)
        case OverruledEvent():
            return apply_event(game, state, event.event)
    raise TypeError(event)


def _claim_problems(game: AnyGame, state: State, claim: HandClaim) -> Iterator[Problem]:
    if not state.plan.claims:
        yield judging.NO_CLAIMS.problem("side")
    right = game.claim_right(state, claim)
    if right is None and claim.verdict is None:
        yield judging.CLAIM_UNDECIDED.problem("taken")
    elif None not in (right, claim.verdict) and right != claim.verdict:
        yield judging.CLAIM_CONTRADICTED.problem("verdict", verdict=Text(_("right") if right else _("wrong")))
    yield from game.claim_problems(state, claim)


def _after_claim(game: AnyGame, state: State, claim: HandClaim) -> State:
    counted_right = game.claim_right(state, claim)
    right = claim.verdict if claim.verdict is not None else counted_right
    steps = game.claim_steps(state, claim) if right else ()
    ended = _append_line(state, claim, steps, game.next_dealer(state, claim))
    return finish_game(ended, claim.side if right else 1 - claim.side, Ending.CLAIM if right else Ending.WRONG_CLAIM)


def _after_penalty(game: AnyGame, state: State, penalty: Penalty) -> State:
    sides = game.side_count
    sign = -1 if state.plan.lowest_wins else 1
    match penalty.what:
        case Punishment.GAME:
            opponent = 1 - penalty.side if sides == 2 else None
            lost = _append_line(state, penalty, _lost_game_steps(state, penalty), state.dealer)
            return finish_game(lost, opponent, Ending.PENALTY)
        case Punishment.HAND:
            points = game.compute_forfeit(state.options) or 0
            step = _penalty_step(_points_to_opponents(penalty.side, points, sides))
            return add_line(state, penalty, (step,), game.next_dealer(state, penalty))
        case Punishment.AWARD:
            step = _penalty_step(_points_to_opponents(penalty.side, sign * penalty.points, sides))
            return add_line(state, penalty, (step,), state.dealer, counts=False)
    return add_line(
        state, penalty, (_penalty_step(points_to_side(penalty.side, -sign * penalty.points, sides)),), state.dealer, counts=False
    )


def _lost_game_steps(state: State, penalty: Penalty) -> tuple[ScoreStep, ...]:
    """What brings the score of two sides to that of a game lost by penalty; nothing where the penalty leaves the score as it stands."""
    if not penalty.lost_as or state.plan.sides != 2:
        return ()
    final = compute_lost_score(state, penalty.side, keeps_points=penalty.lost_as != LostGame.NIL)
    return (_penalty_step(tuple(after - before for before, after in zip(state.score, final, strict=True))),)


def compute_lost_score(state: State, offender: int, *, keeps_points: bool) -> Score:
    """The score of a game that one of two sides loses by penalty: the other has what wins it, and never less than the offender.

    Where the fewest points win, the offender has what loses it, and the other never more.
    """
    plan, target = state.plan, state.target
    needed = 0 if target is None else target + plan.strictly_above
    mine, theirs = state.score[offender], state.score[1 - offender]
    if plan.lowest_wins:
        lost, won = max(mine, theirs, needed), theirs if keeps_points else 0
    else:
        lost = mine if keeps_points else min(mine, 0)
        won = max(theirs, mine, needed)
    return (lost, won) if offender == 0 else (won, lost)


def _points_to_opponents(side: int, points: int, sides: int) -> Score:
    return tuple(0 if index == side else points for index in range(sides))


def _penalty_step(points: Score) -> ScoreStep:
    return ScoreStep(_("penalty"), points, ending=Ending.PENALTY)


def _after_game(state: State, event: GameScore) -> State:
    number = event.number or state.game_number
    winner = judging.find_game_winner(state.plan, event, number)
    if number > len(state.finished):
        return finish_game(state, winner, Ending.SCORE_GIVEN, event.scores)
    return _overwrite_game(state, number, event.scores, winner)


def _overwrite_game(state: State, number: int, scores: Score, winner: int | None) -> State:
    """Enter the score of a finished game again: nothing changes when it agrees; an overruled score replaces it."""
    game = state.finished[number - 1]
    if scores in (game.score, game.counted_score) and winner in (None, game.winner):
        return state
    changed = FinishedGame(number, game.target, scores, winner, Ending.SCORE_GIVEN, game.lines)
    finished = (*state.finished[: number - 1], changed, *state.finished[number:])
    return decide_match(replace(state, finished=finished, winner=None, ending=None))


def add_line(state: State, event: Event, steps: Sequence[ScoreStep], dealer: int | None, *, counts: bool = True) -> State:
    """Append an event with its steps. The game ends at the first deciding step that reaches the target; later steps are dropped."""
    ending = find_ending_step(state, steps)
    if ending is None:
        return _finish_by_deals(_append_line(state, event, steps, dealer, counts=counts))
    index, winner, _score = ending
    return finish_game(_append_line(state, event, steps[: index + 1], dealer, counts=counts), winner, steps[index].ending)


def find_ending_step(state: State, steps: Sequence[ScoreStep]) -> tuple[int, int | None, Score] | None:
    """Index of the step that ends the game, the winner (None when it ends level) and the score then; None while the game continues."""
    score = state.score
    for index, step in enumerate(steps):
        score = add_scores(score, step.points)
        winner = state.plan.find_winner(score, state.game_number, step.first) if step.decides else None
        is_level = step.decides and not state.plan.deals and state.plan.ends_level(score, state.game_number)
        if winner is not None or is_level:
            return index, winner, score
    return None


def finish_game(state: State, winner: int | None, ending: Ending, score: Score | None = None) -> State:
    """Close the game being played, and the match when that decides it. Carried points may win further games at once."""
    final_score = state.score if score is None else score
    game = FinishedGame(state.game_number, state.target, final_score, winner, ending, state.lines)
    carried = _compute_carried(state, final_score, winner)
    closed_state = _close_game(state, game)
    if closed_state.over or winner is None or not any(carried):
        return closed_state
    uncarried = tuple(points - carried_points for points, carried_points in zip(final_score, carried, strict=True))
    next_state = replace(_close_game(state, replace(game, score=uncarried, carried=carried)), carried=carried)
    return finish_game(next_state, winner, ending) if next_state.plan.is_reached(carried[winner], next_state.game_number) else next_state


def _close_game(state: State, game: FinishedGame) -> State:
    dealer = None if state.plan.dealer_of_new_game == "drawn" else state.dealer
    return decide_match(replace(state, finished=(*state.finished, game), lines=(), dealer=dealer, carried=()))


def _compute_carried(state: State, final_score: Score, winner: int | None) -> Score:
    """The points that each side carries to the next game when this one ends with this score and winner."""
    if not state.plan.carries:
        return (0,) * len(final_score)
    target, loser_keeps = state.target or 0, state.plan.loser_keeps
    return tuple(max(0, points - target) if side == winner else points * loser_keeps for side, points in enumerate(final_score))


def _append_line(state: State, event: Event, steps: Sequence[ScoreStep], dealer: int | None, *, counts: bool = True) -> State:
    """Append the event without comparing the score with the target."""
    line = ScoreLine(event, tuple(steps), add_scores(state.score, sum_steps(steps, state.plan.sides)), counts)
    return replace(state, lines=(*state.lines, line), dealer=dealer)


def _finish_by_deals(state: State) -> State:
    if not state.plan.deals or len(state.hands) < state.plan.deals:
        return state
    winner = state.plan.find_best(state.score)
    if winner is None and state.plan.replay:
        return _start_again(state)
    if winner is None and not state.plan.draws:
        return state
    return finish_game(state, winner, Ending.DEALS_PLAYED)


def _start_again(state: State) -> State:
    """The game from nothing: what was played stays on record and counts no more."""
    *earlier_lines, last_line = (replace(line, counts=False) for line in state.lines)
    step = ScoreStep(_("tied: played again"), tuple(-points for points in last_line.score), decides=False)
    zero = (0,) * state.plan.sides
    return replace(state, lines=(*earlier_lines, replace(last_line, steps=(*last_line.steps, step), score=zero)))


def decide_match(state: State) -> State:
    """End the match when its finished games decide it."""
    winner = find_only_highest(state.games_won)
    if not _has_played_enough(state) or (winner is None and state.plan.decider):
        return state
    return replace(state, winner=winner, ending=Ending.GAMES_WON)


def _has_played_enough(state: State) -> bool:
    plan, is_last = state.plan, len(state.finished) >= state.plan.most_games
    if plan.games:
        return is_last
    return max(state.games_won) >= plan.games_to_win or (is_last and (plan.draws or plan.level_ends))
