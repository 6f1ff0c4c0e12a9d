"""The end of an evening: what is still open, the papers as one set, and whether those that were printed are still true."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from desk.treasury.prize_queries import read_prize_table
from desk.treasury.queries import read_due_prizes
from desk.treasury.receipt_views import list_waiting
from desk.treasury.views import CashSubpage
from jobs.databases import write_tx
from printing.prints.evening_set import compute_set_state, draw_evening_set, is_set_provisional
from printing.prints.heads import PrintContext, read_print_context
from printing.prints.paper_views import PaperMixin
from tournaments.cash.queries import read_cash_report
from tournaments.cash.receipts import number_receipts
from tournaments.locks import lock_for_director
from tournaments.models import EveningPapers, Tournament
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.pages.views import DirectorMixin

SHOWN = 5


@dataclass(frozen=True, slots=True)
class OpenEnds:
    """What is open before the papers are signed; nothing of it hinders the print."""

    provisional: bool
    owing: int
    waiting_receipts: int
    prizes_left: int
    prizes_elsewhere: int
    unpaid_prizes: int
    overpaid: int
    in_the_box: int

    @property
    def any(self) -> bool:
        prizes = self.prizes_left or self.prizes_elsewhere or self.unpaid_prizes or self.overpaid
        return bool(self.provisional or self.owing or prizes or self.in_the_box < 0)


def read_open_ends(context: PrintContext) -> OpenEnds:
    report, table = read_cash_report(context.tournament), read_prize_table(context)
    prizes_left = sum(row.given is None and bool(row.winners) and not row.line.prize.is_money for row in table.rows)
    dues = read_due_prizes(context)
    return OpenEnds(
        provisional=is_set_provisional(context),
        owing=report.owing,
        waiting_receipts=len(list_waiting(number_receipts(context.tournament))),
        prizes_left=prizes_left,
        prizes_elsewhere=sum(row.went_elsewhere for row in table.rows) + len(table.stray),
        unpaid_prizes=sum(prize.left > 0 for prize in dues),
        overpaid=sum(prize.surplus > 0 for prize in dues),
        in_the_box=report.in_the_box,
    )


def record_papers(tournament: Tournament, context: PrintContext, *, actor: AbstractBaseUser, at: dt.datetime) -> EveningPapers:
    """Write down that the set is printed as things are now. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        values = {"ledger_seq": context.head.seq, "state": compute_set_state(context)}
        return EveningPapers.objects.create(tournament=locked, printed_at=at, printed_by_id=actor.pk, **values)


class ClosingPage(DirectorMixin, CashSubpage):
    template_name = "desk/treasury/closing.html"
    title = _("Papers of the evening")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        printing = read_print_context(self.tournament, str)
        papers = list(EveningPapers.objects.filter(tournament=self.tournament).select_related("printed_by")[:SHOWN])
        state = compute_set_state(printing) if papers else ""
        page_context = {"open": read_open_ends(printing), "prints": [(printed, printed.state == state) for printed in papers]}
        return super().get_context_data(**{**page_context, **context})


class PrintEvening(PaperMixin, DirectorMixin):
    """Prints the set, and keeps what it said; a POST because it writes."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, **_arguments: Any) -> HttpResponse:
        context = self.get_print_context()
        record_papers(self.tournament, context, actor=self.actor, at=timezone.now())
        with self.override_language(context):
            pdf = draw_evening_set(context)
        return build_pdf_response(pdf, f"{slug}-evening")
