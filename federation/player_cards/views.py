"""Cards of persons: for the club, for the person by the own address, and for others where the person says so."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.generic import TemplateView

from federation.identities.queries import find_person_of, list_person_lines, read_persons
from federation.identities.recognising import KnownPerson
from federation.models import PersonPage
from federation.player_cards.counting import CardMatch, PlayedRecord, sum_matches
from federation.player_cards.queries import PersonCard, narrow_to_pair, read_card
from jobs.permissions import everybody
from records.told_matches.curves import CurveFrame
from rules import game_by_key
from tournaments.models import Organizer
from tournaments.pages.paging import build_paged_rows
from tournaments.permissions import organizer_director, read_organizer

MOST_LINES = 12
"""Of partners and of opponents; the others follow when they are asked for."""
FORM_FRAME = CurveFrame(600, 160, 0, 1)


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of a table of the card, and what leads to its matches."""

    name: str
    query: str
    record: PlayedRecord


@dataclass(frozen=True, slots=True)
class ListedMatch:
    played: CardMatch
    evening: str
    date: Any
    slug: str
    """Empty where the match has no public page."""
    partners: str
    opponents: str
    points: tuple[int, int]


class CardPage(TemplateView, ABC):
    """What a person played, with `?pair=` only with one partner. `?against=`, `?game=`, `?targets=` and `?evening=` choose matches; `?all`
    shows every line.
    """

    template_name = "federation/player_cards/card.html"
    public = True
    link = ""

    @abstractmethod
    def find_whose(self) -> tuple[Organizer, KnownPerson]:
        """Raises: Http404."""

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        organizer, person = self.find_whose()
        card = read_card(organizer, person, public=self.public)
        partner = _read_key(self.request.GET.get("pair", ""))
        partner_name = card.names.get(partner, "") if partner in {key for key, _record in card.numbers.partners} else ""
        if partner_name:
            card = narrow_to_pair(card, partner)
        chosen, words = self._choose_matches(card)
        listing = build_paged_rows(self.request, chosen, build=lambda rows: [_list_match(played, card) for played in rows])
        shown_all = "all" in self.request.GET
        most = len(card.names) + 1 if shown_all else MOST_LINES
        page_context = {
            "organizer": organizer,
            "person": list_person_lines([person])[0],
            "card": card,
            "partner": partner_name,
            "scope": f"pair={partner}&" if partner_name else "",
            "partners": [] if partner_name else list(_list_people("pair", card.numbers.partners, card))[:most],
            "opponents": list(_list_people("against", card.numbers.opponents, card))[:most],
            "has_more": not shown_all and max(len(card.numbers.partners), len(card.numbers.opponents)) > MOST_LINES,
            "games": [RecordLine(_(game_by_key(key).name), f"game={key}", record) for key, record in card.numbers.games],
            "targets": list(_list_targets(card)),
            "chosen": words,
            "chosen_record": sum_matches(chosen),
            "listing": listing,
            "form": card.numbers.form,
            "form_path": FORM_FRAME.draw_line([point.share for point in card.numbers.form]),
            "form_first": card.evenings[card.numbers.form[0].evening] if card.numbers.form else None,
            "form_last": card.evenings[card.numbers.form[-1].evening] if card.numbers.form else None,
            "back": self.kwargs,
            "kind": self.link,
        }
        return super().get_context_data(**{**page_context, **context})

    def _choose_matches(self, card: PersonCard) -> tuple[list[CardMatch], str]:
        """The matches that the address asks for, and what they are; everything for what nobody knows."""
        query = {name: self.request.GET.get(name, "")[:40] for name in ("against", "game", "targets", "evening")}
        tests: list[tuple[str, Callable[[CardMatch], bool]]] = []
        if (name := card.names.get(_read_key(query["against"]))) and query["against"]:
            tests.append((_("against %(name)s") % {"name": name}, lambda played: int(query["against"]) in played.opponents))
        if query["game"] in {key for key, _record in card.numbers.games}:
            tests.append((_(game_by_key(query["game"]).name), lambda played: played.game == query["game"]))
        if query["targets"] and query["targets"] in {targets for (_game, targets), _record in card.numbers.targets}:
            words = pgettext("targets of matches", "to %(targets)s") % {"targets": query["targets"].replace(" ", ", ")}
            tests.append((words, lambda played: played.match.targets == query["targets"]))
        if (evening := card.evenings.get(_read_key(query["evening"]))) and query["evening"]:
            tests.append((str(evening.tournament), lambda played: played.evening == int(query["evening"])))
        chosen = [played for played in card.matches if all(test(played) for _words, test in tests)]
        return chosen, ", ".join(words for words, _test in tests)


class ClubCard(CardPage):
    """For the directors of the club: every evening, names in full."""

    policy = staticmethod(organizer_director)
    public = False
    link = "club"

    def find_whose(self) -> tuple[Organizer, KnownPerson]:
        organizer = read_organizer(self.request, self.kwargs["organizer_slug"])
        person = read_persons(organizer).by_key.get(self.kwargs["person_key"])
        if person is None:
            raise Http404
        return organizer, person


class OwnCard(CardPage):
    """For the person, by the secret address."""

    policy = staticmethod(everybody)
    link = "own"

    def find_whose(self) -> tuple[Organizer, KnownPerson]:
        return _find_by_page(get_object_or_404(PersonPage.objects.select_related("organizer"), own_code=self.kwargs["own_code"].lower()))

    def render_to_response(self, context: dict[str, Any], **response_kwargs: Any) -> Any:
        response = super().render_to_response(context, **response_kwargs)
        add_never_cache_headers(response)
        return response


class PublicCard(CardPage):
    """For everybody who has the address, where the person lets others see it."""

    policy = staticmethod(everybody)
    link = "public"

    def find_whose(self) -> tuple[Organizer, KnownPerson]:
        pages = PersonPage.objects.select_related("organizer")
        return _find_by_page(get_object_or_404(pages, key=self.kwargs["page_key"], shown__in=PersonPage.PUBLIC))


def _find_by_page(page: PersonPage) -> tuple[Organizer, KnownPerson]:
    person = find_person_of(page)
    if person is None:
        raise Http404
    return page.organizer, person


def _read_key(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 15 else -1


def _list_people(parameter: str, group: tuple[tuple[int, PlayedRecord], ...], card: PersonCard) -> Iterator[RecordLine]:
    """Persons with a name that may be shown."""
    for key, record in group:
        if card.names.get(key):
            yield RecordLine(card.names[key], f"{parameter}={key}", record)


def _list_targets(card: PersonCard) -> Iterator[RecordLine]:
    for (game, targets), record in card.numbers.targets:
        name = _("%(game)s to %(targets)s") % {"game": _(game_by_key(game).name), "targets": targets.replace(" ", ", ")}
        yield RecordLine(name, f"game={game}&targets={targets.replace(' ', '+')}", record)


def _list_match(played: CardMatch, card: PersonCard) -> ListedMatch:
    tournament = card.evenings[played.evening].tournament
    own = played.match.games[played.side]
    return ListedMatch(
        played=played,
        evening=tournament.name,
        date=tournament.date,
        slug=tournament.slug if tournament.public else "",
        partners=_join_names(played.partners, card) if game_by_key(played.game).entry_size > 1 else "",
        opponents=_join_names(played.opponents, card),
        points=(own, sum(played.match.games) - own),
    )


def _join_names(keys: tuple[int, ...], card: PersonCard) -> str:
    return " – ".join(filter(None, (card.names.get(key, "") for key in keys))) or "…"
