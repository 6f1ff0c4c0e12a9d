"""The public pages of enrolment: the form, one's own page, the privacy notice."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.forms import EnrolmentForm
from evenings.enrolment.queries import read_own_view
from evenings.enrolment.services import CODE_LENGTH, build_closed_refusal, may_enrol, settle_offers
from evenings.enrolment.wishes import ask_for_place, ask_to_change, ask_to_enrol, ask_to_queue_again, ask_to_withdraw, list_unheeded
from jobs.permissions import everybody
from printing.prints.prize_pictures import read_offered_prizes
from tournaments.announcing.notice import build_privacy_notice
from tournaments.announcing.queries import build_evening, count_places, read_announcement
from tournaments.check_in.door_queries import has_door_bye, read_door_seat
from tournaments.models import Enrolment, Tournament
from tournaments.permissions import enroller, visitor
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_fingerprint, read_seen


class EnrolPage(TemplateView):
    """The form."""

    policy = staticmethod(visitor)
    template_name = "evenings/enrolment/enrol.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.tournament = get_object_or_404(Tournament, slug=kwargs["slug"])
        self.door_key: str = kwargs.get("door_key", "")
        self.announcement = read_announcement(self.tournament)
        if self.door_key and self.door_key != self.announcement.door_key and self.tournament.public and request.method != "POST":
            return HttpResponseRedirect(reverse("evenings:enrol", args=[self.tournament.slug]))
        response = super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        evening = build_evening(self.tournament, self.announcement)
        is_open = may_enrol(self.tournament, self.announcement, timezone.now(), self.door_key)
        facts = {"evening": evening, "places": count_places(self.tournament, self.announcement), "is_open": is_open}
        facts |= {"offered": read_offered_prizes(self.tournament), "notice_url": self.build_notice_url()}
        form = context.pop("form", None) or self.build_form()
        return super().get_context_data(
            tournament=self.tournament, announcement=self.announcement, at_door=bool(self.door_key), form=form, **facts, **context
        )

    def build_notice_url(self) -> str:
        return reverse("evenings:notice", args=[self.tournament.slug])

    def build_form(self, data: Any = None) -> EnrolmentForm:
        heats = build_evening(self.tournament, self.announcement).heats
        return EnrolmentForm(data, size=self.tournament.entry_size, heats=heats)

    def post(self, request: HttpRequest, **_address: str) -> HttpResponse:
        form = self.build_form(request.POST)
        if form.is_valid():
            origin = Enrolment.Origin.DOOR if self.door_key else Enrolment.Origin.PHONE
            try:
                code = form.cleaned_data["code"]
                enrolment = ask_to_enrol(self.tournament, form.build_details(), code=code, origin=origin, door_key=self.door_key)
            except ValidationError as problems:
                add_problems(form, problems)
            except ChangeRefused as refusal:
                form.add_error(None, str(refusal))
            else:
                return HttpResponseRedirect(reverse("evenings:own", args=[enrolment.code]))
        elif not may_enrol(self.tournament, self.announcement, timezone.now(), self.door_key):
            form.add_error(None, str(build_closed_refusal()))
        return self.render_to_response(self.get_context_data(form=form), status=422)


class DoorPage(EnrolPage):
    """The form by the address of the QR code at the entrance: also when enrolment is over, and where there is no public page.

    A key that is no longer good leads to the public page, or says that the entrance is closed; what was typed comes back with the answer.
    """

    policy = staticmethod(enroller)

    def build_notice_url(self) -> str:
        return reverse("evenings:door_notice", args=[self.tournament.slug, self.door_key])


def add_problems(form: EnrolmentForm, problems: ValidationError) -> None:
    """Show what a service found beside its box, or above the form where there is no such box."""
    for field, sentences in problems.message_dict.items():
        for sentence in sentences:
            form.add_error(field if field in form.fields else None, sentence)


class OwnPage(TemplateView):
    """The page of whoever enrolled: where they are in the list, answer, change, withdraw. Whoever has the address may."""

    policy = staticmethod(everybody)
    template_name = "evenings/enrolment/own.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.enrolment = self.read_enrolment()
        response = super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    def read_enrolment(self) -> Enrolment:
        rows = Enrolment.objects.select_related("tournament", "entry")
        enrolment = rows.filter(code=self.kwargs["code"].lower()).first()
        if enrolment is None:
            raise EnrolmentGoneError
        return enrolment

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settle_offers(self.enrolment.tournament):
            self.enrolment = self.read_enrolment()
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = self.enrolment.tournament
        announcement = read_announcement(tournament)
        own = read_own_view(self.enrolment, timezone.now())
        facts = {"tournament": tournament, "evening": build_evening(tournament, announcement), "announcement": announcement, "own": own}
        facts |= {"offered": read_offered_prizes(tournament), "names": " – ".join(EnrolmentDetails.of(self.enrolment).names)}
        facts |= {"may_queue": may_enrol(tournament, announcement, timezone.now()), "fingerprint": self._compute_fingerprint()}
        entry = self.enrolment.entry
        seat = read_door_seat(entry) if entry else None
        facts |= {"door_seat": seat, "door_bye": entry is not None and seat is not None and has_door_bye(entry)}
        facts |= {"address": self.request.build_absolute_uri(self.request.path)}
        facts |= {"unheeded": list_unheeded(self.enrolment)}
        form = context.pop("form", None) or self.build_form()
        return super().get_context_data(form=form, enrolment=self.enrolment, **{**facts, **context})

    def build_form(self, data: Any = None) -> EnrolmentForm:
        tournament = self.enrolment.tournament
        heats = build_evening(tournament, read_announcement(tournament)).heats
        return EnrolmentForm(data, size=tournament.entry_size, heats=heats, details=EnrolmentDetails.of(self.enrolment))

    def post(self, request: HttpRequest, code: str) -> HttpResponse:
        try:
            if "change" in request.POST:
                return self._change(request)
            if "accept" in request.POST or "decline" in request.POST:
                ask_for_place(self.enrolment, accepted="accept" in request.POST)
            elif "withdraw" in request.POST:
                ask_to_withdraw(self.enrolment)
            elif "again" in request.POST:
                ask_to_queue_again(self.enrolment)
        except ChangeRefused as refusal:
            return self._render_refusal(str(refusal))
        except ValidationError as problems:
            return self._render_refusal(" ".join(problems.messages))
        return HttpResponseRedirect(reverse("evenings:own", args=[self.enrolment.code]))

    def _render_refusal(self, sentence: str) -> HttpResponse:
        self.enrolment = self.read_enrolment()
        return self.render_to_response(self.get_context_data(refusal=sentence), status=422)

    def _change(self, request: HttpRequest) -> HttpResponse:
        form = self.build_form(request.POST)
        if form.is_valid():
            try:
                ask_to_change(self.enrolment, form.build_details(), seen=read_seen(request, self._compute_present_fingerprint))
            except ValidationError as problems:
                add_problems(form, problems)
            except ChangeRefused as refusal:
                form.add_error(None, str(refusal))
                self.enrolment = self.read_enrolment()
            else:
                messages.success(request, _("Saved."))
                return HttpResponseRedirect(f"{reverse('evenings:own', args=[self.enrolment.code])}#main")
        return self.render_to_response(self.get_context_data(form=form, fingerprint=read_fingerprint(request)), status=422)

    def _compute_fingerprint(self) -> str:
        return compute_fingerprint(EnrolmentDetails.of(self.enrolment))

    def _compute_present_fingerprint(self) -> str:
        return compute_fingerprint(EnrolmentDetails.of(self.read_enrolment()))


class EnrolmentGoneError(Http404):
    """The answer for a code that leads nowhere."""

    def __init__(self) -> None:
        super().__init__()
        self.advice = _("There is no enrolment with this code. It may have been deleted after the tournament, as the privacy notice says.")
        self.address = reverse("evenings:find")
        self.way = _("Type the code again")


class FindPage(TemplateView):
    """Opens one's own page by its code, for who has lost the link."""

    policy = staticmethod(everybody)
    template_name = "evenings/enrolment/find.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        code = "".join(request.GET.get("code", "").split()).replace("-", "").lower()[:CODE_LENGTH]
        if code and Enrolment.objects.filter(code=code).exists():
            return HttpResponseRedirect(reverse("evenings:own", args=[code]))
        return self.render_to_response(self.get_context_data(wanted=code, unknown=bool(code)))


class NoticePage(TemplateView):
    """The privacy notice of an evening, to read and to print (GDPR, article 13)."""

    policy = staticmethod(visitor)
    template_name = "evenings/enrolment/notice.html"

    def read_tournament(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.kwargs["slug"])

    def build_back_url(self) -> str:
        return reverse("evenings:enrol", kwargs=self.kwargs)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = self.read_tournament()
        notice = build_privacy_notice(tournament, read_announcement(tournament))
        return super().get_context_data(tournament=tournament, notice=notice, back_url=self.build_back_url(), **context)


class DoorNotice(NoticePage):
    policy = staticmethod(enroller)

    def build_back_url(self) -> str:
        return reverse("evenings:door", kwargs=self.kwargs)


class OwnNotice(NoticePage):
    """For whoever enrolled: what is kept of them can be read as long as it is kept, whether the tournament is public or not."""

    policy = staticmethod(everybody)

    def read_tournament(self) -> Tournament:
        tournament = Tournament.objects.filter(enrolments__code=self.kwargs["code"].lower()).first()
        if tournament is None:
            raise EnrolmentGoneError
        return tournament

    def build_back_url(self) -> str:
        return reverse("evenings:own", kwargs=self.kwargs)
