"""The pages of one's own login: password, open logins, second factor; and links that let somebody choose a password."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from accounts.users.emails import is_mail_set_up
from accounts.users.forgotten import send_password_link, store_address
from accounts.users.forms import AddressForm, ChangePasswordForm, ChosenPasswordForm, CodeForm, ForgottenForm, NewLoginForm
from accounts.users.queries import has_organizers
from accounts.users.second_factor import (
    begin_second_factor,
    build_app_address,
    check_second_factor,
    confirm_second_factor,
    find_second_factor,
    remove_second_factor,
)
from accounts.users.services import has_login_file, store_password
from accounts.users.sessions import (
    allow_network_logins,
    are_network_logins_allowed,
    end_logins,
    is_login_allowed,
    list_open_logins,
    note_login,
)
from jobs.databases import write_tx
from jobs.machine import read_steady_time
from jobs.permissions import everybody, logged_in
from jobs.program import format_command
from tournaments.pages.qr_codes import build_qr_code
from tournaments.permissions import get_user, site_admin

BACKEND = "django.contrib.auth.backends.ModelBackend"
PENDING = "pending_login"
PENDING_SECONDS = 600


class PasswordPage(TemplateView):
    """A page over which a password travels: without a protected or allowed connection it says why it does not work."""

    policy = staticmethod(everybody)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_login_allowed(request):
            return self.response_class(request, ["accounts/users/unprotected.html"], {}, status=403, using=self.template_engine)
        return super().dispatch(request, *args, **kwargs)

    def render_refused(self, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=422)


class PasswordLinkPage(PasswordPage):
    """`/password/<user>/<token>/`: choose a password, and at the first start also a name. The link works once."""

    template_name = "accounts/users/password_link.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = self.find_user()
        if user is None:
            return self.render_to_response({"spent": True}, status=404)
        return self.render_to_response(self.get_context_data(form=self.build_form(user), is_first=has_login_file(user.username)))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = self.find_user()
        if user is None:
            return self.render_to_response({"spent": True}, status=404)
        form = self.build_form(user, request.POST)
        if not form.is_valid():
            return self.render_refused(form=form, is_first=has_login_file(user.username))
        store_password(user, form.cleaned_data["password"], username=form.cleaned_data.get("username", ""))
        end_logins(user)
        messages.success(request, _("Password saved."))
        return HttpResponseRedirect(begin_login(request, user, "/"))

    def find_user(self) -> User | None:
        """The user of a link that still works."""
        try:
            user = User.objects.filter(pk=int(urlsafe_base64_decode(self.kwargs["uid"])), is_active=True).first()
        except (ValueError, OverflowError):
            return None
        return user if user is not None and default_token_generator.check_token(user, self.kwargs["token"]) else None

    def build_form(self, user: User, data: Any = None) -> ChosenPasswordForm:
        if has_login_file(user.username):
            return NewLoginForm(data, user=user, initial={"username": user.username})
        return ChosenPasswordForm(data, user=user)


class LoginCodePage(PasswordPage):
    """The second step of a login: a code of the app, or a recovery code."""

    template_name = "accounts/users/login_code.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if read_pending_login(request) is None:
            return HttpResponseRedirect(reverse("login"))
        return self.render_to_response(self.get_context_data(form=CodeForm()))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        pending = read_pending_login(request)
        if pending is None:
            return HttpResponseRedirect(reverse("login"))
        user, following = pending
        form = CodeForm(request.POST)
        if not form.is_valid() or not check_second_factor(user, form.cleaned_data["code"], at=timezone.now()):
            if form.is_valid():
                form.add_error(
                    "code", _("This code is not right. Type the one that the app shows now; after five wrong ones wait 15 minutes.")
                )
            return self.render_refused(form=form)
        request.session.pop(PENDING)
        _log_in(request, user)
        return HttpResponseRedirect(following)


class AccountPage(TemplateView):
    """One's own login: change the password, see and end open logins, second factor, address."""

    policy = staticmethod(logged_in)
    template_name = "accounts/users/account.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        user = get_user(self.request)
        page_context = {
            "form": ChangePasswordForm(request=self.request, user=user),
            "address_form": self.build_address_form() if is_mail_set_up() else None,
            "logins": list_open_logins(user, self.request.session.session_key),
            "second_factor": find_second_factor(user),
            "second_factor_required": settings.SECOND_FACTOR_REQUIRED,
            "idle_hours": settings.SESSION_IDLE_HOURS,
            "network_logins": are_network_logins_allowed(),
            "organizer_pages": has_organizers(user),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        user = get_user(request)
        if "save_address" in request.POST:
            return self._save_address(user)
        form = ChangePasswordForm(request.POST, request=request, user=user)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=422)
        store_password(user, form.cleaned_data["password"])
        update_session_auth_hash(request, user)
        messages.success(request, _("Password changed. Other devices have to log in again."))
        return HttpResponseRedirect(reverse("tournaments:account"))

    def build_address_form(self, data: Any = None) -> AddressForm:
        user = get_user(self.request)
        return AddressForm(data, request=self.request, user=user, initial={"email": user.email}, prefix="address")

    def _save_address(self, user: User) -> HttpResponse:
        form = self.build_address_form(self.request.POST)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(address_form=form), status=422)
        store_address(user, form.cleaned_data["email"])
        messages.success(self.request, _("Saved."))
        return HttpResponseRedirect(reverse("tournaments:account"))


