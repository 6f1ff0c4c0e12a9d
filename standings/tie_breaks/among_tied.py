"""Tie-breaks that look only at the matches among the tied (Italian: classifica avulsa)."""

from rules.texts import _
from standings.encounters import compute_encounter_points, sum_among
from standings.results import Numbers, Values
from standings.tally import Tally
from standings.tie_breaks.base import AmongTied


class DirectEncounter(AmongTied):
    key = "direct_encounter"
    title = _("Head-to-head")
    sentence = _("Points in matches between the tied only; recounted whenever fewer are tied.")
    in_points = True

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.earned

    def compute_values_among(self, tally: Tally, group: Numbers) -> Values:
        return compute_encounter_points(tally, group)


class DirectGames(AmongTied):
    key = "direct_games"
    title = _("Head-to-head games")
    sentence = _("Games won in matches between the tied only; recounted whenever fewer are tied.")

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.games_won

    def compute_values_among(self, tally: Tally, group: Numbers) -> Values:
        return sum_among(tally, group, tally.board.games_won)


class DirectDifference(AmongTied):
    key = "direct_difference"
    title = _("Head-to-head difference")
    sentence = _("Points scored minus conceded in matches between the tied only; recounted whenever fewer are tied.")

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.scored

    def get_losses(self, tally: Tally) -> Numbers:
        return tally.board.conceded

    def compute_values_among(self, tally: Tally, group: Numbers) -> Values:
        return sum_among(tally, group, tally.board.scored - tally.board.conceded)
