"""The matches that tied entries played among themselves: the *classifica avulsa*."""

from collections.abc import Sequence

import numpy as np

from standings.results import NOBODY, Flags, Numbers, Values
from standings.tally import Tally


def encounter_points(tally: Tally, group: Numbers) -> Values:
    """Points from the matches among `group`, indexes of entries.

    Where not all of them have met, only those count who stay ahead however the missing matches had ended, the first of
    them first (FIDE C.07, article 6); all others keep the same value.
    """
    if too_many(len(group), int(tally.board.row_counts.max(initial=0)), int(tally.earned.min(initial=0))):
        return np.zeros(len(group), dtype=np.int64)
    earned = _among(tally, group, tally.earned)
    met = _meetings(tally, group)
    missing = len(group) - 1 - np.count_nonzero(met, axis=1)
    if not missing.any():
        return earned
    return np.array(certain(earned.tolist(), missing.tolist(), _most(tally)), dtype=np.int64)


def too_many(size: int, most_matches: int, least_earned: int) -> bool:
    """Whether a group is so large that a direct encounter decides nothing in it, whatever was played.

    Nobody in it has met more than `most_matches` others, so everybody misses at least size - 1 - `most_matches` of them. Where these
    are as many as the matches that the best can have won, the best can still be reached. Points below nothing forbid the conclusion.
    """
    return least_earned >= 0 and size > 2 * most_matches


def encounter_games(tally: Tally, group: Numbers) -> Values:
    return _among(tally, group, tally.board.games_won)


def encounter_difference(tally: Tally, group: Numbers) -> Values:
    return _among(tally, group, tally.board.scored - tally.board.conceded)


def _most(tally: Tally) -> int:
    """What one match can be worth at most, seen over all that were played."""
    return int(tally.earned.max(initial=0))


def certain(earned: Sequence[int], missing: Sequence[int], most: int) -> list[int]:
    """Leaders whom nobody else could have reached, highest first; 0 for all the rest."""
    values = [0] * len(earned)
    rest = sorted(range(len(earned)), key=lambda place: -earned[place])
    for rank in range(len(earned), 0, -1):
        leader = rest.pop(0)
        if rest and earned[leader] <= max(earned[other] + most * missing[other] for other in rest):
            break
        values[leader] = rank
    return values


def _rows(tally: Tally, group: Numbers) -> Flags:
    member = np.zeros(tally.board.size + 1, dtype=np.bool_)
    member[group] = True
    member[NOBODY] = False
    return member[tally.board.entrant] & member[tally.board.opponent]


def _places(tally: Tally, group: Numbers) -> Numbers:
    places = np.zeros(tally.board.size, dtype=np.int64)
    places[group] = np.arange(len(group))
    return places


def _among(tally: Tally, group: Numbers, column: Numbers) -> Numbers:
    rows = _rows(tally, group)
    found = np.bincount(_places(tally, group)[tally.board.entrant[rows]], weights=column[rows], minlength=len(group))
    return found.astype(np.int64)


def _meetings(tally: Tally, group: Numbers) -> Numbers:
    """How often each two of the group met."""
    rows, places = _rows(tally, group), _places(tally, group)
    met = np.zeros((len(group), len(group)), dtype=np.int64)
    np.add.at(met, (places[tally.board.entrant[rows]], places[tally.board.opponent[rows]]), 1)
    return met
