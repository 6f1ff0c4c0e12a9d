"""The phone's own pages: opening a slip or a code by its secret, and one match as a side enters and answers it."""

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from jobs.permissions import everybody
from scoring.clocks.queries import read_clocks
from scoring.entry.forms import swap_columns
from scoring.entry.outcomes import Conflict, Created, Outcome, Replayed
from scoring.entry.requests import KEY, generate_key, list_all_box_names, read_boxes, read_override, read_submission, read_version
from scoring.entry.services import FilledBoxes, correct_entry, submit_event
from scoring.entry.table_rights import TABLE_KINDS
from scoring.ledger.appending import Submission, build_table_actor
from scoring.ledger.match_log import unwrap_overruled
from scoring.ledger.queries import read_current_head
from scoring.live.poll_versions import read_poll_version, read_table_page_version
from scoring.live.views import PolledPart
from scoring.matches.boxes import suggest_boxes
from scoring.matches.conflicts import list_box_labels
from scoring.matches.queries import MatchView, load_match
from scoring.matches.seen_places import SeenPlace, find_writer, read_seen_place, read_signed_place
from scoring.matches.table_links import is_settled
from scoring.models import LedgerEntry, TableDevice, TableLink
from scoring.models.drafts import KIND
from scoring.permissions import (
    DEVICE,
    Phone,
    read_phone,
    table_visitor,
)
from tournaments.pages.addresses import build_public_address
from tournaments.refusals import HandedOver
from visitors.phones.codes import store_link_of_phone
from visitors.phones.ending import describe_end
from visitors.phones.evening import find_drawing, read_evening, read_evening_version
from visitors.phones.forms import PhoneForm, list_other_kinds
from visitors.phones.queries import EntryClash, TableView, read_clash, read_table_view, says_the_same
from visitors.phones.services import (
    accept_line,
)
from visitors.phones.strays import (
    Stray,
    StrayCard,
    build_form_key,
    build_stray_card,
    describe_place,
    keep_stray,
    list_strays,
    pick_boxes,
    was_handed_over,
    was_stored,
)
from visitors.phones.viewpoint import build_phone_answer, describe_phone_situation, describe_result
from visitors.tournament_pages.player import read_player_view

Reason = LedgerEntry.Reason


class MatchPollVersion(View):
    """A few characters that change with a match, without a session. With `seen`, the server asks here only once they are others, or after
    25 seconds (`config.waiting_room`).
    """

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        version = read_poll_version(code)
        if not version:
            raise Http404
        return HttpResponse(version, content_type="text/plain", headers={"Cache-Control": "no-store"})


