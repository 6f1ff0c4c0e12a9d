"""The table's own pages: coming in by a secret, and one match as one of its sides enters and answers it on a phone."""

from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from jobs.permissions import everybody
from scoring.confirmation.services import confirm_match, dispute_match
from scoring.entry.forms import EventForm, swapped
from scoring.entry.outcome_messages import answer_for
from scoring.entry.outcomes import Conflict, Created, Outcome, Replayed
from scoring.entry.requests import new_key, read_boxes, read_insistence, read_submission, read_version
from scoring.entry.services import Typed, correct_entry, submit_event, undo_last
from scoring.entry.table_rights import KINDS
from scoring.ledger.actors import table_actor
from scoring.ledger.appending import Submission
from scoring.ledger.match_log import plain
from scoring.live.poll_versions import table_stamp
from scoring.live.polls import PolledPart
from scoring.match_page.views import event_form, filled_form
from scoring.matches.conflicts import box_labels
from scoring.matches.queries import MatchView, describe_situation, load_match
from scoring.models import LedgerEntry, TableDevice, TableLink
from scoring.permissions import DEVICE, LinkClosedError, close_session, link_of, open_session, table
from scoring.phones.devices import accept_line, call_director
from scoring.phones.queries import Clash, TableView, clash_of, table_view
from scoring.phones.services import address_is_patient, find_by_secret, note_opening, note_wrong_secret, use_code

LOOKS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"))
Reason = LedgerEntry.Reason


class OpenTable(TemplateView):
    """`/t#<secret>`: the secret stays in the browser until a person presses the button. Without script the codes of the slip are typed."""

    policy = staticmethod(everybody)
    template_name = "scoring/phones/open.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return never_cache(super().dispatch)(request, *args, **kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        at, address = timezone.now(), str(request.META.get("REMOTE_ADDR", ""))
        if not address_is_patient(address, at=at):
            return self._again(429, _("Too many wrong codes came from this network. Wait a quarter of an hour, or ask at the desk."))
        by_secret = "secret" in request.POST
        link = find_by_secret(request.POST["secret"]) if by_secret else self._by_code(request.POST)
        if link is None:
            note_wrong_secret(address, at=at)
            if by_secret:
                raise LinkClosedError
            return self._again(
                422, _("These two codes open nothing. A code works once, and not after ten wrong tries: ask for a new slip.")
            )
        open_session(request, link, note_opening(link, looks=looks_of(request), at=at))
        return HttpResponseRedirect(reverse("scoring:table"), status=303)

    def _by_code(self, typed: Any) -> TableLink | None:
        return use_code(typed.get("match", "")[:20], typed.get("code", "")[:20], at=timezone.now())

    def _again(self, status: int, error: str) -> HttpResponse:
        shown = {"error": error, "match": self.request.POST.get("match", "")[:20]}
        return self.render_to_response(self.get_context_data(**shown), status=status)


class TablePage(PolledPart, TemplateView):
    """The match on the phone; subclasses do one thing. A request by htmx gets the match alone, or nothing when it has seen it."""

    policy = staticmethod(table)
    template_name = "scoring/phones/page.html"
    fragment = "scoring/phones/body.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        TableDevice.objects.filter(pk=request.session.get(DEVICE, 0), link_id=self.link.pk).update(seen_at=timezone.now())
        try:
            return self._kept_nowhere(super().dispatch(request, *args, **kwargs))
        except PermissionDenied:  # the link was revoked while the service waited for its turn
            raise LinkClosedError from None

    def stamp(self) -> str:
        return table_stamp(self.link)

    def _kept_nowhere(self, answer: HttpResponseBase) -> HttpResponseBase:
        """The whole page stays on no phone; the part that comes again and again may, or it could not be asked for by its tag."""
        if "ETag" not in answer.headers:
            add_never_cache_headers(cast(HttpResponse, answer))
        return answer

    def get_template_names(self) -> list[str]:
        return [self.fragment if getattr(self.request, "htmx", False) else self.template_name]

    @property
    def link(self) -> TableLink:
        return link_of(self.request)

    @cached_property
    def view(self) -> MatchView:
        return load_match(self.link.match)

    @cached_property
    def sitting(self) -> TableView:
        return table_view(self.view, self.link)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        match = self.link.match
        shown = {
            "view": self.view,
            "at": self.sitting,
            "match": match,
            "tournament": match.round.stage.tournament,
            "situation": describe_situation(self.view),
            "key": new_key(),
            "kinds": other_kinds(self.view),
            "polls": not {"clash", "answer", "correcting"} & set(context) and self.request.GET.get("kind", "hand") == "hand",
        }
        if "form" not in context:
            context["form"] = self.wanted_form()
        return super().get_context_data(**{**shown, **context})

    def wanted_form(self) -> EventForm:
        kind = self.request.GET.get("kind", "hand")
        return event_form(self.view, kind if kind in KINDS and kind in self.view.game.event_types else "hand")


