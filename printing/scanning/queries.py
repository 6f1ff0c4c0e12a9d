"""The pile that came back, newest first."""

from dataclasses import dataclass

from printing.sheets_back.photographs import count_photographs
from printing.sheets_back.queries import SheetLine, name_sheet_lines, read_sheet_lines
from tournaments.models import Tournament

PILE_SHOWN = 30


@dataclass(frozen=True, slots=True)
class PileLine:
    """A sheet that is back, with the number of its photographs."""

    sheet: SheetLine
    photographs: int


@dataclass(frozen=True, slots=True)
class Pile:
    """The sheets that came back last, newest first, and how many of how many are back."""

    lines: tuple[PileLine, ...]
    back: int
    total: int

    @property
    def out(self) -> int:
        return self.total - self.back


def read_pile(tournament: Tournament) -> Pile:
    """The last thirty sheets that came back, of any round. Seven queries."""
    sheets = read_sheet_lines(tournament)
    returned = [(sheet.returned_at, sheet) for sheet in sheets if sheet.returned_at is not None]
    newest = sorted(returned, key=lambda pair: pair[0], reverse=True)[:PILE_SHOWN]
    photographs = count_photographs(tournament)
    named = name_sheet_lines([sheet for _at, sheet in newest])
    return Pile(tuple(PileLine(sheet, photographs.get(sheet.match_code, 0)) for sheet in named), len(returned), len(sheets))
