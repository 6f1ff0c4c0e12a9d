"""The prizes of an evening as guests see them: in words, with the photographs that the desk took."""

from collections.abc import Iterator
from dataclasses import dataclass

from paper.layout import PictureRefused, PrintPicture, read_picture
from paper.logos import LARGEST_PHOTOGRAPH
from printing.prints.heads import PrintContext
from scoring.matches.paper_style import read_style
from tournaments.cash.prize_lines import describe_prize, parse_prize_lines
from tournaments.models import PrizePicture, Tournament


@dataclass(frozen=True, slots=True)
class OfferedPrize:
    """A line of the prize list without what it cost; `place` and `award` name its photograph."""

    words: str
    place: int
    award: str
    has_picture: bool


def read_offered_prizes(tournament: Tournament) -> tuple[OfferedPrize, ...]:
    """The prize list from the first line down. Two queries."""
    pictured = set(PrizePicture.objects.filter(tournament=tournament).values_list("award", "place"))
    return tuple(
        OfferedPrize(describe_prize(line), line.first, line.award.casefold(), (line.award.casefold(), line.first) in pictured)
        for line in parse_prize_lines(read_style(tournament).prizes)
    )


def iterate_prize_figures(context: PrintContext) -> Iterator[tuple[str, PrintPicture]]:
    """Words and photograph of the prizes that have one, in the order of the list; what cannot be decoded is left out."""
    rows = PrizePicture.objects.filter(tournament=context.tournament).values_list("award", "place", "picture")
    stored = {(award, place): bytes(picture) for award, place, picture in rows}
    for line in parse_prize_lines(context.style.prizes):
        try:
            picture = stored.get((line.award.casefold(), line.first))
            if picture is not None:
                yield describe_prize(line), read_picture(picture, LARGEST_PHOTOGRAPH)
        except PictureRefused:
            continue
