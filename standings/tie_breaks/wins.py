"""Tie-breaks that look at which matches were won, and when."""

from rules.texts import _
from standings.results import Flags, Numbers
from standings.tally import Tally
from standings.tie_breaks.base import MatchSum


class Progressive(MatchSum):
    """A point of the first of n rounds counts n times."""

    key = "progressive"
    title = _("Progressive score")
    sentence = _("The totals after each round, added: early points count more.")
    in_points = True

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.earned * (tally.rounds + 1 - tally.board.round)


class Wins(MatchSum):
    key = "wins"
    title = _("Matches won")
    sentence = _("The number of matches won.")

    def get_gains(self, tally: Tally) -> Flags:
        return tally.board.won


class WinsAsSecondDealer(MatchSum):
    key = "wins_second_dealer"
    title = _("Won when the other side dealt first")
    sentence = _("Matches won in which the other side dealt first.")

    def get_gains(self, tally: Tally) -> Flags:
        return tally.board.won & tally.board.second_dealer
