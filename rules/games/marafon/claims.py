"""A claim of Marafon: whether it is right, what both sides had counted, and what some tricks can be worth."""

from collections.abc import Iterator
from functools import cache

from rules.events import HandClaim
from rules.feasibility import build_nearest_values, find_nearest, sums_by_count
from rules.games.marafon.sheet import build_side_rows
from rules.games.marafon.tables import ALL_POINTS, ALL_THIRDS, CARDS_PER_TRICK, PACK, TRICKS, MarafonOptions
from rules.problems import Fact, Problem
from rules.scorebook import MatchState, Score, ScoreStep, add_scores, points_to_side
from rules.texts import _
from rules.units import THIRDS, format_thirds

State = MatchState[MarafonOptions]

CLAIM_TOO_MUCH = Fact("claim_too_much", _("There are only 11⅔ points in a hand, not {given}."), source="C")
CLAIM_COUNT = Fact(
    "claim_count", _("Some tricks of a hand cannot be worth {given} to one side and {against} to the other."), source="C", since=2
)


def is_right(state: State, claim: HandClaim) -> bool | None:
    """B10, in thirds: the score before the hand, the marafona where it counts, and the tricks so far; None without a count."""
    if claim.taken is None:
        return None
    options = state.options
    marafona = options.marafona_value if claim.bonus and options.claim_counts_marafona else 0
    total_thirds = THIRDS * (state.score[claim.side] + marafona) + claim.taken
    return total_thirds >= THIRDS * (state.target or 0) + options.claim_extra_thirds


def compute_steps(state: State, claim: HandClaim) -> tuple[ScoreStep, ...]:
    marafona = ScoreStep(_("marafona"), points_to_side(claim.side, state.options.marafona_value if claim.bonus else 0))
    counted = points_to_side(claim.side, (claim.taken or 0) // THIRDS)
    against = points_to_side(1 - claim.side, (claim.against or 0) // THIRDS)
    return (marafona, ScoreStep(_("card points"), add_scores(counted, against)))


def list_shares(options: MarafonOptions) -> frozenset[Score]:
    parts = {(first, second) for first in range(ALL_POINTS + 1) for second in range(ALL_POINTS + 1 - first)}
    bonus = options.marafona_value
    return frozenset(parts | {(first + bonus, second) for first, second in parts} | {(first, second + bonus) for first, second in parts})


def find_problems(claim: HandClaim) -> Iterator[Problem]:
    """Problems of what both sides had taken when a claim stopped the hand."""
    if claim.taken is not None and claim.taken + (claim.against or 0) > ALL_THIRDS:
        yield CLAIM_TOO_MUCH.problem("taken", given=format_thirds(claim.taken + (claim.against or 0)))
    elif claim.taken is not None and not _can_have_taken(claim.taken, claim.against):
        near = build_nearest_values("taken", _("taken so far"), map(format_thirds, _list_near_counts(claim)))
        against = "–" if claim.against is None else format_thirds(claim.against)
        yield CLAIM_COUNT.problem("taken", near=near, given=format_thirds(claim.taken), against=against)


def _list_near_counts(claim: HandClaim) -> tuple[int, ...]:
    return find_nearest((thirds for thirds in range(ALL_THIRDS + 1) if _can_have_taken(thirds, claim.against)), claim.taken or 0)


@cache
def _can_have_taken(thirds: int, against: int | None) -> bool:
    """Whether some tricks give these thirds to a side and those to the other; the last trick counts only with all the others."""
    if any(build_side_rows().can_have(1 << thirds, last=last) and against in (None, ALL_THIRDS - thirds) for last in (False, True)):
        return True
    sums = sums_by_count(PACK.card_values())
    return any(
        sums[CARDS_PER_TRICK * tricks] >> thirds & 1
        and (against is None or any(_can_share(tricks, thirds, others, against) for others in range(TRICKS - tricks)))
        for tricks in range(TRICKS)
    )


def _can_share(tricks: int, thirds: int, others: int, against: int) -> bool:
    """Whether so many tricks of each side can be worth so much: by the numbers of aces and figures among the cards."""
    aces, figures = (PACK.card_values().count(value) for value in (THIRDS, 1))
    blanks = len(PACK.card_values()) - aces - figures
    return any(
        0 <= (mine := thirds - THIRDS * own_aces) <= figures
        and 0 <= (theirs := against - THIRDS * their_aces) <= figures - mine
        and (free := CARDS_PER_TRICK * tricks - own_aces - mine) >= 0
        and (their_free := CARDS_PER_TRICK * others - their_aces - theirs) >= 0
        and free + their_free <= blanks
        for own_aces in range(aces + 1)
        for their_aces in range(aces + 1 - own_aces)
    )
