"""Where a search for a hand of Marjolet begins: what the sheet leaves open is chosen by lot."""

import random

from rules.games.marjolet.aims import choose
from rules.games.marjolet.tables import DRAWN, HELD, PACK, MarjoletHand, MarjoletOptions, melds
from rules.games.marjolet.witness import MarjoletQuest
from rules.layouts import Duty, Rows
from rules.scorebook import MatchState


def strict(trumps: int) -> Duty:
    """The duty of play of the last six tricks, for a mask of trumps: follow, else trump, and beat."""

    def duty(mine: int, led: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # called by position, as every duty
        pool = mine & led or mine & trumps or mine
        return pool & beating or pool

    return duty


def quest(state: MatchState[MarjoletOptions], entry: MarjoletHand, rng: random.Random) -> MarjoletQuest | None:
    """Dealer, trump and turned card by lot where the sheet does not say them. None for a hand that was over with its turned card."""
    if entry.out is not None and not any(entry.melds or ()) and entry.seven is None:
        return None
    dealer = next((player for player in (entry.dealer, state.dealer) if player is not None), rng.randrange(2))
    trump = rng.randrange(len(PACK.suits))
    strength = 0 if entry.turned_seven else rng.randrange(1, PACK.size)
    rows = Rows(PACK, trump, 2, 1 - dealer, ((DRAWN, None), (HELD, strict(PACK.suit_masks[trump]))))
    known = melds(state.options.quartets, trump)
    aims = None if entry.melds is None else choose(known, (entry.melds[0], entry.melds[1]), rng)
    needs = ((state.target or 0) - state.score[0], (state.target or 0) - state.score[1])
    return MarjoletQuest(state.options, entry, rows, dealer, trump * PACK.size + strength, known, aims, needs)
