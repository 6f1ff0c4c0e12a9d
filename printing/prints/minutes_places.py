"""The places in the minutes: the final list over all stages, then the standings of each stage."""

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext

from paper import PaperSection
from printing.prints.heads import PrintContext
from printing.prints.stage_prints import build_standings_tables
from printing.prints.team_papers import build_team_ranking
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.queries import list_published_stages, read_standings_view
from rankings.standings_pages.stage_progress import read_stage_progress
from rankings.standings_pages.teams import read_team_table
from tournaments.models import Stage, Tournament


def build_place_sections(context: PrintContext) -> Iterator[PaperSection]:
    """Of several stages the final list stands first: it is what prizes and certificates follow."""
    yield from _build_final_list(context.tournament)
    yield from _build_standings(context.tournament)


def _build_final_list(tournament: Tournament) -> Iterator[PaperSection]:
    if tournament.stages.count() == 1:
        return
    final = read_final_list(tournament)
    if final.stages > 1:
        notice = (gettext("Provisional: places can still change."),) if final.provisional else ()
        headings = (gettext("Rank"), gettext("No."), gettext("Entry"), gettext("Last stage"), gettext("Reached"))
        rows = tuple((line.place, str(line.number), line.name, line.stage, line.reached) for line in final.lines)
        yield PaperSection(gettext("Final list"), notice, headings, rows, names=(2, 3), numbers=(1,))


def _build_standings(tournament: Tournament) -> Iterator[PaperSection]:
    """The standings of every published stage, the latest first, each with what keeps them from being final; those of teams before those
    of their entries.
    """
    for stage in list_published_stages(tournament):
        progress, view = read_stage_progress(stage), read_standings_view(stage)
        title = gettext("Final standings: %(stage)s") if progress.finished else gettext("Standings: %(stage)s")
        title %= {"stage": stage.name}
        notice = _build_notice(stage) if progress.finished else (progress.sentence or capfirst(progress.format_moment(None)),)
        if teams := read_team_table(view):
            yield build_team_ranking(" · ".join((title, gettext("Teams"))), teams, notice)
        for table in build_standings_tables(view):
            yield PaperSection(
                " · ".join(text for text in (title, table.title) if text),
                notice,
                (gettext("Rank"), gettext("No."), gettext("Entry"), *table.columns),
                tuple((row.rank, row.party.number, row.party.name, *row.cells) for row in table.rows),
                names=(2,),
                numbers=(1, *range(3, 3 + len(table.columns))),
            )


def _build_notice(stage: Stage) -> tuple[str, ...]:
    """What stands above the standings of a finished stage that rest on something open."""
    is_open = stage.number in read_open_points(stage.tournament).provisional_stages
    return (gettext("Provisional: places can still change."),) if is_open else ()
