"""The page about the computer on which the desk runs: its addresses, the Wi-Fi, where the data are, and the end of the evening."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from accounts.users.views import begin_login
from backup.backups import backup_directory, list_backups
from backup.restoring import BEFORE_MIGRATING
from backup.second_location import make_copies, read_second_location
from config.addresses import LOOPBACK
from config.hall import EVERYWHERE, open_hall
from config.opening import use_ticket
from exchange.values import BrokenCopy
from jobs.permissions import everybody
from jobs.program import VERSION, format_command, format_start, quote_path
from scoring.models import OrganizerPaper, PaperStyle
from tournaments.pages.qr_codes import build_qr_code
from tournaments.refusals import ChangeRefused
from visitors.screen.queries import ShownWifi


class Closing:
    """How the desk of this process is stopped; None in a process that serves no desk of its own."""

    stop: Callable[[], None] | None = None


def administers_computer(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: site admins. Raises: Http404 on a server, which is nobody's computer."""
    if connection.vendor != "sqlite":
        raise Http404
    return request.user.is_active and request.user.is_superuser


class OpenByTicket(View):
    """Logs the administrator in on the computer of the desk, by a link that works once and for two minutes."""

    policy = staticmethod(everybody)
    http_method_names = ["get", "options"]

    def get(self, request: HttpRequest, ticket: str) -> HttpResponse:
        administrator = find_administrator()
        visitor = request.META.get("REMOTE_ADDR", "")
        is_here = connection.vendor == "sqlite" and (visitor in LOOPBACK or visitor in settings.LAN_ADDRESSES)
        if administrator is None or not is_here or not use_ticket(ticket):
            refusal = _("This link works once, for two minutes, and on La Bella’s own computer only. Start La Bella again there.")
            messages.error(request, refusal)
            return HttpResponseRedirect(reverse("login"))
        return HttpResponseRedirect(begin_login(request, administrator, reverse("computer")))


class ComputerPage(TemplateView):
    policy = staticmethod(administers_computer)
    template_name = "computer/computer.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        hall = [f"http://{address}:{settings.PORT}/" for address in settings.LAN_ADDRESSES]
        backups = list_backups()
        return super().get_context_data(
            address=f"http://127.0.0.1:{settings.PORT}/",
            hall=[(address, build_qr_code(address)) for address in hall],
            is_open=settings.LAN_ADDRESSES.is_open,
            wifi=find_wifi(),
            data=settings.DATA,
            backup_place=backup_directory(),
            last_backup=backups[0] if backups else None,
            may_close=Closing.stop is not None,
            version=VERSION,
            before_update=(before := next((backup for backup in backups if backup.occasion == BEFORE_MIGRATING), None)),
            way_back=format_command(f"restore_backup {quote_path(before.path)}") if before else "",
            **context,
        )


class OpenHall(View):
    """Opens the desk to the phones of the hall until it stops, and goes back to the page that asked for it."""

    policy = staticmethod(administers_computer)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        following = request.POST.get("next", "")
        target = following if url_has_allowed_host_and_scheme(following, allowed_hosts=None) else reverse("computer")
        try:
            open_hall()
        except OSError as error:
            refusal = _("La Bella could not be opened to the hall: %(reason)s. Nothing changed. Stop it and start it with: %(command)s")
            messages.error(request, refusal % {"reason": error.strerror or error, "command": format_start("HOST", EVERYWHERE)})
            return HttpResponseRedirect(target)
        if settings.LAN_ADDRESSES:
            address = f"http://{settings.LAN_ADDRESSES[0]}:{settings.PORT}/"
            messages.success(request, _("La Bella is open to the hall, at %(address)s, until it is stopped.") % {"address": address})
        else:
            messages.warning(request, _("La Bella is open to the hall. This computer is not in a network yet: connect it, then print."))
        return HttpResponseRedirect(target)


class CloseDesk(View):
    """Makes a backup and stops the desk. Where the backup fails, the desk goes on and says why."""

    policy = staticmethod(administers_computer)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        if Closing.stop is None:
            raise Http404
        try:
            backup = None if "without_backup" in request.POST else make_copies(occasion="closing")
        except (ChangeRefused, BrokenCopy) as error:
            return render(request, "computer/not_closed.html", {"reason": error}, status=409)
        answer = render(request, "computer/closed.html", {"backup": backup, "second_location": read_second_location() if backup else None})
        Closing.stop()
        return answer


def find_administrator() -> User | None:
    """Whom a ticket logs in: the first active administrator."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()


def find_wifi() -> ShownWifi | None:
    """The hall's Wi-Fi as the latest tournament has it on its papers, else as a club has it."""
    styles = PaperStyle.objects.filter(follows_club=False).exclude(wifi_name="").order_by("-tournament__date", "-pk")
    usual = OrganizerPaper.objects.exclude(wifi_name="").order_by("pk")
    network = styles.values_list("wifi_name", "wifi_password").first() or usual.values_list("wifi_name", "wifi_password").first()
    return ShownWifi(*network) if network else None
