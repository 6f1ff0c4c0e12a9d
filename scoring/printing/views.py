"""The print page: what is needed next, the sheets of a round, then everything else on paper."""

from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs.files import result_directory
from jobs.models import Job
from jobs.queries import progress_of
from paper.sheets import Paper, blank_sheets, score_sheets
from scoring.matches.rounds import current_round
from scoring.models import SheetIssue
from scoring.printing.files import sheets_of
from scoring.printing.forms import SheetForm, StyleForm, initial_style
from scoring.printing.heads import Surroundings, style_of, surroundings
from scoring.printing.lists import ROUND_LISTS, TOURNAMENT_LISTS
from scoring.printing.needs import needs_of
from scoring.printing.paper_settings import choose_style
from scoring.printing.registry import ROUND_PAPERS, TOURNAMENT_PAPERS, RoundPaper, TournamentPaper
from scoring.printing.services import KIND, SetOrder, issue_sheets, order_set
from scoring.printing.sheets import blank_sheet, filled_sheet, issued_matches, played_matches, setup_of_round, sheet_setup
from tournaments.models import Match, Round, Tournament
from tournaments.pages.addresses import phone_address
from tournaments.pages.views import Crumb, DeskMixin, DeskPage, DirectorMixin
from tournaments.people.naming import PublicNaming
from tournaments.stages.groups import Venue, venue_named, venues_of_stage

SPARES = 8
MOST_AT_ONCE = 100
"""Sheets that are drawn while somebody waits; more are a job."""
MOST_RECORDS_AT_ONCE = 30
SETS_SHOWN = 3


def pdf(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}.pdf"'})


class PaperMixin(DeskMixin):
    """Finds the round that is meant, in which language paper speaks, and how an address on paper begins."""

    def around(self) -> Surroundings:
        return surroundings(self.tournament, lambda path: phone_address(self.request, path))

    def language(self, around: Surroundings) -> str:
        """The one that was asked for, else the director's choice, else that of the page."""
        asked = self.request.POST.get("language") or self.request.GET.get("language", "")
        known = [code for code, _name in settings.LANGUAGES]
        return asked if asked in known else around.style.language or translation.get_language() or settings.LANGUAGE_CODE

    def speaking(self, around: Surroundings) -> AbstractContextManager[None]:
        return translation.override(self.language(around))

    def venue(self, round_: Round | None) -> Venue | None:
        """The only venue that is meant, where the round is played in several."""
        asked = self.request.POST.get("venue") or self.request.GET.get("venue", "")
        return venue_named(round_.stage, asked) if round_ else None

    def rounds(self) -> list[Round]:
        """Published ones, the newest first."""
        shown = Round.objects.filter(stage__tournament=self.tournament).exclude(state=Round.State.DRAFT)
        return list(shown.select_related("stage__tournament").order_by("-stage__number", "-number"))

    def chosen(self, round_: Round) -> str:
        """The way back to the page as it was chosen."""
        venue = self.venue(round_)
        return f"round={chosen_name(round_)}" + (f"&venue={venue.key}" if venue else "")

    def chosen_round(self, text: str) -> Round | None:
        """The round named `stage-number`, else the one being played. Raises Http404 for one that does not exist."""
        if not text:
            return current_round(self.tournament)
        for one in self.rounds():
            if text == chosen_name(one):
                return one
        raise Http404


def sets_of(tournament: Tournament) -> QuerySet[Job]:
    """Whoever ordered them: they are for everybody at the desk."""
    return Job.objects.filter(kind=KIND, arguments__tournament=tournament.pk).select_related("owner")


