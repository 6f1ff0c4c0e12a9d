"""Receipts: their sequence, what is handed out, and the words of the club."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

import paper as printouts
from desk.treasury.receipt_forms import PRESETS, ManyReceiptsForm, ReceiptForm, ReceiptWordsForm, build_words_values
from desk.treasury.views import CashSubpage
from printing.prints.heads import build_print_head
from printing.prints.paper_views import PaperMixin
from printing.prints.receipt_papers import build_printed_receipts
from tournaments.announcing.notice import name_organizer
from tournaments.announcing.queries import read_announcement
from tournaments.cash.queries import read_cash_report
from tournaments.cash.receipts import (
    NumberedReceipt,
    ReceiptOrder,
    compute_words_fingerprint,
    hand_out_receipts,
    number_receipts,
    read_receipt_words,
    save_receipt_words,
    sum_receipts,
)
from tournaments.models import PayerKind, Tournament
from tournaments.pages.outdated import show_stored
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.people.cards import check_cards, choose_payer_kind
from tournaments.permissions import Role, door, get_user, organizer_director, read_organizer, read_organizer_role
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_fingerprint, read_seen

MOST_AT_ONCE = 400


class ReceiptsPage(CashSubpage):
    """Every receipt in its sequence, what they add up to, and one to hand out."""

    template_name = "desk/treasury/receipts.html"
    title = _("Receipts")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        receipts, report = number_receipts(self.tournament), read_cash_report(self.tournament)
        chosen = self._find_chosen(receipts)
        sum_cents = sum_receipts(receipts)
        page_context = {
            "listing": build_paged_rows(self.request, receipts[::-1]),
            "sum_cents": sum_cents,
            "without_line": report.taken - sum_cents,
            "waiting": len(list_waiting(receipts)),
            "chosen": chosen,
            "leads_organizer": read_organizer_role(self.actor, self.tournament.organizer) is Role.DIRECTOR,
            "many": ManyReceiptsForm(auto_id="many-%s"),
        }
        if chosen is not None and self.desk.may_check_in:
            page_context["form"] = ReceiptForm(initial=self._build_initial(chosen))
        return super().get_context_data(**{**page_context, **context})

    def _find_chosen(self, receipts: Sequence[NumberedReceipt]) -> NumberedReceipt | None:
        number = self.request.POST.get("number") or self.request.GET.get("receipt", "")
        return next((receipt for receipt in receipts if str(receipt.number) == number), None)

    def _build_initial(self, receipt: NumberedReceipt) -> dict[str, Any]:
        if receipt.handed is not None:
            return {"number": receipt.number, "payer": receipt.handed.payer, "kind": receipt.handed.kind}
        kinds = choose_kinds(self.tournament, [receipt])
        return {"number": receipt.number, "payer": receipt.payer, "kind": kinds[receipt.number]}


def list_waiting(receipts: Sequence[NumberedReceipt]) -> list[NumberedReceipt]:
    """Those that count, and that nobody got yet."""
    return [receipt for receipt in receipts if receipt.handed is None and not receipt.is_cancelled]


def choose_kinds(tournament: Tournament, receipts: Sequence[NumberedReceipt]) -> dict[int, PayerKind]:
    """As what each pays by the cards of its persons, by number; who is in no list pays as a guest."""
    entries = [receipt.line.entry for receipt in receipts if receipt.line.entry is not None]
    checks = check_cards(tournament, entries)
    return {receipt.number: choose_payer_kind(checks.get(receipt.line.entry_id or 0, ())) for receipt in receipts}


class PrintReceipts(PaperMixin, ReceiptsPage):
    """Hands out one receipt, or all that nobody got yet, and prints them; a POST because it writes."""

    policy = staticmethod(door)
    http_method_names = ["post", "options"]
    form_page = ("scoring:receipts",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = ReceiptForm(request.POST) if request.POST.get("number") else ManyReceiptsForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, **{"form" if isinstance(form, ReceiptForm) else "many": form})
        orders = [form.build_order()] if isinstance(form, ReceiptForm) else self._list_orders()
        if not orders:
            messages.info(request, gettext("Not printed: somebody has every receipt already. Print a copy of one in its row."))
            return HttpResponseRedirect(self.build_receipts_address())
        try:
            organizer = name_organizer(self.tournament, read_announcement(self.tournament))
            handed = hand_out_receipts(self.tournament, orders, actor=self.actor, at=timezone.now(), organizer=organizer)
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, **{"form" if isinstance(form, ReceiptForm) else "many": form})
        context = self.get_print_context()
        with self.override_language(context):
            size = printouts.ReceiptSize(form.cleaned_data["size"])
            pdf = printouts.render_receipts(build_print_head(context), build_printed_receipts(handed), size)
        return build_pdf_response(pdf, f"{slug}-receipts")

    def build_receipts_address(self) -> str:
        return reverse("scoring:receipts", args=[self.tournament.slug])

    def _list_orders(self) -> list[ReceiptOrder]:
        waiting = list_waiting(number_receipts(self.tournament))[:MOST_AT_ONCE]
        kinds = choose_kinds(self.tournament, waiting)
        nobody = gettext("(not named)")
        return [ReceiptOrder(receipt.number, receipt.payer or nobody, kinds[receipt.number]) for receipt in waiting]


class ReceiptWordsPage(TemplateView):
    """A club's words on its receipts."""

    policy = staticmethod(organizer_director)
    template_name = "desk/treasury/receipt_words.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        organizer = read_organizer(self.request, self.kwargs["organizer_slug"])
        words = read_receipt_words(organizer)
        back = self.request.GET.get("back", "")
        page_context = {
            "organizer": organizer,
            "form": ReceiptWordsForm(initial=build_words_values(words)),
            "fingerprint": compute_words_fingerprint(words),
            "presets": PRESETS,
            "kinds": PayerKind.choices,
            "back": Tournament.objects.filter(organizer=organizer, slug=back).first() if back else None,
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        organizer, form = read_organizer(request, organizer_slug), ReceiptWordsForm(request.POST)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form, fingerprint=read_fingerprint(request)), status=422)
        seen = read_seen(request, lambda: compute_words_fingerprint(read_receipt_words(organizer)))
        try:
            save_receipt_words(organizer, form.list_values(), actor=get_user(request), seen=seen)
        except ChangeRefused as refusal:
            show_stored(form, ReceiptWordsForm(initial=build_words_values(read_receipt_words(organizer))), refusal)
            return self.render_to_response(self.get_context_data(form=form), status=422)
        messages.success(request, gettext("Saved. Receipts that were handed out keep their words."))
        return HttpResponseRedirect(request.get_full_path())
