"""The ranking of clubs on paper and as a list."""

from django.utils.translation import gettext

from paper import PaperSection
from printing.prints.heads import PrintContext
from rankings.standings_pages.clubs import ClubLine, can_rank_clubs, rank_clubs
from rankings.standings_pages.queries import read_standings_view
from tournaments.entries.exports import FileList
from tournaments.models import Club, Round, Stage


def count_clubs(stage: Stage) -> int:
    """The clubs that play a stage. One query."""
    return Club.objects.filter(entries__stage_entries__stage=stage).distinct().count()


def read_club_lines(context: PrintContext, round_: Round) -> tuple[ClubLine, ...]:
    """The clubs by as many entries of each as the context says; none where clubs cannot be compared."""
    view = read_standings_view(round_.stage, context.naming)
    return rank_clubs(view, context.best) if view.has_begun and can_rank_clubs(view) else ()


def build_club_section(context: PrintContext, round_: Round) -> PaperSection:
    rows = tuple(
        (line.place, line.club, str(line.points), "\n".join(f"{member.name}: {member.points}" for member in line.counted))
        for line in read_club_lines(context, round_)
    )
    headings = (gettext("Place"), gettext("Club"), gettext("Points"), gettext("Who counts"))
    rule = gettext("All entries of each club count.")
    if context.best:
        rule = gettext("The best of each club count: %(best)d.") % {"best": context.best}
    if not rows:
        return PaperSection(round_.stage.name, (gettext("No club can be ranked: two clubs are needed, one of them with several entries."),))
    return PaperSection(round_.stage.name, (rule,), headings, rows, numbers=(2,), texts=(3,))


def read_club_list(context: PrintContext, round_: Round) -> FileList:
    """A row for each entry that counts, the best club first."""
    headings = (gettext("Place"), gettext("Club"), gettext("Points of the club"), gettext("No."), gettext("Name"), gettext("Points"))
    rows = tuple(
        (line.rank, line.club, line.points, member.number, member.name, member.points)
        for line in read_club_lines(context, round_)
        for member in line.counted
    )
    return FileList(gettext("Clubs"), headings, rows)
