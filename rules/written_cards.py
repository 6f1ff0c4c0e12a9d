"""Parse cards as people write them on a sheet: `A`, `asso`, `SA`, `7♠`, `re di spade`, or a word for worthless cards."""

from collections.abc import Collection, Iterator, Mapping

from rules.cards import LETTERS_READ, SUIT_BY_WORD
from rules.problems import Fact, Problem
from rules.texts import _

LINKING_WORDS = frozenset({"DI", "OF"})
NOT_A_CARD = Fact("not_a_card", _("“{given}” is not a card in this pack. Type a name or a number: king, ace, 7 …"))


def parse_card(
    typed: str | None, field: str, ranks: Collection[str], words: Mapping[str, str]
) -> tuple[str | None, str | None, list[Problem]]:
    """Rank, suit letter if one was written, and the problems. `words` maps other names to `ranks`. A blank gives no rank and no problem."""
    if typed is None:
        return None, None, []
    upper_text = typed.upper()
    for text, suit in _split_suit(upper_text):
        rank = words.get(text, text)
        if rank not in ranks:
            rank = next((letter for letter in LETTERS_READ.get(text, ()) if letter in ranks), rank)
        if rank in ranks and (not suit or suit.lower() in SUIT_BY_WORD):
            return rank, SUIT_BY_WORD.get(suit.lower()), []
    return None, None, [NOT_A_CARD.problem(field, given=typed)]


def _split_suit(text: str) -> Iterator[tuple[str, str]]:
    """The ways to divide a card into rank and suit, in the order in which they are tried."""
    yield text, ""
    parts = [part for part in text.split() if part not in LINKING_WORDS]
    if len(parts) == 2:
        yield parts[0], parts[1]
        yield parts[1], parts[0]
    yield text[1:], text[:1]
    yield text[:-1], text[-1:]
