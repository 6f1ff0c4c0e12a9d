"""The handbook: its index, the page of a game, and the regulation of a tournament, made from the declarations that also judge its hands."""

import re
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.views.generic import TemplateView

from jobs.permissions import everybody
from printing.prints.heads import read_print_context
from printing.prints.regulation_papers import read_regulation_sections
from rules import GAMES, Game, game_by_key
from rules.handbook import build_page, build_regulation
from rules.texts import SIDE_LETTERS
from scoring.evidence.replay import list_suit_pips
from tournaments.models import Tournament
from tournaments.permissions import visitor
from tournaments.stage_pages.facts import list_rule_sentences
from tournaments.stage_pages.own_rules import read_own_rules
from visitors.handbook.queries import build_card_rows, build_example_hand

OPENING_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class IndexLine:
    """`opening` is the beginning of the game's summary."""

    key: str
    name: str
    place: str
    opening: str


def cut_sentences(text: str) -> str:
    """The first sentences of a text."""
    return " ".join(re.split(r"(?<=\.) (?=[A-ZÀ-Þ])", text)[:OPENING_SENTENCES])


def split_page(game: Game[Any, Any]) -> dict[str, Any]:
    """The page of a game with what players read, what is for reference, and its cards."""
    page = build_page(game, gettext)
    return {
        "page": page,
        "for_players": [section for section in page.sections if not section.is_reference],
        "reference": [section for section in page.sections if section.is_reference],
        **build_cards_context(game),
    }


def build_cards_context(game: Game[Any, Any]) -> dict[str, Any]:
    """The pictures of the whole pack; nothing for a game without cards."""
    return {"game": game, "pips": list_suit_pips(game), "card_rows": build_card_rows(game)} if game.plays_cards else {}


def build_example_context(game: Game[Any, Any]) -> dict[str, Any]:
    example = build_example_hand(game)
    return {"hand": example.hand, "example_trump": example.trump, "side_letters": SIDE_LETTERS[: game.side_count]}


class HandbookIndex(TemplateView):
    policy = staticmethod(everybody)
    template_name = "visitors/handbook/index.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        lines = [
            IndexLine(game.key, gettext(game.name), gettext(game.place), cut_sentences(gettext(game.summary)))
            for game in GAMES
            if game.plays_cards
        ]
        return super().get_context_data(**{"games": lines, **context})


class HandbookPage(TemplateView):
    policy = staticmethod(everybody)
    template_name = "visitors/handbook/game.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        try:
            game = game_by_key(self.kwargs["game_key"])
        except KeyError as error:
            raise Http404 from error
        example = build_example_context(game) if game.plays_cards else {}
        return super().get_context_data(**{**split_page(game), **example, **context})


class RegulationPage(TemplateView):
    """The rules of one tournament in words, to be read and printed."""

    policy = staticmethod(visitor)
    template_name = "visitors/handbook/regulation.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        tournament = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        game = tournament.game
        page_context = {
            "tournament": tournament,
            "section": "rules",
            "rules": list_rule_sentences(tournament),
            "own_rules": read_own_rules(tournament),
            "evening": read_regulation_sections(read_print_context(tournament, str)),
            "sections": build_regulation(game, game.options_from(tournament.rules), gettext),
        }
        return super().get_context_data(**{**page_context, **build_cards_context(game), **context})
