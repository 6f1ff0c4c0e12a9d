"""The console: the board of a round, the one input, the next step."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from desk.console.board import build_examples, choose_example, read_board
from desk.console.services import advance_round, choose_result_entry, enter_score
from desk.console.tiles import Tile, build_saved_tile
from printing.sheets_back.commands import (
    Command,
    find_blank_sheet,
    find_following_match,
    find_matches,
    find_old_sheet,
    parse_command,
)
from rules.judging import MATCH_OVER
from rules.texts import format_score
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import Created, Outcome, Rejected, Replayed
from scoring.entry.requests import generate_key, read_submission
from scoring.live.poll_versions import read_results_page_version
from scoring.live.views import PolledPart
from scoring.matches.former_matches import FormerView, list_sheets_out, read_former_view
from scoring.matches.queries import load_match
from scoring.matches.rounds import choose_round
from scoring.matches.sheet_grid import begin_simulation
from scoring.models import ExtraSheet, MatchResult
from tournaments.draws.views import read_typed_seed
from tournaments.models import Match, Round
from tournaments.models.prefetches import prefetch_seats
from tournaments.pages.views import DeskAction, DeskMixin, DeskPage
from tournaments.people.sides import list_side_names
from tournaments.permissions import enterer
from tournaments.refusals import ChangeRefused
from tournaments.stages.rounds import format_match_place, read_quoted_round

JSON = "application/json"


class ConsolePage(PolledPart, DeskPage):
    """The board of a round, by `?stage=` and `?round=`, else of the current one. A request by htmx gets the board alone."""

    template_name = "desk/console/console.html"
    section = "results"

    def read_page_version(self) -> str:
        return f"{self.desk.role} {read_results_page_version(self.tournament, at=timezone.now())}"

    def get_template_names(self) -> list[str]:
        return ["desk/console/board.html" if getattr(self.request, "htmx", False) else self.template_name]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Results")
        query = self.request.GET
        round_ = choose_round(self.tournament, query.get("stage", ""), query.get("round", ""))
        if round_ and not getattr(self.request, "htmx", False):
            begin_simulation(round_)
        board = read_board(self.request, self.tournament, round_, directs=self.desk.directs, at=timezone.now())
        examples = build_examples(round_) if round_ else ("", "")
        return super().get_context_data(**{**board, "key": generate_key(), "examples": examples, **context})


class GoToMatch(DeskMixin):
    """Redirect from a table number or the code of a sheet to its match, of any round; a name that fits several is asked on the board."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        command = parse_command(request.GET.get("table", ""))
        if old_sheet := find_old_sheet(self.tournament, command):
            messages.error(request, explain_old_sheet(old_sheet))
            return HttpResponseRedirect(reverse("scoring:results", args=[slug]))
        matches = find_matches(self.tournament, command, choose_round(self.tournament, "", ""))
        if len(matches) == 1:
            return HttpResponseRedirect(build_match_address(matches[0]))
        if blank := find_blank_sheet(self.tournament, command):
            return HttpResponseRedirect(build_blank_address(blank))
        messages.error(request, explain_command(command, matches, choose_round(self.tournament, "", "")))
        return HttpResponseRedirect(reverse("scoring:results", args=[slug]))


