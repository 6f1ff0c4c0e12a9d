"""The director's page of table links: issue, print again, revoke; and calls from the tables."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import paper as printouts
from printing.prints.heads import build_print_head, read_print_context
from printing.prints.paper_views import choose_paper_language
from scoring.matches.rounds import find_current_round
from scoring.matches.table_links import PlaceLine, count_places, list_places, select_place_matches
from tournaments.models import Match, Round
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.pages.views import DeskMixin, DeskPage, DirectorMixin
from tournaments.permissions import referee
from tournaments.refusals import ChangeRefused
from tournaments.stages.rounds import format_match_place
from visitors.phones.services import IssuedLink, issue_links, revoke_links, settle_calls


class LinksMixin(DirectorMixin):
    def read_places(self) -> tuple[PlaceLine, ...]:
        """The places, each a side at a table, of the round that is being played; empty without one."""
        round_ = self.find_playing_round()
        return list_places(list(select_place_matches(round_))) if round_ else ()

    def find_playing_round(self) -> Round | None:
        round_ = find_current_round(self.tournament)
        return round_ if round_ and round_.state == Round.State.PUBLISHED else None

    def redirect_back(self) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("scoring:links", args=[self.tournament.slug]), status=303)

    def read_chosen_places(self, request: HttpRequest) -> list[PlaceLine]:
        """The places that the button names: one, those without a link, or all. Raises Http404 for a place of another round."""
        which = request.POST.get("which", "")
        places = self.read_places()
        named = {"all": places, "missing": [place for place in places if place.link is None]}.get(which)
        chosen = named if named is not None else [place for place in places if place.place == which]
        if not chosen:
            raise Http404
        return list(chosen)


class LinksPage(LinksMixin, DeskPage):
    template_name = "visitors/phones/links.html"
    section = "results"

    below = ((gettext_lazy("Results"), "scoring:results"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Table slips")
        round_ = self.find_playing_round()
        matches = select_place_matches(round_) if round_ else ()
        page_context = {
            "round": round_,
            "places": count_places(round_) if round_ else None,
            "listing": build_paged_rows(self.request, matches, build=list_places),
            "unreachable": not is_reachable_by_phone(self.request),
            "closed_sentence": _("No phone can open these slips: La Bella answers on this computer only."),
            "print_address": reverse("scoring:links_issue", args=[self.tournament.slug]),
            "revoke_address": reverse("scoring:links_revoke", args=[self.tournament.slug]),
        }
        return super().get_context_data(**{**page_context, **context})


class IssueLinks(LinksMixin):
    """Issue new links and print them at once: their secrets are stored nowhere else."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        places = self.read_chosen_places(request)
        matches = read_matches_by_code(places)
        try:
            issued = issue_links(
                self.tournament, [(matches[place_line.code], place_line.side) for place_line in places], actor=self.actor, at=timezone.now()
            )
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.redirect_back()
        print_context = read_print_context(self.tournament, lambda path: build_phone_address(request, path))
        with translation.override(choose_paper_language(request, print_context)):
            slips = [_build_slip(place, link, print_context.address) for place, link in zip(places, issued, strict=True)]
            pdf = printouts.render_link_slips(build_print_head(print_context), slips)
        return build_pdf_response(pdf, f"{slug}-links")


class RevokeLinks(LinksMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        places = self.read_chosen_places(request)
        matches = read_matches_by_code(places)
        count = revoke_links(self.tournament, [(matches[place.code], place.side) for place in places], actor=self.actor, at=timezone.now())
        sentence = ngettext("%(count)d slip cancelled.", "%(count)d slips cancelled.", count)
        messages.success(request, sentence % {"count": count})
        return self.redirect_back()


class SettleCalls(DeskMixin):
    """Settle the calls of a table to which somebody went."""

    policy = staticmethod(referee)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        settle_calls(self.tournament, code, actor=self.actor, at=timezone.now())
        return HttpResponseRedirect(reverse("scoring:results", args=[slug]), status=303)


def read_matches_by_code(places: list[PlaceLine]) -> dict[str, Match]:
    """The matches by their codes."""
    return {match.code: match for match in Match.objects.filter(code__in={place.code for place in places}).select_related("round__stage")}


def _build_slip(place: PlaceLine, issued: IssuedLink, address: Any) -> printouts.LinkSlip:
    link_address = address(reverse("scoring:table_open"))
    return printouts.LinkSlip(
        round=format_match_place(issued.link.match),
        table=str(place.table or ""),
        side=place.letter,
        name=place.name,
        link=f"{link_address}#{issued.secret}",
        address=link_address.split("//", 1)[-1],
        match=place.code,
        code=issued.code,
    )
