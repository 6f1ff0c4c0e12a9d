"""The page on which a final's desk asks its site for the evenings, and fetches those that are ticked."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.generic import TemplateView

from publishing.fetching.asking import ask_evening, ask_evenings
from publishing.fetching.queries import OfferedEvening, find_site, read_offered, select_fetched
from publishing.fetching.services import forget_evening, keep_evening, note_versions
from publishing.models import Target
from publishing.targets.queries import is_publishing_desk
from publishing.targets.troubles import Trouble, find_words
from tournaments.pages.views import Breadcrumb, DeskMixin
from tournaments.permissions import director
from tournaments.refusals import ChangeRefused


class FetchPage(DeskMixin, TemplateView):
    """Asks the site only when somebody presses the button; what is here already is shown without a network."""

    policy = staticmethod(director)
    template_name = "publishing/fetching/evenings.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_publishing_desk():
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Breadcrumb(self.tournament.name, self.build_address("desk")), Breadcrumb(_("Entries"), self.build_address("entries"))]
        title = gettext_lazy("Evenings from the site")
        page_context = {"desk": self.desk, "tournament": self.tournament, "section": "entries", "title": title, "here": "fetched"}
        page_context |= {"breadcrumbs": [*crumbs, Breadcrumb(title)]}
        page_context |= {"site": find_site(self.tournament), "fetched": select_fetched(self.tournament), "offered": None}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "forget" in request.POST:
            key = request.POST["forget"]
            row = get_object_or_404(
                select_fetched(self.tournament), pk=int(key) if key.isascii() and key.isdecimal() and len(key) < 15 else 0
            )
            forget_evening(self.tournament, row, actor=self.actor)
            messages.success(request, _("Removed from this computer. Entries that were taken from it stay."))
            return self.render_to_response(self.get_context_data())
        site = find_site(self.tournament)
        if site is None:
            messages.error(request, _("Nothing was fetched: this desk is not connected with a site any more."))
            return self.render_to_response(self.get_context_data())
        try:
            offered = self._ask(site)
            self._fetch(site, set(request.POST.getlist("evening")), offered)
            offered = read_offered([list_values(one) for one in offered])
        except Trouble as trouble:
            words = find_words(trouble.key)
            messages.error(request, trouble.words or f"{words.sentence} {words.advice}")
            return self.render_to_response(self.get_context_data())
        return self.render_to_response(self.get_context_data(offered=offered))

    def _ask(self, site: Target) -> tuple[OfferedEvening, ...]:
        try:
            offered = read_offered(ask_evenings(site, self.tournament))
        except (KeyError, TypeError, ValueError) as error:
            raise Trouble("no_site") from error
        note_versions(site, {one.key: one.version for one in offered})
        return offered

    def _fetch(self, site: Target, wanted: set[str], offered: tuple[OfferedEvening, ...]) -> None:
        """Fetch one after the other; what one of them refuses hinders no other."""
        count = 0
        for one in offered:
            if one.key not in wanted or not one.can_be_fetched:
                continue
            document, version = ask_evening(site, self.tournament, one.key)
            try:
                keep_evening(self.tournament, document, version=version, target=site, actor=self.actor, at=timezone.now())
                count += 1
            except ChangeRefused as refusal:
                messages.error(self.request, str(refusal))
        if count:
            sentence = ngettext("%(count)d evening fetched.", "%(count)d evenings fetched.", count) % {"count": count}
            messages.success(self.request, sentence)


def list_values(one: OfferedEvening) -> dict[str, Any]:
    """An offered evening as the site named it, to be compared again with what is here by now."""
    seasons = [one.seasons] if one.seasons else []
    values = {"key": one.key, "name": one.name, "date": one.date.isoformat(), "venue": one.venue, "entries": one.entries}
    return values | {"finished": one.stand != "open", "seasons": seasons, "version": one.version}