class RunCommand(DeskMixin):
    """What was typed into the one input: opens a match, or stores its result. Answers JSON to a script, else redirects."""

    policy = staticmethod(enterer)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        command = parse_command(request.POST.get("command", ""))
        round_ = choose_round(self.tournament, request.POST.get("stage", ""), request.POST.get("round", ""))
        if old_sheet := find_old_sheet(self.tournament, command):
            return self._answer(explain_old_sheet(old_sheet), saved=False, links=build_place_links(old_sheet))
        matches = find_matches(self.tournament, command, round_)
        if not matches and (blank := find_blank_sheet(self.tournament, command)):
            return self._lead_to_blank(blank, command)
        if len(matches) != 1:
            prefetch_related_objects(matches, prefetch_seats())
            links = [{"title": format_match(match), "url": build_match_address(match)} for match in matches]
            return self._answer(explain_command(command, matches, round_), saved=False, links=links)
        if command.scores is None:
            if request.headers.get("Accept") == JSON:
                return JsonResponse({"open": build_match_address(matches[0])})
            return HttpResponseRedirect(build_match_address(matches[0]))
        if old_sheets := list_sheets_out(matches[0], command.code):
            return self._ask_sheet(matches[0], command.scores, read_former_view(old_sheets[-1]))
        return self._enter(matches[0], command.scores)

    def _ask_sheet(self, match: Match, scores: tuple[int, int], old_sheet: FormerView) -> HttpResponse:
        """The table has an old sheet too: the result waits until somebody has looked on which of them it stands."""
        query = urlencode({"first": scores[0], "second": scores[1]})
        address = f"{reverse('scoring:which_sheet', args=[self.tournament.slug, match.code])}?{query}"
        sentence = _("Not saved yet: there is an older sheet of table %(table)s too, for %(sides)s. Which one is it?")
        values = {"table": match.table or "–", "sides": old_sheet.names}
        return self._answer(sentence % values, saved=False, links=[{"title": _("Choose the sheet"), "url": address}])

    def _lead_to_blank(self, blank: ExtraSheet, command: Command) -> HttpResponse:
        """A blank sheet of which nobody has said yet for which match it was used: its page asks that. Nothing is stored before."""
        address = build_blank_address(blank)
        if command.scores is not None:
            title = _("Blank sheet %(number)d") % {"number": blank.number}
            refusal = _("Not saved: %(code)s is a blank sheet. Say first for which match it was used.") % {"code": blank.code}
            return self._answer(refusal, saved=False, links=[{"title": title, "url": address}])
        return JsonResponse({"go": address}) if self.request.headers.get("Accept") == JSON else HttpResponseRedirect(address)

    def _enter(self, match: Match, scores: tuple[int, int]) -> HttpResponse:
        outcome = enter_score(match, scores, origin=read_submission(self.request))
        prefetch_related_objects([match], prefetch_seats())
        links = [{"title": format_sides(match), "url": build_match_address(match)}]
        sentence, saved = tell_outcome(outcome, match, scores, directs=self.desk.directs)
        if _is_over(outcome) and (following := find_following_match(match)):
            prefetch_related_objects([following], prefetch_seats())
            sentence += " " + _("If it is the result of the next match at this table, open that one.")
            links.append({"title": format_match(following), "url": build_match_address(following)})
        tile = build_saved_tile(match, outcome.result) if isinstance(outcome, Created | Replayed) else None
        return self._answer(sentence, saved=saved, links=links, tile=tile)

    def _answer(self, sentence: str, *, saved: bool, links: list[dict[str, str]], tile: Tile | None = None) -> HttpResponse:
        if self.request.headers.get("Accept") == JSON:
            answer = {"said": sentence, "saved": saved, "links": links, "tile": tile.html if tile else ""}
            return JsonResponse(answer, status=200 if saved else 422)
        (messages.success if saved else messages.error)(self.request, sentence)
        return HttpResponseRedirect(reverse("scoring:results", args=[self.tournament.slug]))


def enter_typed_score(request: HttpRequest, match: Match, scores: tuple[int, int], *, directs: bool) -> tuple[str, bool]:
    """Store a result under the key of the request; return what to say and whether it is saved."""
    return tell_outcome(enter_score(match, scores, origin=read_submission(request)), match, scores, directs=directs)


def tell_outcome(outcome: Outcome, match: Match, scores: tuple[int, int], *, directs: bool) -> tuple[str, bool]:
    """What became of a typed result, as a sentence, and whether it is saved."""
    if isinstance(outcome, Created | Replayed):
        values = {"table": match.table or match.code, "score": format_score(scores), "state": MatchResult.State(outcome.result.state).label}
        return _("Table %(table)s: %(score)s saved, %(state)s.") % values, True
    answer = build_outcome_message(outcome, load_match(match), directs=directs)
    sentences = [answer.sentence, *(problem.sentence for problem in answer.problems), _advise(outcome)] if answer else []
    return _("Table %(table)s: not saved. %(why)s") % {"table": match.table or match.code, "why": " ".join(filter(None, sentences))}, False


def _advise(outcome: Outcome) -> str:
    """What to do where a match was decided before: mostly its result was typed wrong."""
    return _("To change the result, open the match and press its row, or undo the last entry with u.") if _is_over(outcome) else ""


def _is_over(outcome: Outcome) -> bool:
    return isinstance(outcome, Rejected) and any(problem.fact is MATCH_OVER for problem in outcome.problems)


class ChooseEntering(DeskMixin):
    """Remember what is typed from a sheet: hands, games, or the result only. Back to the match, or to the board."""

    policy = staticmethod(enterer)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        choose_result_entry(self.tournament, request.POST.get("entering", ""))
        code = request.POST.get("match", "")
        match = Match.objects.filter(round__stage__tournament=self.tournament, code=code).select_related("round__stage__tournament").first()
        return HttpResponseRedirect(build_match_address(match) if match else reverse("scoring:results", args=[slug]))


