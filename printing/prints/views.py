"""The print page: the papers that are needed next, the sheets of a round, then all other papers and the lists."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from jobs.file_values import DamagedFile, StoreFault
from jobs.files import RESULTS, read_stored
from jobs.models import Job
from jobs.queries import read_progress
from paper.merging import merge_prints
from paper.sheets import Paper, render_blank_sheets, render_score_sheets
from printing.prints.files import read_sheets_pdf
from printing.prints.forms import SheetForm
from printing.prints.heads import PrintContext
from printing.prints.lists import ROUND_LISTS, TEAM_LISTS, TOURNAMENT_LISTS, list_round_lists
from printing.prints.paper_groups import draw_papers, list_available_papers, list_paper_groups, read_paper_needs
from printing.prints.paper_views import AsksForReachableCodes, PaperMixin, build_refusal, choose_paper_language
from printing.prints.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from printing.prints.services import KIND, SetOrder, issue_sheets, order_set
from printing.prints.sheets import (
    build_blank_sheet,
    build_extra_sheet,
    build_preview_sheet,
    build_record_setup,
    build_round_setup,
    build_rules_setup,
    build_sheet_setup,
    list_played_matches,
    list_unprinted_matches,
    read_filled_sheets,
    read_issued_matches,
    read_played_matches,
    read_whole_matches,
)
from printing.sheets_back.extra_sheets import issue_extra_sheets
from scoring.matches.rounds import list_rounds_ahead
from scoring.matches.sheet_grid import begin_simulation
from scoring.models import PaperStyle, SheetIssue
from tournaments.entries.exports import FILE_KINDS, FileList
from tournaments.models import Match, Round, Tournament
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.pdf_answers import build_pdf_response
from tournaments.pages.views import DeskPage
from tournaments.people.naming import PublicNaming
from tournaments.permissions import printer
from tournaments.refusals import ChangeRefused
from tournaments.stages.groups import Venue, read_venues_of_stage
from tournaments.stages.rounds import has_rounds_side_by_side

SPARES = 8
MOST_AT_ONCE = 100
"""Most sheets or records that are drawn during a request; more become a job."""
SETS_SHOWN = 3
PREVIEWED = 16
"""Sheets in a preview: enough to look at, quick to draw."""


def list_print_sets(tournament: Tournament) -> QuerySet[Job]:
    """Print sets of all owners: everybody at the desk may use them."""
    return Job.objects.filter(kind=KIND, arguments__tournament=tournament.pk).select_related("owner")


class PrintPage(PaperMixin, DeskPage):
    template_name = "printing/prints/print.html"
    section = "print"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = gettext("Print")
        round_ = self.find_round(self.request.GET.get("round", ""))
        venue = self.find_venue(round_)
        matches = list_played_matches(round_, venue) if round_ else []
        if round_:
            begin_simulation(round_)
        needs = read_paper_needs(self.tournament, round_, matches)
        ahead = list_rounds_ahead(round_) if round_ else ()
        print_context = self.get_print_context()
        sets = list(list_print_sets(self.tournament).order_by("-created_at")[:SETS_SHOWN])
        everything = list_available_papers(round_)
        listing = build_paged_rows(self.request, matches)
        page_context = {
            "round": round_,
            "rounds": self.read_rounds(),
            "venues": read_venues_of_stage(round_.stage) if round_ else (),
            "venue": venue,
            "languages": settings.LANGUAGES,
            "language": choose_paper_language(self.request, print_context),
            "matches": matches,
            "listing": listing,
            "printed": read_issued_matches(list(listing.page.object_list)),
            "needs": needs,
            "rounds_at_once": len(ahead) + 1,
            "in_pools": round_ is not None and has_rounds_side_by_side(round_.stage),
            "sheets_at_once": len(list_unprinted_matches([round_, *ahead], venue)) if round_ and ahead else 0,
            "needed": [paper for key in needs.papers for paper in everything if paper.key == key],
            "groups": list_paper_groups(print_context, round_),
            "at_once": needs.missing <= MOST_AT_ONCE,
            "round_lists": list_round_lists(round_.stage) if round_ else (),
            "tournament_lists": TOURNAMENT_LISTS,
            "names_differ": not PublicNaming(self.tournament).shows_all_names,
            "sheet_form": SheetForm(initial={"paper": Paper.A5_TWO_UP.value, "suits": print_context.style.suits, "spares": SPARES}),
            "unreachable": not is_reachable_by_phone(self.request),
            "sets": sets,
            "newest": read_progress(sets[0].pk) if sets else None,
        }
        return super().get_context_data(**{**page_context, **context})


class PrintSheets(AsksForReachableCodes, PaperMixin):
    """Prints sheets and records that they are out; a POST because it writes. Many sheets at once become a job."""

    policy = staticmethod(printer)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SheetForm(request.POST)
        if not form.is_valid():
            messages.error(request, gettext("Nothing was printed: choose a paper size and 1 to 200 blank sheets."))
            return HttpResponseRedirect(reverse("scoring:print", args=[slug]))
        print_context = self.get_print_context()
        with self.override_language(print_context):
            if form.cleaned_data["which"] == "spares":
                return self._print_extra(form, print_context, form.get_value("spares", SPARES))
            if form.cleaned_data["which"] == "further":
                return self._print_extra(form, print_context, 1, get_object_or_404(self.list_played(), code=form.cleaned_data["code"]))
            return self._print_round(form, print_context)

    def list_played(self) -> QuerySet[Match]:
        """The matches of this tournament that can have a sheet."""
        played = Match.objects.filter(round__stage__tournament=self.tournament, kind=Match.Kind.PLAYED)
        return played.exclude(round__state=Round.State.DRAFT).select_related("round__stage__tournament")

    def _print_extra(self, form: SheetForm, print_context: PrintContext, count: int, match: Match | None = None) -> HttpResponse:
        """Blank sheets, or one more sheet of a match; each has a code of its own and is counted as out."""
        setup = build_sheet_setup(print_context, form.chosen_paper, form.cleaned_data["suits"])
        if match is not None:
            setup = replace(build_round_setup(setup, match.round, print_context), numbered=False)
        elif round_ := self.find_round(""):
            setup = build_rules_setup(setup, round_, print_context)
        extras = issue_extra_sheets(self.tournament, count, match, actor=self.actor, at=timezone.now())
        sheets = [build_extra_sheet(extra, print_context) for extra in extras]
        return build_pdf_response(render_score_sheets(setup, sheets), f"{self.tournament.slug}-{'further' if match else 'spares'}")

    def _print_round(self, form: SheetForm, print_context: PrintContext) -> HttpResponse:
        round_ = self.find_round(self.request.POST.get("round", ""))
        if round_ is None:
            raise build_refusal()
        matches = self.select_matches(round_, form.cleaned_data["which"], form.cleaned_data["code"])
        if not matches:
            messages.info(self.request, gettext("Every table already has its sheet. You can print a lost one again below."))
            return HttpResponseRedirect(f"{reverse('scoring:print', args=[self.tournament.slug])}?{self.build_query(round_)}")
        filled = form.cleaned_data["which"] == "filled"
        same = form.cleaned_data["again"] == "same" and not filled  # a record is of the ledger as it is now
        what = SheetIssue.What.FILLED if filled else SheetIssue.What.SHEET
        if len(matches) > MOST_AT_ONCE:
            rounds = list(Round.objects.filter(pk__in={match.round_id for match in matches}).order_by("number"))
            order = build_set_order(self, "sheets", rounds, print_context, form, self.find_venue(round_))
            job = order_set(self.tournament, order, matches, actor=self.actor, what=what, at=timezone.now(), same=same)
            return HttpResponseRedirect(job.get_absolute_url())
        matches = [match for whole in read_whole_matches(matches) for match in whole]
        issues = issue_sheets(self.tournament, matches, actor=self.actor, what=what, at=timezone.now(), same=same)
        if filled:
            sheets = read_filled_sheets(matches, issues, print_context)
        else:
            sheets = [build_blank_sheet(match, issue, print_context) for match, issue in zip(matches, issues, strict=True)]
        setup = build_sheet_setup(print_context, form.chosen_paper, form.cleaned_data["suits"])
        setup = build_round_setup(setup, round_, print_context)
        if filled:
            setup = build_record_setup(setup, round_)
        return build_pdf_response(render_score_sheets(setup, sheets), f"{self.tournament.slug}-{round_.stage.number}-{round_.number}")

    def select_matches(self, round_: Round, which: str, code: str) -> list[Match]:
        """As `list_played_matches` gives them."""
        if which == "stage":
            return list_unprinted_matches([round_, *list_rounds_ahead(round_)], self.find_venue(round_))
        matches = list_played_matches(round_, self.find_venue(round_))
        if code:
            matches = [match for match in matches if match.code == code]
        elif which == "rest":
            issued = read_issued_matches(matches)
            return [match for match in matches if match.pk not in issued]
        if not matches:
            raise build_refusal()
        return matches


class PrintNow(PrintSheets):
    """Everything that is needed now in one file: the lists, then the sheets that are missing, which are recorded as printed."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        round_ = self.find_round(request.POST.get("round", ""))
        venue = self.find_venue(round_)
        matches = list_played_matches(round_, venue) if round_ else []
        needs = read_paper_needs(self.tournament, round_, matches)
        print_context = replace(self.get_print_context(), venue=venue)
        try:
            with self.override_language(print_context):
                prints = draw_papers(print_context, round_, needs.papers)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return HttpResponseRedirect(reverse("scoring:print", args=[slug]))
        if 0 < needs.missing <= MOST_AT_ONCE and needs.moment == "sheets":
            sheets = super().post(request, slug)
            if sheets.headers["Content-Type"] != "application/pdf":
                return sheets
            prints.append(sheets.content)
        return build_pdf_response(merge_prints(prints), f"{slug}-{needs.moment}")


