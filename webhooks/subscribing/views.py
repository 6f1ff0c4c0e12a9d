"""The pages of webhooks: of a tournament and of a club, each with its list and a page for every subscription."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from tournaments.models import Organizer, Tournament
from tournaments.pages.addresses import build_public_address
from tournaments.pages.views import Breadcrumb
from tournaments.permissions import director, get_user, organizer_director, read_desk, read_organizer
from tournaments.refusals import ChangeRefused
from webhooks.delivering.services import order_ping, replay
from webhooks.models import Subscription
from webhooks.subscribing.forms import SubscriptionForm
from webhooks.subscribing.queries import list_deliveries
from webhooks.subscribing.services import Owner, add_subscription, change_secret, remove_subscription, require_owner, switch


class WebhookView(TemplateView):
    """What all pages share: whose webhooks they are. Each is served for a tournament and for a club."""

    policy: Callable[..., bool] = staticmethod(director)
    part = "list"

    @property
    def owner(self) -> Owner:
        return read_desk(self.request, self.kwargs["slug"]).tournament

    def get_template_names(self) -> list[str]:
        return [f"webhooks/subscribing/{'tournament' if isinstance(self.owner, Tournament) else 'organizer'}.html"]

    def build_address(self, name: str, *arguments: object) -> str:
        owner = self.owner
        prefix = "" if isinstance(owner, Tournament) else "club_"
        return reverse(f"webhooks:{prefix}{name}", args=[owner.slug, *arguments])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        owner = self.owner
        frame: dict[str, Any] = {"title": _("Webhooks"), "part": f"webhooks/subscribing/{self.part}.html"}
        frame |= {"addresses": {"list": self.build_address("webhooks")}, "breadcrumbs": self.list_crumbs(), "owner": owner}
        if isinstance(owner, Tournament):
            frame |= {"desk": read_desk(self.request, owner.slug), "tournament": owner, "section": "settings"}
        return super().get_context_data(**{**frame, **context})

    def list_crumbs(self) -> list[Breadcrumb]:
        owner = self.owner
        if isinstance(owner, Organizer):
            return [Breadcrumb(str(owner), reverse("tournaments:organizer", args=[owner.slug])), Breadcrumb(_("Webhooks"))]
        first = Breadcrumb(_("Tournaments"), reverse("tournaments:home"))
        desk = Breadcrumb(owner.name, reverse("tournaments:desk", args=[owner.slug]))
        settings = Breadcrumb(_("Settings"), reverse("tournaments:settings", args=[owner.slug]))
        return [first, desk, settings, Breadcrumb(_("Webhooks"))]


class ClubMixin(WebhookView):
    policy = staticmethod(organizer_director)

    @property
    def owner(self) -> Owner:
        return read_organizer(self.request, self.kwargs["organizer_slug"])


class WebhooksPage(WebhookView):
    """The list, and the form for one more."""

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        rows = self.owner.webhooks.all()
        lines = [(row, self.build_address("webhook", row.pk)) for row in rows]
        return super().get_context_data(**{"lines": lines, "form": SubscriptionForm(), **context})

    def post(self, request: HttpRequest, **_address: str) -> HttpResponse:
        form = SubscriptionForm(request.POST)
        if form.is_valid():
            site = build_public_address(request, "/") or request.build_absolute_uri("/")
            try:
                added = add_subscription(self.owner, form.get_values(), site=site, actor=get_user(request))
            except ChangeRefused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, _("Saved. Copy the secret into the other program, then send a test."))
                return HttpResponseRedirect(self.build_address("webhook", added.pk))
        return self.render_to_response(self.get_context_data(form=form), status=422)


class ClubWebhooksPage(ClubMixin, WebhooksPage):
    pass


class WebhookPage(WebhookView):
    """One subscription: its secret, its buttons, its last deliveries."""

    part = "subscription"

    def get_template_names(self) -> list[str]:
        is_part = getattr(self.request, "htmx", False) and self.request.method == "GET"
        return ["webhooks/subscribing/deliveries.html"] if is_part else super().get_template_names()

    @property
    def subscription(self) -> Subscription:
        return get_object_or_404(self.owner.webhooks.all(), pk=self.kwargs["subscription_id"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        subscription = self.subscription
        return super().get_context_data(subscription=subscription, deliveries=list_deliveries(subscription), **context)

    def post(self, request: HttpRequest, **_address: object) -> HttpResponse:
        """The button that was pressed says what is done."""
        subscription, owner, actor = self.subscription, self.owner, get_user(request)
        require_owner(owner, actor)
        pressed = request.POST.get("do", "")
        if pressed == "ping":
            order_ping(subscription)
            message = _("A test is on its way. Its answer appears below within seconds.")
        elif pressed in {"on", "off"}:
            switch(subscription, owner, on=pressed == "on", actor=actor)
            message = _("Saved.")
        elif pressed == "secret":
            change_secret(subscription, owner, actor=actor)
            message = _("Saved. For a day the old secret signs beside the new one.")
        elif pressed == "remove":
            remove_subscription(subscription, owner, actor=actor)
            messages.success(request, _("Webhook deleted."))
            return HttpResponseRedirect(self.build_address("webhooks"))
        elif pressed.isdecimal() and len(pressed) < 16 and replay(subscription.deliveries.filter(pk=int(pressed))):
            message = _("It is sent again.")
        else:
            raise Http404
        messages.success(request, message)
        return HttpResponseRedirect(self.build_address("webhook", subscription.pk))


class ClubWebhookPage(ClubMixin, WebhookPage):
    pass
