"""Lists of entries that leave the site as files."""

import csv
import io

from django.utils.translation import gettext

from tournaments.models import Tournament
from tournaments.names import NAME_SEPARATOR
from tournaments.queries.entries import EntryLine, entry_lines

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\0")


def neutral_cell(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula; `reading` takes the apostrophe away again."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def entries_csv(tournament: Tournament, size: int) -> bytes:
    """UTF-8 with its mark and semicolons, as spreadsheets in Italy open without asking; headings that our import knows."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    persons = [gettext("Player %(number)d") % {"number": number} for number in range(1, size + 1)]
    writer.writerow([gettext("Number"), *persons, gettext("Team"), gettext("Club"), gettext("Seed"), gettext("Note"), gettext("State")])
    for line in entry_lines(tournament):
        writer.writerow([neutral_cell(cell) for cell in _cells(line, size)])
    return stream.getvalue().encode("utf-8-sig")


def _cells(line: EntryLine, size: int) -> list[str]:
    persons = [*line.persons, *[""] * size][:size]
    seed = str(line.seed) if line.seed else ""
    team = "" if line.name == NAME_SEPARATOR.join(line.persons) else line.name
    return [str(line.number), *persons, team, line.club, seed, line.note, line.state_label]
