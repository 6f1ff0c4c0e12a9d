"""What is seen outside: the pages of the whole desk and of a tournament, their forms, and the line of the console."""

import socket
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from exchange.extras import format_time
from publishing.models import Target
from publishing.outside.connecting import build_space, connect_site, connect_space
from publishing.outside.forms import PasswordForm, SiteForm, SpaceForm, SpeedForm
from publishing.outside.policies import desk_publisher, find_tournament, require_publishing_desk, target_director
from publishing.outside.queries import list_leaving, read_outside
from publishing.outside.trials import TrialResult, try_target
from publishing.sending.starting import wake_publisher
from publishing.targets.queries import list_seen_tournaments, read_progress
from publishing.targets.services import end_target, set_password, set_paused, set_speed, try_again
from publishing.targets.troubles import Trouble, find_words
from scoring.live.views import PolledPart
from tournaments.models import Tournament
from tournaments.pages.views import Breadcrumb, DeskMixin
from tournaments.permissions import director, get_user, read_desk
from tournaments.refusals import ChangeRefused


class OutsideMixin(View):
    """A page of the whole desk; of one tournament where the address names it."""

    policy: Callable[..., bool] = staticmethod(desk_publisher)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_publishing_desk()
        return super().dispatch(request, *args, **kwargs)

    @property
    def tournament(self) -> Tournament | None:
        return read_desk(self.request, self.kwargs["slug"]).tournament if "slug" in self.kwargs else None

    @property
    def scope(self) -> str:
        """The key of the tournament; empty for the whole desk."""
        return format_time(self.tournament.created_at) or "" if self.tournament else ""

    def build_address(self, name: str) -> str:
        """The page `name`, of the same scope as this one."""
        tournament = self.tournament
        return reverse(f"publishing:tournament_{name}", args=[tournament.slug]) if tournament else reverse(f"publishing:{name}")


class OutsidePage(OutsideMixin, TemplateView):
    """What all pages of the room share: their frame is the tournament's desk, or that of the whole desk."""

    title: Any = ""
    part = ""

    def get_template_names(self) -> list[str]:
        return [f"publishing/outside/{'tournament' if self.tournament else 'desk'}.html"]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        addresses = {name: self.build_address(name) for name in ("outside", "connect_site", "connect_space")}
        frame = {"addresses": addresses, "part": f"publishing/outside/{self.part}.html", "title": self.title or _("Outside")}
        if tournament := self.tournament:
            desk = read_desk(self.request, tournament.slug)
            frame |= {"desk": desk, "tournament": tournament, "section": "outside"}
        return super().get_context_data(**{**frame, "breadcrumbs": self.list_crumbs(), **context})

    def list_crumbs(self) -> list[Breadcrumb]:
        crumbs = [Breadcrumb(_("Tournaments"), reverse("tournaments:home"))]
        if tournament := self.tournament:
            crumbs.append(Breadcrumb(tournament.name, reverse("tournaments:desk", args=[tournament.slug])))
        if not self.title:
            return [*crumbs, Breadcrumb(_("Outside"))]
        return [*crumbs, Breadcrumb(_("Outside"), self.build_address("outside")), Breadcrumb(self.title)]


class OverviewPage(PolledPart, OutsidePage):
    """Every target with its lines; a request by htmx gets these alone."""

    part = "overview"

    def get_template_names(self) -> list[str]:
        return ["publishing/outside/lines.html"] if getattr(self.request, "htmx", False) else super().get_template_names()

    def read_page_version(self) -> str:
        return repr(read_outside(self.tournament))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        targets = read_outside(self.tournament)
        managed = [line.target for line in targets if line.is_own or get_user(self.request).is_superuser]
        forms_of = [(target, SpeedForm(initial={"speed": target.bytes_per_minute}), PasswordForm()) for target in managed]
        return super().get_context_data(targets=targets, managed=forms_of, leaving=list_leaving(self.tournament), **context)


class FormPage(OutsidePage):
    """A page with one form; what the other end refuses is said above it, and nothing that was typed is lost."""

    def refuse(self, form: forms.Form, refusal: Trouble | ChangeRefused) -> HttpResponse:
        """The page again, with the sentence and what to do."""
        if isinstance(refusal, Trouble):
            words = find_words(refusal.key)
            sentences = [refusal.words] if refusal.words else [str(words.sentence), str(words.advice)]
            form.add_error(None, " ".join(sentences))
        else:
            form.add_error(None, str(refusal))
        return self.show(form, status=422)

    def show(self, form: forms.Form, *, status: int = 200, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form, leaving=list_leaving(self.tournament), **context), status=status)

    def finish(self, target: Target) -> HttpResponse:
        messages.success(self.request, _("Connected with “%(name)s”. What is new leaves by itself from now on.") % {"name": target})
        return HttpResponseRedirect(self.build_address("outside"))


