"""The direct encounter: the matches that tied entries played among themselves (Italian: classifica avulsa)."""

from collections.abc import Sequence

import numpy as np

from standings.results import NOBODY, Flags, Numbers, Values
from standings.tally import Tally


def compute_encounter_points(tally: Tally, group: Numbers) -> Values:
    """Points from the matches among `group`, indexes of entries.

    Where not all of them have met, only those count who stay ahead whatever the results of the missing matches, the first of
    them first (FIDE C.07, article 6); all others keep the same value.
    """
    if is_undecidable(len(group), int(tally.board.row_counts.max(initial=0)), int(tally.earned.min(initial=0))):
        return np.zeros(len(group), dtype=np.int64)
    earned = sum_among(tally, group, tally.earned)
    met = _count_meetings(tally, group)
    missing = len(group) - 1 - np.count_nonzero(met, axis=1)
    if not missing.any():
        return earned
    return np.array(rank_certain_leaders(earned.tolist(), missing.tolist(), _find_most_points(tally)), dtype=np.int64)


def is_undecidable(size: int, most_matches: int, least_earned: int) -> bool:
    """Whether a group is so large that a direct encounter decides nothing in it, whatever was played.

    Nobody has met more than `most_matches` others, so everybody misses at least size - 1 - `most_matches` of them. Where this is
    as many
    as the matches that the best can have won, the best can still be reached. Negative points forbid the conclusion.
    """
    return least_earned >= 0 and size > 2 * most_matches


def _find_most_points(tally: Tally) -> int:
    """The largest value that a match had among all that were played."""
    return int(tally.earned.max(initial=0))


def rank_certain_leaders(earned: Sequence[int], missing: Sequence[int], most: int) -> list[int]:
    """Leaders whom no rival could have reached, highest first; 0 for all the rest."""
    values = [0] * len(earned)
    rest = sorted(range(len(earned)), key=lambda place: -earned[place])
    for rank in range(len(earned), 0, -1):
        leader = rest.pop(0)
        if rest and earned[leader] <= max(earned[rival] + most * missing[rival] for rival in rest):
            break
        values[leader] = rank
    return values


def _select_rows(tally: Tally, group: Numbers) -> Flags:
    member = np.zeros(tally.board.size + 1, dtype=np.bool_)
    member[group] = True
    member[NOBODY] = False
    return member[tally.board.entrant] & member[tally.board.opponent]


def _index_group(tally: Tally, group: Numbers) -> Numbers:
    places = np.zeros(tally.board.size, dtype=np.int64)
    places[group] = np.arange(len(group))
    return places


def sum_among(tally: Tally, group: Numbers, column: Numbers) -> Numbers:
    """A column added over the matches among `group`, for each of its entries."""
    rows = _select_rows(tally, group)
    totals = np.bincount(_index_group(tally, group)[tally.board.entrant[rows]], weights=column[rows], minlength=len(group))
    return totals.astype(np.int64)


def _count_meetings(tally: Tally, group: Numbers) -> Numbers:
    """How often each two of the group met."""
    rows, places = _select_rows(tally, group), _index_group(tally, group)
    met = np.zeros((len(group), len(group)), dtype=np.int64)
    np.add.at(met, (places[tally.board.entrant[rows]], places[tally.board.opponent[rows]]), 1)
    return met
