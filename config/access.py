"""Access control: every view names its policy, and a view without a policy is not served.

A policy is a plain function `(request, **url_arguments) -> bool` that a view carries as its attribute `policy` (for a class-based view,
the class's attribute). It reads rights anew at every request and may raise `Http404` for an object the visitor must not know of.
"""

import logging
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

logger = logging.getLogger(__name__)


class Policy(Protocol):
    @property
    def __name__(self) -> str: ...

    def __call__(self, request: HttpRequest, /, **url_arguments: Any) -> bool: ...


def get_policy(view: Callable[..., Any]) -> Policy | None:
    """The policy that `view` (a function, or the result of `as_view()`) declares, or None."""
    owner = getattr(view, "view_class", view)
    policy: Policy | None = getattr(owner, "policy", None)
    return policy


class AccessMiddleware(MiddlewareMixin):
    """Asks the view's policy before the view runs.

    A refused visitor without a login is redirected to the login page and returns afterwards; everybody else gets 403.
    """

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        arguments: tuple[Any, ...],
        url_arguments: dict[str, Any],
    ) -> HttpResponseBase | None:
        policy = get_policy(view)
        if policy is None:
            return self._refuse_undeclared(request, view)
        if policy(request, **url_arguments):
            return None
        if request.user.is_authenticated:
            raise PermissionDenied
        return _redirect_to_login(request)

    def _refuse_undeclared(self, request: HttpRequest, view: Callable[..., HttpResponseBase]) -> HttpResponseBase:
        name = f"{view.__module__}.{getattr(view, '__qualname__', repr(view))}"
        if settings.STRICT_POLICIES:
            raise ImproperlyConfigured(f"{name} declares no policy")
        logger.error("refused %s: %s declares no policy", request.path, name)
        raise PermissionDenied


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    """Redirect to the login, and afterwards back to the page the person was on; a form is never sent again by returning to its address.

    A request by htmx would show the login inside the page, so it gets HX-Redirect instead. Its status 401 is no success, so that
    what was typed stays on the device (static/labella.js).
    """
    response = redirect_to_login(_find_return_address(request))
    if not request.headers.get("HX-Request"):
        return response
    return HttpResponse(status=401, headers={"HX-Redirect": response.url})


def _find_return_address(request: HttpRequest) -> str:
    if request.method in {"GET", "HEAD"} and not request.headers.get("HX-Request"):
        return request.get_full_path()
    try:
        origin = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    except ValueError:  # whoever sends such an address is no browser
        return "/"
    return origin._replace(scheme="", netloc="", fragment="").geturl() if origin.netloc == request.get_host() else "/"
