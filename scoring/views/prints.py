"""The print page: sheets of the round first, then everything else on paper."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import SheetIssue
from scoring.prints import ROUND_PAPERS, TOURNAMENT_PAPERS
from scoring.queries.prints.heads import Surroundings, surroundings
from scoring.queries.prints.sheets import blank_sheet, filled_sheet, issued_matches, played_matches, sheet_setup
from scoring.queries.rounds import current_round
from scoring.services.prints import issue_sheets
from scoring.sheets import Paper, blank_sheets, score_sheets
from tournaments.models import Match, Round
from tournaments.views.base import DeskMixin, DeskPage

SPARES = 8


class SheetForm(forms.Form):
    """Which sheets, on what paper."""

    paper = forms.ChoiceField(
        label=_("Paper"),
        choices=[
            (Paper.A5_TWO_UP.value, _("A4, two sheets to cut apart")),
            (Paper.A4.value, _("A4, one sheet")),
            (Paper.ROLL_80.value, _("roll of 80 mm")),
        ],
    )
    which = forms.ChoiceField(
        choices=[(key, key) for key in ("all", "rest", "filled", "spares", "one")], required=False, widget=forms.HiddenInput
    )
    code = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)

    @property
    def chosen_paper(self) -> Paper:
        return Paper(self.cleaned_data["paper"])


def pdf(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}.pdf"'})


class PaperMixin(DeskMixin):
    """Finds the round that is meant, and how an address on paper begins."""

    def around(self) -> Surroundings:
        return surroundings(self.tournament, self.request.build_absolute_uri)

    def rounds(self) -> list[Round]:
        """Published ones, the newest first."""
        shown = Round.objects.filter(stage__tournament=self.tournament).exclude(state=Round.State.DRAFT)
        return list(shown.select_related("stage__tournament").order_by("-stage__number", "-number"))

    def chosen_round(self, text: str) -> Round | None:
        """The round named `stage-number`, else the one being played. Raises Http404 for one that does not exist."""
        if not text:
            return current_round(self.tournament)
        for one in self.rounds():
            if text == f"{one.stage.number}-{one.number}":
                return one
        raise Http404


class PrintPage(PaperMixin, DeskPage):
    template_name = "scoring/print.html"
    section = "print"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = gettext("Print")
        round_ = self.chosen_round(self.request.GET.get("round", ""))
        matches = played_matches(round_) if round_ else []
        issued = issued_matches(matches)
        shown = {
            "round": round_,
            "rounds": self.rounds(),
            "matches": matches,
            "not_printed": [match for match in matches if match.pk not in issued],
            "sheet_form": SheetForm(initial={"paper": Paper.A5_TWO_UP.value}),
            "round_papers": [paper for paper in ROUND_PAPERS if round_ and paper.fits(round_)],
            "tournament_papers": TOURNAMENT_PAPERS,
            "spares": SPARES,
        }
        return super().get_context_data(**{**shown, **context})


class PrintSheets(PaperMixin):
    """Prints sheets and notes that they are out; a POST, because it writes."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SheetForm(request.POST)
        if not form.is_valid():
            raise Http404
        setup = sheet_setup(self.tournament, form.chosen_paper)
        if form.cleaned_data["which"] == "spares":
            return pdf(blank_sheets(setup, SPARES), f"{slug}-spares")
        round_ = self.chosen_round(request.POST.get("round", ""))
        if round_ is None:
            raise Http404
        matches = self.matches(round_, form.cleaned_data["which"], form.cleaned_data["code"])
        filled = form.cleaned_data["which"] == "filled"
        what = SheetIssue.What.FILLED if filled else SheetIssue.What.SHEET
        issues = issue_sheets(self.tournament, matches, actor=self.actor, what=what, at=timezone.now())
        around = self.around()
        draw = filled_sheet if filled else blank_sheet
        sheets = [draw(match, issue, around) for match, issue in zip(matches, issues, strict=True)]
        return pdf(score_sheets(setup, sheets), f"{slug}-{round_.stage.number}-{round_.number}")

    def matches(self, round_: Round, which: str, code: str) -> list[Match]:
        matches = played_matches(round_)
        if code:
            matches = [match for match in matches if match.code == code]
        elif which == "rest":
            issued = issued_matches(matches)
            matches = [match for match in matches if match.pk not in issued]
        if not matches:
            raise Http404
        return matches


class PrintPaper(PaperMixin):
    """A paper that changes nothing: a GET."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        around = self.around()
        for paper in TOURNAMENT_PAPERS:
            if paper.key == key:
                return pdf(paper.draw(around), f"{slug}-{key}")
        round_ = self.chosen_round(request.GET.get("round", ""))
        for round_paper in ROUND_PAPERS:
            if round_paper.key == key and round_ is not None and round_paper.fits(round_):
                return pdf(round_paper.draw(around, round_), f"{slug}-{key}-{round_.number}")
        raise Http404
