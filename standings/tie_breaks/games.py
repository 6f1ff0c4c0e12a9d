"""Tie-breaks that add up games and the points scored in them."""

import numpy as np

from rules.texts import _
from standings.results import Numbers, Values
from standings.tally import Tally
from standings.tie_breaks.base import MatchSum


class GamesWon(MatchSum):
    key = "games_won"
    title = _("Games won")
    sentence = _("All games won, whether the match was won or lost.")

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.games_won


class GamesRatio(MatchSum):
    """Dividing exact integers rounds equal ratios to equal floats."""

    key = "games_ratio"
    title = _("Games won %")
    sentence = _("Games won divided by games played.")
    share = True
    grows_with_matches = False

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.games_won

    def get_losses(self, tally: Tally) -> Numbers:
        return tally.board.games_lost

    def compute_values(self, tally: Tally) -> Values:
        won, lost = map(tally.board.sum_by_entrant, (self.get_gains(tally), self.get_losses(tally)))
        ratio: Values = won / np.maximum(won + lost, 1)
        return ratio


class PointDifference(MatchSum):
    key = "point_difference"
    title = _("Difference")
    sentence = _("Points scored minus points conceded in all games.")

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.scored

    def get_losses(self, tally: Tally) -> Numbers:
        return tally.board.conceded


class PointsScored(MatchSum):
    key = "points_scored"
    title = _("Points scored")
    sentence = _("All points scored, in every game. Where the fewest win, they are taken off: −44 means 44 penalties.")

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.scored


class PointsConceded(MatchSum):
    key = "points_conceded"
    title = _("Points conceded")
    sentence = _("All points of the opponents: fewer is better.")
    lowest_first = True

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.conceded
