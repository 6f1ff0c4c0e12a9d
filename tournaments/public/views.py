"""What everybody may see, on a phone in the hall: where do I play, against whom, who is entered."""

import hashlib
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.generic import TemplateView
from django_tables2 import RequestConfig

from tournaments.desk.queries import desk_facts, rule_lines
from tournaments.draws.certificates import announcements
from tournaments.draws.queries import RoundView, find_pairings, open_rounds
from tournaments.entries.queries import EntryLine, entry_lines, filter_lines
from tournaments.entries.tables import PAGE, PublicEntryTable
from tournaments.models import Edition, Tournament
from tournaments.people.naming import Naming, PublicNaming
from tournaments.permissions import visitor

MOST_PEOPLE = 10
"""Found by part of a name; whoever is not among them writes more of it."""


class PublicPage(TemplateView):
    policy = staticmethod(visitor)
    """Asked again by its own script it gives the part that moves, or 304 while that would be the same."""

    template_name = "tournaments/public/public.html"
    fragment = "tournaments/public/public_body.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.wanted = request.GET.get("q", "")[:80]

    def get_template_names(self) -> list[str]:
        return [self.fragment] if getattr(self.request, "htmx", False) else super().get_template_names()

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not getattr(request, "htmx", False):
            return super().get(request, *args, **kwargs)
        tag = self._tag(request)
        answer = get_conditional_response(request, etag=tag) or super().get(request, *args, **kwargs)
        answer.headers["ETag"] = tag
        patch_vary_headers(answer, ["HX-Request", "Cookie", "Accept-Language"])
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

    def _tag(self, request: HttpRequest) -> str:
        """The tournament's edition, who looks, in which language, and the minute, because clocks and tables of the hall stand there too."""
        mark = Edition.objects.values_list("mark", flat=True).get(tournament__slug=self.kwargs["slug"])
        shown = (mark, timezone.now().replace(second=0, microsecond=0), request.get_full_path(), request.user.pk, get_language())
        return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        naming = PublicNaming(tournament)
        rounds = open_rounds(tournament, naming)
        lines = [line for line in entry_lines(tournament, naming) if not line.withdrawn]
        table = PublicEntryTable(lines)
        RequestConfig(self.request, paginate={"per_page": PAGE}).configure(table)
        announced = announcements(tournament.stages.exclude(seed="").order_by("number"))
        shown = {"tournament": tournament, "facts": desk_facts(tournament), "rules": rule_lines(tournament), "table": table}
        told = {"rounds": rounds, "announced": announced, "whole_names": naming.shortens, **self.found(rounds, lines, naming)}
        return super().get_context_data(**{**shown, **told, **context})

    def found(self, rounds: Iterable[RoundView], lines: Iterable[EntryLine], naming: Naming) -> dict[str, Any]:
        """Who was asked for by number, by what everybody reads, or by a whole name that is not shown."""
        called = naming.called(self.wanted)
        found = [(one, pairing) for one in rounds for pairing in find_pairings(one, self.wanted, called)]
        people = filter_lines(lines, self.wanted, called)[:MOST_PEOPLE] if self.wanted.strip() else ()
        return {"wanted": self.wanted, "found": found, "people": people}