class AdvanceRound(DeskAction):
    """Close the round, draw and publish the next, and go to print its sheets."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        round_, seed = self.get_round(), read_typed_seed(request.POST)
        closed = read_quoted_round(round_.stage, round_number)
        try:
            seen = request.POST.get("seen", "")
            step = advance_round(round_, actor=self.actor, origin=read_submission(request), seed=seed, at=timezone.now(), seen=seen)
        except ChangeRefused:
            if Round.objects.get(pk=round_.pk).state == Round.State.CLOSED:
                messages.success(request, _("Round %(number)s is closed.") % {"number": closed})
            raise
        if step.published is None:
            messages.success(request, _("Round %(number)s is closed.") % {"number": closed})
            return HttpResponseRedirect(reverse("scoring:desk_standings", args=[slug]))
        values = {"closed": closed, "published": read_quoted_round(round_.stage, step.published.number)}
        messages.success(request, _("Round %(closed)s is closed, round %(published)s is published. Print its sheets.") % values)
        return HttpResponseRedirect(reverse("scoring:print", args=[slug]))


def build_blank_address(blank: ExtraSheet) -> str:
    return reverse("scoring:extra_sheet", args=[blank.tournament.slug, blank.code])


def explain_old_sheet(old_sheet: FormerView) -> str:
    return _("Nothing was saved: this is an old sheet. %(what)s") % {"what": old_sheet.sentence}


def build_place_links(former: FormerView) -> list[dict[str, str]]:
    """Links to the matches that those of a former match play now, each once."""
    links = {place.match.pk: {"title": place.name, "url": build_match_address(place.match)} for place in former.now if place.match}
    return list(links.values())


def build_match_address(match: Match) -> str:
    return reverse("scoring:match", args=[match.round.stage.tournament.slug, match.code])


def format_match(match: Match) -> str:
    """“Pools 2, table 6: Loi – Manca : Carta – Casula”, or “Knockout · Semi-final, table 1: …”. The seats come with their entries
    (`prefetch_seats`).
    """
    values = {"stage": match.round.stage.name, "round": match.round.number, "table": match.table or "–"}
    place = _("%(stage)s %(round)d, table %(table)s") % values
    if match.bracket:
        place = _("%(place)s, table %(table)s") % {"place": format_match_place(match), **values}
    return f"{place}: {format_sides(match)}"


def format_sides(match: Match) -> str:
    """“Loi – Manca : Carta – Casula”. The seats come with their entries (`prefetch_seats`)."""
    return " : ".join(list_side_names(match.seats.all()))


def explain_command(command: Command, matches: list[Match], round_: Round | None) -> str:
    """Why the input opens nothing, and what it understands."""
    if matches:
        return _("“%(text)s” fits several matches: choose one.") % {"text": command.text[:40]}
    if command.lacks_table:
        return _("Not saved: “%(text)s” does not say at which table. Write it first: 12 %(text)s.") % {"text": command.text}
    if command.text and command.table is not None:
        return _("There is no table “%(table)s” in this round.") % {"table": command.table}
    example = _choose_any_example(round_)
    if not example:
        return _explain_without_example(command)
    if not command.text:
        return _("Type a table (12), a table with its result (12 2-0), the code of a sheet, or a name.")
    if table := command.table_of_no_result:
        values = {"text": command.text[:40], "example": f"{table} {example.split()[1]}"}
        return _("Not saved: “%(text)s” is no result. Write the table, then two numbers, for example %(example)s.") % values
    return _(
        "“%(text)s” was not found. Type a table (12), a table with its result (%(example)s), the code of a sheet, a name, "
        "or # with an entry’s number."
    ) % {"text": command.text[:40], "example": example}


def _explain_without_example(command: Command) -> str:
    """The same where no result is two numbers: more than two sides sit at a table."""
    if not command.text:
        return _("Type a table (12), the code of a sheet, or a name.")
    values = {"text": command.text[:40], "table": command.table_of_no_result}
    if command.table_of_no_result:
        return _("Not saved: “%(text)s” is no result. Open table %(table)s and enter there what each player has.") % values
    return _("“%(text)s” was not found. Type a table (12), the code of a sheet, a name, or # with an entry’s number.") % values


def _choose_any_example(round_: Round | None) -> str:
    """A table with a result that the input takes in this round; empty where more than two sides sit at a table."""
    if round_ is None:
        return "12 2-0"
    return choose_example(round_) or next(filter(None, build_examples(round_)), "")