def build_set_order(
    view: PaperMixin, what: str, rounds: list[Round], print_context: PrintContext, form: SheetForm, venue: Venue | None = None
) -> SetOrder:
    return SetOrder(
        what=what,
        rounds=tuple(round_.pk for round_ in rounds),
        paper=form.chosen_paper.value,
        suits=form.cleaned_data["suits"],
        language=choose_paper_language(view.request, print_context),
        base=build_phone_address(view.request, "/"),
        venue=venue.key if venue else "",
        page=f"{reverse('scoring:print', args=[view.tournament.slug])}?{view.build_query(rounds[0])}#print-sets",
    )


class OrderSet(AsksForReachableCodes, PaperMixin):
    """Orders a set of all papers of a round, or of the tournament for the archive: records, lists, and every match alone."""

    policy = staticmethod(printer)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SheetForm({"paper": Paper.A4.value, **request.POST.dict()})
        if not form.is_valid():
            raise Http404
        whole = request.POST.get("what") == "tournament"
        selected = self.read_rounds() if whole else [self.find_round(request.POST.get("round", ""))]
        rounds = [round_ for round_ in selected if round_ is not None]
        if not rounds:
            raise build_refusal()
        venue = None if whole else self.find_venue(rounds[0])
        order = build_set_order(self, "tournament" if whole else "round", rounds, self.get_print_context(), form, venue)
        matches = [match for round_ in rounds for match in list_played_matches(round_, venue)]
        order_set(self.tournament, order, matches, actor=self.actor, what=SheetIssue.What.FILLED, at=timezone.now())
        return HttpResponseRedirect(order.page)


