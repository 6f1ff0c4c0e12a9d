"""What every page of a union's officials shares, and the page with what is to do."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.generic import TemplateView, View

from federation.models import PlannedEvent, TakenResult, Union, UnionMember, WaitingResult
from federation.points.plugged import list_own_fields
from federation.results_in.services import ResultRefused, judge_waiting, receive_result, refuse_waiting, take_waiting, withdraw_result
from federation.rolls.reading import read_roll
from federation.rolls.services import TakenRoll, decide_event, erase_member, plan_events, take_clubs, take_members
from federation.union_pages.forms import RuleForm, UnionFileForm
from federation.union_rankings.queries import explain_member, list_due
from federation.union_rankings.services import change_rule, found_union
from tournaments.importing.sources import fetch_list, list_sources
from tournaments.models import Organizer
from tournaments.pages.paging import build_paged_rows
from tournaments.permissions import get_user, organizer_director, read_organizer
from tournaments.reading.files import UnreadableListError
from tournaments.refusals import ChangeRefused

MOST_FAULTS = 20
MOST_RESULTS = 12
ROLLS = {"members": ("number", "name"), "clubs": ("number", "name"), "calendar": ("club", "date", "name")}
"""By the name of a list the columns that it must have."""


class UnionMixin(View):
    """A page of the union's officials: the directors of the organizer that it is."""

    policy = staticmethod(organizer_director)

    @property
    def organizer(self) -> Organizer:
        return read_organizer(self.request, self.kwargs["organizer_slug"])

    @property
    def union(self) -> Union:
        return get_object_or_404(Union.objects.select_related("organizer"), organizer=self.organizer)

    def redirect_to(self, name: str, *arguments: object) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse(f"federation:{name}", args=[self.organizer.slug, *arguments]))

    def report(self, refusal: ChangeRefused) -> None:
        messages.error(self.request, str(refusal))
        for line in getattr(refusal, "lines", ())[1:MOST_FAULTS]:
            messages.error(self.request, line)


