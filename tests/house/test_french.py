"""What players read on a phone is said in French where French is offered: every sentence of these templates, every box of a hand, and
whatever the rules of a game, or the desk, answer to it."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.extract import extract
from django.urls import get_resolver
from django.utils.translation.template import templatize

from config import messages
from pairing import FORMATS
from rules import GAMES
from rules.fact_list import list_facts
from standings import POINT_SYSTEMS, TIE_BREAKS
from tests.house.sources import ROOT
from tournaments.models import Tournament
from tournaments.pages.partial_languages import is_in_partial_languages

PAGES = (
    *("visitors/phones/page.html", "visitors/phones/evening.html", "visitors/phones/open.html", "visitors/front_page/public.html"),
    *("visitors/tournament_pages/public_results.html", "visitors/tournament_pages/public_match.html"),
    *("visitors/tournament_pages/public_player.html", "visitors/tournament_pages/public_people.html"),
    *("visitors/tournament_pages/public_pools.html", "visitors/tournament_pages/public_bracket.html"),
    *("evenings/enrolment/enrol.html", "evenings/enrolment/own.html", "evenings/enrolment/find.html", "evenings/enrolment/notice.html"),
    *("tournaments/draws/public_draw.html", "visitors/tournament_pages/public_ledger.html"),
)
"""Pages of players and spectators that are offered in French."""
OF_STAFF = ("components/closed_hall.html", "desk/seats/banner.html", "tournaments/handed_over.html", "tournaments/desk_nav.html")
MODULES = (
    *("scoring/matches/stray_hands.py", "scoring/matches/seen_places.py", "scoring/matches/former_matches.py"),
    *("visitors/phones/views.py", "visitors/phones/strays.py", "visitors/phones/stray_views.py", "visitors/phones/viewpoint.py"),
    *("visitors/phones/forms.py", "visitors/phones/evening.py", "visitors/phones/ending.py", "visitors/phones/opening_views.py"),
    *("visitors/phones/answer_views.py", "visitors/phones/queries.py", "visitors/phones/codes.py", "visitors/phones/services.py"),
    *("scoring/entry/outcomes.py", "scoring/entry/outcome_messages.py", "scoring/entry/locked_match.py", "scoring/permissions.py"),
    *("scoring/matches/boxes.py", "scoring/matches/history.py", "scoring/matches/queries.py", "scoring/matches/situation.py"),
    *("tournaments/announcing/notice.py", "scoring/clocks/queries.py", "tournaments/people/naming.py", "tournaments/refusals.py"),
    *("tournaments/draws/explaining.py", "tournaments/draws/certificates.py", "pairing/claim_words.py"),
    *("rankings/standings_pages/cells.py", "rankings/standings_pages/chances.py", "rankings/standings_pages/queries.py"),
    *("rankings/standings_pages/chains.py", "rankings/standings_pages/stage_progress.py", "rankings/standings_pages/teams.py"),
    *("evenings/enrolment/forms.py", "evenings/enrolment/views.py", "evenings/enrolment/waiting_list.py", "evenings/enrolment/wishes.py"),
    *("evenings/calendar_pages/feeds.py", "evenings/calendar_pages/queries.py", "evenings/calendar_pages/views.py"),
)
ERRORS = ("400", "403", "404", "423", "429", "500", "503", "507", "csrf")
ANSWERS = ("diagnosis", "effects", "feasibility", "judging", "missing", "parsing", "problems", "reachability", "reconcile", "repairs")
"""Modules of the rules that refuse a hand or explain what is wrong with it."""
NOT_ANSWERS = ("__init__.py", "game.py", "tables.py")
"""Of the folder of a game: its options and its text in the handbook."""
OF_PLAYERS = ("hand", "game", "match", "claim")
INCLUDED = re.compile(r'{%\s*(?:include|extends)\s+"([^"]+)"')


def list_templates(name: str, seen: set[str]) -> set[str]:
    """A template and all that it includes or extends."""
    if name not in seen and name not in OF_STAFF:
        seen.add(name)
        for included in INCLUDED.findall((ROOT / "templates" / name).read_text(encoding="utf-8")):
            list_templates(included, seen)
    return seen


def read_sentences(path: str) -> Iterator[str]:
    """The singular of every sentence that a file marks for translation."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".html"):
        text = "\n".join(line.strip() for line in templatize(text, origin=path).splitlines())
    for _line, said, _comments, _context in extract("python", io.BytesIO(text.encode()), messages.KEYWORDS, options={"encoding": "utf-8"}):
        yield said if isinstance(said, str) else said[0]


OF_VISITORS = {"everybody", "visitor", "live_visitor", "table_visitor", "framed_visitor", "club_visitor", "season_visitor"}


def list_offered_pages(patterns: list[Any]) -> Iterator[str]:
    """The templates of all pages that a partial language is offered on."""
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from list_offered_pages(pattern.url_patterns)
            continue
        view = getattr(pattern.callback, "view_class", None)
        is_offered = is_in_partial_languages(pattern.callback) and getattr(view, "policy", None)
        if is_offered and view.policy.__name__ in OF_VISITORS and getattr(view, "template_name", None):
            yield view.template_name


@pytest.fixture(scope="module")
def french() -> set[str]:
    stored = (message for package in messages.PACKAGES for message in messages.read_catalogue(package, "fr"))
    said = (message for message in stored if message.id and message.string and any(message.string))
    return {message.id if isinstance(message.id, str) else message.id[0] for message in said}


def test_what_players_read_is_said_in_french(french: set[str]):
    templates: set[str] = set()
    for page in {*PAGES, *list_offered_pages(get_resolver().url_patterns)}:
        list_templates(page, templates)
    paths = sorted([*(f"templates/{name}" for name in templates), *(f"templates/{name}.html" for name in ERRORS), *MODULES])
    assert [(path, said) for path in paths for said in read_sentences(path) if said not in french] == []


def test_what_the_rules_answer_to_a_hand_is_said_in_french(french: set[str]):
    of_games = [path for path in sorted((ROOT / "rules/games").glob("*/*.py")) if path.name not in NOT_ANSWERS]
    paths = [*(f"rules/{name}.py" for name in ANSWERS), *(str(path.relative_to(ROOT)) for path in of_games)]
    assert [(path, said) for path in paths for said in read_sentences(path) if said not in french] == []
    facts = {fact.message for game in GAMES for fact in list_facts(game)}
    assert sorted(facts - french) == []


def test_the_scheme_of_the_standings_is_explained_in_french(french: set[str]):
    said = {str(text) for one in (*TIE_BREAKS, *POINT_SYSTEMS) for text in (getattr(one, "title", getattr(one, "name", "")), one.sentence)}
    assert sorted(said - french) == []


def test_games_formats_and_how_names_are_shown_are_called_in_french(french: set[str]):
    """They head every page of a match, and the privacy notice says how a name is shown."""
    said = {str(one.name) for one in (*GAMES, *FORMATS)} | {str(label) for label in Tournament.PublicNames.labels}
    assert sorted(said - french) == []


def test_every_box_of_a_hand_is_named_in_french(french: set[str]):
    fields = {
        field for game in GAMES for kind in OF_PLAYERS if kind in game.event_types for field in game.fields_of(game.event_types[kind])
    }
    labels = {str(label) for field in fields for label in (field.label, *(choice.label for choice in field.choices))}
    assert sorted(label for label in labels if label and not label.isdigit() and label not in french) == []