class PrintPage(PaperMixin, DeskPage):
    template_name = "scoring/printing/print.html"
    section = "print"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = gettext("Print")
        round_ = self.chosen_round(self.request.GET.get("round", ""))
        venue = self.venue(round_)
        matches = played_matches(round_, venue) if round_ else []
        needs = needs_of(self.tournament, round_, matches)
        around = self.around()
        sets = list(sets_of(self.tournament).order_by("-created_at")[:SETS_SHOWN])
        round_papers = [paper for paper in ROUND_PAPERS if round_ and paper.fits(round_)]
        everything: list[RoundPaper | TournamentPaper] = [*round_papers, *TOURNAMENT_PAPERS]
        shown = {
            "round": round_,
            "rounds": self.rounds(),
            "venues": venues_of_stage(round_.stage) if round_ else (),
            "venue": venue,
            "languages": settings.LANGUAGES,
            "language": self.language(around),
            "matches": matches,
            "printed": issued_matches(matches),
            "needs": needs,
            "needed": [paper for key in needs.papers for paper in everything if paper.key == key],
            "round_papers": [paper for paper in round_papers if paper.key not in needs.papers],
            "tournament_papers": [paper for paper in TOURNAMENT_PAPERS if paper.key not in needs.papers],
            "round_lists": ROUND_LISTS if round_ else (),
            "tournament_lists": TOURNAMENT_LISTS,
            "names_differ": not PublicNaming(self.tournament).tells_all,
            "sheet_form": SheetForm(initial={"paper": Paper.A5_TWO_UP.value, "suits": around.style.suits, "spares": SPARES}),
            "sets": sets,
            "newest": progress_of(sets[0].pk) if sets else None,
        }
        return super().get_context_data(**{**shown, **context})


def chosen_name(round_: Round) -> str:
    """What names a round in an address of this page."""
    return f"{round_.stage.number}-{round_.number}"


class PrintSheets(PaperMixin):
    """Prints sheets and notes that they are out; a POST, because it writes. Many at once are a job."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SheetForm(request.POST)
        if not form.is_valid():
            messages.error(request, gettext("Choose a paper, and between 1 and 200 spares. Nothing was printed."))
            return HttpResponseRedirect(reverse("scoring:print", args=[slug]))
        around = self.around()
        with self.speaking(around):
            if form.cleaned_data["which"] == "spares":
                setup = sheet_setup(around, form.chosen_paper, form.cleaned_data["suits"])
                return pdf(blank_sheets(setup, form.chosen("spares", SPARES)), f"{slug}-spares")
            return self._of_round(form, around)

    def _of_round(self, form: SheetForm, around: Surroundings) -> HttpResponse:
        round_ = self.chosen_round(self.request.POST.get("round", ""))
        if round_ is None:
            raise Http404
        matches = self.matches(round_, form.cleaned_data["which"], form.cleaned_data["code"])
        if not matches:
            messages.info(self.request, gettext("Every table has its sheet already. One that was lost is printed again below."))
            return HttpResponseRedirect(f"{reverse('scoring:print', args=[self.tournament.slug])}?{self.chosen(round_)}")
        filled = form.cleaned_data["which"] == "filled"
        what = SheetIssue.What.FILLED if filled else SheetIssue.What.SHEET
        if len(matches) > (MOST_RECORDS_AT_ONCE if filled else MOST_AT_ONCE):
            order = set_order(self, "sheets", [round_], around, form, self.venue(round_))
            return HttpResponseRedirect(
                order_set(self.tournament, order, matches, actor=self.actor, what=what, at=timezone.now()).get_absolute_url()
            )
        issues = issue_sheets(self.tournament, matches, actor=self.actor, what=what, at=timezone.now())
        draw = filled_sheet if filled else blank_sheet
        sheets = [draw(match, issue, around) for match, issue in zip(matches, issues, strict=True)]
        setup = setup_of_round(sheet_setup(around, form.chosen_paper, form.cleaned_data["suits"]), round_)
        return pdf(score_sheets(setup, sheets), f"{self.tournament.slug}-{round_.stage.number}-{round_.number}")

    def matches(self, round_: Round, which: str, code: str) -> list[Match]:
        matches = played_matches(round_, self.venue(round_))
        if code:
            matches = [match for match in matches if match.code == code]
        elif which == "rest":
            issued = issued_matches(matches)
            return [match for match in matches if match.pk not in issued]
        if not matches:
            raise Http404
        return matches


def set_order(
    view: PaperMixin, what: str, rounds: list[Round], around: Surroundings, form: SheetForm, venue: Venue | None = None
) -> SetOrder:
    return SetOrder(
        what=what,
        rounds=tuple(round_.pk for round_ in rounds),
        paper=form.chosen_paper.value,
        suits=form.cleaned_data["suits"],
        language=view.language(around),
        base=phone_address(view.request, "/"),
        venue=venue.key if venue else "",
    )


class OrderSet(PaperMixin):
    """Everything of a round, or of the tournament for the archive: the records, the lists, and every match by itself."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SheetForm({"paper": Paper.A4.value, **request.POST.dict()})
        if not form.is_valid():
            raise Http404
        whole = request.POST.get("what") == "tournament"
        chosen = self.rounds() if whole else [self.chosen_round(request.POST.get("round", ""))]
        rounds = [round_ for round_ in chosen if round_ is not None]
        if not rounds:
            raise Http404
        venue = None if whole else self.venue(rounds[0])
        order = set_order(self, "tournament" if whole else "round", rounds, self.around(), form, venue)
        matches = [match for round_ in rounds for match in played_matches(round_, venue)]
        order_set(self.tournament, order, matches, actor=self.actor, what=SheetIssue.What.FILLED, at=timezone.now())
        return HttpResponseRedirect(f"{reverse('scoring:print', args=[slug])}?{self.chosen(rounds[0])}#print-sets")


