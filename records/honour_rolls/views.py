"""Rolls of honour: the club’s list, the desk of one, its public page and its poster."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from jobs.permissions import everybody
from paper.layout import A3, A4
from paper.poster_art import PosterLook, ResultData, write_result_poster
from paper.share_cards import ShareRow
from records.honour_rolls.forms import AddTournamentForm, RollForm, TypedYearForm
from records.honour_rolls.queries import HonourYear, list_rolls, read_roll, select_addable_tournaments
from records.honour_rolls.services import add_tournament, add_typed_year, create_roll, remove_line, save_roll
from records.models import HonourLine, HonourRoll
from tournaments.models import Organizer
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.permissions import Role, get_user, organizer_director, read_organizer, read_organizer_role
from tournaments.refusals import ChangeRefused
from tournaments.templatetags.days import day

PAPERS = {"a4": A4, "a3": A3}
MOST_ON_POSTER = 30
"""Years on a poster: more could not be read from where people stand."""


class ClubMixin(View):
    """A page of the club’s directors."""

    policy = staticmethod(organizer_director)

    @property
    def organizer(self) -> Organizer:
        return read_organizer(self.request, self.kwargs["organizer_slug"])


class HonourRollsPage(ClubMixin, TemplateView):
    """The rolls of the club, and a form for one more."""

    template_name = "records/honour_rolls/honour_rolls.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = RollForm(initial={"public": True})
        page_context = {"organizer": self.organizer, "rolls": list_rolls(self.organizer), "form": form["name"]}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        form = RollForm(request.POST)
        if "name" in form.errors:
            return self.render_to_response(self.get_context_data(form=form["name"]), status=422)
        roll = create_roll(self.organizer, form.cleaned_data["name"], actor=get_user(request))
        return HttpResponseRedirect(reverse("records:honour_roll_desk", args=[organizer_slug, roll.key]))


class HonourRollDesk(ClubMixin, TemplateView):
    """The lines of a roll; each form of the page says by `what` which it is."""

    template_name = "records/honour_rolls/honour_roll_desk.html"

    @property
    def roll(self) -> HonourRoll:
        return get_object_or_404(HonourRoll.objects.select_related("organizer"), organizer=self.organizer, key=self.kwargs["roll_key"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        roll = self.roll
        page_context = {
            "roll": roll,
            "organizer": roll.organizer,
            "lines": read_roll(roll, public=False),
            "rule_form": RollForm(instance=roll, initial={"wins": roll.wins or ""}),
            "year_form": TypedYearForm(),
            "tournament_form": self._build_tournament_form(roll),
            "has_addable": select_addable_tournaments(roll).exists(),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str, roll_key: str) -> HttpResponse:
        roll, what = self.roll, request.POST.get("what", "")
        handlers = {"rule": self._save_rule, "year": self._add_year, "tournament": self._add_tournament, "remove": self._remove}
        if what not in handlers:
            raise Http404
        try:
            refused = handlers[what](roll, request)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            refused = {}
        if refused is not None:
            return self.render_to_response(self.get_context_data(**refused), status=422)
        messages.success(request, _("Saved."))
        return HttpResponseRedirect(reverse("records:honour_roll_desk", args=[organizer_slug, roll.key]))

    def _save_rule(self, roll: HonourRoll, request: HttpRequest) -> dict[str, forms.BaseForm] | None:
        """None when it is saved; else the form with what was typed, under its name on the page. The others as well."""
        form = RollForm(request.POST, instance=roll)
        if not form.is_valid():
            return {"rule_form": form}
        save_roll(form.instance, actor=get_user(request))
        return None

    def _add_year(self, roll: HonourRoll, request: HttpRequest) -> dict[str, forms.BaseForm] | None:
        form = TypedYearForm(request.POST, instance=HonourLine(roll=roll))
        if not form.is_valid():
            return {"year_form": form}
        add_typed_year(roll, form.instance, actor=get_user(request))
        return None

    def _add_tournament(self, roll: HonourRoll, request: HttpRequest) -> dict[str, forms.BaseForm] | None:
        form = self._build_tournament_form(roll, request)
        if not form.is_valid():
            return {"tournament_form": form}
        add_tournament(roll, form.cleaned_data["tournament"], actor=get_user(request))
        return None

    def _remove(self, roll: HonourRoll, request: HttpRequest) -> None:
        text = request.POST.get("line", "")
        if not (text.isascii() and text.isdecimal() and len(text) < 15 and remove_line(roll, int(text), actor=get_user(request))):
            raise ChangeRefused("line_gone", _("Not saved: the line is not there any more. Reload the page and try again."))

    def _build_tournament_form(self, roll: HonourRoll, request: HttpRequest | None = None) -> AddTournamentForm:
        form = AddTournamentForm(request.POST if request else None)
        field = form.fields["tournament"]
        if isinstance(field, forms.ModelChoiceField):
            tournaments = select_addable_tournaments(roll)
            field.queryset = tournaments
            # evenings of a series have one name: the day tells them apart
            field.choices = [(tournament.pk, f"{day(tournament.date)} · {tournament.name}") for tournament in tournaments]
        return form


def _find_shown_roll(request: HttpRequest, key: str) -> HonourRoll:
    """The roll for whoever may see it. Raises: Http404."""
    roll = get_object_or_404(HonourRoll.objects.select_related("organizer"), key=key)
    if not roll.public and read_organizer_role(request.user, roll.organizer) is not Role.DIRECTOR:
        raise Http404
    return roll


class HonourRollPage(TemplateView):
    """The roll for everybody."""

    policy = staticmethod(everybody)
    template_name = "records/honour_rolls/honour_roll.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        roll = _find_shown_roll(self.request, self.kwargs["roll_key"])
        return super().get_context_data(**{"roll": roll, "lines": read_roll(roll, public=True), **context})


class HonourRollPoster(View):
    """The roll as a poster, on A4 or A3."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest, roll_key: str, paper_size: str) -> HttpResponse:
        roll = _find_shown_roll(request, roll_key)
        if paper_size not in PAPERS:
            raise Http404
        rows = tuple(map(_build_poster_row, read_roll(roll, public=True)[:MOST_ON_POSTER]))
        note = _("★ keeps the trophy for good") if any(row.strong for row in rows) else ""
        data = ResultData(roll.name, pgettext("winners over the years", "Roll of honour"), rows, note)
        content = write_result_poster(data, PosterLook.CLASSIC, PAPERS[paper_size], get_language() or "en")
        return build_pdf_response(content, f"honours-{paper_size}")


def _build_poster_row(line: HonourYear) -> ShareRow:
    return ShareRow(str(line.year), line.winners + (" ★" if line.keeps else ""), "", strong=line.keeps)