class TablePage(PolledPart, TemplateView):
    """The match on the phone, or away from a table the evening of its entry; subclasses perform one action.

    A request by htmx gets only the part that changes, or 304 when nothing has changed.
    """

    policy = staticmethod(table_visitor)
    template_name = "visitors/phones/page.html"
    fragment = "visitors/phones/body.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if device := request.session.get(DEVICE, 0):
            TableDevice.objects.filter(pk=device).update(seen_at=timezone.now())
        try:
            return self._forbid_storing(super().dispatch(request, *args, **kwargs))
        except PermissionDenied:  # revoked, or the round was closed, while the service waited for its turn
            return self._forbid_storing(self.render_refused(request))

    def render_refused(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to a request whose match went away while it waited."""
        return self.render_away(request, 423)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.is_away:
            return self.render_away(request, 200)
        return super().get(request, *args, **kwargs)

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """A browser that opens the address of an action again, as it does with a tab that it had dropped, gets the phone's page."""
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(reverse("scoring:table"))
        return super().http_method_not_allowed(request, *args, **kwargs)

    @cached_property
    def is_away(self) -> bool:
        """Whether nothing can be entered now: no match at a table; or its result is confirmed and nobody asked for its hands."""
        link = self.phone.link
        return link is None or (is_settled(link.match) and "hands" not in self.request.GET)

    def render_away(self, request: HttpRequest, status: int, **more: Any) -> HttpResponse:
        """The evening of the entry; 423 when something was sent that can no longer be entered."""
        phone, htmx = self.phone, getattr(request, "htmx", False)
        tournament = phone.entry.tournament
        context = {"tournament": tournament, "phone": phone, "refused": status == 423, **more, "drawing": find_drawing(tournament)}
        context["ledger_head"] = read_current_head(tournament)
        context["place"] = read_seen_place(phone.entry, None, 0)
        context["strays"] = self.list_stray_cards()
        if not phone.revoked:
            clocks = read_clocks(tournament, at=timezone.now()) if tournament.round_minutes else ()
            context["evening"] = evening = read_evening(phone.entry, read_player_view(phone.entry), clocks)
            address = partial(build_public_address, request)
            context["result_text"] = describe_result(evening.last, tournament, address)
            if evening.is_over:
                context["end_text"] = describe_end(evening.final, evening.field_size, tournament, address)
        return render(request, f"visitors/phones/{'evening_body' if htmx else 'evening'}.html", context, status=status)

    def read_page_version(self) -> str:
        link, strays = self.phone.link, [stray.key for stray in list_strays(self.request)]
        if link is None or self.is_away:
            return repr((self.phone.revoked, link is None, strays)) + read_evening_version(self.phone.entry)
        return read_table_page_version(link) + repr(strays)

    def list_stray_cards(self) -> list[StrayCard]:
        return [build_stray_card(stray, self.phone.entry, self.place) for stray in list_strays(self.request)]

    @cached_property
    def place(self) -> SeenPlace:
        """Where the phone is now: what every form of its page says."""
        link = self.phone.link
        return read_seen_place(self.phone.entry, link.match if link else None, link.side if link else 0)

    def _forbid_storing(self, answer: HttpResponseBase) -> HttpResponseBase:
        """Forbid browsers to store the whole page; the polled fragment may be stored, because its ETag is needed."""
        if "ETag" not in answer.headers:
            add_never_cache_headers(cast(HttpResponse, answer))
        return answer

    def get_template_names(self) -> list[str]:
        return [self.fragment if getattr(self.request, "htmx", False) else self.template_name]

    @property
    def phone(self) -> Phone:
        return read_phone(self.request)

    @property
    def link(self) -> TableLink:
        """The side at the table. Raises PermissionDenied away from one."""
        if self.phone.link is None:
            raise PermissionDenied
        return self.phone.link

    @cached_property
    def view(self) -> MatchView:
        return load_match(self.link.match)

    @cached_property
    def sitting(self) -> TableView:
        return read_table_view(self.view, self.link)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        match = self.link.match
        page_context = {
            "view": self.view,
            "at": self.sitting,
            "match": match,
            "phone": self.phone,
            "poll_version": read_poll_version(match.code),
            "drawing": find_drawing(match.round.stage.tournament),
            "tournament": match.round.stage.tournament,
            "ledger_head": read_current_head(match.round.stage.tournament),
            "situation": describe_phone_situation(self.view, self.link.side),
            "key": generate_key(),
            "place": self.place,
            "strays": self.list_stray_cards(),
            "kinds": list_other_kinds(self.view),
            "polls": not {"clash", "answer", "correcting"} & set(context) and self.request.GET.get("kind", "hand") == "hand",
        }
        if "form" not in context:
            context["form"] = self.build_form()
        return super().get_context_data(**{**page_context, **context})

    def build_form(self) -> PhoneForm:
        kind = self.request.GET.get("kind", "hand")
        return self.build_phone_form(kind if kind in TABLE_KINDS and kind in self.view.game.event_types else "hand")

    def build_phone_form(self, kind: str, boxes: Mapping[str, str] | None = None) -> PhoneForm:
        """The form of that kind, filled with `boxes`; an empty one is filled with what follows from the hand before."""
        view, options = self.view, self.view.log.state.options
        values = boxes if boxes is not None else suggest_boxes(view.game, view.log.state, view.match, kind)
        form = PhoneForm(boxes, game=view.game, options=options, kind=kind, sides=view.sides, values=values, **self.build_viewpoint())
        if boxes is not None:
            form.is_valid()
        return form

    def build_viewpoint(self) -> dict[str, Any]:
        """Whose phone a form is on, and what it calls the others there: arguments of `PhoneForm`."""
        return {"own": self.link.side, "names": self.sitting.short_names if self.view.crowded else ()}


class TablePost(TablePage):
    """What a table sends: a filled form or a button. It is done only where the phone still is at the place that its page showed."""

    http_method_names = ["post", "options"]
    action: str

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            if self.phone.link is None or self.seen_place is None or self.seen_place.identity != self.place.identity:
                return self._forbid_storing(self.render_refused(request))
            try:
                self.phone.link = store_link_of_phone(self.phone, at=timezone.now())
            except PermissionDenied:
                return self._forbid_storing(self.render_refused(request))
        try:
            return super().dispatch(request, *args, **kwargs)
        except HandedOver as refusal:
            keep_stray(request, self.build_stray())
            return self._forbid_storing(self.render_now(423, elsewhere=str(refusal)))

    @cached_property
    def seen_place(self) -> SeenPlace | None:
        """The place that stood on the phone; None where its page told none."""
        return read_signed_place(self.request.POST.get("place", ""))

    def render_refused(self, request: HttpRequest) -> HttpResponseBase:
        """Keep what was sent for another match on the phone, and show it apart from the page as it is now."""
        if request.method != "POST":
            return super().render_refused(request)
        stray = self.build_stray()
        if was_stored(stray):
            place = describe_place(stray.place, self.phone.entry)
            return self.render_now(200, notice=_("That was saved already: %(place)s.") % {"place": place})
        if was_handed_over(stray, self.phone.entry):
            return self.render_now(200, notice=_("The director has it, with what you typed."))
        keep_stray(request, stray)
        return self.render_now(409)

    def build_stray(self) -> Stray:
        key = self.request.POST.get("key", "")
        place = self.seen_place or SeenPlace(self.phone.entry.pk)
        names = list_all_box_names(find_writer(place, self.phone.entry).tournament.game)
        typed = pick_boxes(self.request.POST.dict(), names)
        form_key = build_form_key(place, read_version(self.request), typed[KIND]) if typed and self.action == "enter" else ""
        return Stray(key if KEY.fullmatch(key) else generate_key(), place, self.action, typed, form_key)

    def render_now(self, status: int, **context: Any) -> HttpResponseBase:
        """The page as it is now: the match at the table, or the evening; without script the page asks for it anew."""
        if not getattr(self.request, "htmx", False) and status < 400:
            messages.success(self.request, context.get("notice", ""))
            return HttpResponseRedirect(reverse("scoring:table"), status=303)
        self._clear_cached_views()
        return self.render_away(self.request, status, **context) if self.is_away else self.render_page(status, **context)

    def read_origin(self) -> Submission:
        return read_submission(self.request, build_table_actor(self.link, self.place.people))

    def respond(self, outcome: Outcome, **context: Any) -> HttpResponse:
        """Redirect to the match when it was saved; else render the page with the reason and what was typed."""
        self._clear_cached_views()
        if isinstance(outcome, Created | Replayed):
            return self.redirect_back(outcome.status)
        if isinstance(outcome, Conflict) and outcome.draft:
            return self.render_conflict(read_clash(self.view, outcome.draft.typed, outcome.draft.version, self.link.side))
        labels = context["form"].read_shared_labels() if "form" in context else {}
        return self.render_page(outcome.status, answer=build_phone_answer(outcome, self.view, self.link.side, labels), **context)

    def render_conflict(self, clash: EntryClash) -> HttpResponse:
        """Render both versions; when two phones wrote the same, both have accepted it."""
        if clash.same and self.sitting.last:
            accept_line(self.link, self.sitting.last.latest_seq, at=timezone.now())
            self._clear_cached_views()
            return self.redirect_back(200, _("Both sides entered the same: saved once."))
        labels = list_box_labels(self.view, clash.kind)
        typed = [(labels.get(box, box), text) for box, text in clash.boxes.items() if text]
        ours = [(box.label, box.text) for box in clash.ours] or typed
        form = self.build_phone_form(clash.kind, dict(clash.boxes))
        return self.render_page(409, clash=clash, ours=ours, form=form)

    def redirect_back(self, status: int, message: str = "") -> HttpResponse:
        if getattr(self.request, "htmx", False):
            return self.render_page(status, notice=message)
        if message:
            messages.success(self.request, message)
        return HttpResponseRedirect(reverse("scoring:table"), status=303)

    def render_page(self, status: int, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=status)

    def _clear_cached_views(self) -> None:
        """Clear the views that were cached before writing."""
        for name in ("view", "sitting", "place", "is_away"):
            self.__dict__.pop(name, None)


class TableEnter(TablePost):
    """Enter a hand, or another kind that players may enter."""

    action = "enter"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        kind = request.POST.get("kind", "hand")
        kind = kind if kind in TABLE_KINDS and kind in self.view.game.event_types else "hand"
        blank = self.build_phone_form(kind)
        boxes = read_boxes(request, blank.fields)
        if "swap" in request.POST:
            return self.render_page(200, form=self.build_phone_form(kind, swap_columns(blank, boxes)), **self.build_form_context())
        outcome = self.submit_boxes(request, FilledBoxes(kind, boxes))
        if isinstance(outcome, Created | Replayed):
            return self.respond(outcome)
        return self.respond(outcome, form=self.build_phone_form(kind, boxes), **self.build_form_context())

    def build_form_context(self) -> dict[str, Any]:
        """The template context for a form that was refused."""
        return {}

    def submit_boxes(self, request: HttpRequest, typed: FilledBoxes) -> Outcome:
        return submit_event(
            self.link.match, typed, origin=self.read_origin(), version=read_version(request), override=read_override(request)
        )


class TableCorrect(TableEnter):
    """Correct the last line as this side sees it; the other side answers. A GET shows the line's boxes."""

    http_method_names = ["get", "head", "post", "options"]
    action = "correct"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The form; the phone's page where this is not, or no longer, the line that can be corrected."""
        if self.is_away or not self._is_open:
            return HttpResponseRedirect(reverse("scoring:table"))
        return self.render_page(200, form=self.build_line_form(), **self.build_form_context())

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        typed = FilledBoxes(request.POST.get("kind", "hand"), read_boxes(request, list_all_box_names(self.view.game)))
        same = self._is_open and read_version(request) == self.view.version and says_the_same(self.view, typed.kind, typed.boxes)
        if "swap" in request.POST or not same:
            return super().post(request, *args, **kwargs)
        if self.sitting.last and not self.sitting.own_last:
            accept_line(self.link, self.sitting.last.latest_seq, at=timezone.now())
        self._clear_cached_views()
        return self.redirect_back(200, _("You changed nothing: the hand stays as it was."))

    @property
    def _is_open(self) -> bool:
        """Whether this is the line that this side can correct now."""
        last = self.sitting.last
        return last is not None and last.seq == self.kwargs["seq"] and self.sitting.can_correct

    def build_form_context(self) -> dict[str, Any]:
        return {"correcting": self.sitting.last}

    def build_line_form(self) -> PhoneForm:
        """The form of the last line."""
        event = unwrap_overruled(self.view.log.counted_lines[-1].event)
        game, options = self.view.game, self.view.log.state.options
        values = game.typed_from(event)
        return PhoneForm(game=game, options=options, kind=event.kind, sides=self.view.sides, values=values, **self.build_viewpoint())

    def submit_boxes(self, request: HttpRequest, typed: FilledBoxes) -> Outcome:
        return correct_entry(
            self.link.match,
            self.kwargs["seq"],
            typed,
            origin=self.read_origin(),
            version=read_version(request),
            reason=Reason.TYPED_WRONG if self.sitting.own_last else Reason.DISPUTED,
            override=read_override(request),
        )