class SetSheets(PaperMixin):
    """The one PDF with all sheets of a set that is done."""

    def get(self, request: HttpRequest, slug: str, job_id: str) -> HttpResponse:
        job = get_object_or_404(sets_of(self.tournament).filter(state=Job.State.DONE), pk=job_id)
        path = result_directory() / job.result_path
        if not job.result_path or not path.is_file():
            return HttpResponseRedirect(job.get_absolute_url())
        sheets = sheets_of(path.read_bytes())
        if sheets is None:
            raise Http404
        return pdf(sheets, f"{slug}-sheets")


class PrintPaper(PaperMixin):
    """A paper that changes nothing: a GET."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        around = self.around()
        with self.speaking(around):
            return self._drawn(around, key)

    def _drawn(self, around: Surroundings, key: str) -> HttpResponse:
        for paper in TOURNAMENT_PAPERS:
            if paper.key == key:
                return pdf(paper.draw(around), f"{self.tournament.slug}-{key}")
        round_ = self.chosen_round(self.request.GET.get("round", ""))
        for round_paper in ROUND_PAPERS:
            if round_paper.key == key and round_ is not None and round_paper.fits(round_):
                if round_paper.hangs and self.request.GET.get("names") == "public":
                    around = replace(around, naming=PublicNaming(self.tournament))
                around = replace(around, venue=self.venue(round_))
                return pdf(round_paper.draw(around, round_), f"{self.tournament.slug}-{key}-{round_.number}")
        raise Http404


class PaperSettings(DirectorMixin, DeskPage):
    """The director's own: logo, suits, language, prizes, who signs."""

    template_name = "scoring/printing/paper_settings.html"
    title = _("Paper settings")
    section = "print"

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Print"), reverse("scoring:print", args=[self.tournament.slug]))]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        style = style_of(self.tournament)
        shown = {"form": StyleForm(initial=initial_style(style)), "style": style}
        return super().get_context_data(**{**shown, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = StyleForm(request.POST, request.FILES)
        if not form.is_valid():
            return self.refused(request, form=form)
        choose_style(self.tournament, form.choice(style_of(self.tournament)), actor=self.actor)
        messages.success(request, gettext("Saved."))
        return HttpResponseRedirect(reverse("scoring:print", args=[slug]))


class Logo(DeskMixin):
    """The stored logo, for the settings page."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        picture = style_of(self.tournament).picture
        if not picture:
            raise Http404
        return HttpResponse(picture, content_type="image/png" if picture.startswith(b"\x89PNG") else "image/jpeg")
