from typing import Any

from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View
from django.views.i18n import set_language

from config.health import build_health_report
from jobs.permissions import everybody
from tournaments.transactions import write_tx


class Login(auth_views.LoginView):
    """The login; says when a session has ended, and returns the person to the page they came from."""

    policy = staticmethod(everybody)
    redirect_authenticated_user = True

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(session_ended=self._has_session_ended(), **context)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        with write_tx():
            return super().form_valid(form)

    def _has_session_ended(self) -> bool:
        """Whether the request has a session cookie but no session: it expired, or the password was changed."""
        cookie = self.request.COOKIES.get("sessionid")
        return bool(cookie) and not self.request.user.is_authenticated


class Logout(auth_views.LogoutView):
    policy = staticmethod(everybody)


@method_decorator(csrf_exempt, name="dispatch")
class Language(View):
    """Sets the language without a form token, so that public pages are the same for everybody and set no cookie. A foreign site could only
    change the language.
    """

    policy = staticmethod(everybody)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponseBase:
        return set_language(request)


class Health(View):
    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        report = build_health_report()
        healthy = set(report.values()) == {"ok"}
        return JsonResponse(
            {"status": "ok" if healthy else "failing", "checks": report},
            status=200 if healthy else 503,
            headers={"Cache-Control": "no-store"},
        )
