"""A season's ranking on paper and as a file."""

from django.utils.translation import get_language, gettext

import paper as printouts
from paper import Party, PrintedSeason, PrintHead, StandingRow
from rankings.seasons.queries import EveningStanding, SeasonRanking
from rankings.seasons.wording import (
    SeasonRow,
    format_evening_standing,
    format_game,
    format_short_day,
    list_season_columns,
    list_season_rows,
)
from tournaments.entries.exports import CellValue, FileList
from tournaments.models import Season
from tournaments.templatetags.days import day


def render_season(season: Season, ranking: SeasonRanking) -> bytes:
    return printouts.render_season_ranking(_build_head(season, ranking), _build_table(ranking))


def _build_head(season: Season, ranking: SeasonRanking) -> PrintHead:
    counted = ranking.counted
    return PrintHead(
        tournament=season.name,
        subtitle=format_game(season),
        date=gettext("as of %(day)s") % {"day": day(counted[-1].date)} if counted else "",
        translate=gettext,
        language=get_language() or "en",
    )


def _build_table(ranking: SeasonRanking) -> PrintedSeason:
    """The ranking with values that do not count in brackets. Notes explain the points and name the ledger state of each evening."""
    columns, rows = list_season_columns(ranking), list_season_rows(ranking)
    notes = [f"{column.name}: {column.sentence}" for column in columns if not column.evening]
    if any(row.left_out for row in rows):
        notes.insert(1, gettext("In brackets: shown, but not counted."))
    for evening in ranking.evenings:
        state = (
            gettext("ledger %(head)s") % {"head": evening.head}
            if evening.standing is EveningStanding.IN
            else format_evening_standing(evening)
        )
        notes.append(f"{format_short_day(evening)}: {evening.name}, {state}")
    points, *others = columns
    return PrintedSeason(
        points=points.name,
        evenings=tuple(column.name for column in others if column.evening),
        tie_breaks=tuple(column.name for column in others if not column.evening),
        rows=tuple(
            StandingRow(
                rank="" if index and rows[index - 1].rank == row.rank else str(row.rank),
                party=Party("", (row.name,), row.club),
                cells=tuple(
                    f"({row.cells[column.key]})" if column.key in row.left_out else row.cells.get(column.key, "") for column in columns
                ),
                tied=row.shared,
            )
            for index, row in enumerate(rows)
        ),
        notes=tuple(notes),
    )


def build_season_list(ranking: SeasonRanking) -> FileList:
    """A row for each player; numbers stay numbers, and the cell of an evening without play is empty. “=” marks a tie."""
    columns, rows = list_season_columns(ranking), list_season_rows(ranking)
    not_counted = (gettext("Not counted"),) if any(row.left_out for row in rows) else ()
    headings = (gettext("Place"), gettext("Tied"), gettext("Name"), gettext("Club"), *(column.name for column in columns), *not_counted)
    lines = (
        (
            row.rank,
            "=" if row.shared else "",
            row.name,
            row.club,
            *(_build_number_cell(row, column.key) for column in columns),
            *(", ".join(column.name for column in columns if column.key in row.left_out) for _column in not_counted),
        )
        for row in rows
    )
    return FileList(gettext("Season ranking"), headings, tuple(lines))


def _build_number_cell(row: SeasonRow, key: str) -> CellValue:
    number = row.sorting.get(key)
    if number is None:
        return None
    return int(number) if number == int(number) else round(float(number), 2)
