"""Final scores of a game of Marjolet: tens, but for the sevens that were turned, and what so many hands hold."""

from collections.abc import Iterator
from itertools import product

from rules.events import GameScore, Penalty
from rules.games.marjolet.tables import ALL_MELDS, BRISQUES, TEN, MarjoletOptions
from rules.problems import Fact, Problem
from rules.scorebook import MatchState, Score
from rules.texts import _, dashed

State = MatchState[MarjoletOptions]

GAME_NOT_TENS = Fact("game_not_tens", _("No number of hands and of turned sevens makes {given}."), source="C")
_MOST_HANDS = 60
"""Beyond any game to the highest target whose hands hold at least a hundred points."""


def score_problems(state: State, event: GameScore) -> Iterator[Problem]:
    """Only for the game being played, to its end, with nobody fined."""
    running = event.number in (None, state.game_number)
    fined = any(isinstance(line.event, Penalty) for line in state.lines)
    if running and not fined and not state.options.stop_at_target:
        gained = tuple(final - kept for final, kept in zip(event.scores, state.score, strict=True))
        if min(gained) >= 0 and not any(_possible(state.options, gained, hands) for hands in _hands(state, event.scores)):
            yield GAME_NOT_TENS.problem("scores_0", given=dashed(event.scores))


def _hands(state: State, final: Score) -> range:
    """Numbers of hands that can follow: both players are below the target, or level, before the last of them."""
    if state.plan.deals:
        left = max(1, state.plan.deals - len(state.hands))
        return range(left, left + 1 if state.plan.draws else _MOST_HANDS)
    target = state.target or 0
    room = sum(final) if min(final) >= target else 2 * (target - 1)
    return range(1, min(_MOST_HANDS, (room - sum(state.score)) // _least(state.options) + 1) + 1)


def _least(options: MarjoletOptions) -> int:
    """Of both players together in one hand, without melds: aces and tens, last trick, turned card, tenth trick, seven of trumps."""
    turned = 0 if not options.turned_seven_scores_when_played else TEN
    return BRISQUES + TEN + TEN + options.tenth_trick_bonus + turned


def _possible(options: MarjoletOptions, gained: Score, hands: int) -> bool:
    """Whether some numbers of turned sevens, sweeps and second tens leave a sum of melds."""
    least = hands * min(TEN, options.tenth_trick_bonus)
    for sevens in product(range((hands + 1) // 2 + 1), repeat=2):
        plain = tuple(points - options.turned_seven * count for points, count in zip(gained, sevens, strict=True))
        even = not any(points % TEN for points in plain) and min(plain) >= least
        if even and sum(sevens) <= hands and _melds(options, sum(plain), hands, sum(sevens)):
            return True
    return False


def _melds(options: MarjoletOptions, points: int, hands: int, turned: int) -> bool:
    sevens = hands - (0 if options.turned_seven_scores_when_played else turned)
    again = hands - turned if options.exchanged_seven_scores_again else 0
    fixed = hands * (BRISQUES + TEN + TEN + options.tenth_trick_bonus) + TEN * sevens
    extra = options.sweep_total - TEN
    left = {points - fixed - extra * sweeps - TEN * more for sweeps in range(hands + 1) for more in range(again + 1)}
    return any(0 <= rest <= ALL_MELDS * hands and rest % 20 == 0 for rest in left)
