"""Who is logged in, at every request: logins end when they were idle for long, or come over a network that is not allowed."""

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from tournaments.accounts.connections import is_login_allowed
from tournaments.accounts.second_factor import is_second_factor_due
from tournaments.accounts.sessions import note_use


class LoginMiddleware(AuthenticationMiddleware):
    """Sets `request.user`, which is read when a page first asks for it: public pages cost no look at the session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = cast(User, SimpleLazyObject(lambda: _read_user(request)))


def _read_user(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    if isinstance(user, User) and not (_is_used(request) and is_login_allowed(request)):
        request.session.flush()
        return AnonymousUser()
    return user


def _is_used(request: HttpRequest) -> bool:
    """Whether the session was not idle for too long. What a page asks for by itself every few seconds is no use of it."""
    is_poll = request.method == "GET" and bool(request.headers.get("HX-Request"))
    return note_use(request.session, is_poll=is_poll)


class SecondFactorMiddleware(MiddlewareMixin):
    """Sends directors without a second factor to the page where they set it up, where the site requires one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.SECOND_FACTOR_REQUIRED:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_view(self, request: HttpRequest, view: Any, arguments: Any, url_arguments: Any) -> HttpResponseBase | None:
        """Runs before the policy is asked; only pages of a desk, of seasons and of jobs are held back."""
        match = request.resolver_match
        is_desk_page = match is not None and match.route.startswith(("desk/", "seasons/", "organizers/", "jobs/", "import"))
        if is_desk_page and isinstance(request.user, User) and is_second_factor_due(request.user):
            return HttpResponseRedirect(reverse("tournaments:second_factor"))
        return None
