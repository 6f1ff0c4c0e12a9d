"""The cash on paper and as a list: the treasurer's report, and the cash book."""

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext

from paper import PaperSection
from printing.prints.heads import PrintContext
from printing.prints.prize_papers import read_worth_section
from tournaments.cash.queries import CashReport, list_pot_prizes, read_cash_report
from tournaments.entries.exports import FileList
from tournaments.fields.euros import format_euros
from tournaments.models import CashLine, Tournament

MOST_LINES = 400
"""Lines of the book that are printed; a longer one is saved as a list."""


def read_cash_sections(context: PrintContext) -> list[PaperSection]:
    """The balance, who has the money, what the prizes in kind cost, the pot, and the book."""
    report = read_cash_report(context.tournament)
    worth = read_worth_section(context)
    sections = [_build_balance(report), _build_takers(report), worth, _build_pot(report), _build_book(context.tournament)]
    return [section for section in sections if section.paragraphs or section.rows]


def _build_balance(report: CashReport) -> PaperSection:
    rows = [
        (capfirst(line.title), format_euros(line.taken), format_euros(line.given) if line.given else "", format_euros(line.net))
        for line in report.income
    ]
    rows.append((gettext("Taken in, all together"), "", "", format_euros(report.taken)))
    rows += [
        (capfirst(line.title), format_euros(line.taken) if line.taken else "", format_euros(line.given), format_euros(line.net))
        for line in report.outgo
    ]
    if report.float_cents:
        rows.append((capfirst(gettext("change in the box")), "", "", format_euros(report.float_cents)))
    rows.append((gettext("In the box"), "", "", format_euros(report.in_the_box)))
    headings = (gettext("For what"), gettext("Taken in"), gettext("Given back or paid"), gettext("Sum"))
    return PaperSection(gettext("Balance"), headings=headings, rows=tuple(rows), numbers=(1, 2, 3))


def _build_takers(report: CashReport) -> PaperSection:
    rows = tuple(
        (taker.name or gettext("noted without a name"), *map(format_euros, (taker.taken, taker.given, taker.net)))
        for taker in report.takers
    )
    headings = (gettext("Name"), gettext("Taken in"), gettext("Paid out"), gettext("Has to hand over"))
    return PaperSection(gettext("Who has it"), headings=headings, rows=rows, numbers=(1, 2, 3))


def _build_pot(report: CashReport) -> PaperSection:
    if not report.pot:
        return PaperSection(gettext("Pot"))
    values = {"pot": format_euros(report.pot), "paid": format_euros(report.prizes_paid)}
    rows = tuple((str(place), format_euros(cents)) for place, cents in list_pot_prizes(report))
    headings = (gettext("Place"), gettext("Prize"))
    paragraph = gettext("Pot: %(pot)s. Paid as prizes: %(paid)s.") % values
    return PaperSection(gettext("Pot"), (paragraph,), headings if rows else (), rows, numbers=(1,))


def _build_book(tournament: Tournament) -> PaperSection:
    lines = CashLine.objects.filter(tournament=tournament).select_related("entry", "made_by", "cancels").order_by("number")
    title = gettext("Cash book")
    count = lines.count()
    if count > MOST_LINES:
        return PaperSection(title, (gettext("%(count)d lines: save the book as CSV.") % {"count": count},))
    rows = tuple(
        (
            str(line.number),
            f"{localtime(line.made_at):%d/%m/%Y %H:%M}",
            _describe(line),
            str(line.entry or ""),
            format_euros(line.amount_cents),
            line.made_by.get_full_name() or line.made_by.get_username(),
        )
        for line in lines
    )
    headings = (gettext("No."), gettext("When"), gettext("For what"), gettext("Entry"), gettext("Amount"), gettext("Who"))
    return PaperSection(title, headings=headings, rows=rows, names=(3,), numbers=(4,))


def _describe(line: CashLine) -> str:
    what = line.label or capfirst(str(line.get_kind_display()))
    return gettext("%(what)s (cancels line %(number)d)") % {"what": what, "number": line.cancels.number} if line.cancels else what


def read_cash_list(context: PrintContext) -> FileList:
    """The whole book, amounts as numbers."""
    lines = CashLine.objects.filter(tournament=context.tournament).select_related("entry", "made_by", "cancels").order_by("number")
    headings = (
        gettext("No."),
        gettext("When"),
        gettext("Kind"),
        gettext("For what"),
        gettext("Entry"),
        gettext("Name"),
        gettext("Amount"),
        gettext("Who"),
        gettext("Cancels line"),
    )
    rows = tuple(
        (
            line.number,
            localtime(line.made_at).isoformat(sep=" ", timespec="minutes")[:16],
            str(line.get_kind_display()),
            line.label,
            line.entry.number if line.entry else None,
            line.entry.name if line.entry else "",
            line.amount_cents / 100,
            line.made_by.get_full_name() or line.made_by.get_username(),
            line.cancels.number if line.cancels else None,
        )
        for line in lines
    )
    return FileList(gettext("Cash book"), headings, rows)
