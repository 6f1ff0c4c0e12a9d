"""The prizes of an evening: what is on the list, in kind first, and who got it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from desk.treasury.prize_forms import PrizeForm, build_prize_values, list_award_choices
from desk.treasury.prize_queries import PrizeRow, compute_list_fingerprint, read_prize_table
from desk.treasury.prize_services import give_prize, read_prize_style, remove_prize, save_prize, take_prize_back
from desk.treasury.views import CashSubpage
from printing.prints.awards import find_line, find_strange_awards, list_awards, name_consolation, read_group_names
from printing.prints.heads import PrintContext, read_print_context
from rankings.standings_pages.final_list import find_consolations
from tournaments.cash.book import read_fee_plan
from tournaments.cash.prize_lines import LAST, PrizeKind, PrizeLine, parse_prize_lines
from tournaments.models import Entry
from tournaments.pages.views import DeskAction, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_fingerprint, read_seen

PAPERS = (("shopping", _("Shopping list")), ("handover", _("Prizes to sign for")), ("thanks", _("Thank-you list")))


class PrizePage(CashSubpage):
    """The list with who got what, and one line of it to write."""

    template_name = "desk/treasury/prizes.html"
    title = _("Prizes")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        printing = read_print_context(self.tournament, str)
        editing = self._find_edited(printing)
        page_context = {
            "table": read_prize_table(printing),
            "papers": PAPERS,
            "strange": find_strange_awards(printing) if self.tournament.entries.exists() else (),
            "editing": editing,
            "fingerprint": compute_list_fingerprint(printing.style.prizes),
        }
        if self.desk.directs:
            page_context["form"] = self.build_form(initial=self._build_initial(editing))
        return super().get_context_data(**{**page_context, **context})

    def _find_edited(self, printing: PrintContext) -> PrizeLine | None:
        return find_line(printing.style.prizes, self.request.GET.get("edit", "")[:120])

    def _build_initial(self, editing: PrizeLine | None) -> dict[str, Any]:
        if editing is None:
            return {}
        values = build_prize_values(editing)
        return values | ({"award": gettext("Last place")} if editing.award.casefold() in LAST else {})

    def build_form(self, *data: Any, **options: Any) -> PrizeForm:
        printing = read_print_context(self.tournament, str)
        consolations = (name_consolation(printing, stage) for stage in find_consolations(self.tournament))
        groups = read_group_names(self.tournament).values()
        awards = list_award_choices(*list_awards(printing), *consolations, *groups)
        return PrizeForm(*data, awards=awards, lines=parse_prize_lines(printing.style.prizes), **options)


class SavePrize(DirectorMixin, PrizePage):
    """Writes a line; money asks once whether what is said about it was read."""

    http_method_names = ["post", "options"]
    form_page = ("scoring:prizes",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form(request.POST, request.FILES)
        if not form.is_valid():
            return self.render_refused(request, form=form, fingerprint=read_fingerprint(request))
        line, noted = form.build_line(), "noted" in request.POST
        if line.prize.kind is PrizeKind.MONEY and not noted and not read_fee_plan(self.tournament).money_noted:
            return self.render_refused(request, form=form, money_notice=True, fingerprint=read_fingerprint(request))
        seen = read_seen(request, lambda: compute_list_fingerprint(read_prize_style(self.tournament).prizes))
        values = {"replaces": form.cleaned_data["replaces"], "picture": form.cleaned_data["picture"], "money_noted": noted}
        try:
            save_prize(self.tournament, line, actor=self.actor, seen=seen, **values)
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, form=form)
        messages.success(request, gettext("Saved: %(prize)s.") % {"prize": line.prize.text})
        return HttpResponseRedirect(reverse("scoring:prizes", args=[slug]))


class PrizeAction(DeskAction):
    """A button of the page; what is refused is reported there."""

    returns_to = ("prizes",)

    def build_address(self, name: str, *arguments: object) -> str:
        return reverse("scoring:prizes", args=[self.tournament.slug]) if name == "prizes" else super().build_address(name, *arguments)


class RemovePrize(PrizeAction):
    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        seen = read_seen(request, lambda: compute_list_fingerprint(read_prize_style(self.tournament).prizes))
        line = remove_prize(self.tournament, request.POST.get("prize", ""), actor=self.actor, seen=seen)
        return self.report_done(request, gettext("Removed: %(prize)s.") % {"prize": line.prize.text}, "prizes")


class GivePrize(PrizeAction):
    """Somebody has the prize in their hands."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        row = self._find_row(request)
        number = request.POST.get("entry", "")
        if row is None or not number.isdecimal() or len(number) > 12:
            raise Http404
        entry = get_object_or_404(Entry, tournament=self.tournament, pk=number)
        if entry.pk not in {winner.entry_id for winner in row.winners}:
            sentence = gettext("Not given: %(entry)s does not have this place now. Look at the list as it is.")
            raise ChangeRefused("not_winner", sentence % {"entry": entry})
        at, award = timezone.now(), row.award.casefold()
        values: dict[str, Any] = {"award": award, "place": row.place, "text": row.text, "entry": entry, "at": at}
        values["seen"] = read_seen(request, lambda: getattr(self._find_row(request), "fingerprint", ""))
        give_prize(self.tournament, actor=self.actor, **values)
        return self.report_done(request, gettext("Given: %(prize)s, %(entry)s.") % {"prize": row.text, "entry": entry}, "prizes")

    def _find_row(self, request: HttpRequest) -> PrizeRow | None:
        return read_prize_table(read_print_context(self.tournament, str)).find_row(request.POST.get("prize", ""))


class TakePrizeBack(PrizeAction):
    def post(self, request: HttpRequest, slug: str, handover_id: int) -> HttpResponse:
        handover = take_prize_back(self.tournament, handover_id, actor=self.actor, at=timezone.now())
        values = {"prize": handover.text, "entry": handover.entry}
        return self.report_done(request, gettext("Back from %(entry)s: %(prize)s.") % values, "prizes")
