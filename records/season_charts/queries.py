"""The pictures of a season, from its ranking."""

from collections import defaultdict
from dataclasses import dataclass

from rankings.seasons.queries import EveningView, SeasonRanking
from records.season_charts.counting import RIGHT, ROW, TOP, WIDTH, PlaceCourse, count_meetings, draw_places, trace_places
from records.told_matches.queries import TOLD_STATES
from scoring.models import MatchResult
from tournaments.models import Entry, Season, Seat

MOST_PLAYERS = 12
"""Courses in the picture, and names of those who met."""


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """How often a player met each of the others: against, and as partners."""

    number: int
    name: str
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SeasonCharts:
    """Courses and meetings of the first of the ranking."""

    evenings: tuple[EveningView, ...]
    lines: tuple[PlaceCourse, ...]
    meetings: tuple[MeetingRow, ...]

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def height(self) -> int:
        return TOP + ROW * max(1, len(self.lines))

    @property
    def label_x(self) -> int:
        return RIGHT + 14


def read_season_charts(season: Season, ranking: SeasonRanking) -> SeasonCharts:
    """The pictures; who is hidden on an evening or has no name any more is left out. Two queries."""
    evenings = ranking.counted
    entries = {appearance.entry for player in ranking.players.values() for appearance in player.appearances}
    hidden = set(Entry.objects.filter(pk__in=entries, hidden=True).values_list("pk", flat=True))
    drawn_players = [
        line.player
        for line in ranking.lines
        if ranking.called[line.player].name
        and hidden.isdisjoint(appearance.entry for appearance in ranking.players[line.player].appearances)
    ][:MOST_PLAYERS]
    earned = {
        player: [ranking.sightings[appearance.atom].score for appearance in ranking.players[player].appearances]
        for player in ranking.players
    }
    traced = trace_places(earned, ranking.options, [evening.id for evening in evenings], season.seed)
    lines = draw_places([(ranking.called[player].name, traced[player]) for player in drawn_players], MOST_PLAYERS)
    return SeasonCharts(evenings, lines, tuple(_read_meetings(ranking, drawn_players)))


def _read_meetings(ranking: SeasonRanking, drawn_players: list[str]) -> list[MeetingRow]:
    by_entry: defaultdict[int, list[str]] = defaultdict(list)
    for player, known in ranking.players.items():
        for appearance in known.appearances:
            by_entry[appearance.entry].append(player)
    seats = Seat.objects.filter(
        round__stage__tournament__in=[evening.id for evening in ranking.counted],
        match__result__state__in=TOLD_STATES,
        match__result__outcome=MatchResult.Outcome.PLAYED,
    )
    matches: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for match, side, entry in seats.order_by("match", "side", "place").values_list("match", "side", "entry"):
        matches[match][side] += by_entry[entry]
    against, together = count_meetings([list(sides.values()) for sides in matches.values()])
    return [
        MeetingRow(number, ranking.called[player].name, tuple((against[player, rival], together[player, rival]) for rival in drawn_players))
        for number, player in enumerate(drawn_players, start=1)
    ]
