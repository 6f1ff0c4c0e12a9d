"""A ranking with the columns of chess-results and Swiss-Manager, for sites and programs that read those."""

from scoring.standings_pages.queries import StandingLine, read_standings_view
from tournaments.entries.exports import CellValue, FileList
from tournaments.models import Entry, Stage
from tournaments.models.prefetches import prefetch_members
from tournaments.people.naming import IN_FULL

PAIR_SIGN = " / "


def read_chess_results_list(stage: Stage) -> FileList:
    """A row for each entry in the order of the standings: rank, starting number, persons with the surname first, club, points, tie-breaks.

    The headings are those that other programs look for, in any language of ours. Groups follow one another. Title and federation are empty.
    """
    view = read_standings_view(stage)
    surname_first = stage.tournament.surname_first
    entries = Entry.objects.filter(tournament=stage.tournament_id).prefetch_related(prefetch_members())
    names = {entry.pk: PAIR_SIGN.join(IN_FULL.list_listed_persons(entry, surname_first=surname_first)) for entry in entries}
    breaks = tuple(f"TB{place}" for place in range(1, len(view.columns)))
    rows = tuple(_build_row(line, names) for group in view.groups for line in group.lines)
    return FileList("Ranking", ("Rk.", "SNo", "Title", "Name", "FED", "Club/City", "Pts.", *breaks), rows)


def _build_row(line: StandingLine, names: dict[int, str]) -> tuple[CellValue, ...]:
    rank = line.rank if line.placed else None
    return (rank, line.number, "", names.get(line.entry_id) or line.name, "", line.club, line.points, *line.cells.values())
