"""Parse cards as people write them on a sheet: `A`, `asso`, `SA`, `7♠`, or a word for worthless cards."""

from collections.abc import Collection, Mapping

from rules.cards import LETTERS_READ, SUIT_BY_WORD
from rules.problems import Fact, Problem
from rules.texts import _

NOT_A_CARD = Fact("not_a_card", _("“{given}” is not a card in this pack. Type a name or a number: king, ace, 7 …"))


def parse_card(
    typed: str | None, field: str, ranks: Collection[str], words: Mapping[str, str]
) -> tuple[str | None, str | None, list[Problem]]:
    """Rank, suit letter if one was written, and the problems. `words` maps other names to `ranks`. A blank gives no rank and no problem."""
    if typed is None:
        return None, None, []
    upper_text = typed.upper()
    for text, suit in ((upper_text, ""), (upper_text[1:], upper_text[:1]), (upper_text[:-1], upper_text[-1:])):
        rank = words.get(text, text)
        if rank not in ranks:
            rank = next((letter for letter in LETTERS_READ.get(text, ()) if letter in ranks), rank)
        if rank in ranks and (not suit or suit.lower() in SUIT_BY_WORD):
            return rank, SUIT_BY_WORD.get(suit.lower()), []
    return None, None, [NOT_A_CARD.problem(field, given=typed)]