class ConnectSite(FormPage):
    """Connect with a La Bella site by its address and a code, or by the link of the code."""

    part = "site"

    title = gettext_lazy("Connect a La Bella site")

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.show(SiteForm(initial={"address": request.GET.get("link", ""), "name": socket.gethostname()[:60]}))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = SiteForm(request.POST)
        if not form.is_valid():
            return self.show(form, status=422)
        name, language = form.cleaned_data["name"], get_language() or "en"
        try:
            return self.finish(connect_site(form.site, name=name, scope=self.scope, language=language, at=timezone.now()))
        except (Trouble, ChangeRefused) as refusal:
            return self.refuse(form, refusal)


class ConnectSpace(FormPage):
    """Connect with a web space, after a trial that writes, reads and removes a small file."""

    part = "space"

    title = gettext_lazy("Connect a web space")

    def build_form(self, data: Any = None) -> SpaceForm:
        return SpaceForm(data, initial={"language": get_language()}, allows_folder=get_user(self.request).is_superuser)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.show(self.build_form())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self.build_form(request.POST)
        if not form.is_valid():
            return self.show(form, status=422)
        target = build_space(form.cleaned_data, scope=self.scope, at=timezone.now())
        try:
            if "try" in request.POST:
                return self.show(form, **describe_trial(try_target(target, list_leaving(self.tournament)), target))
            return self.finish(connect_space(target))
        except (Trouble, ChangeRefused) as refusal:
            return self.refuse(form, refusal)


def describe_trial(trial: TrialResult, target: Target) -> dict[str, Any]:
    """What the template of a trial needs."""
    return {"trial": trial, "target": target, "trial_words": find_words(trial.trouble.key) if trial.trouble else None}


class TargetPage(OutsidePage):
    """A page about one target; its frame is that of the tournament that the target is for."""

    policy = staticmethod(target_director)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not Target.objects.filter(pk=kwargs["target_id"]).exists():
            messages.error(request, _("Nothing changed: this is disconnected already."))
            return HttpResponseRedirect(reverse("publishing:outside"))
        return super().dispatch(request, *args, **kwargs)

    @property
    def target(self) -> Target:
        return get_object_or_404(Target, pk=self.kwargs["target_id"])

    @property
    def tournament(self) -> Tournament | None:
        return find_tournament(self.target)

    def redirect_back(self) -> HttpResponse:
        return HttpResponseRedirect(self.build_address("outside"))


class ChangeTarget(TargetPage):
    """The buttons of a target: pause, go on, speed, password, try again."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, target_id: int) -> HttpResponse:
        target, action = self.target, request.POST.get("change", "")
        if action in {"pause", "go_on"}:
            set_paused(target, paused=action == "pause")
            messages.success(request, _("Paused. What is outside stays.") if action == "pause" else _("It goes on."))
        elif action == "speed":
            self._change_by(SpeedForm(request.POST), lambda values: set_speed(target, values["speed"]))
        elif action == "password":
            self._change_by(PasswordForm(request.POST), lambda values: set_password(target, values["password"]))
        elif action == "again":
            try_again(target)
            messages.success(request, _("Trying again."))
        wake_publisher()
        return self.redirect_back()

    def _change_by(self, form: forms.Form, change: Any) -> None:
        if form.is_valid():
            change(form.cleaned_data)
            messages.success(self.request, _("Saved."))
        else:
            messages.error(self.request, " ".join(str(fault) for faults in form.errors.values() for fault in faults))


class TryTarget(TargetPage):
    """What would be seen where, and whether the other end takes it."""

    part = "trial"
    http_method_names = ["post", "options"]

    title = gettext_lazy("Trial")

    def post(self, request: HttpRequest, target_id: int) -> HttpResponse:
        target = self.target
        result: TrialResult = try_target(target, list_seen_tournaments(target))
        return self.render_to_response(self.get_context_data(**describe_trial(result, target)))


class EndTarget(TargetPage):
    """Disconnect, after the question whether what is outside goes too."""

    part = "end"

    title = gettext_lazy("Disconnect")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        there = self.target.deliveries.filter(removed_at=None).values_list("name", flat=True)
        return super().get_context_data(target=self.target, there=list(there), **context)

    def post(self, request: HttpRequest, target_id: int) -> HttpResponse:
        address = self.build_address("outside")
        removes = request.POST.get("outside") == "remove"
        end_target(self.target, removes=removes)
        wake_publisher()
        messages.success(request, _("Disconnected. What is outside is being removed.") if removes else _("Disconnected."))
        return HttpResponseRedirect(address)


class ConsoleLine(PolledPart, DeskMixin, TemplateView):
    """The one line of the console, for everybody who works there."""

    template_name = "publishing/outside/line.html"

    def read_page_version(self) -> str:
        return repr(read_progress(self.tournament))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        progress = read_progress(self.tournament)
        return super().get_context_data(progress=progress, tournament=self.tournament, desk=self.desk, **context)


class TournamentOverview(OverviewPage):
    policy = staticmethod(director)


class TournamentSite(ConnectSite):
    policy = staticmethod(director)


class TournamentSpace(ConnectSpace):
    policy = staticmethod(director)
