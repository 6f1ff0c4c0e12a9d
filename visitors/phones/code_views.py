"""The director's page of the codes that players keep for the whole tournament: print labels, show one on the screen, revoke."""

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
from scoring.matches.table_links import list_code_lines
from tournaments.models import Entry
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.pages.qr_codes import build_qr_code
from tournaments.pages.views import DeskPage, DirectorMixin
from visitors.phones.codes import IssuedCode, issue_codes, revoke_codes


class CodesMixin(DirectorMixin):
    def read_chosen_entries(self, request: HttpRequest) -> list[Entry]:
        """The entries that the button names: one by its number, those without a code, or all. Raises Http404 for none."""
        which = request.POST.get("which", "")
        lines = list_code_lines(self.tournament)
        named = {"all": lines, "missing": [line for line in lines if line.code is None]}
        chosen = [line.entry for line in named.get(which, [line for line in lines if str(line.entry.number) == which])]
        if not chosen:
            raise Http404
        return chosen

    def issue(self, request: HttpRequest) -> list[IssuedCode]:
        return issue_codes(self.tournament, self.read_chosen_entries(request), actor=self.actor, at=timezone.now())


class CodesPage(CodesMixin, DeskPage):
    template_name = "visitors/phones/codes.html"
    section = "entries"

    below = ((gettext_lazy("Entries"), "tournaments:entries"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Codes for phones")
        lines = list_code_lines(self.tournament)
        page_context = {
            "listing": build_paged_rows(self.request, lines),
            "total": len(lines),
            "issued": sum(line.code is not None for line in lines),
            "opened": sum(line.code is not None and line.code.first_seen_at is not None for line in lines),
            "unreachable": not is_reachable_by_phone(self.request),
            "closed_sentence": _("No phone can open these codes: La Bella answers on this computer only."),
            "print_address": reverse("scoring:codes_print", args=[self.tournament.slug]),
            "revoke_address": reverse("scoring:codes_revoke", args=[self.tournament.slug]),
        }
        return super().get_context_data(**{**page_context, **context})


class PrintCodes(CodesMixin):
    """Issue new codes and print them at once: their secrets are stored nowhere else."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        print_context = read_print_context(self.tournament, lambda path: build_phone_address(request, path))
        address = print_context.address(reverse("scoring:table_open"))
        labels = [
            printouts.CodeLabel(
                number=str(issued.code.entry.number),
                name=issued.code.entry.name,
                link=f"{address}#{issued.secret}",
                address=address.split("//", 1)[-1],
                code=issued.text,
            )
            for issued in self.issue(request)
        ]
        with translation.override(choose_paper_language(request, print_context)):
            pdf = printouts.render_code_labels(build_print_head(print_context), labels)
        return build_pdf_response(pdf, f"{slug}-codes")


class ShowCode(CodesMixin, DeskPage):
    """Issue a new code for one entry and show it on the screen, for players who stand at the desk with their phone."""

    http_method_names = ["post", "options"]
    template_name = "visitors/phones/code.html"
    section = "entries"

    below = ((gettext_lazy("Codes for phones"), "scoring:codes"),)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        issued = self.issue(request)[0]
        address = build_phone_address(request, reverse("scoring:table_open"))
        self.title = issued.code.entry.name
        page_context = {"issued": issued, "qr_code": build_qr_code(f"{address}#{issued.secret}"), "address": address.split("//", 1)[-1]}
        return self.render_to_response(self.get_context_data(unreachable=not is_reachable_by_phone(request), **page_context))


class RevokeCodes(CodesMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        count = revoke_codes(self.tournament, self.read_chosen_entries(request), actor=self.actor, at=timezone.now())
        sentence = ngettext("%(count)d code cancelled.", "%(count)d codes cancelled.", count)
        messages.success(request, sentence % {"count": count})
        return HttpResponseRedirect(reverse("scoring:codes", args=[slug]), status=303)
