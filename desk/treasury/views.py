"""The cash of the evening: what comes in at the door, what goes out, what is left, and the plan of the fees."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from desk.treasury.forms import FeePlanForm, MoneyForm, PayForm, TakeForm, build_plan_values
from desk.treasury.queries import (
    find_due_fingerprint,
    list_entry_choices,
    list_extras,
    read_due_prizes,
    read_last_number,
    select_cash_lines,
)
from desk.treasury.services import use_pot_prizes
from printing.prints.heads import read_print_context
from scoring.entry.requests import generate_key
from tournaments.cash.book import read_fee_plan
from tournaments.cash.queries import list_pot_prizes, read_cash_report
from tournaments.cash.services import cancel_line, pay_out, save_fee_plan, take_in
from tournaments.models import CashLine, Entry, Tournament
from tournaments.pages.choosing import LONGEST_CHOICE
from tournaments.pages.outdated import show_stored
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskAction, DeskMixin, DeskPage, DirectorMixin
from tournaments.permissions import door
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen, compute_fingerprint, read_fingerprint, read_seen
from tournaments.templatetags.money import euro


class CashPage(DeskPage):
    """The balance, and the forms for those who may take or pay."""

    template_name = "desk/treasury/cash.html"
    title = _("Cash")
    section = "cash"

    below = ((_("Entries"), "tournaments:entries"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        report = read_cash_report(self.tournament)
        money_context = {
            "report": report,
            "pot_prizes": list_pot_prizes(report),
            "due_prizes": read_due_prizes(read_print_context(self.tournament, str)),
            "listing": build_paged_rows(self.request, cast(Sequence[CashLine], select_cash_lines(self.tournament))),
            "key": generate_key(),
            "last_line": read_last_number(self.tournament),
        }
        if self.desk.may_check_in:
            money_context["take"] = self.build_take_form(initial={"entry": self._find_asked_entry()})
        if self.desk.directs:
            money_context["pay"] = self.build_pay_form()
        return super().get_context_data(**{**money_context, **context})

    def _find_asked_entry(self) -> str:
        """What the box of the entry shows for the entry that the address names: its key in a list, its number where one is typed."""
        key = self.request.GET.get("entry", "")
        entry = Entry.objects.filter(tournament=self.tournament, pk=key).first() if key.isdecimal() and len(key) < 12 else None
        if entry is None:
            return ""
        is_typed = len(list_entry_choices(self.tournament, LONGEST_CHOICE + 1)) > LONGEST_CHOICE
        return str(entry.number) if is_typed else str(entry.pk)

    def build_take_form(self, data: Any = None, **options: Any) -> TakeForm:
        return TakeForm(data, directs=self.desk.directs, **self._list_options("take", data, options))

    def build_pay_form(self, data: Any = None, **options: Any) -> PayForm:
        return PayForm(data, **self._list_options("pay", data, options))

    def _list_options(self, prefix: str, data: Any, options: dict[str, Any]) -> dict[str, Any]:
        plan = read_fee_plan(self.tournament)
        entries = list_entry_choices(self.tournament, None if data else LONGEST_CHOICE + 1)
        initial = {"key": generate_key(), **options.get("initial", {})}
        return {"entries": entries, "extras": list_extras(plan), "auto_id": f"{prefix}-%s", "initial": initial}

    def save_move(self, request: HttpRequest, name: str, form: MoneyForm, save: Callable[..., CashLine]) -> HttpResponse:
        """Save what a form says, and the page again where it cannot be."""
        if not form.is_valid():
            return self.render_refused(request, **{name: form})
        try:
            line = save(self.tournament, form.build_move(), actor=self.actor, **form.read_request(request.POST))
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, **{name: form})
        sentence = gettext("Taken in: %(amount)s, %(what)s.") if line.amount_cents > 0 else gettext("Paid out: %(amount)s, %(what)s.")
        messages.success(request, sentence % {"amount": euro(abs(line.amount_cents)), "what": describe_line(line)})
        return self.redirect_to_cash()

    def redirect_to_cash(self) -> HttpResponse:
        return HttpResponseRedirect(build_cash_address(self))


class TakeIn(CashPage):
    """Money comes in; then the page again for the next one."""

    policy = staticmethod(door)
    http_method_names = ["post", "options"]
    form_page = ("scoring:cash",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self.save_move(request, "take", self.build_take_form(request.POST), take_in)


class PayOut(DirectorMixin, CashPage):
    """Money goes out."""

    http_method_names = ["post", "options"]
    form_page = ("scoring:cash",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self.save_move(request, "pay", self.build_pay_form(request.POST), partial(pay_out, seen=self._read_seen(request)))

    def _read_seen(self, request: HttpRequest) -> Seen:
        """The prize that the button of a prize showed; the form for other money shows none."""
        entry, fingerprint = request.POST.get("entry", ""), read_fingerprint(request)
        number = int(entry) if entry.isdecimal() and len(entry) < 12 else 0
        return read_seen(request, lambda: find_due_fingerprint(read_print_context(self.tournament, str), number, fingerprint))


class CashAction(DeskAction):
    """A button of the page; what is refused is reported there."""

    returns_to = ("cash",)

    def build_address(self, name: str, *arguments: object) -> str:
        return build_cash_address(self) if name == "cash" else super().build_address(name, *arguments)


class CancelCashLine(CashAction):
    policy = staticmethod(door)

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        line = get_object_or_404(CashLine.objects.select_related("tournament", "entry"), tournament=self.tournament, number=number)
        cancel_line(line, actor=self.actor)
        return self.report_done(request, gettext("Line %(number)d is cancelled.") % {"number": number}, "cash")


class UsePotPrizes(CashAction):
    """The pot becomes prizes in money, once what is said about that was read."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "noted" not in request.POST and not read_fee_plan(self.tournament).money_noted:
            page = {"tournament": self.tournament, "desk": self.desk, "section": "cash", "title": gettext("Money as a prize")}
            return render(request, "desk/treasury/money.html", page, status=409)
        replaced = use_pot_prizes(self.tournament, actor=self.actor)
        if replaced:
            sentence = gettext("Money has replaced on the prize list: %(prizes)s.")
            messages.warning(request, sentence % {"prizes": " · ".join(replaced)})
        return self.report_done(request, gettext("Saved: these prizes are on the prize list."), "cash")


