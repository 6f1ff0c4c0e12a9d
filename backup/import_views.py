"""A tournament from a file: a new one here, or one that comes home."""

from typing import IO, Any

from django import forms
from django.contrib import messages
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.generic import TemplateView

from accounts.organizers.forms import OwnerForm, build_owner_form
from backup.pending_uploads import discard_parked, open_parked, park_file
from backup.second_location import make_copies
from backup.views import format_unchanged
from exchange.continuing import (
    LedgerComparison,
    Relation,
    check_continues,
    compare_ledgers,
    continue_tournament,
    describe_lines,
    has_news,
    list_lost_work,
)
from exchange.importing import ImportedTournament, import_tournament
from exchange.reading import MAX_FILE_SIZE, check_document, read_document
from exchange.values import BrokenCopy
from jobs.permissions import logged_in
from tournaments.models import Tournament
from tournaments.pages.views import Breadcrumb
from tournaments.permissions import Role, get_user, read_role
from tournaments.refusals import ChangeRefused

SHOWN_LINES = 200
"""Ledger entries of a fork that are listed on each side."""


class FileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The tournament’s file"), help_text=gettext_lazy("made on the page “Backups and data” of the other computer")
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_FILE_SIZE:
            raise forms.ValidationError(_("File too large: this is not a tournament file."))
        return file


class ImportMixin(TemplateView):
    """Reports what was imported; everybody who is logged in may import, and continue what they direct."""

    policy = staticmethod(logged_in)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Breadcrumb(_("Tournaments"), reverse("tournaments:home")), Breadcrumb(_("From a file"))]
        return super().get_context_data(**{"breadcrumbs": crumbs, **context})

    def report_imported(self, imported: ImportedTournament) -> HttpResponse:
        messages.success(self.request, _("Everything matches the ledger (%(head)s).") % {"head": imported.head})
        if imported.strangers:
            count = len(imported.strangers)
            sentence = ngettext("%(count)d person has no login here.", "%(count)d people have no login here.", count)
            messages.info(self.request, sentence % {"count": count})
        return HttpResponseRedirect(reverse("tournaments:desk", args=[imported.tournament.slug]))


class ImportFile(ImportMixin):
    """Import a tournament from another desk; the user who imports it becomes its director. One that is here is continued after a look.

    Whoever opens tournaments for several clubs says for which one a new one is.
    """

    template_name = "backup/import_file.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": FileForm(), "owner": build_owner_form(self.request.user.pk), **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form, owner = FileForm(request.POST, request.FILES), build_owner_form(request.user.pk, request.POST)
        if not form.is_valid() or (owner is not None and not owner.is_valid()):
            return self._render_errors(form, owner)
        file = form.cleaned_data["file"].file
        try:
            document = read_document(file)
            comparison = compare_ledgers(document)
            if comparison is not None and read_role(get_user(request), comparison.tournament) is Role.DIRECTOR:
                check_document(document)
                return self._render_comparison(document, comparison, file)
            imported = import_tournament(document, actor=get_user(request), organizer=owner.cleaned_data["organizer"] if owner else None)
        except (ChangeRefused, BrokenCopy) as refusal:
            form.add_error("file", format_unchanged(refusal))
            return self._render_errors(form, owner)
        if Tournament.objects.filter(name=imported.tournament.name).exclude(pk=imported.tournament.pk).exists():
            messages.info(request, _("Another tournament here has the same name and another ledger: both are here, this one is new."))
        return self.report_imported(imported)

    def _render_comparison(self, document: dict[str, Any], comparison: LedgerComparison, file: IO[bytes]) -> HttpResponse:
        """What the file would bring, or where it and this computer go apart. Raises: ChangeRefused where it brings nothing."""
        if comparison.relation is Relation.FORKED:
            lines_here, lines_of_file = describe_lines(document, comparison, most=SHOWN_LINES)
            context = {"comparison": comparison, "here": lines_here, "file": lines_of_file}
            return self.response_class(self.request, "backup/forked.html", self.get_context_data(**context), status=422)
        check_continues(comparison)
        if not has_news(document, comparison):
            sentence = _("“%(name)s” is already here, and this file has nothing new.")
            raise ChangeRefused("nothing_new", sentence % {"name": comparison.tournament.name})
        return self.response_class(
            self.request,
            "backup/continue.html",
            self.get_context_data(**build_preview(document, comparison, park_file(file, get_user(self.request)))),
        )

    def _render_errors(self, form: FileForm, owner: OwnerForm | None) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form, owner=owner), status=422)


class ContinueFile(ImportMixin):
    """Bring a tournament that is here to the state of the file that was shown, after a backup."""

    template_name = "backup/continue.html"
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        parked, user = request.POST.get("parked", ""), get_user(request)
        try:
            with open_parked(parked, user) as file:
                document = read_document(file)
                comparison = compare_ledgers(document)
                if comparison and list_lost_work(document, comparison.tournament) and request.POST.get("sure") != "yes":
                    refusal = _("Tick the box: what was done here and is not in the file goes.")
                    return self.render_to_response(
                        self.get_context_data(**build_preview(document, comparison, parked), refusal=refusal), status=422
                    )
                if comparison and connection.vendor == "sqlite" and read_role(user, comparison.tournament) is Role.DIRECTOR:
                    make_copies(occasion="before_continuing")
                imported = continue_tournament(document, actor=user)
        except (ChangeRefused, BrokenCopy) as refused:
            messages.error(request, format_unchanged(refused))
            return HttpResponseRedirect(reverse("backup:import_file"))
        discard_parked(parked, user)
        return self.report_imported(imported)


def build_preview(document: dict[str, Any], comparison: LedgerComparison, parked: str) -> dict[str, Any]:
    return {"comparison": comparison, "lost": list_lost_work(document, comparison.tournament), "parked": parked}
