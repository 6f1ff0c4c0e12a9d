"""The director's page of table links: who has one, who was seen, printing again and taking away; and calls from the tables."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import paper as printouts
from scoring.matches.rounds import current_round
from scoring.matches.table_links import PlaceLine, list_places
from scoring.phones.devices import settle_calls
from scoring.phones.services import IssuedLink, issue_links, revoke_links
from scoring.printing.heads import print_head, surroundings
from scoring.printing.views import pdf
from tournaments.models import Match, Round
from tournaments.pages.addresses import phone_address, phones_reach
from tournaments.pages.views import Crumb, DeskMixin, DeskPage, DirectorMixin
from tournaments.refusals import Refused


class LinksMixin(DirectorMixin):
    def places(self) -> tuple[PlaceLine, ...]:
        """Sides of the round that is being played; none without one."""
        round_ = self.current()
        return list_places(round_) if round_ else ()

    def current(self) -> Round | None:
        round_ = current_round(self.tournament)
        return round_ if round_ and round_.state == Round.State.PUBLISHED else None

    def back(self) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("scoring:links", args=[self.tournament.slug]), status=303)

    def chosen(self, request: HttpRequest) -> list[PlaceLine]:
        """What the button names: one side, those without a link, or all. Raises Http404 for a side of another round."""
        wanted = request.POST.get("which", "")
        places = self.places()
        named = {"all": places, "missing": [one for one in places if one.link is None]}.get(wanted)
        chosen = named if named is not None else [one for one in places if one.place == wanted]
        if not chosen:
            raise Http404
        return list(chosen)


class Links(LinksMixin, DeskPage):
    template_name = "scoring/phones/links.html"
    section = "results"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Table links")
        places = self.places()
        shown = {
            "round": self.current(),
            "places": places,
            "given": sum(one.link is not None for one in places),
            "seen": sum(one.seen_at is not None for one in places),
            "unreachable": not phones_reach(self.request),
        }
        return super().get_context_data(**{**shown, **context})

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Results"), reverse("scoring:results", args=[self.tournament.slug]))]


class IssueLinks(LinksMixin):
    """New links, on paper at once: their secrets are kept nowhere else."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        places = self.chosen(request)
        matches = matches_of(places)
        try:
            issued = issue_links(self.tournament, [(matches[one.code], one.side) for one in places], actor=self.actor, at=timezone.now())
        except Refused as refusal:
            messages.error(request, str(refusal))
            return self.back()
        around = surroundings(self.tournament, lambda path: phone_address(request, path))
        slips = [_slip(place, link, around.address) for place, link in zip(places, issued, strict=True)]
        return pdf(printouts.link_slips(print_head(around), slips), f"{slug}-links")


class RevokeLinks(LinksMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        places = self.chosen(request)
        matches = matches_of(places)
        count = revoke_links(self.tournament, [(matches[one.code], one.side) for one in places], actor=self.actor, at=timezone.now())
        sentence = ngettext("%(count)d link opens nothing any more.", "%(count)d links open nothing any more.", count)
        messages.success(request, sentence % {"count": count})
        return self.back()


class SettleCalls(DeskMixin):
    """Somebody went to the table that called."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        settle_calls(self.tournament, code, actor=self.actor, at=timezone.now())
        return HttpResponseRedirect(reverse("scoring:results", args=[slug]), status=303)


def matches_of(places: list[PlaceLine]) -> dict[str, Match]:
    """The matches by their codes."""
    return {match.code: match for match in Match.objects.filter(code__in={one.code for one in places})}


def _slip(place: PlaceLine, issued: IssuedLink, address: Any) -> printouts.LinkSlip:
    opening = address(reverse("scoring:table_open"))
    return printouts.LinkSlip(
        table=str(place.table or ""),
        side=place.letter,
        name=place.name,
        link=f"{opening}#{issued.secret}",
        address=opening.split("//", 1)[-1],
        match=place.code,
        code=issued.code,
    )
