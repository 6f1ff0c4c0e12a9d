"""The matches that tied entries played among themselves: the *classifica avulsa*."""

import numpy as np

from .results import NOBODY, Flags, Numbers, Values
from .tally import Tally


def encounter_points(tally: Tally, group: Numbers) -> Values:
    """Points from the matches among `group`, indexes of entries.

    Where not all of them have met, only those count who stay ahead however the missing matches had ended, the first of
    them first (FIDE C.07, article 6); all others keep the same value.
    """
    earned = _among(tally, group, tally.earned)
    met = _meetings(tally, group)
    missing = len(group) - 1 - np.count_nonzero(met, axis=1)
    if not missing.any():
        return earned
    return _certain(earned, missing, _most(tally))


def encounter_games(tally: Tally, group: Numbers) -> Values:
    return _among(tally, group, tally.board.games_won)


def encounter_difference(tally: Tally, group: Numbers) -> Values:
    return _among(tally, group, tally.board.scored - tally.board.conceded)


def _most(tally: Tally) -> int:
    """What one match can be worth at most, seen over all that were played."""
    return int(tally.earned.max(initial=0))


def _certain(earned: Numbers, missing: Numbers, most: int) -> Numbers:
    """Leaders whom nobody else could have reached, highest first; 0 for all the rest."""
    values = np.zeros(len(earned), dtype=np.int64)
    best = earned + most * missing
    rest = np.ones(len(earned), dtype=np.bool_)
    for rank in range(len(earned), 0, -1):
        leader = int(np.argmax(np.where(rest, earned, -1)))
        others = rest.copy()
        others[leader] = False
        if others.any() and earned[leader] <= best[others].max():
            break
        values[leader] = rank
        rest[leader] = False
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
