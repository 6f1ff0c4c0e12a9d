"""The scores of a season, and the tie-breaks between players with the same points; a director puts these in order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.texts import _


@dataclass(frozen=True, slots=True)
class EveningScore:
    """`place` among `entries`, shared by `sharing` entries, and what the place brings; `times` is more than 1 for a final.

    Of an entry in which somebody was substituted a player gets `share` of what the place brings, having played `rounds`, of which
    some may be halves; `rounds` is None where everybody played all of them. Taking part is counted in full.
    """

    evening: int
    place: int
    sharing: int
    entries: int
    by_place: Fraction
    taking_part: int
    times: Fraction = Fraction(1)
    final: bool = False
    share: Fraction = Fraction(1)
    rounds: Fraction | None = None

    @property
    def points(self) -> Fraction:
        return (self.by_place * self.share + self.taking_part) * self.times


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """A player's season: all scores in the order of the evenings, the season's latest evening, and the player's lot."""

    player: str
    scores: Sequence[EveningScore]
    latest: int
    lot: int


@dataclass(frozen=True, slots=True)
class SeasonTieBreak:
    """A column of the ranking: the higher value comes first, unless `lowest_first`. `made_of` gives the evenings from which a cell
    is made.
    """

    key: str
    name: str
    sentence: str
    measure: Callable[[SeasonRecord], Fraction | int]
    made_of: Callable[[SeasonRecord], tuple[EveningScore, ...]]
    lowest_first: bool = False


def list_won_evenings(record: SeasonRecord) -> tuple[EveningScore, ...]:
    return tuple(score for score in record.scores if score.place == 1)


def find_best_evening(record: SeasonRecord) -> tuple[EveningScore, ...]:
    """The first of the best evenings."""
    return tuple(sorted(record.scores, key=lambda score: -score.points)[:1])


def list_played_evenings(record: SeasonRecord) -> tuple[EveningScore, ...]:
    return tuple(record.scores)


def find_latest_evening(record: SeasonRecord) -> tuple[EveningScore, ...]:
    return tuple(score for score in record.scores if score.evening == record.latest)


def list_nothing(record: SeasonRecord) -> tuple[EveningScore, ...]:
    return ()


def _sum_points(select: Callable[[SeasonRecord], tuple[EveningScore, ...]]) -> Callable[[SeasonRecord], Fraction]:
    return lambda record: sum((score.points for score in select(record)), Fraction(0))


def _count_evenings(select: Callable[[SeasonRecord], tuple[EveningScore, ...]]) -> Callable[[SeasonRecord], int]:
    return lambda record: len(select(record))


_WON = _("First places, tied ones too, whether the evening counts or not.")
_PLAYED = _("Evenings played, whether they count or not.")
_LATEST = _("The points of the latest evening; 0 for those who were not there.")
_LOT = _("By lot, from the draw key saved with the season: the lowest number comes first.")
SEASON_TIE_BREAKS: tuple[SeasonTieBreak, ...] = (
    SeasonTieBreak("evenings_won", _("Evenings won"), _WON, _count_evenings(list_won_evenings), list_won_evenings),
    SeasonTieBreak(
        "best_result",
        _("Best evening"),
        _("The most points from a single evening."),
        _sum_points(find_best_evening),
        find_best_evening,
    ),
    SeasonTieBreak("evenings_played", _("Evenings played"), _PLAYED, _count_evenings(list_played_evenings), list_played_evenings),
    SeasonTieBreak("last_evening", _("Last evening"), _LATEST, _sum_points(find_latest_evening), find_latest_evening),
    SeasonTieBreak("lots", _("Lots"), _LOT, lambda record: record.lot, list_nothing, lowest_first=True),
)


def season_tie_break_by_key(key: str) -> SeasonTieBreak:
    """Raises: KeyError."""
    return {tie_break.key: tie_break for tie_break in SEASON_TIE_BREAKS}[key]
