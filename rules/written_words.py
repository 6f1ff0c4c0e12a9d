"""The words of a hand written as text, in the languages in which people write them; records keep the English ones."""

from collections.abc import Callable, Collection, Mapping

LINE_WORDS: Mapping[str, Mapping[str, str]] = {
    "it": {
        "option": "regola", "number": "numero", "score": "punti", "dealer": "mazziere", "leader": "primo", "holds": "carte",
        "stock": "mazzo", "turn": "gira", "expose": "scopre", "trump": "briscola", "announce": "dice", "claim": "fuori", "bid": "dice",
        "call": "chiama", "meld": "mostra", "exchange": "cambia", "draw": "pesca", "count": "conta", "aside": "scarta", "accuse": "accusa",
    },
}  # fmt: skip
"""By language: the word for each that a record writes. Where a game has two of one name it is the first that the game knows."""
RECORD_WORDS: Mapping[str, str] = {}
"""The words of records themselves: no other word for any of them."""


def read_word(typed: str, known: Collection[str]) -> str:
    """The word of `known` that is meant, as records write it; any other text in lower case."""
    word = typed.lower()
    meant = (ours for words in LINE_WORDS.values() for ours, theirs in words.items() if theirs == word and ours in known)
    return word if word in known else next(meant, word)


def reword_hand(text: str, words: Mapping[str, str], write_card: Callable[[str], str]) -> str:
    """The text of a record as people write it: without its head, with their words and cards. `write_card` leaves other words alone."""
    return "".join(f"{_reword_line(line.split(' '), words, write_card)}\n" for line in text.splitlines()[2:])


def _reword_line(parts: list[str], words: Mapping[str, str], write_card: Callable[[str], str]) -> str:
    """The first word of a line is a head or a seat; behind a seat stands a verb or a card."""
    first, *others = parts
    if first == "option":
        return " ".join((words.get(first, first), *others))
    verbs = {} if first in words else words
    return " ".join(
        (
            words.get(first, first),
            *(verbs.get(part, write_card(part)) if place == 0 else write_card(part) for place, part in enumerate(others)),
        )
    )