class UnionPage(UnionMixin, TemplateView):
    """What waits, what is due and late, what came in, and the lists; a POST of an organizer that is no union makes it one."""

    template_name = "federation/union_pages/union.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        union = Union.objects.filter(organizer=self.organizer).first()
        if union is None:
            return super().get_context_data(organizer=self.organizer, **context)
        planned = union.planned.filter(state=PlannedEvent.State.ASKED).select_related("club")
        results = union.results.filter(counts=True).select_related("club")
        page_context = {
            "organizer": self.organizer,
            "union": union,
            "counts": (union.members.filter(erased_at=None).count(), union.clubs.count(), results.count()),
            "waiting": union.waiting.select_related("club"),
            "planned": planned,
            "due": list_due(union, localdate()),
            "results": results.order_by("-taken_at", "-pk")[:MOST_RESULTS],
            "clubs": union.clubs.all()[:200],
            "form": UnionFileForm(),
            "sources": list_sources(),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        found_union(self.organizer, actor=get_user(request))
        return self.redirect_to("union")


class TakeRoll(UnionMixin):
    """A list of members, clubs or events, as a file."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str, roll: str) -> HttpResponse:
        if roll not in ROLLS:
            raise Http404
        try:
            content = self._read_content(roll)
            if content is None:
                return self.redirect_to("union")
            read_list = read_roll(content, ROLLS[roll], list_own_fields(self.union) if roll == "members" else ())
            counts = self._take(roll, read_list)
        except UnreadableListError as problem:
            messages.error(request, str(problem.message))
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            for fault in read_list.faults[:MOST_FAULTS]:
                messages.error(request, fault)
        else:
            values = {"new": counts.new, "changed": counts.changed}
            messages.success(request, _("Taken in: %(new)d new, %(changed)d changed.") % values)
        return self.redirect_to("union")

    def _read_content(self, roll: str) -> bytes | None:
        """The list that was sent, or that a plug-in fetches; None where none was sent, which the next page says."""
        if "source" in self.request.POST:
            return fetch_list(self.request.POST["source"], roll)
        form = UnionFileForm(self.request.POST, self.request.FILES)
        if not form.is_valid():
            messages.error(self.request, " ".join(map(str, form.errors["file"])))
            return None
        return bytes(form.cleaned_data["file"].read())

    def _take(self, roll: str, read_list: Any) -> TakenRoll:
        actor = get_user(self.request)
        if roll == "calendar":
            return plan_events(self.union, read_list, actor=actor, at=timezone.now())
        return (take_members if roll == "members" else take_clubs)(self.union, read_list, actor=actor)


class ReceiveResults(UnionMixin):
    """Result files that came by e-mail or on a stick, several at once."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        files = request.FILES.getlist("file")
        if not files:
            messages.error(request, _("Choose a file first."))
        for file in files[:100]:
            try:
                judgement = receive_result(self.union, file.read(), at=timezone.now())
            except ResultRefused as refusal:
                messages.error(request, f"{file.name}: {refusal}")
                for line in refusal.lines[1:MOST_FAULTS]:
                    messages.error(request, line)
            except ChangeRefused as refusal:
                messages.error(request, str(refusal))
            else:
                if judgement.questions:
                    messages.warning(request, _("%(file)s waits below: something is asked.") % {"file": file.name})
                else:
                    messages.success(request, _("%(file)s is taken in and counts.") % {"file": file.name})
        return self.redirect_to("union")


class WaitingPage(UnionMixin, TemplateView):
    """What is asked about a file, with the answer."""

    template_name = "federation/union_pages/waiting.html"

    def get_waiting(self) -> WaitingResult:
        return get_object_or_404(WaitingResult.objects.select_related("union__organizer"), union=self.union, pk=self.kwargs["waiting_id"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        waiting = self.get_waiting()
        judgement = judge_waiting(waiting)
        event = judgement.document["event"] if judgement.document else None
        page_context = {"organizer": self.organizer, "waiting": waiting, "judgement": judgement, "event": event}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str, waiting_id: int) -> HttpResponse:
        waiting = self.get_waiting()
        if "refuse" in request.POST:
            refuse_waiting(waiting, actor=get_user(request))
            messages.success(request, _("Refused: the file is deleted."))
            return self.redirect_to("union")
        try:
            take_waiting(waiting, frozenset(request.POST.getlist("question")), actor=get_user(request), at=timezone.now())
        except ChangeRefused as refusal:
            self.report(refusal)
            return self.redirect_to("union_waiting", waiting_id)
        messages.success(request, _("Taken in: it counts."))
        return self.redirect_to("union")


class DecideEvent(UnionMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str, event_id: int) -> HttpResponse:
        event = get_object_or_404(PlannedEvent.objects.select_related("union__organizer"), union=self.union, pk=event_id)
        decide_event(event, approves="approve" in request.POST, actor=get_user(request), at=timezone.now())
        messages.success(request, _("Saved."))
        return self.redirect_to("union")


class ResultPage(UnionMixin, TemplateView):
    """A result with its places and the history of its event; a POST withdraws it."""

    template_name = "federation/union_pages/result.html"

    def get_result(self) -> TakenResult:
        rows = TakenResult.objects.select_related("union__organizer", "club", "taken_by")
        return get_object_or_404(rows, union=self.union, pk=self.kwargs["result_id"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        result = self.get_result()
        history = self.union.results.filter(event_key=result.event_key).select_related("taken_by").order_by("-pk")
        placings = result.placings.select_related("member")
        page_context = {
            "organizer": self.organizer,
            "result": result,
            "history": history,
            "listing": build_paged_rows(self.request, placings),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str, result_id: int) -> HttpResponse:
        withdraw_result(self.get_result(), actor=get_user(request))
        messages.success(request, _("It counts no more. A new file of the event is taken in as its next version."))
        return self.redirect_to("union_result", result_id)


class MemberPage(UnionMixin, TemplateView):
    """A member with every sum; a POST with the tick erases."""

    template_name = "federation/union_pages/member.html"

    def get_member(self) -> UnionMember:
        return get_object_or_404(UnionMember.objects.select_related("club"), union=self.union, pk=self.kwargs["member_id"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        member = self.get_member()
        page_context = {"organizer": self.organizer, "member": member, "lines": explain_member(self.union, member)}
        page_context["own"] = [(field.label, member.own.get(field.key, "")) for field in list_own_fields(self.union)]
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str, member_id: int) -> HttpResponse:
        if request.POST.get("sure") != "yes":
            messages.error(request, _("Tick the box: what is erased cannot be brought back."))
        else:
            erase_member(self.union, self.get_member(), actor=get_user(request), at=timezone.now())
            messages.success(request, _("Erased. The places stay without a name."))
        return self.redirect_to("union_member", member_id)


class RulePage(UnionMixin, TemplateView):
    """How points are given; everything is computed again when it is saved."""

    template_name = "federation/union_pages/rule.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"organizer": self.organizer, "form": RuleForm(instance=self.union), **context})

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        form = RuleForm(request.POST, instance=self.union)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=422)
        change_rule(self.union, form.read_values(), actor=get_user(request))
        count = self.union.results.filter(counts=True).count()
        sentence = ngettext("Saved. %(count)d result counted again.", "Saved. %(count)d results counted again.", count)
        messages.success(request, sentence % {"count": count})
        return self.redirect_to("union_rule")
