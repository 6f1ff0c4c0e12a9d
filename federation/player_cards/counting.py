"""What a person’s matches add up to. Pure: tallied matches in, a card out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from records.told_matches.tallies import TalliedMatch

PersonKey = int


@dataclass(frozen=True, slots=True)
class CardMatch:
    """A match as the person played it, on side `side`, in seat `seat` of it (None where nobody knows).

    `evening` is a key of the evening; `partners` and `opponents` are keys of persons, those who may not be named left out.
    """

    match: TalliedMatch
    evening: int
    game: str
    side: int
    seat: int | None
    partners: tuple[PersonKey, ...]
    opponents: tuple[PersonKey, ...]

    @property
    def is_won(self) -> bool:
        return self.match.winner == self.side

    @property
    def is_lost(self) -> bool:
        return self.match.winner is not None and not self.is_won


@dataclass(frozen=True, slots=True)
class PlayedRecord:
    """Sums of some matches. Games, hands and points come as the person’s own and those of all opponents together."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    games: tuple[int, int] = (0, 0)
    hands: int = 0
    hands_won: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)

    @property
    def share(self) -> float:
        """Of the matches the share that was won, a tie counted half."""
        return (self.won + (self.matches - self.won - self.lost) / 2) / self.matches if self.matches else 0.0


@dataclass(frozen=True, slots=True)
class FormPoint:
    """An evening in the course of the form: its matches, and the share that was won of these and of the evenings just before."""

    evening: int
    won: int
    matches: int
    share: float


@dataclass(frozen=True, slots=True)
class CardNumbers:
    """The card: everything together, by partner, opponent, game and targets, most matches first; as declarer; the form, oldest first."""

    total: PlayedRecord
    partners: tuple[tuple[PersonKey, PlayedRecord], ...]
    opponents: tuple[tuple[PersonKey, PlayedRecord], ...]
    games: tuple[tuple[str, PlayedRecord], ...]
    targets: tuple[tuple[tuple[str, str], PlayedRecord], ...]
    declared: tuple[int, int]
    """Hands as declarer, and those of them in which the declarer’s side gained most."""
    form: tuple[FormPoint, ...] = field(default=())


WINDOW = 5
"""Evenings over which the form is smoothed: the evening itself and those before it."""


def count_card(matches: Sequence[CardMatch]) -> CardNumbers:
    """The card of matches in their order."""
    return CardNumbers(
        total=sum_matches(matches),
        partners=_group(matches, lambda played: played.partners),
        opponents=_group(matches, lambda played: played.opponents),
        games=_group(matches, lambda played: (played.game,)),
        targets=_group(matches, lambda played: ((played.game, played.match.targets),) if played.match.targets else ()),
        declared=_count_declared(matches),
        form=_list_form(matches),
    )


def sum_matches(matches: Iterable[CardMatch]) -> PlayedRecord:
    """The sums of matches, in one walk: a card adds up thousands of them."""
    count = won = lost = hands = 0
    sums = [0] * 6
    for played in matches:
        match, side = played.match, played.side
        count, hands = count + 1, hands + match.hands
        if match.winner == side:
            won += 1
        elif match.winner is not None:
            lost += 1
        for place, numbers in ((0, match.games), (2, match.hands_won), (4, match.points)):
            sums[place] += numbers[side]
            sums[place + 1] += sum(numbers) - numbers[side]
    games, hands_won, points = (sums[0], sums[1]), (sums[2], sums[3]), (sums[4], sums[5])
    return PlayedRecord(count, won, lost, games, hands, hands_won, points)


def compute_share(matches: Iterable[CardMatch]) -> float:
    """Of the matches the share that was won, a tie counted half; 0 without any."""
    halves = [2 if match.winner == side else match.winner is None for match, side in ((played.match, played.side) for played in matches)]
    return sum(halves) / 2 / len(halves) if halves else 0.0


def _group(matches: Sequence[CardMatch], keys: Callable[[CardMatch], Iterable[Any]]) -> tuple[Any, ...]:
    """The sums by key, those with most matches first, then by key."""
    groups = defaultdict(list)
    for played in matches:
        for key in dict.fromkeys(keys(played)):
            groups[key].append(played)
    sums = [(key, sum_matches(group)) for key, group in groups.items()]
    return tuple(sorted(sums, key=lambda row: (-row[1].matches, -row[1].won, row[0])))


def _count_declared(matches: Sequence[CardMatch]) -> tuple[int, int]:
    rows = [row for played in matches for row in played.match.declared if row[0] == played.seat]
    return sum(hands for _seat, hands, _won in rows), sum(won for _seat, _hands, won in rows)


def _list_form(matches: Sequence[CardMatch]) -> tuple[FormPoint, ...]:
    evenings: dict[int, list[CardMatch]] = {}
    for played in matches:
        evenings.setdefault(played.evening, []).append(played)
    listed = list(evenings)
    points = []
    for place, (evening, group) in enumerate(evenings.items()):
        window = [played for earlier in listed[max(0, place - WINDOW + 1) : place + 1] for played in evenings[earlier]]
        points.append(FormPoint(evening, sum(played.is_won for played in group), len(group), compute_share(window)))
    return tuple(points)


def find_best_places(places: Mapping[int, str], most: int) -> tuple[tuple[int, str], ...]:
    """The best places by evening, the best first, then the latest; `places` in the order of the evenings."""
    numbered = [(int(place.rstrip("=")), -number, evening, place) for number, (evening, place) in enumerate(places.items()) if place]
    return tuple((evening, place) for _rank, _number, evening, place in sorted(numbered)[:most])
