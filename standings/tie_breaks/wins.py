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


class WinsWithByes(MatchSum):
    """FIDE C.07, WIN: rounds that brought as much as a win, with or without a match."""

    key = "wins_with_byes"
    title = _("Rounds won")
    sentence = _("The number of matches won, walk-overs and byes that are worth a win included (FIDE: WIN).")

    def get_gains(self, tally: Tally) -> Flags:
        return tally.board.won | (tally.board.bye & (tally.earned >= _find_win_worth(tally)))


class WinsAtTheTable(MatchSum):
    """FIDE C.07, WON."""

    key = "wins_at_table"
    title = _("Won at the table")
    sentence = _("The number of matches won by playing, without walk-overs and byes (FIDE: WON).")

    def get_gains(self, tally: Tally) -> Flags:
        return tally.board.won & tally.board.met


def _find_win_worth(tally: Tally) -> int:
    """The most that a match won has brought anybody."""
    won = tally.earned[tally.board.won & ~tally.board.bye]
    return int(won.max()) if len(won) else 1


class WinsAsSecondDealer(MatchSum):
    key = "wins_second_dealer"
    title = _("Won when the other side dealt first")
    sentence = _("Matches won in which the other side dealt first.")

    def get_gains(self, tally: Tally) -> Flags:
        return tally.board.won & tally.board.second_dealer
