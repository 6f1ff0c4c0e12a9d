"""Checks of all events except hands: each function yields the problems of one kind of event."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.events import GameScore, MatchScore, Penalty, Punishment, VoidHand
from rules.feasibility import HandStage
from rules.parsing import Sitting
from rules.problems import Fact, Problem, Severity
from rules.reachability import find_reach_problems
from rules.scorebook import FinishedGame, MatchState, Plan, Score, find_only_highest
from rules.texts import SideRef, _, format_score

State = MatchState[Any]

DEALER_OUT_OF_TURN = Fact("dealer_out_of_turn", _("The dealer should be {expected}, not {given}."), Severity.REMARKABLE, "D")
TRICK_COUNT = Fact("trick_count", _("The sides win {tricks} tricks together, not {given}."), source="C")
ALL_TRICKS = Fact("all_tricks", _("{side} won all the tricks."), Severity.REMARKABLE)
MATCH_OVER = Fact("match_over", _("The match is already decided. Nothing more can be added."))
NO_CLAIMS = Fact("no_claims", _("In this tournament every hand is played to the end: there are no claims."))
CLAIM_UNDECIDED = Fact("claim_undecided", _("Enter what the side had taken so far, or the referee’s decision."))
CLAIM_CONTRADICTED = Fact("claim_contradicted", _("The decision contradicts the count: with these points the claim is {verdict}."))
PENALTY_WITHOUT_POINTS = Fact("penalty_without_points", _("Enter how many points the penalty is."))
PENALTY_UNKNOWN = Fact("penalty_unknown", _("This game knows no penalty “{given}”."))
NO_SUCH_HAND_PENALTY = Fact("no_hand_penalty", _("This game has no highest score of a hand to give away."))
NO_GAME_PENALTY = Fact(
    "no_game_penalty", _("Among single players nobody wins a game through another player’s offence: take points off instead.")
)
GAME_NUMBER = Fact("game_number", _("Game {given} cannot be entered now: the next one is game {expected}."))
GAME_CONTRADICTS = Fact("game_contradicts", _("Game {number} ended {kept} according to its hands, not {given}."))
GAME_WINNER_CONTRADICTS = Fact("game_winner_contradicts", _("Game {number} was won by {kept}, not by {given}."))
GAME_NOT_OVER = Fact("game_not_over", _("{given} does not end a game to {target}: nobody has won it. Enter who won."))
GAME_TIED = Fact("game_tied", _("{given} is tied: the game goes on until a side has more. Enter who won."))
GAME_PLAYED_AGAIN = Fact("game_played_again", _("{given} is tied: the game is played again, and this score does not count."))
GAME_BELOW_HANDS = Fact("game_below_hands", _("The hands already give {kept}; a final score of {given} is below that."))
WINNER_BELOW_TARGET = Fact("winner_below_target", _("{side} is entered as the winner with {given}."), Severity.REMARKABLE)
NO_MONTE = Fact("no_monte", _("In this tournament no hand may be made void."), source="S")
RESULT_TOO_MANY = Fact("result_too_many", _("{given} is not possible. Games that win the match: {needed}."))
RESULT_OF_GAMES = Fact("result_of_games", _("All {games} games of the match are played: {given} does not make {games}."))
RESULT_TIED = Fact("result_tied", _("{given} is tied: one more game decides. Enter the result with it."))
RESULT_UNDECIDED = Fact(
    "result_undecided", _("With {given} nobody has won the match yet. Games that win it: {needed}. Enter the final result.")
)
RESULT_CONTRADICTS = Fact("result_contradicts", _("The games entered so far are {kept}; the result cannot be {given}."))


def void_problems(event: VoidHand, reasons: Sequence[str]) -> Iterator[Problem]:
    """A problem when this game or this tournament does not know the reason."""
    if event.reason not in reasons:
        yield NO_MONTE.problem("reason")


def turn_problems(
    sitting: Sitting, expected: int | None, entered: int | None, field: str, fact: Fact = DEALER_OUT_OF_TURN
) -> Iterator[Problem]:
    """A problem when another seat than the expected one acted; nothing when either is unknown."""
    if expected is not None and entered is not None and entered != expected:
        yield fact.problem(field, expected=sitting.seat_name(expected), given=sitting.seat_name(entered))


def trick_problems(won: tuple[int, ...] | None, tricks: int, field: str = "tricks_0") -> Iterator[Problem]:
    """Problems of tricks that do not add up, or that all belong to one side."""
    if won is not None and sum(won) != tricks:
        yield TRICK_COUNT.problem(field, tricks=tricks, given=sum(won))
    elif won is not None and tricks in won:
        yield ALL_TRICKS.problem(side=SideRef(won.index(tricks)))


def penalty_problems(penalty: Penalty, forfeit: int | None, sides: int) -> Iterator[Problem]:
    """Problems of a penalty; `forfeit` is the highest score of a hand, None when the game has none."""
    if penalty.what not in set(Punishment):
        yield PENALTY_UNKNOWN.problem("what", given=penalty.what)
    if penalty.what in (Punishment.FINE, Punishment.AWARD) and not penalty.points:
        yield PENALTY_WITHOUT_POINTS.problem("points")
    if penalty.what == Punishment.HAND and forfeit is None:
        yield NO_SUCH_HAND_PENALTY.problem("what")
    if penalty.what == Punishment.GAME and sides > 2:
        yield NO_GAME_PENALTY.problem("what")


def find_game_winner(plan: Plan, event: GameScore, number: int) -> int | None:
    """The winner of a game known by its score: the side entered as winner, else the side that the score names, else None."""
    if event.winner is not None:
        return event.winner
    return plan.find_best(event.scores) if plan.deals else plan.find_winner(event.scores, number)


def game_score_problems(state: State, event: GameScore, stages: Sequence[HandStage], shares: frozenset[Score]) -> Iterator[Problem]:
    """Problems of a final score. `stages` and `shares` are those of `Contract.hand_stages` and `Contract.claim_shares`."""
    number = event.number or state.game_number
    if number <= len(state.finished):
        yield from _contradiction_problems(state.finished[number - 1], event)
    elif number > state.game_number:
        yield GAME_NUMBER.problem("number", given=number, expected=state.game_number)
    else:
        yield from _ending_problems(state, event, tuple(stages), shares)


def _contradiction_problems(game: FinishedGame, event: GameScore) -> Iterator[Problem]:
    if event.scores not in (game.score, game.counted_score):
        yield GAME_CONTRADICTS.problem("scores_0", number=game.number, kept=format_score(game.score), given=format_score(event.scores))
    if event.winner not in (None, game.winner):
        recorded, entered = SideRef(game.winner or 0), SideRef(event.winner or 0)
        yield GAME_WINNER_CONTRADICTS.problem("winner", number=game.number, kept=recorded, given=entered)


def _ending_problems(state: State, event: GameScore, stages: tuple[HandStage, ...], shares: frozenset[Score]) -> Iterator[Problem]:
    number, score_text = state.game_number, format_score(event.scores)
    winner = find_game_winner(state.plan, event, number)
    if winner is None and not state.plan.ends_level(event.scores, number):
        yield _explain_unfinished(state, score_text)
    elif not _may_fall(state.plan) and any(final < counted for final, counted in zip(event.scores, state.score, strict=True)):
        yield GAME_BELOW_HANDS.problem("scores_0", given=score_text, kept=format_score(state.score))
    else:
        if winner is not None and not state.plan.deals and winner != state.plan.find_winner(event.scores, number):
            yield WINNER_BELOW_TARGET.problem("winner", side=SideRef(winner), given=score_text)
        yield from find_reach_problems(state, event, stages, shares)


def _may_fall(plan: Plan) -> bool:
    """Whether a final score may be below that of the hands so far."""
    return plan.falls or plan.replay


def _explain_unfinished(state: State, score_text: str) -> Problem:
    if not state.plan.deals:
        return GAME_NOT_OVER.problem("scores_0", given=score_text, target=state.target or 0)
    return (GAME_PLAYED_AGAIN if state.plan.replay else GAME_TIED).problem("scores_0", given=score_text)


def result_problems(state: State, event: MatchScore) -> Iterator[Problem]:
    plan, result_text = state.plan, format_score(event.games)
    if plan.decider and find_only_highest(event.games) is None:
        yield RESULT_TIED.problem("games_0", given=result_text)
    elif plan.games:
        yield from _series_problems(plan, event.games)
    elif sum(event.games) > plan.most_games or max(event.games) > plan.games_to_win:
        yield RESULT_TOO_MANY.problem("games_0", given=result_text, needed=plan.games_to_win)
    elif max(event.games) < plan.games_to_win and not plan.draws:
        yield RESULT_UNDECIDED.problem("games_0", given=result_text, needed=plan.games_to_win)
    if any(final < won for final, won in zip(event.games, state.games_won, strict=True)):
        yield RESULT_CONTRADICTS.problem("games_0", given=result_text, kept=format_score(state.games_won))


def _series_problems(plan: Plan, games: Score) -> Iterator[Problem]:
    """Problems of the result of a match of `plan.games` games; after a tie a decider is one game more, won by whoever leads by it."""
    played, (ahead, behind) = sum(games), sorted(games, reverse=True)[:2]
    is_decided_late = plan.decider and played == plan.games + 1 and ahead - behind == 1
    is_tied_in_part = played < plan.games and (plan.draws or plan.level_ends)
    if played != plan.games and not is_decided_late and not is_tied_in_part:
        yield RESULT_OF_GAMES.problem("games_0", given=format_score(games), games=plan.games)
