"""The standings of teams and their matches, on paper and as a list."""

from collections.abc import Iterator

from django.utils.translation import gettext

from paper import PaperSection
from printing.prints.heads import PrintContext
from rankings.standings_pages.queries import read_standings_view
from rankings.standings_pages.teams import TeamMatchView, TeamTable, read_team_table
from tournaments.entries.exports import CellValue, FileList
from tournaments.models import Round


def _read_table(context: PrintContext, round_: Round) -> TeamTable:
    return read_team_table(read_standings_view(round_.stage, context.naming)) or TeamTable((), (), ())


def build_team_sections(context: PrintContext, round_: Round) -> list[PaperSection]:
    """The ranking of the teams, then their matches round by round with every board."""
    table = _read_table(context, round_)
    ranking = build_team_ranking(round_.stage.name, table)
    match_headings = (gettext("Round"), gettext("Teams, and the boards between them"), gettext("Boards won"), gettext("Points"))
    match_rows = tuple(row for match in table.matches for row in _list_match_rows(match))
    return [ranking, PaperSection(gettext("Matches of the teams"), (), match_headings, match_rows, names=(1,), numbers=(2, 3))]


def build_team_ranking(title: str, table: TeamTable, notice: tuple[str, ...] = ()) -> PaperSection:
    """A row for each team, the best first."""
    headings = (gettext("Place"), gettext("Team"), gettext("Played"), *table.columns)
    rows = tuple((line.place, line.name, str(line.played), *line.cells) for line in table.lines)
    return PaperSection(title, notice, headings, rows, names=(1,), numbers=tuple(range(2, len(headings))))


def _list_match_rows(match: TeamMatchView) -> Iterator[tuple[str, ...]]:
    """The match, then a row for each of its boards."""
    yield str(match.round), " – ".join(match.teams), match.score, match.points
    for number, board in enumerate(match.boards, start=1):
        yield "", f"{number}. {board.names[0]} / {board.names[1]}", "", board.score


def read_team_list(context: PrintContext, round_: Round) -> FileList:
    """A row for each team, the best first."""
    table = _read_table(context, round_)
    headings = (gettext("Place"), gettext("Team"), gettext("Played"), *table.columns, gettext("Players"))
    rows: tuple[tuple[CellValue, ...], ...] = tuple(
        (line.rank, line.name, line.played, *line.cells, ", ".join(line.members)) for line in table.lines
    )
    return FileList(gettext("Teams"), headings, rows)
