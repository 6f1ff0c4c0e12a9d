"""The desk's list of enrolments."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.forms import EnrolmentForm
from evenings.enrolment.queries import build_enrolment_line, count_by_state, select_enrolments
from evenings.enrolment.services import approve, change_enrolment, enrol, let_in, refuse, settle_offers, withdraw
from evenings.enrolment.views import add_problems
from tournaments.announcing.queries import build_evening, count_places, read_announcement
from tournaments.announcing.services import open_door
from tournaments.models import Enrolment
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.qr_codes import build_qr_code
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.permissions import registrar
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_fingerprint, read_seen


class EnrolmentsPage(DeskPage):
    template_name = "evenings/enrolment/enrolments.html"
    title = _("Enrolments")
    section = "announcement"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        settle_offers(self.tournament)
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        announcement = read_announcement(self.tournament)
        key, text = self.request.GET.get("state", ""), self.request.GET.get("q", "")[:80].strip()
        rows = select_enrolments(self.tournament, key, text)
        listing = build_paged_rows(self.request, rows, build=lambda page: [build_enrolment_line(row) for row in page])
        address = build_phone_address(self.request, reverse("evenings:enrol", args=[self.tournament.slug]))
        facts = {"announcement": announcement, "places": count_places(self.tournament, announcement), "address": address}
        facts |= {"evening": build_evening(self.tournament, announcement), "qr_code": build_qr_code(address)}
        return super().get_context_data(
            listing=listing,
            counts=count_by_state(self.tournament),
            chosen=key,
            wanted=text,
            reachable=is_reachable_by_phone(self.request),
            **facts,
            **context,
        )


class DoorPoster(DirectorMixin, DeskPage):
    """The QR code at the entrance, as a page to print."""

    template_name = "evenings/enrolment/door_poster.html"
    title = _("Enrol at the entrance")
    section = "announcement"

    below = ((_("Enrolments"), "evenings:enrolments"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        announcement = read_announcement(self.tournament)
        if announcement.door_key:
            path = reverse("evenings:door", args=[self.tournament.slug, announcement.door_key])
            address = build_phone_address(self.request, path)
            context |= {"address": address, "qr_code": build_qr_code(address)}
        return super().get_context_data(announcement=announcement, reachable=is_reachable_by_phone(self.request), **context)


class OpenDoor(DeskAction):
    """Makes the address at the entrance, or closes it."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        opened = "close" not in request.POST
        open_door(self.tournament, actor=self.actor, opened=opened)
        if not opened:
            messages.success(request, gettext("Closed: the QR code at the entrance opens nothing any more."))
        return HttpResponseRedirect(reverse("evenings:door_poster" if opened else "evenings:enrolments", args=[slug]))


class EnrolmentForms(DeskPage):
    """The form that adding and changing at the desk share."""

    policy = staticmethod(registrar)
    template_name = "evenings/enrolment/desk_form.html"
    section = "announcement"

    below = ((_("Enrolments"), "evenings:enrolments"),)

    def build_form(self, data: Any = None, details: EnrolmentDetails | None = None) -> EnrolmentForm:
        heats = build_evening(self.tournament, read_announcement(self.tournament)).heats
        return EnrolmentForm(data, size=self.tournament.entry_size, heats=heats, details=details, at_desk=True)

    def go_back(self) -> HttpResponse:
        return HttpResponseRedirect(reverse("evenings:enrolments", args=[self.tournament.slug]))


class AddEnrolment(EnrolmentForms):
    title = _("Enrol somebody")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": self.build_form(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form(request.POST)
        if form.is_valid():
            try:
                code, origin = form.cleaned_data["code"], Enrolment.Origin.DESK
                enrolment = enrol(self.tournament, form.build_details(), code=code, origin=origin, actor=self.actor)
            except ValidationError as problems:
                add_problems(form, problems)
            except ChangeRefused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, describe_state(enrolment))
                if "another" in request.POST:
                    return HttpResponseRedirect(reverse("evenings:enrolment_add", args=[slug]))
                return self.go_back()
        return self.render_refused(request, form=form)


class EditEnrolment(EnrolmentForms):
    def get_enrolment(self) -> Enrolment:
        rows = Enrolment.objects.select_related("tournament", "entry")
        return get_object_or_404(rows, tournament=self.tournament, pk=self.kwargs["enrolment_id"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        enrolment = self.get_enrolment()
        self.title = str(enrolment)
        form = context.pop("form", None) or self.build_form(details=EnrolmentDetails.of(enrolment))
        address = build_phone_address(self.request, reverse("evenings:own", args=[enrolment.code]))
        facts = {"line": build_enrolment_line(enrolment), "own_address": address, "fingerprint": self._compute_fingerprint()}
        return super().get_context_data(**{"form": form, **facts, **context})

    def post(self, request: HttpRequest, slug: str, enrolment_id: int) -> HttpResponse:
        enrolment = self.get_enrolment()
        form = self.build_form(request.POST, EnrolmentDetails.of(enrolment))
        if form.is_valid():
            try:
                change_enrolment(enrolment, form.build_details(), actor=self.actor, seen=read_seen(request, self._compute_fingerprint))
            except ValidationError as problems:
                add_problems(form, problems)
            except ChangeRefused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, gettext("Saved."))
                return self.go_back()
        return self.render_refused(request, form=form, fingerprint=read_fingerprint(request))

    def _compute_fingerprint(self) -> str:
        return compute_fingerprint(EnrolmentDetails.of(self.get_enrolment()))


ACTIONS: Mapping[str, Callable[..., Enrolment]] = {"approve": approve, "refuse": refuse, "let_in": let_in, "withdraw": withdraw}


def describe_state(enrolment: Enrolment) -> str:
    """Who it is and where they are in the list now."""
    return gettext("%(names)s: %(state)s.") % {"names": enrolment, "state": enrolment.get_state_display()}


class DecideEnrolment(DeskAction):
    """One button of a row: approve, refuse, let in, withdraw."""

    policy = staticmethod(registrar)

    def post(self, request: HttpRequest, slug: str, enrolment_id: int) -> HttpResponse:
        enrolment = get_object_or_404(Enrolment, tournament=self.tournament, pk=enrolment_id)
        decide = ACTIONS.get(request.POST.get("do", ""))
        if decide is not None:
            try:
                decided = decide(enrolment, actor=self.actor)
            except (ChangeRefused, ValidationError) as refusal:
                messages.error(request, " ".join(refusal.messages) if isinstance(refusal, ValidationError) else str(refusal))
            else:
                messages.success(request, describe_state(decided))
        return HttpResponseRedirect(reverse("evenings:enrolments", args=[slug]))