class TableAction(TablePage):
    """A button of the page."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.answer(self.act(request))

    def act(self, request: HttpRequest) -> Outcome:
        raise NotImplementedError

    def origin(self) -> Submission:
        return read_submission(self.request, table_actor(self.link))

    def answer(self, outcome: Outcome, **context: Any) -> HttpResponse:
        """Back to the match when it was saved; else the page with the reason, and what was typed."""
        self._forget()
        if isinstance(outcome, Created | Replayed):
            return self.back(outcome.status)
        if isinstance(outcome, Conflict) and outcome.draft:
            return self.clashed(clash_of(self.view, outcome.draft.typed, outcome.draft.version))
        return self.render(outcome.status, answer=answer_for(outcome, self.view, directs=False), **context)

    def clashed(self, clash: Clash) -> HttpResponse:
        """Both versions; two phones that wrote the same have both said yes to it."""
        if clash.same and self.sitting.last:
            accept_line(self.link, self.sitting.last.latest_seq, at=timezone.now())
            self._forget()
            return self.back(200, _("Both sides wrote the same: it is saved once."))
        labels = box_labels(self.view, clash.kind)
        typed = [(labels.get(box, box), text) for box, text in clash.boxes.items() if text]
        ours = [(box.label, box.text) for box in clash.ours] or typed
        form = filled_form(self.view, clash.kind, dict(clash.boxes))
        return self.render(409, clash=clash, ours=ours, form=form)

    def back(self, status: int, message: str = "") -> HttpResponse:
        if getattr(self.request, "htmx", False):
            return self.render(status, notice=message)
        if message:
            messages.success(self.request, message)
        return HttpResponseRedirect(reverse("scoring:table"), status=303)

    def render(self, status: int, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=status)

    def _forget(self) -> None:
        """What was read before writing is old."""
        for name in ("view", "sitting"):
            self.__dict__.pop(name, None)


class TableEnter(TableAction):
    """A hand, or what else players tell of themselves."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        kind = request.POST.get("kind", "hand")
        kind = kind if kind in KINDS and kind in self.view.game.event_types else "hand"
        blank = event_form(self.view, kind)
        boxes = read_boxes(request, blank.fields)
        if "swap" in request.POST:
            return self.render(200, form=filled_form(self.view, kind, swapped(blank, boxes)), **self.around_form())
        outcome = self.send(request, Typed(kind, boxes))
        if isinstance(outcome, Created | Replayed):
            return self.answer(outcome)
        return self.answer(outcome, form=filled_form(load_match(self.link.match), kind, boxes), **self.around_form())

    def around_form(self) -> dict[str, Any]:
        """What the page shows with a form that was refused."""
        return {}

    def send(self, request: HttpRequest, typed: Typed) -> Outcome:
        return submit_event(
            self.link.match, typed, origin=self.origin(), version=read_version(request), insistence=read_insistence(request)
        )


class TableCorrect(TableEnter):
    """The last line as this side holds it for right; the other side answers. A GET shows the line's boxes."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.render(200, form=self.line_form(), **self.around_form())

    def around_form(self) -> dict[str, Any]:
        return {"correcting": self.sitting.last}

    def line_form(self) -> EventForm:
        """Raises: LinkClosedError when this is not, or no longer, the line that can be corrected."""
        last = self.sitting.last
        if last is None or last.seq != self.kwargs["seq"] or not self.sitting.can_correct:
            raise LinkClosedError
        event = plain(self.view.fold.progress[-1].event)
        game, options = self.view.game, self.view.fold.state.options
        return EventForm(game=game, options=options, kind=event.kind, sides=self.view.sides, values=game.typed_from(event))

    def send(self, request: HttpRequest, typed: Typed) -> Outcome:
        return correct_entry(
            self.link.match,
            self.kwargs["seq"],
            typed,
            origin=self.origin(),
            version=read_version(request),
            reason=Reason.TYPED_WRONG if self.sitting.own_last else Reason.DISPUTED,
            insistence=read_insistence(request),
        )


class TableUndo(TableAction):
    def act(self, request: HttpRequest) -> Outcome:
        return undo_last(self.link.match, origin=self.origin(), version=read_version(request))


class TableConfirm(TableAction):
    def act(self, request: HttpRequest) -> Outcome:
        return confirm_match(self.link.match, origin=self.origin(), version=read_version(request))


class TableDispute(TableAction):
    def act(self, request: HttpRequest) -> Outcome:
        return dispute_match(self.link.match, origin=self.origin(), version=read_version(request))


class TableAccept(TableAction):
    """Says yes to the last line."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        accept_line(self.link, self.kwargs["seq"], at=timezone.now())
        return self.back(200)


class TableCall(TableAction):
    """Raises the hand for the director."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        call_director(self.link, at=timezone.now())
        return self.back(200)


class TableLeave(TableAction):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        close_session(request)
        return HttpResponseRedirect(reverse("scoring:table_open"), status=303)


def other_kinds(view: MatchView) -> list[tuple[str, str]]:
    """What can be told besides a hand."""
    told = [kind for kind in ("game", "match", "claim") if kind in view.game.event_types]
    return [(kind, _(view.game.event_types[kind].label)) for kind in told if kind != "claim" or view.fold.state.plan.claims]


def looks_of(request: HttpRequest) -> str:
    """What the phone says it is, in a word; nothing that tells one phone from another of its kind."""
    agent = request.META.get("HTTP_USER_AGENT", "")
    return next((word for sign, word in LOOKS if sign in agent), "")
