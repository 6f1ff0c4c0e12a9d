"""The pages of organizers: the list, one of them with its members and invitations, and the sign-up."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View

from accounts.organizers.forms import LimitsForm, NameForm, SignUpForm
from accounts.organizers.queries import read_organizer_lines, read_organizer_members
from accounts.organizers.services import (
    change_member,
    find_sign_up_address,
    limit_organizer,
    remove_member,
    rename_organizer,
    send_sign_up_link,
    sign_up,
)
from accounts.staff.forms import InvitationForm, OrganizerInvitationForm, OrganizerNameForm, RoleForm
from accounts.staff.invitations import invite_organizer, invite_to_organizer, list_open_invitations, withdraw_invitation
from accounts.staff.queries import build_invitation_lines, list_right_lines
from accounts.staff.views import report_invitation
from accounts.users.emails import is_mail_set_up, may_be_asked
from accounts.users.forms import NewLoginForm
from accounts.users.queries import may_reset_password
from accounts.users.services import build_password_path
from accounts.users.sessions import are_network_logins_allowed
from accounts.users.views import PasswordPage, begin_login
from jobs.permissions import logged_in
from tournaments.models import Invitation, Organizer, OrganizerMember
from tournaments.models.desk_roles import GIVEN_CHOICES
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.qr_codes import build_qr_code
from tournaments.permissions import Role, get_user, organizer_director, organizer_member, read_organizer, read_organizer_role, site_admin
from tournaments.quotas import count_tournaments
from tournaments.refusals import ChangeRefused


class InvitingPage(TemplateView):
    """A page with invitations and the form for one more."""

    def build_invitation_context(self, organizer: Organizer | None) -> dict[str, Any]:
        invitations = list_open_invitations(timezone.now(), organizer=organizer)
        return {
            "invitations": build_invitation_lines(invitations, self.build_link),
            "unreachable": not is_reachable_by_phone(self.request),
            "unprotected": not self.build_link("/").startswith("https:"),
            "network_logins": are_network_logins_allowed(),
        }

    def build_link(self, path: str) -> str:
        return build_phone_address(self.request, path)

    def render_refused(self, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=422)


class OrganizersPage(InvitingPage):
    """The user's organizers; an administrator sees all and invites more."""

    policy = staticmethod(logged_in)
    template_name = "accounts/organizers/organizers.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        user = get_user(self.request)
        page_context: dict[str, Any] = {"lines": read_organizer_lines(user)}
        if user.is_superuser:
            page_context |= {"form": OrganizerInvitationForm(), **self.build_invitation_context(None)}
        return super().get_context_data(**{**page_context, **context})


class InviteOrganizer(OrganizersPage):
    """The list again when the form cannot be used."""

    policy = staticmethod(site_admin)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        form = OrganizerInvitationForm(request.POST)
        if not form.is_valid():
            return self.render_refused(form=form)
        try:
            invitation = invite_organizer(actor=get_user(request), note=form.cleaned_data["note"], at=timezone.now())
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(form=form)
        report_invitation(request, invitation, form.cleaned_data.get("email", ""))
        return HttpResponseRedirect(reverse("tournaments:organizers") + "#invitations")


class WithdrawOrganizerInvitation(View):
    policy = staticmethod(site_admin)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, invitation_id: int) -> HttpResponse:
        invitation = get_object_or_404(Invitation, tournament=None, organizer=None, pk=invitation_id)
        withdraw_invitation(invitation, actor=get_user(request))
        messages.success(request, gettext("Invitation withdrawn: its link no longer works."))
        return HttpResponseRedirect(reverse("tournaments:organizers"))


