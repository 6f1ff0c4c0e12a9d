"""How a match moves: lines that end games, games that end matches, and points carried to the next game."""

from collections.abc import Sequence
from dataclasses import replace

from rules.endings import Ending
from rules.events import Event
from rules.scorebook import FinishedGame, MatchState, OptionsT, Score, ScoreLine, ScoreStep, add_scores, find_only_highest, sum_steps
from rules.texts import _


def add_line(
    state: MatchState[OptionsT], event: Event, steps: Sequence[ScoreStep], dealer: int | None, *, counts: bool = True
) -> MatchState[OptionsT]:
    """Append an event with its steps. The game ends at the first deciding step that reaches the target; later steps are dropped."""
    ending = find_ending_step(state, steps)
    if ending is not None:
        index, winner, score = ending
        return finish_game(
            _append_line(state, ScoreLine(event, tuple(steps[: index + 1]), score, counts), dealer), winner, steps[index].ending
        )
    score = add_scores(state.score, sum_steps(steps, state.plan.sides))
    return _finish_by_deals(_append_line(state, ScoreLine(event, tuple(steps), score, counts), dealer))


def find_ending_step(state: MatchState[OptionsT], steps: Sequence[ScoreStep]) -> tuple[int, int | None, Score] | None:
    """Index of the step that ends the game, the winner (None when it ends level) and the score then; None while the game continues."""
    score = state.score
    for index, step in enumerate(steps):
        score = add_scores(score, step.points)
        winner = state.plan.find_winner(score, state.game_number, step.first) if step.decides else None
        is_level = step.decides and not state.plan.deals and state.plan.ends_level(score, state.game_number)
        if winner is not None or is_level:
            return index, winner, score
    return None


def finish_game(state: MatchState[OptionsT], winner: int | None, ending: Ending, score: Score | None = None) -> MatchState[OptionsT]:
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


def _close_game(state: MatchState[OptionsT], game: FinishedGame) -> MatchState[OptionsT]:
    dealer = None if state.plan.dealer_of_new_game == "drawn" else state.dealer
    return decide_match(replace(state, finished=(*state.finished, game), lines=(), dealer=dealer, carried=()))


def _compute_carried(state: MatchState[OptionsT], final_score: Score, winner: int | None) -> Score:
    """The points that each side carries to the next game when this one ends with this score and winner."""
    if not state.plan.carries:
        return (0,) * len(final_score)
    target, loser_keeps = state.target or 0, state.plan.loser_keeps
    return tuple(max(0, points - target) if side == winner else points * loser_keeps for side, points in enumerate(final_score))


def _append_line(state: MatchState[OptionsT], line: ScoreLine, dealer: int | None) -> MatchState[OptionsT]:
    return replace(state, lines=(*state.lines, line), dealer=dealer)


def _finish_by_deals(state: MatchState[OptionsT]) -> MatchState[OptionsT]:
    if not state.plan.deals or len(state.hands) < state.plan.deals:
        return state
    winner = state.plan.find_best(state.score)
    if winner is None and state.plan.replay:
        return _start_again(state)
    if winner is None and not state.plan.draws:
        return state
    return finish_game(state, winner, Ending.DEALS_PLAYED)


def _start_again(state: MatchState[OptionsT]) -> MatchState[OptionsT]:
    """The game from nothing: what was played stays on record and counts no more."""
    *earlier_lines, last_line = (replace(line, counts=False) for line in state.lines)
    step = ScoreStep(_("tied: played again"), tuple(-points for points in last_line.score), decides=False)
    zero = (0,) * state.plan.sides
    return replace(state, lines=(*earlier_lines, replace(last_line, steps=(*last_line.steps, step), score=zero)))


def decide_match(state: MatchState[OptionsT]) -> MatchState[OptionsT]:
    """End the match when its finished games decide it."""
    winner = find_only_highest(state.games_won)
    if not _has_played_enough(state) or (winner is None and state.plan.decider):
        return state
    return replace(state, winner=winner, ending=Ending.GAMES_WON)


def _has_played_enough(state: MatchState[OptionsT]) -> bool:
    plan, is_last = state.plan, len(state.finished) >= state.plan.most_games
    if plan.games:
        return is_last
    return max(state.games_won) >= plan.games_to_win or (is_last and (plan.draws or plan.level_ends))
