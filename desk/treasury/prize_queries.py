"""Every prize that can be given: who has its place now, and who got it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from printing.prints.heads import PrintContext
from printing.prints.honours import Honour, read_rewarded_honours
from printing.prints.registry import is_decided
from tournaments.cash.prize_lines import PrizeLine, find_heading, list_single_prizes, name_places
from tournaments.models import PrizeHandover, PrizePicture, Tournament
from tournaments.models.treasury import MAX_PRIZE
from tournaments.seen import compute_fingerprint


@dataclass(frozen=True, slots=True)
class PrizeWinner:
    entry_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize of one place. `award` is what the place is of, as it is written: empty, a pool, a consolation, a category, a club, the last.
    `winners` have the place now, several where it is shared; `given` is the handing over that counts.
    """

    line: PrizeLine
    place: int
    award: str
    winners: tuple[PrizeWinner, ...]
    given: PrizeHandover | None
    has_picture: bool

    @property
    def key(self) -> str:
        return f"{self.place} {self.award.casefold()}".strip()

    @property
    def places(self) -> str:
        return name_places(self.award, self.place)

    @property
    def text(self) -> str:
        return self.line.prize.text[:MAX_PRIZE]

    @property
    def fingerprint(self) -> str:
        """What a director who hands it over was shown: its words, and whose the place is."""
        return compute_fingerprint(self.text, tuple(winner.entry_id for winner in self.winners))

    @property
    def is_chosen(self) -> bool:
        """Whether the director says to which of the winners it is handed over."""
        return len(self.winners) > 1 and self.given is None and not self.line.prize.is_money

    @property
    def went_elsewhere(self) -> bool:
        """Whether it was given to somebody who does not have the place now: a result was corrected afterwards."""
        return self.given is not None and bool(self.winners) and self.given.entry_id not in {winner.entry_id for winner in self.winners}


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """`stray`: prizes that were given and stand on the list no more."""

    rows: tuple[PrizeRow, ...]
    stray: tuple[PrizeHandover, ...]
    decided: bool

    @property
    def handed(self) -> tuple[PrizeRow, ...]:
        """Those that are handed over: all but money, which the cash pays."""
        return tuple(row for row in self.rows if not row.line.prize.is_money)

    @property
    def given_count(self) -> int:
        return sum(row.given is not None for row in self.handed)

    def find_row(self, key: str) -> PrizeRow | None:
        return next((row for row in self.rows if row.key == key), None)


def read_prize_table(context: PrintContext) -> PrizeTable:
    """Every prize of the list, one row a place; money too, which the cash book pays."""
    decided = is_decided(context)
    handovers = {(row.award, row.place): row for row in select_given(context.tournament)}
    honours = read_rewarded_honours(context) if context.style.prizes and (decided or handovers) else []
    by_title: dict[str, list[Honour]] = {}
    for honour in honours:
        by_title.setdefault(honour.title, []).append(honour)
    pictures = set(PrizePicture.objects.filter(tournament=context.tournament).values_list("award", "place"))
    rows = []
    for line, place in list_single_prizes(context.style.prizes):
        for title in _list_titles(line, by_title, context.style.prizes):
            winners = tuple(_list_winners(by_title.get(title, ()), place)) if decided else ()
            picture = (line.award.casefold(), line.first) in pictures
            rows.append(PrizeRow(line, place, title, winners, handovers.pop((title.casefold(), place), None), picture))
    return PrizeTable(tuple(rows), tuple(handovers.values()), decided)


def _list_titles(line: PrizeLine, by_title: Mapping[str, Sequence[Honour]], text: str) -> list[str]:
    """Whose place a prize is for: one, or each pool where several have a ranking of their own."""
    headings = {neighbour.award.casefold() for neighbour, _place in list_single_prizes(text) if neighbour.award}
    return [title for title in by_title if find_heading(title, headings) == line.award.casefold()] or [line.award]


def _list_winners(honours: Iterable[Honour], place: int) -> Iterable[PrizeWinner]:
    for honour in honours:
        if honour.line.rank <= place < honour.line.rank + honour.held:
            yield PrizeWinner(honour.line.entry_id, honour.line.name)


def select_given(tournament: Tournament) -> QuerySet[PrizeHandover]:
    """What was given and not taken back, in the order in which it was given. One query."""
    return PrizeHandover.objects.filter(tournament=tournament, taken_back_at=None).select_related("entry", "given_by")


def compute_list_fingerprint(text: str) -> str:
    """The fingerprint of the prize list that a page shows."""
    return compute_fingerprint(text)
