"""Checks of everything but hands: each function gives the problems of one kind of event, given what the game knows."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from rules.events import GameScore, MatchResult, Penalty, Punishment, VoidHand
from rules.feasibility import Stage, final_scores, near
from rules.parsing import Sitting
from rules.problems import Fact, Problem, Severity
from rules.scorebook import FinishedGame, MatchState, Plan, Score
from rules.texts import SideRef, _, dashed

State = MatchState[Any]

DEALER_OUT_OF_TURN = Fact("dealer_out_of_turn", _("{expected} was to deal, not {given}."), Severity.REMARKABLE, "D")
TRICK_COUNT = Fact("trick_count", _("The sides win {tricks} tricks together, not {given}."), source="C")
ALL_TRICKS = Fact("all_tricks", _("Side {side} won all the tricks."), Severity.REMARKABLE)
MATCH_OVER = Fact("match_over", _("The match is already decided; nothing can follow."))
NO_CLAIMS = Fact("no_claims", _("In this tournament every hand is played to the end: there are no claims."))
CLAIM_UNDECIDED = Fact("claim_undecided", _("Give what the side had taken so far, or the referee's verdict."))
CLAIM_CONTRADICTED = Fact("claim_contradicted", _("The verdict contradicts the count: with these points the claim is {verdict}."))
PENALTY_WITHOUT_POINTS = Fact("penalty_without_points", _("Say how many points the penalty is."))
PENALTY_UNKNOWN = Fact("penalty_unknown", _("This game knows no penalty “{given}”."))
NO_SUCH_HAND_PENALTY = Fact("no_hand_penalty", _("This game has no highest score of a hand to give away."))
NO_GAME_PENALTY = Fact("no_game_penalty", _("Among single players nobody wins a game by another's fault: take points off."))
GAME_NUMBER = Fact("game_number", _("Game {given} cannot be entered now: the next one is game {expected}."))
GAME_CONTRADICTS = Fact("game_contradicts", _("Game {number} ended {kept} by its hands, not {given}."))
GAME_WINNER_CONTRADICTS = Fact("game_winner_contradicts", _("Game {number} was won by side {kept}, not by side {given}."))
GAME_NOT_OVER = Fact("game_not_over", _("{given} does not end a game to {target}: nobody has won it. Say who won."))
GAME_BELOW_HANDS = Fact("game_below_hands", _("The hands already give {kept}; a final score of {given} is below that."))
GAME_UNREACHABLE = Fact("game_unreachable", _("No sequence of hands ends a game to {target} at {given}."))
WINNER_BELOW_TARGET = Fact("winner_below_target", _("Side {side} is given as winner with {given}."), Severity.REMARKABLE)
NO_MONTE = Fact("no_monte", _("In this tournament no hand may be thrown in."), source="S")
RESULT_TOO_MANY = Fact("result_too_many", _("{given} is not a result of a match to {needed} games won."))
RESULT_UNDECIDED = Fact("result_undecided", _("Nobody has won {needed} games at {given}."))
RESULT_CONTRADICTS = Fact("result_contradicts", _("The games entered so far are {kept}; the result cannot be {given}."))


def void_problems(event: VoidHand, reasons: Sequence[str]) -> Iterator[Problem]:
    """A reason that this game, or this tournament, does not know."""
    if event.reason not in reasons:
        yield NO_MONTE.problem("reason")


def turn_problems(
    sitting: Sitting, expected: int | None, given: int | None, field: str, fact: Fact = DEALER_OUT_OF_TURN
) -> Iterator[Problem]:
    """Somebody else than the seat whose turn it was, when both are known."""
    if expected is not None and given is not None and given != expected:
        yield fact.problem(field, expected=sitting.seat_name(expected), given=sitting.seat_name(given))


def trick_problems(won: tuple[int, ...] | None, tricks: int, field: str = "tricks_0") -> Iterator[Problem]:
    """Tricks that do not add up; all of them on one side."""
    if won is not None and sum(won) != tricks:
        yield TRICK_COUNT.problem(field, tricks=tricks, given=sum(won))
    elif won is not None and tricks in won:
        yield ALL_TRICKS.problem(side=SideRef(won.index(tricks)))


def penalty_problems(penalty: Penalty, forfeit: int | None, sides: int) -> Iterator[Problem]:
    """`forfeit` is the highest score of a hand, None when the game has none."""
    if penalty.what not in set(Punishment):
        yield PENALTY_UNKNOWN.problem("what", given=penalty.what)
    if penalty.what in (Punishment.FINE, Punishment.AWARD) and not penalty.points:
        yield PENALTY_WITHOUT_POINTS.problem("points")
    if penalty.what == Punishment.HAND and forfeit is None:
        yield NO_SUCH_HAND_PENALTY.problem("what")
    if penalty.what == Punishment.GAME and sides > 2:
        yield NO_GAME_PENALTY.problem("what")


def game_winner(plan: Plan, event: GameScore, number: int) -> int | None:
    """Who won a game known by its score: the one said to, else the one the score names."""
    if event.winner is not None:
        return event.winner
    return plan.best(event.scores) if plan.deals else plan.leader(event.scores, number)


def game_score_problems(state: State, event: GameScore, stages: Sequence[Stage]) -> Iterator[Problem]:
    """`stages` are the steps of a hand with all their alternatives, empty when the game does not list them."""
    number = event.number or state.game_number
    if number <= len(state.finished):
        yield from _agrees(state.finished[number - 1], event)
    elif number > state.game_number:
        yield GAME_NUMBER.problem("number", given=number, expected=state.game_number)
    else:
        yield from _ends(state, event, tuple(stages))


def _agrees(game: FinishedGame, event: GameScore) -> Iterator[Problem]:
    if event.scores not in (game.score, game.counted):
        yield GAME_CONTRADICTS.problem("scores_0", number=game.number, kept=dashed(game.score), given=dashed(event.scores))
    if event.winner not in (None, game.winner):
        kept, given = SideRef(game.winner or 0), SideRef(event.winner or 0)
        yield GAME_WINNER_CONTRADICTS.problem("winner", number=game.number, kept=kept, given=given)


def _ends(state: State, event: GameScore, stages: tuple[Stage, ...]) -> Iterator[Problem]:
    number, given = state.game_number, dashed(event.scores)
    winner = game_winner(state.plan, event, number)
    if winner is None and not state.plan.ends_level(event.scores, number):
        yield GAME_NOT_OVER.problem("scores_0", given=given, target=state.target or 0)
    elif not state.plan.falls and any(final < kept for final, kept in zip(event.scores, state.score, strict=True)):
        yield GAME_BELOW_HANDS.problem("scores_0", given=given, kept=dashed(state.score))
    elif winner is not None and not state.plan.deals and winner != state.plan.leader(event.scores, number):
        yield WINNER_BELOW_TARGET.problem("winner", side=SideRef(winner), given=given)
    elif stages and not state.plan.deals and not state.plan.claims and _plain(state):
        yield from _reachable(state, event, stages)


def _plain(state: State) -> bool:
    """No fines or awards in this game, which can bend a score at will."""
    return not any(isinstance(line.event, Penalty) for line in state.lines)


def _reachable(state: State, event: GameScore, stages: tuple[Stage, ...]) -> Iterator[Problem]:
    finals = cached_finals(state.plan, state.game_number, state.score, stages)
    if event.scores not in finals:
        close = sorted(finals, key=lambda score: sum(abs(a - b) for a, b in zip(score, event.scores, strict=True)))[:3]
        yield GAME_UNREACHABLE.problem(
            "scores_0", near=near("scores_0", _("score"), map(dashed, close)), given=dashed(event.scores), target=state.target or 0
        )


@lru_cache(maxsize=64)
def cached_finals(plan: Plan, number: int, start: Score, stages: tuple[Stage, ...]) -> frozenset[Score]:
    return final_scores(plan, number, start, stages)


def result_problems(state: State, event: MatchResult) -> Iterator[Problem]:
    plan, given = state.plan, dashed(event.games)
    if sum(event.games) > plan.most_games or max(event.games) > plan.games_to_win:
        yield RESULT_TOO_MANY.problem("games_0", given=given, needed=plan.games_to_win)
    elif max(event.games) < plan.games_to_win and not plan.draws:
        yield RESULT_UNDECIDED.problem("games_0", given=given, needed=plan.games_to_win)
    if any(final < won for final, won in zip(event.games, state.games_won, strict=True)):
        yield RESULT_CONTRADICTS.problem("games_0", given=given, kept=dashed(state.games_won))
