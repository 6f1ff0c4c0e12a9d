"""Tie-breaks that look only at the matches among the tied (Italian: classifica avulsa)."""

from rules.texts import _
from standings.encounters import compute_encounter_points, sum_among
from standings.results import Numbers, Values
from standings.tally import Tally
from standings.tie_breaks.base import AmongTied


class DirectEncounter(AmongTied):
    key = "direct_encounter"
    title = _("Direct encounter")
    sentence = _("Points from the matches among the tied only; counted again whenever fewer remain tied.")
    in_points = True

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.earned

    def compute_values_among(self, tally: Tally, group: Numbers) -> Values:
        return compute_encounter_points(tally, group)


class DirectGames(AmongTied):
    key = "direct_games"
    title = _("Games among the tied")
    sentence = _("Games won in the matches among the tied only; counted again whenever fewer remain tied.")

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.games_won

    def compute_values_among(self, tally: Tally, group: Numbers) -> Values:
        return sum_among(tally, group, tally.board.games_won)


class DirectDifference(AmongTied):
    key = "direct_difference"
    title = _("Difference among the tied")
    sentence = _("Points scored less points conceded among the tied only; counted again whenever fewer remain tied.")

    def get_gains(self, tally: Tally) -> Numbers:
        return tally.board.scored

    def get_losses(self, tally: Tally) -> Numbers:
        return tally.board.conceded

    def compute_values_among(self, tally: Tally, group: Numbers) -> Values:
        return sum_among(tally, group, tally.board.scored - tally.board.conceded)