class CashSubpage(DeskPage):
    """A page behind the cash page: its breadcrumbs lead there."""

    section = "cash"

    below = ((_("Entries"), "tournaments:entries"), (_("Cash"), "scoring:cash"))


class FeePlanPage(DirectorMixin, CashSubpage):
    template_name = "desk/treasury/fees.html"
    title = _("Fees and pot")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        initial = self._read_values()
        return super().get_context_data(**{"form": FeePlanForm(initial=initial), "fingerprint": compute_fingerprint(initial), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = FeePlanForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, form=form, fingerprint=read_fingerprint(request))
        seen = read_seen(request, lambda: compute_fingerprint(self._read_values()))
        try:
            save_fee_plan(self.tournament, fee_cents=form.cleaned_data["fee"], values=form.list_values(), actor=self.actor, seen=seen)
        except ChangeRefused as refusal:
            show_stored(form, FeePlanForm(initial=self._read_values()), refusal)
            return self.render_refused(request, form=form)
        messages.success(request, gettext("Saved."))
        return HttpResponseRedirect(build_cash_address(self))

    def _read_values(self) -> dict[str, Any]:
        stored = Tournament.objects.get(pk=self.tournament.pk)
        return build_plan_values(stored, read_fee_plan(stored))


def build_cash_address(view: DeskMixin) -> str:
    return reverse("scoring:cash", args=[view.tournament.slug])


def describe_line(line: CashLine) -> str:
    """“Dinner, 3 Rossi – Bianchi”."""
    return ", ".join(text for text in (line.label or str(line.get_kind_display()), str(line.entry or "")) if text)
