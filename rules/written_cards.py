"""Cards as people write them on a sheet: `A`, `asso`, `SA`, `7♠`, or a word for worthless ones."""

from collections.abc import Collection, Mapping

from rules.cards import SUIT_BY_WORD
from rules.problems import Fact, Problem
from rules.texts import _

NOT_A_CARD = Fact("not_a_card", _("“{given}” is not a card of this pack."))


def read_card(
    given: str | None, field: str, ranks: Collection[str], words: Mapping[str, str]
) -> tuple[str | None, str | None, list[Problem]]:
    """Rank, suit letter when it was written, and what cannot be read. `words` are other names of `ranks`."""
    if given is None:
        return None, None, []
    word = given.upper()
    for text, suit in ((word, ""), (word[1:], word[:1]), (word[:-1], word[-1:])):
        rank = words.get(text, text)
        if rank in ranks and (not suit or suit.lower() in SUIT_BY_WORD):
            return rank, SUIT_BY_WORD.get(suit.lower()), []
    return None, None, [NOT_A_CARD.problem(field, given=given)]
