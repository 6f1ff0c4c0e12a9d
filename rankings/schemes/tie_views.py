"""The page of a tie for the last place that goes on, with its three ways out."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rankings.schemes.forms import TableTieForm, TieForm
from rankings.schemes.services import decide_tie, draw_tie_lots
from rankings.standings_pages.chains import TiedPlace, format_tie, read_tied_place
from scoring.entry.requests import generate_key, read_submission
from tournaments.models import Entry
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_seen

MATCH, LOTS, TABLE = "match", "lots", "table"


class TiePage(DirectorMixin, DeskPage):
    """Who goes on to the stage of the address, of those that are tied for its last places in the stage before."""

    template_name = "rankings/schemes/tie.html"
    section = "stages"
    title = gettext_lazy("Tie for the last place")

    below_stage = True

    @cached_property
    def tie(self) -> TiedPlace | None:
        return read_tied_place(self.get_stage())

    @cached_property
    def tied_entries(self) -> list[Entry]:
        return list(Entry.objects.filter(pk__in=self.tie.entries).order_by("number")) if self.tie else []

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.tie is None:
            messages.info(request, _("Nobody is tied for the last place: the stage can be drawn."))
            return self.redirect_to("stage", kwargs["stage_number"])
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {
            "stage": self.get_stage(),
            "tie": self.tie,
            "sentence": format_tie(self.tie) if self.tie else "",
            "match_form": TieForm(entries=self.tied_entries, prefix=MATCH),
            "table_form": TableTieForm(entries=self.tied_entries, prefix=TABLE),
            "key": generate_key(),
            "fingerprint": self._compute_fingerprint(),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        if self.tie is None:
            messages.error(request, _("Nothing was changed: nobody is tied for the last place any more."))
            return self.redirect_to("stage", stage_number)
        way = request.POST.get("way")
        if way == LOTS:
            return self._store_order(request, draw_tie_lots(self.tie), _("Lots, from the draw key of the first round"))
        form = TieForm(request.POST, entries=self.tied_entries, prefix=MATCH)
        if way == TABLE:
            form = TableTieForm(request.POST, entries=self.tied_entries, prefix=TABLE)
        if not form.is_valid():
            return self.render_refused(request, **{"table_form" if way == TABLE else "match_form": form})
        return self._store_order(request, form.list_order(), form.cleaned_data.get("words") or _("Play-off match"))

    def _compute_fingerprint(self) -> str:
        tie = read_tied_place(self.get_stage())
        return compute_fingerprint(tie.entries, tie.open_places) if tie else compute_fingerprint()

    def _store_order(self, request: HttpRequest, order: tuple[int, ...], words: str) -> HttpResponse:
        try:
            seen = read_seen(request, self._compute_fingerprint)
            decide_tie(self.get_stage(), order, actor=self.actor, origin=read_submission(request), words=words, seen=seen)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return HttpResponseRedirect(request.path)
        names = {entry.pk: entry.name for entry in self.tied_entries}
        going = [names[entry] for entry in order[: self.tie.open_places if self.tie else 0]]
        messages.success(request, _("Decided, and noted in the ledger. Goes on: %(names)s.") % {"names": ", ".join(going)})
        return self.redirect_to("stage", self.get_stage().number)
