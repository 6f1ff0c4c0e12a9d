"""A season's ranking on paper and as a file."""

from django.utils.translation import get_language, gettext

import paper as printouts
from paper import Party, PrintedStandings, PrintHead, StandingRow
from scoring.seasons.queries import EveningStanding, SeasonRanking
from scoring.seasons.wording import SeasonRow, format_evening_standing, format_game, format_short_day, list_season_columns, list_season_rows
from tournaments.entries.exports import CellValue, FileList
from tournaments.models import Season
from tournaments.templatetags.days import day


def render_season(season: Season, ranking: SeasonRanking) -> bytes:
    return printouts.render_standings(_build_head(season, ranking), [_build_table(ranking)], title=gettext("Season ranking"))


def _build_head(season: Season, ranking: SeasonRanking) -> PrintHead:
    counted = ranking.counted
    return PrintHead(
        tournament=season.name,
        subtitle=format_game(season),
        date=gettext("as of %(day)s") % {"day": day(counted[-1].date)} if counted else "",
        translate=gettext,
        language=get_language() or "en",
    )


def _build_table(ranking: SeasonRanking) -> PrintedStandings:
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
    return PrintedStandings(
        columns=tuple(column.name for column in columns),
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
    """A row for each player; numbers stay numbers, and the cell of an evening without play is empty."""
    columns = list_season_columns(ranking)
    headings = (gettext("Place"), gettext("Name"), gettext("Club"), *(column.name for column in columns))
    rows = tuple(
        (row.rank, row.name, row.club, *(_build_number_cell(row, column.key) for column in columns)) for row in list_season_rows(ranking)
    )
    return FileList(gettext("Season ranking"), headings, rows)


def _build_number_cell(row: SeasonRow, key: str) -> CellValue:
    number = row.sorting.get(key)
    if number is None:
        return None
    return int(number) if number == int(number) else round(float(number), 2)
