"""Final scores of a game of Marjolet: multiples of ten, except for the turned sevens, within what so many hands can hold."""

from collections.abc import Iterator
from itertools import product
from operator import lt, sub

from rules.events import GameScore, Penalty
from rules.feasibility import build_nearest_values
from rules.final_scores import list_meant_scores
from rules.games.marjolet.tables import ALL_MELDS, BRISQUES, MOST_MELDED, TEN, MarjoletOptions
from rules.problems import Fact, Problem
from rules.scorebook import MatchState, Score
from rules.texts import _, format_score

State = MatchState[MarjoletOptions]

GAME_NOT_TENS = Fact("game_not_tens", _("No number of hands and of turned sevens makes {given}."), source="C")
GAME_TOO_FAR = Fact("game_too_far", _("No last hand leads to {given}: one player scores at most {most} in a hand."), source="C", since=2)
_MOST_HANDS = 60
"""More hands than any game to the highest target can have, as each hand holds at least a hundred points."""


def find_score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Check a score only for the game being played, to its end, when nobody was fined."""
    is_current_game = event.number in (None, state.game_number)
    is_fined = any(isinstance(line.event, Penalty) for line in state.lines)
    if not is_current_game or is_fined:
        return
    if not _is_within_last_hand(state, event.scores):
        near = list_meant_scores(event.scores, lambda score: _is_over_at(state, score))
        yield GAME_TOO_FAR.problem(
            "scores_0",
            near=build_nearest_values("scores_0", _("score"), map(format_score, near)),
            given=format_score(event.scores),
            most=_compute_most_points(state.options),
        )
    elif not state.options.stop_at_target:
        is_below = any(map(lt, event.scores, state.score))
        if not is_below and not state.plan.replay and not _is_made_of_hands(state, event.scores):
            yield GAME_NOT_TENS.problem("scores_0", given=format_score(event.scores))


def _is_over_at(state: State, score: Score) -> bool:
    is_over = state.plan.find_winner(score, state.game_number) is not None
    return is_over and _is_within_last_hand(state, score) and (state.options.stop_at_target or _is_made_of_hands(state, score))


def _is_made_of_hands(state: State, final: Score) -> bool:
    gains = tuple(map(sub, final, state.score))
    return min(gains) >= 0 and any(_is_gain_possible(state.options, gains, hands) for hands in _list_hand_counts(state, final))


def _is_within_last_hand(state: State, final: Score) -> bool:
    """Whether one hand leads to this score from below the target, from a tie beyond it, or, in a fixed number of hands, all of them do."""
    most, together = _compute_most_points(state.options), ALL_MELDS + _compute_most_points(state.options, melds=0)
    if state.plan.deals:
        hands = _list_hand_counts(state, final)[-1]
        return all(after - before <= most * hands for after, before in zip(final, state.score, strict=True))
    below = (state.target or 0) - 1
    starts = [tuple(min(below, points) for points in final)]
    if min(final) > below and state.options.level_at_target == "another_hand":
        starts.append((min(final),) * len(final))
    gains = [tuple(map(sub, final, start)) for start in starts]
    return any(max(gain) <= most and sum(gain) <= together for gain in gains)


def _compute_most_points(options: MarjoletOptions, melds: int | None = None) -> int:
    """The most points of one player in one hand."""
    highest_melds = MOST_MELDED[options.quartets][-1] if melds is None else melds
    seven = TEN + TEN * options.exchanged_seven_scores_again
    return highest_melds + BRISQUES + options.sweep_total + options.tenth_trick_bonus + TEN + seven + options.turned_seven


def _list_hand_counts(state: State, final: Score) -> range:
    """Numbers of hands that can follow: both players are below the target, or level, before the last of them."""
    if state.plan.deals:
        deals_left = max(1, state.plan.deals - len(state.hands))
        return range(deals_left, deals_left + 1 if state.plan.draws else _MOST_HANDS)
    target = state.target or 0
    most_points = sum(final) if min(final) >= target else 2 * (target - 1)
    return range(1, min(_MOST_HANDS, (most_points - sum(state.score)) // _compute_least_points(state.options) + 1) + 1)


def _compute_least_points(options: MarjoletOptions) -> int:
    """The fewest points of both players together in one hand, without melds: aces and tens, last trick, turned card, tenth trick, seven."""
    turned = 0 if not options.turned_seven_scores_when_played else TEN
    return BRISQUES + TEN + TEN + options.tenth_trick_bonus + turned


def _is_gain_possible(options: MarjoletOptions, gains: Score, hands: int) -> bool:
    """Whether some numbers of turned sevens, sweeps and second tens leave a sum of melds."""
    least = hands * min(TEN, options.tenth_trick_bonus)
    for sevens in product(range((hands + 1) // 2 + 1), repeat=2):
        plain = tuple(points - options.turned_seven * count for points, count in zip(gains, sevens, strict=True))
        is_valid = not any(points % TEN for points in plain) and min(plain) >= least
        if is_valid and sum(sevens) <= hands and _is_meld_sum_possible(options, sum(plain), hands, sum(sevens)):
            return True
    return False


def _is_meld_sum_possible(options: MarjoletOptions, points: int, hands: int, turned: int) -> bool:
    sevens = hands - (0 if options.turned_seven_scores_when_played else turned)
    again = hands - turned if options.exchanged_seven_scores_again else 0
    fixed = hands * (BRISQUES + TEN + TEN + options.tenth_trick_bonus) + TEN * sevens
    extra = options.sweep_total - TEN
    meld_sums = {points - fixed - extra * sweeps - TEN * repeats for sweeps in range(hands + 1) for repeats in range(again + 1)}
    return any(0 <= meld_sum <= ALL_MELDS * hands and meld_sum % 20 == 0 for meld_sum in meld_sums)