class EndLogins(View):
    """End one open login, or all but this one."""

    policy = staticmethod(logged_in)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        count = end_logins(get_user(request), handle=request.POST.get("login", ""), keep_key=request.session.session_key)
        messages.success(request, _("Logins ended: %(count)d.") % {"count": count})
        return HttpResponseRedirect(reverse("tournaments:account"))


class SecondFactorPage(TemplateView):
    """Set up the authenticator app: a QR code, a first code, then the recovery codes, shown once."""

    policy = staticmethod(logged_in)
    template_name = "accounts/users/second_factor.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if find_second_factor(get_user(request)):
            return HttpResponseRedirect(reverse("tournaments:account"))
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        if "recovery_codes" in context:
            return super().get_context_data(**context)
        secret = begin_second_factor(self.request.session)
        qr_code = build_qr_code(build_app_address(get_user(self.request), secret))
        page_context = {"form": CodeForm(), "qr_code": qr_code, "secret": secret, "required": settings.SECOND_FACTOR_REQUIRED}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = CodeForm(request.POST)
        user, secret = get_user(request), begin_second_factor(request.session)
        codes = confirm_second_factor(user, secret, form.cleaned_data["code"], at=timezone.now()) if form.is_valid() else None
        if codes is None:
            if form.is_valid():
                form.add_error("code", _("This code is not right. Is the clock of the phone and of this computer right?"))
            return self.render_to_response(self.get_context_data(form=form), status=422)
        return self.render_to_response(self.get_context_data(recovery_codes=codes))


class RemoveSecondFactor(View):
    """Turn the second factor off, by one more code."""

    policy = staticmethod(logged_in)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        user = get_user(request)
        if check_second_factor(user, request.POST.get("code", "")[:20], at=timezone.now()):
            remove_second_factor(user)
            messages.success(request, _("The second factor is off."))
        else:
            messages.error(request, _("Nothing was changed: this code is not right."))
        return HttpResponseRedirect(reverse("tournaments:account"))


class ForgottenPage(TemplateView):
    """What to do without a password: a link by e-mail where mail is set up, else the director."""

    policy = staticmethod(everybody)
    template_name = "accounts/users/forgotten.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {"form": ForgottenForm() if is_mail_set_up() else None, "reset_command": format_command("desk --reset-password")}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = ForgottenForm(request.POST)
        if not is_mail_set_up() or not form.is_valid():
            return self.render_to_response(self.get_context_data(), status=422)
        send_password_link(form.cleaned_data["username"], build_url=request.build_absolute_uri)
        messages.success(request, _("If there is a login with an address, a link is on its way. It works once, for three days."))
        return HttpResponseRedirect(reverse("login"))


class AllowNetworkLogins(View):
    """Allow or forbid logins over the unprotected network of the hall."""

    policy = staticmethod(site_admin)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        allowed = request.POST.get("allowed") == "yes"
        allow_network_logins(allowed=allowed)
        messages.success(
            request, _("Logins from other devices are allowed.") if allowed else _("Logins from other devices are off; open ones end.")
        )
        return HttpResponseRedirect(reverse("tournaments:account"))


def begin_login(request: HttpRequest, user: User, following: str) -> str:
    """Log in, or keep in the session who waits for the second step; return the address to go to."""
    if find_second_factor(user) is None:
        _log_in(request, user)
        return following
    request.session.cycle_key()
    request.session[PENDING] = {"user": user.pk, "at": int(read_steady_time().timestamp()), "next": following}
    return reverse("tournaments:login_code")


def _log_in(request: HttpRequest, user: User) -> None:
    with write_tx():
        login(request, user, backend=BACKEND)
    note_login(request)


def read_pending_login(request: HttpRequest) -> tuple[User, str] | None:
    """Who has typed a right password less than ten minutes ago, and where they want to go."""
    pending = request.session.get(PENDING)
    if not isinstance(pending, dict) or read_steady_time().timestamp() - pending["at"] > PENDING_SECONDS:
        return None
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    return (user, str(pending["next"])) if user else None
