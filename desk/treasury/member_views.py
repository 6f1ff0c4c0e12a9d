"""The members of the club: the list, one card, cards for a day."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.importing.member_list import MemberFault, MemberRow, parse_member_list
from tournaments.importing.member_services import change_card, compute_card_fingerprint, make_day_card, store_members
from tournaments.importing.sources import fetch_text, list_sources
from tournaments.models import CardKind, MemberCard, Person
from tournaments.pages.fields import DateInput, NameField
from tournaments.pages.forms import TickBox
from tournaments.pages.outdated import show_stored
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.permissions import door
from tournaments.reading.files import MAX_BYTES, UnreadableListError, read_file_sheets
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_fingerprint, read_seen

FAULTS_SHOWN = 20


class MemberListForm(forms.Form):
    """The list in the box or in a file; the file counts if there is one."""

    text = forms.CharField(
        label=_("List with headings"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("Number; Name; Issued by; Kind; Valid until; Suspended. The first two are needed."),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        help_text=_("CSV or XLSX, at most 2 MB and 20,000 rows."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        try:
            upload = cleaned.get("file")
            text = read_file_sheets(upload.read(MAX_BYTES + 1))[0].text if upload else cleaned.get("text", "")
            if not text.strip():
                raise ValidationError({"text": _("Write or paste the list here, or choose a file.")})
            cleaned["rows"], cleaned["faults"] = parse_member_list(text)
        except UnreadableListError as problem:
            raise ValidationError(str(problem.message)) from problem
        return cleaned

    @property
    def list_faults(self) -> list[MemberFault]:
        return list(self.cleaned_data.get("faults", ()))[:FAULTS_SHOWN]


class CardForm(forms.Form):
    issuer = NameField(label=_("Issued by"), required=False, help_text=_("Empty: the club itself."))
    kind = forms.ChoiceField(label=_("Kind"), choices=CardKind.choices)
    valid_until = forms.DateField(label=_("Valid until"), required=False, widget=DateInput(), help_text=_("Empty: without an end."))
    suspended = TickBox(label=_("The card is suspended"))


def build_card_values(card: MemberCard) -> dict[str, Any]:
    return {name: getattr(card, name) for name in ("issuer", "kind", "valid_until", "suspended")}


class MembersPage(DirectorMixin, DeskPage):
    """The cards of the club, a list to import, and one card to change."""

    template_name = "desk/treasury/members.html"
    title = _("Members")
    section = "entries"

    below = (
        (_("Entries"), "tournaments:entries"),
        (_("Check-in"), "tournaments:check_in"),
    )

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        search = self.request.GET.get("q", "")[:80]
        cards = self.select_cards()
        card = cards.filter(number=self.request.GET.get("card", "")[:30]).first()
        matching = cards.filter(Q(name__icontains=search) | Q(number__icontains=search)) if search else cards
        page_context: dict[str, Any] = {
            "listing": build_paged_rows(self.request, matching),
            "wanted": search,
            "count": cards.count(),
            "form": MemberListForm(),
            "sources": list_sources(),
            "card": card,
        }
        if card is not None:
            page_context |= {"card_form": CardForm(initial=build_card_values(card)), "fingerprint": compute_card_fingerprint(card)}
        return super().get_context_data(**{**page_context, **context})

    def select_cards(self) -> QuerySet[MemberCard]:
        return MemberCard.objects.filter(organizer=self.tournament.organizer_id)

    def redirect_back(self) -> HttpResponse:
        return HttpResponseRedirect(reverse("scoring:members", args=[self.tournament.slug]))


class ImportMembers(MembersPage):
    """Stores a list, all of it or nothing."""

    http_method_names = ["post", "options"]
    form_page = ("scoring:members",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        try:
            typed = {"text": fetch_text(request.POST["source"], "members")} if "source" in request.POST else request.POST
        except UnreadableListError as problem:
            messages.error(request, str(problem.message))
            return self.redirect_back()
        form = MemberListForm(typed, request.FILES)
        if not form.is_valid():
            return self.render_refused(request, form=form)
        rows: list[MemberRow] = form.cleaned_data["rows"]
        if form.cleaned_data["faults"] or not rows:
            form.add_error(None, gettext("Not imported: correct these rows, then import the list again."))
            return self.render_refused(request, form=form, faults=form.list_faults)
        stored = store_members(self.tournament, rows, actor=self.actor)
        values = {"added": stored.added, "changed": stored.changed, "same": stored.same}
        messages.success(request, gettext("Imported: %(added)d new, %(changed)d changed, %(same)d as before.") % values)
        return self.redirect_back()


class ChangeCard(MembersPage):
    """Renews a card, or suspends it."""

    http_method_names = ["post", "options"]
    form_page = ("scoring:members",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        card = get_object_or_404(self.select_cards(), number=request.POST.get("number", "")[:30])
        form = CardForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, card=card, card_form=form, fingerprint=read_fingerprint(request))
        seen = read_seen(request, lambda: compute_card_fingerprint(self.select_cards().get(pk=card.pk)))
        try:
            change_card(self.tournament, card.number, form.cleaned_data, actor=self.actor, seen=seen)
        except ChangeRefused as refusal:
            show_stored(form, CardForm(initial=build_card_values(self.select_cards().get(pk=card.pk))), refusal)
            return self.render_refused(request, card=card, card_form=form)
        messages.success(request, gettext("Saved: card of %(name)s.") % {"name": card.name})
        return self.redirect_back()


class MakeDayCard(DeskAction):
    """Somebody becomes a member for the evening; then the check-in again."""

    policy = staticmethod(door)
    returns_to = ("check_in",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        key = request.POST.get("person", "")
        if not key.isdecimal() or len(key) > 12:
            raise Http404
        plays = Person.objects.filter(memberships__tournament=self.tournament).distinct()
        card = make_day_card(self.tournament, get_object_or_404(plays, pk=key), actor=self.actor)
        return self.report_done(request, gettext("Day card %(number)s: %(name)s.") % {"number": card.number, "name": card.name}, "check_in")
