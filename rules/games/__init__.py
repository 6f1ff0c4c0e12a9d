"""Every game that the engine plays, in the order in which they are shown."""

from functools import cache
from typing import Any

from rules.declarations import check_games
from rules.game import Game
from rules.games.briscola.game import Briscola, BriscolaOfThree, BriscolaOfTwo
from rules.games.briscola5.game import BriscolaCalled
from rules.games.marafon.game import Marafon
from rules.games.maranna.game import Maranna
from rules.games.mariglia.game import Mariglia
from rules.games.marjolet.game import Marjolet
from rules.games.mattazza.game import Mattazza, MattazzaOfFive, MattazzaOfThree
from rules.games.pointsonly.game import OneAgainstOne, PairsPoints, TableOfFive, TableOfFour, TableOfThree, TeamsOfFour, TeamsOfThree
from rules.games.sancagna.game import Sancagna, SancagnaOfSix, SancagnaOfTwo
from rules.games.tressette.game import Tressette, TressetteOfTwo
from rules.games.trionfo5.game import Trionfo

GAMES: tuple[Game[Any, Any], ...] = check_games(
    (
        Mariglia(),
        Marafon(),
        Trionfo(),
        Marjolet(),
        Sancagna(),
        SancagnaOfSix(),
        SancagnaOfTwo(),
        Maranna(),
        Mattazza(),
        MattazzaOfThree(),
        MattazzaOfFive(),
        Briscola(),
        BriscolaOfTwo(),
        BriscolaOfThree(),
        BriscolaCalled(),
        Tressette(),
        TressetteOfTwo(),
        PairsPoints(),
        OneAgainstOne(),
        TeamsOfThree(),
        TeamsOfFour(),
        TableOfThree(),
        TableOfFour(),
        TableOfFive(),
    )
)

CARD_GAMES = tuple(game for game in GAMES if game.plays_cards)
"""Those whose hands can be played card by card."""


@cache
def game_by_key(key: str) -> Game[Any, Any]:
    """Raises KeyError."""
    return {game.key: game for game in GAMES}[key]
