"""Set up the search for a hand of Marjolet: what the hand entry leaves open is drawn by lot."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from rules.games.marjolet import shares, timetables
from rules.games.marjolet.tables import BRISQUES, DRAWN, HELD, PACK, MarjoletHand, MarjoletOptions, Meld, build_melds
from rules.games.marjolet.witness import MarjoletSearch
from rules.layouts import Duty, TrickRows
from rules.scorebook import MatchState

TRIES = 40
"""Choices of trump, melds and timetable before the search gives up."""


def build_strict_duty(trumps: int) -> Duty:
    """Build the duty of play of the last six tricks for a mask of trumps: follow, else trump, and beat."""

    def narrow_holding(mine: int, led: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # called by position, as every duty
        pool = mine & led or mine & trumps or mine
        return pool & beating or pool

    return narrow_holding


def build_search(state: MatchState[MarjoletOptions], entry: MarjoletHand, rng: random.Random) -> MarjoletSearch | None:
    """Start a search; None when no melds and timetable fit, and for a hand that the turned card ended."""
    if entry.out is not None and not any(entry.melds or ()) and entry.seven is None:
        return None
    for _try in range(TRIES):
        dealer = next((player for player in (entry.dealer, state.dealer) if player is not None), rng.randrange(2))
        complete_entry = _draw_complete_hand(state.options, replace(entry, dealer=dealer), rng)
        search = None if complete_entry is None else _build_timed_search(state, entry, complete_entry, rng)
        if search is not None:
            return search
    return None


def _draw_complete_hand(options: MarjoletOptions, entry: MarjoletHand, rng: random.Random) -> MarjoletHand | None:
    """The hand with every count, drawn by lot where the entry does not give it; None when none fits.

    A hand that a meld ended is already complete.
    """
    if entry.out is not None:
        return entry
    facts = shares.build_known_facts(entry)
    unscored_seven = entry.turned_seven and not options.turned_seven_scores_when_played
    sevens: tuple[int | None, ...] = (None,) if unscored_seven else shares.list_sides(facts.seven)
    players = product(sevens, shares.list_sides(facts.tenth), shares.list_sides(facts.last))
    ticks = [(False, True) if ticked is None else (ticked,) for ticked in (facts.exchanged, facts.sweep)]
    combinations = list(product(players, product(*ticks)))
    for (seven, tenth, last), (exchanged, sweep) in rng.sample(combinations, len(combinations)):
        candidate = replace(entry, seven=seven, tenth=tenth, last=last, exchanged=exchanged, sweep=sweep)
        counts = sorted(set(_list_counts(options, candidate)))
        if counts:
            brisques, meld_points = rng.choice(counts)
            return replace(candidate, brisques=brisques, melds=meld_points)
    return None


def _list_counts(options: MarjoletOptions, entry: MarjoletHand) -> Iterator[tuple[shares.PointPair, shares.PointPair]]:
    """List (brisques, melds) of the two players that give the totals."""
    total = entry.total or (0, 0)
    facts = replace(shares.build_known_facts(entry), exchanged=entry.exchanged, sweep=entry.sweep)
    for outcome in shares.list_trick_outcomes(options, facts):
        for first_brisques in shares.list_brisques(outcome, entry):
            brisques = (first_brisques, BRISQUES - first_brisques)
            melded = (total[0] - outcome.points[0] - brisques[0], total[1] - outcome.points[1] - brisques[1])
            if shares.is_meld_split_possible(options, entry, outcome, melded):
                yield brisques, melded


def _build_timed_search(
    state: MatchState[MarjoletOptions], entry: MarjoletHand, complete_entry: MarjoletHand, rng: random.Random
) -> MarjoletSearch | None:
    """Draw the trump, the melds, a turned card that no meld needs too early, and a timetable; None when one cannot be found."""
    trump = rng.randrange(len(PACK.suits))
    all_melds = build_melds(state.options.quartets, trump)
    first, second = complete_entry.melds or (0, 0)
    names = timetables.draw_meld_shares(all_melds, (first, second), rng)
    turned = None if names is None else _draw_turned_card(all_melds, names, complete_entry, trump, rng)
    if names is None or turned is None:
        return None
    exchange = (complete_entry.seven, turned) if complete_entry.exchanged and complete_entry.seven is not None else None
    limits = timetables.TimetableLimits(_compute_most_tricks(complete_entry), complete_entry.tenth, state.options.melds_per_trick, exchange)
    timetable = timetables.find_timetable(all_melds, names, limits, rng)
    if timetable is None:
        return None
    rows = TrickRows(PACK, trump, 2, 1 - (complete_entry.dealer or 0), ((DRAWN, None), (HELD, build_strict_duty(PACK.suit_masks[trump]))))
    needs = ((state.target or 0) - state.score[0], (state.target or 0) - state.score[1])
    return MarjoletSearch(state.options, entry, complete_entry, rows, turned, all_melds, timetable, needs)


def _draw_turned_card(
    all_melds: dict[str, Meld], names: timetables.MeldNames, complete_entry: MarjoletHand, trump: int, rng: random.Random
) -> int | None:
    """Draw the turned card: a card of no meld, or one that only the player who exchanges the seven melds."""
    seven_of_trumps = trump * PACK.size
    if complete_entry.turned_seven:
        return seven_of_trumps
    used_names = [names[player] for player in (0, 1) if not complete_entry.exchanged or player != complete_entry.seven]
    used_cards = sum(timetables.build_cards_mask(all_melds, meld_names) for meld_names in used_names)
    free = [card for card in range(seven_of_trumps + 1, seven_of_trumps + PACK.size) if not used_cards >> card & 1]
    return rng.choice(free) if free else None


def _compute_most_tricks(complete_entry: MarjoletHand) -> tuple[int, int]:
    """The most of the first ten tricks that each player can win."""
    if complete_entry.tricks is None:
        return DRAWN, DRAWN
    least = (
        [0, 0]
        if complete_entry.last is None
        else [(side == complete_entry.last) * (HELD if complete_entry.sweep else 1) for side in (0, 1)]
    )
    if complete_entry.last is not None and not complete_entry.sweep:
        least[1 - complete_entry.last] = 1
    return min(DRAWN, complete_entry.tricks[0] - least[0]), min(DRAWN, complete_entry.tricks[1] - least[1])
