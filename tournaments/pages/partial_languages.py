"""Which pages are offered in a language that is not translated whole, as French is: those of players and spectators."""

from typing import Any

from django.conf import settings

PARTIAL_ROOMS = (
    *("visitors.phones", "visitors.front_page", "visitors.tournament_pages", "visitors.screen", "rankings.standings_pages"),
    *("tournaments.draws", "evenings.enrolment", "evenings.calendar_pages", "evenings.embedding", "desk.fixtures", "desk.referee"),
)
"""The rooms whose pages for players and spectators a partial language translates whole; elsewhere it would be mixed with English."""


def is_in_partial_languages(view: Any) -> bool:
    """Whether the pages of a view, a function or what `as_view` returns, are offered in partial languages too."""
    module = getattr(view, "view_class", view).__module__
    return any(module == room or module.startswith(f"{room}.") for room in PARTIAL_ROOMS)


def choose_page_language(view: Any, language: str) -> str:
    """The language in which a page is shown to who reads `language`: English where a partial one does not translate it whole."""
    return "en" if language in settings.PARTIAL_LANGUAGES and not is_in_partial_languages(view) else language
