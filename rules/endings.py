"""The reasons why a game or a match is over, and what they are called."""

from enum import StrEnum

from rules.texts import _


class Ending(StrEnum):
    """The reason why a game or a match is over."""

    TARGET_REACHED = "target_reached"
    TURNED_CARD = "turned_card"
    DECLARATION = "declaration"
    CLAIM = "claim"
    WRONG_CLAIM = "wrong_claim"
    PENALTY = "penalty"
    DEALS_PLAYED = "deals_played"
    SCORE_GIVEN = "score_given"
    GAMES_WON = "games_won"
    RESULT_GIVEN = "result_given"

    @property
    def label(self) -> str:
        return ENDING_LABELS[self]


ENDING_LABELS = {
    Ending.TARGET_REACHED: _("target reached"),
    Ending.TURNED_CARD: _("target reached with the turned card"),
    Ending.DECLARATION: _("target reached with a declaration"),
    Ending.CLAIM: _("right claim"),
    Ending.WRONG_CLAIM: _("wrong claim"),
    Ending.PENALTY: _("penalty"),
    Ending.DEALS_PLAYED: _("all hands played"),
    Ending.SCORE_GIVEN: _("entered as a final score"),
    Ending.GAMES_WON: _("games won"),
    Ending.RESULT_GIVEN: _("entered as a result"),
}
