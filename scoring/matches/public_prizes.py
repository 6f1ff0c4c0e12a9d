"""The prizes as everybody reads them, from the announcement on to the final list. Nobody is named: who has a place has its prize."""

from dataclasses import dataclass

from scoring.matches.paper_style import read_style
from tournaments.announcing.queries import read_evening
from tournaments.cash.prize_lines import list_prize_words
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class PublicPrizes:
    """`says_places`: whether the lines say themselves for which places they are."""

    lines: tuple[str, ...]
    says_places: bool


def read_public_prizes(tournament: Tournament) -> PublicPrizes:
    """In the words of the announcement, else by the prize list without what things cost. At most two queries."""
    evening = read_evening(tournament)
    if evening.prizes:
        return PublicPrizes(evening.prizes, evening.says_places)
    return PublicPrizes(list_prize_words(read_style(tournament).prizes), says_places=True)