class SetSheets(PaperMixin):
    """The PDF with all sheets of a finished set."""

    def get(self, request: HttpRequest, slug: str, job_id: str) -> HttpResponse:
        job = get_object_or_404(list_print_sets(self.tournament).filter(state=Job.State.DONE), pk=job_id)
        try:
            content = read_stored(RESULTS, job.result_path)
        except (DamagedFile, StoreFault):
            content = None  # the job's own page says what is wrong
        if content is None:
            return HttpResponseRedirect(job.get_absolute_url())
        sheets = read_sheets_pdf(content)
        if sheets is None:
            raise Http404
        return build_pdf_response(sheets, f"{slug}-sheets")


class PreviewSheets(PaperMixin):
    """How the sheets of a round look, of the kind and on the paper of the request: nothing is counted as printed, no code is on them."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SheetForm({"paper": Paper.A5_TWO_UP.value, **request.GET.dict()})
        if not form.is_valid():
            raise Http404
        print_context = self.get_print_context()
        kind = request.GET.get("kind", "")
        if kind in PaperStyle.SheetKind.values:
            print_context.style.sheet_kind = kind
        with self.override_language(print_context):
            round_ = self.find_round(request.GET.get("round", ""))
            matches = read_played_matches(round_, self.find_venue(round_), most=PREVIEWED) if round_ else []
            setup = build_sheet_setup(print_context, form.chosen_paper, form.cleaned_data["suits"])
            if round_ is None or not matches:
                return build_pdf_response(render_blank_sheets(setup, 1), f"{slug}-preview")
            sheets = [build_preview_sheet(match, print_context) for match in matches]
            return build_pdf_response(render_score_sheets(build_round_setup(setup, round_, print_context), sheets), f"{slug}-preview")


class PrintPaper(PaperMixin):
    """A paper that changes nothing, by GET."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        print_context = self.get_print_context()
        with self.override_language(print_context):
            return self._render_paper(print_context, key)

    def _render_paper(self, print_context: PrintContext, key: str) -> HttpResponse:
        for paper in TOURNAMENT_PAPERS:
            if paper.key == key:
                return build_pdf_response(paper.draw(print_context), f"{self.tournament.slug}-{key}")
        round_ = self.find_asked_round()
        if round_ is None and key in {round_paper.key for round_paper in ROUND_PAPERS}:
            raise build_refusal()
        for round_paper in ROUND_PAPERS:
            if round_paper.key == key and round_ is not None and round_paper.is_available_for(round_):
                if round_paper.hangs and self.request.GET.get("names") == "public":
                    print_context = replace(print_context, naming=PublicNaming(self.tournament))
                print_context = replace(print_context, venue=self.find_venue(round_))
                return build_pdf_response(round_paper.draw(print_context, round_), f"{self.tournament.slug}-{key}-{round_.number}")
        raise Http404


class ListFile(PaperMixin):
    """A list with full names for the staff; `?round=` or `?stage=` selects the round, by default the current round."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, slug: str, key: str, kind: str) -> HttpResponse:
        print_context = self.get_print_context()
        with self.override_language(print_context):
            name, listed = self._build_list(print_context, key)
        write, content_type = FILE_KINDS[kind]
        headers = {"Content-Disposition": f'attachment; filename="{slug}-{name}.{kind}"'}
        return HttpResponse(write(listed), content_type=content_type, headers=headers)

    def _build_list(self, print_context: PrintContext, key: str) -> tuple[str, FileList]:
        """The name of the file without its ending, and the list. Raises Http404."""
        for tournament_list in TOURNAMENT_LISTS:
            if tournament_list.key == key:
                return key, tournament_list.make(print_context)
        round_ = self.find_asked_round()
        for round_list in (*ROUND_LISTS, *TEAM_LISTS):
            if round_list.key == key and round_ is not None:
                return f"{key}-{round_.stage.number}-{round_.number}", round_list.make(print_context, round_)
        raise Http404
