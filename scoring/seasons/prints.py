"""A season's ranking on paper and as a file."""

from django.utils.translation import get_language, gettext

import paper as printouts
from paper import Party, PrintHead, StandingRow, StandingsTable
from scoring.seasons.queries import Ranking, Standing
from scoring.seasons.wording import SeasonRow, columns_of, game_words, rows_of, short_day, standing_words
from tournaments.entries.exports import Cell, FileList
from tournaments.models import Season
from tournaments.templatetags.days import day


def draw_season(season: Season, ranking: Ranking) -> bytes:
    return printouts.standings(_head(season, ranking), [_table(ranking)], title=gettext("Season ranking"))


def _head(season: Season, ranking: Ranking) -> PrintHead:
    counted = ranking.counted
    return PrintHead(
        tournament=season.name,
        subtitle=game_words(season),
        date=gettext("as of %(day)s") % {"day": day(counted[-1].date)} if counted else "",
        translate=gettext,
        language=get_language() or "en",
    )


def _table(ranking: Ranking) -> StandingsTable:
    """What does not count stands in brackets. Below, how the points are made and which state of which ledger they follow from."""
    columns, rows = columns_of(ranking), rows_of(ranking)
    notes = [f"{column.name}: {column.sentence}" for column in columns if not column.evening]
    if any(row.left_out for row in rows):
        notes.insert(1, gettext("In brackets: shown, and left out of the points."))
    for one in ranking.evenings:
        state = gettext("ledger %(head)s") % {"head": one.head} if one.standing is Standing.IN else standing_words(one)
        notes.append(f"{short_day(one)}: {one.name}, {state}")
    return StandingsTable(
        columns=tuple(column.name for column in columns),
        rows=tuple(
            StandingRow(
                rank="" if place and rows[place - 1].rank == row.rank else str(row.rank),
                party=Party("", (row.name,), row.club),
                cells=tuple(
                    f"({row.cells[column.key]})" if column.key in row.left_out else row.cells.get(column.key, "") for column in columns
                ),
                tied=row.shared,
            )
            for place, row in enumerate(rows)
        ),
        notes=tuple(notes),
    )


def season_list(ranking: Ranking) -> FileList:
    """A row for every player; numbers stay numbers, and no cell where somebody did not play."""
    columns = columns_of(ranking)
    headings = (gettext("Place"), gettext("Name"), gettext("Club"), *(column.name for column in columns))
    rows = tuple((row.rank, row.name, row.club, *(_number(row, column.key) for column in columns)) for row in rows_of(ranking))
    return FileList(gettext("Season ranking"), headings, rows)


def _number(row: SeasonRow, key: str) -> Cell:
    number = row.sorting.get(key)
    if number is None:
        return None
    return int(number) if number == int(number) else round(float(number), 2)
