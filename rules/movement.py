"""What moves a match: lines that end games, games that end matches, points carried from one to the next."""

from collections.abc import Sequence
from dataclasses import replace

from rules.events import Event
from rules.scorebook import Ending, FinishedGame, Line, MatchState, OptionsT, Score, Step, add, only_highest, total


def add_line(
    state: MatchState[OptionsT], event: Event, steps: Sequence[Step], dealer: int | None, *, counts: bool = True
) -> MatchState[OptionsT]:
    """Write an event down, step by step. The game ends at the first deciding step that reaches the target; later steps fall away."""
    ended = ending_step(state, steps)
    if ended is not None:
        place, winner, score = ended
        return finish(_with(state, Line(event, tuple(steps[: place + 1]), score, counts), dealer), winner, steps[place].ending)
    score = add(state.score, total(steps, state.plan.sides))
    return _finish_by_deals(_with(state, Line(event, tuple(steps), score, counts), dealer))


def ending_step(state: MatchState[OptionsT], steps: Sequence[Step]) -> tuple[int, int | None, Score] | None:
    """Place of the step with which the game is over, who wins it (None: nobody, it is level), the score then; None while it goes on."""
    score = state.score
    for place, step in enumerate(steps):
        score = add(score, step.points)
        winner = state.plan.leader(score, state.game_number, step.first) if step.decides else None
        level = step.decides and not state.plan.deals and state.plan.ends_level(score, state.game_number)
        if winner is not None or level:
            return place, winner, score
    return None


def finish(state: MatchState[OptionsT], winner: int | None, ending: Ending, score: Score | None = None) -> MatchState[OptionsT]:
    """Close the game being played, and the match when that decides it; what is carried may win further games at once."""
    counted = state.score if score is None else score
    game = FinishedGame(state.game_number, state.target, counted, winner, ending, state.lines)
    carried = _carried(state, counted, winner)
    closed = _close(state, game)
    if closed.over or winner is None or not any(carried):
        return closed
    kept = tuple(have - more for have, more in zip(counted, carried, strict=True))
    following = replace(_close(state, replace(game, score=kept, carried=carried)), carried=carried)
    return finish(following, winner, ending) if following.plan.reached(carried[winner], following.game_number) else following


def _close(state: MatchState[OptionsT], game: FinishedGame) -> MatchState[OptionsT]:
    dealer = None if state.plan.dealer_of_new_game == "drawn" else state.dealer
    return decide(replace(state, finished=(*state.finished, game), lines=(), dealer=dealer, carried=()))


def _carried(state: MatchState[OptionsT], counted: Score, winner: int | None) -> Score:
    """What each side takes to the next game when this one ends so."""
    if not state.plan.carries:
        return (0,) * len(counted)
    target, loser_keeps = state.target or 0, state.plan.loser_keeps
    return tuple(max(0, points - target) if side == winner else points * loser_keeps for side, points in enumerate(counted))


def _with(state: MatchState[OptionsT], line: Line, dealer: int | None) -> MatchState[OptionsT]:
    return replace(state, lines=(*state.lines, line), dealer=dealer)


def _finish_by_deals(state: MatchState[OptionsT]) -> MatchState[OptionsT]:
    if not state.plan.deals or len(state.hands) < state.plan.deals:
        return state
    winner = state.plan.best(state.score)
    if winner is None and not state.plan.draws:
        return state
    return finish(state, winner, Ending.DEALS_PLAYED)


def decide(state: MatchState[OptionsT]) -> MatchState[OptionsT]:
    """Close the match when its finished games decide it."""
    won = state.games_won
    if max(won) >= state.plan.games_to_win:
        return replace(state, winner=only_highest(won), ending=Ending.GAMES_WON)
    if len(state.finished) >= state.plan.most_games and (state.plan.draws or state.plan.level_ends):
        return replace(state, winner=only_highest(won), ending=Ending.GAMES_WON)
    return state
