"""What decides between players with the same points of a season: small functions that a director puts in order."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rules.texts import _
from standings.season.scores import Record, Score


@dataclass(frozen=True, slots=True)
class SeasonTieBreak:
    """A column of the ranking: the higher value comes first, unless `lowest_first`. `made_of` are the evenings that a cell comes from."""

    key: str
    name: str
    sentence: str
    measure: Callable[[Record], Fraction | int]
    made_of: Callable[[Record], tuple[Score, ...]]
    lowest_first: bool = False


def won(record: Record) -> tuple[Score, ...]:
    return tuple(score for score in record.scores if score.place == 1)


def best(record: Record) -> tuple[Score, ...]:
    """The first of the best ones."""
    return tuple(sorted(record.scores, key=lambda score: -score.points)[:1])


def played(record: Record) -> tuple[Score, ...]:
    return tuple(record.scores)


def latest(record: Record) -> tuple[Score, ...]:
    return tuple(score for score in record.scores if score.evening == record.latest)


def nothing(record: Record) -> tuple[Score, ...]:
    return ()


def _points(of: Callable[[Record], tuple[Score, ...]]) -> Callable[[Record], Fraction]:
    return lambda record: sum((score.points for score in of(record)), Fraction(0))


def _count(of: Callable[[Record], tuple[Score, ...]]) -> Callable[[Record], int]:
    return lambda record: len(of(record))


_WON = _("First places, shared ones too, whether the evening counts or not.")
_PLAYED = _("The evenings that somebody came to, whether they count or not.")
_LATEST = _("The points of the latest evening; 0 for who was not there.")
_LOT = _("Drawn by lot from the seed stored with the season: the lowest number comes first.")
SEASON_TIE_BREAKS: tuple[SeasonTieBreak, ...] = (
    SeasonTieBreak("evenings_won", _("Evenings won"), _WON, _count(won), won),
    SeasonTieBreak("best_result", _("Best evening"), _("The most points that a single evening brought."), _points(best), best),
    SeasonTieBreak("evenings_played", _("Evenings played"), _PLAYED, _count(played), played),
    SeasonTieBreak("last_evening", _("Last evening"), _LATEST, _points(latest), latest),
    SeasonTieBreak("lots", _("Lot"), _LOT, lambda record: record.lot, nothing, lowest_first=True),
)


def season_tie_break(key: str) -> SeasonTieBreak:
    """Raises: KeyError."""
    return {one.key: one for one in SEASON_TIE_BREAKS}[key]
