"""The balance of a season by evening, on paper and as a list: only evenings at whose desk the reader works."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext

import paper as printouts
from paper import PaperSection, PrintHead
from rankings.seasons.views import SeasonMixin
from scoring.matches.paper_style import read_style
from tournaments.cash.prize_lines import parse_prize_lines
from tournaments.cash.queries import CashReport, read_cash_report
from tournaments.entries.exports import FILE_KINDS, CellValue, FileList
from tournaments.fields.euros import format_euros
from tournaments.models import CashLine, Entry, Season, Tournament
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.permissions import filter_worked_for
from tournaments.templatetags.days import day

Kind = CashLine.Kind


@dataclass(frozen=True, slots=True)
class EveningBalance:
    """The cash of an evening in cents. `donated` is what prizes of sponsors are worth; it is in no sum."""

    tournament: Tournament
    entries: int
    fees: int
    other_income: int
    prizes: int
    expenses: int
    donated: int

    @property
    def result(self) -> int:
        return self.fees + self.other_income - self.prizes - self.expenses

    def list_amounts(self) -> tuple[int, ...]:
        return (self.fees, self.other_income, self.prizes, self.expenses, self.result, self.donated)


def read_season_balance(season: Season, user: User) -> tuple[list[EveningBalance], int]:
    """The evenings by date, and how many are left out because the reader has no role there. Some queries an evening."""
    evenings = Tournament.objects.filter(pk__in=season.evenings.values("tournament")).order_by("date", "pk")
    seen_keys = set(filter_worked_for(user.pk).filter(pk__in=evenings).values_list("pk", flat=True))
    rows = [_build_balance(tournament) for tournament in evenings if user.is_superuser or tournament.pk in seen_keys]
    return rows, evenings.count() - len(rows)


def _build_balance(tournament: Tournament) -> EveningBalance:
    report = read_cash_report(tournament)
    lines = parse_prize_lines(read_style(tournament).prizes)
    return EveningBalance(
        tournament=tournament,
        entries=Entry.objects.filter(tournament=tournament, phantom=False).count(),
        fees=_sum_kinds(report, Kind.ENTRY, Kind.REENTRY),
        other_income=_sum_kinds(report, Kind.EXTRA, Kind.INCOME),
        prizes=-_sum_kinds(report, Kind.PRIZE),
        expenses=-_sum_kinds(report, Kind.EXPENSE),
        donated=sum((line.prize.cents or 0) * line.count for line in lines if line.prize.sponsor),
    )


def _sum_kinds(report: CashReport, *kinds: CashLine.Kind) -> int:
    return sum(line.net for line in report.sums if line.kind in kinds)


def sum_balances(rows: Sequence[EveningBalance]) -> tuple[int, ...]:
    """The sums of the columns, in their order."""
    return tuple(map(sum, zip(*(row.list_amounts() for row in rows), strict=True))) or (0,) * 6


def list_headings() -> tuple[str, ...]:
    return (
        *(gettext("Date"), gettext("Evening"), gettext("Entries"), gettext("Fees"), gettext("Other income")),
        *(gettext("Prizes"), gettext("Expenses"), gettext("Result"), gettext("Given by sponsors")),
    )


def render_season_balance(season: Season, rows: Sequence[EveningBalance], left_out: int) -> bytes:
    head = PrintHead(tournament=season.name, subtitle="", date="", translate=gettext, language=get_language() or "en")
    cells = [
        (f"{row.tournament.date:%d/%m/%Y}", row.tournament.name, str(row.entries), *map(format_euros, row.list_amounts())) for row in rows
    ]
    entries = str(sum(row.entries for row in rows))
    cells.append(("", gettext("All together"), entries, *map(format_euros, sum_balances(rows))))
    note = gettext("Evenings left out, because you do not work at their desk: %(count)d.") % {"count": left_out}
    period = f"{day(rows[0].tournament.date)} – {day(rows[-1].tournament.date)}" if rows else ""
    paragraphs = tuple(filter(None, (period, note if left_out else "")))
    section = PaperSection(gettext("By evening"), paragraphs, list_headings(), tuple(cells), numbers=tuple(range(2, 9)))
    return printouts.render_minutes(head, [section], (gettext("The treasurer"),), gettext("Balance of the season"))


def build_balance_list(rows: Sequence[EveningBalance]) -> FileList:
    """A row for each evening, then the sums; amounts as numbers."""
    cells: list[tuple[CellValue, ...]] = [
        (row.tournament.date.isoformat(), row.tournament.name, row.entries, *(cents / 100 for cents in row.list_amounts())) for row in rows
    ]
    entries = sum(row.entries for row in rows)
    cells.append(("", gettext("All together"), entries, *(cents / 100 for cents in sum_balances(rows))))
    return FileList(gettext("Balance of the season"), list_headings(), tuple(cells))


class SeasonBalancePaper(SeasonMixin):
    """The balance as a printed page."""

    def get(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        rows, left_out = read_season_balance(self.season, self.actor)
        return build_pdf_response(render_season_balance(self.season, rows, left_out), f"{season_slug}-cash")


class SeasonBalanceFile(SeasonMixin):
    """The balance as a spreadsheet file."""

    def get(self, request: HttpRequest, season_slug: str, kind: str) -> HttpResponse:
        write, content_type = FILE_KINDS[kind]
        rows, _left_out = read_season_balance(self.season, self.actor)
        headers = {"Content-Disposition": f'attachment; filename="{season_slug}-cash.{kind}"'}
        return HttpResponse(write(build_balance_list(rows)), content_type=content_type, headers=headers)
