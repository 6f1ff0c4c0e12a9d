"""The evenings that a rating counts, and their matches with the persons who played them."""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q
from django.utils.timezone import localdate

from federation.identities.recognising import KnownPerson, Recognised
from federation.skills.updating import RatedMatch
from pairing.values import MatchOutcome
from rankings.seasons.substitutes import EntryTurns, read_entry_turns
from scoring.standings.finished_matches import COUNTED, read_finished_matches
from standings.results import NOBODY, StandingResult
from tournaments.models import Edition, Entry, Match, Member, Organizer, Seat, Tournament


@dataclass(frozen=True, slots=True)
class PlannedEvening:
    """A day of a tournament in the order of counting. `chain` is the digest of everything that it and those before it depend on."""

    tournament: int
    day: dt.date
    chain: str


def plan_evenings(organizer: Organizer, recognised: Recognised) -> dict[str, list[PlannedEvening]]:
    """The evenings of every game in their order. A tournament is an evening of its date, and of each later day that a match is fixed for.

    Everything that changes a result changes the mark of its tournament, so that no match is read here. Three queries.
    """
    tournaments = Tournament.objects.filter(organizer=organizer, demonstration=False).exclude(state=Tournament.State.PREPARING)
    marks = dict(Edition.objects.filter(tournament__in=tournaments).values_list("tournament", "mark"))
    days: defaultdict[int, set[dt.date]] = defaultdict(set)
    fixed = Match.objects.filter(round__stage__tournament__in=tournaments, not_before__isnull=False)
    for tournament, at in fixed.order_by().values_list("round__stage__tournament", "not_before").distinct():
        days[tournament].add(localdate(at))
    persons: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for person in recognised.persons:
        for played in person.evenings:
            persons[played.evening].append((played.key, person.key))
    by_game: defaultdict[str, list[tuple[dt.date, int]]] = defaultdict(list)
    for tournament, date, game_key in tournaments.values_list("pk", "date", "game_key"):
        by_game[game_key] += [(day, tournament) for day in {date} | {day for day in days[tournament] if day > date}]
    own = {key: f"{mark} {sorted(persons[key])}" for key, mark in marks.items()}
    return {game_key: _chain_evenings(sorted(evenings), own) for game_key, evenings in sorted(by_game.items())}


def _chain_evenings(evenings: Sequence[tuple[dt.date, int]], own: Mapping[int, str]) -> list[PlannedEvening]:
    planned, chain = [], ""
    for day, tournament in evenings:
        chain = hashlib.sha256(f"{chain} {day} {tournament} {own.get(tournament, '')}".encode()).hexdigest()
        planned.append(PlannedEvening(tournament, day, chain))
    return planned


def read_evening_matches(tournament: Tournament, by_key: Mapping[int, KnownPerson]) -> list[tuple[dt.date, RatedMatch]]:
    """The matches that were played, with their days, in the order of the rounds; known persons by their key. Who is not known, because the
    name was erased or the person was replaced later, is somebody new on every evening.

    Walk-overs and byes are no matches; neither is one whose sides are not equally many persons.
    """
    sides_of = _PlayerReader(tournament, by_key)
    fixed = Match.objects.filter(round__stage__tournament=tournament, not_before__isnull=False).order_by()
    days = {match: localdate(at) for match, at in fixed.values_list("pk", "not_before")}
    matches = []
    for stage in tournament.stages.order_by("number"):
        for result in read_finished_matches(stage).results:
            if result.outcome is not MatchOutcome.PLAYED:
                continue
            sides = sides_of.list_sides(result)
            if len({len(side) for side in sides}) == 1 and sides[0] and len(sides) > 1:
                day = max(tournament.date, days.get(result.match, tournament.date))
                matches.append((day, RatedMatch(sides, compute_ranks(result, len(sides)))))
    return matches


def compute_ranks(result: StandingResult, sides: int) -> tuple[int, ...]:
    """By side how many others were better: the winner first, then by points; a match of two without a winner is tied."""
    if result.winner == NOBODY and sides == 2:
        return (0, 0)
    points = result.points or (0,) * sides
    keys = [(side != result.winner, -points[side] if sides > 2 else 0) for side in range(sides)]
    return tuple(sum(rival < key for rival in keys) for key in keys)


class _PlayerReader:
    """Who played the matches of a tournament. Five queries; more where somebody was substituted."""

    def __init__(self, tournament: Tournament, by_key: Mapping[int, KnownPerson]) -> None:
        self.tournament = tournament.pk
        self.members: defaultdict[int, list[int]] = defaultdict(list)
        self.keys: dict[int, Hashable] = {}
        rows = Member.objects.filter(tournament=tournament, entry__phantom=False).order_by("entry", "position", "pk")
        for key, entry, person in rows.values_list("pk", "entry", "person"):
            self.members[entry].append(person)
            if key in by_key:
                self.keys[person] = by_key[key].key
        self.phantoms = set(Entry.objects.filter(tournament=tournament, phantom=True).values_list("pk", flat=True))
        self.turns = read_entry_turns([tournament.pk], self.members)
        self.order = self._read_order() if self.turns else {}

    def _read_order(self) -> dict[tuple[int, int], int]:
        """The number of each counted match of an entry with a substitution, from 1, as `read_entry_turns` counts them."""
        counted = Q(match__kind=Match.Kind.BYE) | Q(match__result__state__in=COUNTED)
        seats = Seat.objects.filter(entry__in=self.turns).filter(counted).order_by("match__round__stage__number", "match__round__number")
        order: dict[tuple[int, int], int] = {}
        numbers: defaultdict[int, int] = defaultdict(int)
        for entry, match in seats.values_list("entry", "match"):
            numbers[entry] += 1
            order[entry, match] = numbers[entry]
        return order

    def list_sides(self, result: StandingResult) -> tuple[tuple[Hashable, ...], ...]:
        size = result.side_size
        sides = [result.sides[start : start + size] for start in range(0, len(result.sides), size)]
        return tuple(
            tuple(self._find_key(person) for entry in side for person in self._list_players(entry, result.match)) for side in sides
        )

    def _list_players(self, entry: int, match: int) -> list[int]:
        if entry in self.phantoms:
            return []
        turns = self.turns.get(entry)
        players = self.members[entry]
        return [_find_player(turns, player, self.order.get((entry, match), 0)) for player in players] if turns else players

    def _find_key(self, person: int) -> Hashable:
        return self.keys.get(person, ("nobody", self.tournament, person))


def _find_player(turns: EntryTurns, member: int, number: int) -> int:
    """Who sat in the place of a member at the end of the entry's match of that number."""
    place = next((place for place in turns.places if place[-1].person == member), ())
    until = Fraction(0)
    for turn in place:
        until += turn.rounds
        if until >= number:
            return turn.person
    return member
