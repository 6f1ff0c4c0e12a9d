"""Who works for a tournament: roles, invitations, new passwords; and the page that an invitation opens."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.staff.forms import InvitationForm, OrganizerNameForm, RoleForm
from accounts.staff.invitation_emails import send_invitation
from accounts.staff.invitations import (
    INVITATION_REFUSALS,
    InvitationState,
    accept_invitation,
    build_invitation_path,
    find_invitation,
    invite_to_staff,
    list_open_invitations,
    read_invitation_state,
    withdraw_invitation,
)
from accounts.staff.queries import build_invitation_lines, list_right_lines, list_right_titles, read_member_lines
from accounts.staff.services import grant_role, revoke_role
from accounts.users.forms import NewLoginForm
from accounts.users.queries import may_reset_password
from accounts.users.services import build_password_path
from accounts.users.sessions import are_network_logins_allowed, is_protected
from accounts.users.views import PasswordPage, begin_login
from jobs.machine import read_steady_time
from tournaments.models import Invitation, StaffRole
from tournaments.models.desk_roles import GIVEN_CHOICES
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.qr_codes import build_qr_code
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.permissions import read_organizer_role
from tournaments.refusals import ChangeRefused


class StaffPage(DirectorMixin, DeskPage):
    """The staff and the open invitations; a POST makes an invitation."""

    template_name = "accounts/staff/staff.html"
    title = _("Staff")
    section = "staff"

    below = ((_("Settings"), "tournaments:settings"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {
            "members": read_member_lines(self.tournament, self.actor),
            "roles": GIVEN_CHOICES,
            "right_lines": list_right_lines(),
            "invitations": build_invitation_lines(list_open_invitations(read_steady_time(), tournament=self.tournament), self.build_link),
            "form": InvitationForm(),
            "unreachable": not is_reachable_by_phone(self.request),
            "unprotected": not self.build_link("/").startswith("https:"),
            "network_logins": are_network_logins_allowed(),
            "leads_organizer": read_organizer_role(self.actor, self.tournament.organizer) is StaffRole.Role.DIRECTOR,
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = InvitationForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, form=form)
        role, note = StaffRole.Role(form.cleaned_data["role"]), form.cleaned_data["note"]
        try:
            invitation = invite_to_staff(self.tournament, actor=self.actor, role=role, note=note, at=timezone.now())
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, form=form)
        report_invitation(request, invitation, form.cleaned_data.get("email", ""))
        return HttpResponseRedirect(self.build_address("staff") + "#invitations")

    def build_link(self, path: str) -> str:
        return build_phone_address(self.request, path)


def report_invitation(request: HttpRequest, invitation: Invitation, address: str) -> None:
    """Send a new invitation where an address was typed, and say what became of it."""
    if not address:
        messages.success(request, gettext("Invitation made: show its QR code, or send its link."))
    elif send_invitation(invitation, address, build_phone_address(request, build_invitation_path(invitation))):
        messages.success(request, gettext("Invitation sent to %(address)s.") % {"address": address})
    else:
        messages.warning(request, gettext("Invitation made, but the mail server did not take it. Show its QR code, or send its link."))


class WithdrawInvitation(DeskAction):
    returns_to = ("staff",)

    def post(self, request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
        invitation = get_object_or_404(Invitation, tournament=self.tournament, pk=invitation_id)
        withdraw_invitation(invitation, actor=self.actor)
        return self.report_done(request, gettext("Invitation withdrawn: its link no longer works."), "staff")


class ChangeRole(DeskAction):
    returns_to = ("staff",)

    def post(self, request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
        member = get_object_or_404(StaffRole.objects.select_related("user"), tournament=self.tournament, user__pk=user_id)
        form = RoleForm(request.POST)
        if not form.is_valid():
            return self.report_not_done(request, gettext("Nothing was changed: choose a role."), "staff")
        grant_role(self.tournament, actor=self.actor, user=member.user, role=StaffRole.Role(form.cleaned_data["role"]))
        return self.report_done(request, gettext("Role of %(name)s changed.") % {"name": member.user}, "staff")


class RemoveStaff(DeskAction):
    returns_to = ("staff",)

    def post(self, request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
        role = get_object_or_404(StaffRole.objects.select_related("user"), tournament=self.tournament, user__pk=user_id)
        revoke_role(self.tournament, actor=self.actor, user=role.user)
        message = gettext("%(name)s can no longer work on this tournament.") % {"name": role.user}
        if role.user == request.user:
            messages.success(request, message)
            return HttpResponseRedirect(reverse("tournaments:home"))
        return self.report_done(request, message, "staff")


class ResetPassword(DirectorMixin, DeskPage):
    """A link for somebody of the staff who forgot the password, shown once: it works once, for three days."""

    http_method_names = ["post", "options"]
    template_name = "accounts/staff/password_link.html"
    title = _("New password")
    section = "staff"

    below = (
        (_("Settings"), "tournaments:settings"),
        (_("Staff"), "tournaments:staff"),
    )

    def post(self, request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
        member = get_object_or_404(StaffRole.objects.select_related("user"), tournament=self.tournament, user__pk=user_id)
        if not may_reset_password(self.actor, member.user):
            messages.error(request, gettext("Nothing was changed: this person works for others too. The site administrator can help."))
            return self.redirect_to("staff")
        url = build_phone_address(request, build_password_path(member.user))
        return self.render_to_response(self.get_context_data(member=member.user, url=url, qr_code=build_qr_code(url)))


class JoinPage(PasswordPage):
    """`/join/<token>/`: an invitation. Who is logged in takes the role; anybody else chooses a name and a password first.

    Who is invited as an organizer also says by which name.
    """

    template_name = "accounts/staff/join.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        invitation = find_invitation(self.kwargs["token"])
        state = read_invitation_state(invitation, read_steady_time())
        if invitation is None or state is not InvitationState.OPEN:
            return self.render_to_response({"refusal": INVITATION_REFUSALS[state]}, status=404)
        return self.render_to_response(self.build_context(invitation, form=NewLoginForm(), name_form=OrganizerNameForm()))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        invitation = find_invitation(self.kwargs["token"])
        if invitation is None:
            return self.render_to_response({"refusal": INVITATION_REFUSALS[InvitationState.WITHDRAWN]}, status=404)
        user, new = (request.user if isinstance(request.user, User) else None), is_for_organizer(invitation)
        form, name_form = NewLoginForm(request.POST), OrganizerNameForm(request.POST)
        if (user is None and not form.is_valid()) | (new and not name_form.is_valid()):
            return self.render_to_response(self.build_context(invitation, form=form, name_form=name_form), status=422)
        chosen = {name: form.cleaned_data[name] for name in ("username", "password")} if user is None else {}
        if new:
            chosen |= name_form.cleaned_data
        try:
            member = accept_invitation(invitation, user=user, at=timezone.now(), **chosen)
        except ChangeRefused as refusal:
            return self.render_to_response({"refusal": str(refusal)}, status=404)
        messages.success(request, gettext("Welcome. You can now work here."))
        desk = reverse("tournaments:desk", args=[invitation.tournament.slug]) if invitation.tournament else "/"
        return HttpResponseRedirect(desk if user is not None else begin_login(request, member, desk))

    def build_context(self, invitation: Invitation, **context: Any) -> dict[str, Any]:
        page_context = {
            "invitation": invitation,
            "for_organizer": is_for_organizer(invitation),
            "may": list_right_titles(StaffRole.Role(invitation.role)),
            "login_address": f"{reverse('login')}?{urlencode({REDIRECT_FIELD_NAME: self.request.path})}",
            "protected": is_protected(self.request),
        }
        return self.get_context_data(**page_context, **context)


def is_for_organizer(invitation: Invitation) -> bool:
    """Whether who opens it becomes an organizer."""
    return invitation.tournament is None and invitation.organizer is None
