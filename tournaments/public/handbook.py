"""The handbook page of a game, made from the declarations that also judge its hands."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from django.views.generic import TemplateView

from jobs.permissions import everybody
from rules import game_by_key
from rules.handbook import build_page


class HandbookPage(TemplateView):
    policy = staticmethod(everybody)
    template_name = "tournaments/public/handbook.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        try:
            game = game_by_key(self.kwargs["game_key"])
        except KeyError as error:
            raise Http404 from error
        return super().get_context_data(**{"page": build_page(game, gettext), **context})
