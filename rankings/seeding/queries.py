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
from standings.season.rule import PERSONS
from tournaments.models import Entry, Season, Tournament
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
