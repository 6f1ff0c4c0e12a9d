"""How strong the entries of a tournament are by the ranking of a season."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from django.db.models import QuerySet

from rankings.seasons.queries import SeasonRanking, compute_ranking
from rankings.seasons.wording import format_season_points
from rankings.standings_pages.final_list import read_final_orders
from standings.season.rule import PERSONS
from tournaments.models import Entry, Member, Person, Season, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.people.names import compute_person_key

Places: TypeAlias = tuple[Mapping[int, list[tuple[int, Fraction]]], Mapping[str, list[tuple[int, Fraction]]]]


@dataclass(frozen=True, slots=True)
class SeededLine:
    """An entry with the season points of its persons together; `seed` is None for who gets none, `tied` where others have as many."""

    entry: Entry
    points: Fraction
    places: tuple[int, ...]
    """The places of its persons in the season, the best first."""
    seed: int | None
    tied: bool = False

    @property
    def points_text(self) -> str:
        return format_season_points(self.points)


def select_seasons(tournament: Tournament, user_pk: int) -> QuerySet[Season]:
    """The seasons that this user directs, of the tournament's game or of any, the latest first."""
    directed = Season.objects.filter(directors__user_id=user_pk)
    return directed.filter(game_key__in=["", tournament.game_key]).order_by("-pk")


def read_seeded_lines(tournament: Tournament, season: Season, count: int) -> tuple[SeededLine, ...]:
    """Every entry that plays, the strongest first; the first `count` are seeded.

    Who has no points is never seeded. Entries with equal points are ordered
    by the best place of their persons, then by number. The queries of a season's ranking, and two more.
    """
    ranking = compute_ranking(season, everything=True)
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).prefetch_related(prefetch_members())
    places = _index_lines(ranking)
    strengths = [(entry, _list_results(entry, ranking, places)) for entry in entries.order_by("number")]
    return _number_lines(strengths, count)


def _list_results(entry: Entry, ranking: SeasonRanking, places: Places) -> list[tuple[int, Fraction]]:
    """Place and points of each person of the entry in the season, the best first; of the team where the season ranks teams."""
    by_person, by_name = places
    if ranking.options.ranks != PERSONS:
        return by_name.get(compute_person_key(entry.name), [])[:1]
    results = []
    for member in entry.members.all():
        known = by_person.get(member.person_id) or by_name.get(compute_person_key(member.person.name), [])
        results += known if len(known) == 1 else []
    return sorted(results)


def _index_lines(ranking: SeasonRanking) -> Places:
    """Places and points by the row of a person, and by the name; several where the season knows namesakes."""
    by_person: defaultdict[int, list[tuple[int, Fraction]]] = defaultdict(list)
    by_name: defaultdict[str, list[tuple[int, Fraction]]] = defaultdict(list)
    for line in ranking.lines:
        appearances = ranking.players[line.player].appearances
        for person in {appearance.person for appearance in appearances} - {0}:
            by_person[person].append((line.rank, line.points))
        for name in {appearance.name for appearance in appearances} - {""}:
            by_name[name].append((line.rank, line.points))
    return by_person, by_name


def _number_lines(strengths: Iterable[tuple[Entry, Sequence[tuple[int, Fraction]]]], count: int) -> tuple[SeededLine, ...]:
    lines = [
        SeededLine(entry, sum((points for _place, points in results), Fraction(0)), tuple(place for place, _points in results), None)
        for entry, results in strengths
    ]
    lines.sort(key=lambda line: (-line.points, line.places or (10**6,), line.entry.number))
    numbered: list[SeededLine] = []
    for _key, group in groupby(lines, key=lambda line: (line.points, line.places)):
        together = list(group)
        for line in together:
            seed = len(numbered) + 1
            seeded = line.points > 0 and seed <= count
            numbered.append(
                SeededLine(line.entry, line.points, line.places, seed if seeded else None, line.points > 0 and len(together) > 1)
            )
    return tuple(numbered)


def select_earlier_tournaments(tournament: Tournament) -> QuerySet[Tournament]:
    """Tournaments of the same club and game that are over and were played before, the latest first: last year’s is among them."""
    over = Tournament.objects.filter(organizer=tournament.organizer_id, game_key=tournament.game_key, state=Tournament.State.FINISHED)
    return over.filter(demonstration=False, date__lte=tournament.date).exclude(pk=tournament.pk).order_by("-date", "-pk")


def read_placed_lines(tournament: Tournament, earlier: Tournament, count: int) -> tuple[SeededLine, ...]:
    """Every entry that plays, those first whose persons ended best in the `earlier` tournament; the first `count` are seeded.

    A place counts as many points as it left entries behind or level. Who did not play then has none and is never seeded. Five queries.
    """
    ranks: dict[int, int] = {}
    rank = 1
    for together in read_final_orders([earlier.pk]).get(earlier.pk, ()):
        ranks |= dict.fromkeys(together, rank)
        rank += len(together)
    by_person: dict[int, int] = {}
    by_name: defaultdict[str, set[int]] = defaultdict(set)
    for played, person, name in Member.objects.filter(tournament=earlier).values_list("entry", "person", "person__name"):
        if played in ranks:
            by_person[person] = ranks[played]
            by_name[compute_person_key(name)].add(ranks[played])
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).prefetch_related(prefetch_members())
    strengths = []
    for entry in entries.order_by("number"):
        places = sorted(filter(None, (_find_place(member.person, by_person, by_name) for member in entry.members.all())))
        strengths.append((entry, [(place, Fraction(rank - place)) for place in places]))
    return _number_lines(strengths, count)


def _find_place(person: Person, by_person: Mapping[int, int], by_name: Mapping[str, set[int]]) -> int | None:
    """The place of a person by the same row, else by the name if only one had it."""
    key = compute_person_key(person.name)
    namesakes = by_name.get(key, set()) if key else set()
    return by_person.get(person.pk) or (next(iter(namesakes)) if len(namesakes) == 1 else None)