class OrganizerPage(InvitingPage):
    """One organizer: who works at all its tournaments, open invitations, its name and what it may have."""

    policy = staticmethod(organizer_member)
    template_name = "accounts/organizers/organizer.html"

    @property
    def organizer(self) -> Organizer:
        return read_organizer(self.request, self.kwargs["organizer_slug"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        organizer, user = self.organizer, get_user(self.request)
        page_context: dict[str, Any] = {
            "organizer": organizer,
            "members": read_organizer_members(organizer, user),
            "tournament_count": count_tournaments(organizer),
            "roles": GIVEN_CHOICES,
            "right_lines": list_right_lines(),
        }
        if read_organizer_role(user, organizer) is Role.DIRECTOR:
            page_context |= {"directs": True, "form": InvitationForm(), "name_form": self.build_name_form()}
            page_context |= self.build_invitation_context(organizer)
        if user.is_superuser:
            page_context["limits_form"] = self.build_limits_form()
        return super().get_context_data(**{**page_context, **context})

    def build_name_form(self, data: Any = None) -> NameForm:
        return NameForm(data, initial={"name": self.organizer.name}, prefix="name")

    def build_limits_form(self, data: Any = None) -> LimitsForm:
        limits = {name: getattr(self.organizer, name) for name in ("shared", "tournament_quota", "entry_quota")}
        return LimitsForm(data, initial=limits, prefix="limits")


class OrganizerAction(OrganizerPage):
    """A button of an organizer's director; what is refused is said on its page."""

    policy = staticmethod(organizer_director)
    http_method_names = ["post", "options"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
        except ValidationError as problem:
            messages.error(request, " ".join(problem.messages))
        return HttpResponseRedirect(self.organizer.get_absolute_url())

    def report_done(self, message: str) -> HttpResponse:
        messages.success(self.request, message)
        return HttpResponseRedirect(self.organizer.get_absolute_url())

    def find_member(self, user_key: int) -> OrganizerMember:
        members = OrganizerMember.objects.select_related("user")
        return get_object_or_404(members, organizer=self.organizer, user__pk=user_key)


class RenameOrganizer(OrganizerAction):
    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        form = self.build_name_form(request.POST)
        if not form.is_valid():
            return self.render_refused(name_form=form)
        rename_organizer(self.organizer, actor=get_user(request), name=form.cleaned_data["name"])
        return self.report_done(gettext("Saved."))


class LimitOrganizer(OrganizerAction):
    policy = staticmethod(site_admin)

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        form = self.build_limits_form(request.POST)
        if not form.is_valid():
            return self.render_refused(limits_form=form)
        limit_organizer(self.organizer, actor=get_user(request), **form.cleaned_data)
        return self.report_done(gettext("Saved."))


class InviteMember(OrganizerAction):
    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        form = InvitationForm(request.POST)
        if not form.is_valid():
            return self.render_refused(form=form)
        role, note = Role(form.cleaned_data["role"]), form.cleaned_data["note"]
        invitation = invite_to_organizer(self.organizer, actor=get_user(request), role=role, note=note, at=timezone.now())
        report_invitation(request, invitation, form.cleaned_data.get("email", ""))
        return HttpResponseRedirect(self.organizer.get_absolute_url() + "#invitations")


class WithdrawMemberInvitation(OrganizerAction):
    def post(self, request: HttpRequest, organizer_slug: str, invitation_id: int) -> HttpResponse:
        invitation = get_object_or_404(Invitation, organizer=self.organizer, pk=invitation_id)
        withdraw_invitation(invitation, actor=get_user(request))
        return self.report_done(gettext("Invitation withdrawn: its link no longer works."))


class ChangeMember(OrganizerAction):
    def post(self, request: HttpRequest, organizer_slug: str, user_id: int) -> HttpResponse:
        member, form = self.find_member(user_id), RoleForm(request.POST)
        if not form.is_valid():
            raise ChangeRefused("no_role", gettext("Nothing was changed: choose a role."))
        change_member(self.organizer, actor=get_user(request), user=member.user, role=Role(form.cleaned_data["role"]))
        return self.report_done(gettext("Role of %(name)s changed.") % {"name": member.user})


class RemoveMember(OrganizerAction):
    def post(self, request: HttpRequest, organizer_slug: str, user_id: int) -> HttpResponse:
        member = self.find_member(user_id)
        remove_member(self.organizer, actor=get_user(request), user=member.user)
        messages.success(request, gettext("%(name)s can no longer work on the tournaments of this club.") % {"name": member.user})
        leaves = member.user == request.user and not member.user.is_superuser
        return HttpResponseRedirect(reverse("tournaments:home") if leaves else self.organizer.get_absolute_url())


class ResetMemberPassword(OrganizerAction):
    """A link for a member who forgot the password, shown once."""

    template_name = "accounts/organizers/password_link.html"

    def post(self, request: HttpRequest, organizer_slug: str, user_id: int) -> HttpResponse:
        member = self.find_member(user_id)
        if not may_reset_password(get_user(request), member.user):
            sentence = gettext("Nothing was changed: this person works for others too. The site administrator can help.")
            raise ChangeRefused("works_elsewhere", sentence)
        url = self.build_link(build_password_path(member.user))
        return self.render_to_response({"organizer": self.organizer, "member": member.user, "url": url, "qr_code": build_qr_code(url)})


class SignUpPage(PasswordPage):
    """`/sign-up/`: where the site is open to every club, a link by e-mail; elsewhere the page does not exist."""

    template_name = "accounts/organizers/sign_up.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if settings.SIGN_UP != "open" or not is_mail_set_up():
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": SignUpForm(), **context})

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = SignUpForm(request.POST)
        if not form.is_valid():
            return self.render_refused(form=form)
        address = form.cleaned_data["email"]
        if not (may_be_asked(request.META.get("REMOTE_ADDR", "")) and may_be_asked(address.lower())):
            form.add_error(None, _("Too many e-mails within an hour: nothing was sent. Try again later."))
            return self.render_refused(form=form)
        if not send_sign_up_link(address, build_url=request.build_absolute_uri):
            form.add_error(None, _("The mail server did not take the e-mail: nothing was sent. Try again later."))
            return self.render_refused(form=form)
        return self.render_to_response({"sent_to": address})


class SignUpLinkPage(SignUpPage):
    """`/sign-up/<token>/`: name of the club, user name and password; the link works once."""

    template_name = "accounts/organizers/sign_up_link.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        address = find_sign_up_address(self.kwargs["token"])
        if address is None:
            return self.render_to_response({"spent": True}, status=404)
        return self.render_to_response({"address": address, "form": NewLoginForm(), "name_form": OrganizerNameForm()})

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        address = find_sign_up_address(self.kwargs["token"])
        if address is None:
            return self.render_to_response({"spent": True}, status=404)
        form, name_form = NewLoginForm(request.POST), OrganizerNameForm(request.POST)
        if not (form.is_valid() & name_form.is_valid()):
            return self.render_to_response({"address": address, "form": form, "name_form": name_form}, status=422)
        chosen = {name: form.cleaned_data[name] for name in ("username", "password")}
        try:
            user = sign_up(address, **name_form.cleaned_data, **chosen)
        except ChangeRefused:
            return self.render_to_response({"spent": True}, status=404)
        messages.success(request, gettext("Welcome. Open your first tournament."))
        return HttpResponseRedirect(begin_login(request, user, "/"))
