"""The page of plug-ins: what is installed, whether it works, and what of a game is missing."""

from typing import Any

from django.views.generic import TemplateView

from plugins.registry import PluginKind, list_plugins
from rules import is_absent
from tournaments.models import Tournament
from tournaments.permissions import site_admin

MOST_TOURNAMENTS = 50


class PluginPage(TemplateView):
    """Every plug-in with its state and what went wrong last, and the tournaments whose game is not installed."""

    policy = staticmethod(site_admin)
    template_name = "computer/plugins.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        rows = Tournament.objects.order_by("-date", "-pk")
        absent = [key for key in rows.order_by().values_list("game_key", flat=True).distinct() if is_absent(key)]
        page_context = {
            "kinds": [(kind, [plugin for plugin in list_plugins() if plugin.kind is kind]) for kind in PluginKind],
            "without_game": rows.filter(game_key__in=absent)[:MOST_TOURNAMENTS],
        }
        return super().get_context_data(**{**page_context, **context})
