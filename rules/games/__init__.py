"""Every game that the engine plays, in the order in which they are shown: those of the house, then those that were added."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, overload

from rules.declarations import check_games
from rules.game import Game
from rules.games.absent import stand_in
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

_HOUSE: tuple[Game[Any, Any], ...] = check_games(
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


class GameList(Sequence[Game[Any, Any]]):
    """Games in their order; whoever iterates sees what was added since."""

    def __init__(self, games: Sequence[Game[Any, Any]]) -> None:
        self._games = list(games)

    @overload
    def __getitem__(self, place: int) -> Game[Any, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Game[Any, Any]]: ...
    def __getitem__(self, place: int | slice) -> Game[Any, Any] | Sequence[Game[Any, Any]]:
        return self._games[place]

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[Game[Any, Any]]:
        return iter(self._games)

    def append(self, game: Game[Any, Any]) -> None:
        self._games.append(game)


GAMES = GameList(_HOUSE)
CARD_GAMES = GameList([game for game in _HOUSE if game.plays_cards])
"""Those whose hands can be played card by card."""
_by_key = {game.key: game for game in _HOUSE}


def add_game(game: Game[Any, Any]) -> None:
    """A game that lives outside the house. Raises: WrongDeclaration for what it declares wrongly, also a key that is taken."""
    check_games((*GAMES, game))
    GAMES.append(game)
    if game.plays_cards:
        CARD_GAMES.append(game)
    _by_key[game.key] = game
    forget_lookups()


def forget_lookups() -> None:
    """After a game came or went: what was looked up is looked up again."""
    for lookup in (game_by_key, stored_game, is_absent):
        lookup.cache_clear()


@cache
def game_by_key(key: str) -> Game[Any, Any]:
    """Raises KeyError."""
    return _by_key[key]


@cache
def stored_game(key: str) -> Game[Any, Any]:
    """The game of something that is stored; a stand-in where its plug-in is not installed any more."""
    return _by_key.get(key) or stand_in(key)


@cache
def is_absent(key: str) -> bool:
    """Whether there is no such game here."""
    return key not in _by_key
