"""Who is who from evening to evening: people are recognised by name and club, a director can separate and join them, and
doubtful cases are asked.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

PersonKey = tuple[int, int]
"""An entry and a person in it; person 0 means the entry itself, where teams are ranked."""
IdentityRuling = Mapping[PersonKey, int]
"""A director's ruling: appearances with the same number are one person, those with different numbers are different people."""
SHORTEST_WORD = 3
"""Shorter parts of a name are too weak a sign to ask whether two people are one."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """A person on one evening. `name` and `club` are normalised for comparison, without capitals and accents, with the parts of the
    name
    sorted; an erased person has no name, and is the same person wherever the same row appears.
    """

    evening: int
    entry: int
    person: int
    name: str
    club: str

    @property
    def atom(self) -> PersonKey:
        return self.entry, self.person

    @property
    def key(self) -> Hashable:
        return (self.name, self.club) if self.name else self.person or self.entry


class IdentityDoubt(StrEnum):
    """Why names do not decide who somebody is."""

    TWICE = "twice"
    """Two people of this name and club on one evening."""
    DIVIDED = "divided"
    """The director separated two people of this name and club, and did not say which of them this is."""


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """Appearances that count together, in the order of the evenings, one an evening."""

    appearances: tuple[Appearance, ...]
    doubt: IdentityDoubt | None = None

    @property
    def id(self) -> str:
        entry, person = self.appearances[0].atom
        return f"{entry}-{person}"

    @property
    def evenings(self) -> frozenset[int]:
        return frozenset(appearance.evening for appearance in self.appearances)


def recognise_players(appearances: Sequence[Appearance], rulings: Sequence[IdentityRuling] = ()) -> tuple[SeasonPlayer, ...]:
    """Players in the order in which they first appear; `appearances` come in the order of the evenings, `rulings` in the order they
    were made.

    An appearance without a ruling joins those of the same name and club; where these were separated, it stands alone.
    """
    ruled: dict[PersonKey, Hashable] = {}
    for number, ruling in enumerate(rulings):
        ruled |= {atom: ("told", number, part) for atom, part in ruling.items()}
    ruled_evenings: defaultdict[Hashable, dict[Hashable, set[int]]] = defaultdict(dict)
    for appearance in appearances:
        if appearance.atom in ruled:
            ruled_evenings[appearance.key].setdefault(ruled[appearance.atom], set()).add(appearance.evening)
    groups: defaultdict[Hashable, list[Appearance]] = defaultdict(list)
    doubts: dict[PersonKey, IdentityDoubt] = {}
    for appearance in appearances:
        group, doubt = (
            (ruled[appearance.atom], None) if appearance.atom in ruled else _find_group(appearance, ruled_evenings[appearance.key])
        )
        groups[group].append(appearance)
        doubts |= {appearance.atom: doubt} if doubt else {}
    players = [player for members in groups.values() for player in _split_same_evening(members, doubts)]
    place = {appearance.atom: number for number, appearance in enumerate(appearances)}
    return tuple(sorted(players, key=lambda player: place[player.appearances[0].atom]))


def _find_group(appearance: Appearance, ruled_evenings: Mapping[Hashable, set[int]]) -> tuple[Hashable, IdentityDoubt | None]:
    """The group of an appearance without a ruling; `ruled_evenings` are the evenings of the people of this name and club who have
    one.
    """
    if not ruled_evenings:
        return ("key", appearance.key), None
    player, evenings = next(iter(ruled_evenings.items()))
    if len(ruled_evenings) > 1:
        return appearance.atom, IdentityDoubt.DIVIDED
    return (appearance.atom, IdentityDoubt.TWICE) if appearance.evening in evenings else (player, None)


def _split_same_evening(members: Sequence[Appearance], doubts: Mapping[PersonKey, IdentityDoubt]) -> Iterator[SeasonPlayer]:
    """A name that appears twice on an evening is two people: these stand alone until the director says which is which."""
    times = Counter(appearance.evening for appearance in members)
    once = tuple(appearance for appearance in members if times[appearance.evening] == 1)
    if once:
        yield SeasonPlayer(once, doubts.get(once[0].atom))
    yield from (SeasonPlayer((appearance,), IdentityDoubt.TWICE) for appearance in members if times[appearance.evening] > 1)


class Likeness(StrEnum):
    """Why two players may be one person."""

    OTHER_CLUB = "other_club"
    """The same name with another club."""
    SPELLING = "spelling"
    """Nearly the same name."""


@dataclass(frozen=True, slots=True)
class IdentityQuestion:
    first: SeasonPlayer
    second: SeasonPlayer
    likeness: Likeness


def list_questions(players: Sequence[SeasonPlayer], rulings: Sequence[IdentityRuling] = ()) -> tuple[IdentityQuestion, ...]:
    """Pairs that may be one person: never both on one evening, and not yet ruled to be two."""
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for number, player in enumerate(players):
        for word in {word for appearance in player.appearances for word in appearance.name.split() if len(word) >= SHORTEST_WORD}:
            by_word[word].append(number)
    pairs = sorted({pair for numbers in by_word.values() for pair in combinations(numbers, 2)})
    candidates = (_build_question(players[first], players[second], rulings) for first, second in pairs)
    return tuple(question for question in candidates if question is not None)


def _build_question(first: SeasonPlayer, second: SeasonPlayer, rulings: Sequence[IdentityRuling]) -> IdentityQuestion | None:
    if first.evenings & second.evenings or any(_is_ruled_apart(first, second, ruling) for ruling in rulings):
        return None
    spellings = [{(appearance.name, appearance.club) for appearance in player.appearances} for player in (first, second)]
    likenesses = {_find_likeness(spelling, other_spelling) for spelling in spellings[0] for other_spelling in spellings[1]}
    for likeness in (Likeness.OTHER_CLUB, Likeness.SPELLING):
        if likeness in likenesses:
            return IdentityQuestion(first, second, likeness)
    return None


def _is_ruled_apart(first: SeasonPlayer, second: SeasonPlayer, ruling: IdentityRuling) -> bool:
    parts = [{ruling[appearance.atom] for appearance in player.appearances if appearance.atom in ruling} for player in (first, second)]
    return any(part != other_part for part in parts[0] for other_part in parts[1])


def _find_likeness(spelling: tuple[str, str], other_spelling: tuple[str, str]) -> Likeness | None:
    (name, club), (other_name, other_club) = spelling, other_spelling
    if name == other_name:
        return Likeness.OTHER_CLUB
    near = club == other_club or not club or not other_club
    return Likeness.SPELLING if near and _is_nearly_same(name.split(), other_name.split()) else None


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
