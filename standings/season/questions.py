"""The questions that names leave open: nearly the same name, one membership number, and several people of one name."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from standings.season.people import IdentityRuling, SeasonPlayer

SHORTEST_WORD = 3
"""Shorter parts of a name are too weak a sign to ask whether two people are one."""


class Likeness(StrEnum):
    """Why two players may be one person."""

    MEMBERSHIP = "membership"
    """The same membership number under another name."""
    SPELLING = "spelling"
    """Nearly the same name."""


@dataclass(frozen=True, slots=True)
class IdentityQuestion:
    """Whether two players are one person; `likely` where the membership number speaks for it, or the club does and one of the names
    is on one evening only, as slips are.
    """

    first: SeasonPlayer
    second: SeasonPlayer
    likeness: Likeness
    likely: bool


@dataclass(frozen=True, slots=True)
class NamesakeQuestion:
    """Which appearances belong to which of several people of one name."""

    name: str
    players: tuple[SeasonPlayer, ...]


def list_questions(players: Sequence[SeasonPlayer], rulings: Sequence[IdentityRuling] = ()) -> tuple[IdentityQuestion, ...]:
    """Every two players that may be one person: never both on one evening, and not yet ruled to be two. Likely ones come first."""
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for number, player in enumerate(players):
        words = {word for name in player.names for word in name.split() if len(word) >= SHORTEST_WORD}
        cards = {f"# {appearance.membership}" for appearance in player.appearances if appearance.membership}
        for word in words | cards:
            by_word[word].append(number)
    pairs = sorted({pair for numbers in by_word.values() for pair in combinations(numbers, 2)})
    questions = [question for first, second in pairs for question in _find_question(players[first], players[second], rulings)]
    return tuple(sorted(questions, key=lambda question: not question.likely))


def list_namesakes(players: Sequence[SeasonPlayer]) -> tuple[NamesakeQuestion, ...]:
    """Every name under which somebody is in doubt, with all players of that name."""
    names = sorted({appearance.name for player in players if player.doubt for appearance in player.appearances if appearance.name})
    return tuple(NamesakeQuestion(name, tuple(player for player in players if name in player.names)) for name in names)


def _find_question(first: SeasonPlayer, second: SeasonPlayer, rulings: Sequence[IdentityRuling]) -> Iterator[IdentityQuestion]:
    if first.names & second.names or first.evenings & second.evenings:
        return
    cards = [{appearance.membership for appearance in player.appearances} - {""} for player in (first, second)]
    likeness = _find_likeness(first, second, same_card=bool(cards[0] & cards[1]))
    if likeness is None or any(_is_ruled_apart(first, second, ruling) for ruling in rulings):
        return
    clubs = [{appearance.club for appearance in player.appearances} - {""} for player in (first, second)]
    rare = min(len(first.evenings), len(second.evenings)) == 1
    likely = bool(cards[0] & cards[1]) or (rare and bool(clubs[0] & clubs[1]) and not (cards[0] and cards[1]))
    yield IdentityQuestion(first, second, likeness, likely)


def _is_ruled_apart(first: SeasonPlayer, second: SeasonPlayer, ruling: IdentityRuling) -> bool:
    parts = [{ruling[appearance.atom] for appearance in player.appearances if appearance.atom in ruling} for player in (first, second)]
    return any(part != other_part for part in parts[0] for other_part in parts[1])


def _find_likeness(first: SeasonPlayer, second: SeasonPlayer, *, same_card: bool) -> Likeness | None:
    if same_card:
        return Likeness.MEMBERSHIP
    words = [[name.split() for name in sorted(player.names)] for player in (first, second)]
    near = any(_is_nearly_same(name, other_name) for name in words[0] for other_name in words[1])
    return Likeness.SPELLING if near else None


def _is_nearly_same(words: list[str], other_words: list[str]) -> bool:
    """All parts but one are the same, and that one is missing, shortened, or has one slip."""
    left, right = Counter(words) - Counter(other_words), Counter(other_words) - Counter(words)
    common = len(words) - left.total()
    if left.total() + right.total() == 1:
        return common > 1
    if left.total() != 1 or right.total() != 1 or not common:
        return False
    word, other_word = next(iter(left)), next(iter(right))
    return word.startswith(other_word) or other_word.startswith(word) or _is_one_slip(word, other_word)


def _is_one_slip(word: str, other_word: str) -> bool:
    """A letter more, another letter, or two letters that changed places."""
    while word and other_word and word[0] == other_word[0]:
        word, other_word = word[1:], other_word[1:]
    while word and other_word and word[-1] == other_word[-1]:
        word, other_word = word[:-1], other_word[:-1]
    return max(len(word), len(other_word)) == 1 or (len(word) == 2 and word == other_word[::-1])
