"""The card of a person: tallies of the evenings, names as whoever reads may see them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import get_language

from federation.identities.queries import ClubPersons, read_club
from federation.identities.recognising import KnownPerson, PlayedEvening
from federation.player_cards.counting import CardMatch, CardNumbers, count_card, find_best_places
from records.models import EveningTally, MatchTally
from records.told_matches.queries import build_tally_version, read_places, select_told_matches, tell_matches
from records.told_matches.tallies import TalliedMatch, read_tally, tally_match
from tournaments.models import Member, Organizer, Seat, Tournament
from tournaments.people.naming import IN_FULL, ListedEntry, ListedPerson, PublicNaming

MOST_FRESH = 20
"""Evenings without a stored tally that are told while the page is read; more wait for the worker."""
BEST_PLACES = 5
READ_OF_EVENINGS = ("slug", "name", "date", "game_key", "state", "public", "public_names", "surname_first")
"""What a card says of a tournament, and what naming its persons asks for."""
AS_TEXT = partial(Cast, output_field=TextField())
"""JSON that is not read yet."""
MOST_KEPT_CARDS = 200
_kept_cards: dict[tuple[str, int, bool, str], "PersonCard"] = {}
"""Cards by the version of the club’s persons, by person, reader and language."""


@dataclass(frozen=True, slots=True)
class CardEvening:
    """An evening of the person; `place` is empty while there is none."""

    tournament: Tournament
    place: str = ""
    entries: int = 0


@dataclass(frozen=True)
class PersonCard:
    """Everything that the card says: matches the latest first, evenings by id of the tournament, the best places, names of persons by key.

    `waiting` counts evenings that are not tallied yet.
    """

    numbers: CardNumbers
    matches: tuple[CardMatch, ...]
    evenings: Mapping[int, CardEvening]
    best: tuple[CardEvening, ...]
    names: Mapping[int, str]
    waiting: int


@dataclass(frozen=True, slots=True)
class _Tallies:
    """The person’s matches with their evenings, the places by entry, and how many evenings wait."""

    matches: Sequence[tuple[int, TalliedMatch]]
    places: Mapping[int, tuple[str, int]]
    waiting: int


def read_card(organizer: Organizer, person: KnownPerson, *, public: bool) -> PersonCard:
    """The card; `public`: only evenings with a public page on which the person is not hidden, and names as they are shown there.

    Kept for a version of the club’s evenings: three queries, four more where it is new, and a few for each evening without a tally.
    """
    club = read_club(organizer)
    key = club.version, person.key, public, get_language() or ""
    card = _kept_cards.get(key) or _count_card(club, club.recognised.by_key.get(person.key, person), public=public)
    if not card.waiting:
        if len(_kept_cards) >= MOST_KEPT_CARDS:
            _kept_cards.clear()
        _kept_cards[key] = card
    return card


def narrow_to_pair(card: PersonCard, partner: int) -> PersonCard:
    """The card of the pair: the same numbers of the matches that the person played with `partner`, a key of `card.names`."""
    matches = tuple(played for played in card.matches if partner in played.partners)
    evenings = {pk: card.evenings[pk] for pk in dict.fromkeys(played.evening for played in reversed(matches))}
    return replace(card, numbers=count_card(matches[::-1]), matches=matches, evenings=evenings, best=_choose_best(evenings))


def _choose_best(evenings: Mapping[int, CardEvening]) -> tuple[CardEvening, ...]:
    best = find_best_places({pk: evening.place for pk, evening in evenings.items()}, BEST_PLACES)
    return tuple(evenings[pk] for pk, _place in best)


class _People:
    """Who sat in the matches. `met`: by key of a person whom the card names, the latest appearance."""

    def __init__(self, club: ClubPersons, *, public: bool) -> None:
        self.seated, self.keys, self.public = club.seated, club.recognised.first_keys, public
        self.met: dict[int, int] = {}

    def place_person(self, own: Mapping[int, PlayedEvening], match: TalliedMatch, tournament: Tournament) -> CardMatch:
        """The match from the person’s side. `own`: by entry the person."""
        sides, seated = match.sides, self.seated[tournament.pk]
        side, person = next((side, own[entry]) for side, entries in enumerate(sides) for entry in entries if entry in own)
        partners: list[int] = []
        opponents: list[int] = []
        for index, entries in enumerate(sides):
            people = partners if index == side else opponents
            for entry in entries:
                for row in seated.get(entry, ()):
                    if row.key != person.key and not (self.public and row.hidden):
                        key = self.keys[row.key]
                        people.append(key)
                        self.met[key] = row.key
        place = person.position if len(sides[side]) == 1 else sides[side].index(person.entry)
        seat = place * len(sides) + side
        return CardMatch(match, tournament.pk, tournament.game_key, side, seat, tuple(partners), tuple(opponents))


def _count_card(club: ClubPersons, person: KnownPerson, *, public: bool) -> PersonCard:
    rows = [row for row in person.evenings if row.evening in club.sources and not (public and row.hidden)]
    tournaments = _read_tournaments([row.evening for row in rows], public=public)
    own = {row.entry: row for row in rows if row.evening in tournaments}
    tallies = _read_tallies(club, tournaments, own)
    people = _People(club, public=public)
    played = [people.place_person(own, match, tournaments[evening]) for evening, match in tallies.matches]
    evenings = {pk: CardEvening(tournament) for pk, tournament in tournaments.items()}
    evenings |= {own[entry].evening: CardEvening(tournaments[own[entry].evening], *place) for entry, place in tallies.places.items()}
    names = _name_people(people.met, tournaments, public=public)
    return PersonCard(count_card(played), tuple(reversed(played)), evenings, _choose_best(evenings), names, tallies.waiting)


def _read_tournaments(keys: Sequence[int], *, public: bool) -> dict[int, Tournament]:
    """The tournaments in the order of the evenings. One query."""
    rows = Tournament.objects.filter(pk__in=keys).only(*READ_OF_EVENINGS).order_by("date", "pk")
    return {row.pk: row for row in (rows.filter(public=True) if public else rows)}


def _read_tallies(club: ClubPersons, tournaments: Mapping[int, Tournament], own: Mapping[int, PlayedEvening]) -> _Tallies:
    """Of evenings that are tallied in two queries; the latest others are told."""
    columns = EveningTally.objects.filter(tournament__in=tournaments).values_list("tournament", "mark", "entries", AS_TEXT("places"))
    tallied = [row for row in columns if row[1] == build_tally_version(club.sources[row[0]][0])]
    stored = {row[0]: (places, row[2]) for row, places in zip(tallied, _read_json(row[3] for row in tallied), strict=True)}
    places = {
        entry: (stored[row.evening][0][str(entry)], stored[row.evening][1])
        for entry, row in own.items()
        if row.evening in stored and str(entry) in stored[row.evening][0]
    }
    by_evening: dict[int, list[TalliedMatch]] = {pk: [] for pk in tournaments}
    seats = Seat.objects.filter(entry__in=own).values("match")
    rows = list(MatchTally.objects.filter(match__in=seats).order_by("match").values_list("tournament", AS_TEXT("numbers")))
    for (pk, _text), numbers in zip(rows, _read_json(text for _pk, text in rows), strict=True):
        if pk in stored:
            by_evening[pk].append(read_tally(numbers))
    stale = [evening for evening in list(tournaments)[::-1] if evening not in stored]
    for evening in stale[:MOST_FRESH]:
        rows_of_evening = select_told_matches().filter(round__stage__tournament=evening, seats__entry__in=own)
        by_evening[evening] = [tally_match(match) for match in tell_matches(list(rows_of_evening.distinct()))]
        if tournaments[evening].state == Tournament.State.FINISHED:
            ranked, entries = read_places(evening)
            places |= {entry: (ranked[str(entry)], entries) for entry in own if str(entry) in ranked}
    matches = [(evening, match) for evening, matches in by_evening.items() for match in matches]
    return _Tallies(matches, places, max(0, len(stale) - MOST_FRESH))


def _read_json(texts: Iterable[str]) -> list[Any]:
    """The values of JSON texts, read at once: one by one a thousand take four times as long."""
    return cast("list[Any]", json.loads(f"[{','.join(texts)}]"))


def _name_people(met: Mapping[int, int], tournaments: Mapping[int, Tournament], *, public: bool) -> dict[int, str]:
    """By key of a person the name, as the latest evening together shows it. One query."""
    members = Member.objects.filter(pk__in=met.values()).exclude(person__name="")
    rows = members.values_list("pk", "tournament", "entry", "entry__hidden", "person__name")
    names = {}
    for member, tournament, entry, hidden, name in rows:
        naming = PublicNaming(tournaments[tournament]) if public else IN_FULL
        names[member] = naming.format_person(ListedPerson(name), ListedEntry(entry, 0, "", hidden, None))
    return {key: names.get(member, "") for key, member in met.items()}
