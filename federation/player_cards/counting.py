"""What a person’s matches add up to. Pure: tallied matches in, a card out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from records.told_matches.tallies import TalliedMatch

PersonKey = int


class CardMatch(NamedTuple):
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
    rows = [_count_match(played) for played in matches]  # counted once, added up five times: a card has thousands
    return CardNumbers(
        total=_add_rows(rows),
        partners=_group(matches, rows, lambda played: played.partners),
        opponents=_group(matches, rows, lambda played: played.opponents),
        games=_group(matches, rows, lambda played: (played.game,)),
        targets=_group(matches, rows, lambda played: ((played.game, played.match.targets),) if played.match.targets else ()),
        declared=_count_declared(matches),
        form=_list_form(matches, rows),
    )


def sum_matches(matches: Iterable[CardMatch]) -> PlayedRecord:
    """The sums of matches."""
    return _add_rows([_count_match(played) for played in matches])


def _count_match(played: CardMatch) -> tuple[int, ...]:
    """One match as numbers to add up, in the order of `PlayedRecord`."""
    match, side = played.match, played.side
    games, hands_won, points = match.games, match.hands_won, match.points
    return (
        1,
        match.winner == side,
        match.winner is not None and match.winner != side,
        games[side],
        sum(games) - games[side],
        match.hands,
        hands_won[side],
        sum(hands_won) - hands_won[side],
        points[side],
        sum(points) - points[side],
    )


def _add_rows(rows: Sequence[tuple[int, ...]]) -> PlayedRecord:
    if not rows:
        return PlayedRecord()
    count, won, lost, games, games_lost, hands, hands_won, hands_lost, points, points_lost = map(sum, zip(*rows, strict=True))
    return PlayedRecord(count, won, lost, (games, games_lost), hands, (hands_won, hands_lost), (points, points_lost))


def _group(matches: Sequence[CardMatch], rows: Sequence[tuple[int, ...]], keys: Callable[[CardMatch], Iterable[Any]]) -> tuple[Any, ...]:
    """The sums by key, those with most matches first, then by key; `rows` are the matches as numbers."""
    groups = defaultdict(list)
    for played, row in zip(matches, rows, strict=True):
        for key in dict.fromkeys(keys(played)):
            groups[key].append(row)
    sums = [(key, _add_rows(group)) for key, group in groups.items()]
    return tuple(sorted(sums, key=lambda row: (-row[1].matches, -row[1].won, row[0])))


def _count_declared(matches: Sequence[CardMatch]) -> tuple[int, int]:
    rows = [row for played in matches for row in played.match.declared if row[0] == played.seat]
    return sum(hands for _seat, hands, _won in rows), sum(won for _seat, _hands, won in rows)


def _list_form(matches: Sequence[CardMatch], rows: Sequence[tuple[int, ...]]) -> tuple[FormPoint, ...]:
    evenings: dict[int, list[tuple[int, ...]]] = {}
    for played, row in zip(matches, rows, strict=True):
        evenings.setdefault(played.evening, []).append(row)
    sums = [PlayedRecord(len(group), sum(row[1] for row in group), sum(row[2] for row in group)) for group in evenings.values()]
    points = []
    for place, evening in enumerate(evenings):
        window = sums[max(0, place - WINDOW + 1) : place + 1]
        smoothed = PlayedRecord(sum(row.matches for row in window), sum(row.won for row in window), sum(row.lost for row in window))
        points.append(FormPoint(evening, sums[place].won, sums[place].matches, smoothed.share))
    return tuple(points)


def find_best_places(places: Mapping[int, str], most: int) -> tuple[tuple[int, str], ...]:
    """The best places by evening, the best first, then the latest; `places` in the order of the evenings."""
    numbered = [(int(place.rstrip("=")), -number, evening, place) for number, (evening, place) in enumerate(places.items()) if place]
    return tuple((evening, place) for _rank, _number, evening, place in sorted(numbered)[:most])
