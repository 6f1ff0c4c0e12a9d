"""The card of a person: tallies of the evenings, names as whoever reads may see them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import get_language

from federation.identities.queries import read_versioned_persons
from federation.identities.recognising import KnownPerson, Recognised
from federation.player_cards.counting import CardMatch, CardNumbers, count_card, find_best_places
from records.models import EveningTally, MatchTally
from records.told_matches.queries import build_tally_version, read_places, select_told_matches, tell_matches
from records.told_matches.tallies import TalliedMatch, read_tally, tally_match
from tournaments.models import Edition, Member, Organizer, Seat, Tournament
from tournaments.people.naming import IN_FULL, PublicNaming

MOST_FRESH = 20
"""Evenings without a stored tally that are told while the page is read; more wait for the worker."""
BEST_PLACES = 5
READ_OF_EVENINGS = ("slug", "name", "date", "game_key", "state", "public", "public_names", "surname_first")
"""What a card says of a tournament, and what naming its persons asks for."""
READ_OF_MEMBERS = ("entry", "position", "tournament", "person__name", "entry__hidden")
"""What naming a person asks for."""
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


_Members = dict[int, list[tuple[int, int | None]]]
"""By entry its persons: the position, and the key of the person, None where nobody may be named."""


@dataclass(frozen=True, slots=True)
class _Evenings:
    """The person’s evenings: tournaments in their order, the own entries with their positions, and the places by entry."""

    tournaments: Mapping[int, Tournament]
    own: Mapping[int, int]
    places: Mapping[int, tuple[str, int]]


def read_card(organizer: Organizer, person: KnownPerson, *, public: bool) -> PersonCard:
    """The card; `public`: only evenings with a public page on which the person is not hidden, and names as they are shown there.

    Kept for a version of the club’s evenings: four queries, ten more where it is new, and a few for each evening without a tally.
    """
    version, recognised = read_versioned_persons(organizer)
    key = version, person.key, public, get_language() or ""
    card = _kept_cards.get(key) or _count_card(recognised, person, public=public)
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


def _count_card(recognised: Recognised, person: KnownPerson, *, public: bool) -> PersonCard:
    own = Member.objects.filter(pk__in=person.keys)
    own = own.filter(tournament__public=True, entry__hidden=False) if public else own
    positions, homes, tournaments = _read_own(own)
    tallied, places, waiting = _read_tallies(own, tournaments, homes)
    evenings = _Evenings(tournaments, positions, places)
    members = _read_members(recognised, own, tallied, public=public)
    played = [_place_person(match, tournaments[evening], evenings, members) for evening, match in tallied]
    card_evenings = {pk: CardEvening(tournaments[pk], *places.get(entry, ("", 0))) for entry, pk in homes.items()}
    numbers = count_card(played)
    keys = {key for group in (numbers.partners, numbers.opponents) for key, _record in group}
    names = _name_people(keys, members, tournaments, public=public)
    return PersonCard(numbers, tuple(reversed(played)), card_evenings, _choose_best(card_evenings), names, waiting)


def _read_own(own: QuerySet[Member]) -> tuple[dict[int, int], dict[int, int], dict[int, Tournament]]:
    """By own entry the position in it and the tournament, and the tournaments, both in the order of the evenings. Two queries."""
    listed = list(own.values_list("entry", "position", "tournament"))
    tournaments = Tournament.objects.filter(pk__in=own.values("tournament")).only(*READ_OF_EVENINGS).order_by("date", "pk")
    by_key = {row.pk: row for row in tournaments}
    order = {pk: place for place, pk in enumerate(by_key)}
    homes = sorted(((entry, pk) for entry, _position, pk in listed), key=lambda row: order[row[1]])
    return {entry: position for entry, position, _pk in listed}, dict(homes), by_key


def _read_tallies(
    own: QuerySet[Member], tournaments: Mapping[int, Tournament], homes: Mapping[int, int]
) -> tuple[list[tuple[int, TalliedMatch]], dict[int, tuple[str, int]], int]:
    """The person’s matches with their evenings, the places by entry, and how many evenings wait. `homes`: own entries with tournaments."""
    evenings = own.values("tournament")
    marks = dict(Edition.objects.filter(tournament__in=evenings).values_list("tournament", "mark"))
    tallies = EveningTally.objects.filter(tournament__in=evenings).values_list("tournament", "mark", "places", "entries")
    stored = {pk: (placed, entries) for pk, mark, placed, entries in tallies if mark == build_tally_version(marks[pk])}
    by_evening: dict[int, list[TalliedMatch]] = {pk: [] for pk in tournaments}
    for pk, numbers in MatchTally.objects.filter(match__in=_select_matches(own)).order_by("match").values_list("tournament", "numbers"):
        if pk in stored:
            by_evening[pk].append(read_tally(numbers))
    current = {entry: stored[pk] for entry, pk in homes.items() if pk in stored}
    places = {entry: (placed[str(entry)], entries) for entry, (placed, entries) in current.items() if str(entry) in placed}
    stale = [pk for pk in list(tournaments)[::-1] if pk not in stored]
    for pk in stale[:MOST_FRESH]:
        matches = select_told_matches().filter(round__stage__tournament=pk, seats__entry__in=homes)
        by_evening[pk] = [tally_match(match) for match in tell_matches(list(matches.distinct()))]
        if tournaments[pk].state == Tournament.State.FINISHED:
            ranked, entries = read_places(pk)
            places |= {entry: (ranked[str(entry)], entries) for entry in homes if str(entry) in ranked}
    tallied = [(pk, match) for pk, matches in by_evening.items() for match in matches]
    return tallied, places, max(0, len(stale) - MOST_FRESH)


def _select_matches(own: QuerySet[Member]) -> QuerySet[Seat, Any]:
    """The matches in which own entries sit, for a query inside another: thousands of ids take as long to hand over as the rows to read."""
    return Seat.objects.filter(entry__in=own.values("entry")).values("match")


def _read_members(recognised: Recognised, own: QuerySet[Member], tallied: Iterable[tuple[int, TalliedMatch]], *, public: bool) -> _Members:
    """The persons of the entries of these matches in their positions. One query."""
    entries = {entry for _evening, match in tallied for side in match.sides for entry in side}
    by_key = recognised.by_key
    members: _Members = {}
    seated = Seat.objects.filter(match__in=_select_matches(own)).values("entry")
    rows = Member.objects.filter(entry__in=seated).order_by("entry", "position")
    for pk, entry, position, hidden in rows.values_list("pk", "entry", "position", "entry__hidden"):
        if entry in entries:
            person = None if public and hidden else by_key.get(pk)
            members.setdefault(entry, []).append((position, person.key if person else None))
    return members


def _place_person(match: TalliedMatch, tournament: Tournament, evenings: _Evenings, members: _Members) -> CardMatch:
    """The match from the person’s side."""
    side, own = next((side, entry) for side, entries in enumerate(match.sides) for entry in entries if entry in evenings.own)
    position = evenings.own[own]
    partners: list[int] = []
    opponents: list[int] = []
    for index, entries in enumerate(match.sides):
        people = partners if index == side else opponents
        for entry in entries:
            rows = members.get(entry, ())
            people += [key for place, key in rows if key is not None and not (entry == own and place == position)]
    place = position if len(match.sides[side]) == 1 else match.sides[side].index(own)
    return CardMatch(
        match=match,
        evening=tournament.pk,
        game=tournament.game_key,
        side=side,
        seat=place * len(match.sides) + side,
        partners=tuple(partners),
        opponents=tuple(opponents),
    )


def _name_people(keys: Collection[int], members: _Members, tournaments: Mapping[int, Tournament], *, public: bool) -> dict[int, str]:
    """By key of a person the name, as the latest evening together shows it. One query."""
    latest = {key: (entry, position) for entry, rows in members.items() for position, key in rows if key in keys}
    wanted_rows = Member.objects.filter(entry__in={entry for entry, _position in latest.values()}).select_related("person", "entry")
    by_place = {(row.entry_id, row.position): row for row in wanted_rows.only(*READ_OF_MEMBERS)}
    names = {}
    for key, place in latest.items():
        member = by_place[place]
        naming = PublicNaming(tournaments[member.tournament_id]) if public else IN_FULL
        names[key or 0] = naming.format_person(member.person, member.entry)
    return names
