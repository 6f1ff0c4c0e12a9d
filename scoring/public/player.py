"""One entry's page for its players: current table, opponents, results so far, and places."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.texts import format_score
from scoring.matches.rounds import MatchRow, build_match_row
from scoring.standings_pages.queries import StandingLine, list_published_stages, read_standings_view
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.rounds import has_several_open_rounds


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match of the entry, which sits on side `side`; `own` is the name of its side, with the partner of that round."""

    row: MatchRow
    stage: str
    round: int
    side: int
    now: bool

    @property
    def own(self) -> str:
        return self.row.names[self.side]

    @property
    def opponents(self) -> tuple[str, ...]:
        return self.row.names[: self.side] + self.row.names[self.side + 1 :]

    @property
    def won(self) -> bool:
        return self.row.winner == self.side

    @property
    def lost(self) -> bool:
        return self.row.winner is not None and not self.won

    @property
    def result(self) -> str:
        """Games won, the entry's own first; empty with more than two sides."""
        if self.row.crowded or not self.row.result:
            return ""
        return format_score(self.row.games_won[:: 1 if self.side == 0 else -1])

    @property
    def points(self) -> int | None:
        """Points of the entry in a match with more than two sides; else None."""
        return self.row.lines[self.side][1]


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """The place of the entry in a stage; `among` is the number of lines in its group."""

    stage: str
    line: StandingLine
    among: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    entry: Entry
    name: str
    club: str
    now: tuple[PlayerMatch, ...]
    before: tuple[PlayerMatch, ...]
    places: tuple[PlayerPlace, ...]
    playing: bool
    """Whether a round is being played at all."""


def read_player_view(entry: Entry, naming: Naming = IN_FULL) -> PlayerView:
    """Ten queries while one stage is played, for any number of matches. `entry` comes with its tournament."""
    matches = tuple(list_entry_matches(entry, naming))
    return PlayerView(
        entry=entry,
        name=naming.format_name(entry),
        club=naming.format_club(entry),
        now=tuple(match for match in reversed(matches) if match.now),
        before=tuple(match for match in matches if not match.now),
        places=tuple(_read_places(entry.tournament, entry)),
        playing=Round.objects.filter(stage__tournament=entry.tournament, state=Round.State.PUBLISHED).exists(),
    )


def list_entry_matches(entry: Entry, naming: Naming = IN_FULL) -> Iterator[PlayerMatch]:
    """The matches of the entry in published and closed rounds, latest first. Two queries."""
    matches = Match.objects.filter(seats__entry=entry).exclude(round__state=Round.State.DRAFT).select_related("round__stage", "result")
    for match in matches.prefetch_related(prefetch_seats()).order_by("-round__stage__number", "-round__number"):
        side = next(seat.side for seat in match.seats.all() if seat.entry_id == entry.pk)
        row = build_match_row(match, naming)
        is_past = row.settled and has_several_open_rounds(match.round.stage)
        now = match.round.state == Round.State.PUBLISHED and not is_past
        yield PlayerMatch(row, match.round.stage.name, match.round.number, side, now)


def _read_places(tournament: Tournament, entry: Entry) -> Iterator[PlayerPlace]:
    for stage in list_published_stages(tournament):
        for group in read_standings_view(stage).groups:
            for line in group.lines:
                if line.entry_id == entry.pk and line.played:
                    yield PlayerPlace(stage.name, line, len(group.lines))
