from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.utils.crypto import constant_time_compare
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View
from django.views.i18n import set_language

from accounts.users.forms import LoginForm
from accounts.users.services import LOGIN_FILE
from accounts.users.sessions import is_login_allowed
from accounts.users.views import begin_login
from config.health import build_health_report, build_readiness_report
from jobs.permissions import everybody

PRIVATE_PATHS = ("/desk/", "/t/", "/t$", "/login/", "/open/", "/jobs/", "/computer/", "/s/", "/S/", "/embed/")
"""Nothing of these is for search engines."""
FILES = ("/tournaments/*.json$", "/tournaments/*.jsonl$", "/tournaments/*.ics", "/calendar/*.ics")
"""Nor are files for programs, whose pages say the same."""


class Login(auth_views.LoginView):
    """The login; says when a session has ended, and returns the person to the page they came from."""

    policy = staticmethod(everybody)
    redirect_authenticated_user = True
    authentication_form = LoginForm

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(session_ended=self._has_session_ended(), first_login=self._is_first(), **context)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_login_allowed(request):
            return self.response_class(request, ["accounts/users/unprotected.html"], {}, status=403, using=self.template_engine)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or go on to the second step."""
        return HttpResponseRedirect(begin_login(self.request, form.get_user(), self.get_success_url()))

    def _is_first(self) -> bool:
        """Whether the first password is still in its file."""
        return (Path(settings.DATA) / LOGIN_FILE).is_file()

    def _has_session_ended(self) -> bool:
        """Whether the request has a session cookie but no session: it expired, or the password was changed."""
        cookie = self.request.COOKIES.get("sessionid")
        return bool(cookie) and not self.request.user.is_authenticated


class Robots(View):
    """What search engines may read. A tournament that says no does so by `robots` in the head of its pages: an address that is forbidden
    here is not read, so its page could not say no, and would be listed by the links that lead to it.
    """

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        rules = (f"Disallow: {path}" for path in (*PRIVATE_PATHS, *FILES))
        return HttpResponse("\n".join(("User-agent: *", *rules, "")), content_type="text/plain")


class Favicon(View):
    """For browsers that ask for it unasked; pages name a better one."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        return HttpResponseRedirect(static("icons/favicon.ico"))


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
    """`/healthz`: everything, for whoever looks after the site."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        return _answer_checks(build_health_report())


class Ready(View):
    """`/ready`: whether results can be saved, for whatever sends visitors here. A site without its worker goes on."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        return _answer_checks(build_readiness_report())


class Live(View):
    """`/live`: whether the process answers at all, for whatever would start it again."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        return _answer_checks({})


class Metrics(View):
    """`/metrics`: figures for Prometheus, where the site has a token for them; nothing for anybody else."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not settings.METRICS_TOKEN or not constant_time_compare(sent, settings.METRICS_TOKEN):
            raise Http404
        from config.metrics import render_metrics  # noqa: PLC0415 - its library belongs to the hosted profile

        return render_metrics()


def _answer_checks(report: dict[str, str]) -> JsonResponse:
    healthy = set(report.values()) <= {"ok"}
    return JsonResponse(
        {"status": "ok" if healthy else "failing", "checks": report},
        status=200 if healthy else 503,
        headers={"Cache-Control": "no-store"},
    )
