"""Read suits and cards as people write them: `S`, `spade`, `♠`, `A`, `asso`, `SA`, `7♠`, `re di spade`, `king of spades`."""

import re
from collections.abc import Collection, Iterator, Mapping

from rules.problems import Fact, Problem
from rules.texts import _

_SUIT_WORDS = {
    "D": "D DEN DENARI DENARO DANARI DANARO ORI ORO COINS COIN QUADRI QUADRO DIAMONDS DIAMOND CARREAUX CARREAU DENIERS DENIER ♦ ♢",
    "C": "C COP COPPE COPPA CUPS CUP CUORI CUORE HEARTS HEART COEURS COEUR CŒURS CŒUR COUPES COUPE ♥ ♡",
    "S": "S SP SPA SPADE SPADA SWORDS SWORD PICCHE PICCA SPADES PIQUES PIQUE ÉPÉES ÉPÉE P ♠ ♤",
    "B": "B BAS BAST BASTONI BASTONE MAZZE BATONS BATON BÂTONS BÂTON FIORI FIORE CLUBS CLUB TREFLES TREFLE TRÈFLES TRÈFLE ♣ ♧",
}
SUIT_BY_WORD = {word: letter for letter, words in _SUIT_WORDS.items() for word in words.split()}
"""Suits by their names in capitals: Italian and French ones, in Italian, English and French, with signs and abbreviations."""
_RANK_WORDS = {
    "A": "ASSO ACE AS UNO ONE 1",
    "K": "RE KING ROI R K",
    "H C Q": "CAVALLO CAVALIERE KNIGHT HORSE C H",
    "Q D H": "DONNA REGINA DAMA QUEEN DAME D",
    "H Q D": "Q",
    "J D": "FANTE GOBBO JACK KNAVE VALET F J V",
    "2": "DUE TWO DEUX",
    "3": "TRE THREE TROIS",
    "4": "QUATTRO FOUR QUATRE",
    "5": "CINQUE FIVE CINQ",
    "6": "SEI SIX",
    "7": "SETTE SEVEN SEPT",
    "8": "OTTO EIGHT HUIT",
    "9": "NOVE NINE NEUF",
    "10": "DIECI TEN DIX",
}
_RANKS_BY_WORD = {word: tuple(ranks.split()) for ranks, words in _RANK_WORDS.items() for word in words.split()}
"""Ranks that a word can mean: the first of them that the pack has, where it has no rank of that very name."""
_LINKING_WORDS = frozenset({"DI", "OF", "DE"})
_SEPARATORS = re.compile(r"[\s\-–·\ufe0e\ufe0f]+")
"""Between rank and suit; what follows a suit's sign on a phone to say how it is drawn."""
MOST_WORDS = 3
"""Words of a card: “re di spade”."""
MOST_LETTERS = 3
"""Letters of a card written in one: `10S`. Longer ones are words, “passo” and no ace of picche."""
NOT_A_CARD = Fact("not_a_card", _("“{given}” is not a card in this pack. Type a name or a number: king, ace, 7 …"))


def read_suit(text: str) -> str | None:
    """The letter of a suit from its letter, name or sign; None for any other text."""
    return SUIT_BY_WORD.get("".join(_SEPARATORS.split(text.upper())))


def read_card(text: str, names: Collection[str]) -> str | None:
    """The card that is meant, as records write it; None where that is none of `names`, or could be two of them.

    >>> read_card("re di spade", {"SK", "SJ"})
    'SK'
    """
    upper_text = text.strip().upper()
    if upper_text in names:
        return upper_text
    meant = {card for rank, suit in _split_suit(upper_text) if (card := _find_card(rank, suit, names))}
    return meant.pop() if len(meant) == 1 else None


def read_rank(text: str, ranks: Collection[str]) -> str | None:
    """The rank that a word means in a pack, `re` or `king`; None for letters and figures, which may mean something else."""
    rank = _find_rank(text.upper(), ranks)
    return rank if len(text) > 1 and text.isalpha() and rank in ranks else None


def parse_card(
    typed: str | None, field: str, ranks: Collection[str], words: Mapping[str, str]
) -> tuple[str | None, str | None, list[Problem]]:
    """Rank, suit letter if one was written, and the problems. `words` maps the game's own names to `ranks`.

    A blank gives no rank and no problem.
    """
    if typed is None:
        return None, None, []
    upper_text = typed.strip().upper()
    for text, suit in ((upper_text, ""), *_split_suit(upper_text)):
        rank = words.get(text) or _find_rank(text, ranks)
        if rank in ranks and (not suit or suit in SUIT_BY_WORD):
            return rank, SUIT_BY_WORD.get(suit), []
    return None, None, [NOT_A_CARD.problem(field, given=typed)]


def _split_suit(text: str) -> Iterator[tuple[str, str]]:
    """The ways to divide a card in capitals into rank and suit, in the order in which they are tried."""
    parts = [part for part in _SEPARATORS.split(text) if part and part not in _LINKING_WORDS]
    if len(parts) == 2:
        yield parts[0], parts[1]
        yield parts[1], parts[0]
    elif len(parts) == 1 and len(parts[0]) <= MOST_LETTERS:
        yield parts[0][1:], parts[0][:1]
        yield parts[0][:-1], parts[0][-1:]


def _find_card(rank_text: str, suit_text: str, names: Collection[str]) -> str | None:
    suit = SUIT_BY_WORD.get(suit_text)
    return suit and next((suit + rank for rank in (rank_text, *_RANKS_BY_WORD.get(rank_text, ())) if suit + rank in names), None)


def _find_rank(text: str, ranks: Collection[str]) -> str:
    """The rank of the pack that a text means; the text itself where it means none."""
    return text if text in ranks else next((rank for rank in _RANKS_BY_WORD.get(text, ()) if rank in ranks), text)
